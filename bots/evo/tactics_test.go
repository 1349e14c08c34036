package evo

import (
	"os"
	"slices"
	"strings"
	"testing"

	"atoll/bots"
	"atoll/game"
	"atoll/game/gametest"
	"atoll/games"
	"atoll/search"
	"atoll/tactics"
)

func suite(t *testing.T) []tactics.Entry {
	t.Helper()
	f, err := os.Open("../testdata/evo.tactics")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := tactics.Read(f, games.ByID)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// tacticNodes is the budget of one position, a fortieth of a second of level 8.
const tacticNodes = 30_000

// TestTacticsSuite asks level 8 for forced wins and escapes that were proved when
// the suite was made.
func TestTacticsSuite(t *testing.T) {
	list := suite(t)
	each := max(1, len(list)/gametest.Soak(40))
	asked, solved := 0, 0
	for i := 0; i < len(list); i += each {
		e := list[i]
		st := read(t, e.Text)
		bot, err := bots.NewRoster(Maker()).Open(e.Config, "best")
		if err != nil {
			t.Fatal(err)
		}
		rep, err := bot.Choose(t.Context(), bots.Question{View: st, Seat: e.Seat, Seed: 1, Budget: search.Nodes(tacticNodes)})
		if err != nil {
			t.Fatal(err)
		}
		asked++
		if got := string(st.AppendAction(nil, e.Seat, rep.Action)); slices.Contains(e.Solutions, got) {
			solved++
		} else {
			t.Logf("puzzle %d, %s: %s (%.3f), not one of %q", i+1, e.Kind, got, rep.Value(), e.Solutions)
		}
	}
	t.Logf("%d of %d solved", solved, asked)
	if solved*100 < asked*97 {
		t.Errorf("%d of %d solved", solved, asked)
	}
}

// TestSuiteIsRight proves again what is deeper than the proofs that know no game.
func TestSuiteIsRight(t *testing.T) {
	proved := map[string]int{}
	for i, e := range suite(t) {
		if e.Config.Players != 2 || e.Depth != 7 && e.Depth != 4 || i%6 != 0 {
			continue
		}
		st := read(t, e.Text)
		p := st.Position()
		var list []game.Action
		if strings.HasPrefix(e.Kind, "win") {
			list = SlowWins(&p, 7)
		} else {
			list = Escapes(&p, 3)
		}
		var words []string
		for _, a := range list {
			words = append(words, string(st.AppendAction(nil, e.Seat, a)))
		}
		if !slices.Equal(words, e.Solutions) {
			t.Errorf("puzzle %d: %q, want %q", i+1, words, e.Solutions)
		}
		proved[e.Kind]++
	}
	if len(proved) != 3 {
		t.Errorf("proved %v", proved)
	}
}

// Slow wins hold the quick ones, and nothing that the other side can escape.
func TestSlowWinsHoldAllForcedWins(t *testing.T) {
	for _, e := range suite(t) {
		if e.Config.Players != 2 || e.Kind != "win in 3" || e.Depth != 7 {
			continue
		}
		p := read(t, e.Text).Position()
		slow := SlowWins(&p, 5)
		for _, a := range ForcedWin(&p, 3) {
			if !slices.Contains(slow, a) {
				t.Errorf("%s: a win in 3 is not one in 5", e.Text)
			}
		}
		for _, a := range slow {
			next := p
			next.Play(a)
			if len(Escapes(&next, 3)) > 0 && !next.Won() && !next.Threatens(p.Side(), p.Side()^2) {
				t.Errorf("%s: a quiet win can be escaped", e.Text)
			}
		}
	}
}
