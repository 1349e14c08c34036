package chaos_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"atoll/chaos"
	"atoll/games"
	"atoll/store/pgtest"
	"atoll/store/postgres"
	"atoll/store/sqlite"
)

// TestMain also is the NATS server that the tests kill: a process of its own.
func TestMain(m *testing.M) {
	if address := os.Getenv("CHAOS_NATS"); address != "" {
		fmt.Fprintln(os.Stderr, chaos.ServeNATS(address, os.Getenv("CHAOS_NATS_DIR")))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// kills is how often something is killed: a few times in ordinary tests,
// ATOLL_CHAOS times in make chaos.
func kills(t *testing.T, few int) int {
	t.Helper()
	if text := os.Getenv("ATOLL_CHAOS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("ATOLL_CHAOS is a number, not %q", text)
		}
		return n
	}
	return few
}

// build makes the real binary once.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "atoll-chaos")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "atoll")
	out, err := exec.Command("go", "build", "-o", bin, "atoll/cmd/atoll").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building: %w: %s", err, out)
	}
	return bin, nil
})

func binary(t *testing.T) string {
	t.Helper()
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

// noPanics looks for panics in the logs of nodes.
func noPanics(t *testing.T, logs ...string) {
	t.Helper()
	for _, l := range logs {
		data, err := os.ReadFile(l)
		if err != nil {
			t.Fatal(err)
		}
		if i := strings.Index(string(data), "panic"); i >= 0 {
			t.Errorf("%s: %.1000s", filepath.Base(l), data[max(0, i-200):])
		}
	}
}

// play lets people play everything while disturb does its work, then a little
// longer in peace.
func play(t *testing.T, urls []string, bots bool, disturb func(progress func(int))) *chaos.Ledger {
	t.Helper()
	return playTroubled(t, urls, bots, func(progress func(int), _ func() int64) { disturb(progress) })
}

// playTroubled also tells how often people were told that it does not work just now.
func playTroubled(t *testing.T, urls []string, bots bool, disturb func(progress func(int), troubles func() int64)) *chaos.Ledger {
	t.Helper()
	ledger := &chaos.Ledger{}
	clients := chaos.NewClients(urls, ledger, t.Errorf)
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for _, g := range games.All() {
		for i := range 3 {
			bot := bots && i == 2
			wg.Go(func() {
				if err := clients.Play(ctx, fmt.Sprint(g.ID, i), g.ID, bot); err != nil && ctx.Err() == nil {
					t.Errorf("%s: %v", g.ID, err)
				}
			})
		}
	}
	// progress waits until that many more moves were acknowledged.
	progress := func(n int) {
		until := ledger.Acks() + n
		for i := 0; ledger.Acks() < until; i++ {
			if i > 3000 {
				t.Fatalf("the game does not go on: %d acknowledgements", ledger.Acks())
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	progress(20)
	disturb(progress, clients.Troubles.Load)
	progress(40)
	cancel()
	wg.Wait()
	return ledger
}

// serveOn starts a server with an SQLite store and a log in a folder.
func serveOn(t *testing.T, dir string) (node *chaos.Node, file, log string) {
	t.Helper()
	file, log = filepath.Join(dir, "atoll.db"), filepath.Join(dir, "log")
	node, err := chaos.NewNode(binary(t), log, "serve", "--no-limits", "--store", file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(node.Close)
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	return node, file, log
}

// TestKilledServerLosesNothing kills a server with an SQLite store at random
// moments while people play.
func TestKilledServerLosesNothing(t *testing.T) {
	node, file, log := serveOn(t, t.TempDir())
	n := kills(t, 4)
	ledger := play(t, []string{node.URL()}, false, func(progress func(int)) {
		for i := range n {
			progress(rand.IntN(20))
			time.Sleep(time.Duration(rand.IntN(30)) * time.Millisecond)
			if i%10 == 9 {
				node.Stop() // now and then in good order
			} else {
				node.Kill()
			}
			if err := node.Start(); err != nil {
				t.Fatal(err)
			}
		}
	})
	node.Stop()
	db, err := sqlite.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	res, faults := chaos.Check(t.Context(), ledger, db)
	for _, f := range faults {
		t.Error(f)
	}
	noPanics(t, log)
	t.Logf("%d kills: %+v, %d faults", n, res, len(faults))
	if res.Acks < 60 || res.Moves == 0 || res.Frames == 0 {
		t.Errorf("too little happened: %+v", res)
	}
}

// cluster is three nodes with their database and bus, all of which can be killed.
type cluster struct {
	pg      *pgtest.Server
	address string // of the database
	nats    *chaos.Node
	host    string // of the bus
	nodes   []*chaos.Node
	urls    []string
	logs    []string
}

func startCluster(t *testing.T) *cluster {
	t.Helper()
	dir := t.TempDir()
	pg, err := pgtest.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pg.Remove() })
	if err := pg.Run(); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{pg: pg, address: pg.Address(t, "atoll")}
	if c.nats, err = chaos.NewNode(self, filepath.Join(dir, "nats")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.nats.Close)
	u, _ := url.Parse(c.nats.URL())
	c.host = u.Host
	t.Setenv("CHAOS_NATS_DIR", filepath.Join(dir, "js"))
	if err := c.startNATS(); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		log := filepath.Join(dir, fmt.Sprint("log", i))
		n, err := chaos.NewNode(binary(t), log, "serve", "--no-limits", "--store", c.address, "--bus", "nats://"+c.host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(n.Close)
		if err := n.Start(); err != nil {
			t.Fatal(err)
		}
		c.nodes, c.urls, c.logs = append(c.nodes, n), append(c.urls, n.URL()), append(c.logs, log)
	}
	return c
}

// startNATS starts this very program as the bus.
func (c *cluster) startNATS() error {
	os.Setenv("CHAOS_NATS", c.host)
	defer os.Unsetenv("CHAOS_NATS")
	return c.nats.Start()
}

// TestKilledClusterLosesNothing kills nodes, NATS and Postgres in turn.
func TestKilledClusterLosesNothing(t *testing.T) {
	c := startCluster(t)
	n := kills(t, 5)
	ledger := play(t, c.urls, true, func(progress func(int)) {
		for i := range n {
			progress(rand.IntN(20))
			var err error
			switch i % 5 {
			case 3:
				c.nats.Kill()
				progress(10) // play goes on without it
				err = c.startNATS()
			case 4:
				c.pg.Kill()
				time.Sleep(time.Duration(rand.IntN(500)) * time.Millisecond)
				err = c.pg.Run()
			default:
				c.nodes[i%5].Kill()
				progress(10) // the others go on
				err = c.nodes[i%5].Start()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	for _, n := range c.nodes {
		n.Stop()
	}
	db, err := postgres.Open(t.Context(), c.address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	res, faults := chaos.Check(t.Context(), ledger, db)
	for _, f := range faults {
		t.Error(f)
	}
	noPanics(t, c.logs...)
	t.Logf("%d kills: %+v, %d faults", n, res, len(faults))
	if res.Acks < 60 || res.Moves == 0 || res.Frames == 0 {
		t.Errorf("too little happened: %+v", res)
	}
}
