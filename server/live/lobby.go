package live

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"atoll/bus"
	"atoll/match"
	"atoll/server/wire"
)

// lobby tells people who are not at a table what is new: open tables, and their
// own tables that wait for them.
type lobby struct {
	mu     sync.Mutex
	ears   map[*lobbyEar]struct{}
	byUser map[string]map[*lobbyEar]struct{}
}

type lobbyEar struct {
	user    string
	out     chan lobbyNews
	recheck chan struct{} // the session may have ended
}

type lobbyNews struct {
	kind  string
	table *match.Table // nil if something was missed
}

func (l *lobby) init() {
	l.ears, l.byUser = map[*lobbyEar]struct{}{}, map[string]map[*lobbyEar]struct{}{}
}

func (l *lobby) add(e *lobbyEar) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ears[e] = struct{}{}
	if e.user == "" {
		return
	}
	if l.byUser[e.user] == nil {
		l.byUser[e.user] = map[*lobbyEar]struct{}{}
	}
	l.byUser[e.user][e] = struct{}{}
}

func (l *lobby) remove(e *lobbyEar) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.ears, e)
	delete(l.byUser[e.user], e)
	if len(l.byUser[e.user]) == 0 {
		delete(l.byUser, e.user)
	}
}

// changed tells everybody of a listed table that is open or was.
func (l *lobby) changed(t *match.Table) {
	if !t.Setup.Listed {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for e := range l.ears {
		e.tell(lobbyNews{"lobby", t})
	}
}

// turn tells the players of a table.
func (l *lobby) turn(t *match.Table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range t.Seats {
		for e := range l.byUser[s.User.ID] {
			e.tell(lobbyNews{"turn", t})
		}
	}
}

// check makes the connections of a user check whether their session is still valid.
func (l *lobby) check(user string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for e := range l.byUser[user] {
		select {
		case e.recheck <- struct{}{}:
		default:
		}
	}
}

// hasAny reports whether one of the users listens here.
func (l *lobby) hasAny(users []string) bool {
	if len(users) == 0 {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, u := range users {
		if len(l.byUser[u]) > 0 {
			return true
		}
	}
	return false
}

// heardLobby tells those who listen here of what another node has changed.
func (h *Hub) heardLobby(p bus.Ping) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_, t, err := h.tables.Read(ctx, p.Table)
	if err != nil {
		return // the list can be asked for again
	}
	if p.What == "lobby" {
		h.lobby.changed(t)
	}
	h.lobby.turn(t)
}

func (e *lobbyEar) tell(n lobbyNews) {
	select {
	case e.out <- n:
	default: // too slow: the list can be asked for again
	}
}

// Listen tells somebody who is not at a table what is new until the connection or
// the server ends.
func (h *Hub) Listen(ctx context.Context, to Listener, out Transport) error {
	write := func(kind string, id int64, data []byte) error { return out.Write(out.AppendFrame(nil, kind, id, data)) }
	bye := func() error { return write("bye", -1, []byte(`{"type":"bye","bye":"the server restarts"}`)) }
	if !h.open.enter() {
		return bye()
	}
	defer h.open.leave()
	e := &lobbyEar{user: to.User, out: make(chan lobbyNews, 64), recheck: make(chan struct{}, 1)}
	h.lobby.add(e)
	defer h.lobby.remove(e)
	e.recheck <- struct{}{}
	if err := write("beat", -1, h.beat); err != nil {
		return err
	}
	ticker := time.NewTicker(h.heartbeat)
	defer ticker.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-h.n.Down():
			return bye()
		case <-ticker.C:
			if err = to.Lasts(ctx); err == nil {
				err = h.beatLobby(out)
			}
		case <-e.recheck:
			err = to.Lasts(ctx)
		case n := <-e.out:
			err = h.writeNews(write, to.User, n)
		}
		if err != nil {
			return err
		}
	}
}

func (h *Hub) beatLobby(out Transport) error {
	b, err := out.Beat(nil)
	if err != nil {
		return err
	}
	return out.Write(out.AppendFrame(b, "beat", -1, h.beat))
}

func (h *Hub) writeNews(write func(kind string, id int64, data []byte) error, user string, n lobbyNews) error {
	if n.table == nil {
		return write("lobby", -1, []byte(`{"type":"lobby"}`))
	}
	info := h.Scene(n.table, 0).Info(n.table.SeatsOf(user))
	f := wire.Frame{Type: n.kind}
	if n.kind == "lobby" {
		f.Lobby = &info
	} else {
		f.Turn = &info
	}
	data, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return write(n.kind, n.table.Seq, data)
}
