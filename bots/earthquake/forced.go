package earthquake

import (
	"atoll/game"
	rules "atoll/games/earthquake"
)

// prover finds wins of two explorers that nothing can prevent: whatever the
// other does and whatever tile comes to light.
type prover struct {
	nodes, limit int64
	lists        [solveDepth][]game.Action
	stack        [solveDepth]rules.Position
}

// proveNodes bounds one question; most need a few hundred.
const proveNodes = 4_000

func twoLeft(p *rules.Position) bool {
	left := 0
	for s := range game.Seat(p.Players()) {
		if p.In(s) {
			left++
		}
	}
	return left == 2 && p.Phase() != rules.PhasePlace
}

// wins reports whether seat s, whoever acts, is sure to have won before turn
// number last+1 asks for anything. The second result is false if the limit did
// not suffice.
func (v *prover) wins(p *rules.Position, s game.Seat, last int, limit int64) (sure, known bool) {
	v.nodes, v.limit = 0, limit
	v.stack[0] = *p
	return v.sure(0, s, last)
}

func (v *prover) sure(d int, s game.Seat, last int) (bool, bool) {
	p := &v.stack[d]
	actor := p.Actor()
	if actor < 0 {
		return p.In(s), true
	}
	if p.Turns() > last {
		return false, true
	}
	v.nodes++
	if d+1 == solveDepth || v.nodes > v.limit {
		return false, false
	}
	v.lists[d] = p.AppendActions(v.lists[d][:0], actor)
	var weight [80]uint32
	if actor == game.Nature {
		weight = alike(p, v.lists[d])
	}
	next := &v.stack[d+1]
	known := true
	for i, a := range v.lists[d] {
		if actor == game.Nature && weight[i] == 0 {
			continue
		}
		*next = *p
		next.Do(a, nil)
		sure, ok := v.sure(d+1, s, last)
		switch {
		case !ok:
			known = false
		case sure && actor == s:
			return true, true
		case !sure && actor != s:
			return false, true
		}
		if v.nodes > v.limit {
			return false, false
		}
	}
	return actor != s && known, known
}

// Forced lists the actions of the acting seat after which it is sure to have won
// within the given number of further turns: 0 is before the other goes again.
func Forced(p *rules.Position, turns int) []game.Action {
	v := &prover{}
	s := p.Actor()
	var list []game.Action
	if s < 0 || s == game.Nature || !twoLeft(p) {
		return nil
	}
	for _, a := range p.AppendActions(nil, s) {
		next := *p
		next.Do(a, nil)
		if sure, _ := v.wins(&next, s, p.Turns()+turns, proveNodes); sure {
			list = append(list, a)
		}
	}
	return list
}

// Escapes lists the actions of the acting seat after which the other is not sure
// to win in its next turn. The second result is false if one of them could not be
// settled.
func Escapes(p *rules.Position) ([]game.Action, bool) {
	v := &prover{}
	s := p.Actor()
	if s < 0 || s == game.Nature || !twoLeft(p) {
		return nil, false
	}
	var list []game.Action
	for _, a := range p.AppendActions(nil, s) {
		next := *p
		next.Do(a, nil)
		sure, known := v.wins(&next, other(p, s), p.Turns()+1, proveNodes)
		if !known {
			return nil, false
		}
		if !sure {
			list = append(list, a)
		}
	}
	return list, true
}

// other returns the other one of the last two.
func other(p *rules.Position, s game.Seat) game.Seat {
	for o := range game.Seat(p.Players()) {
		if o != s && p.In(o) {
			return o
		}
	}
	return game.NoSeat
}
