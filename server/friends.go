package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
)

// Person is somebody in a list of people.
type Person struct {
	ID   string         `json:"id"`
	Name string         `json:"name"`
	Kind match.UserKind `json:"kind" enum:"guest,account,bot,gone"`
	Here bool           `json:"here,omitempty" doc:"connected now"`
	// Last is of recent opponents.
	Last *wire.TableInfo `json:"last,omitempty" doc:"the last game against each other"`
}

// ChallengeInfo is a challenge as the two see it.
type ChallengeInfo struct {
	ID    string     `json:"id"`
	From  Person     `json:"from"`
	To    Person     `json:"to"`
	Setup wire.Setup `json:"setup"`
	Word  string     `json:"word,omitempty"`
	At    int64      `json:"at"`
	Until int64      `json:"until"`
	Mine  bool       `json:"mine,omitempty" doc:"you have made it"`
}

// Friends is what the caller has to do with others.
type Friends struct {
	Time       int64           `json:"time"`
	Follows    []Person        `json:"follows" doc:"whom you follow, those who are here first"`
	Opponents  []Person        `json:"opponents" doc:"whom you have played lately"`
	Blocked    []Person        `json:"blocked"`
	Challenges []ChallengeInfo `json:"challenges" doc:"open ones, to you and from you"`
	Takes      string          `json:"takes" enum:"everyone,followed,nobody" doc:"whose challenges you take"`
}

// OnRequest switches something.
type OnRequest struct {
	On bool `json:"on"`
}

// MannersRequest says what the caller lets others do.
type MannersRequest struct {
	Takes string `json:"takes" enum:"everyone,followed,nobody" doc:"whose challenges you take"`
}

// ChallengeRequest asks somebody for a game of two.
type ChallengeRequest struct {
	To    string     `json:"to" maxLength:"80" doc:"public id, or the name of an account"`
	Setup wire.Setup `json:"setup" doc:"game, options, clock and whether it is rated; seats are left out"`
	Seat  int        `json:"seat,omitempty" minimum:"0" maximum:"2" doc:"the seat you want, 1 or 2; left out, and in rated games: by lot"`
	Word  string     `json:"word,omitempty" maxLength:"200" doc:"a word with it"`
}

// ChallengeAnswer is what has become of a challenge.
type ChallengeAnswer struct {
	Table string `json:"table" doc:"both have a seat there: sit down (POST /tables/{id}/join)"`
}

// ReportRequest tells the host of somebody's behaviour.
type ReportRequest struct {
	User  string `json:"user" maxLength:"80" doc:"public id, or the name of an account"`
	Table string `json:"table,omitempty" maxLength:"32" doc:"where it happened"`
	Why   string `json:"why" enum:"chat,cheat,away,name,other" doc:"what it is about"`
	Text  string `json:"text,omitempty" maxLength:"1000"`
}

// GameRecord is how somebody has played one game.
type GameRecord struct {
	Game  string `json:"game"`
	Games int    `json:"games"`
	Won   int    `json:"won"`
	Drawn int    `json:"drawn"`
	Lost  int    `json:"lost"`
	Form  string `json:"form" doc:"the latest ten, newest last: w, d and l"`
}

// PersonRecord is what everybody may know of how somebody plays. It rests on the
// latest rated games, and on those with the caller.
type PersonRecord struct {
	Here      bool         `json:"here,omitempty"`
	Follows   bool         `json:"follows,omitempty" doc:"you follow them"`
	Blocked   bool         `json:"blocked,omitempty" doc:"you have blocked them"`
	Challenge bool         `json:"challenge,omitempty" doc:"they take your challenges"`
	Games     []GameRecord `json:"games"`
	You       *GameRecord  `json:"you,omitempty" doc:"you against them, in games of two"`
}

// ChallengeID is the path parameter of a challenge.
type ChallengeID struct {
	ID string `path:"id" maxLength:"32" doc:"id of the challenge"`
}

const (
	challengeHere = 2 * time.Minute
	challengeAway = 24 * time.Hour
	followMost    = 500
	recentGames   = 60
	recentShown   = 12
)

func (s *Server) friendRoutes(api huma.API) {
	get(s, api, "/friends", "Whom you follow, have played and have blocked, and open challenges", func(ctx context.Context, _ *struct{}) (*Friends, error) {
		me, err := need(ctx)
		if err != nil {
			return nil, err
		}
		return s.friends(ctx, me)
	})
	get(s, api, "/users/{user}/record", "How somebody plays, and what you have to do with each other", func(ctx context.Context, in *UserPath) (*PersonRecord, error) {
		return s.personRecord(ctx, in.User)
	})
	none(s, api, http.MethodPost, "/users/{user}/follow", "Follow somebody, or no longer", func(ctx context.Context, in *struct {
		UserPath
		Body OnRequest
	},
	) error {
		return s.follow(ctx, in.User, in.Body.On)
	})
	none(s, api, http.MethodPost, "/users/{user}/block", "Block somebody, or no longer", func(ctx context.Context, in *struct {
		UserPath
		Body OnRequest
	},
	) error {
		return s.block(ctx, in.User, in.Body.On)
	})
	none(s, api, http.MethodPost, "/my/manners", "Say whose challenges you take", func(ctx context.Context, in *struct{ Body MannersRequest }) error {
		me, err := need(ctx)
		if err != nil {
			return err
		}
		return s.node.Store.SetChallenges(ctx, me.ID, in.Body.Takes)
	})
	post(s, api, "/challenges", "Challenge somebody to a game", func(ctx context.Context, in *struct{ Body ChallengeRequest }) (*ChallengeInfo, error) {
		return s.challenge(ctx, in.Body)
	})
	post(s, api, "/challenges/{id}/accept", "Accept a challenge", func(ctx context.Context, in *ChallengeID) (*ChallengeAnswer, error) {
		return s.accept(ctx, in.ID)
	})
	none(s, api, http.MethodPost, "/challenges/{id}/decline", "Decline a challenge, or withdraw your own", func(ctx context.Context, in *ChallengeID) error {
		return s.decline(ctx, in.ID)
	})
	none(s, api, http.MethodPost, "/reports", "Tell the host of somebody's behaviour", func(ctx context.Context, in *struct{ Body ReportRequest }) error {
		return s.report(ctx, in.Body)
	})
}

func (s *Server) personOf(ctx context.Context, id string) (Person, error) {
	u, err := s.folk.Known(ctx, id)
	return Person{ID: u.ID, Name: u.Name, Kind: u.Kind}, err
}

func (s *Server) people(ctx context.Context, ids []string, apart []string) ([]Person, error) {
	out := []Person{}
	for _, id := range ids {
		p, err := s.personOf(ctx, id)
		if err != nil {
			return nil, err
		}
		p.Here = !slices.Contains(apart, id) && s.hub.Here(id)
		out = append(out, p)
	}
	slices.SortStableFunc(out, func(a, b Person) int {
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

func (s *Server) friends(ctx context.Context, me *who) (*Friends, error) {
	db := s.node.Store
	out := &Friends{Time: s.node.Now().MS, Challenges: []ChallengeInfo{}, Opponents: []Person{}}
	apart, err := db.Apart(ctx, me.ID)
	if err != nil {
		return nil, err
	}
	list, err := db.Follows(ctx, me.ID)
	if err == nil {
		out.Follows, err = s.people(ctx, list, apart)
	}
	if err != nil {
		return nil, err
	}
	if list, err = db.Blocks(ctx, me.ID); err == nil {
		out.Blocked, err = s.people(ctx, list, apart)
	}
	if err != nil {
		return nil, err
	}
	m, err := db.Manners(ctx, me.ID)
	if err != nil {
		return nil, err
	}
	if out.Takes = m.Challenges; out.Takes == "" {
		out.Takes = store.FromEveryone
	}
	open, err := db.Challenges(ctx, me.ID, out.Time)
	if err != nil {
		return nil, err
	}
	for _, c := range open {
		info, err := s.challengeInfo(ctx, c, me.ID)
		if err != nil {
			return nil, err
		}
		out.Challenges = append(out.Challenges, info)
	}
	out.Opponents, err = s.opponents(ctx, me.ID, apart)
	return out, err
}

// opponents are those whom a user has played lately.
func (s *Server) opponents(ctx context.Context, user string, apart []string) ([]Person, error) {
	over, err := s.hub.List(ctx, user, store.Filter{User: user, Status: match.Over, Limit: recentGames}, "")
	if err != nil {
		return nil, err
	}
	out := []Person{}
	for _, t := range over.Tables {
		for _, seat := range t.Seats {
			met := slices.ContainsFunc(out, func(p Person) bool { return p.ID == seat.User })
			if seat.Kind != "human" || seat.Mine || seat.User == "" || met || slices.Contains(apart, seat.User) || len(out) == recentShown {
				continue
			}
			p, err := s.personOf(ctx, seat.User)
			if err != nil {
				return nil, err
			}
			if p.Kind == "gone" {
				continue
			}
			p.Here, p.Last = s.hub.Here(p.ID), &t
			out = append(out, p)
		}
	}
	return out, nil
}

// other finds somebody else than the caller.
func (s *Server) other(ctx context.Context, key string) (*who, store.User, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, store.User{}, err
	}
	u, err := s.folk.Find(ctx, key)
	if err == nil && u.ID == me.ID {
		err = &match.Error{Kind: match.Invalid, Message: "name somebody else"}
	}
	return me, u, err
}

var apartNow = &match.Error{Kind: match.Forbidden, Message: "you cannot reach this person"}

func (s *Server) follow(ctx context.Context, key string, on bool) error {
	me, u, err := s.other(ctx, key)
	if err != nil {
		return err
	}
	if on {
		list, err := s.node.Store.Follows(ctx, me.ID)
		if err != nil {
			return err
		}
		if len(list) >= followMost {
			return &match.Error{Kind: match.NotNow, Message: "you follow as many people as one may follow"}
		}
	}
	err = s.node.Store.SetFollow(ctx, me.ID, u.ID, on, s.node.Now().MS)
	if errors.Is(err, store.ErrTaken) {
		return apartNow
	}
	return err
}

func (s *Server) block(ctx context.Context, key string, on bool) error {
	me, u, err := s.other(ctx, key)
	if err != nil {
		return err
	}
	list, err := s.node.Store.Blocks(ctx, me.ID)
	if err != nil {
		return err
	}
	if on && len(list) >= followMost {
		return &match.Error{Kind: match.NotNow, Message: "you have blocked as many people as one may block"}
	}
	if err := s.node.Store.SetBlock(ctx, me.ID, u.ID, on, s.node.Now().MS); err != nil {
		return err
	}
	s.hub.Nudge(me.ID, u.ID)
	return nil
}

// takes reports whether a user takes challenges of another.
func (s *Server) takes(ctx context.Context, user, from string) (bool, error) {
	apart, err := s.node.Store.Apart(ctx, user)
	if err != nil || slices.Contains(apart, from) {
		return false, err
	}
	m, err := s.node.Store.Manners(ctx, user)
	if err != nil {
		return false, err
	}
	switch m.Challenges {
	case store.FromNobody:
		return false, nil
	case store.FromFollowed:
		list, err := s.node.Store.Follows(ctx, user)
		return slices.Contains(list, from), err
	}
	return true, nil
}

func (s *Server) challengeInfo(ctx context.Context, c store.Challenge, user string) (ChallengeInfo, error) {
	out := ChallengeInfo{ID: c.ID, Setup: wire.SetupOf(&c.Setup), Word: c.Word, At: c.At, Until: c.Until, Mine: c.From == user}
	var err error
	if out.From, err = s.personOf(ctx, c.From); err == nil {
		out.To, err = s.personOf(ctx, c.To)
	}
	return out, err
}

// challengeSetup settles the table of a challenge.
func (s *Server) challengeSetup(setup match.Setup, me *who, u store.User) (match.Setup, error) {
	if setup.Assigned || setup.Tournament != "" {
		return setup, &match.Error{Kind: match.Forbidden, Where: "body.setup.assigned", Message: "only a tournament assigns seats"}
	}
	setup.Players, setup.Seats, setup.Shuffle, setup.ManualGo, setup.Listed = 2, nil, nil, false, false
	if setup.Rated && (me.Kind != match.Account || u.Kind != match.Account) {
		return setup, &match.Error{Kind: match.Invalid, Where: "body.setup.rated", Message: "rated games need an account on both sides"}
	}
	trial := []match.Assignee{{User: match.User{ID: "a", Kind: match.Account}}, {User: match.User{ID: "b", Kind: match.Account}}}
	_, _, err := match.Assign(s.node.Game, "trial", setup, trial, s.node.Seed(), s.node.Now())
	return setup, match.Under(err, "body.setup")
}

func (s *Server) challenge(ctx context.Context, req ChallengeRequest) (*ChallengeInfo, error) {
	me, u, err := s.other(ctx, req.To)
	if err != nil {
		return nil, err
	}
	if u.Kind == "bot" {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.to", Message: "programs take no challenges"}
	}
	setup, err := s.challengeSetup(req.Setup.Match(), me, u)
	if err != nil {
		return nil, err
	}
	ok, err := s.takes(ctx, u.ID, me.ID)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, apartNow
	}
	lim := s.node.Limiter
	if !lim.Allow("challenge "+me.ID, lim.Create/4, 10, s.node.Clock()) {
		s.node.Metrics.Refused.Inc()
		return nil, node.TooMany
	}
	now := s.node.Now().MS
	c := store.Challenge{
		ID: s.node.NewID(), From: me.ID, To: u.ID, Setup: setup, Word: wire.CleanLine(req.Word), At: now,
		Until: now + challengeAway.Milliseconds(),
	}
	if s.hub.Here(u.ID) && setup.Clock.Kind != match.Correspondence {
		c.Until = now + challengeHere.Milliseconds()
	}
	// Which seat whoever asks gets stands in the order of the seats.
	seat := req.Seat
	if seat == 0 || setup.Rated {
		seat = 1 + int(s.node.Seed()[0]&1)
	}
	c.Setup.Seats = []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatInvite}}
	if seat == 2 {
		slices.Reverse(c.Setup.Seats)
	}
	err = s.node.Store.PutChallenge(ctx, c, now)
	switch {
	case errors.Is(err, store.ErrTaken):
		return nil, &match.Error{Kind: match.NotNow, Message: "there is an open challenge between you"}
	case errors.Is(err, store.ErrNone):
		return nil, apartNow
	case err != nil:
		return nil, err
	}
	s.hub.Nudge(u.ID)
	info, err := s.challengeInfo(ctx, c, me.ID)
	return &info, err
}

var noChallenge = &match.Error{Kind: match.Unknown, Message: "there is no such challenge, or it is over"}

// mine finds a challenge to or from the caller.
func (s *Server) myChallenge(ctx context.Context, id string) (*who, store.Challenge, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, store.Challenge{}, err
	}
	c, err := s.node.Store.Challenge(ctx, id)
	if errors.Is(err, store.ErrNone) || err == nil && c.From != me.ID && c.To != me.ID {
		return nil, c, noChallenge
	}
	return me, c, err
}

// accept makes the table of a challenge. Its id is stored with the answer, so that
// a node that dies in between loses nothing: accepting again makes the table.
func (s *Server) accept(ctx context.Context, id string) (*ChallengeAnswer, error) {
	me, c, err := s.myChallenge(ctx, id)
	if err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	if c.Status == store.ChallengeOpen {
		if c.To != me.ID {
			return nil, &match.Error{Kind: match.Forbidden, Message: "the other one accepts"}
		}
		if _, err := s.node.Store.EndChallenge(ctx, id, store.ChallengeAccepted, s.node.NewID(), s.node.Now().MS); err != nil {
			return nil, err
		}
		if c, err = s.node.Store.Challenge(ctx, id); err != nil {
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
		u, err := s.node.Store.User(ctx, user)
		if err != nil {
			return nil, err
		}
		p := match.User{ID: u.ID, Name: u.Name, Kind: u.Kind}
		if p.Rating, p.Unsure, err = s.tables.RatingOf(ctx, p, c.Setup); err != nil {
			return nil, err
		}
		players[i].User = p
	}
	if err := s.tables.Assign(ctx, c.Table, c.Setup, players); err != nil {
		return nil, err
	}
	s.hub.Nudge(c.From, c.To)
	return &ChallengeAnswer{Table: c.Table}, nil
}

func (s *Server) decline(ctx context.Context, id string) error {
	me, c, err := s.myChallenge(ctx, id)
	if err != nil {
		return err
	}
	status := store.ChallengeDeclined
	if c.From == me.ID {
		status = store.ChallengeWithdrawn
	}
	ok, err := s.node.Store.EndChallenge(ctx, id, status, "", s.node.Now().MS)
	if err == nil && !ok {
		return noChallenge
	}
	s.hub.Nudge(c.From, c.To)
	return err
}

func (s *Server) report(ctx context.Context, req ReportRequest) error {
	me, u, err := s.other(ctx, req.User)
	if err != nil {
		return err
	}
	if req.Table != "" {
		_, t, err := s.tables.Read(ctx, req.Table)
		if err != nil {
			return err
		}
		if _, err := wire.ViewerOf(t, me.ID, "public"); err != nil {
			return err
		}
	}
	lim := s.node.Limiter
	if !lim.Allow("report "+me.ID, lim.Create/60, 5, s.node.Clock()) {
		s.node.Metrics.Refused.Inc()
		return node.TooMany
	}
	return s.node.Store.AddReport(ctx, store.Report{
		ID: s.node.NewID(), By: me.ID, About: u.ID, Table: req.Table, Why: req.Why, Text: wire.CleanLine(req.Text), At: s.node.Now().MS,
	})
}

func (s *Server) personRecord(ctx context.Context, key string) (*PersonRecord, error) {
	me := caller(ctx)
	u, err := s.folk.Find(ctx, key)
	if err != nil {
		return nil, err
	}
	out := &PersonRecord{Games: []GameRecord{}}
	if me.ID != "" && me.ID != u.ID {
		apart, err := s.node.Store.Apart(ctx, me.ID)
		if err != nil {
			return nil, err
		}
		follows, err := s.node.Store.Follows(ctx, me.ID)
		if err != nil {
			return nil, err
		}
		blocks, err := s.node.Store.Blocks(ctx, me.ID)
		if err != nil {
			return nil, err
		}
		out.Follows, out.Blocked = slices.Contains(follows, u.ID), slices.Contains(blocks, u.ID)
		out.Here = !slices.Contains(apart, u.ID) && s.hub.Here(u.ID)
		if out.Challenge, err = s.takes(ctx, u.ID, me.ID); err != nil {
			return nil, err
		}
		out.Challenge = out.Challenge && u.Kind != "bot"
	}
	// Unrated games are known to those who played them.
	over, err := s.hub.List(ctx, u.ID, store.Filter{User: u.ID, Rated: true, Status: match.Over, Limit: 200}, "")
	if err != nil {
		return nil, err
	}
	for _, t := range slices.Backward(over.Tables) {
		i := slices.IndexFunc(out.Games, func(g GameRecord) bool { return g.Game == t.Game })
		if i < 0 {
			i = len(out.Games)
			out.Games = append(out.Games, GameRecord{Game: t.Game})
		}
		out.Games[i].add(t, u.ID)
	}
	if me.ID != "" && me.ID != u.ID {
		own, err := s.hub.List(ctx, me.ID, store.Filter{User: me.ID, Status: match.Over, Limit: 200}, "")
		if err != nil {
			return nil, err
		}
		you := &GameRecord{}
		for _, t := range slices.Backward(own.Tables) {
			if len(t.Seats) == 2 && slices.ContainsFunc(t.Seats, func(x wire.SeatInfo) bool { return x.User == u.ID }) {
				you.add(t, me.ID)
			}
		}
		if you.Games > 0 {
			out.You = you
		}
	}
	return out, nil
}

// add counts a finished game of a user; games with both seats in one hand count
// for nobody.
func (g *GameRecord) add(t wire.TableInfo, user string) {
	var result struct {
		Rank map[string]int `json:"rank"`
	}
	if err := json.Unmarshal(t.Result, &result); err != nil {
		return
	}
	rank, best, shared, held := 0, 0, 0, 0
	for _, seat := range t.Seats {
		r := result.Rank[seat.Seat]
		if seat.User == user {
			rank = r
			held++
		}
		if r == 1 {
			shared++
		}
		best = max(best, r)
	}
	if held != 1 || rank == 0 {
		return
	}
	g.Games++
	letter := "l"
	switch {
	case rank == 1 && shared == 1:
		g.Won++
		letter = "w"
	case rank == 1:
		g.Drawn++
		letter = "d"
	default:
		g.Lost++
	}
	g.Form += letter
	g.Form = g.Form[max(0, len(g.Form)-10):]
}
