package server

import (
	"context"
	"fmt"
	"strings"

	"atoll/bus"
	"atoll/game"
	"atoll/match"
	"atoll/server/wire"
	"atoll/store"
)

func (s *Server) act(ctx context.Context, table string, req wire.ActRequest) (wire.Ack, error) {
	me, err := need(ctx)
	if err != nil {
		return wire.Ack{}, err
	}
	if err := req.Check(); err != nil {
		return wire.Ack{}, err
	}
	d, err := s.change(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) { return req.Apply(t, me.ID, now) })
	return wire.AckOf(d), err
}

// open opens the caller's nonce.
func (s *Server) open(ctx context.Context, table string, req wire.OpenRequest) (wire.Ack, error) {
	me, err := need(ctx)
	if err != nil {
		return wire.Ack{}, err
	}
	d, err := s.change(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) { return req.Apply(t, me.ID, now) })
	return wire.AckOf(d), err
}

func (s *Server) do(ctx context.Context, table string, req wire.TableRequest) (wire.Ack, error) {
	me, err := need(ctx)
	if err != nil {
		return wire.Ack{}, err
	}
	if err := req.Check(); err != nil {
		return wire.Ack{}, err
	}
	d, err := s.change(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) { return req.Apply(t, me.user(), now) })
	if err != nil {
		return wire.Ack{}, err
	}
	ack := wire.AckOf(d)
	if req.Do == match.OfferRematch && d.Table.WantsRematch() {
		ack.Table, err = s.rematch(ctx, table)
	}
	return ack, err
}

// rematch makes the next table of players who all want it. If two requests
// come to it at once, one of them makes it and the other finds it made.
func (s *Server) rematch(ctx context.Context, table string) (string, error) {
	ctx = context.WithoutCancel(ctx)
	l := s.live(table)
	l.mu.Lock()
	defer l.mu.Unlock()
	force := false
	for range 10 {
		t, err := s.loadLocked(ctx, l, force)
		if err != nil {
			return "", err
		}
		if t.Next != "" {
			return t.Next, nil
		}
		if !t.WantsRematch() {
			return "", nil
		}
		old, next, made, err := t.NextTable(s.games, s.newID(), s.seed(), s.now())
		if err != nil {
			return "", err
		}
		err = s.commit(ctx, old.Change, made)
		if err == match.ErrConflict {
			force = true
			continue
		}
		if err != nil {
			l.stale.Store(true)
			return "", err
		}
		n := s.live(next.ID)
		n.table.Store(next)
		s.committed(n, nil, next)
		l.table.Store(old.Table)
		s.committed(l, t, old.Table)
		return next.ID, nil
	}
	return "", &match.Error{Code: match.Conflict, Message: "the table is too busy; try again"}
}

func (s *Server) say(ctx context.Context, table string, req wire.ChatRequest) (wire.ChatLine, error) {
	me, err := need(ctx)
	if err != nil {
		return wire.ChatLine{}, err
	}
	if !s.limits.allow("chat "+me.ID, s.limits.lim.Chat, 15, s.cfg.Clock()) {
		s.metrics.refused.Inc()
		return wire.ChatLine{}, &match.Error{Code: match.TooMany, Message: "you talk too fast; wait a moment"}
	}
	l, t, err := s.read(ctx, table)
	if err != nil {
		return wire.ChatLine{}, err
	}
	v, err := wire.ViewerOf(t, me.ID, "")
	if err != nil {
		return wire.ChatLine{}, err
	}
	text := cleanLine(req.Text)
	if !strings.ContainsFunc(text, seen) || len(text) > 2000 || len([]rune(text)) > 500 || len(req.Msg) > 64 {
		return wire.ChatLine{}, &match.Error{Code: match.BadRequest, Where: "body.text", Message: "a line of chat has 1 to 500 characters"}
	}
	c := store.Chat{Table: t.ID, At: s.now().MS, User: me.ID, Name: me.Name, Text: text, Msg: req.Msg, Ping: s.cfg.Shared}
	if v.Mine != 0 {
		c.Seat = t.Config.SeatName(v.Mine.First())
	}
	c, err = s.cfg.Store.AddChat(ctx, c)
	if err != nil {
		return wire.ChatLine{}, err
	}
	l.noteChat(c.ID)
	s.cfg.Pings.Tell(bus.Ping{Table: t.ID, Seq: c.ID, What: "chat", Node: s.node})
	return chatLine(c), nil
}

// create makes a table with the links of its free seats.
func (s *Server) create(ctx context.Context, req wire.CreateRequest) (*wire.Created, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, err
	}
	setup := req.Setup
	if setup.Assigned || setup.Tournament != "" {
		return nil, &match.Error{Code: match.Forbidden, Where: "body.assigned", Message: "only a tournament assigns seats"}
	}
	lim := s.limits.lim
	if !s.limits.allow("create "+me.addr, lim.Create, 30, s.cfg.Clock()) {
		s.metrics.refused.Inc()
		return nil, tooMany
	}
	if lim.OpenTables > 0 {
		n, err := s.cfg.Store.CountOpen(ctx, me.ID)
		if err != nil {
			return nil, err
		}
		if n >= lim.OpenTables {
			return nil, &match.Error{Code: match.TooMany, Message: fmt.Sprintf("you already have %d unfinished tables", n)}
		}
	}
	g, ok := s.games(setup.Game)
	if !ok {
		return nil, &match.Error{Code: match.BadRequest, Where: "body.game", Message: fmt.Sprintf("there is no game %.40q", setup.Game)}
	}
	if setup.Players == 0 {
		setup.Players = g.Players[0]
	}
	if setup.Players < 0 || setup.Players > game.MaxSeats {
		return nil, &match.Error{Code: match.BadRequest, Where: "body.players", Message: fmt.Sprintf("%s is for %s players", g.ID, g.PlayersText())}
	}
	if setup.Options != nil && len(setup.Options) > game.MaxOptions {
		return nil, &match.Error{Code: match.BadRequest, Where: "body.options", Message: "these are too many options"}
	}
	names := g.SeatNames(setup.Players)
	out := &wire.Created{Links: []wire.Link{}}
	links := map[string]string{}
	id := s.newID()
	for i, name := range names {
		free := setup.Seats == nil && i > 0 || i < len(setup.Seats) && (setup.Seats[i].Kind == match.SeatOpen || setup.Seats[i].Kind == match.SeatInvite)
		if free {
			link := s.newLink(id, name)
			links[name] = hash(link.Token)
			out.Links = append(out.Links, link)
		}
	}
	host, err := s.player(ctx, me, setup)
	if err != nil {
		return nil, err
	}
	t, c, err := match.New(s.games, id, setup, host, s.seed(), links, req.Commit, s.now())
	if err != nil {
		return nil, err
	}
	if err := s.commit(ctx, c); err != nil {
		return nil, err
	}
	l := s.live(id)
	l.table.Store(t)
	s.committed(l, nil, t)
	now := s.scene(t, 0)
	out.Table, out.Proof, out.Chairs = now.Info(t.SeatsOf(me.ID)), now.Proof(t.SeatsOf(me.ID)), wire.ChairsNow(t)
	return out, nil
}

func (s *Server) newLink(table, seat string) wire.Link {
	tok := s.secret(18)
	return wire.Link{Seat: seat, Token: tok, Path: "/t/" + table + "?seat=" + seat + "&token=" + tok}
}

func (s *Server) join(ctx context.Context, table string, req wire.JoinRequest) (*wire.Snapshot, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, err
	}
	u := me.user()
	if u.Kind == "account" {
		_, t, err := s.read(ctx, table)
		if err != nil {
			return nil, err
		}
		if u, err = s.player(ctx, me, t.Setup); err != nil {
			return nil, err
		}
	}
	d, err := s.change(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) {
		link := ""
		if req.Token != "" {
			link = hash(req.Token)
		}
		return req.Apply(t, u, link, now)
	})
	if err != nil {
		return nil, err
	}
	return s.look(ctx, d.Table.ID, "")
}

// look is everything that the caller may know of a table.
func (s *Server) look(ctx context.Context, table, seat string) (*wire.Snapshot, error) {
	me := caller(ctx)
	l, t, err := s.read(ctx, table)
	if err != nil {
		return nil, err
	}
	v, err := wire.ViewerOf(t, me.ID, seat)
	if err != nil {
		return nil, err
	}
	muted, err := s.cfg.Store.Mutes(ctx, me.ID)
	if err != nil {
		return nil, err
	}
	return s.snapshot(ctx, l, t, v, muted)
}

// moment is the table as a viewer knew it after a step.
func (s *Server) moment(ctx context.Context, table string, step int64, seat string) (*wire.Moment, error) {
	_, t, err := s.read(ctx, table)
	if err != nil {
		return nil, err
	}
	return wire.MomentAt(t, caller(ctx).ID, seat, step)
}

func (s *Server) whyNot(ctx context.Context, table string, req wire.WhyNotRequest) (*wire.WhyNot, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, err
	}
	_, t, err := s.read(ctx, table)
	if err != nil {
		return nil, err
	}
	return req.Answer(t, me.ID)
}
