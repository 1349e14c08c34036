package conqueror

import (
	"testing"

	"atoll/game"
)

func fuzzSeeds(f *testing.F) []string {
	r := game.NewRand(9)
	var texts []string
	for range 4 {
		n := 0
		playOut(f, r, func(s *State) {
			if n++; n%25 == 1 {
				texts = append(texts, string(s.AppendText(nil)))
			}
		})
	}
	return texts
}

// A position that is read must be written the same, be playable to its end and
// refuse nothing that it lists.
func FuzzPositionText(f *testing.F) {
	for _, text := range fuzzSeeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := newState(Game.MustConfigure(2))
		if s.UnmarshalText([]byte(text)) != nil {
			return
		}
		if got := string(s.AppendText(nil)); got != text {
			t.Fatalf("%q is written %q", text, got)
		}
		data, err := s.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := newState(Game.MustConfigure(2)).UnmarshalJSON(data); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		s.AppendBoard(nil)
		r := game.NewRand(1)
		for step := 0; s.Acting() != 0; step++ {
			if step > 20000 {
				t.Fatalf("%q does not end", text)
			}
			p := s.Acting().First()
			if p == game.Nature {
				if err := game.Try(s, p, game.Draw(s, r), nil); err != nil {
					t.Fatal(err)
				}
				continue
			}
			a, _ := game.Sample(s, p, r, nil)
			if !s.Legal(p, a) {
				t.Fatalf("%q: %x is listed and not legal", s.AppendText(nil), uint64(a))
			}
			s.Play(game.Choose(p, a), nil)
			if err := newState(s.Config()).UnmarshalText(s.AppendText(nil)); err != nil {
				t.Fatalf("from %q to %q: %v", text, s.AppendText(nil), err)
			}
		}
	})
}

func FuzzActionText(f *testing.F) {
	for _, text := range []string{"order B A C", "roll 4", "tie c5 A6,2 B5,6", "start a1", "move c3", "pass", "tie c5 A1 B2"} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, chance bool) {
		s, p := newState(Game.MustConfigure(3)), game.Seat(0)
		if chance {
			p = game.Nature
		}
		a, err := s.ParseAction(p, text)
		if err != nil {
			return
		}
		if got := string(s.AppendAction(nil, p, a)); got != text {
			t.Fatalf("%q is written %q", text, got)
		}
		if !s.Legal(p, a) && s.WhyNot(p, a) == "" {
			t.Fatalf("%q: no reason", text)
		}
	})
}

func FuzzLayout(f *testing.F) {
	s := newState(Game.MustConfigure(2, "layout=custom"))
	for seed := range uint64(4) {
		f.Add(s.DrawBulk(game.NewRand(seed)))
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := newState(Game.MustConfigure(2, "layout=custom"))
		if s.PlayBulk(text, nil) != nil {
			return
		}
		if err := newState(Game.MustConfigure(2)).UnmarshalText(s.AppendText(nil)); err != nil {
			t.Fatalf("%q gives %q: %v", text, s.AppendText(nil), err)
		}
		if s.board.corners == 0 || s.board.islands != 16 {
			t.Fatalf("%q has no corner", text)
		}
	})
}

func FuzzJSON(f *testing.F) {
	for _, text := range fuzzSeeds(f)[:6] {
		s := newState(Game.MustConfigure(2))
		if err := s.UnmarshalText([]byte(text)); err != nil {
			f.Fatal(err)
		}
		data, _ := s.MarshalJSON()
		f.Add(data)
	}
	f.Add([]byte(`{"position":"conqueror 2 | basic | - | order | 0 | - - | . . . . . . . . . . . . . . . ."}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newState(Game.MustConfigure(2))
		if s.UnmarshalJSON(data) != nil {
			return
		}
		again, err := s.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := newState(Game.MustConfigure(2)).UnmarshalJSON(again); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzSecondReading compares the rules with their naive reading.
func FuzzSecondReading(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { compareWithNaive(t, game.NewRand(seed)) })
}
