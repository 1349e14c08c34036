package chaos_test

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/chaos"
	"atoll/games"
	"atoll/match"
	"atoll/server"
	"atoll/server/node"
	"atoll/store/sqlite"
)

// soaked is a server that people and bots use for a while.
type soaked struct {
	t      *testing.T
	s      *server.Server
	url    string
	jump   atomic.Int64 // how far its clock is ahead, in ns
	visits atomic.Int64
	tables sync.Map // ids of tables that visitors have seen
	alone  bool     // bots take over some of the tables that visitors leave behind
	log    safeBuffer
}

// safeBuffer is a log that may be written to by many.
type safeBuffer struct {
	mu sync.Mutex
	b  strings.Builder
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// level is what a server at rest holds.
type level struct {
	goroutines, files int
	heap              uint64
}

func (l level) String() string {
	return fmt.Sprintf("%d goroutines, %d files, %.1f MiB of heap", l.goroutines, l.files, float64(l.heap)/(1<<20))
}

// TestSoak: people and bots come and go, streams are opened and cut, and when all
// have left the server holds no more than after the first such time. It takes a few
// seconds; ATOLL_SOAK_SERVER (a duration) makes it long.
func TestSoak(t *testing.T) {
	so := &soaked{t: t}
	warm, long := 2*time.Second, 3*time.Second
	if text := os.Getenv("ATOLL_SOAK_SERVER"); text != "" {
		var err error
		if long, err = time.ParseDuration(text); err != nil {
			t.Fatalf("ATOLL_SOAK_SERVER: %v", err)
		}
		warm = long / 10
		so.alone = true
	}
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "soak.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	local := bus.NewLocal()
	so.s, err = server.New(t.Context(), server.Config{
		Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster(),
		Limits: node.NoLimits(),
		// Tables leave the memory after minutes; the clock is moved instead.
		Clock: func() time.Time { return time.Now().Add(time.Duration(so.jump.Load())) }, AliveEvery: time.Hour,
		TidyEvery: 100 * time.Millisecond, Log: slog.New(slog.NewTextHandler(&so.log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer so.s.Close()
	web := httptest.NewUnstartedServer(so.s)
	web.Config.ErrorLog = log.New(&so.log, "", 0)
	web.Start()
	defer web.Close()
	so.url = web.URL

	so.busy(warm)
	before := so.rest()
	t.Logf("after %s: %s", warm, before)
	acks := so.busy(long)
	after := so.rest()
	t.Logf("after %s more, %d visits and %d moves: %s", long, so.visits.Load(), acks, after)
	if said := so.log.String(); said != "" {
		t.Errorf("the server complains:\n%.3000s", said)
	}
	// The pools of the database and of the scheduler may still fill up a little;
	// what leaks leaks once for each of hundreds of visits.
	if after.goroutines > before.goroutines+10 {
		t.Errorf("goroutines have grown from %d to %d\n%s", before.goroutines, after.goroutines, stacks())
	}
	if after.files > before.files+24 {
		t.Errorf("open files have grown from %d to %d", before.files, after.files)
	}
	if after.heap > before.heap+before.heap/4+(8<<20) {
		t.Errorf("memory at rest has grown from %d to %d bytes", before.heap, after.heap)
	}
}

func stacks() string {
	b := make([]byte, 1<<20)
	return string(b[:runtime.Stack(b, true)])
}

// busy lets people play and come and go for a while, and returns how many moves
// were acknowledged.
func (so *soaked) busy(d time.Duration) int {
	ctx, cancel := context.WithCancel(so.t.Context())
	defer cancel()
	ledger := &chaos.Ledger{}
	clients := chaos.NewClients([]string{so.url}, ledger, so.t.Errorf)
	defer clients.Close()
	visitors := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	var wg sync.WaitGroup
	for _, g := range games.All() {
		for i := range 2 {
			wg.Go(func() {
				if err := clients.Play(ctx, fmt.Sprint(g.ID, i), g.ID, i == 1); err != nil && ctx.Err() == nil {
					so.t.Errorf("%s: %v", g.ID, err)
				}
			})
		}
	}
	for i := range 8 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), uint64(d)))
			for ctx.Err() == nil {
				token, err := clients.Guest(ctx, "Visitor")
				if err != nil {
					break
				}
				so.visit(ctx, visitors, r, token)
				so.visits.Add(1)
				time.Sleep(time.Duration(r.IntN(30)) * time.Millisecond)
			}
		})
	}
	// On a busy machine it takes longer until enough has happened.
	enough := so.visits.Load() + 40
	for end := time.Now().Add(d); time.Now().Before(end) || ledger.Acks() < 20 || so.visits.Load() < enough; {
		time.Sleep(50 * time.Millisecond)
	}
	cancel()
	wg.Wait()
	return ledger.Acks()
}

// visit is what somebody who does not stay does.
func (so *soaked) visit(ctx context.Context, c *http.Client, r *rand.Rand, token string) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(20+r.IntN(200))*time.Millisecond)
	defer cancel() // cuts what is still open
	post := func(path, body string) string {
		req, err := http.NewRequestWithContext(ctx, "POST", so.url+"/api/v1"+path, strings.NewReader(body))
		if err != nil {
			return ""
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+token)
		res, err := c.Do(req)
		if err != nil {
			return ""
		}
		defer res.Body.Close()
		text, _ := bufio.NewReader(res.Body).ReadString(0)
		return text
	}
	table := ""
	so.tables.Range(func(k, _ any) bool { table = k.(string); return r.IntN(4) > 0 })
	switch kind := r.IntN(6); {
	case table == "" || kind == 0: // begins a game against a bot, which goes on alone
		g := games.All()[r.IntN(len(games.All()))]
		absent := match.AbandonWait
		if so.alone && r.IntN(20) == 0 { // each is a whole game for the bots
			absent = match.AbandonBot
		}
		seats := []match.SeatKind{match.SeatBot, match.SeatMe}
		r.Shuffle(2, func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
		text := post("/tables", fmt.Sprintf(`{"game":%q,"players":2,"seats":[{"kind":%q,"level":1},{"kind":%q,"level":1}],"abandon":{"policy":%q,"grace_s":1,"level":1}}`, g.ID, seats[0], seats[1], absent))
		if _, rest, ok := strings.Cut(text, `"id":"`); ok && len(rest) > 12 {
			so.tables.Store(rest[:12], nil)
		}
	case kind == 1:
		post("/tables/"+table+"/chat", `{"text":"hello"}`)
		so.tables.Delete(table)
	case kind == 2: // half a request
		if conn, err := net.Dial("tcp", strings.TrimPrefix(so.url, "http://")); err == nil {
			fmt.Fprintf(conn, "GET /api/v1/tables/%s/live HTTP/1.1\r\nHost: x\r\n", table)
			<-ctx.Done()
			conn.Close()
		}
	case kind == 3: // a WebSocket that is cut, after a command or some noise
		conn, _, err := websocket.Dial(
			ctx,
			so.url+"/api/v1/tables/"+table+"/ws",
			&websocket.DialOptions{HTTPClient: c, HTTPHeader: http.Header{"Authorization": {"Bearer " + token}}},
		)
		if err == nil {
			_ = conn.Write(ctx, websocket.MessageText, []byte(`{"id":"1","chat":{"text":"hello"}}`))
			_ = conn.Write(ctx, websocket.MessageBinary, []byte{0, 1, 2})
			_, _, _ = conn.Read(ctx)
			conn.CloseNow()
		}
	default: // a stream of a table or of the lobby
		path := "/live"
		if kind == 4 {
			path = "/tables/" + table + "/live"
		}
		req, err := http.NewRequestWithContext(ctx, "GET", so.url+"/api/v1"+path, nil)
		if err != nil {
			return
		}
		if res, err := c.Do(req); err == nil {
			_, _ = bufio.NewReader(res.Body).ReadString(0)
			res.Body.Close()
		}
	}
}

// rest waits until everybody has left and returns what the server still holds.
func (so *soaked) rest() level {
	so.t.Helper()
	so.tables.Clear()
	var last level
	moved := ""
	for range 1200 {
		time.Sleep(500 * time.Millisecond)
		// Bots that were left alone play on for a while, and are not late.
		if was := moved; was != so.metric("atoll_bot_move_seconds_count") {
			moved = so.metric("atoll_bot_move_seconds_count")
			continue
		}
		so.jump.Add(int64(10 * time.Minute))
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		files, _ := os.ReadDir("/proc/self/fd")
		now := level{runtime.NumGoroutine(), len(files), m.HeapAlloc}
		if so.metric("atoll_tables_in_memory") == "0" && so.metric("atoll_streams_open") == "0" && last.goroutines == now.goroutines {
			return now
		}
		last = now
	}
	so.t.Fatalf("the server does not come to rest: %s tables, %s streams, %s\n%s", so.metric("atoll_tables_in_memory"), so.metric("atoll_streams_open"), last, stacks())
	return last
}

func (so *soaked) metric(name string) string {
	w := httptest.NewRecorder()
	so.s.Metrics("").ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/metrics", nil))
	if w.Code != http.StatusOK {
		so.t.Fatalf("/metrics answers %d", w.Code)
	}
	for line := range strings.SplitSeq(w.Body.String(), "\n") {
		if v, ok := strings.CutPrefix(line, name+" "); ok {
			return v
		}
	}
	return ""
}
