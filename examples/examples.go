// Package examples is the plain list of the small games that show how one is made.
package examples

import (
	"atoll/examples/nim"
	"atoll/examples/tictactoe"
	"atoll/game"
)

// All returns every example.
func All() []*game.Game {
	return []*game.Game{
		nim.Game,
		tictactoe.Game,
	}
}
