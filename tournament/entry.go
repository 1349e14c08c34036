package tournament

import "atoll/match"

// An Entry is one event of a tournament's log. Exactly one part is set.
type Entry struct {
	Seq     int64    `json:"-"`
	At      int64    `json:"at"`
	Created *Created `json:"created,omitempty"`
	Enter   *Enter   `json:"enter,omitempty"`
	Turn    *Turn    `json:"turn,omitempty"`
	Started bool     `json:"started,omitempty"`
	Round   *Round   `json:"round,omitempty"`
	Result  *Result  `json:"result,omitempty"`
	Ended   *Ended   `json:"ended,omitempty"`
}

// Created begins every log.
type Created struct {
	Plan Plan       `json:"plan"`
	Host match.User `json:"host"`
	From string     `json:"from,omitempty"` // of a recurring one: the tournament before
}

// Enter is somebody who comes in, for the first time or again.
type Enter struct {
	User  match.User `json:"user"`
	Level int        `json:"level,omitempty"` // of a house bot
}

// Turn is an entrant's decision to pause, come back or leave.
type Turn struct {
	Entrant int   `json:"entrant"`
	To      State `json:"to"`
	// Absent says that the player did not come to a game and was not asked.
	Absent bool `json:"absent,omitempty"`
}

// Round is a set of games that begin together; in an arena it is whoever was
// free at that moment.
type Round struct {
	Games []Pairing `json:"games,omitempty"`
	Byes  []int     `json:"byes,omitempty"`
}

// Pairing is one game to be played. Its table is named before it is made, so
// that it is made once, whatever dies in between.
type Pairing struct {
	Table string `json:"table"`
	Seats []int  `json:"seats"` // entrants in seat order
	Match int    `json:"match,omitempty"`
}

// Result is how a game ended.
type Result struct {
	Game  int   `json:"game"`
	Ranks []int `json:"ranks,omitempty"` // in seat order; none: the game was called off
	// Absent are the seats whose players did not come.
	Absent []int `json:"absent,omitempty"`
}

// Ended ends a tournament.
type Ended struct {
	Why string `json:"why"` // over, called off, too few
}

// Reasons to end.
const (
	WhyOver      = "over"
	WhyCalledOff = "called off"
	WhyTooFew    = "too few"
)
