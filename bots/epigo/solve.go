package epigo

import (
	"slices"
	"sync"

	"atoll/game"
	"atoll/games/epigo"
	"atoll/search"
	"atoll/search/regret"
)

// turn solves the planning of one position: what South gets when two plans meet,
// for a growing set of plans of each side.
type turn struct {
	pos    epigo.Position
	lost   [2]int
	quiet  bool // a turn without a capture ends the game in a draw
	judge  *judge
	kernel epigo.Kernel
	plans  []epigo.Plan
	index  map[epigo.Plan]int
	clock  *search.Clock

	threads int
	helper  *helper // the second thread's kernel and cache

	sides  [2]entries
	matrix regret.Matrix
	solver regret.Solver
	last   [2][]float64 // the mixtures of the solution that was kept, by entry
	gain   []float32    // scratch: what every plan gets against a mixture
	spare  [][]float32
}

// entries are the plans of a side that are in the matrix.
type entries struct {
	index []int
	// reply[i][j] is South's score when plan i of the side meets plan j of the
	// other, of all plans.
	reply [][]float32
}

func newTurn(e *Eval) *turn {
	t := &turn{judge: newJudge(e)}
	t.kernel.Choose = t.judge.pick
	return t
}

// begin prepares for a position.
func (t *turn) begin(st *epigo.State, clock *search.Clock) {
	quiet, limit := st.Quiet()
	t.start(st.Position(), quiet+1 >= limit, clock)
}

func (t *turn) start(pos epigo.Position, quiet bool, clock *search.Clock) {
	t.pos = pos
	t.lost = [2]int{pos.Lost(0), pos.Lost(1)}
	t.quiet = quiet
	t.clock = clock
	if len(t.plans) != pos.Plans() {
		t.plans = pos.AllPlans()
		t.gain = make([]float32, len(t.plans))
		t.spare, t.index = nil, nil
	}
	for s := range t.sides {
		t.spare = append(t.spare, t.sides[s].reply...)
		t.sides[s].index, t.sides[s].reply = t.sides[s].index[:0], t.sides[s].reply[:0]
	}
	t.matrix.Reset()
	t.solver.Forget()
}

// value is South's score at the end of the turn.
func (t *turn) value(p *epigo.Position) float32 {
	if t.drawn(p) {
		return .5
	}
	return t.judge.value(p)
}

// drawn reports whether the turn was the last quiet one.
func (t *turn) drawn(p *epigo.Position) bool {
	return t.quiet && p.Lost(0) == t.lost[0] && p.Lost(1) == t.lost[1]
}

// vector returns room for one number a plan.
func (t *turn) vector() []float32 {
	if n := len(t.spare); n > 0 {
		v := t.spare[n-1]
		t.spare = t.spare[:n-1]
		return v
	}
	return make([]float32, len(t.plans))
}

// meet plays two plans against each other.
func (t *turn) meet(south, north int) float32 {
	p := t.pos
	t.kernel.Turn(&p, t.plans[south], t.plans[north])
	return t.value(&p)
}

// sweep sets dst to what a plan of a side gives South against all replies.
func (t *turn) sweep(side, plan int) []float32 {
	dst := t.vector()
	t.kernel.ReplyAll(&t.pos, side, t.plans[plan], func(reply int, p *epigo.Position) {
		dst[reply] = t.value(p)
	})
	return dst
}

// helper sweeps beside the main thread.
type helper struct {
	judge  *judge
	kernel epigo.Kernel
}

// sweepBoth sweeps a plan of each side at once, on two threads.
func (t *turn) sweepBoth(south, north int) (a, b []float32) {
	if t.helper == nil {
		t.helper = &helper{judge: newJudge(t.judge.eval)}
		t.helper.kernel.Choose = t.helper.judge.pick
	}
	b = t.vector()
	var wg sync.WaitGroup
	wg.Go(func() {
		h := t.helper
		h.kernel.ReplyAll(&t.pos, 1, t.plans[north], func(reply int, p *epigo.Position) {
			if t.drawn(p) {
				b[reply] = .5
			} else {
				b[reply] = h.judge.value(p)
			}
		})
	})
	a = t.sweep(0, south)
	wg.Wait()
	return a, b
}

// has reports whether a plan of a side is in the matrix.
func (t *turn) has(side, plan int) bool { return slices.Contains(t.sides[side].index, plan) }

// add puts a plan of a side into the matrix.
func (t *turn) add(side, plan int) { t.put(side, plan, t.sweep(side, plan)) }

func (t *turn) put(side, plan int, swept []float32) {
	e, o := &t.sides[side], &t.sides[side^1]
	e.index = append(e.index, plan)
	e.reply = append(e.reply, swept)
	t.matrix.Grow(len(t.sides[0].index), len(t.sides[1].index))
	k := len(e.index) - 1
	for j, other := range o.index {
		v := float64(e.reply[k][other])
		if side == 0 {
			t.matrix.Set(k, j, v)
		} else {
			t.matrix.Set(j, k, v)
		}
	}
	for range len(t.plans) / 64 {
		t.clock.Step() // a sweep counts one node for each shared beginning
	}
}

// best finds the best plan of a side against the other side's mixture, and what
// South gets by it.
func (t *turn) best(side int, mix []float64) (plan int, value float64) {
	clear(t.gain)
	for i, w := range mix {
		if w < 1e-4 {
			continue
		}
		w := float32(w)
		row := t.sides[side^1].reply[i]
		gain := t.gain[:len(row)]
		for j, v := range row {
			gain[j] += w * v
		}
	}
	plan = 0
	for j, g := range t.gain {
		if side == 0 && g > t.gain[plan] || side == 1 && g < t.gain[plan] {
			plan = j
		}
	}
	return plan, float64(t.gain[plan])
}

// Mixture is a side's recommended plans with their shares, most likely first.
type Mixture struct {
	Plans  []epigo.Plan
	Shares []float64
	Values []float64 // what each plan gets the side against the other's mixture
}

// Solution is the outcome of a solved turn. Scores are South's.
type Solution struct {
	Sides [2]Mixture
	Value float64
	Gap   float64 // what both together could gain by best responses
	Sweep int     // plans that met all replies
}

// effort limits the solving of a turn, besides the clock.
type effort struct {
	seeds   int     // random plans of each side that the first mixtures come from
	support int     // plans of each side taken over from them
	sweeps  int     // most plans of both sides together
	gap     float64 // good enough
}

var fullEffort = effort{seeds: 40, support: 3, sweeps: 400, gap: .002}

// solve runs the double oracle until the gap is small or the clock stops.
func (t *turn) solve(eff effort, r *game.Rand) Solution {
	first := t.sampled(eff.seeds, r)
	if !t.clock.Look() {
		return first
	}
	for s := range t.sides {
		t.sides[s].index = t.sides[s].index[:0]
	}
	t.matrix.Reset()
	t.solver.Forget()
	for side := range t.sides {
		plans := first.Sides[side].Plans
		for i, p := range plans[:min(eff.support, len(plans))] {
			if plan := t.indexOf(p); i == 0 || !t.has(side, plan) && t.clock.Look() {
				t.add(side, plan)
			}
		}
	}
	var best Solution
	best.Gap = 2
	for iterations := 300; ; {
		sol := t.solver.Solve(&t.matrix, iterations, eff.gap/4)
		south, up := t.best(0, sol.Col)
		north, down := t.best(1, sol.Row)
		if gap := up - down; gap < best.Gap {
			t.keep(&best, sol, gap)
		}
		swept := len(t.sides[0].index) + len(t.sides[1].index)
		best.Sweep = swept
		if best.Gap <= eff.gap || swept >= eff.sweeps || !t.clock.Look() {
			return best
		}
		grown := t.grow(south, north)
		if !grown {
			if iterations > 1<<12 {
				return best
			}
			iterations *= 2
		}
	}
}

// grow adds the best plans of both sides, if they are new.
func (t *turn) grow(south, north int) (grown bool) {
	if t.threads > 1 && !t.has(0, south) && !t.has(1, north) {
		a, b := t.sweepBoth(south, north)
		t.put(0, south, a)
		t.put(1, north, b)
		return true
	}
	if !t.has(0, south) {
		t.add(0, south)
		grown = true
	}
	if !t.has(1, north) && t.clock.Look() {
		t.add(1, north)
		grown = true
	}
	return grown
}

// keep stores the mixtures of a matrix solution.
func (t *turn) keep(best *Solution, sol regret.Solution, gap float64) {
	best.Value, best.Gap = sol.Value, gap
	for side, mix := range [2][]float64{sol.Row, sol.Col} {
		t.last[side] = append(t.last[side][:0], mix...)
		m := &best.Sides[side]
		m.Plans, m.Shares, m.Values = m.Plans[:0], m.Shares[:0], m.Values[:0]
		order := make([]int, 0, len(mix))
		var sum float64
		for i, w := range mix {
			if w >= 2e-3 {
				order = append(order, i)
				sum += w
			}
		}
		slices.SortStableFunc(order, func(a, b int) int {
			if mix[a] > mix[b] {
				return -1
			} else if mix[a] < mix[b] {
				return 1
			}
			return 0
		})
		for _, i := range order {
			m.Plans = append(m.Plans, t.plans[t.sides[side].index[i]])
			m.Shares = append(m.Shares, mix[i]/sum)
			var v float64
			for j := range t.sides[side^1].index {
				if side == 0 {
					v += sol.Col[j] * t.matrix.At(i, j)
				} else {
					v += sol.Row[j] * t.matrix.At(j, i)
				}
			}
			if side == 1 {
				v = 1 - v
			}
			m.Values = append(m.Values, v)
		}
	}
}

// sampled solves only the matrix of a few ideas: what self-play draws from, and
// the weak levels, and where the double oracle begins.
func (t *turn) sampled(n int, r *game.Rand) Solution {
	pick := t.ideas(n, r)
	t.matrix.Reset()
	for i, a := range pick[0] {
		if i > 0 && !t.clock.Look() {
			pick[0] = pick[0][:i]
			break
		}
		t.matrix.Grow(i+1, n)
		for j, b := range pick[1] {
			t.matrix.Set(i, j, float64(t.meet(a, b)))
		}
	}
	t.sides[0].index, t.sides[1].index = append(t.sides[0].index[:0], pick[0]...), append(t.sides[1].index[:0], pick[1]...)
	t.solver.Forget()
	sol := t.solver.Solve(&t.matrix, 200, .004)
	var out Solution
	t.keep(&out, sol, sol.Gap)
	return out
}

// Draw takes one of a mixture's plans by its share.
func (m *Mixture) Draw(r *game.Rand) epigo.Plan {
	x := r.Float64()
	for i, w := range m.Shares {
		if x -= w; x < 0 {
			return m.Plans[i]
		}
	}
	return m.Plans[0]
}
