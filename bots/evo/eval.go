package evo

import rules "atoll/games/evo"

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
