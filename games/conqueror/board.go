package conqueror

import (
	"fmt"
	"math/bits"
	"strings"

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
	row := func(line []byte) {
		dst = append(dst, strings.TrimRight(string(line), " ")...)
		dst = append(dst, '\n')
	}
	for rank := h; rank >= 0; rank-- {
		line := []byte("   ")
		for file := 0; file <= w; file++ {
			ne, nw := island(file, rank), island(file-1, rank)
			se, sw := island(file, rank-1), island(file-1, rank-1)
			switch {
			case ne == nw && se == sw && ne == se:
				line = append(line, ' ')
			case ne == nw && se == sw:
				line = append(line, '-')
			case ne == se && nw == sw:
				line = append(line, '|')
			default:
				line = append(line, '+')
			}
			if ne != se {
				line = append(line, "----"...)
			} else {
				line = append(line, "    "...)
			}
		}
		row(line)
		if rank == 0 {
			break
		}
		line = fmt.Appendf(nil, "%2d ", rank)
		for file := 0; file <= w; file++ {
			if island(file, rank-1) != island(file-1, rank-1) {
				line = append(line, '|')
			} else {
				line = append(line, ' ')
			}
			line = append(line, s.tileText(file, rank-1)...)
		}
		row(line)
	}
	line := []byte("   ")
	for file := range w {
		line = append(line, ' ', ' ', ' ', 'a'+byte(file), ' ')
	}
	row(line)
	return dst
}

func (s *State) tileText(file, rank int) string {
	t := s.board.tile(place{int8(file), int8(rank)})
	if t < 0 || s.Exist>>t&1 == 0 {
		return "    "
	}
	ground, token := ".", " "
	if p := s.coinOn(t); p >= 0 {
		ground = strings.ToLower(seatNames[p])
	} else if s.Free>>t&1 == 0 {
		ground = "="
	}
	if p := s.tokenOn(t); p >= 0 {
		token = seatNames[p]
	}
	return " " + ground + token + " "
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
