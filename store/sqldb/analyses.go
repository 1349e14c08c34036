package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"atoll/store"
)

const openAnalyses = `status IN ('queued', 'running')`

// AskAnalysis implements store.Analyses. A unique index makes sure that a user has only one open at
// a time.
func (d *DB) AskAnalysis(ctx context.Context, table, user string, now int64, limit int) (a store.Analysis, err error) {
	err = d.Write(ctx, func(tx Tx) error {
		a = store.Analysis{Table: table}
		err := tx.QueryRow(ctx, `SELECT user_id, status, done, total, updated FROM analyses WHERE table_id = ? AND status <> 'failed'`, table).
			Scan(&a.User, &a.Status, &a.Done, &a.Total, &a.Updated)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		var open int
		if err := tx.QueryRow(ctx, `SELECT COUNT(*) FROM analyses WHERE `+openAnalyses).Scan(&open); err != nil {
			return err
		}
		if open >= limit {
			return store.ErrFull
		}
		// A failed one makes room; if the user is busy, this is undone.
		if _, err := tx.Exec(ctx, `DELETE FROM analyses WHERE table_id = ? AND status = 'failed'`, table); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `INSERT INTO analyses (table_id, user_id, status, run, tries, done, total, updated)
			VALUES (?, ?, 'queued', ?, 0, 0, 0, ?) ON CONFLICT DO NOTHING`, table, user, now, now)
		if err != nil {
			return err
		}
		if n == 1 {
			a = store.Analysis{Table: table, User: user, Status: store.AnalysisQueued, Updated: now, Fresh: true}
			return nil
		}
		err = tx.QueryRow(ctx, `SELECT user_id, status, done, total, updated FROM analyses WHERE table_id = ?`, table).
			Scan(&a.User, &a.Status, &a.Done, &a.Total, &a.Updated) // somebody else was faster
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrBusy
		}
		return err
	})
	if errors.Is(err, store.ErrBusy) || errors.Is(err, store.ErrFull) {
		return store.Analysis{}, err
	}
	if err != nil {
		return store.Analysis{}, fmt.Errorf("asking for an analysis of table %s: %w", table, err)
	}
	return a, nil
}

// Analysis implements store.Analyses.
func (d *DB) Analysis(ctx context.Context, table string, from int) (store.Analysis, error) {
	a := store.Analysis{Table: table}
	err := d.Row(ctx, `SELECT user_id, status, done, total, updated FROM analyses WHERE table_id = ?`, table).
		Scan(&a.User, &a.Status, &a.Done, &a.Total, &a.Updated)
	if err != nil {
		return a, none(err)
	}
	err = d.Query(ctx, `SELECT data FROM analysis_steps WHERE table_id = ? AND no >= ? AND no < ? ORDER BY no`, []any{table, from, a.Done}, func(r *sql.Rows) error {
		var data []byte
		err := r.Scan(&data)
		a.Steps = append(a.Steps, data)
		return err
	})
	return a, err
}

// StartAnalysis implements store.Analyses.
func (d *DB) StartAnalysis(ctx context.Context, table string, now, before int64, total, tries int) (run int64, err error) {
	err = d.Write(ctx, func(tx Tx) error {
		run = 0
		n, err := tx.Exec(ctx, `UPDATE analyses SET status = 'running', run = run + 1, tries = tries + 1, done = 0, total = ?, updated = ?
			WHERE table_id = ? AND tries < ? AND (status = 'queued' OR status = 'running' AND updated < ?)`, total, now, table, tries, before)
		if err != nil {
			return err
		}
		if n == 0 {
			_, err := tx.Exec(ctx, `UPDATE analyses SET status = 'failed', updated = ?
				WHERE table_id = ? AND tries >= ? AND (status = 'queued' OR status = 'running' AND updated < ?)`, now, table, tries, before)
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM analysis_steps WHERE table_id = ?`, table); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `SELECT run FROM analyses WHERE table_id = ?`, table).Scan(&run)
	})
	if err == nil && run == 0 {
		err = store.ErrNone
	}
	return run, err
}

// AddAnalysis implements store.Analyses.
func (d *DB) AddAnalysis(ctx context.Context, table string, run, now int64, from int, steps [][]byte) (mine bool, err error) {
	err = d.Write(ctx, func(tx Tx) error {
		n, err := tx.Exec(ctx, `UPDATE analyses SET done = ?, updated = ? WHERE table_id = ? AND run = ? AND status = 'running'`, from+len(steps), now, table, run)
		if mine = n == 1; err != nil || !mine {
			return err
		}
		for i, data := range steps {
			if _, err := tx.Exec(ctx, `INSERT INTO analysis_steps (table_id, no, data) VALUES (?, ?, ?)`, table, from+i, data); err != nil {
				return fmt.Errorf("storing step %d of the analysis of table %s: %w", from+i, table, err)
			}
		}
		return nil
	})
	return mine, err
}

// EndAnalysis implements store.Analyses.
func (d *DB) EndAnalysis(ctx context.Context, table string, run, now int64, status string) error {
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `UPDATE analyses SET status = ?, updated = ? WHERE table_id = ? AND run = ? AND status = 'running'`, status, now, table, run)
		return err
	})
}

// StalledAnalyses implements store.Analyses.
func (d *DB) StalledAnalyses(ctx context.Context, before int64, limit int) ([]string, error) {
	var ids []string
	err := d.Query(ctx, `SELECT table_id FROM analyses WHERE `+openAnalyses+` AND updated < ? ORDER BY updated LIMIT ?`, []any{before, limit}, func(r *sql.Rows) error {
		var id string
		err := r.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}
