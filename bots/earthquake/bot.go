package earthquake

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"atoll/bots"
	"atoll/game"
	rules "atoll/games/earthquake"
	"atoll/search"
)

// Maker makes the bots of the game.
func Maker() bots.Maker {
	return bots.Maker{
		Game:   rules.Game.ID,
		Levels: levels,
		New: func(cfg game.Config, level int) bots.Bot {
			return newBot(strengthOf(cfg, level).Weakness)
		},
		Evaluator: func(game.Config) search.Evaluator { return search.EvaluatorFunc(judge) },
		Others:    others,
	}
}

// others are the bots that levels are measured against.
var others = map[string]func(game.Config) bots.Bot{
	// playouts is the same search with playouts to the end instead of the network.
	"playouts": func(game.Config) bots.Bot {
		b := newBot(bots.Weakness{})
		b.opt.roll = true
		return b
	},
}

// bot is one player.
type bot struct {
	weakness bots.Weakness
	trees    []*tree
	solver   solver
	prover   prover
	net      *Network
	opt      settings
}

func newBot(w bots.Weakness) *bot { return &bot{weakness: w, opt: tuned, net: trained()} }

// Choose answers one question.
func (b *bot) Choose(ctx context.Context, q bots.Question) (search.Report, error) {
	st, ok := q.View.(*rules.State)
	if !ok {
		return search.Report{}, fmt.Errorf("not a position of %s", rules.Game.ID)
	}
	start := time.Now()
	won, doomed := b.certain(&st.Position, q)
	var exact []search.Candidate
	if won != game.NoAction {
		// only analysis wants to know what the other actions are worth
		if q.Budget.Nodes == 0 || q.Budget.Nodes > wonNodes {
			q.Budget.Nodes = wonNodes
		}
	} else {
		var err error
		if exact, err = b.ending(ctx, &st.Position, q); err != nil {
			return search.Report{}, err
		}
		if rep, ok := decided(exact, q); ok {
			return rep, nil
		}
	}
	if q.Budget.Time > 0 { // proofs and endings are part of it
		q.Budget.Time = max(q.Budget.Time-time.Since(start), time.Millisecond)
	}
	n := q.Budget.ThreadCount()
	for len(b.trees) < n {
		b.trees = append(b.trees, &tree{net: b.net})
	}
	clocks := make([]*search.Clock, n)
	var wg sync.WaitGroup
	for i := range n {
		share := q.Budget.Share(i, n)
		clocks[i] = search.NewClock(ctx, share, 16)
		t := b.trees[i]
		t.opt = b.opt
		t.ignore = nil
		switch {
		case b.weakness.Overlook > 0:
			t.ignore = func(a game.Action) bool { return b.weakness.Missed(q.Seed, a) }
		case len(doomed) > 0:
			t.ignore = func(a game.Action) bool { return slices.Contains(doomed, a) }
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
	rep.Elapsed = time.Since(start)
	for _, a := range doomed {
		if _, seen := rep.Candidate(a); !seen {
			rep.Candidates = append(rep.Candidates, search.Candidate{Action: a})
		}
	}
	if exact != nil {
		settleTies(&rep, exact)
	}
	if won != game.NoAction {
		setWon(&rep, won)
	}
	return rep, nil
}

// wonNodes is the budget of a decision that is won already.
const wonNodes = 500

// certain finds the action with the shortest win that nothing can prevent, or else
// those after which another one is sure to win.
func (b *bot) certain(p *rules.Position, q bots.Question) (won game.Action, doomed []game.Action) {
	if b.weakness != (bots.Weakness{}) || b.opt.roll {
		return game.NoAction, nil
	}
	left, unplaced := 0, 0
	for s := range game.Seat(p.Players()) {
		if p.In(s) {
			left++
			if p.At(s) < 0 {
				unplaced++
			}
		}
	}
	if left > 3 || unplaced > 1 {
		return game.NoAction, nil
	}
	limit := int64(proveNodes) // for each question, and only a small part of the whole budget
	if q.Budget.Nodes > 0 {
		limit = min(limit, q.Budget.Nodes/5+1)
	}
	if q.Budget.Time > 0 {
		limit = min(limit, 20*q.Budget.Time.Milliseconds()+1)
	}
	list := p.AppendActions(nil, q.Seat)
	if won = b.prover.shortest(p, q.Seat, list, limit); won != game.NoAction {
		return won, nil
	}
	return game.NoAction, b.prover.doomed(p, q.Seat, list, limit)
}

// setWon makes the report say that an action is sure to win.
func setWon(rep *search.Report, won game.Action) {
	rep.Action = won
	rep.Values = [game.MaxSeats]float64{}
	rep.Values[rep.Seat] = 1
	for i := range rep.Candidates {
		c := &rep.Candidates[i]
		c.Weight = 0
		if c.Action == won {
			c.Value, c.Weight = 1, 1
		}
	}
	search.SortCandidates(rep.Candidates)
}

// ending tries to work out the exact chances, for at most half of the budget.
// It returns nil where that is not possible.
func (b *bot) ending(ctx context.Context, p *rules.Position, q bots.Question) ([]search.Candidate, error) {
	if b.weakness != (bots.Weakness{}) || b.opt.roll || !solvable(p) {
		return nil, nil
	}
	half := q.Budget
	half.Time /= 2
	limit := int64(solveNodes)
	if half.Nodes > 0 {
		limit = min(limit, half.Nodes)
	}
	half.Nodes = 0
	clock := search.NewClock(ctx, half, 1)
	list, ok := b.solver.solve(p, q.Seat, limit, clock)
	if !ok {
		return nil, clock.Err()
	}
	return list, nil
}

// solveNodes bounds the memory of the solver.
const solveNodes = 400_000

// decided makes a report of exact chances if one action is better than all others.
func decided(exact []search.Candidate, q bots.Question) (search.Report, bool) {
	if exact == nil {
		return search.Report{}, false
	}
	best, ties := 0, 0
	for i, c := range exact {
		switch {
		case i == 0 || c.Value > exact[best].Value:
			best, ties = i, 1
		case c.Value == exact[best].Value:
			ties++
		}
	}
	if ties > 1 {
		return search.Report{}, false
	}
	rep := search.Report{Seat: q.Seat, Action: exact[best].Action, Candidates: exact}
	exact[best].Weight = 1
	for s, st := game.Seat(0), q.View.(*rules.State); int(s) < st.Players(); s++ {
		if st.In(s) {
			rep.Values[s] = 1 - exact[best].Value
		}
	}
	rep.Values[q.Seat] = exact[best].Value
	search.SortCandidates(rep.Candidates)
	return rep, true
}

// settleTies takes, of the actions that are exactly the best, the one that the
// tree search prefers: of two lost actions the one that resists longer.
func settleTies(rep *search.Report, exact []search.Candidate) {
	value := map[game.Action]float64{}
	top := 0.0
	for _, c := range exact {
		value[c.Action] = c.Value
		top = max(top, c.Value)
	}
	found := false
	for i := range rep.Candidates {
		c := &rep.Candidates[i]
		c.Value = value[c.Action]
		if !found && c.Value == top {
			rep.Action, found = c.Action, true
		}
	}
	for s, v := range rep.Values {
		if game.Seat(s) != rep.Seat && v > 0 {
			rep.Values[s] = 1 - top
		}
	}
	rep.Values[rep.Seat] = top
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
			cands[i].Action = game.Action(a.action)
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
	// of those tried about as often, the one that did better
	for i, most := 0, cands[best].Visits; i < len(cands); i++ {
		if 2*cands[i].Visits >= most && cands[i].Value > cands[best].Value {
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
