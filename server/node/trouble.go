package node

import (
	"context"
	"sync/atomic"
	"time"
)

const (
	// storeWithin is how long anybody waits for the store.
	storeWithin = 15 * time.Second
	// sickFor is how long after the latest trouble the server is not ready. Signs of life check
	// every second whether it goes on.
	sickFor = 3 * time.Second
)

// health is the latest trouble of the store.
type health struct {
	latest atomic.Pointer[sickness]
}

type sickness struct {
	why string
	at  time.Time
}

// Sick says what is wrong; "" if nothing is.
func (n *Node) Sick() string {
	if s := n.health.latest.Load(); s != nil && time.Since(s.at) < sickFor {
		return s.why
	}
	return ""
}

// Trouble says why the store can do nothing just now, if that is what the error
// means, and notes it.
func (n *Node) Trouble(err error) string {
	why := n.Store.Trouble(err)
	if why != "" {
		n.health.latest.Store(&sickness{why, time.Now()})
	}
	return why
}

// Patient bounds what follows by the time that callers wait for the store.
func Patient(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, storeWithin)
}
