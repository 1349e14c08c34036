package local

import (
	"context"
	"encoding/json"

	"atoll/match"
	"atoll/record"
	"atoll/server/wire"
)

// ContinueRequest is a running game of a server's table that goes on here, as an
// unrated copy: its record as everybody may read it, and who sits where.
type ContinueRequest struct {
	Record json.RawMessage  `json:"record"`
	Seats  []wire.SeatSetup `json:"seats"`
}

// goOn is POST /tables/continue. What the record leaves unknown is drawn here, and
// so is everything to come: no secret of the original is asked for.
func (h *Host) goOn(ctx context.Context, r *request) (*wire.Created, error) {
	req, err := read[ContinueRequest](r)
	if err != nil {
		return nil, err
	}
	rec, err := record.Parse(string(req.Record), h.games)
	if err != nil {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.record", Message: err.Error()}
	}
	seats := make([]match.SeatSetup, len(req.Seats))
	for i, s := range req.Seats {
		seats[i] = match.SeatSetup(s)
	}
	t, c, err := match.Continue(h.games, Prefix+h.newID(), rec, h.user(), seats, h.seed(), h.time.now())
	if err != nil {
		return nil, err
	}
	return h.add(ctx, t, c)
}

// add stores a table that was made, and asks its bots.
func (h *Host) add(ctx context.Context, t *match.Table, c *match.Change) (*wire.Created, error) {
	if err := h.commit(ctx, c); err != nil {
		return nil, err
	}
	l := h.live(t.ID)
	l.mu.Lock()
	l.table = t
	h.attend(l, t)
	l.mu.Unlock()
	h.tell(t.ID)
	sc, mine := h.scene(t), t.SeatsOf(h.user().ID)
	return &wire.Created{Table: sc.Info(mine), Proof: sc.Proof(mine), Chairs: wire.ChairsNow(t), Links: []wire.Link{}}, nil
}
