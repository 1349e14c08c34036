package sqlite

import (
	"testing"
	"time"
)

// The log is moved when there is much in it, or something old, and never for nothing.
func TestWhenTheLogIsMoved(t *testing.T) {
	for _, x := range []struct {
		writes int64
		age    time.Duration
		want   bool
	}{
		{0, time.Hour, false},
		{1, 10*time.Second - 1, false},
		{1, 10 * time.Second, true},
		{1999, 0, false},
		{2000, 0, true},
		{2001, 0, true},
	} {
		if got := due(x.writes, x.age); got != x.want {
			t.Errorf("%d writes after %v: %v", x.writes, x.age, got)
		}
	}
}
