package people

import (
	"context"
	"errors"
	"sync"
	"time"

	"atoll/server/node"
	"atoll/store"
)

const (
	// SessionAge is how long a session lasts.
	SessionAge = 180 * 24 * time.Hour
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

// put remembers a session that was read after that many drops. A drop since then may have been this
// session's.
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

// Session finds whose session it is; nobody if it has ended.
func (p *People) Session(ctx context.Context, hash string) (store.User, error) {
	now := p.n.Clock()
	if u, ok := p.sessions.get(hash, now); ok {
		return u, nil
	}
	drops := p.sessions.dropped()
	session, u, err := p.n.Store.Session(ctx, hash)
	if errors.Is(err, store.ErrNone) || err == nil && session.Expires < now.UnixMilli() {
		return store.User{}, nil
	}
	if err == nil {
		p.sessions.put(hash, u, now, drops)
	}
	return u, err
}

// Lasts fails once the session that opened a live connection has ended:
// whoever has signed out, changed a password or been banned must not go on over
// it. A store that does not answer ends nothing.
func (p *People) Lasts(ctx context.Context, session string) error {
	if session == "" {
		return nil
	}
	if u, err := p.Session(ctx, session); err == nil && u.ID == "" {
		return NoSession
	}
	return nil
}

// signIn gives the caller a new session of user u.
func (p *People) signIn(ctx context.Context, me *Caller, u store.User) error {
	tok, now := p.n.Secret(32), p.n.Clock()
	session := store.Session{Hash: node.Hash(tok), User: u.ID, Created: now.UnixMilli(), Expires: now.Add(SessionAge).UnixMilli()}
	if err := p.n.Store.PutSession(ctx, session); err != nil {
		return err
	}
	me.Carrier.GiveSession(tok)
	me.User, me.Session = u, session.Hash
	return nil
}

// SignOut ends the caller's session.
func (p *People) SignOut(ctx context.Context, me *Caller) error {
	if me.Session != "" {
		p.sessions.drop(me.Session)
		err := p.n.Store.DropSession(ctx, me.Session)
		p.ended(ctx, me.ID, false)
		if err != nil {
			return err
		}
	}
	me.Carrier.DropSession()
	return nil
}

var (
	nameFirst  = [...]string{"Calm", "Bold", "Swift", "Merry", "Quiet", "Bright", "Clever", "Lucky", "Brave", "Gentle", "Keen", "Proud", "Sunny", "Salty", "Windy", "Noble"}
	nameSecond = [...]string{"Heron", "Otter", "Gannet", "Turtle", "Dolphin", "Puffin", "Crab", "Seal", "Tern", "Ray", "Pelican", "Marlin", "Urchin", "Osprey", "Limpet", "Plover"}
)

// inventName makes up a nickname.
func (p *People) inventName() string {
	var b [3]byte
	p.n.Random(b[:])
	return nameFirst[b[0]&15] + " " + nameSecond[b[1]&15]
}
