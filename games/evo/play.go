package evo

import (
	"errors"
	"fmt"

	"atoll/game"
)

func (s *State) Play(c game.Choices, tell game.Tell) {
	side := s.pos.side
	a := c[s.seatOf(side)]
	if tell != nil {
		s.tellAction(a, tell)
	}
	move := pack(a, s.pos.cell[a>>fromShift&127].Role())
	captured := s.pos.Play(a)
	s.turn++
	if captured != 0 {
		s.quiet = 0
		s.forget()
		if s.pos.won {
			s.winner, s.ended = side, byLastPiece
			if captured.Castle() {
				s.ended = byCastle
			}
		}
	} else {
		s.quiet++
		s.hashes = append(s.hashes, s.pos.hash)
		s.moves = append(s.moves, move)
		// A win goes before a draw, repetition before quiet.
		if s.occurrences() >= 3 {
			s.ended = byRepetition
		} else if s.quiet >= s.limit {
			s.ended = byQuiet
		}
	}
	if tell != nil {
		s.tellAfter(a, tell)
	}
}

// occurrences counts how often the newest position is in the memory. Everyone
// in the game acts once a round, and one round cannot restore what its first
// action changed: so it looks two rounds back, and then at every round.
func (s *State) occurrences() int {
	round := int(s.seats)
	if s.seats == 4 {
		round = playersIn[s.pos.in&15]
	}
	h := s.hashes
	n := 1
	last := h[len(h)-1]
	for i := len(h) - 1 - 2*round; i >= 0; i -= round {
		if h[i] == last {
			n++
		}
	}
	return n
}

var playersIn = [1 << sides]int{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4}

func (s *State) AllowsTable(seat game.Seat, t game.TableAction) error {
	switch {
	case s.ended != running:
		return game.ErrOver
	case !s.isSeat(seat):
		return errors.New("nobody sits there")
	case t == game.OfferDraw || t == game.AcceptDraw:
		return errors.New("EVO has no agreed draws")
	case t != game.Resign && t != game.Timeout:
		return errors.New("EVO has no such table action")
	case !s.pos.In(s.sideOf(seat)):
		return fmt.Errorf("%s has left the game", s.sideOf(seat))
	case t == game.Timeout && !s.toAct(seat):
		return fmt.Errorf("it is %s's turn, so %s's time is not running", s.pos.side, s.sideOf(seat))
	}
	return nil
}

func (s *State) Table(seat game.Seat, t game.TableAction, tell game.Tell) {
	side := s.sideOf(seat)
	if tell != nil {
		s.tellLeave(side, t, tell)
	}
	if s.seats == 4 {
		// Leaving is neither an action nor a capture, so turn and quiet stay; but
		// nothing from before can come again, so the memory starts anew.
		s.pos.remove(side)
		s.forget()
	} else {
		s.pos.in &^= 1 << side
	}
	if playersIn[s.pos.in] == 1 {
		s.ended = byResign
		if t == game.Timeout {
			s.ended = byTimeout
		}
		s.winner = nextSides[s.pos.in][0]
	}
	if tell != nil && s.ended != running {
		s.tellEnd(tell)
	}
}
