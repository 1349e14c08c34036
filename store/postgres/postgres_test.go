package postgres_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"atoll/store"
	"atoll/store/pgtest"
	"atoll/store/postgres"
	"atoll/store/sqlite"
	"atoll/store/storetest"
)

func TestStore(t *testing.T) {
	pg := pgtest.Start(t)
	n := 0
	open := func(t *testing.T, address string) *postgres.DB {
		t.Helper()
		s, err := postgres.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	storetest.Run(t, func(t *testing.T) (store.Store, func() store.Store) {
		n++
		address := pg.Address(t, fmt.Sprint("t", n))
		return open(t, address), func() store.Store { return open(t, address) }
	})
}

func TestBadAddressDoesNotRepeatThePassword(t *testing.T) {
	_, err := postgres.Open(t.Context(), "postgres://user:secret@host:notaport/db")
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
}

// What SQLite had is the same in Postgres, and its numbers go on.
func TestDumpOfSQLiteGoesIntoPostgres(t *testing.T) {
	small, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "small.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer small.Close()
	for range 3 {
		if _, err := small.AddChat(t.Context(), store.Chat{Table: "t", User: "u", Text: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	var first, second bytes.Buffer
	if _, err := small.Dump(t.Context(), &first); err != nil {
		t.Fatal(err)
	}
	large, err := postgres.Open(t.Context(), pgtest.Start(t).Address(t, "restored"))
	if err != nil {
		t.Fatal(err)
	}
	defer large.Close()
	if _, err := large.Restore(t.Context(), bytes.NewReader(first.Bytes())); err != nil {
		t.Fatal(err)
	}
	if _, err := large.Dump(t.Context(), &second); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() {
		t.Errorf("got\n%s\nwant\n%s", second.String(), first.String())
	}
	if c, err := large.AddChat(t.Context(), store.Chat{Table: "t", User: "u", Text: "y"}); err != nil || c.ID != 4 {
		t.Errorf("chat after the restore: %+v, %v", c, err)
	}
}

func TestNothingNamesADeletedPerson(t *testing.T) {
	s, err := postgres.Open(t.Context(), pgtest.Start(t).Address(t, "deletion"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	storetest.Deletion(t, s, s.Reads)
}

// Moves that are committed together leave one row in the outbox, which programs that know
// of no such rows do not touch; nobody is missing in it, and it goes as a whole.
func TestBatchLeavesOneRowOfPings(t *testing.T) {
	s, err := postgres.Open(t.Context(), pgtest.Start(t).Address(t, "pings"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const n = 60
	all := make([]*table, n)
	for i := range all {
		all[i] = newGame(t, s, fmt.Sprint("ping", i), "evo")
	}
	if _, err := s.Reads.ExecContext(t.Context(), `DELETE FROM outbox`); err != nil {
		t.Fatal(err)
	}
	want := map[string]int64{}
	var wg sync.WaitGroup
	start := make(chan struct{})
	for _, g := range all {
		d := g.do("m")
		want[g.tb.ID] = d.Table.Seq
		wg.Go(func() {
			<-start // or the first might be stored before the last is there
			if err := s.Commit(context.Background(), d.Change); err != nil {
				t.Error(err)
			}
		})
	}
	close(start)
	wg.Wait()
	if early, err := s.Outbox(t.Context(), 2, 1000); err != nil || len(early) != 0 {
		t.Errorf("too young: %v, %v", early, err)
	}
	out, err := s.Outbox(t.Context(), 3, 1000)
	if err != nil {
		t.Fatal(err)
	}
	got, rows := map[string]int64{}, map[int64]bool{}
	for _, o := range out {
		got[o.Table], rows[o.ID] = o.Seq, true
		if o.At != 2 {
			t.Errorf("%s: written at %d", o.Table, o.At)
		}
	}
	if !maps.Equal(got, want) || len(out) != n || len(rows) > n/2 {
		t.Errorf("%d pings of %d tables in %d rows: %v", len(out), len(got), len(rows), got)
	}
	var old int
	if err := s.Reads.QueryRowContext(t.Context(), `SELECT count(*) FROM outbox WHERE at < 1000000000000000`).Scan(&old); err != nil || old != 0 {
		t.Errorf("an older program would take %d rows: %v", old, err)
	}
	last := out[len(out)-1].ID
	var ids []int64
	for _, o := range out {
		if o.ID != last {
			ids = append(ids, o.ID)
		}
	}
	if err := s.Sent(t.Context(), ids); err != nil {
		t.Fatal(err)
	}
	left, err := s.Outbox(t.Context(), 3, 1000)
	if err != nil || len(left) != n-len(ids) || left[0].ID != last {
		t.Errorf("left of %d: %v, %v", n, left, err)
	}
}
