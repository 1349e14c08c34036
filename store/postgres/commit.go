package postgres

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"atoll/match"
	"atoll/store/sqldb"
)

// Moves of many tables are committed together, as the SQLite store does it: what a
// commit costs, a round trip and a wait for the disk, is the same for one and for a
// hundred. One statement stores a whole batch; it is a transaction of its own, and a
// change whose compare-and-set finds another version refuses itself alone.

const (
	maxBatch = 512
	gather   = 10 * time.Millisecond
	// gatherLong is the longest gather, while the database is slow.
	gatherLong = 50 * time.Millisecond
	// giveUp is how long a change is tried for while the database is away.
	giveUp = 5 * time.Second
	// slow is how long one statement may take.
	slow = 10 * time.Second
)

// ErrClosed says that the store was closed.
var ErrClosed = errors.New("the store is closed")

// errUnknown says that the connection was lost at the wrong moment.
var errUnknown = errors.New("it is not known whether the database has stored this")

// commit is one change that waits to be stored.
type commit struct {
	*match.Change
	data  [][]byte // of its entries
	until time.Time
	err   error
	done  chan struct{}
}

// Commit implements match.Store.
func (d *DB) Commit(ctx context.Context, changes ...*match.Change) error {
	// Several changes that belong together, or a seat that is given up, are rare.
	if len(changes) != 1 || slices.ContainsFunc(changes[0].Members, func(m match.Member) bool { return m.Gone }) {
		return d.DB.Commit(ctx, changes...)
	}
	c := &commit{Change: changes[0], data: sqldb.Encoded(changes[0]), until: time.Now().Add(giveUp), done: make(chan struct{})}
	select {
	case <-d.stop: // first: both may be ready
		return ErrClosed
	default:
	}
	select {
	case d.commits <- c:
	case <-ctx.Done():
		return ctx.Err()
	case <-d.stop:
		return ErrClosed
	}
	// Once it is queued the outcome must be known, whatever becomes of ctx.
	select {
	case <-c.done:
		return c.err
	case <-d.stop:
	}
	d.running.Wait()
	select {
	case <-c.done:
		return c.err
	default:
		return ErrClosed
	}
}

func (d *DB) runCommits() {
	waiting := sqldb.NewGatherer(d.commits, d.stop, maxBatch, gather, gatherLong)
	var batch []*commit
	for ok := true; ; {
		if batch, ok = waiting.Next(batch); !ok {
			return
		}
		for rest := batch; len(rest) > 0; {
			var now []*commit
			now, rest = apart(rest)
			d.store(now)
			for _, c := range now {
				close(c.done)
			}
		}
	}
}

// apart takes changes of different tables from a batch, sorted by table so that nodes that change
// the same ones at once cannot deadlock.
func apart(batch []*commit) (now, rest []*commit) {
	seen := make(map[string]bool, len(batch))
	for _, c := range batch {
		if seen[c.Table] {
			rest = append(rest, c)
			continue
		}
		seen[c.Table] = true
		now = append(now, c)
	}
	slices.SortFunc(now, func(a, b *commit) int { return strings.Compare(a.Table, b.Table) })
	return now, rest
}

// store stores a batch and sets the error of each change.
func (d *DB) store(batch []*commit) {
	again := false // an earlier try may have been stored after all
	for try := 0; len(batch) > 0; try++ {
		won, err := d.send(batch)
		if err == nil {
			for _, c := range batch {
				switch {
				case won[c.Table]:
					c.err = nil
				case again:
					c.err = d.settle(c)
				default:
					c.err = match.ErrConflict
				}
			}
			return
		}
		var pg *pgconn.PgError
		switch errors.As(err, &pg); {
		case pg != nil && (pg.Code == "40001" || pg.Code == "40P01") && try < 5:
			continue // the database asks to try again; nothing was stored
		case pg != nil && pg.Severity != "FATAL" && pg.Severity != "PANIC" && !strings.HasPrefix(pg.Code, "57"):
			// One of them cannot be stored, so nothing was. Try each on its own.
			if len(batch) > 1 {
				for i := range batch {
					d.store(batch[i : i+1])
				}
				return
			}
			batch[0].err = fmt.Errorf("storing table %s: %w", batch[0].Table, err)
			return
		}
		sent := !pgconn.SafeToRetry(err)
		again = again || sent
		late := time.Now()
		batch = slices.DeleteFunc(slices.Clone(batch), func(c *commit) bool {
			if late.Before(c.until) {
				return false
			}
			c.err = fmt.Errorf("the database did not commit: %w", err)
			if again {
				c.err = fmt.Errorf("%w: %w", errUnknown, err)
			}
			return true
		})
		select {
		case <-time.After(min(50*time.Millisecond<<min(try, 4), time.Second/2)):
		case <-d.stop:
			for _, c := range batch {
				c.until = late
			}
		}
	}
}

// settle finds out what became of a change that was refused when it was sent again:
// either it lost to its own earlier try, or to another change.
func (d *DB) settle(c *commit) error {
	ctx, cancel := context.WithTimeout(context.Background(), slow)
	defer cancel()
	var seq int64
	if len(c.Entries) > 0 {
		seq = c.Entries[0].Seq
	}
	var version int64
	var private, entry []byte
	err := d.Reads.QueryRowContext(ctx, `SELECT t.version, t.private, (SELECT e.data FROM events e WHERE e.table_id = t.id AND e.seq = $2) FROM tables t WHERE t.id = $1`, c.Table, seq).Scan(&version, &private, &entry)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return match.ErrConflict
	case err != nil:
		return fmt.Errorf("%w: %w", errUnknown, err)
	case len(c.data) > 0 && bytes.Equal(entry, c.data[0]):
		return nil
	case len(c.data) > 0 || version < c.Version:
		return match.ErrConflict
	case version > c.Version: // a sealed choice leaves no entry, and others came after
		return errUnknown
	case bytes.Equal(private, c.Private):
		return nil
	}
	return match.ErrConflict
}

// together stores a batch. What is to be changed and what is to be made come as
// columns; entries, members and pings are stored for the tables that were, all pings in
// one row.
//
// The subqueries stand in IS TRUE because the planner, which does not know how long the lists are,
// would otherwise compare all with all.
const together = `
WITH won AS (
  UPDATE tables t SET version = j.version, seq = j.seq, acting = j.acting, deadline = j.deadline, updated = j.updated, private = j.private,
    info = COALESCE(j.info, t.info), status = COALESCE(j.status, t.status), listed = COALESCE(j.listed, t.listed)
  FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bytea[], $8::bytea[], $9::text[], $10::bigint[])
    AS j(id, version, seq, acting, deadline, updated, private, info, status, listed)
  WHERE t.id = j.id AND t.version = j.version - 1
  RETURNING t.id
), made AS (
  INSERT INTO tables (id, version, seq, game, rules, status, listed, rated, acting, deadline, created, updated, info, private)
  SELECT * FROM unnest($11::text[], $12::bigint[], $13::bigint[], $14::text[], $15::bigint[], $16::text[], $17::bigint[], $18::bigint[], $19::bigint[], $20::bigint[], $21::bigint[], $22::bigint[], $23::bytea[], $24::bytea[])
  ON CONFLICT DO NOTHING
  RETURNING id
), stored AS (
  SELECT id FROM won UNION ALL SELECT id FROM made
), entries AS (
  INSERT INTO events (table_id, seq, data)
  SELECT * FROM unnest($25::text[], $26::bigint[], $27::bytea[]) AS e(id, seq, data) WHERE (e.id IN (SELECT id FROM stored)) IS TRUE
), seats AS (
  INSERT INTO members (user_id, table_id, seat)
  SELECT * FROM unnest($28::text[], $29::text[], $30::bigint[]) AS m(user_id, id, seat) WHERE (m.id IN (SELECT id FROM stored)) IS TRUE
  ON CONFLICT DO NOTHING
), pings AS (
  INSERT INTO outbox (at, table_id, seq)
  SELECT ` + sqldb.ManyPings + `, string_agg(p.id || ' ' || p.seq, ' '), max(p.at)
  FROM unnest($31::bigint[], $32::text[], $33::bigint[]) AS p(at, id, seq) WHERE (p.id IN (SELECT id FROM stored)) IS TRUE
  HAVING count(*) > 0
), notes AS (
  INSERT INTO notices (user_id, kind, thing, step, at, due, held, tries, gen, done)
  SELECT n.user_id, n.kind, n.thing, n.step, n.at, n.due, 0, 0, 1, ''
  FROM unnest($34::text[], $35::text[], $36::text[], $37::text[], $38::bigint[], $39::bigint[], $40::bigint[]) AS n(id, user_id, kind, thing, step, at, due)
  WHERE (n.id IN (SELECT id FROM stored)) IS TRUE AND (` + sqldb.Reached + `)
  ON CONFLICT ` + sqldb.NoticeAgain + `
)
SELECT id FROM stored`

type entry struct {
	table string
	seq   int64
	data  []byte
}

type member struct {
	table string
	match.Member
}

type note struct {
	table string
	match.Notice
}

func column[E, T any](list []E, f func(E) T) []T {
	out := make([]T, len(list))
	for i, e := range list {
		out[i] = f(e)
	}
	return out
}

// orNull is nil for what is not there.
func orNull[T comparable](there bool, v T) *T {
	if !there {
		return nil
	}
	return &v
}

func yes(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// arguments are those of together.
func arguments(batch []*commit) []any {
	var changed, made, pings []*commit
	var entries []entry
	var members []member
	var notes []note
	for _, c := range batch {
		if c.Version == 1 {
			made = append(made, c)
		} else {
			changed = append(changed, c)
		}
		for i := range c.Entries {
			entries = append(entries, entry{c.Table, c.Entries[i].Seq, c.data[i]})
		}
		for _, m := range c.Members {
			members = append(members, member{c.Table, m})
		}
		for _, n := range c.Notices {
			notes = append(notes, note{c.Table, n})
		}
		if c.Ping {
			pings = append(pings, c)
		}
	}
	var (
		table    = func(c *commit) string { return c.Table }
		version  = func(c *commit) int64 { return c.Version }
		seq      = func(c *commit) int64 { return c.Head.Seq }
		acting   = func(c *commit) int64 { return int64(c.Head.Acting) }
		deadline = func(c *commit) *int64 { return orNull(c.Head.Deadline != 0, c.Head.Deadline) }
		updated  = func(c *commit) int64 { return c.Head.Updated }
		private  = func(c *commit) []byte { return c.Private }
		info     = func(c *commit) []byte { return c.Head.Info } // nil: as before
		status   = func(c *commit) *string { return orNull(c.Head.Info != nil, string(c.Head.Status)) }
		listed   = func(c *commit) *int64 { return orNull(c.Head.Info != nil, yes(c.Head.Listed)) }
	)
	return []any{
		column(changed, table),
		column(changed, version),
		column(changed, seq),
		column(changed, acting),
		column(changed, deadline),
		column(changed, updated),
		column(changed, private),
		column(changed, info),
		column(changed, status),
		column(changed, listed),

		column(made, table),
		column(made, version),
		column(made, seq),
		column(made, func(c *commit) string { return c.Head.Game }),
		column(made, func(c *commit) int64 { return int64(c.Head.Rules) }),
		column(made, func(c *commit) string { return string(c.Head.Status) }),
		column(made, func(c *commit) int64 { return yes(c.Head.Listed) }),
		column(made, func(c *commit) int64 { return yes(c.Head.Rated) }),
		column(made, acting),
		column(made, deadline),
		column(made, func(c *commit) int64 { return c.Head.Created }),
		column(made, updated),
		column(made, info),
		column(made, private),

		column(entries, func(e entry) string { return e.table }),
		column(entries, func(e entry) int64 { return e.seq }),
		column(entries, func(e entry) []byte { return e.data }),

		column(members, func(m member) string { return m.User }),
		column(members, func(m member) string { return m.table }),
		column(members, func(m member) int64 { return int64(m.Seat) }),

		column(pings, updated),
		column(pings, table),
		column(pings, seq),

		column(notes, func(n note) string { return n.table }),
		column(notes, func(n note) string { return n.User }),
		column(notes, func(n note) string { return n.Kind }),
		column(notes, func(n note) string { return n.Thing }),
		column(notes, func(n note) int64 { return n.Step }),
		column(notes, func(n note) int64 { return n.At }),
		column(notes, func(n note) int64 { return n.Due }),
	}
}

// send stores a batch in one round trip and returns the tables that were stored.
func (d *DB) send(batch []*commit) (won map[string]bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), slow)
	defer cancel()
	won = make(map[string]bool, len(batch))
	err = d.raw(ctx, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, together, arguments(batch)...)
		if err != nil {
			return err
		}
		var id string
		_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
			won[id] = true
			return nil
		})
		return err
	})
	return won, err
}

// notSent is an error from before anything was sent.
type notSent struct{ error }

func (notSent) SafeToRetry() bool { return true }
func (n notSent) Unwrap() error   { return n.error }

// raw lends a connection for lists as the driver's own, which knows them.
func (d *DB) raw(ctx context.Context, f func(*pgx.Conn) error) error {
	conn, err := d.lists.Conn(ctx)
	if err != nil {
		return notSent{err}
	}
	defer conn.Close()
	return conn.Raw(func(c any) error { return f(c.(*stdlib.Conn).Conn()) })
}
