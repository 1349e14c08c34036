package regret

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"atoll/game"
)

// matrixOf makes a matrix from its rows.
func matrixOf(rows [][]float64) *Matrix {
	m := &Matrix{}
	m.Grow(len(rows), len(rows[0]))
	for i, row := range rows {
		for j, v := range row {
			m.Set(i, j, v)
		}
	}
	return m
}

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
		m := matrixOf(c.cells)
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
		m := matrixOf(cells)
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
	m := matrixOf([][]float64{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}})
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
	m := matrixOf([][]float64{{1, -1}, {-1, 1}})
	var s Solver
	s.Solve(m, 10, 0)
	if n := testing.AllocsPerRun(20, func() { s.Solve(m, 50, 0) }); n != 0 {
		t.Errorf("%v allocations", n)
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
