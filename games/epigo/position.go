package epigo

import (
	"math/bits"

	"atoll/game"
)

// Order is one Order tile with its arrow: number<<2 | direction, numbers 1–7;
// Slam is 8<<2. Zero is an Order that the holder of the state does not know.
type Order uint8

// Slam is the eighth Order of Islanders; it has no direction.
const Slam Order = 8 << 2

// NewOrder returns the Order of an Epigon's number in a direction.
func NewOrder(number int, d Direction) Order { return Order(number<<2) | Order(d) }

// Number returns 1–7, 8 for Slam, 0 if unknown.
func (o Order) Number() int { return int(o >> 2) }

// Direction returns the arrow's direction.
func (o Order) Direction() Direction { return Direction(o) & 3 }

// Plan is the three Orders of a turn in sequence.
type Plan [3]Order

const (
	bytes01 = 0x0101010101010101
	bytes80 = 0x8080808080808080

	captured = 0x40 // in place of a square
	onIsland = 0x41
	inHand   = 0x42 // before deployment
	noEpigon = 0x7f // the eighth byte, never a square
)

// Position is what stands where: all of the rules of movement, without turns,
// plans or history. It is a small value for search: copy it by assignment,
// compare it with ==.
type Position struct {
	// where has the square of Epigon n of a side in byte n-1, or captured or
	// onIsland. Eight squares in one word let a push find its tiles by SWAR.
	where [2]uint64
	occ   [2]uint64 // squares with an Epigon of a side
	isle  [2]Square // south-west squares of the Islands, or noIsland
	held  [2]uint8  // Epigons on a side's Island
	lost  [2]uint8  // Epigons of a side that were captured
	rules rules
}

// rules are the options that decide how Epigons move.
type rules uint8

const (
	islanders rules = 1 << iota
	exitArrow
	islandPriority
)

// maxHeld is how many Epigons an Island holds; toWin how many captures win.
const (
	maxHeld = 3
	toWin   = 3
)

// Square returns where Epigon n (1–7) of a side stands; ok is false if it is on
// its Island or captured.
func (p *Position) Square(side, n int) (sq Square, ok bool) {
	w := p.at(side, n)
	return w, w < 64
}

// OnIsland reports whether Epigon n of a side is on its Island.
func (p *Position) OnIsland(side, n int) bool { return p.at(side, n) == onIsland }

// Lost returns how many Epigons of a side were captured.
func (p *Position) Lost(side int) int { return int(p.lost[side&1]) }

// Over reports whether one side has lost the game by captures.
func (p *Position) Over() bool { return p.lost[0] >= toWin || p.lost[1] >= toWin }

// Occupied returns the squares with an Epigon of a side, as a set of bits.
func (p *Position) Occupied(side int) uint64 { return p.occ[side&1] }

// Where returns the packed places of a side: byte n-1 is the square of Epigon n,
// 0x40 if captured, 0x41 if on its Island.
func (p *Position) Where(side int) uint64 { return p.where[side&1] }

// Island returns the south-west square of a side's Island; ok is false in the
// core game.
func (p *Position) Island(side int) (sq Square, ok bool) {
	return p.isle[side&1], p.isle[side&1] != noIsland
}

// Islanders reports whether the Islanders rules are in force.
func (p *Position) Islanders() bool { return p.rules&islanders != 0 }

func (p *Position) at(side, n int) Square { return Square(p.where[side&1] >> (8 * uint(n-1) & 63)) }

// islands returns the squares of both Islands.
func (p *Position) islands() uint64 {
	if p.rules&islanders == 0 {
		return 0
	}
	return islandMask[p.isle[0]&127] | islandMask[p.isle[1]&127]
}

// ownIsland returns the squares of a side's Island.
func (p *Position) ownIsland(side int) uint64 {
	if p.rules&islanders == 0 {
		return 0
	}
	return islandMask[p.isle[side&1]&127]
}

// Hash fingerprints the position.
func (p *Position) Hash() uint64 {
	h := game.Mix(p.where[0]*0x9e3779b97f4a7c15 + uint64(p.isle[0])<<8 + uint64(p.isle[1]))
	return game.Mix(h + p.where[1]*0xd6e8feb86659fd93 + uint64(p.rules))
}

// NumberAt finds which Epigon of a side stands on a square that holds one.
func (p *Position) NumberAt(side int, sq Square) int {
	x := p.where[side&1] ^ bytes01*uint64(sq)
	return bits.TrailingZeros64((x-bytes01)&^x&bytes80)>>3 + 1
}

// verdict is how a move in a direction turns out.
type verdict uint8

const (
	slides      verdict = iota // onto an empty square
	pushes                     // the row moves onto an empty square
	leaves                     // the last tile of the row leaves the board
	enters                     // the last tile of the row enters its own Island
	outnumbered                // blocked by the count
	barred                     // blocked by the other player's Island
	full                       // blocked by the mover's own Island, which is full
)

func (v verdict) blocked() bool { return v >= outnumbered }

// reach is what lies before an Epigon in a direction.
type reach struct {
	verdict verdict
	last    Square // the last tile of the row, or where the count was lost
	owner   uint8  // of the last tile
	own     uint8  // the count, the mover included
	other   uint8
	row     [2]uint64 // tiles before the mover, by side
}

// look judges a move of a side's Epigon from a square in a direction. The row is
// counted until an empty square, the edge or an Island.
func (p *Position) look(side int, from Square, d Direction) reach {
	side &= 1
	r := reach{last: from, owner: uint8(side), own: 1}
	own, other := p.occ[side], p.occ[side^1]
	sq := next[d&3][from&63]
	for {
		if sq == off {
			r.verdict = leaves
			return r
		}
		b := bit(sq)
		switch {
		case own&b != 0:
			r.own++
			r.owner = uint8(side)
			r.row[side] |= b
		case other&b != 0:
			r.other++
			r.owner = uint8(side ^ 1)
			r.row[side^1] |= b
			if r.other > r.own {
				r.verdict, r.last = outnumbered, sq
				return r
			}
		default:
			return p.end(r, from, b)
		}
		r.last = sq
		sq = next[d&3][sq&63]
	}
}

// end judges the square behind the row, which holds no Epigon.
func (p *Position) end(r reach, from Square, b uint64) reach {
	if p.rules&islanders == 0 || p.islands()&b == 0 {
		if r.verdict = pushes; r.last == from {
			r.verdict = slides
		}
		return r
	}
	switch {
	case p.ownIsland(int(r.owner))&b == 0:
		r.verdict = barred
	case p.held[r.owner&1] >= maxHeld:
		r.verdict = full
	default:
		r.verdict = enters
	}
	return r
}

// set puts Epigon n of a side on a square, or marks it captured or onIsland.
func (p *Position) set(side, n int, to Square) {
	sh := 8 * uint(n-1) & 63
	p.where[side&1] = p.where[side&1]&^(0xff<<sh) | uint64(to)<<sh
}

// move moves Epigon n from a square (its own, or the Island square it steps off)
// in a direction, and reports whether a super slide is on offer.
func (p *Position) move(side, n int, from Square, d Direction) (super bool) {
	side &= 1
	d &= 3
	t := next[d][from&63]
	if t == off {
		p.lift(side, n, from)
		p.set(side, n, captured)
		p.lost[side]++
		return false
	}
	if b := bit(t); (p.occ[0]|p.occ[1]|p.islands())&b == 0 {
		p.lift(side, n, from)
		p.set(side, n, t)
		p.occ[side] |= b
		return beside[t&63]&p.occ[side^1] == 0 && p.mayEnter(side, next[d][t&63])
	}
	r := p.look(side, from, d)
	if r.verdict.blocked() {
		return false
	}
	if r.last == from { // it enters its own Island
		p.lift(side, n, from)
		p.set(side, n, onIsland)
		p.held[side]++
		return false
	}
	p.shift(r, d)
	p.lift(side, n, from)
	p.set(side, n, t)
	p.occ[side] |= bit(t)
	return false
}

// lift takes the mover off its square or its Island; set puts it down again.
func (p *Position) lift(side, n int, from Square) {
	if p.rules&islanders != 0 && p.at(side, n) == onIsland {
		p.held[side&1]--
		return
	}
	p.occ[side&1] &^= bit(from)
}

// shift moves every tile of a row one square, the last one first off the board
// or onto its Island if the verdict says so.
func (p *Position) shift(r reach, d Direction) {
	if r.verdict != pushes {
		o := int(r.owner & 1)
		n := p.NumberAt(o, r.last)
		p.occ[o] &^= bit(r.last)
		r.row[o] &^= bit(r.last)
		if r.verdict == leaves {
			p.set(o, n, captured)
			p.lost[o]++
		} else {
			p.set(o, n, onIsland)
			p.held[o]++
		}
	}
	by := toward[d&3]
	for s := range 2 {
		row := r.row[s]
		if row == 0 {
			continue
		}
		// Two tiles of a side never meet on the way: each is looked up by its old
		// square, and all old squares are read from the word before it changes.
		var add uint64
		for m := row; m != 0; m &= m - 1 {
			n := p.NumberAt(s, Square(bits.TrailingZeros64(m)))
			add += uint64(by) << (8 * uint(n-1) & 63)
		}
		p.where[s] += add
		if by > 0 {
			p.occ[s] = p.occ[s]&^row | row<<uint(by)
		} else {
			p.occ[s] = p.occ[s]&^row | row>>uint(-by)
		}
	}
}

// mayEnter reports whether a slide of a side's Epigon may end on a square: it is
// on the board and empty, or part of its own Island with room.
func (p *Position) mayEnter(side int, sq Square) bool {
	if sq == off {
		return false
	}
	b := bit(sq)
	if (p.occ[0]|p.occ[1])&b != 0 {
		return false
	}
	return p.rules&islanders == 0 || p.islands()&b == 0 || p.ownIsland(side)&b != 0 && p.held[side&1] < maxHeld
}

// slideOn takes the second step of a super slide.
func (p *Position) slideOn(side, n int, d Direction) {
	from := p.at(side, n)
	to := next[d&3][from&63]
	p.occ[side&1] &^= bit(from)
	if p.ownIsland(side)&bit(to) != 0 {
		p.set(side, n, onIsland)
		p.held[side&1]++
		return
	}
	p.set(side, n, to)
	p.occ[side&1] |= bit(to)
}

// exitFrom returns the Island square and the outward direction by which a side's
// Island is left onto a square.
func (p *Position) exitFrom(side int, to Square) (from Square, d Direction, ok bool) {
	own := p.ownIsland(side)
	if to > 63 || own&bit(to) != 0 || board&bit(to) == 0 {
		return 0, 0, false
	}
	for d := range Direction(4) {
		// The outward direction d leads from the Island to the square, so the
		// opposite one leads back.
		if back := next[(d+2)&3][to]; back != off && own&bit(back) != 0 {
			return back, d, true
		}
	}
	return 0, 0, false
}

// mayExit reports whether Epigon exits onto a square are on offer to a side whose
// Order has direction arrow.
func (p *Position) mayExit(side int, arrow Direction, to Square) bool {
	from, d, ok := p.exitFrom(side, to)
	if !ok || p.rules&exitArrow != 0 && d != arrow {
		return false
	}
	return !p.look(side, from, d).verdict.blocked()
}

// exits returns the squares onto which a side may leave its Island.
func (p *Position) exits(side int, arrow Direction) (set uint64) {
	if p.rules&islanders == 0 {
		return 0
	}
	own := p.ownIsland(side)
	var ring uint64
	for m := own; m != 0; m &= m - 1 {
		ring |= beside[bits.TrailingZeros64(m)]
	}
	for m := ring &^ own; m != 0; m &= m - 1 {
		if sq := Square(bits.TrailingZeros64(m)); p.mayExit(side, arrow, sq) {
			set |= bit(sq)
		}
	}
	return set
}

// exit moves Epigon n off its Island onto a square, and reports whether a super
// slide is on offer.
func (p *Position) exit(side, n int, to Square) (d Direction, super bool) {
	from, d, _ := p.exitFrom(side, to)
	return d, p.move(side, n, from, d)
}

// maySlam reports whether a side's Island may slide in a direction.
func (p *Position) maySlam(side int, d Direction) bool {
	if p.rules&islanders == 0 {
		return false
	}
	to := next[d&3][p.isle[side&1]&63]
	if to == off || islandMask[to&63] == 0 {
		return false
	}
	return islandMask[to&63]&^p.ownIsland(side)&(p.occ[0]|p.occ[1]|p.ownIsland(side^1)) == 0
}

// slam slides a side's Island.
func (p *Position) slam(side int, d Direction) {
	p.isle[side&1] = next[d&3][p.isle[side&1]&63]
}

// priority of an Order at the moment it is revealed.
func (p *Position) priority(side int, o Order) int {
	n := o.Number()
	if p.rules&islandPriority != 0 && n > 0 && n < 8 && p.at(side, n) == onIsland {
		n++
	}
	return n
}

// deployed sets up a position: tiles from file a to h, X is 8, and the Islands'
// south-west squares in Islanders.
func deployed(r rules, tiles [2][8]uint8, isle [2]Square) Position {
	p := Position{rules: r, isle: isle}
	for s := range 2 {
		p.where[s] = noEpigon << 56
		for file, n := range tiles[s] {
			if n == 8 {
				continue
			}
			sq := homeRank[s]*8 + Square(file)
			p.where[s] |= uint64(sq) << (8 * (n - 1))
			p.occ[s] |= bit(sq)
		}
	}
	return p
}

// Arrange sets up a position of the core game with Epigons 1, 2 and on of each
// side on the given squares, from 64 on captured. Epigons without a place take no
// part. It is for studies: no deployment need lead there.
func Arrange(south, north []Square) Position {
	p := Position{isle: [2]Square{noIsland, noIsland}}
	for s, list := range [2][]Square{south, north} {
		p.where[s] = noEpigon<<56 | inHand*bytes01>>8
		for i, sq := range list {
			p.set(s, i+1, min(sq, captured))
			p.tally(s, i+1)
		}
	}
	return p
}
