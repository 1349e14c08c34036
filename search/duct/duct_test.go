package duct

import (
	"math"
	"testing"

	"atoll/search"
	"atoll/search/internal/toy"
)

func TestMatchingPenniesAreMixed(t *testing.T) {
	st := toy.Matrix([][]uint8{{1, 2}, {2, 1}})
	var seen [3]int
	for seed := range uint64(40) {
		rep, err := Search(t.Context(), st, 0, search.Nodes(2000), seed)
		if err != nil {
			t.Fatal(err)
		}
		seen[rep.Action]++
		if math.Abs(rep.Value()-0.5) > 0.1 {
			t.Errorf("seed %d: worth %.2f", seed, rep.Value())
		}
	}
	if seen[1] < 8 || seen[2] < 8 {
		t.Errorf("the coins were shown %d and %d times", seen[1], seen[2])
	}
}
