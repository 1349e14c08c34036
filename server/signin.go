package server

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"atoll/server/people"
	"atoll/server/wire"
)

// signInRoutes are the ways to sign in other than a password.
func (s *Server) signInRoutes(api huma.API) {
	get(s, api, "/session/ways", "The ways to sign in that this server offers", func(context.Context, *struct{}) (*wire.Ways, error) { return s.folk.Ways(), nil })
	get(s, api, "/account/ways", "The ways in which you can sign in", asMe(func(ctx context.Context, me *who, _ *struct{}) (*wire.MyWays, error) {
		return s.folk.MyWays(ctx, me.caller())
	}))

	post(s, api, "/session/passkey/begin", "Begin to sign in with a passkey", func(ctx context.Context, _ *struct{}) (*wire.PasskeyOptions, error) {
		return s.folk.BeginPasskeySignIn(ctx, caller(ctx).caller())
	})
	post(s, api, "/session/passkey", "Sign in with a passkey", func(ctx context.Context, in *struct{ Body wire.PasskeyAnswer }) (*wire.Me, error) {
		return s.folk.PasskeySignIn(ctx, caller(ctx).caller(), in.Body)
	})
	post(s, api, "/account/passkey/begin", "Begin to make an account with a passkey instead of a password",
		func(ctx context.Context, in *struct{ Body wire.NameRequest }) (*wire.PasskeyOptions, error) {
			return s.folk.BeginPasskeyAccount(ctx, caller(ctx).caller(), in.Body)
		})
	post(s, api, "/account/passkey", "Make an account with a passkey instead of a password", func(ctx context.Context, in *struct{ Body wire.NewPasskey }) (*wire.Me, error) {
		return s.folk.MakePasskeyAccount(ctx, caller(ctx).caller(), in.Body)
	})
	post(s, api, "/passkeys/begin", "Begin to add a passkey", asMe(func(ctx context.Context, me *who, in *struct{ Body wire.ProofRequest }) (*wire.PasskeyOptions, error) {
		return s.folk.BeginPasskey(ctx, me.caller(), in.Body)
	}))
	post(s, api, "/passkeys", "Add a passkey", asMe(func(ctx context.Context, me *who, in *struct{ Body wire.NewPasskey }) (*wire.PasskeyInfo, error) {
		return s.folk.AddPasskey(ctx, me.caller(), in.Body)
	}))
	none(s, api, http.MethodPost, "/passkeys/remove", "Remove a passkey", asCaller(func(ctx context.Context, me *who, in *struct{ Body wire.RemoveRequest }) error {
		return s.folk.RemovePasskey(ctx, me.caller(), in.Body)
	}))

	post(s, api, "/session/provider", "Sign in with the host's OpenID provider, or link your account with it",
		func(ctx context.Context, in *struct{ Body wire.ProviderRequest }) (*wire.ProviderAddress, error) {
			if in.Body.Link {
				if _, err := need(ctx); err != nil {
					return nil, err
				}
			}
			return s.folk.BeginProvider(ctx, caller(ctx).caller(), in.Body)
		})
	get(s, api, "/session/provider", "The person that the provider has sent, if they have no account yet", func(ctx context.Context, _ *struct{}) (*wire.Newcomer, error) {
		return s.folk.Newcomer(ctx, caller(ctx).caller())
	})
	post(s, api, "/session/provider/name", "Choose a name for the account of somebody who comes from the provider",
		func(ctx context.Context, in *struct{ Body wire.NameRequest }) (*wire.Me, error) {
			return s.folk.NameNewcomer(ctx, caller(ctx).caller(), in.Body)
		})
	none(s, api, http.MethodPost, "/links/remove", "Unlink your account from a provider", asCaller(func(ctx context.Context, me *who, in *struct{ Body wire.RemoveRequest }) error {
		return s.folk.RemoveLink(ctx, me.caller(), in.Body)
	}))
}

// recoverRoutes are how somebody gets back into an account.
func (s *Server) recoverRoutes(api huma.API) {
	none(s, api, http.MethodPost, "/recover", "Ask for an e-mail that lets you into your account again", func(ctx context.Context, in *struct{ Body wire.RecoverRequest }) error {
		return s.folk.AskRecovery(caller(ctx).caller(), in.Body)
	})
	post(s, api, "/recover/finish", "Use the link that came by e-mail", func(ctx context.Context, in *struct{ Body wire.RecoverAnswer }) (*wire.Me, error) {
		return s.folk.Recover(ctx, caller(ctx).caller(), in.Body)
	})
}

// serveProviderBack is where the provider sends people back. Whatever comes of it,
// they go on to a page, which says what it was.
func (s *Server) serveProviderBack(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	var next string
	err := within(r.Context(), func(ctx context.Context) (err error) {
		next, err = s.folk.ProviderBack(ctx, caller(r.Context()).caller(), people.Back{Code: q.Get("code"), State: q.Get("state"), Error: q.Get("error")})
		return err
	})
	if err != nil {
		next = people.CameTo(err)
		if next == "" {
			_ = s.tell(gaveUp(r.Context(), err)) // logs it
			next = "failed"
		}
	}
	http.Redirect(w, r, "/you?came="+next, http.StatusSeeOther)
}
