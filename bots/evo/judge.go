package evo

import (
	"context"

	"atoll/bots"
	"atoll/game"
	rules "atoll/games/evo"
	"atoll/search"
)

// newJudge makes the judge for games of four. The search for four expects the
// worst of everybody, which is right for choosing a move but wrong for estimating
// chances: the player to move would always stand badly. So the chances are those that the
// weights were fitted to, unless a win is at hand, and the search says how much
// less than the best the other actions are worth. For two the bot itself judges.
func newJudge(cfg game.Config) bots.Judge {
	if cfg.Players != 4 {
		return nil
	}
	return &fourJudge{&four{weights: &handFour, strength: strengthOf(4, bots.TopLevel)}}
}

type fourJudge struct{ bot *four }

// surely is the least value that means that the search has seen a win.
const surely = 0.999

// Decide implements bots.Judge.
func (j *fourJudge) Decide(
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
	rep, err := j.bot.Choose(ctx, bots.Question{View: view, Seat: s, Seed: seed, Budget: b})
	if err != nil {
		return rep, err
	}
	best := rep.Values[s]
	if best >= surely {
		return rep, nil
	}
	judge(view.(*rules.State), &rep.Values)
	for i := range rep.Candidates {
		c := &rep.Candidates[i]
		share := 1.0
		if best > 0 {
			share = min(1, c.Value/best)
		}
		c.Value = rep.Values[s] * share
	}
	return rep, nil
}
