package sqldb

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"atoll/match"
	"atoll/store"
)

// apart is a condition that one of two users has blocked the other; it needs
// their ids twice, the second time the other way round.
const apart = `EXISTS (SELECT 1 FROM blocks WHERE user_id = ? AND other = ? OR user_id = ? AND other = ?)`

// SetFollow implements store.Social.
func (d *DB) SetFollow(ctx context.Context, user, other string, on bool, now int64) error {
	return d.Write(ctx, func(tx Tx) error {
		if !on {
			_, err := tx.Exec(ctx, `DELETE FROM follows WHERE user_id = ? AND other = ?`, user, other)
			return err
		}
		var n int
		if err := tx.QueryRow(ctx, `SELECT COUNT(*) FROM users WHERE id = ? AND `+apart, other, user, other, other, user).Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return store.ErrTaken
		}
		_, err := tx.Exec(ctx, `INSERT INTO follows (user_id, other, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, user, other, now)
		return err
	})
}

// Follows implements store.Social.
func (d *DB) Follows(ctx context.Context, user string) ([]string, error) {
	return d.column(ctx, `SELECT other FROM follows WHERE user_id = ? ORDER BY since, other`, user)
}

// Followers implements store.Social.
func (d *DB) Followers(ctx context.Context, user string) ([]string, error) {
	return d.column(ctx, `SELECT user_id FROM follows WHERE other = ? ORDER BY since, user_id`, user)
}

// SetBlock implements store.Social.
func (d *DB) SetBlock(ctx context.Context, user, other string, on bool, now int64) error {
	return d.Write(ctx, func(tx Tx) error {
		if !on {
			_, err := tx.Exec(ctx, `DELETE FROM blocks WHERE user_id = ? AND other = ?`, user, other)
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO blocks (user_id, other, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, user, other, now); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM follows WHERE user_id = ? AND other = ? OR user_id = ? AND other = ?`, user, other, other, user); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE challenges SET status = ? WHERE pair = ? AND status = ?`, store.ChallengeWithdrawn, pairOf(user, other), store.ChallengeOpen)
		return err
	})
}

// Blocks implements store.Social.
func (d *DB) Blocks(ctx context.Context, user string) ([]string, error) {
	return d.column(ctx, `SELECT other FROM blocks WHERE user_id = ? ORDER BY since, other`, user)
}

// Apart implements store.Social.
func (d *DB) Apart(ctx context.Context, user string) ([]string, error) {
	return d.column(ctx, `SELECT other FROM blocks WHERE user_id = ? UNION SELECT user_id FROM blocks WHERE other = ?`, user, user)
}

// Manners implements store.Social.
func (d *DB) Manners(ctx context.Context, user string) (m store.Manners, err error) {
	err = d.Row(ctx, `SELECT challenges, seen FROM manners WHERE user_id = ?`, user).Scan(&m.Challenges, &m.Seen)
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		err = d.Row(ctx, `SELECT messages FROM hearing WHERE user_id = ?`, user).Scan(&m.Messages)
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return m, err
}

// Hearing implements store.Social. It is asked for whoever comes to a table, so in one question.
func (d *DB) Hearing(ctx context.Context, user string) (store.Hearing, error) {
	h := store.Hearing{User: user}
	err := d.Query(ctx, `SELECT 'muted', other FROM mutes WHERE user_id = ?
		UNION ALL SELECT 'blocked', other FROM blocks WHERE user_id = ?
		UNION ALL SELECT 'from', messages FROM hearing WHERE user_id = ?
		UNION ALL SELECT 'follows', other FROM follows WHERE user_id = ? AND EXISTS (SELECT 1 FROM hearing WHERE user_id = ?)
		ORDER BY 1, 2`, []any{user, user, user, user, user}, func(r *sql.Rows) error {
		var kind, what string
		err := r.Scan(&kind, &what)
		switch kind {
		case "muted":
			h.Muted = append(h.Muted, what)
		case "blocked":
			h.Blocked = append(h.Blocked, what)
		case "follows":
			h.Follows = append(h.Follows, what)
		default:
			h.From = what
		}
		return err
	})
	return h, err
}

// SetChallenges implements store.Social.
func (d *DB) SetChallenges(ctx context.Context, user, from string) error {
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO manners (user_id, challenges, seen) VALUES (?, ?, 0) ON CONFLICT (user_id) DO UPDATE SET challenges = excluded.challenges`, user, from)
		return err
	})
}

// SetMessages implements store.Social.
func (d *DB) SetMessages(ctx context.Context, user, from string) error {
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO hearing (user_id, messages) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET messages = excluded.messages`, user, from)
		return err
	})
}

// SetSeen implements store.Social.
func (d *DB) SetSeen(ctx context.Context, user string, at int64) error {
	return d.Write(ctx, func(tx Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO manners (user_id, challenges, seen) VALUES (?, '', ?)
			ON CONFLICT (user_id) DO UPDATE SET seen = excluded.seen WHERE excluded.seen > manners.seen`, user, at)
		return err
	})
}

// pairOf names two users, whoever comes first.
func pairOf(a, b string) string {
	if b < a {
		a, b = b, a
	}
	return a + " " + b
}

// PutChallenge implements store.Social.
func (d *DB) PutChallenge(ctx context.Context, c store.Challenge, now int64) error {
	setup, err := json.Marshal(c.Setup)
	if err != nil {
		return err
	}
	return d.Write(ctx, func(tx Tx) error {
		pair := pairOf(c.From, c.To)
		var n int
		if err := tx.QueryRow(ctx, `SELECT COUNT(*) FROM users WHERE id = ? AND `+apart, c.To, c.From, c.To, c.To, c.From).Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return store.ErrNone
		}
		// What has run out makes room.
		if _, err := tx.Exec(ctx, `UPDATE challenges SET status = ? WHERE pair = ? AND status = ? AND until <= ?`, store.ChallengeWithdrawn, pair, store.ChallengeOpen, now); err != nil {
			return err
		}
		done, err := tx.Exec(ctx, `INSERT INTO challenges (id, pair, from_id, to_id, setup, word, at, until, status, table_id)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, c.ID, pair, c.From, c.To, setup, c.Word, c.At, c.Until, store.ChallengeOpen, "")
		if err == nil && done != 1 {
			err = store.ErrTaken
		}
		if err != nil {
			return err
		}
		return putNotices(ctx, tx, []match.Notice{{User: c.To, Kind: store.NoticeChallenge, Thing: "challenge:" + c.ID, At: c.At, Due: c.At}})
	})
}

const challengeColumns = `id, from_id, to_id, setup, word, at, until, status, table_id`

func scanChallenge(scan func(...any) error) (c store.Challenge, err error) {
	var setup []byte
	if err = scan(&c.ID, &c.From, &c.To, &setup, &c.Word, &c.At, &c.Until, &c.Status, &c.Table); err != nil {
		return c, err
	}
	if err = json.Unmarshal(setup, &c.Setup); err != nil {
		err = fmt.Errorf("challenge %s: %w", c.ID, err)
	}
	return c, err
}

// Challenge implements store.Social.
func (d *DB) Challenge(ctx context.Context, id string) (store.Challenge, error) {
	c, err := scanChallenge(d.Row(ctx, `SELECT `+challengeColumns+` FROM challenges WHERE id = ?`, id).Scan)
	return c, none(err)
}

// Challenges implements store.Social.
func (d *DB) Challenges(ctx context.Context, user string, now int64) (list []store.Challenge, err error) {
	err = d.Query(ctx, `SELECT `+challengeColumns+` FROM challenges WHERE (from_id = ? OR to_id = ?) AND status = ? AND until > ? ORDER BY at, id`,
		[]any{user, user, store.ChallengeOpen, now}, func(r *sql.Rows) error {
			c, err := scanChallenge(r.Scan)
			list = append(list, c)
			return err
		})
	return list, err
}

// EndChallenge implements store.Social.
func (d *DB) EndChallenge(ctx context.Context, id, status, table string, now int64) (ok bool, err error) {
	err = d.Write(ctx, func(tx Tx) error {
		n, err := tx.Exec(ctx, `UPDATE challenges SET status = ?, table_id = ? WHERE id = ? AND status = ? AND until > ?`, status, table, id, store.ChallengeOpen, now)
		ok = n == 1
		return err
	})
	return ok, err
}

// AddReport implements store.Social.
func (d *DB) AddReport(ctx context.Context, r store.Report) error {
	return d.Write(ctx, func(tx Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM reports WHERE by_id = ? AND about_id = ? AND table_id = ? AND done = 0`, r.By, r.About, r.Table); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO reports (id, by_id, about_id, table_id, why, text, at, done) VALUES (?, ?, ?, ?, ?, ?, ?, 0)`,
			r.ID, r.By, r.About, r.Table, r.Why, r.Text, r.At)
		return err
	})
}

func (d *DB) reports(ctx context.Context, where string, args ...any) (list []store.Report, err error) {
	err = d.Query(ctx, `SELECT id, by_id, about_id, table_id, why, text, at, done FROM reports `+where, args, func(r *sql.Rows) error {
		var x store.Report
		err := r.Scan(&x.ID, &x.By, &x.About, &x.Table, &x.Why, &x.Text, &x.At, &x.Done)
		list = append(list, x)
		return err
	})
	return list, err
}

// Reports implements store.Social.
func (d *DB) Reports(ctx context.Context, all bool, limit int) ([]store.Report, error) {
	where := `WHERE done = 0 `
	if all {
		where = ``
	}
	return d.reports(ctx, where+`ORDER BY at DESC, id LIMIT ?`, limit)
}

// ReportsBy implements store.Social.
func (d *DB) ReportsBy(ctx context.Context, user string) ([]store.Report, error) {
	return d.reports(ctx, `WHERE by_id = ? ORDER BY at, id`, user)
}

// EndReport implements store.Social.
func (d *DB) EndReport(ctx context.Context, id string, now int64) error {
	return d.Write(ctx, func(tx Tx) error {
		n, err := tx.Exec(ctx, `UPDATE reports SET done = ? WHERE id = ? AND done = 0`, now, id)
		if err == nil && n != 1 {
			err = store.ErrNone
		}
		return err
	})
}
