package main

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	conqueror "atoll/bots/conqueror"
	"atoll/game"
)

const (
	lots        = 16
	gamesPerLot = 2

	// Adam: how slowly its means move, and what keeps small gradients small.
	slow    = 0.9
	slower  = 0.999
	epsilon = 1e-3
)

// trainer holds the weights and what is known of their gradients.
type trainer struct {
	w       *conqueror.Weights
	net     conqueror.Net
	mean    conqueror.Weights
	square  conqueror.Weights
	lots    [lots]*lot
	threads int

	seed    *game.Rand
	rate    float32
	lambda  float32
	stray   float64
	players int
	forfeit string
	basic   bool
}

func newTrainer(w *conqueror.Weights, fresh bool, threads int) *trainer {
	t := &trainer{w: w, threads: max(1, threads)}
	if fresh {
		// Hidden units must differ from each other in order to learn different
		// things.
		r := game.NewRand(7)
		noise := func(scale float64) float32 { return float32(scale * (2*r.Float64() - 1)) }
		for i := range w.Rows {
			for k := range w.Rows[i] {
				w.Rows[i][k] = noise(0.05)
			}
			w.Rows[i][conqueror.Hidden-1] = 0
		}
		var first [conqueror.Hidden + 1]float32
		for k := range first {
			first[k] = noise(0.3)
		}
		first[conqueror.Hidden-1], first[conqueror.Hidden] = 1, 0
		for s := range w.Out {
			w.Out[s] = first
		}
	}
	for i := range t.lots {
		t.lots[i] = &lot{t: t}
	}
	t.net.Set(w, 0, conqueror.RowCount)
	return t
}

// spread calls do with 0 to n-1 on all threads.
func (t *trainer) spread(n int, do func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, t.threads) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
}

// step plays the games of one step and learns from them.
func (t *trainer) step(n int) {
	t.spread(lots, func(i int) {
		l := t.lots[i]
		l.r = t.seed.Split(uint64(n*lots + i))
		for range gamesPerLot {
			l.play()
		}
	})
	const blocks = 32
	const size = (conqueror.RowCount + blocks - 1) / blocks
	t.output()
	t.spread(blocks, func(b int) {
		from, to := min(b*size, conqueror.RowCount), min((b+1)*size, conqueror.RowCount)
		for i := from; i < to; i++ {
			if t.row(i) {
				t.net.Set(t.w, i, i+1)
			}
		}
	})
}

func (t *trainer) output() {
	for s := range t.w.Out {
		for k := range t.w.Out[s] {
			g := float32(0)
			for _, l := range t.lots {
				g += l.grad.Out[s][k]
				l.grad.Out[s][k] = 0
			}
			if g != 0 {
				t.move(&t.w.Out[s][k], &t.mean.Out[s][k], &t.square.Out[s][k], g, conqueror.OutLimit*0.99)
			}
		}
	}
}

// row moves the weights of a row and reports whether any game of the step has
// seen it.
func (t *trainer) row(i int) bool {
	var sum [conqueror.Hidden]float32
	seen := false
	for _, l := range t.lots {
		if !l.seen[i] {
			continue
		}
		seen, l.seen[i] = true, false
		g := &l.grad.Rows[i]
		for k := range sum {
			sum[k] += g[k]
			g[k] = 0
		}
	}
	if seen {
		for k, g := range sum {
			t.move(&t.w.Rows[i][k], &t.mean.Rows[i][k], &t.square.Rows[i][k], g, conqueror.RowLimit)
		}
	}
	return seen
}

func (t *trainer) move(w, mean, square *float32, g, limit float32) {
	*mean += (1 - slow) * (g - *mean)
	*square += (1 - slower) * (g*g - *square)
	// The first squares are too small by far; they count as if they had been seen
	// for a while.
	step := t.rate * *mean / (float32(math.Sqrt(float64(*square))) + epsilon)
	*w = max(-limit, min(limit, *w+max(-5*t.rate, min(5*t.rate, step))))
}

// forget clears the rows that were never seen, so that they are not noise.
func (t *trainer) forget() {
	for i := range t.w.Rows {
		seen := float32(0)
		for _, x := range t.square.Rows[i] {
			seen += x
		}
		if seen == 0 {
			t.w.Rows[i] = [conqueror.Hidden]float32{}
		}
	}
}

// take reports the errors since the last call.
func (t *trainer) take() string {
	var sum tally
	for _, l := range t.lots {
		sum.loss += l.tally.loss
		sum.shock += l.tally.shock
		sum.states += l.tally.states
		sum.games += l.tally.games
		l.tally = tally{}
	}
	n := float64(sum.states)
	return fmt.Sprintf("loss %.4f  surprise %.4f  length %.1f  rate %.5f", sum.loss/n, sum.shock/n, n/float64(sum.games), t.rate)
}
