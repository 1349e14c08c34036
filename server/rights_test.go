package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"atoll/match"
	"atoll/server"
	"atoll/server/notify"
	"atoll/server/wire"
)

// right says what each kind of caller gets from a route: nobody (no session), a
// stranger (a session, no seat), a player, and the maker of the table.
type right struct {
	route string // method and path as the OpenAPI document has them
	body  any
	table string // which table: open, running, over; "" for none
	want  [4]int // nobody, stranger, player, maker
	query string
	seat  string // for {seat}
}

var tourTable = wire.Setup{Game: "evo", Players: 2, Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 60}}

var callers = [4]string{"nobody", "stranger", "player", "maker"}

// rights is the table of who may do what. Every route must be in it.
var rights = []right{
	{route: "GET /games", want: [4]int{200, 200, 200, 200}},
	{route: "GET /me", want: [4]int{200, 200, 200, 200}},
	{route: "POST /guest", body: wire.GuestRequest{}, want: [4]int{200, 200, 200, 200}},
	{route: "GET /tables", want: [4]int{200, 200, 200, 200}},
	{route: "GET /my/tables", want: [4]int{401, 200, 200, 200}},
	{route: "GET /live", want: [4]int{200, 200, 200, 200}},
	{route: "GET /ws", want: [4]int{101, 101, 101, 101}},
	{route: "POST /tables", body: wire.Setup{Game: "evo", Players: 2}, want: [4]int{401, 200, 200, 200}},
	{route: "POST /tables", body: wire.Setup{Game: "evo", Players: 2, Rated: true}, want: [4]int{401, 400, 400, 400}},

	{route: "GET /tables/{id}", table: "running", want: [4]int{200, 200, 200, 200}},
	{route: "GET /tables/{id}", table: "running", query: "?seat=S", want: [4]int{403, 403, 403, 200}},
	{route: "GET /tables/{id}", table: "running", query: "?seat=N", want: [4]int{403, 403, 200, 403}},
	{route: "GET /tables/{id}", table: "running", query: "?seat=truth", want: [4]int{404, 404, 404, 404}},
	{route: "GET /tables/{id}", table: "running", query: "?seat=chance", want: [4]int{404, 404, 404, 404}},
	{route: "GET /tables/{id}", table: "over", query: "?seat=S", want: [4]int{200, 200, 200, 200}},
	{route: "GET /tables/{id}", table: "closed", want: [4]int{403, 403, 200, 200}},
	{route: "GET /tables/{id}/live", table: "running", want: [4]int{200, 200, 200, 200}},
	{route: "GET /tables/{id}/live", table: "running", query: "?seat=S", want: [4]int{403, 403, 403, 200}},
	{route: "GET /tables/{id}/live", table: "closed", want: [4]int{403, 403, 200, 200}},
	{route: "GET /tables/{id}/ws", table: "running", want: [4]int{101, 101, 101, 101}},
	{route: "GET /tables/{id}/ws", table: "running", query: "?seat=S", want: [4]int{403, 403, 403, 101}},
	{route: "GET /tables/{id}/ws", table: "closed", want: [4]int{403, 403, 101, 101}},
	{route: "GET /tables/{id}/log", table: "running", want: [4]int{200, 200, 200, 200}},
	{route: "GET /tables/{id}/log", table: "running", query: "?seat=N", want: [4]int{403, 403, 200, 403}},
	{route: "GET /tables/{id}/log", table: "closed", want: [4]int{403, 403, 200, 200}},
	{route: "GET /tables/{id}/replay", table: "running", want: [4]int{200, 200, 200, 200}},
	{route: "GET /tables/{id}/replay", table: "running", query: "?seat=S", want: [4]int{403, 403, 403, 200}},
	{route: "GET /tables/{id}/replay", table: "running", query: "?seat=truth", want: [4]int{403, 403, 403, 403}},
	{route: "GET /tables/{id}/replay", table: "over", query: "?seat=truth", want: [4]int{200, 200, 200, 200}},
	{route: "GET /tables/{id}/replay", table: "open", want: [4]int{409, 409, 409, 409}},
	{route: "GET /tables/{id}/record", table: "running", want: [4]int{200, 200, 200, 200}},
	{route: "GET /tables/{id}/record", table: "closed", want: [4]int{403, 403, 200, 200}},
	{route: "GET /tables/{id}/legal", table: "running", want: [4]int{401, 403, 200, 200}},
	{route: "GET /tables/{id}/legal", table: "running", query: "?seat=S", want: [4]int{401, 403, 403, 200}},
	{route: "POST /tables/{id}/whynot", table: "running", body: wire.WhyNotRequest{Action: "x"}, want: [4]int{401, 403, 200, 200}},
	{route: "POST /tables/{id}/whynot", table: "running", body: wire.WhyNotRequest{Action: "x", Seat: "S"}, want: [4]int{401, 403, 403, 200}},

	{route: "POST /tables/{id}/lines", table: "running", body: wire.LinesRequest{Lines: []wire.Line{}}, want: [4]int{401, 403, 409, 409}},
	{route: "POST /tables/{id}/lines", table: "running", body: wire.LinesRequest{Seat: "S", Lines: []wire.Line{}}, want: [4]int{401, 403, 403, 409}},

	{route: "POST /tables/{id}/join", table: "running", body: wire.JoinRequest{}, want: [4]int{401, 409, 200, 200}},
	{route: "POST /tables/{id}/join", table: "running", body: wire.JoinRequest{Seat: "S"}, want: [4]int{401, 409, 409, 200}},
	{route: "POST /tables/{id}/join", table: "open", body: wire.JoinRequest{Token: "wrong"}, want: [4]int{401, 403, 403, 403}},
	{route: "POST /tables/{id}/join", table: "invite", body: wire.JoinRequest{Seat: "N"}, want: [4]int{401, 403, 403, 403}},
	{route: "POST /tables/{id}/open", table: "running", body: wire.OpenRequest{Nonce: strings.Repeat("0", 64)}, want: [4]int{401, 403, 409, 409}},
	{route: "POST /tables/{id}/open", table: "over", body: wire.OpenRequest{Nonce: strings.Repeat("0", 64)}, want: [4]int{401, 403, 409, 409}},
	{route: "POST /tables/{id}/leave", table: "running", want: [4]int{401, 409, 409, 409}},
	{route: "POST /tables/{id}/leave", table: "invite", want: [4]int{401, 403, 403, 204}},
	{route: "POST /tables/{id}/start", table: "invite", want: [4]int{401, 403, 403, 409}},
	{route: "POST /tables/{id}/seats/{seat}", table: "invite", seat: "N", body: wire.SeatChange{Kind: "bot"}, want: [4]int{401, 403, 403, 200}},
	{route: "POST /tables/{id}/seats/{seat}", table: "running", seat: "N", body: wire.SeatChange{Kind: "open"}, want: [4]int{401, 403, 403, 409}},
	{route: "POST /tables/{id}/seats/{seat}/link", table: "running", seat: "S", want: [4]int{401, 403, 403, 200}},
	{route: "POST /tables/{id}/seats/{seat}/link", table: "running", seat: "N", want: [4]int{401, 403, 200, 403}},
	{route: "POST /tables/{id}/seats/{seat}/link", table: "invite", seat: "N", want: [4]int{401, 403, 403, 200}},

	{route: "POST /tables/{id}/act", table: "running", body: wire.ActRequest{Msg: "a", Step: 1 << 40, Action: "x"}, want: [4]int{401, 403, 409, 409}},
	{route: "POST /tables/{id}/act", table: "running", body: wire.ActRequest{Msg: "a", Step: 1 << 40, Action: "x", Seat: "S"}, want: [4]int{401, 403, 403, 409}},
	{route: "POST /tables/{id}/act", table: "over", body: wire.ActRequest{Msg: "a", Step: 1, Action: "x"}, want: [4]int{401, 403, 409, 409}},
	{route: "POST /tables/{id}/do", table: "running", body: wire.TableRequest{Do: "abort"}, want: [4]int{401, 403, 403, 409}},
	{route: "POST /tables/{id}/do", table: "running", body: wire.TableRequest{Do: "resign", Seat: "S"}, want: [4]int{401, 403, 403, 200}},
	{route: "POST /tables/{id}/do", table: "running", body: wire.TableRequest{Do: "resign", Seat: "N"}, want: [4]int{401, 403, 200, 403}},
	{route: "POST /tables/{id}/do", table: "over", body: wire.TableRequest{Do: "offer rematch"}, want: [4]int{401, 403, 200, 200}},
	{route: "POST /tables/{id}/chat", table: "running", body: wire.ChatRequest{Text: "hi"}, want: [4]int{401, 200, 200, 200}},
	{route: "POST /tables/{id}/chat", table: "closed", body: wire.ChatRequest{Text: "hi"}, want: [4]int{401, 403, 200, 200}},
	{route: "POST /tables/{id}/mute", table: "running", body: wire.MuteRequest{User: "somebody", On: true}, want: [4]int{401, 204, 204, 204}},

	// The callers of this table are guests; what accounts may do beyond that is
	// tested with them.
	{route: "GET /users/{user}", want: [4]int{200, 200, 200, 200}},
	{route: "GET /users/{user}/tables", want: [4]int{200, 200, 200, 200}},
	{route: "POST /positions", body: wire.PositionRequest{Position: "nothing"}, want: [4]int{400, 400, 400, 400}},
	{route: "POST /positions/start", body: wire.StartRequest{Game: "evo", Players: 2}, want: [4]int{200, 200, 200, 200}},
	{route: "POST /positions/analysis", body: wire.JudgeRequest{Position: "nothing"}, want: [4]int{401, 400, 400, 400}},
	{route: "POST /records", body: wire.RecordRequest{Record: "{}"}, want: [4]int{400, 400, 400, 400}},
	{route: "GET /tables/{id}/analysis", table: "open", want: [4]int{409, 409, 409, 409}},
	{route: "GET /tables/{id}/analysis", table: "running", want: [4]int{409, 409, 409, 409}},
	{route: "GET /tables/{id}/analysis", table: "closed", want: [4]int{403, 403, 409, 409}},
	{route: "GET /tables/{id}/analysis", table: "over", want: [4]int{200, 200, 200, 200}},
	{route: "POST /tables/{id}/analysis", table: "running", want: [4]int{401, 409, 409, 409}},
	{route: "POST /tables/{id}/analysis", table: "over", want: [4]int{401, 200, 200, 200}},
	{route: "GET /leaderboard", query: "?game=evo", want: [4]int{200, 200, 200, 200}},
	{route: "POST /session", body: wire.AccountRequest{Name: "nobody-at-all", Password: "wrong-password"}, want: [4]int{403, 403, 403, 403}},
	{route: "POST /account", body: wire.AccountRequest{Name: "x", Password: "short"}, want: [4]int{400, 400, 400, 400}},
	{route: "POST /account/password", body: wire.PasswordRequest{Old: "wrong-password", New: "new-password-1"}, want: [4]int{401, 403, 403, 403}},
	{route: "GET /account/data", want: [4]int{401, 200, 200, 200}},
	{route: "POST /account/delete", body: wire.GoodbyeRequest{Password: "wrong-password"}, want: [4]int{401, 403, 403, 403}},
	{route: "GET /session/ways", want: [4]int{200, 200, 200, 200}},
	{route: "GET /account/ways", want: [4]int{401, 200, 200, 200}},
	{route: "POST /session/passkey/begin", want: [4]int{200, 200, 200, 200}},
	{route: "POST /session/passkey", body: wire.PasskeyAnswer{Credential: "{}"}, want: [4]int{409, 409, 409, 409}},
	{route: "POST /account/passkey/begin", body: wire.NameRequest{Name: "x"}, want: [4]int{400, 400, 400, 400}},
	{route: "POST /account/passkey", body: wire.NewPasskey{Credential: "{}"}, want: [4]int{409, 409, 409, 409}},
	{route: "POST /passkeys/begin", body: wire.ProofRequest{Password: "wrong-password"}, want: [4]int{401, 403, 403, 403}},
	{route: "POST /passkeys", body: wire.NewPasskey{Credential: "{}"}, want: [4]int{401, 409, 409, 409}},
	{route: "POST /passkeys/remove", body: wire.RemoveRequest{ID: "x"}, want: [4]int{401, 403, 403, 403}},
	{route: "POST /session/provider", body: wire.ProviderRequest{}, want: [4]int{409, 409, 409, 409}},
	{route: "POST /session/provider", body: wire.ProviderRequest{Link: true}, want: [4]int{401, 409, 409, 409}},
	{route: "GET /session/provider", want: [4]int{409, 409, 409, 409}},
	{route: "GET /session/provider/callback", query: "?code=x&state=y", want: [4]int{200, 200, 200, 200}}, // the page after it
	{route: "POST /session/provider/name", body: wire.NameRequest{Name: "x"}, want: [4]int{400, 400, 400, 400}},
	{route: "POST /links/remove", body: wire.RemoveRequest{ID: "x"}, want: [4]int{401, 403, 403, 403}},
	{route: "POST /recover", body: wire.RecoverRequest{Address: "mara@example.org"}, want: [4]int{409, 409, 409, 409}},
	{route: "POST /recover/finish", body: wire.RecoverAnswer{Token: "guessed", Password: "new-password-1"}, want: [4]int{403, 403, 403, 403}},
	{route: "GET /bots", want: [4]int{401, 200, 200, 200}},
	{route: "POST /bots", body: wire.BotRequest{Name: "Robot"}, want: [4]int{401, 403, 403, 403}},
	{route: "POST /bots/{user}/token", want: [4]int{401, 403, 403, 403}},
	{route: "POST /bots/{user}/hook", body: wire.HookRequest{URL: "https://example.org/"}, want: [4]int{401, 403, 403, 403}},
	{route: "GET /tournaments", want: [4]int{200, 200, 200, 200}},
	{route: "GET /tournaments", query: "?mine=true", want: [4]int{401, 200, 200, 200}},
	{route: "POST /tournaments", body: wire.TournamentRequest{Name: "x", Kind: "swiss", Table: tourTable}, want: [4]int{401, 200, 200, 200}},
	{route: "GET /tournaments/{id}", table: "tournament", want: [4]int{200, 200, 200, 200}},
	{route: "GET /tournaments/{id}", table: "running", want: [4]int{404, 404, 404, 404}},
	{route: "POST /tournaments/{id}/enter", table: "tournament", want: [4]int{401, 200, 200, 200}},
	{route: "POST /tournaments/{id}/leave", table: "tournament", want: [4]int{401, 403, 200, 403}},
	{route: "POST /tournaments/{id}/pause", table: "tournament", want: [4]int{401, 403, 200, 403}},
	{route: "POST /tournaments/{id}/resume", table: "tournament", want: [4]int{401, 403, 200, 403}},
	{route: "POST /tournaments/{id}/call-off", table: "tournament", want: [4]int{401, 403, 403, 204}},
	{route: "GET /my/games", want: [4]int{401, 200, 200, 200}},
	{route: "POST /my/seen", body: wire.SeenRequest{At: 1}, want: [4]int{401, 204, 204, 204}},
	{route: "POST /my/records", body: wire.BringRequest{Record: "{}", Seats: []wire.SeatSetup{{Kind: match.SeatMe}}}, want: [4]int{401, 403, 403, 403}},
	{route: "GET /now", want: [4]int{200, 200, 200, 200}},
	{route: "GET /friends", want: [4]int{401, 200, 200, 200}},
	{route: "GET /users/{user}/record", want: [4]int{200, 200, 200, 200}},
	{route: "GET /users/{user}/style", want: [4]int{200, 200, 200, 200}},
	{route: "GET /users/{user}/stakes", query: "?game=evo&speed=rapid", want: [4]int{401, 400, 400, 400}},
	{route: "POST /users/{user}/follow", body: wire.OnRequest{On: true}, want: [4]int{401, 204, 204, 400}},
	{route: "POST /users/{user}/block", body: wire.OnRequest{On: true}, want: [4]int{401, 204, 204, 400}},
	{route: "POST /my/manners", body: wire.MannersRequest{Takes: "nobody"}, want: [4]int{401, 204, 204, 204}},
	{route: "POST /challenges", body: wire.ChallengeRequest{To: "nobody-at-all", Setup: tourTable}, want: [4]int{401, 404, 404, 404}},
	{route: "POST /challenges/{id}/accept", table: "challenge", want: [4]int{401, 404, 200, 403}},
	{route: "POST /challenges/{id}/decline", table: "challenge", want: [4]int{401, 404, 204, 204}},
	{route: "POST /reports", body: wire.ReportRequest{User: "nobody-at-all", Why: "chat"}, want: [4]int{401, 404, 404, 404}},
	{route: "GET /notices", want: [4]int{401, 200, 200, 200}},
	{route: "POST /notices", body: notify.Usual(), want: [4]int{401, 204, 204, 204}},
	{route: "POST /notices/push", body: server.PushRequest{Endpoint: "https://127.0.0.1/push"}, want: [4]int{401, 400, 400, 400}},
	{route: "POST /notices/push/end", body: server.PushEnd{Endpoint: "https://push.example/1"}, want: [4]int{401, 204, 204, 204}},
	{route: "POST /notices/mail", body: server.AddressRequest{Address: "mara@example.org"}, want: [4]int{401, 409, 409, 409}},
	{route: "DELETE /notices/mail", want: [4]int{401, 204, 204, 204}},
	{route: "POST /notices/mail/prove", body: server.ProveRequest{Token: "wrong"}, want: [4]int{403, 403, 403, 403}},
	{route: "POST /notices/mute", body: server.MuteTableRequest{Table: "aaaaaaaaaaaa", On: true}, want: [4]int{401, 404, 404, 404}},
	{route: "POST /notices/trial", want: [4]int{401, 204, 204, 204}},
	{route: "GET /vacations", want: [4]int{401, 200, 200, 200}},
	{route: "POST /vacations", body: server.VacationRequest{Since: 1, Until: 2}, want: [4]int{401, 400, 400, 400}},
	{route: "POST /vacations/end", body: server.VacationEnd{Since: 1}, want: [4]int{401, 404, 404, 404}},
	{route: "DELETE /session", want: [4]int{204, 204, 204, 204}},
}

func TestRights(t *testing.T) {
	h := serve(t)
	covered := map[string]bool{}
	for _, r := range rights {
		covered[r.route] = true
		for i, want := range r.want {
			name := fmt.Sprintf("%s%s at %s table as %s", r.route, r.query, r.table, callers[i])
			stranger, player, maker := h.person("Stranger"), h.person("Player"), h.person("Maker")
			who := []*person{{host: h}, stranger, player, maker}[i]
			path := r.route[strings.Index(r.route, " ")+1:]
			if r.table != "" {
				path = strings.Replace(path, "{id}", tableFor(t, r.table, maker, player), 1)
			}
			path = strings.Replace(path, "{user}", maker.id, 1)
			path = strings.Replace(path, "{seat}", r.seat, 1) + r.query
			got := who.status(r.route[:strings.Index(r.route, " ")], path, r.body)
			if got != want {
				t.Errorf("%s: %d, want %d", name, got, want)
			}
		}
	}
	var doc struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	res, err := http.Get(h.web.URL + "/api/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(&doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Paths) < 15 {
		t.Fatalf("the document has %d paths", len(doc.Paths))
	}
	for path, methods := range doc.Paths {
		for m := range methods {
			if m == "parameters" {
				continue
			}
			if route := strings.ToUpper(m) + " " + strings.TrimPrefix(path, "/api/v1"); !covered[route] {
				t.Errorf("%s is not in the table of rights", route)
			}
		}
	}
}

// status sends a request and returns its status alone; streams are left again.
func (p *person) status(method, path string, body any) int {
	p.t.Helper()
	if at, _, _ := strings.Cut(path, "?"); strings.HasSuffix(at, "/ws") { // an id may begin with "ws"
		header := http.Header{}
		if p.token != "" {
			header.Set("Authorization", "Bearer "+p.token)
		}
		conn, res, err := websocket.Dial(p.t.Context(), p.web.URL+"/api/v1"+path, &websocket.DialOptions{HTTPHeader: header})
		if err == nil {
			conn.CloseNow()
		}
		if res == nil {
			p.t.Fatal(err)
		}
		return res.StatusCode
	}
	res := p.send(method, path, body)
	res.Body.Close()
	return res.StatusCode
}

// tableFor makes a table of the wanted kind: the maker sits on S, the player on N.
func tableFor(t testing.TB, kind string, maker, player *person) string {
	t.Helper()
	setup := wire.Setup{Game: "evo", Players: 2}
	switch kind {
	case "tournament":
		var page wire.TournamentPage
		maker.must("POST", "/tournaments",
			wire.TournamentRequest{Name: "x", Kind: "swiss", Table: tourTable, Start: time.Now().Add(time.Hour).UnixMilli()}, &page)
		player.must("POST", "/tournaments/"+page.ID+"/enter", nil, nil)
		return page.ID
	case "challenge":
		var c wire.ChallengeInfo
		maker.must("POST", "/challenges", wire.ChallengeRequest{To: player.id, Setup: tourTable}, &c)
		return c.ID
	case "closed":
		setup.NoWatchers = true
	case "invite":
		setup.Seats = []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatInvite}}
	}
	var made wire.Created
	maker.must("POST", "/tables", setup, &made)
	at := "/tables/" + made.Table.ID
	if kind == "open" || kind == "invite" {
		return made.Table.ID
	}
	player.must("POST", at+"/join", wire.JoinRequest{}, nil)
	if kind == "over" {
		player.must("POST", at+"/do", wire.TableRequest{Do: "resign"}, nil)
	}
	return made.Table.ID
}

// TestOtherPeoplesTokens: ids and links of one table are worth nothing at another.
func TestOtherPeoplesTokens(t *testing.T) {
	h := serve(t)
	maker, thief := h.person("Maker"), h.person("Thief")
	var one, two wire.Created
	setup := wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatInvite}}}
	maker.must("POST", "/tables", setup, &one)
	maker.must("POST", "/tables", setup, &two)
	res := thief.try("POST", "/tables/"+two.Table.ID+"/join", wire.JoinRequest{Token: one.Links[0].Token}, nil)
	if res.StatusCode != 403 {
		t.Errorf("a link of another table: %s", res.Status)
	}
	thief.must("POST", "/tables/"+one.Table.ID+"/join", wire.JoinRequest{Token: one.Links[0].Token}, nil)
	late := h.person("Late")
	if res := late.try("POST", "/tables/"+one.Table.ID+"/join", wire.JoinRequest{Token: one.Links[0].Token}, nil); res.StatusCode != 403 {
		t.Errorf("a link that was used: %s", res.Status)
	}
	// The session token of a signed-out person is worth nothing.
	late.must("DELETE", "/session", nil, nil)
	var me wire.Me
	late.must("GET", "/me", nil, &me)
	if me.ID != "" {
		t.Errorf("signed out and still %+v", me)
	}
}
