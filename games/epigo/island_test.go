package epigo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"atoll/game"
)

func actionTexts(s *State, seat game.Seat) []string {
	var list []string
	for _, a := range s.AppendActions(nil, seat) {
		list = append(list, string(s.AppendAction(nil, seat, a)))
	}
	return list
}

func TestIslandOptionsNeedTheVariant(t *testing.T) {
	for _, bad := range []string{"island_exit=any", "island_exit=arrow", "island_priority=false", "island_priority=true"} {
		given, err := Game.ReadOptions([]string{bad})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Game.Configure(2, given); err == nil || !strings.Contains(err.Error(), "needs variant=islanders") {
			t.Errorf("%s without the variant: got %v", bad, err)
		}
	}
}

func TestIslandPlaces(t *testing.T) {
	if got := squaresText(places[0]); got != "c1, d1, e1, b2, c2, d2, e2, f2" {
		t.Errorf("South: got %s", got)
	}
	if got := squaresText(places[1]); got != "b6, c6, d6, e6, f6, c7, d7, e7" {
		t.Errorf("North: got %s", got)
	}
}

func TestIslandsAreDeployedInTheSameStep(t *testing.T) {
	s := Game.MustConfigure(2, "variant=islanders").New().(*State)
	play(t, s, "deploy 1 2 3 4 5 6 7 X @ b2/deploy 1 2 3 4 5 6 7 X @ e7")
	want := "epigo 2 variant=islanders | plan turn=1 quiet=0 S=a4,b4,c4,d4,e4,f4,g4@b2 N=a5,b5,c5,d5,e5,f5,g5@e7"
	if got := string(s.AppendText(nil)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The Island squares of b2 are b2 c2 b3 c3.
func TestEnteringAnIsland(t *testing.T) {
	for _, c := range []struct {
		name, south, north string
		side, n            int
		d                  Direction
		verdict            verdict
		after              string // places of the mover's side
	}{
		{"an Epigon of the owner slides on", "b4,d1,e1,f1,f2,d2,e2@b2", "c8,d8,e8,f8,b7,c7,d7@e6", 0, 1, South, enters, "@,d1,e1,f1,f2,d2,e2@b2"},
		{"from the side", "d3,d1,e1,f1,f2,d2,e2@b2", "c8,d8,e8,f8,b7,c7,d7@e6", 0, 1, West, enters, "@,d1,e1,f1,f2,d2,e2@b2"},
		{"an opponent is blocked", "b5,d1,e1,f1,f2,d2,e2@b2", "b4,d8,e8,f8,b7,c7,d7@e6", 1, 1, South, barred, "b4,d8,e8,f8,b7,c7,d7@e6"},
		{"a fourth of the owner is blocked", "b4,@,@,@,f2,d2,e2@b2", "c8,d8,e8,f8,b7,c7,d7@e6", 0, 1, South, full, "b4,@,@,@,f2,d2,e2@b2"},
		{"a third one enters", "b4,@,@,f1,f2,d2,e2@b2", "c8,d8,e8,f8,b7,c7,d7@e6", 0, 1, South, enters, "@,@,@,f1,f2,d2,e2@b2"},
		{"a row of the owner pushes its last tile on", "b5,b4,e1,f1,f2,d2,e2@b2", "c8,d8,e8,f8,b7,c7,d7@e6", 0, 1, South, enters, "b4,@,e1,f1,f2,d2,e2@b2"},
		{"an opponent pushes a tile of the owner on", "b4,d1,e1,f1,f2,d2,e2@b2", "b5,d8,e8,f8,b7,c7,d7@e6", 1, 1, South, enters, "b4,d8,e8,f8,b7,c7,d7@e6"},
		{"a row that ends in an opponent is blocked", "b5,d1,e1,f1,f2,d2,e2@b2", "b4,d8,e8,f8,b7,c7,d7@e6", 0, 1, South, barred, "b5,d1,e1,f1,f2,d2,e2@b2"},
		{"an opponent's row with a tile of the owner last", "b4,d1,e1,f1,f2,d2,e2@b2", "b6,b5,e8,f8,b7,c7,d7@e6", 1, 1, South, enters, "b5,b4,e8,f8,b7,c7,d7@e6"},
		{"the count still blocks", "b5,d1,e1,f1,f2,d2,e2@b2", "b4,d8,e8,f8,b7,c7,d7@e6", 0, 1, South, barred, "b5,d1,e1,f1,f2,d2,e2@b2"},
		{"a full Island stops a push", "b5,b4,@,@,@,d2,e2@b2", "c8,d8,e8,f8,b7,c7,d7@e6", 0, 1, South, full, "b5,b4,@,@,@,d2,e2@b2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := islandersAt(t, "", c.south, c.north)
			at, _ := s.pos.Square(c.side, c.n)
			if v := s.pos.look(c.side, at, c.d).verdict; v != c.verdict {
				t.Errorf("got verdict %d, want %d", v, c.verdict)
			}
			if s.pos.move(c.side, c.n, at, c.d) {
				t.Error("a super slide is offered after entering or a block")
			}
			s.RecomputeHash()
			if got := string(s.pos.appendSide(nil, c.side)); got != c.after {
				t.Errorf("got %s, want %s", got, c.after)
			}
		})
	}
}

func TestOpponentPushesOwnTileOntoItsIsland(t *testing.T) {
	s := islandersAt(t, "", "b4,d1,e1,f1,f2,d2,e2@b2", "b5,d8,e8,f8,b7,c7,d7@e6")
	at, _ := s.pos.Square(1, 1)
	s.pos.move(1, 1, at, South)
	if !s.pos.OnIsland(0, 1) || s.pos.held[0] != 1 {
		t.Errorf("South 1 is not on its Island: %s", s.AppendText(nil))
	}
}

func TestBlockEventsNameTheIsland(t *testing.T) {
	// North 7 wants onto South's Island.
	s := islandersAt(t, "", "h3,d1,e1,f1,f2,-,e2@b2", "c8,d8,e8,f8,-,c7,b4@e6")
	told := play(t, s, "plan 6N 2W 3S/plan 7S 2N 3N")
	e := find(told, "block")
	if e == nil || e.Seat != 1 || e.Arg("why") != "island" || e.Arg("at") != "b3" {
		t.Errorf("got %v %+v, want North 7 blocked by the Island on b3", kinds(told), e)
	}
	s = islandersAt(t, "", "b4,@,@,@,f2,-,e2@b2", "c8,d8,e8,f8,-,c7,h4@e6")
	told = play(t, s, "plan 1S 2W 3S/plan 5S 2N 3N")
	if e := find(told, "block"); e == nil || e.Arg("why") != "full" {
		t.Errorf("got %v %+v, want South 1 blocked by its full Island", kinds(told), e)
	}
}

func TestSuperSlideSecondStepMayEnter(t *testing.T) {
	s := islandersAt(t, "", "b5,d1,e1,f1,f2,d2,e2@b2", "c8,d8,e8,f8,-,c7,d7@e6")
	play(t, s, "plan 1S 2S 3S/plan 5S 2N 3N")
	if s.phase != superSlide || where(s, "S1") != "b4" {
		t.Fatalf("no super slide onto the Island is offered: %s", s.AppendText(nil))
	}
	told := play(t, s, "slide")
	if !s.pos.OnIsland(0, 1) || told[0].Kind != "enter" {
		t.Errorf("got %s, %v", s.AppendText(nil), kinds(told))
	}
	// Onto a full Island, or the other player's, it is not offered.
	for _, sides := range [][2]string{
		{"b5,@,@,@,f2,d2,e2@b2", "c8,d8,e8,f8,-,c7,d7@e6"},
		{"b5,d1,e1,f1,f2,d2,e2@d2", "c8,d8,e8,f8,-,c7,d7@b2"},
	} {
		sides[0] = strings.Replace(sides[0], ",d2,e2@d2", ",g2,g3@d2", 1)
		s := islandersAt(t, "", strings.Replace(sides[0], "d1,e1,f1,f2", "h3,h4,h5,h6", 1), sides[1])
		play(t, s, "plan 1S 7N 6N/plan 5S 2N 3N")
		if s.phase == superSlide && s.order().Number() == 1 {
			t.Errorf("a super slide onto a closed Island is offered: %s", s.AppendText(nil))
		}
	}
}

func TestAnEpigonOnItsIslandTouchesNobody(t *testing.T) {
	// North 7 slides to b4, next to South's Island with South 1 on it.
	s := islandersAt(t, "", "@,d1,e1,f1,f2,d2,e2@b2", "c8,d8,e8,f8,b7,c7,a4@e6")
	play(t, s, "plan 2N 3N 4N/plan 7E 2N 3N")
	if s.phase != superSlide || s.asked != 1 {
		t.Errorf("no super slide is offered: %s", s.AppendText(nil))
	}
}

func TestLeavingAnIsland(t *testing.T) {
	at := func(options, south, north string) *State {
		s := islandersAt(t, options, south, north)
		play(t, s, "plan 1E 2N 3N/plan 5S 2N 3N")
		if s.phase != exiting || s.asked != 0 {
			t.Fatalf("South 1 is not asked: %s", s.AppendText(nil))
		}
		return s
	}
	t.Run("any side", func(t *testing.T) {
		s := at("", "@,d1,e1,f1,f2,h3,h4@b2", "c8,d8,e8,f8,-,c7,d7@e6")
		want := []string{"stay", "exit c1", "exit d2", "exit a3", "exit d3", "exit b4", "exit c4"}
		if got := actionTexts(s, 0); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("the arrow's side", func(t *testing.T) {
		s := at("island_exit=arrow", "@,d1,e1,f1,f2,h3,h4@b2", "c8,d8,e8,f8,-,c7,d7@e6")
		want := []string{"stay", "exit d2", "exit d3"}
		if got := actionTexts(s, 0); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		if why := s.WhyNot(0, actExit|game.Action(25)); !strings.Contains(why, "points east") {
			t.Errorf("got %q", why)
		}
	})
	t.Run("blocked exits are not offered", func(t *testing.T) {
		// East over d3: two North Epigons in a row. South over c1 pushes one of its own
		// off; allowed.
		s := at("", "@,c1,e1,f1,f2,h6,h4@b2", "d3,e3,e8,f8,-,c7,d7@e6")
		want := []string{"stay", "exit c1", "exit d2", "exit a3", "exit b4", "exit c4"}
		if got := actionTexts(s, 0); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		if why := s.WhyNot(0, actExit|19); !strings.Contains(why, "on e3 it is 1:2") {
			t.Errorf("got %q", why)
		}
		if why := s.WhyNot(0, actExit|63); !strings.Contains(why, "not next to") {
			t.Errorf("got %q", why)
		}
	})
	t.Run("exit squares off the board are not offered", func(t *testing.T) {
		s := at("", "@,h5,e1,f1,f2,h3,h4@c1", "c8,d8,e8,f8,-,c7,d7@e6")
		want := []string{"stay", "exit e1", "exit b2", "exit e2", "exit c3", "exit d3"}
		if got := actionTexts(s, 0); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("into the other Island", func(t *testing.T) {
		s := at("", "@,h5,e1,f1,f2,h3,h4@b2", "c8,d8,e8,f8,-,c7,d7@d3")
		if got := actionTexts(s, 0); slices.Contains(got, "exit d3") {
			t.Errorf("got %v: d3 is North's Island", got)
		}
		if why := s.WhyNot(0, actExit|19); !strings.Contains(why, "other player's Island") {
			t.Errorf("got %q", why)
		}
	})
	t.Run("stay", func(t *testing.T) {
		s := at("", "@,d1,e1,f1,f2,h3,h4@b2", "c8,d8,e8,f8,-,c7,d7@e6")
		play(t, s, "stay")
		if !s.pos.OnIsland(0, 1) {
			t.Errorf("got %s", s.AppendText(nil))
		}
	})
	t.Run("slide and super slide", func(t *testing.T) {
		s := at("", "@,d1,e1,f1,f2,h3,h4@b2", "c8,d8,e8,f8,-,c7,d7@e6")
		told := play(t, s, "exit b4")
		if got := kinds(told); !slices.Equal(got, []string{"leave", "slide"}) {
			t.Errorf("got %v", got)
		}
		if s.phase != superSlide || s.dir != North || where(s, "S1") != "b4" {
			t.Fatalf("no super slide north: %s", s.AppendText(nil))
		}
		play(t, s, "slide")
		if got := where(s, "S1"); got != "b5" {
			t.Errorf("got %s, want b5", got)
		}
	})
	t.Run("push and capture", func(t *testing.T) {
		s := at("", "@,d1,e1,f1,f2,h6,h4@b2", "a3,d8,e8,f8,-,c7,d7@e6")
		told := play(t, s, "exit a3")
		if got := kinds(told)[:3]; !slices.Equal(got, []string{"leave", "push", "capture"}) {
			t.Errorf("got %v", got)
		}
		if s.pos.lost[1] != 2 || where(s, "S1") != "a3" || s.pos.held[0] != 0 {
			t.Errorf("got %s", s.AppendText(nil))
		}
	})
}

func TestStayIsRecordedEvenAlone(t *testing.T) {
	// South's Island in the corner region with every exit blocked by pairs.
	s := islandersAt(t, "island_exit=arrow", "@,d1,e1,f1,f2,h6,h4@b2", "d2,e2,d3,e3,-,c7,d7@e6")
	play(t, s, "plan 1E 2N 3N/plan 5S 2N 3N")
	if got := actionTexts(s, 0); !slices.Equal(got, []string{"stay"}) || s.Acting() != 1 {
		t.Errorf("got %v, want the decision with stay alone", got)
	}
}

func TestOnIslandIsJudgedWhenTheOrderActs(t *testing.T) {
	// North 7 pushes South 1 from b4 onto its Island; then South 1's Order acts.
	s := islandersAt(t, "", "b4,d1,e1,f1,f2,h3,h4@b2", "c8,d8,e8,f8,-,c7,b5@e6")
	play(t, s, "plan 1N 7E 6E/plan 7S 2N 3N")
	if s.phase != exiting || s.asked != 0 || s.step != 2 {
		t.Errorf("South 1 is not asked to leave: %s", s.AppendText(nil))
	}
}

func TestAnEpigonOnItsIslandIsNotCountedOrPushed(t *testing.T) {
	// A row of North against South's Island with three on it ends there.
	s := islandersAt(t, "", "@,@,@,f1,f2,h3,h4@b2", "d3,e3,e8,f8,-,c7,d7@e6")
	at, _ := s.pos.Square(1, 2)
	if v := s.pos.look(1, at, West); v.verdict != barred || v.own != 2 || v.other != 0 {
		t.Errorf("got %+v, want barred with 2:0", v)
	}
}

func TestSlam(t *testing.T) {
	at := func(south, north string) *State {
		s := islandersAt(t, "", south, north)
		play(t, s, "plan SLAM 7E 6E/plan 5S 2N 3N")
		if s.phase != slamming || s.asked != 0 || s.step != 1 {
			t.Fatalf("South does not SLAM first: %s", s.AppendText(nil))
		}
		return s
	}
	for _, c := range []struct {
		name, south, north string
		want               []string
	}{
		{"free", "@,@,e1,f1,f2,h3,h4@c2", "c8,d8,e8,f8,-,c7,d7@e6", []string{"stay", "slam N", "slam E", "slam S", "slam W"}},
		{"an Epigon of the same side is in the way", "@,d4,e1,f1,f2,h3,h4@c2", "c8,d8,e8,f8,-,c7,d7@e6", []string{"stay", "slam E", "slam S", "slam W"}},
		{"an opponent is in the way", "@,h6,e1,f1,f2,h3,h4@c2", "b2,d8,e8,f8,-,c7,d7@e6", []string{"stay", "slam N", "slam E", "slam S"}},
		{"the edge", "@,h6,h5,f1,f2,h3,h4@b2", "c8,d8,e8,f8,-,c7,d7@e6", []string{"stay", "slam N", "slam E"}},
		{"the other Island", "@,h6,e1,f1,f2,h3,h4@c2", "c8,d8,e8,f8,-,c7,d7@e3", []string{"stay", "slam N", "slam S", "slam W"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := at(c.south, c.north)
			if got := actionTexts(s, 0); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
	t.Run("all on it move along", func(t *testing.T) {
		s := at("@,@,e1,f1,f2,h3,h4@c2", "c8,d8,e8,f8,-,c7,d7@e6")
		play(t, s, "slam N")
		if got, _ := s.pos.Island(0); squareText(got) != "c3" || s.pos.held[0] != 2 {
			t.Errorf("got %s", s.AppendText(nil))
		}
	})
	t.Run("stay", func(t *testing.T) {
		s := at("@,@,e1,f1,f2,h3,h4@c2", "c8,d8,e8,f8,-,c7,d7@e6")
		told := play(t, s, "stay")
		if got, _ := s.pos.Island(0); squareText(got) != "c2" || told[0].Kind != "stay" {
			t.Errorf("got %s", s.AppendText(nil))
		}
	})
	t.Run("reasons", func(t *testing.T) {
		for _, c := range []struct {
			south, north, why string
			d                 Direction
		}{
			{"@,h6,h5,f1,f2,h3,h4@b2", "c8,d8,e8,f8,-,c7,d7@e6", "leave the board", West},
			{"@,d4,e1,f1,f2,h3,h4@c2", "c8,d8,e8,f8,-,c7,d7@e6", "d4 holds one", North},
			{"@,h6,e1,f1,f2,h3,h4@c2", "c8,d8,e8,f8,-,c7,d7@e3", "other Island", East},
		} {
			s := at(c.south, c.north)
			if why := s.WhyNot(0, actSlam|game.Action(c.d)); !strings.Contains(why, c.why) {
				t.Errorf("got %q, want %q", why, c.why)
			}
		}
	})
}

func TestSlamAnywhereOnTheBoard(t *testing.T) {
	s := islandersAt(t, "", "@,h6,e1,f1,f2,h3,h4@c4", "c8,d8,e8,f8,-,c7,d7@e6")
	play(t, s, "plan SLAM 7E 6E/plan 5S 2N 3N", "slam N")
	if got, _ := s.pos.Island(0); squareText(got) != "c5" {
		t.Errorf("South's Island does not cross the centreline: %s", s.AppendText(nil))
	}
}

func TestSlamHasPriorityEightAndTwoCancel(t *testing.T) {
	s := islandersAt(t, "", "@,h6,e1,f1,f2,h3,h4@c2", "c8,d8,e8,f8,b7,c7,d7@e5")
	told := play(t, s, "plan SLAM 7E 6E/plan 7E 2N 3N")
	if e := find(told, "reveal"); e.Arg("first") != "S" {
		t.Errorf("SLAM does not act before a 7: %+v", e)
	}
	s = islandersAt(t, "", "@,h6,e1,f1,f2,h3,h4@c2", "c8,d8,e8,f8,b7,c7,d7@e5")
	told = play(t, s, "plan SLAM 7E 6E/plan SLAM 7N 6N")
	if e := find(told, "reveal"); e.Arg("why") != "cancel" || find(told, "slam") != nil {
		t.Errorf("two SLAMs do not cancel: %+v", e)
	}
}

func TestIslandPriority(t *testing.T) {
	for _, c := range []struct {
		option       bool
		mine, theirs string
		first        string
	}{
		{true, "3N", "3S", "S"},
		{true, "3N", "4S", ""},
		{true, "7N", "SLAM", ""},
		{true, "6N", "7S", ""},
		{true, "2N", "2S", "S"},
		{false, "3N", "3S", ""},
		{false, "3N", "4S", "N"},
		{false, "7N", "SLAM", "N"},
		{true, "4N", "4S", ""}, // South's 4 is captured: no +1
		{true, "4N", "5S", "N"},
	} {
		t.Run(fmt.Sprint(c.option, c.mine, c.theirs), func(t *testing.T) {
			options := ""
			if c.option {
				options = "island_priority=true"
			}
			on := [7]string{"c1", "d1", "e1", "-", "h5", "h3", "h4"}
			if n := c.mine[0] - '1'; on[n] != "-" {
				on[n] = "@"
			}
			s := islandersAt(t, options, strings.Join(on[:], ",")+"@b2", "c8,d8,e8,f8,b7,c7,d7@e5")
			rest := []string{"1N", "5N", "6N"}
			rest = slices.DeleteFunc(rest, func(o string) bool { return o[0] == c.mine[0] || o[0] == c.theirs[0] })
			plans := "plan " + c.mine + " " + rest[0] + " " + rest[1] + "/plan " + c.theirs + " " + rest[0] + " " + rest[1]
			told := play(t, s, plans)
			if e := find(told, "reveal"); e.Arg("first") != c.first {
				t.Errorf("%s: got first %q, want %q", plans, e.Arg("first"), c.first)
			}
		})
	}
}
