package conqueror

import (
	"slices"
	"testing"

	"atoll/game"
)

var allOptions = [][2]string{
	{"layout=basic", "layout=custom"},
	{"coins=even", "coins=12"},
	{"last_tile=landing", "last_tile=turn"},
	{"unfinished=most_coins", "unfinished=dice"},
	{"tiebreak=last_claim", "tiebreak=dice"},
	{"forfeit=keep_score", "forfeit=out"},
}

// randomConfig draws a number of players and every option.
func randomConfig(r *game.Rand) game.Config {
	var options []string
	for _, pair := range allOptions {
		option := pair[r.Intn(2)]
		if option == "tiebreak=dice" && slices.Contains(options, "unfinished=dice") {
			continue // refused together
		}
		options = append(options, option)
	}
	return Game.MustConfigure(2+r.Intn(3), options...)
}

// playOut plays a game to its end, now uniformly, now with purpose, with rare
// resignations, and calls look before every step and at the end.
func playOut(t testing.TB, r *game.Rand, look func(s *State)) *State {
	t.Helper()
	s := newState(randomConfig(r))
	lively := r.Intn(2) == 0
	for step := 0; s.Acting() != 0; step++ {
		if step > 20000 {
			t.Fatalf("the game does not end: %s", s.AppendText(nil))
		}
		look(s)
		p := s.Acting().First()
		switch {
		case p == game.Nature:
			if err := game.Try(s, p, game.Draw(s, r), nil); err != nil {
				t.Fatal(err)
			}
		case r.Intn(300) == 0:
			q := game.Seat(r.Intn(s.Seats()))
			if s.AllowsTable(q, game.Resign) == nil {
				s.Table(q, game.Resign, nil)
			}
		case lively:
			s.Play(game.Choose(p, s.LivelyAction(p, r)), nil)
		default:
			a, _ := game.Sample(s, p, r, nil)
			s.Play(game.Choose(p, a), nil)
		}
	}
	look(s)
	return s
}

func TestPositionTextHoldsEverything(t *testing.T) {
	r := game.NewRand(1)
	for range 300 {
		playOut(t, r, func(s *State) {
			text := s.AppendText(nil)
			c := newState(s.Config())
			if err := c.UnmarshalText(text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if c.Position != s.Position || c.Hash() != s.Hash() {
				t.Fatalf("%s: read back as\n%+v, want\n%+v", text, c.Position, s.Position)
			}
		})
	}
}

// All endings and the rarer beats of the game must occur in purposeful play, or
// records made of it would test nothing.
func TestLivelyPlayReachesEveryEnding(t *testing.T) {
	r := game.NewRand(2)
	ends := map[string]int{}
	for range 1500 {
		ends[playOut(t, r, func(*State) {}).Result().Reason]++
	}
	for _, reason := range []string{"islands", "last one in", "stuck", "coins", "resign"} {
		if ends[reason] == 0 {
			t.Errorf("no game ended with %q: %v", reason, ends)
		}
	}
}
