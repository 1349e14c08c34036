package server_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/record"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
	"atoll/store/sqlite"
)

// patience is how long tests wait for what must come: only something broken lets it run out, however busy the machine is.
const patience = 2 * time.Minute

// host is a server under test, reached over real sockets.
type host struct {
	t     testing.TB
	s     *server.Server
	web   *httptest.Server
	store store.Store
}

func serve(t testing.TB, more ...func(*server.Config)) *host {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "atoll.db"))
	if err != nil {
		t.Fatal(err)
	}
	local := bus.NewLocal()
	cfg := server.Config{
		Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster(),
		Limits: node.NoLimits(), Public: home,
	}
	for _, f := range more {
		f(&cfg)
	}
	s, err := server.New(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		web.Close()
		db.Close()
	})
	return &host{t, s, web, db}
}

// person is a client with a session of its own.
type person struct {
	*host
	token string
	id    string
}

func (h *host) person(name string) *person {
	h.t.Helper()
	p := &person{host: h}
	var me wire.Me
	res := p.try("POST", "/guest", wire.GuestRequest{Name: name}, &me)
	if res.StatusCode != 200 {
		h.t.Fatalf("no session: %s", res.Status)
	}
	p.token, p.id = res.Header.Get("Atoll-Token"), me.ID
	return p
}

// send sends a request.
func (p *person) send(method, path string, body any) *http.Response {
	p.t.Helper()
	var in io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			p.t.Fatal(err)
		}
		in = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, p.web.URL+"/api/v1"+path, in)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if p.token != "" {
		req.Header.Set("Authorization", "Bearer "+p.token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	return res
}

// try sends a request and decodes the answer, whatever its status.
func (p *person) try(method, path string, body, into any) *http.Response {
	p.t.Helper()
	res := p.send(method, path, body)
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	if into != nil && res.StatusCode < 300 {
		if err := json.Unmarshal(data, into); err != nil {
			p.t.Fatalf("%s %s: %v in %.300s", method, path, err, data)
		}
	}
	if res.StatusCode >= 300 {
		var prob wire.Problem
		if json.Unmarshal(data, &prob) != nil || prob.Error.Code == "" || prob.Error.Message == "" {
			p.t.Fatalf("%s %s: %s without an error text: %.300s", method, path, res.Status, data)
		}
		res.Header.Set("X-Code", string(prob.Error.Code))
		res.Header.Set("X-Message", prob.Error.Message)
		res.Header.Set("X-Where", prob.Error.Where)
	}
	return res
}

// must is try that has to succeed.
func (p *person) must(method, path string, body, into any) {
	p.t.Helper()
	if res := p.try(method, path, body, into); res.StatusCode >= 300 {
		p.t.Fatalf("%s %s: %s %s: %s", method, path, res.Status, res.Header.Get("X-Code"), res.Header.Get("X-Message"))
	}
}

// live opens the stream of a table; frames come out of the channel, but for
// heartbeats, which come when they like.
func (p *person) live(table, query string, header ...string) <-chan rawFrame {
	p.t.Helper()
	ctx, cancel := context.WithCancel(p.t.Context())
	p.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, "GET", p.web.URL+"/api/v1/tables/"+table+"/live"+query, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	if p.token != "" {
		req.Header.Set("Authorization", "Bearer "+p.token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	if res.StatusCode != 200 {
		p.t.Fatalf("no stream: %s", res.Status)
	}
	out := make(chan rawFrame, 1000)
	go func() {
		defer res.Body.Close()
		defer close(out)
		in := bufio.NewReader(res.Body)
		var f rawFrame
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			line = strings.TrimSuffix(line, "\n")
			switch {
			case strings.HasPrefix(line, "event: "):
				f.kind = line[7:]
			case strings.HasPrefix(line, "id: "):
				f.id = line[4:]
			case strings.HasPrefix(line, "data: "):
				f.data = line[6:]
			case line == "" && f.data != "":
				if f.kind != "beat" {
					out <- f
				}
				f = rawFrame{}
			}
		}
	}()
	return out
}

type rawFrame struct{ kind, id, data string }

func (f rawFrame) decode(t testing.TB) wire.Frame {
	t.Helper()
	var v wire.Frame
	if err := json.Unmarshal([]byte(f.data), &v); err != nil {
		t.Fatal(err)
	}
	if v.Type != f.kind {
		t.Fatalf("frame %s says that it is %s", f.kind, v.Type)
	}
	return v
}

// player follows a table by its stream alone and plays its seat.
type player struct {
	*person
	table  string
	frames <-chan rawFrame
	view   wire.View
	rand   *game.Rand
	moves  int
}

// follow takes frames until the view satisfies enough.
func (pl *player) follow(enough func(wire.View) bool) {
	pl.t.Helper()
	for !enough(pl.view) {
		var f rawFrame
		var ok bool
		select {
		case f, ok = <-pl.frames:
		case <-time.After(patience):
			pl.t.Fatalf("nothing new at seq %d, acting %v, status %s", pl.view.Seq, pl.view.Acting, pl.view.Status)
		}
		if !ok {
			pl.t.Fatal("the stream has ended")
		}
		switch v := f.decode(pl.t); v.Type {
		case "snapshot":
			pl.view = v.Snapshot.View
		case "delta":
			if v.Delta.From != pl.view.Seq || v.Delta.To != v.Delta.View.Seq {
				pl.t.Fatalf("delta from %d to %d at %d", v.Delta.From, v.Delta.To, pl.view.Seq)
			}
			pl.view = v.Delta.View
		case "sealed":
			pl.view.Sealed = &v.Sealed.Action
		}
	}
}

// play chooses for the player's seat when it is to act.
func (pl *player) play() {
	pl.t.Helper()
	st := parseView(pl.t, pl.view)
	seat, _ := st.Config().SeatByName(pl.view.Viewer)
	var a game.Action
	if l, ok := st.(game.Lively); ok {
		a = l.LivelyAction(seat, pl.rand)
	} else {
		a, _ = game.Sample(st, seat, pl.rand, nil)
	}
	pl.moves++
	var ack wire.Ack
	pl.must("POST", "/tables/"+pl.table+"/act", wire.ActRequest{
		Msg: fmt.Sprintf("%s %d", pl.view.Viewer, pl.moves), Step: pl.view.Step, Action: string(st.AppendAction(nil, seat, a)),
	}, &ack)
	if !ack.Sealed && ack.Seq <= pl.view.Seq {
		pl.t.Fatalf("acknowledged with seq %d after %d", ack.Seq, pl.view.Seq)
	}
}

func parseView(t testing.TB, v wire.View) game.State {
	t.Helper()
	var head struct {
		Game    string                `json:"game"`
		Players int                   `json:"players"`
		Options map[string]game.Value `json:"options"`
	}
	if err := json.Unmarshal(v.Position, &head); err != nil {
		t.Fatal(err)
	}
	g, _ := games.ByID(head.Game)
	given := map[string]game.Value{}
	for _, o := range g.Options {
		if head.Options[o.Key] != o.Default {
			given[o.Key] = head.Options[o.Key]
		}
	}
	cfg, err := g.Configure(head.Players, given)
	if err != nil {
		t.Fatal(err)
	}
	st := cfg.New()
	if err := st.UnmarshalJSON(v.Position); err != nil {
		t.Fatal(err)
	}
	return st
}

// acts reports whether the viewer of v has to choose.
func acts(v wire.View) bool {
	if v.Sealed != nil && *v.Sealed != "" {
		return false
	}
	for _, s := range v.Acting {
		if s == v.Viewer {
			return true
		}
	}
	return false
}

func over(v wire.View) bool { return v.Status == "over" }

// TestWholeGamesOverTheWire plays every game to its end: people who see nothing
// but their streams.
func TestWholeGamesOverTheWire(t *testing.T) {
	for _, g := range games.All() {
		for _, n := range g.Players {
			t.Run(fmt.Sprint(g.ID, n), func(t *testing.T) {
				t.Parallel()
				wholeGame(t, g, n)
			})
		}
	}
}

func wholeGame(t *testing.T, g *game.Game, n int) {
	h := serve(t)
	maker := h.person("Maker")
	var made wire.Created
	maker.must("POST", "/tables", wire.Setup{Game: g.ID, Players: n, Listed: true}, &made)
	if len(made.Links) != n-1 || made.Table.Status != "open" {
		t.Fatalf("made %+v", made)
	}
	people := []*person{maker}
	for i := range n - 1 {
		p := h.person(fmt.Sprint("Guest ", i))
		p.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{Token: made.Links[i].Token}, nil)
		people = append(people, p)
	}
	watcher := h.person("Watcher")
	seen := &player{person: watcher, table: made.Table.ID, frames: watcher.live(made.Table.ID, "")}
	done := make(chan wire.View, n)
	for i, p := range people {
		pl := &player{person: p, table: made.Table.ID, frames: p.live(made.Table.ID, ""), rand: game.NewRand(uint64(i))}
		go func() {
			defer func() { done <- pl.view }() // also when it has failed
			for !over(pl.view) {
				pl.follow(func(v wire.View) bool { return over(v) || acts(v) })
				if over(pl.view) {
					break
				}
				step := pl.view.Step
				pl.play()
				pl.follow(func(v wire.View) bool { return over(v) || v.Step != step })
			}
		}()
	}
	for range n {
		v := <-done
		if v.Viewer != "truth" || v.Proof.Seed == "" || string(v.Result) == "null" {
			t.Errorf("at the end: viewer %s, proof %+v, result %s", v.Viewer, v.Proof, v.Result)
		}
	}
	seen.follow(over)
	req, err := http.Get(h.web.URL + "/api/v1/tables/" + made.Table.ID + "/record")
	if err != nil {
		t.Fatal(err)
	}
	defer req.Body.Close()
	rec, err := record.NewReader(req.Body, games.ByID).Next()
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Verify(rec); err != nil {
		t.Fatal(err)
	}
	if !rec.Result.Over {
		t.Error("the record has no result")
	}
}

// TestAgainstBot plays every game with one person and bots.
func TestAgainstBot(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			h := serve(t)
			p := h.person("Alone")
			seats := make([]wire.SeatSetup, g.Players[0])
			for i := range seats {
				seats[i] = wire.SeatSetup{Kind: match.SeatBot, Level: 1}
			}
			seats[0] = wire.SeatSetup{Kind: match.SeatMe}
			var made wire.Created
			p.must("POST", "/tables", wire.Setup{Game: g.ID, Players: len(seats), Seats: seats}, &made)
			if made.Table.Status != "running" {
				t.Fatalf("status %s", made.Table.Status)
			}
			pl := &player{person: p, table: made.Table.ID, frames: p.live(made.Table.ID, ""), rand: game.NewRand(5)}
			for range 6 {
				pl.follow(func(v wire.View) bool { return over(v) || acts(v) })
				if over(pl.view) {
					return
				}
				step := pl.view.Step
				pl.play()
				pl.follow(func(v wire.View) bool { return over(v) || v.Step != step })
			}
			// The game may have ended in the meantime.
			res := p.try("POST", "/tables/"+made.Table.ID+"/do", wire.TableRequest{Do: "resign"}, nil)
			if res.StatusCode != 200 && res.Header.Get("X-Code") != string(wire.IsOver) {
				t.Errorf("resigning: %s %s", res.Status, res.Header.Get("X-Message"))
			}
		})
	}
}
