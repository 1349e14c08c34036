package pairing

import (
	"cmp"
	"slices"
)

// A Game is a finished game of a tournament for two.
type Game struct {
	First, Last int
	Points      [2]int // half points: 2 for a win, 1 for a draw
	Unplayed    bool   // somebody did not come: it counts, but not as a meeting
}

// A Line is one entrant's line in the standings.
type Line struct {
	Entrant int
	Place   int // shared by those who are level in everything
	Half    int // points, in halves
	Met     int // Buchholz: the points of all met, in halves
	Beat    int // Sonneborn–Berger: points of those beaten, half for a draw, in quarters
	Absent  bool
}

// Standings sorts entrants by points, the points of those they met (Buchholz),
// the points of those they beat (Sonneborn–Berger), the game between the two,
// and then shares the place. Byes are given in half points for each entrant.
// Entrants who played no game rank below all who played.
func Standings(entrants int, games []Game, byes []int) []Line {
	lines := make([]Line, entrants)
	played := make([]bool, entrants)
	for i := range lines {
		lines[i] = Line{Entrant: i, Half: byes[i]}
	}
	for _, g := range games {
		lines[g.First].Half += g.Points[0]
		lines[g.Last].Half += g.Points[1]
		for i, e := range [2]int{g.First, g.Last} {
			if !g.Unplayed || g.Points[i] > 0 {
				played[e] = true
			}
		}
	}
	direct := map[[2]int]int{}
	for _, g := range games {
		if g.Unplayed {
			continue
		}
		a, b := &lines[g.First], &lines[g.Last]
		a.Met += b.Half
		b.Met += a.Half
		a.Beat += g.Points[0] * b.Half
		b.Beat += g.Points[1] * a.Half
		direct[[2]int{g.First, g.Last}] += g.Points[0] - g.Points[1]
		direct[[2]int{g.Last, g.First}] += g.Points[1] - g.Points[0]
	}
	for i := range lines {
		lines[i].Absent = !played[i] && byes[i] == 0 && len(games) > 0
	}
	level := func(a, b Line) int {
		absent := func(l Line) int {
			if l.Absent {
				return 1
			}
			return 0
		}
		return cmp.Or(
			cmp.Compare(absent(a), absent(b)),
			cmp.Compare(b.Half, a.Half),
			cmp.Compare(b.Met, a.Met),
			cmp.Compare(b.Beat, a.Beat),
		)
	}
	slices.SortStableFunc(lines, level)
	// The game between the two decides only where exactly two are level: three
	// can beat each other in a ring.
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && level(lines[from], lines[to]) == 0 {
			to++
		}
		for i := from; i < to; i++ {
			lines[i].Place = from + 1
		}
		if to-from == 2 {
			d := direct[[2]int{lines[from].Entrant, lines[from+1].Entrant}]
			if d < 0 {
				lines[from], lines[from+1] = lines[from+1], lines[from]
			}
			if d != 0 {
				lines[from].Place, lines[from+1].Place = from+1, from+2
			}
		}
		from = to
	}
	return lines
}
