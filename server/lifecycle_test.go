package server_test

import (
	"bytes"
	"database/sql"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"atoll/match"
	"atoll/server"
	"atoll/server/wire"
	"atoll/store/postgres"
	"atoll/store/sqlite"
	"atoll/store/storetest"
)

// nodes runs a test with one node on SQLite and with two on Postgres and NATS. A
// heartbeat does not come within it, so nothing ends by one.
func nodes(t *testing.T, f func(t *testing.T, one, two *host), more ...func(*server.Config)) {
	long := func(c *server.Config) {
		c.Heartbeat = time.Hour
		for _, m := range more {
			m(c)
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		h := serve(t, long)
		f(t, h, h)
	})
	t.Run("postgres", func(t *testing.T) {
		one, two := twoNodes(t, func(_ bool, c *server.Config) { long(c) })
		f(t, one, two)
	})
}

// raw is the database of a host.
func (h *host) db() *sql.DB {
	switch s := h.store.(type) {
	case *sqlite.DB:
		return s.Reads
	case *postgres.DB:
		return s.Reads
	}
	h.t.Fatal("no database")
	return nil
}

// lobbyEnds returns what closes when both streams of the lobby, by SSE and by WebSocket, have.
func (p *person) lobbyEnds() <-chan struct{} {
	p.t.Helper()
	socket := p.dialAt("/ws")
	req, err := http.NewRequestWithContext(p.t.Context(), "GET", p.web.URL+"/api/v1/live", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer res.Body.Close()
		for b := make([]byte, 1000); ; {
			if _, err := res.Body.Read(b); err != nil {
				break
			}
		}
		for {
			if _, _, err := socket.Read(p.t.Context()); err != nil {
				return
			}
		}
	}()
	return ended
}

// A ban by the host's own command, which no node is asked for, ends sessions and
// live connections at every node.
func TestBanEndsEverythingAtEveryNode(t *testing.T) {
	nodes(t, func(t *testing.T, one, two *host) {
		p := one.account("Rude")
		var bot wire.BotAccount
		p.must("POST", "/bots", wire.BotRequest{Name: "RudeEngine"}, &bot)
		program := &person{host: two, token: bot.Token, id: bot.ID}
		program.must("GET", "/my/tables", nil, nil)
		var made wire.Created
		p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}}, &made)
		var streams []<-chan rawFrame
		var lobbies []<-chan struct{}
		for _, at := range []*person{p, p.at(two), program} {
			streams = append(streams, at.live(made.Table.ID, ""), at.ws(made.Table.ID, ""))
			lobbies = append(lobbies, at.lobbyEnds())
		}
		for _, s := range streams {
			<-s
		}
		a, u, err := one.store.Account(t.Context(), p.id)
		if err != nil {
			t.Fatal(err)
		}
		a.Banned = "rude"
		if err := one.store.PutAccount(t.Context(), u, a); err != nil {
			t.Fatal(err)
		}
		for _, s := range streams {
			for range s {
			}
		}
		for _, l := range lobbies {
			<-l
		}
		for _, at := range []*person{p, p.at(two), program} {
			if res := at.try("GET", "/my/tables", nil, nil); res.StatusCode != 401 {
				t.Errorf("a request after the streams have ended: %s", res.Status)
			}
		}
	})
}

// After a deletion nothing names the person: not the database, not the log, not
// what any node has in memory or goes on telling.
func TestDeletedPersonIsGone(t *testing.T) {
	var mu sync.Mutex
	var log bytes.Buffer
	logs := func(c *server.Config) {
		c.Log = slog.New(slog.NewTextHandler(writerFunc(func(p []byte) (int, error) {
			mu.Lock()
			defer mu.Unlock()
			return log.Write(p)
		}), &slog.HandlerOptions{Level: slog.LevelDebug}))
		c.PrivateHooks = true
	}
	nodes(t, func(t *testing.T, one, two *host) {
		p, rival := one.account("Xantippe"), two.account("Rival")
		var bot wire.BotAccount
		p.must("POST", "/bots", wire.BotRequest{Name: "XantippesEngine"}, &bot)
		p.must("POST", "/bots/"+bot.ID+"/hook", wire.HookRequest{URL: "http://127.0.0.1:1/xantippe"}, nil)
		program := &person{host: two, token: bot.Token, id: bot.ID}
		program.must("GET", "/my/tables", nil, nil)
		var open, hosted, played, running, ranked wire.Created
		evo := wire.Setup{Game: "evo", Players: 2, Listed: true}
		p.must("POST", "/tables", evo, &open)
		p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatOpen}, {Kind: match.SeatOpen}}}, &hosted)
		rival.must("POST", "/tables", evo, &played)
		p.must("POST", "/tables/"+played.Table.ID+"/join", wire.JoinRequest{}, nil)
		p.must("POST", "/tables/"+played.Table.ID+"/do", wire.TableRequest{Msg: "1", Do: "resign"}, nil)
		p.must("POST", "/tables", evo, &running)
		rival.must("POST", "/tables/"+running.Table.ID+"/join", wire.JoinRequest{}, nil)
		rival.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Rated: true}, &ranked)
		p.must("POST", "/tables/"+ranked.Table.ID+"/join", wire.JoinRequest{}, nil)
		var other wire.Created
		rival.must("POST", "/tables", evo, &other)
		program.must("POST", "/tables/"+other.Table.ID+"/join", wire.JoinRequest{}, nil)
		for _, tb := range []wire.Created{played, running} {
			p.must("POST", "/tables/"+tb.Table.ID+"/chat", wire.ChatRequest{Text: "I am Xantippe"}, nil)
		}
		tables := []wire.Created{open, hosted, played, running, ranked, other}
		var seen []<-chan rawFrame
		for _, tb := range tables { // both nodes have them all in memory, told to somebody
			for _, at := range []*host{one, two} {
				s := rival.at(at).live(tb.Table.ID, "")
				if f := <-s; !strings.Contains(f.data, "antippe") {
					t.Fatalf("%.300s", f.data)
				}
				seen = append(seen, s)
			}
		}
		own := p.live(running.Table.ID, "")
		<-own

		p.must("POST", "/account/delete", wire.GoodbyeRequest{Password: password}, nil)

		for range own { // it ends
		}
		if found := storetest.Trace(t, one.db(), "xantippe"); len(found) > 0 {
			t.Errorf("the database names them:\n%s", strings.Join(found, "\n"))
		}
		for _, s := range seen { // what they see is told anew
			for f := range s {
				if f.kind == "snapshot" {
					if strings.Contains(f.data, "antippe") {
						t.Errorf("a new snapshot names them: %.300s", f.data)
					}
					break
				}
			}
		}
		for _, at := range []*host{one, two} {
			r := rival.at(at)
			if res := (&person{host: at, token: bot.Token}).try("GET", "/my/tables", nil, nil); res.StatusCode != 401 {
				t.Errorf("the program's token: %s", res.Status)
			}
			for _, tb := range tables {
				for _, path := range []string{"", "/log", "/record"} {
					if got := r.bytesOf("/tables/" + tb.Table.ID + path); strings.Contains(got, "antippe") {
						t.Errorf("%s names them: %.500s", path, got)
					}
				}
			}
			for _, path := range []string{"/tables?status=open", "/tables?status=running", "/my/tables", "/users/Xantippe", "/users/" + p.id} {
				if got := r.bytesOf(path); strings.Contains(got, `"name":"Xantippe`) {
					t.Errorf("%s names them: %.500s", path, got)
				}
			}
		}
		// Nobody waits for them.
		for tb, want := range map[string]match.Status{
			open.Table.ID: match.Aborted, hosted.Table.ID: match.Aborted,
			running.Table.ID: match.Over, ranked.Table.ID: match.Over, other.Table.ID: match.Over,
		} {
			var snap wire.Snapshot
			rival.must("GET", "/tables/"+tb, nil, &snap)
			if snap.Info.Status != string(want) {
				t.Errorf("table %s is %s, not %s", tb, snap.Info.Status, want)
			}
		}
		if res := two.person("Impostor").try("POST", "/account", wire.AccountRequest{Name: "xantippe", Password: password}, nil); res.StatusCode != 409 {
			t.Errorf("the name can be taken at once: %s", res.Status)
		}
		mu.Lock()
		defer mu.Unlock()
		if strings.Contains(strings.ToLower(log.String()), "xantippe") {
			t.Errorf("the log names them: %s", log.String())
		}
	}, logs)
}

// The host's own command deletes without asking a node; the nodes hear of it.
func TestDeletionByTheHost(t *testing.T) {
	nodes(t, func(t *testing.T, one, two *host) {
		p, rival := one.account("Xantippe"), two.account("Rival")
		var running wire.Created
		p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Listed: true}, &running)
		rival.must("POST", "/tables/"+running.Table.ID+"/join", wire.JoinRequest{}, nil)
		pl := &player{person: rival, table: running.Table.ID, frames: rival.live(running.Table.ID, "")}
		if err := one.store.DeleteUser(t.Context(), p.id, time.Now().UnixMilli()); err != nil {
			t.Fatal(err)
		}
		pl.follow(over)
		if pl.view.Seats[0].Name != "somebody" {
			t.Errorf("the seat is %+v", pl.view.Seats[0])
		}
		if found := storetest.Trace(t, one.db(), "xantippe"); len(found) > 0 {
			t.Errorf("the database names them:\n%s", strings.Join(found, "\n"))
		}
	})
}

// Guests and sessions that have expired are purged as time goes by.
func TestExpiredGuestsArePurged(t *testing.T) {
	clock := &fakeClock{now: time.UnixMilli(1_800_000_000_000)}
	h := serve(t, func(c *server.Config) {
		c.Clock, c.AliveEvery, c.PurgeEvery = clock.time, time.Hour, 5*time.Millisecond
	})
	h.person("Ephemera")
	acc := h.account("Perennia")
	if len(storetest.Trace(t, h.db(), "sessions.hash")) != 2 {
		t.Fatal("two sessions should be there")
	}
	clock.forward(179 * 24 * time.Hour)
	young := h.person("Youngster")
	clock.forward(2 * 24 * time.Hour)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if len(storetest.Trace(t, h.db(), "Ephemera")) == 0 && len(storetest.Trace(t, h.db(), "sessions.hash")) == 1 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("expired, and still there")
		}
	}
	young.must("GET", "/my/tables", nil, nil)
	if res := acc.try("GET", "/my/tables", nil, nil); res.StatusCode != 401 {
		t.Errorf("an expired session: %s", res.Status)
	}
	if res := young.try("GET", "/users/Perennia", nil, nil); res.StatusCode != 200 {
		t.Errorf("an account was purged: %s", res.Status)
	}
}
