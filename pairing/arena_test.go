package pairing

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestArenaOfTwo(t *testing.T) {
	if got := Arena(make([]Entrant, 2), 0); len(got) != 1 || got[0].First+got[0].Last != 1 {
		t.Errorf("two wait, and %v meet", got)
	}
	if got := Arena(make([]Entrant, 1), 0); got != nil {
		t.Errorf("one waits, and %v meet", got)
	}
}

func TestArenaPairsEveryoneFreeAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "waiting")
		w := make([]Entrant, n)
		for i := range w {
			w[i] = Entrant{
				Points: rapid.IntRange(0, 20).Draw(t, "points"), Seed: i,
				Balance: rapid.IntRange(-2, 2).Draw(t, "balance"), Waiting: rapid.IntRange(0, 30).Draw(t, "seconds"),
			}
		}
		pairs := Arena(w, 10)
		if len(pairs) != n/2 {
			t.Fatalf("%d wait, %d pairs", n, len(pairs))
		}
		in := make([]bool, n)
		for _, p := range pairs {
			if in[p.First] || in[p.Last] || p.First == p.Last {
				t.Fatalf("paired twice: %v", pairs)
			}
			in[p.First], in[p.Last] = true, true
		}
		if out := slices.Index(in, false); n%2 == 1 {
			for i := range w {
				if w[i].Waiting > w[out].Waiting+1 && in[i] == false {
					t.Fatalf("%d waited longer than %d", i, out)
				}
			}
			shortest := slices.MinFunc(w, func(a, b Entrant) int { return a.Waiting - b.Waiting })
			if w[out].Waiting != shortest.Waiting {
				t.Fatalf("left out: one who waited %d s, somebody waited only %d", w[out].Waiting, shortest.Waiting)
			}
		}
	})
}

func TestArenaNotTheSameTwoInARow(t *testing.T) {
	met := func(i int) []int { return []int{i} }
	t.Run("others wait", func(t *testing.T) {
		for _, p := range Arena([]Entrant{{Met: met(1)}, {Met: met(0)}, {}, {}}, 0) {
			if p.First+p.Last == 1 {
				t.Errorf("the same two again: %v", p)
			}
		}
	})
	t.Run("nobody else is free", func(t *testing.T) {
		two := []Entrant{{Met: met(1), Waiting: Patience}, {Met: met(0), Waiting: Patience - 1}}
		if got := Arena(two, 2); got != nil {
			t.Errorf("paired again before both had waited: %v", got)
		}
		two[1].Waiting++
		if got := Arena(two, 2); len(got) != 1 {
			t.Errorf("not paired after both had waited: %v", got)
		}
	})
	t.Run("nobody else is there", func(t *testing.T) {
		if got := Arena([]Entrant{{Met: met(1)}, {Met: met(0)}}, 0); len(got) != 1 {
			t.Errorf("an arena of two must go on at once: %v", got)
		}
	})
}

func TestArenaSeatsStayEven(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	w := make([]Entrant, 30)
	for range 200 {
		for i := range w {
			w[i].Points = r.IntN(30)
		}
		for _, p := range Arena(w, 0) {
			w[p.First].Balance++
			w[p.Last].Balance--
			w[p.First].Met, w[p.Last].Met = append(w[p.First].Met, p.Last), append(w[p.Last].Met, p.First)
		}
	}
	for i, e := range w {
		if e.Balance < -2 || e.Balance > 2 {
			t.Errorf("%d: balance %d after 200 games", i, e.Balance)
		}
	}
}

func TestArenaScores(t *testing.T) {
	for _, c := range []struct {
		name     string
		outcomes []Outcome
		points   []int
		streak   int
	}{
		{"double after two wins", []Outcome{Win, Win, Win, Win}, []int{2, 2, 4, 4}, 4},
		{"until a game is not won", []Outcome{Win, Win, Win, Loss, Win}, []int{2, 2, 4, 0, 2}, 1},
		{"a draw counts double and ends it", []Outcome{Win, Win, Draw, Win}, []int{2, 2, 2, 2}, 1},
		{"nothing", nil, nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			scores, streak := ArenaScores(c.outcomes)
			var points []int
			for i, s := range scores {
				points = append(points, s.Points)
				if double := s.Points > int(c.outcomes[i]); double != (s.Double && c.outcomes[i] != Loss) {
					t.Errorf("game %d: %+v", i, s)
				}
			}
			if !slices.Equal(points, c.points) || streak != c.streak {
				t.Errorf("got %v streak %d, want %v streak %d", points, streak, c.points, c.streak)
			}
		})
	}
}

func TestArenaOrder(t *testing.T) {
	got := ArenaOrder([]int{4, 6, 4, 4}, []int{1500, 1200, 1600, 1500}, []int{2, 1, 3, 0})
	if want := []int{1, 2, 3, 0}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// meets tells for each entrant who the other one is, or -1.
func meets(n int, pairs []Pair) []int {
	with := slices.Repeat([]int{-1}, n)
	for _, p := range pairs {
		with[p.First], with[p.Last] = p.Last, p.First
	}
	return with
}

func TestArenaNeighboursMeet(t *testing.T) {
	w := make([]Entrant, 12)
	for i := range w {
		w[i] = Entrant{Points: 100 - 3*i, Seed: i}
	}
	if got := meets(12, Arena(w, 0)); !slices.Equal(got, []int{1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10}) {
		t.Errorf("by standing %v meet", got)
	}
}

func TestArenaBringsOppositeSeatsTogether(t *testing.T) {
	// Neighbours would have had the same seat too often.
	if got := meets(4, Arena([]Entrant{{Balance: 2}, {Balance: 2}, {Balance: -2}, {Balance: -2}}, 0)); got[0] < 2 || got[1] < 2 {
		t.Errorf("who sat first too often meets %v", got)
	}
	// Where few wait, also far down the standings.
	for _, n := range []int{122, 200} {
		w := make([]Entrant, n)
		for i := range w {
			w[i].Balance = 5
			if i >= n/2 {
				w[i].Balance = -5
			}
		}
		for i, j := range meets(n, Arena(w, 0)) {
			if i < n/2 && j < n/2 {
				t.Fatalf("%d of %d meets %d, both sat first too often", i, n, j)
			}
		}
	}
}

func TestArenaPairsAFullHall(t *testing.T) {
	w := make([]Entrant, 240)
	for i := range w {
		w[i].Seed = i
	}
	for i, j := range meets(240, Arena(w, 0)) {
		if j != i^1 {
			t.Fatalf("%d meets %d", i, j)
		}
	}
}
