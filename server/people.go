package server

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"atoll/auth"
	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
)

// AccountRequest makes an account of a guest, or signs in.
type AccountRequest struct {
	Name     string `json:"name" minLength:"1" maxLength:"80" doc:"3 to 24 letters, digits, - and _; unique without regard to case"`
	Password string `json:"password" maxLength:"800" doc:"8 to 200 characters"`
}

// PasswordRequest changes a password; all other sessions end.
type PasswordRequest struct {
	Old string `json:"old" maxLength:"800"`
	New string `json:"new" maxLength:"800"`
}

// GoodbyeRequest deletes an account.
type GoodbyeRequest struct {
	Password string `json:"password" maxLength:"800"`
}

// RatingInfo is a rating in one game at one speed.
type RatingInfo struct {
	User        string  `json:"user,omitempty" doc:"public id; on leaderboards"`
	Name        string  `json:"name,omitempty"`
	Game        string  `json:"game"`
	Speed       string  `json:"speed" enum:"blitz,rapid,slow,days,untimed"`
	Rating      int     `json:"rating"`
	Deviation   int     `json:"deviation"`
	Provisional bool    `json:"provisional,omitempty" doc:"too few games to say"`
	Games       int64   `json:"games"`
	Exact       float64 `json:"exact"`
}

// Profile is what everybody may know of somebody.
type Profile struct {
	ID      string         `json:"id"`
	Name    string         `json:"name"`
	Kind    match.UserKind `json:"kind" enum:"guest,account,bot,gone"`
	Created int64          `json:"created"`
	Ratings []RatingInfo   `json:"ratings"`
}

// Leaderboard is the answer of GET /leaderboard.
type Leaderboard struct {
	Game  string       `json:"game"`
	Speed string       `json:"speed"`
	Rows  []RatingInfo `json:"rows" doc:"highest first; provisional ratings are left out"`
}

// BotRequest makes an account for a program.
type BotRequest struct {
	Name string `json:"name" minLength:"1" maxLength:"80"`
}

// BotAccount is a program's account. The token is told once.
type BotAccount struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Token string `json:"token,omitempty" doc:"for 'Authorization: Bearer'; shown once, a new one ends the old"`
	Hook  string `json:"hook,omitempty"`
}

// BotList are the program accounts of a user.
type BotList struct {
	Bots []BotAccount `json:"bots"`
}

// HookRequest sets where a program is told that it must choose.
type HookRequest struct {
	URL string `json:"url" maxLength:"500" doc:"https address; empty: none"`
}

// HookInfo has the secret that signs the messages; it is told once.
type HookInfo struct {
	URL    string `json:"url"`
	Secret string `json:"secret,omitempty" doc:"key of the HMAC-SHA256 in the header Atoll-Signature"`
}

func (s *Server) peopleRoutes(api huma.API) {
	post(s, api, "/account", "Make an account, of the guest you are or anew", func(ctx context.Context, in *struct{ Body AccountRequest }) (*wire.Me, error) {
		return s.makeAccount(ctx, in.Body)
	})
	post(s, api, "/session", "Sign in", func(ctx context.Context, in *struct{ Body AccountRequest }) (*wire.Me, error) {
		return s.enter(ctx, in.Body)
	})
	none(s, api, http.MethodPost, "/account/password", "Change your password", func(ctx context.Context, in *struct{ Body PasswordRequest }) error {
		return s.changePassword(ctx, in.Body)
	})
	none(s, api, http.MethodPost, "/account/delete", "Delete your account", func(ctx context.Context, in *struct{ Body GoodbyeRequest }) error {
		return s.deleteAccount(ctx, in.Body)
	})
	get(s, api, "/users/{user}", "What everybody may know of somebody", s.profile)
	get(s, api, "/users/{user}/tables", "Somebody's rated games that are over", s.history)
	get(s, api, "/leaderboard", "The best of a game at a speed", func(ctx context.Context, in *struct {
		Game  string `query:"game" required:"true" maxLength:"32"`
		Speed string `query:"speed" enum:"blitz,rapid,slow,days,untimed" default:"rapid"`
		Limit int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	},
	) (*Leaderboard, error) {
		return s.leaderboard(ctx, in.Game, in.Speed, in.Limit)
	})
	post(s, api, "/bots", "Make an account for a program", func(ctx context.Context, in *struct{ Body BotRequest }) (*BotAccount, error) {
		return s.makeBot(ctx, in.Body)
	})
	get(s, api, "/bots", "Your program accounts", func(ctx context.Context, _ *struct{}) (*BotList, error) { return s.listBots(ctx) })
	post(s, api, "/bots/{user}/token", "A new token for a program; the old ones end", s.newBotToken)
	post(s, api, "/bots/{user}/hook", "Where a program is told that it must choose", s.setHook)
}

// accountName checks the name of an account and returns it with its login.
func accountName(name string) (clean, login string, err error) {
	bad := &match.Error{Kind: match.Invalid, Where: "body.name", Message: "the name of an account has 3 to 24 letters, digits, - or _"}
	if len(name) < 3 || len(name) > 24 {
		return "", "", bad
	}
	for _, r := range name {
		if r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') {
			return "", "", bad
		}
	}
	return name, strings.ToLower(name), nil
}

func (s *Server) makeAccount(ctx context.Context, req AccountRequest) (*wire.Me, error) {
	me := caller(ctx)
	name, login, err := accountName(req.Name)
	if err != nil {
		return nil, err
	}
	if me.ID != "" && me.Kind != match.Guest {
		return nil, &match.Error{Kind: match.NotNow, Message: "you have an account already"}
	}
	if err := s.slowDown(me, login); err != nil {
		return nil, err
	}
	hashed, err := s.passwords.Hash(req.Password)
	if errors.Is(err, auth.ErrLength) {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.password", Message: err.Error()}
	}
	if err != nil {
		return nil, err
	}
	now := s.node.Now().MS
	u := me.User
	if u.ID == "" {
		u = store.User{ID: "u" + s.node.NewID(), Created: now}
	}
	u.Kind, u.Name = match.Account, name
	err = s.node.Store.PutAccount(ctx, u, store.Account{User: u.ID, Login: login, Password: hashed, Created: now})
	if errors.Is(err, store.ErrTaken) {
		return nil, &match.Error{Kind: match.NotNow, Where: "body.name", Message: "the name is taken"}
	}
	if err != nil {
		return nil, err
	}
	s.knowDevice(me, login)
	return s.rotate(ctx, me, u)
}

// rotate gives a new session and ends the old ones of the same user: a session
// that somebody saw before the sign-in is worth nothing after it.
func (s *Server) rotate(ctx context.Context, me *who, u store.User) (*wire.Me, error) {
	old := me.hash
	if err := s.signIn(ctx, me, u); err != nil {
		return nil, err
	}
	if old != "" {
		s.sessions.drop(old)
		if err := s.node.Store.DropSession(ctx, old); err != nil {
			return nil, err
		}
	}
	return s.me(me), nil
}

var wrongPassword = &match.Error{Kind: match.Forbidden, Message: "name or password is wrong"}

func (s *Server) enter(ctx context.Context, req AccountRequest) (*wire.Me, error) {
	me := caller(ctx)
	login := strings.ToLower(strings.TrimSpace(req.Name))
	if len(login) > 24 {
		return nil, wrongPassword
	}
	if err := s.slowDown(me, login); err != nil {
		return nil, err
	}
	a, u, err := s.node.Store.AccountByLogin(ctx, login)
	if err != nil && !errors.Is(err, store.ErrNone) {
		return nil, err
	}
	ok, err := s.passwords.Check(a.Password, req.Password)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, wrongPassword
	}
	if a.Banned != "" {
		return nil, &match.Error{Kind: match.Forbidden, Message: "this account is closed: " + a.Banned}
	}
	s.knowDevice(me, login)
	return s.rotate(ctx, me, u)
}

// prove finds the caller's account and checks the password.
func (s *Server) prove(ctx context.Context, password string) (*who, store.Account, store.User, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, store.Account{}, store.User{}, err
	}
	if err := s.slowDown(me, me.ID); err != nil {
		return nil, store.Account{}, store.User{}, err
	}
	a, u, err := s.node.Store.Account(ctx, me.ID)
	if errors.Is(err, store.ErrNone) || err == nil && a.Owner != "" {
		return nil, a, u, &match.Error{Kind: match.Forbidden, Message: "you have no account"}
	}
	if err != nil {
		return nil, a, u, err
	}
	ok, err := s.passwords.Check(a.Password, password)
	if err == nil && !ok {
		err = wrongPassword
	}
	return me, a, u, err
}

func (s *Server) changePassword(ctx context.Context, req PasswordRequest) error {
	me, a, u, err := s.prove(ctx, req.Old)
	if err != nil {
		return err
	}
	if a.Password, err = s.passwords.Hash(req.New); errors.Is(err, auth.ErrLength) {
		return &match.Error{Kind: match.Invalid, Where: "body.new", Message: err.Error()}
	} else if err != nil {
		return err
	}
	if err := s.node.Store.PutAccount(ctx, u, a); err != nil {
		return err
	}
	return s.endSessions(ctx, u.ID, me.hash)
}

type userPath struct {
	User string `path:"user" maxLength:"80" doc:"public id, or the name of an account"`
}

// UserPath is exported because the library does not look into others.
type UserPath = userPath

func (s *Server) findUser(ctx context.Context, key string) (store.User, error) {
	u, err := s.node.Store.User(ctx, key)
	if errors.Is(err, store.ErrNone) {
		_, u, err = s.node.Store.AccountByLogin(ctx, strings.ToLower(key))
	}
	if errors.Is(err, store.ErrNone) || err == nil && u.Kind == match.Gone {
		return u, &match.Error{Kind: match.Unknown, Where: "path.user", Message: "nobody is known by that name"}
	}
	return u, err
}

func (s *Server) profile(ctx context.Context, in *UserPath) (*Profile, error) {
	u, err := s.findUser(ctx, in.User)
	if err != nil {
		return nil, err
	}
	list, err := s.node.Store.Ratings(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	p := &Profile{ID: u.ID, Name: u.Name, Kind: u.Kind, Created: u.Created, Ratings: []RatingInfo{}}
	for _, r := range list {
		i := ratingInfo(r)
		i.User, i.Name = "", ""
		p.Ratings = append(p.Ratings, i)
	}
	return p, nil
}

func ratingInfo(r store.Rated) RatingInfo {
	return RatingInfo{
		User: r.User, Name: r.Name, Game: r.Game, Speed: r.Speed, Rating: r.Round(), Deviation: int(r.Deviation + .5),
		Provisional: r.Provisional(), Games: r.Games, Exact: r.Value,
	}
}

// history lists somebody's finished games. Only rated ones are public: the
// others belong to those who played them.
func (s *Server) history(ctx context.Context, in *struct {
	UserPath
	After string `query:"after" maxLength:"32"`
	Limit int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
},
) (*wire.TableList, error) {
	u, err := s.findUser(ctx, in.User)
	if err != nil {
		return nil, err
	}
	return s.hub.List(ctx, caller(ctx).ID, store.Filter{User: u.ID, Rated: u.ID != caller(ctx).ID, Status: match.Over, Limit: in.Limit}, in.After)
}

// boardDeviation is how sure a rating must be for a leaderboard.
const boardDeviation = 110

func (s *Server) leaderboard(ctx context.Context, game, speed string, limit int) (*Leaderboard, error) {
	if _, ok := s.node.Game(game); !ok {
		return nil, &match.Error{Kind: match.Unknown, Where: "query.game", Message: "there is no such game"}
	}
	list, err := s.node.Store.Best(ctx, game, speed, boardDeviation, limit)
	if err != nil {
		return nil, err
	}
	b := &Leaderboard{Game: game, Speed: speed, Rows: []RatingInfo{}}
	for _, r := range list {
		b.Rows = append(b.Rows, ratingInfo(r))
	}
	return b, nil
}

// maxBots is how many program accounts one person may have.
const maxBots = 10

func (s *Server) makeBot(ctx context.Context, req BotRequest) (*BotAccount, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, err
	}
	if me.Kind != match.Account {
		return nil, &match.Error{Kind: match.Forbidden, Message: "make an account first; programs belong to accounts"}
	}
	name, login, err := accountName(req.Name)
	if err != nil {
		return nil, err
	}
	owned, err := s.node.Store.Owned(ctx, me.ID)
	if err != nil {
		return nil, err
	}
	if len(owned) >= maxBots {
		return nil, &match.Error{Kind: match.NotNow, Message: "you have as many programs as one may have"}
	}
	now := s.node.Now().MS
	u := store.User{ID: "b" + s.node.NewID(), Kind: match.Program, Name: name, Created: now}
	err = s.node.Store.PutAccount(ctx, u, store.Account{User: u.ID, Login: login, Owner: me.ID, Created: now})
	if errors.Is(err, store.ErrTaken) {
		return nil, &match.Error{Kind: match.NotNow, Where: "body.name", Message: "the name is taken"}
	}
	if err != nil {
		return nil, err
	}
	tok, err := s.botToken(ctx, u)
	return &BotAccount{ID: u.ID, Name: u.Name, Token: tok}, err
}

// botTokenAge is how long a program's token lasts.
const botTokenAge = 5 * 365 * 24 * time.Hour

func (s *Server) botToken(ctx context.Context, u store.User) (string, error) {
	if err := s.endSessions(ctx, u.ID, ""); err != nil {
		return "", err
	}
	tok, now := s.node.Secret(32), s.node.Clock()
	return tok, s.node.Store.PutSession(ctx, store.Session{Hash: node.Hash(tok), User: u.ID, Created: now.UnixMilli(), Expires: now.Add(botTokenAge).UnixMilli()})
}

func (s *Server) listBots(ctx context.Context) (*BotList, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, err
	}
	owned, err := s.node.Store.Owned(ctx, me.ID)
	if err != nil {
		return nil, err
	}
	list := &BotList{Bots: []BotAccount{}}
	for _, u := range owned {
		h, err := s.node.Store.Hook(ctx, u.ID)
		if err != nil && !errors.Is(err, store.ErrNone) {
			return nil, err
		}
		list.Bots = append(list.Bots, BotAccount{ID: u.ID, Name: u.Name, Hook: h.URL})
	}
	return list, nil
}

// myBot finds a program of the caller's; a program may also speak for itself.
func (s *Server) myBot(ctx context.Context, key string) (store.User, error) {
	me, err := need(ctx)
	if err != nil {
		return store.User{}, err
	}
	u, err := s.findUser(ctx, key)
	if err != nil {
		return u, err
	}
	a, _, err := s.node.Store.Account(ctx, u.ID)
	if errors.Is(err, store.ErrNone) || err == nil && (a.Owner == "" || a.Owner != me.ID && u.ID != me.ID) {
		return u, &match.Error{Kind: match.Forbidden, Message: "that is not a program of yours"}
	}
	return u, err
}

func (s *Server) newBotToken(ctx context.Context, in *UserPath) (*BotAccount, error) {
	u, err := s.myBot(ctx, in.User)
	if err != nil {
		return nil, err
	}
	tok, err := s.botToken(ctx, u)
	return &BotAccount{ID: u.ID, Name: u.Name, Token: tok}, err
}

func (s *Server) setHook(ctx context.Context, in *struct {
	UserPath
	Body HookRequest
},
) (*HookInfo, error) {
	u, err := s.myBot(ctx, in.User)
	if err != nil {
		return nil, err
	}
	if in.Body.URL == "" {
		return &HookInfo{}, s.node.Store.SetHook(ctx, store.Hook{User: u.ID})
	}
	if err := s.work.CheckHook(in.Body.URL); err != nil {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.url", Message: err.Error()}
	}
	h := store.Hook{User: u.ID, URL: in.Body.URL, Secret: s.node.Secret(32)}
	return &HookInfo{URL: h.URL, Secret: h.Secret}, s.node.Store.SetHook(ctx, h)
}
