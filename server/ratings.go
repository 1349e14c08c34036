package server

import (
	"context"
	"time"

	"atoll/game"
	"atoll/match"
	"atoll/rating"
	"atoll/server/tables"
)

// Speed classes a clock for ratings: by the time a player has for forty
// decisions.
func Speed(c match.ClockSetup) string {
	const decisions = 40
	seconds := 0
	switch c.Kind {
	case match.Correspondence:
		return "days"
	case match.Fischer:
		seconds = c.Initial + decisions*c.Increment
	case match.PerTurn:
		seconds = decisions * c.Turn
	default:
		return "untimed"
	}
	switch {
	case seconds < 8*60:
		return "blitz"
	case seconds < 30*60:
		return "rapid"
	}
	return "slow"
}

// keepRatings changes ratings for rated games that are over. It looks at what
// the store has, so that a crash between the end of a game and the change of
// ratings loses nothing; the store does it once however many nodes try.
func (s *Server) keepRatings(ctx context.Context) {
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-s.gameOver:
		}
		ids, err := s.node.Store.Unrated(ctx, 100)
		if err != nil {
			if ctx.Err() == nil {
				s.node.Log.Warn("rated games cannot be listed", "err", err)
			}
			continue
		}
		for _, id := range ids {
			if err := s.rate(ctx, id); err != nil && ctx.Err() == nil {
				s.node.Log.Error("a game could not be rated", "table", id, "err", err)
			}
		}
	}
}

// rate changes the ratings of a finished table's players and notes it in the
// table's log, both or neither.
func (s *Server) rate(ctx context.Context, id string) error {
	if _, _, err := s.tables.Read(ctx, id); err != nil {
		return err
	}
	_, err := s.tables.ChangeWith(ctx, id, func(t *match.Table, now match.Now) (tables.Plan, error) {
		if t.Status != match.Over {
			return tables.Plan{}, nil
		}
		return tables.Plan{Store: func(ctx context.Context) (match.Done, error) { return s.storeRatings(ctx, t, now) }}, nil
	})
	return err
}

// storeRatings does so. It returns nothing if that was done before.
func (s *Server) storeRatings(ctx context.Context, t *match.Table, now match.Now) (match.Done, error) {
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
	done, err := s.node.Store.Rate(ctx, t.ID, now.MS, t.Config.Game.ID, Speed(t.Setup.Clock), users, func(before []rating.Rating) ([]rating.Rating, *match.Change, error) {
		after := rating.Game(before, ranks)
		news := make([]match.Rated, len(after))
		for i, r := range after {
			news[i] = match.Rated{Seat: seats[i], Rating: r.Round(), Change: r.Round() - before[i].Round(), Unsure: r.Provisional()}
		}
		var err error
		if d, err = t.Rate(news, now); err != nil {
			return nil, nil, err
		}
		d.Change.Ping = s.node.Shared
		return after, d.Change, nil
	})
	if err != nil || !done {
		return match.Done{}, err
	}
	return d, nil
}

// player is the caller as a table knows them, with the rating that others see.
func (s *Server) player(ctx context.Context, me *who, setup match.Setup) (match.User, error) {
	u := me.user()
	var err error
	u.Rating, u.Unsure, err = s.ratingOf(ctx, u, setup)
	return u, err
}

// ratingOf is the rating that others see of a user at a table; 0 for none.
func (s *Server) ratingOf(ctx context.Context, u match.User, setup match.Setup) (value int, unsure bool, err error) {
	if u.Kind != match.Account {
		return 0, false, nil
	}
	list, err := s.node.Store.Ratings(ctx, u.ID)
	if err != nil {
		return 0, false, err
	}
	for _, r := range list {
		if r.Game == setup.Game && r.Speed == Speed(setup.Clock) {
			return r.Round(), r.Provisional(), nil
		}
	}
	if setup.Rated {
		return rating.New().Round(), true, nil
	}
	return 0, false, nil
}
