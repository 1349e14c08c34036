package tictactoe

import (
	"strings"
	"testing"

	"atoll/game"
	"atoll/game/gametest"
)

func play(t *testing.T, moves ...string) game.State {
	t.Helper()
	st := Game.MustConfigure(2).New()
	for _, m := range moves {
		if err := game.Try(st, st.Acting().First(), m, nil); err != nil {
			t.Fatal(err)
		}
	}
	return st
}

func TestEndings(t *testing.T) {
	for _, tc := range []struct {
		name, moves, reason string
		x, o                uint8
	}{
		{"row", "a1 a2 b1 b2 c1", "line", 1, 2},
		{"diagonal for O", "b1 a1 c1 b2 a2 c3", "line", 2, 1},
		{"full board", "a1 b1 c1 b2 a2 c2 b3 a3 c3", "full", 1, 1},
		{"line on the last square", "a1 b1 c1 b2 a2 c2 c3 b3 a3", "line", 2, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			moves := strings.Fields(tc.moves)
			st := Game.MustConfigure(2).New()
			for _, m := range moves {
				if st.Acting() == 0 {
					break
				}
				if err := game.Try(st, st.Acting().First(), m, nil); err != nil {
					t.Fatal(err)
				}
			}
			r := st.Result()
			if r.Reason != tc.reason || r.Rank[0] != tc.x || r.Rank[1] != tc.o {
				t.Errorf("got %+v", r)
			}
		})
	}
}

func TestTakenSquareIsRefused(t *testing.T) {
	st := play(t, "a1")
	before := string(st.AppendText(nil))
	err := game.Try(st, 1, "a1", nil)
	if err == nil || !strings.Contains(err.Error(), "a1 is taken") {
		t.Errorf("got %v", err)
	}
	if after := string(st.AppendText(nil)); after != before {
		t.Errorf("a refused mark changed %q to %q", before, after)
	}
}

// Games of exactly n marks, as counted by many before us: 9!/(9-n)! less those
// that ended earlier.
func TestPerft(t *testing.T) {
	for depth, want := range []uint64{1, 9, 72, 504, 3024, 15120, 54720} {
		if got := game.Perft(Game.MustConfigure(2).New(), depth); got != want {
			t.Errorf("depth %d: got %d, want %d", depth, got, want)
		}
	}
}

func TestConformance(t *testing.T) { gametest.Run(t, Game) }
