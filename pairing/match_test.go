package pairing

import (
	"math/bits"
	"math/rand/v2"
	"slices"
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

// prove checks a finished search by its own prices. They are a proof that no matching is better: every edge is paid
// for, those used exactly; a blossom with a price is full; and whoever is left over has the lowest price. The trees
// that are left prove that no matching is larger: an outer blossom has neighbours only among the inner vertices.
func prove(t interface{ Fatalf(string, ...any) }, m *matcher) {
	around := func(v int32) (in []int32) {
		for b := m.parent[v]; b != none; b = m.parent[b] {
			in = append(in, b)
		}
		return in
	}
	lowest := int64(1 << 62)
	for _, p := range m.price[:m.n] {
		lowest = min(lowest, p)
	}
	alone, trees := 0, 0
	used := map[int32]bool{}
	for v := range m.n {
		if m.mate[v] != none {
			used[m.mate[v]/2] = true
			continue
		}
		alone++
		if m.price[v] != lowest {
			t.Fatalf("%d is left over for a price of %d, another has %d", v, m.price[v], lowest)
		}
	}
	for k, e := range m.edges {
		slack := m.slack(int32(k))
		inside := around(e.b)
		for _, b := range around(e.a) {
			for _, c := range inside {
				if b == c {
					slack += 2 * m.price[b]
				}
			}
		}
		if slack < 0 || slack > 0 && used[int32(k)] {
			t.Fatalf("edge %v is paid wrongly, by %d", e, slack)
		}
		a, b := m.top[e.a], m.top[e.b]
		if a != b && (m.label[a] == outer && m.label[b] != inner || m.label[b] == outer && m.label[a] != inner) {
			t.Fatalf("edge %v could make the matching larger", e)
		}
	}
	for b := range 2 * m.n {
		if b >= m.n && m.base[b] != none {
			if m.price[b] < 0 {
				t.Fatalf("blossom %d has price %d", b, m.price[b])
			}
			vertices, pairs := m.leaves(b, nil), 0
			for _, v := range vertices {
				if m.mate[v] != none && slices.Contains(vertices, m.end(m.mate[v])) {
					pairs++
				}
			}
			if m.price[b] > 0 && pairs != len(vertices)-1 {
				t.Fatalf("blossom %d of %d vertices has a price and %d of them are paired inside", b, len(vertices), pairs)
			}
		}
		if m.parent[b] == none && m.base[b] != none {
			switch m.label[b] {
			case outer:
				trees++
			case inner:
				trees--
				if b >= m.n {
					t.Fatalf("blossom %d is inner at the end", b)
				}
			}
		}
	}
	if trees != alone {
		t.Fatalf("%d are left over, %d have to be", alone, trees)
	}
}

// TestMatchHasAProof goes beyond what can be tried out: larger graphs with many equal weights, whose blossoms lie inside
// each other and are taken apart again.
func TestMatchHasAProof(t *testing.T) {
	nested := false
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 9))
		n, heaviest := 2+r.IntN(40), []int64{1, 2, 5, 20, 1 << 40}[r.IntN(5)]
		density := 1 + r.IntN(10)
		var edges []edge
		for a := range n {
			for b := a + 1; b < n; b++ {
				if r.IntN(10+2*n) < density*4 || b == a+1 {
					edges = append(edges, edge{int32(a), int32(b), r.Int64N(heaviest + 1)})
				}
			}
		}
		r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		m := newMatcher(n, edges)
		for m.stage() {
		}
		prove(t, m)
		for b := m.n; b < 2*m.n; b++ {
			nested = nested || m.base[b] != none && m.parent[b] != none && m.price[b] > 0
		}
		weighMatch(t, match(n, edges), edges)
	}
	if !nested {
		t.Fatalf("no blossom inside another: the graphs are too plain")
	}
}
