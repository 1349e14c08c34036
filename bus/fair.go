package bus

import "sync"

// Lane is how urgent a job is.
type Lane int8

// The lanes. Each Work has one worker that takes quick jobs only, beside its
// others: so whoever plays a beginner's bot does not wait for somebody else's strong ones.
const (
	Slow  Lane = iota // somebody waits for a strong bot
	Quick             // somebody waits for a bot that answers at once
	Idle              // nobody waits
)

// One job in idleShare goes to the idle lane even while others wait.
const idleShare = 8

// perOwner is how many jobs of a kind can wait for one owner.
const perOwner = maxJobs / 8

// fair is a queue that gives every owner a turn, however many jobs each has in it.
type fair struct {
	mu    sync.Mutex
	lanes [Idle + 1]ring
	size  int
	taken int
	wake  chan struct{} // closed when a job comes
}

// ring has the jobs of one lane: the owner at the front is next and then goes to
// the back.
type ring struct {
	turn []string
	jobs map[string][]queued
}

func newFair() *fair {
	f := &fair{wake: make(chan struct{})}
	for i := range f.lanes {
		f.lanes[i].jobs = map[string][]queued{}
	}
	return f
}

// put adds a job; false if there is no room.
func (f *fair) put(q queued) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := &f.lanes[lane(q.job)]
	waiting := r.jobs[q.job.Owner]
	if f.size >= maxJobs || len(waiting) >= perOwner {
		return false
	}
	if len(waiting) == 0 {
		r.turn = append(r.turn, q.job.Owner)
	}
	r.jobs[q.job.Owner] = append(waiting, q)
	f.size++
	close(f.wake)
	f.wake = make(chan struct{})
	return true
}

// lane is the lane of a job; a job that another program wrote may name an unknown one.
func lane(j Job) Lane {
	if j.Lane < Slow || j.Lane > Idle {
		return Slow
	}
	return j.Lane
}

// take returns the next job for a worker, or what to wait for.
func (f *fair) take(quick bool) (q queued, ok bool, wait <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	order := []Lane{Quick}
	if !quick {
		order = laneOrder(f.taken)
	}
	for _, l := range order {
		if q, ok := f.lanes[l].take(); ok {
			f.size--
			if !quick {
				f.taken++
			}
			return q, true, nil
		}
	}
	return queued{}, false, f.wake
}

// laneOrder is the order in which a worker that takes everything looks at the lanes, after that
// many jobs.
func laneOrder(taken int) []Lane {
	switch {
	case taken%idleShare == idleShare-1:
		return []Lane{Idle, Quick, Slow}
	case taken%2 == 0:
		return []Lane{Quick, Slow, Idle}
	}
	return []Lane{Slow, Quick, Idle}
}

func (r *ring) take() (queued, bool) {
	if len(r.turn) == 0 {
		return queued{}, false
	}
	owner := r.turn[0]
	r.turn = r.turn[1:]
	list := r.jobs[owner]
	q := list[0]
	if len(list) == 1 {
		delete(r.jobs, owner)
	} else {
		r.jobs[owner] = list[1:]
		r.turn = append(r.turn, owner)
	}
	return q, true
}
