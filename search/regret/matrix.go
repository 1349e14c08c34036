// Package regret solves zero-sum games of simultaneous choice, written as a
// matrix, by regret matching+ or by the simplex method.
package regret

import "math"

// Matrix is a zero-sum game: At(i, j) is what the row player gets and the column
// player loses. It grows without moving what it holds.
type Matrix struct {
	rows, cols int
	room       int // columns between two rows
	cells      []float64
}

// At returns a payoff, Set changes it.
func (m *Matrix) At(i, j int) float64     { return m.cells[i*m.room+j] }
func (m *Matrix) Set(i, j int, v float64) { m.cells[i*m.room+j] = v }

// Grow makes the matrix larger; new cells are 0.
func (m *Matrix) Grow(rows, cols int) {
	if cols > m.room {
		room := max(16, 2*cols)
		cells := make([]float64, rows*room, 2*rows*room)
		for i := range m.rows {
			copy(cells[i*room:], m.cells[i*m.room:i*m.room+m.cols])
		}
		m.room, m.cells = room, cells
	}
	for len(m.cells) < rows*m.room {
		m.cells = append(m.cells, 0)
	}
	m.rows, m.cols = rows, cols
}

// Reset empties the matrix and keeps its memory.
func (m *Matrix) Reset() {
	m.rows, m.cols = 0, 0
	m.cells = m.cells[:0]
}

// Solution is a pair of mixtures.
type Solution struct {
	Row, Col []float64
	// Value is what the row player gets when both play their mixture.
	Value float64
	// Gap is how much the two together could gain by best responses: 0 at an
	// equilibrium, and each mixture is within Gap of the best guarantee.
	Gap        float64
	Iterations int
}

// Solver solves matrices, keeping its memory and, as a start for the next matrix,
// what it has learnt: right where a matrix has grown since. It is not safe for
// concurrent use.
type Solver struct {
	rowRegret, colRegret []float64
	rowSum, colSum       []float64
	row, col             []float64
	gain, loss           []float64
	sol                  Solution
}

// Forget drops what was learnt, before a matrix that has nothing to do with the
// last.
func (s *Solver) Forget() {
	s.rowRegret, s.colRegret = s.rowRegret[:0], s.colRegret[:0]
}

// checkEvery is how many iterations pass between two looks at the gap.
const checkEvery = 25

// Solve runs regret matching+ (alternating updates, averages weighted by the
// square of the iteration) until the gap is at most tolerance or the iterations
// are spent. The mixtures belong to the solver and are valid until its next call.
func (s *Solver) Solve(m *Matrix, iterations int, tolerance float64) Solution {
	rows, cols := m.rows, m.cols
	s.rowRegret, s.colRegret = resize(s.rowRegret, rows), resize(s.colRegret, cols)
	s.rowSum, s.colSum = zero(s.rowSum, rows), zero(s.colSum, cols)
	s.row, s.col = zero(s.row, rows), zero(s.col, cols)
	s.gain, s.loss = zero(s.gain, rows), zero(s.loss, cols)
	s.sol.Row, s.sol.Col = zero(s.sol.Row, rows), zero(s.sol.Col, cols)
	s.sol.Gap = math.Inf(1)
	fromRegret(s.row, s.rowRegret)
	fromRegret(s.col, s.colRegret)
	for it := 1; ; it++ {
		weight := float64(it) * float64(it)
		m.rowGains(s.gain, s.col)
		update(s.rowRegret, s.gain, s.row)
		fromRegret(s.row, s.rowRegret)
		m.colLosses(s.loss, s.row)
		for j := range s.loss {
			s.loss[j] = -s.loss[j]
		}
		update(s.colRegret, s.loss, s.col)
		fromRegret(s.col, s.colRegret)
		for i, p := range s.row {
			s.rowSum[i] += weight * p
		}
		for j, p := range s.col {
			s.colSum[j] += weight * p
		}
		s.sol.Iterations = it
		if it%checkEvery == 0 || it >= iterations {
			s.average(m)
			if s.sol.Gap <= tolerance || it >= iterations {
				return s.sol
			}
		}
	}
}

// average sets the solution from the sums of the mixtures.
func (s *Solver) average(m *Matrix) {
	normalise(s.sol.Row, s.rowSum)
	normalise(s.sol.Col, s.colSum)
	s.sol.Value, s.sol.Gap = m.Judge(s.sol.Row, s.sol.Col, s.gain, s.loss)
}

// Judge returns value and gap of a pair of mixtures. gain and loss are scratch
// space for one number a row and a column; nil allocates.
func (m *Matrix) Judge(row, col, gain, loss []float64) (value, gap float64) {
	if gain == nil {
		gain, loss = make([]float64, m.rows), make([]float64, m.cols)
	}
	m.rowGains(gain, col)
	m.colLosses(loss, row)
	best, worst := math.Inf(-1), math.Inf(1)
	for i, g := range gain {
		best = max(best, g)
		value += g * row[i]
	}
	for _, l := range loss {
		worst = min(worst, l)
	}
	return value, best - worst
}

// rowGains sets what each row gets against a mixture of columns.
func (m *Matrix) rowGains(gain, col []float64) {
	for i := range m.rows {
		cells := m.cells[i*m.room : i*m.room+m.cols]
		col := col[:len(cells)]
		var sum float64
		for j, v := range cells {
			sum += v * col[j]
		}
		gain[i] = sum
	}
}

// colLosses sets what each column gives to a mixture of rows.
func (m *Matrix) colLosses(loss, row []float64) {
	clear(loss)
	for i, p := range row {
		if p == 0 {
			continue
		}
		cells := m.cells[i*m.room : i*m.room+m.cols]
		loss := loss[:len(cells)]
		for j, v := range cells {
			loss[j] += p * v
		}
	}
}

func update(regret, payoff, mix []float64) {
	var mean float64
	for i, p := range mix {
		mean += p * payoff[i]
	}
	for i, v := range payoff {
		regret[i] = max(0, regret[i]+v-mean)
	}
}

func fromRegret(mix, regret []float64) { normalise(mix, regret) }

// normalise sets mix to the shares of the weights; equal shares if all are 0.
func normalise(mix, weights []float64) {
	var sum float64
	for _, w := range weights {
		sum += w
	}
	for i, w := range weights {
		if sum > 0 {
			mix[i] = w / sum
		} else {
			mix[i] = 1 / float64(len(weights))
		}
	}
}

func resize(s []float64, n int) []float64 {
	for len(s) < n {
		s = append(s, 0)
	}
	return s[:n]
}

func zero(s []float64, n int) []float64 {
	s = resize(s[:0], n)
	clear(s)
	return s
}
