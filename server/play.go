package server

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"atoll/bus"
	"atoll/game"
	"atoll/match"
	"atoll/store"
)

// mySeat finds the seat for which a user asks for something.
func mySeat(t *match.Table, user, seat string) (game.Seat, error) {
	mine := t.SeatsOf(user)
	if mine == 0 {
		return 0, &match.Error{Code: match.Forbidden, Message: "you do not sit at this table"}
	}
	if seat == "" {
		if mine.Len() > 1 {
			return 0, &match.Error{Code: match.BadRequest, Where: "seat", Message: "you hold several seats; name one"}
		}
		return mine.First(), nil
	}
	s, ok := t.Config.SeatByName(seat)
	if !ok || s == game.Nature {
		return 0, &match.Error{Code: match.BadRequest, Where: "seat", Message: fmt.Sprintf("there is no seat %.8q", seat)}
	}
	if !mine.Has(s) {
		return 0, &match.Error{Code: match.Forbidden, Where: "seat", Message: "this is not your seat"}
	}
	return s, nil
}

func (s *Server) act(ctx context.Context, table string, req ActRequest) (Ack, error) {
	me, err := need(ctx)
	if err != nil {
		return Ack{}, err
	}
	if req.Msg == "" || len(req.Msg) > 64 || len(req.Action) > 4096 {
		return Ack{}, &match.Error{Code: match.BadRequest, Where: "body.msg", Message: "an act has a message id of 1 to 64 bytes and an action of at most 4096"}
	}
	d, err := s.change(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) {
		seat, err := mySeat(t, me.ID, req.Seat)
		if err != nil {
			return match.Done{}, err
		}
		if d, ok := t.Answered(seat, req.Step, req.Msg); ok {
			return d, nil
		}
		if t.Seats[seat].Stand {
			return match.Done{}, &match.Error{Code: match.Conflict, Message: "a bot plays for you; claim your seat first"}
		}
		return t.Act(seat, req.Step, req.Msg, req.Action, now)
	})
	return ackOf(d), err
}

func ackOf(d match.Done) Ack {
	if d.Table == nil {
		return Ack{}
	}
	return Ack{Seq: d.Seq, Step: d.Table.Step, Sealed: d.Sealed, Again: d.Again}
}

func (s *Server) do(ctx context.Context, table string, req TableRequest) (Ack, error) {
	me, err := need(ctx)
	if err != nil {
		return Ack{}, err
	}
	if len(req.Msg) > 64 {
		return Ack{}, &match.Error{Code: match.BadRequest, Where: "body.msg", Message: "a message id has at most 64 bytes"}
	}
	d, err := s.change(ctx, table, func(t *match.Table, now match.Now) (match.Done, error) {
		if req.Do == match.Abort {
			return t.Close(me.user(), now)
		}
		seat, err := mySeat(t, me.ID, req.Seat)
		if err != nil {
			return match.Done{}, err
		}
		if req.Do == match.Claim {
			return t.Claim(me.user(), seat, now)
		}
		if req.Do == match.OfferRematch && req.Commit != "" {
			return t.OfferRematch(seat, req.Commit, req.Msg, now)
		}
		return t.Do(seat, req.Do, req.Msg, now)
	})
	if err != nil {
		return Ack{}, err
	}
	ack := ackOf(d)
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

func (s *Server) say(ctx context.Context, table string, req ChatRequest) (ChatLine, error) {
	me, err := need(ctx)
	if err != nil {
		return ChatLine{}, err
	}
	if !s.limits.allow("chat "+me.ID, s.limits.lim.Chat, 15, s.cfg.Clock()) {
		s.metrics.refused.Inc()
		return ChatLine{}, &match.Error{Code: match.TooMany, Message: "you talk too fast; wait a moment"}
	}
	l, t, err := s.read(ctx, table)
	if err != nil {
		return ChatLine{}, err
	}
	v, err := viewerOf(t, me.ID, "")
	if err != nil {
		return ChatLine{}, err
	}
	text := cleanLine(req.Text)
	if !strings.ContainsFunc(text, seen) || len(text) > 2000 || len([]rune(text)) > 500 || len(req.Msg) > 64 {
		return ChatLine{}, &match.Error{Code: match.BadRequest, Where: "body.text", Message: "a line of chat has 1 to 500 characters"}
	}
	c := store.Chat{Table: t.ID, At: s.now().MS, User: me.ID, Name: me.Name, Text: text, Msg: req.Msg, Ping: s.cfg.Shared}
	if v.mine != 0 {
		c.Seat = t.Config.SeatName(v.mine.First())
	}
	c, err = s.cfg.Store.AddChat(ctx, c)
	if err != nil {
		return ChatLine{}, err
	}
	l.noteChat(c.ID)
	s.cfg.Pings.Tell(bus.Ping{Table: t.ID, Seq: c.ID, What: "chat", Node: s.node})
	return chatLine(c), nil
}

// create makes a table with the links of its free seats.
func (s *Server) create(ctx context.Context, req CreateRequest) (*Created, error) {
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
	out := &Created{Links: []Link{}}
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
	out.Table = s.info(t, t.SeatsOf(me.ID), 0)
	out.Proof, out.Chairs = s.proof(t, t.SeatsOf(me.ID)), chairsNow(t)
	return out, nil
}

func (s *Server) newLink(table, seat string) Link {
	tok := s.secret(18)
	return Link{Seat: seat, Token: tok, Path: "/t/" + table + "?seat=" + seat + "&token=" + tok}
}

func (s *Server) join(ctx context.Context, table string, req JoinRequest) (*Snapshot, error) {
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
		want := game.NoSeat
		if req.Seat != "" {
			var ok bool
			if want, ok = t.Config.SeatByName(req.Seat); !ok || want == game.Nature {
				return match.Done{}, &match.Error{Code: match.BadRequest, Where: "body.seat", Message: fmt.Sprintf("there is no seat %.8q", req.Seat)}
			}
		}
		link := ""
		if req.Token != "" {
			link = hash(req.Token)
		}
		return t.Join(u, want, link, req.Commit, now)
	})
	if err != nil {
		return nil, err
	}
	return s.look(ctx, d.Table.ID, "")
}

// look is everything that the caller may know of a table.
func (s *Server) look(ctx context.Context, table, seat string) (*Snapshot, error) {
	me := caller(ctx)
	l, t, err := s.read(ctx, table)
	if err != nil {
		return nil, err
	}
	v, err := viewerOf(t, me.ID, seat)
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
func (s *Server) moment(ctx context.Context, table string, step int64, seat string) (*Moment, error) {
	me := caller(ctx)
	_, t, err := s.read(ctx, table)
	if err != nil {
		return nil, err
	}
	truth := seat == "truth"
	if truth {
		if t.Status != match.Over {
			return nil, &match.Error{Code: match.Forbidden, Where: "seat", Message: "the truth is told after the end"}
		}
		seat = ""
	}
	v, err := viewerOf(t, me.ID, seat)
	if err != nil {
		return nil, err
	}
	if t.Status == match.Open || t.Status == match.Aborted && t.Step <= 1 {
		return nil, &match.Error{Code: match.Conflict, Message: "the game has not started"}
	}
	st, told, steps, err := t.At(step)
	if err != nil {
		return nil, err
	}
	sight := v.sight(t)
	pos, err := game.Look(st, sight).MarshalJSON()
	if err != nil {
		return nil, err
	}
	if step == 0 {
		step = steps[len(steps)-1]
	}
	m := &Moment{Step: step, Steps: steps, Viewer: v.name(t), Position: pos, Stories: stories(t, v, told)}
	if m.Stories == nil {
		m.Stories = []json.RawMessage{}
	}
	return m, nil
}

func (s *Server) whyNot(ctx context.Context, table string, req WhyNotRequest) (*WhyNot, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, err
	}
	_, t, err := s.read(ctx, table)
	if err != nil {
		return nil, err
	}
	seat, err := mySeat(t, me.ID, req.Seat)
	if err != nil {
		return nil, err
	}
	if t.Status != match.Running {
		return &WhyNot{Reason: "The game is not running."}, nil
	}
	// Asked of the seat's own view: the reason must not tell what the seat may not
	// know.
	_, err = game.Parse(t.Look(game.SeatViewer(seat)), seat, req.Action)
	if err != nil {
		reason := err.Error()
		if r, ok := err.(*game.Refusal); ok {
			reason = r.Reason
		}
		return &WhyNot{Reason: reason}, nil
	}
	return &WhyNot{Legal: true}, nil
}
