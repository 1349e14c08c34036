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

// Batches are stored by a plan that was made once.
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
		if err != nil {
			t.Fatal(err)
		}
	}
	var once, anew int
	err = raw(t.Context(), db.writes, func(conn *pgx.Conn) error {
		const q = `SELECT sum(generic_plans), sum(custom_plans) FROM pg_prepared_statements WHERE statement = $1`
		return conn.QueryRow(context.Background(), q, together).Scan(&once, &anew)
	})
	if err != nil || once != n || anew != 0 {
		t.Errorf("of %d batches %d were stored by one plan, and %d were planned for themselves: %v", n, once, anew, err)
	}
}
