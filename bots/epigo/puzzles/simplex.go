package main

import "math"

const tiny = 1e-9

// solve finds best mixtures of both sides of a matrix game by the simplex method:
// those of the rows, who want much, of the columns, and the value. The mixtures
// are corners, so few of their shares are above zero.
func solve(a [][]float64) (rows, cols []float64, value float64) {
	m, n := len(a), len(a[0])
	// With all payoffs above zero the columns' problem has a start at nothing:
	// greatest sum of y with A y <= 1. The rows' mixture is its dual.
	const lift = 1
	width := n + m + 1
	t := make([][]float64, m+1)
	basis := make([]int, m)
	for i := range m {
		t[i] = make([]float64, width)
		for j := range n {
			t[i][j] = a[i][j] + lift
		}
		t[i][n+i], t[i][width-1] = 1, 1
		basis[i] = n + i
	}
	t[m] = make([]float64, width)
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
	rows, cols = make([]float64, m), make([]float64, n)
	for i := range m {
		rows[i] = t[m][n+i] / sum
		if basis[i] < n {
			cols[basis[i]] = t[i][width-1] / sum
		}
	}
	return rows, cols, 1/sum - lift
}

func pivot(t [][]float64, out, in int) {
	p := t[out][in]
	for j := range t[out] {
		t[out][j] /= p
	}
	for i := range t {
		if f := t[i][in]; i != out && f != 0 {
			for j := range t[i] {
				t[i][j] -= f * t[out][j]
			}
		}
	}
}

// parts writes shares as whole numbers of equal parts, at most so many in all;
// false if they are no such fractions.
func parts(shares []float64, most int) (list []int, of int, ok bool) {
	for of = 1; of <= most; of++ {
		list, ok = list[:0], true
		sum := 0
		for _, x := range shares {
			k := math.Round(x * float64(of))
			ok = ok && math.Abs(x*float64(of)-k) < 1e-6
			list = append(list, int(k))
			sum += int(k)
		}
		if ok && sum == of {
			return list, of, true
		}
	}
	return nil, 0, false
}
