package bots_test

import (
	"context"
	"testing"

	"atoll/bots"
	"atoll/examples/tictactoe"
	"atoll/game"
	"atoll/search"
)

// chances is a judge that always thinks the same.
type chances [game.MaxSeats]float64

func (c chances) Decide(context.Context, game.State, game.Seat, game.Action, search.Budget, uint64) (search.Report, error) {
	return search.Report{Values: c}, nil
}

// A bot takes a draw where it stands worse, and only there.
func TestTakesDrawWhenItStandsWorse(t *testing.T) {
	cfg := tictactoe.Game.MustConfigure(2)
	st := cfg.New()
	for _, c := range []struct {
		chance float64
		takes  bool
	}{{0.1, true}, {0.44, true}, {0.45, false}, {0.5, false}, {0.9, false}} {
		r := bots.NewRoster(bots.Maker{
			Game:  cfg.Game.ID,
			Judge: func(game.Config) bots.Judge { return chances{1 - c.chance, c.chance} },
		})
		takes, err := r.TakesDraw(t.Context(), st, 1, 1)
		if err != nil || takes != c.takes {
			t.Errorf("with a chance of %v: %v, %v", c.chance, takes, err)
		}
	}
}
