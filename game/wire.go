package game

// Wire declares the JSON of a game by Go types, so that the API can describe it
// and clients can generate their types. States write their JSON by hand; the
// conformance suite checks that it is what the types say.
//
// Three tags say more than Go types can: doc describes a member, enum lists the
// values of a text, and when:"kind=slide" marks a member that is there only if
// another one has that value.
type Wire struct {
	// Position is a zero struct with PositionJSON embedded. A pointer stands for
	// a value that may be null.
	Position any
	// Events has a zero struct for every kind of event, with its details.
	Events map[string]any
}

// SeatName is the name of a seat of the game.
type SeatName string

// ActorName is the name of a seat, or "chance".
type ActorName string

// PositionJSON has the members that AppendCommonJSON writes.
type PositionJSON struct {
	Game      string         `json:"game" doc:"id of the game"`
	Players   int            `json:"players"`
	Options   map[string]any `json:"options" doc:"all options with their values"`
	Position  string         `json:"position" doc:"position text, which holds everything that this viewer may know"`
	Acting    []ActorName    `json:"acting" doc:"who is to act"`
	Result    *ResultJSON    `json:"result" doc:"null while the game goes on"`
	TextBoard string         `json:"text_board,omitempty" doc:"the board as text, of games that have no picture of their own"`
}

// ResultJSON is what AppendResultJSON writes.
type ResultJSON struct {
	Rank   map[string]int `json:"rank" doc:"seat to rank: 1 is a win, equal ranks share"`
	Reason string         `json:"reason" doc:"one of the reasons of the catalogue"`
}

// EventJSON has the members that Event.AppendJSON writes for every event.
type EventJSON struct {
	Kind string    `json:"kind"`
	Seat ActorName `json:"seat,omitempty" doc:"who did it, or whom it happened to"`
	Text string    `json:"text" doc:"the event in English"`
}
