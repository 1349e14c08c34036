package pairing

import (
	"cmp"
	"slices"
)

// Patience is how many seconds two who have just met wait for somebody else
// before they meet again.
const Patience = 6

// Wishes of an arena, from the least to the most important.
const (
	rankMax     = 1 << 12 // one for each place between the two
	oneSeat     = 1 << 13 // a seat balance moved further from 0
	metStep     = 1 << 16 // for each meeting among the latest few
	patience    = 1 << 22 // for each second waited by those left out
	patienceMax = 600
	again       = 1 << 34 // the same two in a row
	arenaWorth  = 1 << 40
)

// Arena pairs those who wait, as many as possible at once. Neighbours in the
// standings meet; whoever has waited longest is not left out; the same two
// meet twice in a row only after both have waited for Patience, or when
// playing is the number of people in the arena and nobody else is there.
func Arena(waiting []Entrant, playing int) []Pair {
	order := standing(waiting)
	met := recentMeetings(waiting)
	lonely := len(waiting)+playing <= 2
	allowed := func(i, j int) bool {
		if !inARow(waiting, i, j) || lonely {
			return true
		}
		return waiting[i].Waiting >= Patience && waiting[j].Waiting >= Patience
	}
	cost := func(a, b int) int64 {
		i, j := order[a], order[b]
		c := int64(min(b-a, rankMax))
		c += oneSeat * int64(arenaSeats(waiting[i].Balance, waiting[j].Balance))
		c += metStep * int64(met.of(i, j))
		if inARow(waiting, i, j) {
			c += again
		}
		return c - patience*int64(min(waiting[i].Waiting, patienceMax)+min(waiting[j].Waiting, patienceMax))
	}
	var edges []edge
	const near = 60
	for a := range order {
		for b := a + 1; b < len(order); b++ {
			// Far neighbours matter only where few wait.
			if b-a > near && len(order) > 200 {
				break
			}
			if allowed(order[a], order[b]) {
				edges = append(edges, edge{int32(a), int32(b), arenaWorth - cost(a, b)})
			}
		}
	}
	var pairs []Pair
	for a, b := range match(len(order), edges) {
		if a < int(b) {
			pairs = append(pairs, seated(waiting, order[a], order[b], len(pairs)))
		}
	}
	return pairs
}

// arenaSeats is how far the better seating moves two balances from 0.
func arenaSeats(a, b int) int {
	far := func(x int) int { return min(max(x, -x), 7) }
	return far(min(a, b)+1) + far(max(a, b)-1)
}

func inARow(waiting []Entrant, i, j int) bool {
	last := func(a, b int) bool {
		m := waiting[a].Met
		return len(m) > 0 && m[len(m)-1] == b
	}
	return last(i, j) || last(j, i)
}

// recentMeetings counts the meetings among the latest eight games of each.
// Negative numbers in Met are people who are not waiting.
func recentMeetings(waiting []Entrant) tally {
	m := tally{len(waiting), make([]uint8, len(waiting)*len(waiting))}
	for i, e := range waiting {
		for _, j := range e.Met[max(0, len(e.Met)-8):] {
			m.add(i, j)
		}
	}
	return m
}

// An Outcome of an arena game, for one player.
type Outcome uint8

const (
	Loss Outcome = iota
	Draw
	Win
)

// A Score is what an arena game counted, and whether it counted double.
type Score struct {
	Points int
	Double bool
}

// ArenaScores counts games in the order in which they ended: a win 2, a draw
// 1, double after two wins in a row until a game is not won.
func ArenaScores(outcomes []Outcome) (scores []Score, streak int) {
	for _, o := range outcomes {
		s := Score{Points: int(o), Double: streak >= 2}
		if s.Double {
			s.Points *= 2
		}
		scores = append(scores, s)
		if o == Win {
			streak++
		} else {
			streak = 0
		}
	}
	return scores, streak
}

// ArenaOrder sorts entrants of an arena: points, then the higher average of
// opponents' ratings, then the seed.
func ArenaOrder(points, opponents, seeds []int) []int {
	order := make([]int, len(points))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(points[b], points[a]), cmp.Compare(opponents[b], opponents[a]), cmp.Compare(seeds[a], seeds[b]))
	})
	return order
}
