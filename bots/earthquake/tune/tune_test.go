package main

import (
	"math"
	"slices"
	"testing"

	"atoll/game"
)

func learned(t *testing.T, pl play, seed uint64) (samples []sample) {
	t.Helper()
	for _, u := range pl.selfPlay(seed) {
		smp, err := u.sample()
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, smp)
	}
	return samples
}

// Learning lowers the loss on what it learns from.
func TestLearning(t *testing.T) {
	var samples []sample
	for i := range uint64(12) {
		samples = append(samples, learned(t, play{nodes: 4, stray: 0.3, players: 2 + int(i%3)}, i)...)
	}
	l := &learner{net: newNetwork(game.NewRand(1)), rate: 0.01}
	before, _ := lossOf(l.net, samples)
	for range 60 {
		l.batch(samples)
	}
	after, hits := lossOf(l.net, samples)
	if after > before*0.9 || hits < 0.4 {
		t.Errorf("loss %.3f before, %.3f after; favourite wins %.2f", before, after, hits)
	}
}

// The slope that batch uses is that of the loss.
func TestSlope(t *testing.T) {
	samples := learned(t, play{nodes: 4, stray: 0.3, players: 3}, 3)[:4]
	l := &learner{net: newNetwork(game.NewRand(1))}
	l.batch(samples) // at rate 0 it only works out the slope
	g := slices.Clone(l.grad.Weights())
	for i, w := range l.net.Weights() {
		if *g[i] == 0 || i%7 != 0 {
			continue
		}
		const e = 2e-3
		old := *w
		*w = old + e
		up, _ := lossOf(l.net, samples)
		*w = old - e
		down, _ := lossOf(l.net, samples)
		*w = old
		if want := (up - down) / (2 * e); math.Abs(want-float64(*g[i])) > 5e-3+0.05*math.Abs(want) {
			t.Errorf("weight %d: slope %.5f, measured %.5f", i, *g[i], want)
		}
	}
}
