package conqueror

import (
	"math/bits"

	"atoll/game"
)

// Kinds of actions; see the package comment for the layout of their bits.
const (
	kindOrder game.Action = (iota + 1) << 32
	kindStart
	kindRoll
	kindMove
	kindPass
	kindTie

	kindMask game.Action = 7 << 32
)

// MoveTo is the action that moves to tile t.
func MoveTo(t int) game.Action { return kindMove | game.Action(t) }

// StartOn is the action that starts on tile t.
func StartOn(t int) game.Action { return kindStart | game.Action(t) }

// Roll is Nature's outcome that shows die.
func Roll(die int) game.Action { return kindRoll | game.Action(die) }

// Pass is the action of a player who can reach no tile.
const Pass = kindPass

// orders lists the orders of play for each number of players, ascending.
var orders = [maxSeats + 1][]game.Action{2: permutations(2), 3: permutations(3), 4: permutations(4)}

func permutations(n int) []game.Action {
	var all []game.Action
	var extend func(code game.Action, used, k int)
	extend = func(code game.Action, used, k int) {
		if k == n {
			all = append(all, kindOrder|code)
			return
		}
		for s := range n {
			if used>>s&1 == 0 {
				extend(code|game.Action(s)<<(6-2*k), used|1<<s, k+1)
			}
		}
	}
	extend(0, 0, 0)
	return all
}

// Targets returns the tiles on which seat p may end a walk of n steps.
func (s *State) Targets(p game.Seat, n int) uint64 {
	return s.walk(int(s.Token[p]), n) & s.Free &^ s.Tokens
}

// Reach returns the tiles at the ends of walks of one, two and three steps from
// tile t, claimed tiles and tiles of removed islands among them.
func (s *State) Reach(t int) (one, two, three uint64) {
	b := s.board
	if b.middle[t]&s.Gone == 0 {
		return b.reach[0][t], b.reach[1][t], b.reach[2][t]
	}
	return b.walks(t, s.Exist)
}

// walk returns the tiles at the ends of paths of n steps from tile t. Tiles of
// removed islands may be among them; they are never free.
func (s *State) walk(t, n int) uint64 {
	b := s.board
	if b.middle[t]&s.Gone == 0 {
		return b.reach[n-1][t]
	}
	return b.walk(t, n, s.Exist)
}

// roam returns the tiles at the ends of paths of one, two and three steps.
func (s *State) roam(t int) uint64 {
	b := s.board
	if b.middle[t]&s.Gone == 0 {
		return b.within[t]
	}
	one, two, three := b.walks(t, s.Exist)
	return one | two | three
}

// starts returns the free corner tiles.
func (s *State) starts() uint64 { return s.board.corners &^ s.Tokens }

// AppendActions appends the actions of seat p or the outcomes of Nature.
func (s *State) AppendActions(dst []game.Action, p game.Seat) []game.Action {
	switch s.Phase {
	case PhaseMove:
		if p != s.Mover() {
			return dst
		}
		set := s.Targets(p, s.Steps())
		if set == 0 {
			return append(dst, Pass)
		}
		return appendTiles(dst, kindMove, set)
	case PhaseRoll:
		if p == game.Nature {
			dst = append(dst, kindRoll|1, kindRoll|2, kindRoll|3, kindRoll|4, kindRoll|5, kindRoll|6)
		}
	case PhaseStart:
		if p == s.Mover() {
			dst = appendTiles(dst, kindStart, s.starts())
		}
	case PhaseOrder:
		if p == game.Nature {
			dst = append(dst, orders[s.set.seats]...)
		}
	case PhaseTie:
		if p == game.Nature {
			dst = s.appendTies(dst)
		}
	}
	return dst
}

func appendTiles(dst []game.Action, kind game.Action, set uint64) []game.Action {
	for ; set != 0; set &= set - 1 {
		dst = append(dst, kind|game.Action(bits.TrailingZeros64(set)))
	}
	return dst
}

// Legal reports whether a is among the actions of seat p.
func (s *State) Legal(p game.Seat, a game.Action) bool {
	switch s.Phase {
	case PhaseMove:
		if p != s.Mover() {
			return false
		}
		set := s.Targets(p, s.Steps())
		if set == 0 {
			return a == Pass
		}
		return a&^63 == kindMove && set>>(a&63)&1 != 0
	case PhaseRoll:
		return p == game.Nature && a > kindRoll && a <= kindRoll|6
	case PhaseStart:
		return p == s.Mover() && a&^63 == kindStart && s.starts()>>(a&63)&1 != 0
	case PhaseOrder:
		if p == game.Nature {
			for _, o := range orders[s.set.seats] {
				if a == o {
					return true
				}
			}
		}
	case PhaseTie:
		return p == game.Nature && s.legalTie(a)
	}
	return false
}

// Weight returns 1: all listed outcomes are equally likely.
func (s *State) Weight(game.Action) uint32 { return 1 }

const (
	tieIslandShift = 24
	maxDice        = 2 // of one player, in the text and bits of a tie
)

// tieDie returns the bit at which the die k of seat p begins.
func tieDie(p, k int) uint { return uint(21 - 3*(maxDice*p+k)) }

// dice returns how many dice a tied player rolls: one for each coin on the
// island. A player with three coins there is alone and rolls none.
func (s *State) dice(p game.Seat) int {
	if !s.Tied.Has(p) {
		return 0
	}
	return bits.OnesCount64(s.Coins[p] & islandTiles(int(s.Island)))
}

// appendTies lists all rolls of the tied players, ascending.
func (s *State) appendTies(dst []game.Action) []game.Action {
	var at [maxSeats * maxDice]uint
	n := 0
	for p := range maxSeats {
		for k := range s.dice(game.Seat(p)) {
			at[n] = tieDie(p, k)
			n++
		}
	}
	a := kindTie | game.Action(s.Island)<<tieIslandShift
	for _, shift := range at[:n] {
		a |= 1 << shift
	}
	for {
		dst = append(dst, a)
		i := n - 1
		for ; i >= 0 && a>>at[i]&7 == 6; i-- {
			a -= 5 << at[i]
		}
		if i < 0 {
			return dst
		}
		a += 1 << at[i]
	}
}

func (s *State) legalTie(a game.Action) bool {
	if a&^(1<<28-1) != kindTie || a>>tieIslandShift&15 != game.Action(s.Island) {
		return false
	}
	for p := range maxSeats {
		for k := range maxDice {
			d := a >> tieDie(p, k) & 7
			if k < s.dice(game.Seat(p)) {
				if d < 1 || d > 6 {
					return false
				}
			} else if d != 0 {
				return false
			}
		}
	}
	return true
}
