package server

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"

	"atoll/game"
	"atoll/match"
	"atoll/store"
)

// stream is one live connection to a table. It keeps no queue: when it is woken
// it compares what it has told with the table as it is, and tells the
// difference. So a slow reader costs nothing, and gaps cannot happen.
type stream struct {
	s     *Server
	l     *live
	me    *who
	seat  string // as asked for
	awake chan struct{}
	send  func(ctx context.Context, kind string, id int64, data []byte) error

	seq      int64
	chat     int64
	presence int64
	sealed   string // own choice as last told, with its step
	ready    string
	muted    []string
}

const (
	heartbeat   = 15 * time.Second
	sendWithin  = 20 * time.Second
	logLines    = 300
	chatLines   = 100
	maxDeltaGap = 200 // entries; beyond that a snapshot is shorter
)

// run tells everything until the connection or the server ends.
func (st *stream) run(ctx context.Context, since, chat int64, beat func(context.Context) error) error {
	s := st.s
	t, err := s.current(ctx, st.l)
	if err != nil {
		return err
	}
	v, err := viewerOf(t, st.me.ID, st.seat)
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
	defer s.depart(st, v)
	s.metrics.streams.Inc()
	defer s.metrics.streams.Dec()

	st.chat = chat
	if since > 0 && since <= t.Seq && t.Seq-since <= maxDeltaGap {
		st.seq = since
		st.presence = -1
		if v.seat != game.NoSeat {
			st.sealed = "?" // it may have changed meanwhile
		}
	} else if err := st.snapshot(ctx, t, v); err != nil {
		return err
	}
	ticker := time.NewTicker(heartbeat)
	defer ticker.Stop()
	for {
		if err := st.catchUp(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.drain:
			return st.frame(ctx, "bye", st.seq, Frame{Type: "bye", Bye: "the server restarts"})
		case <-ticker.C:
			if err := beat(ctx); err != nil {
				return err
			}
		case <-st.awake:
		}
	}
}

func (st *stream) frame(ctx context.Context, kind string, id int64, f any) error {
	data, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return st.push(ctx, kind, id, data)
}

func (st *stream) push(ctx context.Context, kind string, id int64, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	return st.send(ctx, kind, id, data)
}

func (st *stream) snapshot(ctx context.Context, t *match.Table, v viewer) error {
	st.presence = st.l.presence.Load()
	snap, err := st.s.snapshot(ctx, st.l, t, v, st.muted)
	if err != nil {
		return err
	}
	if n := len(snap.Chat); n > 0 {
		st.chat = max(st.chat, snap.Chat[n-1].ID)
	}
	st.seq = t.Seq
	st.sealed, st.ready = st.sealedNow(t, v), st.readyNow(t)
	return st.frame(ctx, "snapshot", t.Seq, Frame{Type: "snapshot", Snapshot: snap})
}

// catchUp tells what is new.
func (st *stream) catchUp(ctx context.Context) error {
	t, err := st.s.current(ctx, st.l)
	if err != nil {
		return err
	}
	v, err := viewerOf(t, st.me.ID, st.seat)
	if err != nil {
		return err
	}
	switch {
	case t.Seq-st.seq > maxDeltaGap:
		st.s.metrics.gaps.Inc()
		if err := st.snapshot(ctx, t, v); err != nil {
			return err
		}
	case t.Seq > st.seq:
		data, err := st.s.delta(st.l, t, v, st.seq)
		if err != nil {
			return err
		}
		if err := st.push(ctx, "delta", t.Seq, data); err != nil {
			return err
		}
		st.s.metrics.lag.Observe(max(0, st.s.cfg.Clock().Sub(time.UnixMilli(t.Updated)).Seconds()))
		st.seq = t.Seq
		st.sealed, st.ready = st.sealedNow(t, v), st.readyNow(t)
	}
	if now := st.sealedNow(t, v); now != st.sealed {
		st.sealed = now
		f := &SealedFrame{Seat: t.Config.SeatName(v.seat), Step: t.Step, Action: t.SealedChoice(v.seat), Clocks: st.s.clocks(t, v)}
		if err := st.frame(ctx, "sealed", t.Seq, Frame{Type: "sealed", Sealed: f}); err != nil {
			return err
		}
	}
	if now := st.readyNow(t); now != st.ready {
		st.ready = now
		f := &ReadyFrame{Step: t.Step, Ready: seatNames(t, t.Acting()&^t.Waiting()), Clocks: st.s.clocks(t, v)}
		if err := st.frame(ctx, "ready", t.Seq, Frame{Type: "ready", Ready: f}); err != nil {
			return err
		}
	}
	if p := st.l.presence.Load(); p != st.presence {
		st.presence = p
		online, others := st.l.present()
		f := &PresenceFrame{Online: seatNames(t, online), Spectators: others}
		if err := st.frame(ctx, "presence", t.Seq, Frame{Type: "presence", Presence: f}); err != nil {
			return err
		}
	}
	if st.l.chat.Load() > st.chat {
		return st.tellChat(ctx, t)
	}
	return nil
}

func (st *stream) tellChat(ctx context.Context, t *match.Table) error {
	lines, err := st.s.cfg.Store.Chat(ctx, st.l.id, st.chat, chatLines)
	if err != nil {
		return err
	}
	st.muted, err = st.s.cfg.Store.Mutes(ctx, st.me.ID)
	if err != nil {
		return err
	}
	for _, c := range lines {
		st.chat = c.ID
		if slices.Contains(st.muted, c.User) {
			continue
		}
		line := chatLine(c)
		if err := st.frame(ctx, "chat", t.Seq, Frame{Type: "chat", Chat: &line}); err != nil {
			return err
		}
	}
	st.chat = max(st.chat, st.l.chat.Load())
	return nil
}

func chatLine(c store.Chat) ChatLine {
	return ChatLine{ID: c.ID, At: c.At, User: c.User, Name: c.Name, Seat: c.Seat, Text: c.Text}
}

// sealedNow names what the stream's own seat has sealed.
func (st *stream) sealedNow(t *match.Table, v viewer) string {
	if v.seat == game.NoSeat || t.Status != match.Running {
		return ""
	}
	return t.SealedChoice(v.seat)
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
	positions map[game.Viewer][]byte
}

// at empties the cache if the table has moved on. c.mu must be held.
func (c *frameCache) at(seq int64) bool {
	if c.seq < seq {
		c.seq, c.made, c.positions = seq, nil, nil
	}
	return c.seq == seq
}

type frameKey struct {
	seat game.Seat
	mine game.Seats
	want bool
	from int64
}

func (s *Server) delta(l *live, t *match.Table, v viewer, from int64) ([]byte, error) {
	key := frameKey{v.seat, v.mine, v.want, from}
	c := &l.frames
	c.mu.Lock()
	var data []byte
	var ok bool
	if c.at(t.Seq) {
		data, ok = c.made[key]
	}
	c.mu.Unlock()
	// A sealed choice of the new step is private and may differ from one moment to
	// the next; views with one are not kept.
	private := v.seat != game.NoSeat && t.SealedBy(v.seat) || t.Setup.ShowReady
	if ok && !private {
		return data, nil
	}
	online, _ := l.present()
	view, position := s.viewParts(l, t, v, online)
	data, err := json.Marshal(Frame{Type: "delta", Delta: &Delta{
		From: from, To: t.Seq, Entries: entries(t, v, from, maxDeltaGap), View: view,
	}})
	if err != nil {
		return nil, err
	}
	data = splice(data, position)
	if !private {
		c.mu.Lock()
		if c.at(t.Seq) {
			if c.made == nil {
				c.made = map[frameKey][]byte{}
			}
			if len(c.made) < 64 {
				c.made[key] = data
			}
		}
		c.mu.Unlock()
	}
	return data, nil
}

func (s *Server) snapshot(ctx context.Context, l *live, t *match.Table, v viewer, muted []string) (*Snapshot, error) {
	lines, err := s.cfg.Store.Chat(ctx, t.ID, 0, chatLines)
	if err != nil {
		return nil, err
	}
	online, others := l.present()
	snap := &Snapshot{
		Info: s.info(t, v.mine, online), Setup: t.Setup, View: s.view(l, t, v, online),
		Log: entries(t, v, 0, logLines), Chat: []ChatLine{}, Spectators: others, Muted: muted, Time: s.cfg.Clock().UnixMilli(),
	}
	for _, c := range lines {
		if !slices.Contains(muted, c.User) {
			snap.Chat = append(snap.Chat, chatLine(c))
		}
		if c.ID > l.chat.Load() {
			l.chat.Store(c.ID)
		}
	}
	return snap, nil
}

// serveSSE is GET /tables/{id}/live.
func (s *Server) serveSSE(w http.ResponseWriter, r *http.Request) {
	l, _, err := s.read(r.Context(), r.PathValue("id"))
	if err != nil {
		s.refuse(w, err)
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
	rc := http.NewResponseController(w)
	_ = rc.SetReadDeadline(time.Time{}) // the server's limit is for requests, not for streams
	begun := false
	begin := func() {
		if begun {
			return
		}
		begun = true
		h := w.Header()
		h.Set("Content-Type", "text/event-stream")
		h.Set("Cache-Control", "no-store")
		h.Set("X-Accel-Buffering", "no")
		w.WriteHeader(http.StatusOK)
	}
	write := func(b []byte) error {
		begin()
		_ = rc.SetWriteDeadline(time.Now().Add(sendWithin))
		if _, err := w.Write(b); err != nil {
			return err
		}
		return rc.Flush()
	}
	st := &stream{s: s, l: l, me: me, seat: r.URL.Query().Get("seat"), awake: make(chan struct{}, 1)}
	st.send = func(_ context.Context, kind string, id int64, data []byte) error {
		b := make([]byte, 0, len(data)+64)
		b = append(b, "event: "...)
		b = append(b, kind...)
		b = append(b, "\nid: "...)
		b = strconv.AppendInt(b, id, 10)
		b = append(b, "\ndata: "...)
		b = append(b, data...)
		b = append(b, "\n\n"...)
		return write(b)
	}
	err = st.run(r.Context(), since, chat, func(context.Context) error { return write([]byte(": still here\n\n")) })
	if err != nil && !begun {
		s.refuse(w, err)
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

// serveWS is GET /tables/{id}/ws.
func (s *Server) serveWS(w http.ResponseWriter, r *http.Request) {
	l, t, err := s.read(r.Context(), r.PathValue("id"))
	if err != nil {
		s.refuse(w, err)
		return
	}
	me := caller(r.Context())
	seat := r.URL.Query().Get("seat")
	if _, err := viewerOf(t, me.ID, seat); err != nil {
		s.refuse(w, err)
		return
	}
	leave, ok := s.limits.stream(me.addr)
	if !ok {
		s.refuse(w, &match.Error{Code: match.TooMany, Message: "too many live connections from your address"})
		return
	}
	defer leave()
	since, chat := resume(r)
	conn, err := websocket.Accept(w, r, nil) // refuses other origins
	if err != nil {
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(maxBody)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	st := &stream{s: s, l: l, me: me, seat: seat, awake: make(chan struct{}, 1)}
	st.send = func(ctx context.Context, _ string, _ int64, data []byte) error {
		return conn.Write(ctx, websocket.MessageText, data)
	}
	go func() {
		defer cancel()
		s.readCommands(ctx, conn, me, l.id)
	}()
	err = st.run(ctx, since, chat, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, sendWithin)
		defer cancel()
		return conn.Ping(ctx)
	})
	if err == nil {
		_ = conn.Close(websocket.StatusGoingAway, "the server restarts")
	}
}

// readCommands answers what a client sends over its WebSocket.
func (s *Server) readCommands(ctx context.Context, conn *websocket.Conn, me *who, table string) {
	for {
		kind, data, err := conn.Read(ctx)
		if err != nil {
			return
		}
		var c Command
		reply := Reply{Type: "reply"}
		switch {
		case kind != websocket.MessageText || json.Unmarshal(data, &c) != nil:
			err = &match.Error{Code: match.BadRequest, Message: "a command is one JSON object"}
		case !s.limits.allow("u "+me.ID, s.limits.lim.Account, burst(s.limits.lim.Account), s.cfg.Clock()):
			err = tooMany
		default:
			reply.ID = c.ID[:min(len(c.ID), 64)]
			ctx := context.WithValue(ctx, whoKey{}, me)
			var ack Ack
			switch {
			case c.Act != nil:
				ack, err = s.act(ctx, table, *c.Act)
			case c.Table != nil:
				ack, err = s.do(ctx, table, *c.Table)
			case c.Chat != nil:
				_, err = s.say(ctx, table, *c.Chat)
			default:
				err = &match.Error{Code: match.BadRequest, Message: "a command has one of act, table and chat"}
			}
			reply.Ack = &ack
		}
		if err != nil {
			d := s.tell(err).(*problem).Problem.Error
			reply.Ack, reply.Error = nil, &d
		}
		out, err := json.Marshal(reply)
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(ctx, sendWithin)
		err = conn.Write(ctx, websocket.MessageText, out)
		cancel()
		if err != nil {
			return
		}
	}
}
