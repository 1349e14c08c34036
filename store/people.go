package store

import (
	"context"
	"errors"

	"atoll/match"
	"atoll/rating"
)

// ErrTaken says that a name belongs to somebody else.
var ErrTaken = errors.New("the name is taken")

// ErrLast says that without this nobody could sign in any more.
var ErrLast = errors.New("it is the last way to sign in")

// People keeps accounts and ratings.
type People interface {
	// PutAccount makes an account of a user, or changes it. ErrTaken if another
	// account has its login or had it until lately, ErrNone if the user is deleted.
	PutAccount(ctx context.Context, u User, a Account) error
	// Account finds an account by user id, AccountByLogin by its login.
	Account(ctx context.Context, user string) (Account, User, error)
	AccountByLogin(ctx context.Context, login string) (Account, User, error)
	// Owned returns the bot accounts of a user.
	Owned(ctx context.Context, owner string) ([]User, error)
	// DropSessions ends all sessions of a user but one, and returns their hashes.
	DropSessions(ctx context.Context, user, but string) ([]string, error)

	// Rate changes ratings for a finished table, once: false if that was done before.
	// f gets the ratings of the users and returns the new ones, with a change of the
	// table (or nil) that is stored together with them or, after match.ErrConflict,
	// not at all. It may be called more than once.
	Rate(ctx context.Context, table string, now int64, game, speed string, users []string,
		f func([]rating.Rating) ([]rating.Rating, *match.Change, error)) (bool, error)
	// Unrated returns rated tables that are over and have not changed ratings yet.
	Unrated(ctx context.Context, limit int) ([]string, error)
	// Ratings returns all ratings of a user.
	Ratings(ctx context.Context, user string) ([]Rated, error)
	// Best returns the highest ratings whose deviation is at most the given one.
	Best(ctx context.Context, game, speed string, deviation float64, limit int) ([]Rated, error)

	// SetHook sets where a program is told that it must choose; "" removes it.
	SetHook(ctx context.Context, h Hook) error
	Hook(ctx context.Context, user string) (Hook, error)
}

// Account is what lets a user sign in anywhere.
type Account struct {
	User     string
	Login    string // name in lower case, unique
	Password string // as auth writes it; "" for programs, which have only tokens, and for people who sign in otherwise
	Owner    string // of a program's account: who made it
	Banned   string // why, or ""
	Created  int64
}

// Rated is a user's rating in one game at one speed.
type Rated struct {
	User    string
	Name    string
	Game    string
	Speed   string
	Games   int64
	Updated int64
	rating.Rating
}

// Hook is an address of a program that wants to be told.
type Hook struct {
	User, URL, Secret string
}
