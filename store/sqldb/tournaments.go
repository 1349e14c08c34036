package sqldb

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"atoll/match"
	"atoll/store"
	"atoll/tournament"
)

// CommitTournament implements store.Tournaments.
func (d *DB) CommitTournament(ctx context.Context, c store.TournamentChange) error {
	data := make([][]byte, len(c.Entries))
	for i, e := range c.Entries {
		line, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("tournament %s: %w", c.Head.ID, err)
		}
		data[i] = line
	}
	h := &c.Head
	before := h.Seq - int64(len(c.Entries))
	return d.Write(ctx, func(tx Tx) error {
		var n int64
		var err error
		if before == 0 {
			n, err = tx.Exec(ctx, `INSERT INTO tournaments (id, seq, kind, game, status, listed, start, due, updated, info)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
				h.ID, h.Seq, string(h.Kind), h.Game, string(h.Status), yes(h.Listed), h.Start, orNull(h.Due), h.Updated, h.Info)
		} else {
			n, err = tx.Exec(ctx, `UPDATE tournaments SET seq = ?, status = ?, listed = ?, due = ?, updated = ?, info = ? WHERE id = ? AND seq = ?`,
				h.Seq, string(h.Status), yes(h.Listed), orNull(h.Due), h.Updated, h.Info, h.ID, before)
		}
		if err != nil {
			return fmt.Errorf("storing tournament %s: %w", h.ID, err)
		}
		if n != 1 {
			return match.ErrConflict
		}
		for i, e := range c.Entries {
			if err := addTournamentEntry(ctx, tx, h.ID, before+int64(i)+1, e, data[i]); err != nil {
				return fmt.Errorf("storing entry %d of tournament %s: %w", before+int64(i)+1, h.ID, err)
			}
		}
		return putNotices(ctx, tx, c.Notices)
	})
}

func addTournamentEntry(ctx context.Context, tx Tx, id string, seq int64, e tournament.Entry, data []byte) error {
	if _, err := tx.Exec(ctx, `INSERT INTO tournament_events (tournament, seq, data) VALUES (?, ?, ?)`, id, seq, data); err != nil {
		return err
	}
	switch {
	case e.Enter != nil && e.Enter.User.ID != "":
		_, err := tx.Exec(ctx, `INSERT INTO entrants (user_id, tournament) VALUES (?, ?) ON CONFLICT DO NOTHING`, e.Enter.User.ID, id)
		return err
	case e.Round != nil:
		for _, g := range e.Round.Games {
			if _, err := tx.Exec(ctx, `INSERT INTO tournament_games (table_id, tournament, no)
				SELECT ?, ?, COUNT(*) FROM tournament_games WHERE tournament = ?`, g.Table, id, id); err != nil {
				return err
			}
		}
	}
	return nil
}

const tournamentColumns = `t.id, t.seq, t.kind, t.game, t.status, t.listed, t.start, t.due, t.updated, t.info`

func scanTournament(scan func(...any) error) (h store.TournamentHead, err error) {
	var listed int
	var due sql.NullInt64
	err = scan(&h.ID, &h.Seq, &h.Kind, &h.Game, &h.Status, &listed, &h.Start, &due, &h.Updated, &h.Info)
	h.Listed, h.Due = listed == 1, due.Int64
	return h, err
}

// Tournament implements store.Tournaments. The head is read first: entries
// that come in between are read at the next look.
func (d *DB) Tournament(ctx context.Context, id string, after int64) (store.TournamentHead, []tournament.Entry, error) {
	h, err := scanTournament(d.Row(ctx, `SELECT `+tournamentColumns+` FROM tournaments t WHERE t.id = ?`, id).Scan)
	if err != nil {
		return h, nil, none(err)
	}
	var entries []tournament.Entry
	err = d.Query(ctx, `SELECT seq, data FROM tournament_events WHERE tournament = ? AND seq > ? AND seq <= ? ORDER BY seq`, []any{id, after, h.Seq}, func(r *sql.Rows) error {
		var seq int64
		var data []byte
		if err := r.Scan(&seq, &data); err != nil {
			return err
		}
		var e tournament.Entry
		if err := json.Unmarshal(data, &e); err != nil {
			return fmt.Errorf("entry %d of tournament %s: %w", seq, id, err)
		}
		e.Seq = seq
		entries = append(entries, e)
		return nil
	})
	return h, entries, err
}

// Tournaments implements store.Tournaments.
func (d *DB) Tournaments(ctx context.Context, f store.TournamentFilter) ([]store.TournamentHead, error) {
	query, args := `SELECT `+tournamentColumns+` FROM tournaments t WHERE t.listed = 1`, []any{}
	if f.User != "" {
		query, args = `SELECT `+tournamentColumns+` FROM tournaments t JOIN entrants e ON e.tournament = t.id WHERE e.user_id = ?`, []any{f.User}
	}
	if f.Status != "" {
		query, args = query+` AND t.status = ?`, append(args, string(f.Status))
	}
	if f.Before != 0 {
		query, args = query+` AND t.start < ?`, append(args, f.Before)
	}
	var list []store.TournamentHead
	err := d.Query(ctx, query+` ORDER BY t.start DESC, t.id LIMIT ?`, append(args, f.Limit), func(r *sql.Rows) error {
		h, err := scanTournament(r.Scan)
		list = append(list, h)
		return err
	})
	return list, err
}

// DueTournaments implements store.Tournaments.
func (d *DB) DueTournaments(ctx context.Context, now int64, limit int) (ids []string, err error) {
	err = d.Query(ctx, `SELECT id FROM tournaments WHERE due <= ? ORDER BY due LIMIT ?`, []any{now, limit}, func(r *sql.Rows) error {
		var id string
		err := r.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

// TournamentOf implements store.Tournaments.
func (d *DB) TournamentOf(ctx context.Context, table string) (id string, game int, err error) {
	err = d.Row(ctx, `SELECT tournament, no FROM tournament_games WHERE table_id = ?`, table).Scan(&id, &game)
	return id, game, none(err)
}
