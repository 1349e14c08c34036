package evo

import (
	"context"
	"time"

	"atoll/bots"
	"atoll/game"
	rules "atoll/games/evo"
	"atoll/search"
)

// strength is how a level plays: so deep, overlooking so much. Depth 0 means as
// deep as the budget allows.
type strength struct {
	depth int
	weak  bots.Weakness
	nodes int64
	think time.Duration
}

// The steps were set by duels of neighbours; see docs/strength.md.
var (
	twoStrengths = [bots.TopLevel]strength{
		{depth: 1, weak: bots.Weakness{Overlook: 0.50, Temperature: 0.14}, nodes: 5_000, think: 50},
		{depth: 1, weak: bots.Weakness{Overlook: 0.30, Temperature: 0.08}, nodes: 5_000, think: 50},
		{depth: 2, weak: bots.Weakness{Overlook: 0.22, Temperature: 0.06}, nodes: 20_000, think: 100},
		{depth: 2, weak: bots.Weakness{Overlook: 0.10, Temperature: 0.03}, nodes: 20_000, think: 100},
		{depth: 3, weak: bots.Weakness{Overlook: 0.05, Temperature: 0.02}, nodes: 100_000, think: 300},
		{depth: 4, weak: bots.Weakness{Overlook: 0.01, Temperature: 0.01}, nodes: 400_000, think: 800},
		{nodes: 60_000, think: 1000},
		{think: 2500},
	}
	fourStrengths = [bots.TopLevel]strength{
		{depth: 1, weak: bots.Weakness{Overlook: 0.50, Temperature: 0.10}, nodes: 5_000, think: 50},
		{depth: 1, weak: bots.Weakness{Overlook: 0.30, Temperature: 0.06}, nodes: 5_000, think: 50},
		{depth: 1, weak: bots.Weakness{Overlook: 0.15, Temperature: 0.03}, nodes: 5_000, think: 100},
		{depth: 1, weak: bots.Weakness{Overlook: 0.06, Temperature: 0.015}, nodes: 20_000, think: 100},
		{depth: 2, weak: bots.Weakness{Overlook: 0.04, Temperature: 0.01}, nodes: 60_000, think: 300},
		{depth: 3, weak: bots.Weakness{Overlook: 0.01, Temperature: 0.005}, nodes: 400_000, think: 800},
		{nodes: 100_000, think: 1000},
		{think: 2500},
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
	list[bots.TopLevel-1].Budget.Threads = 2
	return list
}

// weakBot plays a level that is not always right: it scores every action it does
// not overlook and draws by what each gives up.
type weakBot struct {
	strength strength
	tt       table
	engine   *engine
	party    *party
}

func newWeak(players int, s strength) *weakBot {
	b := &weakBot{strength: s}
	if players == 4 {
		b.party = newParty(&b.tt, tunedParty)
	} else {
		b.engine = newEngine(&b.tt, tuned)
	}
	return b
}

func (b *weakBot) Choose(ctx context.Context, q bots.Question) (search.Report, error) {
	st := q.View.(*rules.State)
	b.tt.size(min(tableBytes(q.Budget), 4<<20))
	clock := search.NewClock(ctx, q.Budget, 64)
	missed := func(a game.Action) bool { return b.strength.weak.Missed(q.Seed, a) }
	var rep search.Report
	if b.party != nil {
		b.party.begin(st, clock, missed)
		b.party.scoreAll(b.strength.depth)
		rep = b.party.report(st, q.Seat)
	} else {
		b.engine.begin(st, clock, missed)
		b.engine.scoreAll(b.strength.depth)
		rep = b.engine.report(q.Seat)
	}
	if err := clock.Err(); err != nil {
		return search.Report{}, err
	}
	rep.Action = bots.Soften(rep.Candidates, b.strength.weak.Temperature, game.NewRand(q.Seed).Split(1))
	rep.Elapsed = clock.Elapsed()
	return rep, nil
}

// scoreAll gives every action of the root its exact score at a small depth.
func (e *engine) scoreAll(maxDepth int) {
	e.orderRoot()
	for e.depth = 1; e.depth <= maxDepth; e.depth++ {
		for i := range e.root {
			e.play(0, e.root[i].action)
			before := e.clock.Nodes()
			score := -e.value(1, e.depth-1, -win, win)
			e.path = e.path[:e.gone+1]
			if e.clock.Stopped() {
				e.bestFirst()
				return
			}
			e.root[i].score = score
			e.root[i].nodes += e.clock.Nodes() - before
		}
	}
	e.depth = maxDepth
	e.bestFirst()
}

func (e *engine) bestFirst() { bestFirst(e.root) }

func bestFirst(root []rootMove) {
	for i := range root {
		if root[i].score > root[0].score {
			root[0], root[i] = root[i], root[0]
		}
	}
}

// scoreAll gives every action of the root its exact score at a small depth.
func (e *party) scoreAll(maxDepth int) {
	e.orderRoot()
	for e.depth = 1; e.depth <= maxDepth; e.depth++ {
		for i := range e.root {
			e.play(0, e.root[i].action)
			before := e.clock.Nodes()
			score := e.next(1, e.depth-1, -win, win, false)
			e.path = e.path[:len(e.path)-1]
			if e.clock.Stopped() {
				bestFirst(e.root)
				return
			}
			e.root[i].score = score
			e.root[i].nodes += e.clock.Nodes() - before
		}
	}
	e.depth = maxDepth
	bestFirst(e.root)
}
