package conqueror

import (
	"context"
	"slices"
	"sync"

	"atoll/game"
	rules "atoll/games/conqueror"
	"atoll/search"
)

// Searcher answers for tables of The Conqueror and keeps its memory between
// questions. It is not safe for concurrent use.
type Searcher struct {
	w       *Weights
	seats   int
	workers []*worker
	// maxDepth makes weaker players.
	maxDepth int
	// exact tells whether the last answer rests on results alone.
	exact bool
}

// New returns a searcher with the learned weights.
func New(cfg game.Config) *Searcher {
	return &Searcher{w: WeightsFor(cfg), seats: cfg.Players, maxDepth: maxPly / 2}
}

// worker is one thread: one of the two kinds of search and its clock.
type worker struct {
	clock   *search.Clock
	duelist *duelist
	grower  *grower
}

// choice is one action at the root with its position and value so far.
type choice struct {
	action game.Action
	after  rules.State
	values shares
	depth  int
	fresh  bool // searched in this round
	visits int  // by a grower
}

// Search answers for seat p. With several threads each takes a fixed part of
// the actions in every round, so that the answer stays a function of the
// position and the node budget.
func (e *Searcher) Search(ctx context.Context, view game.State, p game.Seat, b search.Budget, ignore func(game.Action) bool) (search.Report, error) {
	only, done, err := search.Check(ctx, view, p, b, nil)
	if err != nil {
		return search.Report{}, err
	}
	if done {
		return search.Only(view, p, only), nil
	}
	e.exact = false
	s := view.(*rules.State)
	choices := e.list(s, p, ignore)
	threads := b.ThreadCount()
	if e.seats == 2 {
		threads = min(threads, len(choices))
	}
	for len(e.workers) < threads {
		w := &worker{}
		if e.seats == 2 {
			w.duelist = &duelist{w: e.w}
		} else {
			w.grower = &grower{w: e.w, seats: e.seats}
		}
		e.workers = append(e.workers, w)
	}
	for i, w := range e.workers[:threads] {
		share := b.Share(i, threads)
		w.clock = search.NewClock(ctx, share, 32)
		if w.duelist != nil {
			w.duelist.clock, w.duelist.judged = w.clock, 0
			w.duelist.table.reset(tableBytes(share))
		} else {
			w.grower.clock = w.clock
			w.grower.reset(share.Memory, uint64(i))
		}
	}
	switch {
	case choices[0].after.Phase == rules.PhaseStart:
		// Judged already, and too early for a search to see anything.
	case e.seats == 2:
		e.deepen(choices, p, threads)
	default:
		e.grow(choices, p, threads)
	}
	return e.report(choices, p, threads)
}

// grow lets every thread grow a tree of its own and adds up their roots.
func (e *Searcher) grow(choices []choice, p game.Seat, threads int) {
	if threads == 1 {
		e.workers[0].grower.search(choices, p)
	} else {
		var wg sync.WaitGroup
		for _, w := range e.workers[:threads] {
			wg.Go(func() { w.grower.search(choices, p) })
		}
		wg.Wait()
	}
	for i := range choices {
		c := &choices[i]
		var sum shares
		for _, w := range e.workers[:threads] {
			t := &w.grower.tallies[i]
			c.visits += t.visits
			for q := range sum {
				sum[q] += t.sum[q]
			}
		}
		if c.visits > 0 {
			for q := range sum {
				c.values[q] = sum[q] / float32(c.visits)
			}
		}
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return b.visits - a.visits })
}

// Solve is Search that reports whether the values of all actions are exact.
func (e *Searcher) Solve(ctx context.Context, s *rules.State, p game.Seat, b search.Budget) (rep search.Report, exact bool, err error) {
	rep, err = e.Search(ctx, s, p, b, nil)
	return rep, err == nil && e.exact && len(rep.Candidates) > 1, err
}

// tableBytes is the memory of one thread's table: never more than a short
// search can fill.
func tableBytes(b search.Budget) int64 {
	bytes := b.MemoryCap()
	if b.Nodes > 0 {
		bytes = min(bytes, 2*entryBytes*b.Nodes)
	}
	if b.Time > 0 {
		const nodesPerMilli = 4000
		bytes = min(bytes, entryBytes*nodesPerMilli*max(1, b.Time.Milliseconds()))
	}
	return bytes
}

// list makes the choices at the root, in order of a first judgement.
func (e *Searcher) list(s *rules.State, p game.Seat, ignore func(game.Action) bool) []choice {
	actions := s.AppendActions(nil, p)
	seen := actions[:0:0]
	for _, a := range actions {
		if ignore == nil || !ignore(a) {
			seen = append(seen, a)
		}
	}
	if len(seen) == 0 {
		seen = actions
	}
	list := make([]choice, len(seen))
	for i, a := range seen {
		c := &list[i]
		c.action, c.after = a, *s
		c.after.Play(game.Choose(p, a), nil)
		if s.Phase == rules.PhaseStart {
			c.values = e.startValues(&c.after, 2)
		} else {
			e.static(&c.after, &c.values)
		}
	}
	order(list, p)
	return list
}

func (e *Searcher) static(s *rules.State, v *shares) {
	if s.Phase >= rules.PhaseTie {
		finalShares(s, v)
		return
	}
	var f Features
	f.Read(s)
	e.w.Shares(&f, e.seats, v)
}

// startValues judges a position in which tokens are still being placed: the next
// ones to place choose what they like best, those after them any corner.
func (e *Searcher) startValues(s *rules.State, look int) (best shares) {
	if s.Phase != rules.PhaseStart {
		e.static(s, &best)
		return best
	}
	q := s.Mover()
	best[q] = -1
	for _, a := range s.AppendActions(nil, q) {
		c := *s
		c.Play(game.Choose(q, a), nil)
		if v := e.startValues(&c, look-1); v[q] > best[q] {
			best = v
		}
		if look <= 0 {
			break
		}
	}
	return best
}

// order sorts choices by value for p, the best first; equal ones stay.
func order(list []choice, p game.Seat) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j-1].values[p] < list[j].values[p]; j-- {
			list[j-1], list[j] = list[j], list[j-1]
		}
	}
}

// deepen searches all choices to depth 1, 2, 3, … until the budget is spent or
// nothing is left to find out.
func (e *Searcher) deepen(choices []choice, p game.Seat, threads int) {
	for depth := 1; depth <= e.maxDepth; depth++ {
		for i := range choices {
			choices[i].fresh = false
		}
		var wg sync.WaitGroup
		for i, w := range e.workers[:threads] {
			part := func() {
				for k := i; k < len(choices); k += threads {
					if !w.value(&choices[k], p, depth) {
						return
					}
				}
			}
			if threads == 1 {
				part()
			} else {
				wg.Go(part)
			}
		}
		wg.Wait()
		stopped, judged := false, int64(0)
		for _, w := range e.workers[:threads] {
			stopped = stopped || w.clock.Stopped()
			judged += w.judged()
		}
		if stopped {
			e.settle(choices, p)
			return
		}
		order(choices, p)
		if judged == 0 {
			e.exact = true
			return
		}
	}
}

// settle decides after a round that was cut off: those searched deeper stand
// before the others if the favourite is among them.
func (e *Searcher) settle(choices []choice, p game.Seat) {
	if !choices[0].fresh {
		return
	}
	n := 0
	for i := range choices {
		if choices[i].fresh {
			choices[n], choices[i] = choices[i], choices[n]
			n++
		}
	}
	order(choices[:n], p)
}

func (w *worker) judged() (n int64) {
	n, w.duelist.judged = w.duelist.judged, 0
	return n
}

// value searches one choice; it reports false if the clock ran out.
func (w *worker) value(c *choice, p game.Seat, depth int) bool {
	var v shares
	d := w.duelist
	d.stack[0] = c.after
	v[p] = d.after(0, p, depth-1, 0, 1)
	v[1-p] = 1 - v[p]
	if w.clock.Stopped() {
		return false
	}
	c.values, c.depth, c.fresh = v, depth, true
	return true
}

func (e *Searcher) report(choices []choice, p game.Seat, threads int) (search.Report, error) {
	rep := search.Report{Seat: p, Action: choices[0].action, Depth: choices[0].depth}
	for _, w := range e.workers[:threads] {
		if err := w.clock.Err(); err != nil {
			return search.Report{}, err
		}
		rep.Nodes += w.clock.Nodes()
		rep.Elapsed = max(rep.Elapsed, w.clock.Elapsed())
	}
	for s := range e.seats {
		rep.Values[s] = float64(choices[0].values[s])
	}
	for _, c := range choices {
		rep.Candidates = append(rep.Candidates, search.Candidate{
			Action: c.action, Value: float64(c.values[p]), Weight: 1 / float64(len(choices)), Visits: int64(c.visits),
		})
	}
	return rep, nil
}
