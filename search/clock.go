package search

import (
	"context"
	"fmt"
	"time"
)

// Clock tells one thread of a search when to stop. It is not safe for
// concurrent use.
type Clock struct {
	ctx      context.Context
	start    time.Time
	deadline time.Time
	nodes    int64
	limit    int64
	mask     int64
	stopped  bool
	err      error
}

// grace is how long before the deadline of its context a search answers, so that
// the answer arrives before the asker has gone.
const grace = 2 * time.Millisecond

// NewClock starts a clock. The time is looked at once in every 'every' nodes,
// which is rounded up to a power of two.
func NewClock(ctx context.Context, b Budget, every int64) *Clock {
	c := &Clock{ctx: ctx, start: time.Now(), limit: b.Nodes}
	mask := int64(1)
	for mask < every {
		mask <<= 1
	}
	c.mask = mask - 1
	if b.Time > 0 {
		c.deadline = c.start.Add(b.Time)
	}
	if d, ok := ctx.Deadline(); ok {
		if d = d.Add(-grace); c.deadline.IsZero() || d.Before(c.deadline) {
			c.deadline = d
		}
	}
	return c
}

// Step counts one node and reports whether the search may go on.
func (c *Clock) Step() bool {
	if c.stopped {
		return false
	}
	c.nodes++
	if c.limit > 0 && c.nodes >= c.limit {
		c.stopped = true
		return false
	}
	if c.nodes&c.mask == 0 {
		return c.look()
	}
	return true
}

func (c *Clock) look() bool {
	if !c.deadline.IsZero() && !time.Now().Before(c.deadline) {
		c.stopped = true
		return false
	}
	select {
	case <-c.ctx.Done():
		// A deadline that passed between two looks is the end of the budget, not a
		// failure.
		if c.ctx.Err() == context.Canceled {
			c.err = fmt.Errorf("search stopped: %w", c.ctx.Err())
		}
		c.stopped = true
		return false
	default:
		return true
	}
}

// Look looks at the time and the context now and reports whether the search may
// go on.
func (c *Clock) Look() bool { return !c.stopped && c.look() }

// Stopped reports whether the budget is spent.
func (c *Clock) Stopped() bool { return c.stopped }

// Stop ends the search early.
func (c *Clock) Stop() { c.stopped = true }

// Err is the error of a cancelled context; nil if the budget ran out.
func (c *Clock) Err() error { return c.err }

// Nodes returns the nodes counted.
func (c *Clock) Nodes() int64 { return c.nodes }

// Elapsed returns the time since the start.
func (c *Clock) Elapsed() time.Duration { return time.Since(c.start) }

// Spent returns which part of the budget is used, 0 to 1.
func (c *Clock) Spent() float64 {
	var part float64
	if c.limit > 0 {
		part = float64(c.nodes) / float64(c.limit)
	}
	if !c.deadline.IsZero() {
		if whole := c.deadline.Sub(c.start); whole > 0 {
			part = max(part, float64(time.Since(c.start))/float64(whole))
		} else {
			part = 1
		}
	}
	return min(part, 1)
}
