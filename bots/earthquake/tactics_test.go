package earthquake

import (
	"os"
	"slices"
	"strings"
	"testing"

	"atoll/bots"
	"atoll/game"
	"atoll/game/gametest"
	rules "atoll/games/earthquake"
	"atoll/search"
)

// tacticNodes is the budget of one position, a small part of what level 8 has.
const tacticNodes = 20_000

func suite(t *testing.T) [][]string {
	t.Helper()
	data, err := os.ReadFile("testdata/tactics.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var list [][]string
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		list = append(list, strings.Split(line, "\t"))
	}
	return list
}

func readState(t *testing.T, text string) *rules.State {
	t.Helper()
	st := rules.Game.MustConfigure(2).New().(*rules.State)
	if err := st.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return st
}

// TestTacticsSuite asks level 8 for the wins and escapes that were proved when the
// suite was made (go run ./bots/earthquake/tactics).
func TestTacticsSuite(t *testing.T) {
	lines := suite(t)
	if len(lines) < 200 {
		t.Fatalf("only %d positions", len(lines))
	}
	each := max(1, len(lines)/gametest.Soak(60))
	asked, solved := 0, 0
	for i := 0; i < len(lines); i += each {
		st := readState(t, lines[i][1])
		bot, err := bots.NewRoster(Maker()).Open(st.Config(), "best")
		if err != nil {
			t.Fatal(err)
		}
		rep, err := bot.Choose(t.Context(), bots.Question{View: st, Seat: st.Actor(), Seed: 1, Budget: search.Nodes(tacticNodes)})
		if err != nil {
			t.Fatal(err)
		}
		asked++
		if got := string(st.AppendAction(nil, st.Actor(), rep.Action)); slices.Contains(strings.Split(lines[i][2], ","), got) {
			solved++
		} else {
			t.Logf("line %d, %s: %s (%.3f), not one of %s", i+2, lines[i][0], got, rep.Value(), lines[i][2])
		}
	}
	t.Logf("%d of %d solved", solved, asked)
	if solved*100 < asked*97 {
		t.Errorf("%d of %d solved", solved, asked)
	}
}

// TestSuiteIsRight proves solutions of the suite again.
func TestSuiteIsRight(t *testing.T) {
	for i, line := range suite(t) {
		if i%6 != 0 {
			continue
		}
		st := readState(t, line[1])
		var list []game.Action
		switch line[0] {
		case "win1":
			list = Forced(&st.Position, 0)
		case "win3":
			list = Forced(&st.Position, 2)
		case "escape":
			list, _ = Escapes(&st.Position)
		}
		var words []string
		for _, a := range list {
			words = append(words, string(st.AppendAction(nil, st.Actor(), a)))
		}
		if got := strings.Join(words, ","); got != line[2] {
			t.Errorf("line %d: %s, want %s", i+2, got, line[2])
		}
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
		var v solver
		list, ok := v.solve(p, p.Actor(), 20_000, search.NewClock(t.Context(), search.Nodes(1), 1))
		if !ok {
			continue
		}
		forced := Forced(p, 2)
		safe, known := Escapes(p)
		for _, c := range list {
			if slices.Contains(forced, c.Action) {
				wins++
				if c.Value != 1 {
					t.Errorf("%s\n%s is proved to win and worth %.3f", st.AppendText(nil), st.AppendAction(nil, 1, c.Action), c.Value)
				}
			}
			if known && !slices.Contains(safe, c.Action) {
				losses++
				if c.Value != 0 {
					t.Errorf("%s\n%s is proved to lose and worth %.3f", st.AppendText(nil), st.AppendAction(nil, 1, c.Action), c.Value)
				}
			}
		}
	}
	if wins < 20 || losses < 20 {
		t.Errorf("only %d wins and %d losses were compared", wins, losses)
	}
}
