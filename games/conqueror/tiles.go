package conqueror

import (
	"math/bits"
	"strconv"
)

const (
	maxSide    = 20 // a 6×6 base and seven islands in a row
	maxIslands = 16
)

// place is a square of the tile grid, with or without a tile on it.
type place struct{ file, rank int8 }

func (p place) append(dst []byte) []byte {
	return strconv.AppendInt(append(dst, 'a'+byte(p.file)), int64(p.rank)+1, 10)
}

func (p place) String() string { return string(p.append(nil)) }

// parsePlace reads a name as it is written: a letter from a to t and a number
// from 1 to 20 without leading zero.
func parsePlace(text string) (place, bool) {
	if len(text) < 2 || len(text) > 3 || text[0] < 'a' || text[0] >= 'a'+maxSide {
		return place{}, false
	}
	rank := 0
	for i, c := range []byte(text[1:]) {
		if c < '0' || c > '9' || i == 0 && c == '0' {
			return place{}, false
		}
		rank = 10*rank + int(c-'0')
	}
	if rank > maxSide {
		return place{}, false
	}
	return place{int8(text[0] - 'a'), int8(rank - 1)}, true
}

// Board is the geometry of one layout. It never changes once made, so that all
// copies of a state share it.
type Board struct {
	islands       int
	width, height int8
	all           uint64 // every tile
	corners       uint64
	at            [64]place
	adjacent      [64]uint64    // tiles that share an edge
	reach         [3][64]uint64 // ends of paths of 1, 2, 3 steps while all islands lie
	within        [64]uint64    // union of the three
	// middle holds the islands that paths of up to three steps can pass over: while
	// they all lie, reach is exact, since tiles of removed islands are never free.
	middle [64]uint16
	beside [maxIslands]uint16     // islands that share a tile edge
	tileAt [maxSide][maxSide]int8 // by rank and file; -1 where no tile is
}

// newBoard makes the geometry of islands given by their south-west tiles in
// order. They must not overlap and must lie inside the grid.
func newBoard(southWest []place) *Board {
	b := &Board{islands: len(southWest), all: 1<<(4*uint(len(southWest))) - 1}
	for r := range b.tileAt {
		for f := range b.tileAt[r] {
			b.tileAt[r][f] = -1
		}
	}
	for i, sw := range southWest {
		for k := range int8(4) {
			p := place{sw.file + k&1, sw.rank + k>>1}
			b.at[4*i+int(k)] = p
			b.tileAt[p.rank][p.file] = int8(4*i) + k
			b.width, b.height = max(b.width, p.file+1), max(b.height, p.rank+1)
		}
	}
	for t := range 4 * b.islands {
		p := b.at[t]
		n := b.bit(place{p.file, p.rank + 1})
		e := b.bit(place{p.file + 1, p.rank})
		s := b.bit(place{p.file, p.rank - 1})
		w := b.bit(place{p.file - 1, p.rank})
		b.adjacent[t] = n | e | s | w
		if (n == 0 || s == 0) && (e == 0 || w == 0) {
			b.corners |= 1 << t
		}
	}
	for t := range 4 * b.islands {
		for m := b.adjacent[t] &^ islandTiles(t>>2); m != 0; m &= m - 1 {
			b.beside[t>>2] |= 1 << (bits.TrailingZeros64(m) >> 2)
		}
		for n := range 3 {
			b.reach[n][t] = b.walk(t, n+1, b.all)
			b.within[t] |= b.reach[n][t]
		}
		for m := b.reach[0][t] | b.reach[1][t]; m != 0; m &= m - 1 {
			b.middle[t] |= 1 << (bits.TrailingZeros64(m) >> 2)
		}
	}
	return b
}

// Land returns the islands connected with island i over islands in lying.
func (b *Board) Land(i int, lying uint16) uint16 {
	land, edge := uint16(1)<<i, uint16(1)<<i
	for edge != 0 {
		next := b.beside[bits.TrailingZeros16(edge)] & lying &^ land
		edge = edge&(edge-1) | next
		land |= next
	}
	return land
}

// Beside returns the islands that share a tile edge with one in the set.
func (b *Board) Beside(set uint16) uint16 {
	var next uint16
	for ; set != 0; set &= set - 1 {
		next |= b.beside[bits.TrailingZeros16(set)]
	}
	return next
}

// bit returns the tile at p as a set, empty if there is none.
func (b *Board) bit(p place) uint64 {
	t := b.tile(p)
	if t < 0 {
		return 0
	}
	return 1 << t
}

// tile returns the tile at p, or -1.
func (b *Board) tile(p place) int {
	if p.file < 0 || p.rank < 0 || p.file >= maxSide || p.rank >= maxSide {
		return -1
	}
	return int(b.tileAt[p.rank][p.file])
}

// walk returns the ends of all paths of exactly n (1 to 3) steps from tile t
// over the tiles in exist.
func (b *Board) walk(t, n int, exist uint64) uint64 {
	if n == 1 {
		return b.adjacent[t] & exist
	}
	_, two, three := b.walks(t, exist)
	if n == 2 {
		return two
	}
	return three
}

// walks returns the ends of all paths of one, two and three steps from tile t
// over the tiles in exist, no tile twice, the start included.
//
// Two steps never lead back but to the start. Three steps end three tiles away,
// or on a neighbour of the start that was not the first step: that takes a
// second way to the middle tile, which then has two neighbours among the first
// steps instead of one.
func (b *Board) walks(t int, exist uint64) (one, two, three uint64) {
	one = b.adjacent[t] & exist
	for m := one; m != 0; m &= m - 1 {
		two |= b.adjacent[bits.TrailingZeros64(m)]
	}
	two &= exist &^ (1 << t)
	for m := two; m != 0; m &= m - 1 {
		next := b.adjacent[bits.TrailingZeros64(m)]
		back := next & one
		if back&(back-1) == 0 {
			next &^= back
		}
		three |= next
	}
	return one, two, three & exist
}

// path returns one path of n steps from tile t to tile end, both included, for
// the story of a move; nil if there is none.
func (b *Board) path(t, end, n int, exist uint64) []int {
	if n == 0 {
		if t == end {
			return []int{t}
		}
		return nil
	}
	exist &^= 1 << t
	for m := b.adjacent[t] & exist; m != 0; m &= m - 1 {
		if rest := b.path(bits.TrailingZeros64(m), end, n-1, exist); rest != nil {
			return append([]int{t}, rest...)
		}
	}
	return nil
}

// Islands returns how many islands the board had at the start.
func (b *Board) Islands() int { return b.islands }

// Within returns the tiles that a path of up to three steps reaches from t
// while all islands lie.
func (b *Board) Within(t int) uint64 { return b.within[t] }

// islandTiles returns the four tiles of an island.
func islandTiles(island int) uint64 { return 0xf << (4 * uint(island)) }

// island returns the name of an island: its south-west tile.
func (b *Board) island(i int) string { return b.at[4*i].String() }

// places names the tiles of a set, in order.
func (b *Board) places(set uint64) []string {
	var names []string
	for ; set != 0; set &= set - 1 {
		names = append(names, b.at[bits.TrailingZeros64(set)].String())
	}
	return names
}
