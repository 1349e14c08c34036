package server

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"atoll/server/live"
	"atoll/server/wire"
)

const (
	heartbeat = 15 * time.Second
	// sendWithin is how long a frame may take to be written.
	sendWithin = 20 * time.Second
)

// sse is the transport of a Server-Sent Events stream.
type sse struct {
	w     http.ResponseWriter
	rc    *http.ResponseController
	begun bool
}

// AppendFrame implements live.Transport.
func (e *sse) AppendFrame(b []byte, kind string, id int64, data []byte) []byte {
	return appendEvent(b, kind, id, data)
}

// Write implements live.Transport.
func (e *sse) Write(b []byte) error {
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

// Beat implements live.Transport.
func (e *sse) Beat(b []byte) ([]byte, error) { return b, nil }

// eventStream sets the header of a stream of events.
func eventStream(h http.Header) {
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
}

// serveSSE is GET /tables/{id}/live.
func (s *Server) serveSSE(w http.ResponseWriter, r *http.Request) {
	l, _, err := s.tables.Read(r.Context(), r.PathValue("id"))
	if err != nil {
		s.refuse(w, gaveUp(r.Context(), err))
		return
	}
	if r.Method == http.MethodHead { // there is nothing to wait for
		eventStream(w.Header())
		return
	}
	me := caller(r.Context())
	leave, ok := s.roomFor(w, me)
	if !ok {
		return
	}
	defer leave()
	since, chat := resume(r)
	e := &sse{w: w, rc: http.NewResponseController(w)}
	_ = e.rc.SetReadDeadline(time.Time{}) // the server's limit is for requests, not for streams
	st := s.hub.NewStream(l, s.listener(me), r.URL.Query().Get("seat"), e)
	if err := st.Run(r.Context(), since, chat); err != nil && !e.begun {
		s.refuse(w, gaveUp(r.Context(), err))
	}
}

// listener is the caller as a live connection knows them.
func (s *Server) listener(me *who) live.Listener {
	return live.Listener{User: me.ID, Lasts: func(ctx context.Context) error { return s.folk.Lasts(ctx, me.hash) }}
}

// roomFor counts a live connection of the caller, or refuses it; leave must be called if ok.
func (s *Server) roomFor(w http.ResponseWriter, me *who) (leave func(), ok bool) {
	leave, ok = s.node.Limiter.Stream(me.addr)
	if !ok {
		s.refuse(w, &wire.Error{Code: wire.TooMany, Message: "too many live connections from your address"})
	}
	return leave, ok
}

// serveLobby is GET /live.
func (s *Server) serveLobby(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodHead {
		eventStream(w.Header())
		return
	}
	me := caller(r.Context())
	leave, ok := s.roomFor(w, me)
	if !ok {
		return
	}
	defer leave()
	e := &sse{w: w, rc: http.NewResponseController(w)}
	_ = e.rc.SetReadDeadline(time.Time{})
	_ = s.hub.Listen(r.Context(), s.listener(me), e)
}

// resume reads where a stream should continue.
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

// appendEvent appends a frame as an event of an event stream; an id below 0 is
// none.
func appendEvent(b []byte, kind string, id int64, data []byte) []byte {
	b = append(b, "event: "...)
	b = append(b, kind...)
	if id >= 0 {
		b = append(b, "\nid: "...)
		b = strconv.AppendInt(b, id, 10)
	}
	b = append(b, "\ndata: "...)
	b = append(b, data...)
	return append(b, "\n\n"...)
}
