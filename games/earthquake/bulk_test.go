package earthquake

import (
	"testing"

	"atoll/game"
)

// A scatter that is drawn and applied at once must leave every field as the
// record's text of it does, what is only kept for speed included.
func TestDrawnScatterIsItsText(t *testing.T) {
	for _, players := range Game.Players {
		for seed := range uint64(200) {
			st := Game.MustConfigure(players).New().(*State)
			drawn, read := st.Position, st.Position
			text := read.DrawBulk(game.NewRand(seed))
			if err := read.PlayBulk(text, nil); err != nil {
				t.Fatal(err)
			}
			drawn.PlayDrawnBulk(game.NewRand(seed))
			if drawn != read {
				t.Fatalf("%d players, seed %d:\ndrawn %+v\nread  %+v", players, seed, drawn, read)
			}
		}
	}
}
