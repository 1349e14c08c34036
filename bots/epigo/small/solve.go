package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"sync"

	"atoll/search/regret"
)

// table is what every place is worth to South at the present number of quiet turns: places with as
// many captures as those being solved after one more quiet turn, places with more after none.
type table []float64

// newTable knows who has won; all else is worth what a difference in captures is.
func newTable(r rules, capture float64) table {
	t := make(table, r.numbers())
	for n := range t {
		p := r.place(number(n))
		south, north := r.lost(p, 0), r.lost(p, 1)
		switch {
		case north >= wins:
			t[n] = 1
		case south < wins:
			t[n] = .5 + capture*float64(north-south)
		}
	}
	return t
}

// layer lists the places with that many captures that are the smallest of their images.
func layer(r rules, captures int) (list []number) {
	for n := range r.numbers() {
		p := r.place(n)
		if r.lost(p, 0)+r.lost(p, 1) != captures || r.over(p) || !r.valid(p) {
			continue
		}
		if i := r.images(p); n <= min(i[1], i[2], i[3]) {
			list = append(list, n)
		}
	}
	return list
}

// worker solves single turns.
type worker struct {
	*mover
	exact  regret.Simplex
	matrix [][]float64
}

func newWorker(r rules) *worker {
	w := &worker{mover: newMover(r)}
	for range r.orders() {
		w.matrix = append(w.matrix, make([]float64, r.orders()))
	}
	return w
}

// better is what a side makes of two values to South.
func better(side int, a, b float64) float64 {
	if side == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// second is what the lower Order of a round leads to.
func (w *worker) second(t table, from place, side, order int) float64 {
	if w.over(from) {
		return t[w.number(from)]
	}
	after, n := w.outcomes(from, side, order)
	v := t[w.number(after[0])]
	if n == 2 {
		v = better(side, v, t[w.number(after[1])])
	}
	return v
}

// fill computes the matrix of a turn: South's Orders by North's.
func (w *worker) fill(t table, n number) {
	p := w.place(n)
	for a := range w.orders() {
		equal := a / 4 * 4
		for b := equal; b < equal+4; b++ { // equal numbers cancel
			w.matrix[a][b] = t[n]
		}
		for first := range 2 { // the side with the higher number
			after, count := w.outcomes(p, first, a)
			for b := range equal {
				v := w.second(t, after[0], first^1, b)
				if count == 2 {
					v = better(first, v, w.second(t, after[1], first^1, b))
				}
				if first == 0 {
					w.matrix[a][b] = v
				} else {
					w.matrix[b][a] = v
				}
			}
		}
	}
}

// mix is a solved turn: the shares of South's Orders and North's.
type mix struct {
	shares [2][maxOrders]float32
	value  float64
}

// solve finds best mixtures of a filled matrix: plain Orders where they are as
// good.
func (w *worker) solve() (m mix) {
	low, high := math.Inf(-1), math.Inf(1)
	row, col := 0, 0
	for i := range w.matrix {
		least, most := math.Inf(1), math.Inf(-1)
		for j := range w.matrix {
			least, most = min(least, w.matrix[i][j]), max(most, w.matrix[j][i])
		}
		if least > low {
			low, row = least, i
		}
		if most < high {
			high, col = most, i
		}
	}
	if low == high {
		m.shares[0][row], m.shares[1][col], m.value = 1, 1, low
		return m
	}
	rows, cols, value := w.exact.Solve(w.matrix)
	for i := range rows {
		m.shares[0][i], m.shares[1][i] = float32(max(0, rows[i])), float32(max(0, cols[i]))
	}
	m.value = value
	return m
}

// each calls f for the numbers below n, on all cores.
func each(r rules, n int, f func(w *worker, i int)) {
	var wg sync.WaitGroup
	cores := runtime.GOMAXPROCS(0)
	for c := range cores {
		wg.Go(func() {
			w := newWorker(r)
			for i := c; i < n; i += cores {
				f(w, i)
			}
		})
	}
	wg.Wait()
}

// run writes a policy.
func run(r rules, policy string, out io.Writer) error {
	if r.tiles < 1 || r.tiles > maxTiles || r.quiet < 1 {
		return errors.New("there are 1 to 3 Epigons a side, and 1 or more quiet turns")
	}
	var t table
	switch policy {
	case "equilibrium":
		t = newTable(r, 0)
	case "ahead":
		t = newTable(r, .25)
	default:
		return fmt.Errorf("there is no policy %q", policy)
	}
	head, err := json.Marshal(map[string]any{"game": "epigo-small-v1", "policy": policy, "tiles": r.tiles, "quiet": r.quiet})
	if err != nil {
		return err
	}
	if _, err := out.Write(append(head, '\n')); err != nil {
		return err
	}
	for captures := 2 * (wins - 1); captures >= 0; captures-- {
		list := layer(r, captures)
		mixes := make([]mix, len(list))
		for stage := range r.quiet {
			if policy == "equilibrium" || stage == 0 {
				each(r, len(list), func(w *worker, i int) {
					w.fill(t, list[i])
					mixes[i] = w.solve()
				})
			}
			if policy == "equilibrium" {
				t.learn(r, list, mixes)
			}
			if err := write(out, mixes); err != nil {
				return err
			}
		}
	}
	return writeDeployments(r, out, t)
}

// learn takes over what places and their images are worth.
func (t table) learn(r rules, list []number, mixes []mix) {
	for k, n := range list {
		i, v := r.images(r.place(n)), mixes[k].value
		t[i[0]], t[i[1]], t[i[2]], t[i[3]] = v, v, 1-v, 1-v
	}
}

func write(out io.Writer, mixes []mix) error {
	var sets, shares []byte
	for i := range mixes {
		for _, side := range mixes[i].shares {
			var set uint16
			for o, x := range side {
				if x > 0 {
					set |= 1 << o
					shares = binary.LittleEndian.AppendUint32(shares, math.Float32bits(x))
				}
			}
			sets = binary.LittleEndian.AppendUint16(sets, set)
		}
	}
	_, err := out.Write(append(sets, shares...))
	return err
}

// writeDeployments solves the choice of deployments.
func writeDeployments(r rules, out io.Writer, t table) error {
	south, north := r.deployments(0), r.deployments(1)
	a := make([][]float64, len(south))
	for i, s := range south {
		for _, n := range north {
			var p place
			copy(p[:], append(s[:r.tiles:r.tiles], n...))
			a[i] = append(a[i], t[r.number(p)])
		}
	}
	var exact regret.Simplex
	rows, cols, _ := exact.Solve(a)
	var buf []byte
	for _, side := range [][]float64{rows, cols} {
		for _, x := range side {
			buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(float32(max(0, x))))
		}
	}
	_, err := out.Write(buf)
	return err
}
