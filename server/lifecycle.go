package server

import (
	"context"
	"errors"
	"time"

	"atoll/game"
	"atoll/match"
	"atoll/server/node"
)

const (
	// endedEvery is how often it is asked whose sessions have ended at another node
	// or by a command of the host.
	endedEvery = 250 * time.Millisecond
	// endedBack is how many numbers are asked for again: of several nodes a smaller
	// one may be committed later.
	endedBack = 200
	// purgeEvery is how often what has expired is removed.
	purgeEvery = 2 * time.Minute
	purgeRows  = 10_000
	// scrubAfter is when everything that was under way at a deletion has ended.
	scrubAfter = time.Minute
)

// watchEnded drops what this node remembers of sessions that have ended anywhere
// since the latest that was known when it remembered nothing yet.
func (s *Server) watchEnded(ctx context.Context, latest int64) {
	known := map[int64]bool{}
	node.Every(ctx, endedEvery, func() {
		list, err := s.node.Store.Ended(ctx, max(latest-endedBack, 0))
		if err != nil {
			return // rememberFor bounds what this can do, and others complain of the store
		}
		for _, e := range list {
			latest = max(latest, e.ID)
			if !known[e.ID] {
				known[e.ID] = true
				s.ended(ctx, e.User, e.Gone)
			}
		}
		for id := range known {
			if id < latest-2*endedBack {
				delete(known, id)
			}
		}
	})
}

// latestEnded is the latest that is known.
func (s *Server) latestEnded(ctx context.Context) (int64, error) {
	list, err := s.node.Store.Ended(ctx, -1)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	return list[0].ID, nil
}

// ended drops what is remembered of a user's sessions and ends the live connections
// that were opened with them. Of a deleted one it drops the name too.
func (s *Server) ended(ctx context.Context, user string, gone bool) {
	s.sessions.dropUser(user)
	s.hub.Recheck(user, gone)
	if gone {
		s.leaveTables(ctx, user)
	}
}

// leaveTables closes the tables of a deleted user and frees or resigns their seats,
// so that nobody waits for them. Several nodes may do it at once.
func (s *Server) leaveTables(ctx context.Context, user string) {
	ids, err := s.node.Store.Unfinished(ctx, user)
	if err != nil {
		s.node.Log.Warn("the tables of a deleted account cannot be listed", "user", user, "err", err)
		return
	}
	who := match.User{ID: user}
	for _, id := range ids {
		for range game.MaxSeats + 1 { // one seat after the other
			d, err := s.tables.Change(ctx, id, func(t *match.Table, now match.Now) (match.Done, error) { return leaveFor(t, who, now) })
			if err != nil {
				s.node.Log.Warn("a deleted account could not leave a table", "user", user, "table", id, "err", err)
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
		// Another device of a seat's player is somebody else's.
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

// purge removes what has expired, and looks once more for the names of people who
// were deleted a while ago. Several nodes may do it at once.
func (s *Server) purge(ctx context.Context) {
	now := s.node.Now().MS
	for ctx.Err() == nil {
		n, err := s.node.Store.Purge(ctx, now, now-sessionAge.Milliseconds(), purgeRows)
		if err != nil {
			if ctx.Err() == nil {
				s.node.Log.Warn("what has expired cannot be removed", "err", err)
			}
			return
		}
		if n < purgeRows {
			break
		}
	}
	gone, err := s.node.Store.Gone(ctx, now-scrubAfter.Milliseconds(), 100)
	for _, user := range gone {
		s.leaveTables(ctx, user)
		if err = s.node.Store.Scrub(ctx, user); err != nil {
			break
		}
	}
	if err != nil && ctx.Err() == nil {
		s.node.Log.Warn("deleted accounts cannot be looked at again", "err", err)
	}
}

// endSessions ends the sessions of a user, one aside.
func (s *Server) endSessions(ctx context.Context, user, but string) error {
	_, err := s.node.Store.DropSessions(ctx, user, but)
	s.ended(ctx, user, false)
	return err
}

// deleteAccount deletes the caller's account with its programs.
func (s *Server) deleteAccount(ctx context.Context, req GoodbyeRequest) error {
	me, _, u, err := s.prove(ctx, req.Password)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // half a deletion is none
	programs, err := s.node.Store.Owned(ctx, u.ID)
	if err != nil {
		return err
	}
	err = s.node.Store.DeleteUser(ctx, u.ID, s.node.Now().MS)
	for _, p := range append(programs, u) {
		s.ended(ctx, p.ID, true)
	}
	if err != nil {
		return err
	}
	s.forgetCookie(me)
	return nil
}
