package match

import (
	"encoding/json"
	"fmt"

	"atoll/game"
)

// Kind says what an entry of the log is.
type Kind string

const (
	KindCreated  Kind = "created"
	KindSeat     Kind = "seat"
	KindStarted  Kind = "started"
	KindPlay     Kind = "play"     // a step of the game: all choices of it, or an outcome of chance
	KindTable    Kind = "table"    // resign, timeout, draw offers
	KindOffer    Kind = "offer"    // takebacks and rematches asked for, agreed to, declined
	KindTakeback Kind = "takeback" // the game goes back to an earlier step
	KindAborted  Kind = "aborted"
	KindNext     Kind = "next"  // the rematch was made
	KindRated    Kind = "rated" // the game has changed ratings
)

// Entry is one event of a table's log as it is stored. It holds secrets (the
// seed, plans that are not revealed) and goes nowhere but into the store.
type Entry struct {
	Seq  int64 `json:"-"`
	At   int64 `json:"at"`
	Kind Kind  `json:"kind"`

	Created *Created    `json:"created,omitempty"`
	Seat    *SeatChange `json:"seat,omitempty"`
	Seats   []Seat      `json:"seats,omitempty"` // of started: who sits where
	Moves   []Move      `json:"moves,omitempty"`
	Offer   *Offer      `json:"offer,omitempty"`
	To      int64       `json:"to,omitempty"`      // of takeback: the step gone back to
	Next    string      `json:"next,omitempty"`    // of next: the new table
	Ratings []Rated     `json:"ratings,omitempty"` // of rated
	// Msgs are further message ids that this entry answers: those of sealed
	// choices that were replaced before the step was made.
	Msgs []string `json:"msgs,omitempty"`
}

// Created begins every log.
type Created struct {
	Rules int    `json:"rules"`
	Setup Setup  `json:"setup"`
	Host  User   `json:"host"`
	Seats []Seat `json:"seats"`
	Seed  []byte `json:"seed"`
	From  string `json:"from,omitempty"` // of a rematch: the table before
}

// SeatChange is a seat that is now held differently.
type SeatChange struct {
	Seat game.Seat `json:"seat"`
	Now  Seat      `json:"now"`
	Why  string    `json:"why"`
}

// Move is what one seat (or chance) did.
type Move struct {
	By  game.Seat `json:"by"`
	Do  string    `json:"do"`
	MS  int64     `json:"ms,omitempty"` // time that the clock of the seat ran
	Msg string    `json:"msg,omitempty"`
}

// Offer is a question between the players, or an answer to one.
type Offer struct {
	By   game.Seat `json:"by"`
	What string    `json:"what"` // one of the Do texts of table requests
	To   int64     `json:"to,omitempty"`
	Msg  string    `json:"msg,omitempty"`
}

// User is somebody as tables know them.
type User struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind,omitempty"` // guest, account or bot
	// Rating in the table's game and speed at the moment of sitting down, and
	// after a rated game the new one; 0 for none.
	Rating int  `json:"rating,omitempty"`
	Unsure bool `json:"unsure,omitempty"` // the rating rests on few games
}

// Rated is what a rated game has made of the rating of one seat's player.
type Rated struct {
	Seat   game.Seat `json:"seat"`
	Rating int       `json:"rating"`
	Change int       `json:"change"`
	Unsure bool      `json:"unsure,omitempty"`
}

// Seat is who holds a place at the table.
type Seat struct {
	Kind  string   `json:"kind"` // open, invite, human, bot
	User  User     `json:"user,omitzero"`
	Also  []string `json:"also,omitempty"` // users who came by the seat's own link: other devices
	Level int      `json:"level,omitempty"`
	Stand bool     `json:"stand,omitempty"` // a bot plays for User
	// Change is by how much the game has changed the rating of User; nil: not yet.
	Change *int `json:"change,omitempty"`
}

const (
	kindOpen   = "open"
	kindInvite = "invite"
	kindHuman  = "human"
	kindBot    = "bot"
)

func (s Seat) free() bool { return s.Kind == kindOpen || s.Kind == kindInvite }

// Held reports whether user may play the seat.
func (s Seat) Held(user string) bool {
	if user == "" || s.Kind != kindHuman && !s.Stand {
		return false
	}
	if s.User.ID == user {
		return true
	}
	for _, u := range s.Also {
		if u == user {
			return true
		}
	}
	return false
}

// Data returns the stored form.
func (e *Entry) Data() []byte {
	data, err := json.Marshal(e)
	if err != nil {
		panic("match: entry: " + err.Error())
	}
	return data
}

// ReadEntry reads what Data wrote.
func ReadEntry(seq int64, data []byte) (Entry, error) {
	var e Entry
	if err := json.Unmarshal(data, &e); err != nil {
		return Entry{}, fmt.Errorf("entry %d: %w", seq, err)
	}
	e.Seq = seq
	return e, nil
}

// Private is what a table keeps beside its log: choices that are sealed, and
// the hashes of seat links. It changes without a public event.
type Private struct {
	Sealed []Sealed          `json:"sealed,omitempty"`
	Links  map[string]string `json:"links,omitempty"` // seat name to hash of its link's token
	Msgs   []string          `json:"msgs,omitempty"`  // message ids of this step's sealing
}

// Sealed is the choice that a seat has handed in, or has taken back (Do empty).
type Sealed struct {
	Seat  game.Seat `json:"seat"`
	Do    string    `json:"do,omitempty"`
	Msg   string    `json:"msg,omitempty"`
	Spent int64     `json:"spent,omitempty"` // ms that the clock ran before it was stopped
	Since int64     `json:"since,omitempty"` // when it ran on after a choice was taken back
}
