package people

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"atoll/match"
	"atoll/server/wire"
	"atoll/store"
)

// The kinds of tickets for passkeys.
const (
	signInKey = "passkey"
	addKey    = "addpasskey"
	firstKey  = "newpasskey"

	maxPasskeys    = 20
	maxPasskeyName = 40 // characters
)

var (
	noKey      = &match.Error{Kind: match.Forbidden, Message: "this passkey is not known here"}
	badKey     = &match.Error{Kind: match.Forbidden, Message: "this passkey was not accepted"}
	noPasskeys = &match.Error{Kind: match.NotNow, Message: "this server does not know its own address, so there are no passkeys"}
)

// newPasskeys checks passkeys for an address; nil if there is none, or if browsers
// have no passkeys there.
//
// A passkey replaces a password and is the only factor, so the device must
// verify its user (by finger, face or PIN) each time: user verification is required,
// when a key is made and when it is used. Keys are found by the device without a
// name being given. The device's maker is not asked for.
func newPasskeys(address string) (*webauthn.WebAuthn, error) {
	if address == "" {
		return nil, nil
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	if u.Scheme != "https" && u.Hostname() != "localhost" {
		return nil, nil // browsers have none there
	}
	if protocol.ValidateRPID(u.Hostname()) != nil {
		return nil, nil // an address in numbers
	}
	must := true
	return webauthn.New(&webauthn.Config{
		RPID: u.Hostname(), RPDisplayName: "Atoll", RPOrigins: []string{u.Scheme + "://" + u.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: &must, ResidentKey: protocol.ResidentKeyRequirementRequired,
			UserVerification: protocol.VerificationRequired,
		},
		// Some password managers answer questions that nobody asked. None of it is used.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
}

// holder is an account as the library wants it.
type holder struct {
	id, name string
	keys     []webauthn.Credential
}

func (h *holder) WebAuthnID() []byte                         { return []byte(h.id) }
func (h *holder) WebAuthnName() string                       { return h.name }
func (h *holder) WebAuthnDisplayName() string                { return h.name }
func (h *holder) WebAuthnCredentials() []webauthn.Credential { return h.keys }

func keyID(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

func passkeyInfo(k store.Passkey) wire.PasskeyInfo {
	info := wire.PasskeyInfo{ID: k.ID, Name: k.Name, Created: k.Created, Used: k.Used}
	var c webauthn.Credential
	if json.Unmarshal(k.Data, &c) == nil {
		info.Synced = c.Flags.BackupState
	}
	return info
}

// begunKey is what is kept while a passkey is made.
type begunKey struct {
	Session webauthn.SessionData
	User    store.User
	Account store.Account
}

func options(v any) (*wire.PasskeyOptions, error) {
	data, err := json.Marshal(v)
	return &wire.PasskeyOptions{Options: string(data)}, err
}

// makeKey begins to make a passkey.
func (p *People) makeKey(ctx context.Context, me *Caller, kind string, u store.User, a store.Account) (*wire.PasskeyOptions, error) {
	known, err := p.n.Store.Passkeys(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	h := &holder{id: u.ID, name: u.Name}
	for _, k := range known {
		var c webauthn.Credential
		if err := json.Unmarshal(k.Data, &c); err != nil {
			return nil, fmt.Errorf("passkey %s: %w", k.ID, err)
		}
		h.keys = append(h.keys, c)
	}
	creation, session, err := p.passkeys.BeginRegistration(h, webauthn.WithExclusions(webauthn.Credentials(h.keys).CredentialDescriptors()))
	if err != nil {
		return nil, err
	}
	if err := p.begin(ctx, me, kind, begunKey{*session, u, a}, ticketFor); err != nil {
		return nil, err
	}
	return options(creation.Response)
}

// madeKey finishes making a passkey.
func (p *People) madeKey(ctx context.Context, me *Caller, kind string, req wire.NewPasskey) (begunKey, store.Passkey, error) {
	var begun begunKey
	if p.passkeys == nil {
		return begun, store.Passkey{}, noPasskeys
	}
	name := wire.CleanLine(req.Name)
	if utf8.RuneCountInString(name) > maxPasskeyName {
		return begun, store.Passkey{}, &match.Error{Kind: match.Invalid, Where: "body.name", Message: "the name of a passkey has up to 40 characters"}
	}
	if err := p.finish(ctx, me, kind, &begun); err != nil {
		return begun, store.Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(req.Credential))
	if err != nil {
		return begun, store.Passkey{}, p.refusedKey(err)
	}
	c, err := p.passkeys.CreateCredential(&holder{id: begun.User.ID, name: begun.User.Name}, begun.Session, parsed)
	if err != nil {
		return begun, store.Passkey{}, p.refusedKey(err)
	}
	data, err := json.Marshal(c)
	return begun, store.Passkey{
		ID: keyID(c.ID), User: begun.User.ID, Name: name, Data: data, Counter: c.Authenticator.SignCount, Created: p.n.Now().MS,
	}, err
}

// refusedKey refuses a passkey. The reason goes to the host's log: it names nobody.
func (p *People) refusedKey(err error) error {
	var e *protocol.Error
	if errors.As(err, &e) {
		p.n.Log.Debug("a passkey was refused", "why", e.Details)
	}
	return badKey
}

// BeginPasskey begins to add a passkey to the caller's account.
func (p *People) BeginPasskey(ctx context.Context, me *Caller, req wire.ProofRequest) (*wire.PasskeyOptions, error) {
	a, u, err := p.prove(ctx, me, req.Password)
	if err != nil {
		return nil, err
	}
	if p.passkeys == nil {
		return nil, noPasskeys
	}
	return p.makeKey(ctx, me, addKey, u, a)
}

// AddPasskey adds it.
func (p *People) AddPasskey(ctx context.Context, me *Caller, req wire.NewPasskey) (*wire.PasskeyInfo, error) {
	_, key, err := p.madeKey(ctx, me, addKey, req)
	if err != nil {
		return nil, err
	}
	err = p.n.Store.AddPasskey(ctx, key, maxPasskeys)
	switch {
	case errors.Is(err, store.ErrTaken):
		return nil, badKey
	case errors.Is(err, store.ErrNone): // deleted meanwhile
		return nil, NoSession
	case errors.Is(err, store.ErrTooMany):
		return nil, &match.Error{Kind: match.NotNow, Message: "you cannot have more passkeys; remove one first"}
	case err != nil:
		return nil, err
	}
	info := passkeyInfo(key)
	return &info, nil
}

// RemovePasskey takes a passkey away. The sessions that it has opened stay.
func (p *People) RemovePasskey(ctx context.Context, me *Caller, req wire.RemoveRequest) error {
	if _, _, err := p.prove(ctx, me, req.Password); err != nil {
		return err
	}
	return removed(p.n.Store.DropPasskey(ctx, me.ID, req.ID))
}

// BeginPasskeyAccount begins to make an account that has a passkey and no password.
func (p *People) BeginPasskeyAccount(ctx context.Context, me *Caller, req wire.NameRequest) (*wire.PasskeyOptions, error) {
	if p.passkeys == nil {
		return nil, noPasskeys
	}
	u, a, err := p.newAccount(me, req.Name)
	if err != nil {
		return nil, err
	}
	// A key made for a name that is taken would be useless.
	if _, _, err := p.n.Store.AccountByLogin(ctx, a.Login); err == nil {
		return nil, nameTaken
	} else if !errors.Is(err, store.ErrNone) {
		return nil, err
	}
	return p.makeKey(ctx, me, firstKey, u, a)
}

// MakePasskeyAccount makes it.
func (p *People) MakePasskeyAccount(ctx context.Context, me *Caller, req wire.NewPasskey) (*wire.Me, error) {
	begun, key, err := p.madeKey(ctx, me, firstKey, req)
	if err != nil {
		return nil, err
	}
	err = p.n.Store.JoinAccount(ctx, begun.User, begun.Account, &key, nil)
	if errors.Is(err, store.ErrTaken) {
		return nil, nameTaken
	}
	if err != nil {
		return nil, err
	}
	p.knowDevice(me, begun.Account.Login)
	return p.welcome(ctx, me, begun.User)
}

// BeginPasskeySignIn begins a sign-in; the device knows whose keys it has.
func (p *People) BeginPasskeySignIn(ctx context.Context, me *Caller) (*wire.PasskeyOptions, error) {
	if p.passkeys == nil {
		return nil, noPasskeys
	}
	if err := p.tryAgain(me); err != nil {
		return nil, err
	}
	assertion, session, err := p.passkeys.BeginDiscoverableLogin()
	if err != nil {
		return nil, err
	}
	if err := p.begin(ctx, me, signInKey, session, ticketFor); err != nil {
		return nil, err
	}
	return options(assertion.Response)
}

// PasskeySignIn signs in with a passkey. A counter that does not go up means that somebody has a
// copy of the key, which is then refused.
func (p *People) PasskeySignIn(ctx context.Context, me *Caller, req wire.PasskeyAnswer) (*wire.Me, error) {
	if p.passkeys == nil {
		return nil, noPasskeys
	}
	var session webauthn.SessionData
	if err := p.finish(ctx, me, signInKey, &session); err != nil {
		return nil, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(req.Credential))
	if err != nil {
		return nil, p.refusedKey(err)
	}
	key, err := p.n.Store.Passkey(ctx, keyID(parsed.RawID))
	if errors.Is(err, store.ErrNone) {
		return nil, noKey
	}
	if err != nil {
		return nil, err
	}
	var kept webauthn.Credential
	if err := json.Unmarshal(key.Data, &kept); err != nil {
		return nil, fmt.Errorf("passkey %s: %w", key.ID, err)
	}
	kept.Authenticator.SignCount = key.Counter
	_, c, err := p.passkeys.ValidatePasskeyLogin(func(_, _ []byte) (webauthn.User, error) {
		return &holder{id: key.User, keys: []webauthn.Credential{kept}}, nil
	}, session, parsed)
	if err != nil {
		return nil, p.refusedKey(err)
	}
	before := key.Counter
	key.Counter, key.Used = c.Authenticator.SignCount, p.n.Now().MS
	if c.Authenticator.CloneWarning {
		p.n.Log.Warn("a passkey's counter went back: somebody may have a copy", "user", key.User)
		return nil, badKey
	}
	if key.Data, err = json.Marshal(c); err != nil {
		return nil, err
	}
	if ok, err := p.n.Store.UsePasskey(ctx, key, before); err != nil || !ok {
		if err == nil { // used elsewhere at the same moment, or removed
			err = badKey
		}
		return nil, err
	}
	return p.enter(ctx, me, key.User)
}
