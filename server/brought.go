package server

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
)

func (s *Server) broughtRoutes(api huma.API) {
	post(s, api, "/my/records", "Upload a finished game that you played without a server; it counts for nothing",
		asMe(func(ctx context.Context, me *who, in *struct{ Body wire.BringRequest }) (*wire.Brought, error) {
			if me.Kind == match.Account && !s.node.Allow("create "+me.addr, s.node.Limiter.Create, 30) {
				return nil, node.TooMany
			}
			return s.tables.Bring(ctx, me.user(), in.Body)
		}))
}
