package epigo

import (
	"fmt"
	"strings"

	"atoll/game"
)

// AppendBoard implements game.State. South's Epigons are S1–S7, North's N1–N7;
// Island squares without an Epigon are shown as [s and [n.
func (s *State) AppendBoard(dst []byte) []byte {
	p := &s.pos
	switch {
	case s.over != 0 && s.winner != nobody:
		dst = fmt.Appendf(dst, "Epigo, turn %d: %s has won (%s)\n", s.turn, sideNames[s.winner], reasonTexts[s.over])
	case s.over != 0:
		dst = fmt.Appendf(dst, "Epigo, turn %d: a draw (%s)\n", s.turn, reasonTexts[s.over])
	case s.phase == deploying:
		dst = append(dst, "Epigo: both deploy\n"...)
	case s.phase == planning:
		dst = fmt.Appendf(dst, "Epigo, turn %d: both plan\n", s.turn)
	default:
		dst = fmt.Appendf(dst, "Epigo, turn %d, round %d: %s decides\n", s.turn, s.round+1, sideNames[s.asked])
	}
	for rank := 7; rank >= 0; rank-- {
		var line strings.Builder
		fmt.Fprintf(&line, "%d ", rank+1)
		for file := range 8 {
			sq := Square(rank*8 + file)
			line.WriteByte(' ')
			line.WriteString(s.cellText(sq))
		}
		dst = append(dst, strings.TrimRight(line.String(), " ")...)
		dst = append(dst, '\n')
		if rank == int(homeRank[1]) {
			dst = append(dst, "   --+--+--+--+--+--+--+--\n"...)
		}
	}
	dst = append(dst, "   a  b  c  d  e  f  g  h\n"...)
	if s.phase == deploying {
		return dst
	}
	dst = fmt.Appendf(dst, "captures: South %d, North %d; quiet turns: %d of %d\n", p.lost[1], p.lost[0], s.quiet, s.limit)
	if p.rules&islanders != 0 {
		for side := range 2 {
			dst = fmt.Appendf(dst, "%s's Island %s holds:", sideNames[side], squareText(p.isle[side]))
			for n := 1; n <= 7; n++ {
				if p.at(side, n) == onIsland {
					dst = fmt.Appendf(dst, " %d", n)
				}
			}
			if p.held[side] == 0 {
				dst = append(dst, " nobody"...)
			}
			dst = append(dst, '\n')
		}
	}
	for side := range 2 {
		if s.offers.Has(game.Seat(side)) {
			dst = fmt.Appendf(dst, "%s offers a draw\n", sideNames[side])
		}
	}
	if s.midTurn() {
		for side := range 2 {
			dst = fmt.Appendf(dst, "%s's plan: %s\n", sideNames[side], s.plans[side])
		}
	}
	return s.appendAskText(dst)
}

func (s *State) appendAskText(dst []byte) []byte {
	if !s.midTurn() || s.over != 0 {
		return dst
	}
	side, n := int(s.asked), s.order().Number()
	switch s.phase {
	case superSlide:
		at := s.pos.at(side, n)
		return fmt.Appendf(dst, "%s %d on %s may slide on to %s\n", sideNames[side], n, squareText(at), squareText(next[s.dir][at]))
	case exiting:
		return fmt.Appendf(dst, "%s %d may leave its Island\n", sideNames[side], n)
	case slamming:
		return fmt.Appendf(dst, "%s may move its Island\n", sideNames[side])
	}
	return dst
}

func (s *State) cellText(sq Square) string {
	p := &s.pos
	if board&bit(sq) == 0 {
		return "  "
	}
	if s.phase == deploying {
		return " ."
	}
	for side := range 2 {
		if p.occ[side]&bit(sq) != 0 {
			return fmt.Sprintf("%c%d", seatLetters[side], p.NumberAt(side, sq))
		}
		if p.ownIsland(side)&bit(sq) != 0 {
			return "[" + strings.ToLower(seatLetters[side:side+1])
		}
	}
	return " ."
}
