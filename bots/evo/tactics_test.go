package evo

import (
	"os"
	"slices"
	"strings"
	"testing"

	"atoll/bots"
	"atoll/game"
	"atoll/game/gametest"
	rules "atoll/games/evo"
	"atoll/search"
)

// tacticNodes is the budget of one position, a fortieth of a second of level 8.
const tacticNodes = 30_000

// TestTacticsSuite asks level 8 for forced wins and escapes that were proved when
// the suite was made (go run ./bots/evo/tactics).
func TestTacticsSuite(t *testing.T) {
	data, err := os.ReadFile("testdata/tactics.tsv")
	if err != nil {
		t.Fatal(err)
	}
	bot, err := bots.NewRoster(Maker()).Open(rules.Game.MustConfigure(2), "best")
	if err != nil {
		t.Fatal(err)
	}
	asked, solved := map[string]int{}, map[string]int{}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")[1:]
	each := max(1, len(lines)/gametest.Soak(40))
	for i, line := range lines {
		fields := strings.Split(line, "\t")
		if i%each != 0 {
			continue
		}
		kind, words := fields[0], strings.Fields(fields[3])
		st := read(t, fields[2])
		seat := st.Acting().First()
		rep, err := bot.Choose(t.Context(), bots.Question{View: st, Seat: seat, Seed: 1, Budget: search.Nodes(tacticNodes)})
		if err != nil {
			t.Fatal(err)
		}
		asked[kind]++
		if got := string(st.AppendAction(nil, seat, rep.Action)); slices.Contains(words, got) || winsAnyway(st, rep, kind) {
			solved[kind]++
		} else {
			t.Logf("line %d, %s: %s (%.3f), not one of %v", i+2, kind, got, rep.Value(), words)
		}
	}
	sum, all := 0, 0
	for kind := range asked {
		sum += solved[kind]
		all += asked[kind]
	}
	t.Logf("solved %v of %v", solved, asked)
	if sum*100 < all*97 {
		t.Errorf("%d of %d solved", sum, all)
	}
}

// winsAnyway accepts another way to a forced win than the proof's, by a quiet
// action: after it the other side cannot escape within five plies.
func winsAnyway(st *rules.State, rep search.Report, kind string) bool {
	if kind == "escape" || !Decided(scoreOf(rep)) {
		return false
	}
	p := st.Position()
	p.Play(rep.Action)
	return !Wins(&p, 1) && len(Escapes(&p, 5)) == 0
}

func scoreOf(rep search.Report) int {
	if rep.Value() > 0.999 {
		return win
	}
	return 0
}

// TestSuiteIsRight proves the solutions of the suite again.
func TestSuiteIsRight(t *testing.T) {
	data, err := os.ReadFile("testdata/tactics.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		if i%8 != 0 {
			continue
		}
		fields := strings.Split(line, "\t")
		st := read(t, fields[2])
		p := st.Position()
		var list []game.Action
		switch fields[0] {
		case "win3":
			list = ForcedWin(&p, 3)
		case "win5":
			list = ForcedWin(&p, 5)
		case "escape":
			list = Escapes(&p, 3)
		}
		var words []string
		for _, a := range list {
			words = append(words, string(st.AppendAction(nil, 0, a)))
		}
		if got := strings.Join(words, " "); got != fields[3] {
			t.Errorf("line %d: %s, want %s", i+2, got, fields[3])
		}
	}
}
