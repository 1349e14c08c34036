package server_test

import (
	"database/sql"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/games"
	"atoll/match"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store/past"
	"atoll/store/sqlite"
)

// A store of a program with earlier rules: what can be played on is, and the
// rest is told with a sentence.
func TestTablesOfOldRules(t *testing.T) {
	file := filepath.Join(t.TempDir(), "atoll.db")
	data, err := past.Read(past.SQLite, 3)
	if err == nil {
		err = os.WriteFile(file, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	// A server knows tables by ids of twelve characters.
	plain, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []string{"UPDATE tables SET id = substr(id, 1, 12)", "UPDATE events SET table_id = substr(table_id, 1, 12)"} {
		if _, err := plain.Exec(cut); err != nil {
			t.Fatal(err)
		}
	}
	if err := plain.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	local := bus.NewLocal()
	s, err := server.New(t.Context(), server.Config{
		Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster(), Limits: node.NoLimits(),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	web := httptest.NewServer(s)
	defer web.Close()
	h := &host{t, s, web, db}
	p := h.person("Looker")

	t.Run("a finished Earthquake Island keeps result, log and chat", func(t *testing.T) {
		var snap wire.Snapshot
		p.must("GET", "/tables/over-earthqu", nil, &snap)
		v := snap.View
		if v.Status != "over" || v.Old == nil || v.Old.Version != 1 || v.Old.Now != 2 || !strings.Contains(string(v.Result), `"reason"`) {
			t.Errorf("%s, %+v, %s", v.Status, v.Old, v.Result)
		}
		if strings.Contains(string(v.Position), "cells") || len(snap.Log) < 5 {
			t.Errorf("position %s, %d entries", v.Position, len(snap.Log))
		}
		moves := 0
		for _, e := range snap.Log {
			if e.Kind == "play" {
				moves++
				if e.Text == "" || e.Draw != nil || strings.Contains(e.Text, "scatter ") {
					t.Errorf("entry %+v", e)
				}
			}
		}
		if moves == 0 {
			t.Error("no move is told")
		}
	})
	t.Run("it cannot be replayed, recorded or analysed", func(t *testing.T) {
		for _, at := range []string{"GET /tables/over-earthqu/record", "GET /tables/over-earthqu/replay", "POST /tables/over-earthqu/analysis"} {
			method, path, _ := strings.Cut(at, " ")
			code, body := raw(p, method, path)
			if code != 409 || !strings.Contains(body, "cannot be replayed") {
				t.Errorf("%s: %d %s", at, code, body)
			}
		}
	})
	t.Run("a running one ends unrated", func(t *testing.T) {
		for ended := false; !ended; time.Sleep(time.Millisecond) { // by the server, as soon as it has started
			stored, err := db.Load(t.Context(), "runs-earthqu", 0)
			if err != nil {
				t.Fatal(err)
			}
			ended = stored.Head.Status == match.Aborted
		}
		var snap wire.Snapshot
		p.must("GET", "/tables/runs-earthqu", nil, &snap)
		if snap.View.Status != "aborted" || string(snap.View.Result) != "null" || snap.View.Old == nil {
			t.Errorf("%s, %s", snap.View.Status, snap.View.Result)
		}
	})
	t.Run("The Conqueror goes on as it was begun", func(t *testing.T) {
		var snap wire.Snapshot
		p.must("GET", "/tables/runs-conquer", nil, &snap)
		if snap.View.Status != "running" || snap.View.Old != nil || !strings.Contains(string(snap.View.Position), `"last_tile":"turn"`) {
			t.Errorf("%s, %+v, %.200s", snap.View.Status, snap.View.Old, snap.View.Position)
		}
		code, body := raw(p, "GET", "/tables/over-conquer/record")
		if code != 200 || !strings.Contains(body, `"rules":2`) || !strings.Contains(body, `"last_tile":"turn"`) {
			t.Errorf("%d %.200s", code, body)
		}
	})
}

func raw(p *person, method, path string) (code int, body string) {
	p.host.t.Helper()
	res := p.send(method, path, nil)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		p.host.t.Fatal(err)
	}
	return res.StatusCode, string(text)
}
