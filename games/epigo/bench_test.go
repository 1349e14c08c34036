package epigo

import (
	"testing"

	"atoll/game"
)

func BenchmarkTurns(b *testing.B) {
	for _, opts := range [][]string{nil, {"variant=islanders"}} {
		name := "core"
		if opts != nil {
			name = "islanders"
		}
		b.Run(name, func(b *testing.B) {
			cfg := Game.MustConfigure(2, opts...)
			first := cfg.New()
			st := first.Copy()
			smp := st.(game.Sampler)
			r := game.NewRand(1)
			b.ReportAllocs()
			turns := 0
			for turns < b.N {
				acting := st.Acting()
				if acting == 0 {
					st.CopyFrom(first)
					continue
				}
				var c game.Choices
				for seat := game.Seat(0); seat < 2; seat++ {
					if acting.Has(seat) {
						c[seat] = smp.SampleAction(seat, r)
					}
				}
				if acting == 3 {
					turns++
				}
				st.Play(c, nil)
			}
			b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "turns/s")
		})
	}
}

func BenchmarkPlanPairs(b *testing.B) {
	for _, opts := range [][]string{nil, {"variant=islanders"}} {
		name := "core"
		if opts != nil {
			name = "islanders"
		}
		b.Run(name, func(b *testing.B) {
			r := game.NewRand(1)
			var pos []Position
			for seed := range uint64(20) {
				playRandom(b, Game.MustConfigure(2, opts...), seed, false, func(s *State) {
					if s.Planning() {
						pos = append(pos, s.pos)
					}
				})
			}
			b.ReportAllocs()
			b.ResetTimer()
			pairs := 0
			for i := range b.N {
				pairs += PlanPairs(pos[i%len(pos)], 1, r)
			}
			b.ReportMetric(float64(pairs)/b.Elapsed().Seconds(), "pairs/s")
		})
	}
}
