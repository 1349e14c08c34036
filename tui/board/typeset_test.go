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
