package match

// Setup is what the maker of a table decides. It is fixed once the table has
// started, seats aside.
type Setup struct {
	Game    string         `json:"game"`
	Players int            `json:"players"`
	Options map[string]any `json:"options,omitempty"`
	// Given replaces a draw of chance with the maker's own outcome, such as the layout of a custom
	// board. Everybody sees that it was given.
	Given   string      `json:"given,omitempty"`
	Seats   []SeatSetup `json:"seats,omitempty"`
	Clock   ClockSetup  `json:"clock,omitzero"`
	Abandon Abandon     `json:"abandon,omitzero"`
	Rated   bool        `json:"rated,omitempty"`
	// ShowReady tells everybody who has sealed a choice. Without it a sealed
	// choice changes nothing that others can see.
	ShowReady bool `json:"show_ready,omitempty"`
	Listed    bool `json:"listed,omitempty"`
	// Shuffle is always set once a table has been made.
	Shuffle *bool `json:"shuffle,omitempty"`
	// Assigned seats are kept as they are even in a rated game. It is for whoever
	// pairs players, as a tournament does, and not for the maker of a table.
	Assigned bool `json:"assigned,omitempty"`
	// Tournament is empty where only those who have its link may know of it.
	Tournament string `json:"tournament,omitempty"`
	// TourName is what the tournament is called, where it may be known.
	TourName   string `json:"tournament_name,omitempty"`
	ManualGo   bool   `json:"manual_start,omitempty"`
	NoTakeback bool   `json:"no_takeback,omitempty"`
	NoWatchers bool   `json:"no_spectators,omitempty"`
	// Offline says that no server saw the game being played.
	Offline bool `json:"offline,omitempty"`
}

// DrawsSeats reports whether who sits where is drawn.
func (s *Setup) DrawsSeats() bool { return s.Shuffle != nil && *s.Shuffle }

// decideShuffle settles whether seats are drawn.
func (s *Setup) decideShuffle(byDefault bool) error {
	if s.Shuffle != nil {
		byDefault = *s.Shuffle
	}
	switch {
	case s.Assigned:
		byDefault = false
	case s.Rated && s.Shuffle != nil && !byDefault:
		return refuse(Invalid, "shuffle", "the seats of a rated game are drawn")
	case s.Rated:
		byDefault = true
	}
	s.Shuffle = &byDefault
	return nil
}

// SeatSetup says who is to sit on one seat.
type SeatSetup struct {
	Kind  SeatKind `json:"kind"`
	Level int      `json:"level,omitempty"`
}

// SeatKind is how a seat is filled.
type SeatKind string

const (
	SeatMe     SeatKind = "me" // in a setup: its maker sits there
	SeatOpen   SeatKind = "open"
	SeatInvite SeatKind = "invite"
	SeatHuman  SeatKind = "human"
	SeatBot    SeatKind = "bot"
)

// ClockKind names a way of keeping time.
type ClockKind string

const (
	NoClock        ClockKind = "none"
	Fischer        ClockKind = "fischer"
	PerTurn        ClockKind = "per_turn"
	Correspondence ClockKind = "correspondence"
)

// ClockSetup is the time control of a table.
type ClockSetup struct {
	Kind      ClockKind `json:"kind,omitempty"`
	Initial   int       `json:"initial_s,omitempty"`
	Increment int       `json:"increment_s,omitempty"`
	Turn      int       `json:"turn_s,omitempty"`
	Days      int       `json:"days,omitempty"`
}

// Abandon says what happens when a player whose turn it is stays away.
type Abandon struct {
	Policy AbandonPolicy `json:"policy,omitempty"`
	Grace  int           `json:"grace_s,omitempty"`
	Level  int           `json:"level,omitempty"`
}

// AbandonPolicy is one of the ways to deal with an absent player.
type AbandonPolicy string

const (
	AbandonWait    AbandonPolicy = "wait"
	AbandonBot     AbandonPolicy = "bot"
	AbandonForfeit AbandonPolicy = "forfeit"
)

// Absent is the policy in force. In a rated game no bot plays for anybody, even where an old table
// says so.
func (s *Setup) Absent() AbandonPolicy {
	if s.Rated && s.Abandon.Policy == AbandonBot {
		return AbandonWait
	}
	return s.Abandon.Policy
}
