package work

import (
	"context"
	"time"

	"atoll/game"
	"atoll/match"
	"atoll/rating"
	"atoll/server/tables"
)

// keepRatings changes ratings for rated games that are over. It looks at what
// the store has, so that a crash between the end of a game and the change of
// ratings loses nothing; the store does it once however many nodes try.
func (w *Work) keepRatings(ctx context.Context) {
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-w.gameOver:
		}
		ids, err := w.n.Store.Unrated(ctx, 100)
		if err != nil {
			if ctx.Err() == nil {
				w.n.Log.Warn("rated games cannot be listed", "err", err)
			}
			continue
		}
		for _, id := range ids {
			if err := w.rate(ctx, id); err != nil && ctx.Err() == nil {
				w.n.Log.Error("a game could not be rated", "table", id, "err", err)
			}
		}
	}
}

// rate changes the ratings of a finished table's players and notes it in the
// table's log, both or neither.
func (w *Work) rate(ctx context.Context, id string) error {
	if _, _, err := w.tables.Read(ctx, id); err != nil {
		return err
	}
	_, err := w.tables.ChangeWith(ctx, id, func(t *match.Table, now match.Now) (tables.Plan, error) {
		if t.Status != match.Over {
			return tables.Plan{}, nil
		}
		return tables.Plan{Store: func(ctx context.Context) (match.Done, error) { return w.storeRatings(ctx, t, now) }}, nil
	})
	return err
}

// storeRatings stores them. It returns nothing if that was done before.
func (w *Work) storeRatings(ctx context.Context, t *match.Table, now match.Now) (match.Done, error) {
	result := t.Result()
	var users []string
	var ranks []int
	var seats []game.Seat
	for i, seat := range t.Seats {
		if seat.User.ID != "" {
			users = append(users, seat.User.ID)
			ranks = append(ranks, int(result.Rank[i]))
			seats = append(seats, game.Seat(i))
		}
	}
	var d match.Done
	done, err := w.n.Store.Rate(ctx, t.ID, now.MS, t.Config.Game.ID, t.Setup.Clock.Speed(), users,
		func(before []rating.Rating) ([]rating.Rating, *match.Change, error) {
			after := rating.Game(before, ranks)
			news := make([]match.Rated, len(after))
			for i, r := range after {
				news[i] = match.Rated{Seat: seats[i], Rating: r.Round(), Change: r.Round() - before[i].Round(), Unsure: r.Provisional()}
			}
			var err error
			if d, err = t.Rate(news, now); err != nil {
				return nil, nil, err
			}
			d.Change.Ping = w.n.Shared
			return after, d.Change, nil
		})
	if err != nil || !done {
		return match.Done{}, err
	}
	return d, nil
}
