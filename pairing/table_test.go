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
		seen := make([]int, n)
		for _, p := range places {
			if p >= 0 {
				seen[p]++
			}
		}
		if slices.ContainsFunc(seen, func(times int) bool { return times != 1 }) {
			t.Fatalf("%d players are not in %v once each", n, places)
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
	t.Run("three who beat each other in a ring share", func(t *testing.T) {
		ring := []Game{{First: 0, Last: 1, Points: win}, {First: 1, Last: 2, Points: win}, {First: 2, Last: 0, Points: win}}
		check(t, place(Standings(3, ring, make([]int, 3))), 1, 1, 1)
	})
	t.Run("all games between the two count, further down too", func(t *testing.T) {
		games := []Game{
			{First: 0, Last: 1, Points: [2]int{0, 2}},
			{First: 0, Last: 2, Points: [2]int{0, 2}},
			{First: 3, Last: 1, Points: [2]int{0, 2}},
			{First: 3, Last: 2, Points: [2]int{0, 2}},
			{First: 0, Last: 3, Points: draw},
			{First: 3, Last: 0, Points: draw},
		}
		check(t, place(Standings(4, games, make([]int, 4))), 3, 1, 1, 3)
		games[4].Points, games[5].Points = [2]int{0, 2}, win // both won by 3
		games = append(games, Game{First: 1, Last: 2, Points: draw})
		lines := Standings(4, games, []int{4, 0, 0, 0})
		check(t, place(lines), 4, 1, 1, 3)
		if lines[2].Entrant != 3 || lines[2].Half != lines[3].Half {
			t.Errorf("%+v", lines)
		}
	})
	t.Run("nobody is absent before the first game", func(t *testing.T) {
		for _, l := range Standings(2, nil, make([]int, 2)) {
			if l.Absent || l.Place != 1 {
				t.Errorf("%+v", l)
			}
		}
	})
	t.Run("whoever waits in vain was there", func(t *testing.T) {
		lines := Standings(3, []Game{{First: 0, Last: 1, Points: win, Unplayed: true}}, []int{0, 0, 2})
		for _, l := range lines {
			if l.Absent != (l.Entrant == 1) {
				t.Errorf("%+v", l)
			}
		}
	})
}

func TestPodsSeatEqualsTogether(t *testing.T) {
	m := make([]Member, 24)
	for i := range m {
		m[i] = Member{Seed: i, Points: i * 7 % 6}
	}
	pods, byes := Pods(m, 3, 4)
	if len(byes) > 0 || len(pods) != 6 {
		t.Fatalf("%v, byes %v", pods, byes)
	}
	for _, pod := range pods {
		for _, i := range pod {
			if m[i].Points != m[pod[0]].Points {
				t.Errorf("%d points sit with %d", m[i].Points, m[pod[0]].Points)
			}
		}
	}
}

func TestPodsByesGoRoundFromBelow(t *testing.T) {
	m := []Member{{Points: 9}, {Points: 7, Byes: 1}, {Points: 5}, {Points: 3}, {Points: 3, Seed: 1, Byes: 1}}
	for _, want := range []int{3, 2, 0, 4, 3} {
		_, byes := Pods(m, 3, 4)
		if len(byes) != 1 || byes[0] != want {
			t.Fatalf("a bye for %v, it is the turn of %d", byes, want)
		}
		m[want].Byes++
	}
}

// Where one way of sharing out ends in a corner, another leads past it.
func TestPodsOfThreeMeetOthersForFourRounds(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 11))
		m := make([]Member, 15)
		for i := range m {
			m[i].Seed = i
		}
		for round := range 4 {
			pods, _ := Pods(m, 3, 3)
			for _, pod := range pods {
				for _, i := range pod {
					m[i].Points += r.IntN(3)
					for _, j := range pod {
						if i != j && slices.Contains(m[i].Met, j) {
							t.Fatalf("results %d: %d and %d meet again in round %d", seed, i, j, round+1)
						}
					}
				}
				for _, i := range pod {
					m[i].Met = append(m[i].Met, slices.DeleteFunc(slices.Clone(pod), func(j int) bool { return j == i })...)
				}
			}
		}
	}
}

// However far apart scores are in the end, whoever has met sits apart before equals sit together.
func TestPodsMeetOthersAcrossScores(t *testing.T) {
	m := make([]Member, 6)
	for i := range m {
		half := i / 3 * 3
		m[i] = Member{Seed: i, Points: 1000 * half}
		for j := half; j < half+3; j++ {
			if j != i {
				m[i].Met = append(m[i].Met, j)
			}
		}
	}
	pods, _ := Pods(m, 3, 3)
	for _, pod := range pods {
		slices.Sort(pod)
		if pod[0] >= 3 || pod[2] < 3 {
			t.Errorf("the same three sit together again: %v", pods)
		}
	}
}

// Whatever was played so far: no exchange of two seats at a table makes seats more even, and none of two people
// between neighbouring tables brings fewer together again.
func TestPodsCannotBeBettered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(6, 14).Draw(t, "players")
		m := make([]Member, n)
		for i := range m {
			m[i] = Member{Points: rapid.IntRange(0, 9).Draw(t, "points"), Seed: i, Seats: rapid.SliceOfN(rapid.IntRange(0, 3), 0, 5).Draw(t, "seats")}
		}
		for i := range m {
			for j := range i {
				for range max(0, rapid.IntRange(-3, 2).Draw(t, "met")) {
					m[i].Met, m[j].Met = append(m[i].Met, j), append(m[j].Met, i)
				}
			}
		}
		pods, _ := Pods(m, 3, 4)
		had := func(i, seat int) int {
			if seat >= len(m[i].Seats) {
				return 0
			}
			return m[i].Seats[seat]
		}
		again := func(pods ...[]int) (meetings, apart int) {
			for _, pod := range pods {
				for a, i := range pod {
					for _, j := range pod[:a] {
						times, d := 0, m[i].Points-m[j].Points
						for _, k := range m[i].Met {
							if k == j {
								times++
							}
						}
						meetings += times * times
						apart += d * d
					}
				}
			}
			return meetings, apart
		}
		for p, pod := range pods {
			for a, i := range pod {
				for b, j := range pod[:a] {
					if had(i, b)+had(j, a) < had(i, a)+had(j, b) {
						t.Fatalf("%d and %d had better change seats: %v", i, j, pod)
					}
				}
				for _, other := range pods[:p] {
					for b := range other {
						were, apart := again(pod, other)
						pod[a], other[b] = other[b], pod[a]
						if would, closer := again(pod, other); would < were || would == were && closer < apart {
							t.Fatalf("%d and %d had better change tables: %d and %d instead of %d and %d", pod[a], other[b], would, closer, were, apart)
						}
						pod[a], other[b] = other[b], pod[a]
					}
				}
			}
		}
	})
}
