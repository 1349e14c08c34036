package postgres

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"atoll/games"
	"atoll/match"
	"atoll/store/pgtest"
)

// Batches are stored and read by plans that were made once.
func TestBatchesArePlannedOnce(t *testing.T) {
	db, err := Open(t.Context(), pgtest.Start(t).Address(t, "plans"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const n = 10
	for i := range n {
		setup := match.Setup{Game: "evo", Players: 2, Seats: []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}}
		_, c, err := match.New(games.ByID, fmt.Sprint("t", i), setup, match.User{ID: "u", Name: "U"}, make([]byte, 32), nil, "", match.Now{MS: 1})
		if err == nil {
			err = db.Commit(t.Context(), c)
		}
		if err == nil {
			_, err = db.Load(t.Context(), c.Table, 0)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var once, anew int
	err = db.raw(t.Context(), func(conn *pgx.Conn) error {
		const q = `SELECT sum(generic_plans), sum(custom_plans) FROM pg_prepared_statements WHERE statement = ANY($1)`
		return conn.QueryRow(context.Background(), q, []string{together, heads}).Scan(&once, &anew)
	})
	if err != nil || once != 2*n || anew != 0 {
		t.Errorf("of %d batches %d had a common plan, and %d one of their own: %v", 2*n, once, anew, err)
	}
}
