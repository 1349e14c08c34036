package earthquake

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

// tacticNodes is the budget of one position, a small part of what level 8 has.
const tacticNodes = 20_000

// TestTacticsSuite asks level 8 for the forced wins and escapes of the suite
// (atoll tactics earthquake).
func TestTacticsSuite(t *testing.T) {
	f, err := os.Open("../testdata/earthquake.tactics")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := tactics.Read(f, games.ByID)
	if err != nil {
		t.Fatal(err)
	}
	each := max(1, len(list)/gametest.Soak(80))
	asked, solved := 0, 0
	for i := 0; i < len(list); i += each {
		e := list[i]
		st, err := e.State(e.Config)
		if err != nil {
			t.Fatal(err)
		}
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
