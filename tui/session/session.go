// Package session is a table as a screen sees it. A Session is on this machine or on
// a server, or it is a lesson; the screens are the same for all. What is saved, and
// what the terminal remembers, is here too.
package session

import (
	"context"

	"atoll/game"
)

// Line is one line of the story of a game.
type Line struct {
	Step  int // steps made when it happened
	Text  string
	Event *game.Event // what was told, if it was an event of the game
}

// Snapshot is what one player may know of a table at one moment.
type Snapshot struct {
	View   game.State // redacted for Seat, or for the public
	Seat   game.Seat  // whose decision it is on this screen, or NoSeat while waiting
	Names  []string   // of the players, in seat order
	Story  []Line
	Last   []string // places of the last move
	Status string   // a sentence: whose turn, who thinks, how it ended
	Clocks []string // remaining times, if there are clocks
	// HandOver is set when the screen must change hands before the view is shown:
	// several people share it and the game has secrets.
	HandOver bool
	Over     bool
	// Lesson is what a step of a lesson says; nil at a table.
	Lesson *LessonNote
}

// Session is a table with at least one person on this screen.
type Session interface {
	// Snapshot returns how the table stands for the person who is asked now.
	Snapshot() Snapshot
	// Changed gets a value after every change.
	Changed() <-chan struct{}
	// TakeOver says that the screen has changed hands.
	TakeOver()
	// Act plays or seals an action of seat.
	Act(ctx context.Context, seat game.Seat, action string) error
	// Table takes a table action.
	Table(ctx context.Context, seat game.Seat, t game.TableAction) error
	// Undo takes back the last decision of a person, where the table allows it.
	Undo(ctx context.Context) error
	// Hint proposes an action of seat.
	Hint(ctx context.Context, seat game.Seat) (string, error)
	// Link is an address at which this seat can be taken up on another device.
	Link() (string, error)
	// Save writes the game so that it can be resumed or replayed, and says where.
	Save() (string, error)
	Close()
}
