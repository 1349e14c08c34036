package sqlite

import (
	"errors"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// why says what keeps the store from working, if it is nothing that a program could fix.
func why(err error) string {
	if errors.Is(err, ErrClosed) {
		return "the store is closed"
	}
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return ""
	}
	switch e.Code() & 0xff { // above are details
	case lib.SQLITE_FULL:
		return "the disk is full"
	case lib.SQLITE_IOERR, lib.SQLITE_CANTOPEN:
		return "the disk does not work"
	case lib.SQLITE_READONLY, lib.SQLITE_PERM, lib.SQLITE_AUTH:
		return "the store cannot be written to"
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED, lib.SQLITE_PROTOCOL:
		return "another program holds the store"
	case lib.SQLITE_NOMEM:
		return "there is too little memory"
	}
	return ""
}
