package sqlite_test

import (
	"path/filepath"
	"testing"

	"atoll/store"
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
