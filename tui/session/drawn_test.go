package session

import (
	"context"
	"errors"
	"strings"
	"testing"

	"atoll/game"
	"atoll/games"
)

// Over many games the person at the screen gets every seat, and the story begins
// with who has which.
func TestSeatsAreDrawnAtOneScreen(t *testing.T) {
	g, _ := games.ByID("evo")
	never := func(context.Context, game.State, game.Seat, string, uint64) (game.Action, error) {
		return game.NoAction, errors.New("nobody chooses here")
	}
	seen := map[int]int{}
	for seed := range uint64(60) {
		l := NewDrawn(t.Context(), g.MustConfigure(4), Seating{"me", "person", "level1", "level1"}, seed, t.TempDir(), never)
		for s, who := range l.seat {
			if who != "me" {
				continue
			}
			seen[s]++
			if first := l.Snapshot().Story[0].Text; !strings.HasPrefix(first, "Seats were drawn: ") || !strings.Contains(first, "you play "+g.SeatNames(4)[s]) {
				t.Errorf("the story begins with %q", first)
			}
		}
		l.Close()
	}
	if len(seen) != 4 {
		t.Errorf("seats that were got: %v", seen)
	}
}
