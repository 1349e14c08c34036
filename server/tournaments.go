package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"atoll/server/wire"
	"atoll/store"
	"atoll/tournament"
)

// TournamentID is the path parameter of everything in a tournament.
type TournamentID struct {
	ID string `path:"id" maxLength:"32" doc:"id of the tournament"`
}

// TournamentLook asks for a tournament.
type TournamentLook struct {
	TournamentID
	From  int `query:"from" minimum:"0" maximum:"2000" doc:"the first row of the standings, from 0"`
	Limit int `query:"limit" minimum:"1" maximum:"500" default:"100" doc:"rows at most"`
	IfNew
}

func (s *Server) tournamentRoutes(api huma.API) {
	post(s, api, "/tournaments", "Announce a tournament", asMe(func(ctx context.Context, me *who, in *struct{ Body wire.TournamentRequest }) (*wire.TournamentPage, error) {
		return s.tours.Announce(ctx, me.caller(), in.Body)
	}))
	get(s, api, "/tournaments", "Tournaments: announced, running, over, or those that you have entered", func(ctx context.Context, in *struct {
		Status string `query:"status" enum:"announced,running,over" doc:"left out: all"`
		Mine   bool   `query:"mine" doc:"those that you have entered, including unlisted ones"`
		Before int64  `query:"before" minimum:"0" doc:"that start before this time"`
		Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	},
	) (*wire.TournamentList, error) {
		f := store.TournamentFilter{Status: tournament.Status(in.Status), Before: in.Before, Limit: in.Limit}
		if in.Mine {
			me, err := need(ctx)
			if err != nil {
				return nil, err
			}
			f.User = me.ID
		}
		return s.tours.List(ctx, f)
	})
	tagged(s, api, "/tournaments/{id}", "A tournament: plan, standings, games, and you in it", func(ctx context.Context, in *TournamentLook) (string, error) {
		return s.tours.Tag(ctx, caller(ctx).ID, in.ID, in.From, in.Limit)
	}, func(ctx context.Context, in *TournamentLook) (*wire.TournamentPage, error) {
		return s.tours.Page(ctx, caller(ctx).ID, in.ID, in.From, in.Limit)
	})
	post(s, api, "/tournaments/{id}/enter", "Enter a tournament, or enter it again after leaving", asMe(func(ctx context.Context, me *who, in *TournamentID) (*wire.TournamentEntrant, error) {
		return s.tours.Enter(ctx, me.caller(), in.ID)
	}))
	turn := func(to tournament.State) func(context.Context, *TournamentID) (*wire.TournamentEntrant, error) {
		return func(ctx context.Context, in *TournamentID) (*wire.TournamentEntrant, error) {
			me, err := need(ctx)
			if err != nil {
				return nil, err
			}
			return s.tours.Turn(ctx, me.ID, in.ID, to)
		}
	}
	post(s, api, "/tournaments/{id}/leave", "Leave a tournament", turn(tournament.Out))
	post(s, api, "/tournaments/{id}/pause", "Be left out of the next pairings", turn(tournament.Pause))
	post(s, api, "/tournaments/{id}/resume", "Be paired again", turn(tournament.In))
	const off = "End your own tournament; games that have begun are played to their end"
	none(s, api, http.MethodPost, "/tournaments/{id}/call-off", off, asCaller(func(ctx context.Context, me *who, in *TournamentID) error {
		return s.tours.CallOff(ctx, me.ID, in.ID)
	}))
}
