package board

import (
	"strings"
	"testing"

	"atoll/docs"
	"atoll/games"
)

// The rules of every game are set within their measure, without any Markdown.
func TestRulesAreTypeset(t *testing.T) {
	for _, g := range games.All() {
		page, ok := docs.RulesOf(g.ID)
		if !ok {
			t.Fatalf("%s has no rules", g.ID)
		}
		for _, width := range []int{40, 72} {
			for _, l := range Typeset(page, width, true, nil) {
				if strings.Contains(l, "**") || strings.Contains(l, "](") || strings.HasPrefix(l, "#") || strings.HasPrefix(l, "|") {
					t.Errorf("%s: raw Markdown: %s", g.ID, l)
				}
			}
		}
	}
}

// Positions in the rules are drawn.
func TestRulesHaveBoards(t *testing.T) {
	for _, g := range games.All() {
		page, _ := docs.RulesOf(g.ID)
		for name := range Screens[g.ID].pictures {
			if Screens[g.ID].picture(g, name) == nil {
				t.Errorf("%s: no position for %s", g.ID, name)
			}
			if !strings.Contains(page, name+".svg") {
				t.Errorf("%s: the rules have no picture %s", g.ID, name)
			}
		}
		if all := strings.Join(Typeset(page, 72, true, g), "\n"); strings.Count(all, "[Picture:") >= strings.Count(page, "![") {
			t.Errorf("%s: no picture is drawn", g.ID)
		}
	}
}

// A ruling of ours has a bar beside it, whichever way it begins.
func TestRulingsHaveABar(t *testing.T) {
	for _, g := range games.All() {
		page, _ := docs.RulesOf(g.ID)
		page = strings.ToLower(page)
		want := 0
		for _, begin := range []string{"**our ruling:", "**our rulings:", "**our ruling** (option"} {
			want += strings.Count(page, begin)
		}
		if got := strings.Count(strings.Join(Typeset(page, 72, true, nil), "\n"), "▌ our ruling"); got != want || want == 0 {
			t.Errorf("%s: %d of %d rulings have a bar", g.ID, got, want)
		}
	}
}
