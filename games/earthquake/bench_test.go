package earthquake

import (
	"testing"

	"atoll/game"
)

// BenchmarkScatter draws and applies the one outcome that is too large to list.
func BenchmarkScatter(b *testing.B) {
	r := game.NewRand(1)
	first := Game.MustConfigure(6).New()
	st := first.Copy().(*State)
	b.ReportAllocs()
	for range b.N {
		st.CopyFrom(first)
		st.PlayDrawnBulk(r)
	}
}

// BenchmarkDecision is uniform play through game.State with the whole list made
// at every decision.
func BenchmarkDecision(b *testing.B) {
	for players := 2; players <= 6; players++ {
		b.Run(seatNames[players-1], func(b *testing.B) {
			r := game.NewRand(1)
			cfg := Game.MustConfigure(players)
			starts := make([]game.State, 64)
			for i := range starts {
				starts[i] = cfg.New()
				if err := game.Try(starts[i], game.Nature, game.Draw(starts[i], r), nil); err != nil {
					b.Fatal(err)
				}
			}
			st := cfg.New()
			st.CopyFrom(starts[0])
			var buf []game.Action
			games := 0
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				acting := st.Acting()
				if acting == 0 {
					games++
					st.CopyFrom(starts[games%len(starts)])
					acting = st.Acting()
				}
				s := acting.First()
				buf = st.AppendActions(buf[:0], s)
				st.Play(game.Choose(s, buf[r.Below(uint64(len(buf)))]), nil)
			}
			b.ReportMetric(float64(b.N)/float64(max(games, 1)), "decisions/game")
		})
	}
}
