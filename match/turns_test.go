package match_test

import (
	"fmt"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/match"
)

// TestAfterTurns: positions are told from the beginning of the turn that follows so
// many, each in its order and the present one last.
func TestAfterTurns(t *testing.T) {
	for _, id := range []string{"evo", "epigo", "conqueror", "earthquake"} {
		_, table := make2(t, match.Setup{Game: id, Players: 2, Seats: seatsOf(match.SeatMe, 2)})
		r := game.NewRand(4)
		type moment struct {
			hash uint64
			turn int // turns before this one
		}
		var all []moment
		turn, mover := -1, game.Seats(0)
		note := func() {
			if acting := table.Acting(); acting != mover || acting.Len() > 1 {
				turn, mover = turn+1, acting
			}
			all = append(all, moment{table.Look(game.TruthViewer()).Hash(), turn})
		}
		note()
		for i := 0; len(all) < 30; i++ {
			step := table.Step
			for table.Status == match.Running && table.Step == step {
				s := table.Waiting().First()
				view := table.Look(game.SeatViewer(s))
				d, err := table.Act(s, table.Step, fmt.Sprint(i, s), string(view.AppendAction(nil, s, choose(view, s, r))), now)
				table = must(t, d, err)
			}
			if table.Status != match.Running {
				break
			}
			note()
		}
		if turn < 5 {
			t.Fatalf("%s: only %d turns", id, turn)
		}
		for _, turns := range []int{0, 1, 4, turn, turn + 1} {
			var want, got []uint64
			for _, m := range all {
				if m.turn >= turns {
					want = append(want, m.hash)
				}
			}
			if err := table.AfterTurns(turns, func(st game.State) bool { got = append(got, st.Hash()); return true }); err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: after %d turns %d positions, want %d", id, turns, len(got), len(want))
			}
		}
		n := 0
		if err := table.AfterTurns(0, func(game.State) bool { n++; return n < 3 }); err != nil || n != 3 {
			t.Errorf("%s: told %d positions to one who wants 3: %v", id, n, err)
		}
	}
	open, _, err := match.New(games.ByID, "open", match.Setup{Game: "evo", Players: 2}, host, make([]byte, 32), nil, "", now)
	if err != nil {
		t.Fatal(err)
	}
	if err := open.AfterTurns(0, func(game.State) bool { t.Error("a position before the start"); return false }); err != nil {
		t.Error(err)
	}
}
