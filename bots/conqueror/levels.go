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

var weaknesses = [bots.TopLevel]weakness{
	{bots.Weakness{Overlook: 0.7, Temperature: 0.60}, 10},
	{bots.Weakness{Overlook: 0.37, Temperature: 0.11}, 10},
	{bots.Weakness{Overlook: 0.24, Temperature: 0.062}, 10},
	{bots.Weakness{Overlook: 0.15, Temperature: 0.038}, 10},
	{bots.Weakness{Overlook: 0.07, Temperature: 0.019}, 10},
	{bots.Weakness{Overlook: 0.02, Temperature: 0.008}, 15},
	{bots.Weakness{}, 500},
	{bots.Weakness{}, 0},
}

func levels(game.Config) []bots.Level {
	list := bots.DefaultLevels()
	think := [bots.TopLevel]time.Duration{50, 50, 50, 50, 100, 200, 400, 2500}
	within := [bots.TopLevel]time.Duration{100, 100, 100, 100, 300, 500, 1000, 3000}
	for i := range list {
		list[i].Within = within[i] * time.Millisecond
		list[i].Budget = search.Budget{Time: think[i] * time.Millisecond, Nodes: weaknesses[i].nodes}
	}
	list[bots.TopLevel-1].Budget.Threads = 2
	return list
}

type bot struct {
	searcher *Searcher
	weak     bots.Weakness
}

func newBot(cfg game.Config, level int) bots.Bot {
	return &bot{searcher: New(cfg), weak: weaknesses[level-1].Weakness}
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
