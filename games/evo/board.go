package evo

import (
	"fmt"
	"strings"
)

const boardFiles = "     a  b  c  d  e  f  g  h  i  j  k  l\n"

// AppendBoard draws every piece as its owner's letter and its role's in lower
// case, castles as the letter and #.
func (s *State) AppendBoard(dst []byte) []byte {
	p := &s.pos
	dst = append(dst, s.heading()...)
	dst = append(dst, boardFiles...)
	for y := boardSize - 1; y >= 0; y-- {
		row := fmt.Sprintf("%3d ", y+1)
		for x := range boardSize {
			q := squareAt(x, y)
			switch {
			case q == NoSquare:
				row += "   "
			case p.cell[q].Empty():
				row += " . "
			case p.cell[q].Castle():
				row += sideLetters[p.cell[q].Owner()] + "# "
			default:
				row += sideLetters[p.cell[q].Owner()] + strings.ToLower(string(p.cell[q].Role().Letter())) + " "
			}
		}
		dst = append(dst, strings.TrimRight(row, " ")...)
		dst = append(dst, '\n')
	}
	return append(dst, boardFiles...)
}

func (s *State) heading() string {
	switch {
	case s.ended.draw():
		return fmt.Sprintf("Over after %d actions: draw, %s.\n", s.turn-1, outcomeReasons[s.ended])
	case s.ended != running:
		return fmt.Sprintf("Over after %d actions: %s wins, %s.\n", s.turn-1, s.winner, outcomeReasons[s.ended])
	}
	text := fmt.Sprintf("Turn %d: %s to move. Quiet %d of %d.", s.turn, s.pos.side, s.quiet, s.limit)
	if seen := s.Seen(); seen > 1 {
		text += fmt.Sprintf(" Seen %d times.", seen)
	}
	return text + "\n"
}
