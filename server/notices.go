package server

import (
	"context"
	"html/template"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"atoll/mail"
	"atoll/match"
	"atoll/server/notify"
	"atoll/server/wire"
	"atoll/store"
)

// NoticePage is how the caller learns what waits for them.
type NoticePage struct {
	Settings notify.Settings `json:"settings"`
	Key      string          `json:"key" doc:"public key of this server, for subscribing to Web Push"`
	Devices  int             `json:"devices" doc:"browsers that get notices"`
	CanMail  bool            `json:"can_mail" doc:"this server sends e-mail, and you have an account"`
	Address  string          `json:"address,omitempty" doc:"your address, most of it hidden"`
	Pending  string          `json:"pending,omitempty" doc:"an address that waits for you to follow the link in the e-mail"`
}

// PushRequest is what a browser gives to somebody who subscribes, in the form of
// PushSubscription.toJSON.
type PushRequest struct {
	Endpoint string   `json:"endpoint" minLength:"1" maxLength:"2000"`
	Keys     PushKeys `json:"keys"`
	Expires  *int64   `json:"expirationTime,omitempty" doc:"ignored"`
}

// PushKeys are the keys of a browser.
type PushKeys struct {
	P256dh string `json:"p256dh" maxLength:"200"`
	Auth   string `json:"auth" maxLength:"100"`
}

// PushEnd names a browser that is not to be told any more.
type PushEnd struct {
	Endpoint string `json:"endpoint" minLength:"1" maxLength:"2000"`
}

// AddressRequest gives an address for e-mail.
type AddressRequest struct {
	Address string `json:"address" minLength:"3" maxLength:"254"`
}

// ProveRequest is the token of the link in a letter.
type ProveRequest struct {
	Token string `json:"token" minLength:"1" maxLength:"100"`
}

// MuteTableRequest ends notices about a table.
type MuteTableRequest struct {
	Table string `json:"table" minLength:"12" maxLength:"12"`
	On    bool   `json:"on"`
}

func (s *Server) noticeRoutes(api huma.API) {
	get(s, api, "/notices", "What you are told while you are away, and how", asMe(func(ctx context.Context, me *who, _ *struct{}) (*NoticePage, error) {
		return s.noticePage(ctx, me)
	}))
	none(s, api, http.MethodPost, "/notices", "Change which notices you get", asCaller(func(ctx context.Context, me *who, in *struct{ Body notify.Settings }) error {
		return s.notify.SetSettings(ctx, me.ID, in.Body)
	}))
	none(s, api, http.MethodPost, "/notices/push", "Receive notices by Web Push in this browser", asCaller(func(ctx context.Context, me *who, in *struct{ Body PushRequest }) error {
		return s.notify.Subscribe(ctx, store.Subscription{
			Endpoint: in.Body.Endpoint, User: me.ID, P256dh: in.Body.Keys.P256dh, Auth: in.Body.Keys.Auth, Created: s.node.Now().MS,
		})
	}))
	none(s, api, http.MethodPost, "/notices/push/end", "Stop Web Push in this browser", asCaller(func(ctx context.Context, me *who, in *struct{ Body PushEnd }) error {
		return s.node.Store.DropSubscription(ctx, in.Body.Endpoint, me.ID)
	}))
	none(s, api, http.MethodPost, "/notices/mail", "Set your e-mail address; a message with a link is sent to it", asCaller(func(ctx context.Context, me *who, in *struct{ Body AddressRequest }) error {
		return s.notify.AskAddress(ctx, me.User, in.Body.Address)
	}))
	none(s, api, http.MethodDelete, "/notices/mail", "Stop e-mail: the address is deleted", asCaller(func(ctx context.Context, me *who, _ *struct{}) error {
		return s.node.Store.DropAddress(ctx, me.ID)
	}))
	none(s, api, http.MethodPost, "/notices/mail/prove", "Confirm an address with the link from the e-mail", func(ctx context.Context, in *struct{ Body ProveRequest }) error {
		if !s.node.Allow("proved "+caller(ctx).addr, s.node.Limiter.Create, 30) {
			return &wire.Error{Code: wire.TooMany, Message: "too many e-mails were sent; wait a while", Later: 60}
		}
		return s.notify.ProveAddress(ctx, in.Body.Token)
	})
	none(s, api, http.MethodPost, "/notices/mute", "Mute or unmute notices about a table", asCaller(func(ctx context.Context, me *who, in *struct{ Body MuteTableRequest }) error {
		if _, _, err := s.tables.Read(ctx, in.Body.Table); err != nil {
			return err
		}
		return s.notify.Mute(ctx, me.ID, in.Body.Table, in.Body.On)
	}))
	none(s, api, http.MethodPost, "/notices/trial", "Send yourself a test notice", asCaller(func(ctx context.Context, me *who, _ *struct{}) error {
		if !s.node.Allow("trial "+me.ID, s.node.Limiter.Create/10, 5) {
			return &wire.Error{Code: wire.TooMany, Message: "too many e-mails were sent; wait a while", Later: 60}
		}
		now := s.node.Now().MS
		return s.node.Store.PutNotice(ctx, match.Notice{User: me.ID, Kind: store.NoticeTrial, Thing: "trial:", At: now, Due: now})
	}))
}

func (s *Server) noticePage(ctx context.Context, me *who) (*NoticePage, error) {
	settings, err := s.notify.Settings(ctx, me.ID)
	if err != nil {
		return nil, err
	}
	subs, err := s.node.Store.Subscriptions(ctx, me.ID)
	if err != nil {
		return nil, err
	}
	a, err := s.node.Store.Address(ctx, me.ID)
	if err != nil {
		return nil, err
	}
	page := &NoticePage{Settings: settings, Key: s.notify.PublicKey(), Devices: len(subs), CanMail: s.notify.CanMail() &&
		me.Kind == match.Account, Address: mail.Masked(a.Address)}
	if a.Until > s.node.Now().MS {
		page.Pending = mail.Masked(a.Pending)
	}
	return page, nil
}

// stopPage is the page behind the link that ends e-mails: one press, and no script.
// Whoever opens the link is not asked who they are, so it shows no name.
var stopPage = template.Must(template.New("stop").Parse(`<!doctype html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Atoll</title></head>
<body><main><h1>Atoll</h1><p>{{.Text}}</p>{{if .Button}}<form method="post"><button>{{.Button}}</button></form>{{end}}</main></body></html>
`))

// serveStop ends e-mails of a kind: at once for a mail program that posts, after a
// press for a person who opens the link.
func (s *Server) serveStop(w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	lang, ask, button, done, ok := s.notify.StopPage(r.Context(), token)
	view := map[string]string{"Lang": lang, "Text": ask, "Button": button}
	status := http.StatusOK
	switch {
	case !ok:
		status = http.StatusForbidden
	case r.Method == http.MethodPost:
		if err := s.notify.Stop(r.Context(), token); err != nil {
			s.refuse(w, gaveUp(r.Context(), err))
			return
		}
		view["Text"], view["Button"] = done, ""
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = stopPage.Execute(w, view)
}
