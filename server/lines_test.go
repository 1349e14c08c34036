package server_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"atoll/match"
	"atoll/server/wire"
)

var fixed = false

var daysEVO = wire.Setup{
	Game: "evo", Players: 2, Listed: true, Shuffle: &fixed,
	Clock: wire.ClockSetup{Kind: match.Correspondence, Days: 3},
}

// legalAfter plays on from the position of a table and lists what can be played
// then.
func (p *person) legalAfter(table string, do ...string) []string {
	p.t.Helper()
	next := p.snap(table).View.Position
	legal := []string{}
	for i := 0; ; i++ {
		var pos struct{ Position string }
		if err := json.Unmarshal(next, &pos); err != nil {
			p.t.Fatal(err)
		}
		req := wire.PositionRequest{Position: pos.Position}
		var a wire.PositionAnswer
		p.must("POST", "/positions", req, &a)
		for seat, l := range a.Legal {
			legal = l.Actions
			if i < len(do) {
				req.Choices = []wire.PositionChoice{{Seat: seat, Action: do[i]}}
			}
		}
		if i == len(do) {
			return legal
		}
		p.must("POST", "/positions", req, &a)
		next = a.Position
	}
}

// TestAnswersAhead: what was said ahead is played with what it answers, whichever
// node is asked; what does not fit is dropped, and only its player hears of it.
func TestAnswersAhead(t *testing.T) {
	nodes(t, func(t *testing.T, one, two *host) {
		mover, waits := one.person("Ada"), two.person("Ben")
		var made wire.Created
		mover.must("POST", "/tables", daysEVO, &made)
		table, at := made.Table.ID, "/tables/"+made.Table.ID
		waits.must("POST", at+"/join", wire.JoinRequest{}, nil)
		step := mover.snap(table).View.Step
		moves := mover.legalAfter(table)
		answer := mover.legalAfter(table, moves[1])[0]
		set := wire.LinesRequest{Step: step, Lines: []wire.Line{
			{Do: []string{moves[0], mover.legalAfter(table, moves[0])[0]}}, {Do: []string{moves[1], answer}},
		}}
		waits.at(two).must("POST", at+"/lines", set, nil)
		l := waits.at(one).snap(table).View.Lines
		if l == nil || len(l.Fit) != 2 || len(l.Lost) != 0 || !slices.Equal(l.Fit[1].By, []string{"S", "N"}) {
			t.Fatalf("set: %+v", l)
		}
		if l := one.person("Watcher").snap(table).View.Lines; l != nil {
			t.Fatalf("a spectator sees %+v", l)
		}
		mover.at(one).must("POST", at+"/act", wire.ActRequest{Msg: "a", Step: step, Action: moves[1]}, nil)
		v := mover.at(two).snap(table).View
		if v.Legal == nil || v.Step != step+2 || len(v.Lines.Fit)+len(v.Lines.Lost) != 0 {
			t.Fatalf("step %d, then %d; to act: %v; lines %+v", step, v.Step, v.Acting, v.Lines)
		}
		if rec := waits.record(table); rec.Events[len(rec.Events)-1].Do != answer {
			t.Errorf("the record ends with %+v", rec.Events[len(rec.Events)-1])
		}
		if res := waits.try("POST", at+"/lines", set, nil); res.StatusCode != 409 || res.Header.Get("X-Code") != "stale" {
			t.Errorf("of an old step: %s", res.Status)
		}
		// One that does not fit.
		step, moves = v.Step, mover.legalAfter(table)
		line := wire.Line{Do: []string{moves[0], mover.legalAfter(table, moves[0])[0]}}
		waits.must("POST", at+"/lines", wire.LinesRequest{Step: step, Lines: []wire.Line{line}}, nil)
		mover.must("POST", at+"/act", wire.ActRequest{Msg: "b", Step: step, Action: moves[1]}, nil)
		v = waits.at(two).snap(table).View
		if v.Legal == nil || len(v.Lines.Fit) != 0 || len(v.Lines.Lost) != 1 || v.Lines.Lost[0].Do[1] != line.Do[1] {
			t.Errorf("lost: to act %v, %+v", v.Acting, v.Lines)
		}
	})
}

// TestAnswersAheadAreSecret: whether there are answers in advance, how many, which, and
// that they were dropped: nobody else can tell. That one was played, everybody can.
func TestAnswersAheadAreSecret(t *testing.T) {
	run := func(t *testing.T, secret func(w *world, waits *person, moves []string)) *world {
		w := newWorld(t)
		mover, waits := w.person("South"), w.person("North")
		watcher, nobody := w.person("Watcher"), &person{host: w.host}
		w.talker = watcher
		var made wire.Created
		mover.must("POST", "/tables", daysEVO, &made)
		w.table = made.Table.ID
		waits.must("POST", "/tables/"+w.table+"/join", wire.JoinRequest{}, nil)
		w.open(mover, "mover", "")
		w.open(watcher, "spectator", "")
		w.open(nobody, "nobody", "")
		w.open(waits, "public seat", "?seat=public")
		moves := mover.legalAfter(w.table)
		w.clock.forward(2 * time.Second)
		secret(w, waits, moves)
		look := func() {
			w.sync()
			w.clock.forward(5 * time.Second)
			for _, p := range []*person{mover, watcher, nobody} {
				w.askAll(p)
				w.ask(p, "/now", "/users/"+waits.id+"/record")
			}
			w.sync()
		}
		look()
		w.act(mover, 1, moves[2])
		look()
		return w
	}
	set := func(w *world, waits *person, moves []string, firsts ...int) {
		req := wire.LinesRequest{Step: waits.snap(w.table).View.Step, Lines: []wire.Line{}}
		for _, i := range firsts {
			req.Lines = append(req.Lines, wire.Line{Do: []string{moves[i], waits.legalAfter(w.table, moves[i])[i]}})
		}
		waits.must("POST", "/tables/"+w.table+"/lines", req, nil)
	}
	one := run(t, func(w *world, waits *person, moves []string) { set(w, waits, moves, 0) })
	other := run(t, func(w *world, waits *person, moves []string) { set(w, waits, moves, 1, 3) })
	compare(t, one, other)
	compareBus(t, one, other)
	often := run(t, func(w *world, waits *person, moves []string) {
		set(w, waits, moves, 0)
		set(w, waits, moves)
		set(w, waits, moves, 4, 3, 1, 0)
	})
	compare(t, one, often)
	none := run(t, func(*world, *person, []string) {})
	compare(t, one, none)
	played := run(t, func(w *world, waits *person, moves []string) { set(w, waits, moves, 2) })
	if len(differences(one, played)) == 0 {
		t.Error("an answer that was played cannot be seen")
	}
}
