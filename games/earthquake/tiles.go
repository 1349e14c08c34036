package earthquake

import "math/bits"

// Tile is one counter. Cracks are the set of their crack ends, bit i for
// direction i, so 1 to 63.
type Tile uint8

const (
	NoTile   Tile = 0
	Volcano  Tile = 64
	Hole     Tile = 65
	Rope     Tile = 66
	Lifebelt Tile = 67
	Sandbag  Tile = 68
	Dynamite Tile = 69
	Bazooka  Tile = 70
	Spring   Tile = 71
	Push     Tile = 72
	Thief    Tile = 73
	// Unknown is a tile that nobody has seen.
	Unknown Tile = 74
)

// IsCracks reports whether the tile is one of cracks.
func (t Tile) IsCracks() bool { return t-1 < 63 }

// IsTool reports whether the tile is a red tool.
func (t Tile) IsTool() bool { return t >= Rope && t <= Thief }

// Kinds is the number of kinds of tiles: volcano, hole, cracks by number of
// crack ends (1 to 6), and the eight tools.
const Kinds = 16

// The kinds, as indices of a pool.
const (
	KindVolcano = 0
	KindHole    = 1
	KindCracks  = 2 // with one end; 3 with two, …
	KindTools   = 8 // rope; then in the order of the tile constants
)

// mix is how many tiles of each kind there are.
var mix = [Kinds]uint8{
	4,                // volcanoes
	8,                // holes
	8, 9, 8, 4, 2, 1, // cracks with 1 to 6 ends
	7, 7, 7, 7, 7, 7, 7, 7, // rope, lifebelt, sandbag, dynamite, bazooka, spring, push, thief
}

// Tiles is the number of tiles of the game.
const Tiles = 100

// subsets is how many sets of k of the six directions there are.
var subsets = [7]uint32{1, 6, 15, 20, 15, 6, 1}

// shares divides a tile of cracks evenly among its possible directions: 60 is
// the least number that all of subsets divide.
const shares = 60

// Kind returns the kind of a known tile.
func (t Tile) Kind() int {
	switch {
	case t < Volcano:
		return KindCracks - 1 + bits.OnesCount8(uint8(t))
	case t == Volcano:
		return KindVolcano
	case t == Hole:
		return KindHole
	}
	return KindTools + int(t-Rope)
}

const tileLetters = "VHRLSDBJPT?"

// AppendText appends the tile as records write it; nothing for NoTile.
func (t Tile) AppendText(dst []byte) []byte {
	switch {
	case t == NoTile:
		return dst
	case t < Volcano:
		dst = append(dst, 'C')
		for d := range byte(6) {
			if t>>d&1 != 0 {
				dst = append(dst, '0'+d)
			}
		}
		return dst
	}
	return append(dst, tileLetters[t-Volcano])
}

// String is the tile as records write it.
func (t Tile) String() string { return string(t.AppendText(nil)) }

var tileNames = [...]string{"volcano", "hole", "rope", "lifebelt", "sandbag", "dynamite", "bazooka", "spring", "push", "thief", "unseen tile"}

// Name is the tile in words.
func (t Tile) Name() string {
	switch {
	case t == NoTile:
		return "nothing"
	case t < Volcano:
		return "cracks"
	}
	return tileNames[t-Volcano]
}

// parseTile reads the text of one tile.
func parseTile(text string) (Tile, bool) {
	if len(text) > 1 && text[0] == 'C' {
		var t Tile
		for i := 1; i < len(text); i++ {
			d := text[i] - '0'
			if d > 5 || t>>d != 0 {
				return NoTile, false
			}
			t |= 1 << d
		}
		return t, true
	}
	if len(text) == 1 {
		for i := range len(tileLetters) {
			if tileLetters[i] == text[0] {
				return Volcano + Tile(i), true
			}
		}
	}
	return NoTile, false
}
