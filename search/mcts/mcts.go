// Package mcts is Monte Carlo tree search (UCT) for two to six seats, with
// chance, hidden information and simultaneous choices.
//
// Every iteration walks down the tree by UCB1, each acting seat maximising its
// own share of first place, adds one node, finishes the game with uniformly
// random actions and counts the result on the way back. Chance is sampled by its
// weights and every outcome has its own subtree. Where a view hides something, an
// iteration first fills it with a guess, unless Nature draws what is uncovered
// when it is uncovered (game.Traits.NatureReveals). Where several seats choose at
// once each keeps its own statistics (decoupled UCT), and a set of actions too
// large to list is widened by sampling.
//
// With its zero Options it is the plain opponent that stronger bots are measured
// against; see package duct for its settings for simultaneous games.
package mcts

import (
	"context"
	"fmt"
	"math"
	"sync"

	"atoll/game"
	"atoll/search"
)

// Options change the search. The zero value is plain UCT.
type Options struct {
	// Explore is the constant of UCB1; 0 means DefaultExplore.
	Explore float64
	// Evaluator, if not nil, judges the position where a playout is cut short.
	Evaluator search.Evaluator
	// Playout is the number of steps after which a playout is cut: 0 means
	// DefaultPlayout, negative none at all (the leaf itself is evaluated).
	Playout int
	// Policy, if not nil, draws the actions of playouts in place of uniform chance.
	Policy func(st game.State, s game.Seat, r *game.Rand, buf []game.Action) (game.Action, []game.Action)
	// Prior, if not nil, sets out to how likely each of the actions of a seat is to be
	// good, with a sum of 1; then arms are chosen by PUCT instead of UCB1.
	Prior func(st game.State, s game.Seat, list []game.Action, out []float32)
	// Ignore, if not nil, names actions at the root that the search does not see,
	// for players who overlook things. If it names all, none is ignored.
	Ignore func(game.Action) bool
	// WideAbove is the number of actions above which a seat's actions are widened
	// by sampling instead of being listed; 0 means DefaultWideAbove.
	WideAbove int
	// WideFactor and WideExponent: a seat has WideFactor·visits^WideExponent
	// sampled actions. 0 means the defaults.
	WideFactor   float64
	WideExponent float64
	// Mix draws the answer to a simultaneous choice from the visits instead of
	// taking the most visited.
	Mix bool
}

// Defaults of Options.
const (
	DefaultExplore      = 1.0
	DefaultPlayout      = 2000
	DefaultWideAbove    = 512
	DefaultWideFactor   = 2.0
	DefaultWideExponent = 0.5
)

func (o Options) withDefaults() Options {
	if o.Explore == 0 {
		o.Explore = DefaultExplore
	}
	if o.Playout == 0 {
		o.Playout = DefaultPlayout
	}
	if o.WideAbove == 0 {
		o.WideAbove = DefaultWideAbove
	}
	if o.WideFactor == 0 {
		o.WideFactor = DefaultWideFactor
	}
	if o.WideExponent == 0 {
		o.WideExponent = DefaultWideExponent
	}
	return o
}

// Searcher searches one position after another and keeps its memory between
// them. It is not safe for concurrent use.
type Searcher struct {
	opt   Options
	trees []*tree
}

// New returns a searcher.
func New(opt Options) *Searcher { return &Searcher{opt: opt.withDefaults()} }

// Search answers for seat s, which must be acting in view. The view must be what
// the seat sees. With several threads each grows a tree of its own and the roots
// are added up, so that the answer stays a function of seed and node budget.
func (m *Searcher) Search(ctx context.Context, view game.State, s game.Seat, b search.Budget, seed uint64) (search.Report, error) {
	only, done, err := search.Check(ctx, view, s, b, nil)
	if err != nil {
		return search.Report{}, err
	}
	if done {
		return search.Only(view, s, only), nil
	}
	n := b.ThreadCount()
	for len(m.trees) < n {
		m.trees = append(m.trees, &tree{})
	}
	clocks := make([]*search.Clock, n)
	var wg sync.WaitGroup
	for i := range n {
		share := b.Share(i, n)
		clock := search.NewClock(ctx, share, 8)
		clocks[i] = clock
		t := m.trees[i]
		t.reset(m.opt, view, share.Memory, game.NewRand(seed).Split(uint64(i)))
		if n == 1 {
			t.run(clock)
			break
		}
		wg.Go(func() { t.run(clock) })
	}
	wg.Wait()
	for _, c := range clocks {
		if c.Err() != nil {
			return search.Report{}, c.Err()
		}
	}
	rep := m.report(s, n, seed)
	rep.Elapsed = clocks[0].Elapsed()
	return rep, nil
}

func (m *Searcher) report(s game.Seat, threads int, seed uint64) search.Report {
	rep := search.Report{Seat: s}
	type tally struct {
		visits int64
		sum    float64
		seats  [game.MaxSeats]float64
	}
	tallies := map[game.Action]tally{}
	var total int64
	var all [game.MaxSeats]float64
	for _, t := range m.trees[:threads] {
		rep.Nodes += t.iterations
		rep.Depth = max(rep.Depth, t.depth)
		for i := range all {
			all[i] += t.rootSums[i]
		}
		for i, a := range t.armsOf(0, s) {
			c := tallies[a.action]
			c.visits += int64(a.visits)
			c.sum += a.sum
			total += int64(a.visits)
			if i < len(t.byArm) {
				for j, v := range t.byArm[i] {
					c.seats[j] += v
				}
			}
			tallies[a.action] = c
		}
	}
	for a, c := range tallies {
		cand := search.Candidate{Action: a, Visits: c.visits}
		if c.visits > 0 {
			cand.Value = c.sum / float64(c.visits)
			cand.Weight = float64(c.visits) / float64(total)
		}
		rep.Candidates = append(rep.Candidates, cand)
	}
	search.SortCandidates(rep.Candidates)
	best := rep.Candidates[0]
	rep.Action = best.Action
	for i := range rep.Values {
		rep.Values[i] = all[i] / float64(rep.Nodes)
	}
	if m.opt.Mix && m.trees[0].root.Acting().Len() > 1 {
		sharpen(rep.Candidates)
		rep.Action = Draw(rep.Candidates, game.NewRand(seed).Split(math.MaxUint64))
	} else if len(m.trees[0].byArm) > 0 && best.Visits > 0 {
		for i, v := range tallies[best.Action].seats {
			rep.Values[i] = v / float64(best.Visits)
		}
	}
	return rep
}

// sharpen drops from a mixture the actions that were visited for exploration only: those with less
// than half of the largest share.
func sharpen(list []search.Candidate) {
	floor := list[0].Weight / 2
	var sum float64
	for i := range list {
		if list[i].Weight < floor {
			list[i].Weight = 0
		}
		sum += list[i].Weight
	}
	for i := range list {
		list[i].Weight /= sum
	}
}

// Draw draws an action by the weights of the candidates.
func Draw(list []search.Candidate, r *game.Rand) game.Action {
	var sum float64
	for _, c := range list {
		sum += c.Weight
	}
	x := r.Float64() * sum
	for _, c := range list {
		if x -= c.Weight; x < 0 {
			return c.Action
		}
	}
	return list[0].Action
}

// Search is New(opt).Search for a single question.
func Search(ctx context.Context, view game.State, s game.Seat, b search.Budget, seed uint64, opt Options) (search.Report, error) {
	rep, err := New(opt).Search(ctx, view, s, b, seed)
	if err != nil {
		return rep, fmt.Errorf("mcts: %w", err)
	}
	return rep, nil
}
