package tournament

import (
	"cmp"
	"slices"

	"atoll/pairing"
)

// draw is the bracket's first round, by the ratings at the start.
func (t *Tournament) draw() []int {
	order := make([]int, 0, len(t.Entrants))
	for i, x := range t.Entrants {
		if x.State == In {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(t.Entrants[b].User.Rating, t.Entrants[a].User.Rating)
	})
	places := pairing.Bracket(len(order))
	for i, p := range places {
		if p >= 0 {
			places[i] = order[p]
		}
	}
	return places
}

// Bracket is a knock-out as it stands.
type Bracket struct {
	Rounds [][]Match
	Games  []Pairing // that can be played now
	Won    []int     // matches won, by entrant, free ones included
	Lost   []bool    // by entrant
}

// Match is two places of a bracket. A place of -1 is not known yet, or nobody's.
type Match struct {
	A, B   int
	Wins   [2]int
	Winner int // -1 while it is open
}

// Bracket reads the bracket off the games.
func (t *Tournament) Bracket() Bracket {
	b := Bracket{Won: make([]int, len(t.Entrants)), Lost: make([]bool, len(t.Entrants))}
	for places := t.places; len(places) > 1; {
		round := make([]Match, 0, len(places)/2)
		next := make([]int, 0, len(places)/2)
		for m := 0; m+1 < len(places); m += 2 {
			x := Match{A: places[m], B: places[m+1], Winner: -1}
			switch {
			case x.A == unknown || x.B == unknown:
				next = append(next, unknown)
			default:
				if game := t.decide(&x, m/2); game != nil {
					b.Games = append(b.Games, *game)
					next = append(next, unknown)
					break
				}
				next = append(next, x.Winner)
				if x.Winner >= 0 {
					b.Won[x.Winner]++
				}
				if loser := x.A + x.B - x.Winner; x.A >= 0 && x.B >= 0 {
					b.Lost[loser] = true
				}
			}
			x.A, x.B = max(x.A, -1), max(x.B, -1)
			round = append(round, x)
		}
		b.Rounds = append(b.Rounds, round)
		places = next
	}
	return b
}

// unknown is a place whose match is still open.
const unknown = -2

// decide finds who has won a match, or which game it needs.
func (t *Tournament) decide(x *Match, m int) *Pairing {
	switch {
	case x.A < 0:
		x.Winner = x.B
		return nil
	case x.B < 0:
		x.Winner = x.A
		return nil
	}
	games, last := 0, -1
	for _, g := range t.Games {
		a, b := slices.Index(g.Seats, x.A), slices.Index(g.Seats, x.B)
		if a < 0 || b < 0 {
			continue
		}
		last = g.Seats[0]
		if o, ok := g.outcome(a); ok {
			games++
			if o == pairing.Win {
				x.Wins[0]++
			}
		}
		if o, ok := g.outcome(b); ok && o == pairing.Win {
			x.Wins[1]++
		}
	}
	best := t.Plan.bestOf()
	outA, outB := t.Entrants[x.A].State == Out, t.Entrants[x.B].State == Out
	switch {
	case outA != outB && outA, 2*x.Wins[1] > best, games >= best && x.Wins[1] > x.Wins[0]:
		x.Winner = x.B
	case outA != outB, 2*x.Wins[0] > best, games >= best && x.Wins[0] > x.Wins[1]:
		x.Winner = x.A
	case games >= best+2 || outA && outB: // two more did not decide it: the better seed goes on
		x.Winner = x.A
		if t.Entrants[x.B].User.Rating > t.Entrants[x.A].User.Rating {
			x.Winner = x.B
		}
	default:
		seats := []int{x.A, x.B}
		if last == x.A || last < 0 && t.Entrants[x.B].balance < t.Entrants[x.A].balance {
			slices.Reverse(seats)
		}
		return &Pairing{Seats: seats, Match: m}
	}
	return nil
}

func (t *Tournament) knockoutStandings() []Row {
	b := t.Bracket()
	rows := make([]Row, len(t.Entrants))
	for i := range rows {
		rows[i] = Row{Entrant: i, Points: b.Won[i]}
	}
	return placed(rows, func(a, b Row) int { return cmp.Compare(b.Points, a.Points) })
}
