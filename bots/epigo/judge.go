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
func (j *analyst) Decide(
	ctx context.Context,
	view game.State,
	s game.Seat,
	played game.Action,
	b search.Budget,
	seed uint64,
) (search.Report, error) {
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
	if st.Deploying() {
		return j.deploying(st, s, played), nil
	}
	rep, err := j.bot.Choose(ctx, bots.Question{View: view, Seat: s, Seed: seed, Budget: b})
	if err != nil || played == game.NoAction {
		return rep, err
	}
	if _, found := rep.Candidate(played); found {
		return rep, nil
	}
	value := search.Even(view)
	if st.Planning() {
		value = j.bot.turn.against(int(s), epigo.ActionPlan(played))
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

// deploying reports the whole book with what each deployment gets against it,
// and the one that was played.
func (j *analyst) deploying(st *epigo.State, s game.Seat, played game.Action) search.Report {
	rep := search.Report{Seat: s, Depth: 1, Candidates: j.bot.know.book.mixture(st, s)}
	against := j.bot.know.book.mixture(st, 1-s)
	for i := range rep.Candidates {
		c := &rep.Candidates[i]
		c.Value = j.deployment(st, s, c.Action, against)
		rep.Values[s] += c.Weight * c.Value
	}
	rep.Values[1-s] = 1 - rep.Values[s]
	search.SortCandidates(rep.Candidates)
	rep.Action = rep.Candidates[0].Action
	if _, found := rep.Candidate(played); !found && played != game.NoAction {
		rep.Candidates = append(rep.Candidates, search.Candidate{Action: played, Value: j.deployment(st, s, played, against)})
	}
	return rep
}

// deployment is what a deployment gets a seat against a mixture that has every deployment in both
// directions. So left and right make no difference; the evaluation has learnt that only roughly, so
// it is asked about both.
func (j *analyst) deployment(st *epigo.State, s game.Seat, a game.Action, against []search.Candidate) float64 {
	next := st.Copy().(*epigo.State)
	ways := []game.Action{a}
	if b, err := st.ParseAction(s, MirrorFiles(string(st.AppendAction(nil, s, a)))); err == nil {
		ways = append(ways, b)
	}
	var v float64
	for _, way := range ways {
		for _, b := range against {
			var c game.Choices
			c[s], c[1-s] = way, b.Action
			next.CopyFrom(st)
			next.Play(c, nil)
			p := next.Position()
			v += b.Weight * float64(j.bot.eval.Value(&p)) / float64(len(ways))
		}
	}
	if s == 1 {
		v = 1 - v
	}
	return v
}
