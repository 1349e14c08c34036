package tui

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"go.uber.org/goleak"

	"atoll/examples"
	"atoll/game"
	"atoll/games"
	"atoll/record"
	"atoll/tui/paint"
	"atoll/tui/prose"
)

func TestMain(m *testing.M) {
	// Whatever the locale of this machine: screens are tested as UTF-8 shows them.
	os.Setenv("LC_ALL", "C.UTF-8")
	goleak.VerifyTestMain(m)
}

// anyMove is a bot that plays at random.
func anyMove(_ context.Context, view game.State, seat game.Seat, _ string, seed uint64) (game.Action, error) {
	a, _ := game.Sample(view, seat, game.NewRand(seed), nil)
	return a, nil
}

type kind struct {
	id      string
	players int
	options []string
}

var kinds = []kind{
	{"epigo", 2, nil},
	{"epigo", 2, []string{"variant=islanders", "island_priority=true"}},
	{"evo", 2, nil},
	{"evo", 4, nil},
	{"conqueror", 2, nil},
	{"conqueror", 4, []string{"layout=custom", "tiebreak=dice"}},
	{"earthquake", 2, nil},
	{"earthquake", 6, nil},
	{"nim", 3, nil},
	{"tictactoe", 2, nil},
}

func (k kind) String() string { return fmt.Sprint(k.id, k.players, strings.Join(k.options, ",")) }

func (k kind) config(t *testing.T) game.Config {
	t.Helper()
	for _, g := range append(games.All(), examples.All()...) {
		if g.ID == k.id {
			return g.MustConfigure(k.players, k.options...)
		}
	}
	t.Fatalf("no game %s", k.id)
	return game.Config{}
}

func seating(players, people int) Seating {
	s := Seating{"me"}
	for len(s) < people {
		s = append(s, "person")
	}
	for len(s) < players {
		s = append(s, "random")
	}
	return s
}

// settled waits until a person is asked or the game is over.
func settled(t *testing.T, s Session) Snapshot {
	t.Helper()
	for {
		snap := s.Snapshot()
		if snap.HandOver {
			s.TakeOver()
			continue
		}
		if snap.Over || snap.Seat != game.NoSeat {
			return snap
		}
		<-s.Changed()
	}
}

func TestWholeGamesAgainstBots(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.String(), func(t *testing.T) {
			l := NewLocal(t.Context(), k.config(t), seating(k.players, 1), 7, t.TempDir(), anyMove)
			defer l.Close()
			r := game.NewRand(3)
			for {
				snap := settled(t, l)
				if snap.Over {
					break
				}
				a, _ := game.Sample(snap.View, snap.Seat, r, nil)
				if err := l.Act(t.Context(), snap.Seat, string(snap.View.AppendAction(nil, snap.Seat, a))); err != nil {
					t.Fatal(err)
				}
			}
			if err := record.Verify(l.Record()); err != nil {
				t.Error(err)
			}
		})
	}
}

// Every legal action can be pointed at, part by part, and every board can be drawn.
func TestEveryActionCanBeChosen(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.String(), func(t *testing.T) {
			st := k.config(t).New()
			r := game.NewRand(5)
			for step := 0; st.Acting() != 0 && step < 300; step++ {
				if st.Acting() == game.Only(game.Nature) {
					if err := game.Try(st, game.Nature, game.Draw(st, r), nil); err != nil {
						t.Fatal(err)
					}
					continue
				}
				var c game.Choices
				for s := range game.Seat(k.players) {
					if st.Acting().Has(s) {
						view := game.Look(st, game.SeatViewer(s))
						checkChooser(t, view, s, r)
						c[s], _ = game.Sample(st, s, r, nil)
					}
				}
				st.Play(c, nil)
			}
		})
	}
}

func checkChooser(t *testing.T, view game.State, s game.Seat, r *game.Rand) {
	t.Helper()
	ch := newChooser(view, s)
	var m marks
	ch.marks(&m)
	b, err := drawBoard(view, m, paint.Look{}, "")
	if err != nil {
		t.Fatal(err)
	}
	for place := range m.targets {
		if _, ok := b.cell(place); !ok {
			t.Errorf("%s can be chosen but is not on the board", place)
		}
	}
	want, _ := game.Sample(view, s, r, nil)
	text := string(view.AppendAction(nil, s, want))
	switch ch := ch.(type) {
	case *listChooser:
		for i, p := range ch.screen.split(text) {
			if len(ch.chosen) > i { // taken by itself: there was no other way
				continue
			}
			if prose.IsPlace(p) {
				ch.point(p)
				continue
			}
			for j, o := range ch.next() {
				if o == p {
					ch.pick(j)
					break
				}
			}
		}
	case *filterChooser:
		ch.key("/")
		for _, c := range strings.ToLower(text) {
			ch.key(string(c))
		}
		ch.key("enter")
		for i, left := range ch.left() {
			if left == text {
				ch.pick(i)
			}
		}
	case *evoChooser:
		move, role, turned := strings.Cut(text, "=")
		from, to, moved := strings.Cut(move, "-")
		ch.point(from)
		if !moved {
			ch.key("=")
		}
		if turned {
			ch.key(strings.ToLower(role))
		}
		for i, o := range ch.options() {
			if o.place == to && moved || !moved && ch.turns()[i] == role {
				ch.pick(i)
				break
			}
		}
	case *planChooser:
		for _, o := range strings.Fields(text)[1:] {
			if o == "SLAM" {
				ch.key("8")
				continue
			}
			ch.key(o[:1])
			for k, d := range arrowDir {
				if d == o[1:] {
					ch.key(k)
					ch.key("enter")
				}
			}
		}
	case *deployChooser:
		order, island, _ := strings.Cut(strings.TrimPrefix(text, "deploy "), " @ ")
		for i, tile := range strings.Fields(order) {
			ch.marks(&marks{cursor: string(rune('a'+i)) + ch.rank})
			ch.key(tile)
		}
		ch.point(island)
	}
	if ch.action() != text {
		t.Fatalf("choosing %q part by part gives %q", text, ch.action())
	}
	ch.reset()
}

// Whatever can be chosen can be chosen with the mouse alone: places on the
// board, options in the list, the question at the bottom to confirm.
func TestMouseAlone(t *testing.T) {
	for _, tc := range []struct {
		kind    kind
		places  []string
		options []string
		want    string
	}{
		{kind{"evo", 2, nil}, []string{"g2", "g3", "g3"}, nil, "g2-g3"},
		{kind{"epigo", 2, nil}, []string{"a4", "c4"}, nil, "deploy 3 2 1 4 5 X 6 7"},
	} {
		t.Run(tc.kind.String(), func(t *testing.T) {
			l := NewLocal(t.Context(), tc.kind.config(t), Seating{"me", "random"}, 7, t.TempDir(), anyMove)
			defer l.Close()
			settled(t, l)
			p := newPlayPage(t.Context(), l, "")
			p.screen()
			press(t, p, tc.places...)
			for _, o := range tc.options {
				p.screen()
				for i, have := range p.choose.options() {
					if have.text == o {
						run(p, p.click(p.listAt.X, p.listAt.Y+i-p.listTop))
						break
					}
				}
			}
			if p.screen(); p.choose != nil && p.choose.action() != "" {
				run(p, p.click(p.button.X, p.button.Y))
			}
			settled(t, l)
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
	l := NewLocal(t.Context(), kind{"epigo", 2, nil}.config(t), Seating{"me", "level1"}, 7, t.TempDir(), anyMove)
	defer l.Close()
	settled(t, l)
	if err := l.Act(t.Context(), 0, "deploy 1 2 3 4 5 6 7 X"); err != nil {
		t.Fatal(err)
	}
	settled(t, l)
	p := newPlayPage(t.Context(), l, "")
	p.screen()
	press(t, p, "a4", "a5", "b4", "b3", "g4", "h4")
	if got := p.choose.action(); got != "plan 1N 2S 7E" {
		t.Errorf("clicks plan %q", got)
	}
	run(p, p.click(p.button.X, p.button.Y))
	if events := l.Record().Events; len(events) < 3 || events[2].Do != "plan 1N 2S 7E" {
		t.Errorf("the plan was not locked in: %v", events)
	}
}

// press clicks places of the board.
func press(t *testing.T, p *playPage, places ...string) {
	t.Helper()
	for _, place := range places {
		c, ok := p.board.cell(place)
		if !ok {
			t.Fatalf("there is no place %s", place)
		}
		m, cmd := p.Update(tea.MouseClickMsg{X: p.boardAt[0] + c.x, Y: p.boardAt[1] + c.y, Button: tea.MouseLeft})
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
		cfg := kind{"epigo", 2, nil}.config(t)
		l := NewLocal(t.Context(), cfg, Seating{"me", "person"}, 1, t.TempDir(), anyMove)
		for _, do := range []string{"deploy 1 2 3 4 5 6 7 X", "deploy 1 2 3 4 5 6 7 X", plan} {
			snap := settled(t, l)
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

func TestUndoTakesBackTheLastDecision(t *testing.T) {
	l := NewLocal(t.Context(), kind{"evo", 2, nil}.config(t), seating(2, 1), 7, t.TempDir(), anyMove)
	defer l.Close()
	start := string(settled(t, l).View.AppendText(nil))
	if err := l.Undo(t.Context()); err == nil {
		t.Error("something was taken back at the start")
	}
	if err := l.Act(t.Context(), 0, "g2-g3"); err != nil {
		t.Fatal(err)
	}
	settled(t, l)
	if err := l.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := string(settled(t, l).View.AppendText(nil)); got != start {
		t.Errorf("got %s, want %s", got, start)
	}
}

func TestUndoWhileTheBotChooses(t *testing.T) {
	begun, goOn := make(chan struct{}), make(chan struct{})
	slow := func(ctx context.Context, view game.State, seat game.Seat, bot string, seed uint64) (game.Action, error) {
		begun <- struct{}{}
		<-goOn
		return anyMove(ctx, view, seat, bot, seed)
	}
	l := NewLocal(t.Context(), kind{"evo", 2, nil}.config(t), seating(2, 1), 7, t.TempDir(), slow)
	defer l.Close()
	start := string(settled(t, l).View.AppendText(nil))
	if err := l.Act(t.Context(), 0, "g2-g3"); err != nil {
		t.Fatal(err)
	}
	<-begun
	if err := l.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	close(goOn)
	if got := string(settled(t, l).View.AppendText(nil)); got != start {
		t.Errorf("got %s, want %s", got, start)
	}
	l.Close() // waits for the host: what the bot chose meanwhile must not appear
	if got := len(l.Record().Events); got != 0 {
		t.Errorf("%d events are left", got)
	}
}

func TestUndoOfASimultaneousStep(t *testing.T) {
	l := NewLocal(t.Context(), kind{"epigo", 2, nil}.config(t), Seating{"random", "me"}, 7, t.TempDir(), anyMove)
	defer l.Close()
	snap := settled(t, l)
	if err := l.Act(t.Context(), snap.Seat, "deploy 1 2 3 4 5 6 7 X"); err != nil {
		t.Fatal(err)
	}
	settled(t, l)
	if err := l.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := len(l.Record().Events); got != 0 {
		t.Errorf("%d events are left", got)
	}
}

func TestSaveAndResume(t *testing.T) {
	dir := t.TempDir()
	l := NewLocal(t.Context(), kind{"earthquake", 3, nil}.config(t), seating(3, 1), 9, dir, anyMove)
	r := game.NewRand(1)
	for range 3 {
		snap := settled(t, l)
		a, _ := game.Sample(snap.View, snap.Seat, r, nil)
		if err := l.Act(t.Context(), snap.Seat, string(snap.View.AppendAction(nil, snap.Seat, a))); err != nil {
			t.Fatal(err)
		}
	}
	want := string(settled(t, l).View.AppendText(nil))
	path, err := l.Save()
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if got := Saved(dir); len(got) != 1 || got[0] != path {
		t.Errorf("saved games: %v", got)
	}
	again, err := Resume(t.Context(), path, games.ByID, dir, anyMove)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got := string(settled(t, again).View.AppendText(nil)); got != want {
		t.Errorf("resumed at %s\nsaved at %s", got, want)
	}
}

func TestRefusalSaysWhy(t *testing.T) {
	l := NewLocal(t.Context(), kind{"evo", 2, nil}.config(t), seating(2, 1), 7, t.TempDir(), anyMove)
	defer l.Close()
	settled(t, l)
	for _, text := range []string{"g2-g9", "nonsense", strings.Repeat("x", 10000), "\xff"} {
		if err := l.Act(t.Context(), 0, text); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

func TestPlainConversation(t *testing.T) {
	l := NewLocal(t.Context(), kind{"evo", 2, nil}.config(t), seating(2, 1), 7, t.TempDir(), anyMove)
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
	l := NewLocal(t.Context(), kind{"evo", 2, nil}.config(t), seating(2, 1), 7, t.TempDir(), anyMove)
	defer l.Close()
	snap := settled(t, l)
	want := string(snap.View.AppendAction(nil, 0, snap.View.AppendActions(nil, 0)[2]))
	if err := Plain(t.Context(), l, "", strings.NewReader("3\nquit\n"), io.Discard); err != nil {
		t.Fatal(err)
	}
	if events := l.Record().Events; len(events) == 0 || events[0].Do != want {
		t.Errorf("3 played %v, not %s", events, want)
	}
}

func TestPlainEndsWithItsInput(t *testing.T) {
	l := NewLocal(t.Context(), kind{"conqueror", 2, nil}.config(t), seating(2, 1), 7, t.TempDir(), anyMove)
	defer l.Close()
	if err := Plain(t.Context(), l, "", strings.NewReader("board\n"), io.Discard); err != nil {
		t.Error(err)
	}
}

// The screens fit 80 by 24 and larger terminals, and survive tiny ones.
func TestScreensFit(t *testing.T) {
	for _, k := range kinds {
		l := NewLocal(t.Context(), k.config(t), seating(k.players, 1), 7, t.TempDir(), anyMove)
		settled(t, l)
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

// A list of more actions than can be narrowed belongs to no one game: any game
// without a chooser of its own for it gets the list to look through.
func TestLongListsOfOtherGamesAreLookedThrough(t *testing.T) {
	st := kind{"nim", 2, nil}.config(t).New()
	f := newFilterChooser(st, 0, game.Count(st, 0)).(*filterChooser)
	if len(f.all) != 15 || len(f.options()) != shownAtOnce {
		t.Fatalf("%d actions, %d shown", len(f.all), len(f.options()))
	}
	for _, k := range []string{"/", "b", "-", "3", "enter"} {
		f.key(k)
	}
	if f.action() != "B-3" {
		t.Errorf("the filter leaves %q", f.left())
	}
	f.reset()
	for range 12 {
		f.key("down")
	}
	if want := f.all[11]; f.action() != want || f.options()[shownAtOnce-1].text != want || f.lit() != shownAtOnce-1 {
		t.Errorf("the twelfth is %q, shown as %q", f.action(), f.options())
	}
	if many := newFilterChooser(st, 0, mostListed+1); many.action() != "" || len(many.options()) != 0 ||
		!strings.Contains(many.prompt(), "type one") {
		t.Errorf("too many to list: %q", many.prompt())
	}
}

func TestTextBoardMarksWhatHasChanged(t *testing.T) {
	st := kind{"nim", 2, nil}.config(t).New()
	before := boardText(st)
	if err := game.Try(st, 0, "B-2", nil); err != nil {
		t.Fatal(err)
	}
	plain, marked := drawText(st, ""), drawText(st, before)
	for i, l := range marked.canvas.Lines() {
		if same := l == plain.canvas.Lines()[i]; same == (i == 1) {
			t.Errorf("row %d: marked is %v", i, !same)
		}
	}
}

// A locale without UTF-8, or --ascii, gets no character beyond ASCII, and every
// line keeps its columns.
func TestASCIIScreens(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	t.Setenv("NO_COLOR", "1")
	for _, k := range kinds {
		l := NewLocal(t.Context(), k.config(t), seating(k.players, 1), 7, t.TempDir(), anyMove)
		settled(t, l)
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
