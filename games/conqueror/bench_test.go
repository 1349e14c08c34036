package conqueror

import (
	"fmt"
	"testing"

	"atoll/game"
)

// BenchmarkUniform plays uniformly with the whole list made at every decision;
// one operation is one decision of a player with the roll before it.
func BenchmarkUniform(b *testing.B) {
	for _, n := range Game.Players {
		b.Run(fmt.Sprintf("players=%d", n), func(b *testing.B) {
			first, st := Game.MustConfigure(n).New(), Game.MustConfigure(n).New()
			r := game.NewRand(1)
			buf := make([]game.Action, 0, 64)
			b.ReportAllocs()
			for i := 0; i < b.N; {
				acting := st.Acting()
				switch {
				case acting == 0:
					st.CopyFrom(first)
				case acting.Has(game.Nature):
					st.Play(game.Choose(game.Nature, game.DrawAction(st, r, buf)), nil)
				default:
					s := acting.First()
					list := st.AppendActions(buf[:0], s)
					st.Play(game.Choose(s, list[r.Intn(len(list))]), nil)
					i++
				}
			}
		})
	}
}
