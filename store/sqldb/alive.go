package sqldb

import (
	"context"
	"database/sql"
	"errors"

	"atoll/match"
)

// Alive implements store.Store.
func (d *DB) Alive(ctx context.Context, now, pause, after int64) (at int64, gaps []match.Gap, err error) {
	err = d.Write(ctx, func(tx Tx) error {
		if d.Numbered {
			// Two nodes that find the same gap do it one after the other.
			if _, err := tx.Exec(ctx, `UPDATE alive SET at = at WHERE one = 1`); err != nil {
				return err
			}
		}
		err := tx.QueryRow(ctx, `SELECT at FROM alive WHERE one = 1`).Scan(&at)
		if errors.Is(err, sql.ErrNoRows) {
			// A new store, or one from a backup that does not say: the latest move shows
			// that somebody was there.
			err = tx.QueryRow(ctx, `SELECT COALESCE(MAX(updated), ?) FROM tables`, now).Scan(&at)
		}
		if err != nil {
			return err
		}
		if now-at > pause {
			if err := addGap(ctx, tx, at, now); err != nil {
				return err
			}
		}
		// A clock that was set back must not move the mark back.
		at = max(at, now)
		_, err = tx.Exec(ctx, `INSERT INTO alive (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at`, at)
		return err
	})
	if err == nil {
		gaps, err = d.gaps(ctx, after)
	}
	return at, gaps, err
}

// addGap stores a gap and drops those that no clock can need any more: they ended
// before the oldest table with a running clock was made.
func addGap(ctx context.Context, tx Tx, from, to int64) error {
	_, err := tx.Exec(ctx, `INSERT INTO gaps (since, until) VALUES (?, ?) ON CONFLICT DO NOTHING`, from, to)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM gaps WHERE until <= (SELECT COALESCE(MIN(created), ?) FROM tables WHERE deadline IS NOT NULL)`, from)
	return err
}

// LastAlive implements store.Store.
func (d *DB) LastAlive(ctx context.Context, after int64) (at int64, gaps []match.Gap, err error) {
	err = d.Row(ctx, `SELECT at FROM alive WHERE one = 1`).Scan(&at)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, nil, err
	}
	gaps, err = d.gaps(ctx, after)
	return at, gaps, err
}

func (d *DB) gaps(ctx context.Context, after int64) (gaps []match.Gap, err error) {
	err = d.Query(ctx, `SELECT since, until FROM gaps WHERE since >= ? ORDER BY since`, []any{after}, func(r *sql.Rows) error {
		var g match.Gap
		err := r.Scan(&g.From, &g.To)
		gaps = append(gaps, g)
		return err
	})
	return gaps, err
}
