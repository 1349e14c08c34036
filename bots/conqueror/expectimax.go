package conqueror

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"atoll/game"
	rules "atoll/games/conqueror"
	"atoll/search"
)

// duelist searches positions of two players by expectiminimax. Values are the
// expected score of the player about to roll. It belongs to one thread.
type duelist struct {
	w     *Net
	table table
	clock *search.Clock
	f     Features
	// stack holds one position a ply, so that none is made in the search.
	stack [maxPly]rules.State
	plies [maxPly]ply
	// judged counts the values that rest on a judgement rather than on results. A
	// search that added none is exact.
	judged int64
}

const maxPly = 64

// ply is what one chance node needs while its children are searched.
type ply struct {
	moves [3][16]move
	count [3]int
}

// move is a tile to walk to with a first estimate, for the order of search.
type move struct {
	tile  uint8
	guess float32
}

// judge is the static value of a position before a roll for the player to roll.
func (d *duelist) judge(s *rules.State) float32 {
	var shares [maxSeats]float32
	d.f.Read(s)
	d.w.Shares(&d.f, &shares)
	return shares[s.Mover()]
}

// after returns the value of the position at stack[at], reached by player p, for
// p: the result if the play is over, else what the search says.
func (d *duelist) after(at int, p game.Seat, depth int, alpha, beta float32) float32 {
	s := &d.stack[at]
	if s.Phase >= rules.PhaseTie {
		return FinalShare(s, p)
	}
	if s.Mover() != p {
		return 1 - d.roll(at, depth, 1-beta, 1-alpha)
	}
	return d.roll(at, depth, alpha, beta)
}

// guess is after without search.
func (d *duelist) guess(at int, p game.Seat) float32 {
	s := &d.stack[at]
	if s.Phase >= rules.PhaseTie {
		return FinalShare(s, p)
	}
	v := d.judge(s)
	if s.Mover() != p {
		return 1 - v
	}
	return v
}

// roll returns the value of the position before a roll at stack[at]. A result
// at or below alpha is an upper bound, one at or above beta a lower bound.
func (d *duelist) roll(at, depth int, alpha, beta float32) float32 {
	s := &d.stack[at]
	if !d.clock.Step() {
		return 0
	}
	if depth <= 0 || at+3 >= maxPly {
		d.judged++
		return d.judge(s)
	}
	key := keyOf(s)
	var hint [3]uint8
	if e := d.table.find(key); e != nil {
		hint = e.best
		if e.final || int(e.depth) >= depth {
			switch {
			case e.bound == exact, e.bound == lower && e.value >= beta, e.bound == upper && e.value <= alpha:
				if !e.final {
					d.judged++
				}
				return e.value
			}
		}
	}
	judged := d.judged
	p := s.Mover()
	pl := &d.plies[at]
	one, two, three := s.Reach(int(s.Token[p]))
	open := s.Free &^ s.Tokens
	passes := 0
	for die, set := range [3]uint64{one & open, two & open, three & open} {
		pl.count[die] = 0
		if set == 0 {
			passes++
		}
		d.list(at, die, set, depth, hint[die])
	}
	var v float32
	if passes > 0 && d.loops(at) {
		v = d.loop(at, depth, passes)
		if !d.clock.Stopped() {
			d.table.store(key, entry{value: v, depth: int8(depth), bound: exact, final: d.judged == judged, best: hint})
		}
		return v
	}
	v, best := d.average(at, depth, alpha, beta)
	if d.clock.Stopped() {
		return 0
	}
	bound := exact
	if v <= alpha {
		bound = upper
	} else if v >= beta {
		bound = lower
	}
	d.table.store(key, entry{value: v, depth: int8(depth), bound: bound, final: d.judged == judged, best: best})
	return v
}

// list fills in the moves of one die, best guess first.
func (d *duelist) list(at, die int, set uint64, depth int, hint uint8) {
	s, pl := &d.stack[at], &d.plies[at]
	p := s.Mover()
	list := pl.moves[die][:0]
	for ; set != 0; set &= set - 1 {
		t := bits.TrailingZeros64(set)
		m := move{tile: uint8(t)}
		if depth > 1 {
			d.stack[at+1] = *s
			d.stack[at+1].Die = uint8(die + 1)
			d.stack[at+1].PlayMove(t, nil)
			m.guess = d.guess(at+1, p)
			if hint == uint8(t)+1 {
				m.guess += 1
			}
		}
		list = append(list, m)
	}
	if depth > 1 {
		slices.SortFunc(list, func(a, b move) int {
			switch {
			case a.guess > b.guess:
				return -1
			case a.guess < b.guess:
				return 1
			}
			return int(a.tile) - int(b.tile)
		})
	}
	pl.count[die] = len(list)
}

// average is the mean over the dice of the best move of each, searched with
// bounds: a die is looked at only as far as it can still move the mean into the
// window (Star1). Before that one move of each die is tried to get lower bounds
// (Star2).
func (d *duelist) average(at, depth int, alpha, beta float32) (float32, [3]uint8) {
	pl := &d.plies[at]
	var best [3]uint8
	low := [3]float32{}
	probed := false
	if depth > 1 && beta < 1 {
		probed = true
		sum := float32(0)
		for die := range 3 {
			// The others can give at most 1 and at least what is known of them.
			need := 3*beta - sum
			low[die] = d.try(at, die, 0, depth, 0, min(1, need))
			sum += low[die]
			if pl.count[die] > 0 {
				best[die] = pl.moves[die][0].tile + 1
			}
			if d.clock.Stopped() {
				return 0, best
			}
			if sum >= 3*beta {
				return sum / 3, best
			}
		}
	}
	var sum float32 // of the dice that are done
	for die := range 3 {
		rest, most := float32(0), float32(0)
		for other := die + 1; other < 3; other++ {
			rest += low[other]
			most++
		}
		lo, hi := 3*alpha-sum-most, 3*beta-sum-rest
		if lo >= 1 {
			return (sum + 1 + most) / 3, best
		}
		v := float32(0)
		first := 0
		if probed {
			v, first = low[die], 1
		}
		n := max(1, pl.count[die])
		for k := first; k < n; k++ {
			if v >= hi || v >= 1 {
				break
			}
			x := d.try(at, die, k, depth, max(lo, v, 0), min(hi, 1))
			if d.clock.Stopped() {
				return 0, best
			}
			if x > v || k == 0 {
				v = x
				if pl.count[die] > 0 {
					best[die] = pl.moves[die][k].tile + 1
				}
			}
		}
		sum += v
		if v <= lo {
			return (sum + most) / 3, best
		}
		if v >= hi {
			return (sum + rest) / 3, best
		}
	}
	return sum / 3, best
}

// try searches move k of a die, or the pass if there is none.
func (d *duelist) try(at, die, k, depth int, alpha, beta float32) float32 {
	s, next := &d.stack[at], &d.stack[at+1]
	*next = *s
	next.Die = uint8(die + 1)
	if d.plies[at].count[die] == 0 {
		next.PlayPass(nil)
	} else {
		next.PlayMove(int(d.plies[at].moves[die][k].tile), nil)
	}
	return d.after(at+1, s.Mover(), depth-1, alpha, beta)
}

// loops reports whether the mover's pass and then one of the other player lead
// back to the same position.
func (d *duelist) loops(at int) bool {
	s, next := &d.stack[at], &d.stack[at+1]
	*next = *s
	next.Die = 1
	next.PlayPass(nil)
	if next.Phase != rules.PhaseRoll || next.Free != s.Free || next.Mover() == s.Mover() {
		return false
	}
	q := next.Mover()
	one, two, three := next.Reach(int(next.Token[q]))
	open := next.Free &^ next.Tokens
	return one&open == 0 || two&open == 0 || three&open == 0
}

// loop solves a position in which both players must pass with some rolls. Let a
// be the sum over the dice of the mover's best moves, b that of the other's, m
// and n the numbers of dice that make them pass. Then
//
//	V = (a + m(1−W))/3,  W = (b + n(1−V))/3.
func (d *duelist) loop(at, depth, passes int) float32 {
	a := d.moved(at, depth)
	d.stack[at+1] = d.stack[at]
	next := &d.stack[at+1]
	next.Die = 1
	next.PlayPass(nil)
	q := next.Mover()
	one, two, three := next.Reach(int(next.Token[q]))
	open := next.Free &^ next.Tokens
	others := 0
	for die, set := range [3]uint64{one & open, two & open, three & open} {
		d.plies[at+1].count[die] = 0
		if set == 0 {
			others++
		}
		d.list(at+1, die, set, depth-1, 0)
	}
	b := d.moved(at+1, depth-1)
	m, n := float32(passes), float32(others)
	return (3*a + m*(3-b-n)) / (9 - m*n)
}

// moved is the sum of the best moves over the dice with which the mover at
// stack[at] can move.
func (d *duelist) moved(at, depth int) float32 {
	pl := &d.plies[at]
	var sum float32
	for die := range 3 {
		var v float32
		for k := range pl.count[die] {
			v = max(v, d.try(at, die, k, depth, v, 1))
		}
		sum += v
	}
	return sum
}

// keyOf is the fingerprint of a position before a roll, for two players.
func keyOf(s *rules.State) uint64 {
	h := mum(s.Coins[0]^0x9e3779b97f4a7c15, s.Coins[1]^0xbf58476d1ce4e5b9)
	h = mum(
		h^uint64(s.Won[0])^uint64(s.Won[1])<<16,
		uint64(uint8(s.Token[0]))^uint64(uint8(s.Token[1]))<<8^uint64(s.Mover())<<16^0x94d049bb133111eb,
	)
	h = mum(h^binary.LittleEndian.Uint64(s.Latest[:8]), binary.LittleEndian.Uint64(s.Latest[8:])^0xd6e8feb86659fd93)
	return h | 1
}

func mum(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo ^ a<<17 ^ b>>11
}
