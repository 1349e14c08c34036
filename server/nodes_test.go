package server_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store/pgtest"
	"atoll/store/postgres"
)

// twoNodes are servers that share a Postgres database and a NATS server.
func twoNodes(t *testing.T, more ...func(first bool, c *server.Config)) (a, b *host) {
	t.Helper()
	ns := startNATS(t, t.TempDir())
	t.Cleanup(func() { ns.Shutdown(); ns.WaitForShutdown() })
	return twoNodesAt(t, ns.ClientURL(), ns.ClientURL(), more...)
}

func startNATS(t *testing.T, dir string) *natsserver.Server {
	t.Helper()
	ns, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: dir, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	ns.Start()
	if !ns.ReadyForConnections(patience) {
		t.Fatal("NATS does not come up")
	}
	return ns
}

// twoNodesAt are servers that share a Postgres database and reach a NATS server
// each at an address of its own.
func twoNodesAt(t *testing.T, oneBus, otherBus string, more ...func(first bool, c *server.Config)) (a, b *host) {
	t.Helper()
	address := pgtest.Start(t).Address(t, "nodes")
	node := func(first bool) *host {
		bus1 := oneBus
		if !first {
			bus1 = otherBus
		}
		db, err := postgres.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		n, err := bus.DialNATS(t.Context(), bus1)
		if err != nil {
			t.Fatal(err)
		}
		cfg := server.Config{
			Store: db, Pings: n, Jobs: n, Games: games.All(), Roster: all.Roster(), Shared: true, PromptPresence: true,
			Limits: node.NoLimits(),
		}
		for _, f := range more {
			f(first, &cfg)
		}
		s, err := server.New(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		web := httptest.NewServer(s)
		t.Cleanup(func() {
			s.Close()
			web.Close()
			n.Close()
			db.Close()
		})
		return &host{t, s, web, db}
	}
	return node(true), node(false)
}

// at is the same person at another node.
func (p *person) at(h *host) *person { return &person{host: h, token: p.token, id: p.id} }

// TestAnyNodeServesAnyGame: two players at two nodes play a whole game, a third
// connection follows at the other node, and sealed choices reach every tab.
func TestAnyNodeServesAnyGame(t *testing.T) {
	one, two := twoNodes(t)
	south, north := one.person("South"), two.person("North")
	var made wire.Created
	south.must("POST", "/tables", wire.Setup{Game: "epigo", Players: 2, Listed: true}, &made)
	at := "/tables/" + made.Table.ID
	north.must("POST", at+"/join", wire.JoinRequest{}, nil)

	here := south.live(made.Table.ID, "")
	there := &player{person: south.at(two), table: made.Table.ID, frames: south.at(two).live(made.Table.ID, ""), rand: game.NewRand(1)}
	there.follow(func(v wire.View) bool { return v.Seq > 0 })
	there.play()
	there.follow(func(v wire.View) bool { return v.Sealed != nil })
	for f := range here {
		if v := f.decode(t); v.Sealed != nil {
			if v.Sealed.Action == "" || v.Sealed.Seat != "S" {
				t.Errorf("the other tab hears %+v", v.Sealed)
			}
			break
		}
	}
	// North, at the other node, plays on until the end together with South.
	players := []*player{there, {person: north, table: made.Table.ID, frames: north.live(made.Table.ID, ""), rand: game.NewRand(2)}}
	players[1].follow(func(v wire.View) bool { return v.Seq > 0 })
	for i := range 60 {
		p := players[i%2]
		p.follow(func(v wire.View) bool { return v.Seq >= players[1-i%2].view.Seq })
		if over(p.view) {
			break
		}
		if acts(p.view) {
			step := p.view.Step
			p.play()
			p.follow(func(v wire.View) bool { return v.Sealed != nil || v.Step != step })
		}
	}
	if players[0].view.Seq < 10 {
		t.Errorf("the game came to %d only", players[0].view.Seq)
	}
}

func TestBotsOfAnotherNode(t *testing.T) {
	one, two := twoNodes(t)
	p := one.person("Alone")
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{Game: "conqueror", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 1}}}, &made)
	pl := &player{person: p.at(two), table: made.Table.ID, frames: p.at(two).live(made.Table.ID, ""), rand: game.NewRand(5)}
	for range 5 {
		pl.follow(func(v wire.View) bool { return over(v) || acts(v) })
		if over(pl.view) {
			break
		}
		step := pl.view.Step
		pl.play()
		pl.follow(func(v wire.View) bool { return over(v) || v.Step != step })
	}
	if pl.moves == 0 {
		t.Error("nothing was played")
	}
}

// TestRoles: one node serves people and moves no bots, the other the other way
// round.
func TestRoles(t *testing.T) {
	web, bots := twoNodes(t, func(first bool, c *server.Config) { c.NoBots, c.NoWeb = first, !first })
	for _, c := range []struct {
		path string
		want int
	}{{"/healthz", 200}, {"/readyz", 200}, {"/api/v1/games", 404}, {"/", 404}} {
		res, err := http.Get(bots.web.URL + c.path)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != c.want {
			t.Errorf("%s of a node for bots: %s, want %d", c.path, res.Status, c.want)
		}
	}
	p := web.person("Alone")
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{
		Game: "evo", Players: 2,
		Seats: []wire.SeatSetup{{Kind: match.SeatBot, Level: 1}, {Kind: match.SeatBot, Level: 1}},
	}, &made)
	pl := &player{person: p, table: made.Table.ID, frames: p.live(made.Table.ID, "")}
	pl.follow(func(v wire.View) bool { return v.Seq > 5 })
}

// TestNothingGrows: connections that come and go leave nothing behind.
func TestNothingGrows(t *testing.T) {
	h := serve(t)
	a, b := h.person("A"), h.person("B")
	table := tableFor(t, "running", a, b)
	round := func() {
		for i := range 30 {
			p := a
			if i%3 == 0 {
				p = &person{host: h}
			}
			if got := p.status("GET", "/tables/"+table+"/live", nil); got != 200 {
				t.Fatal(got)
			}
			if got := p.status("GET", "/tables/"+table+"/ws", nil); got != 101 {
				t.Fatal(got)
			}
		}
	}
	// Those of the first round may still be ending: fewer are right as well.
	round()
	before := runtime.NumGoroutine()
	for range 10 {
		time.Sleep(20 * time.Millisecond)
		before = min(before, runtime.NumGoroutine())
	}
	for range 4 {
		round()
	}
	again := fmt.Sprintf("there are %d goroutines again, or few more", before)
	waitFor(t, again, func() bool { return runtime.NumGoroutine() <= before+20 })
}

// TestDrain: everybody is told, and nobody is let in any more.
func TestDrain(t *testing.T) {
	h := serve(t)
	a, b := h.person("A"), h.person("B")
	table := tableFor(t, "running", a, b)
	frames := a.live(table, "")
	<-frames
	sock := b.ws(table, "")
	<-sock
	done := make(chan struct{})
	go func() {
		h.s.Drain()
		close(done)
	}()
	for name, in := range map[string]<-chan rawFrame{"SSE": frames, "WebSocket": sock} {
		said := false
		for f := range in {
			said = said || f.kind == "bye"
		}
		if !said {
			t.Errorf("%s ended without a word", name)
		}
	}
	<-done
	if res := a.try("GET", "/tables/"+table, nil, nil); res.StatusCode != 503 {
		t.Errorf("while draining: %s", res.Status)
	}
}

// TestHotSeat: one person on both seats sees as the seat that is asked for.
func TestHotSeat(t *testing.T) {
	h := serve(t)
	p := h.person("Both")
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{Game: "epigo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}}, &made)
	at := "/tables/" + made.Table.ID
	const deploy = "deploy 3 1 7 X 2 5 4 6"
	var snap wire.Snapshot
	p.must("GET", at+"?seat=S", nil, &snap)
	if res := p.try("POST", at+"/act", wire.ActRequest{Msg: "1", Step: snap.View.Step, Action: deploy}, nil); res.StatusCode != 400 {
		t.Errorf("without a seat: %s", res.Status)
	}
	p.must("POST", at+"/act", wire.ActRequest{Msg: "1", Step: snap.View.Step, Action: deploy, Seat: "S"}, nil)
	for seat, want := range map[string]bool{"S": true, "N": false, "public": false, "": false} {
		var snap wire.Snapshot
		q := ""
		if seat != "" {
			q = "?seat=" + seat
		}
		p.must("GET", at+q, nil, &snap)
		if got := snap.View.Sealed != nil; got != want {
			t.Errorf("seen as %q: sealed %v", seat, got)
		}
	}
	p.must("POST", at+"/act", wire.ActRequest{Msg: "1", Step: snap.View.Step, Action: deploy, Seat: "N"}, nil)
	p.must("GET", at, nil, &snap)
	if snap.View.Seq < 3 || snap.View.Viewer != "public" {
		t.Errorf("seq %d as %s", snap.View.Seq, snap.View.Viewer)
	}
}

// TestTakebackAndRematch over the wire.
func TestTakebackAndRematch(t *testing.T) {
	h := serve(t)
	a, b := h.person("A"), h.person("B")
	table := tableFor(t, "running", a, b)
	at := "/tables/" + table
	var snap wire.Snapshot
	a.must("GET", at, nil, &snap)
	mover, other := a, b
	if snap.View.Acting[0] == "N" {
		mover, other = b, a
	}
	mover.must("GET", at, nil, &snap)
	before := string(snap.View.Position)
	mover.must("POST", at+"/act", wire.ActRequest{Msg: "m", Step: snap.View.Step, Action: snap.View.Legal.Actions[0]}, nil)
	mover.must("POST", at+"/do", wire.TableRequest{Do: "ask takeback"}, nil)
	other.must("GET", at, nil, &snap)
	if snap.View.Offers.Takeback == nil {
		t.Fatal("the other is not asked")
	}
	other.must("POST", at+"/do", wire.TableRequest{Do: "accept takeback"}, nil)
	mover.must("GET", at, nil, &snap)
	if string(snap.View.Position) != before {
		t.Error("the move was not taken back")
	}
	a.must("POST", at+"/do", wire.TableRequest{Do: "resign"}, nil)
	var ack wire.Ack
	a.must("POST", at+"/do", wire.TableRequest{Do: "offer rematch"}, &ack)
	if ack.Table != "" {
		t.Error("one alone made a rematch")
	}
	b.must("POST", at+"/do", wire.TableRequest{Do: "offer rematch"}, &ack)
	if ack.Table == "" {
		t.Fatal("no rematch was made")
	}
	var next wire.Snapshot
	b.must("GET", "/tables/"+ack.Table, nil, &next)
	if next.View.Viewer != "S" || next.View.Status != "running" {
		t.Errorf("the second player is %s at a %s table", next.View.Viewer, next.View.Status)
	}
	a.must("GET", at, nil, &snap)
	if snap.View.Offers.Next != ack.Table {
		t.Errorf("the old table leads to %q", snap.View.Offers.Next)
	}
}

// TestReplayAsSeat: after the end every moment can be seen with every seat's eyes.
func TestReplayAsSeat(t *testing.T) {
	h := serve(t)
	a, b := h.person("A"), h.person("B")
	var made wire.Created
	a.must("POST", "/tables", wire.Setup{Game: "epigo", Players: 2}, &made)
	at := "/tables/" + made.Table.ID
	b.must("POST", at+"/join", wire.JoinRequest{}, nil)
	for i, p := range []*person{a, b, a, b} {
		var snap wire.Snapshot
		p.must("GET", at, nil, &snap)
		st := parseView(t, snap.View)
		seat, _ := st.Config().SeatByName(snap.View.Viewer)
		act, _ := game.Sample(st, seat, game.NewRand(uint64(i)), nil)
		p.must("POST", at+"/act", wire.ActRequest{Msg: fmt.Sprint(i), Step: snap.View.Step, Action: string(st.AppendAction(nil, seat, act))}, nil)
	}
	b.must("POST", at+"/do", wire.TableRequest{Do: "resign"}, nil)
	var m wire.Moment
	a.must("GET", at+"/replay", nil, &m)
	if len(m.Steps) < 4 || m.Step != m.Steps[len(m.Steps)-1] {
		t.Fatalf("steps %v, at %d", m.Steps, m.Step)
	}
	for _, step := range m.Steps {
		for _, seat := range []string{"S", "N", "public", "truth"} {
			a.must("GET", fmt.Sprintf("%s/replay?step=%d&seat=%s", at, step, seat), nil, &m)
			if m.Viewer != seat || m.Step != step || len(m.Position) < 100 {
				t.Errorf("step %d as %s: %d as %s", step, seat, m.Step, m.Viewer)
			}
		}
	}
	if res := a.try("GET", at+"/replay?step=1", nil, nil); res.StatusCode != 404 {
		t.Errorf("a step that is none: %s", res.Status)
	}
}
