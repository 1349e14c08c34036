// Package tables keeps tables in memory and changes them: every change is stored
// with compare-and-set before anybody hears of it.
package tables

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"atoll/match"
	"atoll/server/node"
)

// Tables are the tables that this node has in memory: a cache.
type Tables struct {
	n      *node.Node
	attach func(*Entry) Audience
	told   []func(e *Entry, before, after *match.Table)
	notice func(before, after *match.Table, now match.Now) []match.Notice

	mu  sync.Mutex
	all map[string]*Entry
}

// Audience is what an entry has for those who watch its table.
type Audience interface {
	// Watched reports whether somebody does. Then the table stays in memory.
	Watched() bool
	// Rewritten says that the log was rewritten, to remove a name.
	Rewritten()
}

// Entry is one table in memory.
type Entry struct {
	ID       string
	Audience Audience

	mu    sync.Mutex // held while the table is read from the store or changed
	table atomic.Pointer[match.Table]
	stale atomic.Bool // the store may have more
	news  news        // what other nodes have told of it
	used  atomic.Int64
}

// New makes an empty memory. attach makes the audience of a new entry.
func New(n *node.Node, attach func(*Entry) Audience) *Tables {
	ts := &Tables{n: n, attach: attach, all: map[string]*Entry{}}
	n.Metrics.CountTables(func() int {
		ts.mu.Lock()
		defer ts.mu.Unlock()
		return len(ts.all)
	})
	return ts
}

// OnChange has f called after every change that is stored; before is nil for a new
// table. It is called while the table is locked, so it must not wait.
func (ts *Tables) OnChange(f func(e *Entry, before, after *match.Table)) {
	ts.told = append(ts.told, f)
}

// OnCommit has f called before a change is stored, for what is to be stored with
// it.
func (ts *Tables) OnCommit(f func(before, after *match.Table, now match.Now) []match.Notice) {
	ts.notice = f
}

// Table is the table as this node knows it; nil if it has not been read yet.
func (e *Entry) Table() *match.Table { return e.table.Load() }

// Outdate says that the store may have more than the memory.
func (e *Entry) Outdate() { e.stale.Store(true) }

// Entry returns the entry for id, which may not exist in the store.
func (ts *Tables) Entry(id string) *Entry {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	e := ts.all[id]
	if e == nil {
		e = &Entry{ID: id}
		e.Audience = ts.attach(e)
		ts.all[id] = e
	}
	ts.Use(e)
	return e
}

// Use notes that somebody needs the table.
func (ts *Tables) Use(e *Entry) { e.used.Store(ts.n.Clock().UnixMilli()) }

// Known returns the entry for id if this node has one.
func (ts *Tables) Known(id string) *Entry {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return ts.all[id]
}

// All are the tables that this node has in memory.
func (ts *Tables) All() []*Entry {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	all := make([]*Entry, 0, len(ts.all))
	for _, e := range ts.all {
		all = append(all, e)
	}
	return all
}

// While runs f if the entry is still in memory, and keeps it there meanwhile.
func (ts *Tables) While(e *Entry, f func()) bool {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.all[e.ID] != e {
		return false
	}
	f()
	return true
}

// Idle is how long an unwatched table stays in memory; a finished one stays for
// idleOver.
const (
	Idle     = 2 * time.Minute
	idleOver = 3 * time.Second
)

// Tidy forgets what nobody has used lately.
func (ts *Tables) Tidy() {
	now := ts.n.Clock().UnixMilli()
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for id, e := range ts.all {
		limit := Idle
		if t := e.table.Load(); t == nil || t.Status == match.Over || t.Status == match.Aborted {
			limit = idleOver
		}
		if now-e.used.Load() >= limit.Milliseconds() && !e.Audience.Watched() {
			delete(ts.all, id)
		}
	}
}

// ErrNone is the refusal for an id that no table has.
var ErrNone = &match.Error{Kind: match.Unknown, Message: "there is no such table"}

// Read returns the table as it is now.
func (ts *Tables) Read(ctx context.Context, id string) (*Entry, *match.Table, error) {
	if len(id) != node.IDLength {
		return nil, nil, ErrNone
	}
	e := ts.Entry(id)
	if ts.n.Shared {
		// A ping of another node may be late or lost, and the client may have heard
		// more than this node has.
		e.Outdate()
	}
	t, err := ts.Current(ctx, e)
	if errors.Is(err, match.ErrNoTable) {
		ts.forget(e)
		return nil, nil, ErrNone
	}
	return e, t, err
}

// forget drops an entry that turned out to have no table.
func (ts *Tables) forget(e *Entry) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.all[e.ID] == e && e.table.Load() == nil {
		delete(ts.all, e.ID)
	}
}

// Current returns the table of an entry, from the memory unless that is outdated.
func (ts *Tables) Current(ctx context.Context, e *Entry) (*match.Table, error) {
	if t := e.table.Load(); t != nil && !e.stale.Load() && !e.news.waiting.Load() {
		return t, nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return ts.loadLocked(ctx, e, false)
}

// loadLocked brings the memory up to date, from what other nodes have told or from
// the store. e.mu must be held.
func (ts *Tables) loadLocked(ctx context.Context, e *Entry, force bool) (*match.Table, error) {
	t := e.table.Load()
	told := e.news.take() // the store has all of it
	if t != nil && !e.stale.Load() && !force {
		if n, ok := ts.learn(t, told); ok {
			if n != t {
				e.table.Store(n)
			}
			return n, nil
		}
	}
	ctx, cancel := node.Patient(ctx)
	defer cancel()
	e.stale.Store(false)
	var after int64
	if t != nil {
		after = t.Seq
	}
	stored, err := ts.n.Store.Load(ctx, e.ID, after)
	if err == nil && t != nil && t.Rewritten(stored.Version) {
		t = nil
		e.Audience.Rewritten()
		stored, err = ts.n.Store.Load(ctx, e.ID, 0)
	}
	if err == nil {
		switch {
		case t == nil:
			t, err = match.Replay(ts.n.Game, e.ID, stored)
		case stored.Version != t.Version:
			t, err = t.Extend(ts.n.Game, stored)
		}
	}
	if err != nil {
		e.Outdate()
		return nil, err
	}
	e.table.Store(t)
	return t, nil
}
