package all

import (
	"fmt"
	"testing"

	"go.uber.org/goleak"

	"atoll/bots"
	"atoll/bots/botstest"
	"atoll/game"
	"atoll/games"
	"atoll/search"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestEveryBotOfEveryGame(t *testing.T) {
	for _, g := range games.All() {
		for _, n := range g.Players {
			t.Run(fmt.Sprint(g.ID, n), func(t *testing.T) {
				botstest.Run(t, Roster(), g.MustConfigure(n))
			})
		}
	}
}

// More iterations of the anchors must not mean more allocations: their memory is
// kept from one question to the next.
func TestAnchorsDoNotAllocateInTheInnerLoop(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			cfg := g.MustConfigure(g.Players[0])
			d := botstest.Decisions(cfg, 3, 5)[2]
			view := game.Look(d.State, game.SeatViewer(d.Seat))
			bot, err := Roster().Open(cfg, "mcts")
			if err != nil {
				t.Fatal(err)
			}
			count := func(nodes int64) float64 {
				return testing.AllocsPerRun(1, func() {
					_, err := bot.Choose(t.Context(), bots.Question{View: view, Seat: d.Seat, Seed: 1, Budget: search.Nodes(nodes)})
					if err != nil {
						t.Fatal(err)
					}
				})
			}
			count(1200)
			if few, many := count(200), count(1200); many > few+100 {
				t.Errorf("%v allocations for 200 iterations, %v for 1,200", few, many)
			}
		})
	}
}
