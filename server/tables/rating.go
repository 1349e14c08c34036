package tables

import (
	"context"

	"atoll/match"
	"atoll/rating"
)

// RatingOf is the rating that others see of a user at a table; 0 for none.
func (ts *Tables) RatingOf(ctx context.Context, u match.User, setup match.Setup) (value int, unsure bool, err error) {
	if u.Kind != match.Account {
		return 0, false, nil
	}
	list, err := ts.n.Store.Ratings(ctx, u.ID)
	if err != nil {
		return 0, false, err
	}
	for _, r := range list {
		if r.Game == setup.Game && r.Speed == setup.Clock.Speed() {
			return r.Round(), r.Provisional(), nil
		}
	}
	if setup.Rated {
		return rating.New().Round(), true, nil
	}
	return 0, false, nil
}

// Player is a user as a table knows them, with the rating that others see.
func (ts *Tables) Player(ctx context.Context, u match.User, setup match.Setup) (match.User, error) {
	var err error
	u.Rating, u.Unsure, err = ts.RatingOf(ctx, u, setup)
	return u, err
}
