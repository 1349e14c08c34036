package evo

import (
	"slices"
	"strings"
	"testing"

	"atoll/game"
)

// build makes a state with the castles of all players and the given pieces, one
// text a side, as "S g4B h5W". It skips the checks of a position text, because
// the positions of these tests need no past.
func build(t *testing.T, players int, toMove Side, texts ...string) *State {
	t.Helper()
	s := Game.MustConfigure(players).New().(*State)
	s.pos = Position{side: toMove}
	for seat := range game.Seat(players) {
		side := s.sideOf(seat)
		s.pos.in |= 1 << side
		s.pos.put(side.Home(), castleOf(side))
	}
	for _, text := range texts {
		words := strings.Fields(text)
		side := Side(slices.Index(sideLetters[:], words[0]))
		for _, w := range words[1:] {
			q, rest, ok := readSquare(w)
			if !ok || len(rest) != 1 {
				t.Fatalf("bad piece %q", w)
			}
			role, _ := readRole(rest[0])
			s.pos.put(q, pieceOf(side, role))
		}
	}
	s.pos.hash = s.pos.RecomputeHash()
	s.turn = 50
	s.forget()
	return s
}

func play(t *testing.T, s *State, actions ...string) {
	t.Helper()
	for _, text := range actions {
		if err := game.Try(s, s.Acting().First(), text, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// goals lists where the piece on from may go, as text in board order.
func goals(s *State, from string) string {
	var out []string
	for _, a := range s.AppendActions(nil, s.Acting().First()) {
		f, to, _, turns := Split(a)
		if f.String() == from && f != to && !turns {
			out = append(out, to.String())
		}
	}
	return strings.Join(out, " ")
}

func refused(t *testing.T, s *State, action, why string) {
	t.Helper()
	before := string(s.AppendText(nil))
	err := game.Try(s, s.Acting().First(), action, nil)
	if err == nil || !strings.Contains(err.Error(), why) {
		t.Errorf("%s: error %v, want one that says %q", action, err, why)
	}
	if after := string(s.AppendText(nil)); after != before {
		t.Errorf("%s changed the state", action)
	}
}

func TestBoard(t *testing.T) {
	t.Run("128 squares", func(t *testing.T) {
		n := 0
		for y := range 12 {
			for x := range 12 {
				corner := (x < 2 || x > 9) && (y < 2 || y > 9)
				q := squareAt(x, y)
				if (q == NoSquare) != corner {
					t.Errorf("file %d rank %d: square %v", x, y, q)
				}
				if corner {
					continue
				}
				if int(q) != n {
					t.Errorf("%v is number %d, not %d", q, q, n)
				}
				n++
				if got, rest, ok := readSquare(q.String()); got != q || rest != "" || !ok {
					t.Errorf("%v reads back as %v", q, got)
				}
				if want := naiveSquare(x, y); q.String() != want {
					t.Errorf("%v, not %s", q, want)
				}
			}
		}
		if n != 128 {
			t.Errorf("%d squares", n)
		}
	})
	t.Run("castles stand in the arms", func(t *testing.T) {
		arm := map[Side]func(x, y int) bool{
			South: func(x, y int) bool { return y < 2 },
			North: func(x, y int) bool { return y > 9 },
			West:  func(x, y int) bool { return x < 2 },
			East:  func(x, y int) bool { return x > 9 },
		}
		p := First(4, false)
		for q := range Square(Squares) {
			if piece := p.At(q); !piece.Empty() && !arm[piece.Owner()](q.XY()) {
				t.Errorf("%v is not in %v's arm", q, piece.Owner())
			}
		}
	})
	t.Run("north", func(t *testing.T) {
		for side, want := range map[Side]string{South: "f6 f7", West: "g5 h5", North: "f4 f3", East: "e5 d5"} {
			s := build(t, 4, side, sideLetters[side]+" f5B")
			got := strings.Fields(goals(s, "f5"))
			slices.Sort(got)
			w := strings.Fields(want)
			slices.Sort(w)
			if !slices.Equal(got, w) {
				t.Errorf("%v's Blade goes to %v, want %v", side, got, w)
			}
		}
	})
}

func TestSeats(t *testing.T) {
	for players, want := range map[int]string{2: "S N S N", 4: "S W N E S"} {
		s := Game.MustConfigure(players).New().(*State)
		var got []string
		for range strings.Fields(want) {
			seat := s.Acting().First()
			got = append(got, s.Config().SeatName(seat))
			s.Play(game.Choose(seat, s.AppendActions(nil, seat)[0]), nil)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%d players act in the order %v, want %s", players, got, want)
		}
	}
	for _, players := range []int{0, 1, 3, 5} {
		if _, err := Game.Configure(players, nil); err == nil {
			t.Errorf("%d players are allowed", players)
		}
	}
}

func TestStart(t *testing.T) {
	for _, tc := range []struct {
		name    string
		players int
		options []string
		want    string
	}{
		{"guard", 2, nil, "S j1 f1W g1W h1W i1W g2W h2W i2W j2W | N c12 c11W d11W e11W f11W d12W e12W f12W g12W"},
		{"line", 2, []string{"setup=line"}, "S j1 c2W d2W e2W f2W g2W h2W i2W j2W | N c12 c11W d11W e11W f11W g11W h11W i11W j11W"},
		{"four", 4, nil, "S j1 f1W g1W h1W i1W g2W h2W i2W j2W | W a3 b3W a4W b4W a5W b5W a6W b6W a7W | " +
			"N c12 c11W d11W e11W f11W d12W e12W f12W g12W | E l10 l6W k7W l7W k8W l8W k9W l9W k10W"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := Game.MustConfigure(tc.players, tc.options...).New()
			got := strings.SplitN(string(s.AppendText(nil)), " | ", 3)[2]
			if got != tc.want+" | -" {
				t.Errorf("starts with\n%s, want\n%s", got, tc.want)
			}
		})
	}
	t.Run("rotations by 90 degrees", func(t *testing.T) {
		p := First(4, false)
		for q := range Square(Squares) {
			a, b := p.At(q), p.At(q.Turned())
			if a.Empty() != b.Empty() || !a.Empty() && (a.Castle() != b.Castle() || (a.Owner()+1)%4 != b.Owner()) {
				t.Errorf("%v turned is %v, and they differ", q, q.Turned())
			}
		}
	})
	t.Run("line for two players only", func(t *testing.T) {
		given, _ := Game.ReadOptions([]string{"setup=line"})
		if _, err := Game.Configure(4, given); err == nil {
			t.Error("setup=line is allowed for four")
		}
	})
	// Every piece has 3 turns in place: 8 × 3 = 24. Each free neighbour W, NW, N,
	// NE, E of a Warrior gives 4 actions more. Guard: f1 goes to e1, e2, f2 (g2 and
	// g1 are taken), g1 to f2, h1 and i1 nowhere; g2 to f2 and f3 g3 h3, h2 to g3 h3
	// i3, i2 to h3 i3 j3, and j2 to i3 j3 k3 (k2 is no square): 3+1+4+3+3+3 = 17
	// goals, 24 + 68 = 92. Line: c2 to j2 have 3 goals ahead each, b3 and k3 being
	// squares: 24 goals, and nothing sideways: 24 + 96 = 120.
	t.Run("92 and 120 actions", func(t *testing.T) {
		for _, tc := range []struct {
			players int
			options []string
			want    int
		}{{2, nil, 92}, {4, nil, 92}, {2, []string{"setup=line"}, 120}} {
			s := Game.MustConfigure(tc.players, tc.options...).New()
			if got := game.Count(s, 0); got != tc.want {
				t.Errorf("%d players %v: %d actions at the start, want %d", tc.players, tc.options, got, tc.want)
			}
		}
	})
}

func TestTurn(t *testing.T) {
	t.Run("rotate or move or both", func(t *testing.T) {
		s := build(t, 2, South, "S g4B", "N c9W")
		want := "g4-g5 g4-g5=C g4-g5=S g4-g5=W g4-g6 g4-g6=C g4-g6=S g4-g6=W g4=C g4=S g4=W"
		if got := strings.Join(texts(s), " "); got != want {
			t.Errorf("actions %s, want %s", got, want)
		}
		play(t, s, "g4-g6=S")
		if got := s.pos.At(naiveSq(t, "g6")); got != pieceOf(South, Shield) {
			t.Errorf("on g6 stands %08b", got)
		}
		if got := s.pos.At(naiveSq(t, "g4")); !got.Empty() {
			t.Errorf("on g4 still stands %08b", got)
		}
	})
	t.Run("exactly one piece", func(t *testing.T) {
		s := build(t, 2, South, "S g4B d4W", "N c9W")
		before := s.pos
		play(t, s, "g4-g5=C")
		for q := range Square(Squares) {
			if name := q.String(); name != "g4" && name != "g5" && s.pos.At(q) != before.At(q) {
				t.Errorf("%s changed", name)
			}
		}
	})
	t.Run("no passing", func(t *testing.T) {
		s := build(t, 2, South, "S g4B", "N c9W")
		for _, text := range []string{"pass", "", "-", "g4", "g4-g4"} {
			refused(t, s, text, "an action is written as")
		}
	})
	t.Run("any other role in one rotation", func(t *testing.T) {
		for r := range Role(Roles) {
			s := build(t, 2, South, "S g4"+string(r.Letter()), "N c9W")
			n := 0
			for _, a := range s.AppendActions(nil, 0) {
				if f, to, role, turns := Split(a); f == to {
					n++
					if !turns || role == r {
						t.Errorf("%v turns to %v", r, role)
					}
				}
			}
			if n != 3 {
				t.Errorf("%v has %d rotations", r, n)
			}
			refused(t, s, "g4="+string(r.Letter()), "already is a "+r.String())
		}
	})
	t.Run("the present role is no suffix", func(t *testing.T) {
		s := build(t, 2, South, "S g4B", "N c9W")
		refused(t, s, "g4-g5=B", "already is a Blade")
	})
	t.Run("castles never move and never rotate", func(t *testing.T) {
		s := build(t, 2, South, "S g4B", "N c9W")
		refused(t, s, "j1-j2", "Castles never move")
		refused(t, s, "j1=B", "Castles never move")
	})
	t.Run("only one's own", func(t *testing.T) {
		s := build(t, 2, South, "S g4B", "N c9W")
		refused(t, s, "c9-c8", "The piece on c9 is North's")
		refused(t, s, "d9-c8", "No piece stands on d9")
		if err := game.Try(s, 1, "c9-c8", nil); err == nil {
			t.Error("North acted out of turn")
		}
	})
}

func naiveSq(t *testing.T, text string) Square {
	t.Helper()
	q, _, ok := readSquare(text)
	if !ok {
		t.Fatalf("no square %q", text)
	}
	return q
}

func TestRoles(t *testing.T) {
	for _, tc := range []struct{ name, piece, want string }{
		{"warrior", "f6W", "e6 g6 e7 f7 g7"},
		{"blade", "f6B", "f7 f8"},
		{"catapult", "f6C", "e7 g7 d8 h8 c9 i9"},
		{"shield", "f6S", "f4 e5 f5 g5"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := build(t, 4, South, "S "+tc.piece)
			if got := goals(s, "f6"); got != tc.want {
				t.Errorf("South: %s, want %s", got, tc.want)
			}
			// The others see the same, a quarter turn further each.
			turned := strings.Fields(tc.want)
			for side := West; side <= East; side++ {
				q := naiveSq(t, "f6")
				for range side {
					q = q.Turned()
				}
				for i, g := range turned {
					turned[i] = naiveSq(t, g).Turned().String()
				}
				s := build(t, 4, side, sideLetters[side]+" "+q.String()+tc.piece[2:])
				got, want := strings.Fields(goals(s, q.String())), slices.Clone(turned)
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("%v: %v, want %v", side, got, want)
				}
			}
		})
	}
}

func TestWay(t *testing.T) {
	for _, tc := range []struct{ name, own, opposing, from, want string }{
		{"no piece jumps its own", "g4B g5W", "c9W", "g4", ""},
		{"no piece jumps another's", "g4B", "g5W", "g4", "g5"},
		{"catapult stops at its own", "f4C h6W", "c9W", "f4", "e5 g5 d6 c7"},
		{"catapult stops at another's", "f4C", "h6W", "f4", "e5 g5 d6 h6 c7"},
		{"shield does not jump", "g6S g5W", "c9W", "g6", "f5 h5"},
		{"shield captures behind", "g6S", "g4W", "g6", "g4 f5 g5 h5"},
		{"off the board", "a5C", "c9W", "a5", "b6 c7 d8"},
		{"missing corner stops the way", "b9C", "h9W", "b9", "a10 c10 d11 e12"},
		{"blade into a missing corner", "b9B", "h9W", "b9", "b10"},
		{"past an inner corner outwards", "c2W", "h9W", "c2", "d2 b3 c3 d3"},
		{"past an inner corner inwards", "b3S", "h9W", "b3", "c2"},
		{"past the south-east corner", "j2W", "h9W", "j2", "i2 i3 j3 k3"},
		{"and back past the south-east corner", "k3S", "h9W", "k3", "j2"},
		{"past the north-west corner", "b10W", "h9W", "b10", "a10 c10 c11"},
		{"and back past the north-west corner", "c11S", "h9W", "c11", "c9 b10 c10 d10"},
		{"past the north-east corner", "k10W", "h9W", "k10", "j10 l10 j11"},
		{"and back past the north-east corner", "j11S", "h9W", "j11", "j9 i10 j10 k10"},
		{"shield at the edge", "e1S", "h9W", "e1", ""},
		{"blade at the far edge", "e12B", "h9W", "e12", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := build(t, 2, South, "S "+tc.own, "N "+tc.opposing)
			if got := goals(s, tc.from); got != tc.want {
				t.Errorf("goals %q, want %q", got, tc.want)
			}
		})
	}
	t.Run("why not", func(t *testing.T) {
		s := build(t, 2, South, "S g4B g5W h2C i1W", "N c9W")
		refused(t, s, "g4-g6", "g5 is in the way")
		refused(t, s, "g4-g5", "Your own warrior stands on g5")
		refused(t, s, "g4-h5", "A Blade does not go from g4 to h5")
		refused(t, s, "i1-j1", "Your own castle stands on j1")
		refused(t, s, "g4-a1", "no square of the board")
	})
}

func TestCapture(t *testing.T) {
	t.Run("an opposing piece", func(t *testing.T) {
		s := build(t, 2, South, "S g4B", "N g6S c9W")
		play(t, s, "g4-g6")
		if got := s.pos.Count(North); got != 1 {
			t.Errorf("North has %d pieces", got)
		}
		if s.Result().Over {
			t.Errorf("over: %+v", s.Result())
		}
		if got := s.pos.At(naiveSq(t, "g6")); got != pieceOf(South, Blade) {
			t.Errorf("on g6 stands %08b", got)
		}
	})
	t.Run("and rotate", func(t *testing.T) {
		s := build(t, 2, South, "S g4B", "N g6S c9W")
		play(t, s, "g4-g6=W")
		if got := s.pos.At(naiveSq(t, "g6")); got != pieceOf(South, Warrior) {
			t.Errorf("on g6 stands %08b", got)
		}
	})
	t.Run("never one's own", func(t *testing.T) {
		s := build(t, 2, South, "S g4B g6W", "N c9W")
		refused(t, s, "g4-g6", "Your own warrior")
	})
}

func ranks(s *State) string {
	r := s.Result()
	out := r.Reason + ":"
	for seat := range game.Seat(s.seats) {
		out += " " + string('0'+rune(r.Rank[seat]))
	}
	return out
}

func TestEnd(t *testing.T) {
	t.Run("castle", func(t *testing.T) {
		s := build(t, 2, South, "S c10B", "N c9W")
		play(t, s, "c10-c12")
		if got, want := ranks(s), "castle: 1 2"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if s.Acting() != 0 || len(s.AppendActions(nil, 0)) != 0 {
			t.Error("somebody acts after the end")
		}
	})
	t.Run("last piece", func(t *testing.T) {
		s := build(t, 2, South, "S c8B", "N c9W")
		play(t, s, "c8-c9=S")
		if got, want := ranks(s), "last piece: 1 2"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	t.Run("any castle of four", func(t *testing.T) {
		s := build(t, 4, East, "S g5W", "W d3W", "N h8W", "E c3B")
		play(t, s, "c3-a3")
		if got, want := ranks(s), "castle: 2 2 2 1"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	t.Run("last piece of any colour of four", func(t *testing.T) {
		s := build(t, 4, West, "S g5W", "W g8B", "N h8W e5W", "E h4W d9W")
		play(t, s, "g8-h8", "e5=S", "h4-g5") // East's Warrior takes South's last piece
		if got, want := ranks(s), "last piece: 2 2 2 1"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	t.Run("a win goes before a draw", func(t *testing.T) {
		s := build(t, 2, South, "S c10B", "N c9W")
		s.limit, s.quiet = 4, 3
		play(t, s, "c10-c12")
		if got, want := ranks(s), "castle: 1 2"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
}

func TestRepetition(t *testing.T) {
	t.Run("repetition counts the start", func(t *testing.T) {
		s := Game.MustConfigure(2).New().(*State)
		dance := []string{"g2=B", "f11=B", "g2=W", "f11=W"}
		play(t, s, dance...)
		if got := s.Seen(); got != 2 {
			t.Errorf("the start was seen %d times", got)
		}
		play(t, s, dance[:3]...)
		if s.Result().Over {
			t.Fatal("over before the third time")
		}
		play(t, s, dance[3])
		if got, want := ranks(s), "repetition: 1 1"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	t.Run("repetition with four players", func(t *testing.T) {
		s := Game.MustConfigure(4).New().(*State)
		dance := []string{"g2=B", "b6=B", "f11=B", "k7=B", "g2=W", "b6=W", "f11=W", "k7=W"}
		play(t, s, dance...)
		play(t, s, dance...)
		if got, want := ranks(s), "repetition: 1 1 1 1"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	t.Run("like pieces are interchangeable", func(t *testing.T) {
		// South's two Warriors change places while North's goes through three roles.
		s := build(t, 2, South, "S f5W g5W", "N c9W")
		play(t, s, "f5-f6=S", "c9=B", "g5-f5", "c9=C", "f6-g5=W", "c9=W")
		if got := s.Seen(); got != 2 {
			t.Errorf("seen %d times, want 2", got)
		}
	})
	t.Run("roles tell positions apart", func(t *testing.T) {
		a := build(t, 2, South, "S f5W g5B", "N c9W")
		b := build(t, 2, South, "S f5B g5W", "N c9W")
		if a.Hash() == b.Hash() {
			t.Error("equal hashes")
		}
	})
	t.Run("the player to move tells positions apart", func(t *testing.T) {
		a := build(t, 2, South, "S f5W g5B", "N c9W")
		b := build(t, 2, North, "S f5W g5B", "N c9W")
		if a.Hash() == b.Hash() {
			t.Error("equal hashes")
		}
	})
	t.Run("repetition goes before quiet", func(t *testing.T) {
		s := Game.MustConfigure(2, "quiet_limit=8").New().(*State)
		dance := []string{"g2=B", "f11=B", "g2=W", "f11=W"}
		play(t, s, append(dance, dance...)...)
		if got, want := ranks(s), "repetition: 1 1"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
}

func TestQuiet(t *testing.T) {
	t.Run("quiet limit", func(t *testing.T) {
		s := Game.MustConfigure(2, "quiet_limit=3").New().(*State)
		play(t, s, "g2=B", "f11=B")
		if s.Result().Over {
			t.Fatal("over too early")
		}
		play(t, s, "g2=C")
		if got, want := ranks(s), "quiet: 1 1"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	t.Run("a capture ends the row", func(t *testing.T) {
		s := build(t, 2, North, "S g4B", "N g6S c9W")
		s.limit = 3
		play(t, s, "c9=B", "g4-g6", "c9=C", "g6=S")
		if got, _ := s.Quiet(); got != 2 || s.Result().Over {
			t.Errorf("%d quiet actions, %s", got, ranks(s))
		}
		play(t, s, "c9=W")
		if got, want := ranks(s), "quiet: 1 1"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	t.Run("quiet limit of 1 and without bound", func(t *testing.T) {
		s := Game.MustConfigure(2, "quiet_limit=1").New().(*State)
		play(t, s, "g2=B")
		if got, want := ranks(s), "quiet: 1 1"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		play(t, Game.MustConfigure(2, "quiet_limit=9223372036854775807").New().(*State), "g2=B", "f11=B")
		given, _ := Game.ReadOptions([]string{"quiet_limit=0"})
		if _, err := Game.Configure(2, given); err == nil {
			t.Error("quiet_limit=0 is allowed")
		}
	})
}

func TestLeaving(t *testing.T) {
	leave := func(t *testing.T, s *State, name string, what game.TableAction) {
		t.Helper()
		seat, _ := s.Config().SeatByName(name)
		if err := game.TryTable(s, seat, what, nil); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("taken off the board", func(t *testing.T) {
		s := Game.MustConfigure(4).New().(*State)
		play(t, s, "g2=B")
		leave(t, s, "N", game.Resign)
		if s.pos.Count(North) != 0 || s.pos.HasCastle(North) || s.pos.In(North) {
			t.Errorf("something of North is left:\n%s", s.AppendBoard(nil))
		}
		if s.Result().Over {
			t.Errorf("over: %s", ranks(s))
		}
		play(t, s, "b6=B", "k7=B", "g2=W") // West, East, South: North is skipped
	})
	t.Run("the one to move leaves", func(t *testing.T) {
		s := Game.MustConfigure(4).New().(*State)
		leave(t, s, "S", game.Timeout)
		if got, want := game.ActingText(s), "W"; got != want {
			t.Errorf("%s acts, want %s", got, want)
		}
	})
	t.Run("the last one left wins", func(t *testing.T) {
		for _, tc := range []struct {
			last game.TableAction
			want string
		}{{game.Resign, "resign: 2 2 1 2"}, {game.Timeout, "timeout: 2 2 1 2"}} {
			s := Game.MustConfigure(4).New().(*State)
			leave(t, s, "W", game.Resign)
			leave(t, s, "E", game.Resign)
			leave(t, s, "S", tc.last)
			if got := ranks(s); got != tc.want {
				t.Errorf("%s, want %s", got, tc.want)
			}
		}
	})
	t.Run("neither an action nor a capture", func(t *testing.T) {
		s := Game.MustConfigure(4, "quiet_limit=3").New().(*State)
		play(t, s, "g2=B", "b6=B")
		leave(t, s, "E", game.Resign)
		if got, _ := s.Quiet(); got != 2 || s.turn != 3 {
			t.Errorf("%d quiet actions in turn %d", got, s.turn)
		}
		play(t, s, "f11=B")
		if got, want := ranks(s), "quiet: 1 1 1 2"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	t.Run("the position after it counts for repetition", func(t *testing.T) {
		s := Game.MustConfigure(4).New().(*State)
		leave(t, s, "E", game.Resign)
		dance := []string{"g2=B", "b6=B", "f11=B", "g2=W", "b6=W", "f11=W"}
		play(t, s, append(slices.Clone(dance), dance...)...)
		if got, want := ranks(s), "repetition: 1 1 1 2"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	t.Run("two players", func(t *testing.T) {
		s := Game.MustConfigure(2).New().(*State)
		leave(t, s, "N", game.Resign) // not to move, and may
		if got, want := ranks(s), "resign: 1 2"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		s = Game.MustConfigure(2).New().(*State)
		leave(t, s, "S", game.Timeout)
		if got, want := ranks(s), "timeout: 2 1"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	t.Run("refused", func(t *testing.T) {
		s := Game.MustConfigure(4).New().(*State)
		leave(t, s, "N", game.Resign)
		for _, tc := range []struct {
			seat game.Seat
			what game.TableAction
			why  string
		}{
			{1, game.Timeout, "it is South's turn"},
			{2, game.Resign, "North has left"},
			{0, game.OfferDraw, "no agreed draws"},
			{0, game.AcceptDraw, "no agreed draws"},
			{0, 99, "no such table action"},
		} {
			if err := s.AllowsTable(tc.seat, tc.what); err == nil || !strings.Contains(err.Error(), tc.why) {
				t.Errorf("seat %d %v: %v, want %q", tc.seat, tc.what, err, tc.why)
			}
		}
		leave(t, s, "W", game.Resign)
		leave(t, s, "E", game.Resign)
		if err := s.AllowsTable(0, game.Resign); err == nil {
			t.Error("resigning after the end is allowed")
		}
	})
}
