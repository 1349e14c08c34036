package live

import (
	"errors"
	"slices"
	"time"

	"atoll/bus"
	"atoll/game"
	"atoll/match"
)

// remotePresence is who is connected to another node, until it is out of date.
type remotePresence struct {
	node   string
	number int64
	users  []string // who of them plays, or did when the other node looked
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

func (h *Hub) arrive(st *Stream, t *match.Table) error {
	l := st.hall
	var before, after game.Seats
	var others, now int
	there := h.tables.While(l.entry, func() {
		l.watch.Lock()
		defer l.watch.Unlock()
		before, others = l.localLocked(t)
		st.place = len(l.streams)
		l.streams = append(l.streams, st)
		l.countLocked(st, t)
		after, now = l.localLocked(t)
	})
	if !there {
		return errMoved
	}
	if before != after || others != now {
		h.presenceChanged(l, before != after)
	}
	if t := l.entry.Table(); t != nil {
		h.here(l, t)
	}
	if h.looks != nil && st.mine != 0 {
		h.looks(st.to.User, l.entry.ID)
	}
	return nil
}

func (h *Hub) depart(st *Stream) {
	l := st.hall
	l.watch.Lock()
	last := len(l.streams) - 1
	l.streams[st.place] = l.streams[last]
	l.streams[st.place].place = st.place
	l.streams[last] = nil
	l.streams = l.streams[:last]
	before, others := l.on, l.others
	l.addLocked(st.counted, -1)
	after, now := l.on, l.others
	l.watch.Unlock()
	h.tables.Use(l.entry)
	if (before != after || others != now) && !h.n.Draining() {
		h.presenceChanged(l, before != after)
	}
	if t := l.entry.Table(); t != nil && !h.n.Draining() {
		h.here(l, t)
	}
}

// countLocked counts a connection for the seats that its user has at a table.
func (l *hall) countLocked(st *Stream, t *match.Table) {
	st.counted = t.SeatsOf(st.to.User)
	l.addLocked(st.counted, 1)
}

func (l *hall) addLocked(seats game.Seats, n int) {
	if seats == 0 {
		l.others += n
		return
	}
	for s := range l.online {
		if seat := game.Seat(s); seats.Has(seat) {
			l.online[s] += n
			if l.online[s] > 0 {
				l.on = l.on.With(seat)
			} else {
				l.on = l.on.Without(seat)
			}
		}
	}
}

// localLocked returns the seats of a table with a connection to this node, and the number of
// spectators. If others sit there, or elsewhere, than when connections were counted, it counts them
// anew: no player may seem away because seats were drawn.
func (l *hall) localLocked(t *match.Table) (game.Seats, int) {
	if !slices.EqualFunc(l.seats, t.Seats, sameHolder) {
		l.online, l.on, l.others = [game.MaxSeats]int{}, 0, 0
		for _, st := range l.streams {
			l.countLocked(st, t)
		}
	}
	l.seats = t.Seats
	return l.on, l.others
}

// sameHolder reports whether the same people may play a seat.
func sameHolder(a, b match.Seat) bool {
	return a.Kind == b.Kind && a.Stand == b.Stand && a.User.ID == b.User.ID && slices.Equal(a.Also, b.Also)
}

// present returns the seats of a table with a connection, and how many spectators there
// are, on all nodes.
func (l *hall) present(t *match.Table) (game.Seats, int) {
	l.watch.Lock()
	defer l.watch.Unlock()
	on, others := l.localLocked(t)
	if len(l.remote) == 0 {
		return on, others
	}
	now := time.Now()
	l.remote = slices.DeleteFunc(l.remote, func(r remotePresence) bool { return now.After(r.until) })
	for _, r := range l.remote {
		for _, u := range r.users {
			on |= t.SeatsOf(u)
		}
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
	var users []string
	l.watch.Lock()
	// Two of them may overtake each other on their way to the bus: the number tells which is newer.
	number := h.reports.Add(1)
	_, others := l.localLocked(t)
	for _, st := range l.streams {
		if st.counted != 0 && !slices.Contains(users, st.to.User) {
			users = append(users, st.to.User)
		}
	}
	l.watch.Unlock()
	slices.Sort(users)
	h.n.Pings.Tell(bus.Ping{Table: l.entry.ID, Seq: number, What: "presence", Node: h.n.ID, Users: users, Others: others})
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
	now := time.Now()
	l.watch.Lock()
	i := slices.IndexFunc(l.remote, func(r remotePresence) bool { return r.node == p.Node })
	if i < 0 {
		i, l.remote = len(l.remote), append(l.remote, remotePresence{})
	}
	old := l.remote[i]
	was := now.Before(old.until)
	late := p.Seq < old.number
	if !late {
		l.remote[i] = remotePresence{p.Node, p.Seq, p.Users, p.Others, now.Add(PresenceFor)}
	}
	l.watch.Unlock()
	if late {
		return
	}
	if !was || !slices.Equal(old.users, p.Users) || old.others != p.Others {
		l.presence.Add(1)
		l.wake()
		h.here(l, t)
		if !was && h.n.Shared {
			h.tellPresence(l) // a node that is new to this table, or has forgotten it meanwhile, wants to know
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
