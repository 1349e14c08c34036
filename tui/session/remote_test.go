package session_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"atoll/games"
	"atoll/internal/badline"
	"atoll/tui/prose"
	"atoll/tui/session"
	"atoll/tui/tuitest"
)

// A terminal whose connection is dead without saying so notices, says so, and
// comes back with everything that it has missed.
func TestDeadConnectionIsNoticed(t *testing.T) {
	web, post := tuitest.Host(t)
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
	r, err := session.Connect(t.Context(), "http://"+line.Addr()+made.Links[0].Path, "Jo", "", "", games.ByID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	until := func(what string, ok func(session.Snapshot) bool) {
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
	lost := func(s session.Snapshot) bool { return strings.HasPrefix(s.Status, "connection lost") }
	until("South to act", func(s session.Snapshot) bool { return !lost(s) && strings.Contains(s.Status, "to act") })
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
	until("our turn", func(s session.Snapshot) bool { return s.Status == "your turn" })
}

// Whoever sits at one seat of a server's table is "You" there, as in a game without a
// server: that is how the screen knows whose turn it is.
func TestOwnSeatOfAServerIsYou(t *testing.T) {
	web, post := tuitest.Host(t)
	var made struct{ Links []struct{ Path string } }
	post("/tables", `{"game":"evo","players":2,"shuffle":false,"seats":[{"kind":"me"},{"kind":"invite"}]}`, &made)
	r, err := session.Connect(t.Context(), web.URL+made.Links[0].Path, "Jo", "", "", games.ByID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	names := r.Snapshot().Names
	if len(names) != 2 || names[0] == prose.You || names[1] != prose.You {
		t.Errorf("the players are %q", names)
	}
}
