package wire

import "atoll/match"

// Setup is what the maker of a table decides. It is fixed once the table has
// started, seats aside.
type Setup struct {
	Game    string         `json:"game" maxLength:"32" doc:"id of the game, from the catalogue"`
	Players int            `json:"players" minimum:"1" maximum:"6" doc:"number of seats"`
	Options map[string]any `json:"options,omitempty" doc:"option key to value (text, whole number or boolean); options left out have their defaults"`
	// Given replaces a draw of chance with the maker's own outcome, such as the layout of a custom
	// board. Everybody sees that it was given.
	Given   string      `json:"given,omitempty" maxLength:"2000" doc:"outcome of chance fixed by the maker, as 'layout a1 c1 …'"`
	Seats   []SeatSetup `json:"seats,omitempty" maxItems:"6" doc:"one for each seat in seat order; left out: the maker on the first seat, the others open"`
	Clock   ClockSetup  `json:"clock,omitzero"`
	Abandon Abandon     `json:"abandon,omitzero"`
	Rated   bool        `json:"rated,omitempty" doc:"counts for ratings; only between accounts, without bots and takebacks"`
	// ShowReady tells everybody who has sealed a choice. Without it a sealed
	// choice changes nothing that others can see.
	ShowReady bool `json:"show_ready,omitempty" doc:"show who has handed in a secret choice"`
	Listed    bool `json:"listed,omitempty" doc:"shown in the lobby"`
	// Shuffle is always set once a table has been made.
	Shuffle *bool `json:"shuffle,omitempty" doc:"draw who sits where when the table starts; until then seats are provisional. Left out: as the game's draw_seats says. Always in rated games that are no rematch"`
	// Assigned seats are kept as they are even in a rated game. It is for whoever
	// pairs players, as a tournament does, and not for the maker of a table.
	Assigned bool `json:"assigned,omitempty" readOnly:"true" doc:"the seats were assigned by a tournament"`
	// Tournament is empty where only those who have its link may know of it.
	Tournament string `json:"tournament,omitempty" readOnly:"true" doc:"id of the tournament that the game belongs to"`
	ManualGo   bool   `json:"manual_start,omitempty" doc:"wait for the maker to start; otherwise the game starts when every seat is taken"`
	NoTakeback bool   `json:"no_takeback,omitempty" doc:"takebacks cannot be asked for"`
	NoWatchers bool   `json:"no_spectators,omitempty" doc:"only players may look at the table, even after the end unless it is rated"`
}

// SeatSetup says who is to sit on one seat.
type SeatSetup struct {
	Kind  match.SeatKind `json:"kind" enum:"me,open,invite,bot" doc:"me: the maker (on several seats: hot-seat); open: anybody; invite: whoever has the seat's link; bot"`
	Level int            `json:"level,omitempty" minimum:"0" maximum:"8" doc:"strength of a bot, 1 to 8; 0 means 3"`
}

// ClockSetup is the time control of a table.
type ClockSetup struct {
	Kind      match.ClockKind `json:"kind,omitempty" enum:"none,fischer,per_turn,correspondence" doc:"left out: none"`
	Initial   int             `json:"initial_s,omitempty" minimum:"0" maximum:"86400" doc:"fischer: seconds each seat begins with"`
	Increment int             `json:"increment_s,omitempty" minimum:"0" maximum:"3600" doc:"fischer: seconds added for each decision"`
	Turn      int             `json:"turn_s,omitempty" minimum:"0" maximum:"86400" doc:"per_turn: seconds for each decision"`
	Days      int             `json:"days,omitempty" minimum:"0" maximum:"60" doc:"correspondence: days for each decision"`
}

// Abandon says what happens when a player whose turn it is stays away.
type Abandon struct {
	Policy match.AbandonPolicy `json:"policy,omitempty" enum:"wait,bot,forfeit" doc:"left out: wait; bot is not for rated games"`
	Grace  int                 `json:"grace_s,omitempty" minimum:"0" maximum:"3600" doc:"seconds without a connection before it happens; 0 means 60"`
	Level  int                 `json:"level,omitempty" minimum:"0" maximum:"8" doc:"strength of the bot that takes over; 0 means 3"`
}

// Match is the setup as tables have it.
func (s *Setup) Match() match.Setup {
	out := match.Setup{
		Game: s.Game, Players: s.Players, Options: s.Options, Given: s.Given, Rated: s.Rated, ShowReady: s.ShowReady,
		Listed: s.Listed, Shuffle: s.Shuffle, Assigned: s.Assigned, Tournament: s.Tournament, ManualGo: s.ManualGo,
		NoTakeback: s.NoTakeback, NoWatchers: s.NoWatchers,
		Clock: match.ClockSetup(s.Clock), Abandon: match.Abandon(s.Abandon),
	}
	if s.Seats != nil { // nil is different from empty
		out.Seats = make([]match.SeatSetup, len(s.Seats))
	}
	for i, x := range s.Seats {
		out.Seats[i] = match.SeatSetup(x)
	}
	return out
}

// SetupOf is the setup of a table as the API gives it.
func SetupOf(s *match.Setup) Setup {
	out := Setup{
		Game: s.Game, Players: s.Players, Options: s.Options, Given: s.Given, Rated: s.Rated, ShowReady: s.ShowReady,
		Listed: s.Listed, Shuffle: s.Shuffle, Assigned: s.Assigned, Tournament: s.Tournament, ManualGo: s.ManualGo,
		NoTakeback: s.NoTakeback, NoWatchers: s.NoWatchers,
		Clock: ClockSetup(s.Clock), Abandon: Abandon(s.Abandon),
	}
	if s.Seats != nil { // nil is different from empty
		out.Seats = make([]SeatSetup, len(s.Seats))
	}
	for i, x := range s.Seats {
		out.Seats[i] = SeatSetup(x)
	}
	return out
}
