package epigo

import "atoll/game"

// wire declares what AppendJSON and the events write; docs/wire/epigo.md explains
// it.
var wire = &game.Wire{
	Position: positionJSON{},
	Events: map[string]any{
		"deploy": struct {
			Tiles  string `json:"tiles" doc:"files a to h, as '3 1 7 X 2 5 4 6'"`
			Island string `json:"island" doc:"a square, or nothing"`
		}{},
		"remove": struct {
			At string `json:"at"`
		}{},
		"turn": struct {
			Turn int `json:"turn"`
		}{},
		"reveal": struct {
			Round int    `json:"round"`
			South string `json:"south" doc:"an Order"`
			North string `json:"north" doc:"an Order"`
			First string `json:"first" enum:"S,N," doc:"empty: they cancel"`
			Why   string `json:"why" enum:"higher,cancel"`
		}{},
		"idle": struct {
			Epigon int `json:"epigon"`
		}{},
		"slide": struct {
			Epigon int    `json:"epigon"`
			Dir    string `json:"dir" enum:"N,E,S,W"`
			From   string `json:"from"`
			To     string `json:"to"`
			Super  bool   `json:"super" doc:"the second step"`
		}{},
		"stop": struct {
			Epigon int    `json:"epigon"`
			At     string `json:"at"`
		}{},
		"push": struct {
			Epigon int    `json:"epigon"`
			Dir    string `json:"dir" enum:"N,E,S,W"`
			Tiles  string `json:"tiles" doc:"as 'S5@d4 N2@d5', the mover first"`
			Count  string `json:"count" doc:"own:other, as '2:1'"`
		}{},
		"block": struct {
			Epigon int    `json:"epigon"`
			Dir    string `json:"dir" enum:"N,E,S,W"`
			Tiles  string `json:"tiles" doc:"as 'S5@d4 N2@d5', the mover first"`
			At     string `json:"at" doc:"the square that decided it"`
			Count  string `json:"count" doc:"own:other there"`
			Why    string `json:"why" enum:"outnumbered,island,full"`
		}{},
		"capture": struct {
			By       game.SeatName `json:"by"`
			Epigon   int           `json:"epigon"`
			From     string        `json:"from"`
			Captures int           `json:"captures" doc:"of the captor so far"`
		}{},
		"enter": struct {
			Epigon int    `json:"epigon"`
			From   string `json:"from"`
			To     string `json:"to" doc:"a square of the Island"`
			Holds  int    `json:"holds" doc:"how many are on the Island now"`
		}{},
		"leave": struct {
			Epigon int    `json:"epigon"`
			From   string `json:"from" doc:"a square of the Island"`
			To     string `json:"to"`
			Dir    string `json:"dir" enum:"N,E,S,W"`
		}{},
		"stay": struct {
			Epigon int `json:"epigon" doc:"0: the Island itself"`
		}{},
		"slam": struct {
			Dir  string `json:"dir" enum:"N,E,S,W"`
			From string `json:"from" doc:"the Island's south-west square"`
			To   string `json:"to"`
		}{},
		"offer":   struct{}{},
		"accept":  struct{}{},
		"resign":  struct{}{},
		"timeout": struct{}{},
		"win": struct {
			Reason string `json:"reason" enum:"captures,resign,timeout"`
		}{},
		"draw": struct {
			Reason string `json:"reason" enum:"quiet,agreed"`
		}{},
	},
}

// both has something for each seat.
type both[T any] struct {
	S T `json:"S"`
	N T `json:"N"`
}

type positionJSON struct {
	game.PositionJSON
	Phase    string              `json:"phase" enum:"deploy,plan,slide,exit,slam,over"`
	Turn     int64               `json:"turn" doc:"from 1; 0 during deployment"`
	Round    int                 `json:"round" doc:"1 to 3 in mid-turn, else 0"`
	Quiet    int64               `json:"quiet" doc:"turns in a row without a capture"`
	Board    boardJSON           `json:"board"`
	Epigons  []epigonJSON        `json:"epigons"`
	Captures both[int]           `json:"captures" doc:"made by each seat"`
	Islands  *both[*islandJSON]  `json:"islands" doc:"null in the core game"`
	Places   *both[[]string]     `json:"island_places" doc:"where each Island may be deployed"`
	Orders   *both[[]*orderJSON] `json:"orders" doc:"null outside the action step"`
	Offers   []game.SeatName     `json:"offers" doc:"who has offered a draw"`
	Ask      *askJSON            `json:"ask" doc:"the decision in mid-turn"`
}

type boardJSON struct {
	Squares    []string       `json:"squares"`
	Home       both[[]string] `json:"home" doc:"the deployment rows, files a to h"`
	Centreline int            `json:"centreline" doc:"it lies between this rank and the next"`
}

type epigonJSON struct {
	Seat   game.SeatName `json:"seat"`
	Number int           `json:"number"`
	On     string        `json:"on" enum:"board,island,captured,hand"`
	At     *string       `json:"at"`
}

type islandJSON struct {
	At      string   `json:"at" doc:"its south-west square"`
	Squares []string `json:"squares"`
	Epigons []int    `json:"epigons"`
}

type orderJSON struct {
	Order    string  `json:"order" doc:"as '5N', or 'SLAM'"`
	Number   int     `json:"number" doc:"8 for SLAM"`
	Dir      *string `json:"dir" enum:"N,E,S,W"`
	Revealed bool    `json:"revealed"`
}

type askJSON struct {
	Seat   game.SeatName `json:"seat"`
	Kind   string        `json:"kind" enum:"slide,exit,slam"`
	Number int           `json:"number" doc:"of the Order"`
	Dir    *string       `json:"dir,omitempty" enum:"N,E,S,W" when:"kind=slide"`
	From   *string       `json:"from,omitempty" when:"kind=slide"`
	To     *string       `json:"to,omitempty" when:"kind=slide"`
	Island *bool         `json:"island,omitempty" when:"kind=slide" doc:"it leads onto the seat's own Island"`
	Exits  *[]exitJSON   `json:"exits,omitempty" when:"kind=exit"`
	Slams  *[]slamJSON   `json:"slams,omitempty" when:"kind=slam"`
}

type exitJSON struct {
	To   string `json:"to"`
	From string `json:"from" doc:"the square of the Island that it steps off"`
	Dir  string `json:"dir" enum:"N,E,S,W"`
}

type slamJSON struct {
	Dir string `json:"dir" enum:"N,E,S,W"`
	To  string `json:"to" doc:"the Island's new south-west square"`
}
