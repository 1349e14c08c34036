package epigo

import (
	"math/bits"

	"atoll/games/epigo"
)

// A position is seen from one side: its own Epigons, the others, and ranks
// counted from its own edge. Each view is a short list of features:
//
//	own and other Epigon n at a place    7 × 66 each: 64 squares, captured, on its Island
//	own and other Island                 64 each
//	tactics of our own and the other side    6 × 4 each: how often, 0 to 3 or more
const (
	PlacesPer  = 66
	OtherBase  = 7 * PlacesPer
	IslandBase = 2 * OtherBase
	TacticBase = IslandBase + 128
	tactics    = 6
	Features   = TacticBase + 2*tactics*4

	maxActive = 14 + 2 + 2*tactics
)

// edge has the squares from which a step in a direction leaves the board.
var edge [4]uint64

func init() {
	for sq := range epigo.Square(64) {
		for d := range epigo.Direction(4) {
			if _, ok := epigo.Step(sq, d); epigo.OnBoard(sq) && !ok {
				edge[d] |= 1 << sq
			}
		}
	}
}

// back moves a set one square against a direction. Sets begin at an edge of the
// direction, so nothing wraps around.
func back(set uint64, d int) uint64 {
	switch d {
	case 0:
		return set >> 8
	case 1:
		return set >> 1
	case 2:
		return set << 8
	}
	return set << 1
}

// attack counts what a side threatens against opponents on the edge: pushes by
// a higher, equal and lower number, pushes from the second row, pushes of two,
// and squares from which a push could come next turn.
func attack(p *epigo.Position, side int, count *[tactics]uint8) {
	own, other := p.Occupied(side), p.Occupied(side^1)
	free := ^(own | other)
	for d := range 4 {
		victims := other & edge[d]
		if victims == 0 {
			continue
		}
		behind := back(victims, d)
		near := behind & own
		for m := near; m != 0; m &= m - 1 {
			at := bits.TrailingZeros64(m)
			victim := at + [4]int{8, 1, -8, -1}[d]
			a, b := p.NumberAt(side, epigo.Square(at)), p.NumberAt(side^1, epigo.Square(victim))
			switch {
			case a > b:
				count[0]++
			case a == b:
				count[1]++
			default:
				count[2]++
			}
		}
		count[3] += uint8(bits.OnesCount64(back(near, d) & own))
		two := behind & other
		count[4] += uint8(bits.OnesCount64(back(back(two, d)&own, d) & own))
		count[5] += uint8(bits.OnesCount64(back(behind&free, d) & own))
	}
	for i := range count {
		count[i] = min(count[i], 3)
	}
}

// View lists the features of a position as a side sees it.
type View struct {
	List [maxActive]uint16
	N    int
}

// Views returns the features of a position as both sides see it.
func Views(p *epigo.Position) (out [2]View) {
	var tac [2][tactics]uint8
	attack(p, 0, &tac[0])
	attack(p, 1, &tac[1])
	out[0].set(p, 0, &tac)
	out[1].set(p, 1, &tac)
	return out
}

// mirror turns North's squares into South's: ranks counted from the side's own edge.
var mirror = [2]uint8{0, 56}

func (v *View) set(p *epigo.Position, side int, tac *[2][tactics]uint8) {
	k := 0
	flip := mirror[side]
	for i := range 2 {
		base := uint16(i * OtherBase)
		w := p.Where(side ^ i)
		for range 7 {
			place := uint8(w)
			if place < 64 {
				place ^= flip
			}
			v.List[k] = base + uint16(place)
			k++
			base += PlacesPer
			w >>= 8
		}
	}
	for i := range 2 {
		if sq, ok := p.Island(side ^ i); ok {
			if side == 1 {
				sq = 48 - sq&^7 + sq&7
			}
			v.List[k] = IslandBase + uint16(i*64) + uint16(sq)
			k++
		}
	}
	for i := range 2 {
		base := uint16(TacticBase + i*tactics*4)
		for t, c := range tac[side^i] {
			v.List[k] = base + uint16(4*t) + uint16(c)
			k++
		}
	}
	v.N = k
}
