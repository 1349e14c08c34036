package conqueror

import (
	"fmt"

	"atoll/game"
)

// WhyNot explains why seat p may not choose a now; "" if it may.
func (s *State) WhyNot(p game.Seat, a game.Action) string {
	if s.Legal(p, a) {
		return ""
	}
	if acting := s.Acting(); acting == 0 {
		return "the game is over."
	} else if !acting.Has(p) {
		return fmt.Sprintf("it is not their turn; to act: %s.", game.ActingText(s))
	}
	kind := a & kindMask
	switch s.Phase {
	case PhaseLayout:
		return "the layout is due first."
	case PhaseOrder:
		if kind != kindOrder {
			return "the order of play is due now."
		}
		return fmt.Sprintf("an order names each of the %d players once.", s.set.seats)
	case PhaseRoll:
		if kind != kindRoll {
			return "a roll of the die is due now."
		}
		return "a die shows 1 to 6."
	case PhaseTie:
		return s.whyNotTie(a)
	case PhaseStart:
		if kind != kindStart || a&^63 != kindStart {
			return fmt.Sprintf("the token must first be put on a corner tile, as in: start %s.", s.board.places(s.starts())[0])
		}
		return s.whyNotStart(int(a & 63))
	}
	switch {
	case kind == kindPass:
		return fmt.Sprintf("with %s a tile can be reached, so you must move.", plural(s.Steps(), "step"))
	case a&^63 != kindMove:
		return "the token is on the board; choose a tile to move to."
	}
	return s.whyNotMove(p, int(a&63))
}

func (s *State) whyNotTie(a game.Action) string {
	island := s.board.island(int(s.Island))
	switch {
	case a&kindMask != kindTie:
		return fmt.Sprintf("dice for island %s are due now.", island)
	case a>>tieIslandShift&15 != game.Action(s.Island):
		return fmt.Sprintf("island %s is rolled for now.", island)
	}
	return fmt.Sprintf("for island %s the players roll these numbers of dice: %s.", island, s.diceCounts())
}

func (s *State) whyNotStart(t int) string {
	switch {
	case s.board.all>>t&1 == 0:
		return "there is no such tile."
	case s.board.corners>>t&1 == 0:
		return fmt.Sprintf("%s is not a corner: a corner has two open sides that meet.", s.name(t))
	}
	return fmt.Sprintf("%s is taken by %s.", s.name(t), seatNames[s.tokenOn(t)])
}

func (s *State) whyNotMove(p game.Seat, t int) string {
	if s.board.all>>t&1 == 0 {
		return "there is no such tile."
	}
	name, n := s.name(t), s.Steps()
	switch {
	case s.Exist>>t&1 == 0:
		return fmt.Sprintf("island %s was won by %s and has been taken away.", s.board.island(t>>2), seatNames[s.wonBy(t>>2)])
	case int(s.Token[p]) == t:
		return fmt.Sprintf("your token stands on %s, and no walk ends where it began.", name)
	case s.Tokens>>t&1 != 0:
		return fmt.Sprintf("%s is taken by the token of %s.", name, seatNames[s.tokenOn(t)])
	case s.coinOn(t) >= 0:
		return fmt.Sprintf("%s is claimed: a coin of %s lies there. You may pass over it, not land on it.", name, seatNames[s.coinOn(t)])
	case s.Free>>t&1 == 0:
		return fmt.Sprintf("%s is claimed: its island was won by %s.", name, seatNames[s.wonBy(t>>2)])
	}
	for k := 1; k <= 3; k++ {
		if s.walk(int(s.Token[p]), k)>>t&1 != 0 {
			return fmt.Sprintf("%s is %s away, and you rolled %s.", name, plural(k, "step"), plural(n, "step"))
		}
	}
	return fmt.Sprintf("no walk of %s leads from %s to %s.", plural(n, "step"), s.name(int(s.Token[p])), name)
}
