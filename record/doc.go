// Package record reads, writes, replays and checks games in the public format
// atoll-record/1: one JSON object a line that holds everything needed to play
// the game again. docs/records.md describes the format for other programs.
//
// Records come from anywhere, so the reader is strict and its time and memory
// are bounded: see [Reader]. [Verify] plays a record by the rules and names the
// first thing that is wrong. [Public] is what spectators may have of a game
// that is still being played.
package record

import (
	"atoll/game"
)

// Format is the name and version of the format.
const Format = "atoll-record/1"

// MaxLegal is the longest list of legal actions that a record holds.
const MaxLegal = 2000

// Record is one game.
type Record struct {
	Config game.Config
	Events []Event
	// Result is as written; Over is false while the game is unfinished.
	Result game.Result
	Proof  *Proof
}

// Event is one action of a seat, one table action or one outcome of chance.
type Event struct {
	By string
	Do string
	// Legal is the list beside the action, if one was asked for.
	Legal *Legal
}

// Legal lists what the seat could have done instead.
type Legal struct {
	Count int
	// Texts are sorted by bytes; nil if there are more than MaxLegal.
	Texts []string
}
