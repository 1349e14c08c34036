package epigo

import "math/bits"

// Square is rank·8 + file, a1 = 0, h8 = 63. Not all are on the board.
type Square uint8

// Direction is absolute on the board: North is towards rank 8 for both players.
type Direction uint8

const (
	North Direction = iota
	East
	South
	West
)

// shape is the board, rank 8 first, as seen from the south; the
// number of squares, the rows and every table follow from it.
var shape = [8]string{
	"..####..",
	".######.",
	"########",
	"########",
	"########",
	"########",
	".######.",
	"..####..",
}

// homeRank is the rank each side deploys on, next to the centreline.
var homeRank = [2]Square{3, 4}

// islandRanks are the lowest and highest rank an Island may cover at deployment.
var islandRanks = [2][2]Square{{0, 2}, {5, 7}}

const (
	off      = 0xff // no square in that direction
	noIsland = 64   // index of the empty island mask
)

// tables are made once from shape and never change.
var (
	board      uint64        // squares on the board
	next       [4][64]Square // the square one step on, or off
	beside     [64]uint64    // squares that touch a square
	islandMask [128]uint64   // the four squares of an Island by its south-west square; none from noIsland on
	home       [2]uint64     // deployment rows
	places     [2][]Square   // where an Island may be deployed, ascending
	toward     = [4]int{8, 1, -8, -1}
	dirLetters = "NESW"
)

func bit(sq Square) uint64 { return 1 << (sq & 63) }

func init() {
	for row, line := range shape {
		for file := range line {
			if line[file] == '#' {
				board |= bit(Square((7-row)*8 + file))
			}
		}
	}
	for sq := range Square(64) {
		file, rank := sq&7, sq>>3
		for d := range Direction(4) {
			next[d][sq] = off
			if board&bit(sq) == 0 || d == East && file == 7 || d == West && file == 0 ||
				d == North && rank == 7 || d == South && rank == 0 {
				continue
			}
			if to := Square(int(sq) + toward[d]); board&bit(to) != 0 {
				next[d][sq] = to
				beside[sq] |= bit(to)
			}
		}
		if file < 7 && rank < 7 {
			if m := bit(sq) * 0x303; m&^board == 0 {
				islandMask[sq] = m
			}
		}
	}
	for s := range 2 {
		home[s] = board & (0xff << (8 * homeRank[s]))
		for sq := range Square(64) {
			if islandMask[sq] != 0 && sq>>3 >= islandRanks[s][0] && sq>>3 < islandRanks[s][1] {
				places[s] = append(places[s], sq)
			}
		}
	}
}

// OnBoard reports whether a square is on the board.
func OnBoard(sq Square) bool { return sq < 64 && board&bit(sq) != 0 }

// Step returns the next square in a direction; ok is false at the edge.
func Step(sq Square, d Direction) (to Square, ok bool) {
	if !OnBoard(sq) {
		return 0, false
	}
	to = next[d&3][sq]
	return to, to != off
}

// eachSquare calls f for every square of a set, ascending.
func eachSquare(set uint64, f func(Square)) {
	for ; set != 0; set &= set - 1 {
		f(Square(bits.TrailingZeros64(set)))
	}
}

func appendSquare(dst []byte, sq Square) []byte {
	return append(dst, 'a'+byte(sq&7), '1'+byte(sq>>3))
}

func squareText(sq Square) string { return string(appendSquare(nil, sq)) }

// parseSquare reads a square of the board.
func parseSquare(text string) (Square, bool) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' {
		return 0, false
	}
	sq := Square((text[1]-'1')*8 + text[0] - 'a')
	return sq, board&bit(sq) != 0
}
