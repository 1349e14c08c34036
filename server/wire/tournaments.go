package wire

// TournamentRequest announces a tournament.
type TournamentRequest struct {
	Name      string `json:"name" minLength:"1" maxLength:"200" doc:"at most 60 characters"`
	Kind      string `json:"kind" enum:"arena,swiss,round_robin,knockout,pods"`
	Table     Setup  `json:"table" doc:"game, players, options, clock and whether the games are rated; seats are left out"`
	Start     int64  `json:"start,omitempty" minimum:"0" doc:"Unix milliseconds; left out: at once"`
	Minutes   int    `json:"minutes,omitempty" minimum:"0" maximum:"1440" doc:"arena: how long it lasts"`
	Rounds    int    `json:"rounds,omitempty" minimum:"0" maximum:"30" doc:"swiss, pods; left out: as many as suit the entrants"`
	BestOf    int    `json:"best_of,omitempty" minimum:"0" maximum:"7" doc:"knockout: 1, 3, 5 or 7 games a match"`
	Access    string `json:"access,omitempty" enum:"everyone,link" doc:"link: not in any list; left out: everyone"`
	MinRating int    `json:"min_rating,omitempty" minimum:"0" maximum:"10000"`
	MaxRating int    `json:"max_rating,omitempty" minimum:"0" maximum:"10000"`
	MinGames  int    `json:"min_games,omitempty" minimum:"0" maximum:"100000" doc:"rated games at this game and speed"`
	Programs  bool   `json:"programs,omitempty" doc:"programs may enter; unrated only"`
	Bots      []int  `json:"bots,omitempty" maxItems:"32" doc:"levels of house bots that play along; unrated only"`
	Most      int    `json:"most,omitempty" minimum:"0" maximum:"2000" doc:"entrants at most"`
	Absence   int    `json:"absence_s,omitempty" minimum:"0" maximum:"604800" doc:"seconds to sit down at a game; left out: 30 in an arena, otherwise 120, with days a move three days"`
}

// TournamentInfo is a tournament in a list.
type TournamentInfo struct {
	ID       string     `json:"id"`
	Name     string     `json:"name"`
	Kind     string     `json:"kind" enum:"arena,swiss,round_robin,knockout,pods"`
	Game     string     `json:"game"`
	Players  int        `json:"players" doc:"at a table"`
	Clock    ClockSetup `json:"clock"`
	Rated    bool       `json:"rated"`
	Status   string     `json:"status" enum:"announced,running,over"`
	Start    int64      `json:"start" doc:"Unix milliseconds"`
	Minutes  int        `json:"minutes,omitempty"`
	BestOf   int        `json:"best_of,omitempty"`
	Round    int        `json:"round,omitempty" doc:"rounds that have begun"`
	Rounds   int        `json:"rounds,omitempty" doc:"as far as it is known"`
	Entrants int        `json:"entrants" doc:"without those who have left"`
	Host     string     `json:"host" doc:"public id of the maker"`
	HostName string     `json:"host_name"`
	Begun    int64      `json:"begun,omitempty"`
	Ended    int64      `json:"ended,omitempty"`
	Why      string     `json:"why,omitempty" enum:"over,called off,too few" doc:"why it ended"`
}

// TournamentList is the answer of GET /tournaments.
type TournamentList struct {
	Tournaments []TournamentInfo `json:"tournaments" doc:"the latest start first"`
	Next        int64            `json:"next,omitempty" doc:"pass as ?before= for the next page"`
}

// TournamentPage is a tournament as it stands.
type TournamentPage struct {
	TournamentInfo
	Seq       int64              `json:"seq" doc:"raised by every change"`
	Time      int64              `json:"time" doc:"server time"`
	Table     Setup              `json:"table"`
	Access    string             `json:"access"`
	MinRating int                `json:"min_rating,omitempty"`
	MaxRating int                `json:"max_rating,omitempty"`
	MinGames  int                `json:"min_games,omitempty"`
	Programs  bool               `json:"programs,omitempty"`
	Most      int                `json:"most,omitempty"`
	TieBreaks []TieBreak         `json:"tie_breaks" doc:"what decides between equal points, in order"`
	Standings []Standing         `json:"standings"`
	Total     int                `json:"total" doc:"total number of rows"`
	Bracket   [][]BracketMatch   `json:"bracket,omitempty" doc:"of a knock-out: its rounds"`
	Games     []TournamentGame   `json:"games" doc:"those being played, then the latest"`
	Me        *TournamentEntrant `json:"me" doc:"null if you have not entered"`
}

// TieBreak is a rule that decides between equal points.
type TieBreak struct {
	Key  string `json:"key" enum:"met,beat,direct,average"`
	Name string `json:"name"`
	Help string `json:"help"`
}

// Standing is one entrant's row.
type Standing struct {
	Place   int       `json:"place"`
	Entrant int       `json:"entrant" doc:"number by which games name the entrant"`
	User    string    `json:"user,omitempty" doc:"public id; none for a house bot"`
	Name    string    `json:"name"`
	Kind    string    `json:"kind" enum:"guest,account,bot,house,gone"`
	Rating  int       `json:"rating,omitempty" doc:"when entering"`
	State   string    `json:"state" enum:"in,pause,out"`
	Points  float64   `json:"points"`
	Met     float64   `json:"met,omitempty" doc:"Buchholz: the points of those met"`
	Beat    float64   `json:"beat,omitempty" doc:"Sonneborn-Berger: the points of those beaten, half of those drawn with"`
	Average int       `json:"average,omitempty" doc:"arena: of the opponents' ratings"`
	Streak  int       `json:"streak,omitempty" doc:"arena: wins in a row"`
	Scores  []int     `json:"scores,omitempty" doc:"arena: points of the latest games, oldest first"`
	Meets   []Meeting `json:"meets,omitempty" doc:"the row of the cross-table, by rounds"`
	Byes    []int     `json:"byes,omitempty" doc:"rounds, from 1, in which nobody was left to play the entrant"`
	Table   string    `json:"table,omitempty" doc:"where the entrant plays now"`
}

// Meeting is one cell of the cross-table.
type Meeting struct {
	Round   int    `json:"round" doc:"from 1"`
	Against []int  `json:"against" doc:"entrants"`
	Seat    int    `json:"seat" doc:"from 0, in seat order"`
	Table   string `json:"table,omitempty"`
	Result  string `json:"result" enum:"playing,win,draw,loss,rank,absent,free,off" doc:"free: the other did not come; off: called off"`
	Rank    int    `json:"rank,omitempty" doc:"at a table of several"`
}

// BracketMatch is a match of a knock-out.
type BracketMatch struct {
	A      int    `json:"a" doc:"entrant; -1 for nobody, or not known yet"`
	B      int    `json:"b"`
	Wins   [2]int `json:"wins"`
	Winner int    `json:"winner" doc:"-1 while it is open"`
}

// TournamentGame is a game of a tournament.
type TournamentGame struct {
	No     int    `json:"no"`
	Round  int    `json:"round" doc:"from 1"`
	Table  string `json:"table"`
	Seats  []int  `json:"seats" doc:"entrants in seat order"`
	Begun  int64  `json:"begun"`
	Ended  int64  `json:"ended,omitempty"`
	Ranks  []int  `json:"ranks,omitempty"`
	Absent []int  `json:"absent,omitempty" doc:"seats whose players did not come"`
}

// TournamentEntrant is the caller in a tournament.
type TournamentEntrant struct {
	Entrant int    `json:"entrant"`
	State   string `json:"state" enum:"in,pause,out"`
	Place   int    `json:"place"`
	Table   string `json:"table,omitempty" doc:"your game: sit down there (POST /tables/{id}/join)"`
	SitBy   int64  `json:"sit_by,omitempty" doc:"when you must have sat down, Unix milliseconds"`
}
