package sqldb_test

import (
	"testing"
	"testing/synctest"
	"time"

	"atoll/store/sqldb"
)

// Where many write, batches begin a pause apart, and further apart while each takes long.
// A lone writer does not wait.
func TestGathererGivesASlowStoreTime(t *testing.T) {
	const pause, longest = 10 * time.Millisecond, 50 * time.Millisecond
	for _, x := range []struct {
		jobs       int
		took, want time.Duration
	}{
		{1, 0, 0},
		{1, 30 * time.Millisecond, 30 * time.Millisecond},
		{2, 0, pause},
		{2, 4 * time.Millisecond, pause},
		{2, 8 * time.Millisecond, 16 * time.Millisecond},
		{2, 40 * time.Millisecond, longest},
		{2, time.Second, time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			jobs := make(chan int, 10)
			g := sqldb.NewGatherer(jobs, nil, 10, pause, longest)
			var batch []int
			var began time.Time
			for round := range 3 {
				for i := range x.jobs {
					jobs <- i
				}
				batch, _ = g.Next(batch)
				if after := time.Since(began); round > 0 && after != x.want {
					t.Errorf("%d jobs that take %s: the next begin after %s, want %s", x.jobs, x.took, after, x.want)
				}
				if len(batch) != x.jobs {
					t.Errorf("%d of %d jobs", len(batch), x.jobs)
				}
				began = time.Now()
				time.Sleep(x.took)
			}
		})
	}
}
