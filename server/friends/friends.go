// Package friends knows how people relate to each other: whom they follow,
// challenge, block and report, and how they have played.
package friends

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"atoll/match"
	"atoll/server/live"
	"atoll/server/node"
	"atoll/server/people"
	"atoll/server/tables"
	"atoll/server/wire"
	"atoll/store"
)

const (
	followMost  = 500
	recentGames = 60
	recentShown = 12
)

// Friends answers for people and those around them.
type Friends struct {
	n      *node.Node
	tables *tables.Tables
	hub    *live.Hub
	folk   *people.People
}

// New makes it from the parts of the server that it needs.
func New(n *node.Node, ts *tables.Tables, hub *live.Hub, folk *people.People) *Friends {
	return &Friends{n: n, tables: ts, hub: hub, folk: folk}
}

func (f *Friends) personOf(ctx context.Context, id string) (wire.Person, error) {
	u, err := f.folk.Known(ctx, id)
	return wire.Person{ID: u.ID, Name: u.Name, Kind: u.Kind}, err
}

func (f *Friends) people(ctx context.Context, ids []string, apart []string) ([]wire.Person, error) {
	out := []wire.Person{}
	for _, id := range ids {
		p, err := f.personOf(ctx, id)
		if err != nil {
			return nil, err
		}
		p.Here = !slices.Contains(apart, id) && f.hub.Here(id)
		out = append(out, p)
	}
	slices.SortStableFunc(out, func(a, b wire.Person) int {
		switch {
		case a.Here == b.Here:
			return 0
		case a.Here:
			return -1
		}
		return 1
	})
	return out, nil
}

// Of returns the people around a user, and the open challenges.
func (f *Friends) Of(ctx context.Context, user string) (*wire.Friends, error) {
	db := f.n.Store
	out := &wire.Friends{Time: f.n.Now().MS, Challenges: []wire.ChallengeInfo{}, Opponents: []wire.Person{}}
	apart, err := db.Apart(ctx, user)
	if err != nil {
		return nil, err
	}
	list, err := db.Follows(ctx, user)
	if err == nil {
		out.Follows, err = f.people(ctx, list, apart)
	}
	if err != nil {
		return nil, err
	}
	if list, err = db.Blocks(ctx, user); err == nil {
		out.Blocked, err = f.people(ctx, list, apart)
	}
	if err != nil {
		return nil, err
	}
	m, err := db.Manners(ctx, user)
	if err != nil {
		return nil, err
	}
	out.Takes, out.Hears = cmp.Or(m.Challenges, store.FromEveryone), cmp.Or(m.Messages, store.FromEveryone)
	open, err := db.Challenges(ctx, user, out.Time)
	if err != nil {
		return nil, err
	}
	for _, c := range open {
		info, err := f.challengeInfo(ctx, c, user)
		if err != nil {
			return nil, err
		}
		out.Challenges = append(out.Challenges, info)
	}
	out.Opponents, err = f.opponents(ctx, user, apart)
	return out, err
}

// opponents are those whom a user has played lately.
func (f *Friends) opponents(ctx context.Context, user string, apart []string) ([]wire.Person, error) {
	over, err := f.hub.List(ctx, user, store.Filter{User: user, Status: match.Over, Limit: recentGames}, "")
	if err != nil {
		return nil, err
	}
	out := []wire.Person{}
	for _, t := range over.Tables {
		for _, seat := range t.Seats {
			met := slices.ContainsFunc(out, func(p wire.Person) bool { return p.ID == seat.User })
			if seat.Kind != "human" || seat.Mine || seat.User == "" || met || slices.Contains(apart, seat.User) || len(out) == recentShown {
				continue
			}
			p, err := f.personOf(ctx, seat.User)
			if err != nil {
				return nil, err
			}
			if p.Kind == "gone" {
				continue
			}
			p.Here, p.Last = f.hub.Here(p.ID), &t
			out = append(out, p)
		}
	}
	return out, nil
}

// other finds a person who is not the caller.
func (f *Friends) other(ctx context.Context, me, key string) (store.User, error) {
	u, err := f.folk.Find(ctx, key)
	if err == nil && u.ID == me {
		err = &match.Error{Kind: match.Invalid, Message: "name somebody else"}
	}
	return u, err
}

var apartNow = &match.Error{Kind: match.Forbidden, Message: "you cannot reach this person"}

// Follow starts or stops following somebody.
func (f *Friends) Follow(ctx context.Context, me, key string, on bool) error {
	u, err := f.other(ctx, me, key)
	if err != nil {
		return err
	}
	if on {
		list, err := f.n.Store.Follows(ctx, me)
		if err != nil {
			return err
		}
		if len(list) >= followMost {
			return &match.Error{Kind: match.NotNow, Message: "you cannot follow more people; unfollow somebody first"}
		}
	}
	err = f.n.Store.SetFollow(ctx, me, u.ID, on, f.n.Now().MS)
	if errors.Is(err, store.ErrTaken) {
		return apartNow
	}
	return err
}

// Block starts or stops keeping two people apart.
func (f *Friends) Block(ctx context.Context, me, key string, on bool) error {
	u, err := f.other(ctx, me, key)
	if err != nil {
		return err
	}
	list, err := f.n.Store.Blocks(ctx, me)
	if err != nil {
		return err
	}
	if on && len(list) >= followMost {
		return &match.Error{Kind: match.NotNow, Message: "you cannot block more people; unblock somebody first"}
	}
	if err := f.n.Store.SetBlock(ctx, me, u.ID, on, f.n.Now().MS); err != nil {
		return err
	}
	f.hub.Nudge(me, u.ID)
	return nil
}

// Manners says whose challenges a user accepts and whose messages they hear.
func (f *Friends) Manners(ctx context.Context, me string, req wire.MannersRequest) error {
	if req.Takes != "" {
		if err := f.n.Store.SetChallenges(ctx, me, req.Takes); err != nil {
			return err
		}
	}
	if req.Hears != "" {
		return f.n.Store.SetMessages(ctx, me, req.Hears)
	}
	return nil
}

// lastMet is the latest table at which two people sat, if there is one: whoever
// reports a person from their page means what happened there.
func (f *Friends) lastMet(ctx context.Context, me, other string) (string, error) {
	mine, err := f.hub.List(ctx, me, store.Filter{User: me, Limit: recentGames}, "")
	if err != nil {
		return "", err
	}
	var last wire.TableInfo
	for _, t := range mine.Tables {
		if t.Updated > last.Updated && slices.ContainsFunc(t.Seats, func(s wire.SeatInfo) bool { return s.User == other }) {
			last = t
		}
	}
	return last.ID, nil
}

// Report reports somebody's behaviour to the host.
func (f *Friends) Report(ctx context.Context, me string, req wire.ReportRequest) error {
	u, err := f.other(ctx, me, req.User)
	if err != nil {
		return err
	}
	if req.Table != "" {
		_, t, err := f.tables.Read(ctx, req.Table)
		if err != nil {
			return err
		}
		if _, err := wire.ViewerOf(t, me, "public"); err != nil {
			return err
		}
	}
	if !f.n.Allow("report "+me, f.n.Limiter.Create/60, 5) {
		return node.TooMany
	}
	if req.Table == "" {
		if req.Table, err = f.lastMet(ctx, me, u.ID); err != nil {
			return err
		}
	}
	return f.n.Store.AddReport(ctx, store.Report{
		ID: f.n.NewID(), By: me, About: u.ID, Table: req.Table, Why: req.Why, Text: wire.CleanLine(req.Text), At: f.n.Now().MS,
	})
}
