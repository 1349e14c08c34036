package conqueror

import (
	"context"
	"math/bits"
	"slices"
	"time"

	"atoll/bots"
	"atoll/game"
	rules "atoll/games/conqueror"
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

// strength is what makes a level: what it misses, how little it minds, and how
// many positions it looks into.
type strength struct {
	bots.Weakness
	// Roam is a beginner's love of open ground: how much, in score, it likes each
	// free tile in reach of where it lands. It dislikes a coin on the island four
	// times as much, so that it begins islands and leaves their end to others.
	Roam  float64
	nodes int64
}

// strengths of the levels. The dice decide much, most of all at larger tables, so
// the levels reach from play that loses to random moves up to where more nodes gain
// nothing.
var (
	strengthsOfTwo = [bots.TopLevel]strength{
		{bots.Weakness{Overlook: 0, Temperature: 0.30}, 1, 10},
		{bots.Weakness{Overlook: 0.20, Temperature: 0.30}, 0.08, 10},
		{bots.Weakness{Overlook: 0.39, Temperature: 0.135}, 0.004, 10},
		{bots.Weakness{Overlook: 0.27, Temperature: 0.072}, 0, 10},
		{bots.Weakness{Overlook: 0.16, Temperature: 0.041}, 0, 10},
		{bots.Weakness{Overlook: 0.07, Temperature: 0.019}, 0, 10},
		{bots.Weakness{Overlook: 0.01, Temperature: 0.0045}, 0, 18},
		{nodes: 2_000},
	}
	strengthsOfThree = [bots.TopLevel]strength{
		{bots.Weakness{Overlook: 0, Temperature: 0.30}, 1, 10},
		{bots.Weakness{Overlook: 0.205, Temperature: 0.30}, 0.08, 10},
		{bots.Weakness{Overlook: 0.38, Temperature: 0.19}, 0.015, 10},
		{bots.Weakness{Overlook: 0.35, Temperature: 0.113}, 0, 10},
		{bots.Weakness{Overlook: 0.22, Temperature: 0.057}, 0, 10},
		{bots.Weakness{Overlook: 0.119, Temperature: 0.0304}, 0, 10},
		{bots.Weakness{Overlook: 0.042, Temperature: 0.012}, 0, 10},
		{nodes: 500},
	}
	strengthsOfFour = [bots.TopLevel]strength{
		{bots.Weakness{Overlook: 0, Temperature: 0.30}, 1, 10},
		{bots.Weakness{Overlook: 0.192, Temperature: 0.30}, 0.088, 10},
		{bots.Weakness{Overlook: 0.386, Temperature: 0.190}, 0.0165, 10},
		{bots.Weakness{Overlook: 0.333, Temperature: 0.111}, 0, 10},
		{bots.Weakness{Overlook: 0.217, Temperature: 0.0575}, 0, 10},
		{bots.Weakness{Overlook: 0.122, Temperature: 0.0307}, 0, 10},
		{bots.Weakness{Overlook: 0.0434, Temperature: 0.0123}, 0, 10},
		{nodes: 500},
	}
)

func strengthOf(cfg game.Config, level int) strength {
	switch cfg.Players {
	case 2:
		return strengthsOfTwo[level-1]
	case 3:
		return strengthsOfThree[level-1]
	}
	return strengthsOfFour[level-1]
}

func levels(cfg game.Config) []bots.Level {
	list := bots.DefaultLevels()
	think := [bots.TopLevel]time.Duration{50, 50, 50, 50, 100, 200, 400, 2500}
	within := [bots.TopLevel]time.Duration{100, 100, 100, 100, 300, 500, 1000, 3000}
	for i := range list {
		list[i].Within = within[i] * time.Millisecond
		list[i].Budget = search.Budget{Time: think[i] * time.Millisecond, Nodes: strengthOf(cfg, i+1).nodes}
	}
	return list
}

type bot struct {
	searcher *Searcher
	strength strength
}

func newBot(cfg game.Config, level int) bots.Bot {
	b := &bot{searcher: New(cfg), strength: strengthOf(cfg, level)}
	if level == bots.TopLevel {
		b.searcher.endings = endingNodes
		if cfg.Players > 2 {
			b.searcher.playouts = playoutsPerSpot
		}
	}
	return b
}

func (b *bot) Choose(ctx context.Context, q bots.Question) (search.Report, error) {
	weak := b.strength.Weakness
	var ignore func(game.Action) bool
	if weak.Overlook > 0 {
		ignore = func(a game.Action) bool { return weak.Missed(q.Seed, a) }
	}
	rep, err := b.searcher.Search(ctx, q.View, q.Seat, q.Budget, ignore)
	if err != nil || weak.Temperature == 0 {
		return rep, err
	}
	liked := rep.Candidates
	if b.strength.Roam > 0 {
		liked = roaming(q.View.(*rules.State), rep.Candidates, b.strength.Roam)
	}
	rep.Action = bots.Soften(liked, weak.Temperature, game.NewRand(q.Seed).Split(1))
	return rep, nil
}

// roaming returns the candidates with their values raised by a taste for open
// ground.
func roaming(s *rules.State, list []search.Candidate, roam float64) []search.Candidate {
	if s.Phase != rules.PhaseMove {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		if list[i].Action == rules.Pass {
			continue
		}
		t := int(list[i].Action ^ rules.MoveTo(0))
		one, two, three := s.Reach(t)
		open := bits.OnesCount64((one | two | three) & s.Free &^ s.Tokens)
		coins := 4 - bits.OnesCount64(s.Free>>(t&^3)&15)
		list[i].Value += roam * float64(open-4*coins)
	}
	return list
}
