package conqueror

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"atoll/game"
)

func TestImpossiblePositionsAreRefused(t *testing.T) {
	const empty = " | . . . . . . . . . . . . . . . ."
	for _, c := range []struct{ text, want string }{
		{"", "7 fields"},
		{"conqueror 2", "7 fields"},
		{"evo 2 | basic | AB | order | 0 | - -" + empty, `position of "evo"`},
		{"conqueror 5 | basic | - | order | 0 | - -" + empty, "2, 3 or 4 players"},
		{"conqueror 2 coins=13 | basic | - | order | 0 | - -" + empty, "coins"},
		{"conqueror 2 layout=basic | basic | - | order | 0 | - -" + empty, "canonical"},
		{"conqueror 2 | a1 | - | order | 0 | - -" + empty, "layout=basic"},
		{"conqueror 2 layout=custom | basic | - | order | 0 | - -" + empty, "layout=custom"},
		{"conqueror 2 layout=custom | a1,c1 | - | order | 0 | - -" + empty, "16 islands"},
		{"conqueror 2 | - | - | layout | 0 | - -" + empty, "layout=basic"},
		{"conqueror 2 layout=custom | - | - | layout | 0 | - - | . . . . . . . . . . . . . . . A1", "not laid"},
		{"conqueror 2 layout=custom | - | AB | start A | 0 | a1 -" + empty, "not laid"},
		{"conqueror 2 | basic | AA | start A | 0 | - -" + empty, "each of the 2 players once"},
		{"conqueror 2 | basic | ABC | start A | 0 | - -" + empty, "each of the 2 players once"},
		{"conqueror 2 | basic | AB | order | 0 | - -" + empty, "does not fit"},
		{"conqueror 2 | basic | - | start A | 0 | - -" + empty, "does not fit"},
		{"conqueror 2 | basic | AB | dance A | 0 | - -" + empty, "no step"},
		{"conqueror 2 | basic | AB | start C | 0 | - -" + empty, "no player"},
		{"conqueror 2 | basic | AB | start B | 0 | - -" + empty, "order of play"},
		{"conqueror 2 | basic | AB | start B | 0 | b1 -" + empty, "corner"},
		{"conqueror 2 | basic | AB | start B | 1 | a1 -" + empty, "before the first turn"},
		{"conqueror 3 | basic | ABC | start B | 0 | F1 - -" + empty, "forfeits before"},
		{"conqueror 2 | basic | - | order | 0 | a1 -" + empty, "before the order"},
		{"conqueror 2 | basic | AB | start B | 0 | a1 -" + " | A1 . . . . . . . . . . . . . . .", "before the first turn"},
		{"conqueror 2 | basic | AB | move A 7 | 0 | a1 h8 | A1 . . . . . . . . . . . . . . .", "die"},
		{"conqueror 2 | basic | AB | move A | 0 | a1 h8 | A1 . . . . . . . . . . . . . . .", "die"},
		{"conqueror 2 | basic | AB | roll A | 101 | a1 h8 | A1 . . . . . . . . . . . . . . .", "up to 100"},
		{"conqueror 2 | basic | AB | roll A | 100 | a1 h8 | A1 . . . . . . . . . . . . . . .", "ends before the roll"},
		{"conqueror 2 | basic | AB | roll A | 00 | a1 h8 | A1 . . . . . . . . . . . . . . .", "canonical"},
		{"conqueror 2 | basic | AB | roll A | 99999999999999999999 | a1 h8 | A1 . . . . . . . . . . . . . . .", "up to 100"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 a1 | A1 . . . . . . . . . . . . . . .", "two tokens"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 i9 | A1 . . . . . . . . . . . . . . .", "no tile i9"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 - | A1 . . . . . . . . . . . . . . .", "no token on the board"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 | A1 . . . . . . . . . . . . . . .", "2 tokens"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 F1 | A1 . . . . . . . . . . . . . . .", "too few"},
		{"conqueror 3 | basic | ABC | roll A | 0 | a1 F2 h8 | A1 . . . . . . . . . . . . . . .", "numbered"},
		{"conqueror 3 | basic | ABC | roll B | 0 | a1 F1 h8 | A1 . . . . . . . . . . . . . . .", "has left"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 h8" + empty, "not claimed a1"},
		{"conqueror 2 | basic | AB | roll A | 0 | b1 h8 | A1B2 . . . . . . . . . . . . . . .", "placed a coin this turn"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 h8 | A1 . . . . . . . . . . . . . . . .", "16 islands"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 h8 | A1A1 . . . . . . . . . . . . . . .", "two coins"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 h8 | A1A2A3A4 . . . . . . . . . . . . . . .", "not an island"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 h8 | A1C2 . . . . . . . . . . . . . . .", "not an island"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 h8 | A1B5 . . . . . . . . . . . . . . .", "not an island"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 h8 | A1 . . . =B . . . . . . . . . . .", "won and without token"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 h8 | -A . . . . . . . . . . . . . . .", "which was removed"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 h8 | A1>A . . . . . . . . . . . . . . .", "before the end"},
		{"conqueror 2 coins=12 | basic | AB | roll A | 0 | a1 h8 | A1 A1A2A3 A1A2A3 A1A2A3 A1A2A3 . . . . . . . . . . .", "no more than 12 coins"},
		{"conqueror 2 | basic | AB | roll A | 0 | a1 h8 | =A -A -A -A -A -A -A -A -A -A -A -A -A -A -A =B", "ends before the roll"},
		{"conqueror 2 | basic | AB | over islands | 0 | a1 h8 | A1>A . . . . . . . . . . . . . . .", "reason"},
		{"conqueror 2 | basic | AB | over draw | 0 | a1 h8 | A1>A . . . . . . . . . . . . . . .", "no game ends"},
		{"conqueror 2 | basic | AB | over last one in | 0 | a1 R1 | A1>A . . . . . . . . . . . . . . .", "reason"},
		{"conqueror 2 | basic | AB | over resign | 0 | a1 R1 | A1>B . . . . . . . . . . . . . . .", "right player"},
		{"conqueror 2 | basic | AB | over resign | 0 | a1 R1 | A1 . . . . . . . . . . . . . . .", "right player"},
		{"conqueror 2 | basic | AB | over stuck | 99 | a1 h8 | A1>A . . . . . . . . . . . . . . .", "reason"},
		{"conqueror 2 | basic | AB | tie a1 AB resign | 0 | a1 R1 | A1B2 . . . . . . . . . . . . . . .", "not tied like that"},
		{"conqueror 2 tiebreak=dice | basic | AB | tie a1 A resign | 0 | a1 R1 | A1B2 . . . . . . . . . . . . . . .", "not tied like that"},
		{"conqueror 2 tiebreak=dice | basic | AB | tie c1 AB resign | 0 | a1 R1 | A1B2 A1B2 . . . . . . . . . . . . . .", "still to be rolled for"},
		{"conqueror 2 tiebreak=dice | basic | AB | tie b1 AB resign | 0 | a1 R1 | A1B2 . . . . . . . . . . . . . . .", "canonical"},
		{strings.Repeat("x", 5000), "at most"},
	} {
		s := newState(Game.MustConfigure(2))
		before := *s
		err := s.UnmarshalText([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.150s: error %v, want one with %q", c.text, err, c.want)
		}
		if *s != before {
			t.Errorf("%.150s: the state changed", c.text)
		}
	}
}

func TestActionTextsAreExact(t *testing.T) {
	s := newState(Game.MustConfigure(3))
	for text, seat := range map[string]game.Seat{
		"order B A C": game.Nature, "roll 1": game.Nature, "roll 6": game.Nature, "tie c5 A6,2 B5,6": game.Nature, "tie g7 B1 C6": game.Nature,
		"start a1": 0, "move c3": 1, "pass": 2,
	} {
		a, err := s.ParseAction(seat, text)
		if err != nil || string(s.AppendAction(nil, seat, a)) != text {
			t.Errorf("%q is read as %q, %v", text, s.AppendAction(nil, seat, a), err)
		}
	}
	for _, text := range []string{
		"", " ", "pass ", "Pass", "move", "move ", "move c03", "move  c3", "move c3 ", "move i1", "move C3", "start", "start a1 b1", "roll 1",
		"move c3\x00", "move ｃ3", strings.Repeat("move ", 100000),
	} {
		if a, err := s.ParseAction(0, text); err == nil {
			t.Errorf("A's %.40q is read as %q", text, s.AppendAction(nil, 0, a))
		} else if len(err.Error()) > 200 {
			t.Errorf("%.40q: error of %d bytes", text, len(err.Error()))
		}
	}
	for _, text := range []string{
		"", "roll", "roll 0", "roll 7", "roll 01", "roll 1 ", "order", "order A B", "order A B C D", "order A A B", "order a b c", "order A B C ",
		"order A  B C", "tie", "tie c5", "tie c5 A6", "tie b1 A1 B1", "tie c5 B1 A1", "tie c5 A1 A2", "tie c5 A7 B1", "tie c5 A B1", "tie c5 A1, B1",
		"tie c5 A1,2,3 B1", "tie c5 A1 B1 ", "tie c5 A1 E1", "tie c5  A1 B1", "move a1", "pass", "layout a1",
	} {
		if a, err := s.ParseAction(game.Nature, text); err == nil {
			t.Errorf("chance's %q is read as %q", text, s.AppendAction(nil, game.Nature, a))
		}
	}
}

func TestWhyNot(t *testing.T) {
	start := fresh(t, 3, nil, "order A B C", "start a1")
	moving := at(t, "conqueror 2 | basic | AB | move A 2 | 0 | b1 b3", "a1:A2B1", "c1:-B", "a3:=B", "c3:B1")
	tie := at(t, "conqueror 2 tiebreak=dice | basic | AB | tie c5 AB resign | 0 | a1 R1", "c5:A1B2")
	layout := newState(Game.MustConfigure(2, "layout=custom"))
	for _, c := range []struct {
		s    *State
		p    game.Seat
		text string
		want string
	}{
		{start, 1, "start a1", "a1 is taken by A."},
		{start, 1, "start b1", "b1 is not a corner: a corner has two open sides that meet."},
		{start, 1, "move b1", "the token must first be put on a corner tile, as in: start h1."},
		{start, 1, "pass", "the token must first be put on a corner tile, as in: start h1."},
		{start, 0, "start h1", "it is not their turn; to act: B."},
		{moving, 0, "move b1", "your token stands on b1, and no walk ends where it began."},
		{moving, 0, "move a1", "a1 is claimed: a coin of B lies there. You may pass over it, not land on it."},
		{moving, 0, "move b3", "b3 is taken by the token of B."},
		{moving, 0, "move a3", "a3 is claimed: its island was won by B."},
		{moving, 0, "move c1", "island c1 was won by B and has been taken away."},
		{moving, 0, "move b2", "b2 is 1 step away, and you rolled 2 steps."},
		{moving, 0, "move h8", "no walk of 2 steps leads from b1 to h8."},
		{moving, 0, "pass", "with 2 steps a tile can be reached, so you must move."},
		{moving, 0, "start a1", "the token is on the board; choose a tile to move to."},
		{moving, game.Nature, "roll 1", "it is not their turn; to act: A."},
		{newState(Game.MustConfigure(2)), game.Nature, "roll 1", "the order of play is due now."},
		{fresh(t, 2, nil, "order A B", "start a1", "start h8"), game.Nature, "order A B", "a roll of the die is due now."},
		{tie, game.Nature, "roll 1", "dice for island c5 are due now."},
		{tie, game.Nature, "tie c3 A1 B1", "island c5 is rolled for now."},
		{tie, game.Nature, "tie c5 A1,2 B1,2", "for island c5 the players roll these numbers of dice: A 1, B 1."},
		{layout, game.Nature, "order A B", "the layout is due first."},
	} {
		a, err := c.s.ParseAction(c.p, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := c.s.WhyNot(c.p, a); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
	do(t, tie, "tie c5 A1 B2")
	if got := tie.WhyNot(0, Pass); got != "the game is over." {
		t.Errorf("after the end: %q", got)
	}
	for _, a := range []game.Action{0, 1, kindMove, kindMove | 64, kindPass | 1, kindTie, 7 << 32, 1 << 60, ^game.Action(0)} {
		for _, s := range []*State{start, moving, tie, layout} {
			for p := game.NoSeat; p <= game.Nature; p++ {
				if got := s.WhyNot(p, a); got == "" && !s.Legal(p, a) {
					t.Errorf("action %x of %d: no reason given", uint64(a), p)
				}
			}
		}
	}
}

// The example on the wire page must be what the code writes.
func TestWirePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/wire/conqueror.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```json\n")
	example, _, _ := strings.Cut(rest, "```")
	var want, got map[string]any
	if err := json.Unmarshal([]byte(example), &want); err != nil {
		t.Fatal(err)
	}
	s := fresh(t, 2, nil, "order B A", "start h8", "start a1", "roll 3")
	data, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	shown := want["islands"].([]any)
	islands := got["islands"].([]any)
	shown[1] = islands[1] // the page leaves out all but the first and last
	got["islands"] = []any{islands[0], islands[1], islands[15]}
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	if !bytes.Equal(a, b) {
		t.Errorf("the code writes\n%s\nthe page has\n%s", a, b)
	}
	for _, kind := range []string{"layout", "order", "start", "claim", "broke", "win", "remove", "roll", "move", "pass", "forfeit", "resign", "timeout", "tie", "award", "end"} {
		if !strings.Contains(string(page), "`"+kind+"`") {
			t.Errorf("the page does not tell of %s events", kind)
		}
	}
}

func TestStoryOfAMoveShowsItsPath(t *testing.T) {
	s := at(t, "conqueror 2 | basic | AB | move A 3 | 0 | b1 h8", "a1:A2", "c1:-B")
	var path any
	err := game.Try(s, 0, "move a1", func(e game.Event) {
		if e.Kind == "move" {
			path = e.Arg("path")
		}
	})
	if err != nil || path != "b1 b2 a2 a1" {
		t.Errorf("path %v, error %v", path, err)
	}
}
