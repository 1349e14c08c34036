package earthquake

import (
	"testing"

	"atoll/game/gametest"
)

func TestConformance(t *testing.T) { gametest.Run(t, Game) }

func TestGolden(t *testing.T) {
	for players := 2; players <= 6; players++ {
		t.Run(seatNames[players-1], func(t *testing.T) {
			gametest.Golden(t, Game, players, nil, 1)
		})
	}
	t.Run("area", func(t *testing.T) {
		gametest.Golden(t, Game, 2, []string{"area=19"}, 2)
		gametest.Golden(t, Game, 3, []string{"area=37"}, 3)
	})
}
