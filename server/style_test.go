package server_test

import (
	"math"
	"testing"
	"time"

	"atoll/server/wire"
	"atoll/store"
)

// TestStyleCountsFirstChoicesAndLuck: of rated games that are over, and of analyses
// that are there.
func TestStyleCountsFirstChoicesAndLuck(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.account("Ada"), w.account("Ben")
	// Each chooses once, by what they are told; then somebody resigns. South has g2-g3,
	// North f11-f10; told is what Ada chose.
	play := func(rated bool, south, north string, loser *person) (table, told, seat string) {
		t.Helper()
		var made wire.Created
		ada.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Rated: rated}, &made)
		table = made.Table.ID
		ben.must("POST", "/tables/"+table+"/join", wire.JoinRequest{}, nil)
		for _, do := range []string{south, north} {
			for _, p := range []*person{ada, ben} {
				v := p.snap(table).View
				if len(v.Acting) != 1 || v.Acting[0] != v.Viewer {
					continue
				}
				if p == ada {
					told, seat = do, v.Viewer
				}
				p.must("POST", "/tables/"+table+"/act", wire.ActRequest{Msg: do, Step: v.Step, Action: do}, nil)
				break
			}
		}
		loser.must("POST", "/tables/"+table+"/do", wire.TableRequest{Msg: "r", Do: "resign"}, nil)
		w.clock.forward(time.Second)
		return table, told, seat
	}
	want := map[string]wire.Opening{}
	note := func(told string, won int) {
		o := want[told]
		o.Do, o.Games, o.Won, o.Lost = told, o.Games+1, o.Won+won, o.Lost+1-won
		want[told] = o
	}
	table, told, seat := play(true, "g2-g3", "f11-f10", ben)
	note(told, 1)
	_, told, _ = play(true, "h2-h3", "e11-e10", ada)
	note(told, 0)
	_, told, _ = play(true, "g2-g3", "f11-f10", ben)
	note(told, 1)
	play(false, "i2-i3", "d11-d10", ada) // nobody else's business

	other := "N"
	if seat == "N" {
		other = "S"
	}
	ctx := t.Context()
	if _, err := w.store.AskAnalysis(ctx, table, ada.id, 1, 10); err != nil {
		t.Fatal(err)
	}
	run, err := w.store.StartAnalysis(ctx, table, 2, 0, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	steps := [][]byte{
		[]byte(`{"at":0,"acting":["S"],"values":{},"parts":{"` + seat + `":{"luck":0.25},"` + other + `":{"luck":-0.25}},
			"decisions":[{"by":"` + seat + `","best":[{"do":"a"},{"do":"b"}],"played":{"do":"b"},"gave_up":0.125},
			{"by":"` + other + `","best":[{"do":"a"},{"do":"b"}],"played":{"do":"b"},"gave_up":0.5},
			{"by":"` + seat + `","best":[{"do":"a"}],"played":{"do":"a"},"gave_up":0.5}]}`),
		[]byte(`{"at":1,"acting":[],"values":{},"parts":{"` + seat + `":{"luck":-0.0625}}}`),
	}
	if ok, err := w.store.AddAnalysis(ctx, table, run, 3, 0, steps); !ok || err != nil {
		t.Fatal(ok, err)
	}
	ask := func() (s wire.PersonStyle) {
		t.Helper()
		(&person{host: w.host}).must("GET", "/users/ada/style", nil, &s)
		return s
	}
	if s := ask(); len(s.Games) != 1 || s.Games[0].Analysed != 0 {
		t.Errorf("an analysis that is not ready counts: %+v", s)
	}
	if err := w.store.EndAnalysis(ctx, table, run, 4, store.AnalysisDone); err != nil {
		t.Fatal(err)
	}
	s := ask()
	if len(s.Games) != 1 || s.Games[0].Game != "evo" || s.Games[0].Seen != 3 {
		t.Fatalf("style %+v", s)
	}
	g := s.Games[0]
	if g.Analysed != 1 || math.Abs(g.Luck-0.1875) > 1e-9 || math.Abs(g.GaveUp-0.125) > 1e-9 {
		t.Errorf("luck %v, gave up %v in %d games", g.Luck, g.GaveUp, g.Analysed)
	}
	if len(g.Openings) != len(want) {
		t.Errorf("openings %+v, want %+v", g.Openings, want)
	}
	for i, o := range g.Openings {
		if o != want[o.Do] || i > 0 && o.Games > g.Openings[i-1].Games {
			t.Errorf("openings %+v, want %+v", g.Openings, want)
		}
	}
}
