package server

import (
	"context"
	"time"

	"atoll/bus"
)

// A node that cannot hear the others must not look as if nothing happened: while
// the bus is away the store is asked what is new, and once it is back everything
// that may have been missed is looked at again.

// lookEvery is how often the store is asked while the bus is away.
const lookEvery = 1500 * time.Millisecond

// watchBus asks the store for what the bus does not tell.
func (s *Server) watchBus(ctx context.Context) {
	n := 0
	every(ctx, lookEvery, func() {
		if s.cfg.Pings.Sound() {
			n = 0
			return
		}
		s.lookAgain(ctx)
		if n++; n%8 == 0 { // lists are asked for by everybody who has one open
			s.lobby.missed()
		}
	})
}

// missed is called when pings may have been lost, of others or of this node.
func (s *Server) missed() {
	ctx, cancel := context.WithTimeout(s.background(), time.Minute)
	defer cancel()
	for _, l := range s.lookAgain(ctx) {
		if t := l.table.Load(); t != nil {
			s.cfg.Pings.Tell(bus.Ping{Table: l.id, Seq: t.Seq, What: "private", Node: s.node})
		}
		if id := l.chat.Load(); id > 0 {
			s.cfg.Pings.Tell(bus.Ping{Table: l.id, Seq: id, What: "chat", Node: s.node})
		}
	}
	s.repeatPresence()
	s.lobby.missed()
}

// lookAgain lets every stream compare what it has told with the store. It returns
// the tables that this node has in memory.
func (s *Server) lookAgain(ctx context.Context) []*live {
	s.tables.mu.Lock()
	all := make([]*live, 0, len(s.tables.all))
	for _, l := range s.tables.all {
		all = append(all, l)
	}
	s.tables.mu.Unlock()
	for _, l := range all {
		s.lookAt(ctx, l)
	}
	return all
}

// lookAt lets the streams of a table compare what they have told with the store.
func (s *Server) lookAt(ctx context.Context, l *live) {
	l.stale.Store(true)
	l.watch.Lock()
	n := len(l.streams)
	l.watch.Unlock()
	if n == 0 {
		return
	}
	lines, err := s.cfg.Store.Chat(ctx, l.id, l.chat.Load(), 1)
	if err == nil && len(lines) > 0 {
		l.noteChat(lines[0].ID)
	}
	l.wake()
}

// missed tells everybody with a list that it may be old.
func (l *lobby) missed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for e := range l.ears {
		e.tell(lobbyNews{kind: "lobby"})
	}
}

// deaf reports whether players may be connected to nodes that cannot be heard.
func (s *Server) deaf() bool { return s.cfg.Shared && !s.cfg.Pings.Sound() }
