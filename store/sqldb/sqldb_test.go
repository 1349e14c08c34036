package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestArgumentsAreNumbered(t *testing.T) {
	query := `UPDATE x SET a = ?, b = ? WHERE c = ?`
	d := &DB{Numbered: true}
	for range 2 { // made, and remembered
		if got, want := d.Text(query), `UPDATE x SET a = $1, b = $2 WHERE c = $3`; got != want {
			t.Errorf("got %s", got)
		}
	}
	if got := (&DB{}).Text(query); got != query {
		t.Errorf("not numbered: %s", got)
	}
}

func TestWritersGoTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		jobs, stop := make(chan int, 10), make(chan struct{})
		g := NewGatherer(jobs, stop, 3, time.Second, time.Second)
		began := time.Now()
		next := func(after time.Duration, want ...int) {
			t.Helper()
			got, ok := g.Next(nil)
			if !ok || !slices.Equal(got, want) || time.Since(began) != after {
				t.Fatalf("%v, %v after %v; want %v after %v", got, ok, time.Since(began), want, after)
			}
		}
		for i := range 5 {
			jobs <- i
		}
		next(0, 0, 1, 2)        // not more than three
		next(time.Second, 3, 4) // many write: a pause after the first
		jobs <- 5               // and one more, since it was many the last time
		next(2*time.Second, 5)  //
		jobs <- 6               // a lone writer does not wait
		next(2*time.Second, 6)  //
		jobs <- 7               //
		jobs <- 8               //
		next(2*time.Second, 7, 8)
		time.Sleep(600 * time.Millisecond)
		jobs <- 9 // part of the pause is over
		next(3*time.Second, 9)
		close(stop)
		if got, ok := g.Next(nil); ok {
			t.Errorf("%v after the end", got)
		}
	})
}

func TestTroubleIsTold(t *testing.T) {
	d := &DB{Why: func(err error) string {
		if errors.Is(err, errors.ErrUnsupported) {
			return "the disk is full"
		}
		return ""
	}}
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{errors.New("a query is wrong"), ""},
		{fmt.Errorf("writing: %w", errors.ErrUnsupported), "the disk is full"},
		{fmt.Errorf("reading: %w", context.DeadlineExceeded), "the database takes too long"},
		{driver.ErrBadConn, "the database cannot be reached"},
		{sql.ErrConnDone, "the database cannot be reached"},
	} {
		if got := d.Trouble(c.err); got != c.want {
			t.Errorf("%v: %q", c.err, got)
		}
	}
}
