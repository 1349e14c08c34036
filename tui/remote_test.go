package tui_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/games"
	"atoll/internal/badline"
	"atoll/server"
	"atoll/server/node"
	"atoll/store/sqlite"
	"atoll/tui"
)

// host is a server with somebody who talks to it.
func host(t *testing.T) (web *httptest.Server, post func(path, body string, into any)) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "atoll.db"))
	if err != nil {
		t.Fatal(err)
	}
	local := bus.NewLocal()
	s, err := server.New(t.Context(), server.Config{
		Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster(),
		Limits: node.NoLimits(), Heartbeat: 200 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	web = httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); web.Close(); db.Close() })
	token := ""
	post = func(path, body string, into any) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), "POST", web.URL+"/api/v1"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if err := json.NewDecoder(res.Body).Decode(into); err != nil || res.StatusCode != 200 {
			t.Fatalf("%s: %s %v", path, res.Status, err)
		}
		if token == "" {
			token = res.Header.Get("Atoll-Token")
		}
	}
	post("/guest", `{"name":"Host"}`, &struct{}{})
	return web, post
}

// A terminal whose connection is dead without saying so notices, says so, and
// comes back with everything that it has missed.
func TestDeadConnectionIsNoticed(t *testing.T) {
	web, post := host(t)
	line, err := badline.New(web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(line.Close)

	var made struct {
		Table struct{ ID string }
		Links []struct{ Path string }
	}
	post("/tables", `{"game":"evo","players":2,"seats":[{"kind":"me"},{"kind":"invite"}]}`, &made)
	r, err := tui.Connect(t.Context(), "http://"+line.Addr()+made.Links[0].Path, "Jo", "", "", games.ByID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	until := func(what string, ok func(tui.Snapshot) bool) {
		t.Helper()
		late := time.After(time.Minute)
		for !ok(r.Snapshot()) {
			select {
			case <-r.Changed():
			case <-late:
				t.Fatalf("never: %s; %q", what, r.Snapshot().Status)
			}
		}
	}
	lost := func(s tui.Snapshot) bool { return strings.HasPrefix(s.Status, "connection lost") }
	until("South to act", func(s tui.Snapshot) bool { return !lost(s) && strings.Contains(s.Status, "to act") })
	line.Swallow()
	until("the connection is lost", lost)
	var snap struct{ View struct{ Step int64 } }
	res, err := http.Get(web.URL + "/api/v1/tables/" + made.Table.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(&snap); err != nil {
		t.Fatal(err)
	}
	data, _ := json.Marshal(map[string]any{"msg": "m", "step": snap.View.Step, "action": "g2-g3"})
	post("/tables/"+made.Table.ID+"/act", string(data), &struct{}{})
	line.Flow()
	until("our turn", func(s tui.Snapshot) bool { return s.Status == "your turn" })
}
