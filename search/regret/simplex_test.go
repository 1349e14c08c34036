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
		"one row is enough":    {[][]float64{{2, 1}, {0, 1}}, 1, nil},
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

// Matrices of a small Epigo, whose payoffs differ by little more than rounding. Which
// of nearly equal rows leaves decides there: a small pivot made mixtures that were
// short of the value by up to 0.5.
func TestSimplexProvesMixturesOfNearlyEqualRows(t *testing.T) {
	repeat := func(row []float64, times int) (list [][]float64) {
		for range times {
			list = append(list, row)
		}
		return list
	}
	var s Simplex
	const e, f, g = 9.3132257461547852e-10, 1.7415382469465612e-09, 1.4803644976524311e-09
	const q, r, u, v = .25000003537935123, 5.0266279127075819e-05, 1.3884555204457527e-05, 5.1266029782448541e-05
	for name, a := range map[string][][]float64{
		"short by 0.5": append([][]float64{
			{q, q, q, q, 0, 0, 0, 0},
			{q, q, q, q, e, 2.4615956459861366e-06, .5, .5},
			{q, q, q, q, .5, e, .5, .5},
			{q, q, q, q, 7.4519621806601322e-08, .5, .5, .5},
		}, repeat([]float64{0, .5, .5, .5, q, q, q, q}, 4)...),
		"short by 5e-5": append([][]float64{
			{r, r, r, r, 0, 0, 0, 0},
			{r, r, r, r, 0, 0, 0, 0},
			{r, r, r, r, .5, 6.0023524817154339e-08, .5, .5},
			{r, r, r, r, .5, 6.0023525039198944e-08, .5, .5},
		}, repeat([]float64{u, u, v, v, r, r, r, r}, 4)...),
		"short by 0.009": {
			{.5, .5, .5, .5, .25000000119073418, .5, .25000000119073418, .25000000186848959},
			{.5, .5, .5, .5, .37500000045694337, .5, .5, .5},
			{.5, .5, .5, .5, .37500000058632321, .5, .5, .5},
			{.5, .5, .5, .5, .25000000119073418, .5, .25000000119073418, .25000000186848959},
			{.5, f, .5, .5, .5, .5, .5, .5},
			{f, f, g, .5, .5, .5, .5, .5},
			{f, f, g, .5, .5, .5, .5, .5},
			{.5, .5, g, .5, .5, .5, .5, .5},
		},
	} {
		for how, solve := range map[string]func([][]float64) ([]float64, []float64, float64){"checked": s.Solve, "fractions": s.exact} {
			rows, cols, value := solve(a)
			if low, high := bounds(a, rows, cols); high-low > unsure || value < low-unsure || value > high+unsure {
				t.Errorf("%s, %s: %v is said to be worth %v, but is sure of %v and leaves %v", name, how, rows, value, low, high)
			}
		}
	}
}
