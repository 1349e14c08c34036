package server_test

import (
	"strings"
	"testing"
	"time"

	"atoll/match"
	"atoll/server"
	"atoll/server/wire"
)

// timed makes a table of two players with clocks of a minute and opens streams of
// everybody, over both wires.
func timed(h *host, setup wire.Setup) (players [2]*person, table string, taps map[string]<-chan rawFrame) {
	h.t.Helper()
	players = [2]*person{h.person("A"), h.person("B")}
	watcher := h.person("Watcher")
	setup.Players, setup.Clock = 2, wire.ClockSetup{Kind: match.Fischer, Initial: 60}
	var made wire.Created
	players[0].must("POST", "/tables", setup, &made)
	table = made.Table.ID
	players[1].must("POST", "/tables/"+table+"/join", wire.JoinRequest{}, nil)
	taps = map[string]<-chan rawFrame{
		"first by SSE": players[0].live(table, ""), "first by WebSocket": players[0].ws(table, ""),
		"second by SSE": players[1].live(table, ""), "second by WebSocket": players[1].ws(table, ""),
		"spectator by SSE": watcher.live(table, ""), "spectator by WebSocket": watcher.ws(table, ""),
	}
	for name, in := range taps {
		if f := (<-in).decode(h.t); f.Snapshot == nil || f.Snapshot.View.Clocks == nil || len(f.Snapshot.View.Clocks.Seats) != 2 {
			h.t.Fatalf("%s begins with %+v", name, f)
		}
	}
	return players, table, taps
}

// next returns the next frame of a type.
func next(t *testing.T, name string, in <-chan rawFrame, kind string) wire.Frame {
	t.Helper()
	for {
		select {
		case f, ok := <-in:
			if !ok {
				t.Fatalf("%s has ended", name)
			}
			if f.kind == kind {
				return f.decode(t)
			}
		case <-time.After(patience):
			t.Fatalf("%s gets no %s", name, kind)
		}
	}
}

// TestClockRunsOut: the server ends a game whose player lets the time pass, and
// everybody hears of it without asking.
func TestClockRunsOut(t *testing.T) {
	clock := &fakeClock{now: time.Now()}
	h := serve(t, func(c *server.Config) { c.Clock, c.AliveEvery = clock.time, time.Hour })
	_, _, taps := timed(h, wire.Setup{Game: "evo"})
	clock.forward(61 * time.Second)
	for name, in := range taps {
		v := next(t, name, in, "delta").Delta.View
		if v.Status != "over" || !strings.Contains(string(v.Result), `"timeout"`) {
			t.Errorf("%s hears of %s, %s", name, v.Status, v.Result)
		}
		for _, c := range v.Clocks.Seats {
			if c.Running {
				t.Errorf("%s sees the clock of %s run on", name, c.Seat)
			}
		}
	}
}

// TestCreditedTimeIsTold: time in which the server stood still is given back to
// clocks, and those who look at them are told at once.
func TestCreditedTimeIsTold(t *testing.T) {
	clock := &fakeClock{now: time.Now()}
	h := serve(t, func(c *server.Config) { c.Clock, c.AliveEvery = clock.time, 20*time.Millisecond })
	_, _, taps := timed(h, wire.Setup{Game: "evo"})
	clock.forward(30 * time.Second)
	now := clock.time().UnixMilli()
	for name, in := range taps {
		c := next(t, name, in, "clock").Clock
		for _, s := range c.Seats {
			left := s.Left
			if s.Running {
				left -= now - c.Time
			}
			if left != 60_000 {
				t.Errorf("%s: %d ms are left to %s", name, left, s.Seat)
			}
		}
	}
}

// TestSealedClockStands: the clock of a player who has sealed stands for that
// player, and for everybody where the table shows readiness. TestSealedDeploymentIsInvisible
// shows that nobody else hears of it elsewhere.
func TestSealedClockStands(t *testing.T) {
	clock := &fakeClock{now: time.Now()}
	h := serve(t, func(c *server.Config) { c.Clock, c.AliveEvery = clock.time, time.Hour })
	players, table, taps := timed(h, wire.Setup{Game: "epigo", ShowReady: true})
	clock.forward(10 * time.Second)
	var snap wire.Snapshot
	players[0].must("GET", "/tables/"+table, nil, &snap)
	players[0].must("POST", "/tables/"+table+"/act", wire.ActRequest{Msg: "1", Step: snap.View.Step, Action: "deploy 3 1 7 X 2 5 4 6"}, nil)
	for name, in := range taps {
		var c *wire.Clocks
		if strings.HasPrefix(name, "first") {
			c = next(t, name, in, "sealed").Sealed.Clocks
		} else {
			c = next(t, name, in, "ready").Ready.Clocks
		}
		if c == nil || len(c.Seats) != 2 || c.Seats[0].Running || c.Seats[0].Left != 50_000 || !c.Seats[1].Running ||
			c.Seats[1].Left != 60_000 {
			t.Errorf("%s sees the clocks %+v", name, c)
		}
	}
}
