// Package store says what the server keeps besides tables: people, chat and the
// times at which it was alive. Packages sqlite and postgres keep it; package
// storetest is the suite that both must pass.
package store

import (
	"context"
	"errors"
	"io"

	"atoll/match"
)

// ErrNone says that what was asked for does not exist.
var ErrNone = errors.New("no such thing is stored")

// Store keeps everything. It is safe for concurrent use, and a nil error of a
// writing method means that it is on disk.
type Store interface {
	match.Store
	People
	Lifecycle
	Proofs
	Analyses
	Tournaments
	Social
	Notices

	// Tables returns tables without their log, newest first.
	Tables(ctx context.Context, f Filter) ([]*match.Stored, error)

	// CountBrought counts the tables of a user whose games were played elsewhere: those
	// whose ids begin with BroughtPrefix.
	CountBrought(ctx context.Context, user string) (int, error)

	// CountOpen counts the tables of a user that are not over.
	CountOpen(ctx context.Context, user string) (int, error)

	PutUser(ctx context.Context, u User) error
	User(ctx context.Context, id string) (User, error)
	PutSession(ctx context.Context, s Session) error
	// Session finds a session and its user by the hash of its token. Nobody who is
	// deleted or banned has one.
	Session(ctx context.Context, hash string) (Session, User, error)
	DropSession(ctx context.Context, hash string) error

	// AddChat stores a line and returns it with its id. A line with the message
	// id of an earlier one of the same user is that earlier one.
	AddChat(ctx context.Context, c Chat) (Chat, error)
	// Chat returns the latest lines after an id, oldest first.
	Chat(ctx context.Context, table string, after int64, limit int) ([]Chat, error)
	SetMute(ctx context.Context, user, other string, on bool) error
	Mutes(ctx context.Context, user string) ([]string, error)

	// Alive notes that a server runs now, by the time that tables keep. If none has
	// for longer than pause, the time between is stored as a gap. It returns the
	// latest such note, which may be another node's and later than now, and all gaps
	// that began at after or later and still matter, oldest first.
	Alive(ctx context.Context, now, pause, after int64) (at int64, gaps []match.Gap, err error)
	// LastAlive returns what Alive does without noting anything; 0 if no server has ever run.
	LastAlive(ctx context.Context, after int64) (at int64, gaps []match.Gap, err error)

	// Dump writes everything as of one moment; Restore reads it into an empty store
	// of any kind.
	Dump(ctx context.Context, out io.Writer) (rows int64, err error)
	Restore(ctx context.Context, in io.Reader) (rows int64, err error)
	// Finished calls f for the id of every table that is over, oldest first.
	Finished(ctx context.Context, f func(id string) error) error
	// OldRules returns the tables of a game that are not over and were made by a
	// version of its rules below the given one.
	OldRules(ctx context.Context, game string, version int) ([]string, error)
	// Trouble says in words for a host, without addresses and the like, why the store is
	// unavailable, if that is what an error of one of its methods means: the disk is full, the
	// database away. Otherwise it is empty.
	Trouble(err error) string
	// Sound checks what the database can check of itself.
	Sound(ctx context.Context) error

	Close() error
}

// BroughtPrefix begins the ids of tables whose games were played without a server. No random id
// begins with it.
const BroughtPrefix = "0"

// Filter picks tables for a list.
type Filter struct {
	User   string       // tables of this user; otherwise listed ones
	Rated  bool         // of a user's tables only the rated ones, which anybody may see
	Game   string       // "" for all
	Status match.Status // "" for all
	After  Place        // continue after this place
	Limit  int
}

// Place is where a table stands in a list. It is complete in itself: looking it up would tell
// whoever made it up whether there is such a table.
type Place struct {
	Created int64
	ID      string // "" for the beginning
}

// User is a person or a program.
type User struct {
	ID      string
	Kind    match.UserKind
	Name    string
	Created int64
}

// Session is a token that a client holds, kept as its hash.
type Session struct {
	Hash    string
	User    string
	Created int64
	Expires int64
}

// Chat is one line of chat.
type Chat struct {
	ID    int64
	Table string
	At    int64
	User  string
	Name  string
	Seat  string
	Text  string
	Msg   string

	// Ping asks for an outbox row, with the number 0, so that other nodes are told
	// even if the bus is away.
	Ping bool
	// Notices are stored with a new line for those of them who can be reached.
	Notices []match.Notice
}
