package alphabeta

import (
	"sync/atomic"

	"atoll/game"
)

// Table is a transposition table that threads share without locks: the key of an
// entry is stored mixed with its data, so that a torn entry does not match.
//
//	data bits  0–15  score + 32768
//	          16–23  depth
//	          24–25  bound
//	          32–63  fingerprint of the best action
type Table struct {
	slots []slot
	mask  uint64
}

type slot struct{ key, data atomic.Uint64 }

const slotBytes = 16

type bound uint8

const (
	none bound = iota
	exact
	lower // the score is at least this
	upper // the score is at most this
)

// resized returns a table of at most so many bytes, t itself if it fits.
func (t *Table) resized(bytes int64) *Table {
	n := 1024
	for int64(2*n)*slotBytes <= bytes && n < 1<<26 {
		n *= 2
	}
	if t != nil && len(t.slots) == n {
		return t
	}
	return &Table{slots: make([]slot, n), mask: uint64(n - 1)}
}

// clear empties the table; no thread may be using it.
func (t *Table) clear() { clear(t.slots) }

func (t *Table) load(hash uint64) (score, depth int, b bound, best uint32) {
	s := &t.slots[hash&t.mask]
	data := s.data.Load()
	if data == 0 || s.key.Load()^data != hash {
		return 0, 0, none, 0
	}
	return int(data&0xffff) - 32768, int(data >> 16 & 0xff), bound(data >> 24 & 3), uint32(data >> 32)
}

func (t *Table) store(hash uint64, score, depth int, b bound, best uint32) {
	s := &t.slots[hash&t.mask]
	old := s.data.Load()
	// A deeper entry of another position stays, unless this one is exact.
	if old != 0 && s.key.Load()^old != hash && int(old>>16&0xff) > depth+2 && b != exact {
		return
	}
	data := uint64(score+32768) | uint64(max(0, depth))<<16 | uint64(b)<<24 | uint64(best)<<32
	s.data.Store(data)
	s.key.Store(hash ^ data)
}

// mark is the fingerprint of an action in the table.
func mark(a game.Action) uint32 { return uint32(game.Mix(uint64(a)) >> 32) }
