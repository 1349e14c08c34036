// Package search holds what every search algorithm here shares: the budget of a
// decision, the clock that enforces it, the form of an answer and the errors for
// questions that have none.
//
// A search is given a state as its seat sees it (game.Look) and never more. With
// a budget in nodes the answer depends on state, seat, seed and budget alone;
// with a budget in time it also depends on the machine.
package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"atoll/game"
)

// Errors for questions that no search can answer. They are wrapped.
var (
	ErrOver     = game.ErrOver
	ErrBudget   = errors.New("the budget allows no thought")
	ErrNoChoice = errors.New("the seat has no choice to make")
)

// Budget limits one decision. At least one of Time and Nodes must be above zero;
// the search ends at whichever comes first.
type Budget struct {
	Time    time.Duration // wall clock; 0 is no limit
	Nodes   int64         // positions or playouts, as the algorithm counts; 0 is no limit
	Memory  int64         // bytes of tree or table; 0 is DefaultMemory
	Threads int           // 0 and 1 are one
}

// DefaultMemory is the memory cap of a budget that names none.
const DefaultMemory = 64 << 20

// MaxThreads is the most threads a budget may ask for.
const MaxThreads = 256

// Millis is a budget of ms milliseconds on one core.
func Millis(ms int) Budget { return Budget{Time: time.Duration(ms) * time.Millisecond} }

// Nodes is a budget of n nodes on one core.
func Nodes(n int64) Budget { return Budget{Nodes: n} }

// Check refuses a budget without a limit or with a negative one.
func (b Budget) Check() error {
	switch {
	case b.Time < 0:
		return fmt.Errorf("%w: %v", ErrBudget, b.Time)
	case b.Nodes < 0:
		return fmt.Errorf("%w: %d nodes", ErrBudget, b.Nodes)
	case b.Time == 0 && b.Nodes == 0:
		return fmt.Errorf("%w: neither time nor nodes", ErrBudget)
	case b.Memory < 0:
		return fmt.Errorf("%w: %d bytes", ErrBudget, b.Memory)
	case b.Threads < 0 || b.Threads > MaxThreads:
		return fmt.Errorf("%w: %d threads", ErrBudget, b.Threads)
	}
	return nil
}

// MemoryCap returns the memory cap with its default.
func (b Budget) MemoryCap() int64 {
	if b.Memory == 0 {
		return DefaultMemory
	}
	return b.Memory
}

// ThreadCount returns the number of threads with its default.
func (b Budget) ThreadCount() int { return max(1, b.Threads) }

// Share is the part of the budget that thread i of n works with, so that all
// together spend the whole.
func (b Budget) Share(i, n int) Budget {
	c := b
	c.Threads = 1
	c.Memory = b.MemoryCap() / int64(n)
	if b.Nodes > 0 {
		c.Nodes = b.Nodes / int64(n)
		if int64(i) < b.Nodes%int64(n) {
			c.Nodes++
		}
	}
	return c
}

// Check answers what needs no search. done is true if the answer is only, the
// single legal action, or err. buf is scratch space and may be nil.
func Check(ctx context.Context, st game.State, s game.Seat, b Budget, buf []game.Action) (only game.Action, done bool, err error) {
	acting := st.Acting()
	if acting == 0 {
		return game.NoAction, true, fmt.Errorf("%w: nothing is left to choose", ErrOver)
	}
	if s < 0 || int(s) >= st.Config().Players || !acting.Has(s) {
		return game.NoAction, true, fmt.Errorf("%w: to act: %s", ErrNoChoice, game.ActingText(st))
	}
	if game.Count(st, s) == 1 {
		a, _ := game.Sample(st, s, game.NewRand(0), buf)
		return a, true, nil
	}
	if err := ctx.Err(); err != nil {
		return game.NoAction, true, fmt.Errorf("search stopped: %w", err)
	}
	if err := b.Check(); err != nil {
		return game.NoAction, true, err
	}
	return game.NoAction, false, nil
}

// Candidate is one action of the seat with what the search found out about it.
type Candidate struct {
	Action game.Action
	// Value is the expected score of the seat, as Result.Score counts it: between
	// 0 and 1, the share of first place.
	Value float64
	// Weight is the share of the search spent on the action or, for simultaneous
	// choices, its share of the mixture. The weights of a report sum to 1.
	Weight float64
	Visits int64
}

// Report is the answer of a search.
type Report struct {
	Seat   game.Seat
	Action game.Action
	// Values is the expected score of each seat.
	Values     [game.MaxSeats]float64
	Candidates []Candidate // best first
	Nodes      int64
	Depth      int
	Elapsed    time.Duration
}

// Value returns the expected score of the report's own seat.
func (r Report) Value() float64 { return r.Values[r.Seat] }

// Candidate finds the entry of an action.
func (r Report) Candidate(a game.Action) (Candidate, bool) {
	i := slices.IndexFunc(r.Candidates, func(c Candidate) bool { return c.Action == a })
	if i < 0 {
		return Candidate{}, false
	}
	return r.Candidates[i], true
}

// SortCandidates puts the candidates in order: by weight, then value, then action.
func SortCandidates(list []Candidate) {
	slices.SortFunc(list, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(b.Value, a.Value), cmp.Compare(a.Action, b.Action))
	})
}

// Only is the report where there is a single legal action.
func Only(st game.State, s game.Seat, a game.Action) Report {
	r := Report{Seat: s, Action: a, Candidates: []Candidate{{Action: a, Value: Even(st), Weight: 1}}}
	for i := range st.Config().Players {
		r.Values[i] = Even(st)
	}
	return r
}

// Even is the score of a seat in a game of which nothing is known.
func Even(st game.State) float64 { return 1 / float64(st.Config().Players) }

// Evaluator estimates positions. It must depend on the state alone.
type Evaluator interface {
	// Evaluate sets scores[s] to the expected score of each seat s of the game,
	// between 0 and 1, summing to about 1. It is not asked about finished games.
	Evaluate(st game.State, scores *[game.MaxSeats]float64)
}

// EvaluatorFunc makes an Evaluator of a function.
type EvaluatorFunc func(st game.State, scores *[game.MaxSeats]float64)

// Evaluate calls f.
func (f EvaluatorFunc) Evaluate(st game.State, scores *[game.MaxSeats]float64) { f(st, scores) }

// Scores sets the final scores of a finished game.
func Scores(st game.State, scores *[game.MaxSeats]float64) {
	n := st.Config().Players
	res := st.Result()
	for s := range n {
		scores[s] = res.Score(game.Seat(s), n)
	}
}
