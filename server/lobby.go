package server

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"atoll/bus"
	"atoll/game"
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
	table *match.Table // nil: something was missed
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

// check lets the connections of a user look whether their session lasts.
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
func (s *Server) heardLobby(p bus.Ping) {
	ctx, cancel := context.WithTimeout(s.background(), 5*time.Second)
	defer cancel()
	_, t, err := s.read(ctx, p.Table)
	if err != nil {
		return // the list can be asked for again
	}
	if p.What == "lobby" {
		s.lobby.changed(t)
	}
	s.lobby.turn(t)
}

func (e *lobbyEar) tell(n lobbyNews) {
	select {
	case e.out <- n:
	default: // too slow: the list can be asked for again
	}
}

// serveLobby is GET /live.
func (s *Server) serveLobby(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodHead {
		eventStream(w.Header())
		return
	}
	me := caller(r.Context())
	leave, ok := s.limits.stream(me.addr)
	if !ok {
		s.refuse(w, &match.Error{Code: match.TooMany, Message: "too many live connections from your address"})
		return
	}
	defer leave()
	e := &lobbyEar{user: me.ID, out: make(chan lobbyNews, 64), recheck: make(chan struct{}, 1)}
	s.lobby.add(e)
	defer s.lobby.remove(e)
	e.recheck <- struct{}{}
	s.streams.Add(1)
	defer s.streams.Done()
	eventStream(w.Header())
	rc := http.NewResponseController(w)
	_ = rc.SetReadDeadline(time.Time{})
	write := func(b []byte) error {
		_ = rc.SetWriteDeadline(time.Now().Add(sendWithin))
		if _, err := w.Write(b); err != nil {
			return err
		}
		return rc.Flush()
	}
	beat := func() error { return write(append(append([]byte("event: beat\ndata: "), s.beat...), "\n\n"...)) }
	if beat() != nil {
		return
	}
	ticker := time.NewTicker(s.cfg.Heartbeat)
	defer ticker.Stop()
	for {
		var err error
		select {
		case <-r.Context().Done():
			return
		case <-s.drain:
			_ = write([]byte("event: bye\ndata: {\"type\":\"bye\",\"bye\":\"the server restarts\"}\n\n"))
			return
		case <-ticker.C:
			if err = s.lasts(r.Context(), me); err == nil {
				err = beat()
			}
		case <-e.recheck:
			err = s.lasts(r.Context(), me)
		case n := <-e.out:
			err = s.writeNews(write, me.ID, n)
		}
		if err != nil {
			return
		}
	}
}

func (s *Server) writeNews(write func([]byte) error, user string, n lobbyNews) error {
	if n.table == nil {
		return write([]byte("event: lobby\ndata: {\"type\":\"lobby\"}\n\n"))
	}
	info := s.scene(n.table, 0).Info(n.table.SeatsOf(user))
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
	return write(appendEvent(nil, n.kind, n.table.Seq, data))
}

// stored turns a table of a list into what the caller may know of it.
func (s *Server) stored(st *match.Stored, user string) (wire.TableInfo, error) {
	var i match.Info
	if err := json.Unmarshal(st.Head.Info, &i); err != nil {
		return wire.TableInfo{}, err
	}
	g, ok := s.games(st.Head.Game)
	if !ok {
		return wire.TableInfo{}, &match.Error{Code: match.NotFound, Message: "a game of this table is not installed"}
	}
	cfg := game.Config{Game: g, Players: i.Players}
	out := wire.TableInfo{
		ID: st.ID, Game: st.Head.Game, Players: i.Players, Status: string(st.Head.Status), Clock: i.Clock,
		Rated: st.Head.Rated, Listed: st.Head.Listed, Draws: i.Draws, Created: st.Head.Created, Updated: st.Head.Updated,
		Host: i.Host, Seq: st.Head.Seq, Acting: []string{}, Result: i.Result, Assigned: i.Assigned, Tour: i.Tournament,
	}
	if err := json.Unmarshal(i.Options, &out.Options); err != nil {
		return wire.TableInfo{}, err
	}
	var mine game.Seats
	for n, seat := range i.Seats {
		if seat.Held(user) {
			mine = mine.With(game.Seat(n))
		}
		if st.Head.Acting.Has(game.Seat(n)) {
			out.Acting = append(out.Acting, cfg.SeatName(game.Seat(n)))
		}
	}
	var online game.Seats
	if l := s.known(st.ID); l != nil {
		online, _ = l.present()
	}
	out.Seats = wire.SeatInfos(cfg, i.Seats, mine, online)
	waits := st.Head.Acting & mine
	if waits != 0 {
		var p match.Private
		if err := json.Unmarshal(st.Private, &p); err == nil {
			for _, o := range p.Sealed {
				if o.Do != "" {
					waits = waits.Without(o.Seat)
				}
			}
		}
	}
	out.YourTurn = waits != 0
	return out, nil
}
