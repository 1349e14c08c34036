package pairing

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// bruteMatch tries every matching of at most 12 vertices.
func bruteMatch(n int, edges []edge) (size int, weight int64) {
	type best struct {
		size   int
		weight int64
	}
	memo := make([]best, 1<<n)
	for set := 1; set < 1<<n; set++ {
		v := bits.TrailingZeros(uint(set))
		b := memo[set&^(1<<v)]
		for _, e := range edges {
			a, c := int(e.a), int(e.b)
			if a != v && c != v || set>>a&1 == 0 || set>>c&1 == 0 {
				continue
			}
			r := memo[set&^(1<<a)&^(1<<c)]
			r.size++
			r.weight += e.weight
			if r.size > b.size || r.size == b.size && r.weight > b.weight {
				b = r
			}
		}
		memo[set] = b
	}
	return memo[1<<n-1].size, memo[1<<n-1].weight
}

func weighMatch(t interface{ Fatalf(string, ...any) }, mate []int32, edges []edge) (size int, weight int64) {
	byPair := map[[2]int32]int64{}
	for _, e := range edges {
		byPair[[2]int32{min(e.a, e.b), max(e.a, e.b)}] = e.weight
	}
	for v, w := range mate {
		if w < 0 {
			continue
		}
		if mate[w] != int32(v) {
			t.Fatalf("%d has partner %d, who has %d", v, w, mate[w])
		}
		if int32(v) > w {
			continue
		}
		x, ok := byPair[[2]int32{int32(v), w}]
		if !ok {
			t.Fatalf("%d and %d are paired without an edge", v, w)
		}
		size++
		weight += x
	}
	return size, weight
}

func drawGraph(t *rapid.T) (int, []edge) {
	n := rapid.IntRange(0, 11).Draw(t, "vertices")
	top := rapid.SampledFrom([]int64{1, 3, 10, 1000}).Draw(t, "heaviest")
	dense := rapid.IntRange(1, 10).Draw(t, "density")
	var edges []edge
	for a := range n {
		for b := a + 1; b < n; b++ {
			if rapid.IntRange(1, 10).Draw(t, "edge") <= dense {
				edges = append(edges, edge{int32(a), int32(b), rapid.Int64Range(0, top).Draw(t, "weight")})
			}
		}
	}
	return n, edges
}

func TestMatchIsTheBestOfAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, edges := drawGraph(t)
		size, weight := weighMatch(t, match(n, edges), edges)
		wantSize, wantWeight := bruteMatch(n, edges)
		if size != wantSize || weight != wantWeight {
			t.Fatalf("got %d pairs of weight %d, the best is %d of %d: %v", size, weight, wantSize, wantWeight, edges)
		}
	})
}
