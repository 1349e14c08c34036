// Package games is the plain list of all games.
package games

import (
	"atoll/game"
	"atoll/games/conqueror"
	"atoll/games/earthquake"
	"atoll/games/epigo"
	"atoll/games/evo"
)

// All returns every game, in the order in which they are shown.
func All() []*game.Game {
	return []*game.Game{
		epigo.Game,
		evo.Game,
		conqueror.Game,
		earthquake.Game,
	}
}

// ByID finds a game by its id.
func ByID(id string) (*game.Game, bool) {
	for _, g := range All() {
		if g.ID == id {
			return g, true
		}
	}
	return nil, false
}
