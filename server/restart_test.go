package server_test

import (
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/games"
	"atoll/match"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store/sqlite"
)

// TestRestartCreditsClocks: the time between two servers costs nobody anything,
// and everything else is as it was, the session included.
func TestRestartCreditsClocks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "atoll.db")
	clock := &fakeClock{now: time.Now()}
	start := func() (*host, func()) {
		db, err := sqlite.Open(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		local := bus.NewLocal()
		s, err := server.New(t.Context(), server.Config{
			Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster(), Clock: clock.time, AliveEvery: time.Hour,
			Limits: node.NoLimits(),
		})
		if err != nil {
			t.Fatal(err)
		}
		web := httptest.NewServer(s)
		return &host{t, s, web, db}, func() {
			s.Close()
			web.Close()
			db.Close()
		}
	}
	h, stop := start()
	a, b := h.person("A"), h.person("B")
	var made wire.Created
	a.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 60}}, &made)
	at := "/tables/" + made.Table.ID
	b.must("POST", at+"/join", wire.JoinRequest{}, nil)
	clock.forward(10 * time.Second)
	stop()
	clock.forward(time.Hour)
	h, stop = start()
	defer stop()
	a = a.at(h)
	left := func() int64 {
		t.Helper()
		var snap wire.Snapshot
		a.must("GET", at, nil, &snap)
		if snap.View.Status != "running" || snap.View.Viewer != "S" {
			t.Fatalf("%s as %s", snap.View.Status, snap.View.Viewer)
		}
		for _, c := range snap.View.Clocks.Seats {
			if c.Running {
				return c.Left - (snap.Time - snap.View.Clocks.Time)
			}
		}
		t.Fatal("no clock runs")
		return 0
	}
	if ms := left(); ms != 50_000 {
		t.Errorf("%d ms are left, want 50000", ms)
	}
	clock.forward(45 * time.Second)
	if ms := left(); ms != 5000 {
		t.Errorf("%d ms are left, want 5000", ms)
	}
	pl := &player{person: a, table: made.Table.ID, frames: a.live(made.Table.ID, "")}
	clock.forward(6 * time.Second)
	pl.follow(over)
}
