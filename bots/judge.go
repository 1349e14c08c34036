package bots

import (
	"context"

	"atoll/game"
	"atoll/search"
)

// Judge is what analysis asks of a game. A game's Maker may bring its own; the
// others are judged by their best bot.
type Judge interface {
	// Decide reports on a decision of seat s in its view: Values of the position,
	// Candidates with their values and, for simultaneous choices, with their share
	// of the recommended mixture as Weight. played, if not NoAction, must be among
	// the candidates, with its value against the others' mixtures.
	Decide(ctx context.Context, view game.State, s game.Seat, played game.Action, b search.Budget, seed uint64) (search.Report, error)
}

// OpenJudge makes the judge of a table.
func (r *Roster) OpenJudge(cfg game.Config) (Judge, error) {
	if m := r.maker(cfg); m.Judge != nil {
		if j := m.Judge(cfg); j != nil {
			return j, nil
		}
	}
	bot, err := r.Open(cfg, "best")
	if err != nil {
		return nil, err
	}
	return &botJudge{bot}, nil
}

// botJudge asks a bot.
type botJudge struct{ bot Bot }

func (j *botJudge) Decide(
	ctx context.Context,
	view game.State,
	s game.Seat,
	played game.Action,
	b search.Budget,
	seed uint64,
) (search.Report, error) {
	rep, err := j.bot.Choose(ctx, Question{View: view, Seat: s, Seed: seed, Budget: b})
	if err != nil || played == game.NoAction {
		return rep, err
	}
	c, ok := rep.Candidate(played)
	if ok && (c.Visits > 0 || c.Weight > 0) {
		return rep, nil
	}
	value, err := j.after(ctx, view, s, played, b, seed)
	if err != nil {
		return rep, err
	}
	if !ok {
		rep.Candidates = append(rep.Candidates, search.Candidate{Action: played, Value: value})
		return rep, nil
	}
	for i := range rep.Candidates {
		if rep.Candidates[i].Action == played {
			rep.Candidates[i].Value = value
		}
	}
	return rep, nil
}

// afterTimes is how often an action that the bot did not look at is tried against the bot's answers
// in the other seats.
const afterTimes = 6

// after is the value of an action that the bot did not consider, by the bot's own
// judgement of the positions it leads to.
func (j *botJudge) after(ctx context.Context, view game.State, s game.Seat, a game.Action, b search.Budget, seed uint64) (float64, error) {
	cfg := view.Config()
	r := game.NewRand(seed).Split(1)
	part := b
	if part.Nodes > 0 {
		part.Nodes = max(1, part.Nodes/afterTimes)
	}
	part.Time /= afterTimes
	var sum float64
	for range afterTimes {
		st := view.Copy()
		if cfg.Game.Traits.Hidden && !cfg.Game.Traits.NatureReveals {
			st.Fill(r)
		}
		c := game.Choose(s, a)
		for o := range game.Seat(cfg.Players) {
			if o == s || !st.Acting().Has(o) {
				continue
			}
			rep, err := j.bot.Choose(ctx, Question{View: game.Look(st, game.SeatViewer(o)), Seat: o, Seed: r.Uint64(), Budget: part})
			if err != nil {
				return 0, err
			}
			c[o] = rep.Action
		}
		st.Play(c, nil)
		Settle(st, r)
		v, err := j.value(ctx, st, part, r.Uint64())
		if err != nil {
			return 0, err
		}
		sum += v[s]
	}
	return sum / afterTimes, nil
}

func (j *botJudge) value(ctx context.Context, st game.State, b search.Budget, seed uint64) (v [game.MaxSeats]float64, err error) {
	if st.Acting() == 0 {
		search.Scores(st, &v)
		return v, nil
	}
	s := st.Acting().First()
	view := game.Look(st, game.SeatViewer(s))
	if game.Count(view, s) == 1 {
		// A single action is answered without thought: look behind it.
		a, _ := game.Sample(view, s, game.NewRand(0), nil)
		if st.Acting().Len() == 1 {
			next := st.Copy()
			next.Play(game.Choose(s, a), nil)
			Settle(next, game.NewRand(seed))
			return j.value(ctx, next, b, seed)
		}
	}
	rep, err := j.bot.Choose(ctx, Question{View: view, Seat: s, Seed: seed, Budget: b})
	return rep.Values, err
}
