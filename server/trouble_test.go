package server_test

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"atoll/bus"
	"atoll/internal/badline"
	"atoll/server"
	"atoll/server/wire"
	"atoll/store/pgtest"
	"atoll/store/postgres"
)

// onPostgres is a server on a database that is reached over a line of its own.
func onPostgres(t *testing.T) (*host, *pgtest.Server, *badline.Line) {
	t.Helper()
	pg := pgtest.Start(t)
	u, err := url.Parse(pg.Address(t, "trouble"))
	if err != nil {
		t.Fatal(err)
	}
	line, err := badline.New(u.Host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(line.Close)
	u.Host = line.Addr()
	db, err := postgres.Open(t.Context(), u.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	local := bus.NewLocal()
	// Shared, so that nothing is answered from memory.
	h := serve(t, func(c *server.Config) { c.Store, c.Pings, c.Jobs, c.Shared = db, local, local, true })
	h.store = db
	return h, pg, line
}

// sick wants an answer to be the refusal of a server whose store does not work.
func sick(t *testing.T, what string, res *http.Response) {
	t.Helper()
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body)
	var p wire.Problem
	if res.StatusCode != 503 || res.Header.Get("Retry-After") == "" || json.Unmarshal(body, &p) != nil || p.Error.Code != "unavailable" ||
		p.Error.Message != "the server cannot reach its data right now; try again in a moment" {
		t.Errorf("%s: %s %q", what, res.Status, body)
	}
}

// ready asks whether the server is.
func (h *host) ready() (int, string) {
	h.t.Helper()
	res, err := http.Get(h.web.URL + "/readyz")
	if err != nil {
		h.t.Fatal(err)
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(body)
}

// storeless are the requests of the table of rights that need nothing stored.
var storeless = map[string]bool{
	"GET /games": true, "GET /me": true, "GET /live": true, "GET /ws": true, "POST /positions": true, "POST /positions/start": true,
	"POST /positions/analysis": true, "POST /records": true,
	// Nothing was begun, so there is nothing to look for.
	"GET /session/ways": true, "POST /session/passkey": true, "POST /account/passkey": true, "POST /passkeys": true,
	"POST /recover": true, "POST /session/provider": true, "GET /session/provider": true, "GET /session/provider/callback": true,
}

// TestDatabaseAway: while the database is down every request that needs it is
// answered with 503 and a sentence, over the WebSocket too; the server is not ready
// and says why. Streams stay, and go on when the database is back.
func TestDatabaseAway(t *testing.T) {
	h, pg, _ := onPostgres(t)
	maker, player := h.person("Maker"), h.person("Player")
	tables := map[string]string{}
	for _, kind := range []string{"open", "running", "over", "closed", "invite", "tournament"} {
		tables[kind] = tableFor(t, kind, maker, player)
	}
	table := tables["running"]
	frames := player.live(table, "")
	pl := &follower{person: player, frames: frames}
	pl.until(t, func(f wire.Frame) bool { return f.Type == "snapshot" })
	conn := maker.dial(table, "")
	if r := maker.ask(conn, `{"id":"before","chat":{"text":"hello"}}`); r.Ack == nil {
		t.Fatal(r.Error)
	}
	if code, text := h.ready(); code != 200 {
		t.Fatalf("not ready before: %s", text)
	}
	pg.Kill()
	waitFor(t, "the server notices", func() bool { code, _ := h.ready(); return code == 503 })
	if _, text := h.ready(); !strings.Contains(text, "the database cannot be reached") || strings.Contains(text, "127.0.0.1") {
		t.Errorf("readyz says %q", text)
	}
	for _, r := range rights {
		method, path, _ := strings.Cut(r.route, " ")
		path = strings.NewReplacer("{id}", cmp.Or(tables[r.table], "nothing"), "{user}", maker.id, "{seat}", r.seat).Replace(path) + r.query
		if r.want[3] == 400 || slices.Contains([]string{"POST /bots", "POST /notices/mail", "POST /my/records"}, r.route) { // refused for what it says, or to any guest
			continue
		}
		if r.route == "POST /guest" {
			r.body = wire.GuestRequest{Name: "Another"}
		}
		if storeless[r.route] {
			if got := maker.status(method, path, r.body); got != r.want[3] {
				t.Errorf("%s needs no store: %d", r.route, got)
			}
			continue
		}
		sick(t, r.route+r.query, maker.send(method, path, r.body))
	}
	sick(t, "an unknown session", (&person{host: h, token: "unknown"}).send("GET", "/me", nil))
	for command, body := range map[string]string{
		"act": `{"msg":"w","step":1,"action":"x"}`, "table": `{"do":"resign"}`, "chat": `{"text":"hi"}`, "open": `{"nonce":"` + strings.Repeat("0", 64) + `"}`,
	} {
		r := maker.ask(conn, `{"id":"`+command+`","`+command+`":`+body+`}`)
		if r.Error == nil || r.Error.Code != "unavailable" {
			t.Errorf("%s over the WebSocket: %+v", command, r.Error)
		}
	}
	for _, path := range []string{"/healthz", "/", "/t/" + table} {
		req, _ := http.NewRequest("GET", h.web.URL+path, nil)
		req.AddCookie(&http.Cookie{Name: "atoll_session", Value: "never-seen"})
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != 200 {
			t.Errorf("%s: %s", path, res.Status)
		}
	}
	if err := pg.Run(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the server is ready again", func() bool { code, _ := h.ready(); return code == 200 })
	var snap wire.Snapshot
	maker.must("GET", "/tables/"+table, nil, &snap)
	maker.must("POST", "/tables/"+table+"/chat", wire.ChatRequest{Text: "still here"}, nil)
	pl.until(t, func(f wire.Frame) bool { return f.Chat != nil && f.Chat.Text == "still here" })
	if r := maker.ask(conn, `{"id":"again","table":{"do":"resign"}}`); r.Ack == nil {
		t.Errorf("the WebSocket from before: %+v", r.Error)
	}
	pl.until(t, func(f wire.Frame) bool { return f.Delta != nil && f.Delta.View.Status == "over" })
}

// follower follows a stream to a frame.
type follower struct {
	*person
	frames <-chan rawFrame
}

func (p *follower) until(t *testing.T, ok func(wire.Frame) bool) {
	t.Helper()
	for f := range p.frames {
		if ok(f.decode(t)) {
			return
		}
	}
	t.Fatal("the stream has ended")
}

// TestDatabaseSilent: a database that takes what it is sent and says nothing is away
// too, and when it is there again nobody has to do anything.
func TestDatabaseSilent(t *testing.T) {
	h, _, line := onPostgres(t)
	maker := h.person("Maker")
	table := tableFor(t, "running", maker, h.person("Player"))
	line.Swallow()
	sick(t, "a look", maker.send("GET", "/tables/"+table, nil))
	sick(t, "a list", maker.send("GET", "/tables", nil))
	if code, text := h.ready(); code != 503 || !strings.Contains(text, "the database") {
		t.Errorf("readyz: %d %q", code, text)
	}
	line.Flow()
	waitFor(t, "the server is ready again", func() bool { code, _ := h.ready(); return code == 200 })
	waitFor(t, "tables can be read again", func() bool { return maker.status("GET", "/tables/"+table, nil) == 200 })
}
