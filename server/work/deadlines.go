package work

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"atoll/bus"
	"atoll/match"
	"atoll/server/node"
)

const (
	deadlineEvery = 250 * time.Millisecond
	outboxEvery   = 2 * time.Second
	outboxAge     = 3 * time.Second
	outboxRows    = 2_000 // read at once; each may have many pings
)

// watchDeadlines looks at tables whose time has come: a clock may have run out,
// or a bot has not moved.
func (w *Work) watchDeadlines(ctx context.Context) {
	node.Every(ctx, deadlineEvery, func() { w.checkDeadlines(ctx) })
}

func (w *Work) checkDeadlines(ctx context.Context) {
	ids, err := w.n.Store.Due(ctx, w.n.Now().MS, 200)
	if err != nil {
		if ctx.Err() == nil {
			w.n.Log.Warn("deadlines cannot be read", "err", err)
		}
		return
	}
	for _, id := range ids {
		d, err := w.tables.Change(ctx, id, func(t *match.Table, now match.Now) (match.Done, error) { return t.Tick(now) })
		if err != nil {
			w.n.Log.Warn("a deadline was not dealt with", "table", id, "err", err)
			continue
		}
		w.lateBots(d.Table)
	}
}

// endOldGames closes the tables whose rules have changed so much that their games
// can be neither replayed nor played on.
func (w *Work) endOldGames(ctx context.Context) {
	for _, g := range w.n.Games {
		if g.Rules == 1 {
			continue
		}
		ids, err := w.n.Store.OldRules(ctx, g.ID, g.Rules)
		if err != nil {
			if ctx.Err() == nil {
				w.n.Log.Warn("tables of old rules cannot be read", "game", g.ID, "err", err)
			}
			continue
		}
		ended := 0
		for _, id := range ids {
			d, err := w.tables.Change(ctx, id, func(t *match.Table, now match.Now) (match.Done, error) { return t.EndOld(now) })
			if err != nil {
				w.n.Log.Warn("a table of old rules was not closed", "table", id, "err", err)
			} else if !d.Again {
				ended++
			}
		}
		if ended > 0 {
			w.n.Log.Info("tables of old rules were closed", "game", g.ID, "tables", ended)
		}
	}
}

// sweepOutbox repeats pings that may not have been sent because a node died. Any node can. What
// one has repeated the others need not, and no two do it at the same moment.
func (w *Work) sweepOutbox(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(outboxEvery*3/4 + rand.N(outboxEvery/2)):
		}
		if !w.repeats.elsewhere(time.Now()) {
			w.repeatPings(ctx)
		}
	}
}

// repeats notes that another node repeats pings.
type repeats struct{ until atomic.Pointer[time.Time] }

// hear notes a ping that a node has heard.
func (r *repeats) hear(p bus.Ping, node string, now func() time.Time) {
	if p.What == bus.Repeat && p.Node != node {
		until := now().Add(outboxEvery * 5 / 4) // as long as it may rest
		r.until.Store(&until)
	}
}

// elsewhere reports whether another node is doing this. If that node dies, it soon
// reports false.
func (r *repeats) elsewhere(now time.Time) bool {
	until := r.until.Load()
	return until != nil && now.Before(*until)
}

// Hear handles a ping from the bus.
func (w *Work) Hear(p bus.Ping) { w.repeats.hear(p, w.n.ID, time.Now) }

func (w *Work) repeatPings(ctx context.Context) {
	for ctx.Err() == nil {
		out, err := w.n.Store.Outbox(ctx, w.n.Clock().Add(-outboxAge).UnixMilli(), outboxRows)
		if err != nil || len(out) == 0 {
			w.n.Metrics.OutboxAge.Set(0)
			return
		}
		w.n.Metrics.OutboxAge.Set(float64(w.n.Now().MS-out[0].At) / 1000)
		latest := map[string]int64{}
		ids := make([]int64, len(out))
		for i, o := range out {
			ids[i] = o.ID
			latest[o.Table] = max(latest[o.Table], o.Seq)
			if o.Seq == 0 { // a line of chat
				w.n.Pings.Tell(bus.Ping{Table: o.Table, What: "again"})
			}
		}
		for table, seq := range latest {
			w.n.Pings.Tell(bus.Ping{Table: table, Seq: seq, What: bus.Repeat, Node: w.n.ID})
		}
		// Pings that may be lost on the way stay in the outbox.
		if w.n.Pings.Flush(ctx) != nil || w.n.Store.Sent(ctx, ids) != nil {
			return
		}
		if len(out) < outboxRows {
			return
		}
	}
}
