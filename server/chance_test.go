package server_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"atoll/fair"
	"atoll/games"
	"atoll/match"
	"atoll/record"
	"atoll/server"
	"atoll/server/wire"
)

func create(setup wire.Setup, n fair.Nonce) wire.CreateRequest {
	return wire.CreateRequest{Setup: setup, Commit: n.Commit().String()}
}

func (p *person) commitAndJoin(table string, n fair.Nonce) {
	p.t.Helper()
	p.must("POST", "/tables/"+table+"/join", wire.JoinRequest{Commit: n.Commit().String()}, nil)
}

func (p *person) snap(table string) (s wire.Snapshot) {
	p.t.Helper()
	p.must("GET", "/tables/"+table, nil, &s)
	return s
}

func (p *person) record(table string) *record.Record {
	p.t.Helper()
	res := p.send("GET", "/tables/"+table+"/record", nil)
	defer res.Body.Close()
	r := record.NewReader(res.Body, games.ByID)
	rec, err := r.Next()
	if err != nil {
		p.t.Fatal(err)
	}
	return rec
}

// TestChanceFromStartToEnd: two people commit, open, play and check.
func TestChanceFromStartToEnd(t *testing.T) {
	h := serve(t)
	a, b := h.person("Ann"), h.person("Bob")
	na, nb := fair.NewNonce(), fair.NewNonce()
	yes := true
	var made wire.Created
	a.must("POST", "/tables", create(wire.Setup{Game: "conqueror", Players: 2, Shuffle: &yes}, na), &made)
	at := "/tables/" + made.Table.ID
	if !made.Table.Draws || made.Proof.Until != 0 || made.Proof.Commitment == "" {
		t.Fatalf("made: %+v", made)
	}
	stream := a.live(made.Table.ID, "")
	next(t, "Ann", stream, "snapshot")
	b.commitAndJoin(made.Table.ID, nb)
	f := next(t, "Ann", stream, "delta").Delta
	if f.View.Status != "open" || f.View.Proof.Until == 0 {
		t.Fatalf("all sit: %+v", f.View.Proof)
	}
	last := f.Entries[len(f.Entries)-1]
	if last.Kind != "seated" || len(last.Chairs) != 2 || last.Chairs[0].Commit != na.Commit().String() ||
		last.Chairs[1].Commit != nb.Commit().String() {
		t.Fatalf("seated: %+v", last)
	}
	a.must("POST", at+"/open", wire.OpenRequest{Nonce: na.String()}, nil)
	// What Ann has opened is told to nobody before the game begins.
	snap := b.snap(made.Table.ID)
	for _, c := range snap.Chairs {
		if c.Nonce != "" || snap.View.Proof.Opened {
			t.Fatalf("told early: %+v", snap.Chairs)
		}
	}
	if !a.snap(made.Table.ID).View.Proof.Opened {
		t.Error("Ann is not told that hers is opened")
	}
	conn := b.dial(made.Table.ID, "")
	defer conn.CloseNow()
	// Who is there is told beside the moves, not with them.
	waitFor(t, "Bob is there", func() bool {
		return !slices.ContainsFunc(a.snap(made.Table.ID).View.Seats, func(s wire.SeatInfo) bool { return !s.Online })
	})
	if r := b.ask(conn, `{"id":"1","open":{"nonce":"`+nb.String()+`"}}`); r.Error != nil {
		t.Fatal(r.Error)
	}
	f = next(t, "Ann", stream, "delta").Delta
	started := f.Entries[0]
	if f.View.Status != "running" || started.Kind != "started" || started.Chairs[0].Nonce != na.String() || started.Chairs[1].Nonce != nb.String() {
		t.Fatalf("%+v", f)
	}
	if !strings.HasPrefix(started.Text, "Seats were drawn: ") || !strings.Contains(started.Text, "Ann plays "+started.Chairs[0].Seat) {
		t.Errorf("the story begins with %q", started.Text)
	}
	if d := f.Entries[1].Draw; d == nil || d.Event != 0 || !strings.HasPrefix(d.Do, "order ") {
		t.Errorf("the first draw is told as %+v", d)
	}
	if v := f.View.Viewer; v != started.Chairs[0].Seat {
		t.Errorf("Ann sees the table as %s and sits on %s", v, started.Chairs[0].Seat)
	}
	for _, s := range f.View.Seats {
		if s.Mine != (s.Seat == started.Chairs[0].Seat) || !s.Online {
			t.Errorf("after the draw: %+v", s)
		}
	}
	b.must("POST", at+"/do", wire.TableRequest{Do: "resign"}, nil)
	rec := a.record(made.Table.ID)
	if err := record.Proved(rec); err != nil {
		t.Error(err)
	}
	if rec.Proof.Commit.String() != made.Proof.Commitment || *rec.Proof.Chairs[0].Nonce != na || !rec.Proof.Drawn {
		t.Errorf("%+v", rec.Proof)
	}

	// The rematch: numbers come with the offers, everybody moves one seat on.
	ma, mb := fair.NewNonce(), fair.NewNonce()
	a.must("POST", at+"/do", wire.TableRequest{Do: "offer rematch", Commit: ma.Commit().String()}, nil)
	var ack wire.Ack
	b.must("POST", at+"/do", wire.TableRequest{Do: "offer rematch", Commit: mb.Commit().String()}, &ack)
	a.must("POST", "/tables/"+ack.Table+"/open", wire.OpenRequest{Nonce: ma.String()}, nil)
	b.must("POST", "/tables/"+ack.Table+"/open", wire.OpenRequest{Nonce: mb.String()}, nil)
	again := a.snap(ack.Table)
	if again.View.Status != "running" || again.View.Viewer == started.Chairs[0].Seat {
		t.Errorf("the rematch is %s, Ann plays %s again", again.View.Status, again.View.Viewer)
	}
}

func TestGameAgainstABotBeginsWithTheOpening(t *testing.T) {
	h := serve(t)
	p := h.person("Ann")
	n := fair.NewNonce()
	var made wire.Created
	p.must("POST", "/tables", create(wire.Setup{
		Game: "earthquake", Players: 2,
		Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 1}},
	}, n), &made)
	if made.Table.Status != "open" || made.Proof.Until == 0 {
		t.Fatalf("%+v", made)
	}
	p.must("POST", "/tables/"+made.Table.ID+"/open", wire.OpenRequest{Nonce: n.String()}, nil)
	if s := p.snap(made.Table.ID); s.View.Status != "running" {
		t.Errorf("%s", s.View.Status)
	}
}

// TestMissingNumberDelaysNobodyForEver: the game begins by itself.
func TestMissingNumberDelaysNobodyForEver(t *testing.T) {
	clock := &fakeClock{now: time.Now()}
	h := serve(t, func(c *server.Config) { c.Clock, c.AliveEvery = clock.time, time.Hour })
	a, b := h.person("Ann"), h.person("Bob")
	na := fair.NewNonce()
	var made wire.Created
	a.must("POST", "/tables", create(wire.Setup{Game: "conqueror", Players: 2}, na), &made)
	b.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
	stream := b.live(made.Table.ID, "")
	next(t, "Bob", stream, "snapshot")
	clock.forward(31 * time.Second)
	f := next(t, "Bob", stream, "delta").Delta
	if f.View.Status != "running" || !strings.Contains(f.Entries[0].Text, "Ann's number was not opened in time") {
		t.Errorf("%s: %+v", f.View.Status, f.Entries)
	}
	if res := a.try("POST", "/tables/"+made.Table.ID+"/open", wire.OpenRequest{Nonce: na.String()}, nil); res.StatusCode != http.StatusConflict {
		t.Errorf("too late: %s", res.Status)
	}
}

func TestOnlyTournamentsAssignSeats(t *testing.T) {
	h := serve(t)
	if res := h.person("Ann").try("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Assigned: true}, nil); res.StatusCode != http.StatusForbidden {
		t.Errorf("%s", res.Status)
	}
}

// TestOpeningsMeet: everybody opens at once, on two nodes, several times; the game
// begins once and has every number.
func TestOpeningsMeet(t *testing.T) {
	one, two := twoNodes(t)
	a, b := one.person("Ann"), one.person("Bob")
	nodes := []*host{one, two}
	for range 5 {
		na, nb := fair.NewNonce(), fair.NewNonce()
		var made wire.Created
		a.must("POST", "/tables", create(wire.Setup{Game: "conqueror", Players: 2}, na), &made)
		b.commitAndJoin(made.Table.ID, nb)
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				who, n := a, na
				if i%2 == 1 {
					who, n = b, nb
				}
				if res := who.at(nodes[i/2%2]).send("POST", "/tables/"+made.Table.ID+"/open", wire.OpenRequest{Nonce: n.String()}); res.StatusCode != 200 {
					t.Errorf("%s", res.Status)
				}
			})
		}
		all.Wait()
		snap := a.at(two).snap(made.Table.ID)
		begun := 0
		for _, e := range snap.Log {
			if e.Kind == "started" {
				begun++
			}
		}
		if begun != 1 || snap.Chairs[0].Nonce != na.String() || snap.Chairs[1].Nonce != nb.String() {
			t.Fatalf("begun %d times: %+v", begun, snap.Chairs)
		}
	}
}

// TestOpenedNumbersAreInvisible: whether and what the maker has opened changes
// nothing that others get.
func TestOpenedNumbersAreInvisible(t *testing.T) {
	nonce := fair.Nonce{9}
	run := func(t *testing.T, opens bool) *world {
		w := newWorld(t)
		w.talker = w.person("Talker")
		maker, other, third := w.person("Maker"), w.person("Other"), w.person("Third")
		var made wire.Created
		maker.must("POST", "/tables", create(wire.Setup{Game: "conqueror", Players: 3}, nonce), &made)
		w.table = made.Table.ID
		other.commitAndJoin(w.table, fair.Nonce{8})
		third.must("POST", "/tables/"+w.table+"/join", wire.JoinRequest{}, nil)
		w.open(other, "other", "")
		w.open(third, "third", "")
		if opens {
			maker.must("POST", "/tables/"+w.table+"/open", wire.OpenRequest{Nonce: nonce.String()}, nil)
		}
		w.sync()
		for _, p := range []*person{other, third, {host: w.host}} {
			w.ask(p, "/tables/"+w.table, "/tables/"+w.table+"/log", "/tables/"+w.table+"/record", "/tables", "/my/tables")
		}
		return w
	}
	compare(t, run(t, true), run(t, false))
}
