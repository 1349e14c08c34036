package load_test

import (
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/games"
	"atoll/load"
	"atoll/match"
	"atoll/server"
	"atoll/store"
	"atoll/store/sqlite"
)

func TestLoad(t *testing.T) {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	local := bus.NewLocal()
	s, err := server.New(t.Context(), server.Config{
		Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster(),
		Limits: server.NoLimits(),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	web := httptest.NewServer(s)
	defer web.Close()
	for _, g := range games.All() {
		rep, err := load.Run(t.Context(), load.Options{URL: web.URL, Game: g.ID, Games: 4, Time: time.Second, Idle: 5})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Moves == 0 || rep.Errors != 0 || rep.Streams != 13 || rep.Ack.N != int(rep.Moves) || rep.Ack.P50 <= 0 || rep.BaseMemory == 0 {
			t.Errorf("%s: %+v", g.ID, rep)
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
