package friends

import (
	"context"
	"slices"

	"atoll/match"
	"atoll/rating"
	"atoll/server/people"
	"atoll/server/wire"
	"atoll/store"
)

// Stakes are what a rated game for two against somebody would do to the caller's
// rating.
func (f *Friends) Stakes(ctx context.Context, me *people.Caller, key, game, speed string) (*wire.Stakes, error) {
	u, err := f.folk.Find(ctx, key)
	if err != nil {
		return nil, err
	}
	if me.Kind != match.Account || u.Kind != match.Account {
		return nil, &match.Error{Kind: match.Invalid, Where: "path.user", Message: "rated games need an account on both sides"}
	}
	if _, ok := f.n.Game(game); !ok {
		return nil, &match.Error{Kind: match.Unknown, Where: "query.game", Message: "there is no such game"}
	}
	before := make([]rating.Rating, 2)
	for i, id := range []string{me.ID, u.ID} {
		if before[i], err = f.ratingOf(ctx, id, game, speed); err != nil {
			return nil, err
		}
	}
	change := func(mine, theirs int) int {
		return rating.Game(before, []int{mine, theirs})[0].Round() - before[0].Round()
	}
	return &wire.Stakes{
		You: before[0].Round(), YouUnsure: before[0].Provisional(), Them: before[1].Round(), ThemUnsure: before[1].Provisional(),
		Win: change(1, 2), Draw: change(1, 1), Lose: change(2, 1),
	}, nil
}

// ratingOf is somebody's rating, that of a newcomer if they have none.
func (f *Friends) ratingOf(ctx context.Context, user, game, speed string) (rating.Rating, error) {
	all, err := f.n.Store.Ratings(ctx, user)
	if err != nil {
		return rating.Rating{}, err
	}
	i := slices.IndexFunc(all, func(r store.Rated) bool { return r.Game == game && r.Speed == speed })
	if i < 0 {
		return rating.New(), nil
	}
	return all[i].Rating, nil
}
