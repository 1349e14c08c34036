package evo

import (
	"slices"
	"strings"
	"testing"

	"atoll/bots"
	"atoll/game"
	"atoll/tactics"
	"atoll/tactics/tacticstest"
)

const suiteFile = "../testdata/evo.tactics"

func suite(t *testing.T) []tactics.Entry { return tacticstest.Read(t, suiteFile) }

// TestTacticsSuite asks level 8 for forced wins and escapes that were proved when
// the suite was made, with a fortieth of a second of its budget.
func TestTacticsSuite(t *testing.T) {
	tacticstest.Solve(t, bots.NewRoster(Maker()), suiteFile, "best:30000n", 40)
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
