package earthquake

import (
	"encoding/binary"
	"fmt"

	"atoll/game"
)

// The board is a 7×7 grid: row a to g, and in it the number of the hex. Players
// come in seat order from the one who looks.
//
// Letters are one plane for each verb that names a hex, then whom to steal from,
// then the verbs that stand alone.

const (
	gridSide = 7
	cells    = gridSide * gridSide

	// The first plane is the height of the stack, the others up to planeDark its top.
	planeKinds     = 1 // volcano, hole
	planeAnyCracks = 3
	planeCracks    = 4  // one for each direction
	planeTools     = 10 // eight tools
	planeDark      = 18 // an unknown top
	planePlayed    = 19 // where cracks lie that are to be removed
	planePlayers   = 20

	scalarPhase   = 0 // one for each decision of a player: place, go, keep, crack, hole, after, flee
	scalarGoDue   = 7
	scalarLandDue = 8
	scalarPool    = 9 // tiles of each kind that nobody can see
	scalarPlayers = scalarPool + Kinds
	scalarsEach   = 13 // eight tools held, protected, still in, to act, turn, leaving a volcano
)

var hexVerbs = [...]uint8{VerbPlace, VerbMove, VerbRope, VerbSpring, VerbSwim, VerbDynamite, VerbBazooka, VerbPush}

var loneVerbs = [...]uint8{VerbStay, VerbFloat, VerbKeep, VerbDiscard, VerbSandbag, VerbRemove, VerbDrop, VerbEnd}

// verbLetter is the first letter of each verb; those of lone verbs count from the
// end of thefts.
var verbLetter = func() (first [VerbReveal + 1]int32) {
	for i, v := range hexVerbs {
		first[v] = int32(i * cells)
	}
	for i, v := range loneVerbs {
		first[v] = int32(i)
	}
	return first
}()

const theftLetters = len(hexVerbs) * cells

var (
	cellOf = func() (at [64]uint8) {
		for h := range Hexes {
			at[h] = board.row[h]*gridSide + board.number[h] - 1
		}
		return at
	}()
	hexAt = func() (at [cells]Hex) {
		for c := range at {
			at[c] = Nowhere
		}
		for h := range Hex(Hexes) {
			at[cellOf[h]] = h
		}
		return at
	}()
)

func newSpace(players int) *game.Space {
	sp := &game.Space{
		Height: gridSide, Width: gridSide,
		Planes:   []string{"height", "volcano", "hole", "cracks"},
		MaxLegal: Hexes,
		MaxWord:  1,
	}
	for _, d := range []string{"E", "NE", "NW", "W", "SW", "SE"} {
		sp.Planes = append(sp.Planes, "cracks "+d)
	}
	for t := Rope; t <= Thief; t++ {
		sp.Planes = append(sp.Planes, t.Name())
	}
	sp.Planes = append(sp.Planes, "unseen top", "cracks to remove")
	for p := PhasePlace; p <= PhaseFlee; p++ {
		sp.Scalars = append(sp.Scalars, p.String())
	}
	sp.Scalars = append(sp.Scalars, "still goes", "still plays where it landed")
	for k := range Kinds {
		name := fmt.Sprintf("cracks with %d ends", k-KindCracks+1)
		if k < KindCracks || k >= KindTools {
			name = tileOfKind(k, nil).Name()
		}
		sp.Scalars = append(sp.Scalars, "unseen: "+name)
	}
	for k := range players {
		sp.Planes = append(sp.Planes, fmt.Sprintf("player +%d", k))
		who := fmt.Sprintf("player +%d: ", k)
		for t := Rope; t <= Thief; t++ {
			sp.Scalars = append(sp.Scalars, who+t.Name())
		}
		sp.Scalars = append(sp.Scalars, who+"protected", who+"in", who+"to act", who+"turn", who+"leaves a volcano")
		if k > 0 {
			sp.ActionNames = append(sp.ActionNames, fmt.Sprintf("steal from player +%d", k))
		}
	}
	for _, v := range hexVerbs {
		sp.ActionPlanes = append(sp.ActionPlanes, verbs[v])
	}
	for _, v := range loneVerbs {
		sp.ActionNames = append(sp.ActionNames, verbs[v])
	}
	sp.Actions = theftLetters + len(sp.ActionNames)
	return sp
}

var spaces = func() (all [game.MaxSeats + 1]*game.Space) {
	for players := 2; players <= game.MaxSeats; players++ {
		all[players] = newSpace(players)
	}
	return all
}()

var _ game.Encoder = (*State)(nil)

// Space implements game.Encoder.
func (p *Position) Space() *game.Space { return spaces[p.players] }

// What a tile adds to the counters of kinds, the plane of a top, and the ends of
// its cracks. Filled once; unknown tiles count nothing, their pool does.
var (
	counts    [128][2]uint64
	planeOf   [128]uint8
	crackEnds [128]uint8
)

func init() {
	for t := Tile(1); t < Unknown; t++ {
		k := t.Kind()
		counts[t][k/8] = 1 << (8 * (k % 8))
		switch {
		case t < Volcano:
			planeOf[t], crackEnds[t] = planeAnyCracks, uint8(t)
		case t <= Hole:
			planeOf[t] = planeKinds + uint8(t-Volcano)
		default:
			planeOf[t] = planeTools + uint8(t-Rope)
		}
	}
	planeOf[Unknown] = planeDark
}

// AppendObservation implements game.Encoder. Tiles below the tops are only counted: they count
// among those that nobody sees.
func (p *Position) AppendObservation(dst []byte, v game.Viewer, _ []int32) []byte {
	me := v.Observer()
	players := game.Seat(p.players)
	planes := (planePlayers + int(players)) * cells
	dst, out := game.GrowZero(dst, planes+scalarPlayers+scalarsEach*int(players))
	scalars := out[planes:]
	grid := (*[planePlayers * cells]byte)(out)
	for rest := p.land; rest != 0; rest &= rest - 1 {
		h := rest.First() & 63
		c := int(cellOf[h])
		n := p.height[h]
		grid[c] = n
		// No branches here: which kind is on top cannot be foreseen.
		t := p.tiles[p.base[h]+n-1]
		grid[int(planeOf[t&127])*cells+c] = 1
		ends := crackEnds[t&127]
		grid[planeCracks*cells+c] = ends & 1
		grid[(planeCracks+1)*cells+c] = ends >> 1 & 1
		grid[(planeCracks+2)*cells+c] = ends >> 2 & 1
		grid[(planeCracks+3)*cells+c] = ends >> 3 & 1
		grid[(planeCracks+4)*cells+c] = ends >> 4 & 1
		grid[(planeCracks+5)*cells+c] = ends >> 5
	}
	binary.LittleEndian.PutUint64(scalars[scalarPool:], binary.LittleEndian.Uint64(p.pool[:8])+p.below[0])
	binary.LittleEndian.PutUint64(scalars[scalarPool+8:], binary.LittleEndian.Uint64(p.pool[8:])+p.below[1])
	if p.cracks >= 0 {
		out[planePlayed*cells+int(cellOf[p.cracks])] = 1
	}
	if p.phase >= PhasePlace && p.phase <= PhaseFlee {
		scalars[scalarPhase+int(p.phase-PhasePlace)] = 1
	}
	scalars[scalarGoDue], scalars[scalarLandDue] = flag(p.goDue), flag(p.landDue)
	s := me
	for k := range int(players) {
		if h := p.at[s]; h >= 0 {
			out[(planePlayers+k)*cells+int(cellOf[h])] = 1
		}
		own := scalars[scalarPlayers+scalarsEach*k:]
		if t := p.tool[s]; t != NoTile {
			own[t-Rope] = 1
		}
		own[8], own[9] = p.used>>uint(s)&1, flag(p.left[s] == 0)
		own[10], own[11], own[12] = flag(p.actor == s), flag(p.turn == s), flag(p.fleer == s)
		if s++; s == players {
			s = 0
		}
	}
	return dst
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// letter is the letter of a legal action of seat s.
func (p *Position) letter(s game.Seat, a game.Action) int32 {
	verb := Verb(a)
	switch objects[verb] {
	case aHex:
		return verbLetter[verb] + int32(cellOf[Target(a)])
	case aSeat:
		from := game.Seat(Target(a)) - s
		if from < 0 {
			from += game.Seat(p.players)
		}
		return int32(theftLetters) + int32(from) - 1
	}
	return int32(theftLetters) + int32(p.players) - 1 + verbLetter[verb]
}

// AppendLegal implements game.Encoder, in the order of AppendActions.
func (p *Position) AppendLegal(dst []int32, s game.Seat, word []int32) []int32 {
	if s == game.Nature || len(word) != 0 {
		return dst
	}
	var buf [Hexes]game.Action
	for _, a := range p.AppendActions(buf[:0], s) {
		dst = append(dst, p.letter(s, a))
	}
	return dst
}

// Spell implements game.Encoder.
func (p *Position) Spell(s game.Seat, word []int32) (game.Action, bool) {
	if s == game.Nature || len(word) != 1 {
		return game.NoAction, len(word) == 0 && s != game.Nature && s == p.actor && s >= 0
	}
	a := p.spelt(s, int(word[0]))
	if a == game.NoAction || !p.Legal(s, a) {
		return game.NoAction, false
	}
	return a, false
}

// spelt is what a letter means, legal or not.
func (p *Position) spelt(s game.Seat, letter int) game.Action {
	players := int(p.players)
	if letter < 0 {
		return game.NoAction
	}
	if letter < theftLetters {
		h := hexAt[letter%cells]
		if h < 0 {
			return game.NoAction
		}
		return pack(hexVerbs[letter/cells], int(h))
	}
	letter -= theftLetters
	if letter < players-1 {
		return pack(VerbThief, (int(s)+letter+1)%players)
	}
	if letter -= players - 1; letter < len(loneVerbs) {
		return pack(loneVerbs[letter], 0)
	}
	return game.NoAction
}

// AppendWord implements game.Encoder.
func (p *Position) AppendWord(dst []int32, s game.Seat, a game.Action) []int32 {
	return append(dst, p.letter(s, a))
}
