package bus

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	watchEvery  = time.Second
	answerSoon  = 2 * time.Second // what a bus in order takes at most to answer
	prepareSoon = 10 * time.Second
)

// natsEar is one listener.
type natsEar struct {
	sub  *nats.Subscription
	lost int // pings that came faster than they were heard

	mu sync.Mutex // f hears one ping at a time
	f  func(Ping)
}

func (e *natsEar) hear(p Ping) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.f(p)
}

// Sound implements Pings.
func (n *NATS) Sound() bool { return n.sound.Load() }

// Flush implements Pings.
func (n *NATS) Flush(ctx context.Context) error {
	n.out.send(n.conn)
	ctx, cancel := context.WithTimeout(ctx, answerSoon)
	defer cancel()
	return n.conn.FlushWithContext(ctx)
}

// watch asks the bus again and again whether it is there. When it is back, or was
// away and back in between, listeners are told that they may have missed
// something: whatever was sent until now is lost, and from now on everything
// comes, since the server answered after it had received the subscriptions.
func (n *NATS) watch(ctx context.Context) {
	defer close(n.done)
	t := time.NewTicker(watchEvery)
	defer t.Stop()
	var known uint64
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		// Read first: if it happens again after this, the next round sees it.
		reconnects := n.conn.Stats().Reconnects
		if n.Flush(ctx) != nil {
			n.sound.Store(false)
			continue
		}
		missed := !n.sound.Swap(true) || reconnects != known
		if reconnects != known {
			// It may have come back with nothing: a new server, or its disk gone.
			again, cancel := context.WithTimeout(ctx, prepareSoon)
			err := n.prepare(again)
			cancel()
			if err != nil {
				n.sound.Store(false)
				continue
			}
			known = reconnects
		}
		n.tellMissed(missed)
	}
}

// tellMissed tells all listeners, or only those that could not keep up.
func (n *NATS) tellMissed(all bool) {
	n.mu.Lock()
	var late []*natsEar
	for e := range n.ears {
		lost, err := e.sub.Dropped()
		if all || err == nil && lost != e.lost {
			late = append(late, e)
		}
		if err == nil {
			e.lost = lost
		}
	}
	n.mu.Unlock()
	for _, e := range late {
		e.hear(Ping{What: Missed})
	}
}
