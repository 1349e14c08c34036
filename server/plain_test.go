package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"atoll/server/wire"
)

// TestNothingBrokenReachesPostgres puts NUL and broken UTF-8 into every text of every
// request there is: into its body, path, query, token and cookies, and into commands.
// All of it is refused with a sentence.
func TestNothingBrokenReachesPostgres(t *testing.T) {
	h, _, _ := onPostgres(t)
	maker, player := h.person("Maker"), h.person("Player")
	table := tableFor(t, "running", maker, player)
	send := func(what, method, path string, body []byte, header ...string) {
		t.Helper()
		req, err := http.NewRequest(method, "http://x/api/v1"+path, bytes.NewReader(body))
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		req.RemoteAddr = "127.0.0.1:1"
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+maker.token)
		for i := 0; i < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		w := &answer{header: http.Header{}}
		h.s.ServeHTTP(w, req)
		var p wire.Problem
		if w.status != 400 && w.status != 422 || json.Unmarshal(w.body.Bytes(), &p) != nil || !strings.Contains(p.Error.Message, " ") {
			t.Errorf("%s: %d %s", what, w.status, w.body.String())
		}
	}
	bad := []string{`\u0000`, `a\u0000b`, "\xff", "a\xc3", `\ud800`, `\udc00x`, "\x00"}
	escapes := []string{"%00", "a%00b", "%ff", "%c3%28", "%ed%a0%80"}
	for _, r := range rights {
		method, path, _ := strings.Cut(r.route, " ")
		full := strings.NewReplacer("{id}", table, "{user}", maker.id, "{seat}", "S").Replace(path)
		if r.body != nil {
			data, err := json.Marshal(r.body)
			if err != nil {
				t.Fatal(err)
			}
			var fields map[string]any
			if err := json.Unmarshal(data, &fields); err != nil {
				t.Fatal(err)
			}
			fields["anything"] = "MARK"
			for name, v := range fields {
				if _, ok := v.(string); !ok {
					continue
				}
				fields[name] = "MARK"
				marked, _ := json.Marshal(fields)
				fields[name] = v
				for _, b := range bad {
					send(fmt.Sprintf("%s, %s %q", r.route, name, b), method, full, bytes.Replace(marked, []byte("MARK"), []byte(b), 1))
				}
			}
		}
		for _, e := range escapes {
			send(r.route+" query "+e, method, full+"?seat="+e, nil)
			if at := strings.IndexByte(path, '{'); at >= 0 {
				one := path[:at] + e + path[at+strings.IndexByte(path[at:], '}')+1:]
				send(r.route+" path "+e, method, strings.NewReplacer("{seat}", "S").Replace(one), nil)
			}
		}
	}
	for _, b := range []string{"\x00", "a\xff"} {
		send("a token", "GET", "/me", nil, "Authorization", "Bearer "+b)
		send("a cookie", "GET", "/me", nil, "Cookie", "atoll_session="+b)
	}
	conn := maker.dial(table, "")
	for _, c := range []string{
		`"act":{"msg":"MARK","step":1,"action":"x"}`, `"act":{"msg":"m","step":1,"action":"MARK"}`, `"act":{"msg":"m","step":1,"action":"x","seat":"MARK"}`,
		`"table":{"do":"MARK"}`, `"table":{"do":"resign","msg":"MARK"}`, `"chat":{"text":"MARK"}`, `"chat":{"text":"hi","msg":"MARK"}`, `"open":{"nonce":"MARK"}`,
	} {
		for _, b := range []string{`\u0000`, `\ud800`, "\xff"} {
			r := maker.ask(conn, `{"id":"1",`+strings.Replace(c, "MARK", b, 1)+`}`)
			if r.Error == nil || r.Error.Code != "bad_request" || !strings.Contains(r.Error.Message, " ") {
				t.Errorf("%s with %q: %+v", c, b, r)
			}
		}
	}
	// What is only like it goes through.
	var line wire.ChatLine
	maker.must("POST", "/tables/"+table+"/chat", json.RawMessage(`{"text":"\\u0000 \ud83c\udf0a"}`), &line)
	if line.Text != "\\u0000 \U0001f30a" {
		t.Errorf("%q", line.Text)
	}
}
