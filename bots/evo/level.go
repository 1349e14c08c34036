package evo

import (
	"time"

	"atoll/bots"
	"atoll/game"
	"atoll/search"
)

// strength is how a level plays: how many of its own actions it overlooks, and how many nodes it
// searches if time allows.
type strength struct {
	overlook float64
	nodes    int64
	think    time.Duration // in milliseconds
}

// The steps were set by duels of neighbours; see docs/strength.md.
var (
	twoStrengths = [bots.TopLevel]strength{
		{overlook: 0.30, nodes: 300, think: 50},
		{overlook: 0.17, nodes: 500, think: 50},
		{overlook: 0.10, nodes: 1_000, think: 100},
		{overlook: 0.06, nodes: 2_500, think: 150},
		{overlook: 0.03, nodes: 6_000, think: 300},
		{overlook: 0.012, nodes: 15_000, think: 600},
		{nodes: 42_000, think: 1200},
		{nodes: 100_000, think: 2500},
	}
	// With four, depth does not help: three others act before one's own next action.
	// What makes a level is how many of its actions it sees; a castle that stands
	// open is always seen.
	fourStrengths = [bots.TopLevel]strength{
		{overlook: 0.975, nodes: 300, think: 50},
		{overlook: 0.957, nodes: 300, think: 50},
		{overlook: 0.928, nodes: 300, think: 100},
		{overlook: 0.883, nodes: 300, think: 150},
		{overlook: 0.822, nodes: 300, think: 300},
		{overlook: 0.69, nodes: 300, think: 600},
		{overlook: 0.455, nodes: 300, think: 1200},
		{nodes: 4_000, think: 2500},
	}
)

func strengthOf(players, level int) strength {
	if players == 4 {
		return fourStrengths[level-1]
	}
	return twoStrengths[level-1]
}

// levels describes the levels with EVO's own budgets.
func levels(cfg game.Config) []bots.Level {
	list := bots.DefaultLevels()
	for i := range list {
		s := strengthOf(cfg.Players, i+1)
		list[i].Budget = search.Budget{Time: s.think * time.Millisecond, Nodes: s.nodes}
		list[i].Within = list[i].Budget.Time + max(50*time.Millisecond, list[i].Budget.Time/5)
	}
	return list
}

// missing returns what a level overlooks in one decision; nil if nothing.
func (s strength) missing(seed uint64) func(game.Action) bool {
	if s.overlook == 0 {
		return nil
	}
	w := bots.Weakness{Overlook: s.overlook}
	return func(a game.Action) bool { return w.Missed(seed, a) }
}
