package server

import (
	"context"
	"net/http"
	"strings"
	"time"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/people"
	"atoll/store"
)

const (
	cookieName   = "atoll_session"
	deviceCookie = "atoll_device"
	ticketCookie = "atoll_begun_"
	tokenName    = "Atoll-Token" // header that tells programs their token
)

type whoKey struct{}

// who is the caller of a request.
type who struct {
	store.User
	hash    string // of the session's token
	cookie  bool
	addr    string
	device  string // cookie of one that has signed in before
	tickets map[string]string
	secure  bool
	w       http.ResponseWriter
	browser bool
}

func caller(ctx context.Context) *who {
	if w, ok := ctx.Value(whoKey{}).(*who); ok {
		return w
	}
	return &who{}
}

// caller is the caller as package people knows them.
func (w *who) caller() *people.Caller {
	return &people.Caller{User: w.User, Session: w.hash, Address: w.addr, Device: w.device, Tickets: w.tickets, Carrier: w}
}

// GiveSession implements people.Carrier.
func (w *who) GiveSession(token string) {
	http.SetCookie(w.w, &http.Cookie{
		Name: cookieName, Value: token, Path: "/", MaxAge: int(people.SessionAge.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: w.secure,
	})
	// Browsers always say where a request comes from. They keep the cookie, which no script can
	// read; only programs are given the token.
	if !w.browser {
		w.w.Header().Set(tokenName, token)
	}
}

// DropSession implements people.Carrier.
func (w *who) DropSession() {
	http.SetCookie(w.w, &http.Cookie{
		Name: cookieName, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: w.secure,
	})
}

// GiveDevice implements people.Carrier.
func (w *who) GiveDevice(mark string) {
	http.SetCookie(w.w, &http.Cookie{
		Name: deviceCookie, Value: mark, Path: prefix, MaxAge: int(people.DeviceAge.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: w.secure,
	})
}

// GiveTicket implements people.Carrier.
func (w *who) GiveTicket(kind, ticket string, lasts time.Duration) {
	w.setTicket(kind, ticket, int(lasts.Seconds()))
}

// DropTicket implements people.Carrier.
func (w *who) DropTicket(kind string) { w.setTicket(kind, "", -1) }

// setTicket sets a cookie that also comes along when another site sends somebody
// back here.
func (w *who) setTicket(kind, ticket string, age int) {
	http.SetCookie(w.w, &http.Cookie{
		Name: ticketCookie + kind, Value: ticket, Path: prefix, MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: w.secure,
	})
}

func (w *who) user() match.User { return match.User{ID: w.ID, Name: w.Name, Kind: w.Kind} }

// need refuses callers without a session.
func need(ctx context.Context) (*who, error) {
	w := caller(ctx)
	if w.ID == "" {
		return nil, people.NoSession
	}
	return w, nil
}

// token returns the token that a request carries, from its header or cookie.
func token(r *http.Request) (tok string, cookie bool) {
	if h := r.Header.Get("Authorization"); h != "" {
		kind, tok, _ := strings.Cut(h, " ")
		if strings.EqualFold(kind, "Bearer") {
			return strings.TrimSpace(tok), false
		}
	}
	if c, err := r.Cookie(cookieName); err == nil {
		return c.Value, true
	}
	return "", false
}

// identify finds out who sends a request.
func (s *Server) identify(w http.ResponseWriter, r *http.Request) (*who, error) {
	me := &who{addr: s.address(r), secure: s.cfg.Secure, w: w, browser: r.Header.Get("Sec-Fetch-Site") != ""}
	if c, err := r.Cookie(deviceCookie); err == nil && len(c.Value) <= 200 {
		me.device = c.Value
	}
	for _, c := range r.Cookies() {
		if kind, ok := strings.CutPrefix(c.Name, ticketCookie); ok && len(c.Value) <= 200 && len(me.tickets) < 8 {
			if me.tickets == nil {
				me.tickets = map[string]string{}
			}
			me.tickets[kind] = c.Value
		}
	}
	tok, cookie := token(r)
	if tok == "" || len(tok) > 200 {
		return me, nil
	}
	h := node.Hash(tok)
	ctx, cancel := node.Patient(r.Context())
	defer cancel()
	u, err := s.folk.Session(ctx, h)
	if err == nil && u.ID != "" {
		me.User, me.hash, me.cookie = u, h, cookie
	}
	return me, err
}
