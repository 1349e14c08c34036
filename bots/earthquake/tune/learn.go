package main

import (
	"math"

	bot "atoll/bots/earthquake"
	"atoll/game"
)

// learner trains a network by Adam.
type learner struct {
	net  *bot.Network
	rate float64
	// decay pulls the weights to zero.
	decay float64
	m, v  bot.Network
	grad  bot.Network
	step  int
}

// lossOf returns the mean log loss over samples, and how often the favourite won.
func lossOf(n *bot.Network, samples []sample) (loss, hits float64) {
	var z [game.MaxSeats]float64
	for i := range samples {
		s := &samples[i]
		p := chances(n, s, &z)
		loss -= math.Log(max(p[s.winner], 1e-9))
		best := 0
		for j := range p {
			if p[j] > p[best] {
				best = j
			}
		}
		if best == s.winner {
			hits++
		}
	}
	return loss / float64(len(samples)), hits / float64(len(samples))
}

func chances(n *bot.Network, s *sample, z *[game.MaxSeats]float64) []float64 {
	top := math.Inf(-1)
	p := z[:len(s.seats)]
	for j := range s.seats {
		p[j] = float64(n.Judge(&s.seats[j]))
		top = max(top, p[j])
	}
	sum := 0.0
	for j := range p {
		p[j] = math.Exp(p[j] - top)
		sum += p[j]
	}
	for j := range p {
		p[j] /= sum
	}
	return p
}

// batch takes one step down the slope of the log loss of the samples.
func (l *learner) batch(samples []sample) {
	l.grad = bot.Network{}
	var z [game.MaxSeats]float64
	for i := range samples {
		s := &samples[i]
		p := chances(l.net, s, &z)
		for j := range p {
			d := p[j]
			if j == s.winner {
				d--
			}
			l.back(&s.seats[j], float32(d/float64(len(samples))))
		}
	}
	l.step++
	g, m, v, w := l.grad.Weights(), l.m.Weights(), l.v.Weights(), l.net.Weights()
	c1, c2 := 1-math.Pow(0.9, float64(l.step)), 1-math.Pow(0.999, float64(l.step))
	for i := range w {
		x := float64(*g[i])
		a := 0.9*float64(*m[i]) + 0.1*x
		b := 0.999*float64(*v[i]) + 0.001*x*x
		*m[i], *v[i] = float32(a), float32(b)
		*w[i] -= float32(l.rate * (a/c1/(math.Sqrt(b/c2)+1e-8) + l.decay*float64(*w[i])))
	}
}

// back adds the slope of one input, d being that of its output.
func (l *learner) back(in *bot.Input, d float32) {
	n, g := l.net, &l.grad
	h := n.B
	for k := range in.N {
		row := &n.In[in.Index[k]]
		for j := range h {
			h[j] += in.Value[k] * row[j]
		}
	}
	var dh [bot.Hidden]float32
	for j := range h {
		if h[j] > 0 {
			g.Out[j] += d * h[j]
			dh[j] = d * n.Out[j]
			g.B[j] += dh[j]
		}
	}
	for k := range in.N {
		x := in.Value[k]
		row := &g.In[in.Index[k]]
		for j := range dh {
			row[j] += dh[j] * x
		}
		g.Skip[in.Index[k]] += d * x
	}
}

// newNetwork returns a network of small random weights.
func newNetwork(r *game.Rand) *bot.Network {
	n := &bot.Network{}
	for i := range n.In {
		for j := range n.In[i] {
			n.In[i][j] = float32(r.Float64()-0.5) * 0.4
		}
	}
	for j := range n.Out {
		n.Out[j] = float32(r.Float64()-0.5) * 0.4
	}
	return n
}
