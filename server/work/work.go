// Package work does what nobody waits for at an open request: it lets bots move,
// judges deadlines and absences, rates games, calls programs and analyses games.
package work

import (
	"context"
	"sync"
	"sync/atomic"

	"atoll/bots"
	"atoll/bus"
	"atoll/match"
	"atoll/server/live"
	"atoll/server/node"
	"atoll/server/tables"
)

// Config is what Work is made of.
type Config struct {
	Jobs   bus.Jobs
	Roster *bots.Roster
	// NoBots says that other nodes move the bots.
	NoBots bool
	// Workers is how many bots think at once.
	Workers int
	// PrivateHooks allows hooks at private network addresses.
	PrivateHooks bool
	// Deeper says for whom finished games are analysed here.
	Deeper Deeper
}

// Work is the work of one node.
type Work struct {
	cfg      Config
	n        *node.Node
	tables   *tables.Tables
	hub      *live.Hub
	roster   *bots.Roster
	jobs     bus.Jobs
	away     awayTimers
	hooks    *hooks
	gameOver chan struct{} // nudges keepRatings
	thinking atomic.Int32  // bots at work here
	judging  turnstile
	repeats  repeats
}

// New makes the work of a node. Begin starts it.
func New(n *node.Node, ts *tables.Tables, hub *live.Hub, cfg Config) *Work {
	w := &Work{
		cfg: cfg, n: n, tables: ts, hub: hub, roster: cfg.Roster, jobs: cfg.Jobs, hooks: newHooks(cfg.PrivateHooks),
		gameOver: make(chan struct{}, 1),
	}
	w.away.init()
	w.judging.init()
	ts.OnChange(w.changed)
	hub.OnPresence(w.watchAway)
	return w
}

// Begin starts the workers, which end with ctx; all waits for them.
func (w *Work) Begin(ctx context.Context, all *sync.WaitGroup) {
	all.Go(func() { w.watchDeadlines(ctx) })
	all.Go(func() { w.endOldGames(ctx) })
	all.Go(func() { w.keepRatings(ctx) })
	all.Go(func() { w.callPrograms(ctx) })
	if w.n.Shared {
		all.Go(func() { w.sweepOutbox(ctx) })
	}
	if !w.cfg.NoBots {
		all.Go(func() { _ = w.jobs.Work(ctx, bus.Turn, w.cfg.Workers, w.moveBot) })
		all.Go(func() { _ = w.jobs.Work(ctx, bus.Analysis, 1, w.analyse) })
		all.Go(func() { w.resumeAnalyses(ctx) })
	}
}

// Stop ends what waits for absent players.
func (w *Work) Stop() { w.away.stop() }

// changed does what a change that is stored asks for.
func (w *Work) changed(_ *tables.Entry, before, t *match.Table) {
	switch {
	case botsAsked(t) == 0:
	case w.n.Shared:
		// The queue may be away for a while; nobody should wait for it.
		go w.askBots(t, 0)
	default:
		w.askBots(t, 0)
	}
	w.tellPrograms(before, t)
	if t.Status == match.Over && t.Setup.Rated {
		select {
		case w.gameOver <- struct{}{}:
		default:
		}
	}
	w.watchAway(t, w.hub.Online(t.ID))
	if t.Status == match.Over && before != nil && before.Status != match.Over {
		w.n.Metrics.Finished.Inc()
	}
}
