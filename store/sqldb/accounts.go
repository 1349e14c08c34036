package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"atoll/match"
	"atoll/rating"
	"atoll/store"
)

// PutAccount implements store.People.
func (d *DB) PutAccount(ctx context.Context, u store.User, a store.Account) error {
	key, err := d.Key(ctx, nameKey)
	if err != nil {
		return err
	}
	return d.Write(ctx, func(tx Tx) error { return putAccount(ctx, tx, key, u, a) })
}

func putAccount(ctx context.Context, tx Tx, key []byte, u store.User, a store.Account) error {
	var holder string
	err := tx.QueryRow(ctx, `SELECT user_id FROM accounts WHERE login = ?`, a.Login).Scan(&holder)
	if err == nil && holder != u.ID {
		return store.ErrTaken
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	var kept int
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM kept_names WHERE hash = ? AND until > ?`, keptName(key, a.Login), a.Created).Scan(&kept); err != nil {
		return err
	}
	if kept > 0 && holder == "" {
		return store.ErrTaken
	}
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM users WHERE id = ? AND kind = 'gone'`, u.ID).Scan(&kept); err != nil {
		return err
	}
	if kept > 0 { // deleted meanwhile
		return store.ErrNone
	}
	if _, err := tx.Exec(ctx, `INSERT INTO users (id, kind, name, created) VALUES (?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name`, u.ID, u.Kind, u.Name, u.Created); err != nil {
		return err
	}
	if a.Banned != "" {
		if _, err := tx.Exec(ctx, `INSERT INTO ended (at, user_id, gone) SELECT ?, user_id, 0 FROM accounts WHERE user_id = ? OR owner = ?`,
			time.Now().UnixMilli(), u.ID, u.ID); err != nil {
			return err
		}
	}
	n, err := tx.Exec(ctx, `INSERT INTO accounts (user_id, login, password, owner, banned, created) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, u.ID, a.Login, a.Password, a.Owner, a.Banned, a.Created)
	if err != nil || n == 1 {
		return err
	}
	n, err = tx.Exec(ctx, `UPDATE accounts SET login = ?, password = ?, owner = ?, banned = ? WHERE user_id = ?`, a.Login, a.Password, a.Owner, a.Banned, u.ID)
	if err == nil && n == 0 { // somebody took the login at the same moment
		return store.ErrTaken
	}
	return err
}

const accountColumns = `SELECT a.user_id, a.login, a.password, a.owner, a.banned, a.created, u.id, u.kind, u.name, u.created
	FROM accounts a JOIN users u ON u.id = a.user_id WHERE `

func (d *DB) account(ctx context.Context, where string, arg any) (store.Account, store.User, error) {
	var a store.Account
	var u store.User
	err := d.Row(ctx, accountColumns+where, arg).
		Scan(&a.User, &a.Login, &a.Password, &a.Owner, &a.Banned, &a.Created, &u.ID, &u.Kind, &u.Name, &u.Created)
	return a, u, none(err)
}

// Account implements store.People.
func (d *DB) Account(ctx context.Context, user string) (store.Account, store.User, error) {
	return d.account(ctx, `a.user_id = ?`, user)
}

// AccountByLogin implements store.People.
func (d *DB) AccountByLogin(ctx context.Context, login string) (store.Account, store.User, error) {
	return d.account(ctx, `a.login = ?`, login)
}

// Owned implements store.People.
func (d *DB) Owned(ctx context.Context, owner string) ([]store.User, error) {
	var list []store.User
	err := d.Query(ctx, `SELECT u.id, u.kind, u.name, u.created FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.owner = ? AND a.owner <> '' ORDER BY a.created, u.id`,
		[]any{owner}, func(r *sql.Rows) error {
			var u store.User
			err := r.Scan(&u.ID, &u.Kind, &u.Name, &u.Created)
			list = append(list, u)
			return err
		})
	return list, err
}

// DropSessions implements store.People.
func (d *DB) DropSessions(ctx context.Context, user, but string) ([]string, error) {
	var hashes []string
	err := d.Query(ctx, `SELECT hash FROM sessions WHERE user_id = ? AND hash <> ?`, []any{user, but}, func(r *sql.Rows) error {
		var h string
		err := r.Scan(&h)
		hashes = append(hashes, h)
		return err
	})
	if err != nil {
		return nil, err
	}
	return hashes, d.Write(ctx, func(tx Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE user_id = ? AND hash <> ?`, user, but); err != nil {
			return err
		}
		return ended(ctx, tx, user, false)
	})
}

// Rate implements store.People.
func (d *DB) Rate(ctx context.Context, table string, now int64, game, speed string, users []string,
	f func([]rating.Rating) ([]rating.Rating, *match.Change, error),
) (bool, error) {
	done := false
	err := d.Write(ctx, func(tx Tx) error {
		n, err := tx.Exec(ctx, `INSERT INTO rated (table_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING`, table, now)
		if done = n == 1; err != nil || !done {
			return err
		}
		before := make([]rating.Rating, len(users))
		for i, u := range users {
			before[i] = rating.New()
			err := tx.QueryRow(ctx, `SELECT rating, deviation, volatility FROM ratings WHERE user_id = ? AND game = ? AND speed = ?`, u, game, speed).
				Scan(&before[i].Value, &before[i].Deviation, &before[i].Volatility)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return err
			}
		}
		after, c, err := f(before)
		if err != nil {
			return err
		}
		for i, r := range after {
			if _, err := tx.Exec(ctx, `INSERT INTO ratings (user_id, game, speed, rating, deviation, volatility, games, updated) VALUES (?, ?, ?, ?, ?, ?, 1, ?)
				ON CONFLICT (user_id, game, speed) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
				volatility = excluded.volatility, games = ratings.games + 1, updated = excluded.updated`,
				users[i], game, speed, r.Value, r.Deviation, r.Volatility, now); err != nil {
				return err
			}
		}
		if c == nil {
			return nil
		}
		return commit(ctx, tx, c, Encoded(c))
	})
	return done && err == nil, err
}

// Unrated implements store.People.
func (d *DB) Unrated(ctx context.Context, limit int) ([]string, error) {
	var list []string
	err := d.Query(ctx, `SELECT t.id FROM tables t WHERE t.rated = 1 AND t.status = 'over'
		AND NOT EXISTS (SELECT 1 FROM rated r WHERE r.table_id = t.id) ORDER BY t.updated, t.id LIMIT ?`, []any{limit}, func(r *sql.Rows) error {
		var id string
		err := r.Scan(&id)
		list = append(list, id)
		return err
	})
	return list, err
}

func (d *DB) ratings(ctx context.Context, rest string, args ...any) ([]store.Rated, error) {
	var list []store.Rated
	err := d.Query(ctx, `SELECT r.user_id, u.name, r.game, r.speed, r.games, r.updated, r.rating, r.deviation, r.volatility
		FROM ratings r JOIN users u ON u.id = r.user_id `+rest, args, func(r *sql.Rows) error {
		var x store.Rated
		err := r.Scan(&x.User, &x.Name, &x.Game, &x.Speed, &x.Games, &x.Updated, &x.Value, &x.Deviation, &x.Volatility)
		list = append(list, x)
		return err
	})
	return list, err
}

// Ratings implements store.People.
func (d *DB) Ratings(ctx context.Context, user string) ([]store.Rated, error) {
	return d.ratings(ctx, `WHERE r.user_id = ? ORDER BY r.game, r.speed`, user)
}

// Best implements store.People.
func (d *DB) Best(ctx context.Context, game, speed string, deviation float64, limit int) ([]store.Rated, error) {
	return d.ratings(ctx, `WHERE r.game = ? AND r.speed = ? AND r.deviation <= ? AND u.kind <> 'gone' ORDER BY r.rating DESC, r.user_id LIMIT ?`, game, speed, deviation, limit)
}

// SetHook implements store.People.
func (d *DB) SetHook(ctx context.Context, h store.Hook) error {
	return d.Write(ctx, func(tx Tx) error {
		if h.URL == "" {
			_, err := tx.Exec(ctx, `DELETE FROM hooks WHERE user_id = ?`, h.User)
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO hooks (user_id, url, secret) VALUES (?, ?, ?)
			ON CONFLICT (user_id) DO UPDATE SET url = excluded.url, secret = excluded.secret`, h.User, h.URL, h.Secret)
		return err
	})
}

// Hook implements store.People.
func (d *DB) Hook(ctx context.Context, user string) (store.Hook, error) {
	h := store.Hook{User: user}
	err := d.Row(ctx, `SELECT url, secret FROM hooks WHERE user_id = ?`, user).Scan(&h.URL, &h.Secret)
	return h, none(err)
}
