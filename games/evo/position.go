package evo

import (
	"math/bits"

	"atoll/game"
)

// Piece is what stands on a square, packed: zero is nothing.
//
//	bits 0-1  role
//	bit  2    castle
//	bit  3    something stands here
//	bits 4-7  owner, one bit for each side
//
// One bit for each owner makes "one's own?" a shift, and the fourth bit makes
// "blocked?" one, so that listing needs no branches.
type Piece uint8

const (
	castleBit  Piece = 1 << 2
	presentBit Piece = 1 << 3
	ownerShift       = 4
)

func pieceOf(s Side, r Role) Piece { return Piece(r) | presentBit | 1<<(ownerShift+s) }

func castleOf(s Side) Piece { return castleBit | presentBit | 1<<(ownerShift+s) }

// Empty reports whether nothing stands there.
func (p Piece) Empty() bool { return p == 0 }

// Castle reports whether it is a castle.
func (p Piece) Castle() bool { return p&castleBit != 0 }

// Role is the role of a piece that is no castle.
func (p Piece) Role() Role { return Role(p & 3) }

// Owner is whose piece it is; it must not be empty.
func (p Piece) Owner() Side { return Side(bits.TrailingZeros8(uint8(p >> ownerShift))) }

// Set is a set of squares.
type Set [2]uint64

// Has reports whether q is in the set.
func (s *Set) Has(q Square) bool { return s[q>>6&1]>>(q&63)&1 != 0 }

func (s *Set) flip(q Square) { s[q>>6&1] ^= 1 << (q & 63) }

// Len counts the squares.
func (s *Set) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// Position is the board, who is to move and a hash, without any memory of what
// came before. It is a plain value: assignment copies it and == compares.
// The zero Position is an empty board.
type Position struct {
	hash  uint64
	own   [sides]Set // pieces without castles
	cell  [256]Piece // as long as a Square can count, so that no index is checked
	count [sides]uint8
	in    uint8 // bit for each side still in
	side  Side
	won   bool // the side to move captured a castle or a last piece
}

// First returns the first position for the players.
func First(players int, line bool) Position {
	var p Position
	for s := South; s <= East; s++ {
		if players == 2 && s&1 != 0 {
			continue
		}
		p.in |= 1 << s
		p.put(s.Home(), castleOf(s))
		for _, q := range firstSquares(s, line) {
			p.put(q, pieceOf(s, Warrior))
		}
	}
	p.hash = p.RecomputeHash()
	return p
}

func (p *Position) put(q Square, piece Piece) {
	p.cell[q] = piece
	if !piece.Castle() {
		s := piece.Owner()
		p.own[s].flip(q)
		p.count[s]++
	}
}

// Side is who is to move, or who won.
func (p *Position) Side() Side { return p.side }

// Won reports whether Side has captured a castle or a last piece.
func (p *Position) Won() bool { return p.won }

// In reports whether s takes part and has not left.
func (p *Position) In(s Side) bool { return p.in>>s&1 != 0 }

// At returns what stands on q.
func (p *Position) At(q Square) Piece { return p.cell[q] }

// Pieces returns the squares of the side's pieces, its castle not among them.
func (p *Position) Pieces(s Side) Set { return p.own[s] }

// Count is the number of the side's pieces, its castle not counted.
func (p *Position) Count(s Side) int { return int(p.count[s]) }

// HasCastle reports whether the side's castle stands.
func (p *Position) HasCastle(s Side) bool { return p.cell[s.Home()] == castleOf(s) }

// Hash is a fingerprint of squares, owners, roles and who is to move.
func (p *Position) Hash() uint64 { return p.hash }

// Keys of the hash, filled once. A castle's key is that of a role beyond the last.
var (
	pieceKeys  = makePieceKeys()
	castleKeys = [sides]uint64{game.Mix(1), game.Mix(2), game.Mix(3), game.Mix(4)}
	sideKeys   = [sides]uint64{game.Mix(5), game.Mix(6), game.Mix(7), game.Mix(8)}
)

func makePieceKeys() *[sides][Roles][Squares]uint64 {
	var keys [sides][Roles][Squares]uint64
	r := game.NewRand(0xe70)
	for s := range keys {
		for role := range keys[s] {
			for q := range keys[s][role] {
				keys[s][role][q] = r.Uint64()
			}
		}
	}
	return &keys
}

// RecomputeHash makes the hash from the board.
func (p *Position) RecomputeHash() uint64 {
	h := sideKeys[p.side]
	for q := range Square(Squares) {
		switch piece := p.cell[q]; {
		case piece.Empty():
		case piece.Castle():
			h ^= castleKeys[piece.Owner()]
		default:
			h ^= pieceKeys[piece.Owner()][piece.Role()][q]
		}
	}
	return h
}

// Play carries out a legal action of the side to move and returns what it
// captured, which is empty if nothing. After a capture that wins, the side to
// move stays the same and Won is true.
func (p *Position) Play(a game.Action) (captured Piece) {
	from, to := Square(a>>fromShift)&127, Square(a>>toShift)&127
	side := p.side & 3
	piece := p.cell[from]
	role := piece.Role()
	p.hash ^= pieceKeys[side][role][from]
	if r := a & roleMask; r != 0 {
		role = Role(r-1) & 3
		piece = piece&^3 | Piece(role)
	}
	p.hash ^= pieceKeys[side][role][to]
	p.cell[from] = 0
	captured = p.cell[to]
	p.cell[to] = piece
	p.own[side].flip(from)
	p.own[side].flip(to)
	if captured != 0 {
		if p.capture(captured, to) {
			return captured
		}
	}
	next := p.next()
	p.hash ^= sideKeys[side] ^ sideKeys[next]
	p.side = next
	return captured
}

// capture takes a piece or castle off square q, where the captor already
// stands, and reports whether that wins.
func (p *Position) capture(captured Piece, q Square) bool {
	loser := captured.Owner() & 3
	if captured.Castle() {
		p.hash ^= castleKeys[loser]
		p.won = true
		return true
	}
	p.hash ^= pieceKeys[loser][captured.Role()][q]
	p.own[loser].flip(q)
	p.count[loser]--
	p.won = p.count[loser] == 0
	return p.won
}

// nextSides gives, for a set of sides still in and one of the four, who follows.
var nextSides = makeNextSides()

func makeNextSides() (out [1 << sides][sides]Side) {
	for in := range out {
		for s := range Side(sides) {
			for k := Side(1); k <= sides; k++ {
				if n := (s + k) % sides; in>>n&1 != 0 {
					out[in][s] = n
					break
				}
			}
		}
	}
	return out
}

func (p *Position) next() Side { return nextSides[p.in&15][p.side&3] }

// remove takes a side off the board with castle and pieces. If it was to move,
// the next one is.
func (p *Position) remove(s Side) {
	for q := range Square(Squares) {
		if piece := p.cell[q]; piece != 0 && piece.Owner() == s {
			p.cell[q] = 0
		}
	}
	p.own[s], p.count[s] = Set{}, 0
	p.in &^= 1 << s
	if p.side == s {
		p.side = p.next()
	}
	p.hash = p.RecomputeHash()
}
