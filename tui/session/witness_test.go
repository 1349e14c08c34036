package session_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/game"
	"atoll/games"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store/sqlite"
	"atoll/tui/session"
)

// liar tells another first draw in records than there was.
type liar struct {
	http.Handler
	lies atomic.Bool
}

func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !l.lies.Load() || !strings.HasSuffix(r.URL.Path, "/record") {
		l.Handler.ServeHTTP(w, r)
		return
	}
	told := httptest.NewRecorder()
	l.Handler.ServeHTTP(told, r)
	text := told.Body.Bytes()
	if bytes.Contains(text, []byte("order A B")) {
		text = bytes.Replace(text, []byte("order A B"), []byte("order B A"), 1)
	} else {
		text = bytes.Replace(text, []byte("order B A"), []byte("order A B"), 1)
	}
	_, _ = w.Write(text)
}

// Two terminals add to chance, play, and check the game by themselves: the truth
// is sealed, a lie about one draw is found.
func TestTerminalsCheckTheChance(t *testing.T) {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "atoll.db"))
	if err != nil {
		t.Fatal(err)
	}
	local := bus.NewLocal()
	s, err := server.New(t.Context(),
		server.Config{Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster(), Limits: node.NoLimits()})
	if err != nil {
		t.Fatal(err)
	}
	host := &liar{Handler: s}
	web := httptest.NewServer(host)
	t.Cleanup(func() { s.Close(); web.Close(); db.Close() })
	for _, lies := range []bool{false, true} {
		host.lies.Store(lies)
		res, err := http.Post(web.URL+"/api/v1/guest", "application/json", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		req, err := http.NewRequestWithContext(t.Context(), "POST", web.URL+"/api/v1/tables",
			strings.NewReader(`{"game":"conqueror","players":2,"shuffle":true,"seats":[{"kind":"invite"},{"kind":"invite"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+res.Header.Get("Atoll-Token"))
		if res, err = http.DefaultClient.Do(req); err != nil {
			t.Fatal(err)
		}
		var made wire.Created
		err = json.NewDecoder(res.Body).Decode(&made)
		res.Body.Close()
		if err != nil || len(made.Links) != 2 {
			t.Fatalf("%s: %v", res.Status, err)
		}
		var two [2]*session.Remote
		dir := t.TempDir()
		for i := range two {
			if two[i], err = session.Connect(t.Context(), web.URL+made.Links[i].Path, []string{"Ann", "Bob"}[i], "",
				filepath.Join(dir, []string{"a", "b"}[i]), games.ByID); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(two[i].Close)
		}
		until := func(r *session.Remote, what string, ok func(session.Snapshot) bool) session.Snapshot {
			t.Helper()
			late := time.After(time.Minute)
			for {
				snap := r.Snapshot()
				if ok(snap) {
					return snap
				}
				select {
				case <-r.Changed():
				case <-late:
					t.Fatalf("never: %s; %q", what, snap.Status)
				}
			}
		}
		begun := func(s session.Snapshot) bool { return s.Status == "your turn" || strings.HasPrefix(s.Status, "to act") }
		until(two[0], "the game begins", begun)
		until(two[1], "the game begins", begun)
		if err := two[1].Table(t.Context(), game.NoSeat, game.Resign); err != nil {
			t.Fatal(err)
		}
		for _, r := range two {
			end := until(r, "the end", func(s session.Snapshot) bool { return s.Over })
			want := "players added 2 numbers to chance, you one of them"
			if lies {
				want = "THE CHECK FAILED: event 0: the proof fails: the seed draws"
			}
			if !strings.Contains(end.Status, want) {
				t.Errorf("lies %v: %q", lies, end.Status)
			}
			seated := false
			for _, l := range end.Story {
				seated = seated || strings.HasPrefix(l.Text, "Seats were drawn: ")
			}
			if !seated {
				t.Errorf("the story does not say who sits where: %v", end.Story)
			}
		}
	}
}
