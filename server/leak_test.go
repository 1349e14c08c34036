package server_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"atoll/bus"
	"atoll/draw"
	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/server"
	"atoll/server/wire"
)

// world is one of two runs that differ in a secret. Time and randomness are the
// same in both, so everything that is not the secret's owner's must be too.
type world struct {
	*host
	clock   *fakeClock
	log     bytes.Buffer
	pings   *tappedPings
	streams []*tap
	syncs   int
	talker  *person
	table   string
	players []string        // ids of those at the table
	asked   strings.Builder // answers to plain requests of others
}

type fakeClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *fakeClock) time() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// tappedPings writes down what travels on the bus.
type tappedPings struct {
	bus.Pings
	mu   sync.Mutex
	seen []bus.Ping
}

func (p *tappedPings) Tell(m bus.Ping) {
	p.mu.Lock()
	p.seen = append(p.seen, m)
	p.mu.Unlock()
	p.Pings.Tell(m)
}

// tap is a live connection whose frames are kept.
type tap struct {
	name  string
	in    <-chan rawFrame
	heard []string
}

func newWorld(t *testing.T) *world { return newWorldWith(t, func(*server.Config) {}) }

func newWorldWith(t *testing.T, more func(*server.Config)) *world {
	w := &world{clock: &fakeClock{now: time.UnixMilli(1_800_000_000_000)}}
	w.host = serve(t, func(c *server.Config) {
		c.Clock, c.Random = w.clock.time, sameRandom()
		withLinks(c)
		c.Links.Draw = tellAll
		c.NoBots = true
		c.AliveEvery = time.Hour
		c.PromptPresence = true
		w.pings = &tappedPings{Pings: c.Pings}
		c.Pings = w.pings
		c.Log = slog.New(slog.NewJSONHandler(&w.log,
			&slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return a
			}}))
	}, more)
	return w
}

// sameRandom is randomness that is the same in every run.
func sameRandom() func([]byte) {
	var mu sync.Mutex
	r := rand.NewChaCha8([32]byte{7})
	return func(b []byte) {
		mu.Lock()
		defer mu.Unlock()
		_, _ = r.Read(b)
	}
}

// tellAll draws all that it is given as bars: pictures of two worlds are alike only if it was given the
// same. The boards of our games would draw no secret even if they were given one, and hide such a fault.
func tellAll(st, before game.State) (draw.Board, bool) {
	text := st.AppendText(nil)
	if before != nil {
		text = before.AppendText(append(text, '\n'))
	}
	sum := sha256.Sum256(text)
	return draw.Board{W: 8 * float64(len(sum)), H: 256, Draw: func(c *draw.Canvas) {
		for i, b := range sum {
			c.Rect(8*float64(i), 0, 8, float64(b)+1, 0, draw.Fill(draw.Ink))
		}
	}}, true
}

// open adds live connections of p, one of each kind, and waits until each has
// its snapshot.
func (w *world) open(p *person, name, query string) {
	w.t.Helper()
	for _, x := range []*tap{
		{name: name + " by SSE", in: p.live(w.table, query)},
		{name: name + " by WebSocket", in: nil},
	} {
		if x.in == nil {
			x.in = p.ws(w.table, query)
		}
		f := <-x.in
		x.heard = append(x.heard, f.data)
		w.streams = append(w.streams, x)
		w.sync()
	}
}

// dial opens the WebSocket of a table.
func (p *person) dial(table, query string) *websocket.Conn {
	p.t.Helper()
	return p.dialAt("/tables/" + table + "/ws" + query)
}

// dialAt opens a WebSocket.
func (p *person) dialAt(path string) *websocket.Conn {
	p.t.Helper()
	header := http.Header{}
	if p.token != "" {
		header.Set("Authorization", "Bearer "+p.token)
	}
	conn, _, err := websocket.Dial(p.t.Context(), p.web.URL+"/api/v1"+path, &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		p.t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	p.t.Cleanup(func() { conn.CloseNow() })
	return conn
}

// ask sends a command over a WebSocket and waits for the reply.
func (p *person) ask(conn *websocket.Conn, command string) (r wire.Reply) {
	p.t.Helper()
	if err := conn.Write(p.t.Context(), websocket.MessageText, []byte(command)); err != nil {
		p.t.Fatal(err)
	}
	for r.Type != "reply" {
		_, data, err := conn.Read(p.t.Context())
		if err != nil {
			p.t.Fatal(err)
		}
		if err := json.Unmarshal(data, &r); err != nil {
			p.t.Fatalf("%s: %v", data, err)
		}
	}
	return r
}

// ws opens the WebSocket of a table; frames come out of the channel, but for
// heartbeats.
func (p *person) ws(table, query string) <-chan rawFrame {
	p.t.Helper()
	conn := p.dial(table, query)
	out := make(chan rawFrame, 1000)
	go func() {
		defer close(out)
		for {
			_, data, err := conn.Read(context.Background())
			if err != nil {
				return
			}
			var head struct{ Type string }
			if json.Unmarshal(data, &head) != nil {
				return
			}
			if head.Type != "beat" {
				out <- rawFrame{kind: head.Type, data: string(data)}
			}
		}
	}()
	return out
}

// sync waits until every connection has told all there is: a line of chat comes
// last in every one of them.
func (w *world) sync() {
	w.t.Helper()
	w.syncs++
	text := fmt.Sprint("sync ", w.syncs)
	w.talker.must("POST", "/tables/"+w.table+"/chat", wire.ChatRequest{Text: text}, nil)
	for _, s := range w.streams {
		for done := false; !done; {
			select {
			case f, ok := <-s.in:
				if !ok {
					w.t.Fatalf("%s has ended", s.name)
				}
				s.heard = append(s.heard, f.data)
				done = strings.Contains(f.data, `"`+text+`"`)
			case <-time.After(patience):
				w.t.Fatalf("%s hears nothing; last %q", s.name, s.heard)
			}
		}
	}
}

// pushKey is each server's own, made of real chance.
var pushKey = regexp.MustCompile(`"key":"[^"]{87}"`)

// ask sends requests of somebody who must not learn the secret.
func (w *world) ask(p *person, paths ...string) {
	w.t.Helper()
	for _, path := range paths {
		req, err := http.NewRequest("GET", w.web.URL+"/api/v1"+path, nil)
		if err != nil {
			w.t.Fatal(err)
		}
		if p.token != "" {
			req.Header.Set("Authorization", "Bearer "+p.token)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			w.t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			w.t.Fatal(err)
		}
		res.Header.Del("Date") // by the real clock
		body = pushKey.ReplaceAll(body, nil)
		fmt.Fprintf(&w.asked, "%s: %s %s\n%s\n", path, res.Status, res.Header, body)
	}
}

// askLinks asks for what links to the table show.
func (w *world) askLinks(p *person) {
	w.t.Helper()
	for _, path := range []string{
		"/t/" + w.table, "/r/" + w.table + "?at=2", "/embed/t/" + w.table, "/card/t/" + w.table + ".png", "/card/t/" + w.table + ".gif?last=2",
		"/card/r/" + w.table + ".png?at=3", "/card/r/" + w.table + ".gif?at=3", "/embed/r/" + w.table + "?at=3",
		"/oembed?url=http%3A%2F%2Fatoll.example%2Ft%2F" + w.table, "/oembed?url=http%3A%2F%2Fatoll.example%2Fr%2F" + w.table + "%3Fat%3D3",
	} {
		status, header, body := p.link("GET", path)
		header.Del("Date")
		fmt.Fprintf(&w.asked, "%s: %d %s\n%s\n", path, status, header, body)
	}
}

// askAll asks everything there is to ask as p.
func (w *world) askAll(p *person) {
	if p.token == "" {
		w.askLinks(p)
	}
	at := "/tables/" + w.table
	w.ask(p, at, at+"?seat=S", at+"?seat=public", at+"/log", at+"/replay", at+"/replay?seat=S", at+"/replay?seat=truth", at+"/record",
		at+"/legal", at+"/legal?seat=S", "/tables", "/tables?status=running", "/my/tables", "/me")
	w.askRights(p)
	var why wire.WhyNot
	res := p.try("POST", at+"/whynot", wire.WhyNotRequest{Action: "plan 1N 2N 3N"}, &why)
	fmt.Fprintf(&w.asked, "whynot: %s %+v\n", res.Status, why)
	// A connection that comes now, and one that comes back.
	for _, back := range []string{"", "2"} {
		var frames <-chan rawFrame
		if back == "" {
			frames = p.live(w.table, "")
		} else {
			frames = p.live(w.table, "", "Last-Event-ID", back)
		}
		f := <-frames
		fmt.Fprintf(&w.asked, "new connection: %s\n", f.data)
		w.sync()
	}
}

// askRights asks for all that the API has to read, of the table and of everybody at it: what the table
// of rights has, which is every route.
func (w *world) askRights(p *person) {
	w.t.Helper()
	for _, r := range rights {
		path, reads := strings.CutPrefix(r.route, "GET ")
		if !reads || strings.HasSuffix(path, "/live") || strings.HasSuffix(path, "/ws") {
			continue // askAll has the streams
		}
		path = strings.Replace(path, "{id}", w.table, 1) + r.query
		if !strings.Contains(path, "{user}") {
			w.ask(p, path)
			continue
		}
		for _, id := range w.players {
			w.ask(p, strings.Replace(path, "{user}", id, 1))
		}
	}
}

// counts is what the metrics say about this server's doings.
func (w *world) counts() string {
	res, err := http.Get(w.web.URL + "/metrics")
	if err != nil {
		w.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	var keep []string
	for line := range strings.SplitSeq(string(body), "\n") {
		// Durations are real ones and differ from run to run.
		if strings.HasPrefix(line, "atoll_") && !strings.Contains(line, "_sum") && !strings.Contains(line, "_bucket") {
			keep = append(keep, line)
		}
	}
	return strings.Join(keep, "\n")
}

// differences lists what others can see differently in two worlds.
func differences(a, b *world) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for i := range a.streams {
		x, y := a.streams[i], b.streams[i]
		if len(x.heard) != len(y.heard) {
			add("%s: %d frames or %d", x.name, len(x.heard), len(y.heard))
		}
		for j := range min(len(x.heard), len(y.heard)) {
			if x.heard[j] != y.heard[j] {
				add("%s, frame %d:\n%s\n%s", x.name, j, x.heard[j], y.heard[j])
			}
		}
	}
	x, y := strings.Split(a.asked.String(), "\n"), strings.Split(b.asked.String(), "\n")
	if len(x) != len(y) {
		add("%d lines of answers or %d", len(x), len(y))
	}
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			add("answers differ:\n%s\n%s", x[i], y[i])
		}
	}
	if x, y := a.log.String(), b.log.String(); x != y {
		add("logs differ:\n%s\n%s", x, y)
	}
	if x, y := a.counts(), b.counts(); x != y {
		add("metrics differ:\n%s\n%s", x, y)
	}
	return out
}

// compare fails if anything that others can see differs.
func compare(t *testing.T, a, b *world) {
	t.Helper()
	for i, d := range differences(a, b) {
		if i == 3 {
			t.Fatal("and more")
		}
		t.Errorf("%.2000s", d)
	}
}

// compareBus fails if what travels between nodes differs. It may where one world
// sealed more often: the player's other connections must hear of that, on
// whatever node they are.
func compareBus(t *testing.T, a, b *world) {
	t.Helper()
	if x, y := pingsOf(a), pingsOf(b); x != y {
		t.Errorf("the bus differs:\n%s\n%s", x, y)
	}
}

func pingsOf(w *world) string {
	w.pings.mu.Lock()
	defer w.pings.mu.Unlock()
	return fmt.Sprint(w.pings.seen)
}

// sit makes a table of epigo with clocks and opens everybody's connections.
func (w *world) sit(setup wire.Setup) (south, north *person) {
	w.t.Helper()
	south, north = w.sitWithout(setup)
	w.open(south, "south as public", "?seat=public")
	return south, north
}

// sitWithout is sit with South not connected.
func (w *world) sitWithout(setup wire.Setup) (south, north *person) {
	w.t.Helper()
	south, north = w.person("South"), w.person("North")
	watcher, nobody := w.person("Watcher"), &person{host: w.host}
	w.talker, w.players = watcher, []string{south.id, north.id}
	var made wire.Created
	south.must("POST", "/tables", setup, &made)
	w.table = made.Table.ID
	north.must("POST", "/tables/"+w.table+"/join", wire.JoinRequest{}, nil)
	w.open(north, "north", "")
	w.open(watcher, "spectator", "")
	w.open(nobody, "nobody", "")
	return south, north
}

func (w *world) act(p *person, n int, action string) wire.Ack {
	w.t.Helper()
	var snap wire.Snapshot
	p.must("GET", "/tables/"+w.table, nil, &snap)
	var ack wire.Ack
	p.must("POST", "/tables/"+w.table+"/act", wire.ActRequest{Msg: fmt.Sprint(n), Step: snap.View.Step, Action: action}, &ack)
	return ack
}

var epigoSetup = wire.Setup{Game: "epigo", Players: 2, Listed: true, Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 600, Increment: 5}}

// TestSealedDeploymentIsInvisible: which deployment is sealed, how often it was
// replaced, when, or whether at all: nobody else can tell.
func TestSealedDeploymentIsInvisible(t *testing.T) {
	const first, second = "deploy 3 1 7 X 2 5 4 6", "deploy 6 4 5 2 X 7 1 3"
	run := func(t *testing.T, secret func(w *world, south *person)) *world {
		w := newWorld(t)
		south, north := w.sit(epigoSetup)
		w.clock.forward(2 * time.Second)
		secret(w, south)
		w.sync()
		w.clock.forward(5 * time.Second)
		w.askAll(north)
		w.askAll(w.talker)
		w.askAll(&person{host: w.host})
		w.sync()
		return w
	}
	one := run(t, func(w *world, south *person) { w.act(south, 1, first) })
	other := run(t, func(w *world, south *person) { w.act(south, 1, second) })
	compare(t, one, other)
	compareBus(t, one, other)
	none := run(t, func(*world, *person) {})
	compare(t, one, none)
	often := run(t, func(w *world, south *person) {
		for i := range 5 {
			w.act(south, i, []string{first, second, ""}[i%3])
		}
	})
	compare(t, one, often)
}

// TestShownReadinessIsVisible: the comparison finds a difference where there is
// one, on a table that shows who is ready.
func TestShownReadinessIsVisible(t *testing.T) {
	run := func(t *testing.T, seal bool) *world {
		w := newWorld(t)
		setup := epigoSetup
		setup.ShowReady = true
		south, north := w.sit(setup)
		if seal {
			w.act(south, 1, "deploy 3 1 7 X 2 5 4 6")
		}
		w.sync()
		w.askAll(north)
		return w
	}
	with, without := run(t, true), run(t, false)
	found := strings.Join(differences(with, without), "\n")
	for _, want := range []string{"north by SSE: ", "spectator by WebSocket: ", "answers differ", `"ready":["S"]`} {
		if !strings.Contains(found, want) {
			t.Errorf("no %q among the differences", want)
		}
	}
	if strings.Contains(found, "deploy 3") {
		t.Error("the choice itself is told")
	}
}

// TestPlansAreInvisibleUntilTheirRound: two plans that begin alike look alike
// until the second Order is turned over.
func TestPlansAreInvisibleUntilTheirRound(t *testing.T) {
	deploy, plan, alike := pendingPlans(t)
	run := func(t *testing.T, secret string) *world {
		w := newWorld(t)
		south, north := w.sit(epigoSetup)
		w.act(south, 1, deploy[0])
		w.act(north, 1, deploy[1])
		w.sync()
		w.clock.forward(time.Second)
		w.act(south, 2, secret)
		w.sync()
		w.act(north, 2, plan[1])
		w.sync()
		w.askAll(north)
		w.askAll(w.talker)
		w.askAll(&person{host: w.host})
		return w
	}
	one, other := run(t, plan[0]), run(t, alike)
	compare(t, one, other)
	compareBus(t, one, other)
}

// pendingPlans finds deployments and plans after which a choice is open while
// later Orders are still hidden, and a second plan of South that differs in
// those only.
func pendingPlans(t *testing.T) (deploy, plan [2]string, alike string) {
	t.Helper()
	g, _ := games.ByID("epigo")
	r := game.NewRand(11)
	for range 100_000 {
		st := g.MustConfigure(2).New()
		var c game.Choices
		for s := range game.Seat(2) {
			c[s], _ = game.Sample(st, s, r, nil)
			deploy[s] = string(st.AppendAction(nil, s, c[s]))
		}
		st.Play(c, nil)
		before := st.Copy()
		for s := range game.Seat(2) {
			c[s], _ = game.Sample(st, s, r, nil)
			plan[s] = string(st.AppendAction(nil, s, c[s]))
		}
		st.Play(c, nil)
		if !st.(game.Sealing).HoldsSecretChoices() {
			continue
		}
		// Which round it is can be seen from whether a plan with another second
		// Order looks the same to North.
		words := strings.Fields(plan[0])
		for _, o := range []string{"1N", "2S", "3E", "4W", "5N", "6S", "7E"} {
			other := words[0] + " " + words[1] + " " + o + " " + words[3]
			a, err := game.Parse(before, 0, other)
			if err != nil || other == plan[0] {
				continue
			}
			twin := before.Copy()
			d := c
			d[0] = a
			twin.Play(d, nil)
			north := game.SeatViewer(1)
			if string(game.Look(twin, north).AppendText(nil)) == string(game.Look(st, north).AppendText(nil)) {
				return deploy, plan, other
			}
		}
	}
	t.Fatal("no such plans found")
	return deploy, plan, alike
}

// island is a world with a table of Earthquake Island whose tiles are laid by hand,
// straight into the store, on which both players choose once.
func island(t *testing.T, seed []byte, scatter func(string) string) *world {
	t.Helper()
	w := newWorld(t)
	g, _ := games.ByID("earthquake")
	st := g.MustConfigure(2).New()
	text := scatter(game.Draw(st, game.NewRand(4)))
	south, north := w.person("One"), w.person("Two")
	w.talker, w.players = w.person("Watcher"), []string{south.id, north.id}
	w.table = "earthquake22"
	seats := []match.Seat{{Kind: "human", User: match.User{ID: south.id, Name: "One"}}, {Kind: "human", User: match.User{ID: north.id, Name: "Two"}}}
	setup := wire.Setup{Game: "earthquake", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatOpen}}}
	at := w.clock.time().UnixMilli()
	log := []match.Entry{
		{
			Seq: 1, At: at, Kind: match.KindCreated,
			Rare: &match.Rare{Created: &match.Created{
				Rules: g.Rules, Setup: setup.Match(), Host: seats[0].User, Seats: seats,
				Seed: seed,
			}},
		},
		{Seq: 2, At: at, Kind: match.KindStarted, Rare: &match.Rare{Seats: seats}},
		{Seq: 3, At: at, Kind: match.KindPlay, Moves: []match.Move{{By: game.Nature, Do: text}}},
	}
	c := &match.Change{
		Table: w.table, Version: 1, Entries: log, Private: []byte("{}"),
		Head: match.Head{
			Game: "earthquake", Rules: g.Rules, Status: match.Running, Seq: 3, Acting: game.Only(0), Created: at,
			Updated: at, Info: []byte(`{"players":2,"options":{},"result":null}`),
		},
	}
	if err := w.store.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	w.open(south, "one", "")
	w.open(north, "two", "")
	w.open(w.talker, "spectator", "")
	for i, p := range []*person{south, north} {
		var snap wire.Snapshot
		p.must("GET", "/tables/"+w.table, nil, &snap)
		w.act(p, i, snap.View.Legal.Actions[0])
		w.sync()
	}
	for _, p := range []*person{south, north, w.talker, {host: w.host}} {
		w.askAll(p)
	}
	return w
}

// TestHiddenTilesAreInvisible: two islands that differ in tiles which nobody has
// seen look the same to everybody.
func TestHiddenTilesAreInvisible(t *testing.T) {
	one := island(t, make([]byte, 32), func(s string) string { return s })
	other := island(t, make([]byte, 32), swapHidden)
	compare(t, one, other)
	compareBus(t, one, other)
}

// TestSeedIsInvisible: two tables whose seeds differ, but not yet what was drawn
// from them, look the same but for the commitment.
func TestSeedIsInvisible(t *testing.T) {
	run := func(seed byte) *world {
		w := island(t, bytes.Repeat([]byte{seed}, 32), func(s string) string { return s })
		commitment := fmt.Sprintf("%x", sha256.Sum256(bytes.Repeat([]byte{seed}, 32)))
		found := 0
		hide := func(s string) string {
			found += strings.Count(s, commitment)
			return strings.ReplaceAll(s, commitment, "commitment")
		}
		for _, s := range w.streams {
			for i := range s.heard {
				s.heard[i] = hide(s.heard[i])
			}
		}
		asked := hide(w.asked.String())
		w.asked.Reset()
		w.asked.WriteString(asked)
		if found == 0 {
			t.Error("the commitment is not told")
		}
		return w
	}
	one, other := run(1), run(2)
	compare(t, one, other)
	compareBus(t, one, other)
}

// swapHidden exchanges the bottom tiles of two stacks of the playing area.
func swapHidden(scatter string) string {
	words := strings.Fields(scatter)
	first := -1
	for i, w := range words {
		hex, tiles, ok := strings.Cut(w, ":")
		list := strings.Split(tiles, ",")
		if !ok || len(list) < 2 {
			continue
		}
		if first < 0 {
			first = i
			continue
		}
		hex0, tiles0, _ := strings.Cut(words[first], ":")
		list0 := strings.Split(tiles0, ",")
		if list0[0] == list[0] {
			continue
		}
		list0[0], list[0] = list[0], list0[0]
		words[first] = hex0 + ":" + strings.Join(list0, ",")
		words[i] = hex + ":" + strings.Join(list, ",")
		return strings.Join(words, " ")
	}
	return scatter
}

// TestSeedIsSecretUntilTheEnd: it is in nothing that anybody gets.
func TestSeedIsSecretUntilTheEnd(t *testing.T) {
	w := newWorld(t)
	south, north := w.sit(wire.Setup{Game: "conqueror", Players: 2, Listed: true})
	stored, err := w.store.Load(t.Context(), w.table, 0)
	if err != nil {
		t.Fatal(err)
	}
	seed := stored.Entries[0].Created.Seed
	if len(seed) != 32 {
		t.Fatalf("the seed has %d bytes", len(seed))
	}
	for _, p := range []*person{south, north, w.talker, {host: w.host}} {
		w.askAll(p)
	}
	all := w.asked.String() + w.log.String() + pingsOf(w)
	for _, s := range w.streams {
		all += strings.Join(s.heard, "")
	}
	hexed := fmt.Sprintf("%x", seed)
	if strings.Contains(all, hexed[:16]) {
		t.Error("the seed is told")
	}
	south.must("POST", "/tables/"+w.table+"/do", wire.TableRequest{Do: "resign"}, nil)
	var snap wire.Snapshot
	north.must("GET", "/tables/"+w.table, nil, &snap)
	if snap.View.Proof.Seed != hexed || snap.View.Viewer != "truth" {
		t.Errorf("after the end: %+v as %s", snap.View.Proof, snap.View.Viewer)
	}
}
