package match

import (
	"encoding/json"
	"fmt"
	"strconv"

	"atoll/game"
	"atoll/internal/plainjson"
)

// Kind says what an entry of the log is.
type Kind string

const (
	KindCreated  Kind = "created"
	KindSeat     Kind = "seat"
	KindSeated   Kind = "seated" // every seat is taken; nonces are to be opened
	KindStarted  Kind = "started"
	KindPlay     Kind = "play"     // a step of the game: all choices of it, or an outcome of chance
	KindTable    Kind = "table"    // resign, timeout, draw offers
	KindOffer    Kind = "offer"    // takebacks and rematches asked for, agreed to, declined; draws declined
	KindTakeback Kind = "takeback" // the game goes back to an earlier step
	KindAborted  Kind = "aborted"
	KindNext     Kind = "next"  // the rematch was made
	KindRated    Kind = "rated" // the game has changed ratings
	KindVacation Kind = "vacation"
)

// Entry is one event of a table's log as it is stored. It holds secrets (the
// seed, plans that are not revealed) and goes nowhere but into the store.
type Entry struct {
	Seq   int64  `json:"-"`
	At    int64  `json:"at"`
	Kind  Kind   `json:"kind"`
	Moves []Move `json:"moves,omitempty"`
	// Msgs are further message ids that this entry answers: those of sealed
	// choices that were replaced or given up before the step was made.
	Msgs []string `json:"msgs,omitempty"`
	Seqs []int64  `json:"seqs,omitempty"` // what each was answered with; 0 or missing: Seq
	// Rare is nil in moves. A table keeps its whole log in memory, and nearly all entries are
	// moves, so what the others have is kept apart.
	*Rare
}

// Rare is what entries other than moves have.
type Rare struct {
	Created *Created    `json:"created,omitempty"`
	Seat    *SeatChange `json:"seat,omitempty"`
	Seats   []Seat      `json:"seats,omitempty"`  // of started: who sits where
	Chairs  []Chair     `json:"chairs,omitempty"` // of started: who sat where before, and what they added to chance
	Offer   *Offer      `json:"offer,omitempty"`
	To      int64       `json:"to,omitempty"`      // of takeback: the step gone back to
	Next    string      `json:"next,omitempty"`    // of next: the new table
	Ratings []Rated     `json:"ratings,omitempty"` // of rated
	// Vacations, in a vacation entry, are all that matter to the clocks from now on.
	Vacations []Vacation `json:"vacations,omitempty"`
}

// Created begins every log.
type Created struct {
	Rules int    `json:"rules"`
	Setup Setup  `json:"setup"`
	Host  User   `json:"host"`
	Seats []Seat `json:"seats"`
	Seed  []byte `json:"seed"`
	From  string `json:"from,omitempty"` // of a rematch: the table before
	// Chance says how draws are made. 0 is from the seed alone, as before players had nonces; 1 is
	// from the seed and the nonces.
	Chance int `json:"chance,omitempty"`
	// Draws is the id under which chance was drawn where the game was played; "" for the table's
	// own.
	Draws string `json:"draws,omitempty"`
	// Copied says that the game began elsewhere: nothing proves its chance.
	Copied bool `json:"copied,omitempty"`
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
	Seq int64     `json:"seq,omitempty"` // what Msg was answered with, if not the entry's own number
}

// Offer is a question between the players, or an answer to one.
type Offer struct {
	By   game.Seat `json:"by"`
	What string    `json:"what"` // one of the Do texts of table requests
	To   int64     `json:"to,omitempty"`
	Msg  string    `json:"msg,omitempty"`
	Seq  int64     `json:"seq,omitempty"` // as of a move
	// Commit is for a nonce at the table of the rematch.
	Commit string `json:"commit,omitempty"`
}

// User is somebody as tables know them.
type User struct {
	ID   string   `json:"id"`
	Name string   `json:"name"`
	Kind UserKind `json:"kind,omitempty"`
	// Rating in the table's game and speed at the moment of sitting down, and
	// after a rated game the new one; 0 for none.
	Rating int  `json:"rating,omitempty"`
	Unsure bool `json:"unsure,omitempty"` // the rating rests on few games
}

// Rated is the new rating of one seat's player after a rated game.
type Rated struct {
	Seat   game.Seat `json:"seat"`
	Rating int       `json:"rating"`
	Change int       `json:"change"`
	Unsure bool      `json:"unsure,omitempty"`
}

// Seat is who holds a place at the table.
type Seat struct {
	Kind  SeatKind `json:"kind"`
	User  User     `json:"user,omitzero"`
	Also  []string `json:"also,omitempty"` // users who came by the seat's own link: other devices
	Level int      `json:"level,omitempty"`
	Stand bool     `json:"stand,omitempty"` // a bot plays for User
	Plain bool     `json:"plain,omitempty"` // a bot that plays without anything learnt
	// Commit is the commitment to the player's nonce while the table is open; then
	// it is in the table's chairs.
	Commit string `json:"commit,omitempty"`
	// Change is by how much the game has changed the rating of User; nil: not yet.
	Change *int `json:"change,omitempty"`
}

// UserKind is what kind of user somebody is.
type UserKind string

const (
	Guest   UserKind = "guest"
	Account UserKind = "account"
	Program UserKind = "bot"
	Gone    UserKind = "gone" // deleted
)

func (s Seat) free() bool { return s.Kind == SeatOpen || s.Kind == SeatInvite }

// kept reports whether the seat waits for one user, who has been assigned to it.
func (s Seat) kept() bool { return s.Kind == SeatInvite && s.User.ID != "" }

func (s Seat) keptFor(user string) bool { return s.kept() && s.User.ID == user }

// owned reports whether somebody holds the seat. A bot that stands in takes away none of the
// player's rights.
func (s Seat) owned() bool { return s.Kind == SeatHuman || s.Stand }

// Held reports whether user may play the seat.
func (s Seat) Held(user string) bool {
	if user == "" || !s.owned() {
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
	if e.Rare == nil && len(e.Msgs) == 0 {
		return e.plainData()
	}
	data, err := json.Marshal(e)
	if err != nil {
		panic("match: entry: " + err.Error())
	}
	return data
}

// plainData writes a move, which nearly every entry is, as package json would.
func (e *Entry) plainData() []byte {
	b := make([]byte, 0, 192)
	b = strconv.AppendInt(append(b, `{"at":`...), e.At, 10)
	b = game.AppendQuoted(append(b, `,"kind":`...), string(e.Kind))
	for i, m := range e.Moves {
		b = append(b, [...]string{`,"moves":[`, `,`}[min(i, 1)]...)
		b = strconv.AppendInt(append(b, `{"by":`...), int64(m.By), 10)
		b = game.AppendQuoted(append(b, `,"do":`...), m.Do)
		if m.MS != 0 {
			b = strconv.AppendInt(append(b, `,"ms":`...), m.MS, 10)
		}
		if m.Msg != "" {
			b = game.AppendQuoted(append(b, `,"msg":`...), m.Msg)
		}
		if m.Seq != 0 {
			b = strconv.AppendInt(append(b, `,"seq":`...), m.Seq, 10)
		}
		b = append(b, '}')
	}
	if len(e.Moves) > 0 {
		b = append(b, ']')
	}
	return append(b, '}')
}

// whole reports whether an entry has what its kind needs.
func (e *Entry) whole() bool {
	switch e.Kind {
	case KindPlay, KindTable:
		return len(e.Moves) > 0
	case KindCreated:
		return e.Rare != nil && e.Created != nil
	case KindSeat:
		return e.Rare != nil && e.Seat != nil
	case KindOffer:
		return e.Rare != nil && e.Offer != nil
	case KindStarted, KindTakeback, KindNext, KindRated, KindVacation:
		return e.Rare != nil
	}
	return true
}

// ReadEntry reads what Data wrote.
func ReadEntry(seq int64, data []byte) (Entry, error) {
	if e, ok := readPlain(data); ok {
		e.Seq = seq
		return e, nil
	}
	var e Entry
	if err := json.Unmarshal(data, &e); err != nil {
		return Entry{}, fmt.Errorf("entry %d: %w", seq, err)
	}
	e.Seq = seq
	return e, nil
}

// readPlain reads what plainData writes. Nodes read every move of each other's.
func readPlain(data []byte) (e Entry, ok bool) {
	r := plainjson.Reader{Rest: data}
	if !r.Begin() || !r.Key(`"at":`) {
		return Entry{}, false
	}
	e.At = r.Number()
	if !r.Key(`"kind":`) {
		return Entry{}, false
	}
	if kind := r.Text(); string(kind) == string(KindPlay) {
		e.Kind = KindPlay // most are, and a constant takes no memory
	} else {
		e.Kind = Kind(kind)
	}
	if r.Key(`"moves":[`) {
		e.Moves = make([]Move, 0, 1)
		for more := true; more; more = r.Word(",") {
			m, ok := readMove(&r)
			if !ok {
				return Entry{}, false
			}
			e.Moves = append(e.Moves, m)
		}
		r.Bad = r.Bad || !r.Word("]")
	}
	return e, r.End() && len(r.Rest) == 0
}

func readMove(r *plainjson.Reader) (m Move, ok bool) {
	if !r.Begin() || !r.Key(`"by":`) {
		return m, false
	}
	by := r.Number()
	m.By = game.Seat(by)
	r.Bad = r.Bad || int64(m.By) != by
	if !r.Key(`"do":`) {
		return m, false
	}
	m.Do = string(r.Text())
	if r.Key(`"ms":`) {
		m.MS = r.Number()
	}
	if r.Key(`"msg":`) {
		m.Msg = string(r.Text())
	}
	if r.Key(`"seq":`) {
		m.Seq = r.Number()
	}
	return m, r.End()
}

// nothing is the stored form of a private part that is empty.
const nothing = "{}"

// Private is what a table keeps beside its log: choices that are sealed, answers
// given ahead, and the hashes of seat links. It changes without a public event.
type Private struct {
	Sealed []Sealed          `json:"sealed,omitempty"`
	Links  map[string]string `json:"links,omitempty"` // seat name to hash of its link's token
	Msgs   []string          `json:"msgs,omitempty"`  // message ids of this step's sealing
	Seqs   []int64           `json:"seqs,omitempty"`  // what each was answered with; 0 or missing: not known
	// Nonces are those opened so far, seat name to nonce. They are revealed when the game begins,
	// so that nobody can decide by another's nonce whether to open their own.
	Nonces map[string]string `json:"nonces,omitempty"`
	Lines  []Line            `json:"lines,omitempty"`
}

// data returns the stored form. Most of the time there is nothing.
func (p *Private) data() []byte {
	if len(p.Sealed) == 0 && len(p.Links) == 0 && len(p.Msgs) == 0 && len(p.Nonces) == 0 && len(p.Lines) == 0 {
		return []byte(nothing)
	}
	data, err := json.Marshal(p)
	if err != nil {
		panic("match: private part: " + err.Error())
	}
	return data
}

// Sealed is the choice that a seat has handed in, or has taken back (Do empty).
type Sealed struct {
	Seat  game.Seat `json:"seat"`
	Do    string    `json:"do,omitempty"`
	Msg   string    `json:"msg,omitempty"`
	Spent int64     `json:"spent,omitempty"` // ms that the clock ran before it was stopped
	Since int64     `json:"since,omitempty"` // when it ran on after a choice was taken back
}
