package live

import (
	"errors"
	"time"

	"atoll/bus"
	"atoll/game"
	"atoll/server/wire"
)

// remotePresence is who is connected to another node, until it is out of date.
type remotePresence struct {
	seats  game.Seats
	others int
	until  time.Time
}

const (
	// PresenceFor is how long another node's report of who is there stays valid.
	PresenceFor = 45 * time.Second
	crowdEvery  = 2 * time.Second
)

// errMoved ends a stream whose table left the memory while it connected. The client connects again.
var errMoved = errors.New("the table was put away; connect again")

func (h *Hub) arrive(st *Stream, v wire.Viewer) error {
	l := st.hall
	there := h.tables.While(l.entry, func() {
		l.watch.Lock()
		defer l.watch.Unlock()
		l.streams[st] = struct{}{}
	})
	if !there {
		return errMoved
	}
	l.watch.Lock()
	before, others := l.localLocked()
	st.counted = v
	l.countLocked(v, 1)
	after, now := l.localLocked()
	l.watch.Unlock()
	if before != after || others != now {
		h.presenceChanged(l, before != after)
	}
	if t := l.entry.Table(); t != nil {
		h.here(l, t)
	}
	if h.looks != nil && v.Mine != 0 {
		h.looks(st.to.User, l.entry.ID)
	}
	return nil
}

// moved counts a connection for the seats that its user has now: they were drawn,
// or somebody who watched sat down.
func (h *Hub) moved(st *Stream, v wire.Viewer) {
	l := st.hall
	l.watch.Lock()
	before, others := l.localLocked()
	l.countLocked(st.counted, -1)
	st.counted = v
	l.countLocked(v, 1)
	after, now := l.localLocked()
	l.watch.Unlock()
	if before != after || others != now {
		h.presenceChanged(l, before != after)
	}
}

func (h *Hub) depart(st *Stream) {
	l := st.hall
	l.watch.Lock()
	delete(l.streams, st)
	before, others := l.localLocked()
	l.countLocked(st.counted, -1)
	after, now := l.localLocked()
	l.watch.Unlock()
	h.tables.Use(l.entry)
	if (before != after || others != now) && !h.n.Draining() {
		h.presenceChanged(l, before != after)
	}
	if t := l.entry.Table(); t != nil && !h.n.Draining() {
		h.here(l, t)
	}
}

func (l *hall) countLocked(v wire.Viewer, n int) {
	if v.Mine == 0 {
		l.others += n
		return
	}
	for s := range game.Seat(game.MaxSeats) {
		if v.Mine.Has(s) {
			l.online[s] += n
		}
	}
}

func (l *hall) localLocked() (game.Seats, int) {
	var on game.Seats
	for s, n := range l.online {
		if n > 0 {
			on = on.With(game.Seat(s))
		}
	}
	return on, l.others
}

// present returns the seats with a connection, and how many spectators there
// are, on all nodes.
func (l *hall) present() (game.Seats, int) {
	l.watch.Lock()
	defer l.watch.Unlock()
	on, others := l.localLocked()
	for node, r := range l.remote {
		if time.Now().After(r.until) {
			delete(l.remote, node)
			continue
		}
		on |= r.seats
		others += r.others
	}
	return on, others
}

// presenceChanged tells everybody at a table who is there. Players who come or go are announced at
// once, the number of spectators a little later: with many of them each arrival would be sent to
// all the others.
func (h *Hub) presenceChanged(l *hall, seats bool) {
	switch {
	case seats || h.prompt:
		l.presence.Add(1)
		l.wake()
	case l.crowd.CompareAndSwap(false, true):
		time.AfterFunc(crowdEvery, func() {
			l.crowd.Store(false)
			l.presence.Add(1)
			l.wake()
		})
	}
	if h.n.Shared {
		h.tellPresence(l)
	}
}

// tellPresence tells the other nodes who is connected here.
func (h *Hub) tellPresence(l *hall) {
	t := l.entry.Table()
	if t == nil {
		return
	}
	l.watch.Lock()
	on, others := l.localLocked()
	l.watch.Unlock()
	h.n.Pings.Tell(bus.Ping{Table: l.entry.ID, What: "presence", Node: h.n.ID, Seats: wire.SeatNames(t, on), Others: others})
}

func (h *Hub) heardPresence(p bus.Ping) {
	if p.Node == h.n.ID {
		return
	}
	e := h.tables.Known(p.Table)
	if e == nil {
		return
	}
	l := hallOf(e)
	t := l.entry.Table()
	if t == nil {
		return
	}
	var seats game.Seats
	for _, name := range p.Seats {
		if seat, ok := t.Config.SeatByName(name); ok && seat != game.Nature {
			seats = seats.With(seat)
		}
	}
	l.watch.Lock()
	old, was := l.remote[p.Node]
	if l.remote == nil {
		l.remote = map[string]remotePresence{}
	}
	l.remote[p.Node] = remotePresence{seats, p.Others, time.Now().Add(PresenceFor)}
	l.watch.Unlock()
	if !was || old.seats != seats || old.others != p.Others {
		l.presence.Add(1)
		l.wake()
		h.here(l, t)
		if !was && h.n.Shared {
			h.tellPresence(l) // a node that is new to this table wants to know
		}
	}
}

// RepeatPresence keeps what other nodes know of this one from going stale.
func (h *Hub) RepeatPresence() {
	for _, e := range h.tables.All() {
		if e.Audience.Watched() {
			h.tellPresence(hallOf(e))
		}
	}
}
