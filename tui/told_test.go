package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atoll/docs"
	"atoll/game"
	"atoll/games"
	"atoll/record"
	"atoll/tui/paint"
	"atoll/tui/prose"
)

// Whoever looks first shows what has happened: the answer to a move and the clock
// as well as the news of the table.
func TestTheRevealIsShownWhoeverLooksFirst(t *testing.T) {
	for name, msg := range map[string]any{"answer": doneMsg{}, "clock": secondMsg{}, "table": changedMsg{}} {
		l := NewLocal(t.Context(), kind{"epigo", 2, nil}.config(t), Seating{"me", "Ferryman"}, 7, t.TempDir(), anyMove)
		settled(t, l)
		p := newPlayPage(t.Context(), l, "")
		for _, a := range []string{"deploy 1 2 3 4 5 6 7 X", "plan 1S 2S 3S"} {
			if err := l.Act(t.Context(), 0, a); err != nil {
				t.Fatal(err)
			}
			settled(t, l)
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

// What a turn of falling tiles brings is told in few words and with names.
func TestTurnsAreToldInFewWords(t *testing.T) {
	st := kind{"earthquake", 4, nil}.config(t).New()
	position := "earthquake 4 | 14 3 go | b4- g6- c3- f6- | a2:?,?,?,C0 a3:?,?,C013 b1:?,?,?,?,?,C35 b2:S b3: b4: b5:T c1: " +
		"c2:?,J c3:B c4: c5:?,?,?,?,C3 c6:?,?,?,L d2:D d3:?,?,D d4: d5:P d6:?,P e2:?,?,?,?,L e3: e4:D e5:?,?,J e6:?,V e7:?,?,?,B " +
		"f3:H f4:S f5: f6:?,S f7:B g5:L g6:?,P | V3 H4 C6,5,5,3,1,0 R6 L4 S4 D4 B4 J5 P4 T5"
	if err := st.UnmarshalText([]byte(position)); err != nil {
		t.Fatal(err)
	}
	story := []Line{{Event: &game.Event{Kind: "turn", Seat: 2, Args: []game.Arg{{Name: "number", Value: 14}}}}}
	tell := func(e game.Event) { story = append(story, Line{Text: e.Text, Event: &e}) }
	for _, text := range []string{"move b2", "keep"} {
		if err := game.Try(st, 2, text, tell); err != nil {
			t.Fatal(err)
		}
	}
	for names, want := range map[string]string{
		"Castaway Islander You Captain":   "14 You       go to b2, 1 high. Keep the sandbag. b2 is water under you.",
		"You Islander Ferryman Captain":   "14 Ferryman  goes to b2, 1 high. Keeps the sandbag. b2 is water under Ferryman.",
		"You Islander Beachcomber Pilot ": "14 Beachcomber  goes to b2, 1 high. Keeps the sandbag. b2 is water under Beachcomber.",
	} {
		sc := &scene{view: st, names: strings.Fields(names), width: 40}
		list := logEarthquake(sc, story)
		if got := list[len(list)-1].who + list[len(list)-1].text; got != want {
			t.Errorf("%q\nwant %q", got, want)
		}
	}
}

// The game that was played last comes first, however long ago it began.
func TestTheLatestGameIsOfferedFirst(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	for i, name := range []string{"20260101-120000-a.json", "20260301-120000-b.json", "20260201-120000-c.json"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now, now.Add(-time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if got := Saved(dir); filepath.Base(got[0]) != "20260101-120000-a.json" || filepath.Base(got[2]) != "20260201-120000-c.json" {
		t.Errorf("%q", got)
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
		for name := range screens[g.ID].pictures {
			if screens[g.ID].picture(g, name) == nil {
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

func TestSeatsInSentencesGetNames(t *testing.T) {
	for _, c := range [][4]string{
		{"Island g5 goes to B: most coins there.", "B", "Ferryman", "Island g5 goes to Ferryman: most coins there."},
		{"Explorer 4 drowns on c2.", "4", "Captain", "Captain drowns on c2."},
		{"Explorer 4 drowns on c2.", "4", prose.You, "you drown on c2."},
		{"A claims a1 and has 15 coins left.", "A", prose.You, "you claim a1 and have 15 coins left."},
		{"Explorer 1 pushes explorer 4 to c2, 4 tiles high.", "4", "Captain", "Explorer 1 pushes Captain to c2, 4 tiles high."},
	} {
		if got := nameSeat(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%q, want %q", got, c[3])
		}
	}
}

// A review begins once chance has laid out the board, and to play on from there
// keeps that board.
func TestAReviewBeginsOnTheBoard(t *testing.T) {
	cfg := kind{"earthquake", 2, nil}.config(t)
	rec, r := record.NewRecorder(cfg), game.NewRand(3)
	for range 6 {
		st := rec.State()
		who := st.Acting().First()
		if st.Acting() == game.Only(game.Nature) {
			who = game.Nature
		}
		do := ""
		if who == game.Nature {
			do = game.Draw(st, r)
		} else {
			a, _ := game.Sample(st, who, r, nil)
			do = string(st.AppendAction(nil, who, a))
		}
		if err := rec.Apply(cfg.SeatName(who), do, nil); err != nil {
			t.Fatal(err)
		}
	}
	laid := 0
	for rec.Record().Events[laid].By == "chance" {
		laid++
	}
	past, err := NewPast(t.Context(), rec.Record(), nil, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if laid == 0 || past.list[0].state.Acting() == game.Only(game.Nature) {
		t.Error("the first picture is that of an empty sea")
	}
	page := &reviewPage{past: past}
	if n := page.events(); n != laid {
		t.Errorf("%d events lead to the first picture, want %d", n, laid)
	}
}

// What has sunk leaves the letters of the files where they were.
func TestLettersStayWhereTheyAre(t *testing.T) {
	letters := func(islands string) string {
		st := kind{"conqueror", 3, nil}.config(t).New()
		if err := st.UnmarshalText([]byte("conqueror 3 | basic | BAC | move A 3 | 0 | h7 f5 g8 | " + islands)); err != nil {
			t.Fatal(err)
		}
		for _, s := range []paint.Size{paint.Small, paint.Medium, paint.Large, paint.Huge} {
			b, err := drawBoard(st, marks{}, paint.Look{Size: s}, "")
			if err != nil {
				t.Fatal(err)
			}
			islands += "\n" + b.canvas.Lines()[b.canvas.H-1]
		}
		_, rows, _ := strings.Cut(islands, "\n")
		return rows
	}
	whole := letters("B1 . . . . . . . . . B2 . . . . A2C3")
	sunk := letters("-B . -C . -B . . . -A . B2 . -C . -C A2C3")
	if whole != sunk {
		t.Errorf("whole:\n%s\nsunk:\n%s", whole, sunk)
	}
}

// Islands are framed, with their owner and who stands on them, and so told apart
// without colour.
func TestIslandsAreFramed(t *testing.T) {
	cfg := kind{"epigo", 2, []string{"variant=islanders"}}.config(t)
	st := cfg.New()
	if err := st.UnmarshalText([]byte("epigo 2 variant=islanders | plan turn=3 quiet=0 S=@,@,e1,f1,f2,h3,h4@c2 N=c8,d8,e8,f8,b7,c7,d7@e6")); err != nil {
		t.Fatal(err)
	}
	for _, s := range []paint.Size{paint.Small, paint.Medium, paint.Large, paint.Huge} {
		b, err := drawBoard(st, marks{targets: map[string]bool{"d2": true}}, paint.Look{Size: s}, "")
		if err != nil {
			t.Fatal(err)
		}
		b.canvas.Plain = true
		text := strings.Join(b.canvas.Lines(), "\n")
		for _, want := range []string{"┏ South ━", "┏ North ━", "1 2", "~ ~", "•"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing:\n%s", want, text)
			}
		}
	}
}
