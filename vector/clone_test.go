package vector_test

import (
	"bytes"
	"reflect"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/vector"
)

// A clone goes on exactly as its original would, and neither moves the other.
func TestClonesGoTheirOwnWay(t *testing.T) {
	for _, g := range games.All() {
		e := open(t, g.MustConfigure(g.Players[0]), 4, 3, 1, vector.Share)
		b, c, r, letters := buffers(e), buffers(e), game.NewRand(1), make([]int32, 4)
		if err := e.Look(b); err != nil {
			t.Fatal(err)
		}
		for range 25 {
			pick(letters, b, r)
			if err := e.Step(letters, b); err != nil {
				t.Fatal(err)
			}
		}
		twin, err := e.Clone()
		if err != nil {
			t.Fatal(err)
		}
		for n := range 60 {
			if err := twin.Look(c); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(b, c) {
				t.Fatalf("%s: another game %d steps after the clone", g.ID, n)
			}
			pick(letters, b, r)
			if err := twin.Step(letters, c); err != nil {
				t.Fatal(err)
			}
			kept := *b
			if err := e.Look(b); err != nil || !reflect.DeepEqual(kept, *b) {
				t.Fatalf("%s: a step of the clone moved the original (%v)", g.ID, err)
			}
			if err := e.Step(letters, b); err != nil {
				t.Fatal(err)
			}
		}
		_ = twin.Close()
		if _, err := twin.Clone(); err == nil {
			t.Error("closed games were cloned")
		}
	}
}

// Whoever's knowledge is kept, that seat sees and reads the same as before.
func TestResamplingForAnySeat(t *testing.T) {
	for _, g := range games.All() {
		for _, players := range g.Players {
			e := open(t, g.MustConfigure(players), 3, 5, 1, vector.Share)
			b, r, letters := buffers(e), game.NewRand(2), make([]int32, 3)
			if err := e.Look(b); err != nil {
				t.Fatal(err)
			}
			for step := range 60 {
				seat := game.Seat(step % players)
				know := func() (seen []byte, texts []string) {
					seen = make([]byte, 3*e.Space().Size())
					if err := e.Observe(seat, seen); err != nil {
						t.Fatal(err)
					}
					for i := range 3 {
						text, err := e.Text(i, seat)
						if err != nil {
							t.Fatal(err)
						}
						texts = append(texts, text)
					}
					return seen, texts
				}
				seen, texts := know()
				if err := e.ResampleFor(seat, uint64(step)); err != nil {
					t.Fatal(err)
				}
				if now, read := know(); !bytes.Equal(seen, now) || !reflect.DeepEqual(texts, read) {
					t.Fatalf("%s %d, step %d: seat %d notices\n%v\n%v", g.ID, players, step, seat, texts, read)
				}
				if err := e.Look(b); err != nil {
					t.Fatal(err)
				}
				pick(letters, b, r)
				if err := e.Step(letters, b); err != nil {
					t.Fatal(err)
				}
			}
			if err := e.ResampleFor(game.Seat(players), 1); err == nil {
				t.Errorf("%s: a seat that is not there", g.ID)
			}
			if _, err := e.Text(3, 0); err == nil {
				t.Errorf("%s: a game that is not there", g.ID)
			}
		}
	}
}
