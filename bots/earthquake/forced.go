package earthquake

import (
	"atoll/game"
	rules "atoll/games/earthquake"
)

// prover finds wins that nothing can prevent: whatever the others do and whatever
// tile comes to light.
type prover struct {
	nodes, limit int64
	lists        [solveDepth][]game.Action
	stack        [solveDepth]rules.Position
}

// proveNodes bounds one question; most need a few hundred.
const proveNodes = 4_000

// wins reports whether seat s is sure to have won after so many further
// decisions of anybody. It gives up, and says no, after limit positions.
func (v *prover) wins(p *rules.Position, s game.Seat, decisions int, limit int64) bool {
	v.nodes, v.limit = 0, limit
	v.stack[0] = *p
	return v.sure(0, s, decisions)
}

func (v *prover) sure(d int, s game.Seat, decisions int) bool {
	p := &v.stack[d]
	actor := p.Actor()
	if actor < 0 {
		return p.In(s)
	}
	v.nodes++
	if !p.In(s) || d+1 == solveDepth || v.nodes > v.limit {
		return false
	}
	var weight [80]uint32
	if actor == game.Nature {
		v.lists[d] = p.AppendActions(v.lists[d][:0], actor)
		weight = alike(p, v.lists[d])
	} else {
		if decisions == 0 {
			return false
		}
		decisions--
		v.lists[d] = p.AppendActions(v.lists[d][:0], actor)
	}
	for i, a := range v.lists[d] {
		if actor == game.Nature && weight[i] == 0 {
			continue
		}
		v.stack[d+1] = *p
		v.stack[d+1].Do(a, nil)
		if v.sure(d+1, s, decisions) == (actor == s) {
			return actor == s
		}
	}
	return actor != s
}

// Depths of the proofs, in decisions after the action they are about.
const (
	winDepth  = 4
	loseDepth = 3
)

// shortest finds the action of seat s that wins by force with the fewest further
// decisions.
func (v *prover) shortest(p *rules.Position, s game.Seat, list []game.Action, limit int64) game.Action {
	for decisions := range winDepth + 1 {
		for _, a := range list {
			next := *p
			next.Do(a, nil)
			if v.wins(&next, s, decisions, limit) {
				return a
			}
		}
	}
	return game.NoAction
}

// doomed lists the actions of seat s after which another is sure to win soon.
func (v *prover) doomed(p *rules.Position, s game.Seat, list []game.Action, limit int64) []game.Action {
	var lost []game.Action
	for _, a := range list {
		next := *p
		next.Do(a, nil)
		if v.loses(&next, s, limit) {
			lost = append(lost, a)
		}
	}
	return lost
}

func (v *prover) loses(p *rules.Position, s game.Seat, limit int64) bool {
	for decisions := range loseDepth + 1 {
		for o := range game.Seat(p.Players()) {
			if o != s && p.In(o) && v.wins(p, o, decisions, limit) {
				return true
			}
		}
	}
	return false
}
