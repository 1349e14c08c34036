package epigo

import (
	"fmt"
	"math/bits"

	"atoll/game"
)

// The board is turned so that the seat that looks is South: squares and
// directions are as that seat sees them.
//
// A deployment is spelt tile by tile from the left, the last of the eight
// following from the others, and then the Island's south-west square; a plan
// Order by Order. What is spelt so far is observed as if it were done.

const (
	planeEpigons = 0 // 1–7 of the one who looks, then of the other
	planeIslands = 14
	planes       = 16

	scalarIsland   = 0  // Epigons 1–7 on the seat's own Island, then on the other
	scalarLost     = 14 // own Epigons captured, then the other's
	scalarQuiet    = 16
	scalarPhase    = 17 // deploy, plan, super slide, exit, slam
	scalarRound    = 22
	scalarFirst    = 23 // the other's Order of the round has yet to act
	scalarCaught   = 24
	scalarAsked    = 25 // mid-turn it is for the one who looks to decide
	scalarDir      = 26 // of the super slide on offer: N, E, S, W
	scalarDeployed = 30 // tiles deployed so far
	scalarOrders   = 31 // own Orders 1–3, then the other's: number and N, E, S, W
	scalars        = scalarOrders + 6*5

	letterSquare = 0 // an Island's south-west square, or the square to exit onto
	letterOrder  = 64
	letterSlam   = letterOrder + 28
	letterTile   = letterSlam + 1
	letterStop   = letterTile + 8
	letterSlide  = letterStop + 1
	letterStay   = letterSlide + 1
	letterPush   = letterStay + 1 // the Island's way, N, E, S, W
	letters      = letterPush + 4

	spelledTiles = 7
)

var space = newSpace()

func newSpace() *game.Space {
	sp := &game.Space{
		Height: 8, Width: 8, Actions: letters, ActionPlanes: []string{"square"},
		MaxLegal: 29, MaxWord: spelledTiles + 1,
	}
	for _, who := range []string{"own", "other"} {
		for n := 1; n <= 7; n++ {
			sp.Planes = append(sp.Planes, fmt.Sprintf("%s Epigon %d", who, n))
			sp.Scalars = append(sp.Scalars, fmt.Sprintf("%s Epigon %d on its Island", who, n))
		}
	}
	sp.Planes = append(sp.Planes, "own Island", "other Island")
	sp.Scalars = append(sp.Scalars, "own captured", "other captured", "quiet turns", "deploy", "plan", "super slide", "exit", "slam",
		"round", "other Order to come", "capture in this turn", "decides", "slides N", "slides E", "slides S", "slides W", "tiles deployed")
	for _, who := range []string{"own", "other"} {
		for i := 1; i <= 3; i++ {
			sp.Scalars = append(sp.Scalars, fmt.Sprintf("%s Order %d", who, i))
			for _, d := range dirLetters {
				sp.Scalars = append(sp.Scalars, fmt.Sprintf("%s Order %d %c", who, i, d))
			}
		}
	}
	for n := 1; n <= 7; n++ {
		for _, d := range dirLetters {
			sp.ActionNames = append(sp.ActionNames, fmt.Sprintf("Order %d%c", n, d))
		}
	}
	sp.ActionNames = append(sp.ActionNames, "Order SLAM")
	for n := 1; n <= 7; n++ {
		sp.ActionNames = append(sp.ActionNames, fmt.Sprintf("tile %d", n))
	}
	sp.ActionNames = append(sp.ActionNames, "tile X", "stop", "slide", "stay")
	for _, d := range dirLetters {
		sp.ActionNames = append(sp.ActionNames, fmt.Sprintf("slam %c", d))
	}
	return sp
}

var _ game.Encoder = (*State)(nil)

// Space implements game.Encoder.
func (s *State) Space() *game.Space { return space }

// turnSquare and turnDirection turn the board between South's view and a side's.
func turnSquare(side int, sq Square) Square { return sq ^ Square(63*side) }

func turnDirection(side int, d Direction) Direction { return (d + Direction(2*side)) & 3 }

// turnIsland is turnSquare for the south-west square of an Island, which becomes
// another of its squares when the board is turned.
func turnIsland(side int, sq Square) Square {
	if side == 0 {
		return sq
	}
	return 63 - 9 - sq
}

// AppendObservation implements game.Encoder. Of the other's plan it tells the
// Orders that are revealed, which is all that Redact leaves.
func (s *State) AppendObservation(dst []byte, v game.Viewer, word []int32) []byte {
	me := int(v.Observer()) & 1
	dst, whole := game.GrowZero(dst, planes*64+scalars)
	out := (*[planes*64 + scalars]byte)(whole)
	tail := (*[scalars]byte)(out[planes*64:])
	turn := Square(63 * me)
	p := &s.pos
	for k := range 2 {
		where := p.where[(me+k)&1]
		for n := range 7 {
			switch at := Square(where >> (8 * n)); {
			case at < 64:
				out[(planeEpigons+7*k+n)*64+int(at^turn)] = 1
			case at == onIsland:
				tail[scalarIsland+7*k+n] = 1
			}
		}
		for m := p.ownIsland(me + k); m != 0; m &= m - 1 {
			out[(planeIslands+k)*64+bits.TrailingZeros64(m)^int(turn)] = 1
		}
		tail[scalarLost+k] = p.lost[(me+k)&1]
	}
	tail[scalarQuiet] = game.Saturate(s.quiet)
	if s.over != 0 {
		return dst
	}
	tail[scalarPhase+int(min(s.phase, slamming))] = 1
	if !s.midTurn() {
		s.observeWord(out, tail, me, word)
		return dst
	}
	tail[scalarRound] = s.round
	if s.step == 1 {
		tail[scalarFirst] = 1
	}
	if s.caught {
		tail[scalarCaught] = 1
	}
	if int(s.asked) == me {
		tail[scalarAsked] = 1
	}
	if s.phase == superSlide {
		tail[scalarDir+int(turnDirection(me, s.dir))] = 1
	}
	for i := range 3 {
		observeOrder(tail, i, me, s.plans[me][i])
		if i <= int(s.round) {
			observeOrder(tail, 3+i, me, s.plans[me^1][i])
		}
	}
	return dst
}

func observeOrder(tail *[scalars]byte, i, me int, o Order) {
	if o == 0 {
		return
	}
	at := scalarOrders + 5*i
	tail[at] = byte(o.Number())
	if o < Slam {
		tail[at+1+int(turnDirection(me, o.Direction()))] = 1
	}
}

// observeWord shows what the one who looks has spelt of a deployment or a plan.
func (s *State) observeWord(out *[planes*64 + scalars]byte, tail *[scalars]byte, me int, word []int32) {
	if s.phase == planning {
		for i, letter := range word[:min(len(word), 3)] {
			observeOrder(tail, i, me, orderOf(me, letter))
		}
		return
	}
	row := int(homeRank[0]) * 8
	for i, letter := range word[:min(len(word), spelledTiles)] {
		if n := int(letter - letterTile); n >= 0 && n < 7 {
			out[(planeEpigons+n)*64+row+i] = 1
		}
	}
	tail[scalarDeployed] = byte(len(word))
}

// orderOf is the Order of a letter of a side, 0 if it is none.
func orderOf(side int, letter int32) Order {
	switch {
	case letter == letterSlam:
		return Slam
	case letter < letterOrder || letter > letterSlam:
		return 0
	}
	o := Order(letter - letterOrder)
	return NewOrder(int(o>>2)+1, turnDirection(side, Direction(o&3)))
}

func letterOf(side int, o Order) int32 {
	if o >= Slam {
		return letterSlam
	}
	return letterOrder + int32(o.Number()-1)*4 + int32(turnDirection(side, o.Direction()))
}

// AppendLegal implements game.Encoder. Letters ascend, but for exits and slams of
// North, which have the order of AppendActions.
func (s *State) AppendLegal(dst []int32, seat game.Seat, word []int32) []int32 {
	if !s.Acting().Has(seat) {
		return dst
	}
	side := int(seat)
	switch s.phase {
	case deploying:
		if !s.beginning(side, word) {
			return dst
		}
		if len(word) == spelledTiles {
			for _, sq := range places[side] {
				dst = append(dst, letterSquare+int32(turnIsland(side, sq)))
			}
			return dst
		}
		var used uint
		for _, letter := range word {
			used |= 1 << (letter - letterTile)
		}
		for n := range int32(8) {
			if used>>n&1 == 0 {
				dst = append(dst, letterTile+n)
			}
		}
		return dst
	case planning:
		if !s.beginning(side, word) {
			return dst
		}
		var used uint
		for _, letter := range word {
			used |= 1 << ((letter - letterOrder) >> 2)
		}
		for n := range int32(7) {
			if used>>n&1 == 0 {
				l := letterOrder + 4*n
				dst = append(dst, l, l+1, l+2, l+3)
			}
		}
		if s.pos.rules&islanders != 0 && used>>7&1 == 0 {
			dst = append(dst, letterSlam)
		}
		return dst
	}
	if len(word) != 0 {
		return dst
	}
	var buf [16]game.Action
	for _, a := range s.AppendActions(buf[:0], seat) {
		dst = append(dst, s.letter(side, a))
	}
	return dst
}

// beginning reports whether word is the beginning of a deployment's or a plan's
// word and not all of it.
func (s *State) beginning(side int, word []int32) bool {
	var used uint
	if s.phase == planning {
		last := int32(letterSlam - 1)
		if s.pos.rules&islanders != 0 {
			last = letterSlam
		}
		for _, letter := range word {
			n := (letter - letterOrder) >> 2
			if letter < letterOrder || letter > last || used>>n&1 != 0 {
				return false
			}
			used |= 1 << n
		}
		return len(word) < 3
	}
	for _, letter := range word[:min(len(word), spelledTiles)] {
		n := letter - letterTile
		if n < 0 || n > 7 || used>>n&1 != 0 {
			return false
		}
		used |= 1 << n
	}
	return len(word) < spelledTiles || len(word) == spelledTiles && s.pos.rules&islanders != 0
}

// Spell implements game.Encoder.
func (s *State) Spell(seat game.Seat, word []int32) (game.Action, bool) {
	if !s.Acting().Has(seat) || len(word) > space.MaxWord {
		return game.NoAction, false
	}
	side := int(seat)
	if len(word) == 0 {
		return game.NoAction, true
	}
	a := game.NoAction
	switch s.phase {
	case deploying:
		if s.beginning(side, word) {
			return game.NoAction, true
		}
		a = s.spellDeployment(side, word)
	case planning:
		if s.beginning(side, word) {
			return game.NoAction, true
		}
		if len(word) == 3 {
			a = PlanAction(Plan{orderOf(side, word[0]), orderOf(side, word[1]), orderOf(side, word[2])})
		}
	default:
		if len(word) == 1 {
			a = s.spelt(side, word[0])
		}
	}
	if a == game.NoAction || !s.Legal(seat, a) {
		return game.NoAction, false
	}
	return a, false
}

func (s *State) spellDeployment(side int, word []int32) game.Action {
	isle := Square(noIsland)
	if s.pos.rules&islanders != 0 {
		if len(word) != spelledTiles+1 || word[spelledTiles] < letterSquare || word[spelledTiles] > letterSquare+54 {
			return game.NoAction
		}
		isle = turnIsland(side, Square(word[spelledTiles]-letterSquare))
	} else if len(word) != spelledTiles {
		return game.NoAction
	}
	var tiles [8]uint8
	left := uint8(1 + 2 + 3 + 4 + 5 + 6 + 7 + 8)
	for i, letter := range word[:spelledTiles] {
		if letter < letterTile || letter >= letterTile+8 {
			return game.NoAction
		}
		n := uint8(letter-letterTile) + 1
		left -= n
		tiles[i^7*side] = n
	}
	if left > 8 {
		return game.NoAction
	}
	tiles[7^7*side] = left
	return deployAction(tiles, isle)
}

// spelt is what a letter means mid-turn, legal or not.
func (s *State) spelt(side int, letter int32) game.Action {
	switch {
	case letter < 0:
		return game.NoAction
	case letter < letterOrder:
		return actExit | game.Action(turnSquare(side, Square(letter)))
	case letter == letterStop:
		return actStop
	case letter == letterSlide:
		return actSlide
	case letter == letterStay:
		return actStay
	case letter >= letterPush && letter < letters:
		return actSlam | game.Action(turnDirection(side, Direction(letter-letterPush)))
	}
	return game.NoAction
}

// letter is the letter of an action mid-turn.
func (s *State) letter(side int, a game.Action) int32 {
	switch {
	case a == actStop:
		return letterStop
	case a == actSlide:
		return letterSlide
	case a == actStay:
		return letterStay
	case a>>8 == actExit>>8:
		return letterSquare + int32(turnSquare(side, Square(a)))
	}
	return letterPush + int32(turnDirection(side, Direction(a)&3))
}

// AppendWord implements game.Encoder.
func (s *State) AppendWord(dst []int32, seat game.Seat, a game.Action) []int32 {
	side := int(seat)
	switch s.phase {
	case deploying:
		tiles, isle := actionDeploy(a)
		for i := range spelledTiles {
			dst = append(dst, letterTile+int32(tiles[i^7*side])-1)
		}
		if s.pos.rules&islanders != 0 {
			dst = append(dst, letterSquare+int32(turnIsland(side, isle)))
		}
		return dst
	case planning:
		for _, o := range ActionPlan(a) {
			dst = append(dst, letterOf(side, o))
		}
		return dst
	}
	return append(dst, s.letter(side, a))
}
