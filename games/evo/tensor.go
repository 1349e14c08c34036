package evo

import (
	"fmt"
	"math/bits"

	"atoll/game"
)

// The board is turned so that the seat that looks sits in the south. Planes are
// 12×12, rank 1 first. For each player, clockwise from the one who looks:
// four planes of pieces by role and one of the castle.
//
// Letters are planes too: for the square a piece stands on, first four ways to
// turn in place by the role it takes, then for each of 14 steps five: to keep
// the role or take one of four.

const (
	cells       = boardSize * boardSize
	letterSteps = 14
	letterKinds = Roles + letterSteps*(Roles+1)
)

// letterStep is where a piece goes, as its owner sees it.
type letterStep struct {
	name string
	x, y int
}

var letterWays = [letterSteps]letterStep{
	{"W", -1, 0},
	{"E", 1, 0},
	{"N", 0, 1},
	{"NN", 0, 2},
	{"NW", -1, 1},
	{"NW 2", -2, 2},
	{"NW 3", -3, 3},
	{"NE", 1, 1},
	{"NE 2", 2, 2},
	{"NE 3", 3, 3},
	{"S", 0, -1},
	{"SS", 0, -2},
	{"SW", -1, -1},
	{"SE", 1, -1},
}

// cellOf is, for each side, the cell of a square as that side sees the board, and
// squareOf the other way round. stepLetter is the step's first letter without the
// cell, for each side's reaches in their order. All are filled once.
var (
	cellOf     [sides][Squares]uint8
	squareOf   [sides][cells]Square
	stepLetter = makeStepLetters()
)

func makeStepLetters() *[sides][Roles][Squares][maxTargets]uint16 {
	var all [sides][Roles][Squares][maxTargets]uint16
	for s := range Side(sides) {
		for cell := range squareOf[s] {
			squareOf[s][cell] = NoSquare
		}
		for q := range Square(Squares) {
			at := q
			for range s {
				at = at.Turned()
			}
			x, y := q.XY() // as South has q, so s has at
			cellOf[s][at] = uint8(y*boardSize + x)
			squareOf[s][y*boardSize+x] = at
		}
		for r := range Role(Roles) {
			for q := range Square(Squares) {
				rc := &reaches[s][r][q]
				for i, t := range rc.target[:rc.n] {
					from, to := int(cellOf[s][q]), int(cellOf[s][t.to])
					for k, st := range letterWays {
						if to%boardSize-from%boardSize == st.x && to/boardSize-from/boardSize == st.y {
							all[s][r][q][i] = uint16((Roles + k*(Roles+1)) * cells)
						}
					}
				}
			}
		}
	}
	return &all
}

func newSpace(players int) *game.Space {
	sp := &game.Space{
		Height: boardSize, Width: boardSize,
		Scalars:  []string{"actions without a capture", "times the position was there"},
		Actions:  letterKinds * cells,
		MaxLegal: mostActions,
		MaxWord:  1,
	}
	for k := range players {
		for r := range Role(Roles) {
			sp.Planes = append(sp.Planes, fmt.Sprintf("player +%d: %s", k, r))
		}
		sp.Planes = append(sp.Planes, fmt.Sprintf("player +%d: castle", k))
	}
	for r := range Role(Roles) {
		sp.ActionPlanes = append(sp.ActionPlanes, "turn to "+r.String())
	}
	for _, st := range letterWays {
		sp.ActionPlanes = append(sp.ActionPlanes, "go "+st.name)
		for r := range Role(Roles) {
			sp.ActionPlanes = append(sp.ActionPlanes, "go "+st.name+", turn to "+r.String())
		}
	}
	return sp
}

var spaceOfTwo, spaceOfFour = newSpace(2), newSpace(4)

var _ game.Encoder = (*State)(nil)

// Space implements game.Encoder.
func (s *State) Space() *game.Space {
	if s.seats == 2 {
		return spaceOfTwo
	}
	return spaceOfFour
}

// AppendObservation implements game.Encoder.
func (s *State) AppendObservation(dst []byte, v game.Viewer, _ []int32) []byte {
	me := s.sideOf(v.Observer()) & 3
	planes := int(s.seats) * (Roles + 1) * cells
	dst, out := game.GrowZero(dst, planes+2)
	at := &cellOf[me]
	p := &s.pos
	side := me
	for base := 0; base < planes; base += (Roles + 1) * cells {
		for half, set := range &p.own[side&3] {
			for ; set != 0; set &= set - 1 {
				q := uint(half)<<6 | uint(bits.TrailingZeros64(set))
				out[base+int(p.cell[q].Role())*cells+int(at[q&127])] = 1
			}
		}
		if home := homes[side&3]; p.HasCastle(side & 3) {
			out[base+Roles*cells+int(at[home&127])] = 1
		}
		side += Side(sides / s.seats)
	}
	out[planes] = game.Saturate(s.quiet)
	out[planes+1] = game.Saturate(s.occurrences())
	return dst
}

// AppendLegal implements game.Encoder, in the order of AppendActions.
func (s *State) AppendLegal(dst []int32, seat game.Seat, word []int32) []int32 {
	p := &s.pos
	if !s.toAct(seat) || len(word) != 0 || p.won {
		return dst
	}
	have := len(dst)
	if cap(dst)-have < mostActions {
		dst = append(dst, make([]int32, mostActions)...)
	}
	out := dst[have : have+mostActions]
	side := p.side & 3
	shift := (ownerShift + uint8(side)) & 7
	n := 0
	for half, set := range &p.own[side] {
		for ; set != 0; set &= set - 1 {
			from := uint(half)<<6 | uint(bits.TrailingZeros64(set))
			role := p.cell[from].Role()
			cell := int32(cellOf[side][from&127])
			o := &others[role]
			t1, t2, t3 := int32(o[0])*cells, int32(o[1])*cells, int32(o[2])*cells
			w := (*[4]int32)(out[n:])
			w[0], w[1], w[2] = cell+t1-cells, cell+t2-cells, cell+t3-cells
			n += 3
			rc := &reaches[side][role][from&127]
			letters := &stepLetter[side][role][from&127]
			for i, t := range rc.target[:rc.n] {
				a := cell + int32(letters[i])
				w := (*[4]int32)(out[n:])
				w[0], w[1], w[2], w[3] = a, a+t1, a+t2, a+t3
				bad := uint8(p.cell[t.to])>>shift | uint8(p.cell[t.way1]|p.cell[t.way2])>>3
				n += int(^bad&1) << 2
			}
		}
	}
	return dst[:have+n]
}

// Spell implements game.Encoder.
func (s *State) Spell(seat game.Seat, word []int32) (game.Action, bool) {
	if len(word) == 0 {
		return game.NoAction, s.toAct(seat)
	}
	letter := word[0]
	if len(word) != 1 || letter < 0 || letter >= letterKinds*cells || !s.toAct(seat) {
		return game.NoAction, false
	}
	side := s.pos.side & 3
	kind, cell := letter/cells, int(letter%cells)
	from := squareOf[side][cell]
	if from == NoSquare {
		return game.NoAction, false
	}
	var a game.Action
	if kind < Roles {
		a = Turn(from, Role(kind))
	} else {
		st := &letterWays[(kind-Roles)/(Roles+1)]
		x, y := cell%boardSize+st.x, cell/boardSize+st.y
		if x < 0 || x >= boardSize || y < 0 || y >= boardSize || squareOf[side][y*boardSize+x] == NoSquare {
			return game.NoAction, false
		}
		a = Move(from, squareOf[side][y*boardSize+x]) | game.Action((kind-Roles)%(Roles+1))
	}
	if !s.pos.Legal(a) {
		return game.NoAction, false
	}
	return a, false
}

// AppendWord implements game.Encoder.
func (s *State) AppendWord(dst []int32, seat game.Seat, a game.Action) []int32 {
	side := s.sideOf(seat) & 3
	from, to, role, turns := Split(a)
	cell := int32(cellOf[side][from&127])
	if from == to {
		return append(dst, int32(role)*cells+cell)
	}
	for i, t := range reaches[side][s.pos.cell[from].Role()][from&127].target {
		if t.to == uint8(to) {
			letter := cell + int32(stepLetter[side][s.pos.cell[from].Role()][from&127][i])
			if turns {
				letter += int32(role+1) * cells
			}
			return append(dst, letter)
		}
	}
	return dst
}
