package share

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// mostCached bounds the memory of pictures, in bytes.
const mostCached = 24 << 20

// cache keeps pictures by what they show; the least recently used goes first.
type cache struct {
	mu    sync.Mutex
	most  int
	size  int
	byKey map[string]*list.Element
	order list.List // newest first
}

type cached struct {
	key  string
	data []byte
}

func (c *cache) get(key string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[key]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(cached).data
}

func (c *cache) put(key string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byKey == nil {
		c.byKey = map[string]*list.Element{}
	}
	if c.byKey[key] != nil || len(data) > c.most/4 {
		return
	}
	c.byKey[key] = c.order.PushFront(cached{key, data})
	for c.size += len(data); c.size > c.most; {
		last := c.order.Back()
		old := c.order.Remove(last).(cached)
		delete(c.byKey, old.key)
		c.size -= len(old.data)
	}
}

// made returns what make makes, from the memory or for a caller who pays. Those who
// waited for their turn look once more: somebody may have made it meanwhile.
func (s *Share) make(ctx context.Context, key string, f func() ([]byte, error)) ([]byte, error) {
	if data := s.made.get(key); data != nil {
		return data, nil
	}
	var data []byte
	err := s.Pay(ctx, func() (err error) {
		if data = s.made.get(key); data != nil {
			return nil
		}
		if data, err = f(); err == nil {
			s.made.put(key, data)
		}
		return err
	})
	return data, err
}

// briefly keeps what links say about tournaments for a minute.
type briefly struct {
	mu   sync.Mutex
	kept map[string]keptTour
}

type keptTour struct {
	t  *Tournament
	at time.Time
}

const (
	tourFor   = time.Minute
	mostTours = 1000
)

// tournament asks for a tournament at most once a minute.
func (s *Share) tournament(ctx context.Context, id string) (*Tournament, error) {
	now := s.n.Clock()
	s.tours.mu.Lock()
	k, ok := s.tours.kept[id]
	s.tours.mu.Unlock()
	if age := now.Sub(k.at); ok && age >= 0 && age < tourFor {
		return k.t, nil
	}
	t, err := s.Tournament(ctx, id)
	if err != nil {
		return nil, err
	}
	s.tours.mu.Lock()
	defer s.tours.mu.Unlock()
	if len(s.tours.kept) >= mostTours {
		clear(s.tours.kept)
	}
	s.tours.kept[id] = keptTour{t, now}
	return t, nil
}
