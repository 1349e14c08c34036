// Package sqldb is the part of a store that is the same for every SQL database.
// Packages sqlite and postgres give it their way of running a transaction.
package sqldb

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"sync"
)

// Tx is a transaction that writes. Queries use ? for their arguments.
type Tx interface {
	Exec(ctx context.Context, query string, args ...any) (rows int64, err error)
	QueryRow(ctx context.Context, query string, args ...any) *sql.Row
}

// DB is a database to be read from directly and written to through Write.
type DB struct {
	// Reads is used for everything that only reads.
	Reads *sql.DB
	// Write runs f in a transaction and commits it durably. If f returns an
	// error, nothing that f did is kept. f may be run more than once.
	Write func(ctx context.Context, f func(Tx) error) error
	// Numbered says that arguments are written $1, $2, … instead of ?.
	Numbered bool
	// Snapshot is the isolation in which a reading transaction sees one moment.
	Snapshot sql.IsolationLevel
	// Prepared says that it pays to keep what is read prepared: the driver does not.
	Prepared bool
	// Why says in words for a host what keeps the database from working; "" for
	// errors that say nothing of the kind.
	Why func(error) string
	// Down closes what is below.
	Down func() error

	texts sync.Map // query with ? to query with $n
	stmts sync.Map // query to its *sql.Stmt
}

// Close closes the database.
func (d *DB) Close() error { return d.Down() }

// Text returns the query as this database wants its arguments written.
func (d *DB) Text(query string) string {
	if !d.Numbered {
		return query
	}
	if t, ok := d.texts.Load(query); ok {
		return t.(string)
	}
	var b strings.Builder
	n := 0
	for _, r := range query {
		if r == '?' {
			n++
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(n))
			continue
		}
		b.WriteRune(r)
	}
	d.texts.Store(query, b.String())
	return b.String()
}

// Query reads rows and calls scan for each.
func (d *DB) Query(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error {
	rows, err := d.rows(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Row reads one row.
func (d *DB) Row(ctx context.Context, query string, args ...any) *sql.Row {
	if s := d.stmt(ctx, query); s != nil {
		return s.QueryRowContext(ctx, args...)
	}
	return d.Reads.QueryRowContext(ctx, d.Text(query), args...)
}

func (d *DB) rows(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if s := d.stmt(ctx, query); s != nil {
		return s.QueryContext(ctx, args...)
	}
	return d.Reads.QueryContext(ctx, d.Text(query), args...)
}

// stmt returns a query prepared; nil: it is to be run as text, and whatever is wrong
// with it is told then. There are as many as there are queries in this package.
func (d *DB) stmt(ctx context.Context, query string) *sql.Stmt {
	if !d.Prepared {
		return nil
	}
	if s, ok := d.stmts.Load(query); ok {
		return s.(*sql.Stmt)
	}
	s, err := d.Reads.PrepareContext(ctx, settled(query))
	if err != nil {
		return nil
	}
	if kept, ok := d.stmts.LoadOrStore(query, s); ok {
		s.Close()
		return kept.(*sql.Stmt)
	}
	return s
}

// settled hides the arguments of a query from SQLite's planner. A plan that could
// depend on what they are is thrown away with them and made anew each time, which
// costs two thirds of a short query. It never does depend on them: the planner knows
// no statistics of ours.
func settled(query string) string {
	query = strings.ReplaceAll(query, `LIMIT ?`, `LIMIT CAST(? AS INTEGER)`)
	return strings.ReplaceAll(query, `?`, `+?`)
}
