package epigo

import (
	"context"
	"time"

	"atoll/game"
	"atoll/games/epigo"
	"atoll/search"
)

// Measure is how well one turn was solved.
type Measure struct {
	Own    float64 // what both sides could gain by best responses, by its own evaluation
	Second float64 // the same for the same mixtures, by another evaluation
	Sweeps int
	Time   time.Duration
}

// MeasureTurn solves the planning of a position within a budget and says how much
// the mixtures could be exploited within the turn, per side.
func MeasureTurn(st *epigo.State, own, second *Eval, b search.Budget, seed uint64) Measure {
	start := time.Now()
	t := newTurn(own)
	t.threads = b.ThreadCount()
	t.begin(st, search.NewClock(context.Background(), b, 1))
	sol := t.solve(fullEffort, game.NewRand(seed))
	m := Measure{Own: sol.Gap / 2, Sweeps: sol.Sweep, Time: time.Since(start)}
	if second != nil {
		m.Second = gapOf(st, &sol, second) / 2
	}
	return m
}

// gapOf is the gap of a pair of mixtures under an evaluation.
func gapOf(st *epigo.State, sol *Solution, e *Eval) float64 {
	t := newTurn(e)
	t.begin(st, endless())
	var best [2]float64
	for side, m := range sol.Sides {
		for _, p := range m.Plans {
			t.add(side, t.indexOf(p))
		}
	}
	for side := range best {
		_, best[side] = t.best(side, sol.Sides[side^1].Shares)
	}
	return best[0] - best[1]
}

// PlayedPositions collects n planning positions from games of a level against
// itself, one in three.
func PlayedPositions(cfg game.Config, e *Eval, n int, seed uint64) []*epigo.State {
	r := game.NewRand(seed)
	t := newTurn(e)
	var list []*epigo.State
	for {
		st := cfg.New().(*epigo.State)
		for st.Acting() != 0 {
			var c game.Choices
			switch {
			case st.Deploying():
				c[0], c[1] = st.SampleAction(0, r), st.SampleAction(1, r)
			case st.Planning():
				if r.Intn(3) == 0 {
					if list = append(list, st.Copy().(*epigo.State)); len(list) == n {
						return list
					}
				}
				t.begin(st, endless())
				sol := t.sampled(16, r)
				for side := range 2 {
					c[side] = epigo.PlanAction(sol.Sides[side].Draw(r))
				}
			default:
				rep := t.decide(st, 8, r)
				c = game.Choose(rep.Seat, rep.Action)
			}
			st.Play(c, nil)
		}
	}
}

// endless is a clock that never stops.
func endless() *search.Clock {
	return search.NewClock(context.Background(), search.Nodes(1<<60), 1<<20)
}
