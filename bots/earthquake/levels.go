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
// The more there are at the table, the less one's own play decides, and the further
// the levels lie apart.
var (
	strengthsOfTwo = [bots.TopLevel]strength{
		{5, bots.Weakness{Overlook: 0.46, Temperature: 0.26}},
		{7, bots.Weakness{Overlook: 0.34, Temperature: 0.16}},
		{11, bots.Weakness{Overlook: 0.25, Temperature: 0.10}},
		{19, bots.Weakness{Overlook: 0.16, Temperature: 0.053}},
		{36, bots.Weakness{Overlook: 0.09, Temperature: 0.026}},
		{95, bots.Weakness{Overlook: 0.03, Temperature: 0.008}},
		{400, bots.Weakness{}},
		{},
	}
	strengthsOfThree = [bots.TopLevel]strength{
		{4, bots.Weakness{Overlook: 0.70, Temperature: 0.58}},
		{6, bots.Weakness{Overlook: 0.43, Temperature: 0.22}},
		{9, bots.Weakness{Overlook: 0.29, Temperature: 0.11}},
		{15, bots.Weakness{Overlook: 0.19, Temperature: 0.054}},
		{25, bots.Weakness{Overlook: 0.115, Temperature: 0.029}},
		{52, bots.Weakness{Overlook: 0.055, Temperature: 0.012}},
		{180, bots.Weakness{Overlook: 0.010, Temperature: 0.002}},
		{},
	}
	strengthsOfMore = [bots.TopLevel]strength{
		{4, bots.Weakness{Overlook: 0.72, Temperature: 0.60}},
		{6, bots.Weakness{Overlook: 0.435, Temperature: 0.225}},
		{9, bots.Weakness{Overlook: 0.305, Temperature: 0.115}},
		{14, bots.Weakness{Overlook: 0.21, Temperature: 0.063}},
		{22, bots.Weakness{Overlook: 0.135, Temperature: 0.035}},
		{44, bots.Weakness{Overlook: 0.072, Temperature: 0.0165}},
		{150, bots.Weakness{Overlook: 0.014, Temperature: 0.003}},
		{},
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
	list[bots.TopLevel-1].Budget.Threads = 2
	return list
}
