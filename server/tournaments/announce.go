package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/people"
	"atoll/server/wire"
	"atoll/store"
	"atoll/tournament"
)

// aheadMost is how long before its start a tournament can be announced.
const aheadMost = 366 * 24 * time.Hour

// Announce makes a tournament.
func (ts *Tournaments) Announce(ctx context.Context, me *people.Caller, req wire.TournamentRequest) (*wire.TournamentPage, error) {
	if me.Kind == match.Program {
		return nil, &match.Error{Kind: match.Forbidden, Message: "a program can enter tournaments, but not make them"}
	}
	now := ts.n.Now().MS
	plan := planOf(req)
	if err := ts.checkPlan(&plan, now); err != nil {
		return nil, err
	}
	if plan.Table.Rated && me.Kind != match.Account {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.table.rated", Message: "sign in to play rated games"}
	}
	// A tournament is much more than a table: five at once, then one in eight minutes.
	if !ts.n.Allow("tournament "+me.ID, ts.n.Limiter.Create/1000, 5) || !ts.n.Allow("create "+me.Address, ts.n.Limiter.Create, 30) {
		return nil, node.TooMany
	}
	id := ts.n.NewID()
	if err := ts.make(ctx, id, plan, me.Player(), "", now); err != nil {
		return nil, err
	}
	return ts.Page(ctx, me.ID, id, 0, 100)
}

// planOf is a request as a plan, unchecked.
func planOf(req wire.TournamentRequest) tournament.Plan {
	return tournament.Plan{
		Name: wire.CleanLine(req.Name), Kind: tournament.Kind(req.Kind), Table: req.Table.Match(), Start: req.Start,
		Minutes: req.Minutes, Rounds: req.Rounds,
		BestOf: req.BestOf, Access: tournament.Access(req.Access), MinRating: req.MinRating, MaxRating: req.MaxRating,
		MinGames: req.MinGames,
		Programs: req.Programs, Bots: req.Bots, Most: req.Most, Absence: req.Absence,
	}
}

// make stores a new tournament; match.ErrConflict if there is one of
// that id.
func (ts *Tournaments) make(ctx context.Context, id string, plan tournament.Plan, host match.User, from string, now int64) error {
	e, err := tournament.New(plan, host, from, now)
	if err != nil {
		return planError(err)
	}
	t := &tournament.Tournament{ID: id}
	e.Seq = 1
	if err := t.Apply(e); err != nil {
		return err
	}
	head, err := headOf(t, now)
	if err != nil {
		return err
	}
	return ts.n.Store.CommitTournament(ctx, store.TournamentChange{Head: head, Entries: []tournament.Entry{e}})
}

func planError(err error) error {
	if field := tournament.Field(err); field != "" {
		return &match.Error{Kind: match.Invalid, Where: "body." + field, Message: err.Error()}
	}
	return err
}

// checkPlan settles what was left out of a plan, and makes sure that its tables
// can be made.
func (ts *Tournaments) checkPlan(p *tournament.Plan, now int64) error {
	bad := func(where, message string) error {
		return &match.Error{Kind: match.Invalid, Where: "body." + where, Message: message}
	}
	if p.Start < now {
		p.Start = now
	}
	if p.Access == "" {
		p.Access = tournament.Everyone
	}
	t := &p.Table
	t.Seats, t.Shuffle, t.Assigned, t.Tournament, t.TourName, t.ManualGo = nil, nil, false, "", "", false
	switch {
	case p.Start > now+aheadMost.Milliseconds():
		return bad("start", "a tournament starts within a year")
	case t.NoWatchers:
		return bad("table.no_spectators", "the games of a tournament can be watched")
	case t.Rated && p.Programs:
		return bad("programs", "programs play unrated tournaments only")
	case !strings.ContainsFunc(p.Name, wire.Seen):
		return bad("name", "a tournament needs a name with visible characters")
	}
	cfg, err := match.Configure(ts.n.Game, *t)
	if err != nil {
		return match.Under(err, "body.table")
	}
	t.Players = cfg.Players
	if err := planError(p.Check()); err != nil {
		return err
	}
	if p.Kind == tournament.Pods {
		smaller := *t
		smaller.Players--
		if _, err := match.Configure(ts.n.Game, smaller); err != nil || smaller.Players < 3 {
			p.Fewest = t.Players
		}
	}
	players := make([]match.Assignee, t.Players)
	for i := range players {
		players[i].User = match.User{ID: fmt.Sprint(i), Kind: match.Account}
	}
	_, _, err = match.Assign(ts.n.Game, "trial", *t, players, ts.n.Seed(), ts.n.Now())
	return match.Under(err, "body.table")
}

// Enter lets somebody in, for the first time or again after leaving.
func (ts *Tournaments) Enter(ctx context.Context, me *people.Caller, id string) (*wire.TournamentEntrant, error) {
	var out *wire.TournamentEntrant
	err := ts.change(ctx, id, func(m *minutes) error {
		setup := m.t.Plan.Table
		u := me.Player()
		if setup.Rated && u.Kind != match.Account {
			return &match.Error{Kind: match.Forbidden, Message: "sign in to play rated games"}
		}
		games, err := ts.ratedGames(ctx, &u, setup)
		if err != nil {
			return err
		}
		if i := m.t.Find(me.ID); i >= 0 && m.t.Entrants[i].State != tournament.Out {
			out = m.desk.entrant(me.ID) // a repeated request
			return nil
		}
		e, err := m.t.Enter(u, games, m.now.MS)
		if err != nil {
			return tourError(err)
		}
		if err := m.add(e); err != nil {
			return err
		}
		out = m.desk.entrant(me.ID)
		return nil
	})
	return out, err
}

// ratedGames sets the rating of a user, and returns how many games it is based on.
func (ts *Tournaments) ratedGames(ctx context.Context, u *match.User, setup match.Setup) (games int, err error) {
	if u.Rating, u.Unsure, err = ts.tables.RatingOf(ctx, *u, setup); err != nil || u.Kind != match.Account {
		return 0, err
	}
	list, err := ts.n.Store.Ratings(ctx, u.ID)
	for _, r := range list {
		if r.Game == setup.Game && r.Speed == setup.Clock.Speed() {
			games = int(r.Games)
		}
	}
	return games, err
}

// Turn lets somebody leave, pause or come back.
func (ts *Tournaments) Turn(ctx context.Context, user, id string, to tournament.State) (*wire.TournamentEntrant, error) {
	var out *wire.TournamentEntrant
	err := ts.change(ctx, id, func(m *minutes) error {
		i := m.t.Find(user)
		if i < 0 || m.t.Entrants[i].State == tournament.Out && to != tournament.Out {
			return tourError(tournament.ErrNotIn)
		}
		if m.t.Entrants[i].State != to {
			e, err := m.t.Turn(user, to, m.now.MS)
			if err != nil {
				return tourError(err)
			}
			if err := m.add(e); err != nil {
				return err
			}
		}
		out = m.desk.entrant(user)
		return nil
	})
	return out, err
}

// CallOff ends a tournament by its maker's will.
func (ts *Tournaments) CallOff(ctx context.Context, user, id string) error {
	return ts.change(ctx, id, func(m *minutes) error {
		if m.t.Host.ID != user {
			return &match.Error{Kind: match.Forbidden, Message: "only the maker can call the tournament off"}
		}
		e, err := m.t.CallOff(m.now.MS)
		if err != nil {
			return tourError(err)
		}
		return m.add(e)
	})
}

// CallOff ends a tournament for the host of the server. Nodes that run find it in
// the store and close what nobody plays at.
func CallOff(ctx context.Context, db store.Tournaments, id string, now int64) (name string, err error) {
	for range 100 {
		_, entries, err := db.Tournament(ctx, id, 0)
		if err != nil {
			return "", err
		}
		t, err := tournament.Replay(id, entries)
		if err != nil {
			return "", err
		}
		e, err := t.CallOff(now)
		if err != nil {
			return t.Plan.Name, err
		}
		e.Seq = t.Seq + 1
		if err := t.Apply(e); err != nil {
			return "", err
		}
		head, err := headOf(t, now)
		if err != nil {
			return "", err
		}
		err = db.CommitTournament(ctx, store.TournamentChange{Head: head, Entries: []tournament.Entry{e}})
		if !errors.Is(err, match.ErrConflict) {
			return t.Plan.Name, err
		}
	}
	return "", match.ErrConflict
}

// tourError turns a tournament's refusal into one of ours.
func tourError(err error) error {
	kind := match.NotNow
	switch {
	case errors.Is(err, tournament.ErrOver):
		kind = match.IsOver
	case errors.Is(err, tournament.ErrPrograms), errors.Is(err, tournament.ErrRating), errors.Is(err, tournament.ErrNotIn):
		kind = match.Forbidden
	}
	return &match.Error{Kind: kind, Message: err.Error()}
}

// List returns tournaments, names looked up.
func (ts *Tournaments) List(ctx context.Context, f store.TournamentFilter) (*wire.TournamentList, error) {
	heads, err := ts.n.Store.Tournaments(ctx, f)
	if err != nil {
		return nil, err
	}
	out := &wire.TournamentList{Tournaments: []wire.TournamentInfo{}}
	for _, h := range heads {
		var i tourInfo
		if err := json.Unmarshal(h.Info, &i); err != nil {
			return nil, fmt.Errorf("%s: %w", h.ID, err)
		}
		info, err := ts.info(ctx, h, i)
		if err != nil {
			return nil, err
		}
		out.Tournaments = append(out.Tournaments, info)
	}
	if n := len(heads); n == f.Limit {
		out.Next = heads[n-1].Start
	}
	return out, nil
}

func (ts *Tournaments) info(ctx context.Context, h store.TournamentHead, i tourInfo) (wire.TournamentInfo, error) {
	out := wire.TournamentInfo{
		ID: h.ID, Name: i.Plan.Name, Kind: string(i.Plan.Kind), Game: i.Plan.Table.Game, Players: i.Plan.Table.Players,
		Clock: wire.ClockSetup(i.Plan.Table.Clock),
		Rated: i.Plan.Table.Rated, Status: string(h.Status), Start: i.Plan.Start, Minutes: i.Plan.Minutes, BestOf: i.Plan.BestOf,
		Rounds: i.Rounds,
		Round:  i.Round, Entrants: i.Entrants, Host: i.Host, Begun: i.Begun, Ended: i.Ended, Why: i.Why,
	}
	if i.Plan.Kind == tournament.Arena {
		out.Round = 0
	}
	if i.Host == "" { // of the host's plan
		return out, nil
	}
	u, err := ts.folk.Known(ctx, i.Host)
	out.HostName = u.Name
	return out, err
}
