// Package front makes the first page: the games that wait for somebody, what has
// ended since they looked, and the game to watch now.
package front

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"atoll/game"
	"atoll/match"
	"atoll/server/live"
	"atoll/server/node"
	"atoll/server/tables"
	"atoll/server/wire"
	"atoll/server/work"
	"atoll/store"
)

const (
	awaitShown    = 12
	finishedShown = 20
	finishedFor   = 14 * 24 * 3600 * 1000 // ms; older games are no longer news
)

// Front makes the first page.
type Front struct {
	n      *node.Node
	tables *tables.Tables
	hub    *live.Hub
	work   *work.Work
	house  bool
	best   best
}

// New makes it from the parts of the server that it needs. With house, two bots play for those who
// look when nobody else does.
func New(n *node.Node, ts *tables.Tables, hub *live.Hub, w *work.Work, house bool) *Front {
	return &Front{n: n, tables: ts, hub: hub, work: w, house: house}
}

// Games are a user's games: those that wait for them, most urgent first, and what
// has ended.
func (f *Front) Games(ctx context.Context, user string) (*wire.MyGames, error) {
	out := &wire.MyGames{Time: f.n.Now().MS, Games: []wire.AwaitingGame{}, Others: []wire.TableInfo{}, Finished: []wire.TableInfo{}}
	running, err := f.hub.List(ctx, user, store.Filter{User: user, Status: match.Running, Limit: 100}, "")
	if err != nil {
		return nil, err
	}
	for _, info := range running.Tables {
		if !info.YourTurn {
			out.Others = append(out.Others, info)
			continue
		}
		if out.Waiting++; out.Waiting > 4*awaitShown {
			continue
		}
		_, t, err := f.tables.Read(ctx, info.ID)
		if err != nil || t.Status != match.Running {
			continue
		}
		// The position is the public one, and the only clock is the caller's own.
		g := wire.AwaitingGame{Table: info}
		now := f.hub.Scene(t, 0)
		if g.Position, err = now.AppendPosition(nil, game.PublicViewer()); err != nil {
			g.Position = json.RawMessage("null")
		}
		mine := t.SeatsOf(user) & t.Waiting()
		if clocks := now.Clocks(wire.Viewer{Seat: mine.First(), Mine: mine}); clocks != nil && mine != 0 {
			c := clocks.Seats[mine.First()]
			if g.Due = clocks.Time + c.Left; !c.Running { // on vacation
				g.Due = now.Now.MS + c.Left
			}
		}
		out.Games = append(out.Games, g)
	}
	slices.SortStableFunc(out.Games, func(a, b wire.AwaitingGame) int {
		soon := func(g wire.AwaitingGame) int64 { return cmp.Or(g.Due, 1<<62) }
		return cmp.Or(cmp.Compare(soon(a), soon(b)), cmp.Compare(b.Table.Updated, a.Table.Updated))
	})
	out.Games = out.Games[:min(len(out.Games), awaitShown)]
	m, err := f.n.Store.Manners(ctx, user)
	if err != nil {
		return nil, err
	}
	over, err := f.hub.List(ctx, user, store.Filter{User: user, Status: match.Over, Limit: finishedShown}, "")
	if err != nil {
		return nil, err
	}
	for _, info := range over.Tables {
		// Nobody misses the end of a game against a bot.
		people := slices.ContainsFunc(info.Seats, func(x wire.SeatInfo) bool { return x.Kind == "human" && !x.Mine })
		if people && info.Updated > max(m.Seen, out.Time-finishedFor) {
			out.Finished = append(out.Finished, info)
		}
	}
	return out, nil
}

// Seen notes up to when a user has seen what has ended.
func (f *Front) Seen(ctx context.Context, user string, req wire.SeenRequest) error {
	return f.n.Store.SetSeen(ctx, user, min(req.At, f.n.Now().MS))
}
