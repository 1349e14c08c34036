package screen

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"atoll/tui/board"
	"atoll/tui/paint"
	"atoll/tui/tuitest"
)

var windows = [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}}

// Log and choices have their rows at every size, the legend takes the place of
// the log alone, and no line is wider than the window.
func TestLogAndChoicesAreNeverPushedOut(t *testing.T) {
	for _, k := range tuitest.Kinds {
		l := tuitest.Table(t, k, tuitest.Seats(k.Players, 1)...)
		tuitest.Settled(t, l)
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
	for _, k := range tuitest.Kinds {
		if _, drawn := board.Screens[k.ID]; !drawn {
			continue
		}
		st := k.Config(t).New()
		last := 0
		for _, s := range []paint.Size{paint.Tiny, paint.Small, paint.Medium, paint.Large, paint.Huge} {
			b, err := board.Draw(st, board.Marks{}, paint.Look{Size: s}, "")
			if err != nil {
				t.Fatal(err)
			}
			area := b.Canvas.W * b.Canvas.H
			if area < last {
				t.Errorf("%s: size %d is no larger than the one before", k, s)
			}
			last = area
		}
	}
}

func TestEnterKeepsTheRole(t *testing.T) {
	l := tuitest.Table(t, tuitest.Game("evo", 2), "me", "random")
	defer l.Close()
	tuitest.Settled(t, l)
	p := newPlayPage(t.Context(), l, "")
	p.cursor = "g2"
	p.followCursor()
	run(p, p.key("enter", ""))
	p.cursor = "g3"
	p.followCursor()
	run(p, p.key("enter", ""))
	tuitest.Settled(t, l)
	if events := l.Record().Events; len(events) == 0 || events[0].Do != "g2-g3" {
		t.Errorf("Enter twice played %v", events)
	}
}

// A digit highlights and never plays.
func TestDigitsOnlyHighlight(t *testing.T) {
	l := tuitest.Table(t, tuitest.Game("conqueror", 2), "me", "random")
	defer l.Close()
	tuitest.Settled(t, l)
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
			for _, l := range paint.HelpLines(width, board.Screens[own].Help) {
				if n := ansi.StringWidth(l); n > width {
					t.Errorf("%d columns of %d: %s", n, width, ansi.Strip(l))
				}
			}
		}
	}
}
