package epigo

import (
	"testing"

	"atoll/game/gametest"
)

func TestConformance(t *testing.T) { gametest.Run(t, Game) }

func TestPlaythroughs(t *testing.T) {
	for i, opts := range optionSets {
		gametest.Golden(t, Game, 2, opts, uint64(i+1))
	}
}
