package main

import (
	"bytes"
	"math"
	"slices"
	"testing"
)

// at makes a place of two Epigons a side from squares a1–d4 of the small board; x is
// captured.
func at(squares ...string) (p place) {
	for i, s := range squares {
		if p[i] = 16; s != "x" {
			p[i] = (s[1]-'1')*4 + s[0] - 'a'
		}
	}
	return p
}

const (
	north = iota
	east
	south
	west
)

func TestOrdersOnTheSmallBoard(t *testing.T) {
	m := newMover(rules{tiles: 2, quiet: 1})
	for name, c := range map[string]struct {
		from        place
		side, order int
		want        []place
	}{
		"slides, and may slide on":            {at("a1", "d1", "d4", "d3"), 0, north, []place{at("a2", "d1", "d4", "d3"), at("a3", "d1", "d4", "d3")}},
		"does not slide on beside an enemy":   {at("a1", "d1", "b2", "d3"), 0, north, []place{at("a2", "d1", "b2", "d3")}},
		"does not slide on over the edge":     {at("a3", "d1", "d4", "d2"), 0, north, []place{at("a4", "d1", "d4", "d2")}},
		"slides off":                          {at("a4", "d1", "d4", "d2"), 0, north, []place{at("x", "d1", "d4", "d2")}},
		"pushes an enemy off":                 {at("a3", "d1", "a4", "d2"), 0, north, []place{at("a4", "d1", "x", "d2")}},
		"pushes its own off":                  {at("a3", "a4", "d4", "d2"), 0, north, []place{at("a4", "x", "d4", "d2")}},
		"is outnumbered":                      {at("a2", "d1", "a3", "a4"), 0, north, []place{at("a2", "d1", "a3", "a4")}},
		"two push two, and one leaves":        {at("a1", "b1", "c1", "d1"), 0, east, []place{at("b1", "c1", "d1", "x")}},
		"the second pushes as well":           {at("a1", "d1", "c4", "d4"), 1, 4 + south, []place{at("a1", "d1", "c4", "d3"), at("a1", "d1", "c4", "d2")}},
		"a captured one moves nothing":        {at("x", "d1", "c4", "d4"), 0, west, []place{at("x", "d1", "c4", "d4")}},
		"an enemy behind a gap does not move": {at("a1", "d1", "b1", "b4"), 0, east, []place{at("b1", "d1", "c1", "b4")}},
	} {
		after, n := m.outcomes(c.from, c.side, c.order)
		if !slices.Equal(after[:n], c.want) {
			t.Errorf("%s: %v, not %v", name, after[:n], c.want)
		}
	}
}

func TestImages(t *testing.T) {
	r := rules{tiles: 2, quiet: 1}
	p := at("a1", "c2", "x", "d4")
	if q := r.turned(r.turned(p)); q != p || r.place(r.number(p)) != p {
		t.Errorf("%v became %v", p, q)
	}
	if q, want := r.mirror(p), at("d1", "b2", "x", "a4"); q != want {
		t.Errorf("in the mirror %v, not %v", q, want)
	}
	if q, want := r.turned(p), at("x", "a1", "d4", "b3"); q != want {
		t.Errorf("turned %v, not %v", q, want)
	}
}

// Every mixture gets the value of its matrix against every reply, and images are
// worth the same, or what is left of one with the sides changed over.
func TestMixturesHoldTheirValue(t *testing.T) {
	r := rules{tiles: 2, quiet: 32} // so that values come within rounding of each other
	w, values := newWorker(r), newTable(r, 0)
	mixed := 0
	for captures := 2; captures > 0; captures-- {
		list := layer(r, captures)
		for range r.quiet {
			mixes := make([]mix, len(list))
			for i, n := range list {
				w.fill(values, n)
				mixes[i] = w.solve()
				if slices.Max(mixes[i].shares[0][:]) < 1 {
					mixed++
				}
				holds(t, w, &mixes[i])
			}
			for i, n := range list[:50] {
				for k, image := range r.images(r.place(n)) {
					w.fill(values, image)
					if v, want := w.solve().value, mixes[i].value; math.Abs(v-want) > 1e-9 && k < 2 || math.Abs(v+want-1) > 1e-9 && k >= 2 {
						t.Fatalf("image %d of %v: %v, not %v", k, r.place(n), v, want)
					}
				}
			}
			values.learn(r, list, mixes)
		}
	}
	if mixed < 100 {
		t.Errorf("only %d turns need a mixture", mixed)
	}
}

func holds(t *testing.T, w *worker, m *mix) {
	for b := range w.orders() {
		var gets, gives float64
		for a := range w.orders() {
			gets += float64(m.shares[0][a]) * w.matrix[a][b]
			gives += float64(m.shares[1][a]) * w.matrix[b][a]
		}
		if gets < m.value-1e-6 || gives > m.value+1e-6 {
			t.Fatalf("%v and %v, not %v", gets, gives, m.value)
		}
	}
}

func TestPoliciesAreWritten(t *testing.T) {
	var a, b bytes.Buffer
	r := rules{tiles: 1, quiet: 3}
	if err := run(r, "equilibrium", &a); err != nil {
		t.Fatal(err)
	}
	if err := run(r, "equilibrium", &b); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Errorf("the second time it is another (%v)", err)
	}
	if err := run(r, "sleepy", &a); err == nil {
		t.Error("there is a sleepy policy")
	}
	if err := run(rules{tiles: 4, quiet: 1}, "ahead", &a); err == nil {
		t.Error("four Epigons fitted")
	}
}
