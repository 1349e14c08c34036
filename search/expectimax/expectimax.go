// Package expectimax searches games of open information with chance, by
// iterative deepening over the decisions of the seats.
//
// For two seats it is expectiminimax with alpha-beta and Star1/Star2 pruning at
// chance nodes, since scores lie between 0 and 1. With more seats either all
// others are taken to play against the asking seat (Paranoid, which keeps the
// pruning) or each plays for itself (MaxN).
package expectimax

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"atoll/game"
	"atoll/search"
)

// Model says what the other seats want.
type Model uint8

const (
	// Paranoid: all others want the asking seat to score little. With two seats
	// that is the truth.
	Paranoid Model = iota
	// MaxN: every seat wants its own score to be high.
	MaxN
)

// Options change the search.
type Options struct {
	Model    Model
	MaxDepth int // decisions; 0 is no limit but that of the stack
	// Margin: actions at the root that are worse than the best by less than this
	// have exact values too, for players who do not always take the best.
	Margin float64
	// Order, if not nil, ranks actions: higher is searched earlier.
	Order func(st game.State, s game.Seat, a game.Action) int
}

// ErrUnfit is the error for games that cannot be searched by it.
var ErrUnfit = errors.New("expectimax needs choices one at a time and nothing hidden")

// Fits reports whether the game can be searched.
func Fits(cfg game.Config) bool {
	t := cfg.Game.Traits
	return !t.Simultaneous && (!t.Hidden || t.NatureReveals)
}

// Searcher keeps its memory from one search to the next. It is not safe for
// concurrent use.
type Searcher struct {
	ev      search.Evaluator
	opt     Options
	workers []*worker
}

// New returns a searcher. The evaluator must be safe for concurrent use if
// budgets ask for several threads.
func New(ev search.Evaluator, opt Options) *Searcher {
	if opt.MaxDepth <= 0 || opt.MaxDepth > maxDepth {
		opt.MaxDepth = maxDepth
	}
	return &Searcher{ev: ev, opt: opt}
}

// Search answers for seat s. With several threads each takes a fixed part of the
// actions, so that the answer stays a function of state and node budget.
func (e *Searcher) Search(ctx context.Context, view game.State, s game.Seat, b search.Budget) (search.Report, error) {
	if !Fits(view.Config()) {
		return search.Report{}, ErrUnfit
	}
	only, done, err := search.Check(ctx, view, s, b, nil)
	if err != nil {
		return search.Report{}, err
	}
	if done {
		return search.Only(view, s, only), nil
	}
	actions := view.AppendActions(nil, s)
	if e.opt.Order != nil {
		slices.SortStableFunc(actions, func(x, y game.Action) int { return e.opt.Order(view, s, y) - e.opt.Order(view, s, x) })
	}
	n := min(b.ThreadCount(), len(actions))
	for len(e.workers) < n {
		e.workers = append(e.workers, &worker{})
	}
	var wg sync.WaitGroup
	for i, w := range e.workers[:n] {
		var part []game.Action
		for k := i; k < len(actions); k += n {
			part = append(part, actions[k])
		}
		w.reset(e, view, s, part, search.NewClock(ctx, b.Share(i, n), 64), b.Share(i, n))
		if n == 1 {
			w.deepen()
			break
		}
		wg.Go(w.deepen)
	}
	wg.Wait()
	rep := search.Report{Seat: s, Elapsed: e.workers[0].clock.Elapsed()}
	rep.Depth = maxDepth
	for _, w := range e.workers[:n] {
		if w.clock.Err() != nil {
			return search.Report{}, w.clock.Err()
		}
		rep.Nodes += w.clock.Nodes()
		if !w.exhausted {
			rep.Depth = min(rep.Depth, w.done)
		}
	}
	for _, w := range e.workers[:n] {
		// A thread that saw its part to the end has nothing deeper.
		rep.Candidates = append(rep.Candidates, w.byDepth[min(rep.Depth, w.done)]...)
	}
	top := rep.Candidates[0]
	for _, c := range rep.Candidates {
		if c.Value > top.Value {
			top = c
		}
	}
	for i := range rep.Candidates {
		if rep.Candidates[i].Action == top.Action {
			rep.Candidates[i].Weight = 1
		}
	}
	search.SortCandidates(rep.Candidates)
	rep.Action = top.Action
	rep.Values = e.workers[0].values(top)
	for _, w := range e.workers[:n] {
		if v, ok := w.vectors[top.Action]; ok {
			rep.Values = v
		}
	}
	return rep, nil
}

// Search is New(ev, opt).Search for a single question.
func Search(ctx context.Context, view game.State, s game.Seat, b search.Budget, ev search.Evaluator, opt Options) (search.Report, error) {
	rep, err := New(ev, opt).Search(ctx, view, s, b)
	if err != nil {
		return rep, fmt.Errorf("expectimax: %w", err)
	}
	return rep, nil
}
