package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"atoll/match"
	"atoll/server/wire"
	"atoll/store"
)

func (s *Server) peopleRoutes(api huma.API) {
	post(s, api, "/account", "Make an account, from your guest session or from scratch", func(ctx context.Context, in *struct{ Body wire.AccountRequest }) (*wire.Me, error) {
		return s.folk.MakeAccount(ctx, caller(ctx).caller(), in.Body)
	})
	post(s, api, "/session", "Sign in", func(ctx context.Context, in *struct{ Body wire.AccountRequest }) (*wire.Me, error) {
		return s.folk.Enter(ctx, caller(ctx).caller(), in.Body)
	})
	none(s, api, http.MethodPost, "/account/password", "Change your password", asCaller(func(ctx context.Context, me *who, in *struct{ Body wire.PasswordRequest }) error {
		return s.folk.ChangePassword(ctx, me.caller(), in.Body)
	}))
	none(s, api, http.MethodPost, "/account/delete", "Delete your account", asCaller(func(ctx context.Context, me *who, in *struct{ Body wire.GoodbyeRequest }) error {
		return s.folk.DeleteAccount(ctx, me.caller(), in.Body)
	}))
	get(s, api, "/users/{user}", "Somebody's public profile", func(ctx context.Context, in *UserPath) (*wire.Profile, error) { return s.folk.Profile(ctx, in.User) })
	get(s, api, "/users/{user}/tables", "Somebody's rated games that are over", s.history)
	get(s, api, "/leaderboard", "The leaderboard of a game at a speed", func(ctx context.Context, in *struct {
		Game  string `query:"game" required:"true" maxLength:"32"`
		Speed string `query:"speed" enum:"blitz,rapid,slow,days,untimed" default:"rapid"`
		Limit int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	},
	) (*wire.Leaderboard, error) {
		return s.folk.Leaderboard(ctx, in.Game, in.Speed, in.Limit)
	})
	post(s, api, "/bots", "Make an account for a program", asMe(func(ctx context.Context, me *who, in *struct{ Body wire.BotRequest }) (*wire.BotAccount, error) {
		return s.folk.MakeBot(ctx, me.caller(), in.Body)
	}))
	get(s, api, "/bots", "Your program accounts", asMe(func(ctx context.Context, me *who, _ *struct{}) (*wire.BotList, error) {
		return s.folk.Bots(ctx, me.caller())
	}))
	post(s, api, "/bots/{user}/token", "A new token for a program; old ones stop working", asMe(func(ctx context.Context, me *who, in *UserPath) (*wire.BotAccount, error) {
		return s.folk.NewBotToken(ctx, me.caller(), in.User)
	}))
	post(s, api, "/bots/{user}/hook", "Set the address at which a program is told that it must choose", asMe(func(ctx context.Context, me *who, in *struct {
		UserPath
		Body wire.HookRequest
	},
	) (*wire.HookInfo, error) {
		return s.folk.SetHook(ctx, me.caller(), in.User, in.Body, s.work.CheckHook)
	}))
}

type userPath struct {
	User string `path:"user" maxLength:"80" doc:"public id, or the name of an account"`
}

// UserPath is exported because the library does not look into others.
type UserPath = userPath

// history lists somebody's finished games. Only rated ones are public: the
// others belong to those who played them.
func (s *Server) history(ctx context.Context, in *struct {
	UserPath
	After string `query:"after" maxLength:"32"`
	Limit int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
},
) (*wire.TableList, error) {
	u, err := s.folk.Find(ctx, in.User)
	if err != nil {
		return nil, err
	}
	me := caller(ctx).ID
	return s.hub.List(ctx, me, store.Filter{User: u.ID, Rated: u.ID != me, Status: match.Over, Limit: in.Limit}, in.After)
}
