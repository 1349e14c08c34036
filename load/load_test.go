package load_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/games"
	"atoll/load"
	"atoll/match"
	"atoll/server"
	"atoll/server/node"
	"atoll/store"
	"atoll/store/sqlite"
)

// measured runs for a second, or for as long as it takes this machine to make a move and tell it.
func measured(t *testing.T, opt load.Options) *load.Report {
	t.Helper()
	for opt.Time = time.Second; ; opt.Time *= 4 {
		rep, err := load.Run(t.Context(), opt)
		if err != nil {
			t.Fatal(err)
		}
		if rep.Moves > 0 && rep.Other.N > 0 || opt.Time > time.Minute {
			return rep
		}
	}
}

func TestLoad(t *testing.T) {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	local := bus.NewLocal()
	s, err := server.New(t.Context(), server.Config{
		Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster(),
		Limits: node.NoLimits(),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	web := httptest.NewServer(s)
	defer web.Close()
	for _, g := range games.All() {
		rep := measured(t, load.Options{URLs: []string{web.URL}, Game: g.ID, Games: 4, Idle: 5})
		if rep.Moves == 0 || rep.Errors != 0 || rep.Streams != 13 || rep.Ack.N != int(rep.Moves) || rep.Ack.P50 <= 0 ||
			rep.BaseMemory == 0 {
			t.Errorf("%s: %+v", g.ID, rep)
		}
	}
}

// TestRoutes asks for every route; one of the document that is left out fails, and so does one that is refused.
func TestRoutes(t *testing.T) {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	local := bus.NewLocal()
	s, err := server.New(t.Context(), server.Config{
		Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster(), Limits: node.NoLimits(),
		Assets: fstest.MapFS{"index.html": {Data: []byte("<!doctype html><html><head></head></html>")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	web := httptest.NewServer(s)
	defer web.Close()
	costs, err := load.Routes(t.Context(), load.Options{URLs: []string{web.URL}, Game: "conqueror"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range costs {
		if c.Requests == 0 || c.PerSecond <= 0 || c.Took.P99 <= 0 {
			t.Errorf("%+v", c)
		}
	}
	if len(costs) < 75 {
		t.Errorf("%d routes", len(costs))
	}
}

// Whoever is at a table of two nodes hears from the other one.
func TestPlayersOfAGameAreOnDifferentNodes(t *testing.T) {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	local := bus.NewLocal()
	var urls []string
	var mu sync.Mutex
	connected := map[string][]int{} // table to nodes
	for i := range 2 {
		s, err := server.New(t.Context(), server.Config{
			Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster(), Limits: node.NoLimits(), Shared: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/ws") {
				mu.Lock()
				connected[r.URL.Path] = append(connected[r.URL.Path], i)
				mu.Unlock()
			}
			s.ServeHTTP(w, r)
		}))
		defer web.Close()
		urls = append(urls, web.URL)
	}
	rep := measured(t, load.Options{URLs: urls, Game: "conqueror", Games: 4})
	if rep.Moves == 0 || rep.Errors != 0 || rep.Other.N == 0 {
		t.Errorf("%+v", rep)
	}
	mu.Lock()
	defer mu.Unlock()
	for table, nodes := range connected {
		if len(nodes) == 2 && nodes[0] == nodes[1] {
			t.Errorf("both players of %s are on node %d", table, nodes[0])
		}
	}
}

func TestFill(t *testing.T) {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := load.Fill(t.Context(), db, 200); err != nil {
		t.Fatal(err)
	}
	list, err := db.Tables(t.Context(), store.Filter{User: "filler7", Limit: 10})
	if err != nil || len(list) != 1 {
		t.Fatalf("%d tables, %v", len(list), err)
	}
	stored, err := db.Load(t.Context(), list[0].ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := match.Replay(games.ByID, list[0].ID, stored); err != nil {
		t.Fatal(err)
	}
}
