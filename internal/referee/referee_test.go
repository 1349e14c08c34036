package referee

import (
	"testing"

	"atoll/game"
	"atoll/game/gametest"
	"atoll/games"
	records "atoll/record"
)

// The referee and the games must agree on every legal set and every result.
func TestRefereeAgrees(t *testing.T) {
	for _, g := range games.All() {
		if rules[g.ID] == nil {
			continue
		}
		configs := gametest.Configs(g)
		n := (gametest.Soak(12*len(configs)) + len(configs) - 1) / len(configs)
		for _, cfg := range configs {
			t.Run(cfg.String(), func(t *testing.T) {
				t.Parallel()
				for i := range n {
					policy := records.Lively
					if i%4 == 0 {
						policy = records.Uniform
					}
					rec := records.Random(cfg, policy, game.NewRand(uint64(i)), true)
					if err := Check(string(rec.AppendText(nil))); err != nil {
						t.Fatalf("%s game %d: %v", policy, i, err)
					}
				}
			})
		}
	}
}
