package epigo

import (
	"context"
	"testing"

	"atoll/game"
	"atoll/games/epigo"
	"atoll/search"
)

// positions collects planning positions from lively games.
func positions(t testing.TB, n int, options ...string) []*epigo.State {
	t.Helper()
	var list []*epigo.State
	cfg := epigo.Game.MustConfigure(2, options...)
	r := game.NewRand(11)
	for len(list) < n {
		st := cfg.New().(*epigo.State)
		for st.Acting() != 0 {
			if st.Planning() && r.Intn(4) == 0 && len(list) < n {
				list = append(list, st.Copy().(*epigo.State))
			}
			var c game.Choices
			for s := game.Seat(0); s < 2; s++ {
				if st.Acting().Has(s) {
					c[s] = st.LivelyAction(s, r)
				}
			}
			st.Play(c, nil)
		}
	}
	return list
}

func BenchmarkEval(b *testing.B) {
	e := knowCore().eval
	list := positions(b, 64)
	var sum float32
	for i := range b.N {
		p := list[i%64].Position()
		sum += e.Value(&p)
	}
	_ = sum
}

func BenchmarkSweep(b *testing.B) {
	t := newTurn(knowCore().eval)
	list := positions(b, 64)
	clock := search.NewClock(context.Background(), search.Nodes(1<<40), 1)
	r := game.NewRand(1)
	b.ReportAllocs()
	for i := range b.N {
		t.begin(list[i%64], clock)
		t.add(0, r.Intn(13440))
	}
	b.ReportMetric(float64(t.judge.asked)/float64(b.N), "evals/op")
}

func BenchmarkSolve(b *testing.B) {
	t := newTurn(knowCore().eval)
	list := positions(b, 32)
	r := game.NewRand(1)
	var sweeps, gap float64
	for i := range b.N {
		clock := search.NewClock(context.Background(), search.Millis(100), 1)
		t.begin(list[i%32], clock)
		s := t.solve(fullEffort, r)
		sweeps += float64(s.Sweep)
		gap += s.Gap
	}
	b.ReportMetric(sweeps/float64(b.N), "sweeps/op")
	b.ReportMetric(100*gap/float64(b.N), "gap-cw/op")
}
