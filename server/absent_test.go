package server_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"atoll/bots"
	"atoll/bus"
	"atoll/game"
	"atoll/match"
	"atoll/search"
	"atoll/server"
	"atoll/server/wire"
)

// passing lets time go by until stop is called. Nobody's absence lasts too long unless a test lets it, however long the
// machine takes for what comes between.
func (c *fakeClock) passing() (stop func()) {
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-end:
				return
			case <-time.After(50 * time.Millisecond):
				c.forward(100 * time.Millisecond)
			}
		}
	}()
	return func() { close(end); <-ended }
}

// TestAbsentPlayer: whoever stays away is replaced as the table says, and gets
// the seat back on return.
func TestAbsentPlayer(t *testing.T) {
	// The bots stand still after the first choice, or they might finish the game
	// before anybody can come back.
	once := make(chan struct{}, 1)
	once <- struct{}{}
	clock := &fakeClock{now: time.Now()}
	h := serve(t, func(c *server.Config) {
		c.Clock, c.AliveEvery = clock.time, time.Hour
		c.Roster = bots.NewRoster(bots.Maker{Game: "evo", New: func(game.Config, int) bots.Bot {
			return bots.Func(func(ctx context.Context, q bots.Question) (search.Report, error) {
				select {
				case <-once:
					return search.Report{Action: q.View.AppendActions(nil, q.Seat)[0]}, nil
				case <-ctx.Done():
					return search.Report{}, ctx.Err()
				}
			})
		}})
	})
	a, b := h.person("A"), h.person("B")
	var made wire.Created
	a.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Abandon: wire.Abandon{Policy: match.AbandonBot, Grace: 1, Level: 1}}, &made)
	b.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
	// Nobody of the two is connected; a third person watches a bot step in for
	// whoever is to move, and then for the other.
	w := h.person("Watcher")
	pl := &player{person: w, table: made.Table.ID, frames: w.live(made.Table.ID, "")}
	stand := func(v wire.View) int {
		n := 0
		for _, s := range v.Seats {
			if s.Stand {
				n++
			}
		}
		return n
	}
	stop := clock.passing()
	pl.follow(func(v wire.View) bool { return stand(v) == 2 || over(v) })
	stop()
	if over(pl.view) {
		t.Fatal("the game is over already")
	}
	a.must("POST", "/tables/"+made.Table.ID+"/do", wire.TableRequest{Do: "claim"}, nil)
	pl.follow(func(v wire.View) bool { return stand(v) == 1 || over(v) })

	var forfeit wire.Created
	a.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Abandon: wire.Abandon{Policy: match.AbandonForfeit, Grace: 1}}, &forfeit)
	b.must("POST", "/tables/"+forfeit.Table.ID+"/join", wire.JoinRequest{}, nil)
	pl = &player{person: w, table: forfeit.Table.ID, frames: w.live(forfeit.Table.ID, "")}
	defer clock.passing()()
	pl.follow(over)
}

// TestStandInTellsNothing: a bot steps in for an absent player whether or not the
// player has sealed a choice, and looks the same to everybody else.
func TestStandInTellsNothing(t *testing.T) {
	run := func(t *testing.T, seal bool) *world {
		w := newWorld(t)
		setup := epigoSetup
		setup.Abandon = wire.Abandon{Policy: match.AbandonBot, Grace: 2, Level: 1}
		south, north := w.sitWithout(setup)
		if seal {
			w.act(south, 1, "deploy 3 1 7 X 2 5 4 6")
		}
		w.clock.forward(2 * time.Second)
		for _, x := range w.streams {
			for stand := false; !stand; {
				select {
				case f, ok := <-x.in:
					if !ok {
						t.Fatalf("%s has ended", x.name)
					}
					x.heard = append(x.heard, f.data)
					stand = strings.Contains(f.data, `"stand_in":true`)
				case <-time.After(patience):
					t.Fatalf("%s sees no stand-in; South has sealed: %v", x.name, seal)
				}
			}
		}
		w.sync()
		w.askAll(north)
		w.askAll(w.talker)
		w.askAll(&person{host: w.host})
		return w
	}
	compare(t, run(t, true), run(t, false))
}

// TestForfeitTellsNothing: while a player who is there has to choose, nothing
// shows whether an absent one has.
func TestForfeitTellsNothing(t *testing.T) {
	clock := &fakeClock{now: time.Now()}
	h := serve(t, func(c *server.Config) { c.Clock, c.AliveEvery = clock.time, time.Hour })
	a, b := h.person("A"), h.person("B")
	var made wire.Created
	a.must("POST", "/tables", wire.Setup{Game: "epigo", Players: 2, Abandon: wire.Abandon{Policy: match.AbandonForfeit, Grace: 1}}, &made)
	table := made.Table.ID
	b.must("POST", "/tables/"+table+"/join", wire.JoinRequest{}, nil)
	pl := &player{person: b, table: table, frames: b.live(table, "")}
	pl.follow(func(v wire.View) bool { return v.Seq > 0 })
	// The grace period of A ends while B thinks, as that of another table shows which
	// began later: nothing happens.
	w := h.person("Watcher")
	a.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Abandon: wire.Abandon{Policy: match.AbandonForfeit, Grace: 1}}, &made)
	h.person("C").must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
	later := &player{person: w, table: made.Table.ID, frames: w.live(made.Table.ID, "")}
	defer clock.passing()()
	later.follow(over)
	var snap wire.Snapshot
	b.must("GET", "/tables/"+table, nil, &snap)
	if snap.View.Status != "running" {
		t.Fatalf("A is out while B thinks: %s", snap.View.Result)
	}
	b.must("POST", "/tables/"+table+"/act", wire.ActRequest{Msg: "1", Step: snap.View.Step, Action: "deploy 3 1 7 X 2 5 4 6"}, nil)
	pl.follow(over)
}

// TestBadBot: a bot that fails or panics is replaced by one that answers.
func TestBadBot(t *testing.T) {
	for name, bot := range map[string]bots.Func{
		"an error": func(context.Context, bots.Question) (search.Report, error) {
			return search.Report{}, errors.New("no idea")
		},
		"a panic": func(context.Context, bots.Question) (search.Report, error) { panic("oh") },
		"nonsense": func(context.Context, bots.Question) (search.Report, error) {
			return search.Report{Action: 1 << 60}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := serve(t, func(c *server.Config) {
				c.Roster = bots.NewRoster(bots.Maker{Game: "evo", New: func(game.Config, int) bots.Bot { return bot }})
			})
			p := h.person("A")
			var made wire.Created
			p.must("POST", "/tables", wire.Setup{
				Game: "evo", Players: 2,
				Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 5}},
			}, &made)
			pl := &player{person: p, table: made.Table.ID, frames: p.live(made.Table.ID, ""), rand: game.NewRand(1)}
			for range 3 {
				pl.follow(func(v wire.View) bool { return over(v) || acts(v) })
				if over(pl.view) {
					return
				}
				step := pl.view.Step
				pl.play()
				pl.follow(func(v wire.View) bool { return over(v) || v.Step != step })
			}
		})
	}
}

// forgetful is a queue that loses what is asked for the first time.
type forgetful struct {
	bus.Jobs
	mu   sync.Mutex
	lost int
}

func (f *forgetful) Put(ctx context.Context, kind bus.Kind, id string, j bus.Job) error {
	if j.Try == 0 {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.lost++
		return nil
	}
	return f.Jobs.Put(ctx, kind, id, j)
}

// TestLateBot: a bot that has not moved in time is asked again, for a cheaper
// answer.
func TestLateBot(t *testing.T) {
	clock := &fakeClock{now: time.Now()}
	queue := &forgetful{}
	levels := make(chan int, 100)
	h := serve(t, func(c *server.Config) {
		queue.Jobs = c.Jobs
		c.Jobs, c.Clock, c.AliveEvery = queue, clock.time, time.Hour
		c.Roster = bots.NewRoster(bots.Maker{Game: "evo", New: func(_ game.Config, level int) bots.Bot {
			return bots.Func(func(_ context.Context, q bots.Question) (search.Report, error) {
				levels <- level
				return search.Report{Action: q.View.AppendActions(nil, q.Seat)[0]}, nil
			})
		}})
	})
	p := h.person("A")
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatBot, Level: 5}, {Kind: match.SeatMe}}}, &made)
	pl := &player{person: p, table: made.Table.ID, frames: p.live(made.Table.ID, ""), rand: game.NewRand(1)}
	pl.follow(func(v wire.View) bool { return v.Seq > 0 })
	seq := pl.view.Seq
	clock.forward(11 * time.Second)
	pl.follow(func(v wire.View) bool { return v.Seq > seq })
	if level := <-levels; level >= 5 {
		t.Errorf("it was asked for an answer of level %d", level)
	}
	queue.mu.Lock()
	defer queue.mu.Unlock()
	if queue.lost == 0 {
		t.Error("the first question was not lost")
	}
}
