package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
)

// Trouble implements store.Store.
func (d *DB) Trouble(err error) string {
	if err == nil {
		return ""
	}
	if why := d.Why(err); why != "" {
		return why
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return "the database takes too long"
	}
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) {
		return "the database cannot be reached"
	}
	return ""
}
