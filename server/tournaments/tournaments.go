// Package tournaments runs tournaments: who enters, what is due, which tables are made, and how a
// tournament looks. The store holds the truth; any node does what is due.
package tournaments

import (
	"context"
	"sync"
	"time"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/people"
	"atoll/server/tables"
)

// Config is what is different from server to server.
type Config struct {
	// Plan are tournaments that the host wants announced again and again.
	Plan []Recurring
	// Every is how often tournaments are looked at; 0 means 500 ms. For tests.
	Every time.Duration
}

// Tournaments are the tournaments that this node has in memory: a cache. The store holds the truth:
// there an entry follows the one before or is refused.
type Tournaments struct {
	n      *node.Node
	tables *tables.Tables
	folk   *people.People
	cfg    Config

	mu    sync.Mutex
	desks map[string]*desk
	ended chan string // tables of tournaments that have come to an end
}

// New makes sure that what the host has planned can be played.
func New(n *node.Node, t *tables.Tables, folk *people.People, cfg Config) (*Tournaments, error) {
	if cfg.Every == 0 {
		cfg.Every = lookEvery
	}
	ts := &Tournaments{n: n, tables: t, folk: folk, cfg: cfg, desks: map[string]*desk{}, ended: make(chan string, 4096)}
	if err := ts.checkHostPlan(); err != nil {
		return nil, err
	}
	t.OnChange(func(_ *tables.Entry, before, t *match.Table) { ts.noteEnd(before, t) })
	return ts, nil
}

// Begin starts the workers.
func (ts *Tournaments) Begin(ctx context.Context, workers *sync.WaitGroup) {
	workers.Go(func() { ts.run(ctx) })
	if len(ts.cfg.Plan) > 0 {
		ts.announcePlan(ctx)
		workers.Go(func() { node.Every(ctx, planEvery, func() { ts.announcePlan(ctx) }) })
	}
}
