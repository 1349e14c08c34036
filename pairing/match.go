package pairing

import (
	"cmp"
	"slices"
)

// An edge may join two vertices; heavier is better.
type edge struct {
	a, b   int32
	weight int64
}

// match finds a matching of the greatest number of vertices and, among those,
// of the greatest weight. It returns each vertex's partner, or -1.
//
// This is Edmonds' primal-dual method for general graphs: every vertex and
// every odd cycle (blossom) has a price; only edges whose price is exactly paid
// may be used; a search tree grows from the free vertices over such edges and
// ends in an augmenting path, a new blossom, or a change of prices that frees
// an edge. Weights are doubled inside so that prices stay whole numbers.
func match(vertices int, edges []edge) []int32 {
	m := newMatcher(vertices, edges)
	for m.stage() {
	}
	mate := make([]int32, vertices)
	for v := range mate {
		mate[v] = -1
		if e := m.mate[v]; e >= 0 {
			mate[v] = m.end(e)
		}
	}
	return mate
}

const none = int32(-1)

// A tree label says how far a vertex or blossom is from a free vertex: by an
// even number of edges (outer), an odd one (inner), or not reached.
type label uint8

const (
	unreached label = iota
	outer
	inner
	crumb // on the way back while two branches look for their meeting point
)

// A dart is an edge with a direction: 2k points to edges[k].b, 2k+1 to
// edges[k].a. d^1 is the same edge the other way.
type matcher struct {
	n     int32
	edges []edge
	darts [][]int32 // darts that leave each vertex, by their far end

	mate  []int32 // for each vertex, the dart to its partner, or none
	price []int64 // of vertices, then of blossoms

	// Below, indexes from n on are blossoms.
	label  []label
	via    []int32 // dart through which the label came, pointing at this vertex
	top    []int32 // for each vertex, the outermost blossom around it
	parent []int32
	base   []int32
	parts  [][]int32 // of a blossom: the cycle, beginning with the base's part
	links  [][]int32 // links[i] leads from parts[i] to parts[i+1]
	best   []int32   // the cheapest edge (by number) to another outer blossom
	bests  [][]int32 // of an outer blossom: cheapest edges to each neighbour
	free   []int32   // unused blossom numbers
	paid   []bool    // edges whose price is exactly paid
	queue  []int32   // outer vertices to look at

	// Kept between calls so that a search allocates little.
	leafBuf  []int32
	cheapest []int32 // for each blossom the cheapest edge to it so far, or none; none between calls
	found    []int32
}

func newMatcher(vertices int, edges []edge) *matcher {
	n := int32(vertices)
	m := &matcher{
		n: n, edges: edges,
		darts:  make([][]int32, n),
		mate:   make([]int32, n),
		price:  make([]int64, 2*n),
		label:  make([]label, 2*n),
		via:    make([]int32, 2*n),
		top:    make([]int32, n),
		parent: make([]int32, 2*n),
		base:   make([]int32, 2*n),
		parts:  make([][]int32, 2*n),
		links:  make([][]int32, 2*n),
		best:   make([]int32, 2*n),
		bests:  make([][]int32, 2*n),
		paid:   make([]bool, len(edges)),

		cheapest: slices.Repeat([]int32{none}, 2*vertices),
	}
	var heaviest int64
	for k, e := range edges {
		heaviest = max(heaviest, e.weight)
		m.darts[e.a] = append(m.darts[e.a], int32(2*k))
		m.darts[e.b] = append(m.darts[e.b], int32(2*k+1))
	}
	for v := range n {
		m.mate[v], m.top[v], m.base[v] = none, v, v
		m.parent[v], m.via[v] = none, none
		m.price[v] = heaviest
		m.free = append(m.free, 2*n-1-v)
		m.parent[n+v], m.base[n+v], m.via[n+v] = none, none, none
	}
	return m
}

// end is the vertex that a dart points to.
func (m *matcher) end(dart int32) int32 {
	if dart&1 == 0 {
		return m.edges[dart/2].b
	}
	return m.edges[dart/2].a
}

// slack is how much of an edge's price is still unpaid.
func (m *matcher) slack(k int32) int64 {
	e := &m.edges[k]
	return m.price[e.a] + m.price[e.b] - 2*e.weight
}

// leaves lists the vertices inside b.
func (m *matcher) leaves(b int32, into []int32) []int32 {
	if b < m.n {
		return append(into, b)
	}
	for _, part := range m.parts[b] {
		into = m.leaves(part, into)
	}
	return into
}

// mark gives the blossom of w a label that came through dart.
func (m *matcher) mark(w int32, l label, dart int32) {
	b := m.top[w]
	m.label[w], m.label[b] = l, l
	m.via[w], m.via[b] = dart, dart
	m.best[w], m.best[b] = none, none
	if l == outer {
		m.queue = m.leaves(b, m.queue)
		return
	}
	partner := m.mate[m.base[b]]
	m.mark(m.end(partner), outer, partner)
}

// meeting walks back from both ends of an edge between outer vertices. It
// returns the base of the blossom that the edge closes, or none if the two
// trees have different roots: then there is an augmenting path.
func (m *matcher) meeting(v, w int32) int32 {
	var seen []int32
	base := none
	for v != none {
		b := m.top[v]
		if m.label[b] == crumb {
			base = m.base[b]
			break
		}
		seen = append(seen, b)
		m.label[b] = crumb
		if m.via[b] == none {
			v = none
		} else {
			b = m.top[m.end(m.via[b]^1)] // inner
			v = m.end(m.via[b] ^ 1)
		}
		if w != none {
			v, w = w, v
		}
	}
	for _, b := range seen {
		m.label[b] = outer
	}
	return base
}

// close makes the cycle through edge k and base into a blossom.
func (m *matcher) close(base, k int32) {
	last := len(m.free) - 1
	b := m.free[last]
	m.free = m.free[:last]
	around := m.top[base]
	m.base[b], m.parent[b] = base, none
	m.parent[around] = b

	parts, links := m.parts[b][:0], m.links[b][:0]
	v, w := m.edges[k].a, m.edges[k].b
	// From v back to the base, then the other way round, then from w.
	for x := m.top[v]; x != around; x = m.top[v] {
		m.parent[x] = b
		parts = append(parts, x)
		links = append(links, m.via[x])
		v = m.end(m.via[x] ^ 1)
	}
	parts = append(parts, around)
	reverse(parts)
	reverse(links)
	links = append(links, 2*k)
	for x := m.top[w]; x != around; x = m.top[w] {
		m.parent[x] = b
		parts = append(parts, x)
		links = append(links, m.via[x]^1)
		w = m.end(m.via[x] ^ 1)
	}
	m.parts[b], m.links[b] = parts, links

	m.label[b], m.via[b] = outer, m.via[around]
	m.price[b] = 0
	m.leafBuf = m.leaves(b, m.leafBuf[:0])
	for _, v := range m.leafBuf {
		if m.label[m.top[v]] == inner {
			m.queue = append(m.queue, v) // it becomes outer
		}
		m.top[v] = b
	}
	m.gatherBest(b)
}

// gatherBest finds the cheapest edge from the new blossom b to each other
// outer blossom.
func (m *matcher) gatherBest(b int32) {
	found := m.found[:0] // blossoms with an edge in m.cheapest
	offer := func(k int32) {
		far := m.top[m.edges[k].b]
		if far == b {
			far = m.top[m.edges[k].a]
		}
		if far == b || m.label[far] != outer {
			return
		}
		switch old := m.cheapest[far]; {
		case old == none:
			found = append(found, far)
			m.cheapest[far] = k
		case m.cheaper(k, old):
			m.cheapest[far] = k
		}
	}
	for _, part := range m.parts[b] {
		if m.bests[part] != nil {
			for _, k := range m.bests[part] {
				offer(k)
			}
		} else {
			m.leafBuf = m.leaves(part, m.leafBuf[:0])
			for _, v := range m.leafBuf {
				for _, d := range m.darts[v] {
					offer(d / 2)
				}
			}
		}
		m.bests[part], m.best[part] = nil, none
	}
	m.bests[b], m.best[b] = make([]int32, len(found)), none
	for i, far := range found {
		k := m.cheapest[far]
		m.bests[b][i], m.cheapest[far] = k, none
		if m.best[b] == none || m.cheaper(k, m.best[b]) {
			m.best[b] = k
		}
	}
	m.found = found
}

// cheaper compares two edges; of two that cost the same it is the first, so that a pairing is always the same.
func (m *matcher) cheaper(k, than int32) bool {
	return cmp.Or(cmp.Compare(m.slack(k), m.slack(than)), cmp.Compare(k, than)) < 0
}

// open takes blossom b apart. At the end of a stage its parts lose their
// labels; within a stage b was inner, and the part of its cycle between the
// way in and the base keeps its place in the tree.
func (m *matcher) open(b int32, endOfStage bool) {
	for _, part := range m.parts[b] {
		m.parent[part] = none
		switch {
		case part < m.n:
			m.top[part] = part
		case endOfStage && m.price[part] == 0:
			m.open(part, true)
		default:
			for _, v := range m.leaves(part, nil) {
				m.top[v] = part
			}
		}
	}
	if !endOfStage && m.label[b] == inner {
		m.relabel(b)
	}
	m.label[b], m.via[b] = unreached, none
	m.parts[b], m.links[b] = m.parts[b][:0], m.links[b][:0]
	m.base[b], m.bests[b], m.best[b] = none, nil, none
	m.free = append(m.free, b)
}

// relabel walks the cycle of an inner blossom that is taken apart from its way
// in to its base, an even number of edges, and labels the parts on that way.
// Parts on the other side are reached only if an outer vertex already leads to
// them.
func (m *matcher) relabel(b int32) {
	parts, links := m.parts[b], m.links[b]
	size := len(parts)
	entry := m.top[m.end(m.via[b])]
	at := indexOf(parts, entry)
	// Go on in the direction in which the base is an even number of edges away.
	step := -1
	if at&1 == 1 {
		step = 1
	}
	link := func(i, step int) int32 { // from part i in that direction
		if step == 1 {
			return links[i]
		}
		return links[(i-1+size)%size] ^ 1
	}
	dart := m.via[b]
	for at != 0 {
		// This part is inner, its partner along the way outer.
		m.label[m.end(dart)] = unreached
		next := link(at, step)
		m.label[m.end(next)] = unreached
		m.mark(m.end(dart), inner, dart)
		m.paid[next/2] = true
		at = (at + step + size) % size
		dart = link(at, step)
		m.paid[dart/2] = true
		at = (at + step + size) % size
	}
	// The base's part is inner too, but its partner has its label already.
	part := parts[0]
	m.label[m.end(dart)], m.label[part] = inner, inner
	m.via[m.end(dart)], m.via[part] = dart, dart
	m.best[part] = none
	// On the rest of the cycle a part keeps a label only if one of its vertices
	// was reached from outside.
	for at = step; parts[(at+size)%size] != entry; at += step {
		part := parts[(at+size)%size]
		if m.label[part] == outer {
			continue // it has been labelled as a partner on the way
		}
		for _, v := range m.leaves(part, nil) {
			if m.label[v] == unreached {
				continue
			}
			m.label[v] = unreached
			m.label[m.end(m.mate[m.base[part]])] = unreached
			m.mark(v, inner, m.via[v])
			break
		}
	}
}

// rebase swaps matched and unmatched edges on the even way from v to the base
// of b; v becomes the base.
func (m *matcher) rebase(b, v int32) {
	part := v
	for m.parent[part] != b {
		part = m.parent[part]
	}
	if part >= m.n {
		m.rebase(part, v)
	}
	parts, links := m.parts[b], m.links[b]
	size := len(parts)
	first := indexOf(parts, part)
	step := -1
	if first&1 == 1 {
		step = 1
	}
	for at := first; at != 0; {
		at = (at + step + size) % size
		var dart int32 // leads from parts[at] on in this direction
		if step == 1 {
			dart = links[at]
		} else {
			dart = links[(at-1+size)%size] ^ 1
		}
		if x := parts[at]; x >= m.n {
			m.rebase(x, m.end(dart^1))
		}
		at = (at + step + size) % size
		if x := parts[at]; x >= m.n {
			m.rebase(x, m.end(dart))
		}
		m.mate[m.end(dart)] = dart ^ 1
		m.mate[m.end(dart^1)] = dart
	}
	m.parts[b] = rotate(parts, first)
	m.links[b] = rotate(links, first)
	m.base[b] = m.base[part]
}

// augment swaps the edges of the path from one free vertex over edge k to
// another.
func (m *matcher) augment(k int32) {
	for _, side := range [2]int32{2 * k, 2*k + 1} {
		dart := side // points away from this half of the path
		for {
			v := m.end(dart ^ 1)
			b := m.top[v]
			if b >= m.n {
				m.rebase(b, v)
			}
			m.mate[v] = dart
			if m.via[b] == none {
				break
			}
			// b is outer: its label came over a matched edge from an inner one.
			t := m.top[m.end(m.via[b]^1)]
			back := m.via[t]    // points at a vertex of t
			into := m.end(back) // the vertex of t that gets a new partner
			if t >= m.n {
				m.rebase(t, into)
			}
			m.mate[into] = back ^ 1
			dart = back
		}
	}
}

// stage finds one augmenting path and uses it; false means there is none.
func (m *matcher) stage() bool {
	clear(m.label)
	for i := range m.best {
		m.best[i] = none
	}
	clear(m.bests[m.n:])
	clear(m.paid)
	m.queue = m.queue[:0]
	for v := range m.n {
		if m.mate[v] == none && m.label[m.top[v]] == unreached {
			m.mark(v, outer, none)
		}
	}
	if !m.grow() {
		return false
	}
	for b := m.n; b < 2*m.n; b++ {
		if m.parent[b] == none && m.base[b] != none && m.label[b] == outer && m.price[b] == 0 {
			m.open(b, true)
		}
	}
	return true
}

// grow enlarges the trees and changes prices until a path was augmented.
func (m *matcher) grow() bool {
	for {
		for len(m.queue) > 0 {
			v := m.queue[len(m.queue)-1]
			m.queue = m.queue[:len(m.queue)-1]
			if m.look(v) {
				return true
			}
		}
		if !m.reprice() {
			return false
		}
	}
}

// look follows the edges of outer vertex v; true means that a path was found.
func (m *matcher) look(v int32) bool {
	for _, d := range m.darts[v] {
		k, w := d/2, m.end(d)
		if m.top[v] == m.top[w] {
			continue
		}
		if !m.paid[k] {
			slack := m.slack(k)
			if slack > 0 {
				m.remember(v, w, k, slack)
				continue
			}
			m.paid[k] = true
		}
		switch m.label[m.top[w]] {
		case unreached:
			m.mark(w, inner, d)
		case outer:
			base := m.meeting(v, w)
			if base == none {
				m.augment(k)
				return true
			}
			m.close(base, k)
		case inner:
			// A vertex inside an inner blossom that has no label of its own is
			// noted: the blossom may be taken apart later.
			if m.label[w] == unreached {
				m.label[w], m.via[w] = inner, d
			}
		}
	}
	return false
}

// remember keeps an edge that is not paid if it is the cheapest of its kind.
func (m *matcher) remember(v, w, k int32, slack int64) {
	switch at := m.top[v]; {
	case m.label[m.top[w]] == outer:
		if m.best[at] == none || slack < m.slack(m.best[at]) {
			m.best[at] = k
		}
	case m.label[w] == unreached:
		if m.best[w] == none || slack < m.slack(m.best[w]) {
			m.best[w] = k
		}
	}
}

// reprice changes prices by the least amount that lets the search go on; false
// means that nothing does.
func (m *matcher) reprice() bool {
	const (
		nothing   = iota
		toFree    // an edge from an outer vertex to one not reached
		between   // an edge between two outer blossoms
		takeApart // an inner blossom's price is used up
	)
	kind, delta, where := nothing, int64(0), none
	offer := func(k int, d int64, at int32) {
		if kind == nothing || d < delta {
			kind, delta, where = k, d, at
		}
	}
	for v := range m.n {
		if m.label[m.top[v]] == unreached && m.best[v] != none {
			offer(toFree, m.slack(m.best[v]), m.best[v])
		}
	}
	for b := range 2 * m.n {
		if m.parent[b] != none || m.base[b] == none {
			continue
		}
		switch {
		case m.label[b] == outer && m.best[b] != none:
			// Both ends become cheaper, so the edge costs half; slacks between
			// outer vertices are even because all their prices are of one parity.
			offer(between, m.slack(m.best[b])/2, m.best[b])
		case b >= m.n && m.label[b] == inner:
			offer(takeApart, m.price[b], b)
		}
	}
	if kind == nothing {
		return false
	}
	for v := range m.n {
		switch m.label[m.top[v]] {
		case outer:
			m.price[v] -= delta
		case inner:
			m.price[v] += delta
		}
	}
	for b := m.n; b < 2*m.n; b++ {
		if m.parent[b] != none || m.base[b] == none {
			continue
		}
		switch m.label[b] {
		case outer:
			m.price[b] += delta
		case inner:
			m.price[b] -= delta
		}
	}
	if kind == takeApart {
		m.open(where, false)
		return true
	}
	m.paid[where] = true
	v := m.edges[where].a
	if m.label[m.top[v]] != outer {
		v = m.edges[where].b
	}
	m.queue = append(m.queue, v)
	return true
}
