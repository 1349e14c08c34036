package conqueror

import (
	"context"
	"time"

	"atoll/bots"
	"atoll/game"
	"atoll/search"
)

// Maker describes the bots of The Conqueror.
func Maker() bots.Maker {
	return bots.Maker{
		Game:      "conqueror",
		Levels:    levels,
		New:       newBot,
		Evaluator: evaluator,
	}
}

// weakness is what makes a level: what it misses, how little it minds, and how
// many positions it looks into.
type weakness struct {
	bots.Weakness
	nodes int64
}

// weaknesses of the levels with two players, and with more, where luck counts for
// more and levels must lie further apart.
var (
	two = [bots.TopLevel]weakness{
		{bots.Weakness{Overlook: 0.5, Temperature: 0.30}, 10},
		{bots.Weakness{Overlook: 0.4, Temperature: 0.12}, 10},
		{bots.Weakness{Overlook: 0.25, Temperature: 0.06}, 10},
		{bots.Weakness{Overlook: 0.15, Temperature: 0.03}, 10},
		{bots.Weakness{Overlook: 0.05, Temperature: 0.015}, 20},
		{bots.Weakness{Temperature: 0.006}, 60},
		{bots.Weakness{}, 500},
		{bots.Weakness{}, 0},
	}
	more = [bots.TopLevel]weakness{
		{bots.Weakness{Overlook: 0.5, Temperature: 0.30}, 10},
		{bots.Weakness{Overlook: 0.4, Temperature: 0.12}, 20},
		{bots.Weakness{Overlook: 0.25, Temperature: 0.06}, 40},
		{bots.Weakness{Overlook: 0.15, Temperature: 0.03}, 100},
		{bots.Weakness{Overlook: 0.05, Temperature: 0.015}, 300},
		{bots.Weakness{Temperature: 0.006}, 2000},
		{bots.Weakness{}, 20_000},
		{bots.Weakness{}, 0},
	}
)

func weaknessOf(players, level int) *weakness {
	if players == 2 {
		return &two[level-1]
	}
	return &more[level-1]
}

func levels(cfg game.Config) []bots.Level {
	list := bots.DefaultLevels()
	think := [bots.TopLevel]time.Duration{50, 50, 50, 50, 100, 200, 400, 2500}
	within := [bots.TopLevel]time.Duration{100, 100, 100, 100, 300, 500, 1000, 3000}
	for i := range list {
		list[i].Within = within[i] * time.Millisecond
		list[i].Budget = search.Budget{Time: think[i] * time.Millisecond, Nodes: weaknessOf(cfg.Players, i+1).nodes}
	}
	list[bots.TopLevel-1].Budget.Threads = 2
	return list
}

type bot struct {
	searcher *Searcher
	weak     bots.Weakness
}

func newBot(cfg game.Config, level int) bots.Bot {
	return &bot{searcher: New(cfg), weak: weaknessOf(cfg.Players, level).Weakness}
}

func (b *bot) Choose(ctx context.Context, q bots.Question) (search.Report, error) {
	var ignore func(game.Action) bool
	if b.weak.Overlook > 0 {
		ignore = func(a game.Action) bool { return b.weak.Missed(q.Seed, a) }
	}
	rep, err := b.searcher.Search(ctx, q.View, q.Seat, q.Budget, ignore)
	if err != nil || b.weak.Temperature == 0 {
		return rep, err
	}
	rep.Action = bots.Soften(rep.Candidates, b.weak.Temperature, game.NewRand(q.Seed).Split(1))
	return rep, nil
}
