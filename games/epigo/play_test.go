package epigo

import (
	"fmt"
	"testing"

	"atoll/game"
)

// optionSets are the combinations that every random test runs over.
var optionSets = [][]string{
	nil,
	{"quiet_limit=3"},
	{"variant=islanders"},
	{"variant=islanders", "island_exit=arrow"},
	{"variant=islanders", "island_priority=true"},
	{"variant=islanders", "island_exit=arrow", "island_priority=true", "quiet_limit=9223372036854775807"},
}

// playRandom plays one random game and calls visit before every step.
func playRandom(t testing.TB, cfg game.Config, seed uint64, lively bool, visit func(*State)) *State {
	t.Helper()
	s := cfg.New().(*State)
	r := game.NewRand(seed)
	for steps := 0; s.Acting() != 0; steps++ {
		if steps > 200_000 {
			t.Fatalf("game %d does not end", seed)
		}
		if visit != nil {
			visit(s)
		}
		var c game.Choices
		for seat := game.Seat(0); seat < 2; seat++ {
			if s.Acting().Has(seat) {
				if lively {
					c[seat] = s.LivelyAction(seat, r)
				} else {
					c[seat] = s.SampleAction(seat, r)
				}
				if !s.Legal(seat, c[seat]) {
					t.Fatalf("%s: %x is drawn but not legal", s.AppendText(nil), c[seat])
				}
			}
		}
		s.Play(c, nil)
	}
	if visit != nil {
		visit(s)
	}
	return s
}

func TestPositionTextComesBack(t *testing.T) {
	for _, opts := range optionSets {
		t.Run(fmt.Sprint(opts), func(t *testing.T) {
			cfg := Game.MustConfigure(2, opts...)
			for seed := range uint64(40) {
				playRandom(t, cfg, seed, seed%2 == 0, func(s *State) {
					viewers := []game.Viewer{game.TruthViewer(), game.PublicViewer(), game.SeatViewer(0), game.SeatViewer(1)}
					for _, v := range viewers {
						look := game.Look(s, v).(*State)
						text := look.AppendText(nil)
						back := Game.MustConfigure(2).New().(*State)
						if err := back.UnmarshalText(text); err != nil {
							t.Fatalf("%s: %v", text, err)
						}
						if got := back.AppendText(nil); string(got) != string(text) {
							t.Fatalf("got %s\nwant %s", got, text)
						}
						a, b := *back, *look
						a.cfg, b.cfg = nil, nil
						if a != b {
							t.Fatalf("%s: got %+v, want %+v", text, a, b)
						}
						if look.Hash() != look.RecomputeHash() {
							t.Fatalf("%s: hash differs from its recomputation", text)
						}
					}
				})
			}
		})
	}
}
