package earthquake

import (
	"time"

	"atoll/bots"
	"atoll/game"
	"atoll/search"
)

// strength is what a level plays with: how many iterations, and what it misses.
type strength struct {
	nodes int64
	bots.Weakness
}

// strengths of the levels; 0 nodes is as many as the time allows. The steps were
// measured, see docs/strength.md: each level wins 60 to 80 % against the one below.
var strengths = [bots.TopLevel]strength{
	{5, bots.Weakness{Overlook: 0.46, Temperature: 0.26}},
	{7, bots.Weakness{Overlook: 0.34, Temperature: 0.16}},
	{11, bots.Weakness{Overlook: 0.25, Temperature: 0.10}},
	{19, bots.Weakness{Overlook: 0.16, Temperature: 0.053}},
	{36, bots.Weakness{Overlook: 0.09, Temperature: 0.026}},
	{95, bots.Weakness{Overlook: 0.03, Temperature: 0.008}},
	{400, bots.Weakness{}},
	{0, bots.Weakness{}},
}

func levels(game.Config) []bots.Level {
	list := bots.DefaultLevels()
	within := [bots.TopLevel]time.Duration{100, 150, 200, 300, 500, 800, 1500, 3000}
	for i := range list {
		list[i].Within = within[i] * time.Millisecond
		list[i].Budget = search.Budget{Time: list[i].Within * 4 / 5, Nodes: strengths[i].nodes}
	}
	list[bots.TopLevel-1].Budget.Threads = 2
	return list
}
