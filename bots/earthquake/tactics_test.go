package earthquake

import (
	"slices"
	"strings"
	"testing"

	"atoll/bots"
	"atoll/game"
	"atoll/search"
	"atoll/tactics/tacticstest"
)

// TestTacticsSuite asks level 8 for the forced wins and escapes of the suite
// (atoll tactics earthquake), with a small part of its budget.
func TestTacticsSuite(t *testing.T) {
	tacticstest.Solve(t, bots.NewRoster(Maker()), "../testdata/earthquake.tactics", "best:20000n", 80)
}

// A proved win is a win of the exact solver too, and a doomed action a loss.
func TestProofsAgreeWithTheSolver(t *testing.T) {
	r := game.NewRand(1)
	tiles := strings.Fields("C0 C1 C2 C3 C4 C5 C03 C14 C25 C012345 H V R L S D B J P T")
	hexes := strings.Fields("d5 d4 c4 e5 d6 c3")
	wins, losses := 0, 0
	for range 150 {
		var words []string
		for i, hex := range hexes {
			tile := tiles[r.Intn(len(tiles))]
			if i < 2 && tile == "V" {
				tile = "H"
			}
			if r.Intn(4) == 0 {
				tile = "?," + tile
				if i > 1 {
					tile = ""
				}
			}
			words = append(words, hex+":"+tile)
		}
		tool := string("-RLSDBJPT"[r.Intn(9)])
		st, ok := tryScene("2 go", "d5- d4"+tool, strings.Join(words, " "))
		if !ok || st.Acting() == 0 || !solvable(&st.Position) {
			continue
		}
		p := &st.Position
		s := p.Actor()
		var v solver
		exact, ok := v.solve(p, s, 20_000, search.NewClock(t.Context(), search.Nodes(1), 1))
		if !ok {
			continue
		}
		var pr prover
		list := p.AppendActions(nil, s)
		won, lost := pr.shortest(p, s, list, proveNodes), pr.doomed(p, s, list, proveNodes)
		for _, c := range exact {
			if c.Action == won {
				wins++
				if c.Value != 1 {
					t.Errorf("%s\n%s is proved to win and worth %.3f", st.AppendText(nil), st.AppendAction(nil, s, c.Action), c.Value)
				}
			}
			if slices.Contains(lost, c.Action) {
				losses++
				if c.Value != 0 {
					t.Errorf("%s\n%s is proved to lose and worth %.3f", st.AppendText(nil), st.AppendAction(nil, s, c.Action), c.Value)
				}
			}
		}
	}
	if wins < 15 || losses < 20 {
		t.Errorf("only %d wins and %d losses were compared", wins, losses)
	}
}
