package nim

import (
	"strings"
	"testing"

	"atoll/game"
	"atoll/game/gametest"
)

func TestConformance(t *testing.T) { gametest.Run(t, Game) }

func TestWhoTakesTheLastStoneWins(t *testing.T) {
	st := Game.MustConfigure(3).New()
	for _, m := range []string{"A-3", "B-5", "C-7"} {
		if err := game.Try(st, st.Acting().First(), m, nil); err != nil {
			t.Fatal(err)
		}
	}
	if r := st.Result(); r.Reason != lastStone || r.Rank[2] != 1 || r.Rank[0] != 2 || r.Rank[1] != 2 {
		t.Errorf("got %+v", r)
	}
}

func TestAHeapGivesNoMoreThanItHas(t *testing.T) {
	st := Game.MustConfigure(2).New()
	if err := game.Try(st, 0, "A-4", nil); err == nil || !strings.Contains(err.Error(), "fewer stones") {
		t.Errorf("got %v", err)
	}
}

func TestThoseWhoStayGoOnWithoutAPlayerWhoLeft(t *testing.T) {
	st := Game.MustConfigure(3).New()
	if err := game.TryTable(st, 0, game.Resign, nil); err != nil {
		t.Fatal(err)
	}
	if got := st.Acting(); got != game.Only(1) {
		t.Errorf("seats %b are to move", got)
	}
	if err := game.TryTable(st, 1, game.Resign, nil); err != nil {
		t.Fatal(err)
	}
	if r := st.Result(); r.Reason != lastOneIn || r.Rank[2] != 1 {
		t.Errorf("got %+v", r)
	}
}
