package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"atoll/game"
	"atoll/match"
	"atoll/store"
)

func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

func orNull(n int64) any {
	if n == 0 {
		return nil
	}
	return n
}

// Commit implements match.Store. The first statement of each change is the
// compare-and-set; where it finds another version nothing has been written yet
// by that change, and an earlier change of the same call is rolled back by Write.
func (d *DB) Commit(ctx context.Context, changes ...*match.Change) error {
	// Encoded before the transaction, which others may wait for.
	data := make([][][]byte, len(changes))
	for i, c := range changes {
		data[i] = Encoded(c)
	}
	return d.Write(ctx, func(tx Tx) error {
		for i, c := range changes {
			if err := commit(ctx, tx, c, data[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// Encoded returns the entries of a change as they are stored.
func Encoded(c *match.Change) [][]byte {
	data := make([][]byte, len(c.Entries))
	for i := range c.Entries {
		data[i] = c.Entries[i].Data()
	}
	return data
}

func commit(ctx context.Context, tx Tx, c *match.Change, data [][]byte) error {
	h := &c.Head
	var n int64
	var err error
	switch {
	case c.Version == 1:
		n, err = tx.Exec(ctx, `INSERT INTO tables (id, version, seq, game, rules, status, listed, rated, acting, deadline, created, updated, info, private)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			c.Table, c.Version, h.Seq, h.Game, h.Rules, string(h.Status), yes(h.Listed), yes(h.Rated),
			int(h.Acting), orNull(h.Deadline), h.Created, h.Updated, h.Info, c.Private)
	case h.Info == nil:
		n, err = tx.Exec(ctx, `UPDATE tables SET version = ?, seq = ?, acting = ?, deadline = ?, updated = ?, private = ? WHERE id = ? AND version = ?`,
			c.Version, h.Seq, int(h.Acting), orNull(h.Deadline), h.Updated, c.Private, c.Table, c.Version-1)
	default:
		n, err = tx.Exec(ctx, `UPDATE tables SET version = ?, seq = ?, status = ?, listed = ?, acting = ?, deadline = ?, updated = ?, info = ?, private = ? WHERE id = ? AND version = ?`,
			c.Version, h.Seq, string(h.Status), yes(h.Listed), int(h.Acting), orNull(h.Deadline), h.Updated,
			h.Info, c.Private, c.Table, c.Version-1)
	}
	if err != nil {
		return fmt.Errorf("storing table %s: %w", c.Table, err)
	}
	if n != 1 {
		return match.ErrConflict
	}
	for j := range c.Entries {
		if _, err := tx.Exec(ctx, `INSERT INTO events (table_id, seq, data) VALUES (?, ?, ?)`, c.Table, c.Entries[j].Seq, data[j]); err != nil {
			return fmt.Errorf("storing entry %d of table %s: %w", c.Entries[j].Seq, c.Table, err)
		}
	}
	for _, m := range c.Members {
		q := `INSERT INTO members (user_id, table_id, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`
		if m.Gone {
			q = `DELETE FROM members WHERE user_id = ? AND table_id = ? AND seat = ?`
		}
		if _, err := tx.Exec(ctx, q, m.User, c.Table, int(m.Seat)); err != nil {
			return fmt.Errorf("storing a member of table %s: %w", c.Table, err)
		}
	}
	if c.Ping {
		if _, err := tx.Exec(ctx, `INSERT INTO outbox (at, table_id, seq) VALUES (?, ?, ?)`, h.Updated, c.Table, h.Seq); err != nil {
			return fmt.Errorf("storing a ping of table %s: %w", c.Table, err)
		}
	}
	return putNotices(ctx, tx, c.Notices)
}

// HeadColumns are what ScanHead reads, of a table t.
const HeadColumns = `t.id, t.version, t.seq, t.game, t.rules, t.status, t.listed, t.rated, t.acting, t.deadline, t.created, t.updated, t.info, t.private`

// ScanHead reads a table without its log.
func ScanHead(scan func(...any) error) (*match.Stored, error) {
	var s match.Stored
	var status string
	var listed, rated, acting int
	var deadline sql.NullInt64
	h := &s.Head
	err := scan(&s.ID, &s.Version, &h.Seq, &h.Game, &h.Rules, &status, &listed, &rated, &acting, &deadline, &h.Created, &h.Updated,
		&h.Info, &s.Private)
	h.Status, h.Listed, h.Rated, h.Acting, h.Deadline = match.Status(status), listed != 0, rated != 0, game.Seats(acting), deadline.Int64
	return &s, err
}

// Load implements match.Store.
func (d *DB) Load(ctx context.Context, table string, after int64) (*match.Stored, error) {
	// Head and entries must be of one moment.
	tx, err := d.Reads.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: d.isolation()})
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	s, err := ScanHead(tx.QueryRowContext(ctx, d.Text(`SELECT `+HeadColumns+` FROM tables t WHERE t.id = ?`), table).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, match.ErrNoTable
	}
	if err != nil {
		return nil, fmt.Errorf("loading table %s: %w", table, err)
	}
	rows, err := tx.QueryContext(ctx, d.Text(`SELECT seq, data FROM events WHERE table_id = ? AND seq > ? ORDER BY seq`), table, after)
	if err != nil {
		return nil, fmt.Errorf("loading the log of table %s: %w", table, err)
	}
	defer rows.Close()
	for rows.Next() {
		var seq int64
		var data sql.RawBytes
		if err := rows.Scan(&seq, &data); err != nil {
			return nil, err
		}
		e, err := match.ReadEntry(seq, data)
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", table, err)
		}
		s.Entries = append(s.Entries, e)
	}
	return s, rows.Err()
}

func (d *DB) isolation() sql.IsolationLevel {
	if d.Numbered {
		return sql.LevelRepeatableRead
	}
	return sql.LevelDefault
}

// Due implements match.Store.
func (d *DB) Due(ctx context.Context, now int64, limit int) ([]string, error) {
	var ids []string
	err := d.Query(ctx, `SELECT id FROM tables WHERE deadline IS NOT NULL AND deadline <= ? ORDER BY deadline LIMIT ?`, []any{now, limit}, func(r *sql.Rows) error {
		var id string
		err := r.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

// ManyPings stands in place of the time in a row of the outbox that has the pings of many
// tables: their ids and numbers, in turn, where others have the id of one, and the time in
// place of its number. So programs that know of no such rows leave them to those that do.
const ManyPings = `9223372036854775807`

// Outbox implements match.Store.
func (d *DB) Outbox(ctx context.Context, before int64, limit int) ([]match.Outgoing, error) {
	var out []match.Outgoing
	q := `SELECT id, at, table_id, seq FROM outbox WHERE at < ? OR at = ` + ManyPings + ` AND seq < ? ORDER BY id LIMIT ?`
	err := d.Query(ctx, q, []any{before, before, limit}, func(r *sql.Rows) error {
		var o match.Outgoing
		if err := r.Scan(&o.ID, &o.At, &o.Table, &o.Seq); err != nil {
			return err
		}
		if o.At != math.MaxInt64 {
			out = append(out, o)
			return nil
		}
		o.At = o.Seq
		for words := strings.Fields(o.Table); len(words) >= 2; words = words[2:] {
			o.Table = words[0]
			o.Seq, _ = strconv.ParseInt(words[1], 10, 64) // 0: the table is looked at in any case
			out = append(out, o)
		}
		return nil
	})
	return out, err
}

// Sent implements match.Store.
func (d *DB) Sent(ctx context.Context, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	ids = slices.Clone(ids)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return d.Write(ctx, func(tx Tx) error {
		for i := 0; i < len(ids); {
			// Neighbours go together; a number between them that is not in the list
			// may belong to a ping that was not seen yet.
			j := i
			for j+1 < len(ids) && ids[j+1] == ids[j]+1 {
				j++
			}
			if _, err := tx.Exec(ctx, `DELETE FROM outbox WHERE id BETWEEN ? AND ?`, ids[i], ids[j]); err != nil {
				return fmt.Errorf("emptying the outbox: %w", err)
			}
			i = j + 1
		}
		return nil
	})
}

// Tables implements store.Store.
func (d *DB) Tables(ctx context.Context, f store.Filter) ([]*match.Stored, error) {
	var where []string
	var args []any
	from := `tables t`
	if f.User != "" {
		where = append(where, `t.id IN (SELECT m.table_id FROM members m WHERE m.user_id = ?)`)
		args = append(args, f.User)
		if f.Rated {
			where = append(where, `t.rated = 1`)
		}
	} else {
		where = append(where, `t.listed = 1`)
	}
	if f.Game != "" {
		where = append(where, `t.game = ?`)
		args = append(args, f.Game)
	}
	if f.Status != "" {
		where = append(where, `t.status = ?`)
		args = append(args, string(f.Status))
	}
	if f.After.ID != "" {
		where = append(where, `(t.created, t.id) < (?, ?)`)
		args = append(args, f.After.Created, f.After.ID)
	}
	args = append(args, min(max(f.Limit, 1), 500))
	var list []*match.Stored
	err := d.Query(ctx, `SELECT `+HeadColumns+` FROM `+from+` WHERE `+strings.Join(where, ` AND `)+` ORDER BY t.created DESC, t.id DESC LIMIT ?`, args, func(r *sql.Rows) error {
		s, err := ScanHead(r.Scan)
		list = append(list, s)
		return err
	})
	return list, err
}

// CountOpen implements store.Store.
func (d *DB) CountOpen(ctx context.Context, user string) (int, error) {
	var n int
	err := d.Row(ctx, `SELECT count(*) FROM tables t WHERE t.status IN ('open', 'running') AND t.id IN (SELECT m.table_id FROM members m WHERE m.user_id = ?)`, user).Scan(&n)
	return n, err
}

// CountBrought implements store.Store.
func (d *DB) CountBrought(ctx context.Context, user string) (int, error) {
	var n int
	err := d.Row(ctx, `SELECT count(DISTINCT m.table_id) FROM members m WHERE m.user_id = ? AND m.table_id LIKE ?`, user, store.BroughtPrefix+"%").Scan(&n)
	return n, err
}
