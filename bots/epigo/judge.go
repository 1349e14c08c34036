package epigo

import (
	"context"
	"fmt"

	"atoll/bots"
	"atoll/game"
	"atoll/games/epigo"
	"atoll/search"
)

// analyst judges decisions for analysis: the recommended mixture, and what the
// action that was played is worth against the other side's mixture.
type analyst struct{ bot *bot }

func newAnalyst(cfg game.Config) bots.Judge {
	return &analyst{newBot(cfg, strengths[bots.TopLevel-1])}
}

// Decide implements bots.Judge.
func (j *analyst) Decide(ctx context.Context, view game.State, s game.Seat, played game.Action, b search.Budget, seed uint64) (search.Report, error) {
	if only, done, err := search.Check(ctx, view, s, b, nil); err != nil || done {
		if err != nil {
			return search.Report{}, err
		}
		return search.Only(view, s, only), nil
	}
	st, ok := view.(*epigo.State)
	if !ok {
		return search.Report{}, fmt.Errorf("not a position of Epigo: %T", view)
	}
	rep, err := j.bot.Choose(ctx, bots.Question{View: view, Seat: s, Seed: seed, Budget: b})
	if err != nil || played == game.NoAction {
		return rep, err
	}
	if _, found := rep.Candidate(played); found {
		return rep, nil
	}
	value := search.Even(view)
	switch {
	case st.Planning():
		value = j.bot.turn.against(int(s), epigo.ActionPlan(played))
	case st.Deploying():
		value = j.deployment(st, s, played)
	}
	rep.Candidates = append(rep.Candidates, search.Candidate{Action: played, Value: value})
	return rep, nil
}

// against is what a plan gets a side against the other's mixture of the turn that
// was solved last.
func (t *turn) against(side int, p epigo.Plan) float64 {
	swept := t.sweep(side, t.indexOf(p))
	var v, sum float64
	for i, w := range t.last[side^1] {
		v += w * float64(swept[t.sides[side^1].index[i]])
		sum += w
	}
	t.spare = append(t.spare, swept)
	if v /= sum; side == 1 {
		v = 1 - v
	}
	return v
}

// deployment is what a deployment gets a seat against the book.
func (j *analyst) deployment(st *epigo.State, s game.Seat, a game.Action) float64 {
	book := j.bot.know.book
	other := 1 - s
	var v float64
	for i, text := range book.Deploy {
		if other == 1 {
			text = mirrorRanks(text)
		}
		b, err := st.ParseAction(other, text)
		if err != nil {
			continue
		}
		var c game.Choices
		c[s], c[other] = a, b
		next := st.Copy().(*epigo.State)
		next.Play(c, nil)
		p := next.Position()
		v += book.Shares[i] * float64(j.bot.eval.Value(&p))
	}
	if s == 1 {
		v = 1 - v
	}
	return v
}
