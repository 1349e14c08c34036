package server_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"atoll/game"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/wire"
)

// quietHost is a server whose log must stay empty of complaints.
func quietHost(t testing.TB, more ...func(*server.Config)) *host {
	t.Helper()
	var mu sync.Mutex
	var log bytes.Buffer
	h := serve(t, append([]func(*server.Config){func(c *server.Config) {
		c.Log = slog.New(slog.NewTextHandler(writerFunc(func(p []byte) (int, error) {
			mu.Lock()
			defer mu.Unlock()
			return log.Write(p)
		}), nil))
	}}, more...)...)
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, bad := range []string{"panic", "level=ERROR"} {
			if strings.Contains(log.String(), bad) {
				t.Errorf("the log has %q: %.2000s", bad, log.String())
			}
		}
	})
	return h
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// raw sends bytes and returns the status line of the answer.
func (h *host) raw(text string) string {
	h.t.Helper()
	c, err := net.Dial("tcp", h.web.Listener.Addr().String())
	if err != nil {
		h.t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	if _, err := io.WriteString(c, text); err != nil {
		return "refused"
	}
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		return "closed"
	}
	return strings.TrimSpace(line)
}

func TestHostileBodies(t *testing.T) {
	h := quietHost(t)
	p := h.person("Mallory")
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, &made)
	at := "/api/v1/tables/" + made.Table.ID
	send := func(method, path, kind, body string) (int, string) {
		t.Helper()
		req, err := http.NewRequest(method, h.web.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if kind != "" {
			req.Header.Set("Content-Type", kind)
		}
		req.Header.Set("Authorization", "Bearer "+p.token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		answer, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(answer)
	}
	const js = "application/json"
	for _, c := range []struct {
		name, path, kind, body string
		want                   int
	}{
		{"nothing", at + "/act", js, "", 400},
		{"no JSON", at + "/act", js, "hello", 400},
		{"cut off", at + "/act", js, `{"msg":"a","step":`, 400},
		{"wrong type", at + "/act", js, `{"msg":7,"step":1,"action":"x"}`, 422},
		{"a list", at + "/act", js, `[]`, 422},
		{"null", at + "/act", js, `null`, 422},
		{"an unknown member", at + "/act", js, `{"msg":"a","step":1,"action":"x","admin":true}`, 422},
		{"a number too large", at + "/act", js, `{"msg":"a","step":1e999,"action":"x"}`, 400},
		{"a fraction", at + "/act", js, `{"msg":"a","step":1.5,"action":"x"}`, 422},
		{"a long message id", at + "/act", js, `{"msg":"` + strings.Repeat("a", 65) + `","step":1,"action":"x"}`, 422},
		{"a long action", at + "/act", js, `{"msg":"a","step":1,"action":"` + strings.Repeat("a", 5000) + `"}`, 422},
		{"too large", at + "/act", js, `{"msg":"` + strings.Repeat("a", 100_000) + `"}`, 413},
		{"deep", at + "/act", js, strings.Repeat("[", 30_000), 400},
		{"another type", at + "/act", "text/xml", "<a/>", 415},
		{"a form", at + "/act", "application/x-www-form-urlencoded", "a=b", 415},
		{"not text", at + "/chat", js, "{\"text\":\"\xff\xfe\"}", 400},
		{"only control characters", at + "/chat", js, `{"text":"\u0000\u0007 "}`, 400},
		{"only invisible characters", at + "/chat", js, `{"text":"\u200b\u200d \u2060"}`, 400},
		{"an empty line", at + "/chat", js, `{"text":""}`, 422},
		{"no such game", "/api/v1/tables", js, `{"game":"chess","players":2}`, 400},
		{"negative players", "/api/v1/tables", js, `{"game":"evo","players":-1}`, 422},
		{"options that are no options", "/api/v1/tables", js, `{"game":"evo","players":2,"options":{"x":{"y":1}}}`, 400},
		{"a level", "/api/v1/tables", js, `{"game":"evo","players":2,"seats":[{"kind":"me"},{"kind":"bot","level":99}]}`, 422},
		{"a layout", "/api/v1/tables", js, `{"game":"conqueror","players":2,"options":{"layout":"custom"},"given":"layout a1 a1"}`, 400},
		{"given where chance is secret", "/api/v1/tables", js, `{"game":"earthquake","players":2,"given":"scatter"}`, 400},
		{"an invisible name", "/api/v1/guest", js, `{"name":"\u200b\u200b"}`, 400},
		{"a long name", "/api/v1/guest", js, `{"name":"` + strings.Repeat("x", 25) + `"}`, 400},
	} {
		got, answer := send("POST", c.path, c.kind, c.body)
		if got != c.want {
			t.Errorf("%s: %d, want %d: %.200s", c.name, got, c.want, answer)
		}
		if got >= 400 && (!strings.Contains(answer, `"code":`) || !strings.Contains(answer, `"message":`)) {
			t.Errorf("%s: the answer says nothing: %.200s", c.name, answer)
		}
	}
}

func TestHostileRequests(t *testing.T) {
	h := quietHost(t)
	host := h.web.Listener.Addr().String()
	for _, c := range []struct{ name, text, want string }{
		{"no HTTP", "hello\r\n\r\n", "400"},
		{"no host", "GET / HTTP/1.1\r\n\r\n", "400"},
		{"dots", "GET /../../etc/passwd HTTP/1.1\r\nHost: " + host + "\r\n\r\n", "307"},
		{"escaped dots", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: " + host + "\r\n\r\n", "200"}, // our own page, not a file
		{"a null byte", "GET /api/v1/tables/%00 HTTP/1.1\r\nHost: " + host + "\r\n\r\n", "400"},
		{"a long id", "GET /api/v1/tables/" + strings.Repeat("a", 3000) + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n", "422"},
		{"a method", "BREW /api/v1/tables HTTP/1.1\r\nHost: " + host + "\r\n\r\n", "405"},
		{"two lengths", "POST /api/v1/guest HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", "400"},
		{"length and chunks", "POST /api/v1/guest HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: 5\r\nTransfer-Encoding: chunked, identity\r\n\r\nhello", "501"},
		{"huge headers", "GET / HTTP/1.1\r\nHost: " + host + "\r\nX: " + strings.Repeat("a", 2<<20) + "\r\n\r\n", ""},
		{"a cookie", "GET /api/v1/me HTTP/1.1\r\nHost: " + host + "\r\nCookie: atoll_session=" + strings.Repeat("a", 4000) + "\r\n\r\n", "200"},
		{"a bearer of quotes", "GET /api/v1/me HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer ' OR 1=1 --\r\n\r\n", "200"},
		{"queries", "GET /api/v1/tables?limit=999999&status=none HTTP/1.1\r\nHost: " + host + "\r\n\r\n", "422"},
		{"an upgrade to nothing", "GET /api/v1/tables/aaaaaaaaaaaa/ws HTTP/1.1\r\nHost: " + host + "\r\n\r\n", "404"},
		{"a stream of nothing", "GET /api/v1/tables/aaaaaaaaaaaa/live HTTP/1.1\r\nHost: " + host + "\r\n\r\n", "404"},
		{"post a page", "POST / HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: 0\r\n\r\n", "405"},
	} {
		got := h.raw(c.text)
		if c.want == "" {
			if !strings.Contains(got, "431") && got != "refused" && got != "closed" {
				t.Errorf("%s: %s", c.name, got)
			}
			continue
		}
		if !strings.Contains(got, " "+c.want+" ") {
			t.Errorf("%s: %q, want %s", c.name, got, c.want)
		}
	}
}

// TestOtherOrigins: a page of another site can neither post with our cookie nor
// open a WebSocket.
func TestOtherOrigins(t *testing.T) {
	h := quietHost(t)
	p := h.person("Victim")
	post := func(header ...string) int {
		t.Helper()
		req, err := http.NewRequest("POST", h.web.URL+"/api/v1/tables", strings.NewReader(`{"game":"evo","players":2}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.AddCookie(&http.Cookie{Name: "atoll_session", Value: p.token})
		for i := 0; i < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		return res.StatusCode
	}
	if got := post(); got != 200 {
		t.Errorf("a program with a cookie: %d", got)
	}
	if got := post("Sec-Fetch-Site", "same-origin", "Origin", h.web.URL); got != 200 {
		t.Errorf("our own page: %d", got)
	}
	for _, header := range [][]string{
		{"Sec-Fetch-Site", "cross-site"},
		{"Sec-Fetch-Site", "same-site"},
		{"Origin", "https://evil.example"},
		{"Origin", "null"},
		{"Sec-Fetch-Site", "cross-site", "Origin", h.web.URL},
	} {
		if got := post(header...); got != 403 {
			t.Errorf("%v: %d", header, got)
		}
	}
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, &made)
	for _, path := range []string{"/ws", "/tables/" + made.Table.ID + "/ws"} {
		for origin, want := range map[string]int{"https://evil.example": 403, "null": 403, h.web.URL: 101} {
			conn, res, err := websocket.Dial(t.Context(), h.web.URL+"/api/v1"+path, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
			if err == nil {
				conn.CloseNow()
			}
			if res == nil || res.StatusCode != want {
				t.Errorf("%s for a page of %s: %v", path, origin, err)
			}
		}
	}
}

func TestSecurityHeaders(t *testing.T) {
	h := quietHost(t)
	for _, path := range []string{"/", "/t/whatever", "/api/v1/games", "/api", "/api/v1/nothing"} {
		res, err := http.Get(h.web.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		csp := res.Header.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe-inline") || !strings.Contains(csp, "frame-ancestors 'none'") {
			t.Errorf("%s: policy %q", path, csp)
		}
		if res.Header.Get("X-Content-Type-Options") != "nosniff" || res.Header.Get("Referrer-Policy") != "same-origin" {
			t.Errorf("%s: %v", path, res.Header)
		}
	}
	req, _ := http.NewRequest("POST", h.web.URL+"/api/v1/guest", strings.NewReader("{}"))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	cookie := res.Header.Get("Set-Cookie")
	if !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Lax") || res.Header.Get("Atoll-Token") != "" {
		t.Errorf("a browser gets %q and the token %q", cookie, res.Header.Get("Atoll-Token"))
	}
}

func TestLimits(t *testing.T) {
	now := time.Now() // and no later
	h := quietHost(t, func(c *server.Config) {
		c.Limits, c.Clock = node.Limits{Address: 1, Account: -1, Create: -1, OpenTables: -1, Streams: 2}, func() time.Time { return now }
	})
	var limited *http.Response
	p := &person{host: h}
	for range 50 {
		if res := p.try("GET", "/me", nil, nil); res.StatusCode == 429 {
			limited = res
			break
		}
	}
	if limited == nil || limited.Header.Get("X-Code") != string(wire.TooMany) {
		t.Fatal("an address may do what it likes")
	}

	h = quietHost(t, func(c *server.Config) {
		c.Limits = node.Limits{Address: -1, Account: -1, Create: -1, Chat: -1, Judge: -1, Analyses: -1, OpenTables: 3, Streams: 2}
	})
	p = h.person("Busy")
	var made wire.Created
	for range 3 {
		p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, &made)
	}
	if res := p.try("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, nil); res.StatusCode != 429 {
		t.Errorf("a fourth table: %s", res.Status)
	}
	for range 2 {
		<-p.live(made.Table.ID, "")
	}
	for _, path := range []string{"/live", "/ws", "/tables/" + made.Table.ID + "/live", "/tables/" + made.Table.ID + "/ws"} {
		if got := p.status("GET", path, nil); got != 429 {
			t.Errorf("%s as a third stream: %d", path, got)
		}
	}
}

// TestRepeatedMessages: whatever is sent again is done once.
func TestRepeatedMessages(t *testing.T) {
	h := quietHost(t)
	a, b := h.person("A"), h.person("B")
	table := tableFor(t, "running", a, b)
	at := "/tables/" + table
	var snap wire.Snapshot
	a.must("GET", at, nil, &snap)
	first := a
	if len(snap.View.Acting) != 1 || snap.View.Acting[0] != "S" {
		first = b
		b.must("GET", at, nil, &snap)
	}
	req := wire.ActRequest{Msg: "one", Step: snap.View.Step, Action: snap.View.Legal.Actions[0]}
	var wg sync.WaitGroup
	acks := make([]wire.Ack, 20)
	for i := range acks {
		wg.Go(func() { first.must("POST", at+"/act", req, &acks[i]) })
	}
	wg.Wait()
	again := 0
	for _, ack := range acks {
		if ack.Seq != acks[0].Seq {
			t.Errorf("one message was answered with %d and %d", acks[0].Seq, ack.Seq)
		}
		if ack.Again {
			again++
		}
	}
	if again != len(acks)-1 {
		t.Errorf("%d of %d answers say that it was done before", again, len(acks))
	}
	a.must("GET", at, nil, &snap)
	if snap.View.Seq != acks[0].Seq {
		t.Errorf("seq %d, want %d", snap.View.Seq, acks[0].Seq)
	}
	var one, two wire.ChatLine
	a.must("POST", at+"/chat", wire.ChatRequest{Msg: "c", Text: "hello"}, &one)
	a.must("POST", at+"/chat", wire.ChatRequest{Msg: "c", Text: "hello"}, &two)
	if one.ID != two.ID {
		t.Error("a line of chat was said twice")
	}
}

// TestCrowdAtOneSeat: of many who take the last seat at once one gets it.
func TestCrowdAtOneSeat(t *testing.T) {
	h := quietHost(t)
	maker := h.person("Maker")
	var made wire.Created
	maker.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, &made)
	people := make([]*person, 100)
	for i := range people {
		people[i] = h.person(fmt.Sprint("P", i))
	}
	var mu sync.Mutex
	got := map[int]int{}
	var wg sync.WaitGroup
	for i := range 1000 {
		wg.Go(func() {
			s := people[i%100].status("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{})
			mu.Lock()
			got[s]++
			mu.Unlock()
		})
	}
	wg.Wait()
	if got[200] != 10 || got[409] != 990 { // the winner's ten requests all succeed
		t.Errorf("answers %v", got)
	}
}

// TestSlowReader: one who opens a stream and never reads holds up nobody.
func TestSlowReader(t *testing.T) {
	h := quietHost(t)
	a, b := h.person("A"), h.person("B")
	table := tableFor(t, "running", a, b)
	for range 20 {
		c, err := net.Dial("tcp", h.web.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_ = c.(*net.TCPConn).SetReadBuffer(1)
		fmt.Fprintf(c, "GET /api/v1/tables/%s/live HTTP/1.1\r\nHost: x\r\n\r\n", table)
		half, err := net.Dial("tcp", h.web.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer half.Close()
		fmt.Fprintf(half, "POST /api/v1/tables/%s/act HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{", table)
	}
	players := map[string]*player{}
	for name, p := range map[string]*person{"S": a, "N": b} {
		players[name] = &player{person: p, table: table, frames: p.live(table, ""), rand: game.NewRand(1)}
		players[name].follow(func(v wire.View) bool { return v.Seq > 0 })
	}
	for range 100 {
		seq := players["S"].view.Seq
		if over(players["S"].view) {
			break
		}
		players[players["S"].view.Acting[0]].play()
		for _, p := range players {
			p.follow(func(v wire.View) bool { return v.Seq > seq })
		}
	}
}

// TestStreamOutlivesReadTimeout: the limit for reading requests is none for
// streams.
func TestStreamOutlivesReadTimeout(t *testing.T) {
	h := quietHost(t)
	a, b := h.person("A"), h.person("B")
	table := tableFor(t, "running", a, b)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	web := &http.Server{Handler: h.s, ReadTimeout: time.Second}
	go web.Serve(l)
	defer web.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, "GET", "http://"+l.Addr().String()+"/api/v1/tables/"+table+"/live", nil)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	in := bufio.NewReader(res.Body)
	wait := func(text string) {
		t.Helper()
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				t.Fatalf("the stream ended before %q: %v", text, err)
			}
			if strings.Contains(line, text) {
				return
			}
		}
	}
	wait(`"type":"snapshot"`)
	time.Sleep(1500 * time.Millisecond)
	a.must("POST", "/tables/"+table+"/chat", wire.ChatRequest{Text: "still there?"}, nil)
	wait("still there?")
}

// TestHeadOfAStream: whoever asks for the header of a stream gets it, and nothing
// is left open.
func TestHeadOfAStream(t *testing.T) {
	h := quietHost(t)
	a, b := h.person("A"), h.person("B")
	table := tableFor(t, "running", a, b)
	for path, want := range map[string]int{"/live": 200, "/tables/" + table + "/live": 200, "/tables/none/live": 404} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		answer := httptest.NewRecorder()
		h.s.ServeHTTP(answer, httptest.NewRequestWithContext(ctx, "HEAD", h.web.URL+"/api/v1"+path, nil))
		if kind := answer.Header().Get("Content-Type"); answer.Code != want || want == 200 && kind != "text/event-stream" || ctx.Err() != nil {
			t.Errorf("%s: %d, %s, %v", path, answer.Code, kind, ctx.Err())
		}
		cancel()
	}
}

// TestMetricsAreForTheHost: on a quiet server the numbers would tell a rival what
// happens at the table.
func TestMetricsAreForTheHost(t *testing.T) {
	h := serve(t)
	for _, c := range []struct {
		from, header, value string
		want                int
	}{
		{"127.0.0.1:5", "", "", 200},
		{"[::1]:5", "", "", 200},
		{"10.0.0.7:5", "", "", 404},
		{"[2001:db8::1]:5", "", "", 404},
		{"127.0.0.1:5", "X-Forwarded-For", "127.0.0.1", 404},
		{"127.0.0.1:5", "Forwarded", "for=10.0.0.7", 404},
		{"127.0.0.1:5", "Via", "1.1 proxy", 404},
		{"nonsense", "", "", 404},
		{"127.0.0.1:5", "Host", "evil.example", 404}, // a stranger's page whose name leads here
		{"127.0.0.1:5", "Host", "127.0.0.1.evil.example:8080", 404},
		{"127.0.0.1:5", "Host", "localhost.evil.example", 404},
		{"127.0.0.1:5", "Host", "", 404},
		{"127.0.0.1:5", "Host", "LocalHost:8080", 200},
		{"127.0.0.1:5", "Host", "[::1]:8080", 200},
	} {
		r := httptest.NewRequest("GET", "/metrics", nil)
		r.RemoteAddr, r.Host = c.from, "127.0.0.1:8080"
		if c.header == "Host" {
			r.Host = c.value
		} else if c.header != "" {
			r.Header.Set(c.header, c.value)
		}
		w := httptest.NewRecorder()
		h.s.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("from %s with %s %s: status %d, want %d", c.from, c.header, c.value, w.Code, c.want)
		}
	}
	for host, want := range map[string]int{"10.0.0.7:9100": 200, "node1:9100": 200, "metrics.example.org": 200, "evil.example": 404, "evil.example.:9100": 404} {
		r := httptest.NewRequest("GET", "/metrics", nil)
		r.Host = host
		w := httptest.NewRecorder()
		h.s.Metrics("metrics.example.org").ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("at its own address, asked for %s: status %d, want %d", host, w.Code, want)
		}
	}
}

// TestSilentPeer: a WebSocket whose other end does not answer is given up.
func TestSilentPeer(t *testing.T) {
	t.Parallel() // it waits most of the time
	// Long enough for a busy machine to answer within it.
	h := quietHost(t, func(c *server.Config) { c.Heartbeat = 5 * time.Second })
	table := tableFor(t, "running", h.person("A"), h.person("B"))
	alive := h.person("Alive").ws(table, "") // its library answers pings
	silent := map[string]net.Conn{}
	for _, path := range []string{"/tables/" + table + "/ws", "/ws"} {
		conn, err := net.Dial("tcp", h.web.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		silent[path] = conn
		fmt.Fprintf(conn, "GET /api/v1%s HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", path)
	}
	for path, conn := range silent {
		_ = conn.SetReadDeadline(time.Now().Add(patience))
		if _, err := io.Copy(io.Discard, conn); err != nil {
			t.Errorf("the silent one at %s is kept: %v", path, err)
		}
	}
	talker := h.person("Talker")
	talker.must("POST", "/tables/"+table+"/chat", wire.ChatRequest{Text: "are you there?"}, nil)
	for {
		select {
		case f, ok := <-alive:
			if !ok {
				t.Fatal("the one who answers was given up")
			}
			if strings.Contains(f.data, "are you there?") {
				return
			}
		case <-time.After(patience):
			t.Fatal("the one who answers hears nothing")
		}
	}
}

// TestClientGone: whoever hangs up in the middle of a request is no fault of the
// server's.
func TestClientGone(t *testing.T) {
	h := quietHost(t)
	p := h.person("Hasty")
	table := tableFor(t, "running", p, h.person("Other"))
	for _, over := range []time.Duration{0, time.Microsecond, 50 * time.Microsecond, time.Millisecond} {
		for _, path := range []string{"/tables/" + table, "/tables/" + table + "/live", "/my/tables", "/tables", "/users/" + p.id, "/tables/aaaaaaaaaaaa"} {
			for range 5 {
				ctx, cancel := context.WithTimeout(t.Context(), over)
				r := httptest.NewRequestWithContext(ctx, "GET", "/api/v1"+path, nil)
				r.Header.Set("Authorization", "Bearer "+p.token)
				w := httptest.NewRecorder()
				h.s.ServeHTTP(w, r)
				cancel()
				if w.Code >= 500 {
					t.Fatalf("%s given up after %s: %d %s", path, over, w.Code, w.Body)
				}
			}
		}
	}
}
