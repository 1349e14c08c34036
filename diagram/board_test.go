package diagram

import (
	"bytes"
	"fmt"
	"testing"

	"atoll/draw"
	"atoll/game"
	"atoll/games"
)

// walk plays a game with lively moves and calls f at every step.
func walk(t *testing.T, cfg game.Config, seed uint64, f func(step int, st game.State)) {
	t.Helper()
	st, r := cfg.New(), game.NewRand(seed)
	for i := 0; i < 400; i++ {
		f(i, st)
		acting := st.Acting()
		if acting == 0 {
			return
		}
		if acting == game.Only(game.Nature) {
			if err := game.Try(st, game.Nature, game.Draw(st, r), nil); err != nil {
				t.Fatal(err)
			}
			continue
		}
		var c game.Choices
		for s := range game.Nature {
			if acting.Has(s) {
				c[s] = st.(game.Lively).LivelyAction(s, r)
			}
		}
		st.Play(c, nil)
	}
}

func svgOf(t *testing.T, st, before game.State) string {
	t.Helper()
	b, ok := Board(st, before)
	if !ok {
		t.Fatalf("%s has no drawing", st.Config())
	}
	if !(b.W > 100 && b.H > 100) {
		t.Fatalf("%s is drawn %g by %g", st.Config(), b.W, b.H)
	}
	var c draw.Canvas
	c.Fit(b, 0, 0, 100, 100)
	return c.String()
}

// Every stage of every game has a picture, and worlds that a spectator cannot tell
// apart have the same one.
func TestBoardsTellNoSecret(t *testing.T) {
	for _, g := range games.All() {
		for _, players := range g.Players {
			t.Run(fmt.Sprint(g.ID, players), func(t *testing.T) {
				t.Parallel()
				guess := game.NewRand(77)
				var before, beforeOther game.State
				var drawn *draw.Canvas
				walk(t, g.MustConfigure(players), 5, func(step int, st game.State) {
					look := game.Look(st, game.PublicViewer())
					other := look.Copy()
					other.Fill(guess) // as good a world as the true one, to those who only watch
					other.Redact(game.PublicViewer())
					if step%5 == 0 || st.Acting() == 0 {
						a, b := svgOf(t, look, before), svgOf(t, other, beforeOther)
						if a != b {
							t.Fatalf("step %d: a secret changes the picture of\n%s", step, look.AppendText(nil))
						}
					}
					before, beforeOther = look, other
					if st.Acting() == 0 {
						drawn = &draw.Canvas{}
						b, _ := Board(look, nil)
						drawn.Fit(b, 0, 0, 90, 90)
					}
				})
				if drawn == nil {
					return // longer than this test looks
				}
				if a, b := drawn.Raster(90, 90, 1, draw.Ground), drawn.Raster(90, 90, 1, draw.Ground); !bytes.Equal(a.Pix, b.Pix) {
					t.Error("the same drawing gives different pixels")
				}
			})
		}
	}
}

func TestBoardsOfEveryOption(t *testing.T) {
	for _, g := range games.All() {
		for _, players := range g.Players {
			for _, o := range g.Options {
				for _, v := range o.Values {
					cfg, err := g.Configure(players, map[string]game.Value{o.Key: v.Value})
					if err != nil {
						continue // not for this number of players, or not alone
					}
					walk(t, cfg, 9, func(step int, st game.State) {
						if step < 12 && step%4 == 0 {
							svgOf(t, game.Look(st, game.PublicViewer()), nil)
						}
					})
				}
			}
		}
	}
}
