package sqldb

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"time"

	"atoll/match"
	"atoll/store"
)

// nobody is how a log names somebody who was deleted.
const nobody = "somebody"

// endedFor is how long a note that sessions have ended is kept: much longer than a
// node needs to hear of it.
const endedFor = 10 * time.Minute

// endedChallenges is how long challenges are kept after their time, ms.
const endedChallenges = 24 * 3600 * 1000

// keepVacations is how long vacations are remembered: more than the year in which
// they count, ms.
const keepVacations = 400 * 24 * 3600 * 1000

// DeleteUser implements store.Lifecycle.
func (d *DB) DeleteUser(ctx context.Context, user string, now int64) error {
	owned, err := d.Owned(ctx, user)
	if err != nil {
		return err
	}
	for _, u := range owned {
		if err := d.deleteOne(ctx, u.ID, now); err != nil {
			return err
		}
	}
	return d.deleteOne(ctx, user, now)
}

func (d *DB) deleteOne(ctx context.Context, user string, now int64) error {
	key, err := d.Key(ctx, nameKey)
	if err != nil {
		return err
	}
	// First, so that nothing more can be done in the user's name; a later Scrub finds what was
	// under way.
	err = d.Write(ctx, func(tx Tx) error {
		var login string
		switch err := tx.QueryRow(ctx, `SELECT login FROM accounts WHERE user_id = ?`, user).Scan(&login); {
		case err == nil:
			if _, err := tx.Exec(ctx, `INSERT INTO kept_names (hash, until) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET until = excluded.until`,
				keptName(key, login), now+store.KeepName.Milliseconds()); err != nil {
				return err
			}
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		for _, q := range []string{
			`DELETE FROM accounts WHERE user_id = ?`, `DELETE FROM sessions WHERE user_id = ?`, `DELETE FROM ratings WHERE user_id = ?`,
			`DELETE FROM mutes WHERE user_id = ?`, `DELETE FROM mutes WHERE other = ?`, `DELETE FROM hooks WHERE user_id = ?`, `DELETE FROM entrants WHERE user_id = ?`,
			`DELETE FROM follows WHERE user_id = ?`, `DELETE FROM follows WHERE other = ?`, `DELETE FROM blocks WHERE user_id = ?`, `DELETE FROM blocks WHERE other = ?`,
			`DELETE FROM manners WHERE user_id = ?`, `DELETE FROM hearing WHERE user_id = ?`, `DELETE FROM challenges WHERE from_id = ?`, `DELETE FROM challenges WHERE to_id = ?`,
			`DELETE FROM reports WHERE about_id = ?`, `UPDATE reports SET by_id = '', text = '' WHERE by_id = ?`,
			`DELETE FROM addresses WHERE user_id = ?`, `DELETE FROM subscriptions WHERE user_id = ?`, `DELETE FROM notice_settings WHERE user_id = ?`,
			`DELETE FROM notices WHERE user_id = ?`, `DELETE FROM vacations WHERE user_id = ?`,
			`DELETE FROM passkeys WHERE user_id = ?`, `DELETE FROM links WHERE user_id = ?`, `DELETE FROM once WHERE user_id = ?`,
			`UPDATE analyses SET user_id = '' WHERE user_id = ?`,
			`UPDATE users SET name = '` + nobody + `', kind = 'gone' WHERE id = ?`,
		} {
			if _, err := tx.Exec(ctx, q, user); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, `INSERT INTO gone (user_id, at) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET at = excluded.at`, user, now); err != nil {
			return err
		}
		return ended(ctx, tx, user, false)
	})
	if err != nil {
		return err
	}
	return d.scrub(ctx, user)
}

// Scrub implements store.Lifecycle.
func (d *DB) Scrub(ctx context.Context, user string) error {
	if err := d.scrub(ctx, user); err != nil {
		return err
	}
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM gone WHERE user_id = ?`, user)
		return err
	})
}

// has is a condition that a column holds some bytes.
func (d *DB) has(column string) string {
	if d.Numbered {
		return `position(? IN ` + column + `) > 0`
	}
	return `instr(` + column + `, ?) > 0`
}

// scrub takes the name of a user out of everything. All logs are searched: nothing else says who
// has made or left a table. A player is written as match.User is, the id and then the name.
func (d *DB) scrub(ctx context.Context, user string) error {
	id, err := json.Marshal(user)
	if err != nil {
		return err
	}
	mark := []byte(`"id":` + string(id) + `,"name":`)
	named := regexp.MustCompile(`(` + regexp.QuoteMeta(string(mark)) + `)"(?:[^"\\]|\\.)*"`)
	without := func(data []byte) []byte { return named.ReplaceAll(data, []byte(`${1}"`+nobody+`"`)) }
	// What they said goes before their tables are written anew: a rewritten table is sent out at
	// once, with its chat.
	err = d.Write(ctx, func(tx Tx) error {
		for _, q := range []string{
			`DELETE FROM chat WHERE user_id = ?`, `DELETE FROM addresses WHERE user_id = ?`, `DELETE FROM subscriptions WHERE user_id = ?`,
			`DELETE FROM notice_settings WHERE user_id = ?`, `DELETE FROM notices WHERE user_id = ?`, `DELETE FROM vacations WHERE user_id = ?`,
		} {
			if _, err := tx.Exec(ctx, q, user); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	var tables []string
	err = d.Query(ctx, `SELECT table_id FROM events WHERE `+d.has(`data`)+` UNION SELECT id FROM tables WHERE `+d.has(`info`), []any{mark, mark}, func(r *sql.Rows) error {
		var t string
		err := r.Scan(&t)
		tables = append(tables, t)
		return err
	})
	if err != nil {
		return err
	}
	for _, t := range tables {
		for {
			err := d.scrubTable(ctx, t, mark, without)
			if errors.Is(err, match.ErrConflict) { // somebody plays on
				continue
			}
			if err != nil {
				return fmt.Errorf("taking a name out of table %s: %w", t, err)
			}
			break
		}
	}
	return d.Write(ctx, func(tx Tx) error {
		return ended(ctx, tx, user, true) // now every table can be read without the name
	})
}

// scrubTable rewrites a table and marks that in its version: a node that has it in memory with the
// name must not write that back.
func (d *DB) scrubTable(ctx context.Context, table string, mark []byte, without func([]byte) []byte) error {
	var version int64
	var info []byte
	if err := d.Row(ctx, `SELECT version, info FROM tables WHERE id = ?`, table).Scan(&version, &info); err != nil {
		return err
	}
	type entry struct {
		seq  int64
		data []byte
	}
	var changed []entry
	err := d.Query(ctx, `SELECT seq, data FROM events WHERE table_id = ? AND `+d.has(`data`), []any{table, mark}, func(r *sql.Rows) error {
		var e entry
		if err := r.Scan(&e.seq, &e.data); err != nil {
			return err
		}
		if clean := without(e.data); !bytes.Equal(clean, e.data) {
			changed = append(changed, entry{e.seq, clean})
		}
		return nil
	})
	if err != nil {
		return err
	}
	clean := without(info)
	if len(changed) == 0 && bytes.Equal(clean, info) {
		return nil
	}
	return d.Write(ctx, func(tx Tx) error {
		n, err := tx.Exec(ctx, `UPDATE tables SET info = ?, version = version + ? WHERE id = ? AND version = ?`, clean, int64(match.Rewrite), table, version)
		if err != nil {
			return err
		}
		if n != 1 {
			return match.ErrConflict
		}
		for _, e := range changed {
			if _, err := tx.Exec(ctx, `UPDATE events SET data = ? WHERE table_id = ? AND seq = ?`, e.data, table, e.seq); err != nil {
				return err
			}
		}
		return nil
	})
}

// Gone implements store.Lifecycle.
func (d *DB) Gone(ctx context.Context, before int64, limit int) ([]string, error) {
	return d.column(ctx, `SELECT user_id FROM gone WHERE at < ? ORDER BY at LIMIT ?`, before, limit)
}

// column reads a column of texts.
func (d *DB) column(ctx context.Context, query string, args ...any) ([]string, error) {
	var list []string
	err := d.Query(ctx, query, args, func(r *sql.Rows) error {
		var s string
		err := r.Scan(&s)
		list = append(list, s)
		return err
	})
	return list, err
}

// ended notes that sessions of a user have ended. It uses real time, whatever clock the games run
// by.
func ended(ctx context.Context, tx Tx, user string, gone bool) error {
	_, err := tx.Exec(ctx, `INSERT INTO ended (at, user_id, gone) VALUES (?, ?, ?)`, time.Now().UnixMilli(), user, yes(gone))
	return err
}

// Ended implements store.Lifecycle.
func (d *DB) Ended(ctx context.Context, after int64) ([]store.Ended, error) {
	query := `SELECT id, user_id, gone FROM ended WHERE id > ? ORDER BY id LIMIT 10000`
	args := []any{after}
	if after < 0 {
		query, args = `SELECT id, user_id, gone FROM ended ORDER BY id DESC LIMIT 1`, nil
	}
	var list []store.Ended
	err := d.Query(ctx, query, args, func(r *sql.Rows) error {
		var e store.Ended
		var gone int
		err := r.Scan(&e.ID, &e.User, &gone)
		e.Gone = gone != 0
		list = append(list, e)
		return err
	})
	return list, err
}

// Purge implements store.Lifecycle. Each statement finds by itself what it removes,
// so several nodes may do it at once.
func (d *DB) Purge(ctx context.Context, now, guestsBefore int64, limit int) (int64, error) {
	const guests = `SELECT u.id FROM users u WHERE u.kind = 'guest' AND u.created < ?
		AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM members m JOIN tables t ON t.id = m.table_id WHERE m.user_id = u.id AND t.status IN ('open', 'running')) ORDER BY u.created LIMIT ?`
	var rows int64
	err := d.Write(ctx, func(tx Tx) error {
		rows = 0
		for _, q := range []struct {
			text string
			args []any
		}{
			{`DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions WHERE expires < ? ORDER BY expires LIMIT ?)`, []any{now, limit}},
			{`DELETE FROM mutes WHERE user_id IN (` + guests + `)`, []any{guestsBefore, limit}},
			{`DELETE FROM mutes WHERE other IN (` + guests + `)`, []any{guestsBefore, limit}},
			{`DELETE FROM follows WHERE user_id IN (` + guests + `)`, []any{guestsBefore, limit}},
			{`DELETE FROM follows WHERE other IN (` + guests + `)`, []any{guestsBefore, limit}},
			{`DELETE FROM blocks WHERE user_id IN (` + guests + `)`, []any{guestsBefore, limit}},
			{`DELETE FROM blocks WHERE other IN (` + guests + `)`, []any{guestsBefore, limit}},
			{`DELETE FROM manners WHERE user_id IN (` + guests + `)`, []any{guestsBefore, limit}},
			{`DELETE FROM hearing WHERE user_id IN (` + guests + `)`, []any{guestsBefore, limit}},
			{`DELETE FROM subscriptions WHERE user_id IN (` + guests + `)`, []any{guestsBefore, limit}},
			{`DELETE FROM notice_settings WHERE user_id IN (` + guests + `)`, []any{guestsBefore, limit}},
			{`DELETE FROM notices WHERE user_id IN (` + guests + `)`, []any{guestsBefore, limit}},
			{`UPDATE addresses SET pending = '', token = '' WHERE token <> '' AND until < ?`, []any{now}},
			{`DELETE FROM addresses WHERE address = '' AND pending = ''`, nil},
			{`DELETE FROM vacations WHERE until < ?`, []any{now - keepVacations}},
			{`DELETE FROM challenges WHERE until < ?`, []any{now - endedChallenges}},
			{`UPDATE analyses SET user_id = '' WHERE user_id IN (` + guests + `)`, []any{guestsBefore, limit}},
			{`DELETE FROM users WHERE id IN (` + guests + `)`, []any{guestsBefore, limit}},
			{`DELETE FROM kept_names WHERE until < ?`, []any{now}},
			{`DELETE FROM once WHERE until < ?`, []any{now}},
			{`DELETE FROM ended WHERE at < ?`, []any{time.Now().Add(-endedFor).UnixMilli()}},
		} {
			n, err := tx.Exec(ctx, q.text, q.args...)
			if err != nil {
				return err
			}
			rows += n
		}
		return nil
	})
	return rows, err
}

// Unfinished implements store.Lifecycle.
func (d *DB) Unfinished(ctx context.Context, user string) ([]string, error) {
	id, err := json.Marshal(user)
	if err != nil {
		return nil, err
	}
	return d.column(ctx, `SELECT t.id FROM tables t WHERE t.status IN ('open', 'running')
		AND (t.id IN (SELECT m.table_id FROM members m WHERE m.user_id = ?) OR `+d.has(`t.info`)+`) ORDER BY t.created, t.id`,
		user, []byte(`"host":`+string(id)+`,`))
}

// Sessions implements store.Lifecycle.
func (d *DB) Sessions(ctx context.Context, user string) ([]store.Session, error) {
	var list []store.Session
	err := d.Query(ctx, `SELECT hash, user_id, created, expires FROM sessions WHERE user_id = ? ORDER BY created, hash`, []any{user}, func(r *sql.Rows) error {
		var s store.Session
		err := r.Scan(&s.Hash, &s.User, &s.Created, &s.Expires)
		list = append(list, s)
		return err
	})
	return list, err
}

// ChatOf implements store.Lifecycle.
func (d *DB) ChatOf(ctx context.Context, user string, after int64, limit int) ([]store.Chat, error) {
	var list []store.Chat
	err := d.Query(ctx, `SELECT id, table_id, at, user_id, name, seat, text, msg FROM chat WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`, []any{user, after, limit}, func(r *sql.Rows) error {
		var c store.Chat
		err := r.Scan(&c.ID, &c.Table, &c.At, &c.User, &c.Name, &c.Seat, &c.Text, &c.Msg)
		list = append(list, c)
		return err
	})
	return list, err
}

// nameKey is the key of the hashes of names that nobody can take.
const nameKey = "names"

// Key implements store.Lifecycle.
func (d *DB) Key(ctx context.Context, name string) ([]byte, error) {
	var key []byte
	err := d.Row(ctx, `SELECT value FROM keys WHERE name = ?`, name).Scan(&key)
	if !errors.Is(err, sql.ErrNoRows) {
		return key, err
	}
	fresh := make([]byte, 32)
	if _, err := rand.Read(fresh); err != nil {
		return nil, err
	}
	err = d.Write(ctx, func(tx Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO keys (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING`, name, fresh); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `SELECT value FROM keys WHERE name = ?`, name).Scan(&key)
	})
	return key, err
}

func keptName(key []byte, login string) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(login))
	return hex.EncodeToString(m.Sum(nil))
}
