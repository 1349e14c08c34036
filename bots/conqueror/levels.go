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
		Others: map[string]func(game.Config) bots.Bot{
			// judge is the search that trusts the learned weights alone.
			"judge": func(cfg game.Config) bots.Bot { return &bot{searcher: New(cfg)} },
		},
	}
}

// weaknesses of the levels; how many rolls they look ahead with two players, and
// how many positions with more.
var weaknesses = [bots.TopLevel]struct {
	bots.Weakness
	depth int
	nodes int64
}{
	{bots.Weakness{Overlook: 0.5, Temperature: 0.30}, 1, 10},
	{bots.Weakness{Overlook: 0.4, Temperature: 0.12}, 1, 20},
	{bots.Weakness{Overlook: 0.25, Temperature: 0.06}, 1, 40},
	{bots.Weakness{Overlook: 0.15, Temperature: 0.03}, 1, 100},
	{bots.Weakness{Overlook: 0.05, Temperature: 0.015}, 2, 300},
	{bots.Weakness{Temperature: 0.006}, 3, 2000},
	{bots.Weakness{}, 4, 20_000},
	{bots.Weakness{}, maxPly / 2, 0},
}

func levels(cfg game.Config) []bots.Level {
	list := bots.DefaultLevels()
	think := [bots.TopLevel]time.Duration{50, 50, 50, 50, 100, 200, 400, 2500}
	within := [bots.TopLevel]time.Duration{100, 100, 100, 100, 300, 500, 1000, 3000}
	for i := range list {
		list[i].Within = within[i] * time.Millisecond
		list[i].Budget = search.Budget{Time: think[i] * time.Millisecond}
		if cfg.Players > 2 {
			list[i].Budget.Nodes = weaknesses[i].nodes
		}
	}
	list[bots.TopLevel-1].Budget.Threads = 2
	return list
}

type bot struct {
	searcher *Searcher
	weak     bots.Weakness
}

func newBot(cfg game.Config, level int) bots.Bot {
	weak := weaknesses[level-1]
	if cfg.Players == 2 && level > 6 {
		return newCommittee(cfg)
	}
	b := &bot{searcher: New(cfg), weak: weak.Weakness}
	b.searcher.maxDepth = weak.depth
	return b
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
