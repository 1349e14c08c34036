// Package people knows who somebody is: guests, accounts, programs, their sessions
// and how they end.
package people

import (
	"context"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"atoll/auth"
	"atoll/mail"
	"atoll/match"
	"atoll/server/live"
	"atoll/server/node"
	"atoll/server/tables"
	"atoll/server/wire"
	"atoll/store"
)

// People are those whom this node knows.
type People struct {
	n         *node.Node
	tables    *tables.Tables
	hub       *live.Hub
	sessions  sessions
	passwords *auth.Hasher
	deviceKey []byte // of all nodes
	names     nameCache
	passkeys  *webauthn.WebAuthn
	provider  *provider
	post      *post
}

// Config says how people can sign in other than by password.
type Config struct {
	// Public is where people reach this server, like https://games.example.org. Without it
	// there are no passkeys and no provider.
	Public string
	// Provider is the host's OpenID provider; nil for none.
	Provider *Provider
	// Mail sends e-mail; nil means that accounts cannot be recovered by it.
	Mail mail.Sender
}

// New reads what is needed to know somebody.
func New(ctx context.Context, n *node.Node, ts *tables.Tables, hub *live.Hub, cfg Config) (*People, error) {
	p := &People{n: n, tables: ts, hub: hub, passwords: auth.NewHasher(2)}
	p.sessions.init()
	p.names.known = map[string]knownName{}
	var err error
	if p.passkeys, err = newPasskeys(cfg.Public); err != nil {
		return nil, err
	}
	if p.provider, err = newProvider(cfg, n.Clock); err != nil {
		return nil, err
	}
	if cfg.Mail != nil && cfg.Public != "" {
		p.post = newPost(cfg.Mail, cfg.Public)
	}
	p.deviceKey, err = n.Store.Key(ctx, "devices")
	return p, err
}

// Tidy forgets sessions that would have to be asked for again.
func (p *People) Tidy() { p.sessions.tidy(p.n.Clock()) }

// Caller is somebody who asks for something.
type Caller struct {
	store.User
	Session string // hash of its token
	Address string
	Device  string // mark of one that has signed in before
	Tickets map[string]string
	Carrier Carrier
}

// Player is the caller as somebody at a table.
func (c *Caller) Player() match.User { return match.User{ID: c.ID, Name: c.Name, Kind: c.Kind} }

// Carrier hands callers what they must show next time.
type Carrier interface {
	GiveSession(token string)
	DropSession()
	GiveDevice(mark string)
	// GiveTicket gives what must be shown when something that was begun is finished.
	GiveTicket(kind, ticket string, lasts time.Duration)
	DropTicket(kind string)
}

// NoSession is the refusal for those who are nobody yet.
var NoSession = &wire.Error{Code: wire.NoSession, Message: "you have no session; take a nickname first (POST /api/v1/guest)"}

// Me is who the caller is.
func (p *People) Me(me *Caller) *wire.Me {
	m := &wire.Me{ID: me.ID, Name: me.Name, Kind: me.Kind, Time: p.n.Now().MS}
	if m.ID == "" {
		m.Kind = "none"
	}
	return m
}

// Guest makes a guest of the caller, or gives another nickname.
func (p *People) Guest(ctx context.Context, me *Caller, req wire.GuestRequest) (*wire.Me, error) {
	name := p.inventName()
	if req.Name != "" {
		var err error
		if name, err = wire.CleanName(req.Name); err != nil {
			return nil, err
		}
	}
	if me.ID != "" {
		if me.Kind != match.Guest {
			return nil, &match.Error{Kind: match.NotNow, Message: "you are signed in with an account"}
		}
		if req.Name == "" || name == me.Name {
			return p.Me(me), nil
		}
		u := me.User
		u.Name = name
		if err := p.n.Store.PutUser(ctx, u); err != nil {
			return nil, err
		}
		me.User = u
		p.sessions.drop(me.Session) // it has the old name
		return p.Me(me), nil
	}
	if !p.n.Allow("guest "+me.Address, p.n.Limiter.Create, 60) {
		return nil, node.TooMany
	}
	u := store.User{ID: "g" + p.n.NewID(), Kind: match.Guest, Name: name, Created: p.n.Now().MS}
	if err := p.n.Store.PutUser(ctx, u); err != nil {
		return nil, err
	}
	if err := p.signIn(ctx, me, u); err != nil {
		return nil, err
	}
	return p.Me(me), nil
}
