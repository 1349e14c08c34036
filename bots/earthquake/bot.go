// Package earthquake plays Earthquake Island.
package earthquake

import (
	"context"
	"fmt"
	"sync"

	"atoll/bots"
	"atoll/game"
	rules "atoll/games/earthquake"
	"atoll/search"
)

// Maker makes the bots of the game.
func Maker() bots.Maker {
	return bots.Maker{
		Game: rules.Game.ID,
		New: func(cfg game.Config, level int) bots.Bot {
			return newBot(bots.GenericWeakness[level-1])
		},
		Others: map[string]func(cfg game.Config) bots.Bot{
			"k0": func(cfg game.Config) bots.Bot { b := newBot(bots.Weakness{}); b.opt.keyed = 0; return b },
			"k2": func(cfg game.Config) bots.Bot { b := newBot(bots.Weakness{}); b.opt.keyed = 2; return b },
		},
	}
}

// bot is one player.
type bot struct {
	weakness bots.Weakness
	trees    []*tree
	opt      settings
}

func newBot(w bots.Weakness) *bot { return &bot{weakness: w, opt: tuned} }

// Choose answers one question.
func (b *bot) Choose(ctx context.Context, q bots.Question) (search.Report, error) {
	st, ok := q.View.(*rules.State)
	if !ok {
		return search.Report{}, fmt.Errorf("not a position of %s", rules.Game.ID)
	}
	n := q.Budget.ThreadCount()
	for len(b.trees) < n {
		b.trees = append(b.trees, &tree{eval: &evaluator{}})
	}
	clocks := make([]*search.Clock, n)
	var wg sync.WaitGroup
	for i := range n {
		share := q.Budget.Share(i, n)
		clocks[i] = search.NewClock(ctx, share, 16)
		t := b.trees[i]
		t.opt = b.opt
		t.ignore = nil
		if b.weakness.Overlook > 0 {
			t.ignore = func(a game.Action) bool { return b.weakness.Missed(q.Seed, a) }
		}
		t.reset(&st.Position, share.Memory, *game.NewRand(q.Seed).Split(uint64(i)))
		if n == 1 {
			t.run(clocks[i])
			break
		}
		wg.Go(func() { t.run(clocks[i]) })
	}
	wg.Wait()
	for _, c := range clocks {
		if c.Err() != nil {
			return search.Report{}, c.Err()
		}
	}
	rep := b.report(q, n)
	rep.Elapsed = clocks[0].Elapsed()
	return rep, nil
}

func (b *bot) report(q bots.Question, threads int) search.Report {
	rep := search.Report{Seat: q.Seat}
	first := b.trees[0]
	cands := make([]search.Candidate, len(first.byArm))
	seats := make([][game.MaxSeats]float64, len(cands))
	var total int64
	for _, t := range b.trees[:threads] {
		rep.Nodes += t.iterations
		rep.Depth = max(rep.Depth, t.depth)
		for i := range t.byArm {
			a := t.arms[i]
			cands[i].Action = a.action
			cands[i].Visits += int64(a.visits)
			total += int64(a.visits)
			for s, v := range t.byArm[i] {
				seats[i][s] += v
			}
		}
	}
	best := 0
	for i := range cands {
		c := &cands[i]
		if c.Visits > 0 {
			c.Value = seats[i][q.Seat] / float64(c.Visits)
			c.Weight = float64(c.Visits) / float64(total)
			for s := range seats[i] {
				seats[i][s] /= float64(c.Visits)
			}
		}
		if c.Visits > cands[best].Visits || c.Visits == cands[best].Visits && c.Value > cands[best].Value {
			best = i
		}
	}
	rep.Action, rep.Values = cands[best].Action, seats[best]
	search.SortCandidates(cands)
	rep.Candidates = cands
	if b.weakness.Temperature > 0 {
		rep.Action = bots.Soften(rep.Candidates, b.weakness.Temperature, game.NewRand(q.Seed).Split(1))
	}
	return rep
}
