package server

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"atoll/game"
	"atoll/match"
	"atoll/server/wire"
	"atoll/server/work"
	"atoll/store"
)

// AwaitingGame is a game that waits for the caller.
type AwaitingGame struct {
	Table    wire.TableInfo  `json:"table"`
	Position json.RawMessage `json:"position" doc:"as everybody may see it"`
	Due      int64           `json:"due,omitempty" doc:"when your time runs out, Unix milliseconds; left out: no clock"`
}

// MyGames is what the first page shows of the caller's games.
type MyGames struct {
	Time     int64            `json:"time"`
	Waiting  int              `json:"waiting" doc:"games that wait for you"`
	Games    []AwaitingGame   `json:"games" doc:"those games, the most urgent first, at most 12"`
	Others   []wire.TableInfo `json:"others" doc:"running games that wait for others"`
	Finished []wire.TableInfo `json:"finished" doc:"games that have ended since you said that you had seen them, at most 20"`
}

// SeenRequest says up to when the caller has seen what has ended.
type SeenRequest struct {
	At int64 `json:"at" minimum:"0" doc:"the time of the answer that was seen"`
}

// NowGame is the game to watch now.
type NowGame struct {
	Table      *wire.TableInfo `json:"table" doc:"null if nobody plays"`
	Average    int             `json:"average,omitempty" doc:"of the players' ratings"`
	Spectators int             `json:"spectators"`
	House      bool            `json:"house,omitempty" doc:"bots of the house play, since nobody else does"`
}

const (
	awaitShown    = 12
	finishedShown = 20
	finishedFor   = 14 * 24 * 3600 * 1000 // ms; older games are no news
)

func (s *Server) frontRoutes(api huma.API) {
	get(s, api, "/my/games", "Your games: those that wait for you, most urgent first, and what has ended", func(ctx context.Context, _ *struct{}) (*MyGames, error) {
		me, err := need(ctx)
		if err != nil {
			return nil, err
		}
		return s.myGames(ctx, me.ID)
	})
	none(s, api, http.MethodPost, "/my/seen", "You have seen which games have ended", func(ctx context.Context, in *struct{ Body SeenRequest }) error {
		me, err := need(ctx)
		if err != nil {
			return err
		}
		return s.node.Store.SetSeen(ctx, me.ID, min(in.Body.At, s.node.Now().MS))
	})
	get(s, api, "/now", "The best game being played, to watch", func(ctx context.Context, in *struct {
		Table string `query:"table" maxLength:"32" doc:"the one you watch: it stays until it ends"`
	},
	) (*NowGame, error) {
		return s.gameNow(ctx, in.Table)
	})
}

func (s *Server) myGames(ctx context.Context, user string) (*MyGames, error) {
	out := &MyGames{Time: s.node.Now().MS, Games: []AwaitingGame{}, Others: []wire.TableInfo{}, Finished: []wire.TableInfo{}}
	running, err := s.hub.List(ctx, user, store.Filter{User: user, Status: match.Running, Limit: 100}, "")
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
		_, t, err := s.tables.Read(ctx, info.ID)
		if err != nil || t.Status != match.Running {
			continue
		}
		// Of the others no more is told than everybody sees, of time only one's own.
		g := AwaitingGame{Table: info}
		now := s.hub.Scene(t, 0)
		if g.Position, err = now.AppendPosition(nil, game.PublicViewer()); err != nil {
			g.Position = json.RawMessage("null")
		}
		mine := t.SeatsOf(user) & t.Waiting()
		if clocks := now.Clocks(wire.Viewer{Seat: mine.First(), Mine: mine}); clocks != nil && mine != 0 {
			g.Due = clocks.Time + clocks.Seats[mine.First()].Left
		}
		out.Games = append(out.Games, g)
	}
	slices.SortStableFunc(out.Games, func(a, b AwaitingGame) int {
		soon := func(g AwaitingGame) int64 { return cmp.Or(g.Due, 1<<62) }
		return cmp.Or(cmp.Compare(soon(a), soon(b)), cmp.Compare(b.Table.Updated, a.Table.Updated))
	})
	out.Games = out.Games[:min(len(out.Games), awaitShown)]
	m, err := s.node.Store.Manners(ctx, user)
	if err != nil {
		return nil, err
	}
	over, err := s.hub.List(ctx, user, store.Filter{User: user, Status: match.Over, Limit: finishedShown}, "")
	if err != nil {
		return nil, err
	}
	for _, info := range over.Tables {
		// Who plays a bot has seen the end.
		people := slices.ContainsFunc(info.Seats, func(x wire.SeatInfo) bool { return x.Kind == "human" && !x.Mine })
		if people && info.Updated > max(m.Seen, out.Time-finishedFor) {
			out.Finished = append(out.Finished, info)
		}
	}
	return out, nil
}

// best remembers the game to watch, so that not everybody who looks asks the
// store.
type best struct {
	mu    sync.Mutex
	until time.Time
	game  NowGame
}

const bestFor = 3 * time.Second

// gameNow finds the game to watch: the one that is watched while it lasts, then
// the highest average of ratings, then the most spectators. When nobody plays,
// two bots of the house do.
func (s *Server) gameNow(ctx context.Context, watched string) (*NowGame, error) {
	if watched != "" {
		if g, ok := s.watchable(ctx, watched); ok {
			return g, nil
		}
	}
	s.best.mu.Lock()
	defer s.best.mu.Unlock()
	now := s.node.Clock()
	if now.Before(s.best.until) && s.best.game.Table != nil {
		if g, ok := s.watchable(ctx, s.best.game.Table.ID); ok {
			return g, nil
		}
	}
	list, err := s.hub.List(ctx, "", store.Filter{Status: match.Running, Limit: 200}, "")
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list.Tables, func(a, b wire.TableInfo) int {
		return cmp.Or(cmp.Compare(average(b), average(a)), cmp.Compare(s.hub.Crowd(b.ID), s.hub.Crowd(a.ID)),
			cmp.Compare(b.Updated, a.Updated))
	})
	for _, info := range list.Tables {
		if g, ok := s.watchable(ctx, info.ID); ok {
			s.best.game, s.best.until = *g, now.Add(bestFor)
			return g, nil
		}
	}
	if s.cfg.House && !s.cfg.NoBots {
		id, err := s.work.HouseGame(ctx)
		if err != nil {
			return nil, err
		}
		if g, ok := s.watchable(ctx, id); ok {
			g.House = true
			return g, nil
		}
	}
	return &NowGame{}, nil
}

// watchable is a running game as a stranger may watch it.
func (s *Server) watchable(ctx context.Context, id string) (*NowGame, bool) {
	_, t, err := s.tables.Read(ctx, id)
	if err != nil || t.Status != match.Running || !t.Setup.Listed && !work.IsHouse(t) {
		return nil, false
	}
	if _, err := wire.ViewerOf(t, "", "public"); err != nil {
		return nil, false
	}
	info := s.hub.Scene(t, s.hub.Online(id)).Info(0)
	return &NowGame{Table: &info, Average: average(info), Spectators: s.hub.Crowd(id), House: work.IsHouse(t)}, true
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
