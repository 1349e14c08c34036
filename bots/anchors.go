package bots

import (
	"context"

	"atoll/game"
	"atoll/search"
	"atoll/search/duct"
	"atoll/search/mcts"
)

// The anchors are the fixed points that strength is measured from: they know no
// game.

// random takes any action, all equally likely.
func random(_ context.Context, q Question) (search.Report, error) {
	a, _ := game.Sample(q.View, q.Seat, game.NewRand(q.Seed), nil)
	rep := search.Only(q.View, q.Seat, a)
	return rep, nil
}

func treeOptions(cfg game.Config) mcts.Options {
	if cfg.Game.Traits.Simultaneous {
		return duct.Options()
	}
	return mcts.Options{}
}

// treeBot asks a tree search and keeps its memory.
type treeBot struct{ s *mcts.Searcher }

func (b *treeBot) Choose(ctx context.Context, q Question) (search.Report, error) {
	return b.s.Search(ctx, q.View, q.Seat, q.Budget, q.Seed)
}

// newTree is plain tree search; for simultaneous choices that is decoupled UCT.
func newTree(cfg game.Config) Bot { return &treeBot{mcts.New(treeOptions(cfg))} }

func newDecoupled() Bot { return &treeBot{mcts.New(duct.Options())} }

// greedy looks one action ahead and takes what it likes best there: by the
// game's evaluator, or else by who has won. Where nothing is won it plays with a
// purpose, if the game knows how.
type greedy struct{ ev search.Evaluator }

// greedyWide is how many actions greedy looks at where there are too many to list,
// and greedyTimes how often it looks at each where something is left to chance.
const (
	greedyWide  = 200
	greedyTimes = 8
)

func (g *greedy) Choose(_ context.Context, q Question) (search.Report, error) {
	r := game.NewRand(q.Seed)
	var list []game.Action
	if game.Count(q.View, q.Seat) > 2*greedyWide {
		for range greedyWide {
			a, _ := game.Sample(q.View, q.Seat, r, nil)
			list = append(list, a)
		}
	} else {
		list = q.View.AppendActions(nil, q.Seat)
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	cfg := q.View.Config()
	times := 1
	if cfg.Game.Traits != (game.Traits{}) {
		times = greedyTimes
	}
	rep := search.Report{Seat: q.Seat}
	st := q.View.Copy()
	best := -1.0
	for _, a := range list {
		var sum [game.MaxSeats]float64
		for range times {
			var scores [game.MaxSeats]float64
			st.CopyFrom(q.View)
			if cfg.Game.Traits.Hidden && !cfg.Game.Traits.NatureReveals {
				st.Fill(r)
			}
			c := game.Choose(q.Seat, a)
			for s := range game.Seat(cfg.Players) {
				if s != q.Seat && st.Acting().Has(s) {
					c[s], _ = game.Sample(st, s, r, nil)
				}
			}
			st.Play(c, nil)
			Settle(st, r)
			g.judge(st, &scores)
			for s := range scores {
				sum[s] += scores[s] / float64(times)
			}
		}
		rep.Nodes += int64(times)
		rep.Candidates = append(rep.Candidates, search.Candidate{Action: a, Value: sum[q.Seat], Weight: 1 / float64(len(list))})
		if sum[q.Seat] > best {
			best = sum[q.Seat]
			rep.Action, rep.Values = a, sum
		}
	}
	if l, ok := q.View.(game.Lively); ok && g.ev == nil && best <= search.Even(q.View) {
		rep.Action = l.LivelyAction(q.Seat, r)
	}
	return rep, nil
}

func (g *greedy) judge(st game.State, scores *[game.MaxSeats]float64) {
	switch {
	case st.Acting() == 0:
		search.Scores(st, scores)
	case g.ev != nil:
		g.ev.Evaluate(st, scores)
	default:
		for s := range st.Config().Players {
			scores[s] = search.Even(st)
		}
	}
}

// Settle plays Nature's outcomes, drawn by weight, until a seat is to act or the
// game is over.
func Settle(st game.State, r *game.Rand) {
	for st.Acting() == game.Only(game.Nature) {
		if b, ok := st.(game.Bulk); ok && b.BulkPending() {
			if err := b.PlayBulk(b.DrawBulk(r), nil); err != nil {
				panic("bots: a drawn outcome was refused: " + err.Error())
			}
			continue
		}
		st.Play(game.Choose(game.Nature, game.DrawAction(st, r, nil)), nil)
	}
}
