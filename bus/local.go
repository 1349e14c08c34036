package bus

import (
	"context"
	"sync"
	"time"
)

// Local is a bus within one process.
type Local struct {
	mu    sync.Mutex
	ears  map[int]*ear
	next  int
	jobs  map[Kind]*fair
	known map[string]time.Time
}

type queued struct {
	job  Job
	left int
}

// ear is one listener with its own backlog, so that a slow one holds up nobody.
type ear struct {
	mu      sync.Mutex
	backlog []Ping
	limit   int // at which the backlog is squeezed
	wake    chan struct{}
}

// maxBacklog is how much is kept for a listener that does not keep up before pings that say the
// same are merged.
const maxBacklog = 1 << 16

// maxJobs is how many jobs of a kind can wait.
const maxJobs = 1 << 14

// squeeze keeps the latest of pings that only differ in their numbers: it says
// what the others said.
func squeeze(backlog []Ping) []Ping {
	type key struct{ table, what, node string }
	latest := make(map[key]int, len(backlog))
	for i, p := range backlog {
		latest[key{p.Table, p.What, p.Node}] = i
	}
	kept := backlog[:0]
	for i, p := range backlog {
		if latest[key{p.Table, p.What, p.Node}] == i {
			kept = append(kept, p)
		}
	}
	return kept
}

// NewLocal returns a bus for one process.
func NewLocal() *Local {
	l := &Local{ears: map[int]*ear{}, jobs: map[Kind]*fair{}, known: map[string]time.Time{}}
	for _, k := range Kinds {
		l.jobs[k] = newFair()
	}
	return l
}

// Tell implements Pings.
func (l *Local) Tell(p Ping) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range l.ears {
		e.mu.Lock()
		if len(e.backlog) >= e.limit {
			e.backlog = squeeze(e.backlog)
			e.limit = max(maxBacklog, 2*len(e.backlog))
		}
		e.backlog = append(e.backlog, p)
		e.mu.Unlock()
		select {
		case e.wake <- struct{}{}:
		default:
		}
	}
}

// Hear implements Pings.
func (l *Local) Hear(f func(Ping)) (stop func(), err error) {
	e := &ear{limit: maxBacklog, wake: make(chan struct{}, 1)}
	l.mu.Lock()
	id := l.next
	l.next++
	l.ears[id] = e
	l.mu.Unlock()
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		var batch []Ping
		for {
			select {
			case <-end:
				return
			case <-e.wake:
			}
			e.mu.Lock()
			batch, e.backlog = e.backlog, batch[:0]
			e.mu.Unlock()
			for _, p := range batch {
				f(p)
			}
		}
	}()
	var once sync.Once
	return func() {
		once.Do(func() {
			l.mu.Lock()
			delete(l.ears, id)
			l.mu.Unlock()
			close(end)
			<-ended
		})
	}, nil
}

// Sound implements Pings: nothing is lost within a process.
func (l *Local) Sound() bool { return true }

// Flush implements Pings.
func (l *Local) Flush(context.Context) error { return nil }

// Put implements Jobs.
func (l *Local) Put(_ context.Context, k Kind, id string, j Job) error {
	if err := known(k); err != nil {
		return err
	}
	id = string(k) + " " + id
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if t, ok := l.known[id]; ok && now.Sub(t) < memory {
		return nil
	}
	if !l.jobs[k].put(queued{j, Deliveries}) {
		return ErrFull
	}
	if len(l.known) > 10_000 {
		for k, t := range l.known {
			if now.Sub(t) >= memory {
				delete(l.known, k)
			}
		}
	}
	l.known[id] = now
	return nil
}

// memory is how long the id of a job is remembered.
const memory = 2 * time.Minute

// Work implements Jobs.
func (l *Local) Work(ctx context.Context, k Kind, n int, f func(context.Context, Job) error) error {
	if err := known(k); err != nil {
		return err
	}
	jobs := l.jobs[k]
	var wg sync.WaitGroup
	workers := n
	if k == Turn {
		workers++ // the last takes quick ones only
	}
	for i := range workers {
		wg.Go(func() {
			for ctx.Err() == nil {
				q, ok, wait := jobs.take(i == n)
				if !ok {
					select {
					case <-ctx.Done():
					case <-wait:
					}
					continue
				}
				if f(ctx, q.job) != nil && q.left > 1 && ctx.Err() == nil {
					jobs.put(queued{q.job, q.left - 1})
				}
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}
