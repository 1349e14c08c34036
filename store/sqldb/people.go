package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"atoll/store"
)

// PutUser implements store.Store.
func (d *DB) PutUser(ctx context.Context, u store.User) error {
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO users (id, kind, name, created) VALUES (?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name WHERE users.kind <> 'gone'`, u.ID, u.Kind, u.Name, u.Created)
		return err
	})
}

// User implements store.Store.
func (d *DB) User(ctx context.Context, id string) (store.User, error) {
	var u store.User
	err := d.Row(ctx, `SELECT id, kind, name, created FROM users WHERE id = ?`, id).Scan(&u.ID, &u.Kind, &u.Name, &u.Created)
	return u, none(err)
}

func none(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNone
	}
	return err
}

// PutSession implements store.Store.
func (d *DB) PutSession(ctx context.Context, s store.Session) error {
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO sessions (hash, user_id, created, expires) VALUES (?, ?, ?, ?)
			ON CONFLICT (hash) DO UPDATE SET expires = excluded.expires`, s.Hash, s.User, s.Created, s.Expires)
		return err
	})
}

// Session implements store.Store.
func (d *DB) Session(ctx context.Context, hash string) (store.Session, store.User, error) {
	var s store.Session
	var u store.User
	err := d.Row(ctx, `SELECT s.hash, s.user_id, s.created, s.expires, u.id, u.kind, u.name, u.created
		FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN accounts a ON a.user_id = u.id
		LEFT JOIN accounts o ON o.user_id = a.owner
		WHERE s.hash = ? AND u.kind <> 'gone' AND COALESCE(a.banned, '') = '' AND COALESCE(o.banned, '') = ''`, hash).
		Scan(&s.Hash, &s.User, &s.Created, &s.Expires, &u.ID, &u.Kind, &u.Name, &u.Created)
	return s, u, none(err)
}

// DropSession implements store.Store.
func (d *DB) DropSession(ctx context.Context, hash string) error {
	return d.Write(ctx, func(tx Tx) error {
		var user string
		if err := tx.QueryRow(ctx, `SELECT user_id FROM sessions WHERE hash = ?`, hash).Scan(&user); err != nil {
			if errors.Is(err, sql.ErrNoRows) {
				return nil
			}
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE hash = ?`, hash); err != nil {
			return err
		}
		return ended(ctx, tx, user, false)
	})
}

// AddChat implements store.Store.
func (d *DB) AddChat(ctx context.Context, c store.Chat) (store.Chat, error) {
	stored := c
	err := d.Write(ctx, func(tx Tx) error {
		stored = c
		// Readers ask for what came after the last id they know. So the ids of a table must become
		// visible in their order, and with several nodes each must commit an id before the next is
		// taken.
		if d.Numbered {
			if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext('chat'), hashtext(?))`, c.Table); err != nil {
				return err
			}
		}
		err := tx.QueryRow(ctx, `INSERT INTO chat (table_id, at, user_id, name, seat, text, msg) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING RETURNING id`, c.Table, c.At, c.User, c.Name, c.Seat, c.Text, c.Msg).Scan(&stored.ID)
		if errors.Is(err, sql.ErrNoRows) {
			return tx.QueryRow(ctx, `SELECT id, at, name, seat, text FROM chat WHERE table_id = ? AND user_id = ? AND msg = ?`, c.Table, c.User, c.Msg).
				Scan(&stored.ID, &stored.At, &stored.Name, &stored.Seat, &stored.Text)
		}
		if err == nil && c.Ping {
			_, err = tx.Exec(ctx, `INSERT INTO outbox (at, table_id, seq) VALUES (?, ?, 0)`, c.At, c.Table)
		}
		if err == nil {
			err = putNotices(ctx, tx, c.Notices)
		}
		return err
	})
	return stored, err
}

// Chat implements store.Store.
func (d *DB) Chat(ctx context.Context, table string, after int64, limit int) ([]store.Chat, error) {
	var list []store.Chat
	err := d.Query(ctx, `SELECT id, at, user_id, name, seat, text, msg FROM chat WHERE table_id = ? AND id > ? ORDER BY id DESC LIMIT ?`, []any{table, after, limit}, func(r *sql.Rows) error {
		c := store.Chat{Table: table}
		err := r.Scan(&c.ID, &c.At, &c.User, &c.Name, &c.Seat, &c.Text, &c.Msg)
		list = append(list, c)
		return err
	})
	slices.Reverse(list)
	return list, err
}

// SetMute implements store.Store.
func (d *DB) SetMute(ctx context.Context, user, other string, on bool) error {
	q := `DELETE FROM mutes WHERE user_id = ? AND other = ?`
	if on {
		q = `INSERT INTO mutes (user_id, other) VALUES (?, ?) ON CONFLICT DO NOTHING`
	}
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, q, user, other)
		return err
	})
}

// Mutes implements store.Store.
func (d *DB) Mutes(ctx context.Context, user string) ([]string, error) {
	var list []string
	err := d.Query(ctx, `SELECT other FROM mutes WHERE user_id = ? ORDER BY other`, []any{user}, func(r *sql.Rows) error {
		var o string
		err := r.Scan(&o)
		list = append(list, o)
		return err
	})
	return list, err
}
