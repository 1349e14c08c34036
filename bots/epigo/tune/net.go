package main

import (
	"fmt"
	"math"

	bot "atoll/bots/epigo"
	"atoll/game"
	"atoll/games/epigo"
)

// net is the evaluation as it is trained, in floating point.
type net struct {
	rows [bot.Features][bot.Lanes]float32
	bias [bot.Lanes]float32
	out  [bot.Lanes]float32
	// shared has one row for each square and side whatever the number: what is
	// true of all Epigons is learnt once. It is folded into rows when quantised.
	shared [2 * bot.PlacesPer][bot.Lanes]float32
}

// newNet returns a net that knows nothing but how to count captures.
func newNet(seed uint64) *net {
	n := &net{}
	r := game.NewRand(seed)
	small := func() float32 { return float32(r.Float64()-.5) * .2 }
	for i := range n.rows {
		for l := 1; l < bot.Lanes; l++ {
			n.rows[i][l] = small()
		}
	}
	for l := range bot.Lanes {
		n.out[l] = small()
	}
	n.out[0] = 1
	n.shared[captive][0] = -.35
	n.shared[bot.PlacesPer+captive][0] = .35
	return n
}

const captive = 64 // the place of a captured Epigon

// sharedOf gives the shared row of an Epigon's feature; ok is false for others.
func sharedOf(f uint16) (row int, ok bool) {
	if f >= bot.IslandBase {
		return 0, false
	}
	return int(f)/bot.OtherBase*bot.PlacesPer + int(f)%bot.PlacesPer, true
}

// eval quantises the net.
func (n *net) eval() *bot.Eval {
	rows := n.rows
	for f := range rows {
		if s, ok := sharedOf(uint16(f)); ok {
			for l := range rows[f] {
				rows[f][l] += n.shared[s][l]
			}
		}
	}
	return bot.NewEval(&rows, n.bias, n.out)
}

// netOf returns a net to train on from: what is shared is in the rows already.
func netOf(e *bot.Eval) *net {
	rows, bias, out := e.Weights()
	return &net{rows: *rows, bias: bias, out: out}
}

// forward computes one side's output and its lanes before the cut.
func (n *net) forward(v *bot.View, h *[bot.Lanes]float32) float32 {
	*h = n.bias
	for _, f := range v.List[:v.N] {
		row := &n.rows[f]
		for l := range h {
			h[l] += row[l]
		}
		if s, ok := sharedOf(f); ok {
			row := &n.shared[s]
			for l := range h {
				h[l] += row[l]
			}
		}
	}
	sum := n.out[0] * h[0]
	for l := 1; l < bot.Lanes; l++ {
		if h[l] > 0 {
			sum += n.out[l] * h[l]
		}
	}
	return sum
}

// sample is one position of a game with South's score as it later turned out.
type sample struct {
	pos    epigo.Position
	target float32
}

// flipFiles mirrors a view from left to right, which changes nothing in the game.
func flipFiles(v *bot.View) {
	for i, f := range v.List[:v.N] {
		switch {
		case f < bot.IslandBase:
			if place := f % bot.PlacesPer; place < 64 {
				v.List[i] = f - place + place ^ 7
			}
		case f < bot.TacticBase:
			sq := (f - bot.IslandBase) & 63
			v.List[i] = f - sq + sq&^7 + (6 - sq&7)
		}
	}
}

// adam holds the running moments of the trainer for one weight.
type adam struct{ m, v float32 }

// trainer fits a net to samples by gradient descent (Adam, one sample at a time
// with lazily decayed moments). The order of samples and so the result depend on
// the seed alone.
type trainer struct {
	net  *net
	rate float32

	rows   [bot.Features][bot.Lanes]adam
	shared [2 * bot.PlacesPer][bot.Lanes]adam
	out    [bot.Lanes]adam
	bias   [bot.Lanes]adam
}

func (t *trainer) step(w *float32, a *adam, g float32) {
	a.m += .1 * (g - a.m)
	a.v += .001 * (g*g - a.v)
	*w -= t.rate * a.m / (float32(math.Sqrt(float64(a.v))) + 1e-4)
}

// epoch passes over the samples once, each mirrored at random, and returns the
// mean log-loss met on the way.
func (t *trainer) epoch(samples []sample, r *game.Rand) float64 {
	order := make([]int32, len(samples))
	for i := range order {
		order[i] = int32(i)
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	var loss float64
	for _, k := range order {
		s := &samples[k]
		v := bot.Views(&s.pos)
		if r.Uint64()>>63 == 1 {
			flipFiles(&v[0])
			flipFiles(&v[1])
		}
		loss += t.learn(&v, s.target)
	}
	return loss / float64(max(1, len(samples)))
}

func (t *trainer) learn(v *[2]bot.View, target float32) float64 {
	n := t.net
	var h [2][bot.Lanes]float32
	x := n.forward(&v[0], &h[0]) - n.forward(&v[1], &h[1])
	p := float32(1 / (1 + math.Exp(-float64(x))))
	g := p - target
	for side, sign := range [2]float32{1, -1} {
		var back [bot.Lanes]float32
		for l := range bot.Lanes {
			if l == 0 || h[side][l] > 0 {
				back[l] = g * sign * n.out[l]
			}
		}
		for _, f := range v[side].List[:v[side].N] {
			row, mom := &n.rows[f], &t.rows[f]
			for l := range bot.Lanes {
				t.step(&row[l], &mom[l], back[l]+1e-6*row[l])
			}
			if s, ok := sharedOf(f); ok {
				row, mom := &n.shared[s], &t.shared[s]
				for l := range bot.Lanes {
					t.step(&row[l], &mom[l], back[l])
				}
			}
		}
		for l := range bot.Lanes {
			t.step(&n.bias[l], &t.bias[l], back[l])
			if l > 0 && h[side][l] > 0 {
				t.step(&n.out[l], &t.out[l], g*sign*h[side][l])
			}
		}
	}
	return logLoss(float64(p), float64(target))
}

func logLoss(p, target float64) float64 {
	const tiny = 1e-6
	p = min(max(p, tiny), 1-tiny)
	return -target*math.Log(p) - (1-target)*math.Log(1-p)
}

// lossOf is the mean log-loss of an evaluation over samples.
func lossOf(e *bot.Eval, samples []sample) float64 {
	var sum float64
	for i := range samples {
		sum += logLoss(float64(e.Value(&samples[i].pos)), float64(samples[i].target))
	}
	return sum / float64(max(1, len(samples)))
}

// reliability says how often South scored where the evaluation promised a tenth.
func reliability(e *bot.Eval, samples []sample) []string {
	var promised, scored [10]float64
	var count [10]int
	for i := range samples {
		v := float64(e.Value(&samples[i].pos))
		k := min(int(v*10), 9)
		promised[k] += v
		scored[k] += float64(samples[i].target)
		count[k]++
	}
	var lines []string
	for k, n := range count {
		if n > 0 {
			lines = append(lines, fmt.Sprintf("promised %.3f, scored %.3f in %d positions", promised[k]/float64(n), scored[k]/float64(n), n))
		}
	}
	return lines
}
