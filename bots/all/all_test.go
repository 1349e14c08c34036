package all

import (
	"fmt"
	"testing"

	"go.uber.org/goleak"

	"atoll/bots/botstest"
	"atoll/games"
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
