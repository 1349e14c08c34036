package tictactoe

import (
	"fmt"
	"math/bits"
	"strings"

	"atoll/game"
)

func square(a game.Action) string {
	return string([]byte{'a' + byte(a-1)%3, '1' + byte(a-1)/3})
}

// AppendAction writes the square.
func (s *State) AppendAction(dst []byte, _ game.Seat, a game.Action) []byte {
	return append(dst, square(a)...)
}

// ParseAction reads a square.
func (s *State) ParseAction(_ game.Seat, text string) (game.Action, error) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'c' || text[1] < '1' || text[1] > '3' {
		return 0, fmt.Errorf("a mark is written as a square from a1 to c3, not %.20q", text)
	}
	return game.Action(text[0]-'a') + 3*game.Action(text[1]-'1') + 1, nil
}

// cells writes the nine squares from a1 to c3 as X, O or '.'.
func (s *State) cells() string {
	var b [9]byte
	for i := range b {
		b[i] = '.'
		for seat, marks := range s.marks {
			if marks>>i&1 != 0 {
				b[i] = "XO"[seat]
			}
		}
	}
	return string(b[:])
}

// AppendText writes "tictactoe 2 | X.O...... playing".
func (s *State) AppendText(dst []byte) []byte {
	dst = s.cfg.AppendText(dst)
	dst = append(dst, " | "...)
	dst = append(dst, s.cells()...)
	switch s.reason {
	case resign, timeout:
		dst = fmt.Appendf(dst, " %s %s", reasons[s.reason], s.cfg.SeatName(1-s.winner))
	}
	return dst
}

// UnmarshalText reads it and refuses what cannot have been played.
func (s *State) UnmarshalText(text []byte) error {
	head, rest, ok := strings.Cut(string(text), " | ")
	if !ok {
		return fmt.Errorf("position has no ' | '")
	}
	cfg, err := Game.ParseConfig(head)
	if err != nil {
		return err
	}
	cells, left, _ := strings.Cut(rest, " ")
	next := State{cfg: cfg}
	if len(cells) != 9 {
		return fmt.Errorf("position has %d squares, not 9", len(cells))
	}
	for i, c := range []byte(cells) {
		switch c {
		case 'X', 'O':
			next.marks[strings.IndexByte("XO", c)] |= 1 << i
		case '.':
		default:
			return fmt.Errorf("square %s: a mark is X, O or '.', not %q", square(game.Action(i+1)), c)
		}
	}
	if d := bits.OnesCount16(next.marks[0]) - bits.OnesCount16(next.marks[1]); d != 0 && d != 1 {
		return fmt.Errorf("seat X has %d marks more than O", d)
	}
	for _, l := range lines {
		for seat := range game.Seat(2) {
			if next.marks[seat]&l == l {
				if next.reason == line && next.winner != seat {
					return fmt.Errorf("both have a line")
				}
				next.reason, next.winner = line, seat
			}
		}
	}
	if next.reason == line && next.mover() == next.winner {
		return fmt.Errorf("a mark was put after the line")
	}
	if next.reason == playing && next.marks[0]|next.marks[1] == board {
		next.reason = full
	}
	if left != "" {
		word, name, _ := strings.Cut(left, " ")
		t, isTable := game.ParseTableAction(word)
		seat, isSeat := cfg.SeatByName(name)
		if !isTable || !isSeat {
			return fmt.Errorf("position ends with %.40q", left)
		}
		if err := game.TryTable(&next, seat, t, nil); err != nil {
			return err
		}
	}
	*s = next
	return nil
}

// AppendBoard draws the grid.
func (s *State) AppendBoard(dst []byte) []byte {
	cells := s.cells()
	for rank := 2; rank >= 0; rank-- {
		dst = fmt.Appendf(dst, "%d  %c %c %c\n", rank+1, cells[3*rank], cells[3*rank+1], cells[3*rank+2])
	}
	return append(dst, "   a b c\n"...)
}

// MarshalJSON adds the squares to the common members.
func (s *State) MarshalJSON() ([]byte, error) {
	dst := game.AppendCommonJSON([]byte{'{'}, s)
	return fmt.Appendf(dst, `,"squares":%q}`, s.cells()), nil
}

// UnmarshalJSON reads it back.
func (s *State) UnmarshalJSON(data []byte) error { return game.UnmarshalPositionJSON(s, data) }
