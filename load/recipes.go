package load

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// recipe says how to ask for a route again and again.
type recipe struct {
	route string
	page  bool   // not of the API
	as    string // Ann where it is empty
	on    string // which table or tournament
	query string
	body  func(w *world, n int) any
	// before makes what a request needs, and may change it; after takes back what came of it. Neither counts.
	before func(ctx context.Context, r *run, w *world, n int, c *call) error
	after  func(ctx context.Context, r *run, w *world, answer []byte) error
}

// always is a body that does not change.
func always(body map[string]any) func(*world, int) any {
	return func(*world, int) any { return body }
}

// first does something as Eve, at a table or tournament where %s stands.
func first(path, on string, body map[string]any) func(context.Context, *run, *world, int, *call) error {
	return func(ctx context.Context, r *run, w *world, _ int, _ *call) error {
		return r.tell(ctx, w.eve, fmt.Sprintf(path, w.tables[on]), body, nil)
	}
}

// challenge is from Eve to Bob, and withdrawn afterwards.
func challenge(w *world, _ int) any { return map[string]any{"to": w.bob.id, "setup": w.setup(clock)} }

func decline(ctx context.Context, r *run, w *world, answer []byte) error {
	var c struct{ ID string }
	if err := json.Unmarshal(answer, &c); err != nil {
		return err
	}
	return r.tell(ctx, w.bob, "/challenges/"+c.ID+"/decline", nil, nil)
}

// challenged lets Bob answer a challenge.
func challenged(answer string) func(context.Context, *run, *world, int, *call) error {
	return func(ctx context.Context, r *run, w *world, n int, c *call) error {
		var made struct{ ID string }
		err := r.tell(ctx, w.eve, "/challenges", challenge(w, n), &made)
		c.path = api + "/challenges/" + made.ID + "/" + answer
		return err
	}
}

// fresh makes a new table of Eve's for each request.
func fresh(what string) func(context.Context, *run, *world, int, *call) error {
	return func(ctx context.Context, r *run, w *world, _ int, c *call) error {
		var made madeTable
		err := r.tell(ctx, w.eve, "/tables", w.setup(clock), &made)
		c.path = api + "/tables/" + made.Table.ID + "/" + what
		return err
	}
}

// guest sends each request as a new guest.
func guest(ctx context.Context, r *run, _ *world, _ int, c *call) error {
	all, err := r.guests(ctx, 1)
	if err == nil {
		c.token = all[0]
	}
	return err
}

const day = 24 * time.Hour

// vacation is one of three days, in three days.
func vacation() map[string]any {
	since := time.Now().Truncate(day).Add(3 * day).UnixMilli()
	return map[string]any{"since": since, "until": since + 3*day.Milliseconds()}
}

// back names that vacation.
func back() map[string]any { return map[string]any{"since": vacation()["since"]} }

func leaveFor(ctx context.Context, r *run, w *world, _ int, _ *call) error {
	return r.tell(ctx, w.eve, "/vacations", vacation(), nil)
}

func comeBack(ctx context.Context, r *run, w *world, _ []byte) error {
	return r.tell(ctx, w.eve, "/vacations/end", back(), nil)
}

var on = map[string]any{"on": true}

// recipes are the routes in the order in which they are asked for: first what only looks.
var recipes = []recipe{
	{route: "GET /", page: true},
	{route: "GET /t/{id}", page: true, on: "running"},
	{route: "GET /r/{id}", page: true, on: "over"},
	{route: "GET /tournaments/{id}", page: true, on: "tournament"},
	{route: "GET /embed/t/{id}", page: true, on: "running"},
	{route: "GET /card/t/{id}.png", page: true, on: "running"},
	{route: "GET /card/r/{id}.png", page: true, on: "over", query: "?at=5"},
	{route: "GET /card/r/{id}.gif", page: true, on: "over", query: "?at=5"},
	{route: "GET /card/tournament/{id}.png", page: true, on: "tournament"},

	{route: "GET /games"},
	{route: "GET /me"},
	{route: "GET /now"},
	{route: "GET /tables"},
	{route: "GET /my/tables"},
	{route: "GET /my/games"},
	{route: "GET /live"},
	{route: "GET /ws"},
	{route: "GET /tables/{id}", on: "running"},
	{route: "GET /tables/{id}/live", on: "running"},
	{route: "GET /tables/{id}/ws", on: "running"},
	{route: "GET /tables/{id}/log", on: "over"},
	{route: "GET /tables/{id}/replay", on: "over"},
	{route: "GET /tables/{id}/record", on: "over"},
	{route: "GET /tables/{id}/legal", on: "running"},
	{route: "GET /tables/{id}/analysis", on: "over"},
	{route: "GET /users/{user}"},
	{route: "GET /users/{user}/tables"},
	{route: "GET /users/{user}/record"},
	{route: "GET /users/{user}/style"},
	{route: "GET /users/{user}/stakes", query: "?game={game}&speed=rapid"},
	{route: "GET /friends"},
	{route: "GET /tournaments"},
	{route: "GET /tournaments/{id}", on: "tournament"},
	{route: "GET /leaderboard", query: "?game={game}"},
	{route: "GET /notices"},
	{route: "GET /vacations"},
	{route: "GET /bots", as: "eve"},
	{route: "GET /session/ways"},
	{route: "GET /account/ways"},
	{route: "GET /account/data"},

	{route: "POST /tables/{id}/whynot", on: "running", body: always(map[string]any{"action": "x"})},
	{route: "POST /positions/start", body: func(w *world, _ int) any { return map[string]any{"game": w.game, "players": 2} }},
	{route: "POST /positions", body: func(w *world, _ int) any { return map[string]any{"position": w.position} }},
	{route: "POST /records", body: func(w *world, _ int) any { return map[string]any{"record": w.record} }},

	{route: "POST /users/{user}/follow", as: "eve", body: always(on)},
	{route: "POST /users/{user}/block", as: "eve", body: always(map[string]any{"on": false})},
	{route: "POST /my/manners", as: "eve", body: always(map[string]any{"takes": "everyone", "hears": "everyone"})},
	{route: "POST /my/seen", as: "eve", body: func(*world, int) any { return map[string]any{"at": time.Now().UnixMilli()} }},
	{route: "POST /challenges", as: "eve", body: challenge, after: decline},
	{route: "POST /challenges/{id}/decline", as: "bob", before: challenged("decline")},
	{route: "POST /challenges/{id}/accept", as: "bob", before: challenged("accept")},
	{route: "POST /reports", as: "eve", body: func(w *world, _ int) any { return map[string]any{"user": w.bob.id, "why": "name"} }},
	{route: "POST /notices", as: "eve", body: func(w *world, _ int) any { return w.settings }},
	{route: "POST /notices/push", as: "eve", body: func(w *world, _ int) any { return w.browser }},
	{route: "POST /notices/push/end", as: "eve", body: func(w *world, _ int) any { return map[string]any{"endpoint": w.browser["endpoint"]} }},
	{route: "POST /notices/mute", body: func(w *world, _ int) any { return map[string]any{"table": w.tables["running"], "on": true} }},
	{route: "POST /notices/trial", as: "eve"},
	{route: "DELETE /notices/mail", as: "eve"},
	{route: "POST /vacations", as: "eve", body: func(*world, int) any { return vacation() }, after: comeBack},
	{route: "POST /vacations/end", as: "eve", body: func(*world, int) any { return back() }, before: leaveFor},

	{route: "POST /tournaments/{id}/enter", as: "eve", on: "later"},
	{route: "POST /tournaments/{id}/pause", as: "eve", on: "later"},
	{route: "POST /tournaments/{id}/resume", as: "eve", on: "later"},
	{route: "POST /tournaments/{id}/leave", as: "eve", on: "later", before: first("/tournaments/%s/enter", "later", nil)},
	{route: "POST /tournaments", as: "eve", body: func(w *world, _ int) any {
		return map[string]any{"name": "Later", "kind": "arena", "minutes": 60, "start": time.Now().Add(day).UnixMilli(), "table": w.setup(clock)}
	}},

	{route: "POST /tables", as: "eve", body: func(w *world, _ int) any { return w.setup(clock) }},
	{route: "POST /tables/{id}/join", as: "bob", before: fresh("join"), body: always(map[string]any{})},
	{route: "POST /tables/{id}/leave", as: "eve", before: fresh("leave")},
	{route: "POST /tables/{id}/seats/{seat}/link", as: "eve", on: "invite"},
	{route: "POST /tables/{id}/seats/{seat}", as: "eve", on: "invite", body: always(map[string]any{"kind": "invite"})},
	{route: "POST /tables/{id}/chat", on: "running", body: func(_ *world, n int) any { return map[string]any{"text": fmt.Sprint("line ", n)} }},
	{route: "POST /tables/{id}/mute", on: "running", body: func(w *world, _ int) any { return map[string]any{"user": w.eve.id, "on": true} }},
	{route: "POST /tables/{id}/lines", on: "running", body: func(w *world, _ int) any { return map[string]any{"step": w.step, "lines": []any{}} }},

	{route: "POST /guest", as: "nobody", body: always(map[string]any{})},
	{route: "DELETE /session", before: guest},
	{route: "POST /account", as: "nobody", body: func(w *world, n int) any {
		return map[string]any{"name": fmt.Sprintf("%s-%d", w.eve.name, n), "password": password}
	}},
	{route: "POST /session", as: "nobody", body: func(w *world, _ int) any { return map[string]any{"name": w.bob.name, "password": password} }},
	{route: "POST /bots/{user}/token", as: "eve", on: "program"},
	{route: "POST /bots/{user}/hook", as: "eve", on: "program", body: always(map[string]any{"url": ""})},
}

// unasked are the routes that are not measured, and why.
var unasked = map[string]string{
	"POST /tables/{id}/act":           "the moves that atoll load is about",
	"POST /tables/{id}/do":            "a commit like that of a move",
	"POST /tables/{id}/open":          "once for a game, a commit like that of a move",
	"POST /tables/{id}/start":         "once for a game, a commit like that of a move",
	"POST /tables/{id}/analysis":      "computes for minutes; one at a time for each person",
	"POST /positions/analysis":        "computes for as long as it is asked to; one at a time for each person",
	"POST /my/records":                "needs a game that was played without a server; a commit like that of a table",
	"POST /tournaments/{id}/call-off": "once for a tournament, a commit like that of leaving it",
	"POST /bots":                      "a few for each person, like POST /account",
	"POST /account/password":          "costs what two sign-ins cost",
	"POST /account/delete":            "once for a person",
	"POST /notices/mail":              "needs a mail server",
	"POST /notices/mail/prove":        "needs a mail server",
	"POST /recover":                   "needs a mail server",
	"POST /recover/finish":            "needs a mail server",
	"POST /session/passkey/begin":     "needs a device",
	"POST /session/passkey":           "needs a device",
	"POST /account/passkey/begin":     "needs a device",
	"POST /account/passkey":           "needs a device",
	"POST /passkeys/begin":            "needs a device",
	"POST /passkeys":                  "needs a device",
	"POST /passkeys/remove":           "needs a device",
	"POST /session/provider":          "needs a provider",
	"GET /session/provider":           "needs a provider",
	"GET /session/provider/callback":  "needs a provider",
	"POST /session/provider/name":     "needs a provider",
	"POST /links/remove":              "needs a provider",
}
