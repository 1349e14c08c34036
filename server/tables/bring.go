package tables

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"atoll/match"
	"atoll/record"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
)

// maxBrought is how many games that were played without a server one person may upload.
const maxBrought = 1000

// broughtID derives the id of the table from the person and the game, so that the database keeps
// the same game from being stored twice. No other id begins like it.
func broughtID(user string, rec *record.Record) string {
	sum := sha256.Sum256(append([]byte(user+"\n"), rec.AppendText(nil)...))
	return store.BroughtPrefix + node.IDOf(sum[:])[len(store.BroughtPrefix):]
}

// Bring makes the table of a finished game that a user played without a server.
func (ts *Tables) Bring(ctx context.Context, user match.User, req wire.BringRequest) (*wire.Brought, error) {
	if user.Kind != match.Account {
		return nil, &match.Error{Kind: match.Forbidden, Message: "sign in to keep games here that you played without a server"}
	}
	rec, err := record.Parse(req.Record, ts.n.Game)
	if err != nil {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.record", Message: err.Error()}
	}
	for i := range rec.Events {
		rec.Events[i].Legal = nil // the table keeps no lists of legal actions: without them it is the same game
	}
	id := broughtID(user.ID, rec)
	brought := func(t *match.Table, again bool) *wire.Brought {
		return &wire.Brought{Table: ts.scene(t).Info(t.SeatsOf(user.ID)), Again: again}
	}
	if _, t, err := ts.Read(ctx, id); err == nil {
		return brought(t, true), nil
	} else if !errors.Is(err, ErrNone) {
		return nil, err
	}
	n, err := ts.n.Store.CountBrought(ctx, user.ID)
	if err != nil {
		return nil, err
	}
	if n >= maxBrought {
		return nil, &wire.Error{Code: wire.TooMany, Message: fmt.Sprintf("you already have %d games here that were played without a server, which is the most that can be kept", n)}
	}
	seats := make([]match.SeatSetup, len(req.Seats))
	for i, x := range req.Seats {
		seats[i] = match.SeatSetup(x)
	}
	t, c, err := match.Bring(ts.n.Game, id, rec, user, seats, ts.n.Now())
	if err != nil {
		return nil, err
	}
	err = ts.Add(ctx, Made{t, c})
	if errors.Is(err, match.ErrConflict) { // another request was faster
		return brought(t, true), nil
	}
	if err != nil {
		return nil, err
	}
	return brought(t, false), nil
}
