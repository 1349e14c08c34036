package tuitest

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
	"atoll/server"
	"atoll/server/node"
	"atoll/store/sqlite"
)

// Host is a server with somebody who talks to it.
func Host(t *testing.T) (web *httptest.Server, post func(path, body string, into any)) {
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
