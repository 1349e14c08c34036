package store

import (
	"context"

	"atoll/match"
	"atoll/tournament"
)

// Tournaments keeps tournaments as their logs. match.ErrConflict says that somebody else has
// changed it meanwhile.
type Tournaments interface {
	// CommitTournament stores entries that follow the stored ones.
	CommitTournament(ctx context.Context, c TournamentChange) error
	// Tournament returns a tournament with its entries after a number. ErrNone if
	// there is none.
	Tournament(ctx context.Context, id string, after int64) (TournamentHead, []tournament.Entry, error)
	// Tournaments lists tournaments, the latest start first.
	Tournaments(ctx context.Context, f TournamentFilter) ([]TournamentHead, error)
	// DueTournaments returns those that must be looked at, most urgent first.
	DueTournaments(ctx context.Context, now int64, limit int) ([]string, error)
	// TournamentOf finds the tournament and the game that a table belongs to.
	// ErrNone if it belongs to none.
	TournamentOf(ctx context.Context, table string) (id string, game int, err error)
}

// TournamentHead is the part of a tournament that lists and workers read
// without its log.
type TournamentHead struct {
	ID      string
	Seq     int64
	Kind    tournament.Kind
	Game    string
	Status  tournament.Status
	Listed  bool
	Start   int64
	Due     int64 // when it must be looked at, Unix ms; 0 for never
	Updated int64
	Info    []byte // JSON, public knowledge only, no names of people
}

// TournamentChange is stored whole or not at all, and only if the stored tournament has exactly the
// entries before the new ones, by Head.Seq.
type TournamentChange struct {
	Head    TournamentHead
	Entries []tournament.Entry // with their numbers
	Notices []match.Notice     // stored for those of them who can be reached
}

// TournamentFilter picks tournaments for a list.
type TournamentFilter struct {
	Status tournament.Status // "" for all
	User   string            // those that this user has entered; otherwise listed ones
	Before int64             // starts before this; 0 for all
	Limit  int
}
