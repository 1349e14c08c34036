package people

import (
	"context"
	"errors"
	"time"

	"atoll/game"
	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
)

const (
	// endedEvery is how often to ask whose sessions have ended at another node or by a command of
	// the host.
	endedEvery = 250 * time.Millisecond
	// endedBack is how many numbers are asked for again: with several nodes a smaller one may be
	// committed later.
	endedBack = 200
	purgeRows = 10_000
	// scrubAfter is when everything that was under way at a deletion has ended.
	scrubAfter = time.Minute
)

// WatchEnded drops what this node remembers of sessions that have ended anywhere
// since the latest one known when it started.
func (p *People) WatchEnded(ctx context.Context, latest int64) {
	known := map[int64]bool{}
	node.Every(ctx, endedEvery, func() {
		list, err := p.n.Store.Ended(ctx, max(latest-endedBack, 0))
		if err != nil {
			return // rememberFor bounds what this can do, and others complain of the store
		}
		for _, e := range list {
			latest = max(latest, e.ID)
			if !known[e.ID] {
				known[e.ID] = true
				p.ended(ctx, e.User, e.Gone)
			}
		}
		for id := range known {
			if id < latest-2*endedBack {
				delete(known, id)
			}
		}
	})
}

// LatestEnded is the latest that is known.
func (p *People) LatestEnded(ctx context.Context) (int64, error) {
	list, err := p.n.Store.Ended(ctx, -1)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	return list[0].ID, nil
}

// ended drops what is remembered of a user's sessions and ends the live connections
// that were opened with them. For a deleted user it drops the name too.
func (p *People) ended(ctx context.Context, user string, gone bool) {
	p.sessions.dropUser(user)
	p.hub.Recheck(user, gone)
	if gone {
		p.leaveTables(ctx, user)
	}
}

// leaveTables closes the tables of a deleted user and frees or resigns their seats,
// so that nobody waits for them. Several nodes may do it at once.
func (p *People) leaveTables(ctx context.Context, user string) {
	ids, err := p.n.Store.Unfinished(ctx, user)
	if err != nil {
		p.n.Log.Warn("the tables of a deleted account cannot be listed", "user", user, "err", err)
		return
	}
	who := match.User{ID: user}
	for _, id := range ids {
		for range game.MaxSeats + 1 { // one seat after the other
			d, err := p.tables.Change(ctx, id, func(t *match.Table, now match.Now) (match.Done, error) { return leaveFor(t, who, now) })
			if err != nil {
				p.n.Log.Warn("a deleted account could not leave a table", "user", user, "table", id, "err", err)
			}
			if err != nil || d.Change == nil {
				break
			}
		}
	}
}

func leaveFor(t *match.Table, who match.User, now match.Now) (match.Done, error) {
	stay := match.Done{Table: t, Seq: t.Seq}
	if t.Status != match.Open && t.Status != match.Running {
		return stay, nil
	}
	if t.Host.ID == who.ID {
		d, err := t.Close(who, now)
		var m *match.Error
		if !errors.As(err, &m) || m.Kind != match.NotNow { // others play
			return d, err
		}
	}
	mine := t.SeatsOf(who.ID)
	if mine == 0 {
		return stay, nil
	}
	if t.Status == match.Open {
		return t.Leave(who, now)
	}
	for seat := range game.Seat(len(t.Seats)) {
		// A seat taken over from another device belongs to somebody else.
		if mine.Has(seat) && t.Seats[seat].User.ID == who.ID {
			d, err := t.Do(seat, game.Resign.String(), "", now)
			var m *match.Error
			if errors.As(err, &m) { // out already
				continue
			}
			return d, err
		}
	}
	return stay, nil
}

// Purge removes what has expired, and looks once more for the names of people who
// were deleted a while ago. Several nodes may do it at once.
func (p *People) Purge(ctx context.Context) {
	now := p.n.Now().MS
	for ctx.Err() == nil {
		n, err := p.n.Store.Purge(ctx, now, now-SessionAge.Milliseconds(), purgeRows)
		if err != nil {
			if ctx.Err() == nil {
				p.n.Log.Warn("what has expired cannot be removed", "err", err)
			}
			return
		}
		if n < purgeRows {
			break
		}
	}
	gone, err := p.n.Store.Gone(ctx, now-scrubAfter.Milliseconds(), 100)
	for _, user := range gone {
		p.leaveTables(ctx, user)
		if err = p.n.Store.Scrub(ctx, user); err != nil {
			break
		}
	}
	if err != nil && ctx.Err() == nil {
		p.n.Log.Warn("deleted accounts cannot be looked at again", "err", err)
	}
}

// endSessions ends all sessions of a user but one.
func (p *People) endSessions(ctx context.Context, user, but string) error {
	_, err := p.n.Store.DropSessions(ctx, user, but)
	p.ended(ctx, user, false)
	return err
}

// DeleteAccount deletes the caller's account with its programs.
func (p *People) DeleteAccount(ctx context.Context, me *Caller, req wire.GoodbyeRequest) error {
	_, u, err := p.prove(ctx, me, req.Password)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // a partial deletion is worthless
	programs, err := p.n.Store.Owned(ctx, u.ID)
	if err != nil {
		return err
	}
	err = p.n.Store.DeleteUser(ctx, u.ID, p.n.Now().MS)
	for _, x := range append(programs, u) {
		p.ended(ctx, x.ID, true)
	}
	if err != nil {
		return err
	}
	me.Carrier.DropSession()
	return nil
}
