package evo

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"atoll/game"
)

const startTwo = "S j1 f1W g1W h1W i1W g2W h2W i2W j2W | N c12 c11W d11W e11W f11W d12W e12W f12W g12W"

// A position set up by hand has no moves to remember, and nothing need be captured.
func TestPositionSetUpByHand(t *testing.T) {
	for _, text := range []string{
		"evo 2 | 3 0 S | S j1 f1W g1W h1W i1W h2W i2W j2W g5C | N c12 c11W d11W e11W f11W d12W e12W f12W g12W | -",
		"evo 2 | 2 0 N | " + startTwo + " | -",
		"evo 4 | 22 0 E | S j1 f5W | W left | N c12 c11W | E l10 k5W | -",
	} {
		s := Game.MustConfigure(2).New().(*State)
		if err := s.UnmarshalText([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		mover := s.Acting().First()
		before := game.Count(s, mover)
		if got := string(s.AppendText(nil)); got != text || before == 0 {
			t.Errorf("%s has %d actions and is written %s", text, before, got)
		}
		s.Play(game.Choose(mover, s.AppendActions(nil, mover)[0]), nil)
		if s.Hash() != s.RecomputeHash() {
			t.Errorf("%s: the hash is wrong after an action", text)
		}
	}
}

func TestPositionTextRefusals(t *testing.T) {
	for _, tc := range []struct{ name, text, why string }{
		{"empty", "", "position of"},
		{"other game", "epigo 2 | 1 0 S", "not of evo"},
		{"players", "evo 3 | 1 0 S | " + startTwo + " | -", "not 3"},
		{"fields", "evo 2 | 1 0 S | " + startTwo, "fields"},
		{"turn", "evo 2 | x 0 S | " + startTwo + " | -", "not a number"},
		{"negative turn", "evo 2 | -1 0 S | " + startTwo + " | -", "not a number"},
		{"turn 0", "evo 2 | 0 0 N | S j1 f1W | N c12 c11W | -", "from 1"},
		{"huge turn", "evo 2 | 99999999999999999999 0 N | " + startTwo + " | -", "not a number"},
		{"seat", "evo 2 | 1 0 W | " + startTwo + " | -", "no seat"},
		{"chance to move", "evo 2 | 1 0 chance | " + startTwo + " | -", "no seat"},
		{"wrong player to move", "evo 2 | 21 0 N | S j1 f1W | N c12 c11W | -", "not to move"},
		{"castle elsewhere", "evo 2 | 21 0 S | S j2 f1W | N c12 c11W | -", "castle stands on"},
		{"nine pieces", "evo 2 | 21 0 S | S j1 f1W g1W h1W i1W f2W g2W h2W i2W j2W | N c12 c11W | -", "more than 8"},
		{"two on a square", "evo 2 | 21 0 S | S j1 f5W | N c12 f5W | -", "two things"},
		{"on a castle", "evo 2 | 21 0 S | S j1 c12W | N c12 f5W | -", "two things"},
		{"bad role", "evo 2 | 21 0 S | S j1 f5X | N c12 c11W | -", "no role"},
		{"off the board", "evo 2 | 21 0 S | S j1 a1W | N c12 c11W | -", "not a piece"},
		{"no castle", "evo 2 | 21 0 S | S - f5W | N c12 c11W | -", "no castle"},
		{"no pieces", "evo 2 | 21 0 S | S j1 | N c12 c11W | -", "no pieces"},
		{"left with two", "evo 2 | 21 0 S | S j1 f5W | N left | -", "castle stands on"},
		{"to move but left", "evo 4 | 21 0 W | S j1 f5W | W left | N c12 c11W | E l10 k5W | -", "has left"},
		{"three left and no winner", "evo 4 | 21 0 S | S j1 f5W | W left | N left | E left | -", "does not fit"},
		{"quiet after a capture", "evo 2 | 21 5 S | S j1 f5W | N c12 c11W | -", "quiet"},
		{"quiet over the limit", "evo 4 quiet_limit=3 | 31 3 S | S j1 f5W | W left | N c12 c11W | E l10 k5W | -", "too many"},
		{"too many captures", "evo 2 | 3 0 S | S j1 f5W | N c12 c11W | -", "too many for turn"},
		{"moved in turn 1", "evo 2 | 1 0 S | " + strings.Replace(startTwo, "g2W", "g3W", 1) + " | -", "must be the start"},
		{"won by nothing", "evo 2 | 21 0 S | S j1 f5W | N c12 c11W | - | won S luck", "nobody wins by"},
		{"won by a draw", "evo 2 | 21 0 S | S j1 f5W | N c12 c11W | - | won S quiet", "nobody wins by"},
		{"won with all castles", "evo 2 | 21 0 S | S j1 f5W | N c12 c11W | - | won S castle", "does not show"},
		{"captor elsewhere", "evo 2 | 22 0 S | S j1 f5W | N - c11W | - | won S castle", "nobody won by that"},
		{"winner without castle", "evo 2 | 22 0 S | S - f5W | N c12 j1W | - | won S castle", "without a castle"},
		{"moves after the end", "evo 2 | 20 0 S | S j1 c12W | N - c11W | f5-f6 | won S castle", "moves after the end"},
		{"illegal move", "evo 2 | 1 0 S | " + startTwo + " | g2-g5", "does not go"},
		{"move that captures", "evo 2 | 21 0 S | S j1 f5W | N c12 c11W f6W | f5-f6", "should begin after it"},
		{"moves after a draw", "evo 2 quiet_limit=1 | 1 0 S | " + startTwo + " | g2=B f11=B", "already a draw"},
		{"draw and win", "evo 2 quiet_limit=1 | 1 0 S | " + startTwo + " | g2=B | won S resign", "not in a win"},
		{"time of the other", "evo 2 | 1 0 S | " + startTwo + " | - | won S timeout", "run out of time"},
		{"not canonical order", "evo 2 | 21 0 S | S j1 g5W f5W | N c12 c11W | -", "canonical"},
		{"leading zero", "evo 2 | 021 0 S | S j1 f5W | N c12 c11W | -", "canonical"},
		{"two blanks", "evo 2 | 21 0 S | S j1  f5W | N c12 c11W | -", "not a piece"},
		{"default option given", "evo 2 setup=guard | 1 0 S | " + startTwo + " | -", "canonical"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := Game.MustConfigure(2).New().(*State)
			play(t, s, "g2=B")
			before := string(s.AppendText(nil))
			err := s.UnmarshalText([]byte(tc.text))
			if err == nil || !strings.Contains(err.Error(), tc.why) {
				t.Errorf("error %v, want one that says %q", err, tc.why)
			}
			if after := string(s.AppendText(nil)); after != before {
				t.Errorf("the refused text changed the state to %s", after)
			}
		})
	}
}

// TestLongMemory reads a text with tens of thousands of quiet moves: the time
// must not grow with their square.
func TestLongMemory(t *testing.T) {
	s := Game.MustConfigure(2, "quiet_limit=9223372036854775807").New().(*State)
	r := game.NewRand(3)
	var buf []game.Action
	for s.turn < 30_000 && s.Acting() != 0 {
		seat := s.Acting().First()
		buf = s.AppendActions(buf[:0], seat)
		a := buf[r.Intn(len(buf))]
		if _, to, _, _ := Split(a); a&moveBit != 0 && !s.pos.At(to).Empty() {
			continue
		}
		s.Play(game.Choose(seat, a), nil)
	}
	text := s.AppendText(nil)
	back := Game.MustConfigure(2).New().(*State)
	if err := back.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	if back.turn != s.turn || back.pos != s.pos || back.Seen() != s.Seen() {
		t.Errorf("read back turn %d, want %d", back.turn, s.turn)
	}
}

func TestActionTexts(t *testing.T) {
	s := Game.MustConfigure(2).New()
	for text, ok := range map[string]bool{
		"g2-g3": true, "g2-g4=S": true, "g2=C": true, "a10-b11": false, "a10-c12": true, "l10=W": true, "j12-i12": true,
		"": false, "g2": false, "g2-": false, "g2-g2": false, "g2-g2=C": false, "g2=": false, "g2=X": false, "g2=c": false, "G2=C": false,
		"g02=C": false, "g2=CC": false, "g2 =C": false, " g2=C": false, "g2-g3 ": false, "g13=C": false, "m5=C": false, "g2-g3=": false,
		"a1=C": false, "g2-g3-g4": false, "g2–g3": false, "g2=C\n": false, "g2-g3\x00": false,
	} {
		a, err := s.ParseAction(0, text)
		if (err == nil) != ok {
			t.Errorf("%q: error %v", text, err)
		}
		if err == nil && string(s.AppendAction(nil, 0, a)) != text {
			t.Errorf("%q is written back as %q", text, s.AppendAction(nil, 0, a))
		}
	}
}

// TestWhyNotAgreesWithLegal tries every well-formed and many malformed actions.
func TestWhyNotAgreesWithLegal(t *testing.T) {
	for _, players := range []int{2, 4} {
		r := game.NewRand(5)
		s := Game.MustConfigure(players).New().(*State)
		for s.Acting() != 0 && s.turn < 40 {
			seat := s.Acting().First()
			n := 0
			for a := range lastAction + 300 {
				legal := s.Legal(seat, a)
				if legal {
					n++
				}
				if why := s.WhyNot(seat, a); (why == "") != legal {
					t.Fatalf("action %#x: legal %v, why not %q", a, legal, why)
				}
			}
			if want := game.Count(s, seat); n != want {
				t.Fatalf("%d legal, %d listed", n, want)
			}
			for range 7 {
				if s.Acting() != 0 {
					seat := s.Acting().First()
					s.Play(game.Choose(seat, s.LivelyAction(seat, r)), nil)
				}
			}
		}
	}
}

// TestWirePage reads the example of the page that clients are written from.
func TestWirePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/wire/evo.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "```json\n")
	example, _, ok2 := strings.Cut(rest, "```")
	if !ok || !ok2 {
		t.Fatal("no example")
	}
	s := Game.MustConfigure(2).New()
	if err := json.Unmarshal([]byte(example), s); err != nil {
		t.Error(err)
	}
	_, rest, _ = strings.Cut(rest, "```json\n")
	events, _, _ := strings.Cut(rest, "```")
	st := build(t, 2, South, "S f7B d4W", "N f9W c11W g12W e11W f11W d12S e12W f12W")
	var got strings.Builder
	a, err := game.Parse(st, 0, "f7-f9=C")
	if err != nil {
		t.Fatal(err)
	}
	st.Play(game.Choose(0, a), func(e game.Event) {
		got.Write(e.AppendJSON(nil, Game.SeatNames(2)))
		got.WriteByte('\n')
	})
	if got.String() != events {
		t.Errorf("events of the example are\n%s, want\n%s", got.String(), events)
	}
}

func FuzzPositionText(f *testing.F) {
	f.Add("evo 2 | 1 0 S | " + startTwo + " | g2-g3=C f11=B")
	f.Add("evo 2 | 20 0 S | S j1 c12W | N - c11W | - | won S castle")
	f.Add("evo 4 quiet_limit=30 | 41 3 S | S j1 f5W | W left | N c12 c11W | E l10 k5W | f5=B c11=B")
	f.Fuzz(func(t *testing.T, text string) {
		s := Game.MustConfigure(2).New().(*State)
		if s.UnmarshalText([]byte(text)) != nil {
			return
		}
		if got := string(s.AppendText(nil)); got != text {
			t.Fatalf("%q is written back as %q", text, got)
		}
		if s.Hash() != s.RecomputeHash() {
			t.Fatal("hash")
		}
		if (s.Acting() == 0) != s.Result().Over {
			t.Fatal("acting and result disagree")
		}
		for i := 0; s.Acting() != 0 && i < 4; i++ {
			seat := s.Acting().First()
			list := s.AppendActions(nil, seat)
			s.Play(game.Choose(seat, list[len(list)/2]), func(game.Event) {})
			if err := Game.MustConfigure(2).New().UnmarshalText(s.AppendText(nil)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func FuzzActionText(f *testing.F) {
	for _, text := range []string{"g2-g3", "g2-g4=S", "g2=C", "a10-c12=W", "g2-g3=", "z9"} {
		f.Add(text)
	}
	s := Game.MustConfigure(4).New()
	f.Fuzz(func(t *testing.T, text string) {
		a, err := s.ParseAction(0, text)
		if err != nil {
			return
		}
		if got := string(s.AppendAction(nil, 0, a)); got != text {
			t.Fatalf("%q is written back as %q", text, got)
		}
		if !wellFormed(a) {
			t.Fatalf("%q is read as %#x", text, a)
		}
	})
}

func FuzzJSON(f *testing.F) {
	for _, players := range []int{2, 4} {
		data, err := Game.MustConfigure(players).New().MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"position":"evo 2 | 1 0 S | ` + startTwo + ` | -"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := Game.MustConfigure(2).New()
		before := string(s.AppendText(nil))
		if s.UnmarshalJSON(data) != nil {
			if string(s.AppendText(nil)) != before {
				t.Fatal("a refused JSON changed the state")
			}
			return
		}
		if _, err := s.MarshalJSON(); err != nil {
			t.Fatal(err)
		}
	})
}
