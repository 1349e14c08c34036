package screen

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/tui/session"
	"atoll/tui/tuitest"
)

// staged is a table that stands still.
type staged struct{ snap session.Snapshot }

func (s *staged) Snapshot() session.Snapshot                               { return s.snap }
func (s *staged) Changed() <-chan struct{}                                 { return nil }
func (s *staged) TakeOver()                                                {}
func (s *staged) Act(context.Context, game.Seat, string) error             { return nil }
func (s *staged) Table(context.Context, game.Seat, game.TableAction) error { return nil }
func (s *staged) Undo(context.Context) error                               { return nil }
func (s *staged) Hint(context.Context, game.Seat) (string, error)          { return "", nil }
func (s *staged) Link() (string, error)                                    { return "", nil }
func (s *staged) Save() (string, error)                                    { return "", nil }
func (s *staged) Close()                                                   {}

// scenes are positions that show what a screen must show. Most are those of the
// design.
var scenes = []struct {
	name     string
	kind     tuitest.Kind
	position string
	seat     game.Seat
	names    []string
	clocks   []string
	cursor   string
	keys     []string
}{
	{
		"earthquake",
		tuitest.Game("earthquake", 4),
		"earthquake 4 | 14 3 play | b4- g6- c3- f6- | a2:?,?,?,C0 a3:?,?,C013 b1:?,?,?,?,?,C35 b2:S b3: b4: b5:T c1: c2:?,J c3:B c4: c5:?,?,?,?,C3 c6:?,?,?,L d2:D d3:?,?,D d4: d5:P d6:?,P e2:?,?,?,?,L e3: e4:D e5:?,?,J e6:?,V e7:?,?,?,B f3:H f4:S f5: f6:?,S f7:B g5:L g6:?,P | V3 H4 C6,5,5,3,1,0 R6 L4 S4 D4 B4 J5 P4 T5", 2,
		[]string{"Castaway", "Islander", "You", "Captain"},
		[]string{"7:21", "4:02", "6:40", "5:15"},
		"c3", nil,
	},
	{
		"earthquake-hole",
		tuitest.Game("earthquake", 4),
		"earthquake 4 | 14 3 play | b4- g6- c3S f6- | a2:?,?,?,C0 a3:?,?,C013 b1:?,?,?,?,?,C35 b2:S b3: b4: b5:T c1: c2:?,J c3:?,H c4: c5:?,?,?,?,C3 c6:?,?,?,L d2:D d3:?,?,D d4: d5:P d6:?,P e2:?,?,?,?,L e3: e4:D e5:?,?,J e6:?,V e7:?,?,?,B f3:H f4:S f5: f6:?,S f7:B g5:L g6:?,P | V3 H3 C6,5,5,3,1,0 R6 L4 S3 D4 B5 J5 P4 T5", 2,
		[]string{"Castaway", "Islander", "You", "Captain"},
		[]string{"7:21", "4:02", "6:40", "5:15"},
		"c3", nil,
	},
	{
		"earthquake-hole-last", // dropping the sandbag lets it go, and nothing lies below
		tuitest.Game("earthquake", 4),
		"earthquake 4 | 14 3 play | b4- g6- c3S f6- | a2:?,?,?,C0 a3:?,?,C013 b1:?,?,?,?,?,C35 b2:S b3: b4: b5:T c1: c2:?,J c3:H c4: c5:?,?,?,?,C3 c6:?,?,?,L d2:D d3:?,?,D d4: d5:P d6:?,P e2:?,?,?,?,L e3: e4:D e5:?,?,J e6:?,V e7:?,?,?,B f3:H f4:S f5: f6:?,S f7:B g5:L g6:?,P | V3 H3 C6,5,5,3,1,0 R6 L4 S3 D4 B5 J5 P4 T5", 2,
		[]string{"Castaway", "Islander", "You", "Captain"},
		[]string{"7:21", "4:02", "6:40", "5:15"},
		"c3",
		[]string{"down", "down"},
	},
	{
		"earthquake-flee", // in the turn of another
		tuitest.Game("earthquake", 4),
		"earthquake 4 | 14 2 crack | b4- c2- c3D f6- | a2:?,?,?,C0 a3:?,?,C013 b1:?,?,?,?,?,C35 b2:S b3: b4: b5:T c1: c2:?,C0 c3:?,V c4: c5:?,?,?,?,C3 c6:?,?,?,L d2:D d3:?,?,D d4: d5:P d6:?,P e2:?,?,?,?,L e3: e4:D e5:?,?,J e6:?,V e7:?,?,?,B f3:H f4:S f5: f6:?,S f7:B g5:L g6:?,P | V2 H4 C5,5,5,3,1,0 R6 L4 S4 D3 B5 J6 P4 T5", 2,
		[]string{"Castaway", "Islander", "You", "Captain"},
		[]string{"7:21", "4:02", "6:40", "5:15"},
		"d3", nil,
	},
	{
		"earthquake-flee-off", // the cursor is on nothing that can be chosen
		tuitest.Game("earthquake", 4),
		"earthquake 4 | 14 2 crack | b4- c2- c3D f6- | a2:?,?,?,C0 a3:?,?,C013 b1:?,?,?,?,?,C35 b2:S b3: b4: b5:T c1: c2:?,C0 c3:?,V c4: c5:?,?,?,?,C3 c6:?,?,?,L d2:D d3:?,?,D d4: d5:P d6:?,P e2:?,?,?,?,L e3: e4:D e5:?,?,J e6:?,V e7:?,?,?,B f3:H f4:S f5: f6:?,S f7:B g5:L g6:?,P | V2 H4 C5,5,5,3,1,0 R6 L4 S4 D3 B5 J6 P4 T5", 2,
		[]string{"Castaway", "Islander", "You", "Captain"},
		[]string{"7:21", "4:02", "6:40", "5:15"},
		"e5", nil,
	},
	{
		"epigo",
		tuitest.Game("epigo", 2),
		"epigo 2 | plan turn=8 quiet=1 S=d4,h5,f4,f7,b4,g5,c6 N=e7,-,e5,c4,b6,f5,f6", 0,
		[]string{"You", "Ferryman"},
		[]string{"4:12", "3:37"},
		"",
		[]string{"7", "left", "4", "left", "6", "up"},
	},
	{
		"evo-2",
		tuitest.Game("evo", 2),
		"evo 2 | 31 0 S | S j1 h1W i1C h3C i4S d6C f7C c8C | N c12 g2S i2S l4C l6W c11W d11W d12W e12W | -", 0,
		[]string{"You", "Pilot"},
		[]string{"5:40", "3:12"},
		"h1",
		[]string{"enter", "n", "n", "n"},
	},
	{
		"evo-4",
		tuitest.Game("evo", 4),
		"evo 4 | 45 0 S | S j1 e1C h1W i1W j2W f3C i3C h6W | W a3 c3S a4W b5S c5C a6W c6W b7S d8C | N c12 i7B d9C d10C f10B g10W d11B e11W | E l10 k4S k6B l7W l8W k9B l9W e12C | -", 0,
		[]string{"You", "Islander", "Ferryman", "Navigator"},
		[]string{"5:40", "4:51", "6:02", "5:15"},
		"e1",
		[]string{"enter"},
	},
	{
		"conqueror",
		tuitest.Game("conqueror", 3),
		"conqueror 3 | basic | BAC | move A 3 | 0 | d7 f5 a7 | B1A2A4 A1A3A4 -B -B B3A2 B1B2 B2B3 -B C4 A1A3 C3 B2C3 C2C3C4 =A C1C2C3 -C", 0,
		[]string{"You", "Ferryman", "Beachcomber"},
		[]string{"8:30", "7:02", "9:51"},
		"",
		[]string{"5"},
	},
}

func (s *staged) page(t *testing.T, w, h int) *playPage {
	t.Helper()
	t.Setenv("NO_COLOR", "1")
	p := newPlayPage(t.Context(), s, "")
	p.w, p.h = w, h
	p.draw()
	return p
}

func TestGoldenScreens(t *testing.T) {
	for _, sc := range scenes {
		for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}} {
			t.Run(fmt.Sprintf("%s-%dx%d", sc.name, size[0], size[1]), func(t *testing.T) {
				cfg := sc.kind.Config(t)
				st := cfg.New()
				if err := st.UnmarshalText([]byte(sc.position)); err != nil {
					t.Fatal(err)
				}
				view := game.Look(st, game.SeatViewer(sc.seat))
				s := &staged{session.Snapshot{View: view, Seat: sc.seat, Names: sc.names, Clocks: sc.clocks}}
				p := s.page(t, size[0], size[1])
				if sc.cursor != "" {
					p.cursor = sc.cursor
					p.followCursor()
					p.draw()
				}
				for _, k := range sc.keys {
					if at, ok := strings.CutPrefix(k, "@"); ok {
						p.cursor = at
						p.followCursor()
						p.draw()
						continue
					}
					p.key(k, "")
				}
				tuitest.Golden(t, fmt.Sprintf("%s-%dx%d", sc.name, size[0], size[1]), p.screen())
			})
		}
	}
}

// eightBots are the bots of the menu, with the words of the design.
func eightBots(game.Config) (names, abouts []string) {
	return []string{"Castaway", "Beachcomber", "Ferryman", "Islander", "Pilot", "Navigator", "Captain", "Tidemaster"},
		[]string{
			"Just washed ashore. Sees the next step.", "Picks up what lies in plain sight.", "Knows the crossing, lost off the route.", "At home here. Hard to move.",
			"Reads the shallows, dives at mistakes.", "Plans ahead, rarely misses a threat.", "Sees almost everything in time.", "Misses nothing, and looks further.",
		}
}

func stagedMenu(t *testing.T, w, h int) *menuPage {
	t.Helper()
	t.Setenv("NO_COLOR", "1")
	m := newMenuPage(games.All(), []string{"saved.json"}, eightBots)
	m.goOn, m.w, m.h = "Epigo against Ferryman, turn 8", w, h
	m.notes.Notes["epigo"] = &session.GameNotes{
		Bot: "Ferryman", Clock: "10+5", Score: map[string][2]int{"Castaway": {3, 3}, "Beachcomber": {2, 3}, "Ferryman": {2, 5}},
	}
	m.setGame(0)
	return m
}

func TestGoldenMenus(t *testing.T) {
	for _, size := range tuitest.Sizes {
		for i, g := range games.All() {
			m := stagedMenu(t, size[0], size[1])
			m.setGame(i)
			tuitest.Golden(t, fmt.Sprintf("menu-%s-%dx%d", g.ID, size[0], size[1]), m.screen())
		}
		m := stagedMenu(t, size[0], size[1])
		for _, k := range []string{"right", "right", "O", "up"} { // to the last of The Conqueror's options
			m.key(k, "")
		}
		tuitest.Golden(t, fmt.Sprintf("menu-options-%dx%d", size[0], size[1]), m.screen())
		m = stagedMenu(t, size[0], size[1])
		m.key("?", "")
		tuitest.Golden(t, fmt.Sprintf("menu-help-%dx%d", size[0], size[1]), m.screen())
	}
}

// A reveal goes round by round, and hides what is not turned over yet.
func TestGoldenReveal(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	l := tuitest.Table(t, tuitest.Game("epigo", 2), "me", "Ferryman")
	defer l.Close()
	tuitest.Settled(t, l)
	p := newPlayPage(t.Context(), l, "")
	if err := l.Act(t.Context(), 0, "deploy 1 2 3 4 5 6 7 X"); err != nil {
		t.Fatal(err)
	}
	tuitest.Settled(t, l)
	p.Update(changedMsg{})
	if err := l.Act(t.Context(), 0, "plan 1S 2S 3S"); err != nil {
		t.Fatal(err)
	}
	tuitest.Settled(t, l)
	p.Update(changedMsg{})
	if !p.reelOn() {
		t.Fatal("a revealed plan is not shown")
	}
	p.key("right", "")
	for _, size := range tuitest.Sizes {
		p.w, p.h = size[0], size[1]
		p.draw()
		tuitest.Golden(t, fmt.Sprintf("reveal-epigo-%dx%d", size[0], size[1]), p.screen())
	}
	p.key("esc", "")
	if p.reelOn() {
		t.Error("Esc does not go to the end of the turn")
	}
}
