package server_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"atoll/server"
	"atoll/server/wire"
)

// Each refusal says which part of the request was wrong, the part named as in the
// documents.
func TestRefusalsSayWhere(t *testing.T) {
	h := quietHost(t)
	ann, bob := h.person("Ann"), h.person("Bob")
	var made wire.Created
	ann.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, &made)
	at := "/tables/" + made.Table.ID
	bob.must("POST", at+"/join", wire.JoinRequest{}, nil)
	for _, c := range []struct{ method, path, body, where string }{
		{"POST", at + "/act", `{"msg":"a","step":99,"action":"g2-g3"}`, "body.step"},
		{"POST", at + "/act", `{"msg":"a","step":3,"action":"g2-g9"}`, "body.action"},
		{"POST", at + "/act", `{"msg":"a","step":1000000000000000000000000000000,"action":"g2-g3"}`, "body.step"},
		{"POST", at + "/act", `{"msg":"a","step":3,"seat":"N","action":"g2-g3"}`, "body.seat"},
		{"POST", at + "/do", `{"do":"offer draw"}`, "body.do"},
		{"POST", at + "/join", `{"token":"old"}`, "body.token"},
		{"POST", at + "/seats/Q/link", ``, "path.seat"},
		{"POST", at + "/seats/N/link", ``, "path.seat"},
		{"GET", at + "/legal?seat=N", ``, "query.seat"},
		{"GET", at + "/log?seat=N", ``, "query.seat"},
		{"GET", at + "/live?seat=N", ``, "query.seat"},
		{"GET", at + "/replay?seat=truth", ``, "query.seat"},
		{"GET", at + "/replay?step=99", ``, "query.step"},
		{"POST", "/tables", `{"game":"evo","players":3}`, "body.players"},
		{"POST", "/tables", `{"game":"evo","players":2,"options":{"colour":1}}`, "body.options"},
		{"POST", "/tables", `{"game":"evo","players":2,"clock":{"kind":"fischer"}}`, "body.clock.initial_s"},
		{"POST", "/tables", `{"game":"evo","players":2,"seats":[{"kind":"me"}]}`, "body.seats"},
	} {
		var body any
		if c.body != "" {
			body = json.RawMessage(c.body)
		}
		said := ann.try(c.method, c.path, body, nil).Header
		if where, why := said.Get("X-Where"), said.Get("X-Message"); where != c.where || strings.Contains(why, "Go struct") {
			t.Errorf("%s %s %s: %s: %s, want %s", c.method, c.path, c.body, where, why, c.where)
		}
	}
}

// Whoever sent a command over a WebSocket waits for the answer with its id,
// whatever is wrong with the command.
func TestEveryReplyHasItsID(t *testing.T) {
	now := time.Now() // and no later
	h := quietHost(t, func(c *server.Config) { c.Limits.Account, c.Clock = 1, func() time.Time { return now } })
	p := h.person("Ann")
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, &made)
	conn := p.dial(made.Table.ID, "")
	if r := p.ask(conn, `{"id":"one","act":{"msg":5}}`); r.ID != "one" || r.Error == nil || r.Error.Where != "act.msg" {
		t.Errorf("a wrong type: %+v %+v", r, r.Error)
	}
	for range 100 { // the limit of an account lets a few through
		if r := p.ask(conn, `{"id":"two"}`); r.ID != "two" || r.Error == nil {
			t.Fatalf("%+v", r)
		} else if r.Error.Code == wire.TooMany {
			return
		}
	}
	t.Error("there is no limit")
}

// The OpenAPI document has all that a stream can be asked with.
func TestStreamsAreDocumented(t *testing.T) {
	h := quietHost(t)
	res, err := http.Get(h.web.URL + "/api/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var doc struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Name string }
			Responses  map[string]any
		}
	}
	if err := json.NewDecoder(res.Body).Decode(&doc); err != nil {
		t.Fatal(err)
	}
	for path, status := range map[string]string{"/live": "200", "/ws": "101"} {
		op := doc.Paths["/api/v1/tables/{id}"+path]["get"]
		var names []string
		for _, p := range op.Parameters {
			names = append(names, p.Name)
		}
		if got := strings.Join(names, " "); got != "id seat since chat Last-Event-ID" || op.Responses[status] == nil {
			t.Errorf("%s: parameters %s, answers %v", path, got, op.Responses)
		}
	}
}
