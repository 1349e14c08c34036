package evo

import (
	"slices"
	"testing"

	"atoll/game"
)

// turned is the state with every side's things given to the next side but one
// (of two players) or the next (of four), and the board turned with them.
func turned(s *State) *State {
	by := Side(sides / s.seats)
	turn := func(q Square) Square {
		for range by {
			q = q.Turned()
		}
		return q
	}
	c := s.Copy().(*State)
	c.pos = Position{side: (s.pos.side + by) % sides}
	for q := range Square(Squares) {
		piece := s.pos.cell[q]
		switch {
		case piece.Empty():
			continue
		case piece.Castle():
			c.pos.put(turn(q), castleOf((piece.Owner()+by)%sides))
		default:
			c.pos.put(turn(q), pieceOf((piece.Owner()+by)%sides, piece.Role()))
		}
		c.pos.in |= 1 << ((piece.Owner() + by) % sides)
	}
	c.pos.hash = c.pos.RecomputeHash()
	return c
}

// Every seat sees itself in the south, so a turned game looks the same.
func TestTensorsTurnWithTheSeats(t *testing.T) {
	r := game.NewRand(5)
	for _, players := range []int{2, 4} {
		st := Game.MustConfigure(players).New().(*State)
		for step := 0; step < 300 && st.Acting() != 0; step++ {
			other := turned(st)
			for s := range game.Seat(players) {
				next := (s + 1) % game.Seat(players)
				// The turned state has another past, which only the last byte tells.
				p, q := st.AppendObservation(nil, game.SeatViewer(s), nil), other.AppendObservation(nil, game.SeatViewer(next), nil)
				if p, q := p[:len(p)-1], q[:len(q)-1]; !slices.Equal(p, q) {
					t.Fatalf("%d players, step %d: seat %d and, turned, seat %d observe different things", players, step, s, next)
				}
				if p, q := st.AppendLegal(nil, s, nil), other.AppendLegal(nil, next, nil); !slices.Equal(
					slices.Sorted(slices.Values(p)),
					slices.Sorted(slices.Values(q)),
				) {
					t.Fatalf("%d players, step %d: seat %d may %v and, turned, seat %d %v", players, step, s, p, next, q)
				}
			}
			s := st.Acting().First()
			a, _ := game.Sample(st, s, r, nil)
			st.Play(game.Choose(s, a), nil)
		}
	}
}
