package regret

import (
	"math"
	"math/big"
)

// Entries of a tableau below tiny are rounding, and ratios closer than same are
// equal. unsure is how far apart the bounds that two mixtures prove may lie.
const tiny, same, unsure = 1e-11, 1e-13, 1e-9

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
//
// Payoffs that differ by little more than rounding make any choice of pivots err now
// and then. So the mixtures are checked, and where they prove nothing the matrix is
// solved once more in fractions.
func (s *Simplex) Solve(a [][]float64) (rows, cols []float64, value float64) {
	m, n := len(a), len(a[0])
	width := n + m + 1
	s.begin(a, width)
	sure := s.climb(m, width)
	sum := s.t[m][width-1]
	for i := range m {
		s.rows[i] = max(0, s.t[m][n+i])
		if s.basis[i] < n {
			s.cols[s.basis[i]] = max(0, s.t[i][width-1])
		}
	}
	normalise(s.rows, s.rows)
	normalise(s.cols, s.cols)
	if low, high := bounds(a, s.rows, s.cols); !sure || !(high-low < unsure) {
		return s.exact(a)
	}
	return s.rows, s.cols, 1/sum - lift
}

// With all payoffs above zero the columns' problem has a start at nothing: greatest
// sum of y with A y <= 1. The rows' mixture is its dual.
const lift = 1

// begin writes the tableau of that start.
func (s *Simplex) begin(a [][]float64, width int) {
	m, n := len(a), len(a[0])
	s.cells = zero(s.cells, (m+1)*width)
	s.t = s.t[:0]
	for i := range m + 1 {
		s.t = append(s.t, s.cells[i*width:(i+1)*width])
	}
	s.basis = s.basis[:0]
	for i := range m {
		for j := range n {
			s.t[i][j] = a[i][j] + lift
		}
		s.t[i][n+i], s.t[i][width-1] = 1, 1
		s.basis = append(s.basis, n+i)
	}
	for j := range n {
		s.t[m][j] = -1
	}
	s.rows, s.cols = zero(s.rows, m), zero(s.cols, n)
}

// climb takes in what promises most and out what leaves the largest pivot, until
// nothing is to be gained. It reports whether it got there.
func (s *Simplex) climb(m, width int) bool {
	t := s.t
	for range 10 * width {
		in := -1
		for j := range width - 1 {
			if t[m][j] < -tiny && (in < 0 || t[m][j] < t[m][in]) {
				in = j
			}
		}
		if in < 0 {
			return true
		}
		least := math.Inf(1)
		for i := range m {
			if t[i][in] > tiny {
				least = min(least, t[i][width-1]/t[i][in])
			}
		}
		out := -1
		for i := range m {
			if t[i][in] > tiny && t[i][width-1]/t[i][in] <= least+same && (out < 0 || t[i][in] > t[out][in]) {
				out = i
			}
		}
		if out < 0 {
			return false
		}
		pivot(t, out, in)
		s.basis[out] = in
	}
	return false
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

// exact solves a matrix in fractions, by Bland's rule, which always ends.
func (s *Simplex) exact(a [][]float64) (rows, cols []float64, value float64) {
	m, n := len(a), len(a[0])
	width := n + m + 1
	s.begin(a, width)
	t := make([][]*big.Rat, m+1)
	for i := range t {
		for j := range width {
			t[i] = append(t[i], new(big.Rat).SetFloat64(s.t[i][j]))
		}
	}
	for {
		in := 0
		for in < width-1 && t[m][in].Sign() >= 0 {
			in++
		}
		if in == width-1 {
			break
		}
		out, least, ratio := -1, new(big.Rat), new(big.Rat)
		for i := range m {
			if t[i][in].Sign() <= 0 {
				continue
			}
			ratio.Quo(t[i][width-1], t[i][in])
			if c := ratio.Cmp(least); out < 0 || c < 0 || c == 0 && s.basis[i] < s.basis[out] {
				out = i
				least.Set(ratio)
			}
		}
		turn(t, out, in)
		s.basis[out] = in
	}
	sum := t[m][width-1]
	part := func(x *big.Rat) float64 {
		f, _ := new(big.Rat).Quo(x, sum).Float64()
		return f
	}
	for i := range m {
		s.rows[i] = part(t[m][n+i])
		if s.basis[i] < n {
			s.cols[s.basis[i]] = part(t[i][width-1])
		}
	}
	value, _ = new(big.Rat).Sub(new(big.Rat).Inv(sum), big.NewRat(lift, 1)).Float64()
	return s.rows, s.cols, value
}

// turn is pivot in fractions.
func turn(t [][]*big.Rat, out, in int) {
	p := new(big.Rat).Set(t[out][in])
	for _, x := range t[out] {
		x.Quo(x, p)
	}
	var product big.Rat
	for i, to := range t {
		if f := new(big.Rat).Set(to[in]); i != out && f.Sign() != 0 {
			for j, x := range t[out] {
				to[j].Sub(to[j], product.Mul(f, x))
			}
		}
	}
}

// bounds returns what a mixture of rows is sure of, and the most that rows can get
// from a mixture of columns. The value of the matrix lies between them.
func bounds(a [][]float64, rows, cols []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for j := range a[0] {
		gets := 0.
		for i := range a {
			gets += rows[i] * a[i][j]
		}
		low = min(low, gets)
	}
	for i := range a {
		gets := 0.
		for j := range a[i] {
			gets += cols[j] * a[i][j]
		}
		high = max(high, gets)
	}
	return low, high
}
