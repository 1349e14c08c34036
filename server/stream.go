package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"atoll/game"
	"atoll/match"
	"atoll/server/wire"
	"atoll/store"
)

// stream is one live connection to a table. It keeps no queue: when it is woken
// it compares what it has told with the table as it is, and tells the
// difference, all of it in one write. So a slow reader costs nothing, and gaps
// cannot happen.
type stream struct {
	s     *Server
	l     *live
	me    *who
	seat  string // as asked for
	awake chan struct{}
	out   transport

	seq      int64
	chat     int64
	presence int64
	sealed   string // own choice as last told, with its step
	ready    string
	gaps     *[]match.Gap // with which clocks were last told
	muted    []string
	counted  wire.Viewer // as whom it is counted among those present

	// What the reading side of a WebSocket has for the writing side. It waits
	// while the other end does not take its answers.
	replies chan []byte
	acting  atomic.Bool // an action of this connection is being stored

	recheck  atomic.Bool // its session may have ended
	rewrites int64       // of the table's log, as last told
}

// transport is how frames travel. Only the goroutine of run uses it.
type transport interface {
	// appendFrame adds a frame to what will be written. kind is "" for replies.
	appendFrame(b []byte, kind string, id int64, data []byte) []byte
	write(b []byte) error
	// beat is called before every heartbeat is written. It fails if the other side
	// is gone.
	beat(b []byte) ([]byte, error)
}

// buffers lends the memory in which frames wait for being written: a stream is
// idle nearly all the time.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// lend gives a buffer back, as it has grown to b.
func lend(buf *[]byte, b []byte) {
	if cap(b) <= 1<<16 {
		*buf = b
		buffers.Put(buf)
	}
}

const (
	heartbeat  = 15 * time.Second
	sendWithin = 20 * time.Second
	chatLines  = 100
)

// run tells everything until the connection or the server ends.
func (st *stream) run(ctx context.Context, since, chat int64) error {
	s := st.s
	t, err := s.current(ctx, st.l)
	if err != nil {
		return err
	}
	v, err := wire.ViewerOf(t, st.me.ID, st.seat)
	if err != nil {
		return err
	}
	st.muted, err = s.cfg.Store.Mutes(ctx, st.me.ID)
	if err != nil {
		return err
	}
	s.streams.Add(1)
	defer s.streams.Done()
	if err := s.arrive(st, v); err != nil {
		return err
	}
	defer s.depart(st)
	s.metrics.streams.Inc()
	defer s.metrics.streams.Dec()
	// The session may have ended before the connection could be found by it.
	if err := s.lasts(ctx, st.me); err != nil {
		return err
	}
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
	ticker := time.NewTicker(s.cfg.Heartbeat)
	defer ticker.Stop()
	next := func(ctx context.Context, b []byte) ([]byte, error) {
		b, err := st.catchUp(ctx, b)
		if err != nil {
			return b, err
		}
		return st.out.appendFrame(b, "beat", st.seq, s.beat), nil
	}
	begun := false
	for {
		var again <-chan time.Time
		switch err := st.tell(ctx, next); {
		case err == nil:
			next, begun = st.catchUp, true
		case begun && ctx.Err() == nil && !errors.As(err, new(lostWire)) && s.trouble(err) != "":
			// Whoever came back would find no more here. When the store answers again so
			// does the stream.
			again = time.After(lookAgain)
		default:
			return err
		}
		select {
		case <-again:
		case <-ctx.Done():
			return ctx.Err()
		case <-s.drain:
			return st.tell(ctx, func(_ context.Context, b []byte) ([]byte, error) {
				return st.frame(b, "bye", st.seq, wire.Frame{Type: "bye", Bye: "the server restarts"})
			})
		case <-ticker.C:
			if err := s.lasts(ctx, st.me); err != nil {
				return err
			}
			if err := st.tell(ctx, st.heartbeat); err != nil {
				return err
			}
		case <-st.awake:
			if st.recheck.Swap(false) {
				if err := s.lasts(ctx, st.me); err != nil {
					return err
				}
			}
		}
	}
}

// lostWire is an error of the connection itself.
type lostWire struct{ error }

// tell writes what f has to say, if anything.
func (st *stream) tell(ctx context.Context, f func(context.Context, []byte) ([]byte, error)) error {
	buf := buffers.Get().(*[]byte)
	b, err := f(ctx, (*buf)[:0])
	// What was said before something failed is right, an acknowledgement perhaps.
	if len(b) > 0 {
		if e := st.out.write(b); e != nil {
			err = lostWire{e}
		}
	}
	lend(buf, b)
	return err
}

func (st *stream) frame(b []byte, kind string, id int64, f any) ([]byte, error) {
	data, err := json.Marshal(f)
	if err != nil {
		return b, err
	}
	return st.out.appendFrame(b, kind, id, data), nil
}

func (st *stream) heartbeat(_ context.Context, b []byte) ([]byte, error) {
	b, err := st.out.beat(b)
	if err != nil {
		return b, err
	}
	return st.out.appendFrame(b, "beat", st.seq, st.s.beat), nil
}

func (st *stream) wake() {
	select {
	case st.awake <- struct{}{}:
	default:
	}
}

// reply hands an answer to the writing side.
func (st *stream) reply(ctx context.Context, data []byte) {
	select {
	case st.replies <- data:
	case <-ctx.Done():
	}
	st.acting.Store(false)
	st.wake()
}

func (st *stream) snapshot(ctx context.Context, b []byte, t *match.Table, v wire.Viewer) ([]byte, error) {
	st.presence, st.gaps = st.l.presence.Load(), st.s.served.gaps.Load()
	snap, err := st.s.snapshot(ctx, st.l, t, v, st.muted)
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
func (st *stream) catchUp(ctx context.Context, b []byte) ([]byte, error) {
	for range len(st.replies) {
		b = st.out.appendFrame(b, "", 0, <-st.replies)
	}
	if st.seq >= 0 && st.acting.Load() {
		// The acknowledgement comes in a moment and brings along what came of it.
		return b, nil
	}
	t, err := st.s.current(ctx, st.l)
	if err != nil {
		return b, err
	}
	v, err := wire.ViewerOf(t, st.me.ID, st.seat)
	if err != nil {
		return b, err
	}
	if v.Mine != st.counted.Mine {
		st.s.moved(st, v)
	}
	gaps := st.s.served.gaps.Load()
	if now := t.Version / match.Rewrite; now != st.rewrites {
		st.rewrites, st.seq = now, -1 // what was told has a name that is gone
	}
	switch {
	case st.seq < 0:
		b, err = st.snapshot(ctx, b, t, v)
	case t.Seq-st.seq > wire.MaxDelta:
		st.s.metrics.gaps.Inc()
		b, err = st.snapshot(ctx, b, t, v)
	case t.Seq > st.seq:
		b = st.delta(b, t, v, gaps)
	}
	if err != nil {
		return b, err
	}
	if now := st.sealedNow(t, v); now != st.sealed {
		st.sealed = now
		f := &wire.SealedFrame{Seat: t.Config.SeatName(v.Seat), Step: t.Step, Action: t.SealedChoice(v.Seat), Clocks: st.s.scene(t, 0).Clocks(v)}
		if b, err = st.frame(b, "sealed", t.Seq, wire.Frame{Type: "sealed", Sealed: f}); err != nil {
			return b, err
		}
	}
	if now := st.readyNow(t); now != st.ready {
		st.ready = now
		f := &wire.ReadyFrame{Step: t.Step, Ready: wire.SeatNames(t, t.Acting()&^t.Waiting()), Clocks: st.s.scene(t, 0).Clocks(v)}
		if b, err = st.frame(b, "ready", t.Seq, wire.Frame{Type: "ready", Ready: f}); err != nil {
			return b, err
		}
	}
	if gaps != st.gaps {
		// Time in which nobody was served has been credited.
		st.gaps = gaps
		if c := st.s.scene(t, 0).Clocks(v); c != nil && t.Status == match.Running {
			c.Now = st.s.now().MS
			if b, err = st.frame(b, "clock", t.Seq, wire.Frame{Type: "clock", Clock: c}); err != nil {
				return b, err
			}
		}
	}
	if p := st.l.presence.Load(); p != st.presence {
		st.presence = p
		online, others := st.l.present()
		f := &wire.PresenceFrame{Online: wire.SeatNames(t, online), Spectators: others}
		if b, err = st.frame(b, "presence", t.Seq, wire.Frame{Type: "presence", Presence: f}); err != nil {
			return b, err
		}
	}
	if st.l.chat.Load() > st.chat {
		return st.tellChat(ctx, b, t)
	}
	return b, nil
}

// delta appends what is new since the last frame. Of the public view, which many
// may share, it is written once.
func (st *stream) delta(b []byte, t *match.Table, v wire.Viewer, gaps *[]match.Gap) []byte {
	key := frameKey{v.Seat, v.Mine, v.Want, st.seq, gaps}
	// What a table shows of readiness changes without an event.
	shared := v.Mine == 0 && !t.Setup.ShowReady
	var data []byte
	if shared {
		data = st.l.cached(t.Seq, key)
	}
	if data != nil {
		b = st.out.appendFrame(b, "delta", t.Seq, data)
	} else {
		buf := buffers.Get().(*[]byte)
		online, _ := st.l.present()
		room := buffers.Get().(*[]byte)
		position := st.s.appendPosition((*room)[:0], st.l, t, v.Sight(t))
		d := st.s.scene(t, online).Delta(v, st.seq, position)
		data = wire.AppendDeltaFrame((*buf)[:0], &d)
		lend(room, position)
		if shared {
			st.l.keep(t.Seq, key, data)
		}
		b = st.out.appendFrame(b, "delta", t.Seq, data)
		lend(buf, data)
	}
	st.s.metrics.lag.Observe(max(0, float64(st.s.now().MS-t.Updated)/1000))
	st.seq, st.gaps = t.Seq, gaps
	st.sealed, st.ready = st.sealedNow(t, v), st.readyNow(t)
	return b
}

func (st *stream) tellChat(ctx context.Context, b []byte, t *match.Table) ([]byte, error) {
	// Taken before the lines are read: one that comes in between is not among
	// them and must be told the next time.
	latest := st.l.chat.Load()
	lines, err := st.s.cfg.Store.Chat(ctx, st.l.id, st.chat, chatLines)
	if err != nil {
		return b, err
	}
	st.muted, err = st.s.cfg.Store.Mutes(ctx, st.me.ID)
	if err != nil {
		return b, err
	}
	for _, c := range lines {
		st.chat = c.ID
		if slices.Contains(st.muted, c.User) {
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
func (st *stream) sealedNow(t *match.Table, v wire.Viewer) string {
	if v.Seat == game.NoSeat || t.Status != match.Running {
		return ""
	}
	return t.SealedChoice(v.Seat)
}

func (st *stream) readyNow(t *match.Table) string {
	if !t.Setup.ShowReady {
		return ""
	}
	return strconv.Itoa(int(t.Acting() &^ t.Waiting()))
}

// frameCache keeps the deltas and positions of the latest moment, since many
// look at a table with the same eyes.
type frameCache struct {
	mu        sync.Mutex
	seq       int64
	made      map[frameKey][]byte
	positions []keptPosition
}

// keptPosition is the JSON of a position for one viewer; empty if not yet written.
// Its memory is used again for the next.
type keptPosition struct {
	sight game.Viewer
	data  []byte
}

// clear empties the cache.
func (c *frameCache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seq, c.made, c.positions = 0, nil, nil
}

// at empties the cache if the table has moved on. c.mu must be held.
func (c *frameCache) at(seq int64) bool {
	if c.seq < seq {
		c.seq, c.made = seq, nil
		for i := range c.positions {
			c.positions[i].data = c.positions[i].data[:0]
		}
	}
	return c.seq == seq
}

// position is where the position for sight is kept; nil if the table has moved on.
// c.mu must be held.
func (c *frameCache) position(seq int64, sight game.Viewer) *keptPosition {
	if !c.at(seq) {
		return nil
	}
	for i := range c.positions {
		if c.positions[i].sight == sight {
			return &c.positions[i]
		}
	}
	c.positions = append(c.positions, keptPosition{sight: sight})
	return &c.positions[len(c.positions)-1]
}

type frameKey struct {
	seat game.Seat
	mine game.Seats
	want bool
	from int64
	gaps *[]match.Gap
}

// cached returns the delta of a key, if it was kept.
func (l *live) cached(seq int64, key frameKey) []byte {
	c := &l.frames
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.at(seq) {
		return nil
	}
	return c.made[key]
}

// keep keeps a delta for others with the same eyes.
func (l *live) keep(seq int64, key frameKey, data []byte) {
	c := &l.frames
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.at(seq) || len(c.made) >= 64 {
		return
	}
	if c.made == nil {
		c.made = map[frameKey][]byte{}
	}
	c.made[key] = bytes.Clone(data)
}

// scene is the table as it is now.
func (s *Server) scene(t *match.Table, online game.Seats) wire.Scene {
	return wire.Scene{Table: t, Now: s.now(), Online: online}
}

// appendPosition appends the JSON of the table's position for one sight, which is
// written once for all who have it.
func (s *Server) appendPosition(b []byte, l *live, t *match.Table, sight game.Viewer) []byte {
	key := sight
	if !t.Config.Game.Traits.Hidden {
		key = game.PublicViewer() // everybody sees the same
	}
	// Two players look at once; the second waits rather than write the same again.
	c := &l.frames
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.position(t.Seq, key)
	if kept != nil && len(kept.data) > 0 {
		return append(b, kept.data...)
	}
	from := len(b)
	b, err := wire.Scene{Table: t}.AppendPosition(b, sight)
	if err != nil {
		s.log.Error("a position cannot be written", "table", t.ID, "err", err)
		return append(b[:from], "null"...)
	}
	if kept != nil {
		kept.data = append(kept.data, b[from:]...)
	}
	return b
}

func (s *Server) snapshot(ctx context.Context, l *live, t *match.Table, v wire.Viewer, muted []string) (*wire.Snapshot, error) {
	lines, err := s.cfg.Store.Chat(ctx, t.ID, 0, chatLines)
	if err != nil {
		return nil, err
	}
	online, others := l.present()
	snap := s.scene(t, online).Snapshot(v, s.appendPosition(nil, l, t, v.Sight(t)))
	snap.Spectators, snap.Muted = others, muted
	for _, c := range lines {
		if !slices.Contains(muted, c.User) {
			snap.Chat = append(snap.Chat, chatLine(c))
		}
		l.noteChat(c.ID)
	}
	return snap, nil
}

// sse is the wire of a Server-Sent Events stream.
type sse struct {
	w     http.ResponseWriter
	rc    *http.ResponseController
	begun bool
}

func (e *sse) appendFrame(b []byte, kind string, id int64, data []byte) []byte {
	return appendEvent(b, kind, id, data)
}

func (e *sse) write(b []byte) error {
	if !e.begun {
		e.begun = true
		eventStream(e.w.Header())
		e.w.WriteHeader(http.StatusOK)
	}
	_ = e.rc.SetWriteDeadline(time.Now().Add(sendWithin))
	if _, err := e.w.Write(b); err != nil {
		return err
	}
	return e.rc.Flush()
}

func (e *sse) beat(b []byte) ([]byte, error) { return b, nil }

// eventStream sets the header of a stream of events.
func eventStream(h http.Header) {
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
}

// serveSSE is GET /tables/{id}/live.
func (s *Server) serveSSE(w http.ResponseWriter, r *http.Request) {
	l, _, err := s.read(r.Context(), r.PathValue("id"))
	if err != nil {
		s.refuse(w, gaveUp(r.Context(), err))
		return
	}
	if r.Method == http.MethodHead { // there is nothing to wait for
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
	since, chat := resume(r)
	e := &sse{w: w, rc: http.NewResponseController(w)}
	_ = e.rc.SetReadDeadline(time.Time{}) // the server's limit is for requests, not for streams
	st := &stream{s: s, l: l, me: me, seat: r.URL.Query().Get("seat"), awake: make(chan struct{}, 1), out: e}
	if err := st.run(r.Context(), since, chat); err != nil && !e.begun {
		s.refuse(w, gaveUp(r.Context(), err))
	}
}

// resume reads from where a stream shall go on.
func resume(r *http.Request) (since, chat int64) {
	q := r.URL.Query()
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = q.Get("since")
	}
	since, err := strconv.ParseInt(text, 10, 64)
	if err != nil || since < 0 {
		since = 0
	}
	chat, err = strconv.ParseInt(q.Get("chat"), 10, 64)
	if err != nil || chat < 0 {
		chat = 0
	}
	return since, chat
}
