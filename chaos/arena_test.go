package chaos_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"atoll/chaos"
	"atoll/server/wire"
	"atoll/store"
	"atoll/store/postgres"
	"atoll/store/sqlite"
)

// arena is what make arena asks for.
type arena struct {
	programs, minutes, kills int
	pace                     time.Duration
}

func arenaAsked(t *testing.T) arena {
	t.Helper()
	if os.Getenv("ATOLL_ARENA") == "" {
		t.Skip("an arena takes minutes: make arena")
	}
	number := func(name string, otherwise int) int {
		n, err := strconv.Atoi(os.Getenv(name))
		if err != nil {
			return otherwise
		}
		return n
	}
	return arena{number("ATOLL_ARENA", 300), number("ATOLL_MINUTES", 10), number("ATOLL_KILLS", 5), 800 * time.Millisecond}
}

// run lets programs play an arena at some servers while one of them after the other
// is killed, and compares it with what is stored.
func (a arena) run(t *testing.T, nodes []*chaos.Node, open func() (store.Store, error)) {
	t.Helper()
	var urls []string
	for _, n := range nodes {
		urls = append(urls, n.URL())
	}
	ctx := t.Context()
	clients := chaos.NewClients(urls, &chaos.Ledger{}, t.Errorf)
	clients.Retry = 250 * time.Millisecond
	defer clients.Close()
	played, err := clients.Arena(ctx, a.programs, a.minutes, a.pace)
	if err != nil {
		t.Fatal(err)
	}
	outages := a.disturb(t, ctx, nodes, played.Begins)
	if err := played.Wait(); err != nil {
		t.Fatal(err)
	}
	var rows []wire.Standing
	for more := true; more; {
		page, err := clients.Tournament(ctx, played.ID, played.Tokens[0], len(rows), 500)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, page.Standings...)
		more = len(rows) < page.Total && len(page.Standings) > 0
	}
	for _, n := range nodes {
		n.Stop()
	}
	db, err := open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	res, faults := chaos.CheckArena(ctx, db, played.ID, rows, outages, 10*time.Second)
	for _, f := range faults {
		t.Error(f)
	}
	t.Logf("%d programs, %d minutes, %d kills: %+v, %d faults", a.programs, a.minutes, len(outages), res, len(faults))
	if res.Played < a.programs || res.NoShows > 0 {
		t.Errorf("%d games were played and %d players did not come", res.Played, res.NoShows)
	}
}

// disturb kills one server after the other, spread over the time of the arena, and
// returns when one was missing.
func (a arena) disturb(t *testing.T, ctx context.Context, nodes []*chaos.Node, began time.Time) (outages []chaos.Outage) {
	t.Helper()
	part := time.Duration(a.minutes) * time.Minute / time.Duration(a.kills+1)
	for i := range a.kills {
		at := began.Add(part*time.Duration(i+1) + rand.N(part/4))
		select {
		case <-ctx.Done():
			return outages
		case <-time.After(time.Until(at)):
		}
		n := nodes[i%len(nodes)]
		from := time.Now().UnixMilli()
		n.Kill()
		if err := n.Start(); err != nil {
			t.Fatal(err)
		}
		outages = append(outages, chaos.Outage{From: from, To: time.Now().UnixMilli()})
	}
	return outages
}

// TestArena lets programs play an arena at a server that is killed now and then.
func TestArena(t *testing.T) {
	a := arenaAsked(t)
	node, file, log := serveOn(t, t.TempDir())
	a.run(t, []*chaos.Node{node}, func() (store.Store, error) { return sqlite.Open(t.Context(), file) })
	noPanics(t, log)
}

// TestArenaOfACluster does the same on three nodes with Postgres and NATS.
func TestArenaOfACluster(t *testing.T) {
	a := arenaAsked(t)
	c := startCluster(t)
	a.run(t, c.nodes, func() (store.Store, error) { return postgres.Open(t.Context(), c.address) })
	noPanics(t, c.logs...)
}
