package earthquake

import (
	"math/bits"
	"slices"
	"testing"

	"atoll/game"
)

// seatedOn is the position with every explorer one seat further.
func seatedOn(p Position) Position {
	n := game.Seat(p.players)
	next := func(s game.Seat) game.Seat {
		if s < 0 || s >= n {
			return s
		}
		return (s + 1) % n
	}
	q := p
	for s := range n {
		q.at[next(s)], q.tool[next(s)], q.left[next(s)] = p.at[s], p.tool[s], p.left[s]
	}
	q.used = uint8(bits.RotateLeft8(p.used, 1)) & (1<<n - 1)
	if p.used>>(n-1)&1 != 0 {
		q.used |= 1
	}
	q.turn, q.actor, q.fleer = next(p.turn), next(p.actor), next(p.fleer)
	return q
}

// Seats are alike once it is settled whose turn it is.
func TestTensorsTurnWithTheSeats(t *testing.T) {
	r := game.NewRand(4)
	for _, players := range Game.Players {
		st := Game.MustConfigure(players).New().(*State)
		st.PlayDrawnBulk(r)
		for st.Acting() != 0 {
			other := seatedOn(st.Position)
			for s := range game.Seat(players) {
				next := (s + 1) % game.Seat(players)
				if !slices.Equal(
					st.AppendObservation(nil, game.SeatViewer(s), nil),
					other.AppendObservation(nil, game.SeatViewer(next), nil),
				) {
					t.Fatalf("seat %d and, moved on, seat %d observe different things in %s", s, next, st.AppendText(nil))
				}
				p, q := st.AppendLegal(nil, s, nil), other.AppendLegal(nil, next, nil)
				if !slices.Equal(slices.Sorted(slices.Values(p)), slices.Sorted(slices.Values(q))) {
					t.Fatalf("seat %d and, moved on, seat %d may choose other letters in %s", s, next, st.AppendText(nil))
				}
			}
			a, _ := game.Sample(st, st.actor, r, nil)
			st.Play(game.Choose(st.actor, a), nil)
		}
	}
}
