//go:build unix

package sqlite

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"atoll/store"
)

// Nobody but the owner reads what is stored, whatever the mask of the process and
// whatever rights the files of an earlier program have.
func TestStoreFilesAreTheOwnersAlone(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	dir := t.TempDir()
	path := filepath.Join(dir, "atoll.db")
	use := func() {
		t.Helper()
		release, err := Claim(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		db, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.PutUser(t.Context(), store.User{ID: "u", Kind: "guest", Name: "U"}); err != nil {
			t.Fatal(err)
		}
		n := 0
		_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, _ error) error {
			if info, err := d.Info(); err == nil && !d.IsDir() {
				n++
				if info.Mode().Perm() != 0o600 {
					t.Errorf("%s has %v", filepath.Base(name), info.Mode().Perm())
				}
			}
			return nil
		})
		if n < 4 { // database, log, shared memory, claim
			t.Errorf("only %d files were looked at", n)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if err := release(); err != nil {
			t.Fatal(err)
		}
	}
	use()
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) == 0 {
		t.Fatal(left, err)
	}
	for _, name := range left {
		if err := os.Chmod(name, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	use()
}

// What is no file is refused in words, before SQLite tries.
func TestAFolderIsNoStore(t *testing.T) {
	dir := t.TempDir()
	if db, err := Open(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "opening "+dir) {
		t.Errorf("opening a folder: %v, %v", db, err)
	}
	if _, err := Claim(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "opening "+dir) {
		t.Errorf("claiming a folder: %v", err)
	}
}
