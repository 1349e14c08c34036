package tables

import (
	"context"
	"errors"
	"fmt"
	"math"

	"atoll/game"
	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
)

// Act plays or seals an action for a user.
func (ts *Tables) Act(ctx context.Context, user, table string, req wire.ActRequest) (wire.Ack, error) {
	if err := req.Check(); err != nil {
		return wire.Ack{}, err
	}
	return ts.ack(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) { return req.Apply(t, user, now) })
}

// SetLines sets a user's answers in advance.
func (ts *Tables) SetLines(ctx context.Context, user, table string, req wire.LinesRequest) (wire.Ack, error) {
	return ts.ack(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) { return req.Apply(t, user, now) })
}

// Open opens a user's nonce.
func (ts *Tables) Open(ctx context.Context, user, table string, req wire.OpenRequest) (wire.Ack, error) {
	return ts.ack(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) { return req.Apply(t, user, now) })
}

// Start starts a table that waits for its maker.
func (ts *Tables) Start(ctx context.Context, user match.User, table string) (wire.Ack, error) {
	return ts.ack(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) { return t.Start(user, now) })
}

// Leave gives a seat back before the start.
func (ts *Tables) Leave(ctx context.Context, user match.User, table string) error {
	_, err := ts.Change(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) { return t.Leave(user, now) })
	return err
}

func (ts *Tables) ack(ctx context.Context, table string, f func(*match.Table, match.Now) (match.Done, error)) (wire.Ack, error) {
	d, err := ts.Change(ctx, table, f)
	return wire.AckOf(d), err
}

// Do is everything that is about the table and not a move.
func (ts *Tables) Do(ctx context.Context, user match.User, table string, req wire.TableRequest) (wire.Ack, error) {
	if err := req.Check(); err != nil {
		return wire.Ack{}, err
	}
	d, err := ts.Change(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) { return req.Apply(t, user, now) })
	if err != nil {
		return wire.Ack{}, err
	}
	ack := wire.AckOf(d)
	if req.Do == match.OfferRematch && d.Table.WantsRematch() {
		ack.Table, err = ts.rematch(ctx, table)
	}
	return ack, err
}

// rematch makes the next table of players who all want it. If two requests race, one makes it and
// the other finds it made.
func (ts *Tables) rematch(ctx context.Context, table string) (next string, err error) {
	_, err = ts.ChangeWith(ctx, table, func(t *match.Table, now match.Now) (Plan, error) {
		next = t.Next
		if next != "" || !t.WantsRematch() {
			return Plan{}, nil
		}
		next = ts.n.NewID()
		old, made, change, err := t.NextTable(ts.n.Game, next, ts.n.Seed(), now)
		return Plan{Done: old, New: []Made{{made, change}}}, err
	})
	if err != nil {
		return "", err
	}
	return next, nil
}

// Create makes a table with the links of its free seats.
func (ts *Tables) Create(ctx context.Context, host match.User, req wire.CreateRequest) (*wire.Created, error) {
	setup := req.Setup.Match()
	g, ok := ts.n.Game(setup.Game)
	if !ok {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.game", Message: fmt.Sprintf("there is no game %.40q", setup.Game)}
	}
	if setup.Players == 0 {
		setup.Players = g.Players[0]
	}
	if setup.Players < 0 || setup.Players > game.MaxSeats {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.players", Message: fmt.Sprintf("%s is for %s players", g.ID, g.PlayersText())}
	}
	if setup.Options != nil && len(setup.Options) > game.MaxOptions {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.options", Message: "too many options"}
	}
	out := &wire.Created{Links: []wire.Link{}}
	links := map[string]string{}
	id := ts.n.NewID()
	for i, name := range g.SeatNames(setup.Players) {
		free := setup.Seats == nil && i > 0 || i < len(setup.Seats) &&
			(setup.Seats[i].Kind == match.SeatOpen || setup.Seats[i].Kind == match.SeatInvite)
		if free {
			link := ts.newLink(id, name)
			links[name] = node.Hash(link.Token)
			out.Links = append(out.Links, link)
		}
	}
	t, c, err := match.New(ts.n.Game, id, setup, host, ts.n.Seed(), links, req.Commit, ts.n.Now())
	if err != nil {
		return nil, err
	}
	if err := ts.Add(ctx, Made{t, c}); err != nil {
		return nil, err
	}
	now, mine := ts.scene(t), t.SeatsOf(host.ID)
	out.Table, out.Proof, out.Chairs = now.Info(mine), now.Proof(mine), wire.ChairsNow(t)
	return out, nil
}

// Assign makes a table whose seats are assigned, unless the id is taken.
func (ts *Tables) Assign(ctx context.Context, id string, setup match.Setup, players []match.Assignee) error {
	t, c, err := match.Assign(ts.n.Game, id, setup, players, ts.n.Seed(), ts.n.Now())
	if err != nil {
		return err
	}
	err = ts.Add(ctx, Made{t, c})
	if errors.Is(err, match.ErrConflict) { // another node has made it
		return nil
	}
	return err
}

func (ts *Tables) scene(t *match.Table) wire.Scene { return wire.Scene{Table: t, Now: ts.n.Now()} }

func (ts *Tables) newLink(table, seat string) wire.Link {
	tok := ts.n.Secret(18)
	return wire.Link{Seat: seat, Token: tok, Path: "/t/" + table + "?seat=" + seat + "&token=" + tok}
}

// Join takes a seat.
func (ts *Tables) Join(ctx context.Context, user match.User, table string, req wire.JoinRequest) error {
	link := ""
	if req.Token != "" {
		link = node.Hash(req.Token)
	}
	_, err := ts.Change(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) { return req.Apply(t, user, link, now) })
	return err
}

// SetSeat changes a seat before the start.
func (ts *Tables) SetSeat(ctx context.Context, user match.User, table, name string, req wire.SeatChange) (*wire.TableInfo, error) {
	d, err := ts.Change(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) {
		seat, err := seatNamed(t, name)
		if err != nil {
			return match.Done{}, err
		}
		return t.SetSeat(user, seat, req.Kind, req.Level, "", now)
	})
	if err != nil {
		return nil, err
	}
	info := ts.scene(d.Table).Info(d.Table.SeatsOf(user.ID))
	return &info, nil
}

// Link makes a new secret link for a seat.
func (ts *Tables) Link(ctx context.Context, user match.User, table, name string) (*wire.Link, error) {
	link := ts.newLink(table, name)
	_, err := ts.Change(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) {
		seat, err := seatNamed(t, name)
		if err != nil {
			return match.Done{}, err
		}
		return t.SetLink(user, seat, node.Hash(link.Token), now)
	})
	return &link, err
}

func seatNamed(t *match.Table, name string) (game.Seat, error) {
	seat, ok := t.Config.SeatByName(name)
	if !ok || seat == game.Nature {
		return 0, &match.Error{Kind: match.Unknown, Where: "path.seat", Message: "there is no such seat"}
	}
	return seat, nil
}

// Moment is the table as a viewer knew it after a step.
func (ts *Tables) Moment(ctx context.Context, user, table, seat string, step int64) (*wire.Moment, error) {
	_, t, err := ts.Read(ctx, table)
	if err != nil {
		return nil, err
	}
	return wire.MomentAt(t, user, seat, step)
}

// WhyNot says whether, and why not, an action could be played now.
func (ts *Tables) WhyNot(ctx context.Context, user, table string, req wire.WhyNotRequest) (*wire.WhyNot, error) {
	_, t, err := ts.Read(ctx, table)
	if err != nil {
		return nil, err
	}
	return req.Answer(t, user)
}

// Legal lists the legal actions of one of a user's seats.
func (ts *Tables) Legal(ctx context.Context, user, table, seat, prefix string, limit int) (*wire.LegalList, error) {
	_, t, err := ts.Read(ctx, table)
	if err != nil {
		return nil, err
	}
	return wire.LegalActions(t, user, seat, prefix, limit)
}

// Log returns what happened after a sequence number.
func (ts *Tables) Log(ctx context.Context, user, table, seat string, from int64, limit int) (*wire.LogPage, error) {
	_, t, err := ts.Read(ctx, table)
	if err != nil {
		return nil, err
	}
	v, err := wire.ViewerOf(t, user, seat)
	if err != nil {
		return nil, err
	}
	all := wire.Entries(t, v, from, math.MaxInt)
	return &wire.LogPage{Entries: all[:min(len(all), limit)], More: len(all) > limit}, nil
}
