package evo

import (
	"testing"

	"atoll/game"
)

// BenchmarkPlayout measures uniform play through the interface, the whole list
// made at every decision; ns/op is for one decision.
func BenchmarkPlayout(b *testing.B) {
	for _, bc := range []struct {
		name    string
		players int
		options []string
	}{{"two", 2, nil}, {"line", 2, []string{"setup=line"}}, {"four", 4, nil}} {
		b.Run(bc.name, func(b *testing.B) {
			first := Game.MustConfigure(bc.players, bc.options...).New()
			st := first.Copy()
			r := game.NewRand(1)
			list := make([]game.Action, 0, 512)
			games, total := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				seat := st.Acting().First()
				if seat == game.NoSeat {
					games++
					st.CopyFrom(first)
					seat = st.Acting().First()
				}
				list = st.AppendActions(list[:0], seat)
				total += len(list)
				st.Play(game.Choose(seat, list[r.Below(uint64(len(list)))]), nil)
			}
			b.ReportMetric(float64(b.N)/float64(max(games, 1)), "decisions/game")
			b.ReportMetric(float64(total)/float64(b.N), "actions/decision")
		})
	}
}
