// Package tictactoe is the smallest whole game that fits the contract of package
// game. docs/adding-a-game.md walks through it.
package tictactoe

import (
	"errors"
	"fmt"
	"math/bits"

	"atoll/game"
)

// Game is the catalogue entry. To offer the game everywhere, add it to the list
// in package games.
var Game = &game.Game{
	ID:      "tictactoe",
	Name:    "Tic-tac-toe",
	Tagline: "Three in a row.",
	Summary: "Put your mark on an empty square. Three of yours in a row, a column or a diagonal win.",
	Credit:  game.Credit{About: "As old as pencil and paper.", Box: "Pencil and paper will do."},
	Rules:   1,
	Players: []int{2},
	Minutes: 1,
	Reasons: []string{"line", "full", "resign", "timeout"},
	SeatNames: func(int) []string {
		return []string{"X", "O"}
	},
	New: func(cfg game.Config) game.State { return &State{cfg: cfg} },
}

// State is a position. Bit i of a seat's marks is square i: a1, b1, c1, a2, ….
type State struct {
	cfg    game.Config
	marks  [2]uint16
	reason reason // why the game is over, if it is
	winner game.Seat
}

type reason uint8

const (
	playing reason = iota
	line
	full
	resign
	timeout
)

var reasons = [...]string{playing: "", line: "line", full: "full", resign: "resign", timeout: "timeout"}

const board = 1<<9 - 1

var lines = [...]uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

// Config returns game, players and options.
func (s *State) Config() game.Config { return s.cfg }

// Acting is the seat to move: X has as many marks as O, or one more.
func (s *State) Acting() game.Seats {
	if s.reason != playing {
		return 0
	}
	return game.Only(s.mover())
}

func (s *State) mover() game.Seat {
	return game.Seat(bits.OnesCount16(s.marks[0]) - bits.OnesCount16(s.marks[1]))
}

// An Action is the square's number plus one, so that it is never zero.

// AppendActions appends the empty squares.
func (s *State) AppendActions(dst []game.Action, seat game.Seat) []game.Action {
	if !s.Acting().Has(seat) {
		return dst
	}
	for free := board &^ (s.marks[0] | s.marks[1]); free != 0; free &= free - 1 {
		dst = append(dst, game.Action(bits.TrailingZeros16(free)+1))
	}
	return dst
}

// Legal reports whether the square is empty and it is the seat's turn.
func (s *State) Legal(seat game.Seat, a game.Action) bool { return s.WhyNot(seat, a) == "" }

// WhyNot explains a refusal.
func (s *State) WhyNot(seat game.Seat, a game.Action) string {
	switch {
	case s.reason != playing:
		return "the game is over."
	case !s.Acting().Has(seat):
		return "it is the other player's turn."
	case a < 1 || a > 9:
		return "there is no such square."
	case (s.marks[0]|s.marks[1])>>(a-1)&1 != 0:
		return square(a) + " is taken."
	}
	return ""
}

// Weight is never asked: Nature does not act here.
func (s *State) Weight(game.Action) uint32 { return 0 }

// Play puts a mark.
func (s *State) Play(c game.Choices, tell game.Tell) {
	seat := s.mover()
	a := c[seat]
	s.marks[seat] |= 1 << (a - 1)
	if tell != nil {
		tell(game.Event{
			Kind: "mark", Seat: seat, Audience: game.Everyone,
			Args: []game.Arg{{Name: "square", Value: square(a)}},
			Text: fmt.Sprintf("%s marks %s.", s.cfg.SeatName(seat), square(a)),
		})
	}
	for _, l := range lines {
		if s.marks[seat]&l == l {
			s.reason, s.winner = line, seat
			return
		}
	}
	if s.marks[0]|s.marks[1] == board {
		s.reason = full
	}
}

// AllowsTable lets a player resign, and the clock run out for the mover.
func (s *State) AllowsTable(seat game.Seat, t game.TableAction) error {
	switch {
	case s.reason != playing:
		return errors.New("the game is over")
	case t == game.Resign && seat >= 0 && seat < 2, t == game.Timeout && s.Acting().Has(seat):
		return nil
	case t == game.Timeout:
		return errors.New("that player's clock is not running")
	}
	return errors.New("this game has no such action")
}

// Table ends the game for the other player.
func (s *State) Table(seat game.Seat, t game.TableAction, _ game.Tell) {
	s.reason, s.winner = resign, 1-seat
	if t == game.Timeout {
		s.reason = timeout
	}
}

// Result ranks the players.
func (s *State) Result() game.Result {
	if s.reason == playing {
		return game.Result{}
	}
	r := game.Result{Over: true, Reason: reasons[s.reason]}
	for seat := range game.Seat(2) {
		r.Rank[seat] = 1
		if s.reason != full && seat != s.winner {
			r.Rank[seat] = 2
		}
	}
	return r
}

// Copy returns an independent copy; State is a plain value.
func (s *State) Copy() game.State { c := *s; return &c }

// CopyFrom makes s a copy of src.
func (s *State) CopyFrom(src game.State) { *s = *src.(*State) }

// Hash is made from nothing each time: the position is tiny.
func (s *State) Hash() uint64 { return s.RecomputeHash() }

// RecomputeHash mixes marks and result.
func (s *State) RecomputeHash() uint64 {
	return game.Mix(uint64(s.marks[0]) | uint64(s.marks[1])<<16 | uint64(s.reason)<<32 | uint64(s.winner)<<40)
}

// Redact has nothing to hide, but still refuses the zero viewer.
func (s *State) Redact(v game.Viewer) { v.Truth() }

// Fill has nothing to guess.
func (s *State) Fill(*game.Rand) {}
