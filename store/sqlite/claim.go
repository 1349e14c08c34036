package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrServed says that another server has the file.
var ErrServed = errors.New("another server uses it")

// claimWithin is how long a server that is going down is waited for.
const claimWithin = 2 * time.Second

// Claim keeps the file at path for one server until release. A server remembers the tables that it
// has read, so beside a second one it would go on showing tables that the other has changed;
// commands that only read, or write now and then, need no claim. The lock is the operating system's
// on a file of its own: it ends with the process, however that ends. A server that is going down is
// waited for a moment.
func Claim(ctx context.Context, path string) (release func() error, err error) {
	if err := named(path); err != nil {
		return nil, err
	}
	if err := closeFiles(path); err != nil { // it may not be there yet
		return nil, err
	}
	// A symbolic link, or another way through the folders, leads to the same file.
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return nil, fmt.Errorf("claiming the store: %w", err)
	}
	unlock, err := claimFile(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("claiming %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			_ = unlock()
		}
	}()
	if err := closeFiles(path + "-serving"); err != nil {
		return nil, err
	}
	v := url.Values{"_pragma": {"busy_timeout(2000)"}}
	dsn := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path + "-serving"}).EscapedPath(), RawQuery: v.Encode()}).String()
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, fmt.Errorf("claiming %s: %w", path, err)
	}
	conn, err := db.Conn(ctx)
	if err == nil {
		_, err = conn.ExecContext(ctx, `BEGIN EXCLUSIVE`)
	}
	if err != nil {
		db.Close()
		var busy *driver.Error
		if errors.As(err, &busy) && busy.Code()&0xff == sqlite3.SQLITE_BUSY {
			err = ErrServed
		}
		return nil, fmt.Errorf("claiming %s: %w", path, err)
	}
	return func() error { return errors.Join(conn.Close(), db.Close(), unlock()) }, nil
}
