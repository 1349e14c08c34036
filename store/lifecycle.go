package store

import (
	"context"
	"time"
)

// KeepName is for how long nobody can take the name of a deleted account.
const KeepName = 90 * 24 * time.Hour

// Lifecycle is how people leave, and what happens to what was kept about them.
type Lifecycle interface {
	// DeleteUser removes everything that names a person and their programs: accounts, sessions,
	// ratings, mutes, hooks, chat. Their games stay with the name taken out, wherever a log has it.
	// A keyed hash of the names stays, so that nobody can take them for a while. The user is among
	// Ended at once, as gone when no log has the name any more, and among Gone until Scrub has been
	// called once more.
	DeleteUser(ctx context.Context, user string, now int64) error
	// Scrub takes the name of a deleted user out of what was written while they were
	// being deleted.
	Scrub(ctx context.Context, user string) error
	// Gone returns users who were deleted before a time and not scrubbed since.
	Gone(ctx context.Context, before int64, limit int) ([]string, error)

	// Ended returns whose sessions have ended since the one with an id, in the order
	// of ids. With several nodes a smaller id can become known later. After -1 it
	// returns the latest only.
	Ended(ctx context.Context, after int64) ([]Ended, error)

	// Purge removes what has expired: sessions, guests made before a time who have no
	// session and no seat at an unfinished table, names that were kept long enough. It
	// returns how many rows went, at most about limit of each kind.
	Purge(ctx context.Context, now, guestsBefore int64, limit int) (int64, error)

	// Unfinished returns the tables that a user has made or sits at and that are not over.
	Unfinished(ctx context.Context, user string) ([]string, error)
	// Sessions returns the sessions of a user, oldest first.
	Sessions(ctx context.Context, user string) ([]Session, error)
	// ChatOf returns lines that a user wrote, after an id.
	ChatOf(ctx context.Context, user string, after int64, limit int) ([]Chat, error)

	// Key returns the secret key of a name, the same for every node. It is made when
	// it is first asked for.
	Key(ctx context.Context, name string) ([]byte, error)
}

// Ended says that sessions of a user have ended.
type Ended struct {
	ID   int64
	User string
	Gone bool // and the user with them
}
