package notify

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"strings"
	"time"

	"atoll/mail"
	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
)

// letters use only what every mail reader knows: tables and plain colours.
var letters = template.Must(template.New("letter").Parse(`<!doctype html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>{{.Title}}</title></head>
<body style="margin:0;background:#e6f0f1;color:#10263b;font-family:Figtree,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="480" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border-radius:12px"><tr><td style="padding:28px;text-align:center">
<h1 style="margin:0 0 12px;font-family:Georgia,serif;font-size:24px">{{.Title}}</h1>
{{range .Lines}}<p style="margin:0 0 12px">{{.}}</p>
{{end}}{{if .Link}}<p style="margin:20px 0"><a href="{{.Link}}" style="display:inline-block;background:#0b5d6b;color:#ffffff;padding:12px 28px;border-radius:10px;text-decoration:none;font-weight:600">{{.Button}}</a></p>
{{end}}{{if .Stop}}<p style="margin:20px 0 0;font-size:13px;color:#4a5d6c">{{.Why}}<br><a href="{{.Stop}}" style="color:#0b5d6b">{{.StopText}}</a></p>{{end}}
</td></tr></table></td></tr></table></body></html>
`))

type letterView struct {
	Lang, Title, Link, Button, Stop, StopText, Why string
	Lines                                          []string
}

func (v letterView) message() mail.Message {
	var page, text strings.Builder
	if err := letters.Execute(&page, v); err != nil {
		panic("notify: letter: " + err.Error())
	}
	text.WriteString(v.Title + "\n\n" + strings.Join(v.Lines, "\n") + "\n")
	if v.Link != "" {
		text.WriteString("\n" + v.Button + ": " + v.Link + "\n")
	}
	if v.Stop != "" {
		text.WriteString("\n-- \n" + v.Why + "\n" + v.StopText + ": " + v.Stop + "\n")
	}
	return mail.Message{Subject: v.Title, Text: text.String(), HTML: page.String(), Unsubscribe: v.Stop}
}

// letter is a story as an e-mail.
func (y *Notify) letter(p *person, s story) mail.Message {
	w := in(p.Lang)
	kind := s.kind
	if s.kind == store.NoticeTrial {
		kind = ""
	}
	v := letterView{
		Lang: p.Lang, Title: s.title, Lines: strings.Split(s.body, "\n"), Link: y.cfg.Public + s.path, Button: s.open,
		Stop: y.cfg.Public + "/stop/" + y.stopToken(p.ID, kind), StopText: fmt.Sprintf(w.stop, w.kinds[kind]), Why: fmt.Sprintf(w.why, y.host()),
	}
	m := v.message()
	m.To = p.address
	sum := sha256.Sum256([]byte(fmt.Sprintf("%s %s %d %d", p.ID, s.tag, s.notices[0].Gen, s.notices[0].At)))
	m.ID = base64.RawURLEncoding.EncodeToString(sum[:15])
	return m
}

func (y *Notify) host() string {
	if u, err := url.Parse(y.cfg.Public); err == nil {
		return u.Host
	}
	return "Atoll"
}

// CanMail reports whether this server sends e-mail.
func (y *Notify) CanMail() bool { return y.cfg.Mail != nil && y.cfg.Public != "" }

// Sender sends e-mail; nil if the host has set up none. Public is the address for
// links in it.
func (y *Notify) Sender() (sender mail.Sender, public string) { return y.cfg.Mail, y.cfg.Public }

// proveWithin is how long a link that proves an address works.
const proveWithin = 24 * time.Hour

// askWithin is how long the mail server has while somebody waits.
const askWithin = 10 * time.Second

// AskAddress sends a link to an address that somebody says is theirs.
func (y *Notify) AskAddress(ctx context.Context, u store.User, address string) error {
	if !y.CanMail() {
		return &match.Error{Kind: match.NotNow, Message: "this server sends no e-mail"}
	}
	if u.Kind != match.Account { // a guest vanishes with a cookie
		return &match.Error{Kind: match.Forbidden, Message: "create an account to get e-mail"}
	}
	address, err := mail.Address(address)
	if err != nil {
		return &match.Error{Kind: match.Invalid, Where: "body.address", Message: err.Error()}
	}
	// Nobody may flood a stranger's mailbox, from however many accounts.
	rate := y.n.Limiter.Create / 10
	if !y.n.Allow("prove "+u.ID, rate, 5) || !y.n.Allow("prove "+strings.ToLower(address), rate, 3) {
		return &wire.Error{Code: wire.TooMany, Message: "too many e-mails were sent; wait a while", Later: 600}
	}
	s, err := y.Settings(ctx, u.ID)
	if err != nil {
		return err
	}
	token := y.n.Secret(24)
	if err := y.n.Store.AskAddress(ctx, u.ID, address, node.Hash(token), y.n.Now().MS+proveWithin.Milliseconds()); err != nil {
		return err
	}
	w := in(s.Lang)
	m := letterView{
		Lang: s.Lang, Title: w.prove, Lines: []string{w.proveBody, fmt.Sprintf(w.proveFor, u.Name)},
		Link: y.cfg.Public + "/notices?prove=" + token, Button: w.proveButton,
	}.message()
	m.To = address
	// Somebody waits for the answer, and gets none after half a minute.
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	if err := y.cfg.Mail.Send(ctx, m); err != nil {
		y.n.Log.Warn("a letter was not sent", "err", err)
		return &wire.Error{Code: wire.Unavailable, Message: "the e-mail could not be sent; try again later", Later: 60}
	}
	return nil
}

// ProveAddress takes the token of such a link.
func (y *Notify) ProveAddress(ctx context.Context, token string) error {
	_, err := y.n.Store.ProveAddress(ctx, node.Hash(token), y.n.Now().MS)
	if errors.Is(err, store.ErrNone) {
		return &match.Error{Kind: match.Forbidden, Message: "this link is no longer valid"}
	}
	return err
}

// stopToken names a person and a kind of news for whoever has the e-mail.
func (y *Notify) stopToken(user, kind string) string {
	text := user + " " + kind
	m := hmac.New(sha256.New, y.stopKey)
	m.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(append(m.Sum(nil)[:16], text...))
}

func (y *Notify) readStop(token string) (user, kind string, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(b) < 17 {
		return "", "", false
	}
	m := hmac.New(sha256.New, y.stopKey)
	m.Write(b[16:])
	if !hmac.Equal(m.Sum(nil)[:16], b[:16]) {
		return "", "", false
	}
	user, kind, ok = strings.Cut(string(b[16:]), " ")
	return user, kind, ok
}

// StopPage are the words of the page behind such a link; false if it is not valid.
func (y *Notify) StopPage(ctx context.Context, token string) (lang, ask, button, done string, ok bool) {
	user, kind, ok := y.readStop(token)
	s := Usual()
	if ok {
		if of, err := y.Settings(ctx, user); err == nil {
			s = of
		}
	}
	w := in(s.Lang)
	if !ok {
		return s.Lang, w.noSuch, "", w.noSuch, false
	}
	return s.Lang, fmt.Sprintf(w.stopPress, w.kinds[kind]), w.stopButton, w.stopped, true
}

// Stop ends e-mails of the kind that a link names; all of them if it names none.
func (y *Notify) Stop(ctx context.Context, token string) error {
	user, kind, ok := y.readStop(token)
	if !ok {
		return &match.Error{Kind: match.Forbidden, Message: "this link is no longer valid"}
	}
	s, err := y.Settings(ctx, user)
	if err != nil {
		return err
	}
	s.Kinds.without(kind)
	err = y.SetSettings(ctx, user, s)
	if errors.Is(err, store.ErrNone) { // the account is deleted: nothing comes any more
		return nil
	}
	return err
}
