package server

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
)

const (
	cookieName = "atoll_session"
	tokenName  = "Atoll-Token" // header that tells programs their token
	sessionAge = 180 * 24 * time.Hour
	// rememberFor bounds how long a session that was ended elsewhere still works.
	rememberFor = 30 * time.Second
	maxSessions = 50_000
)

// sessions remembers who holds which token, so that not every request asks the
// store.
type sessions struct {
	mu    sync.Mutex
	known map[string]knownSession // by hash
	drops int64                   // how often some were dropped
}

type knownSession struct {
	user  store.User
	until time.Time
}

func (ss *sessions) init() { ss.known = map[string]knownSession{} }

func (ss *sessions) get(hash string, now time.Time) (store.User, bool) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	k, ok := ss.known[hash]
	return k.user, ok && now.Before(k.until)
}

// dropped tells how often sessions were dropped so far.
func (ss *sessions) dropped() int64 {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	return ss.drops
}

// put remembers a session as it was read when so many drops had been. If there was
// one since, it may be this session's.
func (ss *sessions) put(hash string, u store.User, now time.Time, drops int64) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if drops != ss.drops {
		return
	}
	if len(ss.known) >= maxSessions {
		clear(ss.known)
	}
	ss.known[hash] = knownSession{u, now.Add(rememberFor)}
}

// tidy forgets what would have to be asked for again anyway.
func (ss *sessions) tidy(now time.Time) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	for h, k := range ss.known {
		if now.After(k.until) {
			delete(ss.known, h)
		}
	}
}

func (ss *sessions) drop(hash string) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.drops++
	delete(ss.known, hash)
}

// dropUser forgets all sessions of a user.
func (ss *sessions) dropUser(user string) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.drops++
	for h, k := range ss.known {
		if k.user.ID == user {
			delete(ss.known, h)
		}
	}
}

type whoKey struct{}

// who is the caller of a request.
type who struct {
	store.User
	hash    string // of the session's token
	cookie  bool
	addr    string
	device  string // cookie of one that has signed in before
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

func (w *who) user() match.User { return match.User{ID: w.ID, Name: w.Name, Kind: w.Kind} }

// need refuses those who are nobody yet.
func need(ctx context.Context) (*who, error) {
	w := caller(ctx)
	if w.ID == "" {
		return nil, noSession
	}
	return w, nil
}

var noSession = &wire.Error{Code: wire.NoSession, Message: "you have no session; take a nickname first (POST /api/v1/guest)"}

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
	tok, cookie := token(r)
	if tok == "" || len(tok) > 200 {
		return me, nil
	}
	h := node.Hash(tok)
	ctx, cancel := node.Patient(r.Context())
	defer cancel()
	u, err := s.session(ctx, h)
	if err == nil && u.ID != "" {
		me.User, me.hash, me.cookie = u, h, cookie
	}
	return me, err
}

// session finds whose session it is; nobody's if it has ended.
func (s *Server) session(ctx context.Context, hash string) (store.User, error) {
	now := s.node.Clock()
	if u, ok := s.sessions.get(hash, now); ok {
		return u, nil
	}
	drops := s.sessions.dropped()
	session, u, err := s.node.Store.Session(ctx, hash)
	if errors.Is(err, store.ErrNone) || err == nil && session.Expires < now.UnixMilli() {
		return store.User{}, nil
	}
	if err == nil {
		s.sessions.put(hash, u, now, drops)
	}
	return u, err
}

// lasts fails once the session has ended by which a live connection was opened:
// whoever has signed out, changed a password or been banned must not go on over
// it. A store that does not answer ends nothing.
func (s *Server) lasts(ctx context.Context, me *who) error {
	if me.hash == "" {
		return nil
	}
	if u, err := s.session(ctx, me.hash); err == nil && u.ID == "" {
		return noSession
	}
	return nil
}

// signIn gives the caller a new session of user u.
func (s *Server) signIn(ctx context.Context, me *who, u store.User) error {
	tok, now := s.node.Secret(32), s.node.Clock()
	session := store.Session{Hash: node.Hash(tok), User: u.ID, Created: now.UnixMilli(), Expires: now.Add(sessionAge).UnixMilli()}
	if err := s.node.Store.PutSession(ctx, session); err != nil {
		return err
	}
	http.SetCookie(me.w, &http.Cookie{
		Name: cookieName, Value: tok, Path: "/", MaxAge: int(sessionAge.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: me.secure,
	})
	// Browsers always say where a request comes from. They keep the cookie, which
	// no script can read; only programs are told the token.
	if !me.browser {
		me.w.Header().Set(tokenName, tok)
	}
	me.User, me.hash = u, session.Hash
	return nil
}

// signOut ends the caller's session.
func (s *Server) signOut(ctx context.Context, me *who) error {
	if me.hash != "" {
		s.sessions.drop(me.hash)
		err := s.node.Store.DropSession(ctx, me.hash)
		s.ended(ctx, me.ID, false)
		if err != nil {
			return err
		}
	}
	s.forgetCookie(me)
	return nil
}

func (s *Server) forgetCookie(me *who) {
	http.SetCookie(me.w, &http.Cookie{Name: cookieName, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: me.secure})
}

var (
	nameFirst  = [...]string{"Calm", "Bold", "Swift", "Merry", "Quiet", "Bright", "Clever", "Lucky", "Brave", "Gentle", "Keen", "Proud", "Sunny", "Salty", "Windy", "Noble"}
	nameSecond = [...]string{"Heron", "Otter", "Gannet", "Turtle", "Dolphin", "Puffin", "Crab", "Seal", "Tern", "Ray", "Pelican", "Marlin", "Urchin", "Osprey", "Limpet", "Plover"}
)

// inventName makes up a nickname.
func (s *Server) inventName() string {
	var b [3]byte
	s.node.Random(b[:])
	return nameFirst[b[0]&15] + " " + nameSecond[b[1]&15]
}
