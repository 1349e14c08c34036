package node

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"atoll/match"
	"atoll/store"
)

const (
	aliveEvery = time.Second
	// aliveSlack is how late, beyond two intervals, a sign of life may be before the time since the
	// last one is credited to clocks.
	aliveSlack = time.Second
)

// Served keeps the time by which clocks run: time in which some node could take a
// move. Between two looks it goes by a clock that nobody can set. Every node stores
// signs of life; where the latest of all is older than pause, no node was there
// (frozen, away, or without its store), and the time since is stored as a gap that
// no clock counts. Nothing is judged by a sign of life that is itself too old.
type Served struct {
	store  store.Store
	wall   func() time.Time
	steady func() time.Duration
	pause  int64 // ms
	shared bool  // other nodes give signs of life too
	serves bool  // players come here; otherwise this node only looks

	zero  atomic.Int64 // the time when steady was 0, Unix ms
	noted atomic.Int64 // the time of the latest sign of life that is stored
	gaps  atomic.Pointer[[]match.Gap]
	one   singleflight.Group
}

func newServed(cfg *Config) *Served {
	c := &Served{
		store: cfg.Store, wall: cfg.Clock, steady: cfg.Steady, shared: cfg.Shared, serves: cfg.Serves,
		pause: (2*cfg.AliveEvery + aliveSlack).Milliseconds(),
	}
	if c.steady == nil {
		// The times of the real clock carry a reading that nobody can set.
		start := c.wall()
		c.steady = func() time.Duration { return c.wall().Sub(start) }
	}
	c.gaps.Store(&[]match.Gap{})
	c.zero.Store(c.wall().UnixMilli() - c.steady().Milliseconds())
	return c
}

func (c *Served) ms() int64 { return c.zero.Load() + c.steady().Milliseconds() }

func (c *Served) now() match.Now { return match.Now{MS: c.ms(), Gaps: *c.gaps.Load()} }

// Judge returns the present moment with every gap before it, so that it can be
// said whose time is up.
func (c *Served) Judge(ctx context.Context) (match.Now, error) {
	for try := 0; ; try++ {
		// In this order: a gap is known before the sign of life that revealed it.
		noted := c.noted.Load()
		now := c.now()
		if now.MS-noted <= c.pause {
			return now, nil
		}
		if try > 1 { // the first may have been under way since before
			// No node serves players, or the store takes too long to say so. Nobody is to
			// lose by it; the gap is stored once it is over.
			now.Gaps = append(now.Gaps[:len(now.Gaps):len(now.Gaps)], match.Gap{From: noted, To: now.MS})
			return now, nil
		}
		if err := c.note(ctx, c.pause); err != nil {
			return match.Now{}, err
		}
	}
}

// note stores a sign of life and learns of gaps. Whoever asks meanwhile waits for
// the same.
func (c *Served) note(ctx context.Context, pause int64) error {
	_, err, _ := c.one.Do("", func() (any, error) {
		// A caller that hangs up must not fail the others.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteWithin)
		defer cancel()
		return nil, c.noteOne(ctx, pause)
	})
	return err
}

const noteWithin = 10 * time.Second

func (c *Served) noteOne(ctx context.Context, pause int64) error {
	// The sign counts from before it is stored: how long that takes is not known.
	at := c.ms()
	if wall := c.wall().UnixMilli(); !c.shared && wall-at > c.pause {
		// The machine slept, or its clock was set. Times that people read follow, and
		// what lies between is a gap. Among several nodes one whose clock is wrong must
		// not lead the others.
		c.zero.Add(wall - at)
		at = wall
	}
	known := *c.gaps.Load()
	var after int64
	if n := len(known); n > 0 {
		after = known[n-1].To
	}
	var latest int64
	var gaps []match.Gap
	var err error
	if c.serves {
		latest, gaps, err = c.store.Alive(ctx, at, pause, after)
	} else {
		latest, gaps, err = c.store.LastAlive(ctx, after)
	}
	if err != nil {
		return err
	}
	if latest > at { // another node is ahead, or this one's clock was set back while it was away
		c.zero.Add(latest - at)
		at = latest
	}
	if len(gaps) > 0 {
		all := append(known[:len(known):len(known)], gaps...)
		c.gaps.Store(&all)
	}
	if c.serves {
		c.noted.Store(at)
	} else {
		c.noted.Store(latest)
	}
	return nil
}

// Gaps are those known so far. The same pointer means the same gaps.
func (c *Served) Gaps() *[]match.Gap { return c.gaps.Load() }

// Leave notes the time of going down.
func (c *Served) Leave(ctx context.Context) error { return c.note(ctx, c.pause) }

// KeepAlive gives signs of life. It calls credited when a gap has become known,
// since that changes clocks.
func (n *Node) KeepAlive(ctx context.Context, credited func()) {
	known := n.Time.Gaps()
	Every(ctx, n.AliveEvery, func() {
		if err := n.Time.note(ctx, n.Time.pause); err != nil {
			if ctx.Err() == nil {
				n.Trouble(err)
				n.Log.Warn("the store does not answer", "err", err)
			}
			return
		}
		if gaps := n.Time.Gaps(); gaps != known {
			known = gaps
			credited()
		}
	})
}
