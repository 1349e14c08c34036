package bots

import (
	"context"
	"time"

	"atoll/game"
	"atoll/search"
)

// DrawBelow is the rule by which every bot answers the offer of a draw: it accepts
// when it gives itself less than this chance to win, and plays on otherwise.
const DrawBelow = 0.45

// drawBudget is the budget of the answer: it comes at once.
var drawBudget = search.Budget{Time: 300 * time.Millisecond, Memory: 32 << 20, Threads: 1}

// TakesDraw reports whether a bot on seat s accepts a draw in the position that its
// view shows. The judge of the game decides, whatever the bot's level.
func (r *Roster) TakesDraw(ctx context.Context, view game.State, s game.Seat, seed uint64) (bool, error) {
	j, err := r.OpenJudge(view.Config())
	if err != nil {
		return false, err
	}
	rep, err := j.Decide(ctx, view, s, game.NoAction, drawBudget, seed)
	if err != nil {
		return false, err
	}
	return rep.Values[s] < DrawBelow, nil
}
