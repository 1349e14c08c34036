package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"atoll/server/wire"
)

// ChallengeID is the path parameter of a challenge.
type ChallengeID struct {
	ID string `path:"id" maxLength:"32" doc:"id of the challenge"`
}

// SwitchUser is a request that turns something about somebody on or off.
type SwitchUser struct {
	UserPath
	Body wire.OnRequest
}

// StakesLook asks what a rated game would do to a rating.
type StakesLook struct {
	UserPath
	Game  string `query:"game" required:"true" maxLength:"40"`
	Speed string `query:"speed" required:"true" enum:"blitz,rapid,slow,days,untimed"`
}

func (s *Server) friendRoutes(api huma.API) {
	get(s, api, "/friends", "The people you follow, have played and have blocked, and open challenges",
		asMe(func(ctx context.Context, me *who, _ *struct{}) (*wire.Friends, error) {
			return s.friends.Of(ctx, me.ID)
		}))
	get(s, api, "/users/{user}/record", "How somebody plays, and how you relate to each other",
		func(ctx context.Context, in *UserPath) (*wire.PersonRecord, error) {
			return s.friends.Record(ctx, caller(ctx).ID, in.User)
		})
	get(s, api, "/users/{user}/style", "How somebody begins their games, and how much of them was luck",
		func(ctx context.Context, in *UserPath) (*wire.PersonStyle, error) {
			return s.friends.Style(ctx, in.User)
		})
	get(s, api, "/users/{user}/stakes", "What a rated game against somebody would do to your rating",
		asMe(func(ctx context.Context, me *who, in *StakesLook) (*wire.Stakes, error) {
			return s.friends.Stakes(ctx, me.caller(), in.User, in.Game, in.Speed)
		}))
	none(s, api, http.MethodPost, "/users/{user}/follow", "Follow or unfollow somebody",
		asCaller(func(ctx context.Context, me *who, in *SwitchUser) error {
			return s.friends.Follow(ctx, me.ID, in.User, in.Body.On)
		}))
	none(s, api, http.MethodPost, "/users/{user}/block", "Block or unblock somebody",
		asCaller(func(ctx context.Context, me *who, in *SwitchUser) error {
			return s.friends.Block(ctx, me.ID, in.User, in.Body.On)
		}))
	none(s, api, http.MethodPost, "/my/manners", "Set whose challenges you accept and whose messages reach you",
		asCaller(func(ctx context.Context, me *who, in *struct{ Body wire.MannersRequest }) error {
			return s.friends.Manners(ctx, me.ID, in.Body)
		}))
	post(s, api, "/challenges", "Challenge somebody to a game",
		asMe(func(ctx context.Context, me *who, in *struct{ Body wire.ChallengeRequest }) (*wire.ChallengeInfo, error) {
			return s.friends.Challenge(ctx, me.caller(), in.Body)
		}))
	post(s, api, "/challenges/{id}/accept", "Accept a challenge",
		asMe(func(ctx context.Context, me *who, in *ChallengeID) (*wire.ChallengeAnswer, error) {
			return s.friends.Accept(ctx, me.ID, in.ID)
		}))
	none(s, api, http.MethodPost, "/challenges/{id}/decline", "Decline a challenge, or withdraw your own",
		asCaller(func(ctx context.Context, me *who, in *ChallengeID) error { return s.friends.Decline(ctx, me.ID, in.ID) }))
	none(s, api, http.MethodPost, "/reports", "Report somebody's behaviour to the host",
		asCaller(func(ctx context.Context, me *who, in *struct{ Body wire.ReportRequest }) error {
			return s.friends.Report(ctx, me.ID, in.Body)
		}))
}
