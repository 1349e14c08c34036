package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
	"atoll/tournament"
)

// TournamentRequest announces a tournament.
type TournamentRequest struct {
	Name      string     `json:"name" minLength:"1" maxLength:"200" doc:"at most 60 characters"`
	Kind      string     `json:"kind" enum:"arena,swiss,round_robin,knockout,pods"`
	Table     wire.Setup `json:"table" doc:"game, players, options, clock and whether the games are rated; seats are left out"`
	Start     int64      `json:"start,omitempty" minimum:"0" doc:"Unix milliseconds; left out: at once"`
	Minutes   int        `json:"minutes,omitempty" minimum:"0" maximum:"1440" doc:"arena: how long it lasts"`
	Rounds    int        `json:"rounds,omitempty" minimum:"0" maximum:"30" doc:"swiss, pods; left out: as many as suit the entrants"`
	BestOf    int        `json:"best_of,omitempty" minimum:"0" maximum:"7" doc:"knockout: 1, 3, 5 or 7 games a match"`
	Access    string     `json:"access,omitempty" enum:"everyone,link" doc:"link: not in any list; left out: everyone"`
	MinRating int        `json:"min_rating,omitempty" minimum:"0" maximum:"10000"`
	MaxRating int        `json:"max_rating,omitempty" minimum:"0" maximum:"10000"`
	MinGames  int        `json:"min_games,omitempty" minimum:"0" maximum:"100000" doc:"rated games at this game and speed"`
	Programs  bool       `json:"programs,omitempty" doc:"programs may enter; unrated only"`
	Bots      []int      `json:"bots,omitempty" maxItems:"32" doc:"levels of bots of the house that play along; unrated only"`
	Most      int        `json:"most,omitempty" minimum:"0" maximum:"2000" doc:"entrants at most"`
	Absence   int        `json:"absence_s,omitempty" minimum:"0" maximum:"604800" doc:"seconds to sit down at a game; left out: 30 in an arena, otherwise 120, with days a move three days"`
}

// TournamentInfo is a tournament in a list.
type TournamentInfo struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Kind     string          `json:"kind" enum:"arena,swiss,round_robin,knockout,pods"`
	Game     string          `json:"game"`
	Players  int             `json:"players" doc:"at a table"`
	Clock    wire.ClockSetup `json:"clock"`
	Rated    bool            `json:"rated"`
	Status   string          `json:"status" enum:"announced,running,over"`
	Start    int64           `json:"start" doc:"Unix milliseconds"`
	Minutes  int             `json:"minutes,omitempty"`
	BestOf   int             `json:"best_of,omitempty"`
	Round    int             `json:"round,omitempty" doc:"rounds that have begun"`
	Rounds   int             `json:"rounds,omitempty" doc:"as far as it is known"`
	Entrants int             `json:"entrants" doc:"without those who have left"`
	Host     string          `json:"host" doc:"public id of the maker"`
	HostName string          `json:"host_name"`
	Begun    int64           `json:"begun,omitempty"`
	Ended    int64           `json:"ended,omitempty"`
	Why      string          `json:"why,omitempty" enum:"over,called off,too few" doc:"why it ended"`
}

// TournamentList is the answer of GET /tournaments.
type TournamentList struct {
	Tournaments []TournamentInfo `json:"tournaments" doc:"the latest start first"`
	Next        int64            `json:"next,omitempty" doc:"pass as ?before= for the next page"`
}

// TournamentPage is a tournament as it stands.
type TournamentPage struct {
	TournamentInfo
	Seq       int64              `json:"seq" doc:"raised by every change"`
	Time      int64              `json:"time" doc:"server time"`
	Table     wire.Setup         `json:"table"`
	Access    string             `json:"access"`
	MinRating int                `json:"min_rating,omitempty"`
	MaxRating int                `json:"max_rating,omitempty"`
	MinGames  int                `json:"min_games,omitempty"`
	Programs  bool               `json:"programs,omitempty"`
	Most      int                `json:"most,omitempty"`
	TieBreaks []TieBreak         `json:"tie_breaks" doc:"what decides between equal points, in order"`
	Standings []Standing         `json:"standings"`
	Total     int                `json:"total" doc:"rows that there are"`
	Bracket   [][]BracketMatch   `json:"bracket,omitempty" doc:"of a knock-out: its rounds"`
	Games     []TournamentGame   `json:"games" doc:"those being played, then the latest"`
	Me        *TournamentEntrant `json:"me" doc:"null if you have not entered"`
}

// TieBreak is a rule that decides between equal points.
type TieBreak struct {
	Key  string `json:"key" enum:"met,beat,direct,average"`
	Name string `json:"name"`
	Help string `json:"help"`
}

// Standing is one entrant's row.
type Standing struct {
	Place   int       `json:"place"`
	Entrant int       `json:"entrant" doc:"number by which games name the entrant"`
	User    string    `json:"user,omitempty" doc:"public id; none for a bot of the house"`
	Name    string    `json:"name"`
	Kind    string    `json:"kind" enum:"guest,account,bot,house,gone"`
	Rating  int       `json:"rating,omitempty" doc:"when entering"`
	State   string    `json:"state" enum:"in,pause,out"`
	Points  float64   `json:"points"`
	Met     float64   `json:"met,omitempty" doc:"Buchholz: the points of those met"`
	Beat    float64   `json:"beat,omitempty" doc:"Sonneborn-Berger: the points of those beaten, half of those drawn with"`
	Average int       `json:"average,omitempty" doc:"arena: of the opponents' ratings"`
	Streak  int       `json:"streak,omitempty" doc:"arena: wins in a row"`
	Scores  []int     `json:"scores,omitempty" doc:"arena: points of the latest games, oldest first"`
	Meets   []Meeting `json:"meets,omitempty" doc:"the row of the cross-table, by rounds"`
	Table   string    `json:"table,omitempty" doc:"where the entrant plays now"`
}

// Meeting is one cell of the cross-table.
type Meeting struct {
	Round   int    `json:"round" doc:"from 1"`
	Against []int  `json:"against" doc:"entrants"`
	Seat    int    `json:"seat" doc:"from 0, in seat order"`
	Table   string `json:"table,omitempty"`
	Result  string `json:"result" enum:"playing,win,draw,loss,rank,absent,free,off" doc:"free: the other did not come; off: called off"`
	Rank    int    `json:"rank,omitempty" doc:"at a table of several"`
}

// BracketMatch is a match of a knock-out.
type BracketMatch struct {
	A      int    `json:"a" doc:"entrant; -1 for nobody, or not known yet"`
	B      int    `json:"b"`
	Wins   [2]int `json:"wins"`
	Winner int    `json:"winner" doc:"-1 while it is open"`
}

// TournamentGame is a game of a tournament.
type TournamentGame struct {
	No     int    `json:"no"`
	Round  int    `json:"round" doc:"from 1"`
	Table  string `json:"table"`
	Seats  []int  `json:"seats" doc:"entrants in seat order"`
	Begun  int64  `json:"begun"`
	Ended  int64  `json:"ended,omitempty"`
	Ranks  []int  `json:"ranks,omitempty"`
	Absent []int  `json:"absent,omitempty" doc:"seats whose players did not come"`
}

// TournamentEntrant is the caller in a tournament.
type TournamentEntrant struct {
	Entrant int    `json:"entrant"`
	State   string `json:"state" enum:"in,pause,out"`
	Place   int    `json:"place"`
	Table   string `json:"table,omitempty" doc:"your game: sit down there (POST /tables/{id}/join)"`
	SitBy   int64  `json:"sit_by,omitempty" doc:"when you must have sat down, Unix milliseconds"`
}

// TournamentID is the path parameter of everything in a tournament.
type TournamentID struct {
	ID string `path:"id" maxLength:"32" doc:"id of the tournament"`
}

// TournamentLook asks for a tournament.
type TournamentLook struct {
	TournamentID
	From  int `query:"from" minimum:"0" maximum:"2000" doc:"the first row of the standings, from 0"`
	Limit int `query:"limit" minimum:"1" maximum:"500" default:"100" doc:"rows at most"`
	IfNew
}

func (s *Server) tournamentRoutes(api huma.API) {
	post(s, api, "/tournaments", "Announce a tournament", func(ctx context.Context, in *struct{ Body TournamentRequest }) (*TournamentPage, error) {
		return s.announce(ctx, in.Body)
	})
	get(s, api, "/tournaments", "Tournaments: announced, running, over, or those that you have entered", func(ctx context.Context, in *struct {
		Status string `query:"status" enum:"announced,running,over" doc:"left out: all"`
		Mine   bool   `query:"mine" doc:"those that you have entered, also the unlisted"`
		Before int64  `query:"before" minimum:"0" doc:"that start before this time"`
		Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	},
	) (*TournamentList, error) {
		f := store.TournamentFilter{Status: tournament.Status(in.Status), Before: in.Before, Limit: in.Limit}
		if in.Mine {
			me, err := need(ctx)
			if err != nil {
				return nil, err
			}
			f.User = me.ID
		}
		return s.listTournaments(ctx, f)
	})
	tagged(s, api, "/tournaments/{id}", "A tournament: plan, standings, games, and you in it", func(ctx context.Context, in *TournamentLook) (string, error) {
		return s.tournamentTag(ctx, in)
	}, func(ctx context.Context, in *TournamentLook) (*TournamentPage, error) {
		return s.tournament(ctx, in.ID, in.From, in.Limit)
	})
	post(s, api, "/tournaments/{id}/enter", "Enter, also again after leaving", func(ctx context.Context, in *TournamentID) (*TournamentEntrant, error) {
		return s.enterTournament(ctx, in.ID)
	})
	turn := func(to tournament.State) func(context.Context, *TournamentID) (*TournamentEntrant, error) {
		return func(ctx context.Context, in *TournamentID) (*TournamentEntrant, error) {
			return s.turnTournament(ctx, in.ID, to)
		}
	}
	post(s, api, "/tournaments/{id}/leave", "Leave a tournament", turn(tournament.Out))
	post(s, api, "/tournaments/{id}/pause", "Be left out of the next pairings", turn(tournament.Pause))
	post(s, api, "/tournaments/{id}/resume", "Be paired again", turn(tournament.In))
	none(s, api, http.MethodPost, "/tournaments/{id}/call-off", "End your own tournament; games that have begun are played to their end", func(ctx context.Context, in *TournamentID) error {
		return s.callOff(ctx, in.ID)
	})
}

// aheadMost is how long before its start a tournament can be announced.
const aheadMost = 366 * 24 * time.Hour

func (s *Server) announce(ctx context.Context, req TournamentRequest) (*TournamentPage, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, err
	}
	if me.Kind == match.Program {
		return nil, &match.Error{Kind: match.Forbidden, Message: "a program can enter tournaments, but not make them"}
	}
	now := s.node.Now().MS
	plan := planOf(req)
	if err := s.checkPlan(&plan, now); err != nil {
		return nil, err
	}
	if plan.Table.Rated && me.Kind != match.Account {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.table.rated", Message: "sign in to play rated games"}
	}
	// A tournament is much more than a table: five at once, then one in eight minutes.
	if !s.node.Limiter.Allow("tournament "+me.ID, s.node.Limiter.Create/1000, 5, s.node.Clock()) || !s.node.Limiter.Allow("create "+me.addr, s.node.Limiter.Create, 30, s.node.Clock()) {
		s.node.Metrics.Refused.Inc()
		return nil, node.TooMany
	}
	id := s.node.NewID()
	if err := s.makeTournament(ctx, id, plan, me.user(), "", now); err != nil {
		return nil, err
	}
	return s.tournament(ctx, id, 0, 100)
}

// planOf is a request as a plan, unchecked.
func planOf(req TournamentRequest) tournament.Plan {
	return tournament.Plan{
		Name: wire.CleanLine(req.Name), Kind: tournament.Kind(req.Kind), Table: req.Table.Match(), Start: req.Start, Minutes: req.Minutes, Rounds: req.Rounds,
		BestOf: req.BestOf, Access: tournament.Access(req.Access), MinRating: req.MinRating, MaxRating: req.MaxRating, MinGames: req.MinGames,
		Programs: req.Programs, Bots: req.Bots, Most: req.Most, Absence: req.Absence,
	}
}

// makeTournament stores a new tournament; match.ErrConflict if there is one of
// that id.
func (s *Server) makeTournament(ctx context.Context, id string, plan tournament.Plan, host match.User, from string, now int64) error {
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
	return s.node.Store.CommitTournament(ctx, store.TournamentChange{Head: head, Entries: []tournament.Entry{e}})
}

func planError(err error) error {
	if field := tournament.Field(err); field != "" {
		return &match.Error{Kind: match.Invalid, Where: "body." + field, Message: err.Error()}
	}
	return err
}

// checkPlan settles what was left out of a plan, and makes sure that its tables
// can be made.
func (s *Server) checkPlan(p *tournament.Plan, now int64) error {
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
	t.Seats, t.Shuffle, t.Assigned, t.Tournament, t.ManualGo = nil, nil, false, "", false
	switch {
	case p.Start > now+aheadMost.Milliseconds():
		return bad("start", "a tournament starts within a year")
	case t.NoWatchers:
		return bad("table.no_spectators", "the games of a tournament can be watched")
	case t.Rated && p.Programs:
		return bad("programs", "programs play unrated tournaments only")
	case !strings.ContainsFunc(p.Name, wire.Seen):
		return bad("name", "a tournament needs a name that can be seen")
	}
	cfg, err := match.Configure(s.node.Game, *t)
	if err != nil {
		return under(err, "table")
	}
	t.Players = cfg.Players
	if err := planError(p.Check()); err != nil {
		return err
	}
	if p.Kind == tournament.Pods {
		smaller := *t
		smaller.Players--
		if _, err := match.Configure(s.node.Game, smaller); err != nil || smaller.Players < 3 {
			p.Fewest = t.Players
		}
	}
	players := make([]match.Assignee, t.Players)
	for i := range players {
		players[i].User = match.User{ID: fmt.Sprint(i), Kind: match.Account}
	}
	_, _, err = match.Assign(s.node.Game, "trial", *t, players, s.node.Seed(), s.node.Now())
	return under(err, "table")
}

// under says that a refusal is about a part of the body.
func under(err error, part string) error {
	var m *match.Error
	if errors.As(err, &m) {
		return &match.Error{Kind: m.Kind, Where: "body." + part + "." + m.Where, Message: m.Message}
	}
	return err
}

func (s *Server) enterTournament(ctx context.Context, id string) (*TournamentEntrant, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, err
	}
	var out *TournamentEntrant
	err = s.changeTournament(ctx, id, func(m *minutes) error {
		setup := m.t.Plan.Table
		u := me.user()
		if setup.Rated && u.Kind != match.Account {
			return &match.Error{Kind: match.Forbidden, Message: "sign in to play rated games"}
		}
		games, err := s.ratedGames(ctx, &u, setup)
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

// ratedGames sets the rating of a user, and returns on how many games it rests.
func (s *Server) ratedGames(ctx context.Context, u *match.User, setup match.Setup) (games int, err error) {
	if u.Rating, u.Unsure, err = s.tables.RatingOf(ctx, *u, setup); err != nil || u.Kind != match.Account {
		return 0, err
	}
	list, err := s.node.Store.Ratings(ctx, u.ID)
	for _, r := range list {
		if r.Game == setup.Game && r.Speed == setup.Clock.Speed() {
			games = int(r.Games)
		}
	}
	return games, err
}

func (s *Server) turnTournament(ctx context.Context, id string, to tournament.State) (*TournamentEntrant, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, err
	}
	var out *TournamentEntrant
	err = s.changeTournament(ctx, id, func(m *minutes) error {
		i := m.t.Find(me.ID)
		if i < 0 || m.t.Entrants[i].State == tournament.Out && to != tournament.Out {
			return tourError(tournament.ErrNotIn)
		}
		if m.t.Entrants[i].State != to {
			e, err := m.t.Turn(me.ID, to, m.now.MS)
			if err != nil {
				return tourError(err)
			}
			if err := m.add(e); err != nil {
				return err
			}
		}
		out = m.desk.entrant(me.ID)
		return nil
	})
	return out, err
}

func (s *Server) callOff(ctx context.Context, id string) error {
	me, err := need(ctx)
	if err != nil {
		return err
	}
	return s.changeTournament(ctx, id, func(m *minutes) error {
		if m.t.Host.ID != me.ID {
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

// tourError tells a refusal of a tournament as refusals are told.
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

func (s *Server) listTournaments(ctx context.Context, f store.TournamentFilter) (*TournamentList, error) {
	heads, err := s.node.Store.Tournaments(ctx, f)
	if err != nil {
		return nil, err
	}
	out := &TournamentList{Tournaments: []TournamentInfo{}}
	for _, h := range heads {
		var i tourInfo
		if err := json.Unmarshal(h.Info, &i); err != nil {
			return nil, fmt.Errorf("%s: %w", h.ID, err)
		}
		info, err := s.tournamentInfo(ctx, h, i)
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

func (s *Server) tournamentInfo(ctx context.Context, h store.TournamentHead, i tourInfo) (TournamentInfo, error) {
	out := TournamentInfo{
		ID: h.ID, Name: i.Plan.Name, Kind: string(i.Plan.Kind), Game: i.Plan.Table.Game, Players: i.Plan.Table.Players, Clock: wire.ClockSetup(i.Plan.Table.Clock),
		Rated: i.Plan.Table.Rated, Status: string(h.Status), Start: i.Plan.Start, Minutes: i.Plan.Minutes, BestOf: i.Plan.BestOf, Rounds: i.Rounds,
		Round: i.Round, Entrants: i.Entrants, Host: i.Host, Begun: i.Begun, Ended: i.Ended, Why: i.Why,
	}
	if i.Plan.Kind == tournament.Arena {
		out.Round = 0
	}
	if i.Host == "" { // of the host's plan
		return out, nil
	}
	u, err := s.tours.names.of(ctx, s, i.Host)
	out.HostName = u.Name
	return out, err
}
