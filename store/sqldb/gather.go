package sqldb

import "time"

// Gatherer hands the requests of many callers to one goroutine in batches: what
// arrives while it works on a batch is the next one.
type Gatherer[J any] struct {
	jobs    <-chan J
	stop    <-chan struct{}
	most    int           // in one batch
	pause   time.Duration // between the beginnings of two batches where many write at once
	longest time.Duration // pause where batches take long
	last    time.Time     // when the latest batch began
	busy    bool          // it was for many
}

// A commit costs nearly the same for one change as for ten. Where many write at
// once, at least a pause lies between the beginnings of two commits: that takes
// a third off the processor's work for a few milliseconds of everybody's time.
// A lone writer is not kept waiting.
const manyJobs = 2

// NewGatherer takes from jobs until stop is closed. If a batch takes long, the next begins
// after twice that time, though after longest at the latest: a store that serves other
// nodes too does the least work if none of them is at it without a break.
func NewGatherer[J any](jobs <-chan J, stop <-chan struct{}, most int, pause, longest time.Duration) *Gatherer[J] {
	return &Gatherer[J]{jobs: jobs, stop: stop, most: most, pause: pause, longest: longest}
}

// Next waits for a request and returns it with those that wait beside it, using the
// memory of batch; false when it is time to stop.
func (g *Gatherer[J]) Next(batch []J) ([]J, bool) {
	took := time.Since(g.last)
	batch = batch[:0]
	select {
	case j := <-g.jobs:
		batch = append(batch, j)
	case <-g.stop:
		return nil, false
	}
	if g.busy {
		time.Sleep(max(g.pause, min(2*took, g.longest)) - time.Since(g.last))
	}
	g.last = time.Now()
	for len(batch) < g.most {
		select {
		case j := <-g.jobs:
			batch = append(batch, j)
			continue
		default:
		}
		break
	}
	g.busy = len(batch) >= manyJobs
	return batch, true
}
