package main

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/games"
	"atoll/server"
	"atoll/server/wire"
	"atoll/store/sqlite"
)

// A tournament can be announced, found, entered and left from the terminal.
func TestTournamentCommand(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "atoll.db"))
	if err != nil {
		t.Fatal(err)
	}
	local := bus.NewLocal()
	s, err := server.New(t.Context(), server.Config{Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster()})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		web.Close()
		db.Close()
	})
	do := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(append([]string{"tournament", "--connect", web.URL}, args...), strings.NewReader(""), &out, &errs); code != want {
			t.Fatalf("%v: exit code %d, %s", args, code, errs.String())
		}
		return out.String() + errs.String()
	}
	id := strings.TrimSpace(do(0, "--name", "Ada", "new", "evo", "--title", "Tea at five", "--kind", "swiss", "--rounds", "3"))
	if list := do(0, "list", "--status", "announced"); !strings.Contains(list, id) || !strings.Contains(list, "Tea at five") {
		t.Errorf("list: %s", list)
	}
	do(0, "enter", id)
	if page := do(0, "show", id); !strings.Contains(page, "Ada") {
		t.Errorf("show: %s", page)
	}
	var page wire.TournamentPage
	if err := json.Unmarshal([]byte(do(0, "--json", "show", id)), &page); err != nil || page.Me == nil || page.Entrants != 1 {
		t.Errorf("as JSON: %+v, %v", page, err)
	}
	do(0, "leave", id)
	if list := do(0, "list", "--mine"); !strings.Contains(list, id) {
		t.Errorf("one's own: %s", list)
	}
	if said := do(1, "show", "234567234567"); !strings.Contains(said, "no such tournament") {
		t.Errorf("none: %s", said)
	}
	if said := do(1, "new", "evo", "--kind", "pods"); !strings.Contains(said, "three or more players") {
		t.Errorf("a plan that does not hold: %s", said)
	}
}
