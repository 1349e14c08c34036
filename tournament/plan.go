package tournament

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"atoll/match"
)

// Kind is how a tournament pairs.
type Kind string

const (
	Arena      Kind = "arena"       // a fixed time, continuous pairing, points and streaks
	Swiss      Kind = "swiss"       // rounds in which equals meet
	RoundRobin Kind = "round_robin" // everybody meets everybody
	Knockout   Kind = "knockout"    // the loser is out, best of k
	Pods       Kind = "pods"        // rounds of tables for three to six
)

// Access is who may enter.
type Access string

const (
	Everyone Access = "everyone"
	ByLink   Access = "link"
)

// Plan is what the maker of a tournament decides. It is fixed once announced.
type Plan struct {
	Name  string      `json:"name"`
	Kind  Kind        `json:"kind"`
	Table match.Setup `json:"table"` // game, players, options, clock, rated
	Start int64       `json:"start"` // Unix ms
	// Minutes an arena lasts. No pair is made in its last two minutes.
	Minutes int `json:"minutes,omitempty"`
	// Rounds of a Swiss or of pods; 0 for as many as suit the number of entrants.
	Rounds int `json:"rounds,omitempty"`
	// Fewest is the least number of players at a table of pods; 0 means one less than Table says,
	// but at least three.
	Fewest int `json:"fewest,omitempty"`
	// BestOf is how many games decide a match of a knock-out: 1, 3, 5 or 7.
	BestOf    int    `json:"best_of,omitempty"`
	Access    Access `json:"access"`
	MinRating int    `json:"min_rating,omitempty"`
	MaxRating int    `json:"max_rating,omitempty"`
	MinGames  int    `json:"min_games,omitempty"` // rated games played before
	Programs  bool   `json:"programs,omitempty"`  // programs may enter
	Bots      []int  `json:"bots,omitempty"`      // levels of house bots that play along, unrated only
	Most      int    `json:"most,omitempty"`      // entrants at most; 0 for MaxEntrants
	Absence   int    `json:"absence,omitempty"`   // seconds to appear at a game; 0 for the kind's own
}

// Limits of a plan.
const (
	MaxEntrants = 2000
	maxMinutes  = 24 * 60
	maxRounds   = 30
	maxBots     = 32
	maxName     = 60
	LastCall    = 120_000 // no new pair in the last two minutes of an arena, ms
	Rest        = 3_000   // between two games of an arena, to leave or pause, ms
	Break       = 20_000  // between two rounds, ms
)

var errPlan = errors.New("the settings of the tournament do not go together")

// wrong is a mistake in a plan, with the field.
type wrong struct{ Field, Why string }

func (w *wrong) Error() string { return w.Why }
func (w *wrong) Unwrap() error { return errPlan }

// Check says what is wrong with a plan and where, or nil. The caller checks
// name and table with the rest of the product.
func (p *Plan) Check() error {
	bad := func(field, why string, args ...any) error { return &wrong{field, fmt.Sprintf(why, args...)} }
	switch p.Kind {
	case Arena, Swiss, RoundRobin, Knockout:
		if p.Table.Players != 2 {
			return bad("table.players", "tables for %d need pods", p.Table.Players)
		}
	case Pods:
		if p.Table.Players < 3 {
			return bad("table.players", "pods are for tables of three or more players")
		}
	default:
		return bad("kind", "there is no kind of tournament called %.20q", p.Kind)
	}
	if n := utf8.RuneCountInString(strings.TrimSpace(p.Name)); n == 0 || n > maxName {
		return bad("name", "a tournament needs a name of at most %d characters", maxName)
	}
	switch {
	case p.Kind == Arena && (p.Minutes < 5 || p.Minutes > maxMinutes):
		return bad("minutes", "an arena lasts from 5 minutes to a day")
	case p.Kind != Arena && p.Minutes != 0:
		return bad("minutes", "only an arena ends by the clock")
	case p.Rounds < 0 || p.Rounds > maxRounds:
		return bad("rounds", "at most %d rounds", maxRounds)
	case p.Rounds > 0 && p.Kind != Swiss && p.Kind != Pods:
		return bad("rounds", "only Swiss and pods have a number of rounds to choose")
	case p.Fewest != 0 && (p.Kind != Pods || p.Fewest < 3 || p.Fewest > p.Table.Players):
		return bad("fewest", "a table of pods has at least 3 players and at most as many as its game allows")
	case p.BestOf != 0 && p.Kind != Knockout:
		return bad("best_of", "only a knock-out is played best of several")
	case p.BestOf < 0 || p.BestOf > 7 || p.BestOf != 0 && p.BestOf%2 == 0:
		return bad("best_of", "best of 1, 3, 5 or 7")
	case p.Table.Clock.Kind == match.NoClock || p.Table.Clock.Kind == "":
		return bad("table.clock", "a tournament needs a clock")
	case p.Kind == Arena && p.Table.Clock.Kind == match.Correspondence:
		return bad("table.clock", "an arena is played live")
	case p.Table.Rated && len(p.Bots) > 0:
		return bad("bots", "rated tournaments have no house bots")
	case len(p.Bots) > maxBots:
		return bad("bots", "at most %d bots", maxBots)
	case p.MinRating < 0 || p.MaxRating < 0 || p.MaxRating > 0 && p.MaxRating < p.MinRating:
		return bad("max_rating", "the highest rating is below the lowest")
	case p.Most < 0 || p.Most > MaxEntrants || p.Most == 1:
		return bad("most", "a tournament has 2 to %d entrants", MaxEntrants)
	case p.Absence != 0 && (p.Absence < 15 || p.Absence > 7*24*3600):
		return bad("absence", "players have from 15 seconds to a week to appear")
	}
	for _, level := range p.Bots {
		if level < 1 || level > 8 {
			return bad("bots", "levels of bots are 1 to 8")
		}
	}
	switch p.Access {
	case Everyone, ByLink:
	default:
		return bad("access", "access is everyone or link")
	}
	return nil
}

// Field names what an error of Check is about, or "".
func Field(err error) string {
	var w *wrong
	if errors.As(err, &w) {
		return w.Field
	}
	return ""
}

func (p *Plan) most() int {
	if p.Most == 0 {
		return MaxEntrants
	}
	return p.Most
}

func (p *Plan) fewest() int {
	if p.Fewest > 0 {
		return p.Fewest
	}
	return max(3, p.Table.Players-1)
}

func (p *Plan) bestOf() int { return max(1, p.BestOf) }

// absence is how long a player may stay away from a game, ms.
func (p *Plan) absence() int64 {
	switch {
	case p.Absence > 0:
		return int64(p.Absence) * 1000
	case p.Table.Clock.Kind == match.Correspondence:
		return 3 * 24 * 3600 * 1000
	case p.Kind == Arena:
		return 30_000
	default:
		return 120_000
	}
}
