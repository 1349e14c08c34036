// Package live tells people what happens: at a table they watch, and in the lobby.
// A stream keeps no queue; it compares what it has told with the table as it is.
package live

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"atoll/bus"
	"atoll/game"
	"atoll/match"
	"atoll/server/node"
	"atoll/server/tables"
	"atoll/server/wire"
)

// Config is what a Hub needs to know.
type Config struct {
	// Heartbeat is how often a live connection is told that the server is still
	// there, and asked whether the client is.
	Heartbeat time.Duration
	// Prompt tells every change in the number of spectators at once, so that tests know how
	// many frames to expect.
	Prompt bool
}

// Hub knows every live connection of this node.
type Hub struct {
	n         *node.Node
	tables    *tables.Tables
	lobby     lobby
	afar      elsewhere
	heartbeat time.Duration
	beat      []byte // the frame of a heartbeat
	prompt    bool
	present   func(t *match.Table, online game.Seats)
	looks     func(user, table string)
	open      gate
	reports   atomic.Int64 // of who is there, told so far
}

// New makes a hub. The hub is the audience of the tables, so it makes them too.
func New(n *node.Node, cfg Config) (*Hub, *tables.Tables) {
	h := &Hub{n: n, heartbeat: cfg.Heartbeat, beat: wire.BeatFrame(cfg.Heartbeat), prompt: cfg.Prompt}
	h.lobby.init()
	h.tables = tables.New(n, func(e *tables.Entry) tables.Audience {
		return &hall{entry: e}
	})
	h.tables.OnChange(h.changed)
	return h, h.tables
}

// OnPresence calls f when the people connected to a table may have changed.
func (h *Hub) OnPresence(f func(t *match.Table, online game.Seats)) { h.present = f }

// OnLook calls f when a player comes to a table. f must not block.
func (h *Hub) OnLook(f func(user, table string)) { h.looks = f }

// Wait returns when every connection has ended. Whoever comes later is only told to come again.
func (h *Hub) Wait() { h.open.close() }

// gate counts connections until it is closed.
type gate struct {
	mu     sync.Mutex
	closed bool
	inside sync.WaitGroup
}

// enter lets a connection in, which must leave. It is false where the gate is closed.
func (g *gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.inside.Add(1)
	}
	return !g.closed
}

func (g *gate) leave() { g.inside.Done() }

// close lets nobody in any more, and returns when all have left.
func (g *gate) close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.inside.Wait()
}

// hall is a table with the streams that watch it.
type hall struct {
	entry *tables.Entry

	watch    sync.Mutex
	streams  []*Stream          // each knows its place
	seats    []match.Seat       // who sat where when connections were counted
	online   [game.MaxSeats]int // connections of this node
	on       game.Seats         // those with any
	others   int
	presence atomic.Int64     // raised when somebody comes or goes
	crowd    atomic.Bool      // a change in the number of spectators is about to be told
	remote   []remotePresence // lists: both are short as a rule, and looked through for every move
	chat     atomic.Int64     // id of the latest line known here
	frames   frameCache
}

func hallOf(e *tables.Entry) *hall { return e.Audience.(*hall) }

// Watched implements tables.Audience.
func (l *hall) Watched() bool {
	l.watch.Lock()
	defer l.watch.Unlock()
	return len(l.streams) > 0
}

// Rewritten implements tables.Audience.
func (l *hall) Rewritten() { l.frames.clear() }

// noteChat notes the latest line of chat; lines may arrive out of order.
func (l *hall) noteChat(id int64) {
	for old := l.chat.Load(); id > old && !l.chat.CompareAndSwap(old, id); {
		old = l.chat.Load()
	}
}

func (l *hall) wake() {
	l.watch.Lock()
	defer l.watch.Unlock()
	for _, st := range l.streams {
		// A stream that waits for an acknowledgement tells everything new along with it.
		if !st.acting.Load() {
			st.wake()
		}
	}
}

// WakeAll makes every stream look at its table again.
func (h *Hub) WakeAll() {
	for _, e := range h.tables.All() {
		hallOf(e).wake()
	}
}

// Recheck makes a user's connections check that their session is still valid. If the
// user is gone, their name is gone from the logs.
func (h *Hub) Recheck(user string, gone bool) {
	h.lobby.check(user)
	for _, e := range h.tables.All() {
		if gone {
			e.Outdate() // its log was rewritten
		}
		l := hallOf(e)
		l.watch.Lock()
		for _, st := range l.streams {
			if st.to.User == user {
				st.recheck.Store(true)
			}
			if st.to.User == user || gone {
				st.wake()
			}
		}
		l.watch.Unlock()
	}
}

// changed tells everybody about a change once it is stored.
func (h *Hub) changed(_ *tables.Entry, before, t *match.Table) {
	status := before == nil || before.Status != t.Status || t.Status == match.Open
	switch {
	case before == nil || t.Seq != before.Seq:
		p := bus.Ping{Table: t.ID, Seq: t.Seq, Node: h.n.ID}
		if h.n.Shared {
			p.News = h.n.Seal(t.ID, t.News(before))
			for _, seat := range t.Seats {
				if seat.User.ID != "" {
					p.Users = append(p.Users, seat.User.ID)
				}
			}
			if t.Setup.Listed && status {
				p.What = "lobby"
			}
		}
		h.n.Pings.Tell(p)
	case t.Version != before.Version:
		p := bus.Ping{Table: t.ID, Seq: t.Seq, What: "private", Node: h.n.ID}
		if h.n.Shared {
			p.News = h.n.Seal(t.ID, t.News(before))
		}
		h.n.Pings.Tell(p)
	}
	if status {
		h.lobby.changed(t)
	}
	if before == nil || t.Seq != before.Seq {
		h.lobby.turn(t)
	}
}

// Hear handles a ping from the bus.
func (h *Hub) Hear(p bus.Ping) {
	switch p.What {
	case bus.Missed:
		go h.missed()
		return
	case "again":
		if e := h.tables.Known(p.Table); e != nil {
			go h.lookAt(context.Background(), hallOf(e))
		}
		return
	case "presence":
		h.heardPresence(p)
		return
	case "here":
		h.heardHere(p)
		return
	case "nudge":
		if p.Node != h.n.ID {
			h.lobby.nudge(p.Users)
		}
		return
	case "chat":
		if e := h.tables.Known(p.Table); e != nil {
			hallOf(e).noteChat(p.Seq)
			hallOf(e).wake()
		}
		return
	}
	if p.Node != h.n.ID && (p.What == "lobby" || h.lobby.hasAny(p.Users)) {
		go h.heardLobby(p)
	}
	e := h.tables.Known(p.Table)
	if e == nil {
		return
	}
	t := e.Table()
	if t == nil || p.Seq > t.Seq || p.Node != h.n.ID && p.What == "private" {
		e.Heard(p.News)
	}
	hallOf(e).wake()
}

// Online are the seats of a table with a live connection, on all nodes.
func (h *Hub) Online(table string) game.Seats {
	on, _ := h.presentAt(table)
	return on
}

// Crowd is how many people watch a table, as far as this node knows.
func (h *Hub) Crowd(table string) int {
	_, others := h.presentAt(table)
	return others
}

func (h *Hub) presentAt(table string) (game.Seats, int) {
	if e := h.tables.Known(table); e != nil {
		if t := e.Table(); t != nil {
			return hallOf(e).present(t)
		}
	}
	return 0, 0
}

func (h *Hub) here(l *hall, t *match.Table) {
	if h.present != nil {
		on, _ := l.present(t)
		h.present(t, on)
	}
}
