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
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

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
	lists   *sql.DB // for statements about many tables at once
	commits chan *commit
	loads   chan *load
	stop    chan struct{}
	closing sync.Once
	running sync.WaitGroup
}

// ErrOlder says that the database has the tables of an older program. Other nodes may
// be using them, and only its host knows whether there is a backup.
var ErrOlder = errors.New("back it up (pg_dump), stop the nodes that still run the older atoll, and start one with --migrate")

// Open connects to the database. It makes the tables of an empty one; several nodes
// may do so at the same time. Those of an older program are left alone (ErrOlder).
func Open(ctx context.Context, address string) (*DB, error) {
	return open(ctx, address, func(has, known int64) error {
		return fmt.Errorf("its tables have version %d and this atoll needs %d: %w", has, known, ErrOlder)
	})
}

// Upgrade brings the tables of an older program up to date.
func Upgrade(ctx context.Context, address string) (*DB, error) {
	return open(ctx, address, func(int64, int64) error { return nil })
}

func open(ctx context.Context, address string, older func(has, known int64) error) (*DB, error) {
	cfg, err := pgx.ParseConfig(address)
	if err != nil {
		// The driver's own message could contain the password.
		return nil, errors.New("the address of the database is not valid")
	}
	if !strings.Contains(address, "connect_timeout") {
		cfg.ConnectTimeout = giveUp
	}
	pool := stdlib.OpenDB(*cfg)
	pool.SetMaxOpenConns(24)
	pool.SetMaxIdleConns(24)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	if err := prepare(ctx, pool, older); err != nil {
		pool.Close()
		return nil, fmt.Errorf("preparing the database: %w", err)
	}
	lists := stdlib.OpenDB(*cfg, stdlib.OptionAfterConnect(planOnce))
	lists.SetMaxOpenConns(1 + loaders)
	lists.SetMaxIdleConns(1 + loaders)
	d := &DB{lists: lists, commits: make(chan *commit, maxBatch), loads: make(chan *load, maxBatch), stop: make(chan struct{})}
	d.DB = &sqldb.DB{Reads: pool, Write: d.write, Numbered: true, Snapshot: sql.LevelRepeatableRead, Why: why, Down: func() error {
		d.closing.Do(func() { close(d.stop) })
		d.running.Wait()
		return errors.Join(lists.Close(), pool.Close())
	}}
	// One: nodes have little to commit each, and what is gathered twice is committed twice.
	d.running.Go(d.runCommits)
	for range loaders {
		d.running.Go(d.runLoads)
	}
	return d, nil
}

// planOnce has a connection plan its statements once and for all. Left to itself the database
// plans them for every batch anew, which takes as long as storing five moves. What is
// planned while tables are small must be right when they are large, so that it finds their
// rows by the index.
func planOnce(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off`)
	return err
}

// preparing is the number of the lock under which tables are looked at and made: a
// node that starts while another makes them must not take them for old ones.
const preparing = 0x61746f6c6c

func prepare(ctx context.Context, pool *sql.DB, older func(has, known int64) error) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, preparing); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, preparing)
	provider, err := goose.NewProvider(goose.DialectPostgres, pool, Migrations())
	if err != nil {
		return err
	}
	return sqldb.Migrate(ctx, provider, older)
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
