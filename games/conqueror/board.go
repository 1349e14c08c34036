package conqueror

import (
	"bytes"
	"fmt"
	"math/bits"
	"strconv"

	"atoll/game"
)

// AppendBoard draws the islands with their borders. A tile shows whose coin
// lies there (small letter), then whose token stands there (capital); a dot is
// an unclaimed tile, an equals sign a tile of a won island that still lies.
func (s *State) AppendBoard(dst []byte) []byte {
	if s.board == nil {
		dst = append(dst, "The islands are not laid yet.\n"...)
	} else {
		dst = s.appendGrid(dst)
	}
	for p := range s.set.seats {
		dst = s.appendPlayer(dst, p)
	}
	return append(append(dst, s.statusText()...), '\n')
}

func (s *State) appendGrid(dst []byte) []byte {
	// island of a grid square, -1 for water
	island := func(file, rank int) int {
		t := s.board.tile(place{int8(file), int8(rank)})
		if t < 0 || s.Exist>>t&1 == 0 {
			return -1
		}
		return t >> 2
	}
	w, h := int(s.board.width), int(s.board.height)
	// row ends a line that began at from, without blanks at its end.
	row := func(dst []byte, from int) []byte {
		return append(dst[:from+len(bytes.TrimRight(dst[from:], " "))], '\n')
	}
	for rank := h; rank >= 0; rank-- {
		from := len(dst)
		dst = append(dst, "   "...)
		for file := 0; file <= w; file++ {
			ne, nw := island(file, rank), island(file-1, rank)
			se, sw := island(file, rank-1), island(file-1, rank-1)
			switch {
			case ne == nw && se == sw && ne == se:
				dst = append(dst, ' ')
			case ne == nw && se == sw:
				dst = append(dst, '-')
			case ne == se && nw == sw:
				dst = append(dst, '|')
			default:
				dst = append(dst, '+')
			}
			if ne != se {
				dst = append(dst, "----"...)
			} else {
				dst = append(dst, "    "...)
			}
		}
		dst = row(dst, from)
		if rank == 0 {
			break
		}
		from = len(dst)
		if rank < 10 {
			dst = append(dst, ' ')
		}
		dst = append(strconv.AppendInt(dst, int64(rank), 10), ' ')
		for file := 0; file <= w; file++ {
			edge := byte(' ')
			if island(file, rank-1) != island(file-1, rank-1) {
				edge = '|'
			}
			ground, token := s.tileMarks(place{int8(file), int8(rank - 1)})
			dst = append(dst, edge, ' ', ground, token, ' ')
		}
		dst = row(dst, from)
	}
	from := len(dst)
	dst = append(dst, "   "...)
	for file := range w {
		dst = append(dst, ' ', ' ', 'a'+byte(file), ' ', ' ')
	}
	return row(dst, from)
}

// tileMarks returns the two letters that show what is on a tile.
func (s *State) tileMarks(at place) (ground, token byte) {
	t := s.board.tile(at)
	if t < 0 || s.Exist>>t&1 == 0 {
		return ' ', ' '
	}
	ground, token = '.', ' '
	if p := s.coinOn(t); p >= 0 {
		ground = 'a' + byte(p)
	} else if s.Free>>t&1 == 0 {
		ground = '='
	}
	if p := s.tokenOn(t); p >= 0 {
		token = 'A' + byte(p)
	}
	return ground, token
}

func (s *State) appendPlayer(dst []byte, p int) []byte {
	dst = fmt.Appendf(dst, "%s: %s, %s won", seatNames[p], plural(int(s.Purse[p]), "coin"), plural(bits.OnesCount16(s.Won[p]), "island"))
	if s.Phase >= PhaseTie {
		dst = fmt.Appendf(dst, ", %d in all", s.Score(game.Seat(p)))
	}
	switch s.Left[p] &^ 15 {
	case leftByForfeit:
		dst = append(dst, ", forfeited"...)
	case leftByResign:
		dst = append(dst, ", resigned"...)
	case leftByTimeout:
		dst = append(dst, ", out of time"...)
	default:
		if s.Token[p] >= 0 {
			dst = fmt.Appendf(dst, ", on %s", s.name(int(s.Token[p])))
		}
	}
	return append(dst, '\n')
}

func (s *State) statusText() string {
	switch s.Phase {
	case PhaseLayout:
		return "The layout is due."
	case PhaseOrder:
		return "The order of play is due."
	case PhaseStart:
		return seatNames[s.Mover()] + " starts on a corner."
	case PhaseRoll:
		return seatNames[s.Mover()] + " is to roll."
	case PhaseMove:
		return fmt.Sprintf("%s rolled %d and walks %s.", seatNames[s.Mover()], s.Die, plural(s.Steps(), "step"))
	case PhaseTie:
		return fmt.Sprintf("%s roll for island %s.", namesOf(s.Tied, " and "), s.board.island(int(s.Island)))
	}
	return "Over: " + s.reason.String() + "."
}
