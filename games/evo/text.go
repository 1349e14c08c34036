package evo

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"atoll/game"
)

// base returns the position at the beginning of the memory, by taking back the actions since then.
func (s *State) base() Position {
	p := s.pos
	round := playersIn[p.in&15]
	if s.seats == 2 {
		round = 2
	}
	order := make([]Side, 0, sides)
	for side := p.side; len(order) < round; {
		side = (side + sides - Side(4/s.seats)) % sides
		if s.seats == 2 || p.In(side) {
			order = append(order, side)
		}
	}
	for i, m := range slices.Backward(s.moves) {
		from, to, _, _ := Split(m.action())
		side := order[(len(s.moves)-1-i)%round]
		p.own[side].flip(to)
		p.own[side].flip(from)
		p.cell[to] = 0
		p.cell[from] = pieceOf(side, Role(m>>18))
		p.side = side
	}
	p.hash = s.hashes[0]
	return p
}

func (s *State) AppendText(dst []byte) []byte {
	p := s.base()
	n := int64(len(s.moves))
	dst = s.cfg.AppendText(dst)
	dst = fmt.Appendf(dst, " | %d %d %s", s.turn-n, s.quiet-n, sideLetters[p.side])
	for seat := range game.Seat(s.seats) {
		side := s.sideOf(seat)
		dst = append(dst, " | "...)
		dst = append(dst, sideLetters[side]...)
		if s.seats == 4 && !p.In(side) {
			dst = append(dst, " left"...)
			continue
		}
		dst = append(dst, ' ')
		if p.HasCastle(side) {
			dst = side.Home().AppendText(dst)
		} else {
			dst = append(dst, '-')
		}
		for q := range Square(Squares) {
			if p.own[side].Has(q) {
				dst = append(dst, ' ')
				dst = append(q.AppendText(dst), p.cell[q].Role().Letter())
			}
		}
	}
	dst = append(dst, " |"...)
	for _, m := range s.moves {
		dst = appendAction(append(dst, ' '), m.action())
	}
	if len(s.moves) == 0 {
		dst = append(dst, " -"...)
	}
	if s.ended != running && !s.ended.draw() {
		dst = fmt.Appendf(dst, " | won %s %s", sideLetters[s.winner], outcomeReasons[s.ended])
	}
	return dst
}

// mostTurns bounds the turn of a position text: far beyond any game, and exact
// in every client's numbers.
const mostTurns = 1_000_000_000_000

func (s *State) UnmarshalText(text []byte) error {
	n, err := readState(string(text))
	if err != nil {
		return fmt.Errorf("evo position: %w", err)
	}
	if got := n.AppendText(nil); string(got) != string(text) {
		return fmt.Errorf("evo position: not in canonical form; it should be %.200q", got)
	}
	*s = *n
	return nil
}

func readState(text string) (*State, error) {
	fields := strings.Split(text, " | ")
	cfg, err := Game.ParseConfig(fields[0])
	if err != nil {
		return nil, err
	}
	s := newState(cfg)
	start := s.pos
	want := 3 + cfg.Players
	if len(fields) != want && len(fields) != want+1 {
		return nil, fmt.Errorf("%d fields separated by \" | \", not %d or %d", len(fields), want, want+1)
	}
	s.pos = Position{}
	if err := s.readTurn(fields[1]); err != nil {
		return nil, err
	}
	for seat := range game.Seat(s.seats) {
		if err := s.readSide(s.sideOf(seat), fields[2+seat]); err != nil {
			return nil, err
		}
	}
	if len(fields) > want {
		if err := s.readWon(fields[want]); err != nil {
			return nil, err
		}
	}
	s.pos.hash = s.pos.RecomputeHash()
	if err := s.checkBase(&start); err != nil {
		return nil, err
	}
	s.forget()
	if err := s.replay(fields[want-1]); err != nil {
		return nil, err
	}
	if s.seats == 2 && (s.ended == byResign || s.ended == byTimeout) {
		if s.ended == byTimeout && s.pos.side == s.winner {
			return nil, fmt.Errorf("%s to move, so %s cannot have run out of time", s.pos.side, (s.winner+2)%sides)
		}
		s.pos.in = 1 << s.winner
	}
	return s, nil
}

func (s *State) readTurn(field string) error {
	words := strings.Split(field, " ")
	if len(words) != 3 {
		return fmt.Errorf("turn, quiet actions and seat expected, not %.40q", field)
	}
	for i, to := range []*int64{&s.turn, &s.quiet} {
		v, err := strconv.ParseUint(words[i], 10, 63)
		if err != nil || v > mostTurns {
			return fmt.Errorf("%.40q is not a number of actions", words[i])
		}
		*to = int64(v)
	}
	seat, ok := s.cfg.SeatByName(words[2])
	if !ok || seat == game.Nature {
		return fmt.Errorf("no seat %.40q", words[2])
	}
	s.pos.side = s.sideOf(seat)
	return nil
}

func (s *State) readSide(side Side, field string) error {
	words := strings.Split(field, " ")
	if words[0] != sideLetters[side] || len(words) < 2 {
		return fmt.Errorf("castle and pieces of %s expected, not %.40q", sideLetters[side], field)
	}
	if words[1] == "left" && len(words) == 2 && s.seats == 4 {
		return nil
	}
	s.pos.in |= 1 << side
	switch words[1] {
	case "-":
	case side.Home().String():
		if !s.pos.cell[side.Home()].Empty() {
			return fmt.Errorf("two things on %s", words[1])
		}
		s.pos.put(side.Home(), castleOf(side))
	default:
		return fmt.Errorf("%s's castle stands on %s or nowhere, not on %.40q", side, side.Home(), words[1])
	}
	if len(words)-2 > PiecesEach {
		return fmt.Errorf("%s has more than %d pieces", side, PiecesEach)
	}
	for _, w := range words[2:] {
		q, rest, ok := readSquare(w)
		if !ok || len(rest) != 1 {
			return fmt.Errorf("%.40q is not a piece", w)
		}
		role, ok := readRole(rest[0])
		if !ok {
			return fmt.Errorf("%.40q has no role of %s", w, roleLetters)
		}
		if !s.pos.cell[q].Empty() {
			return fmt.Errorf("two things on %s", q)
		}
		s.pos.put(q, pieceOf(side, role))
	}
	return nil
}

func (s *State) readWon(field string) error {
	words := strings.SplitN(field, " ", 3)
	if len(words) != 3 || words[0] != "won" {
		return fmt.Errorf("\"won\", a seat and a reason expected, not %.40q", field)
	}
	seat, ok := s.cfg.SeatByName(words[1])
	if !ok || seat == game.Nature {
		return fmt.Errorf("no seat %.40q", words[1])
	}
	s.winner = s.sideOf(seat)
	i := slices.Index(outcomeReasons[:], words[2])
	if i <= 0 || outcome(i).draw() {
		return fmt.Errorf("nobody wins by %.40q", words[2])
	}
	s.ended = outcome(i)
	s.pos.won = s.ended == byCastle || s.ended == byLastPiece
	return nil
}

// checkBase refuses positions that cannot have arisen. start is the first
// position of the game.
func (s *State) checkBase(start *Position) error {
	p := &s.pos
	left, captured, castles, bare := 0, 0, 0, 0
	for seat := range game.Seat(s.seats) {
		side := s.sideOf(seat)
		if !p.In(side) {
			left++
			continue
		}
		captured += PiecesEach - p.Count(side)
		if !p.HasCastle(side) {
			castles++
			if s.pos.won && s.winner == side {
				return fmt.Errorf("%s won without a castle", side)
			}
			if taker := p.cell[side.Home()]; s.ended != byCastle || taker.Empty() || taker.Owner() != s.winner {
				return fmt.Errorf("%s has no castle, and nobody won by that", side)
			}
		}
		if p.Count(side) == 0 {
			bare++
			if s.ended != byLastPiece || s.winner == side {
				return fmt.Errorf("%s has no pieces, and nobody won by that", side)
			}
		}
	}
	won := 0
	if p.won {
		won = 1
	}
	switch byLeaving := s.ended == byResign || s.ended == byTimeout; {
	case s.turn < 1:
		return errors.New("turns are counted from 1")
	case !p.In(p.side):
		return fmt.Errorf("%s is to move but has left", p.side)
	case castles+bare != won:
		return fmt.Errorf("the board does not show one win by %s", reasonOf(s.ended))
	case p.won && p.side != s.winner:
		return fmt.Errorf("the winner %s made the last move, not %s", s.winner, p.side)
	case s.seats == 4 && byLeaving != (left == 3), byLeaving && !p.In(s.winner):
		return fmt.Errorf("%d left, which does not fit the end by %s", left, reasonOf(s.ended))
	case s.quiet > s.turn-1 || s.quiet >= s.limit:
		return fmt.Errorf("%d quiet actions are too many for turn %d and the limit of %d", s.quiet, s.turn, s.limit)
	case left == 0 && s.quiet > 0 || p.won && s.quiet > 0:
		return fmt.Errorf("%d quiet actions right after a capture or at the start", s.quiet)
	case int64(captured+castles) > s.turn-1-s.quiet:
		return fmt.Errorf("%d captures are too many for turn %d", captured+castles, s.turn)
	case s.seats == 2 && (s.turn%2 == 1) != (p.side == South) != p.won:
		return fmt.Errorf("%s is not to move in turn %d", p.side, s.turn)
	}
	// A position set up by hand may begin anywhere, with nothing remembered; the
	// first turn of a game has one field only.
	if s.turn == 1 {
		for side := range Side(sides) {
			if !p.In(side) && start.In(side) {
				start.remove(side)
			}
		}
		if p.cell != start.cell {
			return errors.New("in turn 1 the field must be the start")
		}
	}
	return nil
}

func reasonOf(o outcome) string {
	if o == running {
		return "nothing"
	}
	return outcomeReasons[o]
}

// replay plays the moves of a position text. It counts positions in a map,
// because a hostile text can hold very many.
func (s *State) replay(field string) error {
	if field == "-" {
		return nil
	}
	if s.pos.won || s.seats == 4 && s.ended != running {
		return errors.New("moves after the end")
	}
	seen := map[uint64]int{s.pos.hash: 1}
	end := running
	for i, word := range strings.Split(field, " ") {
		if end != running {
			return fmt.Errorf("move %d: the game was already a draw by %s", i+1, outcomeReasons[end])
		}
		a, err := parseAction(word)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		if !s.pos.Legal(a) {
			return fmt.Errorf("move %d: %.40q is not legal: %s", i+1, word, s.pos.whyNot(a))
		}
		from, to, _, _ := Split(a)
		if from != to && !s.pos.cell[to].Empty() {
			return fmt.Errorf("move %d: %.40q captures, so the position should begin after it", i+1, word)
		}
		s.moves = append(s.moves, pack(a, s.pos.cell[from].Role()))
		s.pos.Play(a)
		s.hashes = append(s.hashes, s.pos.hash)
		s.turn++
		s.quiet++
		seen[s.pos.hash]++
		switch {
		case seen[s.pos.hash] >= 3:
			end = byRepetition
		case s.quiet >= s.limit:
			end = byQuiet
		}
	}
	if end != running {
		if s.ended != running {
			return fmt.Errorf("the moves end in a draw by %s, not in a win", outcomeReasons[end])
		}
		s.ended = end
	}
	return nil
}

func (s *State) AppendAction(dst []byte, _ game.Seat, a game.Action) []byte {
	return appendAction(dst, a)
}

func appendAction(dst []byte, a game.Action) []byte {
	from, to, role, turns := Split(a)
	dst = from.AppendText(dst)
	if from != to {
		dst = to.AppendText(append(dst, '-'))
	}
	if turns {
		dst = append(dst, '=', role.Letter())
	}
	return dst
}

func (s *State) ParseAction(_ game.Seat, text string) (game.Action, error) {
	return parseAction(text)
}

func parseAction(text string) (game.Action, error) {
	form := func(why string) error {
		return fmt.Errorf("%s; an action is written as g2-g3, g2-g4=S or g2=C", why)
	}
	from, rest, ok := readSquare(text)
	if !ok {
		return 0, form("it does not begin with a square of the board")
	}
	to := from
	if strings.HasPrefix(rest, "-") {
		if to, rest, ok = readSquare(rest[1:]); !ok {
			return 0, form("there is no square of the board after the hyphen")
		}
		if to == from {
			return 0, form("it does not leave its square")
		}
		if rest == "" {
			return Move(from, to), nil
		}
	}
	if len(rest) != 2 || rest[0] != '=' {
		return 0, form("it does not end there")
	}
	role, ok := readRole(rest[1])
	if !ok {
		return 0, form("the role after = is one of W, B, C and S")
	}
	if to == from {
		return Turn(from, role), nil
	}
	return ThenTurn(Move(from, to), role), nil
}
