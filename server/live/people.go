package live

import (
	"slices"
	"sync"
	"time"

	"atoll/bus"
)

// elsewhere holds who is connected to other nodes, until it is out of date.
type elsewhere struct {
	mu    sync.Mutex
	until map[string]map[string]time.Time // by node and user
}

// Nudge makes people's clients ask again for what concerns them, at whichever node they are.
func (h *Hub) Nudge(users ...string) {
	h.lobby.nudge(users)
	if h.n.Shared {
		h.n.Pings.Tell(bus.Ping{What: "nudge", Node: h.n.ID, Users: users})
	}
}

func (l *lobby) nudge(users []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, u := range users {
		for e := range l.byUser[u] {
			e.tell(lobbyNews{kind: "lobby"})
		}
	}
}

func (l *lobby) users() (list []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for u := range l.byUser {
		list = append(list, u)
	}
	slices.Sort(list)
	return list
}

// hereMost is how many people one ping can name.
const hereMost = 500

// RepeatHere tells the other nodes who is connected to this one.
func (h *Hub) RepeatHere() {
	for part := range slices.Chunk(h.lobby.users(), hereMost) {
		h.n.Pings.Tell(bus.Ping{What: "here", Node: h.n.ID, Users: part})
	}
}

func (h *Hub) heardHere(p bus.Ping) {
	if p.Node == h.n.ID {
		return
	}
	h.afar.mu.Lock()
	defer h.afar.mu.Unlock()
	if h.afar.until == nil {
		h.afar.until = map[string]map[string]time.Time{}
	}
	now := time.Now()
	there := h.afar.until[p.Node]
	if there == nil {
		there = map[string]time.Time{}
		h.afar.until[p.Node] = there
	}
	for u, until := range there {
		if now.After(until) {
			delete(there, u)
		}
	}
	for _, u := range p.Users {
		there[u] = now.Add(PresenceFor)
	}
}

// Here reports whether somebody is connected, to any node.
func (h *Hub) Here(user string) bool {
	if h.lobby.hasAny([]string{user}) {
		return true
	}
	h.afar.mu.Lock()
	defer h.afar.mu.Unlock()
	now := time.Now()
	for _, there := range h.afar.until {
		if until, ok := there[user]; ok && now.Before(until) {
			return true
		}
	}
	return false
}
