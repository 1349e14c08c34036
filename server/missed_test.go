package server_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"atoll/game"
	"atoll/internal/badline"
	"atoll/server/wire"
)

// busTrouble is how often and for how long the bus is in trouble: shortly in
// every run of the tests, as long as real trouble lasts with ATOLL_LIVE.
func busTrouble() (restarts int, away time.Duration) {
	if os.Getenv("ATOLL_LIVE") != "" {
		return 20, 20 * time.Second
	}
	return 3, 4 * time.Second
}

// A game whose players sit at different nodes goes on through every trouble of
// the bus, and every stream sees it: moves and chat, at both nodes, during the
// trouble and after it.
func TestStreamsSeeThroughTroubleOfTheBus(t *testing.T) {
	restarts, away := busTrouble()
	for name, trouble := range map[string]func(b *troubledBus, meanwhile func()){
		"restarts": func(b *troubledBus, meanwhile func()) {
			for range restarts {
				b.restart(meanwhile)
				meanwhile()
			}
		},
		"a server that lost its disk": func(b *troubledBus, meanwhile func()) {
			b.dir = b.t.TempDir()
			b.restart(meanwhile)
		},
		"frozen": func(b *troubledBus, meanwhile func()) {
			b.during(away, func(l *badline.Line) { l.Hold() }, meanwhile)
		},
		"swallowed": func(b *troubledBus, meanwhile func()) {
			b.during(away, func(l *badline.Line) { l.Swallow() }, meanwhile)
		},
		"swallowed for one node": func(b *troubledBus, meanwhile func()) {
			b.lines = b.lines[:1]
			b.during(away, func(l *badline.Line) { l.Swallow() }, meanwhile)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newTroubledBus(t)
			one, two := twoNodesAt(t, "nats://"+b.lines[0].Addr(), "nats://"+b.lines[1].Addr())
			south, north := one.person("South"), two.person("North")
			var table string
			var watchers map[string]*watcher
			begin := func() {
				var made wire.Created
				south.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Listed: true}, &made)
				table = made.Table.ID
				north.must("POST", "/tables/"+table+"/join", wire.JoinRequest{}, nil)
				watchers = map[string]*watcher{
					"South at home": watchTable(south, table), "South at the other": watchTable(south.at(two), table),
					"North at home": watchTable(north, table), "North at the other": watchTable(north.at(one), table),
				}
			}
			begin()
			random := game.NewRand(1)
			lobby := events(two.person("Idle"), "/live")
			moves := 0
			meanwhile := func() {
				t.Helper()
				// One choice of each player, as somebody makes it who only has the stream.
				for range 2 {
					seq := moveOnce(t, random, table, south, north)
					for seq == 0 { // the game is over
						begin()
						seq = moveOnce(t, random, table, south, north)
					}
					moves++
					text := fmt.Sprint("after move ", moves)
					south.must("POST", "/tables/"+table+"/chat", wire.ChatRequest{Text: text}, nil)
					for name, w := range watchers {
						w.until(t, fmt.Sprintf("%s: move %d", name, moves), func() bool { return w.seq >= seq && w.chat == text })
					}
				}
			}
			meanwhile()
			trouble(b, meanwhile)
			meanwhile()
			// Nobody is left with a list that is out of date.
			var later wire.Created
			south.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Listed: true}, &later)
			waitFor(t, "news in the lobby", func() bool {
				data := string(lobby())
				return data == `{"type":"lobby"}`+"\n" || len(data) > 0 && strings.Contains(data, later.Table.ID)
			})
		})
	}
}

// moveOnce makes some legal choice for whoever acts, asked of its own node. It
// returns 0 if the game is over.
func moveOnce(t *testing.T, random *game.Rand, table string, people ...*person) int64 {
	t.Helper()
	for _, p := range people {
		var snap wire.Snapshot
		p.must("GET", "/tables/"+table, nil, &snap)
		if snap.View.Legal == nil {
			continue
		}
		var ack wire.Ack
		p.must("POST", "/tables/"+table+"/act", wire.ActRequest{
			Msg: fmt.Sprint("step ", snap.View.Step), Step: snap.View.Step,
			Action: snap.View.Legal.Actions[random.Intn(len(snap.View.Legal.Actions))],
		}, &ack)
		return ack.Seq
	}
	return 0
}

// watcher is a stream and what it has seen.
type watcher struct {
	in   <-chan rawFrame
	seq  int64
	chat string
}

func watchTable(p *person, table string) *watcher { return &watcher{in: p.live(table, "")} }

// until follows the stream. Only a stream that stays silent lets it run out.
func (w *watcher) until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	late := time.After(patience)
	for !ok() {
		select {
		case f, open := <-w.in:
			if !open {
				t.Fatalf("%s: the stream has ended", what)
			}
			v := f.decode(t)
			switch {
			case v.Snapshot != nil:
				w.seq = v.Snapshot.View.Seq
			case v.Delta != nil:
				w.seq = v.Delta.To
			case v.Chat != nil:
				w.chat = v.Chat.Text
			}
		case <-late:
			t.Fatalf("%s: the stream is silent at %d, %q", what, w.seq, w.chat)
		}
	}
}

func waitFor(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for late := time.Now().Add(patience); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("never: %s", what)
		}
	}
}

// troubledBus is a NATS server behind a line for each node.
type troubledBus struct {
	t     *testing.T
	dir   string
	ns    *natsserver.Server
	lines []*badline.Line
}

func newTroubledBus(t *testing.T) *troubledBus {
	t.Helper()
	b := &troubledBus{t: t, dir: t.TempDir()}
	b.ns = startNATS(t, b.dir)
	for range 2 {
		l, err := badline.New(b.ns.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(l.Close)
		b.lines = append(b.lines, l)
	}
	t.Cleanup(func() { b.ns.Shutdown(); b.ns.WaitForShutdown() })
	return b
}

// restart stops the bus, lets the game go on without it, and starts it again.
func (b *troubledBus) restart(meanwhile func()) {
	b.t.Helper()
	b.ns.Shutdown()
	b.ns.WaitForShutdown()
	meanwhile()
	b.ns = startNATS(b.t, b.dir)
	for _, l := range b.lines {
		l.To(b.ns.Addr().String())
	}
}

// during puts the lines into a bad state for a while, in which the game goes on.
func (b *troubledBus) during(d time.Duration, worsen func(*badline.Line), meanwhile func()) {
	b.t.Helper()
	end := time.Now().Add(d)
	for _, l := range b.lines {
		worsen(l)
	}
	for time.Now().Before(end) {
		meanwhile()
	}
	for _, l := range b.lines {
		l.Flow()
	}
}
