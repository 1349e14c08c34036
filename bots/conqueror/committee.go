package conqueror

import (
	"context"
	"slices"
	"time"

	"atoll/bots"
	"atoll/game"
	"atoll/search"
	"atoll/search/mcts"
)

// committee lets two searches of different mind decide for two players:
// expectiminimax, which trusts the learned weights, and tree search with playouts,
// which knows nothing but results. What one misjudges everywhere the other does
// not, and the mean of their values is better than either: at 100 ms against plain
// tree search the first alone is hardly ahead.
type committee struct {
	own      *Searcher
	playouts *mcts.Searcher
}

const (
	// ownPart of the time goes to expectiminimax, which works first: if it solves
	// the position, nobody else is asked.
	ownPart = 0.4
	// nodesPerPlayout is how many nodes of expectiminimax a playout is worth.
	nodesPerPlayout = 10
	// doubt is how many visits the tree search needs to be believed; until then an
	// action is taken as doubtPenalty worse than its favourite.
	doubt        = 30
	doubtPenalty = 0.05
)

func newCommittee(cfg game.Config) bots.Bot {
	return &committee{own: New(cfg), playouts: mcts.New(mcts.Options{})}
}

// Choose answers a question.
func (c *committee) Choose(ctx context.Context, q bots.Question) (search.Report, error) {
	first, second := q.Budget, q.Budget
	first.Time = time.Duration(float64(q.Budget.Time) * ownPart)
	second.Time = q.Budget.Time - first.Time
	if q.Budget.Nodes > 0 {
		first.Nodes = max(1, int64(float64(q.Budget.Nodes)*ownPart))
		second.Nodes = max(1, (q.Budget.Nodes-first.Nodes)/nodesPerPlayout)
	}
	rep, err := c.own.Search(ctx, q.View, q.Seat, first, nil)
	if err != nil || c.own.exact || len(rep.Candidates) < 2 {
		return rep, err
	}
	other, err := c.playouts.Search(ctx, q.View, q.Seat, second, q.Seed)
	if err != nil {
		return search.Report{}, err
	}
	favourite := other.Candidates[0].Value
	for i := range rep.Candidates {
		a := &rep.Candidates[i]
		b, _ := other.Candidate(a.Action)
		n := float64(b.Visits)
		a.Value = (a.Value + (b.Value*n+(favourite-doubtPenalty)*doubt)/(n+doubt)) / 2
		a.Visits = b.Visits
	}
	slices.SortStableFunc(rep.Candidates, func(a, b search.Candidate) int {
		switch {
		case a.Value > b.Value:
			return -1
		case a.Value < b.Value:
			return 1
		}
		return 0
	})
	rep.Action = rep.Candidates[0].Action
	rep.Values[q.Seat] = rep.Candidates[0].Value
	rep.Values[1-q.Seat] = 1 - rep.Candidates[0].Value
	rep.Nodes += other.Nodes
	rep.Elapsed += other.Elapsed
	return rep, nil
}
