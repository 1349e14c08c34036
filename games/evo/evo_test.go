package evo

import (
	"testing"

	"atoll/game/gametest"
)

func TestConformance(t *testing.T) { gametest.Run(t, Game) }

func TestGolden(t *testing.T) {
	gametest.Golden(t, Game, 2, nil, 1)
	gametest.Golden(t, Game, 2, []string{"setup=line", "quiet_limit=40"}, 2)
	gametest.Golden(t, Game, 4, nil, 3)
	gametest.Golden(t, Game, 4, []string{"quiet_limit=12"}, 4)
}
