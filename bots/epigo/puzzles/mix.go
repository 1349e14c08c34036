package main

import (
	"math"
	"slices"

	"atoll/game"
	"atoll/games/epigo"
	"atoll/search/regret"
)

const tiny = 1e-9

// pairs resolves plans against plans from one position, in halves for one seat.
type pairs struct {
	pos    epigo.Position
	lost   [2]int
	seat   int
	plans  []epigo.Plan
	kernel epigo.Kernel

	free   int   // the side that chooses in mid-turn as it likes
	script []int // its choices
	width  []int // how many there were at each
}

func newPairs(pos epigo.Position, seat game.Seat) *pairs {
	p := &pairs{pos: pos, seat: int(seat), plans: pos.AllPlans(), lost: [2]int{pos.Lost(0), pos.Lost(1)}}
	p.kernel.Choose = func(side int, options []epigo.Position) int {
		if side != p.free {
			return 0
		}
		i := len(p.width)
		p.width = append(p.width, len(options))
		if i < len(p.script) {
			return p.script[i]
		}
		p.script = append(p.script, 0)
		return 0
	}
	return p
}

// meet is what the seat gets when its plan meets a reply and 'free' chooses what
// is best for itself in mid-turn.
func (p *pairs) meet(plan, reply epigo.Plan, free int) int {
	p.free = free
	p.script = p.script[:0]
	mine := free == p.seat
	best := -1
	for {
		p.width = p.width[:0]
		pos := p.pos
		if p.seat == 0 {
			p.kernel.Turn(&pos, plan, reply)
		} else {
			p.kernel.Turn(&pos, reply, plan)
		}
		v := p.halves(&pos)
		if best < 0 || mine && v > best || !mine && v < best {
			best = v
		}
		// The next way to choose.
		p.script = p.script[:len(p.width)]
		for len(p.script) > 0 && p.script[len(p.script)-1]+1 >= p.width[len(p.script)-1] {
			p.script = p.script[:len(p.script)-1]
		}
		if len(p.script) == 0 {
			return best
		}
		p.script[len(p.script)-1]++
	}
}

const toWin = 3

func (p *pairs) halves(pos *epigo.Position) int {
	switch {
	case pos.Lost(p.seat^1) >= toWin:
		return 2
	case pos.Lost(p.seat) >= toWin:
		return 0
	}
	return 1
}

// row is what a plan gets against every reply, at least.
func (p *pairs) row(plan epigo.Plan) []int8 {
	out := make([]int8, len(p.plans))
	for j, reply := range p.plans {
		out[j] = int8(p.meet(plan, reply, p.seat^1))
	}
	return out
}

// column is what every plan gets against a reply: at least, or at most.
func (p *pairs) column(reply epigo.Plan, free int) []int8 {
	out := make([]int8, len(p.plans))
	for i, plan := range p.plans {
		out[i] = int8(p.meet(plan, reply, free))
	}
	return out
}

// Mixture is some plans, and how many parts of all each has.
type Mixture struct {
	Plans []epigo.Plan
	Parts []int
	Of    int
}

// Solved is a turn whose value is proven: Halves / Of, in halves of a win.
type Solved struct {
	Own, Other Mixture
	Halves, Of int
	tried      []epigo.Plan // plans that were thought of
}

const (
	// maxPlans is how many plans of a side are thought of before a turn is given up.
	maxPlans = 40
	// maxParts bounds the shares of a mixture: what cannot be set by hand is no puzzle.
	maxParts = 12
	// maxOther bounds those of the other side, which nobody sets.
	maxOther = 240
)

// Solve proves the value of a turn, if it can.
func Solve(pos epigo.Position, seat game.Seat) (Solved, bool) {
	p := newPairs(pos, seat)
	var exact regret.Simplex
	own, other := []int{0}, []int{0}
	rows, cols := [][]int8{p.row(p.plans[0])}, [][]int8{p.column(p.plans[0], p.seat^1)}
	for {
		a := make([][]float64, len(own))
		for i := range own {
			a[i] = make([]float64, len(other))
			for j, reply := range other {
				a[i][j] = float64(rows[i][reply])
			}
		}
		x, y, value := exact.Solve(a)
		best, gets := extreme(cols, y, 1)
		worst, leaves := extreme(rows, x, -1)
		if gets <= value+1e-7 && -leaves >= value-1e-7 {
			return p.prove(own, other, x, y)
		}
		if gets > value+1e-7 {
			own, rows = append(own, best), append(rows, p.row(p.plans[best]))
		}
		if -leaves < value-1e-7 {
			other, cols = append(other, worst), append(cols, p.column(p.plans[worst], p.seat^1))
		}
		if len(own) > maxPlans || len(other) > maxPlans {
			return Solved{}, false
		}
	}
}

// extreme finds the plan that gets most (sign 1) or least (sign -1) against a
// mixture of the vectors.
func extreme(vectors [][]int8, shares []float64, sign float64) (plan int, value float64) {
	sum := make([]float64, len(vectors[0]))
	for i, w := range shares {
		if w > tiny {
			for j, v := range vectors[i] {
				sum[j] += sign * w * float64(v)
			}
		}
	}
	for j, v := range sum {
		if v > sum[plan]+tiny {
			plan = j
		}
	}
	return plan, sum[plan]
}

// prove turns a solution into whole numbers and checks it against everything.
func (p *pairs) prove(own, other []int, x, y []float64) (Solved, bool) {
	var s Solved
	var ok bool
	if s.Own, ok = p.mixture(own, x, maxParts); !ok {
		return s, false
	}
	if s.Other, ok = p.mixture(other, y, maxOther); !ok {
		return s, false
	}
	for _, i := range own {
		s.tried = append(s.tried, p.plans[i])
	}
	s.Halves, s.Of = p.guarantee(s.Own), s.Own.Of
	return s, s.Halves*s.Other.Of == p.ceiling(s.Other)*s.Of
}

func (p *pairs) mixture(index []int, shares []float64, most int) (Mixture, bool) {
	list, of, ok := parts(shares, most)
	m := Mixture{Of: of}
	for i, k := range list {
		if k > 0 {
			m.Plans = append(m.Plans, p.plans[index[i]])
			m.Parts = append(m.Parts, k)
		}
	}
	return m, ok
}

// guarantee is the least that a mixture gets, times its parts.
func (p *pairs) guarantee(m Mixture) int {
	sum := make([]int, len(p.plans))
	for i, plan := range m.Plans {
		for j, v := range p.row(plan) {
			sum[j] += m.Parts[i] * int(v)
		}
	}
	return slices.Min(sum)
}

// ceiling is the most that any plan gets against a mixture of the other side,
// times its parts.
func (p *pairs) ceiling(m Mixture) int {
	sum := make([]int, len(p.plans))
	for i, reply := range m.Plans {
		for j, v := range p.column(reply, p.seat) {
			sum[j] += m.Parts[i] * int(v)
		}
	}
	return slices.Max(sum)
}

// parts writes shares as whole numbers of equal parts, at most that many in all; false if the
// shares are no such fractions.
func parts(shares []float64, most int) (list []int, of int, ok bool) {
	for of = 1; of <= most; of++ {
		list, ok = list[:0], true
		sum := 0
		for _, x := range shares {
			k := math.Round(x * float64(of))
			ok = ok && math.Abs(x*float64(of)-k) < 1e-6
			list = append(list, int(k))
			sum += int(k)
		}
		if ok && sum == of {
			return list, of, true
		}
	}
	return nil, 0, false
}
