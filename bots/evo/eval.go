package evo

import (
	"math/bits"

	"atoll/game"
	rules "atoll/games/evo"
)

// accumulator is what the evaluation carries from position to position.
type accumulator struct {
	sum int32 // of South's pieces less North's
}

// places is the value of a piece of South by role and square; for North the
// board is turned.
var places = handPlaces()

// handPlaces is the first evaluation, made by hand; tuning starts from it.
func handPlaces() (t [rules.Roles][rules.Squares]int32) {
	goal, home := rules.North.Home(), rules.South.Home()
	gx, gy := goal.XY()
	hx, hy := home.XY()
	base := [rules.Roles]int32{100, 96, 104, 92}
	for r := range t {
		for q := range t[r] {
			x, y := rules.Square(q).XY()
			toGoal := max(abs(x-gx), abs(y-gy))
			toHome := max(abs(x-hx), abs(y-hy))
			v := base[r] + int32(2*(11-toGoal))
			if toHome <= 2 {
				v += 8
			}
			if rules.Role(r) != rules.Shield && y > 9 && toGoal > 3 {
				v -= 12 // nowhere to go but as a Shield
			}
			t[r][q] = v
		}
	}
	return t
}

func abs(x int) int { return max(x, -x) }

// tempo is the value of being to move.
const tempo = 8

func place(s rules.Side, r rules.Role, q rules.Square) int32 {
	if s == rules.South {
		return places[r][q&127]
	}
	return -places[r][127-q&127]
}

// placeHint is how well a piece of s would stand, for ordering.
func placeHint(s rules.Side, r rules.Role, q rules.Square) int32 {
	if s == rules.South {
		return places[r][q&127]
	}
	return places[r][127-q&127]
}

func (a *accumulator) refresh(p *rules.Position) {
	a.sum = 0
	for _, s := range [...]rules.Side{rules.South, rules.North} {
		for half, set := range p.Pieces(s) {
			for ; set != 0; set &= set - 1 {
				q := rules.Square(half<<6 | bits.TrailingZeros64(set))
				a.sum += place(s, p.At(q).Role(), q)
			}
		}
	}
}

// update makes a from the accumulator of the position before and the action that
// was played there.
func (a *accumulator) update(before *accumulator, p *rules.Position, act game.Action, captured rules.Piece) {
	from, to, role, turns := rules.Split(act)
	me, old := p.Side(), p.At(from).Role()
	if !turns {
		role = old
	}
	a.sum = before.sum - place(me, old, from) + place(me, role, to)
	if !captured.Empty() && !captured.Castle() {
		a.sum -= place(me^2, captured.Role(), to)
	}
}

// value is the evaluation for the side to move.
func (a *accumulator) value(p *rules.Position) int {
	if p.Side() == rules.South {
		return int(a.sum) + tempo
	}
	return int(-a.sum) + tempo
}
