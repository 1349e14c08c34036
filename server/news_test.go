package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"

	"atoll/bus"
	"atoll/game"
	"atoll/match"
	"atoll/server"
	"atoll/server/wire"
	"atoll/store"
)

// asked counts how often tables were read from the store.
type asked struct {
	store.Store
	loads atomic.Int64
}

func (s *asked) Load(ctx context.Context, table string, after int64) (*match.Stored, error) {
	s.loads.Add(1)
	return s.Store.Load(ctx, table, after)
}

// worseBus passes on to a node what change makes of each ping; nil: it is lost.
type worseBus struct {
	bus.Pings
	change atomic.Pointer[func(bus.Ping) *bus.Ping]
}

func (b *worseBus) Hear(f func(bus.Ping)) (stop func(), err error) {
	return b.Pings.Hear(func(p bus.Ping) {
		if change := b.change.Load(); change != nil {
			if q := (*change)(p); q != nil {
				f(*q)
			}
			return
		}
		f(p)
	})
}

// TestNewsSaveReading: a node that hears what another has stored does not read it
// from the store, unless something is missing or looks wrong. Whatever it is, those
// who watch there see the game go on.
func TestNewsSaveReading(t *testing.T) {
	db, line := newStore(t), bus.NewLocal()
	far, ear := &asked{Store: db}, &worseBus{Pings: line}
	at := func(s store.Store, p bus.Pings, more ...func(*server.Config)) *host {
		return serve(t, append(more, func(c *server.Config) { c.Store, c.Pings, c.Jobs, c.Shared = s, p, line, true })...)
	}
	// With other dice the game may be over before the last move of this test.
	one, two := at(db, line, func(c *server.Config) { c.Random = sameRandom() }), at(far, ear)
	p, q := one.person("Somebody"), one.person("Other")
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{Game: "conqueror", Players: 2}, &made)
	q.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
	follow := func(p *person) *player {
		pl := &player{person: p, table: made.Table.ID, frames: p.live(made.Table.ID, ""), rand: game.NewRand(1)}
		pl.follow(func(v wire.View) bool { return v.Status == string(match.Running) && len(v.Acting) > 0 })
		return pl
	}
	seats := map[string]*player{}
	for _, x := range []*person{p, q} {
		pl := follow(x)
		seats[pl.view.Viewer] = pl
	}
	there := follow(two.person("Watcher"))
	// moves plays at one node, is followed at the other, and returns how often that
	// one asked the store.
	moves := func(n int) int64 {
		t.Helper()
		before := far.loads.Load()
		for range n {
			if over(there.view) {
				t.Fatal("the game is over too soon; take other dice")
			}
			pl := seats[there.view.Acting[0]]
			pl.follow(func(v wire.View) bool { return v.Seq == there.view.Seq })
			pl.play()
			pl.follow(func(v wire.View) bool { return v.Seq > there.view.Seq })
			there.follow(func(v wire.View) bool { return v.Seq >= pl.view.Seq })
		}
		return far.loads.Load() - before
	}
	if n := moves(10); n != 0 {
		t.Errorf("ten moves were read from the store %d times", n)
	}
	spoil := func(f func(bus.Ping) *bus.Ping) { ear.change.Store(&f) }
	for what, change := range map[string]func(bus.Ping) *bus.Ping{
		"without news": func(p bus.Ping) *bus.Ping { p.News = nil; return &p },
		"broken": func(p bus.Ping) *bus.Ping {
			if p.News != nil {
				p.News = bytes.Clone(p.News)
				p.News[len(p.News)/2] ^= 1
			}
			return &p
		},
		"forged": func(p bus.Ping) *bus.Ping {
			if p.News != nil {
				p.News = []byte("you have won")
			}
			return &p
		},
	} {
		spoil(change)
		if n := moves(3); n < 3 {
			t.Errorf("%s: the store was asked %d times for 3 moves", what, n)
		}
	}
	// One is lost, and the next comes: the store tells both.
	var lost atomic.Bool
	spoil(func(p bus.Ping) *bus.Ping {
		if p.News != nil && lost.CompareAndSwap(false, true) {
			return nil
		}
		return &p
	})
	last := there.view.Seq
	for range 2 {
		for _, pl := range seats {
			pl.follow(func(v wire.View) bool { return v.Seq >= last })
		}
		for name, pl := range seats {
			if pl.view.Acting[0] == name {
				pl.play()
				pl.follow(func(v wire.View) bool { return v.Seq > last })
				last = pl.view.Seq
				break
			}
		}
	}
	there.follow(func(v wire.View) bool { return v.Seq >= last })
	if !lost.Load() {
		t.Error("nothing was lost")
	}
	ear.change.Store(nil)
	if n := moves(10); n != 0 {
		t.Errorf("then ten moves were read from the store %d times", n)
	}
}

// TestNewsOfSecrets: on the bus a choice looks like any other.
func TestNewsOfSecrets(t *testing.T) {
	var all [2][]bus.Ping
	for i := range all {
		w := newWorldWith(t, func(c *server.Config) { c.Shared = true })
		p := w.person("Somebody")
		var made wire.Created
		p.must("POST", "/tables", wire.Setup{Game: "epigo", Players: 2}, &made)
		w.person("Other").must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
		var legal wire.LegalList
		p.must("GET", "/tables/"+made.Table.ID+"/legal", nil, &legal)
		var snap wire.Snapshot
		p.must("GET", "/tables/"+made.Table.ID, nil, &snap)
		do := legal.Actions[i*(len(legal.Actions)-1)]
		w.pings.mu.Lock()
		w.pings.seen = nil
		w.pings.mu.Unlock()
		p.must("POST", "/tables/"+made.Table.ID+"/act", wire.ActRequest{Msg: "m", Step: snap.View.Step, Action: do}, nil)
		w.pings.mu.Lock()
		all[i] = w.pings.seen
		w.pings.mu.Unlock()
		for _, q := range all[i] {
			if q.What == "private" && len(q.News) == 0 {
				t.Error("a sealed choice has no news")
			}
			if bytes.Contains(q.News, []byte(do)) {
				t.Errorf("%q is to be read on the bus", do)
			}
		}
	}
	for i, p := range all {
		for j := range p {
			p[j].News = make([]byte, len(p[j].News)) // sealed anew each time
		}
		if len(p) == 0 {
			t.Errorf("world %d: nothing was told", i)
		}
	}
	one, _ := json.Marshal(all[0])
	other, _ := json.Marshal(all[1])
	if !bytes.Equal(one, other) {
		t.Errorf("%s\n%s", one, other)
	}
}
