package tables

import (
	"context"
	"errors"
	"time"

	"atoll/game"
	"atoll/match"
	"atoll/server/node"
)

// Plan is what a command makes of a table.
type Plan struct {
	match.Done
	// New are tables that come into being with the change, or not at all.
	New []Made
	// Store stores the change in a transaction of its own, instead of Done; nil:
	// Done is stored. If its answer has no table, there was nothing to do.
	Store func(context.Context) (match.Done, error)
}

// Made is a new table.
type Made struct {
	Table  *match.Table
	Change *match.Change
}

// Change runs a command against a table and stores what comes of it. It returns
// when that is durable, or has been refused.
func (ts *Tables) Change(ctx context.Context, id string, f func(*match.Table, match.Now) (match.Done, error)) (match.Done, error) {
	return ts.ChangeWith(ctx, id, func(t *match.Table, now match.Now) (Plan, error) {
		d, err := f(t, now)
		return Plan{Done: d}, err
	})
}

// tries is how often a change is tried while others are faster.
const tries = 100

// ChangeWith is Change for commands that store more than the table. It is the one
// loop of compare-and-set: read, judge, store if nobody was faster, tell.
func (ts *Tables) ChangeWith(ctx context.Context, id string, f func(*match.Table, match.Now) (Plan, error)) (match.Done, error) {
	if len(id) != node.IDLength {
		return match.Done{}, ErrNone
	}
	// A client that hangs up must not stop the others from being told.
	ctx = context.WithoutCancel(ctx)
	e := ts.Entry(id)
	e.mu.Lock()
	defer e.mu.Unlock()
	force := false
	for range tries {
		t, err := ts.loadLocked(ctx, e, force)
		if errors.Is(err, match.ErrNoTable) {
			ts.forget(e)
			return match.Done{}, ErrNone
		}
		if err != nil {
			return match.Done{}, err
		}
		now, err := ts.n.Time.Judge(ctx)
		if err != nil {
			return match.Done{}, err
		}
		// Vacations first: whether a player's time is up depends on them.
		p, err := ts.excused(ctx, t, now)
		excused := p.Change != nil
		if err == nil && !excused {
			p, err = f(t, now)
		}
		if err != nil {
			// With other nodes about, the refusal may come from old knowledge.
			if ts.n.Shared && !force {
				force = true
				continue
			}
			return match.Done{}, err
		}
		if p.Change == nil && p.Store == nil {
			return p.Done, nil
		}
		d, err := ts.store(ctx, &p, t)
		if errors.Is(err, match.ErrConflict) {
			ts.n.Metrics.Conflicts.Inc()
			force = true
			continue
		}
		if err != nil {
			// It may be stored or not; the next read will show.
			e.Outdate()
			return match.Done{}, err
		}
		for _, m := range p.New {
			ts.put(ts.Entry(m.Table.ID), nil, m.Table)
		}
		if d.Table != nil {
			ts.put(e, t, d.Table)
		}
		if excused {
			continue
		}
		return d, nil
	}
	return match.Done{}, &match.Error{Kind: match.NotNow, Message: "the table is too busy; try again"}
}

// excused notes the vacations of those who sit at a table, as far as they count
// there and the table does not know them.
func (ts *Tables) excused(ctx context.Context, t *match.Table, now match.Now) (Plan, error) {
	if !t.KeepsVacations() {
		return Plan{}, nil
	}
	var all []match.Vacation
	for s, seat := range t.Seats {
		if seat.User.ID == "" {
			continue
		}
		list, err := ts.n.Store.Vacations(ctx, seat.User.ID, t.Decision())
		if err != nil {
			return Plan{}, err
		}
		for _, v := range list {
			all = append(all, match.Vacation{Seat: game.Seat(s), From: v.Since, To: v.Until})
		}
	}
	d, err := t.Excuse(all, now)
	return Plan{Done: d}, err
}

// Excuse has a table note the vacations of those who sit there.
func (ts *Tables) Excuse(ctx context.Context, id string) error {
	_, err := ts.Change(ctx, id, func(t *match.Table, _ match.Now) (match.Done, error) { return match.Done{Table: t, Seq: t.Seq}, nil })
	return err
}

// store makes a plan durable.
func (ts *Tables) store(ctx context.Context, p *Plan, before *match.Table) (match.Done, error) {
	if p.Store != nil {
		return p.Store(ctx)
	}
	changes := []*match.Change{p.Change}
	ts.note(p.Change, before, p.Table)
	for _, m := range p.New {
		changes = append(changes, m.Change)
		ts.note(m.Change, nil, m.Table)
	}
	start := time.Now()
	err := ts.commit(ctx, changes...)
	if err == nil && p.Table.Seq != before.Seq { // that something was sealed is not counted
		ts.n.Metrics.Commits.Observe(time.Since(start).Seconds())
	}
	return p.Done, err
}

// Add stores a new table. It returns match.ErrConflict if the id is taken.
func (ts *Tables) Add(ctx context.Context, m Made) error {
	e := ts.Entry(m.Table.ID)
	e.mu.Lock()
	defer e.mu.Unlock()
	ts.note(m.Change, nil, m.Table)
	if err := ts.commit(ctx, m.Change); err != nil {
		e.Outdate()
		return err
	}
	ts.put(e, nil, m.Table)
	return nil
}

// note adds what is to be told of a change to those who are away.
func (ts *Tables) note(c *match.Change, before, after *match.Table) {
	if ts.notice != nil {
		c.Notices = ts.notice(before, after, ts.n.Now())
	}
}

// put remembers a table that is stored, and tells.
func (ts *Tables) put(e *Entry, before, t *match.Table) {
	e.table.Store(t)
	if t.KeepsVacations() && (before == nil || before.Status != match.Running) {
		// Whoever sits down may be on vacation. Should this fail, the next change makes up for it.
		time.AfterFunc(0, func() {
			if !ts.n.Draining() {
				_ = ts.Excuse(context.Background(), t.ID)
			}
		})
	}
	for _, f := range ts.told {
		f(e, before, t)
	}
}

// commit stores changes. A lone node needs no outbox: everybody it would have to tell goes down
// with it.
func (ts *Tables) commit(ctx context.Context, changes ...*match.Change) error {
	for _, c := range changes {
		c.Ping = c.Ping && ts.n.Shared
	}
	ctx, cancel := node.Patient(ctx)
	defer cancel()
	return ts.n.Store.Commit(ctx, changes...)
}
