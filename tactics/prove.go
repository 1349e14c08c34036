// Package tactics finds positions with a forced win or a single way out, proves
// them by looking at everything, and measures how many of them a bot solves.
//
// A win is forced when the seat has it whatever the other seats and chance do. An
// escape is a position in which most actions allow the others a forced win and
// some do not. Depth counts decisions, not outcomes of chance.
package tactics

import (
	"atoll/game"
)

// maxSteps is the longest line the prover follows, outcomes of chance included.
const maxSteps = 48

// prover shows by exhaustive search that a seat wins. It gives up after a number
// of positions, and then has shown nothing.
type prover struct {
	states  [maxSteps + 1]game.State
	lists   [maxSteps + 1][]game.Action
	killer  [maxSteps + 1]game.Action // what decided last at this depth
	players int
	left    int64
	table   []proof
	// ownOnly counts choices of the winner alone; otherwise those of all seats.
	ownOnly bool
}

type proof struct {
	key uint64
	won bool
}

func newProver(st game.State) *prover {
	p := &prover{players: st.Config().Players, table: make([]proof, 1<<16)}
	for i := range p.states {
		p.states[i] = st.Copy()
	}
	return p
}

// limit starts a new question that may look at that many positions.
func (p *prover) limit(positions int64) {
	p.left = positions
	p.killer = [maxSteps + 1]game.Action{}
}

// spent reports that the last question was given up.
func (p *prover) spent() bool { return p.left < 0 }

// after reports whether 'who' wins by force within that many further decisions once
// seat s has played a in st.
func (p *prover) after(st game.State, s game.Seat, a game.Action, who game.Seat, decisions int) bool {
	next := p.states[0]
	next.CopyFrom(st)
	next.Play(game.Choose(s, a), nil)
	return p.wins(next, who, decisions, 0)
}

// wins reports whether 'who' wins st by force within that many decisions.
func (p *prover) wins(st game.State, who game.Seat, decisions, step int) bool {
	if p.left--; p.left < 0 {
		return false
	}
	acting := st.Acting()
	if acting == 0 {
		return st.Result().Score(who, p.players) == 1
	}
	if acting.Len() > 1 || step+1 >= maxSteps {
		return false
	}
	if b, ok := st.(game.Bulk); ok && b.BulkPending() {
		return false
	}
	s := acting.First()
	if s == who || s != game.Nature && !p.ownOnly {
		if decisions == 0 {
			return false
		}
		decisions--
	}
	key := game.Mix(st.Hash() ^ game.Mix(uint64(decisions)<<8|uint64(who)+1))
	slot := &p.table[key&uint64(len(p.table)-1)]
	if slot.key == key {
		return slot.won
	}
	won := p.look(st, s, who, decisions, step)
	if p.left >= 0 {
		*slot = proof{key, won}
	}
	return won
}

// look tries all actions of s: one that wins is enough for 'who', one that does
// not is enough against it.
func (p *prover) look(st game.State, s, who game.Seat, decisions, step int) bool {
	list := st.AppendActions(p.lists[step+1][:0], s)
	p.lists[step+1] = list
	next := p.states[step+1]
	mine := s == who
	first := p.killer[step]
	try := func(a game.Action) bool {
		next.CopyFrom(st)
		next.Play(game.Choose(s, a), nil)
		return p.wins(next, who, decisions, step+1)
	}
	if st.Legal(s, first) && try(first) == mine {
		return mine
	}
	for _, a := range list {
		if a == first {
			continue
		}
		if try(a) == mine {
			p.killer[step] = a
			return mine
		}
	}
	return !mine
}
