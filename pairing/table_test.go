package pairing

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestRoundRobinEverybodyOnceSeatsEven(t *testing.T) {
	for n := 2; n <= 41; n++ {
		met := map[[2]int]int{}
		balance, byes := make([]int, n), make([]int, n)
		for _, r := range RoundRobin(n) {
			here := map[int]bool{}
			for _, p := range r.Pairs {
				met[[2]int{min(p.First, p.Last), max(p.First, p.Last)}]++
				balance[p.First]++
				balance[p.Last]--
				if here[p.First] || here[p.Last] {
					t.Fatalf("%d players: somebody plays twice in a round", n)
				}
				here[p.First], here[p.Last] = true, true
			}
			if r.Bye >= 0 {
				byes[r.Bye]++
			}
		}
		if len(met) != n*(n-1)/2 {
			t.Errorf("%d players: %d pairs met", n, len(met))
		}
		for i := range n {
			if balance[i] < -1 || balance[i] > 1 || byes[i] != n%2 {
				t.Errorf("%d players: %d has balance %d and %d byes", n, i, balance[i], byes[i])
			}
		}
	}
	if RoundRobin(1) != nil {
		t.Error("one player has no round")
	}
}

func TestBracketTheBestMeetLast(t *testing.T) {
	for n := 2; n <= 130; n++ {
		places := Bracket(n)
		if size := len(places); size < n || size >= 2*n || size&(size-1) != 0 {
			t.Fatalf("%d players: %d places", n, size)
		}
		// The stronger always wins: in a round of 2k the best 2k are left.
		for left := slices.Clone(places); len(left) > 1; {
			var next []int
			for i := 0; i < len(left); i += 2 {
				a, b := left[i], left[i+1]
				if a < 0 && b < 0 {
					t.Fatalf("%d players: nobody meets nobody", n)
				}
				if a < 0 || b >= 0 && b < a {
					a = b
				}
				next = append(next, a)
			}
			left = next
			for _, p := range left {
				if p >= len(left) {
					t.Fatalf("%d players: %d is among the last %d", n, p, len(left))
				}
			}
		}
	}
}

func TestPodsSizes(t *testing.T) {
	for _, c := range []struct{ n, least, size, pods, smallest, byes int }{
		{8, 3, 4, 2, 4, 0},
		{7, 3, 4, 2, 3, 0},
		{9, 3, 4, 3, 3, 0},
		{11, 3, 4, 3, 3, 0},
		{5, 3, 4, 1, 4, 1},
		{3, 3, 4, 1, 3, 0},
		{2, 3, 4, 0, 0, 2},
		{13, 5, 6, 2, 6, 1},
		{100, 3, 3, 33, 3, 1},
	} {
		pods, byes := Pods(make([]Member, c.n), c.least, c.size)
		smallest := 0
		for i, p := range pods {
			if i == 0 || len(p) < smallest {
				smallest = len(p)
			}
		}
		if len(pods) != c.pods || smallest != c.smallest || len(byes) != c.byes {
			t.Errorf("%d at tables of %d to %d: %v, byes %v", c.n, c.least, c.size, pods, byes)
		}
	}
}

func TestPodsMeetOthersInEvenSeats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(12, 40).Draw(t, "players")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "results"), 4))
		m := make([]Member, n)
		for i := range m {
			m[i] = Member{Seed: i, Seats: make([]int, 4)}
		}
		again := 0
		for range 3 {
			pods, byes := Pods(m, 3, 4)
			seen := len(byes)
			for _, b := range byes {
				m[b].Byes++
			}
			for _, pod := range pods {
				seen += len(pod)
				for seat, i := range pod {
					m[i].Seats[seat]++
					m[i].Points += r.IntN(4)
					for _, j := range pod {
						if i != j {
							if slices.Contains(m[i].Met, j) {
								again++
							}
							m[i].Met = append(m[i].Met, j)
						}
					}
				}
			}
			if seen != n {
				t.Fatalf("%d of %d are somewhere", seen, n)
			}
		}
		for i := range m {
			for seat, times := range m[i].Seats {
				if times > 2 {
					t.Errorf("%d sat in seat %d %d times of 3", i, seat, times)
				}
			}
		}
		if n >= 20 && again > 0 {
			t.Errorf("%d of %d meet again within three rounds", again/2, n)
		}
	})
}

func TestPodPoints(t *testing.T) {
	for _, c := range []struct {
		name  string
		ranks []int
		size  int
		want  []int
	}{
		{"four", []int{2, 1, 4, 3}, 4, []int{2, 3, 0, 1}},
		{"three at a table of four", []int{1, 2, 3}, 4, []int{3, 2, 1}},
		{"shared second place", []int{2, 1, 2, 4}, 4, []int{90, 180, 90, 0}},
		{"all share", []int{1, 1, 1, 1}, 4, []int{90, 90, 90, 90}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := PodPoints(c.ranks, c.size)
			for i, w := range c.want {
				if w < 10 {
					w *= Sixtieth
				}
				if got[i] != w {
					t.Errorf("got %v", got)
				}
			}
		})
	}
}

func TestStandings(t *testing.T) {
	win, draw := [2]int{2, 0}, [2]int{1, 1}
	place := func(lines []Line) map[int]int {
		m := map[int]int{}
		for _, l := range lines {
			m[l.Entrant] = l.Place
		}
		return m
	}
	check := func(t *testing.T, got map[int]int, want ...int) {
		t.Helper()
		for e, p := range want {
			if got[e] != p {
				t.Errorf("entrant %d has place %d, want %d", e, got[e], p)
			}
		}
	}
	t.Run("points of those met, in this very table", func(t *testing.T) {
		// 0 beats 1 and 2; 1 beats 3; 2 and 3 have not met.
		lines := Standings(
			4,
			[]Game{
				{First: 0, Last: 1, Points: win},
				{First: 0, Last: 2, Points: win},
				{First: 1, Last: 3, Points: win},
				{First: 2, Last: 3, Points: draw},
			},
			make([]int, 4),
		)
		check(t, place(lines), 1, 2, 3, 4)
		if l := lines[2]; l.Half != 1 || l.Met != 5 || l.Beat != 1 {
			t.Errorf("third: %+v", l)
		}
	})
	t.Run("the game between the two", func(t *testing.T) {
		games := []Game{
			{First: 0, Last: 1, Points: [2]int{0, 2}},
			{First: 0, Last: 2, Points: win},
			{First: 1, Last: 2, Points: [2]int{0, 2}},
			{First: 0, Last: 3, Points: win},
			{First: 1, Last: 3, Points: win},
			{First: 2, Last: 3, Points: draw},
		}
		got := Standings(4, games, make([]int, 4))
		check(t, place(got), 2, 1, 3, 4)
		if got[0].Half != got[1].Half {
			t.Fatalf("not level: %+v", got)
		}
	})
	t.Run("level in everything shares", func(t *testing.T) {
		check(t, place(Standings(2, []Game{{First: 0, Last: 1, Points: draw}}, make([]int, 2))), 1, 1)
	})
	t.Run("who never came is below all who played", func(t *testing.T) {
		lines := Standings(3, []Game{{First: 0, Last: 1, Points: win}, {First: 0, Last: 2, Points: win, Unplayed: true}}, make([]int, 3))
		check(t, place(lines), 1, 2, 3)
		if !lines[2].Absent || lines[0].Met != 0 {
			t.Errorf("%+v", lines)
		}
	})
	t.Run("a bye counts", func(t *testing.T) {
		lines := Standings(3, []Game{{First: 0, Last: 1, Points: draw}}, []int{0, 0, 2})
		check(t, place(lines), 2, 2, 1)
	})
}
