package work

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"atoll/game"
	"atoll/match"
	"atoll/server/node"
)

const (
	// houseEvery is the length of a time slot for house games: one is made in each, at whichever
	// node somebody looks first.
	houseEvery = 10 * time.Minute
	// housePace is the time between two moves of a house game: slow enough to follow, and cheap.
	housePace  = 2500 * time.Millisecond
	houseLevel = 3
)

// houseID is the same at every node, so that the store takes one.
func houseID(slot int64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "a game of the house %d", slot))
	return node.IDOf(sum[:12])
}

// IsHouse reports whether bots play a table for those who watch.
func IsHouse(t *match.Table) bool {
	return t.Setup.Assigned && t.ID == houseID(t.Created/houseEvery.Milliseconds())
}

// HouseGame makes the house game of this slot, unless the previous one is still running, and
// returns its id.
func (w *Work) HouseGame(ctx context.Context) (string, error) {
	slot := w.n.Now().MS / houseEvery.Milliseconds()
	for _, old := range []int64{slot, slot - 1} {
		if _, t, err := w.tables.Read(ctx, houseID(old)); err == nil && (t.Status == match.Running || old == slot) {
			return t.ID, nil
		}
	}
	// A game in which everything is in sight is the easiest to follow.
	i := slices.IndexFunc(w.n.Games, func(g *game.Game) bool {
		return slices.Contains(g.Players, 2) && !g.Traits.Hidden && !g.Traits.Simultaneous && !g.Traits.Chance
	})
	if i < 0 {
		return "", nil
	}
	players := []match.Assignee{{Level: houseLevel}, {Level: houseLevel - int(slot%2)}}
	return houseID(slot), w.tables.Assign(ctx, houseID(slot), match.Setup{Game: w.n.Games[i].ID}, players)
}
