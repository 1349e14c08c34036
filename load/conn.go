package load

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// conn is a WebSocket, reduced to what a measurement needs: the generator shares
// its processors with the server and must cost as little as it can.
type conn struct {
	net.Conn
	in    *bufio.Reader
	buf   []byte
	out   []byte
	token string
	node  string
	seat  []byte // as the view names it

	// What the latest frames said.
	seq    int64
	step   int64
	acts   bool
	over   bool
	count  int64 // of legal actions
	legal  [][]byte
	sealed bool
}

func hostOf(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || u.Host == "" {
		return "", fmt.Errorf("the server's address must be like http://127.0.0.1:8080, not %.80q", address)
	}
	return u.Host, nil
}

// dial connects to a table and reads its state.
func dial(ctx context.Context, address, table, token string) (*conn, error) {
	c, err := handshake(ctx, address, api+"/tables/"+table+"/ws", token)
	if err != nil {
		return nil, err
	}
	if err := c.read(); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// handshake opens a WebSocket.
func handshake(ctx context.Context, address, path, token string) (*conn, error) {
	host, err := hostOf(address)
	if err != nil {
		return nil, err
	}
	var d net.Dialer
	raw, err := d.DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: raw, in: bufio.NewReaderSize(raw, 1<<14)}
	var key [16]byte
	_, _ = rand.Read(key[:])
	_, err = fmt.Fprintf(raw, "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n",
		path, host, token, base64.StdEncoding.EncodeToString(key[:]))
	if err == nil {
		var res *http.Response
		res, err = http.ReadResponse(c.in, nil)
		if err == nil && res.StatusCode != http.StatusSwitchingProtocols {
			err = fmt.Errorf("the server does not switch to WebSocket: %s", res.Status)
		}
	}
	if err != nil {
		raw.Close()
		return nil, err
	}
	return c, nil
}

func (c *conn) close() { c.Conn.Close() }

// send writes one text message.
func (c *conn) send(text []byte) error {
	c.out = append(c.out[:0], 0x81)
	switch n := len(text); {
	case n < 126:
		c.out = append(c.out, 0x80|byte(n))
	default:
		c.out = append(c.out, 0x80|126)
		c.out = binary.BigEndian.AppendUint16(c.out, uint16(n))
	}
	c.out = append(c.out, 0, 0, 0, 0) // a mask of zeros masks nothing, and is allowed
	c.out = append(c.out, text...)
	_, err := c.Conn.Write(c.out)
	return err
}

var errClosed = errors.New("the server closed the connection")

// next reads one text message into c.buf. Pings are answered.
func (c *conn) next() ([]byte, error) {
	for {
		var head [2]byte
		if _, err := io.ReadFull(c.in, head[:]); err != nil {
			return nil, err
		}
		n := int(head[1] & 0x7f)
		var more [8]byte
		switch n {
		case 126:
			if _, err := io.ReadFull(c.in, more[:2]); err != nil {
				return nil, err
			}
			n = int(binary.BigEndian.Uint16(more[:2]))
		case 127:
			if _, err := io.ReadFull(c.in, more[:]); err != nil {
				return nil, err
			}
			n = int(binary.BigEndian.Uint64(more[:]))
		}
		if n > 1<<22 {
			return nil, fmt.Errorf("a frame of %d bytes", n)
		}
		if cap(c.buf) < n {
			c.buf = make([]byte, n+n/2)
		}
		c.buf = c.buf[:n]
		if _, err := io.ReadFull(c.in, c.buf); err != nil {
			return nil, err
		}
		switch head[0] & 0x0f {
		case 1:
			return c.buf, nil
		case 8:
			return nil, errClosed
		case 9:
			pong := append([]byte{0x8a, 0x80 | byte(n), 0, 0, 0, 0}, c.buf...)
			if _, err := c.Conn.Write(pong); err != nil {
				return nil, err
			}
		}
	}
}

// read takes one frame and notes what it says.
func (c *conn) read() error {
	data, err := c.next()
	if err != nil {
		return err
	}
	return c.note(data)
}

// note finds the few things that matter in a frame without decoding it.
func (c *conn) note(data []byte) error {
	switch {
	case bytes.HasPrefix(data, []byte(`{"type":"snapshot"`)), bytes.HasPrefix(data, []byte(`{"type":"delta"`)):
	default:
		return nil
	}
	at := bytes.Index(data, []byte(`"view":{"table":`))
	if at < 0 {
		return fmt.Errorf("a frame without a view: %.100s", data)
	}
	view := data[at:]
	c.seq = number(view, `"seq":`)
	c.step = number(view, `"step":`)
	c.seat = append(c.seat[:0], word(view, `"viewer":`)...)
	c.over = string(word(view, `"status":`)) == "over"
	c.sealed = false
	c.legal = c.legal[:0]
	at = bytes.Index(view, []byte(`,"legal":{"count":`))
	c.acts = at >= 0
	if c.acts {
		list := view[at:]
		c.count = number(list, `"count":`)
		if from := bytes.Index(list, []byte(`"actions":[`)); from >= 0 {
			list = list[from+len(`"actions":[`):]
			if to := bytes.IndexByte(list, ']'); to > 0 {
				for _, a := range bytes.Split(list[:to], []byte{','}) {
					c.legal = append(c.legal, bytes.Clone(bytes.Trim(a, `"`)))
				}
			}
		}
	}
	return nil
}

func number(data []byte, after string) int64 {
	at := bytes.Index(data, []byte(after))
	if at < 0 {
		return 0
	}
	var n int64
	for _, b := range data[at+len(after):] {
		if b < '0' || b > '9' {
			break
		}
		n = 10*n + int64(b-'0')
	}
	return n
}

func word(data []byte, after string) []byte {
	at := bytes.Index(data, []byte(after))
	if at < 0 {
		return nil
	}
	rest := data[at+len(after)+1:]
	end := bytes.IndexByte(rest, '"')
	if end < 0 {
		return nil
	}
	return rest[:end]
}

// game plays one game of a pair: whoever is to act chooses at random.
func (r *run) game(ctx context.Context, p *pair, interval time.Duration) error {
	stop := context.AfterFunc(ctx, func() {
		for _, c := range p.players {
			_ = c.SetDeadline(time.Now())
		}
	})
	defer stop()
	var msg []byte
	for n := 0; ; n++ {
		var me *conn
		var other *conn
		for i, c := range p.players {
			if c.over {
				return errOver
			}
			if c.acts && !c.sealed {
				me, other = c, p.players[1-i]
				break
			}
		}
		if me == nil {
			return fmt.Errorf("nobody is to act at table %s", p.table)
		}
		if p.leave > 0 && n >= p.leave {
			if _, err := r.post(ctx, me.node, me.token, "/tables/"+p.table+"/do", map[string]any{"do": "resign"}, nil); err != nil {
				return err
			}
			return errOver
		}
		if wait := time.Until(p.next); wait > 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(wait):
			}
		} else if wait < -time.Second {
			p.next = time.Now() // moves this late are not made up for
		}
		p.next = p.next.Add(interval)
		msg = append(msg[:0], `{"id":"m","act":{"msg":"`...)
		msg = append(msg, me.seat...)
		msg = strconv.AppendInt(msg, int64(n), 10)
		msg = append(msg, `","step":`...)
		msg = strconv.AppendInt(msg, me.step, 10)
		msg = append(msg, `,"action":"`...)
		msg = append(msg, r.choose(p, me)...)
		msg = append(msg, `"}}`...)
		start := time.Now()
		if err := me.send(msg); err != nil {
			return err
		}
		seq, sealed, err := me.acknowledged()
		if err != nil {
			return err
		}
		took := time.Since(start)
		r.moves.Add(1)
		r.mu.Lock()
		r.ack = append(r.ack, took)
		if at := int(start.Sub(r.begun) / time.Second); at >= 0 && at < len(r.slowest) {
			r.slowest[at] = max(r.slowest[at], took)
		}
		r.mu.Unlock()
		me.sealed = sealed
		if !sealed {
			for me.seq < seq {
				if err := me.read(); err != nil {
					return err
				}
			}
			for other.seq < seq {
				if err := other.read(); err != nil {
					return err
				}
			}
			told := time.Since(start)
			r.mu.Lock()
			r.other = append(r.other, told)
			r.mu.Unlock()
		}
	}
}

// acknowledged reads until the reply to the latest command, noting frames that
// come before it.
func (c *conn) acknowledged() (seq int64, sealed bool, err error) {
	for {
		data, err := c.next()
		if err != nil {
			return 0, false, err
		}
		if !bytes.HasPrefix(data, []byte(`{"type":"reply"`)) {
			if err := c.note(data); err != nil {
				return 0, false, err
			}
			continue
		}
		if bytes.Contains(data, []byte(`"error":`)) {
			return 0, false, fmt.Errorf("refused: %.300s", data)
		}
		return number(data, `"seq":`), bytes.Contains(data, []byte(`"sealed":true`)), nil
	}
}

// idle opens streams that only listen, over the tables in turn.
func (r *run) idle(ctx context.Context, tables []string) (int, error) {
	var hosts []string
	for _, node := range r.URLs {
		host, err := hostOf(node)
		if err != nil {
			return 0, err
		}
		hosts = append(hosts, host)
	}
	if len(tables) == 0 {
		return 0, errors.New("idle streams need at least one game")
	}
	errs := make(chan error, r.Idle)
	slots := make(chan struct{}, 64)
	for i := range r.Idle {
		slots <- struct{}{}
		go func() {
			host := hosts[i%len(hosts)]
			c, err := net.Dial("tcp", host)
			if err == nil {
				_, err = fmt.Fprintf(c, "GET /api/v1/tables/%s/live HTTP/1.1\r\nHost: %s\r\n\r\n", tables[i%len(tables)], host)
			}
			var b [4096]byte
			if err == nil {
				_, err = c.Read(b[:])
			}
			if err == nil && !bytes.HasPrefix(b[:], []byte("HTTP/1.1 200")) {
				err = fmt.Errorf("no stream: %.60s", b[:])
			}
			errs <- err
			<-slots
			if err != nil {
				return
			}
			context.AfterFunc(ctx, func() { c.Close() })
			small := make([]byte, 512)
			for {
				if _, err := c.Read(small); err != nil {
					return
				}
			}
		}()
	}
	n := 0
	var err error
	for range r.Idle {
		if e := <-errs; e == nil {
			n++
		} else if err == nil {
			err = e
		}
	}
	return n, err
}
