//go:build unix

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"sync"
	"testing"
)

// meanwhile is a context that does something once somebody begins to wait for its end.
type meanwhile struct {
	context.Context
	once sync.Once
	do   func()
}

func (m *meanwhile) Done() <-chan struct{} {
	m.once.Do(m.do)
	return m.Context.Done()
}

// A server that is replaced may take a moment to end: its successor waits.
func TestAClaimWaitsForTheOneBefore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	before, err := Claim(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	ended := false
	release, err := Claim(&meanwhile{Context: t.Context(), do: func() {
		ended = true
		if err := before(); err != nil {
			t.Error(err)
		}
	}}, path)
	if err != nil || !ended {
		t.Fatalf("waited: %v, %v", ended, err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
}

func TestWhoIsToldToStopWaitsForNoClaim(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	before, err := Claim(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Claim(&meanwhile{Context: ctx, do: cancel}, path); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := before(); err != nil {
		t.Error(err)
	}
}

// An earlier program holds nothing but a lock of SQLite on the file beside: it keeps out servers of today, and they it.
func TestClaimsOfEarlierProgramsCount(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	release, err := Claim(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path+"-serving")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`BEGIN EXCLUSIVE`); err == nil {
		t.Error("an earlier program claims what is claimed")
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`BEGIN EXCLUSIVE`); err != nil {
		t.Fatal(err)
	}
	if _, err := Claim(t.Context(), path); !errors.Is(err, ErrServed) {
		t.Errorf("claimed beside an earlier program: %v", err)
	}
	if _, err := db.Exec(`ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	// A claim that was refused leaves nothing claimed.
	again, err := Claim(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := again(); err != nil {
		t.Error(err)
	}
}

// A command may be run while a server is still making its store.
func TestManyMakeOneStoreAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			d, err := Open(t.Context(), path)
			if err != nil {
				t.Error(err)
				return
			}
			if d.Backup() != "" {
				t.Errorf("a store that is being made was taken for an old one: %s", d.Backup())
			}
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}
