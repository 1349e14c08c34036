package epigo

import (
	"slices"
	"strings"
	"testing"

	"atoll/game"
)

// read returns the state of a position text's body, with options before " | ".
func read(t testing.TB, text string) *State {
	t.Helper()
	s := Game.MustConfigure(2).New().(*State)
	if err := s.UnmarshalText([]byte(text)); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// core returns a core position in planning, from the places of both sides.
func core(t testing.TB, south, north string) *State {
	t.Helper()
	return read(t, "epigo 2 | plan turn=9 quiet=0 S="+south+" N="+north)
}

// islandersAt returns an Islanders position in planning.
func islandersAt(t testing.TB, options, south, north string) *State {
	t.Helper()
	if options != "" {
		options = " " + options
	}
	return read(t, "epigo 2 variant=islanders"+options+" | plan turn=9 quiet=0 S="+south+" N="+north)
}

// play plays action texts: "plan …/plan …" for both, else the one who is asked.
func play(t testing.TB, s *State, steps ...string) []game.Event {
	t.Helper()
	var told []game.Event
	tell := func(e game.Event) { told = append(told, e) }
	for _, step := range steps {
		var c game.Choices
		texts := strings.Split(step, "/")
		for seat, i := game.Seat(0), 0; seat < 2; seat++ {
			if !s.Acting().Has(seat) {
				continue
			}
			if i >= len(texts) {
				t.Fatalf("%s: too few actions in %q", s.AppendText(nil), step)
			}
			a, err := game.Parse(s, seat, texts[i])
			if err != nil {
				t.Fatalf("%s: %v", s.AppendText(nil), err)
			}
			c[seat] = a
			i++
		}
		s.Play(c, tell)
	}
	return told
}

// where gives the place of an Epigon, as "S5".
func where(s *State, name string) string {
	side := strings.IndexByte(seatLetters, name[0])
	return strings.Split(string(s.pos.appendSide(nil, side)), ",")[name[1]-'1']
}

func kinds(told []game.Event) []string {
	var list []string
	for _, e := range told {
		list = append(list, e.Kind)
	}
	return list
}

func find(told []game.Event, kind string) *game.Event {
	for i := range told {
		if told[i].Kind == kind {
			return &told[i]
		}
	}
	return nil
}

// along sets up a row on rank 4 and moves its first tile, South 1, east: o is
// South's, x North's, | the edge. It returns the row afterwards.
func along(t *testing.T, row string) (after string, v verdict, lost [2]uint8) {
	t.Helper()
	from := 0
	if strings.HasSuffix(row, "|") {
		row = strings.TrimSuffix(row, "|")
		from = 8 - len(row)
	}
	var places [2][]string
	for i := range row {
		sq := squareText(Square(3*8 + from + i))
		switch row[i] {
		case 'o':
			places[0] = append(places[0], sq)
		case 'x':
			places[1] = append(places[1], sq)
		}
	}
	spare := [2][]string{{"c1", "d1", "e1", "f1", "b2", "c2", "d2"}, {"c8", "d8", "e8", "f8", "b7", "c7", "d7"}}
	for side := range 2 {
		for i := 0; len(places[side]) < 7; i++ {
			places[side] = append(places[side], spare[side][i])
		}
	}
	s := core(t, strings.Join(places[0], ","), strings.Join(places[1], ","))
	at, _ := s.pos.Square(0, 1)
	v = s.pos.look(0, at, East).verdict
	s.pos.move(0, 1, at, East)
	s.RecomputeHash() // panics if squares and sets disagree
	var b strings.Builder
	for i := range row {
		switch sq := bit(Square(3*8 + from + i)); {
		case s.pos.occ[0]&sq != 0:
			b.WriteByte('o')
		case s.pos.occ[1]&sq != 0:
			b.WriteByte('x')
		default:
			b.WriteByte('.')
		}
	}
	return b.String(), v, s.pos.lost
}

func TestRowExamples(t *testing.T) {
	for _, c := range []struct {
		name, row, after string
		verdict          verdict
		lost             [2]uint8
	}{
		{"two to two pushes", "ooxx.", ".ooxx", pushes, [2]uint8{}},
		{"one to two is blocked", "oxx.", "oxx.", outnumbered, [2]uint8{}},
		{"what stands behind does not matter", "oxxooo.", "oxxooo.", outnumbered, [2]uint8{}},
		{"two to three is blocked", "ooxxx.", "ooxxx.", outnumbered, [2]uint8{}},
		{"blocked only at the fifth tile", "oxoxx.", "oxoxx.", outnumbered, [2]uint8{}},
		{"four of these five push", "oxox.", ".oxox", pushes, [2]uint8{}},
		{"the last x leaves the board", "ooxxox|", ".ooxxo", leaves, [2]uint8{0, 1}},
		{"its own tile is pushed off", "oo|", ".o", leaves, [2]uint8{1, 0}},
		{"the x behind the gap stays", "oox.x", ".ooxx", pushes, [2]uint8{}},
		{"tiles of the same side never block", "oooooo.", ".oooooo", pushes, [2]uint8{}},
		{"a lone tile slides off", "o|", ".", leaves, [2]uint8{1, 0}},
		{"one pushes one", "ox.", ".ox", pushes, [2]uint8{}},
		{"one pushes one off", "ox|", ".o", leaves, [2]uint8{0, 1}},
		{"the count is lost before the edge", "oxx|", "oxx", outnumbered, [2]uint8{}},
		{"a free square", "o..", ".o.", slides, [2]uint8{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			after, v, lost := along(t, c.row)
			if after != c.after || v != c.verdict || lost != c.lost {
				t.Errorf("%s: got %s, verdict %d, lost %v; want %s, %d, %v", c.row, after, v, lost, c.after, c.verdict, c.lost)
			}
		})
	}
}

func TestOneOrderBlockedAtItsFifthTile(t *testing.T) {
	s := core(t, "a4,c4,c1,d1,e1,f1,b2", "b4,d4,e4,d8,e8,f8,b7")
	at, _ := s.pos.Square(0, 1)
	r := s.pos.look(0, at, East)
	if r.verdict != outnumbered || squareText(r.last) != "e4" || r.own != 2 || r.other != 3 {
		t.Errorf("got verdict %d on %s with %d:%d, want outnumbered on e4 with 2:3", r.verdict, squareText(r.last), r.own, r.other)
	}
}

func TestBoardShape(t *testing.T) {
	var b strings.Builder
	n := 0
	eachSquare(board, func(sq Square) { b.WriteString(squareText(sq) + " "); n++ })
	want := "c1 d1 e1 f1 b2 c2 d2 e2 f2 g2 a3 b3 c3 d3 e3 f3 g3 h3 a4 b4 c4 d4 e4 f4 g4 h4 " +
		"a5 b5 c5 d5 e5 f5 g5 h5 a6 b6 c6 d6 e6 f6 g6 h6 b7 c7 d7 e7 f7 g7 c8 d8 e8 f8 "
	if n != 52 || b.String() != want {
		t.Errorf("got %d squares: %s\nwant 52: %s", n, b.String(), want)
	}
	for side, row := range []string{"a4 b4 c4 d4 e4 f4 g4 h4 ", "a5 b5 c5 d5 e5 f5 g5 h5 "} {
		var got strings.Builder
		eachSquare(home[side], func(sq Square) { got.WriteString(squareText(sq) + " ") })
		if got.String() != row {
			t.Errorf("home row of %s: got %s, want %s", sideNames[side], got.String(), row)
		}
	}
}

func TestDirectionsAreAbsolute(t *testing.T) {
	for side, name := range []string{"S3", "N3"} {
		for d, want := range []string{"d6", "e5", "d4", "c5"} {
			s := core(t, "c1,d1,d5,f1,b2,c2,d2", "c8,d8,e8,f8,b7,c7,d7")
			if side == 1 {
				s = core(t, "c1,d1,e1,f1,b2,c2,d2", "c8,d8,d5,f8,b7,c7,d7")
			}
			at, _ := s.pos.Square(side, 3)
			s.pos.move(side, 3, at, Direction(d))
			if got := where(s, name); got != want {
				t.Errorf("%s to the %s: got %s, want %s", name, dirWords[d], got, want)
			}
		}
	}
}

func TestNumbersDoNotMatterForPushing(t *testing.T) {
	s := core(t, "d4,d1,e1,f1,b2,c2,d2", "c8,d8,e8,f8,-,c7,d5")
	// South 1 pushes North 7 north.
	told := play(t, s, "plan 1N 7N 6N/plan 5E 2S 4S")
	if e := find(told, "push"); e == nil || e.Seat != 0 || e.Arg("tiles") != "S1@d4 N7@d5" {
		t.Fatalf("no push of S1 against N7: %v", kinds(told))
	}
}

func TestCornersDoNotTouch(t *testing.T) {
	for _, c := range []struct {
		name, north string
		asks        bool
	}{
		{"diagonal", "e6,c8,d8,e8,f8,b7,c7", true},
		{"beside", "e5,c8,d8,e8,f8,b7,c7", false},
		{"behind the second square", "d7,c8,d8,e8,f8,b7,c7", true},
		{"on the second square", "d6,c8,d8,e8,f8,b7,c7", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := core(t, "c1,d1,e1,f1,b2,c2,d4", c.north)
			play(t, s, "plan 7N 2S 3S/plan 2N 3N 4N")
			// South 7 acts first and slides to d5.
			if got := s.phase == superSlide && s.asked == 0; got != c.asks {
				t.Errorf("super slide offered: got %v, want %v (%s)", got, c.asks, s.AppendText(nil))
			}
		})
	}
}

func TestSuperSlideIsNotOfferedOffTheBoard(t *testing.T) {
	// South 7 slides from g4 to h4: the second square would be off the board.
	s := core(t, "c1,d1,e1,f1,b2,c2,g4", "c8,d8,e8,f8,b7,c7,d7")
	play(t, s, "plan 7E 1N 2N/plan 6N 5S 4S")
	for s.phase == superSlide {
		if s.order().Number() == 7 {
			t.Fatalf("a super slide off the board is offered: %s", s.AppendText(nil))
		}
		play(t, s, "stop")
	}
	if got := where(s, "S7"); got != "h4" {
		t.Errorf("got South 7 on %s, want h4", got)
	}
}

func TestSuperSlideNeverPushes(t *testing.T) {
	// The second square holds an Epigon of the same side.
	s := core(t, "c1,d1,e1,f1,b2,f4,d4", "c8,d8,e8,f8,b7,c7,d7")
	play(t, s, "plan 7E 1E 2W/plan 6N 5N 4N")
	if s.phase == superSlide && s.order().Number() == 7 {
		t.Fatalf("a super slide onto an Epigon of the same side is offered: %s", s.AppendText(nil))
	}
	if got := where(s, "S7"); got != "e4" {
		t.Errorf("got South 7 on %s, want e4", got)
	}
}

func TestSuperSlideChoice(t *testing.T) {
	for _, c := range []struct{ choice, at string }{{"slide", "d6"}, {"stop", "d5"}} {
		s := core(t, "c1,d1,e1,f1,b2,c2,d4", "a6,c8,d8,e8,f8,b7,h6")
		play(t, s, "plan 7N 6S 5S/plan 2W 1W 3W")
		if s.phase != superSlide || s.asked != 0 {
			t.Fatalf("no super slide is offered: %s", s.AppendText(nil))
		}
		var list []string
		for _, a := range s.AppendActions(nil, 0) {
			list = append(list, string(s.AppendAction(nil, 0, a)))
		}
		if !slices.Equal(list, []string{"stop", "slide"}) {
			t.Errorf("got %v, want stop and slide", list)
		}
		play(t, s, c.choice)
		if got := where(s, "S7"); got != c.at {
			t.Errorf("%s: got South 7 on %s, want %s", c.choice, got, c.at)
		}
		if s.phase == superSlide && s.order().Number() == 7 {
			t.Errorf("%s: a third slide is offered", c.choice)
		}
	}
}
