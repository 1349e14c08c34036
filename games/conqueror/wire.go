package conqueror

import "atoll/game"

// wire declares what AppendJSON and the events write; docs/wire/conqueror.md
// explains it.
var wire = &game.Wire{
	Position: positionJSON{},
	Events: map[string]any{
		"layout": struct {
			Islands string `json:"islands" doc:"the 16 south-west tiles, with spaces between"`
		}{},
		"order": struct {
			Order string `json:"order" doc:"as 'B A C'"`
		}{},
		"start": atTile{},
		"claim": struct {
			Tile   string `json:"tile"`
			Island string `json:"island"`
			Left   int    `json:"left" doc:"coins left in hand"`
		}{},
		"broke": atTile{},
		"win": struct {
			Island  string `json:"island"`
			Back    string `json:"back" doc:"coins returned, as 'A3 B1'"`
			Won     int    `json:"won" doc:"islands won by the player so far"`
			Landing bool   `json:"landing" doc:"won by landing on the last tile"`
		}{},
		"remove": struct {
			Island string `json:"island"`
		}{},
		"roll": struct {
			Die   int `json:"die"`
			Steps int `json:"steps"`
		}{},
		"move": struct {
			From  string `json:"from"`
			To    string `json:"to"`
			Steps int    `json:"steps"`
			Path  string `json:"path" doc:"every tile of one walk, with spaces between"`
		}{},
		"pass": struct {
			Tile  string `json:"tile"`
			Steps int    `json:"steps"`
		}{},
		"forfeit": atTile{},
		"resign":  atTile{},
		"timeout": atTile{},
		"tie": struct {
			Island string `json:"island"`
			Dice   string `json:"dice" doc:"as 'A6,2 B5'"`
			Winner string `json:"winner" doc:"a seat; empty: they roll again"`
			Again  string `json:"again" doc:"who rolls again, as 'A B'"`
		}{},
		"award": struct {
			Island string `json:"island"`
			Why    string `json:"why" enum:"most coins,last claim,dice"`
			Coins  int    `json:"coins"`
		}{},
		"end": struct {
			Reason  string `json:"reason"`
			Islands string `json:"islands" doc:"the final count, as 'A7 B5'"`
		}{},
	},
}

type atTile struct {
	Tile string `json:"tile" doc:"empty: no token was placed"`
}

type positionJSON struct {
	game.PositionJSON
	Phase   string          `json:"phase" enum:"layout,order,start,roll,move,tie,over"`
	Width   int             `json:"width" doc:"of the board in tiles"`
	Height  int             `json:"height"`
	Order   []game.SeatName `json:"order" doc:"the order of play"`
	Turn    *game.SeatName  `json:"turn" doc:"whose turn it is"`
	Die     int             `json:"die" doc:"what was thrown; 0: nothing"`
	Steps   int             `json:"steps" doc:"how far that goes"`
	Quiet   int             `json:"quiet" doc:"turns in a row that placed no coin"`
	Corners []string        `json:"corners" doc:"all corner tiles"`
	Seats   []playerJSON    `json:"seats"`
	Islands []islandJSON    `json:"islands"`
	Tie     *tieJSON        `json:"tie" doc:"in phase tie: who rolls"`
}

type playerJSON struct {
	Seat   game.SeatName `json:"seat"`
	In     bool          `json:"in" doc:"still in the game"`
	Left   *string       `json:"left" enum:"forfeit,resign,timeout"`
	LeftAs int           `json:"left_as" doc:"1 for the first to leave; 0: has not left"`
	Token  *string       `json:"token" doc:"the tile on which the token stands"`
	Coins  int           `json:"coins" doc:"in hand"`
	Placed int           `json:"placed" doc:"coins on the board"`
	Won    int           `json:"won" doc:"islands won in play"`
	Score  int           `json:"score" doc:"islands if the game ended now"`
}

type islandJSON struct {
	At      string          `json:"at" doc:"its south-west tile"`
	WonBy   *game.SeatName  `json:"won_by"`
	Removed bool            `json:"removed"`
	Tiles   []tileJSON      `json:"tiles" doc:"south-west, south-east, north-west, north-east"`
	Holder  *game.SeatName  `json:"holder" doc:"who would get it if the game ended now, or who got it"`
	Tied    []game.SeatName `json:"tied" doc:"who would have to roll for it"`
}

type tileJSON struct {
	At     string         `json:"at"`
	Coin   *game.SeatName `json:"coin" doc:"whose coin lies there"`
	Latest int            `json:"latest" doc:"1 for the island's first coin, 2, 3; 0: no coin"`
	Token  *game.SeatName `json:"token" doc:"whose token stands there"`
}

type tieJSON struct {
	Island string          `json:"island"`
	Seats  []game.SeatName `json:"seats" doc:"who rolls"`
	Dice   []int           `json:"dice" doc:"how many dice each of them rolls"`
}
