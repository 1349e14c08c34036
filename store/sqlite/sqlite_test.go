package sqlite_test

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atoll/store"
	"atoll/store/past"
	"atoll/store/sqlite"
	"atoll/store/storetest"
)

func open(t *testing.T, path string) *sqlite.DB {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) (store.Store, func() store.Store) {
		path := filepath.Join(t.TempDir(), "a b%20?#.db") // a name that needs care
		return open(t, path), func() store.Store { return open(t, path) }
	})
}

func TestClosedStoreRefuses(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "x.db"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.PutUser(t.Context(), store.User{ID: "u"}); err == nil {
		t.Error("a closed store took something")
	}
}

// A server remembers what it has read, so a second one on the same file would
// show tables that the first has long changed.
// No other name of the file gets round the claim.
func TestLinksDoNotEvadeTheClaim(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "atoll.db")
	release, err := sqlite.Claim(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	soft, hard, folder := filepath.Join(dir, "soft.db"), filepath.Join(dir, "hard.db"), filepath.Join(t.TempDir(), "folder")
	for _, err := range []error{os.Symlink(path, soft), os.Link(path, hard), os.Symlink(dir, folder)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	names := []string{soft, hard, filepath.Join(folder, "atoll.db"), "atoll.db", "../" + filepath.Base(dir) + "/atoll.db"}
	for _, name := range names {
		if _, err := sqlite.Claim(t.Context(), name); !errors.Is(err, sqlite.ErrServed) {
			t.Errorf("as %s: %v", name, err)
		}
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		again, err := sqlite.Claim(t.Context(), name)
		if err != nil {
			t.Fatalf("as %s, when it is free: %v", name, err)
		}
		if err := again(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOneServerClaimsAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	release, err := sqlite.Claim(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	open(t, path) // a backup, for example, may be made meanwhile
	if _, err := sqlite.Claim(t.Context(), path); !errors.Is(err, sqlite.ErrServed) {
		t.Errorf("a second server got %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	release, err = sqlite.Claim(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
}

// An older program does not touch what a newer one has made.
func TestTablesOfANewerProgramAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	if err := open(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := raw.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)`); err != nil {
		t.Fatal(err)
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err := sqlite.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), "newer atoll: version 999") {
		t.Errorf("got %v", err)
		if err == nil {
			s.Close()
		}
	}
}

// A copy is made before tables change, not at every start.
func TestACurrentStoreIsNotCopied(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	for range 2 {
		s := open(t, path)
		if s.Backup() != "" {
			t.Errorf("copied to %s", s.Backup())
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := filepath.Glob(path + ".schema-*"); err != nil || len(found) > 0 {
		t.Errorf("found %v, %v", found, err)
	}
}

func TestADamagedFileIsTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := open(t, path)
	if err := s.Sound(t.Context()); err != nil {
		t.Fatalf("a new store: %v", err)
	}
	var page, size int64
	if err := s.Reads.QueryRow(`SELECT rootpage FROM sqlite_schema WHERE name = 'chat'`).Scan(&page); err != nil {
		t.Fatal(err)
	}
	if err := s.Reads.QueryRow(`PRAGMA page_size`).Scan(&size); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteAt(bytes.Repeat([]byte{0xee}, int(size)), (page-1)*size)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	if err := open(t, path).Sound(t.Context()); err == nil {
		t.Error("a damaged page was not told")
	}
}

func TestAStoreIsAFile(t *testing.T) {
	for _, path := range []string{"", ":memory:"} {
		if db, err := sqlite.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), "no file") {
			t.Errorf("opening %q: %v, %v", path, db, err)
		}
		if _, err := sqlite.Claim(t.Context(), path); err == nil || !strings.Contains(err.Error(), "no file") {
			t.Errorf("claiming %q: %v", path, err)
		}
	}
}

func TestNothingNamesADeletedPerson(t *testing.T) {
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "atoll.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	storetest.Deletion(t, s, s.Reads)
}

// Before the tables of an old store change, a copy of it lies beside it.
func TestAnOldStoreIsCopied(t *testing.T) {
	old, err := past.Read(past.SQLite, 1)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.db")
	if err := os.WriteFile(path, old, 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, path)
	found, err := filepath.Glob(path + ".schema-1.*")
	if err != nil || len(found) != 1 || s.Backup() != found[0] {
		t.Fatalf("found %v, said %q, %v", found, s.Backup(), err)
	}
	for file, first := range map[string]bool{path: false, found[0]: true} {
		raw, err := sql.Open("sqlite", file)
		if err != nil {
			t.Fatal(err)
		}
		defer raw.Close()
		var has int64
		if err := raw.QueryRow(`SELECT max(version_id) FROM goose_db_version`).Scan(&has); err != nil || (has == 1) != first {
			t.Errorf("%s has schema %d, %v", file, has, err)
		}
	}
}
