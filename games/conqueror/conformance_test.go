package conqueror

import (
	"testing"

	"atoll/game"
	"atoll/game/gametest"
)

func TestConformance(t *testing.T) { gametest.Run(t, Game) }

func TestGolden(t *testing.T) {
	for i, c := range []struct {
		players int
		options []string
	}{
		{2, nil},
		{3, []string{"coins=12", "tiebreak=dice"}},
		{4, []string{"forfeit=out"}},
		{2, []string{"layout=custom", "coins=12", "forfeit=out"}},
		{4, []string{"layout=custom", "tiebreak=dice", "forfeit=out"}},
		{3, []string{"last_tile=turn"}},
		{3, []string{"unfinished=dice"}},
	} {
		gametest.Golden(t, Game, c.players, c.options, uint64(i+1))
	}
}

// TestPerft counts by reasoning: 2 orders; 4, then 3 corners; 6 rolls. From a
// corner, with nothing claimed around, one step leads to 2 tiles, two steps to
// 3 and three to 6 (4 at distance three, 2 around the square), so that the six
// rolls give 2·(2+3+6) = 22 moves. Corners are seven steps apart, and the first
// walk ends at most three from its own: the second player has 22 as well.
func TestPerft(t *testing.T) {
	s := Game.MustConfigure(2).New()
	for depth, want := range []uint64{
		1,
		2,
		2 * 4,
		2 * 4 * 3,
		24 * 6,
		24 * 22,
		24 * 22 * 6,
		24 * 22 * 22,
		24 * 22 * 22 * 6,
	} {
		if got := game.Perft(s, depth); got != want {
			t.Errorf("perft %d is %d, want %d", depth, got, want)
		}
	}
	// Four players take all corners: 24 orders, 24 ways to start.
	if got, want := game.Perft(Game.MustConfigure(4).New(), 7), uint64(24*24*22); got != want {
		t.Errorf("perft 7 for four is %d, want %d", got, want)
	}
}

func TestNothingIsHidden(t *testing.T) {
	s := newState(Game.MustConfigure(2))
	before := *s
	for _, v := range []game.Viewer{game.SeatViewer(0), game.SeatViewer(1), game.PublicViewer(), game.TruthViewer()} {
		s.Redact(v)
		s.Fill(game.NewRand(1))
		if *s != before {
			t.Error("redaction changed an open game")
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("the zero viewer was shown something")
		}
	}()
	s.Redact(game.Viewer{})
}
