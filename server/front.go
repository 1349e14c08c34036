package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"atoll/server/wire"
)

func (s *Server) frontRoutes(api huma.API) {
	get(s, api, "/my/games", "Your games: those that wait for you, most urgent first, and what has ended",
		asMe(func(ctx context.Context, me *who, _ *struct{}) (*wire.MyGames, error) {
			return s.front.Games(ctx, me.ID)
		}))
	none(s, api, http.MethodPost, "/my/seen", "Note that you have seen which games have ended",
		asCaller(func(ctx context.Context, me *who, in *struct{ Body wire.SeenRequest }) error {
			return s.front.Seen(ctx, me.ID, in.Body)
		}))
	get(s, api, "/now", "The best game being played, to watch", func(ctx context.Context, in *struct {
		Table string `query:"table" maxLength:"32" doc:"the one you watch: it stays until it ends"`
	},
	) (*wire.NowGame, error) {
		return s.front.Now(ctx, in.Table)
	})
}
