package regret

import (
	"errors"
	"math"
	"slices"

	"atoll/game"
	"atoll/search"
)

// Reply is an action and what it is worth to the row player against a mixture.
type Reply struct {
	Action game.Action
	Value  float64
}

// Oracle knows a zero-sum game of simultaneous choice that is too large to write
// out. Values are the row player's.
type Oracle interface {
	// Payoff is what the row player gets when the two actions meet.
	Payoff(row, col game.Action) float64
	// BestRows appends good answers of the row player to a mixture of the column
	// player's actions. The first must be the best of all actions, with its exact
	// value; further ones only speed the search up.
	BestRows(dst []Reply, cols []game.Action, mix []float64) []Reply
	// BestCols is the same for the column player, who wants the value low.
	BestCols(dst []Reply, rows []game.Action, mix []float64) []Reply
}

// Equilibrium is an approximate solution of the whole game.
type Equilibrium struct {
	Rows, Cols []game.Action
	Row, Col   []float64 // the mixtures over them
	Value      float64
	// Gap is what the two could gain together by best responses out of all actions,
	// at these mixtures.
	Gap    float64
	Rounds int
	Pairs  int // payoffs asked for, the oracle's own work not counted
}

// Options of a double oracle.
type Options struct {
	Tolerance float64 // stop at this gap
	// Iterations of regret matching+ in a round; 0 is 400.
	Iterations int
	// MaxActions bounds the actions of a side; 0 is 256.
	MaxActions int
	// Round, if not nil, is told of every round.
	Round func(Equilibrium)
}

// ErrNoStart is the error of a double oracle without a first action for each side.
var ErrNoStart = errors.New("a double oracle needs a first action for each side")

// DoubleOracle grows rows and cols, which must each hold at least one action, by
// best responses until the gap is small enough or the clock stops. The clock is
// stepped once a payoff and looked at once a round; what is found until then is
// the answer.
func DoubleOracle(clock *search.Clock, o Oracle, rows, cols []game.Action, opt Options) (Equilibrium, error) {
	if len(rows) == 0 || len(cols) == 0 {
		return Equilibrium{}, ErrNoStart
	}
	if opt.Iterations == 0 {
		opt.Iterations = 400
	}
	if opt.MaxActions == 0 {
		opt.MaxActions = 256
	}
	d := &driver{o: o, clock: clock}
	for _, a := range rows {
		d.addRow(a)
	}
	for _, a := range cols {
		d.addCol(a)
	}
	best := Equilibrium{Gap: math.Inf(1)}
	var replies []Reply
	for round := 1; ; round++ {
		sol := d.solver.Solve(&d.m, opt.Iterations, opt.Tolerance/4)
		var up, down float64
		grown := false
		replies = o.BestRows(replies[:0], d.cols, sol.Col)
		if len(replies) > 0 {
			up = replies[0].Value
		}
		newRows := slices.Clone(replies)
		replies = o.BestCols(replies[:0], d.rows, sol.Row)
		if len(replies) > 0 {
			down = replies[0].Value
		}
		if gap := up - down; gap < best.Gap {
			best = Equilibrium{
				Rows: slices.Clone(d.rows), Cols: slices.Clone(d.cols),
				Row: slices.Clone(sol.Row), Col: slices.Clone(sol.Col),
				Value: sol.Value, Gap: gap,
			}
		}
		best.Rounds, best.Pairs = round, d.pairs
		if opt.Round != nil {
			opt.Round(best)
		}
		if best.Gap <= opt.Tolerance || !clock.Look() {
			break
		}
		for _, r := range newRows {
			if len(d.rows) < opt.MaxActions {
				grown = d.addRow(r.Action) || grown
			}
		}
		for _, r := range replies {
			if len(d.cols) < opt.MaxActions {
				grown = d.addCol(r.Action) || grown
			}
		}
		if !grown {
			// Only the small matrix is left to be solved better.
			if sol.Gap <= opt.Tolerance/4 || opt.Iterations > 1<<20 {
				break
			}
			opt.Iterations *= 2
		}
	}
	best.trim()
	return best, clock.Err()
}

// negligible is the share below which an action is left out of a mixture: what
// averaging leaves of actions tried long ago.
const negligible = 1e-3

// trim drops what is hardly ever played and orders the rest, most likely first.
func (e *Equilibrium) trim() {
	e.Rows, e.Row = trim(e.Rows, e.Row)
	e.Cols, e.Col = trim(e.Cols, e.Col)
}

func trim(list []game.Action, mix []float64) ([]game.Action, []float64) {
	order := make([]int, 0, len(list))
	var sum float64
	for i, p := range mix {
		if p >= negligible {
			order = append(order, i)
			sum += p
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case mix[a] > mix[b]:
			return -1
		case mix[a] < mix[b]:
			return 1
		}
		return 0
	})
	outList, outMix := make([]game.Action, len(order)), make([]float64, len(order))
	for i, k := range order {
		outList[i], outMix[i] = list[k], mix[k]/sum
	}
	return outList, outMix
}

type driver struct {
	o          Oracle
	clock      *search.Clock
	rows, cols []game.Action
	m          Matrix
	solver     Solver
	pairs      int
}

func (d *driver) payoff(row, col game.Action) float64 {
	d.pairs++
	d.clock.Step()
	return d.o.Payoff(row, col)
}

func (d *driver) addRow(a game.Action) bool {
	if slices.Contains(d.rows, a) {
		return false
	}
	d.rows = append(d.rows, a)
	d.m.Grow(len(d.rows), len(d.cols))
	for j, c := range d.cols {
		d.m.Set(len(d.rows)-1, j, d.payoff(a, c))
	}
	return true
}

func (d *driver) addCol(a game.Action) bool {
	if slices.Contains(d.cols, a) {
		return false
	}
	d.cols = append(d.cols, a)
	d.m.Grow(len(d.rows), len(d.cols))
	for i, r := range d.rows {
		d.m.Set(i, len(d.cols)-1, d.payoff(r, a))
	}
	return true
}
