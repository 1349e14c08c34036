package live

import (
	"context"
	"time"

	"atoll/bus"
	"atoll/server/node"
)

// A node that cannot hear the others must not look as if nothing happened: while
// the bus is away the store is asked what is new, and once it is back everything
// that may have been missed is looked at again.

// lookEvery is how often the store is asked while the bus is away.
const lookEvery = 1500 * time.Millisecond

// WatchBus asks the store for what the bus does not report.
func (h *Hub) WatchBus(ctx context.Context) {
	n := 0
	node.Every(ctx, lookEvery, func() {
		if h.n.Pings.Sound() {
			n = 0
			return
		}
		h.lookAgain(ctx)
		if n++; n%8 == 0 { // everybody who has a list open asks for it again
			h.lobby.missed()
		}
	})
}

// missed is called when pings may have been lost, from others or from this node.
func (h *Hub) missed() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for _, l := range h.lookAgain(ctx) {
		if t := l.entry.Table(); t != nil {
			h.n.Pings.Tell(bus.Ping{Table: l.entry.ID, Seq: t.Seq, What: "private", Node: h.n.ID})
		}
		if id := l.chat.Load(); id > 0 {
			h.n.Pings.Tell(bus.Ping{Table: l.entry.ID, Seq: id, What: "chat", Node: h.n.ID})
		}
	}
	h.RepeatPresence()
	h.lobby.missed()
}

// lookAgain lets every stream compare what it has sent with the store. It returns
// the tables that this node has in memory.
func (h *Hub) lookAgain(ctx context.Context) []*hall {
	var all []*hall
	for _, e := range h.tables.All() {
		all = append(all, hallOf(e))
		h.lookAt(ctx, hallOf(e))
	}
	return all
}

// lookAt lets the streams of a table compare what they have sent with the store.
func (h *Hub) lookAt(ctx context.Context, l *hall) {
	l.entry.Outdate()
	if !l.Watched() {
		return
	}
	lines, err := h.n.Store.Chat(ctx, l.entry.ID, l.chat.Load(), 1)
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
