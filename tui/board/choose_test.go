package board

import (
	"strings"
	"testing"
	"unicode/utf8"

	"atoll/game"
	"atoll/tui/paint"
	"atoll/tui/prose"
	"atoll/tui/tuitest"
)

// Every legal action can be pointed at, part by part, and every board can be drawn.
func TestEveryActionCanBeChosen(t *testing.T) {
	for _, k := range tuitest.Kinds {
		t.Run(k.String(), func(t *testing.T) {
			st := k.Config(t).New()
			r := game.NewRand(5)
			for step := 0; st.Acting() != 0 && step < 300; step++ {
				if st.Acting() == game.Only(game.Nature) {
					if err := game.Try(st, game.Nature, game.Draw(st, r), nil); err != nil {
						t.Fatal(err)
					}
					continue
				}
				var c game.Choices
				for s := range game.Seat(k.Players) {
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

// At 80 columns the pane beside Epigo's board is 29 wide: what it says is not cut off.
func TestLineUpSaysAllOfIt(t *testing.T) {
	st := tuitest.Game("epigo", 2).Config(t).New()
	for _, l := range newEpigoChooser(game.Look(st, game.SeatViewer(0)), 0, fewEnough+1).(*deployChooser).Lines() {
		if n := utf8.RuneCountInString(l); n > 29 {
			t.Errorf("%q is %d wide", l, n)
		}
	}
}

func checkChooser(t *testing.T, view game.State, s game.Seat, r *game.Rand) {
	t.Helper()
	ch := NewChooser(view, s)
	var m Marks
	ch.Marks(&m)
	b, err := Draw(view, m, paint.Look{}, "")
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
				ch.Point(p)
				continue
			}
			for j, o := range ch.next() {
				if o == p {
					ch.Pick(j)
					break
				}
			}
		}
	case *filterChooser:
		ch.Key("/")
		for _, c := range strings.ToLower(text) {
			ch.Key(string(c))
		}
		ch.Key("enter")
		for i, left := range ch.left() {
			if left == text {
				ch.Pick(i)
			}
		}
	case *evoChooser:
		move, role, turned := strings.Cut(text, "=")
		from, to, moved := strings.Cut(move, "-")
		ch.Point(from)
		if !moved {
			ch.Key("=")
		}
		if turned {
			ch.Key(strings.ToLower(role))
		}
		for i, o := range ch.Options() {
			if o.Place == to && moved || !moved && ch.turns()[i] == role {
				ch.Pick(i)
				break
			}
		}
	case *planChooser:
		for _, o := range strings.Fields(text)[1:] {
			if o == "SLAM" {
				ch.Key("8")
				continue
			}
			ch.Key(o[:1])
			for k, d := range arrowDir {
				if d == o[1:] {
					ch.Key(k)
					ch.Key("enter")
				}
			}
		}
	case *deployChooser:
		order, island, _ := strings.Cut(strings.TrimPrefix(text, "deploy "), " @ ")
		for i, tile := range strings.Fields(order) {
			ch.Marks(&Marks{Cursor: string(rune('a'+i)) + ch.rank})
			ch.Key(tile)
		}
		ch.Point(island)
	}
	if ch.Action() != text {
		t.Fatalf("choosing %q part by part gives %q", text, ch.Action())
	}
	ch.Reset()
}

// A list of more actions than can be narrowed belongs to no one game: any game
// without a chooser of its own for it gets the list to look through.
func TestLongListsOfOtherGamesAreLookedThrough(t *testing.T) {
	st := tuitest.Game("nim", 2).Config(t).New()
	f := newFilterChooser(st, 0, game.Count(st, 0)).(*filterChooser)
	if len(f.all) != 15 || len(f.Options()) != shownAtOnce {
		t.Fatalf("%d actions, %d shown", len(f.all), len(f.Options()))
	}
	if got := f.Count(); got != "15 moves" {
		t.Errorf("of the whole list it says %q", got)
	}
	for _, k := range []string{"/", "b", "-", "3", "enter"} {
		f.Key(k)
	}
	if got := f.Count(); got != "1 of 15" {
		t.Errorf("of what the filter leaves it says %q", got)
	}
	if f.Action() != "B-3" {
		t.Errorf("the filter leaves %q", f.left())
	}
	f.Reset()
	for range 12 {
		f.Key("down")
	}
	if want := f.all[11]; f.Action() != want || f.Options()[shownAtOnce-1].Text != want || f.Lit() != shownAtOnce-1 {
		t.Errorf("the twelfth is %q, shown as %q", f.Action(), f.Options())
	}
	if many := newFilterChooser(st, 0, mostListed+1); many.Action() != "" || len(many.Options()) != 0 ||
		!strings.Contains(many.Prompt(), "type a move") {
		t.Errorf("too many to list: %q", many.Prompt())
	}
}
