package people

import (
	"context"
	"errors"
	"strings"
	"time"

	"atoll/auth"
	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
)

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

// newAccount makes a named account for a caller who is a guest or unknown.
func (p *People) newAccount(me *Caller, named string) (store.User, store.Account, error) {
	name, login, err := accountName(named)
	if err != nil {
		return store.User{}, store.Account{}, err
	}
	if me.ID != "" && me.Kind != match.Guest {
		return store.User{}, store.Account{}, &match.Error{Kind: match.NotNow, Message: "you have an account already"}
	}
	if err := p.slowDown(me, login); err != nil {
		return store.User{}, store.Account{}, err
	}
	now := p.n.Now().MS
	u := me.User
	if u.ID == "" {
		u = store.User{ID: "u" + p.n.NewID(), Created: now}
	}
	u.Kind, u.Name = match.Account, name
	return u, store.Account{User: u.ID, Login: login, Created: now}, nil
}

var nameTaken = &match.Error{Kind: match.NotNow, Where: "body.name", Message: "the name is taken"}

// MakeAccount makes an account, from a guest or from nothing.
func (p *People) MakeAccount(ctx context.Context, me *Caller, req wire.AccountRequest) (*wire.Me, error) {
	u, a, err := p.newAccount(me, req.Name)
	if err != nil {
		return nil, err
	}
	a.Password, err = p.passwords.Hash(req.Password)
	if errors.Is(err, auth.ErrLength) {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.password", Message: err.Error()}
	}
	if err == nil {
		err = p.n.Store.PutAccount(ctx, u, a)
	}
	if errors.Is(err, store.ErrTaken) {
		return nil, nameTaken
	}
	if err != nil {
		return nil, err
	}
	p.knowDevice(me, a.Login)
	return p.rotate(ctx, me, u)
}

// rotate gives a new session and ends the old ones of the same user: a session
// that somebody saw before the sign-in is worth nothing after it.
func (p *People) rotate(ctx context.Context, me *Caller, u store.User) (*wire.Me, error) {
	old := me.Session
	if err := p.signIn(ctx, me, u); err != nil {
		return nil, err
	}
	if old != "" {
		p.sessions.drop(old)
		if err := p.n.Store.DropSession(ctx, old); err != nil {
			return nil, err
		}
	}
	return p.Me(me), nil
}

var wrongPassword = &match.Error{Kind: match.Forbidden, Message: "name or password is wrong"}

// Enter signs in.
func (p *People) Enter(ctx context.Context, me *Caller, req wire.AccountRequest) (*wire.Me, error) {
	login := strings.ToLower(strings.TrimSpace(req.Name))
	if len(login) > 24 {
		return nil, wrongPassword
	}
	if err := p.slowDown(me, login); err != nil {
		return nil, err
	}
	a, u, err := p.n.Store.AccountByLogin(ctx, login)
	if err != nil && !errors.Is(err, store.ErrNone) {
		return nil, err
	}
	ok, err := p.passwords.Check(a.Password, req.Password)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, wrongPassword
	}
	if err := closed(a); err != nil {
		return nil, err
	}
	p.knowDevice(me, login)
	return p.rotate(ctx, me, u)
}

// closed refuses those whom the host has banned.
func closed(a store.Account) error {
	if a.Banned == "" {
		return nil
	}
	return &match.Error{Kind: match.Forbidden, Message: "this account is closed: " + a.Banned}
}

// prove finds the caller's account and checks the password, or that the caller has
// signed in a moment ago by other means.
func (p *People) prove(ctx context.Context, me *Caller, password string) (store.Account, store.User, error) {
	if err := p.slowDown(me, me.ID); err != nil {
		return store.Account{}, store.User{}, err
	}
	a, u, err := p.n.Store.Account(ctx, me.ID)
	if errors.Is(err, store.ErrNone) || err == nil && a.Owner != "" {
		return a, u, &match.Error{Kind: match.Forbidden, Message: "you have no account"}
	}
	if err != nil {
		return a, u, err
	}
	if password == "" {
		fresh, err := p.fresh(ctx, me)
		if err == nil && !fresh {
			err = notFresh
		}
		return a, u, err
	}
	ok, err := p.passwords.Check(a.Password, password)
	if err == nil && !ok {
		err = wrongPassword
	}
	return a, u, err
}

// ChangePassword changes a password; all other sessions end.
func (p *People) ChangePassword(ctx context.Context, me *Caller, req wire.PasswordRequest) error {
	_, u, err := p.prove(ctx, me, req.Old)
	if err != nil {
		return err
	}
	hashed, err := p.passwords.Hash(req.New)
	if errors.Is(err, auth.ErrLength) {
		return &match.Error{Kind: match.Invalid, Where: "body.new", Message: err.Error()}
	}
	if err == nil {
		err = p.n.Store.SetPassword(ctx, u.ID, hashed)
	}
	if err == nil {
		err = p.n.Store.DropOnce(ctx, recoverKind, u.ID)
	}
	if err != nil {
		return err
	}
	return p.endSessions(ctx, u.ID, me.Session)
}

// Find finds somebody by id or by the name of an account.
func (p *People) Find(ctx context.Context, key string) (store.User, error) {
	u, err := p.n.Store.User(ctx, key)
	if errors.Is(err, store.ErrNone) {
		_, u, err = p.n.Store.AccountByLogin(ctx, strings.ToLower(key))
	}
	if errors.Is(err, store.ErrNone) || err == nil && u.Kind == match.Gone {
		return u, &match.Error{Kind: match.Unknown, Where: "path.user", Message: "nobody is known by that name"}
	}
	return u, err
}

// Profile is what everybody may know of somebody.
func (p *People) Profile(ctx context.Context, key string) (*wire.Profile, error) {
	u, err := p.Find(ctx, key)
	if err != nil {
		return nil, err
	}
	list, err := p.n.Store.Ratings(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	out := &wire.Profile{ID: u.ID, Name: u.Name, Kind: u.Kind, Created: u.Created, Ratings: []wire.RatingInfo{}}
	for _, r := range list {
		i := RatingInfo(r)
		i.User, i.Name = "", ""
		out.Ratings = append(out.Ratings, i)
	}
	return out, nil
}

// RatingInfo is a rating as the API gives it.
func RatingInfo(r store.Rated) wire.RatingInfo {
	return wire.RatingInfo{
		User: r.User, Name: r.Name, Game: r.Game, Speed: r.Speed, Rating: r.Round(), Deviation: int(r.Deviation + .5),
		Provisional: r.Provisional(), Games: r.Games, Exact: r.Value,
	}
}

// boardDeviation is how sure a rating must be for a leaderboard.
const boardDeviation = 110

// Leaderboard lists the best players of a game at a speed.
func (p *People) Leaderboard(ctx context.Context, game, speed string, limit int) (*wire.Leaderboard, error) {
	if _, ok := p.n.Game(game); !ok {
		return nil, &match.Error{Kind: match.Unknown, Where: "query.game", Message: "there is no such game"}
	}
	list, err := p.n.Store.Best(ctx, game, speed, boardDeviation, limit)
	if err != nil {
		return nil, err
	}
	b := &wire.Leaderboard{Game: game, Speed: speed, Rows: []wire.RatingInfo{}}
	for _, r := range list {
		b.Rows = append(b.Rows, RatingInfo(r))
	}
	return b, nil
}

// maxBots is how many program accounts one person may have.
const maxBots = 10

// MakeBot makes an account for a program.
func (p *People) MakeBot(ctx context.Context, me *Caller, req wire.BotRequest) (*wire.BotAccount, error) {
	if me.Kind != match.Account {
		return nil, &match.Error{Kind: match.Forbidden, Message: "make an account first; programs belong to accounts"}
	}
	name, login, err := accountName(req.Name)
	if err != nil {
		return nil, err
	}
	owned, err := p.n.Store.Owned(ctx, me.ID)
	if err != nil {
		return nil, err
	}
	if len(owned) >= maxBots {
		return nil, &match.Error{Kind: match.NotNow, Message: "you cannot have more programs"}
	}
	now := p.n.Now().MS
	u := store.User{ID: "b" + p.n.NewID(), Kind: match.Program, Name: name, Created: now}
	err = p.n.Store.PutAccount(ctx, u, store.Account{User: u.ID, Login: login, Owner: me.ID, Created: now})
	if errors.Is(err, store.ErrTaken) {
		return nil, nameTaken
	}
	if err != nil {
		return nil, err
	}
	tok, err := p.botToken(ctx, u)
	return &wire.BotAccount{ID: u.ID, Name: u.Name, Token: tok}, err
}

// botTokenAge is how long a program's token lasts.
const botTokenAge = 5 * 365 * 24 * time.Hour

func (p *People) botToken(ctx context.Context, u store.User) (string, error) {
	if err := p.endSessions(ctx, u.ID, ""); err != nil {
		return "", err
	}
	tok, now := p.n.Secret(32), p.n.Clock()
	return tok, p.n.Store.PutSession(ctx,
		store.Session{Hash: node.Hash(tok), User: u.ID, Created: now.UnixMilli(), Expires: now.Add(botTokenAge).UnixMilli()})
}

// Bots lists somebody's program accounts.
func (p *People) Bots(ctx context.Context, me *Caller) (*wire.BotList, error) {
	owned, err := p.n.Store.Owned(ctx, me.ID)
	if err != nil {
		return nil, err
	}
	list := &wire.BotList{Bots: []wire.BotAccount{}}
	for _, u := range owned {
		h, err := p.n.Store.Hook(ctx, u.ID)
		if err != nil && !errors.Is(err, store.ErrNone) {
			return nil, err
		}
		list.Bots = append(list.Bots, wire.BotAccount{ID: u.ID, Name: u.Name, Hook: h.URL})
	}
	return list, nil
}

// myBot finds a program of the caller's; a program may also speak for itself.
func (p *People) myBot(ctx context.Context, me *Caller, key string) (store.User, error) {
	u, err := p.Find(ctx, key)
	if err != nil {
		return u, err
	}
	a, _, err := p.n.Store.Account(ctx, u.ID)
	if errors.Is(err, store.ErrNone) || err == nil && (a.Owner == "" || a.Owner != me.ID && u.ID != me.ID) {
		return u, &match.Error{Kind: match.Forbidden, Message: "that is not one of your programs"}
	}
	return u, err
}

// NewBotToken makes a new token for a program; the old ones end.
func (p *People) NewBotToken(ctx context.Context, me *Caller, key string) (*wire.BotAccount, error) {
	u, err := p.myBot(ctx, me, key)
	if err != nil {
		return nil, err
	}
	tok, err := p.botToken(ctx, u)
	return &wire.BotAccount{ID: u.ID, Name: u.Name, Token: tok}, err
}

// SetHook sets the address at which a program is told that it must choose; check may refuse it.
func (p *People) SetHook(ctx context.Context, me *Caller, key string, req wire.HookRequest,
	check func(string) error,
) (*wire.HookInfo, error) {
	u, err := p.myBot(ctx, me, key)
	if err != nil {
		return nil, err
	}
	if req.URL == "" {
		return &wire.HookInfo{}, p.n.Store.SetHook(ctx, store.Hook{User: u.ID})
	}
	if err := check(req.URL); err != nil {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.url", Message: err.Error()}
	}
	h := store.Hook{User: u.ID, URL: req.URL, Secret: p.n.Secret(32)}
	return &wire.HookInfo{URL: h.URL, Secret: h.Secret}, p.n.Store.SetHook(ctx, h)
}
