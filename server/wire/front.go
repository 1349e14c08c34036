package wire

import "encoding/json"

// AwaitingGame is a game that waits for the caller.
type AwaitingGame struct {
	Table    TableInfo       `json:"table"`
	Position json.RawMessage `json:"position" doc:"as everybody may see it"`
	Due      int64           `json:"due,omitempty" doc:"when your time runs out, Unix milliseconds; left out: no clock"`
}

// MyGames is what the first page shows of the caller's games.
type MyGames struct {
	Time     int64          `json:"time"`
	Waiting  int            `json:"waiting" doc:"games that wait for you"`
	Games    []AwaitingGame `json:"games" doc:"those games, the most urgent first, at most 12"`
	Others   []TableInfo    `json:"others" doc:"running games that wait for others"`
	Finished []TableInfo    `json:"finished" doc:"games that have ended since you said that you had seen them, at most 20"`
}

// SeenRequest says up to when the caller has seen what has ended.
type SeenRequest struct {
	At int64 `json:"at" minimum:"0" doc:"the time of the answer that was seen"`
}

// NowGame is the game to watch now.
type NowGame struct {
	Table      *TableInfo `json:"table" doc:"null if nobody plays"`
	Average    int        `json:"average,omitempty" doc:"of the players' ratings"`
	Spectators int        `json:"spectators"`
	House      bool       `json:"house,omitempty" doc:"house bots play because nobody else does"`
}
