package epigo

import (
	"math"

	"atoll/game"
	"atoll/games/epigo"
)

// ideaHeat is how much better an Order must be alone, in score, to come to mind
// e times as often; wildIdeas is the share of plans that are drawn from all.
const (
	ideaHeat  = .04
	wildIdeas = .2
)

// ideas draws n plans of each side, by index, with a bias towards good ones: each
// Order is weighed by what it does on the board as it is.
func (t *turn) ideas(n int, r *game.Rand) (pick [2][]int) {
	for side := range pick {
		weight := t.orderWeights(side)
		for range n {
			plan := t.pos.SamplePlan(r)
			if r.Float64() >= wildIdeas {
				plan = idea(weight, r)
			}
			pick[side] = append(pick[side], t.indexOf(plan))
		}
	}
	return pick
}

// orderWeights weighs every Order of a side by its value when it acts alone.
func (t *turn) orderWeights(side int) (weight [33]float64) {
	now := t.judge.value(&t.pos)
	last := 31
	if t.pos.Islanders() {
		last = 32
	}
	for o := 4; o <= last; o++ {
		p := t.pos
		t.kernel.Order(&p, side, epigo.Order(o))
		gain := float64(t.judge.value(&p) - now)
		if side == 1 {
			gain = -gain
		}
		weight[o] = math.Exp(min(max(gain/ideaHeat, -4), 4))
	}
	return weight
}

// idea draws a plan, one Order after the other.
func idea(weight [33]float64, r *game.Rand) (plan epigo.Plan) {
	for i := range plan {
		var sum float64
		for _, w := range weight {
			sum += w
		}
		x := r.Float64() * sum
		pick := 0
		for o, w := range weight {
			if w > 0 {
				pick = o
				if x -= w; x < 0 {
					break
				}
			}
		}
		plan[i] = epigo.Order(pick)
		for d := range 4 {
			if k := pick&^3 + d; k < len(weight) {
				weight[k] = 0
			}
		}
	}
	return plan
}

// indexOf finds the index of a plan.
func (t *turn) indexOf(p epigo.Plan) int {
	if t.index == nil {
		t.index = make(map[epigo.Plan]int, len(t.plans))
		for i, q := range t.plans {
			t.index[q] = i
		}
	}
	return t.index[p]
}
