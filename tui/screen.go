package tui

import "atoll/game"

// screen is what a game with a picture of its own brings: its board, and how its
// actions are pointed at. Each game's file adds its own; a game without one is
// shown by its text board and a list of its actions.
type screen struct {
	draw func(js []byte, m marks, l look) (*board, error)
	// parts splits an action into what a player points at one after the other; nil
	// means that it is one part.
	parts func(text string) []string
	// words says a part that is no place to a player.
	words map[string]string
	// asks is what is asked for part by part.
	asks []string
	// letters lets a part of one letter be chosen by its key.
	letters bool
	// long, if not nil, makes the chooser for lists that are too long to narrow.
	long func(view game.State, seat game.Seat) chooser
	// seatMark, if not nil, is the sign of a seat; the usual ones are shapes.
	seatMark func(seat string) string
	// help are lines of the page about keys.
	help string
}

func (s screen) split(text string) []string {
	if s.parts == nil {
		return []string{text}
	}
	return s.parts(text)
}

// screens are the pictures by game.
var screens = map[string]screen{}

func register(id string, s screen) struct{} {
	screens[id] = s
	return struct{}{}
}
