package people

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
)

const (
	// freshFor is how long a sign-in by other means than the password is as good as
	// the password.
	freshFor = 10 * time.Minute
	// ticketFor is how long something that was begun can be finished.
	ticketFor = 10 * time.Minute

	freshKind = "fresh"
)

var (
	notFresh = &match.Error{Kind: match.Forbidden, Message: "give your password, or sign in again by passkey first"}
	noTicket = &match.Error{Kind: match.NotNow, Message: "this was not started here, or too long ago; start again"}
)

func freshHash(session string) string { return node.Hash(freshKind + " " + session) }

// refresh notes that the caller has just shown who they are.
func (p *People) refresh(ctx context.Context, me *Caller) error {
	return p.n.Store.PutOnce(ctx, store.Once{
		Kind: freshKind, Hash: freshHash(me.Session), User: me.ID, Until: p.n.Clock().Add(freshFor).UnixMilli(),
	})
}

func (p *People) fresh(ctx context.Context, me *Caller) (bool, error) {
	o, err := p.n.Store.SeeOnce(ctx, freshKind, freshHash(me.Session), p.n.Clock().UnixMilli())
	if errors.Is(err, store.ErrNone) {
		return false, nil
	}
	return err == nil && o.User == me.ID, err
}

// begin keeps what is needed to finish something, and gives the caller a ticket for
// it. Only the same browser, as the same person, can finish it, and once.
func (p *People) begin(ctx context.Context, me *Caller, kind string, what any, lasts time.Duration) error {
	data, err := json.Marshal(what)
	if err != nil {
		return err
	}
	ticket := p.n.Secret(32)
	err = p.n.Store.PutOnce(ctx, store.Once{
		Kind: kind, Hash: node.Hash(ticket), User: me.ID, Bound: me.Session, Data: data, Until: p.n.Clock().Add(lasts).UnixMilli(),
	})
	if err == nil {
		me.Carrier.GiveTicket(kind, ticket, lasts)
	}
	return err
}

// finish takes what was begun.
func (p *People) finish(ctx context.Context, me *Caller, kind string, what any) error {
	return p.begun(ctx, me, kind, what, p.n.Store.TakeOnce, me.Carrier.DropTicket)
}

// see looks at what was begun and leaves it.
func (p *People) see(ctx context.Context, me *Caller, kind string, what any) error {
	return p.begun(ctx, me, kind, what, p.n.Store.SeeOnce, func(string) {})
}

func (p *People) begun(ctx context.Context, me *Caller, kind string, what any,
	read func(ctx context.Context, kind, hash string, now int64) (store.Once, error), drop func(kind string),
) error {
	ticket := me.Tickets[kind]
	if ticket == "" {
		return noTicket
	}
	drop(kind)
	o, err := read(ctx, kind, node.Hash(ticket), p.n.Clock().UnixMilli())
	if errors.Is(err, store.ErrNone) || err == nil && (o.User != me.ID || o.Bound != me.Session) {
		return noTicket
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(o.Data, what)
}

// enter signs in the owner of an account who has shown by other means than the password that it is
// theirs.
func (p *People) enter(ctx context.Context, me *Caller, user string) (*wire.Me, error) {
	a, u, err := p.n.Store.Account(ctx, user)
	if errors.Is(err, store.ErrNone) {
		return nil, noKey
	}
	if err != nil {
		return nil, err
	}
	if err := closed(a); err != nil {
		return nil, err
	}
	p.knowDevice(me, a.Login)
	return p.welcome(ctx, me, u)
}

// welcome gives a session that counts as fresh.
func (p *People) welcome(ctx context.Context, me *Caller, u store.User) (*wire.Me, error) {
	out, err := p.rotate(ctx, me, u)
	if err != nil {
		return nil, err
	}
	return out, p.refresh(ctx, me)
}

// tryAgain refuses those who begin to sign in too often.
func (p *People) tryAgain(me *Caller) error {
	if p.n.Limiter.Create < 0 || p.n.Allow("sign in "+me.Address, addressSignIns/60., addressSignIns) {
		return nil
	}
	return &wire.Error{Code: node.TooMany.Code, Message: node.TooMany.Message, Later: 60 / addressSignIns}
}

// Ways are the ways to sign in.
func (p *People) Ways() *wire.Ways {
	w := &wire.Ways{Passkeys: p.passkeys != nil, Mail: p.post != nil}
	if p.provider != nil {
		w.Provider = p.provider.Name
	}
	return w
}

// MyWays are the ways in which the caller can sign in.
func (p *People) MyWays(ctx context.Context, me *Caller) (*wire.MyWays, error) {
	out := &wire.MyWays{Passkeys: []wire.PasskeyInfo{}, Links: []wire.LinkInfo{}}
	a, _, err := p.n.Store.Account(ctx, me.ID)
	if errors.Is(err, store.ErrNone) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	out.Password = a.Password != ""
	keys, err := p.n.Store.Passkeys(ctx, me.ID)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		out.Passkeys = append(out.Passkeys, passkeyInfo(k))
	}
	links, err := p.n.Store.Links(ctx, me.ID)
	if err != nil {
		return nil, err
	}
	for _, l := range links {
		out.Links = append(out.Links, wire.LinkInfo{Issuer: l.Issuer, Created: l.Created, Used: l.Used})
	}
	out.Fresh, err = p.fresh(ctx, me)
	return out, err
}

var lastWay = &match.Error{Kind: match.NotNow, Message: "this is your only way to sign in; add another one first"}

// removed turns the outcome of removing a way to sign in into an answer.
func removed(err error) error {
	switch {
	case errors.Is(err, store.ErrLast):
		return lastWay
	case errors.Is(err, store.ErrNone):
		return &match.Error{Kind: match.Unknown, Where: "body.id", Message: "you have no such way to sign in"}
	}
	return err
}
