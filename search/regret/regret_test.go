package regret

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"atoll/game"
	"atoll/search"
)

func TestKnownMatrices(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells [][]float64
		value float64
		row   []float64
	}{
		{"matching pennies", [][]float64{{1, -1}, {-1, 1}}, 0, []float64{0.5, 0.5}},
		{"rock paper scissors", [][]float64{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}, 0, []float64{1. / 3, 1. / 3, 1. / 3}},
		{"weighted pennies", [][]float64{{2, -1}, {-1, 1}}, 0.2, []float64{0.4, 0.6}},
		{"saddle point", [][]float64{{3, 2, 4}, {1, 0, 9}}, 2, []float64{1, 0}},
		{"dominated row", [][]float64{{3, 5}, {1, 2}}, 3, []float64{1, 0}},
		{"one cell", [][]float64{{-0.25}}, -0.25, []float64{1}},
	} {
		m, err := NewMatrix(c.cells)
		if err != nil {
			t.Fatal(err)
		}
		var s Solver
		sol := s.Solve(m, 200000, 1e-4)
		if sol.Gap > 1e-4 {
			t.Errorf("%s: gap %v after %d", c.name, sol.Gap, sol.Iterations)
		}
		if math.Abs(sol.Value-c.value) > 1e-3 {
			t.Errorf("%s: value %v", c.name, sol.Value)
		}
		for i, p := range c.row {
			if math.Abs(sol.Row[i]-p) > 0.01 {
				t.Errorf("%s: row mixture %v", c.name, sol.Row)
			}
		}
	}
}

func TestGapBoundsTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 12).Draw(t, "rows"), rapid.IntRange(1, 12).Draw(t, "cols")
		cells := make([][]float64, rows)
		for i := range cells {
			cells[i] = make([]float64, cols)
			for j := range cells[i] {
				cells[i][j] = float64(rapid.IntRange(-100, 100).Draw(t, "cell")) / 100
			}
		}
		m, err := NewMatrix(cells)
		if err != nil {
			t.Fatal(err)
		}
		var s Solver
		sol := s.Solve(m, 5000, 0.005)
		if sol.Gap > 0.005 {
			t.Fatalf("gap %v", sol.Gap)
		}
		// No pure action gains more than the gap.
		for i := range rows {
			var v float64
			for j := range cols {
				v += sol.Col[j] * cells[i][j]
			}
			if v > sol.Value+sol.Gap+1e-9 {
				t.Fatalf("row %d gains %v over %v", i, v, sol.Value)
			}
		}
	})
}

func TestSolverStartsFromWhatItKnows(t *testing.T) {
	m, err := NewMatrix([][]float64{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	var s Solver
	s.Solve(m, 1000, 1e-3)
	m.Grow(4, 3) // a row that loses to everything
	for j := range 3 {
		m.Set(3, j, -2)
	}
	if sol := s.Solve(m, 1000, 1e-2); sol.Gap > 1e-2 || sol.Row[3] > 0.01 {
		t.Errorf("%+v", sol)
	}
}

func TestSolveDoesNotAllocate(t *testing.T) {
	m, _ := NewMatrix([][]float64{{1, -1}, {-1, 1}})
	var s Solver
	s.Solve(m, 10, 0)
	if n := testing.AllocsPerRun(20, func() { s.Solve(m, 50, 0) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestMatricesThatAreRefused(t *testing.T) {
	for _, cells := range [][][]float64{nil, {{}}, {{1, 2}, {3}}, {{math.NaN()}}, {{math.Inf(1)}}} {
		if _, err := NewMatrix(cells); err == nil {
			t.Errorf("%v was taken", cells)
		}
	}
}

// Picking numbers: both name one of n numbers. Equal is nothing; one above the
// other wins 2 ("one better"), anything else above loses 1: Mendelsohn's game,
// whose equilibrium plays only the lowest five.
type mendelsohn struct{ n int }

func (g mendelsohn) Payoff(row, col game.Action) float64 {
	switch d := int(row) - int(col); {
	case d == 0:
		return 0
	case d == 1:
		return 2
	case d == -1:
		return -2
	case d > 1:
		return -1
	}
	return 1
}

func (g mendelsohn) BestRows(dst []Reply, cols []game.Action, mix []float64) []Reply {
	best := Reply{Value: math.Inf(-1)}
	for a := game.Action(1); int(a) <= g.n; a++ {
		var v float64
		for j, c := range cols {
			v += mix[j] * g.Payoff(a, c)
		}
		if v > best.Value {
			best = Reply{a, v}
		}
	}
	return append(dst, best)
}

func (g mendelsohn) BestCols(dst []Reply, rows []game.Action, mix []float64) []Reply {
	for _, r := range g.BestRows(nil, rows, mix) { // the game is symmetric
		dst = append(dst, Reply{r.Action, -r.Value})
	}
	return dst
}

func TestDoubleOracleOnMendelsohnsGame(t *testing.T) {
	g := mendelsohn{n: 5000}
	clock := search.NewClock(t.Context(), search.Nodes(1<<30), 1)
	eq, err := DoubleOracle(clock, g, []game.Action{4000}, []game.Action{17}, Options{Tolerance: 0.002})
	if err != nil {
		t.Fatal(err)
	}
	if eq.Gap > 0.002 || math.Abs(eq.Value) > 0.002 {
		t.Errorf("value %v, gap %v", eq.Value, eq.Gap)
	}
	want := map[game.Action]float64{1: 1. / 16, 2: 5. / 16, 3: 4. / 16, 4: 5. / 16, 5: 1. / 16}
	for i, a := range eq.Rows {
		if math.Abs(eq.Row[i]-want[a]) > 0.02 {
			t.Errorf("plays %d with %.3f, want %.3f", a, eq.Row[i], want[a])
		}
	}
	if len(eq.Rows) > 12 {
		t.Errorf("%d numbers in the mixture", len(eq.Rows))
	}
}

func TestDoubleOracleNeedsAStart(t *testing.T) {
	clock := search.NewClock(t.Context(), search.Nodes(1), 1)
	if _, err := DoubleOracle(clock, mendelsohn{3}, nil, []game.Action{1}, Options{}); !errors.Is(err, ErrNoStart) {
		t.Error(err)
	}
}

func TestDoubleOracleStopsWithTheClock(t *testing.T) {
	clock := search.NewClock(t.Context(), search.Nodes(1), 1)
	eq, err := DoubleOracle(clock, mendelsohn{50}, []game.Action{40}, []game.Action{40}, Options{})
	if err != nil || eq.Rounds != 1 || len(eq.Rows) != 1 {
		t.Errorf("%+v, %v", eq, err)
	}
}

func BenchmarkSolve25(b *testing.B) {
	r := game.NewRand(1)
	m := &Matrix{}
	m.Grow(25, 25)
	for i := range 25 {
		for j := range 25 {
			m.Set(i, j, r.Float64())
		}
	}
	var s Solver
	b.ReportAllocs()
	for b.Loop() {
		s.Forget()
		s.Solve(m, 400, 0)
	}
}
