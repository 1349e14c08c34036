package postgres_test

import (
	"fmt"
	"strings"
	"testing"

	"atoll/store"
	"atoll/store/pgtest"
	"atoll/store/postgres"
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
