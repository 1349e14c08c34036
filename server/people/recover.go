package people

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"strings"
	"time"

	"atoll/auth"
	"atoll/mail"
	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
)

const (
	recoverKind = "recover"
	// RecoverFor is how long a link lets somebody in.
	RecoverFor = 30 * time.Minute

	// What one address on the network may ask for, and what may be sent to one
	// mailbox, whoever asks.
	recoverAsks, recoverAsksAnHour = 10, 20
	recoverLetters, lettersAnHour  = 3, 3

	postWaiting = 200 // letters at most
	postTries   = 3
)

var (
	noMail  = &match.Error{Kind: match.NotNow, Message: "this server sends no e-mail; ask its host for a link"}
	oldLink = &match.Error{Kind: match.Forbidden, Message: "this link was used, or is too old; ask for another one"}
)

// post writes to people who have lost the way into their accounts. The asker gets the same answer
// in the same time whether or not there is somebody to write to: that is looked up here, later.
type post struct {
	sender mail.Sender
	public string
	asked  chan string // addresses
}

func newPost(sender mail.Sender, public string) *post {
	return &post{sender, strings.TrimSuffix(public, "/"), make(chan string, postWaiting)}
}

// AskRecovery asks for a letter with a link.
func (p *People) AskRecovery(me *Caller, req wire.RecoverRequest) error {
	if p.post == nil {
		return noMail
	}
	address, err := mail.Address(req.Address)
	if err != nil {
		return &match.Error{Kind: match.Invalid, Where: "body.address", Message: "that is not an e-mail address"}
	}
	mailbox := node.Hash(strings.ToLower(address))[:16] // the addresses themselves are not kept in memory
	if p.n.Limiter.Create >= 0 && (!p.n.Allow("recover "+me.Address, recoverAsksAnHour/3600., recoverAsks) ||
		!p.n.Allow("letters "+mailbox, lettersAnHour/3600., recoverLetters)) {
		return node.TooMany
	}
	select {
	case p.post.asked <- address:
		return nil
	default:
		return &wire.Error{Code: wire.Busy, Message: "too many e-mails are waiting; try again in a moment"}
	}
}

// SendLinks writes the letters that were asked for, until ctx ends.
func (p *People) SendLinks(ctx context.Context) {
	if p.post == nil {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case address := <-p.post.asked:
			if err := p.sendLinks(ctx, address); err != nil && ctx.Err() == nil {
				p.n.Log.Warn("a letter to recover an account was not sent", "err", err)
			}
		}
	}
}

// sendLinks writes one letter with a link for every account that has proved the
// address to be its own.
func (p *People) sendLinks(ctx context.Context, address string) error {
	users, err := p.n.Store.UsersAt(ctx, address)
	if err != nil {
		return err
	}
	var links []string
	for _, id := range users {
		a, u, err := p.n.Store.Account(ctx, id)
		if errors.Is(err, store.ErrNone) || err == nil && (a.Banned != "" || a.Owner != "") {
			continue
		}
		if err != nil {
			return err
		}
		token, err := ResetToken(ctx, p.n.Store, id, p.n.Clock())
		if err != nil {
			return err
		}
		links = append(links, u.Name+": "+ResetLink(p.post.public, token))
	}
	if len(links) == 0 {
		return nil
	}
	m := letter(address, links)
	for try := 1; ; try++ {
		err = p.post.sender.Send(ctx, m)
		if err == nil || try == postTries || errors.Is(err, mail.ErrRefused) || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(try) * 5 * time.Second):
		}
	}
}

// words say what the links are for.
type words struct{ subject, text string }

// languages are all used: the reader's is not known.
var languages = []words{english, german, spanish, french}

// letter is in all languages at once.
func letter(to string, links []string) mail.Message {
	m := mail.Message{To: to, Subject: "Atoll: "}
	for i, l := range languages {
		if i > 0 {
			m.Subject += " / "
		}
		m.Subject += l.subject
		m.Text += l.text + "\n"
	}
	m.Text += strings.Join(links, "\n") + "\n"
	return m
}

// ResetToken makes a token that lets somebody into an account once. The store keeps
// its hash.
func ResetToken(ctx context.Context, s store.Store, user string, now time.Time) (string, error) {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret)
	token := base64.RawURLEncoding.EncodeToString(secret)
	return token, s.PutOnce(ctx, store.Once{Kind: recoverKind, Hash: node.Hash(token), User: user, Until: now.Add(RecoverFor).UnixMilli()})
}

// ResetLink is the link with a token. The token comes after the #, which browsers send to nobody.
func ResetLink(public, token string) string {
	return strings.TrimSuffix(public, "/") + "/recover#" + token
}

// Recover lets somebody in by a link, with a new password if they give one. All
// other sessions end, and other links with them.
func (p *People) Recover(ctx context.Context, me *Caller, req wire.RecoverAnswer) (*wire.Me, error) {
	if err := p.tryAgain(me); err != nil {
		return nil, err
	}
	hashed := ""
	if req.Password != "" {
		var err error
		if hashed, err = p.passwords.Hash(req.Password); errors.Is(err, auth.ErrLength) {
			return nil, &match.Error{Kind: match.Invalid, Where: "body.password", Message: err.Error()}
		} else if err != nil {
			return nil, err
		}
	}
	o, err := p.n.Store.TakeOnce(ctx, recoverKind, node.Hash(req.Token), p.n.Clock().UnixMilli())
	if errors.Is(err, store.ErrNone) {
		return nil, oldLink
	}
	if err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx) // the link is used up
	if hashed != "" {
		err = p.n.Store.SetPassword(ctx, o.User, hashed)
	}
	if err == nil {
		err = p.n.Store.DropOnce(ctx, recoverKind, o.User)
	}
	if errors.Is(err, store.ErrNone) { // deleted meanwhile
		return nil, oldLink
	}
	if err != nil {
		return nil, err
	}
	if err := p.endSessions(ctx, o.User, ""); err != nil {
		return nil, err
	}
	return p.enter(ctx, me, o.User)
}
