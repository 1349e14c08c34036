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
	w       *Net
	seats   int
	workers []*worker
	// endings are the fewest nodes that a proof near the end may take.
	endings int64
	// playouts from a spot of the tree.
	playouts int
	// exact says whether the last answer rests on results alone.
	exact bool
}

// New returns a searcher with the learned weights.
func New(cfg game.Config) *Searcher {
	return &Searcher{w: netFor(cfg), seats: cfg.Players}
}

// endingNodes is what a proof of an ending of nine tiles needs, with a margin. A
// node of a proof costs a small part of one of the tree.
const endingNodes = 200_000

// worker is one thread: both kinds of search and the clock of the one at work.
type worker struct {
	clock   *search.Clock
	duelist *duelist
	grower  grower
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

// Search answers for seat p: by a tree, but by a proof where two players are so
// near the end that there is one. With several threads each takes a fixed part of
// the work, so that the answer stays a function of the position and the node
// budget.
func (e *Searcher) Search(
	ctx context.Context,
	view game.State,
	p game.Seat,
	b search.Budget,
	ignore func(game.Action) bool,
) (search.Report, error) {
	only, done, err := search.Check(ctx, view, p, b, nil)
	if err != nil {
		return search.Report{}, err
	}
	if done {
		return search.Only(view, p, only), nil
	}
	s := view.(*rules.State)
	choices := e.list(s, p, ignore)
	if e.seats != 2 || s.Phase != rules.PhaseMove || !NearEnd(s) {
		return e.grow(ctx, choices, p, b)
	}
	proof, rest := b, b
	proof.Time = b.Time / 2
	proof.Nodes = (b.Nodes + 1) / 2
	if b.Nodes > 0 {
		proof.Nodes = max(proof.Nodes, e.endings)
	}
	rep, err := e.deepen(ctx, choices, p, proof)
	if err != nil || e.exact {
		return rep, err
	}
	rest.Time = max(b.Time-rep.Elapsed, b.Time/4)
	rest.Nodes = max(b.Nodes/2, 1, b.Nodes-rep.Nodes)
	if b.Nodes == 0 {
		rest.Nodes = 0
	}
	more, err := e.grow(ctx, choices, p, rest)
	more.Nodes += rep.Nodes
	more.Elapsed += rep.Elapsed
	return more, err
}

// hire makes the workers ready for a share of the budget each.
func (e *Searcher) hire(ctx context.Context, b search.Budget, threads int) []*worker {
	for len(e.workers) < threads {
		e.workers = append(e.workers, &worker{grower: grower{w: e.w}})
	}
	for i, w := range e.workers[:threads] {
		w.clock = search.NewClock(ctx, b.Share(i, threads), 32)
	}
	return e.workers[:threads]
}

// together lets all workers do their part.
func together(workers []*worker, part func(i int, w *worker)) {
	if len(workers) == 1 {
		part(0, workers[0])
		return
	}
	var wg sync.WaitGroup
	for i, w := range workers {
		wg.Go(func() { part(i, w) })
	}
	wg.Wait()
}

// grow lets every thread grow a tree of its own and adds up their roots.
func (e *Searcher) grow(ctx context.Context, choices []choice, p game.Seat, b search.Budget) (search.Report, error) {
	e.exact = false
	threads := b.ThreadCount()
	workers := e.hire(ctx, b, threads)
	if choices[0].after.Phase == rules.PhaseStart {
		// Judged already, and too early for a search to see anything.
		return e.report(choices, p, workers)
	}
	together(workers, func(i int, w *worker) {
		w.grower.clock, w.grower.playouts = w.clock, e.playouts
		w.grower.reset(b.Share(i, threads).Memory, uint64(i))
		w.grower.search(choices, p)
	})
	for i := range choices {
		c := &choices[i]
		var sum shares
		for _, w := range workers {
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
	return e.report(choices, p, workers)
}

// Solve searches a position of two players by expectiminimax alone and reports
// whether the values of all actions are exact.
func (e *Searcher) Solve(
	ctx context.Context,
	s *rules.State,
	p game.Seat,
	b search.Budget,
	ignore func(game.Action) bool,
) (rep search.Report, exact bool, err error) {
	only, done, err := search.Check(ctx, s, p, b, nil)
	if err != nil {
		return search.Report{}, false, err
	}
	if done {
		return search.Only(s, p, only), false, nil
	}
	rep, err = e.deepen(ctx, e.list(s, p, ignore), p, b)
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
	e.w.Shares(&f, v)
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
func (e *Searcher) deepen(ctx context.Context, choices []choice, p game.Seat, b search.Budget) (search.Report, error) {
	e.exact = false
	threads := min(b.ThreadCount(), len(choices))
	workers := e.hire(ctx, b, threads)
	if choices[0].after.Phase == rules.PhaseStart {
		return e.report(choices, p, workers)
	}
	for i, w := range workers {
		if w.duelist == nil {
			w.duelist = &duelist{w: e.w}
		}
		w.duelist.clock, w.duelist.judged = w.clock, 0
		w.duelist.table.reset(tableBytes(b.Share(i, threads)))
	}
	for depth := 1; depth <= maxPly/2; depth++ {
		for i := range choices {
			choices[i].fresh = false
		}
		together(workers, func(i int, w *worker) {
			for k := i; k < len(choices); k += threads {
				if !w.value(&choices[k], p, depth) {
					return
				}
			}
		})
		stopped, judged := false, int64(0)
		for _, w := range workers {
			stopped = stopped || w.clock.Stopped()
			judged += w.judged()
		}
		if stopped {
			e.settle(choices, p)
			break
		}
		order(choices, p)
		if judged == 0 {
			e.exact = true
			break
		}
	}
	return e.report(choices, p, workers)
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

func (e *Searcher) report(choices []choice, p game.Seat, workers []*worker) (search.Report, error) {
	rep := search.Report{Seat: p, Action: choices[0].action, Depth: choices[0].depth}
	for _, w := range workers {
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
