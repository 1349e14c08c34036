package server

import (
	"context"
	"time"

	"atoll/match"
	"atoll/rating"
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
		ids, err := s.cfg.Store.Unrated(ctx, 100)
		if err != nil {
			if ctx.Err() == nil {
				s.log.Warn("rated games cannot be listed", "err", err)
			}
			continue
		}
		for _, id := range ids {
			if err := s.rate(ctx, id); err != nil && ctx.Err() == nil {
				s.log.Error("a game could not be rated", "table", id, "err", err)
			}
		}
	}
}

func (s *Server) rate(ctx context.Context, id string) error {
	_, t, err := s.read(ctx, id)
	if err != nil {
		return err
	}
	if t.Status != match.Over {
		return nil
	}
	result := t.Result()
	var users []string
	var ranks []int
	for i, seat := range t.Seats {
		if seat.User.ID != "" {
			users = append(users, seat.User.ID)
			ranks = append(ranks, int(result.Rank[i]))
		}
	}
	_, err = s.cfg.Store.Rate(ctx, id, s.now().MS, t.Config.Game.ID, Speed(t.Setup.Clock), users, func(before []rating.Rating) []rating.Rating {
		return rating.Game(before, ranks)
	})
	return err
}
