package people

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
)

// Provider is the host's own OpenID provider.
type Provider struct {
	Issuer string
	Client string // id of this server there
	Secret string // "" for a public client
	Name   string // on the button; "" means the name of its machine
}

// The kinds of tickets for the provider.
const (
	providerKind = "provider"
	newcomerKind = "newcomer"
	newcomerFor  = 30 * time.Minute

	// ProviderBack is the path to which the provider sends people back.
	ProviderBack = "/api/v1/session/provider/callback"

	providerWithin = 10 * time.Second
	maxSubject     = 255 // as OpenID has it
)

var (
	noProvider     = &match.Error{Kind: match.NotNow, Message: "this server has no other provider to sign in with"}
	silentProvider = &wire.Error{Code: wire.Unavailable, Message: "the provider does not answer; try again later"}
	badProvider    = &match.Error{Kind: match.Forbidden, Message: "the sign-in with the provider was not accepted"}
	linkTaken      = &match.Error{Kind: match.NotNow, Message: "the provider's account or yours is linked already"}
)

// provider talks to the host's provider. Its description is read when it is first needed, so that
// it may start after this server.
type provider struct {
	Provider
	back   string
	client *http.Client
	clock  func() time.Time

	mu    sync.Mutex
	known *oidc.Provider
}

func newProvider(cfg Config, clock func() time.Time) (*provider, error) {
	if cfg.Provider == nil {
		return nil, nil
	}
	p := &provider{Provider: *cfg.Provider, back: strings.TrimSuffix(cfg.Public, "/") + ProviderBack, clock: clock}
	u, err := url.Parse(p.Issuer)
	if err != nil {
		return nil, err
	}
	home := u.Hostname() == "localhost" || u.Hostname() == "127.0.0.1" || u.Hostname() == "::1"
	switch {
	case cfg.Public == "":
		return nil, errors.New("the OpenID provider sends people back: give the address of this server (--public)")
	case u.Host == "" || u.Scheme != "https" && !(u.Scheme == "http" && home):
		return nil, fmt.Errorf("the OpenID provider's issuer %.100q is no https address", p.Issuer)
	case p.Client == "":
		return nil, errors.New("the OpenID provider needs the id of this server as its client")
	}
	if p.Name == "" {
		p.Name = u.Hostname()
	}
	p.client = &http.Client{
		Timeout:       providerWithin,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return p, nil
}

// ask finds out what the provider offers.
func (p *provider) ask(ctx context.Context) (*oidc.Provider, *oauth2.Config, context.Context, error) {
	ctx = oidc.ClientContext(ctx, p.client)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		// Its keys are read later, with this context.
		known, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), p.client), p.Issuer)
		if err != nil {
			return nil, nil, ctx, err
		}
		p.known = known
	}
	return p.known, &oauth2.Config{
		ClientID: p.Client, ClientSecret: p.Secret, Endpoint: p.known.Endpoint(), RedirectURL: p.back,
		Scopes: []string{oidc.ScopeOpenID, "profile"},
	}, ctx, nil
}

// begunProvider is what is kept while somebody is at the provider.
type begunProvider struct {
	State, Nonce, Verifier string
	Link                   bool
}

// newcomer is somebody whom the provider knows and who has no account yet.
type newcomer struct {
	Issuer, Subject, Name string
}

// BeginProvider says where to go to sign in with the provider, or to link the
// caller's account with it.
func (p *People) BeginProvider(ctx context.Context, me *Caller, req wire.ProviderRequest) (*wire.ProviderAddress, error) {
	if p.provider == nil {
		return nil, noProvider
	}
	if req.Link {
		if _, _, err := p.prove(ctx, me, req.Password); err != nil {
			return nil, err
		}
	}
	if err := p.tryAgain(me); err != nil {
		return nil, err
	}
	_, conf, _, err := p.provider.ask(ctx)
	if err != nil {
		p.n.Log.Warn("the OpenID provider does not answer", "err", err)
		return nil, silentProvider
	}
	b := begunProvider{State: p.n.Secret(24), Nonce: p.n.Secret(24), Verifier: oauth2.GenerateVerifier(), Link: req.Link}
	if err := p.begin(ctx, me, providerKind, b, ticketFor); err != nil {
		return nil, err
	}
	return &wire.ProviderAddress{URL: conf.AuthCodeURL(b.State, oidc.Nonce(b.Nonce), oauth2.S256ChallengeOption(b.Verifier))}, nil
}

// Back is what somebody brings back from the provider.
type Back struct{ Code, State, Error string }

// ProviderBack signs in somebody who comes back from the provider. It says where
// they go next: "in", "linked", or "name" if they must choose a name first.
func (p *People) ProviderBack(ctx context.Context, me *Caller, back Back) (string, error) {
	if p.provider == nil {
		return "", noProvider
	}
	var begun begunProvider
	if err := p.finish(ctx, me, providerKind, &begun); err != nil {
		return "", err
	}
	if back.State == "" || node.Hash(back.State) != node.Hash(begun.State) || back.Error != "" || back.Code == "" {
		return "", badProvider
	}
	who, err := p.provider.who(ctx, begun, back.Code)
	if err != nil {
		p.n.Log.Warn("a sign-in with the OpenID provider was refused", "err", err)
		return "", badProvider
	}
	now := p.n.Now().MS
	if begun.Link {
		err := p.n.Store.AddLink(ctx, store.Link{Issuer: who.Issuer, Subject: who.Subject, User: me.ID, Created: now})
		if errors.Is(err, store.ErrTaken) || errors.Is(err, store.ErrNone) {
			err = linkTaken
		}
		return "linked", err
	}
	link, err := p.n.Store.Link(ctx, who.Issuer, who.Subject)
	if errors.Is(err, store.ErrNone) {
		return "name", p.begin(ctx, me, newcomerKind, who, newcomerFor)
	}
	if err != nil {
		return "", err
	}
	if _, err := p.enter(ctx, me, link.User); err != nil {
		return "", err
	}
	return "in", p.n.Store.UseLink(ctx, link.Issuer, link.Subject, now)
}

// CameTo names a refusal of ProviderBack in one word for the next page; "" if something failed. It
// is a word rather than a sentence because anybody can make up an address.
func CameTo(err error) string {
	var m *match.Error
	switch {
	case errors.Is(err, error(noTicket)):
		return "late"
	case errors.Is(err, error(linkTaken)):
		return "taken"
	case errors.Is(err, error(badProvider)), errors.Is(err, error(noProvider)):
		return "refused"
	case errors.As(err, &m):
		return "closed"
	}
	return ""
}

// who asks the provider who has come back. Nobody is identified by e-mail: not every provider
// verifies addresses, and they change hands.
func (p *provider) who(ctx context.Context, begun begunProvider, code string) (newcomer, error) {
	known, conf, ctx, err := p.ask(ctx)
	if err != nil {
		return newcomer{}, err
	}
	token, err := conf.Exchange(ctx, code, oauth2.VerifierOption(begun.Verifier))
	if err != nil {
		// The library repeats the answer, which may hold anything.
		return newcomer{}, errors.New("the OpenID provider did not take the code")
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return newcomer{}, errors.New("the OpenID provider sent no id_token")
	}
	id, err := known.Verifier(&oidc.Config{ClientID: p.Client, Now: p.clock}).Verify(ctx, raw)
	if err != nil {
		return newcomer{}, err
	}
	if id.Nonce == "" || id.Nonce != begun.Nonce {
		return newcomer{}, errors.New("the OpenID provider sent another nonce")
	}
	if id.Subject == "" || len(id.Subject) > maxSubject {
		return newcomer{}, errors.New("the OpenID provider sent a subject that is empty or too long")
	}
	var claims struct {
		Name string `json:"preferred_username"`
	}
	_ = id.Claims(&claims) // a suggestion only
	return newcomer{id.Issuer, id.Subject, suggested(claims.Name)}, nil
}

// suggested turns the provider's name for somebody into one that an account can have; "" if that is
// not possible.
func suggested(name string) string {
	name, _, _ = strings.Cut(name, "@")
	name = strings.Map(func(r rune) rune {
		switch {
		case r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			return r
		case r == ' ' || r == '.':
			return '-'
		}
		return -1
	}, name[:min(len(name), 200)])
	name = name[:min(len(name), 24)]
	if _, _, err := accountName(name); err != nil {
		return ""
	}
	return name
}

// Newcomer is somebody whom the provider knows and who must choose a name.
func (p *People) Newcomer(ctx context.Context, me *Caller) (*wire.Newcomer, error) {
	var who newcomer
	if err := p.see(ctx, me, newcomerKind, &who); err != nil {
		return nil, err
	}
	return &wire.Newcomer{Name: who.Name}, nil
}

// NameNewcomer makes the account of somebody whom the provider knows.
func (p *People) NameNewcomer(ctx context.Context, me *Caller, req wire.NameRequest) (*wire.Me, error) {
	u, a, err := p.newAccount(me, req.Name)
	if err != nil {
		return nil, err
	}
	var who newcomer
	if err := p.see(ctx, me, newcomerKind, &who); err != nil {
		return nil, err
	}
	link := &store.Link{Issuer: who.Issuer, Subject: who.Subject, User: u.ID, Created: a.Created, Used: a.Created}
	err = p.n.Store.JoinAccount(ctx, u, a, nil, link)
	if errors.Is(err, store.ErrTaken) { // they may try another name
		return nil, nameTaken
	}
	if err != nil {
		return nil, err
	}
	if err := p.finish(ctx, me, newcomerKind, &who); err != nil {
		return nil, err
	}
	p.knowDevice(me, a.Login)
	return p.welcome(ctx, me, u)
}

// RemoveLink removes the link between the caller and a provider.
func (p *People) RemoveLink(ctx context.Context, me *Caller, req wire.RemoveRequest) error {
	if _, _, err := p.prove(ctx, me, req.Password); err != nil {
		return err
	}
	return removed(p.n.Store.DropLink(ctx, me.ID, req.ID))
}
