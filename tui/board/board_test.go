package board

import (
	"encoding/json"
	"strings"
	"testing"

	"atoll/game"
	"atoll/tui/paint"
	"atoll/tui/session"
	"atoll/tui/tuitest"
)

func TestMain(m *testing.M) { tuitest.Main(m) }

func TestTextBoardMarksWhatHasChanged(t *testing.T) {
	st := tuitest.Game("nim", 2).Config(t).New()
	before := Text(st)
	if err := game.Try(st, 0, "B-2", nil); err != nil {
		t.Fatal(err)
	}
	plain, marked := DrawText(st, ""), DrawText(st, before)
	for i, l := range marked.Canvas.Lines() {
		if same := l == plain.Canvas.Lines()[i]; same == (i == 1) {
			t.Errorf("row %d: marked is %v", i, !same)
		}
	}
}

// What a turn of falling tiles brings is told in few words and with names.
func TestTurnsAreToldInFewWords(t *testing.T) {
	st := tuitest.Game("earthquake", 4).Config(t).New()
	position := "earthquake 4 | 14 3 go | b4- g6- c3- f6- | a2:?,?,?,C0 a3:?,?,C013 b1:?,?,?,?,?,C35 b2:S b3: b4: b5:T c1: " +
		"c2:?,J c3:B c4: c5:?,?,?,?,C3 c6:?,?,?,L d2:D d3:?,?,D d4: d5:P d6:?,P e2:?,?,?,?,L e3: e4:D e5:?,?,J e6:?,V e7:?,?,?,B " +
		"f3:H f4:S f5: f6:?,S f7:B g5:L g6:?,P | V3 H4 C6,5,5,3,1,0 R6 L4 S4 D4 B4 J5 P4 T5"
	if err := st.UnmarshalText([]byte(position)); err != nil {
		t.Fatal(err)
	}
	story := []session.Line{{Event: &game.Event{Kind: "turn", Seat: 2, Args: []game.Arg{{Name: "number", Value: 14}}}}}
	tell := func(e game.Event) { story = append(story, session.Line{Text: e.Text, Event: &e}) }
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
		sc := &Scene{View: st, Names: strings.Fields(names), Width: 40}
		list := logEarthquake(sc, story)
		if got := list[len(list)-1].Who + list[len(list)-1].Text; got != want {
			t.Errorf("%q\nwant %q", got, want)
		}
	}
}

// A tool used in the turn of another is told with its owner, and dice with who rolled them.
func TestOthersAreNamedInWhatHappened(t *testing.T) {
	quake := &Scene{View: tuitest.Game("earthquake", 3).Config(t).New(), Names: []string{"You", "Islander", "Pilot"}, Width: 40}
	story := []session.Line{
		{Event: &game.Event{Kind: "turn", Seat: 1, Args: []game.Arg{{Name: "number", Value: 7}}}},
		{Event: &game.Event{Kind: "dynamite", Seat: 2, Args: []game.Arg{{Name: "hex", Value: "d5"}}}},
		{Event: &game.Event{Kind: "dynamite", Seat: 1, Args: []game.Arg{{Name: "hex", Value: "d6"}}}},
	}
	if got, want := logEarthquake(quake, story)[0].Text, "Pilot's dynamite hits d5. The dynamite hits d6."; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	epigo := &Scene{View: tuitest.Game("epigo", 2).Config(t).New(), Names: []string{"You", "Pilot"}, Me: 0, Width: 40}
	lineUps := []session.Line{
		{Event: &game.Event{Kind: "deploy", Seat: 0, Args: []game.Arg{{Name: "tiles", Value: "5 6 1 4 3 2 7 X"}}}},
		{Event: &game.Event{Kind: "deploy", Seat: 1, Args: []game.Arg{{Name: "tiles", Value: "7 X 1 2 3 4 5 6"}, {Name: "island", Value: "c7"}}}},
		{Event: &game.Event{Kind: "remove", Seat: 0, Text: "South's X leaves h4."}},
		{Event: &game.Event{Kind: "idle", Seat: 1, Text: "North 4 does nothing: it is captured."}},
	}
	told := "You line up 5 6 1 4 3 2 7 X. Pilot lines up 7 X 1 2 3 4 5 6, Island on c7. Your X leaves h4. Pilot's 4 does nothing: it is captured."
	if got := logEpigo(epigo, lineUps)[0].Text; got != told {
		t.Errorf("%q\nwant %q", got, told)
	}
	islands := &Scene{View: tuitest.Game("conqueror", 3).Config(t).New(), Names: []string{"You", "Islander", "Pilot"}, Width: 40}
	tie := game.Event{Kind: "tie", Seat: game.Nature, Args: []game.Arg{
		{Name: "island", Value: "c5"}, {Name: "dice", Value: "A6,2 B5 C6"}, {Name: "winner", Value: ""}, {Name: "again", Value: "A C"},
	}}
	order := session.Line{Text: "The order of play is B, A, C.", Event: &game.Event{
		Kind: "order", Seat: game.Nature,
		Args: []game.Arg{{Name: "order", Value: "B A C"}},
	}}
	if got, want := logConqueror(islands, []session.Line{order})[0].Text, "Order of play: Islander, you, Pilot."; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	award := game.Event{Kind: "award", Seat: 2, Args: []game.Arg{{Name: "island", Value: "c5"}, {Name: "why", Value: "dice"}}}
	list := logConqueror(islands, []session.Line{{Text: "A6,2 B5 C6", Event: &tie}, {Event: &award}})
	want := []string{"C    gets island c5 by the best die.", "Dice for island c5: you 6 and 2, Islander 5, Pilot 6. You and Pilot roll again."}
	for i, e := range list {
		if got := e.Who + e.Text; got != want[i] {
			t.Errorf("%q\nwant %q", got, want[i])
		}
	}
}

// An island won by landing belongs to the turn that walked there.
func TestLandingEndsTheTurnThatWalked(t *testing.T) {
	sc := &Scene{View: tuitest.Game("conqueror", 2).Config(t).New(), Names: []string{"You", "Islander"}, Width: 40}
	event := func(kind string, seat game.Seat, args ...game.Arg) session.Line {
		return session.Line{Event: &game.Event{Kind: kind, Seat: seat, Args: args}}
	}
	story := []session.Line{
		event("claim", 1, game.Arg{Name: "tile", Value: "g2"}),
		event("roll", 1, game.Arg{Name: "die", Value: 1}),
		event("move", 1, game.Arg{Name: "to", Value: "h2"}),
		event("claim", 1, game.Arg{Name: "tile", Value: "h2"}),
		event("win", 1, game.Arg{Name: "island", Value: "g1"}, game.Arg{Name: "back", Value: "A1 B3"}),
		event("claim", 0, game.Arg{Name: "tile", Value: "b1"}),
	}
	want := []string{"You  claim b1.", "B    claims g2, rolls 1, walks to h2, claims it, wins island g1. Coins go home: you 1, Islander 3."}
	list := logConqueror(sc, story)
	if len(list) != len(want) {
		t.Fatalf("%q", list)
	}
	for i, e := range list {
		if got := e.Who + e.Text; got != want[i] {
			t.Errorf("%q\nwant %q", got, want[i])
		}
	}
}

// What has sunk leaves the letters of the files where they were.
func TestLettersStayWhereTheyAre(t *testing.T) {
	letters := func(islands string) string {
		st := tuitest.Game("conqueror", 3).Config(t).New()
		if err := st.UnmarshalText([]byte("conqueror 3 | basic | BAC | move A 3 | 0 | h7 f5 g8 | " + islands)); err != nil {
			t.Fatal(err)
		}
		for _, s := range []paint.Size{paint.Small, paint.Medium, paint.Large, paint.Huge} {
			b, err := Draw(st, Marks{}, paint.Look{Size: s}, "")
			if err != nil {
				t.Fatal(err)
			}
			islands += "\n" + b.Canvas.Lines()[b.Canvas.H-1]
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
	cfg := tuitest.Game("epigo", 2, "variant=islanders").Config(t)
	st := cfg.New()
	if err := st.UnmarshalText([]byte("epigo 2 variant=islanders | plan turn=3 quiet=0 S=@,@,e1,f1,f2,h3,h4@c2 N=c8,d8,e8,f8,b7,c7,d7@e6")); err != nil {
		t.Fatal(err)
	}
	for _, s := range []paint.Size{paint.Small, paint.Medium, paint.Large, paint.Huge} {
		b, err := Draw(st, Marks{targets: map[string]bool{"d2": true}}, paint.Look{Size: s}, "")
		if err != nil {
			t.Fatal(err)
		}
		b.Canvas.Plain = true
		text := strings.Join(b.Canvas.Lines(), "\n")
		for _, want := range []string{"┏ South ━", "┏ North ━", "1 2", "~ ~", "•"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing:\n%s", want, text)
			}
		}
	}
}

// The pictures within a turn end where the rules do.
func TestFramesEndWhereTheRulesDo(t *testing.T) {
	k := tuitest.Game("epigo", 2)
	for seed := range uint64(20) {
		st, r := k.Config(t).New(), game.NewRand(seed)
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
			if json.Unmarshal(frames[len(frames)-1].JSON, &got) != nil || json.Unmarshal(now, &want) != nil {
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
	st := tuitest.Game("epigo", 2).Config(t).New()
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
