package tournament

import (
	"cmp"
	"slices"

	"atoll/pairing"
)

// A Row is one entrant's row in the standings.
type Row struct {
	Entrant int
	Place   int
	Points  int // arena: points; Swiss and round robin: halves; pods: sixtieths; knock-out: matches won
	Met     int // halves, see pairing.Line
	Beat    int // quarters
	Streak  int // arena: wins in a row
	Average int // arena: of opponents' ratings
	Scores  []pairing.Score
	Absent  bool
}

// Unit is what one point of a row counts: 2 where halves are counted.
func (k Kind) Unit() float64 {
	switch k {
	case Swiss, RoundRobin:
		return 2
	case Pods:
		return pairing.Sixtieth
	}
	return 1
}

// Standings are the rows in order.
func (t *Tournament) Standings() []Row {
	switch t.Plan.Kind {
	case Arena:
		return t.arenaStandings()
	case Pods:
		return t.podStandings()
	case Knockout:
		return t.knockoutStandings()
	default:
		lines := pairing.Standings(len(t.Entrants), t.twoGames(), t.byeHalves())
		rows := make([]Row, len(lines))
		for i, l := range lines {
			rows[i] = Row{Entrant: l.Entrant, Place: l.Place, Points: l.Half, Met: l.Met, Beat: l.Beat, Absent: l.Absent}
		}
		return rows
	}
}

// twoGames are the finished games for two. One that was called off gives both
// half a point and is no meeting.
func (t *Tournament) twoGames() []pairing.Game {
	var games []pairing.Game
	for _, g := range t.Games {
		if g.Ended == 0 || len(g.Seats) != 2 {
			continue
		}
		x := pairing.Game{First: g.Seats[0], Last: g.Seats[1], Unplayed: len(g.Absent) > 0}
		for seat := range g.Seats {
			o, ok := g.outcome(seat)
			if !ok {
				o, x.Unplayed = pairing.Draw, true
			}
			x.Points[seat] = int(o)
		}
		games = append(games, x)
	}
	return games
}

// byeHalves are the half points for byes: a whole point, once.
func (t *Tournament) byeHalves() []int {
	half := make([]int, len(t.Entrants))
	if t.Plan.Kind == RoundRobin {
		return half // everybody has one
	}
	for i, x := range t.Entrants {
		half[i] = 2 * min(1, x.Byes)
	}
	return half
}

func (t *Tournament) halves() []int {
	half := t.byeHalves()
	for _, g := range t.twoGames() {
		half[g.First] += g.Points[0]
		half[g.Last] += g.Points[1]
	}
	return half
}

func (t *Tournament) arenaStandings() []Row {
	n := len(t.Entrants)
	points, average, seeds := make([]int, n), make([]int, n), make([]int, n)
	rows := make([]Row, n)
	for i, x := range t.Entrants {
		scores, streak := pairing.ArenaScores(x.outcomes)
		for _, s := range scores {
			points[i] += s.Points
		}
		if len(x.met) > 0 {
			average[i] = x.rated / len(x.met)
		}
		seeds[i] = i
		rows[i] = Row{Entrant: i, Points: points[i], Streak: streak, Average: average[i], Scores: scores}
	}
	sorted := make([]Row, 0, n)
	for k, i := range pairing.ArenaOrder(points, average, seeds) {
		row := rows[i]
		row.Place = k + 1
		if k > 0 && sorted[k-1].Points == row.Points && sorted[k-1].Average == row.Average {
			row.Place = sorted[k-1].Place
		}
		sorted = append(sorted, row)
	}
	return sorted
}

// podPoints are in sixtieths. A bye counts as the middle of a table.
func (t *Tournament) podPoints() []int {
	points := make([]int, len(t.Entrants))
	size := t.Plan.Table.Players
	for _, g := range t.Games {
		if g.Ended == 0 {
			continue
		}
		ranks := g.Ranks
		if ranks == nil { // called off: all share
			ranks = slices.Repeat([]int{1}, len(g.Seats))
		}
		for seat, p := range pairing.PodPoints(ranks, size) {
			if !slices.Contains(g.Absent, seat) {
				points[g.Seats[seat]] += p
			}
		}
	}
	for i, x := range t.Entrants {
		points[i] += min(1, x.Byes) * (size - 1) * pairing.Sixtieth / 2
	}
	return points
}

func (t *Tournament) podStandings() []Row {
	points := t.podPoints()
	rows := make([]Row, len(t.Entrants))
	for i, x := range t.Entrants {
		rows[i] = Row{Entrant: i, Points: points[i]}
		for _, j := range x.met {
			rows[i].Met += points[j]
		}
	}
	return placed(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Met, a.Met))
	})
}

// placed sorts rows and numbers them, equals sharing a place.
func placed(rows []Row, order func(a, b Row) int) []Row {
	slices.SortStableFunc(rows, order)
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && order(rows[i-1], rows[i]) == 0 {
			rows[i].Place = rows[i-1].Place
		}
	}
	return rows
}
