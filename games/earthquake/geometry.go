package earthquake

import (
	"math/bits"

	"atoll/game"
)

// Hex is a hex of the board, 0 to 36 in board order (a1 … g7).
type Hex int8

// Hexes is the number of hexes of the board.
const Hexes = 37

// Nowhere is no hex.
const Nowhere Hex = -1

// Set is a set of hexes, bit i for hex i.
type Set uint64

func bit(h Hex) Set { return 1 << (uint(h) & 63) }

// Has reports whether h is in the set.
func (s Set) Has(h Hex) bool { return s>>(uint(h)&63)&1 != 0 }

// Len counts the hexes.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// First returns the first hex in board order; the set must not be empty.
func (s Set) First() Hex { return Hex(bits.TrailingZeros64(uint64(s))) }

// Directions from (row, number): 0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE.
var directions = [6][2]int{{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}}

// rows gives the first and last number of each row, a to g.
var rows = [7][2]int{{1, 4}, {1, 5}, {1, 6}, {1, 7}, {2, 7}, {3, 7}, {4, 7}}

// tables are the geometry, made once and never changed.
type tables struct {
	row, number [Hexes]uint8
	next        [Hexes][6]Hex  // the neighbour in each direction, or Nowhere
	jump        [Hexes][6]Hex  // two hexes on in each direction, or Nowhere
	near        [Hexes]Set     // all neighbours
	far         [Hexes]Set     // all hexes exactly two away in a straight line
	areas       [3]Set         // the playing areas of 19, 31 and 37 hexes
	ends        [Hexes][64]Set // the hexes at the crack ends of each tile of cracks
}

var board = makeTables()

func makeTables() *tables {
	t := &tables{}
	var index [8][9]Hex
	for r := range index {
		for n := range index[r] {
			index[r][n] = Nowhere
		}
	}
	h := Hex(0)
	for r, ends := range rows {
		for n := ends[0]; n <= ends[1]; n++ {
			t.row[h], t.number[h] = uint8(r), uint8(n)
			index[r][n] = h
			h++
		}
	}
	at := func(r, n int) Hex {
		if r < 0 || r > 6 || n < 0 || n > 8 {
			return Nowhere
		}
		return index[r][n]
	}
	for h := range Hex(Hexes) {
		r, n := int(t.row[h]), int(t.number[h])
		for d, step := range directions {
			t.next[h][d] = at(r+step[0], n+step[1])
			t.jump[h][d] = at(r+2*step[0], n+2*step[1])
			if to := t.next[h][d]; to != Nowhere {
				t.near[h] |= bit(to)
			}
			if to := t.jump[h][d]; to != Nowhere {
				t.far[h] |= bit(to)
			}
		}
	}
	for h := range Hex(Hexes) {
		for cracks := range t.ends[h] {
			for d, to := range t.next[h] {
				if cracks>>d&1 != 0 && to != Nowhere {
					t.ends[h][cracks] |= bit(to)
				}
			}
		}
	}
	const all = Set(1)<<Hexes - 1
	centre := at(3, 4)
	inner := bit(centre) | t.near[centre]
	for h := range Hex(Hexes) {
		if inner.Has(h) {
			t.areas[0] |= bit(h) | t.near[h]
		}
		if bits.OnesCount64(uint64(t.near[h])) > 3 { // only the six corners have three neighbours
			t.areas[1] |= bit(h)
		}
	}
	t.areas[2] = all
	return t
}

// areaIndex returns the playing area of a table, as an index of board.areas.
func areaIndex(cfg game.Config) uint8 {
	switch cfg.Text("area") {
	case "19":
		return 0
	case "31":
		return 1
	case "37":
		return 2
	}
	if cfg.Players <= 4 {
		return 1
	}
	return 2
}

// AreaOf returns the playing area of a table.
func AreaOf(cfg game.Config) Set { return board.areas[areaIndex(cfg)] }

// Neighbours returns the hexes next to h.
func Neighbours(h Hex) Set { return board.near[h] }

// Next returns the neighbour of h in a direction, or Nowhere.
func Next(h Hex, direction int) Hex { return board.next[h][direction] }

// Two returns the hexes exactly two away from h in a straight line.
func Two(h Hex) Set { return board.far[h] }

// String is the name of the hex, as "d4".
func (h Hex) String() string {
	if h < 0 || h >= Hexes {
		return "nowhere"
	}
	return string([]byte{'a' + board.row[h], '0' + board.number[h]})
}

func (h Hex) appendText(dst []byte) []byte {
	return append(dst, 'a'+board.row[h], '0'+board.number[h])
}

// ParseHex reads the name of a hex.
func ParseHex(text string) (Hex, bool) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'g' {
		return Nowhere, false
	}
	r, n := int(text[0]-'a'), int(text[1])-'0'
	if n < rows[r][0] || n > rows[r][1] {
		return Nowhere, false
	}
	h := n - rows[r][0]
	for i := range r {
		h += rows[i][1] - rows[i][0] + 1
	}
	return Hex(h), true
}
