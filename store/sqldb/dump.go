package sqldb

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A dump is the whole store as lines of JSON, the same for every database, so
// that it can be restored into another kind: a head, then for each table its
// name and columns, then its rows, and a last line with their count.
const dumpFormat = "atoll-dump/1"

// dumped are the tables of a dump with their columns, bytes marked by a '*'. The
// outbox is left out: a restored store starts with nothing to tell. Analyses can be
// made again.
var dumped = []struct{ table, columns string }{
	{"tables", "id version seq game rules status listed rated acting deadline created updated info* private*"},
	{"events", "table_id seq data*"},
	{"members", "user_id table_id seat"},
	{"users", "id kind name created"},
	{"sessions", "hash user_id created expires"},
	{"chat", "id table_id at user_id name seat text msg"},
	{"mutes", "user_id other"},
	{"accounts", "user_id login password owner banned created"},
	{"ratings", "user_id game speed rating deviation volatility games updated"},
	{"rated", "table_id at"},
	{"hooks", "user_id url secret"},
	{"keys", "name value*"},
	{"kept_names", "hash until"},
	{"alive", "one at"},
	{"gaps", "since until"},
	{"tournaments", "id seq kind game status listed start due updated info*"},
	{"tournament_events", "tournament seq data*"},
	{"entrants", "user_id tournament"},
	{"tournament_games", "table_id tournament no"},
	{"follows", "user_id other since"},
	{"blocks", "user_id other since"},
	{"manners", "user_id challenges seen"},
	{"challenges", "id pair from_id to_id setup* word at until status table_id"},
	{"reports", "id by_id about_id table_id why text at done"},
	{"addresses", "user_id address verified pending token until"},
	{"subscriptions", "endpoint user_id p256dh auth created"},
	{"notice_settings", "user_id data*"},
	{"notices", "user_id kind thing step at due held tries gen done"},
	{"vacations", "user_id since until"},
	{"passkeys", "id user_id name data* counter created used"},
	{"links", "issuer subject user_id created used"},
	{"hearing", "user_id messages"},
}

// dumpedFirst is how many of them the first dumps had.
const dumpedFirst = 11

// aboutServers are tables that say when a server ran, and the keys that it has made. A store that
// was served once has them and still counts as empty; backups of earlier versions lack them.
var aboutServers = []string{"alive", "gaps", "keys"}

type dumpLine struct {
	Format  string   `json:"format,omitempty"`
	Table   string   `json:"table,omitempty"`
	Columns []string `json:"columns,omitempty"`
	Row     []any    `json:"row,omitempty"`
	Rows    *int64   `json:"rows,omitempty"` // of the last line
}

// Dump writes everything as of one moment, while others go on writing.
func (d *DB) Dump(ctx context.Context, out io.Writer) (rows int64, err error) {
	tx, err := d.Reads.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: d.Snapshot})
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	w := bufio.NewWriterSize(out, 1<<16)
	enc := json.NewEncoder(w)
	if err := enc.Encode(dumpLine{Format: dumpFormat}); err != nil {
		return 0, err
	}
	for _, t := range dumped {
		n, err := dumpTable(ctx, tx, enc, t.table, strings.Fields(t.columns))
		if err != nil {
			return rows, fmt.Errorf("table %s: %w", t.table, err)
		}
		rows += n
	}
	if err := enc.Encode(dumpLine{Rows: &rows}); err != nil {
		return rows, err
	}
	return rows, w.Flush()
}

func dumpTable(ctx context.Context, tx *sql.Tx, enc *json.Encoder, table string, columns []string) (int64, error) {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = strings.TrimSuffix(c, "*")
	}
	if err := enc.Encode(dumpLine{Table: table, Columns: columns}); err != nil {
		return 0, err
	}
	rows, err := tx.QueryContext(ctx, "SELECT "+strings.Join(names, ", ")+" FROM "+table+" ORDER BY 1, 2")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	var n int64
	for ; rows.Next(); n++ {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return n, err
		}
		for i, v := range values {
			if b, ok := v.([]byte); ok && strings.HasSuffix(columns[i], "*") {
				values[i] = base64.StdEncoding.EncodeToString(b)
			} else if ok {
				values[i] = string(b)
			}
		}
		if err := enc.Encode(dumpLine{Row: values}); err != nil {
			return n, err
		}
	}
	return n, rows.Err()
}

// ErrNotEmpty says that a store to be restored into has something in it.
var ErrNotEmpty = errors.New("the store is not empty")

// Restore reads a dump into an empty store. A dump that ends early, or is malformed, is refused and
// leaves nothing behind.
func (d *DB) Restore(ctx context.Context, in io.Reader) (rows int64, err error) {
	err = d.Write(ctx, func(tx Tx) error {
		for _, t := range dumped {
			if slices.Contains(aboutServers, t.table) {
				if _, err := tx.Exec(ctx, "DELETE FROM "+t.table); err != nil {
					return err
				}
				continue
			}
			var n int64
			if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM "+t.table).Scan(&n); err != nil {
				return err
			}
			if n != 0 {
				return ErrNotEmpty
			}
		}
		rows, err = d.restore(ctx, tx, in)
		return err
	})
	return rows, err
}

func (d *DB) restore(ctx context.Context, tx Tx, in io.Reader) (rows int64, err error) {
	dec := json.NewDecoder(bufio.NewReaderSize(in, 1<<16))
	dec.UseNumber()
	next, table, insert := 0, "", ""
	var columns []string
	for line := 1; ; line++ {
		var l dumpLine
		if err := dec.Decode(&l); err != nil {
			if errors.Is(err, io.EOF) {
				return rows, errors.New("the dump ends early: its last line is missing")
			}
			return rows, fmt.Errorf("line %d: %w", line, err)
		}
		switch {
		case line == 1:
			if l.Format != dumpFormat {
				return rows, fmt.Errorf("line 1: format %.40q, not %s", l.Format, dumpFormat)
			}
		case l.Rows != nil:
			if *l.Rows != rows || next < dumpedFirst {
				return rows, fmt.Errorf("the dump should have %d rows of %d tables, but has %d of %d", *l.Rows, len(dumped), rows, next)
			}
			return rows, d.afterRestore(ctx, tx)
		case l.Table != "":
			if next == len(dumped) || l.Table != dumped[next].table || strings.Join(l.Columns, " ") != dumped[next].columns {
				return rows, fmt.Errorf("line %d: table %.40q with columns %.200q is not what belongs here", line, l.Table, l.Columns)
			}
			table, columns = l.Table, l.Columns
			next++
			insert = insertText(d, table, columns)
		default:
			values, err := rowValues(columns, l.Row)
			if err != nil {
				return rows, fmt.Errorf("line %d: %w", line, err)
			}
			if _, err := tx.Exec(ctx, insert, values...); err != nil {
				return rows, fmt.Errorf("line %d: %w", line, err)
			}
			rows++
		}
	}
}

func insertText(d *DB, table string, columns []string) string {
	names := strings.ReplaceAll(strings.Join(columns, ", "), "*", "")
	override := ""
	if d.Numbered && table == "chat" { // Postgres: the id is made by the database otherwise
		override = " OVERRIDING SYSTEM VALUE"
	}
	return "INSERT INTO " + table + " (" + names + ")" + override + " VALUES (" + strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ") + ")"
}

func rowValues(columns []string, row []any) ([]any, error) {
	if len(columns) == 0 || len(row) != len(columns) {
		return nil, fmt.Errorf("a row of %d values for %d columns", len(row), len(columns))
	}
	for i, v := range row {
		switch v := v.(type) {
		case json.Number:
			if n, err := v.Int64(); err == nil {
				row[i] = n
			} else if f, err := v.Float64(); err == nil {
				row[i] = f
			} else {
				return nil, err
			}
		case string:
			if strings.HasSuffix(columns[i], "*") {
				b, err := base64.StdEncoding.DecodeString(v)
				if err != nil {
					return nil, fmt.Errorf("column %s: %w", columns[i], err)
				}
				row[i] = b
			}
		case nil:
		default:
			return nil, fmt.Errorf("column %s holds %T", columns[i], v)
		}
	}
	return row, nil
}

// afterRestore lets numbers that the database makes go on after the restored ones.
func (d *DB) afterRestore(ctx context.Context, tx Tx) error {
	if !d.Numbered {
		return nil // SQLite sees the largest by itself
	}
	var n int64
	return tx.QueryRow(ctx, `SELECT setval(pg_get_serial_sequence('chat', 'id'), (SELECT COALESCE(MAX(id), 1) FROM chat))`).Scan(&n)
}

// Finished implements store.Store.
func (d *DB) Finished(ctx context.Context, f func(id string) error) error {
	// In pages, so that no long read stands in the way of others.
	created, after := int64(-1), ""
	for {
		var ids []string
		err := d.Query(ctx, `SELECT id, created FROM tables WHERE status = 'over' AND (created > ? OR created = ? AND id > ?) ORDER BY created, id LIMIT 500`,
			[]any{created, created, after}, func(r *sql.Rows) error {
				var id string
				err := r.Scan(&id, &created)
				after = id
				ids = append(ids, id)
				return err
			})
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			if err := f(id); err != nil {
				return err
			}
		}
	}
}

// Sound implements store.Store.
func (d *DB) Sound(ctx context.Context) error {
	if d.Numbered {
		var n int
		return d.Row(ctx, `SELECT 1`).Scan(&n)
	}
	var said string
	if err := d.Row(ctx, `PRAGMA quick_check(1)`).Scan(&said); err != nil {
		return err
	}
	if said != "ok" {
		return errors.New(said)
	}
	return nil
}

// OldRules implements store.Store.
func (d *DB) OldRules(ctx context.Context, game string, version int) ([]string, error) {
	var ids []string
	err := d.Query(ctx, `SELECT id FROM tables WHERE game = ? AND rules < ? AND status IN ('open', 'running') ORDER BY created, id`,
		[]any{game, version}, func(r *sql.Rows) error {
			var id string
			err := r.Scan(&id)
			ids = append(ids, id)
			return err
		})
	return ids, err
}
