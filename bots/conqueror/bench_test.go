package conqueror

import (
	"testing"

	"atoll/bots/botstest"
	rules "atoll/games/conqueror"
	"atoll/search"
)

// BenchmarkSearch reports nodes a second over positions from random games.
func BenchmarkSearch(b *testing.B) {
	for _, players := range []int{2, 4} {
		cfg := rules.Game.MustConfigure(players)
		asked := botstest.Decisions(cfg, 20, 3)
		b.Run(cfg.String(), func(b *testing.B) {
			e := New(cfg)
			var nodes int64
			depth := 0
			for i := range b.N {
				d := asked[i%len(asked)]
				rep, err := e.Search(b.Context(), d.State, d.Seat, search.Nodes(50000), nil)
				if err != nil {
					b.Fatal(err)
				}
				nodes += rep.Nodes
				depth += rep.Depth
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(depth)/float64(b.N), "depth")
		})
	}
}
