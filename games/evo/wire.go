package evo

import "atoll/game"

// wire declares what AppendJSON and the events write; docs/wire/evo.md explains it.
var wire = &game.Wire{
	Position: positionJSON{},
	Events: map[string]any{
		"move": struct {
			From  string `json:"from"`
			To    string `json:"to"`
			Role  string `json:"role" enum:"W,B,C,S" doc:"which it moved as"`
			Steps int    `json:"steps"`
		}{},
		"capture": struct {
			At    string        `json:"at"`
			Owner game.SeatName `json:"owner"`
			What  string        `json:"what" enum:"W,B,C,S,castle"`
			Left  int           `json:"left" doc:"how many pieces the owner still has"`
		}{},
		"rotate": struct {
			At   string `json:"at"`
			From string `json:"from" enum:"W,B,C,S"`
			To   string `json:"to" enum:"W,B,C,S"`
		}{},
		"threat": struct {
			From  string        `json:"from"`
			At    string        `json:"at" doc:"the castle's square"`
			Owner game.SeatName `json:"owner"`
		}{},
		"repeat": struct {
			Times int `json:"times"`
		}{},
		"leave": struct {
			How    string `json:"how" enum:"resign,timeout"`
			Castle string `json:"castle" doc:"its square"`
			Pieces int    `json:"pieces" doc:"how many"`
		}{},
		"win": struct {
			Reason string `json:"reason" enum:"castle,last piece,resign,timeout"`
		}{},
		"draw": struct {
			Reason string `json:"reason" enum:"repetition,quiet"`
		}{},
	},
}

type positionJSON struct {
	game.PositionJSON
	Turn    int                `json:"turn" doc:"number of the action that is due, from 1"`
	Quiet   int                `json:"quiet" doc:"actions in a row without a capture"`
	Seen    int                `json:"seen" doc:"how often this position has been on the board"`
	In      []game.SeatName    `json:"in" doc:"who is still in, in the order of play"`
	Castles map[string]*string `json:"castles" doc:"seat to the square of its castle; null: it is gone"`
	Pieces  []pieceJSON        `json:"pieces"`
	Threats []threatJSON       `json:"threats" doc:"every piece that could take a castle if its owner were to move now"`
	Moves   []moveJSON         `json:"moves" doc:"the actions since the last capture or departure, oldest first"`
}

type pieceJSON struct {
	At   string        `json:"at"`
	Seat game.SeatName `json:"seat"`
	Role string        `json:"role" enum:"W,B,C,S"`
}

type threatJSON struct {
	Seat game.SeatName `json:"seat" doc:"the attacker"`
	From string        `json:"from"`
	At   string        `json:"at" doc:"the castle's square"`
}

type moveJSON struct {
	Seat game.SeatName `json:"seat"`
	Do   string        `json:"do"`
}
