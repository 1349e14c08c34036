package chaos

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"atoll/games"
	"atoll/match"
	"atoll/server/wire"
)

// People do everything but play while servers are killed: they make accounts, follow, challenge, enter
// tournaments, go on vacation and choose their notices. Whatever a server has confirmed must show from then
// on.
type People struct {
	c     *Clients
	mu    sync.Mutex
	done  map[string]int // routes and how often they were answered
	shown []promise
}

// A promise is what somebody was told, and how to see that it was kept.
type promise struct {
	what  string
	shows func(ctx context.Context) error
}

// NewPeople begins with nobody; Live adds people.
func NewPeople(c *Clients) *People { return &People{c: c, done: map[string]int{}} }

// Routes are those that a server has answered.
func (p *People) Routes() map[string]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.done
}

// Check returns the promises that were broken, and how many there are.
func (p *People) Check(ctx context.Context) (broken []string, all int) {
	p.mu.Lock()
	shown := slices.Clone(p.shown)
	p.mu.Unlock()
	for _, s := range shown {
		if err := s.shows(ctx); err != nil {
			broken = append(broken, fmt.Sprintf("%s: %v", s.what, err))
		}
	}
	return broken, len(shown)
}

// A life is what a few people do with each other.
type life struct {
	*People
	ctx           context.Context
	name          string
	ann, bob, cyd inhabitant
	dan           inhabitant // who leaves
}

type inhabitant struct{ name, token, id string }

// errNotShown says that what was answered is not there.
var errNotShown = errors.New("it does not show")

// do asks for a route until it is answered. A refusal that the caller names counts as an answer: an earlier
// attempt may have succeeded without anybody hearing of it.
func (l *life) do(who inhabitant, method, route string, path []any, body, into any, heard ...int) error {
	_, err := l.c.ask(l.ctx, who.token, method, fmt.Sprintf(route, path...), body, into)
	if r := new(refusal); errors.As(err, &r) && slices.Contains(heard, r.status) {
		err = nil
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", method, route, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done[method+" "+route]++
	return nil
}

// promised says what must show from now on: f is asked about an answer of the server.
func promised[T any](l *life, what string, who inhabitant, path string, f func(T) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shown = append(l.shown, promise{l.name + ": " + what, func(ctx context.Context) error {
		var at T
		if _, err := l.c.ask(ctx, who.token, "GET", path, nil, &at); err != nil {
			return err
		}
		if !f(at) {
			return errNotShown
		}
		return nil
	}})
}

const password, changed = "a long password", "another long one"

// settle makes an account, or signs in if an earlier attempt has made it.
func (l *life) settle(name string) (who inhabitant, err error) {
	who.name = name
	h, err := l.c.ask(l.ctx, "", "POST", "/account", wire.AccountRequest{Name: name, Password: password}, nil)
	if r := new(refusal); errors.As(err, &r) && r.status == 409 {
		h, err = l.c.ask(l.ctx, "", "POST", "/session", wire.AccountRequest{Name: name, Password: password}, nil)
	}
	if err != nil {
		return who, err
	}
	who.token = h.Get("Atoll-Token")
	var me wire.Me
	if err := l.do(who, "GET", "/me", nil, nil, &me); err != nil {
		return who, err
	}
	who.id = me.ID
	l.mu.Lock()
	l.done["POST /account"]++
	l.mu.Unlock()
	return who, nil
}

// Live is one life, from its accounts to their end.
func (p *People) Live(ctx context.Context, name string) (err error) {
	l := &life{People: p, ctx: ctx, name: name}
	for who, as := range map[*inhabitant]string{&l.ann: "Ann", &l.bob: "Bob", &l.cyd: "Cyd", &l.dan: "Dan"} {
		if *who, err = l.settle(as + name); err != nil {
			return err
		}
	}
	for _, part := range []func() error{l.friends, l.challenges, l.notices, l.away, l.programs, l.tournament, l.tables, l.endings} {
		if err := part(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func has(list []wire.Person, id string) bool {
	return slices.ContainsFunc(list, func(p wire.Person) bool { return p.ID == id })
}

func (l *life) friends() error {
	on := wire.OnRequest{On: true}
	err := errors.Join(
		l.do(l.ann, "POST", "/users/%s/follow", []any{l.bob.id}, on, nil),
		l.do(l.bob, "POST", "/users/%s/follow", []any{l.ann.id}, on, nil),
		l.do(l.ann, "POST", "/users/%s/block", []any{l.cyd.id}, on, nil),
		l.do(l.ann, "POST", "/my/manners", nil, wire.MannersRequest{Takes: "followed", Hears: "followed"}, nil),
		l.do(l.bob, "POST", "/my/seen", nil, wire.SeenRequest{At: time.Now().UnixMilli()}, nil),
		l.do(l.bob, "POST", "/reports", nil, wire.ReportRequest{User: l.cyd.id, Why: "name", Text: l.name}, nil),
	)
	promised(l, "follows, blocks, manners", l.ann, "/friends", func(f wire.Friends) bool {
		return has(f.Follows, l.bob.id) && has(f.Blocked, l.cyd.id) && f.Takes == "followed" && f.Hears == "followed"
	})
	return err
}

// quick is a game of any kind for two.
var quick = wire.Setup{Game: games.All()[0].ID, Players: 2, Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 600}}

// challenge makes one and returns its id. If the answer was lost, the challenge is found among
// the open ones.
func (l *life) challenge(from, to inhabitant) (string, error) {
	if err := l.do(from, "POST", "/challenges", nil, wire.ChallengeRequest{To: to.id, Setup: quick}, nil, 409); err != nil {
		return "", err
	}
	var f wire.Friends
	if err := l.do(from, "GET", "/friends", nil, nil, &f); err != nil {
		return "", err
	}
	for _, c := range f.Challenges {
		if c.Mine && c.To.ID == to.id {
			return c.ID, nil
		}
	}
	return "", fmt.Errorf("the challenge is not there")
}

func (l *life) challenges() error {
	id, err := l.challenge(l.bob, l.ann)
	if err != nil {
		return err
	}
	if err := l.do(l.ann, "POST", "/challenges/%s/accept", []any{id}, nil, nil, 404, 409); err != nil {
		return err
	}
	promised(l, "the game of a challenge", l.bob, "/my/tables", func(list wire.TableList) bool { return len(list.Tables) > 0 })
	if id, err = l.challenge(l.ann, l.bob); err != nil {
		return err
	}
	if err := l.do(l.bob, "POST", "/challenges/%s/decline", []any{id}, nil, nil, 404); err != nil {
		return err
	}
	promised(l, "no challenge is open", l.ann, "/friends", func(f wire.Friends) bool { return len(f.Challenges) == 0 })
	return nil
}

func (l *life) notices() error {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	text := base64.RawURLEncoding.EncodeToString
	browser := func(n int) map[string]any {
		return map[string]any{
			"endpoint": fmt.Sprintf("https://push.example/%s/%d", l.name, n),
			"keys":     map[string]string{"p256dh": text(key.PublicKey().Bytes()), "auth": text(make([]byte, 16))},
		}
	}
	var page struct {
		Settings map[string]any `json:"settings"`
		Devices  int            `json:"devices"`
	}
	if err := l.do(l.ann, "GET", "/notices", nil, nil, &page); err != nil {
		return err
	}
	page.Settings["quiet"] = map[string]any{"on": true, "from": 60, "to": 120, "zone": "Europe/Berlin"}
	err = errors.Join(
		l.do(l.ann, "POST", "/notices", nil, page.Settings, nil),
		l.do(l.ann, "POST", "/notices/push", nil, browser(1), nil),
		l.do(l.ann, "POST", "/notices/push", nil, browser(2), nil),
		l.do(l.ann, "POST", "/notices/push/end", nil, map[string]any{"endpoint": browser(1)["endpoint"]}, nil),
		l.do(l.cyd, "POST", "/notices/trial", nil, nil, nil),
		l.do(l.cyd, "DELETE", "/notices/mail", nil, nil, nil),
	)
	promised(l, "quiet hours and one browser", l.ann, "/notices", func(page struct {
		Settings struct {
			Quiet struct{ From, To int } `json:"quiet"`
		} `json:"settings"`
		Devices int `json:"devices"`
	},
	) bool {
		return page.Settings.Quiet.From == 60 && page.Settings.Quiet.To == 120 && page.Devices == 1
	})
	return err
}

func (l *life) away() error {
	day := 24 * time.Hour.Milliseconds()
	first := (time.Now().UnixMilli()/day + 3) * day
	going := func(since int64) map[string]any { return map[string]any{"since": since, "until": since + 2*day} }
	err := errors.Join(
		l.do(l.bob, "POST", "/vacations", nil, going(first), nil, 400, 409),
		l.do(l.bob, "POST", "/vacations", nil, going(first+9*day), nil, 400, 409),
		l.do(l.bob, "POST", "/vacations/end", nil, map[string]any{"since": first}, nil, 404),
	)
	promised(l, "a vacation, and one that was given up", l.bob, "/vacations", func(page struct{ Vacations []wire.Vacation }) bool {
		return len(page.Vacations) == 1 && page.Vacations[0].Since == first+9*day
	})
	return err
}

func (l *life) programs() error {
	if err := l.do(l.ann, "POST", "/bots", nil, wire.BotRequest{Name: "Of" + l.name}, nil, 409); err != nil {
		return err
	}
	var list wire.BotList
	if err := l.do(l.ann, "GET", "/bots", nil, nil, &list); err != nil || len(list.Bots) != 1 {
		return errors.Join(err, fmt.Errorf("%d programs", len(list.Bots)))
	}
	var anew wire.BotAccount
	const hook = "https://hook.example/"
	err := errors.Join(
		l.do(l.ann, "POST", "/bots/%s/token", []any{list.Bots[0].ID}, nil, &anew),
		l.do(l.ann, "POST", "/bots/%s/hook", []any{list.Bots[0].ID}, wire.HookRequest{URL: hook}, nil),
	)
	promised(l, "a program with a hook", l.ann, "/bots", func(b wire.BotList) bool { return len(b.Bots) == 1 && b.Bots[0].Hook == hook })
	program := inhabitant{token: anew.Token}
	promised(l, "a program's new token", program, "/me", func(me wire.Me) bool { return me.ID == list.Bots[0].ID })
	return err
}

func (l *life) tournament() error {
	request := wire.TournamentRequest{Name: "Of " + l.name, Kind: "swiss", Table: quick, Start: time.Now().Add(time.Hour).UnixMilli()}
	var page, off wire.TournamentPage
	err := errors.Join(
		l.do(l.ann, "POST", "/tournaments", nil, request, &page),
		l.do(l.ann, "POST", "/tournaments", nil, request, &off),
	)
	if err != nil {
		return err
	}
	at := func(step string) string { return "/tournaments/%s/" + step }
	id := []any{page.ID}
	err = errors.Join(
		l.do(l.bob, "POST", at("enter"), id, nil, nil),
		l.do(l.cyd, "POST", at("enter"), id, nil, nil),
		l.do(l.ann, "POST", at("enter"), id, nil, nil),
		l.do(l.bob, "POST", at("pause"), id, nil, nil),
		l.do(l.bob, "POST", at("resume"), id, nil, nil),
		l.do(l.ann, "POST", at("pause"), id, nil, nil),
		l.do(l.cyd, "POST", at("leave"), id, nil, nil, 403),
		l.do(l.ann, "POST", at("call-off"), []any{off.ID}, nil, nil, 409),
	)
	promised(l, "who is in a tournament", l.bob, "/tournaments/"+page.ID, func(p wire.TournamentPage) bool {
		in := map[string]string{}
		for _, s := range p.Standings {
			in[s.User] = s.State
		}
		return in[l.bob.id] == "in" && in[l.ann.id] == "pause" && in[l.cyd.id] != "in" && in[l.cyd.id] != "pause"
	})
	promised(l, "a tournament that was called off", l.bob, "/tournaments/"+off.ID, func(p wire.TournamentPage) bool { return p.Status == "over" })
	return err
}

func (l *life) tables() error {
	setup := wire.Setup{Game: quick.Game, Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatInvite}}}
	var made, left wire.Created
	err := errors.Join(
		l.do(l.ann, "POST", "/tables", nil, setup, &made),
		l.do(l.ann, "POST", "/tables", nil, setup, &left),
	)
	if err != nil {
		return err
	}
	id := []any{made.Table.ID}
	seat := append(id, made.Table.Seats[1].Seat)
	err = errors.Join(
		l.do(l.ann, "POST", "/tables/%s/seats/%s/link", seat, nil, nil),
		l.do(l.ann, "POST", "/tables/%s/seats/%s", seat, wire.SeatChange{Kind: "open"}, nil, 409),
		l.do(l.bob, "POST", "/tables/%s/join", id, wire.JoinRequest{}, nil, 409),
		l.do(l.bob, "POST", "/tables/%s/chat", id, wire.ChatRequest{Text: "hello from " + l.name}, nil),
		l.do(l.bob, "POST", "/tables/%s/mute", id, wire.MuteRequest{User: l.cyd.id, On: true}, nil),
		l.do(l.bob, "POST", "/notices/mute", nil, map[string]any{"table": made.Table.ID, "on": true}, nil),
		l.do(l.ann, "POST", "/tables/%s/leave", []any{left.Table.ID}, nil, nil, 403, 404, 409),
	)
	if err != nil {
		return err
	}
	if err := l.do(l.ann, "POST", "/tables/%s/do", id, wire.TableRequest{Msg: "end", Do: "resign"}, nil, 409); err != nil {
		return err
	}
	promised(l, "a game that was given up, and its chat", l.bob, "/tables/"+made.Table.ID, func(s wire.Snapshot) bool {
		return s.View.Status == "over" && slices.ContainsFunc(s.Chat, func(c wire.ChatLine) bool { return c.Text == "hello from "+l.name })
	})
	return nil
}

func (l *life) endings() error {
	h, err := l.c.ask(l.ctx, "", "POST", "/session", wire.AccountRequest{Name: l.ann.name, Password: password}, nil)
	if err != nil {
		return err
	}
	second := inhabitant{token: h.Get("Atoll-Token")}
	err = errors.Join(
		l.do(second, "DELETE", "/session", nil, nil, nil),
		// The second time the old password is wrong.
		l.do(l.ann, "POST", "/account/password", nil, wire.PasswordRequest{Old: password, New: changed}, nil, 403),
		l.do(l.dan, "POST", "/account/delete", nil, wire.GoodbyeRequest{Password: password}, nil, 401, 403),
	)
	l.mu.Lock()
	l.done["POST /session"]++
	l.mu.Unlock()
	promised(l, "a session that was ended", second, "/me", func(me wire.Me) bool { return me.ID == "" })
	promised(l, "an account that was deleted", l.dan, "/me", func(me wire.Me) bool { return me.ID == "" })
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shown = append(l.shown, promise{l.name + ": a new password", func(ctx context.Context) error {
		_, err := l.c.ask(ctx, "", "POST", "/session", wire.AccountRequest{Name: l.ann.name, Password: changed}, nil)
		return err
	}})
	return err
}
