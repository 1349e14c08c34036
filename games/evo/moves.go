package evo

import (
	"math/bits"
	"slices"

	"atoll/game"
)

// Move makes the action of going from one square to another and keeping the
// role.
func Move(from, to Square) game.Action { return game.Action(from)<<10 | game.Action(to)<<3 }

// Turn adds a new role to an action. Turn(Move(q, q), r) turns in place.
func Turn(a game.Action, r Role) game.Action { return a | game.Action(r+1) }

// Split takes an action apart; turns is false if the role is kept.
func Split(a game.Action) (from, to Square, role Role, turns bool) {
	return Square(a>>10) & 127, Square(a>>3) & 127, Role(a&7-1) & 3, a&7 != 0
}

const lastAction = game.Action(Squares)<<10 - 1

// others are, for each role, the low bits of the actions that turn to the other
// three, ascending.
var others = [Roles][3]game.Action{{2, 3, 4}, {1, 3, 4}, {1, 2, 4}, {1, 2, 3}}

// mostActions bounds the actions of one position: eight Catapults with six
// targets each and the turns in place, and room for one more target, because
// listing writes first and then decides whether it counts.
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
	out := (*[mostActions]game.Action)(dst[have : have+mostActions])
	n := 0
	side := p.side & 3
	shift := ownerShift + uint8(side)
	table := &reaches[side]
	for half, set := range &p.own[side] {
		for ; set != 0; set &= set - 1 {
			from := uint(half)<<6 | uint(bits.TrailingZeros64(set))
			role := p.cell[from].Role()
			turn := &others[role]
			t1, t2, t3 := turn[0], turn[1], turn[2]
			rc := &table[role][from]
			base := game.Action(from) << 10
			i := 0
			for ; i < int(rc.below); i++ {
				n += p.list(out, n, base, rc.target[i], t1, t2, t3, shift)
			}
			a := base | game.Action(from)<<3
			out[n], out[n+1], out[n+2] = a|t1, a|t2, a|t3
			n += 3
			for ; i < int(rc.n); i++ {
				n += p.list(out, n, base, rc.target[i], t1, t2, t3, shift)
			}
		}
	}
	return dst[:have+n]
}

// list writes the four actions that lead to one target and returns 4, or 0 if
// they do not count because the way or the target is blocked.
func (p *Position) list(out *[mostActions]game.Action, n int, base game.Action, t target, t1, t2, t3 game.Action, shift uint8) int {
	a := base | game.Action(t.to)<<3
	w := out[n : n+4 : n+4]
	w[0], w[1], w[2], w[3] = a, a|t1, a|t2, a|t3
	bad := uint8(p.cell[t.to])>>(shift&7) | uint8(p.cell[t.way1]|p.cell[t.way2])>>3
	return int(^bad&1) << 2
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
	if a > lastAction || a&7 > Roles || p.won {
		return false
	}
	from, to, role, turns := Split(a)
	piece := p.cell[from]
	if !p.own[p.side].Has(from) || turns && role == piece.Role() {
		return false
	}
	if from == to {
		return turns
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

// Threat returns a square from which side s could capture the castle of some
// other side if it were to move, with that castle's square; NoSquare if there is
// none.
func (p *Position) Threat(s Side) (from, castle Square) {
	for half, set := range &p.own[s] {
		for ; set != 0; set &= set - 1 {
			from := Square(half<<6 | bits.TrailingZeros64(set))
			rc := &reaches[s][p.cell[from].Role()][from]
			for _, t := range rc.target[:rc.n] {
				if p.cell[t.to].Castle() && p.open(s, t) {
					return from, Square(t.to)
				}
			}
		}
	}
	return NoSquare, NoSquare
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
