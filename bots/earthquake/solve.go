package earthquake

import (
	"atoll/game"
	rules "atoll/games/earthquake"
	"atoll/search"
)

// solver works out endings of two explorers exactly: every action, and every
// tile that can come to light with its likelihood.
type solver struct {
	table map[uint64]float32
	nodes int64
	limit int64
	clock *search.Clock
	seat  game.Seat // whose chance to win the values are
	lists [solveDepth][]game.Action
	stack [solveDepth]rules.Position
}

// solveDepth bounds the length of a solved line; each action takes something
// away, so small endings are far shorter.
const solveDepth = 80

// solvable reports whether two are left and so few tiles lie open to play that
// working them out is worth a try. Tiles below a volcano never come to light.
func solvable(p *rules.Position) bool {
	left := 0
	for s := range game.Seat(p.Players()) {
		if p.In(s) {
			left++
		}
	}
	if left != 2 || p.Phase() == rules.PhasePlace {
		return false
	}
	tiles, unknown := 0, 0
	for rest := p.Land() &^ p.Volcanoes(); rest != 0; rest &= rest - 1 {
		n := p.Height(rest.First())
		tiles += n
		unknown += n - 1
	}
	return unknown == 0 && tiles <= 16 || tiles <= 9 && unknown <= 2
}

// solve returns the exact chance of seat s after each action, or false if the
// limit does not suffice.
func (v *solver) solve(p *rules.Position, s game.Seat, limit int64, clock *search.Clock) ([]search.Candidate, bool) {
	if v.table == nil {
		v.table = map[uint64]float32{}
	}
	clear(v.table)
	v.nodes, v.limit, v.clock, v.seat = 0, limit, clock, s
	var list []search.Candidate
	for _, a := range p.AppendActions(nil, s) {
		v.stack[0] = *p
		v.stack[0].Do(a, nil)
		x, ok := v.value(0)
		if !ok {
			return nil, false
		}
		list = append(list, search.Candidate{Action: a, Value: float64(x)})
	}
	return list, true
}

// value works out v.stack[d].
func (v *solver) value(d int) (float32, bool) {
	p := &v.stack[d]
	actor := p.Actor()
	if actor < 0 {
		if p.In(v.seat) {
			return 1, true
		}
		return 0, true
	}
	if d+1 == solveDepth {
		return 0, false
	}
	hash := p.Hash()
	if x, ok := v.table[hash]; ok {
		return x, true
	}
	v.nodes++
	if v.nodes > v.limit || v.nodes&1023 == 0 && !v.clock.Look() {
		return 0, false
	}
	next := &v.stack[d+1]
	v.lists[d] = p.AppendActions(v.lists[d][:0], actor)
	var best float32
	if actor == game.Nature {
		var sum, total float32
		ends := alike(p, v.lists[d])
		for i, a := range v.lists[d] {
			if ends[i] == 0 {
				continue
			}
			*next = *p
			next.Do(a, nil)
			x, ok := v.value(d + 1)
			if !ok {
				return 0, false
			}
			sum += x * float32(ends[i])
			total += float32(ends[i])
		}
		best = sum / total
	} else {
		mine := actor == v.seat
		if !mine {
			best = 1
		}
		for _, a := range v.lists[d] {
			*next = *p
			next.Do(a, nil)
			x, ok := v.value(d + 1)
			if !ok {
				return 0, false
			}
			if mine == (x > best) && x != best {
				best = x
			}
			if mine && best == 1 || !mine && best == 0 {
				break
			}
		}
	}
	v.table[hash] = best
	return best, true
}

// alike sets the weight of each reveal. Of reveals that play cannot tell apart (cracks with equally
// many ends that end at the same stacks) the first gets the weight of all, the others 0.
func alike(p *rules.Position, list []game.Action) [80]uint32 {
	var weight [80]uint32
	h := rules.Target(list[0])
	var ends [64]uint8 // those of the six directions that lead to a stack
	for d := range 6 {
		if n := rules.Next(h, d); n >= 0 && p.Land().Has(n) && !p.Volcanoes().Has(n) {
			for t := range ends {
				if t>>d&1 != 0 {
					ends[t] |= 1 << d
				}
			}
		}
	}
	var first [7][64]int16
	for i, a := range list {
		w := p.Weight(a)
		t := rules.Revealed(a)
		if !t.IsCracks() {
			weight[i] = w
			continue
		}
		at := &first[t.Kind()-rules.KindCracks+1][ends[t]]
		if *at == 0 {
			*at = int16(i) + 1
		}
		weight[*at-1] += w
	}
	return weight
}
