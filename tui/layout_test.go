package tui

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"atoll/docs"
	"atoll/game"
	"atoll/games"
	"atoll/tui/paint"
)

var windows = [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}}

// Log and choices have their rows at every size, the legend takes the place of
// the log alone, and no line is wider than the window.
func TestLogAndChoicesAreNeverPushedOut(t *testing.T) {
	for _, k := range kinds {
		l := NewLocal(t.Context(), k.config(t), seating(k.players, 1), 7, t.TempDir(), anyMove)
		settled(t, l)
		for _, size := range windows {
			p := newPlayPage(t.Context(), l, "")
			p.w, p.h = size[0], size[1]
			p.draw()
			for _, legend := range []bool{false, true} {
				p.legend = legend
				screen := ansi.Strip(p.screen())
				rows := strings.Split(screen, "\n")
				if len(rows) != p.h {
					t.Errorf("%s: %d rows in %v", k, len(rows), size)
				}
				for _, r := range rows {
					if n := ansi.StringWidth(r); n > p.w {
						t.Errorf("%s: a row of %d in %v: %s", k, n, size, r)
					}
				}
				if !strings.Contains(rows[0], "▌ You") {
					t.Errorf("%s %v: the bar does not say whose turn it is: %s", k, size, rows[0])
				}
				if size[0] < 80 { // one pane at a time
					continue
				}
				want := "What happened"
				if legend {
					want = "What the signs mean"
				}
				if !strings.Contains(screen, want) || !strings.Contains(screen, "Players") &&
					!strings.Contains(screen, "Explorers") && !strings.Contains(screen, "North") {
					t.Errorf("%s %v: %q is missing:\n%s", k, size, want, screen)
				}
				if p.listAt.H < min(3, len(p.options())) {
					t.Errorf("%s %v: %d of %d choices are in sight", k, size, p.listAt.H, len(p.options()))
				}
			}
		}
		l.Close()
	}
}

// A larger window shows a larger board, down to a tile of one row.
func TestBoardsUseTheRoom(t *testing.T) {
	for _, k := range kinds {
		if _, drawn := screens[k.id]; !drawn {
			continue
		}
		st := k.config(t).New()
		last := 0
		for _, s := range []paint.Size{paint.Tiny, paint.Small, paint.Medium, paint.Large, paint.Huge} {
			b, err := drawBoard(st, marks{}, paint.Look{Size: s}, "")
			if err != nil {
				t.Fatal(err)
			}
			area := b.canvas.W * b.canvas.H
			if area < last {
				t.Errorf("%s: size %d is no larger than the one before", k, s)
			}
			last = area
		}
	}
}

func TestEnterKeepsTheRole(t *testing.T) {
	l := NewLocal(t.Context(), kind{"evo", 2, nil}.config(t), Seating{"me", "random"}, 7, t.TempDir(), anyMove)
	defer l.Close()
	settled(t, l)
	p := newPlayPage(t.Context(), l, "")
	p.cursor = "g2"
	p.followCursor()
	run(p, p.key("enter", ""))
	p.cursor = "g3"
	p.followCursor()
	run(p, p.key("enter", ""))
	settled(t, l)
	if events := l.Record().Events; len(events) == 0 || events[0].Do != "g2-g3" {
		t.Errorf("Enter twice played %v", events)
	}
}

// A digit highlights and never plays.
func TestDigitsOnlyHighlight(t *testing.T) {
	l := NewLocal(t.Context(), kind{"conqueror", 2, nil}.config(t), Seating{"me", "random"}, 7, t.TempDir(), anyMove)
	defer l.Close()
	settled(t, l)
	before := len(l.Record().Events)
	p := newPlayPage(t.Context(), l, "")
	for _, k := range []string{"1", "2", "1"} {
		run(p, p.key(k, k))
	}
	if n := len(l.Record().Events); n != before {
		t.Errorf("digits made %d events", n-before)
	}
}

// The page about keys fits every width.
func TestHelpWraps(t *testing.T) {
	for _, width := range []int{30, 58, 78, 118} {
		for _, own := range []string{"epigo", "evo"} {
			for _, l := range paint.HelpLines(width, screens[own].help) {
				if n := ansi.StringWidth(l); n > width {
					t.Errorf("%d columns of %d: %s", n, width, ansi.Strip(l))
				}
			}
		}
	}
}

// Leaving keeps an unfinished game in one file, and forgets a finished one.
func TestLeavingSaves(t *testing.T) {
	dir := t.TempDir()
	l := NewLocal(t.Context(), kind{"evo", 2, nil}.config(t), Seating{"me", "random"}, 7, dir, anyMove)
	defer l.Close()
	settled(t, l)
	if path, err := l.Leave(); path != "" || err != nil {
		t.Errorf("a game that has not begun was saved: %q %v", path, err)
	}
	if err := l.Act(t.Context(), 0, "g2-g3"); err != nil {
		t.Fatal(err)
	}
	settled(t, l)
	for range 2 {
		if path, err := l.Leave(); path == "" || err != nil {
			t.Fatalf("not saved: %v", err)
		}
	}
	if n := len(Saved(dir)); n != 1 {
		t.Errorf("%d files of one game", n)
	}
	again, err := Resume(t.Context(), Saved(dir)[0], games.ByID, dir, anyMove)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	again.SetLadder([]string{"Castaway", "Beachcomber"})
	snap := settled(t, again)
	if err := again.Table(t.Context(), snap.Seat, game.Resign); err != nil {
		t.Fatal(err)
	}
	if _, err := again.Leave(); err != nil {
		t.Error(err)
	}
	if n := len(Saved(dir)); n != 0 {
		t.Errorf("%d files of a finished game", n)
	}
}

// After a win the next bot is offered, and a rematch changes the seats.
func TestWhatComesAfterAGame(t *testing.T) {
	l := NewLocal(t.Context(), kind{"evo", 2, nil}.config(t), Seating{"me", "level1"}, 7, t.TempDir(), anyMove)
	defer l.Close()
	l.SetLadder([]string{"Castaway", "Beachcomber"})
	if got := l.Snapshot().Names; !slices.Equal(got, []string{"You", "Castaway"}) {
		t.Errorf("the players are %v", got)
	}
	for after, want := range map[After]Seating{
		Rematch: {"Castaway", "me"}, Harder: {"me", "Beachcomber"}, Easier: {"me", "Castaway"},
	} {
		if _, seats := l.After(after); !slices.Equal(seats, want) {
			t.Errorf("%s: %v, not %v", after, seats, want)
		}
	}
}

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
