package evo

import (
	"math"
	"math/bits"

	rules "atoll/games/evo"
)

// far[s][r][q] is how few actions part a piece from the nearest castle of another
// side on an empty board, the capture included, at most FarMost.
var far = makeFar()

// FarMost is the distance from which all distances count the same.
const FarMost = 8

func makeFar() (t [4][rules.Roles][rules.Squares]uint8) {
	for s := range rules.Side(4) {
		for r := range t[s] {
			for q := range t[s][r] {
				t[s][r][q] = FarMost
			}
		}
		for owner := range rules.Side(4) {
			if owner == s {
				continue
			}
			d := actionsTo(s, owner.Home())
			for r := range t[s] {
				for q := range t[s][r] {
					t[s][r][q] = uint8(min(d[r][q], int(t[s][r][q])))
				}
			}
		}
	}
	return t
}

// FourWeights are the weights by which a side is judged among four, in the units of
// scores.
type FourWeights struct {
	Piece int32              // for each piece
	Road  [FarMost + 1]int32 // for each piece by its distance from a castle
	Lead  [FarMost + 1]int32 // for the nearest of them
	Guard [GuardMost + 1]int32
}

// GuardMost is the number of pieces within two squares of their own castle beyond which more do not
// help.
const GuardMost = 5

// Features are what FourWeights weighs.
type Features struct {
	Pieces int
	Road   [FarMost + 1]int
	Lead   int
	Guards int
}

// FeaturesOf takes the features of a side.
func FeaturesOf(p *rules.Position, s rules.Side) (f Features) {
	hx, hy := s.Home().XY()
	f.Lead = FarMost
	for half, set := range p.Pieces(s) {
		for ; set != 0; set &= set - 1 {
			q := rules.Square(half<<6 | bits.TrailingZeros64(set))
			d := int(far[s][p.At(q).Role()][q])
			f.Pieces++
			f.Road[d]++
			f.Lead = min(f.Lead, d)
			x, y := q.XY()
			if max(abs(x-hx), abs(y-hy)) <= 2 {
				f.Guards++
			}
		}
	}
	f.Guards = min(f.Guards, GuardMost)
	return f
}

// near[s] marks the squares within two of the castle of s.
var near = makeNear()

func makeNear() (t [4][rules.Squares]uint8) {
	for s := range rules.Side(4) {
		hx, hy := s.Home().XY()
		for q := range rules.Square(rules.Squares) {
			if x, y := q.XY(); max(abs(x-hx), abs(y-hy)) <= 2 {
				t[s][q] = 1
			}
		}
	}
	return t
}

// handFour are the weights that the bots go by. They were made by hand: what bots/evo/tune learns
// is no better in a match.
var handFour = FourWeights{
	Piece: 100,
	Road:  [FarMost + 1]int32{0, 46, 30, 20, 13, 8, 4, 2, 0},
	Lead:  [FarMost + 1]int32{0, 90, 60, 40, 26, 16, 8, 4, 0},
	Guard: [GuardMost + 1]int32{0, 10, 20, 30, 40, 40},
}

// actionsTo counts, for every role and square, the actions that a piece of s
// needs to reach goal on an empty board.
func actionsTo(s rules.Side, goal rules.Square) (d [rules.Roles][rules.Squares]int) {
	for r := range d {
		for q := range d[r] {
			d[r][q] = math.MaxInt32
		}
	}
	for r := range rules.Role(rules.Roles) {
		for q := range rules.Square(rules.Squares) {
			if rules.Reaches(s, r, q, goal) {
				d[r][q] = 1
			}
		}
	}
	for n := 1; n < 12; n++ {
		for r := range rules.Role(rules.Roles) {
			for q := range rules.Square(rules.Squares) {
				if d[r][q] <= n {
					continue
				}
				for to := range rules.Square(rules.Squares) {
					if to != q && !rules.Reaches(s, r, q, to) {
						continue
					}
					for role := range d {
						if d[role][to] == n {
							d[r][q] = n + 1
						}
					}
				}
			}
		}
	}
	return d
}

// value judges one side.
func (w *FourWeights) value(p *rules.Position, s rules.Side) int {
	v, lead, guards := int32(0), uint8(FarMost), uint8(0)
	for half, set := range p.Pieces(s) {
		for ; set != 0; set &= set - 1 {
			q := rules.Square(half<<6|bits.TrailingZeros64(set)) & 127
			d := far[s][p.At(q).Role()][q]
			v += w.Piece + w.Road[d]
			lead = min(lead, d)
			guards += near[s][q]
		}
	}
	return int(v + w.Lead[lead] + w.Guard[min(guards, GuardMost)])
}
