package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"atoll/game"
	"atoll/server/wire"
)

// FuzzRequests sends arbitrary bodies to every route that takes one.
func FuzzRequests(f *testing.F) {
	for _, r := range rights {
		if r.body != nil {
			data, _ := json.Marshal(r.body)
			f.Add(r.route, data)
		}
	}
	f.Add("POST /tables", []byte(`{"game":"conqueror","players":3,"clock":{"kind":"fischer","initial_s":1},"seats":[]}`))
	f.Add("POST /tables/{id}/act", []byte(`{"msg":"\ud800","step":-9223372036854775808,"action":"\u0000"}`))
	h := serve(f)
	p, other := h.person("Fuzz"), h.person("Other")
	ids := idsFor(f, p, other)
	f.Fuzz(func(t *testing.T, route string, body []byte) {
		method, path, ok := strings.Cut(route, " ")
		if !ok || method != "POST" || !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?#% \x7f") {
			return
		}
		for i := range len(path) {
			if path[i] < ' ' || path[i] > '~' {
				return
			}
		}
		path = filled(path, ids)
		req, err := http.NewRequest(method, "http://x/api/v1"+path, bytes.NewReader(body))
		if err != nil {
			return
		}
		req.RemoteAddr = "127.0.0.1:1"
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+p.token)
		w := &answer{header: http.Header{}}
		h.s.ServeHTTP(w, req)
		if w.status >= 500 {
			t.Errorf("%s %.300q: %d %s", route, body, w.status, w.body.String())
		}
	})
}

// idsFor has something of every kind that a path names: a table, a tournament, a challenge, a person.
func idsFor(t testing.TB, maker, player *person) map[string]string {
	t.Helper()
	return map[string]string{
		"/tables/": tableFor(t, "running", maker, player), "/tournaments/": tableFor(t, "tournament", maker, player),
		"/challenges/": tableFor(t, "challenge", maker, player), "{user}": player.id,
	}
}

// filled is a route's path about things that are there.
func filled(path string, ids map[string]string) string {
	for kind, id := range ids {
		if strings.HasPrefix(path, kind) {
			path = strings.Replace(path, "{id}", id, 1)
		}
	}
	return strings.NewReplacer("{user}", ids["{user}"], "{seat}", "S").Replace(path)
}

// FuzzRoutes bends requests to every route there is: method, path, query, a header
// and the body. Whatever comes, the answer is one that the API promises.
func FuzzRoutes(f *testing.F) {
	for i, r := range rights {
		data, _ := json.Marshal(r.body)
		f.Add(uint8(i), uint8(i), "", "", r.query, "", "", data)
	}
	for _, c := range []struct{ method, path, query, header, value string }{
		{"PUT", "", "", "", ""},
		{"OPTIONS", "", "", "Origin", "https://elsewhere.example"},
		{"HEAD", "/../../x", "", "", ""},
		{"", "//", "?seat=%00&step=-1&limit=99999999999999999999", "Last-Event-ID", "-9223372036854775808"},
		{"", "/%2e%2e", "?after='--", "Cookie", "atoll_session=\"'; DROP TABLE users"},
		{"", "", "?from=1e9&prefix=\xff", "Content-Type", "application/json; charset=utf-7"},
		{"", "", "?;;&&==", "X-Forwarded-For", "::1, , 999.1.1.1"},
		{"POST", "\x00", "?since=9&chat=9", "Content-Encoding", "gzip"},
		{"", "", "", "Accept", "application/cbor"},
		{"", "", "", "Content-Length", "-1"},
		{"", "", "", "Sec-Fetch-Site", "cross-site"},
		{"", "", "", "Upgrade", "websocket"},
	} {
		for i := range rights {
			if i%5 == len(c.header)%5 {
				f.Add(uint8(i), uint8(i), c.method, c.path, c.query, c.header, c.value, []byte(`{"msg":"a"}`))
			}
		}
	}
	h := quietHost(f)
	maker, player, stranger := h.person("Maker"), h.person("Player"), h.person("Stranger")
	running := tableFor(f, "running", maker, player)
	tables := []string{running, "aaaaaaaaaaaa", "x"}
	for _, kind := range []string{"over", "open", "tournament", "challenge"} {
		tables = append(tables, tableFor(f, kind, maker, player))
	}
	tokens := []string{maker.token, player.token, stranger.token, "", "nonsense"}
	f.Fuzz(func(t *testing.T, which, who uint8, method, path, query, header, value string, body []byte) {
		r := rights[int(which)%len(rights)]
		want, route, _ := strings.Cut(r.route, " ")
		if method == "" {
			method = want
		}
		route = strings.NewReplacer("{id}", tables[int(who/8)%len(tables)], "{seat}", "S", "{user}", player.id).Replace(route)
		req := (&http.Request{
			Method: method, URL: &url.URL{Scheme: "http", Host: "x", Path: "/api/v1" + route + path, RawQuery: strings.TrimPrefix(query, "?")},
			Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Host: "x", RemoteAddr: "127.0.0.1:1",
			Body: http.NoBody, RequestURI: "/api/v1" + route,
		})
		if len(body) > 0 {
			req.Body, req.ContentLength = readCloser{bytes.NewReader(body)}, int64(len(body))
		}
		req.Header.Set("Content-Type", "application/json")
		if token := tokens[int(who)%len(tokens)]; token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		if header != "" {
			req.Header.Set(header, value)
		}
		// A stream would go on for ever.
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		if strings.HasSuffix(route+path, "/live") {
			ctx, cancel = context.WithTimeout(t.Context(), 5*time.Millisecond)
		}
		defer cancel()
		w := &answer{header: http.Header{}}
		h.s.ServeHTTP(w, req.WithContext(ctx))
		text := fmt.Sprintf("%s /api/v1%s%s%s (%s: %s) %.300q", method, route, path, query, header, value, body)
		if ctx.Err() != nil && !strings.HasSuffix(route+path, "/live") {
			t.Fatalf("%s hangs", text)
		}
		// What is not told is 200; a WebSocket needs a connection, which is not here.
		if w.status >= 500 && !(w.status == http.StatusNotImplemented && strings.HasSuffix(route, "/ws")) {
			t.Fatalf("%s: %d %s", text, w.status, w.body.String())
		}
		if w.header.Get("Content-Security-Policy") == "" || w.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Fatalf("%s: without the headers that protect browsers", text)
		}
		if w.status >= 400 && w.header.Get("Content-Type") == "application/json" {
			var p wire.Problem
			if err := json.Unmarshal(w.body.Bytes(), &p); err != nil || p.Error.Code == "" || p.Error.Message == "" ||
				strings.ContainsAny(p.Error.Message, "\n\r") {
				t.Fatalf("%s: %d says %q", text, w.status, w.body.String())
			}
		}
	})
}

type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }

// FuzzCommands sends messages over a WebSocket: each gets one reply, or ends the
// connection if it is no message at all.
func FuzzCommands(f *testing.F) {
	for _, c := range []string{
		`{"id":"1","act":{"msg":"a","step":1,"action":"x"}}`, `{"id":"2","table":{"do":"resign","seat":"S"}}`, `{"id":"3","chat":{"text":"hi"}}`,
		`{}`, `null`, `[]`, `{"id":7}`, `{"id":"4","act":{},"chat":{}}`, `{"act":{"step":1e99}}`, "{\"id\":\"\xff\"}", strings.Repeat("[", 2000), `{"id":"` + strings.Repeat("é", 100) + `"}`,
	} {
		f.Add([]byte(c), true)
	}
	f.Add([]byte{0, 1, 2}, false)
	h := quietHost(f)
	maker := h.person("Maker")
	table := tableFor(f, "running", maker, h.person("Player")) // and over, once somebody resigns
	f.Fuzz(func(t *testing.T, message []byte, text bool) {
		if len(message) > 60_000 {
			return // ends the connection; TestHostileBodies has that for requests
		}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		conn, _, err := websocket.Dial(ctx, h.web.URL+"/api/v1/tables/"+table+"/ws", &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + maker.token}}})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.CloseNow()
		conn.SetReadLimit(1 << 20)
		kind := websocket.MessageBinary
		if text {
			kind = websocket.MessageText
		}
		if err := conn.Write(ctx, kind, message); err != nil {
			t.Fatal(err)
		}
		for {
			_, data, err := conn.Read(ctx)
			if err != nil {
				t.Fatalf("%q: %v", message, err)
			}
			var r wire.Reply
			if err := json.Unmarshal(data, &r); err != nil {
				t.Fatalf("%q: %v", data, err)
			}
			if r.Type != "reply" {
				continue
			}
			if (r.Ack == nil) == (r.Error == nil) || r.Error != nil && (r.Error.Code == "" || r.Error.Code == "internal") || len(r.ID) > 200 {
				t.Fatalf("%q is answered with %s", message, data)
			}
			return
		}
	})
}

type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(s int)           { a.status = s }
func (a *answer) Write(b []byte) (int, error) { return a.body.Write(b) }

// TestMutatedRequests is FuzzRequests with a generator of its own: bodies that
// are right but for a few bytes go further into the code than arbitrary ones.
func TestMutatedRequests(t *testing.T) {
	h := quietHost(t)
	p := h.person("Mutant")
	ids := idsFor(t, p, h.person("Other"))
	r := game.NewRand(99)
	pieces := []string{`"`, `{`, `}`, `null`, `-1`, `1e9`, `[]`, `\u0000`, "\xff", `true`, `"a":`, `999999999999999999999`, `,`, ``}
	for i := range 3000 {
		right := rights[r.Intn(len(rights))]
		method, path, _ := strings.Cut(right.route, " ")
		if right.body == nil || method != "POST" {
			continue
		}
		body, err := json.Marshal(right.body)
		if err != nil {
			t.Fatal(err)
		}
		text := string(body)
		for range 1 + r.Intn(3) {
			at := r.Intn(len(text) + 1)
			end := min(len(text), at+r.Intn(6))
			text = text[:at] + pieces[r.Intn(len(pieces))] + text[end:]
		}
		req, err := http.NewRequest(method, "http://x/api/v1"+filled(path, ids), strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		req.RemoteAddr = "127.0.0.1:1"
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+p.token)
		w := &answer{header: http.Header{}}
		h.s.ServeHTTP(w, req)
		if w.status >= 500 {
			t.Fatalf("request %d, %s %q: %d %s", i, right.route, text, w.status, w.body.String())
		}
	}
}
