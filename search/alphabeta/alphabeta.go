// Package alphabeta searches games of two seats with open information and no
// chance: iterative deepening, principal variation search with aspiration
// windows, a transposition table, quiescence, killer and history ordering and
// late move reductions.
//
// A seat may act several times in a row; the sign of a score turns only when the
// other seat is to act.
package alphabeta

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"atoll/game"
	"atoll/search"
)

// Scores are for the seat to act. A won game is Win less the steps to it.
const (
	Win     = 30000
	inf     = 32000
	wonFrom = Win - maxPly
	maxPly  = 128
)

// Judge knows one game. It must depend on nothing but the state.
type Judge interface {
	// Evaluate returns the score of seat s, which is to act, well inside ±Win.
	Evaluate(st game.State, s game.Seat) int
}

// Orderer is met by judges that can tell which actions to look at first.
type Orderer interface {
	// Order returns a rank: higher is searched earlier. Captures should be above
	// 1,000; killers and history lie below.
	Order(st game.State, s game.Seat, a game.Action) int
}

// Quieter is met by judges that know which actions a quiescence search must look
// at, captures as a rule.
type Quieter interface {
	// AppendNoisy appends the legal actions of s that are not quiet.
	AppendNoisy(dst []game.Action, st game.State, s game.Seat) []game.Action
}

// Options change the search.
type Options struct {
	MaxDepth int // 0 is no limit but that of the stack
	// Scale is the score that means odds of ten to one, for win probabilities; 0 is 400.
	Scale float64
	// NoReductions turns late move reductions off.
	NoReductions bool
}

// ErrUnfit is the error for games that alpha-beta cannot search.
var ErrUnfit = errors.New("alpha-beta needs two seats, open information and no chance")

// Fits reports whether the game can be searched.
func Fits(cfg game.Config) bool {
	t := cfg.Game.Traits
	return cfg.Players == 2 && !t.Simultaneous && !t.Chance && !t.Hidden
}

// Searcher keeps transposition table and stacks from one search to the next. It
// is not safe for concurrent use.
type Searcher struct {
	judge   Judge
	opt     Options
	table   *Table
	workers []*worker
}

// New returns a searcher.
func New(judge Judge, opt Options) *Searcher {
	if opt.Scale == 0 {
		opt.Scale = 400
	}
	if opt.MaxDepth == 0 || opt.MaxDepth > maxPly/2 {
		opt.MaxDepth = maxPly / 2
	}
	return &Searcher{judge: judge, opt: opt}
}

// WinProbability turns a score into an expected share of first place.
func (o Options) WinProbability(score int) float64 {
	if score >= wonFrom {
		return 1
	}
	if score <= -wonFrom {
		return 0
	}
	return 1 / (1 + math.Pow(10, -float64(score)/o.Scale))
}

// Search answers for seat s. On one thread the answer is a function of state and
// node budget; further threads share the table and make it a matter of luck.
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
	n := b.ThreadCount()
	e.table = e.table.resized(tableBytes(b))
	e.table.clear()
	for len(e.workers) < n {
		e.workers = append(e.workers, &worker{})
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	var clock *search.Clock
	for i := range n {
		w := e.workers[i]
		own := search.NewClock(ctx, b.Share(i, n), 256)
		w.reset(e, view, own, i)
		if i > 0 {
			wg.Go(w.deepen)
		} else {
			clock = own
		}
	}
	e.workers[0].deepen()
	err = clock.Err()
	cancel()
	wg.Wait()
	if err != nil {
		return search.Report{}, err
	}
	rep := e.workers[0].report(s, e.opt)
	rep.Elapsed = clock.Elapsed()
	for _, w := range e.workers[1:n] {
		rep.Nodes += w.clock.Nodes()
	}
	return rep, nil
}

// tableBytes keeps the table in proportion to the budget: emptying a large one
// takes longer than a short search.
func tableBytes(b search.Budget) int64 {
	size := b.MemoryCap()
	if b.Nodes > 0 {
		size = min(size, 4*slotBytes*b.Nodes)
	}
	if b.Time > 0 {
		const perMilli = 64 << 10
		size = min(size, perMilli*b.Time.Milliseconds()*int64(b.ThreadCount()))
	}
	return size
}

// Search is New(judge, opt).Search for a single question.
func Search(ctx context.Context, view game.State, s game.Seat, b search.Budget, judge Judge, opt Options) (search.Report, error) {
	rep, err := New(judge, opt).Search(ctx, view, s, b)
	if err != nil {
		return rep, fmt.Errorf("alphabeta: %w", err)
	}
	return rep, nil
}
