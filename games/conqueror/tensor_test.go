package conqueror

import (
	"slices"
	"testing"

	"atoll/game"
)

// Nothing but the order of play tells the seats apart: with another order and the
// same dice, whoever plays in somebody's place observes the same.
func TestTensorsFollowTheOrderOfPlay(t *testing.T) {
	r := game.NewRand(3)
	for players := 2; players <= maxSeats; players++ {
		one, two := Game.MustConfigure(players).New().(*State), Game.MustConfigure(players).New().(*State)
		one.Play(game.Choose(game.Nature, orders[players][0]), nil)
		two.Play(game.Choose(game.Nature, orders[players][len(orders[players])-1]), nil)
		for one.Acting() != 0 {
			for i := range players {
				p, q := game.SeatViewer(game.Seat(one.Order[i])), game.SeatViewer(game.Seat(two.Order[i]))
				if !slices.Equal(one.AppendObservation(nil, p, nil), two.AppendObservation(nil, q, nil)) {
					t.Fatalf("%d players: number %d in the order observes something else\n%s\n%s", players, i, one.AppendText(nil), two.AppendText(nil))
				}
			}
			if one.Acting() == game.Only(game.Nature) {
				c := game.Choose(game.Nature, game.DrawAction(one, r, nil))
				one.Play(c, nil)
				two.Play(c, nil)
				continue
			}
			p, q := one.Mover(), two.Mover()
			legal := one.AppendLegal(nil, p, nil)
			if !slices.Equal(legal, two.AppendLegal(nil, q, nil)) {
				t.Fatalf("%d players: the letters differ", players)
			}
			word := []int32{legal[r.Intn(len(legal))]}
			a, _ := one.Spell(p, word)
			b, _ := two.Spell(q, word)
			one.Play(game.Choose(p, a), nil)
			two.Play(game.Choose(q, b), nil)
		}
	}
}
