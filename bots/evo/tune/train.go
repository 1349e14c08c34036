package main

import (
	"fmt"
	"math"
	"os"

	"atoll/bots/evo"
	"atoll/game"
)

const (
	batch    = 256
	rate     = 0.001
	decay    = 0.5 // of the first layer, which has far more weights than games
	lambda   = 0.7 // weight of what the search thought against how the game ended
	heldBack = 20  // one of so many positions is kept for judging
)

// params are all weights in one row, so that the optimiser needs no cases.
type params []float32

const (
	biasAt   = evo.Inputs * evo.Hidden
	secondAt = biasAt + evo.Hidden
	outAt    = secondAt + 2*evo.Hidden
	handAt   = outAt + 1
	size     = handAt + 1
)

func target(s *sample) float32 {
	if s.Result == noResult {
		return s.Thought
	}
	return lambda*s.Thought + (1-lambda)*s.Result
}

// forward computes both halves and the chance of winning.
func forward(w params, s *sample, half *[2][evo.Hidden]float32) float32 {
	for v, inputs := range [2]*[16]uint16{(*[16]uint16)(s.Mine[:]), (*[16]uint16)(s.Yours[:])} {
		copy(half[v][:], w[biasAt:secondAt])
		for _, in := range inputs[:s.N] {
			row := (*[evo.Hidden]float32)(w[int(in)*evo.Hidden:])
			for i := range row {
				half[v][i] += row[i]
			}
		}
	}
	sum := w[outAt] + w[handAt]*s.Hand
	for v := range half {
		second := w[secondAt+v*evo.Hidden:]
		for i, x := range half[v] {
			sum += second[i] * min(max(x, 0), 1)
		}
	}
	return 1 / (1 + float32(math.Exp(-float64(sum))))
}

// backward adds the gradient of the cross entropy of one sample.
func backward(w, grad params, s *sample, half *[2][evo.Hidden]float32, diff float32) {
	grad[outAt] += diff
	grad[handAt] += diff * s.Hand
	for v, inputs := range [2]*[16]uint16{(*[16]uint16)(s.Mine[:]), (*[16]uint16)(s.Yours[:])} {
		var d [evo.Hidden]float32
		second, gradSecond := w[secondAt+v*evo.Hidden:], grad[secondAt+v*evo.Hidden:]
		for i, x := range half[v] {
			gradSecond[i] += diff * min(max(x, 0), 1)
			if x > 0 && x < 1 {
				d[i] = diff * second[i]
				grad[biasAt+i] += d[i]
			}
		}
		for _, in := range inputs[:s.N] {
			row := (*[evo.Hidden]float32)(grad[int(in)*evo.Hidden:])
			for i := range row {
				row[i] += d[i]
			}
		}
	}
}

// train fits the network by Adam.
func train(samples []sample, epochs int, seed uint64) *evo.Weights {
	r := game.NewRand(seed ^ 0x7ea1)
	w := make(params, size)
	for i := range biasAt {
		w[i] = float32(r.Float64()-0.5) * 0.05
	}
	for i := biasAt; i < secondAt; i++ {
		w[i] = 0.3
	}
	for i := secondAt; i < outAt; i++ {
		w[i] = float32(r.Float64()-0.5) * 0.4
	}
	w[handAt] = 1
	var held, used []sample
	for i, s := range samples {
		// Whole stretches are held back: neighbours in a game are alike.
		if i/64%heldBack == 0 {
			held = append(held, s)
		} else {
			used = append(used, s)
		}
	}
	grad, m, v := make(params, size), make(params, size), make(params, size)
	var half [2][evo.Hidden]float32
	step := 0
	for epoch := range epochs {
		r.Shuffle(len(used), func(i, j int) { used[i], used[j] = used[j], used[i] })
		lr := rate * (1 - 0.9*float64(epoch)/float64(max(epochs-1, 1)))
		loss := 0.0
		for at := 0; at+batch <= len(used); at += batch {
			clear(grad)
			for i := range used[at : at+batch] {
				s := &used[at+i]
				p := forward(w, s, &half)
				diff := p - target(s)
				loss += float64(diff) * float64(diff)
				backward(w, grad, s, &half, diff/batch)
			}
			step++
			adam(w, grad, m, v, step, lr)
		}
		fmt.Fprintf(os.Stderr, "epoch %d: squared error %.5f, held back %s\n", epoch+1, loss/float64(max(1, len(used))), judge(w, held))
	}
	return unpack(w)
}

// judge measures squared error and log loss against results on positions that
// training has not seen.
func judge(w params, held []sample) string {
	var half [2][evo.Hidden]float32
	square, logLoss, results := 0.0, 0.0, 1e-9
	for i := range held {
		s := &held[i]
		p := float64(forward(w, s, &half))
		d := p - float64(target(s))
		square += d * d
		if s.Result == noResult {
			continue
		}
		results++
		x := float64(s.Result)
		logLoss -= x*math.Log(max(p, 1e-6)) + (1-x)*math.Log(max(1-p, 1e-6))
	}
	n := float64(max(1, len(held)))
	return fmt.Sprintf("%.5f, log loss of results %.4f", square/n, logLoss/results)
}

func adam(w, grad, m, v params, step int, lr float64) {
	const b1, b2 = 0.9, 0.999
	c1, c2 := 1-math.Pow(b1, float64(step)), 1-math.Pow(b2, float64(step))
	alpha := float32(lr * math.Sqrt(c2) / c1)
	for i, g := range grad {
		m[i] = b1*m[i] + (1-b1)*g
		v[i] = b2*v[i] + (1-b2)*g*g
		if m[i] == 0 {
			continue
		}
		x := w[i] - alpha*m[i]/(float32(math.Sqrt(float64(v[i])))+1e-8)
		if i < biasAt {
			x -= float32(lr*decay) * w[i]
		}
		most := float32(evo.MaxFirst)
		if i >= secondAt {
			most = evo.MaxSecond
		}
		w[i] = min(max(x, -most), most)
	}
}

func unpack(w params) *evo.Weights {
	out := &evo.Weights{Out: w[outAt], Hand: w[handAt]}
	for i := range out.First {
		copy(out.First[i][:], w[i*evo.Hidden:])
	}
	copy(out.Bias[:], w[biasAt:])
	copy(out.Second[:], w[secondAt:outAt])
	return out
}
