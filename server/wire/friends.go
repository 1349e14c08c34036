package wire

import "atoll/match"

// Person is somebody in a list of people.
type Person struct {
	ID   string         `json:"id"`
	Name string         `json:"name"`
	Kind match.UserKind `json:"kind" enum:"guest,account,bot,gone"`
	Here bool           `json:"here,omitempty" doc:"connected now"`
	// Last is set for recent opponents.
	Last *TableInfo `json:"last,omitempty" doc:"the last game against each other"`
}

// ChallengeInfo is a challenge as the two see it.
type ChallengeInfo struct {
	ID    string `json:"id"`
	From  Person `json:"from"`
	To    Person `json:"to"`
	Setup Setup  `json:"setup"`
	Word  string `json:"word,omitempty"`
	At    int64  `json:"at"`
	Until int64  `json:"until"`
	Mine  bool   `json:"mine,omitempty" doc:"you have made it"`
}

// Friends is the people around the caller.
type Friends struct {
	Time       int64           `json:"time"`
	Follows    []Person        `json:"follows" doc:"whom you follow, those who are here first"`
	Opponents  []Person        `json:"opponents" doc:"whom you have played lately"`
	Blocked    []Person        `json:"blocked"`
	Challenges []ChallengeInfo `json:"challenges" doc:"open ones, to you and from you"`
	Takes      string          `json:"takes" enum:"everyone,followed,nobody" doc:"whose challenges you accept"`
	Hears      string          `json:"hears" enum:"everyone,followed,nobody" doc:"whose messages reach you"`
}

// OnRequest switches something.
type OnRequest struct {
	On bool `json:"on"`
}

// MannersRequest says what the caller lets others do.
type MannersRequest struct {
	Takes string `json:"takes,omitempty" enum:"everyone,followed,nobody" doc:"whose challenges you accept; left out: as before"`
	Hears string `json:"hears,omitempty" enum:"everyone,followed,nobody" doc:"whose chat and messages reach you; left out: as before"`
}

// ChallengeRequest asks somebody for a game of two.
type ChallengeRequest struct {
	To    string `json:"to" maxLength:"80" doc:"public id, or the name of an account"`
	Setup Setup  `json:"setup" doc:"game, options, clock and whether it is rated; seats are left out"`
	Seat  int    `json:"seat,omitempty" minimum:"0" maximum:"2" doc:"the seat you want, 1 or 2; left out, and in rated games: by lot"`
	Word  string `json:"word,omitempty" maxLength:"200" doc:"a message with it"`
}

// ChallengeAnswer is what has become of a challenge.
type ChallengeAnswer struct {
	Table string `json:"table" doc:"both of you have a seat there: sit down (POST /tables/{id}/join)"`
}

// ReportRequest reports somebody's behaviour to the host.
type ReportRequest struct {
	User  string `json:"user" maxLength:"80" doc:"public id, or the name of an account"`
	Table string `json:"table,omitempty" maxLength:"32" doc:"where it happened"`
	Why   string `json:"why" enum:"chat,cheat,away,name,other" doc:"what it is about"`
	Text  string `json:"text,omitempty" maxLength:"1000"`
}

// GameRecord is how somebody has played one game.
type GameRecord struct {
	Game  string `json:"game"`
	Games int    `json:"games"`
	Won   int    `json:"won"`
	Drawn int    `json:"drawn"`
	Lost  int    `json:"lost"`
	Form  string `json:"form" doc:"the latest ten, newest last: w, d and l"`
}

// PersonRecord is what everybody may know of how somebody plays. It rests on the
// latest rated games, and on those with the caller.
type PersonRecord struct {
	Here      bool         `json:"here,omitempty"`
	Follows   bool         `json:"follows,omitempty" doc:"you follow them"`
	Blocked   bool         `json:"blocked,omitempty" doc:"you have blocked them"`
	Challenge bool         `json:"challenge,omitempty" doc:"they accept your challenges"`
	Games     []GameRecord `json:"games"`
	You       *GameRecord  `json:"you,omitempty" doc:"you against them, in games of two"`
}

// Stakes are what a rated game for two would do to your rating.
type Stakes struct {
	You        int  `json:"you" doc:"your rating now"`
	YouUnsure  bool `json:"you_provisional,omitempty"`
	Them       int  `json:"them" doc:"the other's rating now"`
	ThemUnsure bool `json:"them_provisional,omitempty"`
	Win        int  `json:"win" doc:"change of your rating if you win"`
	Draw       int  `json:"draw"`
	Lose       int  `json:"lose"`
}

// PersonStyle is how somebody begins and decides their games: what the latest rated
// ones show.
type PersonStyle struct {
	Games []GameStyle `json:"games"`
}

// GameStyle is that of one game.
type GameStyle struct {
	Game     string    `json:"game"`
	Seen     int       `json:"seen" doc:"games that were looked at"`
	Openings []Opening `json:"openings" doc:"what they chose first, the most frequent first"`
	Analysed int       `json:"analysed" doc:"games of these that have an analysis"`
	Luck     float64   `json:"luck" doc:"what luck gave them in a game, in chances to win; an average"`
	GaveUp   float64   `json:"gave_up" doc:"what their own choices gave up in a game, in chances to win; an average"`
}

// Opening is a first choice, and how the games went.
type Opening struct {
	Do    string `json:"do" doc:"action text"`
	Games int    `json:"games"`
	Won   int    `json:"won"`
	Drawn int    `json:"drawn"`
	Lost  int    `json:"lost"`
}
