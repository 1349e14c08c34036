package evo

import (
	"math/bits"
	"slices"

	"atoll/game"
)

const (
	fromShift = 11
	toShift   = 3
	moveBit   = game.Action(1) << 10
	roleMask  = game.Action(7)
)

// Move makes the action of going from one square to another and keeping the
// role.
func Move(from, to Square) game.Action {
	return game.Action(from)<<fromShift | moveBit | game.Action(to)<<toShift
}

// Turn makes the action of turning in place.
func Turn(q Square, r Role) game.Action {
	return game.Action(q)<<fromShift | game.Action(q)<<toShift | game.Action(r+1)
}

// ThenTurn adds a new role to a move.
func ThenTurn(a game.Action, r Role) game.Action { return a | game.Action(r+1) }

// Split takes an action apart; turns is false if the role is kept.
func Split(a game.Action) (from, to Square, role Role, turns bool) {
	return Square(a>>fromShift) & 127, Square(a>>toShift) & 127, Role(a&roleMask-1) & 3, a&roleMask != 0
}

const lastAction = game.Action(Squares)<<fromShift - 1

// wellFormed reports whether a says something that an action text can say.
func wellFormed(a game.Action) bool {
	from, to, _, turns := Split(a)
	return a <= lastAction && a&roleMask <= Roles && a&moveBit != 0 == (from != to) && (from != to || turns)
}

// others are, for each role, the low bits of the actions that turn to the other
// three, ascending.
var others = [Roles][3]game.Action{{2, 3, 4}, {1, 3, 4}, {1, 2, 4}, {1, 2, 3}}

// mostActions bounds the actions of one position: eight pieces with all their
// targets and the turns in place, and room for one more target, because listing
// writes first and then decides whether it counts.
const mostActions = PiecesEach*(4*maxTargets+3) + 4

// AppendActions appends the actions of the side to move in ascending order; none
// if it has won. No list is empty otherwise: every piece can turn.
func (p *Position) AppendActions(dst []game.Action) []game.Action {
	if p.won {
		return dst
	}
	have := len(dst)
	if cap(dst)-have < mostActions {
		dst = slices.Grow(dst, mostActions)
	}
	out := dst[have : have+mostActions]
	side := p.side & 3
	shift := (ownerShift + uint8(side)) & 7
	table := &reaches[side]
	n := 0
	for half, set := range &p.own[side] {
		for ; set != 0; set &= set - 1 {
			from := uint(half)<<6 | uint(bits.TrailingZeros64(set))
			role := p.cell[from].Role()
			t1, t2, t3 := others[role][0], others[role][1], others[role][2]
			base := game.Action(from) << fromShift
			a := base | game.Action(from)<<toShift
			w := (*[4]game.Action)(out[n:])
			w[0], w[1], w[2] = a|t1, a|t2, a|t3
			n += 3
			base |= moveBit
			rc := &table[role][from]
			for _, t := range rc.target[:rc.n] {
				a := base | game.Action(t.to)<<toShift
				w := (*[4]game.Action)(out[n:])
				w[0], w[1], w[2], w[3] = a, a|t1, a|t2, a|t3
				// The four count unless one's own piece is there or anything on the way.
				bad := uint8(p.cell[t.to])>>shift | uint8(p.cell[t.way1]|p.cell[t.way2])>>3
				n += int(^bad&1) << 2
			}
		}
	}
	return dst[:have+n]
}

// open reports whether a piece of side s may go to the target as the board
// stands.
func (p *Position) open(s Side, t target) bool {
	return uint8(p.cell[t.to])>>(ownerShift+s)&1 == 0 && p.cell[t.way1]|p.cell[t.way2] == 0
}

// find returns the target of piece on from that is to, if its role goes there on
// an empty board.
func find(piece Piece, from, to Square) (target, bool) {
	rc := &reaches[piece.Owner()&3][piece.Role()][from]
	for _, t := range rc.target[:rc.n] {
		if t.to == uint8(to) {
			return t, true
		}
	}
	return target{}, false
}

// Legal reports whether a is an action of the side to move. Any value of a is
// allowed.
func (p *Position) Legal(a game.Action) bool {
	if p.won || !wellFormed(a) {
		return false
	}
	from, to, role, turns := Split(a)
	piece := p.cell[from]
	if !p.own[p.side].Has(from) || turns && role == piece.Role() {
		return false
	}
	if from == to {
		return true
	}
	t, ok := find(piece, from, to)
	return ok && p.open(p.side, t)
}

// AppendCaptures appends, in ascending order, the actions of the side to move
// that capture, each with every role.
func (p *Position) AppendCaptures(dst []game.Action) []game.Action {
	if p.won {
		return dst
	}
	side := p.side & 3
	for half, set := range &p.own[side] {
		for ; set != 0; set &= set - 1 {
			from := Square(half<<6 | bits.TrailingZeros64(set))
			role := p.cell[from].Role()
			rc := &reaches[side][role][from]
			for _, t := range rc.target[:rc.n] {
				if p.cell[t.to] != 0 && p.open(side, t) {
					a := Move(from, Square(t.to))
					o := &others[role]
					dst = append(dst, a, a|o[0], a|o[1], a|o[2])
				}
			}
		}
	}
	return dst
}

// Attacks reports whether the piece on from, whoever is to move, could go to
// another's piece or castle on to.
func (p *Position) Attacks(from, to Square) bool {
	piece := p.cell[from]
	if piece.Empty() || piece.Castle() || p.cell[to].Empty() {
		return false
	}
	t, ok := find(piece, from, to)
	return ok && p.open(piece.Owner(), t)
}
