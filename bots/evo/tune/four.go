package main

import (
	"fmt"
	"math"
	"os"

	"atoll/bots/evo"
	"atoll/game"
	rules "atoll/games/evo"
)

// sideFeatures of one position: those of every side, and who won in the end. after
// is how many act before the side does.
type position4 struct {
	features [4]evo.Features
	after    [4]int
	winner   int
}

// Weights of the fit: pieces, road, lead, guard, and the turn, which the search
// does not need because it always judges in the same turn.
const (
	roadAt  = 1
	leadAt  = roadAt + evo.FarMost + 1
	guardAt = leadAt + evo.FarMost + 1
	turnAt  = guardAt + evo.GuardMost + 1
	size4   = turnAt + 4
)

func selfPlayFour(w *evo.FourWeights, games int, nodes int64, seed uint64) []position4 {
	r := game.NewRand(seed)
	s := evo.NewFourSearcher(w, 1<<20)
	var all []position4
	reasons := map[string]int{}
	for g := range games {
		st := rules.Game.MustConfigure(4).New().(*rules.State)
		first := len(all)
		random := 8 + r.Intn(12)
		for ply := 0; st.Acting() != 0; ply++ {
			seat := st.Acting().First()
			if ply < random {
				st.Play(game.Choose(seat, st.LivelyAction(seat, r)), nil)
				continue
			}
			a, score := s.Search(st, nodes/2+int64(r.Below(uint64(nodes))), 20)
			p := st.Position()
			if !evo.Decided(score) {
				var x position4
				for side := range rules.Side(4) {
					x.features[side] = evo.FeaturesOf(&p, side)
					x.after[side] = int(side-p.Side()) & 3
				}
				all = append(all, x)
			}
			st.Play(game.Choose(seat, a), nil)
		}
		res := st.Result()
		reasons[res.Reason]++
		w := res.Winners(4)
		if w.Len() != 1 {
			all = all[:first]
			continue
		}
		for i := range all[first:] {
			all[first+i].winner = int(w.First())
		}
		if (g+1)%200 == 0 {
			fmt.Fprintf(os.Stderr, "%d games, %d positions, %v\n", g+1, len(all), reasons)
		}
	}
	return all
}

func logit(w []float64, f *evo.Features, after int) float64 {
	v := w[0]*float64(f.Pieces) + w[leadAt+f.Lead] + w[guardAt+f.Guards] + w[turnAt+after]
	for d, n := range f.Road {
		v += w[roadAt+d] * float64(n)
	}
	return v
}

// trainFour fits the chance of each side to win, a softmax over their values, by
// gradient descent with a pull towards the weights made by hand.
func trainFour(all []position4, epochs int, seed uint64) *evo.FourWeights {
	hand := pack(evo.HandFour())
	w := append([]float64(nil), hand...)
	m, v := make([]float64, size4), make([]float64, size4)
	r := game.NewRand(seed)
	step := 0
	for epoch := range epochs {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		loss := 0.0
		for at := 0; at+batch <= len(all); at += batch {
			grad := make([]float64, size4)
			for i := range all[at : at+batch] {
				x := &all[at+i]
				var p [4]float64
				sum := 0.0
				for s := range p {
					p[s] = math.Exp(logit(w, &x.features[s], x.after[s]))
					sum += p[s]
				}
				loss -= math.Log(p[x.winner] / sum)
				for s := range p {
					d := p[s] / sum
					if s == x.winner {
						d--
					}
					f := &x.features[s]
					grad[0] += d * float64(f.Pieces) / batch
					for k, n := range f.Road {
						grad[roadAt+k] += d * float64(n) / batch
					}
					grad[leadAt+f.Lead] += d / batch
					grad[guardAt+f.Guards] += d / batch
					grad[turnAt+x.after[s]] += d / batch
				}
			}
			step++
			for i := range w {
				g := grad[i] + 1e-3*(w[i]-hand[i])
				m[i] = 0.9*m[i] + 0.1*g
				v[i] = 0.999*v[i] + 0.001*g*g
				c1, c2 := 1-math.Pow(0.9, float64(step)), 1-math.Pow(0.999, float64(step))
				w[i] -= 0.003 * (m[i] / c1) / (math.Sqrt(v[i]/c2) + 1e-8)
			}
		}
		fmt.Fprintf(os.Stderr, "epoch %d: log loss %.4f\n", epoch+1, loss/float64(max(1, len(all)/batch*batch)))
	}
	return unpackFour(w)
}

func pack(p *evo.FourWeights) []float64 {
	w := make([]float64, size4)
	w[0] = float64(p.Piece) / evo.Scale
	for i := range p.Road {
		w[roadAt+i], w[leadAt+i] = float64(p.Road[i])/evo.Scale, float64(p.Lead[i])/evo.Scale
	}
	for i := range p.Guard {
		w[guardAt+i] = float64(p.Guard[i]) / evo.Scale
	}
	return w
}

func unpackFour(w []float64) *evo.FourWeights {
	round := func(x float64) int32 { return int32(math.Round(x * evo.Scale)) }
	p := &evo.FourWeights{Piece: round(w[0])}
	for i := range p.Road {
		p.Road[i], p.Lead[i] = round(w[roadAt+i]), round(w[leadAt+i])
	}
	for i := range p.Guard {
		p.Guard[i] = round(w[guardAt+i])
	}
	return p
}

// playMatchFour lets one player judge by a and three by b, in every seat in turn.
func playMatchFour(a, b *evo.FourWeights, games int, nodes int64, seed uint64) {
	r := game.NewRand(seed)
	score := 0.0
	for g := range games {
		st := rules.Game.MustConfigure(4).New().(*rules.State)
		one, three := evo.NewFourSearcher(a, 1<<20), evo.NewFourSearcher(b, 1<<20)
		for ply := 0; st.Acting() != 0; ply++ {
			seat := st.Acting().First()
			var act game.Action
			switch {
			case ply < 8:
				act = st.LivelyAction(seat, r)
			case int(seat) == g%4:
				act, _ = one.Search(st, nodes, 20)
			default:
				act, _ = three.Search(st, nodes, 20)
			}
			st.Play(game.Choose(seat, act), nil)
		}
		score += st.Result().Score(game.Seat(g%4), 4)
		if (g+1)%20 == 0 {
			fmt.Printf("%d games: %.1f of an even %.1f\n", g+1, score, float64(g+1)/4)
		}
	}
}
