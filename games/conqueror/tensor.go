package conqueror

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"atoll/game"
)

// Planes are the grid of tiles, 8×8 for the basic board and 20×20 for a custom
// one, rank 1 first. Players come in the order of play, from the one who looks.
//
// A letter is the tile to start on or to walk to, or the pass after them.

const (
	planeLying  = iota // tiles of islands not removed
	planeFree          // unclaimed tiles
	planeLatest        // coins: 1 the latest of its island, 2 the one before, 3
	planePlayers
)

const (
	planesEach = 2 // coins, token

	scalarStart = iota - 1 // the one to act chooses a tile to start on
	scalarSteps            // steps to walk
	scalarQuiet            // turns in a row without a coin
	scalarPlayers
	scalarsEach = 4 // coins in hand, islands, still in, to act
)

func newSpace(players, side int) *game.Space {
	sp := &game.Space{
		Height: side, Width: side,
		Planes:       []string{"land", "unclaimed", "latest coins"},
		Scalars:      []string{"start", "steps", "turns without a coin"},
		Actions:      side*side + 1,
		ActionPlanes: []string{"tile"},
		ActionNames:  []string{"pass"},
		MaxLegal:     64,
		MaxWord:      1,
	}
	for k := range players {
		sp.Planes = append(sp.Planes, fmt.Sprintf("player +%d: coins", k), fmt.Sprintf("player +%d: token", k))
		for _, what := range []string{"coins in hand", "islands", "in", "to act"} {
			sp.Scalars = append(sp.Scalars, fmt.Sprintf("player +%d: %s", k, what))
		}
	}
	return sp
}

// spaces are by number of players, for the basic and the custom board.
var spaces = func() (all [maxSeats + 1][2]*game.Space) {
	for players := 2; players <= maxSeats; players++ {
		all[players] = [2]*game.Space{newSpace(players, 8), newSpace(players, maxSide)}
	}
	return all
}()

var _ game.Encoder = (*State)(nil)

// Space implements game.Encoder.
func (s *State) Space() *game.Space { return s.set.space }

// cell is where tile t lies on a plane.
func (s *State) cell(t int) int {
	p := s.board.at[t&63]
	return int(p.rank)*s.set.space.Width + int(p.file)
}

// AppendObservation implements game.Encoder.
func (s *State) AppendObservation(dst []byte, v game.Viewer, _ []int32) []byte {
	me := v.Observer()
	sp := s.set.space
	cells := sp.Height * sp.Width
	dst, out := game.GrowZero(dst, sp.Size())
	scalars := out[cells*len(sp.Planes):]
	if s.board != nil {
		s.observeTiles(out, cells)
	}
	if s.Phase == PhaseStart {
		scalars[scalarStart] = 1
	}
	if s.Phase == PhaseMove {
		scalars[scalarSteps] = byte(s.Steps())
	}
	scalars[scalarQuiet] = s.Quiet
	// Before the order is drawn, that of the seats stands for it.
	ordered := s.Phase >= PhaseStart
	at := int(me)
	if ordered {
		for i := range s.set.seats {
			if s.Order[i] == uint8(me) {
				at = i
			}
		}
	}
	mover := s.Acting()
	for k := range s.set.seats {
		p := game.Seat(at)
		if ordered {
			p = game.Seat(s.Order[at&3])
		}
		p &= 3
		if at++; at == s.set.seats {
			at = 0
		}
		plane := out[(planePlayers+planesEach*k)*cells:]
		s.fill(plane, s.Coins[p], 1)
		if t := s.Token[p]; t >= 0 {
			plane[cells+s.cell(int(t))] = 1
		}
		own := scalars[scalarPlayers+scalarsEach*k:]
		own[0], own[1] = s.Purse[p], byte(s.Score(p))
		if s.In.Has(p) {
			own[2] = 1
		}
		if mover.Has(p) {
			own[3] = 1
		}
	}
	return dst
}

func (s *State) observeTiles(out []byte, cells int) {
	s.fill(out[planeLying*cells:], s.Exist, 1)
	s.fill(out[planeFree*cells:], s.Free, 1)
	var latest [3]uint64
	for m := s.Coins[0] | s.Coins[1] | s.Coins[2] | s.Coins[3]; m != 0; {
		i := bits.TrailingZeros64(m) >> 2
		n := bits.OnesCount64(m & islandTiles(i))
		order, at := s.Latest[i&15], uint(4*i)
		latest[0] |= 1 << (at + uint(order&3))
		latest[1] |= uint64((n+2)>>2) << (at + uint(order>>2&3)) // if there are two
		latest[2] |= uint64((n+1)>>2) << (at + uint(order>>4&3)) // if there are three
		m &^= islandTiles(i)
	}
	plane := out[planeLatest*cells:]
	for k, set := range latest {
		s.fill(plane, set, byte(k+1))
	}
}

// fill adds n to the cells of a set of tiles.
func (s *State) fill(plane []byte, set uint64, n byte) {
	if s.board != basic {
		for ; set != 0; set &= set - 1 {
			plane[s.cell(bits.TrailingZeros64(set))] += n
		}
		return
	}
	// Bits 3 and 2 of a tile's number say in which island of the row it lies, bit 1
	// in which rank of the island; of a cell's number it is bit 3. So the bits of the
	// set change places, and then each rank becomes eight bytes.
	x := (set ^ set>>2) & 0x0c0c0c0c0c0c0c0c
	set ^= x | x<<2
	x = (set ^ set>>4) & 0x00f000f000f000f0
	set ^= x | x<<4
	out := (*[64]byte)(plane)
	for rank := 0; rank < 64; rank += 8 {
		have := binary.LittleEndian.Uint64(out[rank:])
		binary.LittleEndian.PutUint64(out[rank:], have+spread[set>>rank&255]*uint64(n))
	}
}

// spread has for each byte the word in which every bit is a byte of its own.
var spread = func() (words [256]uint64) {
	for b := range words {
		for i := range 8 {
			words[b] |= uint64(b>>i&1) << (8 * i)
		}
	}
	return words
}()

// options returns the tiles that the one to act may choose from; none is a pass.
func (s *State) options(p game.Seat) (tiles uint64, kind game.Action, ok bool) {
	if s.Phase != PhaseMove && s.Phase != PhaseStart || p != s.Mover() {
		return 0, 0, false
	}
	if s.Phase == PhaseStart {
		return s.starts(), kindStart, true
	}
	return s.Targets(p, s.Steps()), kindMove, true
}

// AppendLegal implements game.Encoder, in the order of AppendActions.
func (s *State) AppendLegal(dst []int32, p game.Seat, word []int32) []int32 {
	tiles, _, ok := s.options(p)
	if !ok || len(word) != 0 {
		return dst
	}
	if tiles == 0 {
		return append(dst, int32(s.set.space.Actions-1))
	}
	for ; tiles != 0; tiles &= tiles - 1 {
		dst = append(dst, int32(s.cell(bits.TrailingZeros64(tiles))))
	}
	return dst
}

// Spell implements game.Encoder.
func (s *State) Spell(p game.Seat, word []int32) (game.Action, bool) {
	tiles, kind, ok := s.options(p)
	if !ok || len(word) != 1 {
		return game.NoAction, ok && len(word) == 0
	}
	sp := s.set.space
	letter := int(word[0])
	if letter == sp.Actions-1 && tiles == 0 {
		return Pass, false
	}
	if letter < 0 || letter >= sp.Actions-1 {
		return game.NoAction, false
	}
	t := s.board.tileAt[letter/sp.Width][letter%sp.Width]
	if t < 0 || tiles>>uint(t)&1 == 0 {
		return game.NoAction, false
	}
	return kind | game.Action(t), false
}

// AppendWord implements game.Encoder.
func (s *State) AppendWord(dst []int32, _ game.Seat, a game.Action) []int32 {
	if a == Pass {
		return append(dst, int32(s.set.space.Actions-1))
	}
	return append(dst, int32(s.cell(int(a&63))))
}
