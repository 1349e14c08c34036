package server

import (
	"context"
	"fmt"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
)

func (s *Server) say(ctx context.Context, table string, req wire.ChatRequest) (wire.ChatLine, error) {
	me, err := need(ctx)
	if err != nil {
		return wire.ChatLine{}, err
	}
	if !s.node.Allow("chat "+me.ID, s.node.Limiter.Chat, 15) {
		return wire.ChatLine{}, &wire.Error{Code: wire.TooMany, Message: "you talk too fast; wait a moment"}
	}
	return s.hub.Say(ctx, me.user(), table, req)
}

// create makes a table with the links of its free seats.
func (s *Server) create(ctx context.Context, req wire.CreateRequest) (*wire.Created, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, err
	}
	if req.Assigned || req.Tournament != "" {
		return nil, &match.Error{Kind: match.Forbidden, Where: "body.assigned", Message: "only a tournament assigns seats"}
	}
	lim := s.node.Limiter
	if !s.node.Allow("create "+me.addr, lim.Create, 30) {
		return nil, node.TooMany
	}
	if lim.OpenTables > 0 {
		n, err := s.node.Store.CountOpen(ctx, me.ID)
		if err != nil {
			return nil, err
		}
		if n >= lim.OpenTables {
			return nil, &wire.Error{Code: wire.TooMany, Message: fmt.Sprintf("you already have %d unfinished tables; finish or close one first", n)}
		}
	}
	host, err := s.tables.Player(ctx, me.user(), req.Match())
	if err != nil {
		return nil, err
	}
	return s.tables.Create(ctx, host, req)
}

func (s *Server) join(ctx context.Context, table string, req wire.JoinRequest) (*wire.Snapshot, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, err
	}
	u := me.user()
	if u.Kind == match.Account {
		_, t, err := s.tables.Read(ctx, table)
		if err != nil {
			return nil, err
		}
		if u, err = s.tables.Player(ctx, u, t.Setup); err != nil {
			return nil, err
		}
	}
	if err := s.tables.Join(ctx, u, table, req); err != nil {
		return nil, err
	}
	return s.hub.Look(ctx, u.ID, table, "")
}
