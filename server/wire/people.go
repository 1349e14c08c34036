package wire

import "atoll/match"

// AccountRequest makes an account of a guest, or signs in.
type AccountRequest struct {
	Name     string `json:"name" minLength:"1" maxLength:"80" doc:"3 to 24 letters, digits, - and _; unique without regard to case"`
	Password string `json:"password" maxLength:"800" doc:"8 to 200 characters"`
}

// PasswordRequest changes a password; all other sessions end.
type PasswordRequest struct {
	Old string `json:"old" maxLength:"800" doc:"empty after a fresh sign-in by other means"`
	New string `json:"new" maxLength:"800"`
}

// GoodbyeRequest deletes an account.
type GoodbyeRequest struct {
	Password string `json:"password" maxLength:"800" doc:"empty after a fresh sign-in by other means"`
}

// RatingInfo is a rating in one game at one speed.
type RatingInfo struct {
	User        string  `json:"user,omitempty" doc:"public id; on leaderboards"`
	Name        string  `json:"name,omitempty"`
	Game        string  `json:"game"`
	Speed       string  `json:"speed" enum:"blitz,rapid,slow,days,untimed"`
	Rating      int     `json:"rating"`
	Deviation   int     `json:"deviation"`
	Provisional bool    `json:"provisional,omitempty" doc:"too few games to say"`
	Games       int64   `json:"games"`
	Exact       float64 `json:"exact"`
}

// Profile is what everybody may know of somebody.
type Profile struct {
	ID      string         `json:"id"`
	Name    string         `json:"name"`
	Kind    match.UserKind `json:"kind" enum:"guest,account,bot,gone"`
	Created int64          `json:"created"`
	Ratings []RatingInfo   `json:"ratings"`
}

// Leaderboard is the answer of GET /leaderboard.
type Leaderboard struct {
	Game  string       `json:"game"`
	Speed string       `json:"speed"`
	Rows  []RatingInfo `json:"rows" doc:"highest first; provisional ratings are left out"`
}

// BotRequest makes an account for a program.
type BotRequest struct {
	Name string `json:"name" minLength:"1" maxLength:"80"`
}

// BotAccount is a program's account. The token is shown once.
type BotAccount struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Token string `json:"token,omitempty" doc:"for 'Authorization: Bearer'; shown once, a new one ends the old"`
	Hook  string `json:"hook,omitempty"`
}

// BotList are the program accounts of a user.
type BotList struct {
	Bots []BotAccount `json:"bots"`
}

// HookRequest sets the address at which a program is told that it must choose.
type HookRequest struct {
	URL string `json:"url" maxLength:"500" doc:"https address; empty: none"`
}

// HookInfo has the secret that signs the messages; it is shown once.
type HookInfo struct {
	URL    string `json:"url"`
	Secret string `json:"secret,omitempty" doc:"key of the HMAC-SHA256 in the header Atoll-Signature"`
}
