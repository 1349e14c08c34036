package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"atoll/match"
	"atoll/store"
)

// Reached is a condition that there is a way to reach n.user_id.
const Reached = `EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = n.user_id)
	OR EXISTS (SELECT 1 FROM addresses a WHERE a.user_id = n.user_id AND a.address <> '')`

// NoticeAgain says what becomes of a notice when the next of its kind comes.
const NoticeAgain = `(user_id, kind, thing) DO UPDATE SET step = excluded.step, at = excluded.at, due = excluded.due,
	held = 0, tries = 0, gen = notices.gen + 1, done = ''`

func putNotices(ctx context.Context, tx Tx, list []match.Notice) error {
	for _, n := range list {
		_, err := tx.Exec(ctx, `INSERT INTO notices (user_id, kind, thing, step, at, due, held, tries, gen, done)
			SELECT n.user_id, n.kind, n.thing, n.step, n.at, n.due, 0, 0, 1, ''
			FROM (SELECT CAST(? AS TEXT) AS user_id, CAST(? AS TEXT) AS kind, CAST(? AS TEXT) AS thing,
				CAST(? AS BIGINT) AS step, CAST(? AS BIGINT) AS at, CAST(? AS BIGINT) AS due) n
			WHERE (`+Reached+`) ON CONFLICT `+NoticeAgain, n.User, n.Kind, n.Thing, n.Step, n.At, n.Due)
		if err != nil {
			return fmt.Errorf("storing a notice: %w", err)
		}
	}
	return nil
}

// PutNotice implements store.Notices.
func (d *DB) PutNotice(ctx context.Context, n match.Notice) error {
	return d.Write(ctx, func(tx Tx) error { return putNotices(ctx, tx, []match.Notice{n}) })
}

func (d *DB) notices(ctx context.Context, where string, args ...any) (list []store.Notice, err error) {
	err = d.Query(ctx, `SELECT user_id, kind, thing, step, at, due, tries, gen, done FROM notices `+where, args, func(r *sql.Rows) error {
		var n store.Notice
		err := r.Scan(&n.User, &n.Kind, &n.Thing, &n.Step, &n.At, &n.Due, &n.Tries, &n.Gen, &n.Done)
		list = append(list, n)
		return err
	})
	return list, err
}

// DueNotices implements store.Notices.
func (d *DB) DueNotices(ctx context.Context, now int64, limit int) ([]store.Notice, error) {
	return d.notices(ctx, `WHERE due <= ? AND held <= ? ORDER BY due LIMIT ?`, now, now, limit)
}

// NoticesOf implements store.Notices.
func (d *DB) NoticesOf(ctx context.Context, user string) ([]store.Notice, error) {
	return d.notices(ctx, `WHERE user_id = ? ORDER BY due, kind, thing`, user)
}

// ClaimNotice implements store.Notices.
func (d *DB) ClaimNotice(ctx context.Context, n store.Notice, now, until int64) (mine bool, err error) {
	err = d.Write(ctx, func(tx Tx) error {
		rows, err := tx.Exec(ctx, `UPDATE notices SET held = ? WHERE user_id = ? AND kind = ? AND thing = ? AND gen = ? AND tries = ? AND due <= ? AND held <= ?`,
			until, n.User, n.Kind, n.Thing, n.Gen, n.Tries, now, now)
		mine = rows == 1
		return err
	})
	return mine, err
}

// DelayNotice implements store.Notices.
func (d *DB) DelayNotice(ctx context.Context, n store.Notice) error {
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `UPDATE notices SET held = 0, due = ?, tries = ?, done = ? WHERE user_id = ? AND kind = ? AND thing = ? AND gen = ?`,
			n.Due, n.Tries, n.Done, n.User, n.Kind, n.Thing, n.Gen)
		return err
	})
}

// DropNotice implements store.Notices.
func (d *DB) DropNotice(ctx context.Context, n store.Notice) error {
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM notices WHERE user_id = ? AND kind = ? AND thing = ? AND gen = ?`, n.User, n.Kind, n.Thing, n.Gen)
		return err
	})
}

// alive is a condition that a user is not deleted; it needs their id.
const alive = `EXISTS (SELECT 1 FROM users WHERE id = ? AND kind <> 'gone')`

// kept turns an INSERT that found its user deleted into an error.
func kept(rows int64, err error) error {
	if err == nil && rows == 0 {
		return store.ErrNone
	}
	return err
}

// PutSubscription implements store.Notices.
func (d *DB) PutSubscription(ctx context.Context, s store.Subscription, most int) error {
	return d.Write(ctx, func(tx Tx) error {
		var n int
		if err := tx.QueryRow(ctx, `SELECT COUNT(*) FROM subscriptions WHERE user_id = ? AND endpoint <> ?`, s.User, s.Endpoint).Scan(&n); err != nil {
			return err
		}
		if n >= most {
			return store.ErrTooMany
		}
		return kept(tx.Exec(ctx, `INSERT INTO subscriptions (endpoint, user_id, p256dh, auth, created)
			SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT) WHERE `+alive+`
			ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, created = excluded.created`,
			s.Endpoint, s.User, s.P256dh, s.Auth, s.Created, s.User))
	})
}

// Subscriptions implements store.Notices.
func (d *DB) Subscriptions(ctx context.Context, user string) (list []store.Subscription, err error) {
	err = d.Query(ctx, `SELECT endpoint, user_id, p256dh, auth, created FROM subscriptions WHERE user_id = ? ORDER BY created, endpoint`, []any{user}, func(r *sql.Rows) error {
		var s store.Subscription
		err := r.Scan(&s.Endpoint, &s.User, &s.P256dh, &s.Auth, &s.Created)
		list = append(list, s)
		return err
	})
	return list, err
}

// DropSubscription implements store.Notices.
func (d *DB) DropSubscription(ctx context.Context, endpoint, user string) error {
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM subscriptions WHERE endpoint = ? AND (user_id = ? OR CAST(? AS TEXT) = '')`, endpoint, user, user)
		return err
	})
}

// NoticeSettings implements store.Notices.
func (d *DB) NoticeSettings(ctx context.Context, user string) (data []byte, err error) {
	err = d.Row(ctx, `SELECT data FROM notice_settings WHERE user_id = ?`, user).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return data, err
}

// SetNoticeSettings implements store.Notices.
func (d *DB) SetNoticeSettings(ctx context.Context, user string, data []byte) error {
	return d.Write(ctx, func(tx Tx) error {
		blob := `CAST(? AS BLOB)`
		if d.Numbered {
			blob = `CAST(? AS BYTEA)`
		}
		return kept(tx.Exec(ctx, `INSERT INTO notice_settings (user_id, data) SELECT CAST(? AS TEXT), `+blob+` WHERE `+alive+`
			ON CONFLICT (user_id) DO UPDATE SET data = excluded.data`, user, data, user))
	})
}

// AskAddress implements store.Notices.
func (d *DB) AskAddress(ctx context.Context, user, address, hash string, until int64) error {
	return d.Write(ctx, func(tx Tx) error {
		return kept(tx.Exec(ctx, `INSERT INTO addresses (user_id, address, verified, pending, token, until)
			SELECT CAST(? AS TEXT), '', 0, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT) WHERE `+alive+`
			ON CONFLICT (user_id) DO UPDATE SET pending = excluded.pending, token = excluded.token, until = excluded.until`,
			user, address, hash, until, user))
	})
}

// ProveAddress implements store.Notices.
func (d *DB) ProveAddress(ctx context.Context, hash string, now int64) (user string, err error) {
	err = d.Write(ctx, func(tx Tx) error {
		if err := tx.QueryRow(ctx, `SELECT user_id FROM addresses WHERE token = ? AND token <> '' AND until > ?`, hash, now).Scan(&user); err != nil {
			return none(err)
		}
		return kept(tx.Exec(ctx, `UPDATE addresses SET address = pending, verified = ?, pending = '', token = '', until = 0 WHERE user_id = ? AND token = ?`, now, user, hash))
	})
	return user, err
}

// Address implements store.Notices.
func (d *DB) Address(ctx context.Context, user string) (a store.Address, err error) {
	err = d.Row(ctx, `SELECT address, verified, pending, until FROM addresses WHERE user_id = ?`, user).Scan(&a.Address, &a.Verified, &a.Pending, &a.Until)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Address{}, nil
	}
	return a, err
}

// DropAddress implements store.Notices.
func (d *DB) DropAddress(ctx context.Context, user string) error {
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM addresses WHERE user_id = ?`, user)
		return err
	})
}

// UsersAt implements store.Notices.
func (d *DB) UsersAt(ctx context.Context, address string) ([]string, error) {
	return d.column(ctx, `SELECT user_id FROM addresses WHERE lower(address) = lower(?) AND address <> '' ORDER BY verified, user_id`, address)
}

// PutVacation implements store.Notices.
func (d *DB) PutVacation(ctx context.Context, v store.Vacation, fits func(all []store.Vacation) error) error {
	return d.Write(ctx, func(tx Tx) error {
		// Another node that does the same waits here.
		if err := kept(tx.Exec(ctx, `UPDATE users SET kind = kind WHERE id = ? AND kind <> 'gone'`, v.User)); err != nil {
			return err
		}
		var all []store.Vacation
		for last := int64(-1); ; {
			x := store.Vacation{User: v.User}
			err := tx.QueryRow(ctx, `SELECT since, until FROM vacations WHERE user_id = ? AND since > ? ORDER BY since LIMIT 1`, v.User, last).Scan(&x.Since, &x.Until)
			if errors.Is(err, sql.ErrNoRows) {
				break
			}
			if err != nil {
				return err
			}
			all, last = append(all, x), x.Since
		}
		if err := fits(all); err != nil {
			return err
		}
		if v.Until <= v.Since {
			_, err := tx.Exec(ctx, `DELETE FROM vacations WHERE user_id = ? AND since = ?`, v.User, v.Since)
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO vacations (user_id, since, until) VALUES (?, ?, ?)
			ON CONFLICT (user_id, since) DO UPDATE SET until = excluded.until`, v.User, v.Since, v.Until)
		return err
	})
}

// Vacations implements store.Notices.
func (d *DB) Vacations(ctx context.Context, user string, after int64) (list []store.Vacation, err error) {
	err = d.Query(ctx, `SELECT user_id, since, until FROM vacations WHERE user_id = ? AND until > ? ORDER BY since`, []any{user, after}, func(r *sql.Rows) error {
		var v store.Vacation
		err := r.Scan(&v.User, &v.Since, &v.Until)
		list = append(list, v)
		return err
	})
	return list, err
}
