package conqueror

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"atoll/game"
)

// AppendAction appends the text of an action.
func (s *State) AppendAction(dst []byte, _ game.Seat, a game.Action) []byte {
	kind := a & kindMask
	if s.board == nil && (kind == kindStart || kind == kindMove || kind == kindTie) {
		return append(dst, '-') // no board, no names
	}
	switch kind {
	case kindOrder:
		dst = append(dst, "order"...)
		for i := range s.set.seats {
			dst = append(dst, ' ', 'A'+byte(a>>(6-2*i)&3))
		}
	case kindStart:
		dst = s.board.at[a&63].append(append(dst, "start "...))
	case kindMove:
		dst = s.board.at[a&63].append(append(dst, "move "...))
	case kindRoll:
		dst = strconv.AppendUint(append(dst, "roll "...), uint64(a&7), 10)
	case kindPass:
		dst = append(dst, "pass"...)
	case kindTie:
		dst = s.board.at[a>>tieIslandShift&15<<2].append(append(dst, "tie "...))
		dst = append(append(dst, ' '), diceText(a)...)
	}
	return dst
}

// diceText writes the dice of a tie, as "A6,2 B5,6".
func diceText(a game.Action) string {
	var dst []byte
	for p := range maxSeats {
		sep := []byte{' ', 'A' + byte(p)}
		if len(dst) == 0 {
			sep = sep[1:]
		}
		for k := range maxDice {
			if d := a >> tieDie(p, k) & 7; d != 0 {
				dst = append(append(dst, sep...), '0'+byte(d))
				sep = []byte{','}
			}
		}
	}
	return string(dst)
}

// ParseAction reads the text of an action.
func (s *State) ParseAction(p game.Seat, text string) (game.Action, error) {
	verb, rest, _ := strings.Cut(text, " ")
	if p == game.Nature {
		switch verb {
		case "roll":
			if len(rest) == 1 && rest[0] >= '1' && rest[0] <= '6' {
				return Roll(int(rest[0] - '0')), nil
			}
			return 0, errors.New("a roll is written from roll 1 to roll 6")
		case "order":
			return s.parseOrder(rest)
		case "tie":
			return s.parseTie(rest)
		}
		return 0, errors.New("chance writes layout, order, roll or tie")
	}
	switch {
	case text == "pass":
		return Pass, nil
	case verb == "move", verb == "start":
		t, err := s.parseTile(rest)
		if err != nil {
			return 0, err
		}
		if verb == "start" {
			return StartOn(t), nil
		}
		return MoveTo(t), nil
	}
	return 0, errors.New("a player writes start, move or pass, as in: move c3")
}

// parseTile reads the name of a tile that the board has or had.
func (s *State) parseTile(text string) (int, error) {
	at, ok := parsePlace(text)
	if !ok {
		return 0, fmt.Errorf("a tile is written with file and rank, as c3, not %.20q", text)
	}
	if s.board == nil {
		return 0, errors.New("the islands are not laid yet")
	}
	t := s.board.tile(at)
	if t < 0 {
		return 0, fmt.Errorf("there is no tile %s on this board", at)
	}
	return t, nil
}

func (s *State) parseOrder(text string) (game.Action, error) {
	n := s.set.seats
	a, used := kindOrder, 0
	for i := range n {
		if len(text) != 2*n-1 || i > 0 && text[2*i-1] != ' ' {
			break
		}
		p := int(text[2*i]) - 'A'
		if p < 0 || p >= n || used>>p&1 != 0 {
			break
		}
		used |= 1 << p
		a |= game.Action(p) << (6 - 2*i)
	}
	if used != 1<<n-1 {
		return 0, fmt.Errorf("an order names each of the %d players once, as: order %s", n, strings.Join(seatNames[:n], " "))
	}
	return a, nil
}

func (s *State) parseTie(text string) (game.Action, error) {
	words := strings.Split(text, " ")
	t, err := s.parseTile(words[0])
	if err != nil {
		return 0, err
	}
	if t&3 != 0 {
		return 0, fmt.Errorf("%s is not the south-west tile of an island", words[0])
	}
	a := kindTie | game.Action(t>>2)<<tieIslandShift
	last := -1
	for _, word := range words[1:] {
		if word == "" || word[0] < 'A' || int(word[0]-'A') >= s.set.seats || int(word[0]-'A') <= last {
			return 0, fmt.Errorf("a tie lists players in seat order with their dice, as A6 B5, not %.20q", word)
		}
		last = int(word[0] - 'A')
		dice := strings.Split(word[1:], ",")
		if len(dice) > maxDice {
			return 0, fmt.Errorf("nobody rolls more than %d dice for an island, not %.20q", maxDice, word)
		}
		for k, d := range dice {
			if len(d) != 1 || d[0] < '1' || d[0] > '6' {
				return 0, fmt.Errorf("a die shows 1 to 6, not %.20q", word)
			}
			a |= game.Action(d[0]-'0') << tieDie(last, k)
		}
	}
	if len(words) < 3 {
		return 0, errors.New("a tie needs the dice of at least two players")
	}
	return a, nil
}

// AppendText appends the position in one line; docs/wire/conqueror.md has the
// grammar.
func (s *State) AppendText(dst []byte) []byte {
	dst = append(s.set.cfg.AppendText(dst), " | "...)
	switch s.board {
	case nil:
		dst = append(dst, '-')
	case basic:
		dst = append(dst, "basic"...)
	default:
		dst = append(dst, joinPlaces(s.southWest(), ",")...)
	}
	dst = append(dst, " | "...)
	if s.Phase <= PhaseOrder {
		dst = append(dst, '-')
	} else {
		dst = append(dst, s.orderText("")...)
	}
	dst = append(append(dst, " | "...), s.Phase.String()...)
	switch s.Phase {
	case PhaseStart, PhaseRoll, PhaseMove:
		dst = append(dst, ' ', 'A'+byte(s.Mover()))
		if s.Phase == PhaseMove {
			dst = append(dst, ' ', '0'+s.Die)
		}
	case PhaseTie:
		dst = append(append(dst, ' '), s.board.island(int(s.Island))...)
		dst = append(append(dst, ' '), namesOf(s.Tied, "")...)
		dst = append(append(dst, ' '), s.reason.String()...)
	case PhaseOver:
		dst = append(append(dst, ' '), s.reason.String()...)
	}
	dst = fmt.Appendf(dst, " | %d |", s.Quiet)
	for p := range s.set.seats {
		dst = append(dst, ' ')
		switch {
		case s.Left[p] != 0:
			dst = append(dst, "?FRT"[s.Left[p]>>4], '0'+s.Left[p]&15)
		case s.Token[p] < 0:
			dst = append(dst, '-')
		default:
			dst = s.board.at[s.Token[p]].append(dst)
		}
	}
	dst = append(dst, " |"...)
	islands := maxIslands
	if s.board != nil {
		islands = s.board.islands
	}
	for i := range islands {
		dst = s.appendIsland(append(dst, ' '), i)
	}
	return dst
}

func (s *State) appendIsland(dst []byte, i int) []byte {
	if p := s.wonBy(i); p >= 0 {
		if s.Gone>>i&1 != 0 {
			return append(dst, '-', 'A'+byte(p))
		}
		return append(dst, '=', 'A'+byte(p))
	}
	coins := s.coinsOn(i)
	if coins == 0 {
		return append(dst, '.')
	}
	for k := coins - 1; k >= 0; k-- {
		t := int(s.Latest[i] >> (2 * k) & 3)
		dst = append(dst, 'A'+byte(s.coinOn(4*i+t)), '1'+byte(t))
	}
	for p := range s.set.seats {
		if s.Got[p]>>i&1 != 0 {
			dst = append(dst, '>', 'A'+byte(p))
		}
	}
	return dst
}

// coinsOn counts the coins on island i.
func (s *State) coinsOn(i int) int {
	return bits.OnesCount64((s.Coins[0] | s.Coins[1] | s.Coins[2] | s.Coins[3]) & islandTiles(i))
}

// coinOn returns whose coin lies on tile t, or NoSeat.
func (s *State) coinOn(t int) game.Seat {
	for p := range maxSeats {
		if s.Coins[p]>>t&1 != 0 {
			return game.Seat(p)
		}
	}
	return game.NoSeat
}

// tokenOn returns whose token stands on tile t, or NoSeat.
func (s *State) tokenOn(t int) game.Seat {
	for p := range s.set.seats {
		if int(s.Token[p]) == t {
			return game.Seat(p)
		}
	}
	return game.NoSeat
}
