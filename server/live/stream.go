package live

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"atoll/game"
	"atoll/match"
	"atoll/server/tables"
	"atoll/server/wire"
	"atoll/store"
)

// Stream is one live connection to a table. It keeps no queue: when it is woken it compares what it
// has sent with the table as it is, and sends the difference, all of it in one write. So a slow
// reader costs nothing, and gaps cannot happen.
type Stream struct {
	h     *Hub
	hall  *hall
	place int // among the hall's streams, by whose lock it is guarded
	to    Listener
	seat  string // as asked for
	awake chan struct{}
	out   Transport

	seq      int64
	chat     int64
	presence int64
	sealed   string // own choice as last sent, with its step
	ready    string
	gaps     *[]match.Gap // with which clocks were last sent
	off      game.Seats   // on vacation then
	ears     store.Hearing
	mine     game.Seats // as last looked at
	counted  game.Seats // it is counted under these among those present; guarded by the hall's lock

	// What the reading side of a WebSocket passes to the writing side. It waits while the client
	// does not read its answers.
	replies chan []byte
	acting  atomic.Bool // an action of this connection is being stored

	recheck  atomic.Bool // its session may have ended
	rewrites int64       // of the table's log, as last sent
}

// Listener is who listens to a live connection.
type Listener struct {
	User string // "": nobody yet
	// Lasts fails once the session that opened the connection has ended.
	Lasts func(context.Context) error
}

// Transport is how frames travel. Only the goroutine of the stream uses it.
type Transport interface {
	// AppendFrame adds a frame to what will be written. kind is "" for replies; an id
	// below 0 is none.
	AppendFrame(b []byte, kind string, id int64, data []byte) []byte
	// Write writes whole frames.
	Write(b []byte) error
	// Beat is called before every heartbeat is written. It fails if the other side
	// is gone.
	Beat(b []byte) ([]byte, error)
}

// buffers lends the memory in which frames wait to be written: a stream is
// idle nearly all the time.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// giveBack returns a buffer, which has grown to b.
func giveBack(buf *[]byte, b []byte) {
	if cap(b) <= 1<<16 {
		*buf = b
		buffers.Put(buf)
	}
}

const (
	chatLines = 100
	// lookAgain is how soon a stream that could not read its table tries again.
	lookAgain = time.Second
)

// NewStream makes a stream of a table for one listener; seat is as asked for.
func (h *Hub) NewStream(e *tables.Entry, to Listener, seat string, out Transport) *Stream {
	return &Stream{h: h, hall: hallOf(e), to: to, seat: seat, awake: make(chan struct{}, 1), out: out, replies: make(chan []byte, 8)}
}

// Run tells everything until the connection or the server ends. since and chat are
// what the listener knows already.
func (st *Stream) Run(ctx context.Context, since, chat int64) error {
	h := st.h
	if !h.open.enter() {
		st.seq = -1 // nothing told, and the listener knows what it knows
		return st.tell(ctx, st.bye)
	}
	defer h.open.leave()
	t, err := h.tables.Current(ctx, st.hall.entry)
	if err != nil {
		return err
	}
	v, err := wire.ViewerOf(t, st.to.User, st.seat)
	if err != nil {
		return err
	}
	st.ears, err = h.n.Store.Hearing(ctx, st.to.User)
	if err != nil {
		return err
	}
	st.mine = v.Mine
	if err := h.arrive(st, t); err != nil {
		return err
	}
	defer h.depart(st)
	h.n.Metrics.Streams.Inc()
	defer h.n.Metrics.Streams.Dec()
	// The session may have ended before the connection could be found by it.
	if err := st.to.Lasts(ctx); err != nil {
		return err
	}
	st.begin(t, v, since, chat)
	return st.follow(ctx)
}

// begin settles from where the stream goes on.
func (st *Stream) begin(t *match.Table, v wire.Viewer, since, chat int64) {
	st.rewrites = t.Version / match.Rewrite
	st.chat = chat
	if since > 0 && since <= t.Seq && t.Seq-since <= wire.MaxDelta {
		st.seq = since
		st.presence = -1
		if v.Seat != game.NoSeat {
			st.sealed = "?" // it may have changed meanwhile
		}
	} else {
		st.seq = -1 // nothing told yet
	}
}

// follow tells what is new whenever something is.
func (st *Stream) follow(ctx context.Context) error {
	h := st.h
	ticker := time.NewTicker(h.heartbeat)
	defer ticker.Stop()
	next := func(ctx context.Context, b []byte) ([]byte, error) {
		b, err := st.catchUp(ctx, b)
		if err != nil {
			return b, err
		}
		return st.out.AppendFrame(b, "beat", st.seq, h.beat), nil
	}
	begun := false
	for {
		var again <-chan time.Time
		switch err := st.tell(ctx, next); {
		case err == nil:
			next, begun = st.catchUp, true
		case begun && ctx.Err() == nil && !errors.As(err, new(lostWire)) && h.n.Trouble(err) != "":
			// Reconnecting would not help the client. When the store answers again, so does the
			// stream.
			again = time.After(lookAgain)
		default:
			return err
		}
		select {
		case <-again:
		case <-ctx.Done():
			return ctx.Err()
		case <-h.n.Down():
			return st.tell(ctx, st.bye)
		case <-ticker.C:
			if err := st.to.Lasts(ctx); err != nil {
				return err
			}
			if err := st.tell(ctx, st.heartbeat); err != nil {
				return err
			}
		case <-st.awake:
			if st.recheck.Swap(false) {
				if err := st.to.Lasts(ctx); err != nil {
					return err
				}
			}
		}
	}
}

// lostWire is an error of the connection itself.
type lostWire struct{ error }

// tell writes what f has to say, if anything.
func (st *Stream) tell(ctx context.Context, f func(context.Context, []byte) ([]byte, error)) error {
	buf := buffers.Get().(*[]byte)
	b, err := f(ctx, (*buf)[:0])
	// What was written before the failure is right: it may be an acknowledgement.
	if len(b) > 0 {
		if e := st.out.Write(b); e != nil {
			err = lostWire{e}
		}
	}
	giveBack(buf, b)
	return err
}

func (st *Stream) frame(b []byte, kind string, id int64, f any) ([]byte, error) {
	data, err := json.Marshal(f)
	if err != nil {
		return b, err
	}
	return st.out.AppendFrame(b, kind, id, data), nil
}

func (st *Stream) bye(_ context.Context, b []byte) ([]byte, error) {
	return st.frame(b, "bye", st.seq, wire.Frame{Type: "bye", Bye: "the server restarts"})
}

func (st *Stream) heartbeat(_ context.Context, b []byte) ([]byte, error) {
	b, err := st.out.Beat(b)
	if err != nil {
		return b, err
	}
	return st.out.AppendFrame(b, "beat", st.seq, st.h.beat), nil
}

func (st *Stream) wake() {
	select {
	case st.awake <- struct{}{}:
	default:
	}
}

// Acting says that an action of this connection is being stored.
func (st *Stream) Acting() { st.acting.Store(true) }

// Reply hands an answer to the writing side.
func (st *Stream) Reply(ctx context.Context, data []byte) {
	select {
	case st.replies <- data:
	case <-ctx.Done():
	}
	st.acting.Store(false)
	st.wake()
}

func (st *Stream) snapshot(ctx context.Context, b []byte, t *match.Table, v wire.Viewer) ([]byte, error) {
	st.presence, st.gaps, st.off = st.hall.presence.Load(), st.h.n.Time.Gaps(), t.OnVacation(st.h.n.Now().MS)
	snap, err := st.h.snapshot(ctx, st.hall, t, v, &st.ears)
	if err != nil {
		return b, err
	}
	if n := len(snap.Chat); n > 0 {
		st.chat = max(st.chat, snap.Chat[n-1].ID)
	}
	st.seq = t.Seq
	st.sealed, st.ready = st.sealedNow(t, v), st.readyNow(t)
	return st.frame(b, "snapshot", t.Seq, wire.Frame{Type: "snapshot", Snapshot: snap})
}

// catchUp appends what is new.
func (st *Stream) catchUp(ctx context.Context, b []byte) ([]byte, error) {
	for range len(st.replies) {
		b = st.out.AppendFrame(b, "", 0, <-st.replies)
	}
	if st.seq >= 0 && st.acting.Load() {
		// The acknowledgement comes in a moment and brings the consequences with it.
		return b, nil
	}
	t, err := st.h.tables.Current(ctx, st.hall.entry)
	if err != nil {
		return b, err
	}
	v, err := wire.ViewerOf(t, st.to.User, st.seat)
	if err != nil {
		return b, err
	}
	if v.Mine != st.mine {
		st.mine = v.Mine
		st.h.presenceChanged(st.hall, true)
	}
	gaps := st.h.n.Time.Gaps()
	if now := t.Version / match.Rewrite; now != st.rewrites {
		st.rewrites, st.seq = now, -1 // what was sent names somebody who is gone
	}
	switch {
	case st.seq < 0:
		b, err = st.snapshot(ctx, b, t, v)
	case t.Seq-st.seq > wire.MaxDelta:
		st.h.n.Metrics.Gaps.Inc()
		b, err = st.snapshot(ctx, b, t, v)
	case t.Seq > st.seq:
		b = st.delta(b, t, v, gaps)
	}
	if err != nil {
		return b, err
	}
	if b, err = st.small(b, t, v, gaps); err != nil {
		return b, err
	}
	if st.hall.chat.Load() > st.chat {
		return st.tellChat(ctx, b, t)
	}
	return b, nil
}

// small appends what changes without an event: choices, clocks, who is there.
func (st *Stream) small(b []byte, t *match.Table, v wire.Viewer, gaps *[]match.Gap) (_ []byte, err error) {
	if now := st.sealedNow(t, v); now != st.sealed {
		st.sealed = now
		f := &wire.SealedFrame{
			Seat: t.Config.SeatName(v.Seat), Step: t.Step, Action: t.SealedChoice(v.Seat),
			Clocks: st.h.Scene(t, 0).Clocks(v),
		}
		if b, err = st.frame(b, "sealed", t.Seq, wire.Frame{Type: "sealed", Sealed: f}); err != nil {
			return b, err
		}
	}
	if now := st.readyNow(t); now != st.ready {
		st.ready = now
		f := &wire.ReadyFrame{Step: t.Step, Ready: wire.SeatNames(t, t.Acting()&^t.Waiting()), Clocks: st.h.Scene(t, 0).Clocks(v)}
		if b, err = st.frame(b, "ready", t.Seq, wire.Frame{Type: "ready", Ready: f}); err != nil {
			return b, err
		}
	}
	if off := t.OnVacation(st.h.n.Now().MS); gaps != st.gaps || off != st.off {
		// Time in which nobody was served has been credited, or a vacation began or
		// ended.
		st.gaps, st.off = gaps, off
		if c := st.h.Scene(t, 0).Clocks(v); c != nil && t.Status == match.Running {
			c.Now = st.h.n.Now().MS
			if b, err = st.frame(b, "clock", t.Seq, wire.Frame{Type: "clock", Clock: c}); err != nil {
				return b, err
			}
		}
	}
	if p := st.hall.presence.Load(); p != st.presence {
		st.presence = p
		online, others := st.hall.present(t)
		f := &wire.PresenceFrame{Online: wire.SeatNames(t, online), Spectators: others}
		if b, err = st.frame(b, "presence", t.Seq, wire.Frame{Type: "presence", Presence: f}); err != nil {
			return b, err
		}
	}
	return b, nil
}

// delta appends what is new since the last frame. Of the public view, which many
// may share, it is written once.
func (st *Stream) delta(b []byte, t *match.Table, v wire.Viewer, gaps *[]match.Gap) []byte {
	off := t.OnVacation(st.h.n.Now().MS)
	key := frameKey{v.Seat, v.Mine, v.Want, st.seq, gaps, off, st.hall.presence.Load()}
	// What a table shows of readiness changes without an event.
	shared := v.Mine == 0 && !t.Setup.ShowReady
	var data []byte
	if shared {
		data = st.hall.cached(t.Seq, key)
	}
	if data != nil {
		b = st.out.AppendFrame(b, "delta", t.Seq, data)
	} else {
		buf := buffers.Get().(*[]byte)
		online, _ := st.hall.present(t)
		room := buffers.Get().(*[]byte)
		position := st.h.appendPosition((*room)[:0], st.hall, t, v.Sight(t))
		d := st.h.Scene(t, online).Delta(v, st.seq, position)
		data = wire.AppendDeltaFrame((*buf)[:0], &d)
		giveBack(room, position)
		if shared {
			st.hall.keep(t.Seq, key, data)
		}
		b = st.out.AppendFrame(b, "delta", t.Seq, data)
		giveBack(buf, data)
	}
	st.h.n.Metrics.Lag.Observe(max(0, float64(st.h.n.Now().MS-t.Updated)/1000))
	st.seq, st.gaps, st.off = t.Seq, gaps, off
	st.sealed, st.ready = st.sealedNow(t, v), st.readyNow(t)
	return b
}

func (st *Stream) tellChat(ctx context.Context, b []byte, t *match.Table) ([]byte, error) {
	// Taken before the lines are read: one that arrives in between is not among them and must be
	// sent next time.
	latest := st.hall.chat.Load()
	lines, err := st.h.n.Store.Chat(ctx, st.hall.entry.ID, st.chat, chatLines)
	if err != nil {
		return b, err
	}
	st.ears, err = st.h.n.Store.Hearing(ctx, st.to.User)
	if err != nil {
		return b, err
	}
	for _, c := range lines {
		st.chat = c.ID
		if !st.ears.Hears(c.User) {
			continue
		}
		line := chatLine(c)
		if b, err = st.frame(b, "chat", t.Seq, wire.Frame{Type: "chat", Chat: &line}); err != nil {
			return b, err
		}
	}
	st.chat = max(st.chat, latest)
	return b, nil
}

func chatLine(c store.Chat) wire.ChatLine {
	return wire.ChatLine{ID: c.ID, At: c.At, User: c.User, Name: c.Name, Seat: c.Seat, Text: c.Text}
}

// sealedNow names what the stream's own seat has sealed.
func (st *Stream) sealedNow(t *match.Table, v wire.Viewer) string {
	if v.Seat == game.NoSeat || t.Status != match.Running {
		return ""
	}
	return t.SealedChoice(v.Seat)
}

func (st *Stream) readyNow(t *match.Table) string {
	if !t.Setup.ShowReady {
		return ""
	}
	return strconv.Itoa(int(t.Acting() &^ t.Waiting()))
}
