package wire

// BringRequest is a finished game that was played without a server.
type BringRequest struct {
	Record string      `json:"record" minLength:"2" maxLength:"60000" doc:"the record of the game, with its proof"`
	Seats  []SeatSetup `json:"seats" minItems:"1" maxItems:"6" doc:"who sat where, in seat order: me or bot"`
}

// Brought is the table of the game.
type Brought struct {
	Table TableInfo `json:"table"`
	Again bool      `json:"again,omitempty" doc:"it had been uploaded before"`
}
