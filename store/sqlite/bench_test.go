package sqlite_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"atoll/match"
	"atoll/store/sqlite"
)

// BenchmarkCommit stores moves of 500 tables, many at once. A commit waits on
// purpose, so what counts is the processor's time.
func BenchmarkCommit(b *testing.B) {
	s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "bench.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	const tables = 500
	info := make([]byte, 600)
	for i := range tables {
		c := &match.Change{Table: id(i), Version: 1, Private: []byte("{}"), Head: match.Head{Game: "conqueror", Status: match.Running, Info: info}}
		if err := s.Commit(b.Context(), c); err != nil {
			b.Fatal(err)
		}
	}
	var next atomic.Int64
	b.SetParallelism(tables / 2 / 2)
	start := used()
	b.RunParallel(func(p *testing.PB) {
		n := int(next.Add(1)) % tables
		for v := int64(2); p.Next(); v++ {
			c := &match.Change{
				Table: id(n), Version: v, Private: []byte("{}"), Head: match.Head{Seq: v, Acting: 1, Updated: v},
				Entries: []match.Entry{{Seq: v, At: v, Kind: match.KindPlay, Moves: []match.Move{{By: 1, Do: "a1-b2", Msg: "1234567890"}}}},
				Notices: []match.Notice{{User: "somebody", Kind: "turn", Thing: "table:" + id(n), Step: v, At: v, Due: v}},
			}
			if err := s.Commit(b.Context(), c); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64((used()-start).Microseconds())/float64(b.N), "cpu-µs/op")
}

func id(n int) string { return fmt.Sprintf("%012d", n*7919%100_003) }

// used is the processor time of this process so far.
func used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkArrive asks what is asked for everybody who comes to a table.
func BenchmarkArrive(b *testing.B) {
	s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "bench.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	start := used()
	for b.Loop() {
		_, err1 := s.Mutes(b.Context(), "somebody")
		_, err2 := s.Chat(b.Context(), "table", 0, 100)
		_, err3 := s.NoticesOf(b.Context(), "somebody")
		if err := errors.Join(err1, err2, err3); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64((used()-start).Microseconds())/float64(b.N), "cpu-µs/op")
}
