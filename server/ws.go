package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"atoll/match"
	"atoll/server/live"
	"atoll/server/node"
	"atoll/server/people"
	"atoll/server/wire"
)

// ws is the transport of a WebSocket. The library shakes hands, reads, and answers
// control frames; text messages are written here, several with one system call.
// Both write whole frames to sock, which keeps them apart.
type ws struct {
	conn *websocket.Conn
	sock *socket
	pong atomic.Bool   // came since the latest ping
	time time.Duration // for the writes until the next heartbeat
}

// socket is the connection beneath a WebSocket.
type socket struct {
	net.Conn
	mu sync.Mutex
}

// Write implements io.Writer. Each call must have whole frames.
func (s *socket) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Conn.Write(b)
}

// takeover is a ResponseWriter whose connection becomes a socket.
type takeover struct {
	http.ResponseWriter
	sock *socket
}

// Hijack implements http.Hijacker.
func (t *takeover) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(t.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	t.sock = &socket{Conn: conn}
	// Big enough for a control frame, which is all that the library writes.
	rw.Writer = bufio.NewWriterSize(t.sock, 256)
	return t.sock, rw, nil
}

// acceptWS shakes hands. It refuses other origins.
func (s *Server) acceptWS(w http.ResponseWriter, r *http.Request) (*ws, error) {
	c := &ws{time: s.cfg.Heartbeat + sendWithin}
	t := &takeover{ResponseWriter: w}
	var err error
	c.conn, err = websocket.Accept(t, r, &websocket.AcceptOptions{
		OnPongReceived: func(context.Context, []byte) { c.pong.Store(true) },
	})
	if err != nil {
		return nil, err
	}
	c.conn.SetReadLimit(maxBody)
	c.sock = t.sock
	c.pong.Store(true)
	// The handshake is over, and its memory would stay for as long as the connection.
	clear(w.Header())
	clear(r.Header)
	return c, c.allow()
}

// allow gives the writes until the next heartbeat their time.
func (c *ws) allow() error { return c.sock.SetWriteDeadline(time.Now().Add(c.time)) }

// AppendFrame implements live.Transport.
func (c *ws) AppendFrame(b []byte, _ string, _ int64, data []byte) []byte {
	const finalText = 0x81
	b = append(b, finalText)
	switch n := len(data); {
	case n < 126:
		b = append(b, byte(n))
	case n < 1<<16:
		b = append(b, 126)
		b = binary.BigEndian.AppendUint16(b, uint16(n))
	default:
		b = append(b, 127)
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	return append(b, data...)
}

// Write implements live.Transport.
func (c *ws) Write(b []byte) error {
	_, err := c.sock.Write(b)
	return err
}

var errNoPong = errors.New("the other side does not answer")

// Beat implements live.Transport: it pings. Whoever has not answered the ping before is gone.
func (c *ws) Beat(b []byte) ([]byte, error) {
	if !c.pong.Swap(false) {
		return b, errNoPong
	}
	return append(b, 0x89, 0), c.allow()
}

// serveWS is GET /tables/{id}/ws.
func (s *Server) serveWS(w http.ResponseWriter, r *http.Request) {
	l, t, err := s.tables.Read(r.Context(), r.PathValue("id"))
	if err != nil {
		s.refuse(w, gaveUp(r.Context(), err))
		return
	}
	me := caller(r.Context())
	seat := r.URL.Query().Get("seat")
	if _, err := wire.ViewerOf(t, me.ID, seat); err != nil {
		s.refuse(w, err)
		return
	}
	leave, ok := s.roomFor(w, me)
	if !ok {
		return
	}
	defer leave()
	since, chat := resume(r)
	c, err := s.acceptWS(w, r)
	if err != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.WithValue(r.Context(), whoKey{}, me))
	defer cancel()
	st := s.hub.NewStream(l, s.listener(me), seat, c)
	var reading sync.WaitGroup
	defer reading.Wait()
	defer c.conn.CloseNow()
	reading.Go(func() {
		defer cancel()
		s.readCommands(ctx, c.conn, st, me, t.ID)
	})
	if st.Run(ctx, since, chat) == nil {
		_ = c.conn.Close(websocket.StatusGoingAway, "the server restarts")
	}
}

// serveLobbyWS is GET /ws: what GET /live tells, over a WebSocket.
func (s *Server) serveLobbyWS(w http.ResponseWriter, r *http.Request) {
	me := caller(r.Context())
	leave, ok := s.roomFor(w, me)
	if !ok {
		return
	}
	defer leave()
	c, err := s.acceptWS(w, r)
	if err != nil {
		return
	}
	defer c.conn.CloseNow()
	// Clients have nothing to say here: one that speaks is disconnected before it is read.
	ctx := c.conn.CloseRead(r.Context())
	if s.hub.Listen(ctx, s.listener(me), c) == nil {
		_ = c.conn.Close(websocket.StatusGoingAway, "the server restarts")
	}
}

// commands lends the memory in which commands are read.
var commands = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// readCommands answers what a client sends over its WebSocket. It ends when the
// connection is closed.
func (s *Server) readCommands(ctx context.Context, conn *websocket.Conn, st *live.Stream, me *who, table string) {
	for {
		kind, r, err := conn.Reader(context.Background())
		if err != nil {
			return
		}
		// Between two commands a connection keeps no memory for them.
		buf := commands.Get().(*bytes.Buffer)
		if _, err := buf.ReadFrom(r); err != nil {
			return
		}
		reply := s.command(ctx, st, me, table, kind, buf.Bytes())
		if buf.Cap() <= maxCommand {
			buf.Reset()
			commands.Put(buf)
		}
		st.Reply(ctx, wire.AppendReply(make([]byte, 0, 128), &reply))
	}
}

// maxCommand is how long a command may be: an action has at most 4096 bytes, and a
// byte can take six when it is written down.
const maxCommand = 32 << 10

func (s *Server) command(ctx context.Context, st *live.Stream, me *who, table string, kind websocket.MessageType, data []byte) wire.Reply {
	reply := wire.Reply{Type: "reply"}
	// A command costs something from reading it on, so it is counted before.
	who := me.ID
	if who == "" {
		who = me.addr
	}
	if !s.node.Allow("u "+who, s.node.Limiter.Account, node.Burst(s.node.Limiter.Account)) {
		reply.ID = commandID(data)
		return s.commandFailed(reply, node.TooMany)
	}
	if len(data) > maxCommand {
		reply.ID = commandID(data)
		return s.commandFailed(reply, newProblem(wire.TooLarge, "a command has at most 32 KiB", ""))
	}
	var c wire.Command
	err := json.Unmarshal(data, &c)
	// Whatever is wrong, a client that waits for an answer must recognise this as it.
	reply.ID = c.ID[:min(len(c.ID), 64)]
	var wrong *json.UnmarshalTypeError
	switch {
	case kind == websocket.MessageText && errors.As(err, &wrong) && wrong.Field != "":
		field := wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:]
		err = &match.Error{Kind: match.Invalid, Where: wrong.Field, Message: misfit(field, wrong)}
	case kind == websocket.MessageText && err == nil && !plainJSON(data):
		err = notPlain("")
	case kind != websocket.MessageText || err != nil:
		err = &match.Error{Kind: match.Invalid, Message: "a command is one JSON object"}
	default:
		if err = s.folk.Lasts(ctx, me.hash); err != nil {
			break
		}
		var ack wire.Ack
		ack, err = s.obey(ctx, st, me, table, &c)
		reply.Ack = &ack
	}
	if err != nil {
		return s.commandFailed(reply, err)
	}
	return reply
}

// obey does what a command says.
func (s *Server) obey(ctx context.Context, st *live.Stream, me *who, table string, c *wire.Command) (ack wire.Ack, err error) {
	if me.ID == "" && (c.Act != nil || c.Table != nil || c.Chat != nil || c.Open != nil) {
		return ack, people.NoSession
	}
	switch {
	case c.Act != nil:
		st.Acting()
		return s.tables.Act(ctx, me.ID, table, *c.Act)
	case c.Table != nil:
		return s.tables.Do(ctx, me.user(), table, *c.Table)
	case c.Chat != nil:
		_, err = s.say(ctx, table, *c.Chat)
		return ack, err
	case c.Open != nil:
		return s.tables.Open(ctx, me.ID, table, *c.Open)
	}
	return ack, &match.Error{Kind: match.Invalid, Message: "a command has one of act, table, chat and open"}
}

func (s *Server) commandFailed(reply wire.Reply, err error) wire.Reply {
	d := s.tell(err).(*problem).Problem.Error
	reply.Ack, reply.Error = nil, &d
	return reply
}

// idFirst is the id of a command that begins with it, as every client of ours does.
var idFirst = regexp.MustCompile(`^\s*\{\s*"id"\s*:\s*"([^"\\]{1,64})"`)

// commandID finds the id of a command that is not read.
func commandID(data []byte) string {
	if m := idFirst.FindSubmatch(data[:min(len(data), 128)]); m != nil {
		return string(m[1])
	}
	return ""
}
