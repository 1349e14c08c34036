package store

import "context"

// Proofs keeps what identifies somebody other than a password, and what can be used only once:
// challenges, links that recover an account.
type Proofs interface {
	// JoinAccount is PutAccount with the first passkey or link of a new account; both
	// are stored or neither. ErrTaken if the name, the key or the link is another's.
	JoinAccount(ctx context.Context, u User, a Account, key *Passkey, link *Link) error

	// SetPassword changes the password of an account and nothing else; ErrNone if there
	// is no such account.
	SetPassword(ctx context.Context, user, password string) error

	// AddPasskey stores a passkey. ErrTaken if it is known already, ErrTooMany if the user already
	// has most, ErrNone if there is no such account.
	AddPasskey(ctx context.Context, p Passkey, most int) error
	Passkey(ctx context.Context, id string) (Passkey, error)
	// Passkeys returns those of a user, oldest first.
	Passkeys(ctx context.Context, user string) ([]Passkey, error)
	// UsePasskey updates a passkey after a sign-in; false if its
	// counter is no longer what it was, or if it was removed.
	UsePasskey(ctx context.Context, p Passkey, before uint32) (bool, error)
	// DropPasskey removes one. ErrNone if the user has no such key, ErrLast if it is
	// the last way to sign in.
	DropPasskey(ctx context.Context, user, id string) error

	// AddLink links an account with a person whom a provider knows. ErrTaken if
	// another account is, or if this one is linked with another person there;
	// ErrNone if there is no such account.
	AddLink(ctx context.Context, l Link) error
	Link(ctx context.Context, issuer, subject string) (Link, error)
	Links(ctx context.Context, user string) ([]Link, error)
	// UseLink notes a sign-in.
	UseLink(ctx context.Context, issuer, subject string, now int64) error
	// DropLink removes the link with a provider, as DropPasskey does a key.
	DropLink(ctx context.Context, user, issuer string) error

	// PutOnce keeps something that is taken once, or runs out.
	PutOnce(ctx context.Context, o Once) error
	// TakeOnce removes and returns it: of many callers one gets it, the others get
	// ErrNone, as they do when it has run out.
	TakeOnce(ctx context.Context, kind, hash string, now int64) (Once, error)
	// DropOnce removes all of a kind that are a user's.
	DropOnce(ctx context.Context, kind, user string) error
	// SeeOnce returns it and leaves it.
	SeeOnce(ctx context.Context, kind, hash string, now int64) (Once, error)
}

// Passkey is a key with which somebody signs in.
type Passkey struct {
	ID            string // base64url of the credential's id
	User          string
	Name          string // as its owner calls it
	Data          []byte // its public key and what else is needed to check it
	Counter       uint32 // how often it was used, as its device counts
	Created, Used int64
}

// Link says that a person whom an OpenID provider knows owns an account.
type Link struct {
	Issuer, Subject, User string
	Created, Used         int64
}

// Once is something that can be taken once.
type Once struct {
	Hash  string // of the secret that whoever takes it shows
	Kind  string
	User  string // whose it is; "" if nobody's yet
	Bound string // whatever else must be the same when it is taken
	Data  []byte
	Until int64
}
