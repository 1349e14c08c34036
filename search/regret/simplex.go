package regret

import "math"

const tiny = 1e-9

// Simplex solves matrices by the simplex method, to the last bits of a float: for
// matrices of some dozens of rows, where regret matching is slow to the last digits.
// It keeps its memory and is not safe for concurrent use.
type Simplex struct {
	cells      []float64
	t          [][]float64
	basis      []int
	rows, cols []float64
}

// Solve finds best mixtures of both sides of a matrix game: those of the rows, who
// want much, of the columns, and the value. Payoffs are above -1. The mixtures are
// corners, so few of their shares are above zero; they belong to the solver and are
// valid until its next call.
func (s *Simplex) Solve(a [][]float64) (rows, cols []float64, value float64) {
	m, n := len(a), len(a[0])
	// With all payoffs above zero the columns' problem has a start at nothing:
	// greatest sum of y with A y <= 1. The rows' mixture is its dual.
	const lift = 1
	width := n + m + 1
	s.begin(m, n, width)
	t, basis := s.t, s.basis
	for i := range m {
		for j := range n {
			t[i][j] = a[i][j] + lift
		}
		t[i][n+i], t[i][width-1] = 1, 1
		basis[i] = n + i
	}
	for j := range n {
		t[m][j] = -1
	}
	for {
		in := -1
		for j := range width - 1 { // the first, so that it ends
			if t[m][j] < -tiny {
				in = j
				break
			}
		}
		if in < 0 {
			break
		}
		out, least := -1, math.Inf(1)
		for i := range m {
			if t[i][in] > tiny {
				ratio := t[i][width-1] / t[i][in]
				if ratio < least-tiny || ratio < least+tiny && (out < 0 || basis[i] < basis[out]) {
					out, least = i, ratio
				}
			}
		}
		pivot(t, out, in)
		basis[out] = in
	}
	sum := t[m][width-1]
	for i := range m {
		s.rows[i] = t[m][n+i] / sum
		if basis[i] < n {
			s.cols[basis[i]] = t[i][width-1] / sum
		}
	}
	return s.rows, s.cols, 1/sum - lift
}

// begin makes room, all zero.
func (s *Simplex) begin(m, n, width int) {
	s.cells = zero(s.cells, (m+1)*width)
	s.t = s.t[:0]
	for i := range m + 1 {
		s.t = append(s.t, s.cells[i*width:(i+1)*width])
	}
	s.basis = append(s.basis[:0], make([]int, m)...)
	s.rows, s.cols = zero(s.rows, m), zero(s.cols, n)
}

func pivot(t [][]float64, out, in int) {
	from := t[out]
	p := from[in]
	for j := range from {
		from[j] /= p
	}
	for i, to := range t {
		if f := to[in]; i != out && f != 0 {
			for j, x := range from {
				to[j] -= f * x
			}
		}
	}
}
