// Package sqlite keeps everything in one SQLite file. It is the default store.
//
// An acknowledged change must survive a loss of power, so every commit waits for
// the disk (WAL, synchronous=FULL). A disk does a few hundred such waits a second;
// so one goroutine writes, and all changes that arrive while it waits for the disk
// go into its next transaction together (group commit).
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver

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

// DB is an open SQLite store.
type DB struct {
	*sqldb.DB
	path   string
	jobs   chan *job
	done   chan struct{}
	stop   chan struct{}
	once   sync.Once
	writer *sql.DB
	full   atomic.Bool // the write-ahead log is long
}

type job struct {
	ctx  context.Context
	f    func(sqldb.Tx) error
	err  error
	done chan struct{}
}

// maxBatch bounds how many changes share one transaction.
const maxBatch = 512

// Open opens or makes the database file and brings its tables up to date.
func Open(ctx context.Context, path string) (*DB, error) {
	dsn := func(more ...string) string {
		v := url.Values{"_pragma": append([]string{
			"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "cache_size(-16000)", "temp_store(MEMORY)", "wal_autocheckpoint(0)",
		}, more...)}
		return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: v.Encode()}).String()
	}
	writer, err := sql.Open("sqlite", dsn())
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	writer.SetMaxOpenConns(2) // the writing goroutine, and checkpoints
	provider, err := goose.NewProvider(goose.DialectSQLite3, writer, Migrations())
	if err == nil {
		_, err = provider.Up(ctx)
	}
	if err != nil {
		writer.Close()
		return nil, fmt.Errorf("preparing %s: %w", path, err)
	}
	reads, err := sql.Open("sqlite", dsn("query_only(1)"))
	if err != nil {
		writer.Close()
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	reads.SetMaxOpenConns(8)
	reads.SetMaxIdleConns(8)
	d := &DB{
		path: path, writer: writer,
		jobs: make(chan *job, maxBatch), done: make(chan struct{}), stop: make(chan struct{}),
	}
	conn, err := writer.Conn(ctx)
	if err != nil {
		writer.Close()
		reads.Close()
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	d.DB = &sqldb.DB{Reads: reads, Write: d.write, Down: func() error {
		d.once.Do(func() { close(d.stop) })
		<-d.done
		return errors.Join(reads.Close(), conn.Close(), writer.Close())
	}}
	go d.run(conn)
	go d.checkpoints()
	return d, nil
}

// ErrClosed says that the store was closed.
var ErrClosed = errors.New("the store is closed")

func (d *DB) write(ctx context.Context, f func(sqldb.Tx) error) error {
	j := &job{ctx: ctx, f: f, done: make(chan struct{})}
	select {
	case d.jobs <- j:
	case <-ctx.Done():
		return ctx.Err()
	case <-d.stop:
		return ErrClosed
	}
	// Once it is queued the outcome must be known, whatever becomes of ctx.
	select {
	case <-j.done:
		return j.err
	case <-d.done:
		select {
		case <-j.done:
			return j.err
		default:
			return ErrClosed
		}
	}
}

// run is the only goroutine that writes.
func (d *DB) run(conn *sql.Conn) {
	defer close(d.done)
	tx := &txn{conn: conn, stmts: map[string]*sql.Stmt{}}
	defer tx.close()
	batch := make([]*job, 0, maxBatch)
	for {
		batch = batch[:0]
		select {
		case j := <-d.jobs:
			batch = append(batch, j)
		case <-d.stop:
			return
		}
	more:
		for len(batch) < maxBatch {
			select {
			case j := <-d.jobs:
				batch = append(batch, j)
			default:
				break more
			}
		}
		d.commit(tx, batch)
		if d.full.CompareAndSwap(true, false) {
			// Only here, where nothing is being written, can the log begin anew.
			_, _ = conn.ExecContext(context.Background(), `PRAGMA wal_checkpoint(TRUNCATE)`)
		}
	}
}

// commit runs a batch in one transaction. A job that fails has its own part
// undone; if the transaction itself fails, every job of it has failed.
func (d *DB) commit(tx *txn, batch []*job) {
	ctx := context.Background()
	_, err := tx.Exec(ctx, `BEGIN IMMEDIATE`)
	if err == nil {
		for _, j := range batch {
			if _, err = tx.Exec(ctx, `SAVEPOINT one`); err != nil {
				break
			}
			if j.err = j.f(tx); j.err != nil {
				if _, err = tx.Exec(ctx, `ROLLBACK TO one`); err != nil {
					break
				}
			}
			if _, err = tx.Exec(ctx, `RELEASE one`); err != nil {
				break
			}
		}
		if err == nil {
			_, err = tx.Exec(ctx, `COMMIT`)
		}
		if err != nil {
			_, _ = tx.conn.ExecContext(ctx, `ROLLBACK`)
		}
	}
	for _, j := range batch {
		if err != nil {
			j.err = fmt.Errorf("the database did not commit: %w", err)
		}
		close(j.done)
	}
}

// checkpoints moves committed pages from the log into the database beside the
// writing, so that no commit has to wait for it. A log that is written to all the
// time never ends that way; when it has grown long, the writer is asked to empty it
// between two transactions, when there is little left to move.
func (d *DB) checkpoints() {
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-d.stop:
			return
		case <-tick.C:
		}
		info, err := os.Stat(d.path + "-wal")
		if err != nil || info.Size() < 1<<22 {
			continue
		}
		_, _ = d.writer.Exec(`PRAGMA wal_checkpoint(PASSIVE)`)
		if info.Size() > 1<<26 {
			d.full.Store(true)
		}
	}
}

// txn is the open transaction of the writer, with its prepared statements.
type txn struct {
	conn  *sql.Conn
	stmts map[string]*sql.Stmt
}

func (t *txn) stmt(ctx context.Context, query string) (*sql.Stmt, error) {
	if s, ok := t.stmts[query]; ok {
		return s, nil
	}
	s, err := t.conn.PrepareContext(ctx, query)
	if err == nil {
		t.stmts[query] = s
	}
	return s, err
}

func (t *txn) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	s, err := t.stmt(ctx, query)
	if err != nil {
		return 0, err
	}
	// Not the caller's ctx: its end would interrupt the transaction of all.
	res, err := s.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func (t *txn) QueryRow(_ context.Context, query string, args ...any) *sql.Row {
	s, err := t.stmt(context.Background(), query)
	if err != nil {
		return t.conn.QueryRowContext(context.Background(), query, args...)
	}
	return s.QueryRowContext(context.Background(), args...)
}

func (t *txn) close() {
	for _, s := range t.stmts {
		s.Close()
	}
}
