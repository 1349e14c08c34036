package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Backup names the copy of the file that Open has made because the tables were those
// of an older program; "" if it made none.
func (d *DB) Backup() string { return d.backup }

// keep copies the database as it is to a file beside it, which is on disk when keep
// returns.
func keep(ctx context.Context, db *sql.DB, path string, schema int64) (string, error) {
	to := fmt.Sprintf("%s.schema-%d.%s", path, schema, time.Now().UTC().Format("20060102T150405Z"))
	err := func() error {
		// SQLite writes into an empty file, and leaves it to those who may read it.
		f, err := os.OpenFile(to, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		_, err = db.ExecContext(ctx, `VACUUM INTO ?`, to)
		if err == nil {
			err = f.Sync()
		}
		if err = errors.Join(err, f.Close()); err != nil {
			_ = os.Remove(to)
			return err
		}
		dir, err := os.Open(filepath.Dir(to))
		if err != nil {
			return err
		}
		return errors.Join(dir.Sync(), dir.Close())
	}()
	if err != nil {
		return "", fmt.Errorf("its tables are of an older atoll, and no copy can be made of them before they are changed: %w", err)
	}
	return to, nil
}
