package evo

import (
	"math/bits"
	"sync"

	"atoll/bots/learnt"
	"atoll/game"
	rules "atoll/games/evo"
)

// Places judges positions of two players: the value of a piece by role and square,
// as South sees it; for North the board is turned. Castles never move, so a place
// says much: how near the other castle is in this role, and whether one's own is
// guarded.
type Places [rules.Roles][rules.Squares]int32

// tempo is the value of being to move.
const tempo = 8

// handPlaces is the first evaluation, made by hand; tuning starts from it.
var handPlaces = makeHandPlaces()

func makeHandPlaces() *Places {
	var t Places
	gx, gy := rules.North.Home().XY()
	hx, hy := rules.South.Home().XY()
	base := [rules.Roles]int32{100, 96, 104, 92}
	for r := range t {
		for q := range t[r] {
			x, y := rules.Square(q).XY()
			toGoal := max(abs(x-gx), abs(y-gy))
			v := base[r] + int32(2*(11-toGoal))
			if max(abs(x-hx), abs(y-hy)) <= 2 {
				v += 8
			}
			if rules.Role(r) != rules.Shield && y > 9 && toGoal > 3 {
				v -= 12 // nowhere to go but as a Shield
			}
			t[r][q] = v
		}
	}
	return &t
}

func abs(x int) int { return max(x, -x) }

// tuned are the places that come with the program, read once.
var tuned = sync.OnceValue(func() *Places {
	t, err := ReadPlaces(learnt.File("evo/two.weights"))
	if err != nil {
		panic("evo: " + err.Error())
	}
	return t
})

// placeList is the list in a file of places: role by role, square by square.
const placeList = "places"

// AppendFile writes the file of the places.
func (t *Places) AppendFile(dst []byte) []byte {
	numbers := make([]int16, 0, rules.Roles*rules.Squares)
	for r := range t {
		for _, v := range t[r] {
			numbers = append(numbers, int16(v))
		}
	}
	var file learnt.Weights
	file.AddWhole(placeList, numbers)
	return file.Append(dst)
}

// ReadPlaces reads what AppendFile wrote.
func ReadPlaces(data []byte) (*Places, error) {
	file, err := learnt.Read(data)
	if err != nil {
		return nil, err
	}
	numbers, err := file.Whole(placeList, rules.Roles*rules.Squares)
	if err != nil {
		return nil, err
	}
	t := &Places{}
	for i, v := range numbers {
		t[i/rules.Squares][i%rules.Squares] = int32(v)
	}
	return t, nil
}

// of is the value of a piece for its owner.
func (t *Places) of(s rules.Side, r rules.Role, q rules.Square) int32 {
	if s == rules.South {
		return t[r][q&127]
	}
	return t[r][127-q&127]
}

// accumulator is what the evaluation carries from position to position: the sum
// for South less that for North.
type accumulator struct{ sum int32 }

func signed(s rules.Side, v int32) int32 {
	if s == rules.South {
		return v
	}
	return -v
}

func (a *accumulator) refresh(t *Places, p *rules.Position) {
	a.sum = 0
	for _, s := range [...]rules.Side{rules.South, rules.North} {
		for half, set := range p.Pieces(s) {
			for ; set != 0; set &= set - 1 {
				q := rules.Square(half<<6 | bits.TrailingZeros64(set))
				a.sum += signed(s, t.of(s, p.At(q).Role(), q))
			}
		}
	}
}

// update makes a from the accumulator of the position p and an action played
// there.
func (a *accumulator) update(t *Places, before *accumulator, p *rules.Position, act game.Action, captured rules.Piece) {
	from, to, role, turns := rules.Split(act)
	me, old := p.Side(), p.At(from).Role()
	if !turns {
		role = old
	}
	gain := t.of(me, role, to) - t.of(me, old, from)
	if !captured.Empty() && !captured.Castle() {
		gain += t.of(me^2, captured.Role(), to)
	}
	a.sum = before.sum + signed(me, gain)
}

// value is the evaluation for the side to move.
func (a *accumulator) value(p *rules.Position) int { return int(signed(p.Side(), a.sum)) + tempo }
