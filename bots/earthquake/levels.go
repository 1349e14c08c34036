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

// strengths of the levels, set by duels of neighbours; see docs/strength.md. The
// more there are at the table, the less one's own play decides, and the further the
// levels lie apart.
var (
	strengthsOfTwo = [bots.TopLevel]strength{
		{4, bots.Weakness{Overlook: 0.70, Temperature: 0.58}},
		{6, bots.Weakness{Overlook: 0.43, Temperature: 0.22}},
		{9, bots.Weakness{Overlook: 0.29, Temperature: 0.11}},
		{15, bots.Weakness{Overlook: 0.19, Temperature: 0.054}},
		{28, bots.Weakness{Overlook: 0.11, Temperature: 0.028}},
		{65, bots.Weakness{Overlook: 0.045, Temperature: 0.010}},
		{190, bots.Weakness{Overlook: 0.008, Temperature: 0.0018}},
		{nodes: 3_000},
	}
	strengthsOfThree = [bots.TopLevel]strength{
		{4, bots.Weakness{Overlook: 0.70, Temperature: 0.58}},
		{6, bots.Weakness{Overlook: 0.405, Temperature: 0.20}},
		{9, bots.Weakness{Overlook: 0.29, Temperature: 0.11}},
		{15, bots.Weakness{Overlook: 0.19, Temperature: 0.054}},
		{25, bots.Weakness{Overlook: 0.115, Temperature: 0.029}},
		{52, bots.Weakness{Overlook: 0.055, Temperature: 0.012}},
		{180, bots.Weakness{Overlook: 0.010, Temperature: 0.002}},
		{nodes: 3_000},
	}
	strengthsOfMore = [bots.TopLevel]strength{
		{4, bots.Weakness{Overlook: 0.70, Temperature: 0.58}},
		{6, bots.Weakness{Overlook: 0.365, Temperature: 0.16}},
		{9, bots.Weakness{Overlook: 0.252, Temperature: 0.087}},
		{15, bots.Weakness{Overlook: 0.184, Temperature: 0.052}},
		{26, bots.Weakness{Overlook: 0.11, Temperature: 0.0275}},
		{52, bots.Weakness{Overlook: 0.055, Temperature: 0.012}},
		{180, bots.Weakness{Overlook: 0.010, Temperature: 0.002}},
		{nodes: 3_000},
	}
)

func strengthOf(cfg game.Config, level int) strength {
	switch cfg.Players {
	case 2:
		return strengthsOfTwo[level-1]
	case 3:
		return strengthsOfThree[level-1]
	}
	return strengthsOfMore[level-1]
}

func levels(cfg game.Config) []bots.Level {
	list := bots.DefaultLevels()
	within := [bots.TopLevel]time.Duration{100, 150, 200, 300, 500, 800, 1500, 3000}
	for i := range list {
		list[i].Within = within[i] * time.Millisecond
		list[i].Budget = search.Budget{Time: list[i].Within * 4 / 5, Nodes: strengthOf(cfg, i+1).nodes}
	}
	return list
}
