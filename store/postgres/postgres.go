// Package postgres keeps everything in a PostgreSQL database, so that any number
// of nodes can serve the same tables.
package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"atoll/store/sqldb"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrations returns the embedded migrations.
func Migrations() fs.FS {
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err)
	}
	return sub
}

// DB is an open PostgreSQL store.
type DB struct {
	*sqldb.DB
}

// Open connects to the database and brings its tables up to date. Several nodes
// may do so at the same time.
func Open(ctx context.Context, address string) (*DB, error) {
	cfg, err := pgx.ParseConfig(address)
	if err != nil {
		// The driver's own words could repeat the password.
		return nil, errors.New("the address of the database is not valid")
	}
	pool := stdlib.OpenDB(*cfg)
	pool.SetMaxOpenConns(24)
	pool.SetMaxIdleConns(24)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	locker, err := lock.NewPostgresSessionLocker()
	var provider *goose.Provider
	if err == nil {
		provider, err = goose.NewProvider(goose.DialectPostgres, pool, Migrations(), goose.WithSessionLocker(locker))
	}
	if err == nil {
		err = sqldb.Migrate(ctx, provider)
	}
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("preparing the database: %w", err)
	}
	d := &DB{}
	d.DB = &sqldb.DB{Reads: pool, Write: d.write, Numbered: true, Snapshot: sql.LevelRepeatableRead, Down: pool.Close}
	return d, nil
}

type txn struct {
	d  *DB
	tx *sql.Tx
}

func (t txn) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	res, err := t.tx.ExecContext(ctx, t.d.Text(query), args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func (t txn) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	return t.tx.QueryRowContext(ctx, t.d.Text(query), args...)
}

// write runs f in a transaction. The row locks of READ COMMITTED make the second
// of two compare-and-sets wait for the first and then find another version.
func (d *DB) write(ctx context.Context, f func(sqldb.Tx) error) error {
	for try := 0; ; try++ {
		err := d.once(ctx, f)
		var pg *pgconn.PgError
		// 40001 and 40P01: the database asks to try again; nothing was stored.
		if try < 5 && errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01") {
			continue
		}
		return err
	}
}

func (d *DB) once(ctx context.Context, f func(sqldb.Tx) error) error {
	tx, err := d.Reads.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(txn{d, tx}); err != nil {
		return err
	}
	return tx.Commit()
}
