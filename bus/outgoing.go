package bus

import (
	"bytes"
	"context"
	"runtime"
	"sync"

	"github.com/nats-io/nats.go"
)

// outgoing are pings on their way to the bus. A commit lets many of them go at once; those
// that wait together travel together, which saves the bus and every other node most of what
// a message costs. Nobody waits for company: on a node with nothing else to do a ping leaves
// at once.
type outgoing struct {
	wake chan struct{}

	mu       sync.Mutex
	messages [][]byte // the last may be added to
	size     int
	spare    []byte // memory for the next message

	sending sync.Mutex // keeps messages in order
}

// maxOutgoing bounds what waits. Beyond it, whoever adds a ping helps to send.
const maxOutgoing = 1 << 20

// put adds a ping.
func (o *outgoing) put(conn *nats.Conn, p *Ping) {
	o.mu.Lock()
	first := len(o.messages) == 0
	o.add(p)
	full := o.size > maxOutgoing
	o.mu.Unlock()
	switch {
	case full:
		o.send(conn)
	case first:
		select {
		case o.wake <- struct{}{}:
		default:
		}
	}
}

// add writes a ping to the last message, or to a new one if that would become too long. o.mu must
// be held.
func (o *outgoing) add(p *Ping) {
	last := len(o.messages) - 1
	if last < 0 {
		o.messages, last = append(o.messages, o.spare), 0
		o.spare = nil
	}
	b := o.messages[last]
	before := len(b)
	if before > 0 {
		b = append(b, '\n')
	}
	from := len(b)
	b = appendPing(b, p)
	o.size += len(b) - from
	if before > 0 && len(b) >= maxMessage {
		o.messages = append(o.messages, bytes.Clone(b[from:]))
		b = b[:before]
	}
	o.messages[last] = b
}

// send hands everything to the bus. While disconnected the client buffers or drops; the
// outbox of the store repeats.
func (o *outgoing) send(conn *nats.Conn) {
	o.sending.Lock()
	defer o.sending.Unlock()
	o.mu.Lock()
	messages := o.messages
	o.messages, o.size = nil, 0
	o.mu.Unlock()
	for _, m := range messages {
		_ = conn.Publish(pingSubject, m) // it keeps a copy
	}
	if len(messages) > 0 {
		o.mu.Lock()
		o.spare = messages[0][:0]
		o.mu.Unlock()
	}
}

// run sends until ctx ends.
func (o *outgoing) run(ctx context.Context, conn *nats.Conn) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-o.wake:
		}
		// Those who are about to tell come first.
		runtime.Gosched()
		o.send(conn)
	}
}
