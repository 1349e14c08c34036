package evo

import (
	_ "embed"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

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

//go:embed two.txt
var twoText string

// tuned are the places that come with the package.
var tuned = func() *Places {
	t, err := ReadPlaces(twoText)
	if err != nil {
		panic(err)
	}
	return t
}()

// Text writes the places: for every role its name and then the board, rank 12
// first.
func (t *Places) Text() string {
	var b strings.Builder
	for r := range rules.Role(rules.Roles) {
		fmt.Fprintln(&b, r)
		for rank := 12; rank >= 1; rank-- {
			for q := range rules.Square(rules.Squares) {
				if _, y := q.XY(); y == rank-1 {
					fmt.Fprintf(&b, "%5d", t[r][q])
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// ReadPlaces reads what Text wrote.
func ReadPlaces(text string) (*Places, error) {
	t := &Places{}
	words := strings.Fields(text)
	if len(words) != rules.Roles*(1+rules.Squares) {
		return nil, fmt.Errorf("evo: places have %d words", len(words))
	}
	for r := range rules.Role(rules.Roles) {
		if words[0] != r.String() {
			return nil, fmt.Errorf("evo: places of %s wanted, not %q", r, words[0])
		}
		words = words[1:]
		for rank := 12; rank >= 1; rank-- {
			for q := range rules.Square(rules.Squares) {
				if _, y := q.XY(); y != rank-1 {
					continue
				}
				v, err := strconv.ParseInt(words[0], 10, 16)
				if err != nil {
					return nil, fmt.Errorf("evo: places of %s: %w", r, err)
				}
				t[r][q] = int32(v)
				words = words[1:]
			}
		}
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
