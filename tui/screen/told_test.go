package screen

import (
	"strings"
	"testing"

	"atoll/docs"
	"atoll/games"
	"atoll/tui/tuitest"
)

// Whoever looks first shows what has happened: the answer to a move and the clock
// as well as the news of the table.
func TestTheRevealIsShownWhoeverLooksFirst(t *testing.T) {
	for name, msg := range map[string]any{"answer": doneMsg{}, "clock": secondMsg{}, "table": changedMsg{}} {
		l := tuitest.Table(t, tuitest.Game("epigo", 2), "me", "Ferryman")
		tuitest.Settled(t, l)
		p := newPlayPage(t.Context(), l, "")
		for _, a := range []string{"deploy 1 2 3 4 5 6 7 X", "plan 1S 2S 3S"} {
			if err := l.Act(t.Context(), 0, a); err != nil {
				t.Fatal(err)
			}
			tuitest.Settled(t, l)
			p.Update(msg)
		}
		if !p.reelOn() {
			t.Errorf("%s: a revealed plan is not shown", name)
		}
		p.Update(msg)
		if !p.reelOn() || p.reelAt != 0 {
			t.Errorf("%s: a second look begins it again or ends it", name)
		}
		l.Close()
	}
}

// The rules are gone through by headings, and positions in them are drawn.
func TestRulesHaveChaptersAndBoards(t *testing.T) {
	for _, g := range games.All() {
		page, _ := docs.RulesOf(g.ID)
		var r reader
		lines := strings.Join(r.rules(page, g, 80, 22, true), "\n")
		if !strings.Contains(lines, "█") {
			t.Errorf("%s: no scroll bar", g.ID)
		}
		if !r.key("4", "4") {
			t.Fatal("a chapter leaves the page")
		}
		r.rules(page, g, 80, 22, true)
		if !strings.HasPrefix(r.place(), "4 of ") {
			t.Errorf("%s: chapter %q", g.ID, r.place())
		}
		r.key("n", "n")
		r.rules(page, g, 80, 22, true)
		at := r.scroll
		r.key("p", "p")
		if r.rules(page, g, 80, 22, true); r.scroll >= at {
			t.Errorf("%s: n goes to %d and p to %d", g.ID, at, r.scroll)
		}
	}
}
