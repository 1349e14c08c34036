package main

import (
	"math"
	"testing"

	"atoll/game"
)

// TestLikelyFindsTheWeights draws picks by known weights.
func TestLikelyFindsTheWeights(t *testing.T) {
	r := game.NewRand(3)
	want := []float64{1, 2, 8}
	var picks []pick
	for range 20_000 {
		x := pick{classes: []int{r.Intn(3), r.Intn(3), r.Intn(3)}}
		sum := 0.0
		for _, c := range x.classes {
			sum += want[c]
		}
		at := sum * r.Float64()
		for _, c := range x.classes {
			if x.chosen = c; at < want[c] {
				break
			}
			at -= want[c]
		}
		picks = append(picks, x)
	}
	got := likely(picks)
	for c := range want {
		if ratio := got[c] / got[0]; math.Abs(ratio/want[c]-1) > 0.1 {
			t.Errorf("class %d has %.2f times the weight of the first, not %.0f", c, ratio, want[c])
		}
	}
}
