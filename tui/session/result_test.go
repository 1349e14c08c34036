package session

import (
	"testing"

	"atoll/game"
	"atoll/games"
)

func TestEveryReasonHasWords(t *testing.T) {
	for _, g := range games.All() {
		for _, reason := range g.Reasons {
			if reasonTexts[reason] == "" {
				t.Errorf("%s: a game that ends by %q has no words for it", g.ID, reason)
			}
		}
	}
}

func TestResultText(t *testing.T) {
	for _, c := range []struct {
		game    string
		players int
		options map[string]game.Value
		ranks   []uint8
		reason  string
		want    string
	}{
		{"conqueror", 4, nil, []uint8{2, 3, 4, 1}, "last one in", "D wins: only one could still go on, so the islands were counted"},
		{"conqueror", 4, map[string]game.Value{"forfeit": game.Word("out")}, []uint8{2, 3, 4, 1}, "last one in", "D wins: everybody else is out"},
		{"conqueror", 3, nil, []uint8{1, 1, 3}, "coins", "A and B share the first place: no coins were left, so the islands were counted"},
		{"evo", 2, nil, []uint8{2, 1}, "resign", "N wins: the other side resigned"},
		{"earthquake", 3, nil, []uint8{1, 2, 3}, "resign", "1 wins: the last rival resigned"},
	} {
		g, ok := games.ByID(c.game)
		if !ok {
			t.Fatal(c.game)
		}
		cfg, err := g.Configure(c.players, c.options)
		if err != nil {
			t.Fatal(err)
		}
		r := game.Result{Over: true, Reason: c.reason}
		copy(r.Rank[:], c.ranks)
		if got := ResultText(cfg, r); got != c.want {
			t.Errorf("%s, %d players, %s: %q, want %q", c.game, c.players, c.reason, got, c.want)
		}
	}
}
