package friends

import (
	"context"
	"errors"
	"slices"
	"time"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/people"
	"atoll/server/wire"
	"atoll/store"
)

// How long a challenge stays open: to somebody who is here for a quick game, and
// to all others.
const (
	challengeHere = 2 * time.Minute
	challengeAway = 24 * time.Hour
)

// takes reports whether a user accepts challenges from another.
func (f *Friends) takes(ctx context.Context, user, from string) (bool, error) {
	apart, err := f.n.Store.Apart(ctx, user)
	if err != nil || slices.Contains(apart, from) {
		return false, err
	}
	m, err := f.n.Store.Manners(ctx, user)
	if err != nil {
		return false, err
	}
	switch m.Challenges {
	case store.FromNobody:
		return false, nil
	case store.FromFollowed:
		list, err := f.n.Store.Follows(ctx, user)
		return slices.Contains(list, from), err
	}
	return true, nil
}

func (f *Friends) challengeInfo(ctx context.Context, c store.Challenge, user string) (wire.ChallengeInfo, error) {
	out := wire.ChallengeInfo{ID: c.ID, Setup: wire.SetupOf(&c.Setup), At: c.At, Until: c.Until, Mine: c.From == user}
	ears, err := f.n.Store.Hearing(ctx, user)
	if err != nil {
		return out, err
	}
	if ears.Hears(c.From) {
		out.Word = c.Word
	}
	if out.From, err = f.personOf(ctx, c.From); err == nil {
		out.To, err = f.personOf(ctx, c.To)
	}
	return out, err
}

// challengeSetup settles the table of a challenge.
func (f *Friends) challengeSetup(setup match.Setup, me *people.Caller, u store.User) (match.Setup, error) {
	if setup.Assigned || setup.Tournament != "" {
		return setup, &match.Error{Kind: match.Forbidden, Where: "body.setup.assigned", Message: "only a tournament assigns seats"}
	}
	setup.Players, setup.Seats, setup.Shuffle, setup.ManualGo, setup.Listed = 2, nil, nil, false, false
	if setup.Rated && (me.Kind != match.Account || u.Kind != match.Account) {
		return setup, &match.Error{Kind: match.Invalid, Where: "body.setup.rated", Message: "rated games need an account on both sides"}
	}
	trial := []match.Assignee{{User: match.User{ID: "a", Kind: match.Account}}, {User: match.User{ID: "b", Kind: match.Account}}}
	_, _, err := match.Assign(f.n.Game, "trial", setup, trial, f.n.Seed(), f.n.Now())
	return setup, match.Under(err, "body.setup")
}

// Challenge asks somebody for a game of two.
func (f *Friends) Challenge(ctx context.Context, me *people.Caller, req wire.ChallengeRequest) (*wire.ChallengeInfo, error) {
	u, err := f.other(ctx, me.ID, req.To)
	if err != nil {
		return nil, err
	}
	if u.Kind == "bot" {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.to", Message: "programs take no challenges"}
	}
	setup, err := f.challengeSetup(req.Setup.Match(), me, u)
	if err != nil {
		return nil, err
	}
	ok, err := f.takes(ctx, u.ID, me.ID)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, apartNow
	}
	if !f.n.Allow("challenge "+me.ID, f.n.Limiter.Create/4, 10) {
		return nil, node.TooMany
	}
	now := f.n.Now().MS
	c := store.Challenge{
		ID: f.n.NewID(), From: me.ID, To: u.ID, Setup: setup, Word: wire.CleanLine(req.Word), At: now,
		Until: now + challengeAway.Milliseconds(),
	}
	if f.hub.Here(u.ID) && setup.Clock.Kind != match.Correspondence {
		c.Until = now + challengeHere.Milliseconds()
	}
	// The order of the seats says which one the challenger gets.
	seat := req.Seat
	if seat == 0 || setup.Rated {
		seat = 1 + int(f.n.Seed()[0]&1)
	}
	c.Setup.Seats = []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatInvite}}
	if seat == 2 {
		slices.Reverse(c.Setup.Seats)
	}
	err = f.n.Store.PutChallenge(ctx, c, now)
	switch {
	case errors.Is(err, store.ErrTaken):
		return nil, &match.Error{Kind: match.NotNow, Message: "there is an open challenge between you"}
	case errors.Is(err, store.ErrNone):
		return nil, apartNow
	case err != nil:
		return nil, err
	}
	f.hub.Nudge(u.ID)
	info, err := f.challengeInfo(ctx, c, me.ID)
	return &info, err
}

var noChallenge = &match.Error{Kind: match.Unknown, Message: "there is no such challenge, or it is over"}

// mine finds a challenge to or from the caller.
func (f *Friends) mine(ctx context.Context, me, id string) (store.Challenge, error) {
	c, err := f.n.Store.Challenge(ctx, id)
	if errors.Is(err, store.ErrNone) || err == nil && c.From != me && c.To != me {
		return c, noChallenge
	}
	return c, err
}

// Accept makes the table of a challenge. Its id is stored with the answer, so that
// a node that dies in between loses nothing: accepting again makes the table.
func (f *Friends) Accept(ctx context.Context, me, id string) (*wire.ChallengeAnswer, error) {
	c, err := f.mine(ctx, me, id)
	if err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	if c.Status == store.ChallengeOpen {
		if c.To != me {
			return nil, &match.Error{Kind: match.Forbidden, Message: "only the other player can accept"}
		}
		if _, err := f.n.Store.EndChallenge(ctx, id, store.ChallengeAccepted, f.n.NewID(), f.n.Now().MS); err != nil {
			return nil, err
		}
		if c, err = f.n.Store.Challenge(ctx, id); err != nil {
			return nil, err
		}
	}
	if c.Status != store.ChallengeAccepted {
		return nil, noChallenge
	}
	players := make([]match.Assignee, 2)
	for i, seat := range c.Setup.Seats {
		user := c.To
		if seat.Kind == match.SeatMe {
			user = c.From
		}
		u, err := f.n.Store.User(ctx, user)
		if err != nil {
			return nil, err
		}
		p := match.User{ID: u.ID, Name: u.Name, Kind: u.Kind}
		if p.Rating, p.Unsure, err = f.tables.RatingOf(ctx, p, c.Setup); err != nil {
			return nil, err
		}
		players[i].User = p
	}
	if err := f.tables.Assign(ctx, c.Table, c.Setup, players); err != nil {
		return nil, err
	}
	f.hub.Nudge(c.From, c.To)
	return &wire.ChallengeAnswer{Table: c.Table}, nil
}

// Decline ends a challenge without a game, from either side.
func (f *Friends) Decline(ctx context.Context, me, id string) error {
	c, err := f.mine(ctx, me, id)
	if err != nil {
		return err
	}
	status := store.ChallengeDeclined
	if c.From == me {
		status = store.ChallengeWithdrawn
	}
	ok, err := f.n.Store.EndChallenge(ctx, id, status, "", f.n.Now().MS)
	if err == nil && !ok {
		return noChallenge
	}
	f.hub.Nudge(c.From, c.To)
	return err
}
