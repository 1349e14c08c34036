package postgres_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"atoll/store"
	"atoll/store/pgtest"
	"atoll/store/postgres"
	"atoll/store/sqlite"
	"atoll/store/storetest"
)

func TestStore(t *testing.T) {
	pg := pgtest.Start(t)
	n := 0
	open := func(t *testing.T, address string) *postgres.DB {
		t.Helper()
		s, err := postgres.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	storetest.Run(t, func(t *testing.T) (store.Store, func() store.Store) {
		n++
		address := pg.Address(t, fmt.Sprint("t", n))
		return open(t, address), func() store.Store { return open(t, address) }
	})
}

func TestBadAddressDoesNotRepeatThePassword(t *testing.T) {
	_, err := postgres.Open(t.Context(), "postgres://user:secret@host:notaport/db")
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
}

// What SQLite had is the same in Postgres, and its numbers go on.
func TestDumpOfSQLiteGoesIntoPostgres(t *testing.T) {
	small, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "small.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer small.Close()
	for range 3 {
		if _, err := small.AddChat(t.Context(), store.Chat{Table: "t", User: "u", Text: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	var first, second bytes.Buffer
	if _, err := small.Dump(t.Context(), &first); err != nil {
		t.Fatal(err)
	}
	large, err := postgres.Open(t.Context(), pgtest.Start(t).Address(t, "restored"))
	if err != nil {
		t.Fatal(err)
	}
	defer large.Close()
	if _, err := large.Restore(t.Context(), bytes.NewReader(first.Bytes())); err != nil {
		t.Fatal(err)
	}
	if _, err := large.Dump(t.Context(), &second); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() {
		t.Errorf("got\n%s\nwant\n%s", second.String(), first.String())
	}
	if c, err := large.AddChat(t.Context(), store.Chat{Table: "t", User: "u", Text: "y"}); err != nil || c.ID != 4 {
		t.Errorf("chat after the restore: %+v, %v", c, err)
	}
}

func TestNothingNamesADeletedPerson(t *testing.T) {
	s, err := postgres.Open(t.Context(), pgtest.Start(t).Address(t, "deletion"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	storetest.Deletion(t, s, s.Reads)
}
