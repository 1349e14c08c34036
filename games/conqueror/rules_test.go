package conqueror

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"atoll/game"
)

// basicIslands are the names of the islands of the basic board, in order.
var basicIslands = strings.Fields("a1 c1 e1 g1 a3 c3 e3 g3 a5 c5 e5 g5 a7 c7 e7 g7")

// at makes a position of the basic board: everything up to the tokens, then
// islands as "c3:A1B2"; "*:x" is for all islands not named, which are empty
// otherwise.
func at(t *testing.T, head string, islands ...string) *State {
	t.Helper()
	words := slices.Repeat([]string{"."}, 16)
	for _, entry := range islands {
		name, what, _ := strings.Cut(entry, ":")
		if name == "*" {
			words = slices.Repeat([]string{what}, 16)
		}
	}
	for _, entry := range islands {
		name, what, _ := strings.Cut(entry, ":")
		if i := slices.Index(basicIslands, name); i >= 0 {
			words[i] = what
		} else if name != "*" {
			t.Fatalf("no island %q", name)
		}
	}
	s := newState(Game.MustConfigure(2))
	text := head + " | " + strings.Join(words, " ")
	if err := s.UnmarshalText([]byte(text)); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// do plays actions of whoever acts; "A resign" and the like are table actions.
// It returns the story told, one word of kind and seat an event.
func do(t *testing.T, s *State, actions ...string) []string {
	t.Helper()
	var story []string
	tell := func(e game.Event) {
		who := ""
		if e.Seat >= 0 {
			who = " " + s.Config().SeatName(e.Seat)
		}
		story = append(story, e.Kind+who)
	}
	for _, text := range actions {
		name, table, _ := strings.Cut(text, " ")
		var err error
		if what, ok := game.ParseTableAction(table); ok {
			p, _ := s.Config().SeatByName(name)
			err = game.TryTable(s, p, what, tell)
		} else {
			err = game.Try(s, s.Acting().First(), text, tell)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return story
}

func wantLegal(t *testing.T, s *State, want string) {
	t.Helper()
	var got []string
	for _, text := range legalTexts(s) {
		got = append(got, strings.TrimPrefix(text, "move "))
	}
	if list := strings.Join(got, " "); list != want {
		t.Errorf("%s\nlegal: %s\nwant:  %s", s.AppendText(nil), list, want)
	}
}

// wantEnd checks reason and ranks, as "stuck A1 B2".
func wantEnd(t *testing.T, s *State, want string) {
	t.Helper()
	res := s.Result()
	got := res.Reason
	for p := range s.Seats() {
		got += fmt.Sprintf(" %s%d", seatNames[p], res.Rank[p])
	}
	if !res.Over || got != want {
		t.Errorf("%s\nresult %q (over: %v), want %q", s.AppendText(nil), got, res.Over, want)
	}
}

func wantText(t *testing.T, s *State, part string) {
	t.Helper()
	if text := string(s.AppendText(nil)); !strings.Contains(text, part) {
		t.Errorf("position %s\nhas no %q", text, part)
	}
}

// fresh starts a game and plays its first actions.
func fresh(t *testing.T, players int, options []string, actions ...string) *State {
	t.Helper()
	s := newState(Game.MustConfigure(players, options...))
	do(t, s, actions...)
	return s
}

func TestBoard(t *testing.T) {
	t.Run("basic is 8x8 and the default", func(t *testing.T) {
		s := newState(Game.MustConfigure(2))
		if s.board != basic || basic.width != 8 || basic.height != 8 || basic.islands != 16 || basic.all != ^uint64(0) {
			t.Errorf("board %d by %d", s.board.width, s.board.height)
		}
		if got := s.board.at[63].String(); got != "h8" {
			t.Errorf("last tile is %s", got)
		}
		if s.Phase != PhaseOrder || s.BulkPending() {
			t.Errorf("basic waits for %s", s.Phase)
		}
	})
	t.Run("a tile is named by file and rank", func(t *testing.T) {
		for _, name := range []string{"a1", "h8", "t20", "j10", "c3"} {
			p, ok := parsePlace(name)
			if !ok || p.String() != name {
				t.Errorf("%s is read as %s, %v", name, p, ok)
			}
		}
		for _, name := range []string{"", "a", "a0", "a01", "a21", "u1", "A1", "1a", "a1 ", "a-1", "a999", "ä1"} {
			if p, ok := parsePlace(name); ok {
				t.Errorf("%q is read as %s", name, p)
			}
		}
	})
	t.Run("a1 need not be a tile", func(t *testing.T) {
		s := fresh(t, 2, []string{"layout=custom"}, "layout b1 d1 f1 h1 b3 d3 f3 h3 b5 d5 f5 h5 a7 c7 e7 g7")
		if _, err := s.ParseAction(0, "start a1"); err == nil || !strings.Contains(err.Error(), "no tile a1") {
			t.Errorf("start a1: %v", err)
		}
	})
}

func TestLayout(t *testing.T) {
	custom := []string{"layout=custom"}
	cases := []struct{ name, text, want string }{
		{"the basic square is one", "layout a1 c1 e1 g1 a3 c3 e3 g3 a5 c5 e5 g5 a7 c7 e7 g7", ""},
		{"read in any order", "layout g7 a1 e7 c1 c7 e1 a7 g1 g5 a3 e5 c3 c5 e3 a5 g3", ""},
		{"a row of seven is 20 long", "layout a1 c1 e1 a3 c3 e3 a5 c5 e5 g1 i1 k1 m1 o1 q1 s1", ""},
		{"whole-tile offsets", "layout b1 d1 f1 b3 d3 f3 b5 d5 f5 a7 c7 e7 g7 h5 h3 h1", ""},
		{"15 islands", "layout a1 c1 e1 g1 a3 c3 e3 g3 a5 c5 e5 g5 a7 c7 e7", "a layout has 16 islands, not 15."},
		{"overlap", "layout a1 c1 e1 g1 a3 c3 e3 g3 a5 c5 e5 g5 a7 c7 e7 f7", "islands e7 and f7 of the layout overlap."},
		{"twice the same", "layout a1 c1 e1 g1 a3 c3 e3 g3 a5 c5 e5 g5 a7 c7 e7 e7", "islands e7 and e7 of the layout overlap."},
		{"corner to corner is no connection", "layout a1 c1 e1 g1 a3 c3 e3 g3 a5 c5 e5 g5 a7 c7 e7 i9", "island i9 of the layout is not connected with a1 by tile edges."},
		{"no base", "layout a1 c1 e1 g1 a3 c3 e3 g3 i1 k1 m1 o1 q1 s1 i3 k3", "no nine islands of the layout form a 6×6 base."},
		{"a1 is the corner of the smallest rectangle", "layout b1 d1 f1 h1 b3 d3 f3 h3 b5 d5 f5 h5 b7 d7 f7 h7", "the layout must touch file a and rank 1: its smallest rectangle begins at b1."},
		{"no such tile", "layout a1 c1 e1 g1 a3 c3 e3 g3 a5 c5 e5 g5 a7 c7 e7 t1", `island 16 of the layout is "t1", not a south-west tile from a1 to s19.`},
		{"double blank", "layout  a1 c1 e1 g1 a3 c3 e3 g3 a5 c5 e5 g5 a7 c7 e7 g7", "a layout has 16 islands, not 17."},
		{"another word", "order A B", "a layout is written as: layout, then 16 south-west tiles."},
		{"far too long", "layout " + strings.Repeat("a1 ", 1000), "that is too long for a layout of 16 islands."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newState(Game.MustConfigure(3, custom...))
			before := *s
			err := game.Try(s, game.Nature, c.text, nil)
			if c.want == "" {
				if err != nil || s.Phase != PhaseOrder {
					t.Fatalf("phase %s, error %v", s.Phase, err)
				}
				return
			}
			refusal, ok := err.(*game.Refusal)
			if !ok || refusal.Reason != c.want {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if *s != before {
				t.Error("the state changed")
			}
		})
	}
	t.Run("written by rank then file", func(t *testing.T) {
		s := fresh(t, 2, custom, "layout g7 a1 e7 c1 c7 e1 a7 g1 g5 a3 e5 c3 c5 e3 a5 g3")
		wantText(t, s, "| a1,c1,e1,g1,a3,c3,e3,g3,a5,c5,e5,g5,a7,c7,e7,g7 |")
	})
	t.Run("a chance event before the order", func(t *testing.T) {
		s := newState(Game.MustConfigure(2, custom...))
		if !s.BulkPending() || s.Acting() != game.Only(game.Nature) || len(s.AppendActions(nil, game.Nature)) != 0 {
			t.Errorf("acting %v, bulk %v", s.Acting(), s.BulkPending())
		}
	})
}

func TestDrawnLayouts(t *testing.T) {
	r := game.NewRand(5)
	s := newState(Game.MustConfigure(2, "layout=custom"))
	wide := 0
	for range 300 {
		c := newState(s.Config())
		text := s.DrawBulk(r)
		if err := game.Try(c, game.Nature, text, nil); err != nil {
			t.Fatal(err)
		}
		if want := "layout " + joinPlaces(c.southWest(), " "); text != want {
			t.Fatalf("drawn as %q, board %q", text, want)
		}
		wide = max(wide, int(c.board.width), int(c.board.height))
	}
	if wide <= 10 {
		t.Errorf("no board of 300 is longer than %d tiles", wide)
	}
	// Each of the four sides of six tiles has seven places at whole-tile offsets.
	if fit := fitting(baseIslands()); len(fit) != 4*7 {
		t.Errorf("%d places fit a base, want 28: %v", len(fit), fit)
	}
}

func TestPieces(t *testing.T) {
	for _, c := range []struct {
		players int
		option  string
		want    uint8
	}{{2, "coins=even", 24}, {3, "coins=even", 16}, {4, "coins=even", 12}, {2, "coins=12", 12}, {3, "coins=12", 12}, {4, "coins=12", 12}} {
		s := newState(Game.MustConfigure(c.players, c.option))
		for p := range c.players {
			if s.Purse[p] != c.want || s.Token[p] != -1 {
				t.Errorf("%d players, %s: %s has %d coins, want %d", c.players, c.option, seatNames[p], s.Purse[p], c.want)
			}
		}
	}
	if names := strings.Join(Game.SeatNames(4), ""); names != "ABCD" {
		t.Errorf("seats %s", names)
	}
	if got := Game.PlayersText(); got != "2, 3 or 4" {
		t.Errorf("for %s players", got)
	}
}

func TestStart(t *testing.T) {
	t.Run("order is drawn once all orders alike", func(t *testing.T) {
		for n, want := range map[int]int{2: 2, 3: 6, 4: 24} {
			s := newState(Game.MustConfigure(n))
			list := s.AppendActions(nil, game.Nature)
			if len(list) != want || !slices.IsSorted(list) {
				t.Errorf("%d players: %d orders", n, len(list))
			}
			for _, a := range list {
				if s.Weight(a) != 1 {
					t.Errorf("weight of %s is %d", s.AppendAction(nil, game.Nature, a), s.Weight(a))
				}
			}
		}
	})
	t.Run("in that order on a free corner", func(t *testing.T) {
		s := fresh(t, 3, nil, "order B C A")
		wantLegal(t, s, "start a1 start a8 start h1 start h8")
		do(t, s, "start a8")
		if s.Acting() != game.Only(2) {
			t.Errorf("acting: %s", game.ActingText(s))
		}
		wantLegal(t, s, "start a1 start h1 start h8")
		do(t, s, "start a1")
		wantLegal(t, s, "start h1 start h8")
		do(t, s, "start h8")
		wantText(t, s, "| roll B |")
	})
	t.Run("a corner has two open sides that meet", func(t *testing.T) {
		// One island sticks out of the north side, one tile from the west edge: a6 keeps
		// its corner, and so do both northern tiles of the island.
		s := fresh(t, 2, []string{"layout=custom"}, "layout a1 c1 e1 g1 a3 c3 e3 g3 a5 c5 e5 g5 i1 i3 i5 b7", "order A B")
		wantLegal(t, s, "start a1 start a6 start b8 start c8 start j1 start j6")
	})
}

func TestClaim(t *testing.T) {
	t.Run("no choice at the start of the turn", func(t *testing.T) {
		s := fresh(t, 2, nil, "order A B", "start a1")
		story := do(t, s, "start h8")
		if want := []string{"start B", "claim A"}; !slices.Equal(story, want) {
			t.Errorf("story %q, want %q", story, want)
		}
		wantText(t, s, "| roll A | 0 | a1 h8 | A1 . .")
		if s.Purse[0] != 23 || s.Acting() != game.Only(game.Nature) {
			t.Errorf("A has %d coins", s.Purse[0])
		}
	})
	broke := []string{"a5:B1B2B3", "c5:B1B2B3", "e5:B1B2B3", "g5:B1B2B3", "a1:A1"}
	t.Run("with no coin left the tile stays unclaimed", func(t *testing.T) {
		s := at(t, "conqueror 2 coins=12 | basic | AB | move A 1 | 0 | a1 h8", broke...)
		story := do(t, s, "move b1")
		if !slices.Contains(story, "broke B") || slices.Contains(story, "claim B") {
			t.Errorf("story %q", story)
		}
		wantText(t, s, "| roll B | 1 |")
		if s.Free>>63&1 == 0 {
			t.Error("h8 is claimed")
		}
	})
	t.Run("a tile with a coin is not claimed again", func(t *testing.T) {
		s := at(t, "conqueror 2 | basic | AB | move A 1 | 0 | a1 h8", "a1:A1", "g7:B4")
		do(t, s, "move b1")
		wantText(t, s, "| roll B | 1 | b1 h8 | A1 . . . . . . . . . . . . . . B4")
	})
	t.Run("the fourth coin wins the island and all coins go back", func(t *testing.T) {
		s := at(t, "conqueror 2 | basic | AB | move A 1 | 0 | a1 h8", "a1:A1", "g7:A1A2B3")
		story := do(t, s, "move b1")
		if want := []string{"move A", "claim B", "win B"}; !slices.Equal(story, want) {
			t.Errorf("story %q, want %q", story, want)
		}
		wantText(t, s, "=B")
		if s.Purse[0] != 23 || s.Purse[1] != 24 || s.wonBy(15) != 1 {
			t.Errorf("purses %v", s.Purse)
		}
	})
	t.Run("a won island is claimed and lies while a token stands on it", func(t *testing.T) {
		s := at(t, "conqueror 3 | basic | ABC | move A 1 | 0 | a1 g8 h8", "a1:A1", "g7:A1A2C3")
		// B claims g8's neighbour tile no more: C holds it; B stands on C's coin.
		do(t, s, "move b1", "roll 1")
		wantLegal(t, s, "f8")
		do(t, s, "move f8")
		wantText(t, s, "| roll C |")
		wantText(t, s, "=C")
		if s.Exist>>60&15 != 15 {
			t.Error("the island is gone under C's feet")
		}
		do(t, s, "roll 1")
		wantLegal(t, s, "pass")
		do(t, s, "pass", "roll 1", "move c1", "roll 1", "move e8", "roll 3")
		wantText(t, s, "=C")
		do(t, s, "move f7")
		wantText(t, s, "-C")
		if s.Exist>>60 != 0 {
			t.Error("the island was not removed")
		}
	})
	t.Run("two tokens hold a won island", func(t *testing.T) {
		s := at(t, "conqueror 2 | basic | AB | move A 1 | 0 | g7 h8", "g7:A1A2A3")
		do(t, s, "move f7")
		wantText(t, s, "=B")
		s = at(t, "conqueror 2 | basic | AB | move A 2 | 1 | g7 h8", "g7:=B")
		do(t, s, "move f6")
		wantText(t, s, "=B")
		do(t, s, "roll 2")
		do(t, s, "move h6")
		wantText(t, s, "-B")
	})
	t.Run("all islands won end the game", func(t *testing.T) {
		s := at(t, "conqueror 2 | basic | AB | move A 1 | 0 | a1 h8", "*:-A", "a1:=A", "g7:A1A2B3")
		do(t, s, "pass")
		wantEnd(t, s, "islands A1 B2")
	})
}

func TestAlive(t *testing.T) {
	t.Run("no player in has a coin left", func(t *testing.T) {
		s := at(t, "conqueror 2 coins=12 | basic | AB | move A 1 | 0 | a1 h8",
			"a1:A1A2A3", "c1:A1A2A3", "e1:A1A2A3", "g1:A1A2A3", "a5:B1B2B3", "c5:B1B2B3", "e5:B1B2B3", "g7:B1B2")
		do(t, s, "pass")
		wantEnd(t, s, "coins A1 B1")
	})
	t.Run("nobody can claim or land", func(t *testing.T) {
		s := at(t, "conqueror 2 | basic | AB | move A 1 | 0 | a1 c1", "*:-A", "a1:=A", "c1:A2A3A4", "g7:.")
		do(t, s, "pass")
		wantEnd(t, s, "stuck A1 B2")
	})
	t.Run("somebody about to claim keeps the game alive", func(t *testing.T) {
		s := at(t, "conqueror 2 last_tile=turn | basic | BA | move B 2 | 0 | a1 h8", "*:-A", "a1:=A", "g7:B2B3B4", "c1:-B")
		do(t, s, "move g7")
		// Nobody can land anywhere, but B will claim g7: A forfeits, the game is not stuck.
		wantEnd(t, s, "last one in A1 B2")
	})
	t.Run("a token on the last tile blocks it", func(t *testing.T) {
		// B has no coins and stands on the last unclaimed tile; A could land only there.
		s := at(t, "conqueror 2 coins=12 | basic | AB | move A 1 | 1 | a1 d1",
			"*:-A", "a1:=A", "c1:B1B3B4", "g5:B1B2B3", "g7:B1B2B3", "e7:B1B2B3", "c7:A1A2A3", "e5:A1A2A3")
		do(t, s, "pass")
		wantEnd(t, s, "stuck A1 B2")
	})
	t.Run("the 100th turn in a row without a coin", func(t *testing.T) {
		head := "conqueror 2 | basic | AB | move A 1 | %d | a1 g7"
		islands := []string{"a1:A1", "c1:A1", "g7:B1", "a3:A1"}
		s := at(t, fmt.Sprintf(head, 98), islands...)
		do(t, s, "move b1")
		wantText(t, s, "| roll B | 99 |")
		s = at(t, fmt.Sprintf(head, 99), islands...)
		do(t, s, "move b1")
		wantEnd(t, s, "stuck A1 B2")
		s = at(t, fmt.Sprintf(head, 99), "a1:A1", "c1:A1", "a3:A1")
		do(t, s, "move b1")
		wantText(t, s, "| roll B | 0 |")
	})
	t.Run("the first that holds is the reason", func(t *testing.T) {
		// C alone had coins and resigns: with the 100th quiet turn coins come first.
		s := at(t, "conqueror 3 coins=12 | basic | ABC | move A 1 | 99 | b2 b7 h8",
			"a1:A1A2A4", "c1:A1A2A3", "e1:A1A2A3", "g1:A1A2A3", "a7:B1B2B3", "c5:B1B2B3", "e5:B1B2B3", "g5:B1B2B3")
		do(t, s, "C resign", "move b3")
		wantEnd(t, s, "coins A1 B1 C3")
	})
	t.Run("forfeit when nothing is within three steps tokens ignored", func(t *testing.T) {
		s := at(t, "conqueror 3 | basic | ABC | move A 1 | 1 | e8 a1 h8", "*:-C", "a1:=B", "g7:B1C4", "e7:B3B4", "e1:B1")
		story := do(t, s, "move e7")
		if want := []string{"move A", "forfeit B", "remove B"}; !slices.Equal(story, want) {
			t.Errorf("story %q, want %q", story, want)
		}
		wantText(t, s, "| roll C |")
		wantText(t, s, "| e7 F1 h8 |")
		wantText(t, s, "B1")
	})
	t.Run("a blocked tile keeps a player from forfeiting", func(t *testing.T) {
		// C stands on the only unclaimed tile near B, so B stays in and must pass.
		s := at(t, "conqueror 3 | basic | ABC | move A 1 | 1 | e8 a1 c1", "*:-C", "a1:=B", "c1:B2B3B4", "e7:B3B4")
		do(t, s, "move e7")
		wantText(t, s, "| roll B |")
		do(t, s, "roll 2")
		wantLegal(t, s, "pass")
	})
	t.Run("no exception without coins on an unclaimed tile", func(t *testing.T) {
		s := at(t, "conqueror 3 coins=12 | basic | ABC | move A 1 | 1 | e8 a1 h8",
			"*:-C", "a1:B2B3B4", "g7:C4", "e7:A3A4", "e1:B1B2B3", "g1:B1B2B3", "g3:B1B2B3")
		// B stands on a1, the only unclaimed tile of its island, and cannot claim it.
		story := do(t, s, "move e7")
		if !slices.Contains(story, "forfeit B") {
			t.Errorf("story %q", story)
		}
	})
}

func TestRoll(t *testing.T) {
	for die, want := range map[int]string{
		1: "a2 b1", 4: "a2 b1", 2: "a3 b2 c1", 5: "a3 b2 c1", 3: "a2 a4 b1 b3 c2 d1", 6: "a2 a4 b1 b3 c2 d1",
	} {
		s := fresh(t, 2, nil, "order A B", "start a1", "start h8")
		if n := len(s.AppendActions(nil, game.Nature)); n != 6 {
			t.Fatalf("%d outcomes of a die", n)
		}
		do(t, s, fmt.Sprintf("roll %d", die))
		wantLegal(t, s, want)
	}
}

func TestMove(t *testing.T) {
	t.Run("claimed tiles and tokens may be passed each for one step", func(t *testing.T) {
		s := at(t, "conqueror 2 | basic | AB | move A 2 | 0 | a1 b1", "a1:A1A3", "c1:B1")
		wantLegal(t, s, "a3 b2")
		s = at(t, "conqueror 2 | basic | AB | move A 3 | 0 | a1 b1", "a1:A1A3", "c1:B1")
		wantLegal(t, s, "a4 b3 c2 d1")
	})
	t.Run("three steps around a square end beside the start", func(t *testing.T) {
		s := at(t, "conqueror 2 | basic | AB | move A 3 | 0 | a1 h8", "a1:A1A4")
		wantLegal(t, s, "a2 a4 b1 b3 c2 d1")
	})
	t.Run("no tile twice: without the square there is no way around", func(t *testing.T) {
		// Only the islands c1 and e1 lie. From c1 (a corner now) three steps lead to
		// d1 by c2 and d2, to c2 by d1 and d2, and on to e2 and f1.
		s := at(t, "conqueror 2 | basic | AB | move A 3 | 0 | c1 f2", "*:-A", "c1:A1", "e1:.")
		wantLegal(t, s, "c2 d1 e2 f1")
	})
	t.Run("not back to the start even if it is unclaimed", func(t *testing.T) {
		s := at(t, "conqueror 2 coins=12 | basic | AB | move A 2 | 1 | a1 h8",
			"a5:A1A2A3", "c5:A1A2A3", "e5:A1A2A3", "g5:A1A2A3")
		wantLegal(t, s, "a3 b2 c1")
	})
	t.Run("pass when no tile can be reached and only then", func(t *testing.T) {
		s := at(t, "conqueror 2 | basic | AB | move A 1 | 0 | a1 h8", "a1:A1A2A3")
		wantLegal(t, s, "pass")
		do(t, s, "pass")
		wantText(t, s, "| roll B | 0 | a1 h8 |")
		s = at(t, "conqueror 2 | basic | AB | move A 4 | 0 | a1 h8", "a1:A1A2")
		if err := game.Try(s, 0, "pass", nil); err == nil {
			t.Error("passed though a2 can be reached")
		}
	})
	t.Run("nobody swims", func(t *testing.T) {
		s := at(t, "conqueror 2 | basic | AB | move A 3 | 0 | b1 h8", "a1:A2", "c1:-B", "g7:B4")
		wantLegal(t, s, "a1 a3 b2 b4 c3")
	})
}

func TestLastTile(t *testing.T) {
	const head = "conqueror 2 | basic | AB | move A 1 | %d | a1 h8"
	t.Run("landing on it wins the island at once", func(t *testing.T) {
		s := at(t, fmt.Sprintf(head, 1), "a1:A1B3B4", "g7:A1")
		story := do(t, s, "move b1")
		if want := []string{"move A", "claim A", "win A", "claim B"}; !slices.Equal(story, want) {
			t.Errorf("story %q, want %q", story, want)
		}
		wantText(t, s, "| roll B | 0 | b1 h8 | =A")
		if s.Purse[0] != 23 || s.Purse[1] != 23 {
			t.Errorf("purses %v: every coin of the island goes back, and g7 and h8 hold one each", s.Purse)
		}
	})
	t.Run("on the next turn the tile is claimed already", func(t *testing.T) {
		s := at(t, fmt.Sprintf(head, 1), "a1:A1B3B4", "g7:B4")
		do(t, s, "move b1")
		wantText(t, s, "| roll B | 1 |")
		do(t, s, "roll 1", "move g8")
		wantText(t, s, "| roll A | 2 |")
	})
	t.Run("without a coin left nothing is placed", func(t *testing.T) {
		s := at(t, "conqueror 2 coins=12 | basic | AB | move A 1 | 1 | a1 h8",
			"a1:A1A3A4", "c5:A1A2A3", "e5:A1A2A3", "g5:A1A2A3", "g7:B4")
		do(t, s, "move b1")
		wantText(t, s, "A1A3A4")
	})
	t.Run("the 16th island ends the game", func(t *testing.T) {
		s := at(t, fmt.Sprintf(head, 1), "*:-B", "a1:A1A3A4", "g7:=B")
		do(t, s, "move b1")
		wantEnd(t, s, "islands A2 B1")
	})
	t.Run("who stands on another tile without coin keeps it from being the last", func(t *testing.T) {
		s := at(t, "conqueror 2 coins=12 | basic | AB | move A 1 | 1 | a1 b2",
			"a1:A1A3", "c5:B1B2B3", "e5:B1B2B3", "g5:B1B2B3", "g7:B1B2B4")
		do(t, s, "move b1")
		wantText(t, s, "| A1A3 .")
	})
	t.Run("leaving a won island for the last tile of another takes the first away", func(t *testing.T) {
		s := at(t, "conqueror 2 | basic | AB | move A 1 | 1 | b1 h8", "a1:=A", "c1:A2B3B4", "g7:B4")
		story := do(t, s, "move c1")
		if want := []string{"move A", "remove A", "claim A", "win A"}; !slices.Equal(story, want) {
			t.Errorf("story %q, want %q", story, want)
		}
		wantText(t, s, "| -A =A")
	})
	t.Run("a coin of step 4 ends a row of quiet turns", func(t *testing.T) {
		s := at(t, fmt.Sprintf(head, 99), "a1:A1B3B4", "g7:B4")
		do(t, s, "move b1")
		wantText(t, s, "| roll B | 1 |")
	})
	t.Run("turn: coins are only placed in step 1", func(t *testing.T) {
		s := at(t, "conqueror 2 last_tile=turn | basic | AB | move A 1 | 1 | a1 h8", "a1:A1B3B4", "g7:B4")
		do(t, s, "move b1")
		wantText(t, s, "| A1B3B4 .")
		do(t, s, "roll 1", "move g8")
		wantText(t, s, "| roll A | 0 | b1 g8 | =A")
	})
}

func TestUnfinishedByDice(t *testing.T) {
	const head = "conqueror 3 unfinished=dice | basic | ABC | move A 1 | 0 | a1 h8 h1"
	t.Run("all who have coins roll one die for each", func(t *testing.T) {
		s := at(t, head, "a1:A1", "c1:B1A2B3", "e1:A1B2C3", "g1:C1C2C3")
		do(t, s, "B resign", "C resign")
		wantText(t, s, "| tie c1 AB resign |")
		if n := len(s.AppendActions(nil, game.Nature)); n != 216 {
			t.Errorf("%d outcomes of three dice", n)
		}
		if got := s.WhyNot(game.Nature, s.AppendActions(nil, game.Nature)[0]^1<<tieDie(1, 1)); got != "for island c1 the players roll these numbers of dice: A 1, B 2." {
			t.Error(got)
		}
		do(t, s, "tie c1 A6 B6,2")
		wantText(t, s, "| tie c1 AB resign |")
		do(t, s, "tie c1 A5 B4,3")
		wantText(t, s, "A1>A B1A2B3>A")
		wantText(t, s, "| tie e1 ABC resign |")
		do(t, s, "tie e1 A5 B2 C5")
		wantText(t, s, "| tie e1 AC resign |")
		do(t, s, "tie e1 A3 C4")
		wantText(t, s, "A1B2C3>C C1C2C3>C")
		wantEnd(t, s, "resign A1 B3 C2")
	})
	t.Run("with one owner alone nothing is rolled", func(t *testing.T) {
		s := at(t, head, "a1:A1", "c1:B1B2", "e1:C1C2C3")
		do(t, s, "B resign", "C resign")
		wantEnd(t, s, "resign A1 B3 C2")
		wantText(t, s, "A1>A B1B2>B C1C2C3>C")
	})
	t.Run("out: those who left do not roll", func(t *testing.T) {
		s := at(t, "conqueror 3 unfinished=dice forfeit=out | basic | ABC | move A 1 | 0 | a1 h8 h1", "a1:A1", "c1:B1B2A3")
		do(t, s, "B resign", "C resign")
		wantText(t, s, "B1B2A3>A")
	})
	t.Run("tiebreak is refused unless at its default", func(t *testing.T) {
		given := map[string]game.Value{"unfinished": game.Word("dice"), "tiebreak": game.Word("last_claim")}
		if _, err := Game.Configure(2, given); err != nil {
			t.Error(err)
		}
		given["tiebreak"] = game.Word("dice")
		if _, err := Game.Configure(2, given); err == nil || err.Error() != "option tiebreak plays no part with unfinished=dice" {
			t.Errorf("error %v", err)
		}
	})
	t.Run("two dice against one win 25 times of 36", func(t *testing.T) {
		s := at(t, head, "a1:A1", "c1:B1A2B3")
		do(t, s, "B resign", "C resign")
		won, rolled := 0, 0
		for _, a := range s.AppendActions(nil, game.Nature) {
			if best := s.bestDice(a); best.Len() == 1 {
				rolled++
				if best.Has(1) {
					won++
				}
			}
		}
		if float64(won)/float64(rolled) != s.Odds(1) || s.Odds(0)+s.Odds(1) != 1 {
			t.Errorf("%d of %d, odds %v and %v", won, rolled, s.Odds(0), s.Odds(1))
		}
	})
}

func TestEnd(t *testing.T) {
	const lone = "conqueror 2 | basic | AB | move A 1 | 0 | a1 h8"
	t.Run("only one player is still in", func(t *testing.T) {
		// The only unclaimed tiles are out of B's reach after A's move.
		s := at(t, "conqueror 2 last_tile=turn | basic | AB | move A 1 | 1 | b1 h8", "*:-A", "a1:A2A3A4", "g7:=B")
		do(t, s, "move a1")
		wantEnd(t, s, "last one in A1 B2")
	})
	t.Run("most coins take an island none give it to nobody", func(t *testing.T) {
		s := at(t, lone, "a1:A1", "c1:B1A2B3", "e1:A1A2", "g7:.")
		do(t, s, "B resign")
		wantText(t, s, "A1>A B1A2B3>B A1A2>A . .")
		if s.Score(0) != 2 || s.Score(1) != 1 {
			t.Errorf("scores %d, %d", s.Score(0), s.Score(1))
		}
	})
	t.Run("last_claim: the latest coin of those equal", func(t *testing.T) {
		s := at(t, "conqueror 3 | basic | ABC | move A 1 | 0 | a1 h8 h1", "a1:A1", "c1:A1B2", "e1:B1A2", "g1:C1A2B3", "a3:C1C2B3")
		do(t, s, "B resign", "C resign")
		wantText(t, s, "A1>A A1B2>B B1A2>A C1A2B3>B C1C2B3>C")
	})
	t.Run("last_claim among those still in with forfeit=out", func(t *testing.T) {
		s := at(t, "conqueror 4 forfeit=out | basic | ABCD | move A 1 | 99 | a1 g7 h1 a8", "a1:A1", "c1:A1B2C3", "e1:B1A2C3", "g7:B1")
		do(t, s, "C resign", "move b1")
		wantText(t, s, "A1>A A1B2C3>B B1A2C3>A")
	})
	t.Run("dice: the best die wins equal ones roll again", func(t *testing.T) {
		s := at(t, "conqueror 3 tiebreak=dice | basic | ABC | move A 1 | 0 | a1 h8 h1", "a1:A1", "c3:A1B2", "e1:A1B2C3")
		do(t, s, "B resign", "C resign")
		wantText(t, s, "| tie e1 ABC resign |")
		if n := len(s.AppendActions(nil, game.Nature)); n != 216 {
			t.Errorf("%d outcomes of three dice", n)
		}
		if s.Result().Over {
			t.Error("over before the dice")
		}
		do(t, s, "tie e1 A5 B2 C5")
		wantText(t, s, "| tie e1 AC resign |")
		if n := len(s.AppendActions(nil, game.Nature)); n != 36 {
			t.Errorf("%d outcomes of two dice", n)
		}
		do(t, s, "tie e1 A1 C1", "tie e1 A3 C4")
		wantText(t, s, "| tie c3 AB resign |")
		story := do(t, s, "tie c3 A6 B5")
		if want := []string{"tie chance", "award A", "end"}; !slices.Equal(story, want) {
			t.Errorf("story %q, want %q", story, want)
		}
		wantEnd(t, s, "resign A1 B3 C2")
		wantText(t, s, "A1>A . A1B2C3>C . . A1B2>A")
	})
	t.Run("most islands win equal counts share", func(t *testing.T) {
		s := at(t, "conqueror 3 | basic | ABC | move A 1 | 99 | a1 g7 h1", "a1:A1A2", "c1:B1", "g7:B1", "e1:-C", "g1:C2", "a3:-A")
		do(t, s, "move a2")
		wantEnd(t, s, "stuck A1 B1 C1")
		s = at(t, "conqueror 3 | basic | ABC | move A 1 | 99 | a1 g7 h1", "a1:A1A2", "c1:B1", "g7:B1", "e1:-C", "g1:C2", "a3:-A", "c3:-A")
		do(t, s, "move a2")
		wantEnd(t, s, "stuck A1 B2 C2")
	})
}

func TestForfeit(t *testing.T) {
	const tail = " | basic | ABC | move A 1 | 1 | a2 h8 F1"
	islands := []string{"*:-C", "a1:B1A3", "g7:=B", "e1:-A", "g1:-A"}
	t.Run("keep_score counts those who forfeited", func(t *testing.T) {
		s := at(t, "conqueror 3"+tail, islands...)
		do(t, s, "move b2")
		wantEnd(t, s, "last one in A2 B3 C1")
	})
	t.Run("out: the last one in wins a later forfeit is better", func(t *testing.T) {
		s := at(t, "conqueror 3 forfeit=out"+tail, islands...)
		do(t, s, "move b2")
		wantEnd(t, s, "last one in A1 B2 C3")
		if s.Score(1) != 1 {
			t.Errorf("B has %d islands", s.Score(1))
		}
		wantText(t, s, "B1A3>A")
	})
	t.Run("out: nobody rolls against one who forfeited", func(t *testing.T) {
		s := at(t, "conqueror 3 tiebreak=dice forfeit=out"+tail, islands...)
		do(t, s, "move b2")
		wantEnd(t, s, "last one in A1 B2 C3")
	})
}

func TestLeaving(t *testing.T) {
	t.Run("one who resigns ranks below everybody the later the better", func(t *testing.T) {
		s := at(t, "conqueror 4 | basic | ABCD | move A 1 | 0 | a1 a8 h1 h8", "a1:A1", "c1:-B", "e3:-C", "g3:-C", "a3:-D")
		do(t, s, "C resign", "A timeout")
		wantText(t, s, "| roll B |")
		do(t, s, "roll 1", "D resign")
		wantEnd(t, s, "resign A3 B1 C4 D2")
	})
	t.Run("the action that left one player is the reason", func(t *testing.T) {
		s := fresh(t, 2, nil, "order A B", "start a1", "start h8", "roll 1", "A timeout")
		wantEnd(t, s, "timeout A2 B1")
	})
	t.Run("below those who forfeited even with forfeit=out", func(t *testing.T) {
		s := at(t, "conqueror 3 forfeit=out | basic | ABC | move A 1 | 1 | a2 h8 F1", "*:-B", "a1:A3", "g7:=B")
		do(t, s, "B resign")
		wantEnd(t, s, "resign A1 B3 C2")
	})
	t.Run("their coins count with keep_score", func(t *testing.T) {
		s := at(t, "conqueror 3 | basic | ABC | move A 1 | 0 | a1 h8 h1", "a1:A1", "c1:B1B2A3")
		do(t, s, "B resign", "C resign")
		wantText(t, s, "B1B2A3>B")
		wantEnd(t, s, "resign A1 B3 C2")
	})
	t.Run("before start: passed over", func(t *testing.T) {
		s := fresh(t, 3, nil, "order A B C", "start a1", "B resign")
		if s.Acting() != game.Only(2) {
			t.Errorf("acting: %s", game.ActingText(s))
		}
		do(t, s, "start h1")
		wantText(t, s, "| roll A |")
		s = fresh(t, 3, nil, "order A B C", "C resign", "start a1", "start h1")
		wantText(t, s, "| roll A |")
		s = fresh(t, 3, nil, "order A B C", "start a1", "start h1", "A resign", "start a1")
		wantText(t, s, "| roll B |")
		s = fresh(t, 3, nil, "order A B C", "start a1", "start h1", "C timeout")
		wantText(t, s, "| roll A |")
		s = fresh(t, 2, nil, "order B A", "A resign")
		wantEnd(t, s, "resign A2 B1")
	})
	t.Run("a token taken off frees its tile and lets its island sink", func(t *testing.T) {
		s := at(t, "conqueror 3 | basic | ABC | move A 1 | 0 | a1 b1 h8", "a1:A1A3", "g7:=C")
		wantLegal(t, s, "pass")
		do(t, s, "B resign")
		wantLegal(t, s, "b1")
		do(t, s, "C resign")
		wantEnd(t, s, "resign A1 B3 C2")
		wantText(t, s, "-C")
	})
	t.Run("step 2 is not looked at again in the middle of a turn", func(t *testing.T) {
		// B's island sinks with B and takes A's only way along; A passes, then forfeits.
		s := at(t, "conqueror 4 | basic | ABCD | move A 3 | 1 | b1 c1 h8 h1", "*:-B", "a1:=A", "c1:=B", "e1:.", "g7:C4", "g1:D2")
		wantLegal(t, s, "e1")
		do(t, s, "B resign")
		wantLegal(t, s, "pass")
		do(t, s, "pass", "roll 1", "move g8", "roll 1", "move g1")
		wantText(t, s, "| F2 R1 g8 g1 |")
	})
	t.Run("who may leave and when", func(t *testing.T) {
		s := fresh(t, 2, nil, "order A B", "start a1", "start h8")
		for _, c := range []struct {
			p    game.Seat
			what game.TableAction
			want string
		}{
			{0, game.Resign, "chance acts now; wait until a player is to act"},
			{0, game.Timeout, "chance acts now; wait until a player is to act"},
			{0, game.OfferDraw, "there are no agreed draws in The Conqueror"},
			{2, game.Resign, "there is no such player"},
			{game.NoSeat, game.Resign, "there is no such player"},
			{0, 9, "there is no such table action"},
		} {
			if err := s.AllowsTable(c.p, c.what); err == nil || err.Error() != c.want {
				t.Errorf("%d %s: %v, want %s", c.p, c.what, err, c.want)
			}
		}
		do(t, s, "roll 1")
		if err := s.AllowsTable(1, game.Timeout); err == nil {
			t.Error("B runs out of time in A's turn")
		}
		if err := s.AllowsTable(1, game.Resign); err != nil {
			t.Error(err)
		}
		do(t, s, "B resign")
		if err := s.AllowsTable(0, game.Resign); err == nil {
			t.Error("A resigns after the end")
		}
	})
}
