package evo

import (
	"fmt"
	"strings"

	"atoll/game"
)

func (s *State) WhyNot(seat game.Seat, a game.Action) string {
	switch {
	case s.ended != running:
		return "The game is over."
	case !s.isSeat(seat):
		return "Nobody sits there."
	case !s.toAct(seat):
		return fmt.Sprintf("It is %s's turn.", s.pos.side)
	}
	return s.pos.whyNot(a)
}

// whyNot explains why the side to move may not play a; "" if it may.
func (p *Position) whyNot(a game.Action) string {
	from, to, role, turns := Split(a)
	if !wellFormed(a) {
		return "That is not an action of EVO."
	}
	side, piece := p.side, p.cell[from]
	switch {
	case piece.Empty():
		return fmt.Sprintf("No piece stands on %s.", from)
	case piece.Owner() != side:
		return fmt.Sprintf("The piece on %s is %s's.", from, piece.Owner())
	case piece.Castle():
		return "Castles never move and never turn."
	case turns && role == piece.Role():
		return fmt.Sprintf("The piece on %s already is a %s.", from, role)
	case from == to:
		return ""
	}
	t, ok := find(piece, from, to)
	switch {
	case !ok:
		return fmt.Sprintf("A %s does not go from %s to %s. It moves %s.", piece.Role(), from, to, roleMoves[piece.Role()])
	case !p.cell[t.way1].Empty():
		return fmt.Sprintf("%s is in the way. Pieces do not jump.", Square(t.way1))
	case !p.cell[t.way2].Empty():
		return fmt.Sprintf("%s is in the way. Pieces do not jump.", Square(t.way2))
	case p.cell[to].Empty() || p.cell[to].Owner() != side:
		return ""
	case p.cell[to].Castle():
		return fmt.Sprintf("Your own castle stands on %s.", to)
	}
	return fmt.Sprintf("Your own %s stands on %s.", strings.ToLower(p.cell[to].Role().String()), to)
}

var roleMoves = [Roles]string{
	Warrior:  "1 square sideways, ahead or diagonally ahead",
	Blade:    "1 or 2 squares straight ahead",
	Catapult: "1 to 3 squares diagonally ahead",
	Shield:   "1 or 2 squares straight back, or 1 diagonally back",
}
