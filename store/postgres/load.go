package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"atoll/match"
	"atoll/store/sqldb"
)

// loaders is how many queries for tables run at once. A move is looked up by every
// other node that has somebody at the table; those that wait while a query runs
// share the next one.
const loaders = 3

// load is one table that somebody waits for.
type load struct {
	table  string
	after  int64
	stored *match.Stored
	err    error
	done   chan struct{}
}

// Load implements match.Store.
func (d *DB) Load(ctx context.Context, table string, after int64) (*match.Stored, error) {
	l := &load{table: table, after: after, done: make(chan struct{})}
	select {
	case d.loads <- l:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-d.stop:
		return nil, ErrClosed
	}
	select {
	case <-l.done:
		return l.stored, l.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-d.stop:
		return nil, ErrClosed
	}
}

func (d *DB) runLoads() {
	waiting := sqldb.NewGatherer(d.loads, d.stop, maxBatch, 0, 0)
	var batch []*load
	for ok := true; ; {
		if batch, ok = waiting.Next(batch); !ok {
			return
		}
		if err := d.fetch(batch); err != nil {
			for _, l := range batch {
				l.stored, l.err = nil, fmt.Errorf("loading table %s: %w", l.table, err)
			}
		}
		for _, l := range batch {
			if l.stored == nil && l.err == nil {
				l.err = match.ErrNoTable
			}
			close(l.done)
		}
	}
}

// heads reads tables with the entries after some number of each.
const heads = `SELECT q.n, ` + sqldb.HeadColumns + `,
	ARRAY(SELECT e.seq FROM events e WHERE e.table_id = q.id AND e.seq > q.after ORDER BY e.seq),
	ARRAY(SELECT e.data FROM events e WHERE e.table_id = q.id AND e.seq > q.after ORDER BY e.seq)
	FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS q(id, after, n) JOIN tables t ON t.id = q.id`

// fetch reads tables with the entries that were asked for, all as of one moment, since a single
// statement sees one snapshot.
func (d *DB) fetch(batch []*load) error {
	ctx, cancel := context.WithTimeout(context.Background(), slow)
	defer cancel()
	return d.raw(ctx, func(conn *pgx.Conn) error {
		tables, after := column(batch, func(l *load) string { return l.table }), column(batch, func(l *load) int64 { return l.after })
		rows, err := conn.Query(ctx, heads, tables, after)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var n int64
			var seqs []int64
			var data [][]byte
			s, err := sqldb.ScanHead(func(head ...any) error {
				return rows.Scan(append(append([]any{&n}, head...), &seqs, &data)...)
			})
			if err != nil {
				return err
			}
			l := batch[n-1]
			l.stored = s
			for i, seq := range seqs {
				e, err := match.ReadEntry(seq, data[i])
				if err != nil { // of this table alone
					l.stored, l.err = nil, fmt.Errorf("table %s: %w", l.table, err)
					break
				}
				s.Entries = append(s.Entries, e)
			}
		}
		return rows.Err()
	})
}
