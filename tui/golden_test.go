package tui

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"atoll/analysis"
	"atoll/game"
	"atoll/games"
	"atoll/record"
	"atoll/tui/paint"
)

var update = flag.Bool("update", false, "write the golden screens anew")

// staged is a table that stands still.
type staged struct{ snap Snapshot }

func (s *staged) Snapshot() Snapshot                                       { return s.snap }
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
	kind     kind
	position string
	seat     game.Seat
	names    []string
	clocks   []string
	cursor   string
	keys     []string
}{
	{
		"earthquake",
		kind{"earthquake", 4, nil},
		"earthquake 4 | 14 3 play | b4- g6- c3- f6- | a2:?,?,?,C0 a3:?,?,C013 b1:?,?,?,?,?,C35 b2:S b3: b4: b5:T c1: c2:?,J c3:B c4: c5:?,?,?,?,C3 c6:?,?,?,L d2:D d3:?,?,D d4: d5:P d6:?,P e2:?,?,?,?,L e3: e4:D e5:?,?,J e6:?,V e7:?,?,?,B f3:H f4:S f5: f6:?,S f7:B g5:L g6:?,P | V3 H4 C6,5,5,3,1,0 R6 L4 S4 D4 B4 J5 P4 T5", 2,
		[]string{"Castaway", "Islander", "You", "Captain"},
		[]string{"7:21", "4:02", "6:40", "5:15"},
		"c3", nil,
	},
	{
		"epigo",
		kind{"epigo", 2, nil},
		"epigo 2 | plan turn=8 quiet=1 S=d4,h5,f4,f7,b4,g5,c6 N=e7,-,e5,c4,b6,f5,f6", 0,
		[]string{"You", "Ferryman"},
		[]string{"4:12", "3:37"},
		"",
		[]string{"7", "left", "4", "left", "6", "up"},
	},
	{
		"evo-2",
		kind{"evo", 2, nil},
		"evo 2 | 31 0 S | S j1 h1W i1C h3C i4S d6C f7C c8C | N c12 g2S i2S l4C l6W c11W d11W d12W e12W | -", 0,
		[]string{"You", "Pilot"},
		[]string{"5:40", "3:12"},
		"h1",
		[]string{"enter", "n", "n", "n"},
	},
	{
		"evo-4",
		kind{"evo", 4, nil},
		"evo 4 | 45 0 S | S j1 e1C h1W i1W j2W f3C i3C h6W | W a3 c3S a4W b5S c5C a6W c6W b7S d8C | N c12 i7B d9C d10C f10B g10W d11B e11W | E l10 k4S k6B l7W l8W k9B l9W e12C | -", 0,
		[]string{"You", "Islander", "Ferryman", "Navigator"},
		[]string{"5:40", "4:51", "6:02", "5:15"},
		"e1",
		[]string{"enter"},
	},
	{
		"conqueror",
		kind{"conqueror", 3, nil},
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
				cfg := sc.kind.config(t)
				st := cfg.New()
				if err := st.UnmarshalText([]byte(sc.position)); err != nil {
					t.Fatal(err)
				}
				s := &staged{Snapshot{View: game.Look(st, game.SeatViewer(sc.seat)), Seat: sc.seat, Names: sc.names, Clocks: sc.clocks}}
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
				compare(t, fmt.Sprintf("%s-%dx%d", sc.name, size[0], size[1]), p.screen())
			})
		}
	}
}

// compare holds a screen against its golden text.
func compare(t *testing.T, name, screen string) {
	t.Helper()
	rows := strings.Split(ansi.Strip(screen), "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	got := strings.Join(rows, "\n") + "\n"
	file := filepath.Join("testdata", "screens", name+".txt")
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the screen has changed (go test ./tui -update writes it anew):\n%s\nwas:\n%s", got, want)
	}
}

var sizes = [][2]int{{80, 24}, {120, 40}}

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
	m.notes.Notes["epigo"] = &GameNotes{
		Bot: "Ferryman", Clock: "10+5", Score: map[string][2]int{"Castaway": {3, 3}, "Beachcomber": {2, 3}, "Ferryman": {2, 5}},
	}
	m.setGame(0)
	return m
}

func TestGoldenMenus(t *testing.T) {
	for _, size := range sizes {
		for i, g := range games.All() {
			m := stagedMenu(t, size[0], size[1])
			m.setGame(i)
			compare(t, fmt.Sprintf("menu-%s-%dx%d", g.ID, size[0], size[1]), m.screen())
		}
		m := stagedMenu(t, size[0], size[1])
		m.key("?", "")
		compare(t, fmt.Sprintf("menu-help-%dx%d", size[0], size[1]), m.screen())
	}
}

// judged is an analysis with made-up chances: bots grow stronger, and a picture of
// theirs would change with them.
func judged(_ context.Context, rec *record.Record, _ int, tell func(analysis.Step) bool) error {
	n, err := analysis.Steps(rec)
	if err != nil {
		return err
	}
	list, err := moments(rec)
	if err != nil {
		return err
	}
	r := game.NewRand(5)
	value := 0.5
	for i := range n {
		s := analysis.Step{Final: i == n-1}
		next := max(0.03, min(0.97, value+(r.Float64()-0.5)*0.3))
		s.Values[0], s.Values[1] = value, 1-value
		s.Parts[0] = analysis.Parts{Swing: next - value, Decision: (next - value) / 4, Luck: (next - value) * 3 / 4}
		for _, m := range list {
			if m.step != i+1 || m.js != nil {
				continue
			}
			for _, e := range m.played {
				if seat, ok := rec.Config.SeatByName(e.By); ok && seat == 0 && next < value-0.08 {
					s.Decisions = append(s.Decisions, analysis.Decision{
						Seat: 0, Best: []analysis.Action{{Do: e.Do, Value: value}}, Played: analysis.Action{Do: e.Do, Value: next},
						GaveUp: value - next, Verdict: analysis.Blundered,
					})
				}
			}
		}
		if s.Over = s.Final && rec.Result.Over; s.Over {
			s.Values[0], s.Values[1] = float64(paint.Int(rec.Result.Rank[0] == 1)), float64(paint.Int(rec.Result.Rank[0] != 1))
		}
		value = next
		if !tell(s) {
			break
		}
	}
	return nil
}

// pastGame is a finished game of random moves.
func pastGame(t *testing.T, k kind) (*Past, *Local) {
	t.Helper()
	seats := Seating{"me"}
	for len(seats) < k.players {
		seats = append(seats, []string{"Ferryman", "Beachcomber", "Captain"}[len(seats)-1])
	}
	l := NewLocal(t.Context(), k.config(t), seats, 7, t.TempDir(), anyMove)
	t.Cleanup(l.Close)
	l.SetLadder([]string{"Castaway", "Beachcomber", "Ferryman", "Islander"})
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
	past, err := NewPast(t.Context(), l.Record(), l.Snapshot().Names, l.Me(), judged)
	if err != nil {
		t.Fatal(err)
	}
	past.wg.Wait()
	t.Cleanup(past.Close)
	return past, l
}

var pastKinds = []kind{
	{"epigo", 2, []string{"quiet_limit=8"}},
	{"evo", 2, []string{"quiet_limit=30"}},
	{"conqueror", 3, nil},
	{"earthquake", 4, nil},
	{"nim", 2, nil},
}

func TestGoldenResultsAndReviews(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	t.Setenv("ATOLL_STILL", "1")
	for _, k := range pastKinds {
		past, l := pastGame(t, k)
		for _, size := range sizes {
			p := newResultPage(t.Context(), past, l)
			p.w, p.h = size[0], size[1]
			compare(t, fmt.Sprintf("result-%s-%dx%d", k.id, size[0], size[1]), p.screen())
			v := newReviewPage(t.Context(), past)
			v.w, v.h = size[0], size[1]
			v.key("down")
			v.key("n")
			v.key("left")
			compare(t, fmt.Sprintf("review-%s-%dx%d", k.id, size[0], size[1]), v.screen())
		}
	}
}

// A reveal goes round by round, and hides what is not turned over yet.
func TestGoldenReveal(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	l := NewLocal(t.Context(), kind{"epigo", 2, nil}.config(t), Seating{"me", "Ferryman"}, 7, t.TempDir(), anyMove)
	defer l.Close()
	settled(t, l)
	p := newPlayPage(t.Context(), l, "")
	if err := l.Act(t.Context(), 0, "deploy 1 2 3 4 5 6 7 X"); err != nil {
		t.Fatal(err)
	}
	settled(t, l)
	p.Update(changedMsg{})
	if err := l.Act(t.Context(), 0, "plan 1S 2S 3S"); err != nil {
		t.Fatal(err)
	}
	settled(t, l)
	p.Update(changedMsg{})
	if !p.reelOn() {
		t.Fatal("a revealed plan is not shown")
	}
	p.key("right", "")
	for _, size := range sizes {
		p.w, p.h = size[0], size[1]
		p.draw()
		compare(t, fmt.Sprintf("reveal-epigo-%dx%d", size[0], size[1]), p.screen())
	}
	p.key("esc", "")
	if p.reelOn() {
		t.Error("Esc does not go to the end of the turn")
	}
}

// The pictures within a turn end where the rules do.
func TestFramesEndWhereTheRulesDo(t *testing.T) {
	k := kind{"epigo", 2, nil}
	for seed := range uint64(20) {
		st, r := k.config(t).New(), game.NewRand(seed)
		for st.Acting() != 0 {
			before, _ := st.MarshalJSON()
			var c game.Choices
			for s := range game.Seat(2) {
				if st.Acting().Has(s) {
					c[s], _ = game.Sample(st, s, r, nil)
				}
			}
			var events []game.Event
			st.Play(c, func(e game.Event) { events = append(events, e) })
			frames := epigoFrames(before, events)
			if len(frames) == 0 {
				continue
			}
			var got, want epigoView
			now, _ := st.MarshalJSON()
			if json.Unmarshal(frames[len(frames)-1].js, &got) != nil || json.Unmarshal(now, &want) != nil {
				t.Fatal("no JSON")
			}
			for i := range want.Epigons {
				a, b := got.Epigons[i], want.Epigons[i]
				if a.On != b.On || (a.At == nil) != (b.At == nil) || a.At != nil && *a.At != *b.At {
					t.Fatalf("seed %d: %s%d is %s %v, not %s %v", seed, a.Seat, a.Number, a.On, a.At, b.On, b.At)
				}
			}
		}
	}
}

// An Order is tried as the rules would carry it out.
func TestTriedOrdersAreThoseOfTheRules(t *testing.T) {
	st := kind{"epigo", 2, nil}.config(t).New()
	if err := st.UnmarshalText([]byte("epigo 2 | plan turn=8 quiet=1 S=d4,h5,f4,f7,b4,g5,c6 N=e7,-,e5,c4,b6,f5,f6")); err != nil {
		t.Fatal(err)
	}
	js, _ := st.MarshalJSON()
	var v epigoView
	_ = json.Unmarshal(js, &v)
	b := newEpigoBoard(v)
	for order, want := range map[string]string{
		"7W": "pushes 5 to a6", "4W": "pushes 1 to d7", "6N": "slides to g6, beside 7", "6E": "pushes your 2 off at h5",
		"6S": "slides to g4, may go on to g3", "6W": "blocked at e5, 1:2", "2E": "leaves the board: captured",
	} {
		if got := b.try("S", int(order[0]-'0'), order[1]); got.text != want {
			t.Errorf("%s: %q, not %q", order, got.text, want)
		}
	}
}
