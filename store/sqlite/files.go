package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ours is who may read what is stored: its owner. It holds sealed choices, hashes
// of passwords and what people wrote.
const ours fs.FileMode = 0o600

// beside are the files that SQLite keeps beside a database. It makes them with the
// rights of the database itself.
var beside = []string{"", "-wal", "-shm", "-journal"}

// closeFiles makes the file at path, if there is none, and takes the rights of
// others to it and to the files beside it. Files of another user stay as they are.
func closeFiles(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, ours)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return nil // SQLite has the better message
	}
	if err != nil {
		return fmt.Errorf("opening %s: %w", path, err)
	}
	if err := f.Close(); err != nil {
		return err
	}
	for _, end := range beside {
		info, err := os.Stat(path + end)
		if err != nil || info.Mode().Perm()&^ours == 0 || !info.Mode().IsRegular() {
			continue
		}
		if err := os.Chmod(path+end, ours); err != nil && !errors.Is(err, fs.ErrPermission) {
			return fmt.Errorf("closing %s to others: %w", path+end, err)
		}
	}
	return nil
}
