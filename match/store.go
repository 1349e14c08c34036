package match

import (
	"context"
	"errors"

	"atoll/game"
)

// ErrConflict says that somebody else has changed the table since it was read.
var ErrConflict = errors.New("the table has changed meanwhile")

// ErrNoTable says that there is no such table.
var ErrNoTable = errors.New("no such table")

// Change is what one command does to a stored table. It is stored whole or not
// at all, and only if the stored version is Version-1.
type Change struct {
	Table   string
	Version int64 // after the change; 1 makes the table
	Entries []Entry
	Head    Head
	Private []byte // JSON of Private
	Members []Member
	// Ping asks for an outbox row, so that others are told even if the process
	// dies right after the commit.
	Ping bool
	// Notices are stored for those of them who can be reached.
	Notices []Notice
}

// Rewrite is added to the version of a table whose log was rewritten, so that
// every node that holds it in memory reads all of it again.
const Rewrite = 1 << 32

// Rewritten reports whether the stored log is no longer the one that t was made from.
func (t *Table) Rewritten(version int64) bool { return version/Rewrite != t.Version/Rewrite }

// Head is the part of a table that lists and workers read without its log.
type Head struct {
	Game     string
	Rules    int
	Status   Status
	Seq      int64
	Listed   bool // shown in the lobby: listed and open, or listed and running
	Rated    bool
	Acting   game.Seats // seats that have yet to decide, sealed ones included
	Deadline int64      // when the table must be looked at, Unix ms; 0 for never
	Created  int64
	Updated  int64
	Info     []byte // JSON of Info, public knowledge only; nil in a change keeps the old one
}

// Member ties a user to a seat, for the list of one's own tables.
type Member struct {
	User string
	Seat game.Seat
	Gone bool
}

// Stored is a table as the store has it.
type Stored struct {
	ID      string
	Version int64
	Head    Head
	Private []byte
	Entries []Entry // those asked for
}

// Ping says that a table has reached a sequence number. It is all that travels
// between nodes.
type Ping struct {
	Table string `json:"table"`
	Seq   int64  `json:"seq"`
}

// Outgoing is a ping that waits in the outbox.
type Outgoing struct {
	ID int64
	At int64
	Ping
}

// Store keeps tables. All of it is safe for concurrent use. A nil error from
// Commit means that the change is on disk.
type Store interface {
	// Commit stores changes of different tables in one transaction. ErrConflict
	// means that nothing was stored.
	Commit(ctx context.Context, changes ...*Change) error
	// Load returns a table with its entries after the given sequence number.
	Load(ctx context.Context, table string, after int64) (*Stored, error)
	// Due returns tables whose deadline is not after now, most urgent first.
	Due(ctx context.Context, now int64, limit int) ([]string, error)
	// Outbox returns pings written before the given time, oldest first, from at most limit
	// rows. Those that were stored in one row have the same ID.
	Outbox(ctx context.Context, before int64, limit int) ([]Outgoing, error)
	// Sent removes rows of pings from the outbox.
	Sent(ctx context.Context, ids []int64) error
}
