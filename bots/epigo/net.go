package epigo

import (
	"fmt"
	"math"

	"atoll/game"
	"atoll/games/epigo"
)

// Net is the evaluation as it is trained, in floating point.
type Net struct {
	Rows [features][lanes]float32
	Bias [lanes]float32
	Out  [lanes]float32
	// Shared has one row for each square and side whatever the number: what is
	// true of all Epigons is learnt once. It is folded into Rows when quantised.
	Shared [2 * placesPer][lanes]float32
}

// NewNet returns a net that knows nothing but how to count captures.
func NewNet(seed uint64) *Net {
	n := &Net{}
	r := game.NewRand(seed)
	small := func() float32 { return float32(r.Float64()-.5) * .2 }
	for i := range n.Rows {
		for l := 1; l < lanes; l++ {
			n.Rows[i][l] = small()
		}
	}
	for l := range lanes {
		n.Out[l] = small()
	}
	n.Out[0] = 1
	n.Shared[captive][0] = -.35
	n.Shared[placesPer+captive][0] = .35
	return n
}

const captive = 64 // the place of a captured Epigon

// sharedOf gives the shared row of an Epigon's feature; ok is false for others.
func sharedOf(f uint16) (row int, ok bool) {
	if f >= islandBase {
		return 0, false
	}
	return int(f)/otherBase*placesPer + int(f)%placesPer, true
}

// Eval quantises the net.
func (n *Net) Eval() *Eval {
	e := &Eval{out: n.Out, bias: n.Bias}
	for f := range n.Rows {
		row := n.Rows[f]
		if s, ok := sharedOf(uint16(f)); ok {
			for l := range row {
				row[l] += n.Shared[s][l]
			}
		}
		for l, w := range row {
			q := math.Round(float64(min(max(w, -top), top)) * fixed)
			e.setLane(f, l, int(q))
		}
	}
	return e
}

// Net returns a net to train on from: what is shared is in the rows already.
func (e *Eval) Net() *Net {
	n := &Net{Bias: e.bias, Out: e.out}
	for f := range n.Rows {
		for l := range lanes {
			n.Rows[f][l] = float32(e.lane(f, l)) / fixed
		}
	}
	return n
}

// forward computes one side's output and its lanes before the cut.
func (n *Net) forward(v *view, h *[lanes]float32) float32 {
	*h = n.Bias
	for _, f := range v.list[:v.n] {
		row := &n.Rows[f]
		for l := range h {
			h[l] += row[l]
		}
		if s, ok := sharedOf(f); ok {
			row := &n.Shared[s]
			for l := range h {
				h[l] += row[l]
			}
		}
	}
	sum := n.Out[0] * h[0]
	for l := 1; l < lanes; l++ {
		if h[l] > 0 {
			sum += n.Out[l] * h[l]
		}
	}
	return sum
}

// Sample is one position of a game with South's score as it was found out later.
type Sample struct {
	Pos    epigo.Position
	Target float32
}

// views returns the features of a sample as both sides see it.
func views(p *epigo.Position) (out [2]view) {
	var tac [2][tactics]uint8
	attack(p, 0, &tac[0])
	attack(p, 1, &tac[1])
	out[0].set(p, 0, &tac)
	out[1].set(p, 1, &tac)
	return out
}

// flipFiles mirrors a view from left to right, which changes nothing in the game.
func (v *view) flipFiles() {
	for i, f := range v.list[:v.n] {
		switch {
		case f < islandBase:
			if place := f % placesPer; place < 64 {
				v.list[i] = f - place + place ^ 7
			}
		case f < tacticBase:
			sq := (f - islandBase) & 63
			v.list[i] = f - sq + sq&^7 + (6 - sq&7)
		}
	}
}

// adam holds the running moments of the trainer for one weight.
type adam struct{ m, v float32 }

// Trainer fits a net to samples by gradient descent (Adam, one sample at a time
// with lazily decayed moments). The order of samples and so the result depend on
// the seed alone.
type Trainer struct {
	Net  *Net
	Rate float32

	rows   [features][lanes]adam
	shared [2 * placesPer][lanes]adam
	out    [lanes]adam
	bias   [lanes]adam
}

func (t *Trainer) step(w *float32, a *adam, g float32) {
	a.m += .1 * (g - a.m)
	a.v += .001 * (g*g - a.v)
	*w -= t.Rate * a.m / (float32(math.Sqrt(float64(a.v))) + 1e-4)
}

// Epoch passes over the samples once, each mirrored at random, and returns the
// mean log-loss met on the way.
func (t *Trainer) Epoch(samples []Sample, r *game.Rand) float64 {
	order := make([]int32, len(samples))
	for i := range order {
		order[i] = int32(i)
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	var loss float64
	for _, k := range order {
		s := &samples[k]
		v := views(&s.Pos)
		if r.Uint64()>>63 == 1 {
			v[0].flipFiles()
			v[1].flipFiles()
		}
		loss += t.learn(&v, s.Target)
	}
	return loss / float64(max(1, len(samples)))
}

func (t *Trainer) learn(v *[2]view, target float32) float64 {
	n := t.Net
	var h [2][lanes]float32
	x := n.forward(&v[0], &h[0]) - n.forward(&v[1], &h[1])
	p := float32(sigmoid(float64(x)))
	g := p - target
	for side, sign := range [2]float32{1, -1} {
		var back [lanes]float32
		for l := range lanes {
			if l == 0 || h[side][l] > 0 {
				back[l] = g * sign * n.Out[l]
			}
		}
		for _, f := range v[side].list[:v[side].n] {
			row, mom := &n.Rows[f], &t.rows[f]
			for l := range lanes {
				t.step(&row[l], &mom[l], back[l]+1e-6*row[l])
			}
			if s, ok := sharedOf(f); ok {
				row, mom := &n.Shared[s], &t.shared[s]
				for l := range lanes {
					t.step(&row[l], &mom[l], back[l])
				}
			}
		}
		for l := range lanes {
			t.step(&n.Bias[l], &t.bias[l], back[l])
			if l > 0 && h[side][l] > 0 {
				t.step(&n.Out[l], &t.out[l], g*sign*h[side][l])
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

// Loss is the mean log-loss of an evaluation over samples.
func Loss(e *Eval, samples []Sample) float64 {
	var sum float64
	for i := range samples {
		sum += logLoss(float64(e.Value(&samples[i].Pos)), float64(samples[i].Target))
	}
	return sum / float64(max(1, len(samples)))
}

// Reliability says how often South scored where the evaluation promised a tenth.
func Reliability(e *Eval, samples []Sample) []string {
	var promised, scored [10]float64
	var count [10]int
	for i := range samples {
		v := float64(e.Value(&samples[i].Pos))
		k := min(int(v*10), 9)
		promised[k] += v
		scored[k] += float64(samples[i].Target)
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
