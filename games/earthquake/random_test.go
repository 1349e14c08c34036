package earthquake

import (
	"bytes"
	"slices"
	"testing"

	"atoll/game"
)

// small is a table for two on 19 hexes.
var small = Game.MustConfigure(2, "area=19")

// started returns a state after a drawn scatter.
func started(t testing.TB, players int, seed uint64) *State {
	t.Helper()
	return begun(t, Game.MustConfigure(players), seed)
}

func begun(t testing.TB, cfg game.Config, seed uint64) *State {
	t.Helper()
	st := cfg.New().(*State)
	if err := st.PlayBulk(st.DrawBulk(game.NewRand(seed)), nil); err != nil {
		t.Fatal(err)
	}
	return st
}

// walk plays games with random or lively actions and table actions and calls
// visit at every position.
func walk(t testing.TB, players int, seed uint64, visit func(st *State)) {
	t.Helper()
	r := game.NewRand(seed)
	st := started(t, players, seed)
	var buf []game.Action
	for visit(st); st.Acting() != 0; visit(st) {
		s := st.Acting().First()
		if r.Intn(60) == 0 {
			if s := game.Seat(r.Intn(players)); st.AllowsTable(s, game.Resign) == nil {
				st.Table(s, game.Resign, nil)
				continue
			}
		}
		buf = st.AppendActions(buf[:0], s)
		if len(buf) == 0 {
			t.Fatalf("%s has no action in\n%s", seatOrChance(s), st.AppendText(nil))
		}
		a := buf[r.Intn(len(buf))]
		if seed%2 == 0 && s != game.Nature {
			a = st.LivelyAction(s, r)
		}
		st.Play(game.Choose(s, a), nil)
	}
}

func TestRandomGamesKeepInvariants(t *testing.T) {
	for players := 2; players <= 6; players++ {
		for seed := range uint64(6) {
			walk(t, players, seed, func(st *State) {
				checkInvariants(t, st)
				seen := game.Look(st, game.PublicViewer()).(*State)
				checkInvariants(t, seen)
				if st.Acting() != seen.Acting() {
					t.Fatal("a view changes who acts")
				}
			})
		}
	}
}

func checkInvariants(t *testing.T, st *State) {
	t.Helper()
	text := st.AppendText(nil)
	if st.Hash() != st.RecomputeHash() {
		t.Fatalf("hash is stale in\n%s", text)
	}
	again := Game.MustConfigure(2).New()
	if err := again.UnmarshalText(text); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if got := again.AppendText(nil); !bytes.Equal(got, text) {
		t.Fatalf("read back as\n%s\nnot\n%s", got, text)
	}
	if again.Hash() != st.Hash() || again.Acting() != st.Acting() {
		t.Fatalf("reading changes hash or actor in\n%s", text)
	}
	for s := range game.Nature + 1 {
		list := st.AppendActions(nil, s)
		if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
			t.Fatalf("list is not ascending: %v in\n%s", list, text)
		}
		if (len(list) > 0) != st.Acting().Has(s) {
			t.Fatalf("%d actions of %s, acting %v, in\n%s", len(list), seatOrChance(s), st.Acting(), text)
		}
		for verb := VerbPlace; verb <= VerbEnd; verb++ {
			for object := range Hexes {
				a := pack(verb, object)
				legal := slices.Contains(list, a)
				if st.Legal(s, a) != legal {
					t.Fatalf("legal says %t of %s for %s in\n%s", !legal, st.AppendAction(nil, s, a), seatOrChance(s), text)
				}
				if !legal && !st.Acting().Has(s) {
					continue // one sentence for all of them
				}
				if why := st.WhyNot(s, a); (why == "") != legal {
					t.Fatalf("why not says %q of %s for %s in\n%s", why, st.AppendAction(nil, s, a), seatOrChance(s), text)
				}
			}
		}
	}
}
