package sqldb

import (
	"context"
	"database/sql"

	"atoll/store"
)

// JoinAccount implements store.Proofs.
func (d *DB) JoinAccount(ctx context.Context, u store.User, a store.Account, key *store.Passkey, link *store.Link) error {
	names, err := d.Key(ctx, nameKey)
	if err != nil {
		return err
	}
	return d.Write(ctx, func(tx Tx) error {
		if err := putAccount(ctx, tx, names, u, a); err != nil {
			return err
		}
		if key != nil {
			if err := addPasskey(ctx, tx, *key); err != nil {
				return err
			}
		}
		if link != nil {
			return addLink(ctx, tx, *link)
		}
		return nil
	})
}

// SetPassword implements store.Proofs.
func (d *DB) SetPassword(ctx context.Context, user, password string) error {
	return d.Write(ctx, func(tx Tx) error {
		n, err := tx.Exec(ctx, `UPDATE accounts SET password = ? WHERE user_id = ?`, password, user)
		if err == nil && n != 1 {
			err = store.ErrNone
		}
		return err
	})
}

// hold keeps others from changing how somebody signs in until this transaction
// ends; ErrNone if there is no such account.
func hold(ctx context.Context, tx Tx, user string) error {
	n, err := tx.Exec(ctx, `UPDATE accounts SET login = login WHERE user_id = ?`, user)
	if err == nil && n != 1 {
		err = store.ErrNone
	}
	return err
}

func addPasskey(ctx context.Context, tx Tx, p store.Passkey) error {
	n, err := tx.Exec(ctx, `INSERT INTO passkeys (id, user_id, name, data, counter, created, used) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		p.ID, p.User, p.Name, p.Data, int64(p.Counter), p.Created, p.Used)
	if err == nil && n != 1 {
		err = store.ErrTaken
	}
	return err
}

// AddPasskey implements store.Proofs.
func (d *DB) AddPasskey(ctx context.Context, p store.Passkey, most int) error {
	return d.Write(ctx, func(tx Tx) error {
		if err := hold(ctx, tx, p.User); err != nil {
			return err
		}
		var n int
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM passkeys WHERE user_id = ?`, p.User).Scan(&n); err != nil {
			return err
		}
		if n >= most {
			return store.ErrTooMany
		}
		return addPasskey(ctx, tx, p)
	})
}

const passkeyColumns = `SELECT id, user_id, name, data, counter, created, used FROM passkeys WHERE `

func scanPasskey(scan func(...any) error) (p store.Passkey, err error) {
	err = scan(&p.ID, &p.User, &p.Name, &p.Data, &p.Counter, &p.Created, &p.Used)
	return p, err
}

// Passkey implements store.Proofs.
func (d *DB) Passkey(ctx context.Context, id string) (store.Passkey, error) {
	p, err := scanPasskey(d.Row(ctx, passkeyColumns+`id = ?`, id).Scan)
	return p, none(err)
}

// Passkeys implements store.Proofs.
func (d *DB) Passkeys(ctx context.Context, user string) (list []store.Passkey, err error) {
	err = d.Query(ctx, passkeyColumns+`user_id = ? ORDER BY created, id`, []any{user}, func(r *sql.Rows) error {
		p, err := scanPasskey(r.Scan)
		list = append(list, p)
		return err
	})
	return list, err
}

// UsePasskey implements store.Proofs.
func (d *DB) UsePasskey(ctx context.Context, p store.Passkey, before uint32) (ok bool, err error) {
	err = d.Write(ctx, func(tx Tx) error {
		n, err := tx.Exec(ctx, `UPDATE passkeys SET data = ?, counter = ?, used = ? WHERE id = ? AND user_id = ? AND counter = ?`,
			p.Data, int64(p.Counter), p.Used, p.ID, p.User, int64(before))
		ok = n == 1
		return err
	})
	return ok, err
}

// ways counts how an account can sign in; it needs the
// user three times.
const ways = `(SELECT count(*) FROM accounts WHERE user_id = ? AND password <> '') + (SELECT count(*) FROM passkeys WHERE user_id = ?)
	+ (SELECT count(*) FROM links WHERE user_id = ?)`

// drop removes a way to sign in unless it is the last.
func (d *DB) drop(ctx context.Context, user, query string, args ...any) error {
	return d.Write(ctx, func(tx Tx) error {
		if err := hold(ctx, tx, user); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, query, args...)
		if err != nil {
			return err
		}
		if n == 0 {
			return store.ErrNone
		}
		var left int
		if err := tx.QueryRow(ctx, `SELECT `+ways, user, user, user).Scan(&left); err != nil {
			return err
		}
		if left == 0 {
			return store.ErrLast
		}
		return nil
	})
}

// DropPasskey implements store.Proofs.
func (d *DB) DropPasskey(ctx context.Context, user, id string) error {
	return d.drop(ctx, user, `DELETE FROM passkeys WHERE id = ? AND user_id = ?`, id, user)
}

func addLink(ctx context.Context, tx Tx, l store.Link) error {
	var n int
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM links WHERE user_id = ? AND issuer = ?`, l.User, l.Issuer).Scan(&n); err != nil {
		return err
	}
	if n > 0 {
		return store.ErrTaken
	}
	done, err := tx.Exec(ctx, `INSERT INTO links (issuer, subject, user_id, created, used) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		l.Issuer, l.Subject, l.User, l.Created, l.Used)
	if err == nil && done != 1 {
		err = store.ErrTaken
	}
	return err
}

// AddLink implements store.Proofs.
func (d *DB) AddLink(ctx context.Context, l store.Link) error {
	return d.Write(ctx, func(tx Tx) error {
		if err := hold(ctx, tx, l.User); err != nil {
			return err
		}
		return addLink(ctx, tx, l)
	})
}

const linkColumns = `SELECT issuer, subject, user_id, created, used FROM links WHERE `

func scanLink(scan func(...any) error) (l store.Link, err error) {
	err = scan(&l.Issuer, &l.Subject, &l.User, &l.Created, &l.Used)
	return l, err
}

// Link implements store.Proofs.
func (d *DB) Link(ctx context.Context, issuer, subject string) (store.Link, error) {
	l, err := scanLink(d.Row(ctx, linkColumns+`issuer = ? AND subject = ?`, issuer, subject).Scan)
	return l, none(err)
}

// Links implements store.Proofs.
func (d *DB) Links(ctx context.Context, user string) (list []store.Link, err error) {
	err = d.Query(ctx, linkColumns+`user_id = ? ORDER BY created, issuer`, []any{user}, func(r *sql.Rows) error {
		l, err := scanLink(r.Scan)
		list = append(list, l)
		return err
	})
	return list, err
}

// UseLink implements store.Proofs.
func (d *DB) UseLink(ctx context.Context, issuer, subject string, now int64) error {
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `UPDATE links SET used = ? WHERE issuer = ? AND subject = ?`, now, issuer, subject)
		return err
	})
}

// DropLink implements store.Proofs.
func (d *DB) DropLink(ctx context.Context, user, issuer string) error {
	return d.drop(ctx, user, `DELETE FROM links WHERE issuer = ? AND user_id = ?`, issuer, user)
}

// PutOnce implements store.Proofs.
func (d *DB) PutOnce(ctx context.Context, o store.Once) error {
	if o.Data == nil {
		o.Data = []byte{}
	}
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO once (hash, kind, user_id, bound, data, until) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (hash) DO UPDATE SET kind = excluded.kind, user_id = excluded.user_id, bound = excluded.bound, data = excluded.data, until = excluded.until`,
			o.Hash, o.Kind, o.User, o.Bound, o.Data, o.Until)
		return err
	})
}

// TakeOnce implements store.Proofs.
func (d *DB) TakeOnce(ctx context.Context, kind, hash string, now int64) (o store.Once, err error) {
	err = d.Write(ctx, func(tx Tx) error {
		o = store.Once{Kind: kind, Hash: hash}
		return tx.QueryRow(ctx, `DELETE FROM once WHERE hash = ? AND kind = ? AND until > ? RETURNING user_id, bound, data, until`, hash, kind, now).
			Scan(&o.User, &o.Bound, &o.Data, &o.Until)
	})
	return o, none(err)
}

// DropOnce implements store.Proofs.
func (d *DB) DropOnce(ctx context.Context, kind, user string) error {
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM once WHERE user_id = ? AND kind = ?`, user, kind)
		return err
	})
}

// SeeOnce implements store.Proofs.
func (d *DB) SeeOnce(ctx context.Context, kind, hash string, now int64) (store.Once, error) {
	o := store.Once{Kind: kind, Hash: hash}
	err := d.Row(ctx, `SELECT user_id, bound, data, until FROM once WHERE hash = ? AND kind = ? AND until > ?`, hash, kind, now).
		Scan(&o.User, &o.Bound, &o.Data, &o.Until)
	return o, none(err)
}
