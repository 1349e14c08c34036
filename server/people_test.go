package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"atoll/match"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/server/work"
)

const password = "long enough"

// account makes a person with an account; the session is a new one.
func (h *host) account(name string) *person {
	h.t.Helper()
	p := h.person(name)
	var me wire.Me
	res := p.try("POST", "/account", wire.AccountRequest{Name: name, Password: password}, &me)
	if res.StatusCode != 200 {
		h.t.Fatalf("no account: %s %s", res.Status, res.Header.Get("X-Message"))
	}
	p.token = res.Header.Get("Atoll-Token")
	return p
}

func TestGuestBecomesAccount(t *testing.T) {
	h := serve(t)
	p := h.person("Mara")
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, &made)
	old := p.token
	var me wire.Me
	res := p.try("POST", "/account", wire.AccountRequest{Name: "Mara_1", Password: password}, &me)
	if res.StatusCode != 200 || me.ID != p.id || me.Kind != "account" || me.Name != "Mara_1" {
		t.Fatalf("%s: %+v", res.Status, me)
	}
	p.token = res.Header.Get("Atoll-Token")
	if p.token == old || p.token == "" {
		t.Error("the session was not rotated")
	}
	var list wire.TableList
	p.must("GET", "/my/tables", nil, &list)
	if len(list.Tables) != 1 || list.Tables[0].ID != made.Table.ID {
		t.Errorf("the guest's table was lost: %+v", list)
	}
	stale := &person{host: h, token: old}
	if res := stale.try("GET", "/my/tables", nil, nil); res.StatusCode != 401 {
		t.Errorf("the old session still works: %s", res.Status)
	}

	// Sign in elsewhere, in any case of letters.
	far := &person{host: h}
	res = far.try("POST", "/session", wire.AccountRequest{Name: "mARA_1", Password: password}, &me)
	if res.StatusCode != 200 || me.ID != p.id {
		t.Errorf("sign in: %s %+v", res.Status, me)
	}
	far.token = res.Header.Get("Atoll-Token")

	// A new password ends the other sessions, not this one.
	p.must("POST", "/account/password", wire.PasswordRequest{Old: password, New: "another one"}, nil)
	p.must("GET", "/my/tables", nil, nil)
	if res := far.try("GET", "/my/tables", nil, nil); res.StatusCode != 401 {
		t.Errorf("a session outlived the password: %s", res.Status)
	}
	if res := far.try("POST", "/session", wire.AccountRequest{Name: "Mara_1", Password: password}, nil); res.StatusCode != 403 {
		t.Errorf("the old password: %s", res.Status)
	}

	p.must("POST", "/account/delete", wire.GoodbyeRequest{Password: "another one"}, nil)
	if res := p.try("GET", "/users/Mara_1", nil, nil); res.StatusCode != 404 {
		t.Errorf("a deleted account: %s", res.Status)
	}
	if res := p.try("GET", "/my/tables", nil, nil); res.StatusCode != 401 {
		t.Errorf("a deleted account's session: %s", res.Status)
	}
}

func TestAccountsRefuse(t *testing.T) {
	h := serve(t)
	p := h.account("Taken")
	for _, tc := range []struct {
		what   string
		as     *person
		path   string
		body   any
		status int
	}{
		{"a taken name", h.person("x"), "/account", wire.AccountRequest{Name: "tAKEN", Password: password}, 409},
		{"a second account", p, "/account", wire.AccountRequest{Name: "Other", Password: password}, 409},
		{"a short password", h.person("x"), "/account", wire.AccountRequest{Name: "Other", Password: "short"}, 400},
		{"a short name", h.person("x"), "/account", wire.AccountRequest{Name: "xy", Password: password}, 400},
		{"a strange name", h.person("x"), "/account", wire.AccountRequest{Name: "a b\u202ec", Password: password}, 400},
		{"a wrong password", h.person("x"), "/session", wire.AccountRequest{Name: "Taken", Password: "wrong enough"}, 403},
		{"nobody's password", h.person("x"), "/session", wire.AccountRequest{Name: "Nobody", Password: password}, 403},
		{"a guest's password", h.person("x"), "/account/password", wire.PasswordRequest{Old: password, New: password}, 403},
		{"a wrong old password", p, "/account/password", wire.PasswordRequest{Old: "wrong enough", New: password}, 403},
		{"a short new password", p, "/account/password", wire.PasswordRequest{Old: password, New: "short"}, 400},
		{"a deletion without the password", p, "/account/delete", wire.GoodbyeRequest{Password: "wrong enough"}, 403},
		{"a program of a guest", h.person("x"), "/bots", wire.BotRequest{Name: "Engine"}, 403},
		{"a rated table of a guest", h.person("x"), "/tables", wire.Setup{Game: "evo", Players: 2, Rated: true}, 400},
	} {
		if res := tc.as.try("POST", tc.path, tc.body, nil); res.StatusCode != tc.status {
			t.Errorf("%s: %s, want %d", tc.what, res.Status, tc.status)
		}
	}
	// Whether a name exists cannot be told from the answer.
	a := h.person("x").try("POST", "/session", wire.AccountRequest{Name: "Taken", Password: "wrong enough"}, nil)
	b := h.person("x").try("POST", "/session", wire.AccountRequest{Name: "Nobody", Password: "wrong enough"}, nil)
	if a.Header.Get("X-Message") != b.Header.Get("X-Message") || a.StatusCode != b.StatusCode {
		t.Error("the answer tells which names exist")
	}
}

func TestSignInIsSlowedDown(t *testing.T) {
	now := time.Now() // and no later: checking a password takes a while
	h := serve(t, func(c *server.Config) {
		c.Limits, c.Clock = node.Limits{Address: -1, Account: -1}, func() time.Time { return now }
	})
	p := h.person("x")
	limited := false
	for range 15 {
		res := p.try("POST", "/session", wire.AccountRequest{Name: "Nobody", Password: "wrong enough"}, nil)
		if res.StatusCode == 429 {
			limited = true
			if again := res.Header.Get("Retry-After"); again != "6" { // ten a minute
				t.Errorf("try again after %s s", again)
			}
		}
	}
	if !limited {
		t.Error("passwords can be tried without end")
	}
}

// A rated game changes both ratings once, and shows on profile, history and board.
func TestRatedGame(t *testing.T) {
	h := serve(t)
	a, b, guest := h.account("Alva"), h.account("Ben"), h.person("Guest")
	var made wire.Created
	a.must("POST", "/tables", wire.Setup{
		Game: "evo", Players: 2, Rated: true, Listed: true,
		Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 600, Increment: 5},
	}, &made)
	if res := guest.try("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil); res.StatusCode != 403 {
		t.Errorf("a guest in a rated game: %s", res.Status)
	}
	b.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
	var before wire.Snapshot
	guest.must("GET", "/tables/"+made.Table.ID, nil, &before)
	for _, s := range before.View.Seats {
		if s.Rating != 1500 || !s.Unsure || s.Change != nil {
			t.Errorf("a seat of somebody new is %+v", s)
		}
	}
	b.must("POST", "/tables/"+made.Table.ID+"/do", wire.TableRequest{Msg: "1", Do: "resign"}, nil)

	// The table is the last that tells of it.
	var after wire.Snapshot
	waitFor(t, "the ratings", func() bool {
		guest.must("GET", "/tables/"+made.Table.ID, nil, &after)
		return after.Log[len(after.Log)-1].Kind == "rated"
	})
	var pa, pb wire.Profile
	guest.must("GET", "/users/Alva", nil, &pa)
	guest.must("GET", "/users/"+b.id, nil, &pb)
	if len(pa.Ratings) != 1 || len(pb.Ratings) != 1 {
		t.Fatalf("no ratings: %+v %+v", pa, pb)
	}
	ra, rb := pa.Ratings[0], pb.Ratings[0]
	if ra.Rating <= 1500 || rb.Rating >= 1500 || ra.Games != 1 || ra.Speed != "rapid" || ra.Game != "evo" || !ra.Provisional {
		t.Errorf("got %+v and %+v", ra, rb)
	}
	var games wire.TableList
	guest.must("GET", "/users/Alva/tables", nil, &games)
	if len(games.Tables) != 1 || games.Tables[0].ID != made.Table.ID {
		t.Fatalf("history: %+v", games)
	}
	// The table itself says what it did, in lists as well.
	// Who sits where in a rated game is drawn.
	bySeat, seatOf := []wire.RatingInfo{ra, rb}, 0
	if after.View.Seats[0].User != a.id {
		bySeat, seatOf = []wire.RatingInfo{rb, ra}, 1
	}
	for i, want := range bySeat {
		for where, seats := range map[string][]wire.SeatInfo{"view": after.View.Seats, "list": games.Tables[0].Seats} {
			if s := seats[i]; s.Rating != want.Rating || s.Change == nil || *s.Change != want.Rating-1500 || !s.Unsure {
				t.Errorf("%s: seat %d is %+v, its player's rating %+v", where, i, s, want)
			}
		}
	}
	if want := fmt.Sprintf("Ratings: %s %d (%+d), %s %d (%+d).", after.View.Seats[0].Seat, bySeat[0].Rating, bySeat[0].Rating-1500,
		after.View.Seats[1].Seat, bySeat[1].Rating, bySeat[1].Rating-1500); after.Log[len(after.Log)-1].Text != want {
		t.Errorf("the log ends with %+v, want %q", after.Log[len(after.Log)-1], want)
	}
	// The rematch begins with the new ratings.
	a.must("POST", "/tables/"+made.Table.ID+"/do", wire.TableRequest{Msg: "2", Do: "offer rematch"}, nil)
	var again wire.Ack
	b.must("POST", "/tables/"+made.Table.ID+"/do", wire.TableRequest{Msg: "3", Do: "offer rematch"}, &again)
	var rematch wire.Snapshot
	guest.must("GET", "/tables/"+again.Table, nil, &rematch)
	if s := rematch.View.Seats[1-seatOf]; s.User != a.id || s.Rating != ra.Rating || s.Change != nil {
		t.Errorf("the rematch seats %+v", s)
	}
	var board wire.Leaderboard
	guest.must("GET", "/leaderboard?game=evo&speed=rapid", nil, &board)
	if len(board.Rows) != 0 {
		t.Errorf("provisional ratings are on the board: %+v", board)
	}
	if res := guest.try("GET", "/leaderboard?game=chess", nil, nil); res.StatusCode != 404 {
		t.Errorf("a board of no game: %s", res.Status)
	}
}

// Other people's unrated games are private.
func TestHistoryShowsOnlyRatedGamesToOthers(t *testing.T) {
	h := serve(t)
	a, b := h.person("A"), h.person("B")
	var made wire.Created
	a.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, &made)
	b.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
	b.must("POST", "/tables/"+made.Table.ID+"/do", wire.TableRequest{Msg: "1", Do: "resign"}, nil)
	var own, seen wire.TableList
	a.must("GET", "/users/"+a.id+"/tables", nil, &own)
	h.person("C").must("GET", "/users/"+a.id+"/tables", nil, &seen)
	if len(own.Tables) != 1 || len(seen.Tables) != 0 {
		t.Errorf("own %d, others see %d", len(own.Tables), len(seen.Tables))
	}
}

func TestSpeeds(t *testing.T) {
	for _, tc := range []struct {
		c    match.ClockSetup
		want string
	}{
		{match.ClockSetup{}, "untimed"},
		{match.ClockSetup{Kind: match.Fischer, Initial: 180, Increment: 2}, "blitz"},
		{match.ClockSetup{Kind: match.Fischer, Initial: 600, Increment: 5}, "rapid"},
		{match.ClockSetup{Kind: match.Fischer, Initial: 1800}, "slow"},
		{match.ClockSetup{Kind: match.PerTurn, Turn: 10}, "blitz"},
		{match.ClockSetup{Kind: match.PerTurn, Turn: 60}, "slow"},
		{match.ClockSetup{Kind: match.Correspondence, Days: 3}, "days"},
	} {
		if got := tc.c.Speed(); got != tc.want {
			t.Errorf("%+v: got %s, want %s", tc.c, got, tc.want)
		}
	}
}

// A program plays with its token and is told by a signed message that it must choose.
func TestProgramWithHook(t *testing.T) {
	type call struct {
		body  []byte
		stamp string
		sign  string
	}
	calls := make(chan call, 10)
	program := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		calls <- call{body, r.Header.Get("Atoll-Time"), r.Header.Get("Atoll-Signature")}
	}))
	defer program.Close()
	h := serve(t, func(c *server.Config) { c.PrivateHooks = true })
	owner, other := h.account("Owner"), h.account("Other")
	var bot wire.BotAccount
	owner.must("POST", "/bots", wire.BotRequest{Name: "Engine"}, &bot)
	b := &person{host: h, token: bot.Token, id: bot.ID}
	var hook wire.HookInfo
	owner.must("POST", "/bots/"+bot.ID+"/hook", wire.HookRequest{URL: program.URL + "/turn"}, &hook)
	if res := other.try("POST", "/bots/"+bot.ID+"/token", nil, nil); res.StatusCode != 403 {
		t.Errorf("somebody else's program: %s", res.Status)
	}
	if res := other.try("POST", "/bots/"+bot.ID+"/hook", wire.HookRequest{URL: program.URL}, nil); res.StatusCode != 403 {
		t.Errorf("somebody else's hook: %s", res.Status)
	}
	var made wire.Created
	owner.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatOpen}}}, &made)
	b.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
	var snap wire.Snapshot
	owner.must("GET", "/tables/"+made.Table.ID, nil, &snap)
	owner.must("POST", "/tables/"+made.Table.ID+"/act", wire.ActRequest{Msg: "1", Step: snap.View.Step, Action: "g2-g3"}, nil)
	select {
	case c := <-calls:
		if c.sign != work.Sign(hook.Secret, c.stamp, c.body) {
			t.Error("the signature is wrong")
		}
		var told struct {
			Table, Seat string
			Step        int64
		}
		if err := json.Unmarshal(c.body, &told); err != nil || told.Table != made.Table.ID || told.Seat != "N" {
			t.Fatalf("told %s, %v", c.body, err)
		}
		b.must("POST", "/tables/"+told.Table+"/act", wire.ActRequest{Msg: "1", Step: told.Step, Action: "f11-f10"}, nil)
	case <-time.After(patience):
		t.Fatal("the program was not told")
	}
	var fresh wire.BotAccount
	owner.must("POST", "/bots/engine/token", nil, &fresh)
	if res := b.try("GET", "/my/tables", nil, nil); res.StatusCode != 401 || fresh.Token == bot.Token {
		t.Errorf("the old token: %s", res.Status)
	}
}

// A program that does not answer keeps no other one waiting.
func TestSilentProgramKeepsNobodyWaiting(t *testing.T) {
	var tries atomic.Int32
	silent := make(chan struct{}, 10)
	over := make(chan struct{})
	dead := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		tries.Add(1)
		silent <- struct{}{}
		<-over
	}))
	defer dead.Close()
	defer close(over)
	heard := make(chan int32, 10)
	quick := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { heard <- tries.Load() }))
	defer quick.Close()
	h := serve(t, func(c *server.Config) { c.PrivateHooks = true })
	owner := h.account("Owner")
	seated := func(name, url string) (sit func()) {
		t.Helper()
		var bot wire.BotAccount
		owner.must("POST", "/bots", wire.BotRequest{Name: name}, &bot)
		owner.must("POST", "/bots/"+bot.ID+"/hook", wire.HookRequest{URL: url}, nil)
		var made wire.Created
		owner.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatOpen}, {Kind: match.SeatMe}}}, &made)
		return func() {
			(&person{host: h, token: bot.Token, id: bot.ID}).must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
		}
	}
	first, second := seated("Silent", dead.URL), seated("Quick", quick.URL)
	first()
	<-silent
	second()
	if n := <-heard; n > 2 {
		t.Errorf("the silent program was called %d times before the other one", n)
	}
}

func TestHooksStayOutside(t *testing.T) {
	h := serve(t)
	owner := h.account("Owner")
	var bot wire.BotAccount
	owner.must("POST", "/bots", wire.BotRequest{Name: "Engine"}, &bot)
	for _, u := range []string{
		"http://example.org/", "https://127.0.0.1/", "https://10.1.2.3/", "https://[::1]/", "https://[fe80::1]/", "https://169.254.169.254/",
		"https://user:pw@example.org/", "ftp://example.org/", "nonsense", "https://[::ffff:127.0.0.1]/", "https://0.0.0.0/", strings.Repeat("x", 600),
	} {
		if res := owner.try("POST", "/bots/"+bot.ID+"/hook", wire.HookRequest{URL: u}, nil); res.StatusCode != 400 && res.StatusCode != 422 {
			t.Errorf("%.40s: %s", u, res.Status)
		}
	}
}
