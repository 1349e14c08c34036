package front

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"atoll/match"
	"atoll/server/wire"
	"atoll/server/work"
	"atoll/store"
)

// best caches the game to watch, so that not every visitor costs a query.
type best struct {
	mu    sync.Mutex
	until time.Time
	game  wire.NowGame
}

const bestFor = 3 * time.Second

// Now finds the game to watch: the one that is watched while it lasts, then the highest average of
// ratings, then the most spectators. When nobody plays, two house bots do.
func (f *Front) Now(ctx context.Context, watched string) (*wire.NowGame, error) {
	if watched != "" {
		if g, ok := f.watchable(ctx, watched); ok {
			return g, nil
		}
	}
	f.best.mu.Lock()
	defer f.best.mu.Unlock()
	now := f.n.Clock()
	if now.Before(f.best.until) && f.best.game.Table != nil {
		if g, ok := f.watchable(ctx, f.best.game.Table.ID); ok {
			return g, nil
		}
	}
	list, err := f.hub.List(ctx, "", store.Filter{Status: match.Running, Limit: 200}, "")
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list.Tables, func(a, b wire.TableInfo) int {
		return cmp.Or(cmp.Compare(average(b), average(a)), cmp.Compare(f.hub.Crowd(b.ID), f.hub.Crowd(a.ID)),
			cmp.Compare(b.Updated, a.Updated))
	})
	for _, info := range list.Tables {
		if g, ok := f.watchable(ctx, info.ID); ok {
			f.best.game, f.best.until = *g, now.Add(bestFor)
			return g, nil
		}
	}
	if f.house {
		id, err := f.work.HouseGame(ctx)
		if err != nil {
			return nil, err
		}
		if g, ok := f.watchable(ctx, id); ok {
			g.House = true
			return g, nil
		}
	}
	return &wire.NowGame{}, nil
}

// watchable is a running game as a stranger may watch it.
func (f *Front) watchable(ctx context.Context, id string) (*wire.NowGame, bool) {
	_, t, err := f.tables.Read(ctx, id)
	if err != nil || t.Status != match.Running || !t.Setup.Listed && !work.IsHouse(t) {
		return nil, false
	}
	if _, err := wire.ViewerOf(t, "", "public"); err != nil {
		return nil, false
	}
	info := f.hub.Scene(t, f.hub.Online(id)).Info(0)
	return &wire.NowGame{Table: &info, Average: average(info), Spectators: f.hub.Crowd(id), House: work.IsHouse(t)}, true
}

func average(info wire.TableInfo) int {
	sum, n := 0, 0
	for _, seat := range info.Seats {
		if seat.Rating > 0 {
			sum, n = sum+seat.Rating, n+1
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}
