package people

import (
	"context"
	"errors"
	"sync"
	"time"

	"atoll/match"
	"atoll/store"
)

// nameCache remembers who is who for a short time: logs have only ids.
type nameCache struct {
	mu    sync.Mutex
	known map[string]knownName
}

type knownName struct {
	store.User
	until time.Time
}

const nameFor = 10 * time.Second

// Known returns a user as of a few seconds ago; a user no longer known has no name.
func (p *People) Known(ctx context.Context, id string) (store.User, error) {
	c, now := &p.names, p.n.Clock()
	c.mu.Lock()
	k, ok := c.known[id]
	c.mu.Unlock()
	if ok && now.Before(k.until) {
		return k.User, nil
	}
	u, err := p.n.Store.User(ctx, id)
	if errors.Is(err, store.ErrNone) {
		u, err = store.User{ID: id, Kind: match.Gone, Name: "somebody"}, nil
	}
	if err != nil {
		return u, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) > 20_000 {
		clear(c.known)
	}
	c.known[id] = knownName{u, now.Add(nameFor)}
	return u, nil
}
