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
	"slices"
	"strings"
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
	backup string
	jobs   chan *job
	done   chan struct{}
	stop   chan struct{}
	once   sync.Once
	writer *sql.DB
	writes atomic.Int64 // jobs done so far
	full   atomic.Bool  // the write-ahead log is long
}

type job struct {
	ctx  context.Context
	f    func(sqldb.Tx) error
	err  error
	done chan struct{}
}

// maxBatch bounds how many changes share one transaction.
const maxBatch = 512

// gather lies between the beginnings of two commits where many write at once.
const gather = 10 * time.Millisecond

// named refuses what is not a file name. Without one SQLite gives every
// connection an empty database of its own, which is gone with it.
func named(path string) error {
	if path == "" || strings.HasPrefix(path, ":memory:") {
		return fmt.Errorf("the store %q is no file, and nothing would be kept in it", path)
	}
	return nil
}

// Open opens or makes the database file and brings its tables up to date. Tables of
// an older program are copied to a file beside it first; Backup names it.
func Open(ctx context.Context, path string) (*DB, error) {
	if err := named(path); err != nil {
		return nil, err
	}
	if err := closeFiles(path); err != nil {
		return nil, err
	}
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
	backup, err := prepare(ctx, writer, path)
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
		path: path, writer: writer, backup: backup,
		jobs: make(chan *job, maxBatch), done: make(chan struct{}), stop: make(chan struct{}),
	}
	conn, err := writer.Conn(ctx)
	if err != nil {
		writer.Close()
		reads.Close()
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	d.DB = &sqldb.DB{Reads: reads, Write: d.write, Prepared: true, Why: why, Down: func() error {
		d.once.Do(func() { close(d.stop) })
		<-d.done
		return errors.Join(reads.Close(), conn.Close(), writer.Close())
	}}
	go d.run(conn)
	go d.checkpoints()
	return d, nil
}

// prepare brings the tables up to date, one program at a time: a second would mistake tables that
// the first is still making for those of an older program.
func prepare(ctx context.Context, writer *sql.DB, path string) (backup string, err error) {
	done, err := alone(ctx, path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, done()) }()
	provider, err := goose.NewProvider(goose.DialectSQLite3, writer, Migrations())
	if err != nil {
		return "", err
	}
	err = sqldb.Migrate(ctx, provider, func(has, _ int64) (err error) {
		backup, err = keep(ctx, writer, path, has)
		return err
	})
	return backup, err
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
	waiting := sqldb.NewGatherer(d.jobs, d.stop, maxBatch, gather, gather)
	batch, ok := make([]*job, 0, maxBatch), true
	for {
		if batch, ok = waiting.Next(batch); !ok {
			return
		}
		d.writes.Add(int64(len(batch)))
		d.commit(tx, batch)
		if d.full.CompareAndSwap(true, false) {
			// Only here, where nothing is being written, can the log begin anew.
			_, _ = conn.ExecContext(context.Background(), `PRAGMA wal_checkpoint(RESTART)`)
		}
	}
}

// commit stores a batch and tells its jobs. Jobs seldom fail, so at first all run without a way to
// undo one alone; if one fails, the others run again, each undone separately if it fails.
func (d *DB) commit(tx *txn, batch []*job) {
	failed, err := tx.together(batch)
	if failed != nil {
		close(failed.done)
		batch = slices.DeleteFunc(batch, func(j *job) bool { return j == failed })
		err = tx.apart(batch)
	}
	for _, j := range batch {
		if err != nil {
			j.err = fmt.Errorf("the database did not commit: %w", err)
		}
		close(j.done)
	}
}

// together runs jobs in one transaction. If one fails it is returned, and nothing
// was stored.
func (t *txn) together(batch []*job) (failed *job, err error) {
	err = t.within(func() error {
		for _, j := range batch {
			if j.err = j.f(t); j.err != nil {
				failed = j
				return j.err
			}
		}
		return nil
	})
	return failed, err
}

// apart does the same, but the others are stored without those that fail.
func (t *txn) apart(batch []*job) error {
	ctx := context.Background()
	return t.within(func() error {
		for _, j := range batch {
			if _, err := t.Exec(ctx, `SAVEPOINT one`); err != nil {
				return err
			}
			if j.err = j.f(t); j.err != nil {
				if _, err := t.Exec(ctx, `ROLLBACK TO one`); err != nil {
					// If it failed so badly that everything is already undone, that failure is the
					// reason.
					return fmt.Errorf("%w; then %v", j.err, err)
				}
			}
			if _, err := t.Exec(ctx, `RELEASE one`); err != nil {
				return err
			}
		}
		return nil
	})
}

// within runs f in a transaction, which is undone if f fails.
func (t *txn) within(f func() error) error {
	ctx := context.Background()
	_, err := t.Exec(ctx, `BEGIN IMMEDIATE`)
	if err != nil {
		return err
	}
	if err = f(); err == nil {
		_, err = t.Exec(ctx, `COMMIT`)
	}
	if err != nil {
		_, _ = t.conn.ExecContext(ctx, `ROLLBACK`)
	}
	return err
}

// When the log is maintained: after this many writes or this much time, and a log of this many
// pages starts over.
const (
	checkEvery  = 500 * time.Millisecond
	checkWrites = 2000
	checkAge    = 10 * time.Second
	maxLog      = 1 << 14 // pages of 4 KiB
)

// checkpoints moves committed pages from the log into the database beside the writing, so that no
// commit has to wait for it. A log that is written to all the time never becomes empty that way;
// when it has grown long, the writer is asked to begin it anew between two transactions, when there
// is little left to move. The file keeps its size: a log that is written over costs the file system
// less than one that grows.
func (d *DB) checkpoints() {
	tick := time.NewTicker(checkEvery)
	defer tick.Stop()
	var done int64
	last := time.Now()
	for {
		select {
		case <-d.stop:
			return
		case <-tick.C:
		}
		n := d.writes.Load()
		if !due(n-done, time.Since(last)) {
			continue
		}
		done, last = n, time.Now()
		var busy, pages, moved int64
		err := d.writer.QueryRow(`PRAGMA wal_checkpoint(PASSIVE)`).Scan(&busy, &pages, &moved)
		if err == nil && pages > maxLog {
			d.full.Store(true)
		}
	}
}

// due reports whether so many writes, or writes so long ago, are to be moved.
func due(writes int64, age time.Duration) bool {
	return writes >= checkWrites || writes > 0 && age >= checkAge
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
