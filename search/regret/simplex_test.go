package regret

import (
	"math"
	"testing"
)

func TestSimplexSolvesKnownMatrices(t *testing.T) {
	var s Simplex
	for name, c := range map[string]struct {
		a     [][]float64
		value float64
		rows  []float64
	}{
		"pennies":              {[][]float64{{2, 0}, {0, 2}}, 1, []float64{.5, .5}},
		"stone, paper, shears": {[][]float64{{1, 0, 2}, {2, 1, 0}, {0, 2, 1}}, 1, []float64{1. / 3, 1. / 3, 1. / 3}},
		"one row is enough":    {[][]float64{{2, 1}, {0, 1}}, 1, []float64{1, 0}},
		"two thirds":           {[][]float64{{2, 0}, {0, 1}}, 2. / 3, []float64{1. / 3, 2. / 3}},
		"nothing to get":       {[][]float64{{0, 0}, {2, 0}}, 0, nil},
	} {
		rows, cols, value := s.Solve(c.a)
		if math.Abs(value-c.value) > 1e-9 {
			t.Errorf("%s: %v, not %v", name, value, c.value)
		}
		for i := range c.rows {
			if math.Abs(rows[i]-c.rows[i]) > 1e-9 {
				t.Errorf("%s: rows %v", name, rows)
				break
			}
		}
		for j := range c.a[0] {
			var gets float64
			for i := range c.a {
				gets += rows[i] * c.a[i][j]
			}
			if gets < value-1e-9 {
				t.Errorf("%s: %v against column %d", name, gets, j)
			}
		}
		for i := range c.a {
			var gets float64
			for j := range c.a[i] {
				gets += cols[j] * c.a[i][j]
			}
			if gets > value+1e-9 {
				t.Errorf("%s: row %d gets %v", name, i, gets)
			}
		}
	}
}
