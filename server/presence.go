package server

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
	presenceFor = 45 * time.Second
	crowdEvery  = 2 * time.Second
)

// errMoved ends a stream whose table left the memory while it connected. The
// client comes again.
var errMoved = errors.New("the table was put away; connect again")

func (s *Server) arrive(st *stream, v wire.Viewer) error {
	l := st.l
	s.tables.mu.Lock()
	l.watch.Lock()
	if s.tables.all[l.id] != l {
		l.watch.Unlock()
		s.tables.mu.Unlock()
		return errMoved
	}
	l.streams[st] = struct{}{}
	s.tables.mu.Unlock()
	before, others := l.localLocked()
	st.counted = v
	l.countLocked(v, 1)
	after, now := l.localLocked()
	l.watch.Unlock()
	if before != after || others != now {
		s.presenceChanged(l, before != after)
	}
	if t := l.table.Load(); t != nil {
		s.watchAway(l, t)
	}
	return nil
}

// moved counts a connection for the seats that its user has now: they were drawn,
// or somebody who watched sat down.
func (s *Server) moved(st *stream, v wire.Viewer) {
	l := st.l
	l.watch.Lock()
	before, others := l.localLocked()
	l.countLocked(st.counted, -1)
	st.counted = v
	l.countLocked(v, 1)
	after, now := l.localLocked()
	l.watch.Unlock()
	if before != after || others != now {
		s.presenceChanged(l, before != after)
	}
}

func (s *Server) depart(st *stream) {
	l := st.l
	l.watch.Lock()
	delete(l.streams, st)
	before, others := l.localLocked()
	l.countLocked(st.counted, -1)
	after, now := l.localLocked()
	l.watch.Unlock()
	l.used.Store(s.cfg.Clock().UnixMilli())
	if (before != after || others != now) && !s.draining() {
		s.presenceChanged(l, before != after)
	}
	if t := l.table.Load(); t != nil && !s.draining() {
		s.watchAway(l, t)
	}
}

func (l *live) countLocked(v wire.Viewer, n int) {
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

func (l *live) localLocked() (game.Seats, int) {
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
func (l *live) present() (game.Seats, int) {
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

// presenceChanged tells everybody at a table who is there. That a player came or
// went is told at once, how many watch a little later: with many spectators each
// arrival would be told to all the others.
func (s *Server) presenceChanged(l *live, seats bool) {
	switch {
	case seats || s.cfg.PromptPresence:
		l.presence.Add(1)
		l.wake()
	case l.crowd.CompareAndSwap(false, true):
		time.AfterFunc(crowdEvery, func() {
			l.crowd.Store(false)
			l.presence.Add(1)
			l.wake()
		})
	}
	if s.cfg.Shared {
		s.tellPresence(l)
	}
}

// tellPresence tells the other nodes who is connected here.
func (s *Server) tellPresence(l *live) {
	t := l.table.Load()
	if t == nil {
		return
	}
	l.watch.Lock()
	on, others := l.localLocked()
	l.watch.Unlock()
	s.cfg.Pings.Tell(bus.Ping{Table: l.id, What: "presence", Node: s.node, Seats: wire.SeatNames(t, on), Others: others})
}

func (s *Server) heardPresence(p bus.Ping) {
	if p.Node == s.node {
		return
	}
	l := s.known(p.Table)
	if l == nil {
		return
	}
	t := l.table.Load()
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
	l.remote[p.Node] = remotePresence{seats, p.Others, time.Now().Add(presenceFor)}
	l.watch.Unlock()
	if !was || old.seats != seats || old.others != p.Others {
		l.presence.Add(1)
		l.wake()
		s.watchAway(l, t)
		if !was && s.cfg.Shared {
			s.tellPresence(l) // a node that is new to this table wants to know
		}
	}
}

// repeatPresence keeps what other nodes know of this one from going stale.
func (s *Server) repeatPresence() {
	s.tables.mu.Lock()
	var busy []*live
	for _, l := range s.tables.all {
		busy = append(busy, l)
	}
	s.tables.mu.Unlock()
	for _, l := range busy {
		l.watch.Lock()
		n := len(l.streams)
		l.watch.Unlock()
		if n > 0 {
			s.tellPresence(l)
		}
	}
}
