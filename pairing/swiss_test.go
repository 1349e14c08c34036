package pairing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A hall plays a tournament and checks each round as it is made.
type hall struct {
	entrants []Entrant
}

func newHall(n int) *hall {
	h := &hall{entrants: make([]Entrant, n)}
	for i := range h.entrants {
		h.entrants[i].Seed = i
	}
	return h
}

// play enters a round; result tells the first player's half points.
func (h *hall) play(r Round, result func(p Pair) int) {
	for _, p := range r.Pairs {
		first, last := &h.entrants[p.First], &h.entrants[p.Last]
		points := result(p)
		first.Points += points
		last.Points += 2 - points
		first.Balance++
		last.Balance--
		first.Sat, last.Sat = 1, -1
		first.Met = append(first.Met, p.Last)
		last.Met = append(last.Met, p.First)
	}
	if r.Bye >= 0 {
		h.entrants[r.Bye].Points += 2
		h.entrants[r.Bye].Byes++
	}
}

type failer interface {
	Fatalf(format string, args ...any)
	Helper()
}

// check demands what must hold of every round.
func (h *hall) check(t failer, r Round) {
	t.Helper()
	seen := make([]bool, len(h.entrants))
	sit := func(i int) {
		if seen[i] {
			t.Fatalf("%d is paired twice", i)
		}
		seen[i] = true
	}
	far := 0
	for _, p := range r.Pairs {
		sit(p.First)
		sit(p.Last)
		if slices.Contains(h.entrants[p.First].Met, p.Last) {
			t.Fatalf("%d and %d meet again", p.First, p.Last)
		}
		for _, b := range []int{h.entrants[p.First].Balance + 1, h.entrants[p.Last].Balance - 1} {
			if b < -2 || b > 2 {
				t.Fatalf("%d against %d: a balance of %d", p.First, p.Last, b)
			}
			if b == 2 || b == -2 {
				far++
			}
		}
	}
	if r.Bye >= 0 {
		sit(r.Bye)
		if h.entrants[r.Bye].Byes > 0 {
			t.Fatalf("%d has a second bye", r.Bye)
		}
	}
	if (r.Bye >= 0) != (len(h.entrants)%2 == 1) || slices.Contains(seen, false) {
		t.Fatalf("somebody is not paired: %+v", r)
	}
	if far > 0 && h.couldBeEven() {
		t.Fatalf("%d seats leave ±1 although a pairing without exists", far)
	}
}

// couldBeEven looks for any round at all that keeps every seat within ±1.
func (h *hall) couldBeEven() bool {
	byes := []int{-1}
	if len(h.entrants)%2 == 1 {
		byes = byes[:0]
		for i, e := range h.entrants {
			if e.Byes == 0 {
				byes = append(byes, i)
			}
		}
	}
	for _, bye := range byes {
		var edges []edge
		for i, a := range h.entrants {
			for j := i + 1; j < len(h.entrants); j++ {
				b := h.entrants[j]
				if i == bye || j == bye || slices.Contains(a.Met, j) || seatCost(a.Balance, b.Balance) > 0 {
					continue
				}
				edges = append(edges, edge{int32(i), int32(j), 1})
			}
		}
		mate := match(len(h.entrants), edges)
		alone := 0
		for _, m := range mate {
			if m < 0 {
				alone++
			}
		}
		if alone == len(h.entrants)%2 {
			return true
		}
	}
	return false
}

func rounds(n int) int {
	if n >= 22 {
		return 11
	}
	return n / 2
}

func TestSwissKeepsItsRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(8, 40).Draw(t, "players")
		h := newHall(n)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "results"), 1))
		for range rounds(n) {
			round, err := Swiss(h.entrants)
			if err != nil {
				t.Fatalf("%v", err)
			}
			h.check(t, round)
			h.play(round, func(Pair) int { return r.IntN(3) })
		}
	})
}

// firstLook demands that a round is found among the few opponents who are looked at first, and that they are few.
func (h *hall) firstLook(t failer) {
	t.Helper()
	order := standing(h.entrants)
	order = order[:len(order)&^1] // the last has the bye
	met, group := meetings(h.entrants), scoreGroups(h.entrants, order)
	const far = 1 << 40
	edges, _ := candidateEdges(group, 24, func(a, b int) int64 {
		x, y := h.entrants[order[a]], h.entrants[order[b]]
		if met.of(order[a], order[b]) > 0 {
			return far
		}
		d := int64(x.Points - y.Points)
		return seatCost(x.Balance, y.Balance) + d*d
	})
	if most := len(order) * 80; len(edges) > most {
		t.Fatalf("%d possible pairs of %d are too many for a first look", len(edges), len(order))
	}
	edges = slices.DeleteFunc(edges, func(e edge) bool { return e.weight < pairWorth-1<<30 })
	for a, b := range match(len(order), edges) {
		if b < 0 {
			t.Fatalf("%d finds nobody at the first look", order[a])
		}
	}
}

func TestSwissIsQuickForAThousand(t *testing.T) {
	sizes := []int{100, 101, 333, 1001}
	if testing.Short() {
		sizes = sizes[:3]
	}
	for _, n := range sizes {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			h := newHall(n)
			r := rand.New(rand.NewPCG(uint64(n), 2))
			for range rounds(n) {
				round, err := Swiss(h.entrants)
				if err != nil {
					t.Fatal(err)
				}
				h.check(t, round)
				h.firstLook(t)
				h.play(round, func(p Pair) int {
					// The better seed usually wins, so that score groups look as they do in life.
					if r.IntN(4) > 0 == (p.First < p.Last) {
						return 2
					}
					return r.IntN(2)
				})
			}
		})
	}
}

func BenchmarkSwiss1001(b *testing.B) {
	h := newHall(1001)
	r := rand.New(rand.NewPCG(7, 7))
	for range 6 {
		round, _ := Swiss(h.entrants)
		h.play(round, func(Pair) int { return r.IntN(3) })
	}
	for b.Loop() {
		Swiss(h.entrants)
	}
}

// BenchmarkSwissManyBlossoms pairs a round that takes more odd cycles than any other that was found.
func BenchmarkSwissManyBlossoms(b *testing.B) {
	h := newHall(999)
	r := rand.New(rand.NewPCG(1, 9))
	for range 2 {
		round, _ := Swiss(h.entrants)
		h.play(round, func(Pair) int { return r.IntN(3) })
	}
	for b.Loop() {
		Swiss(h.entrants)
	}
}

// value is what a round is worth by the rules of Swiss, read independently:
// seats beyond ±1, the place of the bye from below, and squared differences of
// points. Less is better, the first difference decides.
func (h *hall) value(r Round) [3]int {
	var v [3]int
	for _, p := range r.Pairs {
		a, b := h.entrants[p.First], h.entrants[p.Last]
		low, high := min(a.Balance, b.Balance)+1, max(a.Balance, b.Balance)-1
		for _, x := range []int{low, high} {
			if x > 1 || x < -1 {
				v[0]++
			}
		}
		v[2] += (a.Points - b.Points) * (a.Points - b.Points)
	}
	if r.Bye >= 0 {
		v[1] = h.entrants[r.Bye].Points
	}
	return v
}

// bruteSwiss is the best value of any round without a rematch or second bye.
func (h *hall) bruteSwiss() [3]int {
	n := len(h.entrants)
	best, found := [3]int{}, false
	used := make([]bool, n)
	var now Round
	var try func()
	try = func() {
		i := slices.Index(used, false)
		if i < 0 {
			if v := h.value(now); !found || slices.Compare(v[:], best[:]) < 0 {
				best, found = v, true
			}
			return
		}
		used[i] = true
		if now.Bye < 0 && n%2 == 1 && h.entrants[i].Byes == 0 {
			now.Bye = i
			try()
			now.Bye = -1
		}
		for j := i + 1; j < n; j++ {
			if used[j] || slices.Contains(h.entrants[i].Met, j) {
				continue
			}
			used[j] = true
			now.Pairs = append(now.Pairs, Pair{i, j})
			try()
			now.Pairs = now.Pairs[:len(now.Pairs)-1]
			used[j] = false
		}
		used[i] = false
	}
	now.Bye = -1
	try()
	return best
}

func TestSwissIsTheBestOfAll(t *testing.T) {
	for seed := range uint64(20) {
		n := 6 + int(seed%5) // 6 to 10 players
		h := newHall(n)
		r := rand.New(rand.NewPCG(seed, 3))
		for round := range n / 2 {
			got, err := Swiss(h.entrants)
			if err != nil {
				t.Fatal(err)
			}
			if v, want := h.value(got), h.bruteSwiss(); v != want {
				t.Errorf("%d players, round %d: value %v, the best is %v", n, round+1, v, want)
			}
			h.play(got, func(Pair) int { return r.IntN(3) })
		}
	}
}

func TestSwissFoldsAScoreGroup(t *testing.T) {
	round, err := Swiss(newHall(8).entrants)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range round.Pairs {
		if d := p.First - p.Last; d != 4 && d != -4 {
			t.Errorf("first round: %d against %d, wanted the upper half against the lower", p.First, p.Last)
		}
	}
}

func TestSwissWhereNothingElseIsLeft(t *testing.T) {
	h := newHall(3)
	for range 5 { // three players, five rounds: rematches and second byes must be
		round, err := Swiss(h.entrants)
		if err != nil || len(round.Pairs) != 1 || round.Bye < 0 {
			t.Fatalf("%+v, %v", round, err)
		}
		h.play(round, func(Pair) int { return 1 })
	}
	for i, e := range h.entrants {
		if e.Byes < 1 || e.Byes > 2 {
			t.Errorf("%d had %d byes of five", i, e.Byes)
		}
	}
	if _, err := Swiss(h.entrants[:1]); err != ErrTooFew {
		t.Errorf("alone: %v", err)
	}
}

func TestSwissRounds(t *testing.T) {
	for n, want := range map[int]int{2: 1, 3: 1, 4: 2, 6: 3, 8: 4, 9: 4, 16: 5, 64: 7, 1001: 11, 5000: 11} {
		if got := SwissRounds(n); got != want {
			t.Errorf("%d players: %d rounds, want %d", n, got, want)
		}
	}
}

func TestSwissSeatsAlternate(t *testing.T) {
	round, err := Swiss(newHall(8).entrants)
	if err != nil {
		t.Fatal(err)
	}
	if want := []Pair{{0, 4}, {5, 1}, {2, 6}, {7, 3}}; !slices.Equal(round.Pairs, want) {
		t.Errorf("first round: %v, want %v", round.Pairs, want)
	}
	// As often in each seat: whoever sat last the last time sits first now.
	two := []Entrant{{Sat: 1}, {Sat: -1}}
	if round, _ = Swiss(two); round.Pairs[0] != (Pair{1, 0}) {
		t.Errorf("the same seats again: %v", round.Pairs)
	}
	two[1].Balance = 1
	if round, _ = Swiss(two); round.Pairs[0] != (Pair{0, 1}) {
		t.Errorf("who sat first more often does so again: %v", round.Pairs)
	}
}

func TestSwissByes(t *testing.T) {
	bye := func(entrants ...Entrant) int {
		round, err := Swiss(entrants)
		if err != nil {
			t.Fatal(err)
		}
		return round.Bye
	}
	if got := bye(Entrant{Points: 4}, Entrant{Points: 2}, Entrant{Points: 2, Seed: 1}); got == 0 {
		t.Errorf("a bye for the leader")
	}
	if got := bye(Entrant{Points: 4}, Entrant{Points: 2}, Entrant{Points: 1, Byes: 1}); got != 1 {
		t.Errorf("a bye for %d, 2 had one and 0 has more points", got)
	}
	if got := bye(Entrant{Points: 9, Balance: 1}, Entrant{Points: 2, Balance: -1}, Entrant{Points: 1, Balance: 1}); got != 2 {
		t.Errorf("a bye for %d, the last has none", got)
	}
	if got := bye(Entrant{Points: 9, Balance: 1}, Entrant{Points: 2, Balance: 1}, Entrant{Points: 1, Balance: -1}); got != 1 {
		t.Errorf("a bye for %d: seats stay even only if it is for 1", got)
	}
	if got := bye(Entrant{Points: 9}, Entrant{Points: 5}, Entrant{Points: 1, Balance: 3, Byes: 1}); got == 2 {
		t.Errorf("a second bye rather than a seat once too often")
	}
}
