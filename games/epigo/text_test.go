package epigo

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"atoll/game"
)

func TestImpossiblePositions(t *testing.T) {
	const (
		south = " S=c1,d1,e1,f1,b2,c2,d4"
		north = " N=a6,c8,d8,e8,f8,b7,h6"
		plan  = "epigo 2 | plan turn=9 quiet=0"
		mid   = "epigo 2 | slide turn=9 quiet=0 S=c1,d1,e1,f1,b2,c2,d5" + north
		isles = "epigo 2 variant=islanders | plan turn=9 quiet=0"
	)
	good := []string{
		"epigo 2 | deploy",
		plan + south + north,
		mid + " caught=0 round=1 step=1 orders=7N,6S,5S/2W,?,? ask=S dir=N",
		isles + " S=@,h3,a4,f4,g4,h4,-@b2 N=a6,c8,@,e8,f8,b7,h6@d3",
	}
	for _, text := range good {
		read(t, text)
	}
	for _, c := range []struct{ text, why string }{
		{"", "no \" | \""},
		{"evo 2 | deploy", "not of epigo"},
		{"epigo 3 | deploy", "for 2 players"},
		{"epigo 2 island_exit=arrow | deploy", "needs variant=islanders"},
		{"epigo 2 quiet_limit=060 | deploy", "canonical"},
		{"epigo 2 | deploy turn=1", "canonical"},
		{"epigo 2 | dance", "not one of"},
		{"epigo 2 | plan", "turn= is missing"},
		{"epigo 2 | plan turn=0 quiet=0" + south + north, "from 1"},
		{"epigo 2 | plan turn=-1 quiet=0" + south + north, "whole number"},
		{"epigo 2 | plan turn=09 quiet=0" + south + north, "canonical"},
		{"epigo 2 | plan turn=9 quiet=9" + south + north, "more quiet turns"},
		{"epigo 2 | plan turn=99 quiet=60" + south + north, "ended the game"},
		{"epigo 2 | plan turn=9 quiet=8 S=-,d1,e1,f1,b2,c2,d4" + north, "every turn was quiet"},
		{"epigo 2 | plan quiet=0 turn=9" + south + north, "canonical"},
		{plan + north + south, "canonical"},
		{plan + south + south, "twice"},
		{plan + south + " N=c1,c8,d8,e8,f8,b7,h6", "two Epigons stand on c1"},
		{plan + south + " N=a1,c8,d8,e8,f8,b7,h6", "not a square"},
		{plan + south + " N=a6,c8,d8,e8,f8,b7", "seven"},
		{plan + south + " N=@,c8,d8,e8,f8,b7,h6", "no Islands"},
		{plan + " S=-,-,-,f1,b2,c2,d4" + north, "three captures"},
		{plan + south + north + " offers=NS", "offers are"},
		{plan + south + north + " offers=", "offers are"},
		{plan + south + north + " luck=1", "no such member"},
		{plan + south + north + " over=captures:S", "not a win"},
		{plan + south + north + " over=agreed:-", "nobody offered"},
		{plan + south + north + " over=agreed:S offers=S", "no winner"},
		{plan + south + north + " over=quiet:-", "quiet"},
		{plan + south + north + " over=resign:-", "other player has won"},
		{"epigo 2 | deploy over=quiet:-", "cannot end that way"},
		{mid + " caught=0 round=1 step=1 orders=7N,6S,5S/2W,?,3E ask=S dir=N", "all unknown"},
		{mid + " caught=0 round=1 step=1 orders=7N,6S,5S/?,?,? ask=S dir=N", "unknown"},
		{mid + " caught=0 round=1 step=1 orders=7N,7S,5S/2W,?,? ask=S dir=N", "same number"},
		{mid + " caught=0 round=1 step=1 orders=7N,SLAM,5S/2W,?,? ask=S dir=N", "not an Order"},
		{mid + " caught=0 round=1 step=1 orders=7N,6S,5S/2W,?,? ask=S dir=E", "does not follow"},
		{mid + " caught=0 round=1 step=2 orders=7N,6S,5S/2W,?,? ask=S dir=N", "acts second"},
		{mid + " caught=1 round=1 step=1 orders=7N,6S,5S/2W,?,? ask=S dir=N", "took nothing"},
		{mid + " caught=0 round=4 step=1 orders=7N,6S,5S/2W,?,? ask=S dir=N", "1, 2 or 3"},
		{mid + " caught=0 round=1 step=1 orders=6N,7S,5S/2W,?,? ask=S dir=N", "cannot"},
		{strings.Replace(mid, "slide", "exit", 1) + " caught=0 round=1 step=1 orders=7N,6S,5S/2W,?,? ask=S", "not on one"},
		{strings.Replace(mid, "slide", "slam", 1) + " caught=0 round=1 step=1 orders=7N,6S,5S/2W,?,? ask=S", "without a SLAM"},
		{isles + " S=b2,h3,a4,f4,g4,h4,-@b2 N=a6,c8,@,e8,f8,b7,h6@d3", "stands on a square of an Island"},
		{isles + " S=@,@,@,@,g4,h4,-@b2 N=a6,c8,@,e8,f8,b7,h6@d3", "more than three"},
		{isles + " S=@,h3,a4,f4,g4,h4,-@b2 N=a6,c8,@,e8,f8,b7,h6@c3", "overlap"},
		{isles + " S=@,h3,a4,f4,g4,h4,-@g1 N=a6,c8,@,e8,f8,b7,h6@d3", "cannot lie"},
		{isles + " S=@,h3,a4,f4,g4,h4,- N=a6,c8,@,e8,f8,b7,h6@d3", "missing"},
		{plan + south + north + strings.Repeat("x", 2000), "at most"},
	} {
		s := core(t, quietSouth, quietNorth)
		before := *s
		err := s.UnmarshalText([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%.120s: got %v, want an error with %q", c.text, err, c.why)
		}
		if *s != before {
			t.Errorf("%.120s: the state changed on error", c.text)
		}
	}
}

func TestJSONHasWhatAClientDraws(t *testing.T) {
	s := read(t, "epigo 2 variant=islanders | slide turn=4 quiet=1 S=a4,b4,c5,-,e4,@,g4@b2 N=a6,b7,-,d6,e6,f5,g6@d7 caught=0 round=2 step=1 orders=1N,3N,SLAM/2S,1E,? ask=S dir=N")
	data, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Phase string
		Turn  int
		Round int
		Quiet int
		Board struct {
			Squares    []string
			Home       map[string][]string
			Centreline int
		}
		Epigons []struct {
			Seat   string
			Number int
			On     string
			At     *string
		}
		Captures map[string]int
		Islands  map[string]struct {
			At      string
			Squares []string
			Epigons []int
		}
		IslandPlaces map[string][]string `json:"island_places"`
		Orders       map[string][]*struct {
			Order    string
			Number   int
			Dir      *string
			Revealed bool
		}
		Offers []string
		Ask    struct {
			Seat, Kind, Dir, From, To string
			Number                    int
			Island                    bool
		}
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	check := func(ok bool, what string) {
		t.Helper()
		if !ok {
			t.Errorf("%s is wrong in %s", what, data)
		}
	}
	check(got.Phase == "slide" && got.Turn == 4 && got.Round == 2 && got.Quiet == 1, "the head")
	check(len(got.Board.Squares) == 52 && len(got.Board.Home["N"]) == 8 && got.Board.Centreline == 4, "the board")
	check(len(got.Epigons) == 14 && *got.Epigons[2].At == "c5" && got.Epigons[3].On == "captured" && got.Epigons[5].On == "island", "the Epigons")
	check(got.Captures["S"] == 1 && got.Captures["N"] == 1, "the captures")
	check(got.Islands["S"].At == "b2" && len(got.Islands["S"].Squares) == 4 && got.Islands["S"].Epigons[0] == 6, "the Islands")
	check(len(got.IslandPlaces["N"]) == 8, "the Island places")
	check(got.Orders["N"][2] == nil && got.Orders["S"][2].Dir == nil && got.Orders["S"][2].Number == 8 && !got.Orders["S"][2].Revealed, "the Orders")
	check(got.Ask.Seat == "S" && got.Ask.Kind == "slide" && got.Ask.From == "c5" && got.Ask.To == "c6" && got.Ask.Number == 3, "the question")
}

func TestWireDocumentShowsAPossiblePosition(t *testing.T) {
	// The example of docs/wire/epigo.md.
	read(t, "epigo 2 variant=islanders | slide turn=4 quiet=1 S=a4,b4,c5,-,e4,@,g4@b2 N=a6,b7,-,d6,e6,f5,g6@d7 caught=0 round=2 step=1 orders=1N,3N,SLAM/2S,1E,? ask=S dir=N")
}

func seeds(f *testing.F, add func(s *State)) {
	f.Helper()
	for i, opts := range optionSets {
		n := 0
		playRandom(f, Game.MustConfigure(2, opts...), uint64(i), true, func(s *State) {
			if n++; n%7 == 1 {
				add(s)
			}
		})
	}
}

func FuzzPositionText(f *testing.F) {
	seeds(f, func(s *State) { f.Add(s.AppendText(nil)) })
	f.Fuzz(func(t *testing.T, text []byte) {
		s := Game.MustConfigure(2).New().(*State)
		if err := s.UnmarshalText(text); err != nil {
			return
		}
		if got := s.AppendText(nil); !bytes.Equal(got, text) {
			t.Fatalf("%q comes back as %q", text, got)
		}
		if s.Hash() != s.RecomputeHash() {
			t.Fatalf("%q: hash differs", text)
		}
		// What is accepted can be shown and played on.
		s.AppendBoard(nil)
		if _, err := s.MarshalJSON(); err != nil {
			t.Fatal(err)
		}
		s.Fill(game.NewRand(1))
		r := game.NewRand(2)
		for range 8 {
			acting := s.Acting()
			if acting == 0 {
				break
			}
			var c game.Choices
			for seat := game.Seat(0); seat < 2; seat++ {
				if acting.Has(seat) {
					c[seat] = s.SampleAction(seat, r)
				}
			}
			s.Play(c, func(game.Event) {})
			s.RecomputeHash()
			if err := s.Copy().UnmarshalText(s.AppendText(nil)); err != nil {
				t.Fatalf("%q leads to %s: %v", text, s.AppendText(nil), err)
			}
		}
	})
}

func FuzzActionText(f *testing.F) {
	for _, text := range []string{
		"deploy 3 1 7 X 2 5 4 6", "deploy 3 1 7 X 2 5 4 6 @ b2", "plan 5N 3E 7S", "plan SLAM 3E 7S",
		"slide", "stop", "exit d4", "stay", "slam N", "", " ", "plan", "exit i9", "slam  N",
	} {
		f.Add(text)
	}
	states := []*State{}
	seeds(f, func(s *State) { states = append(states, s.Copy().(*State)) })
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range states {
			for seat := game.Seat(0); seat < 2; seat++ {
				a, err := s.ParseAction(seat, text)
				if err != nil {
					continue
				}
				if got := string(s.AppendAction(nil, seat, a)); got != text {
					t.Fatalf("%q comes back as %q", text, got)
				}
				if legal := s.Legal(seat, a); legal != (s.WhyNot(seat, a) == "") {
					t.Fatalf("%q: legal is %v, but why not is %q", text, legal, s.WhyNot(seat, a))
				}
			}
		}
	})
}

func FuzzJSON(f *testing.F) {
	seeds(f, func(s *State) {
		data, err := s.MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	})
	f.Add([]byte(`{"position":"epigo 2 | deploy"}`))
	f.Add([]byte(`{"position":7}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := Game.MustConfigure(2).New().(*State)
		before := *s
		if err := s.UnmarshalJSON(data); err != nil {
			if *s != before {
				t.Fatal("the state changed on error")
			}
			return
		}
		if _, err := s.MarshalJSON(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestLivelyGamesHaveEverything(t *testing.T) {
	seen := map[string]int{}
	for i, opts := range optionSets[:5] {
		cfg := Game.MustConfigure(2, opts...)
		for g := range uint64(40) {
			s := cfg.New().(*State)
			r := game.NewRand(g*31 + uint64(i))
			for s.Acting() != 0 {
				var c game.Choices
				for seat := game.Seat(0); seat < 2; seat++ {
					if s.Acting().Has(seat) {
						c[seat] = s.LivelyAction(seat, r)
					}
				}
				s.Play(c, func(e game.Event) {
					seen[e.Kind]++
					if why, ok := e.Arg("why").(string); ok {
						seen[e.Kind+" "+why]++
					}
				})
			}
			seen["end "+s.Result().Reason]++
		}
	}
	for _, what := range []string{
		"capture", "push", "slide", "stop", "block outnumbered", "block island", "block full", "enter", "leave", "stay", "slam",
		"idle", "reveal cancel", "end captures", "end quiet", "win", "draw",
	} {
		if seen[what] == 0 {
			t.Errorf("no %s in 200 lively games: %v", what, seen)
		}
	}
	t.Log(seen)
}
