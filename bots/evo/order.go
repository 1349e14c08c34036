package evo

import (
	"atoll/game"
	rules "atoll/games/evo"
)

// Ratings of actions by kind; history stays below rateKiller.
const (
	rateFirst   = 1 << 28
	rateCapture = 1 << 24
	rateThreat  = 1 << 22
	rateKiller  = 1 << 20
	historyMost = 1 << 18
)

// raidFrom tells, for a side and a role, on which squares a piece could take the
// castle opposite in one move on an empty board.
var raidFrom = makeRaidFrom()

func makeRaidFrom() (t [4][rules.Roles][rules.Squares]bool) {
	for side := range t {
		for r := range rules.Role(rules.Roles) {
			for q := range rules.Square(rules.Squares) {
				s := rules.Side(side)
				t[side][r][q] = rules.Reaches(s, r, q, (s ^ 2).Home())
			}
		}
	}
	return t
}

// rate gives the first n actions of a frame their ratings.
func (e *engine) rate(f *frame, n int, first game.Action) {
	p := &f.pos
	me := p.Side()
	h := &e.history[me>>1]
	for i, a := range f.list[:n] {
		from, to, role, turns := rules.Split(a)
		piece := p.At(from)
		old := piece.Role()
		if !turns {
			role = old
		}
		switch {
		case a == first:
			f.scores[i] = rateFirst
			continue
		case from != to && !p.At(to).Empty():
			f.scores[i] = rateCapture + e.places.of(me, role, to)
			continue
		}
		r := h[old][to][role] + 8*(e.places.of(me, role, to)-e.places.of(me, old, from))
		switch {
		case raidFrom[me][role][to] && !(from == to && raidFrom[me][old][to]):
			r += rateThreat
		case a == f.killers[0] || a == f.killers[1]:
			r += rateKiller
		}
		f.scores[i] = r
	}
}

// noisy keeps of a list the captures, each with the role that stands best there,
// and the actions that raid the castle opposite, and rates them.
func (e *engine) noisy(f *frame, list []game.Action, me rules.Side) int {
	p := &f.pos
	n := 0
	lastTo, lastFrom, kept := rules.NoSquare, rules.NoSquare, 0
	for _, a := range list {
		from, to, role, turns := rules.Split(a)
		if !turns {
			role = p.At(from).Role()
		}
		raid := raidFrom[me][role][to]
		if from == to || p.At(to).Empty() {
			if raid && !(from == to && raidFrom[me][p.At(from).Role()][to]) {
				f.list[n], f.scores[n] = a, rateThreat+e.places.of(me, role, to)
				n++
			}
			continue
		}
		score := rateCapture + e.places.of(me, role, to)
		if raid {
			score += 1000
		}
		if from == lastFrom && to == lastTo {
			if score > f.scores[kept] {
				f.list[kept], f.scores[kept] = a, score
			}
			continue
		}
		lastFrom, lastTo, kept = from, to, n
		f.list[n], f.scores[n] = a, score
		n++
	}
	return n
}

// pick brings the best rated of the actions from i up to n to i.
func pick(list *[mostActions]game.Action, scores *[mostActions]int32, i, n int) {
	best := i
	for j := i + 1; j < n; j++ {
		if scores[j] > scores[best] {
			best = j
		}
	}
	list[i], list[best] = list[best], list[i]
	scores[i], scores[best] = scores[best], scores[i]
}

// praise remembers that action i cut the search off, and that those tried before
// did not.
func (e *engine) praise(f *frame, i, depth int) {
	a := f.list[i]
	if f.killers[0] != a {
		f.killers[1], f.killers[0] = f.killers[0], a
	}
	bonus := int32(min(depth*depth*16, 2000))
	h := &e.history[f.pos.Side()>>1]
	h.remember(&f.pos, a, bonus)
	for _, b := range f.list[:i] {
		h.remember(&f.pos, b, -bonus/2)
	}
}
