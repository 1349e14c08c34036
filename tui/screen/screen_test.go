package screen

import (
	"bytes"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/tui/session"
	"atoll/tui/tuitest"
)

func TestMain(m *testing.M) { tuitest.Main(m) }

// Whatever can be chosen can be chosen with the mouse alone: places on the
// board, options in the list, the question at the bottom to confirm.
func TestMouseAlone(t *testing.T) {
	for _, tc := range []struct {
		kind    tuitest.Kind
		places  []string
		options []string
		want    string
	}{
		{tuitest.Game("evo", 2), []string{"g2", "g3", "g3"}, nil, "g2-g3"},
		{tuitest.Game("epigo", 2), []string{"a4", "c4"}, nil, "deploy 1 6 5 4 3 2 7 X"},
	} {
		t.Run(tc.kind.String(), func(t *testing.T) {
			l := tuitest.Table(t, tc.kind, "me", "random")
			defer l.Close()
			tuitest.Settled(t, l)
			p := newPlayPage(t.Context(), l, "")
			p.screen()
			press(t, p, tc.places...)
			for _, o := range tc.options {
				p.screen()
				for i, have := range p.choose.Options() {
					if have.Text == o {
						run(p, p.click(p.listAt.X, p.listAt.Y+i-p.listTop))
						break
					}
				}
			}
			if p.screen(); p.choose != nil && p.choose.Action() != "" {
				run(p, p.click(p.button.X, p.button.Y))
			}
			tuitest.Settled(t, l)
			got := ""
			if events := l.Record().Events; len(events) > 0 {
				got = events[0].Do
			}
			if got != tc.want {
				t.Errorf("the mouse played %q, not %q", got, tc.want)
			}
			p.screen()
			before, _, _ := strings.Cut(ansi.Strip(p.footer()), "? help")
			p.click(ansi.StringWidth(before), p.h-1)
			if p.show != "help" {
				t.Error("the words of the last line cannot be clicked")
			}
			if p.click(1, 1); p.show != "" {
				t.Error("a click does not leave the page of help")
			}
		})
	}
}

func TestMousePlans(t *testing.T) {
	l := tuitest.Table(t, tuitest.Game("epigo", 2), "me", "level1")
	defer l.Close()
	tuitest.Settled(t, l)
	if err := l.Act(t.Context(), 0, "deploy 1 2 3 4 5 6 7 X"); err != nil {
		t.Fatal(err)
	}
	tuitest.Settled(t, l)
	p := newPlayPage(t.Context(), l, "")
	p.screen()
	press(t, p, "a4", "a5", "b4", "b3", "g4", "h4")
	if got := p.choose.Action(); got != "plan 1N 2S 7E" {
		t.Errorf("clicks plan %q", got)
	}
	run(p, p.click(p.button.X, p.button.Y))
	tuitest.Settled(t, l) // both have chosen
	if events := l.Record().Events; len(events) < 3 || events[2].Do != "plan 1N 2S 7E" {
		t.Errorf("the plan was not locked in: %v", events)
	}
}

// press clicks places of the board.
func press(t *testing.T, p *playPage, places ...string) {
	t.Helper()
	for _, place := range places {
		at := -1
		for i := range p.board.Canvas.W * p.board.Canvas.H {
			if name, ok := p.board.At(i%p.board.Canvas.W, i/p.board.Canvas.W); ok && name == place {
				at = i
				break
			}
		}
		if at < 0 {
			t.Fatalf("there is no place %s", place)
		}
		x, y := p.boardAt[0]+at%p.board.Canvas.W, p.boardAt[1]+at/p.board.Canvas.W
		m, cmd := p.Update(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		run(m.(*playPage), cmd)
		p.screen()
	}
}

// run does what the program would do with a command.
func run(p *playPage, cmd tea.Cmd) {
	if cmd != nil {
		p.Update(cmd())
	}
}

// Two people on one screen: while one is asked, nothing shows what the other
// has sealed.
func TestHandOverHidesTheOthersPlan(t *testing.T) {
	screens := map[string]bool{}
	for _, plan := range []string{"plan 1N 2N 3N", "plan 7E 6W 5S"} {
		cfg := tuitest.Game("epigo", 2).Config(t)
		l := session.NewLocal(t.Context(), cfg, session.Seating{"me", "person"}, 1, t.TempDir(), tuitest.AnyMove)
		for _, do := range []string{"deploy 1 2 3 4 5 6 7 X", "deploy 1 2 3 4 5 6 7 X", plan} {
			snap := tuitest.Settled(t, l)
			if err := l.Act(t.Context(), snap.Seat, do); err != nil {
				t.Fatal(err)
			}
		}
		snap := l.Snapshot()
		if !snap.HandOver {
			t.Fatalf("nobody is asked to take over: %+v", snap)
		}
		page := newPlayPage(t.Context(), l, "")
		covered := page.screen()
		if strings.Contains(covered, "deploys") || strings.Contains(covered, "S1") {
			t.Errorf("the hand-over screen shows the game:\n%s", covered)
		}
		page.click(10, 10)
		if l.Snapshot().Seat != snap.Seat || !l.Snapshot().HandOver {
			t.Error("a stray click takes over")
		}
		page.key("enter", "")
		screens[covered+page.screen()] = true
		l.Close()
	}
	if len(screens) != 1 {
		t.Error("what one sees depends on what the other has sealed")
	}
}

func TestPlainConversation(t *testing.T) {
	l := tuitest.Table(t, tuitest.Game("evo", 2), tuitest.Seats(2, 1)...)
	defer l.Close()
	in := strings.NewReader("help\nlegal g2-\nboard\ng2-g3=C\nundo\nsave\nhint\nresign\n")
	var out bytes.Buffer
	if err := Plain(t.Context(), l, "rules", in, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Type an action, a number of the list, or help.", "an action      as records", "g2-g3=B", "South: Warrior g2 to g3.", "saved as", "hint: ", "random wins: the other side resigned"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, out.String())
		}
	}
}

// A number plays that line of the legal actions.
func TestPlainTakesNumbers(t *testing.T) {
	l := tuitest.Table(t, tuitest.Game("evo", 2), tuitest.Seats(2, 1)...)
	defer l.Close()
	snap := tuitest.Settled(t, l)
	want := string(snap.View.AppendAction(nil, 0, snap.View.AppendActions(nil, 0)[2]))
	if err := Plain(t.Context(), l, "", strings.NewReader("3\nquit\n"), io.Discard); err != nil {
		t.Fatal(err)
	}
	if events := l.Record().Events; len(events) == 0 || events[0].Do != want {
		t.Errorf("3 played %v, not %s", events, want)
	}
}

func TestPlainEndsWithItsInput(t *testing.T) {
	l := tuitest.Table(t, tuitest.Game("conqueror", 2), tuitest.Seats(2, 1)...)
	defer l.Close()
	if err := Plain(t.Context(), l, "", strings.NewReader("board\n"), io.Discard); err != nil {
		t.Error(err)
	}
}

// The screens fit 80 by 24 and larger terminals, and survive tiny ones.
func TestScreensFit(t *testing.T) {
	for _, k := range tuitest.Kinds {
		l := tuitest.Table(t, k, tuitest.Seats(k.Players, 1)...)
		tuitest.Settled(t, l)
		for _, size := range [][2]int{{80, 24}, {120, 40}, {20, 5}, {1, 1}} {
			p := newPlayPage(t.Context(), l, strings.Repeat("rule\n", 100))
			p.w, p.h = size[0], size[1]
			for _, show := range []string{"", "rules", "story", "help"} {
				p.show = show
				p.screen()
				if rows := strings.Split(p.screen(), "\n"); size[1] >= 24 && len(rows) != size[1] {
					t.Errorf("%s %q: %d rows on a screen of %d", k, show, len(rows), size[1])
				}
			}
		}
		l.Close()
	}
}

// A locale without UTF-8, or --ascii, gets no character beyond ASCII, and every
// line keeps its columns.
func TestASCIIScreens(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	t.Setenv("NO_COLOR", "1")
	for _, k := range tuitest.Kinds {
		l := tuitest.Table(t, k, tuitest.Seats(k.Players, 1)...)
		tuitest.Settled(t, l)
		p := newPlayPage(t.Context(), l, "")
		for _, row := range strings.Split(ansi.Strip(p.screen()), "\n") {
			for _, r := range row {
				if r > 126 {
					t.Errorf("%s: %q in %s", k, r, row)
					break
				}
			}
			if n := len(row); n > p.w {
				t.Errorf("%s: a line of %d columns", k, n)
			}
		}
		l.Close()
	}
}
