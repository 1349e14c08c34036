package earthquake

import "atoll/game"

// wire declares what AppendJSON and the events write; docs/wire/earthquake.md
// explains it.
var wire = &game.Wire{
	Position: positionJSON{},
	Events: map[string]any{
		"scatter": struct {
			Tiles int `json:"tiles" doc:"on the island"`
			Away  int `json:"away" doc:"put away"`
			Water int `json:"water" doc:"water hexes of the playing area"`
		}{},
		"place": struct {
			Hex    string `json:"hex"`
			Height int    `json:"height"`
		}{},
		"turn": struct {
			Number int `json:"number"`
		}{},
		"stay":  atHex{},
		"float": atHex{},
		"hole":  atHex{},
		"water": atHex{},
		"move": struct {
			From       string `json:"from"`
			To         string `json:"to"`
			By         string `json:"by" enum:"step,rope,spring,swim"`
			FromHeight int    `json:"from_height"`
			ToHeight   int    `json:"to_height"`
			Flee       bool   `json:"flee" doc:"off a volcano"`
		}{},
		"drop": struct {
			Tool string `json:"tool"`
		}{},
		"cracks": struct {
			Hex   string `json:"hex"`
			Ends  string `json:"ends" doc:"as '024'"`
			Hexes string `json:"hexes" doc:"those that lose their top, with spaces between"`
		}{},
		"fall": struct {
			Hex      string `json:"hex"`
			Tile     string `json:"tile" doc:"the one that is gone"`
			By       string `json:"by" enum:"cracks,dynamite,bazooka,hole,keep,discard,own"`
			Height   int    `json:"height" doc:"now"`
			Top      string `json:"top" doc:"the tile uncovered; empty: water"`
			Explorer string `json:"explorer" doc:"the seat there, or nothing"`
		}{},
		"keep": struct {
			Hex  string `json:"hex"`
			Tool string `json:"tool"`
			Old  string `json:"old" doc:"the discarded tool, or nothing"`
		}{},
		"discard": struct {
			Hex  string `json:"hex"`
			Tool string `json:"tool"`
		}{},
		"sandbag":  onTile{},
		"reveal":   onTile{},
		"dynamite": hitJSON{},
		"bazooka":  hitJSON{},
		"push": struct {
			From     string        `json:"from"`
			Hex      string        `json:"hex"`
			To       string        `json:"to"`
			Pushed   game.SeatName `json:"pushed"`
			ToHeight int           `json:"to_height"`
		}{},
		"thief": struct {
			Victim game.SeatName `json:"victim"`
			Tool   string        `json:"tool"`
		}{},
		"volcano": struct {
			Hex      string `json:"hex"`
			Explorer string `json:"explorer" doc:"the seat there, or nothing"`
		}{},
		"out": struct {
			Reason string `json:"reason" enum:"drowned,hit,lost,resign,timeout"`
			Hex    string `json:"hex" doc:"empty: not placed yet"`
			Tool   string `json:"tool" doc:"the discarded tool, or nothing"`
			Rank   int    `json:"rank"`
		}{},
		"win": struct{}{},
	},
}

type atHex struct {
	Hex string `json:"hex"`
}

type onTile struct {
	Hex  string `json:"hex"`
	Tile string `json:"tile"`
}

type hitJSON struct {
	From string `json:"from"`
	Hex  string `json:"hex"`
}

type positionJSON struct {
	game.PositionJSON
	Phase      string          `json:"phase" enum:"scatter,place,go,keep,crack,hole,after,flee,reveal,over"`
	Turn       *game.SeatName  `json:"turn" doc:"whose turn it is; another seat may be the one to flee"`
	TurnNumber int             `json:"turn_number" doc:"0 while placing"`
	Order      []game.SeatName `json:"order" doc:"who is still in, in turn order"`
	Fleeing    []game.SeatName `json:"fleeing" doc:"who stands on a volcano, in the order of leaving it"`
	Cracks     *string         `json:"cracks" doc:"where played cracks lie that are still to be removed"`
	GoDue      bool            `json:"go_due" doc:"a volcano was left before going, and there is still a go to make"`
	Reveal     *string         `json:"reveal" doc:"the hex whose tile chance uncovers now"`
	Cells      []cellJSON      `json:"cells"`
	Explorers  []explorerJSON  `json:"explorers"`
	Unseen     unseenJSON      `json:"unseen" doc:"how many tiles of each kind nobody has seen"`
}

type cellJSON struct {
	Hex      string         `json:"hex"`
	Row      int            `json:"row"`
	Number   int            `json:"number"`
	Area     bool           `json:"area" doc:"belongs to the playing area"`
	Height   int            `json:"height" doc:"number of tiles; 0 is water"`
	Top      *string        `json:"top" doc:"the top tile"`
	Tiles    []string       `json:"tiles" doc:"from the bottom; '?' for hidden ones"`
	Volcano  bool           `json:"volcano" doc:"nobody may land here any more"`
	Explorer *game.SeatName `json:"explorer"`
	Falls    []string       `json:"falls" doc:"hexes that would lose their top if the cracks here were played"`
}

type explorerJSON struct {
	Seat      game.SeatName `json:"seat"`
	In        bool          `json:"in" doc:"still in the game"`
	Hex       *string       `json:"hex"`
	Height    int           `json:"height" doc:"of the stack underfoot; 0 in water"`
	Tool      *string       `json:"tool" doc:"the tool in hand"`
	Water     bool          `json:"water"`
	Protected bool          `json:"protected" doc:"a hit cannot drown it"`
	Stranded  bool          `json:"stranded" doc:"in water, and would drown if its turn began now"`
	Left      *int          `json:"left" doc:"1 for the first to leave the game"`
}

type unseenJSON struct {
	Volcano  int   `json:"V"`
	Hole     int   `json:"H"`
	Cracks   []int `json:"C" doc:"by number of ends, 1 to 6"`
	Rope     int   `json:"R"`
	Lifebelt int   `json:"L"`
	Sandbag  int   `json:"S"`
	Dynamite int   `json:"D"`
	Bazooka  int   `json:"B"`
	Spring   int   `json:"J"`
	Push     int   `json:"P"`
	Thief    int   `json:"T"`
}
