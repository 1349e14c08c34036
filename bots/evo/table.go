package evo

import (
	"sync/atomic"

	"atoll/game"
)

// table remembers positions that were searched. Threads share it without locks:
// an entry is two words, the first being the hash mixed with the second, so that
// a torn entry does not match.
//
//	bits  0-17  best action
//	bits 18-19  bound: 1 upper, 2 lower, 3 exact
//	bits 20-27  depth
//	bits 32-47  score
type table struct {
	slots []slot
	mask  uint64
}

type slot struct{ check, data uint64 }

const (
	boundUpper = 1
	boundLower = 2
	boundExact = 3
)

// size makes the table as large as bytes allow, a power of two, and empties it.
func (t *table) size(bytes int64) {
	n := uint64(1024)
	for int64(n)*2*16 <= bytes {
		n *= 2
	}
	if uint64(len(t.slots)) != n {
		t.slots = make([]slot, n)
	} else {
		clear(t.slots)
	}
	t.mask = n - 1
}

// entry is a slot taken apart.
type entry struct {
	action game.Action
	score  int
	depth  int
	bound  int
}

func (t *table) find(hash uint64) (entry, bool) {
	s := &t.slots[hash&t.mask]
	data := atomic.LoadUint64(&s.data)
	if atomic.LoadUint64(&s.check)^data != hash || data == 0 {
		return entry{}, false
	}
	return entry{
		action: game.Action(data & (1<<18 - 1)),
		score:  int(int16(data >> 32)),
		depth:  int(data >> 20 & 255),
		bound:  int(data >> 18 & 3),
	}, true
}

func (t *table) keep(hash uint64, a game.Action, score, depth, bound int) {
	s := &t.slots[hash&t.mask]
	old := atomic.LoadUint64(&s.data)
	same := atomic.LoadUint64(&s.check)^old == hash
	if same {
		if bound != boundExact && depth+2 < int(old>>20&255) {
			return
		}
		if a == 0 {
			a = game.Action(old & (1<<18 - 1))
		}
	}
	data := uint64(a) | uint64(bound)<<18 | uint64(max(depth, 0)&255)<<20 | uint64(uint16(int16(score)))<<32
	atomic.StoreUint64(&s.check, hash^data)
	atomic.StoreUint64(&s.data, data)
}

// boundOf says what a score is after a search within a window.
func boundOf(score, alpha, beta int) int {
	switch {
	case score >= beta:
		return boundLower
	case score <= alpha:
		return boundUpper
	}
	return boundExact
}

// cuts returns the score of an entry, counted from the root, and whether it ends the
// search within a window.
func (t *entry) cuts(ply, alpha, beta int) (int, bool) {
	score := fromTable(t.score, ply)
	return score, t.bound == boundExact || t.bound == boundLower && score >= beta || t.bound == boundUpper && score <= alpha
}

// toTable and fromTable count wins from the position instead of the root.
func toTable(score, ply int) int {
	switch {
	case score >= won:
		return score + ply
	case score <= -won:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score >= won:
		return score - ply
	case score <= -won:
		return score + ply
	}
	return score
}
