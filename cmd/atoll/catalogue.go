package main

import (
	"slices"

	"atoll/examples"
	"atoll/game"
	"atoll/games"
)

// withExamples is the list of games with the examples behind it.
func withExamples() []*game.Game { return append(games.All(), examples.All()...) }

// byID finds a game or an example. Lists show the games alone; whoever names an
// example gets it.
func byID(id string) (*game.Game, bool) {
	list := withExamples()
	i := slices.IndexFunc(list, func(g *game.Game) bool { return g.ID == id })
	if i < 0 {
		return nil, false
	}
	return list[i], true
}
