package server_test

import (
	"strings"
	"testing"
	"time"

	"atoll/match"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/wire"
)

// What takes long to compute is paid for by the time it takes; moves are not.
func TestCostlyRequestsArePaidFor(t *testing.T) {
	clock := &fakeClock{now: time.UnixMilli(1_800_000_000_000)}
	h := serve(t, func(c *server.Config) {
		c.Clock, c.AliveEvery, c.Proxied = clock.time, time.Hour, false
		c.Limits = node.NoLimits()
		c.Limits.Compute = 0.00005 // less than anything takes: a thousandth of a millisecond in 20 s
	})
	p := h.person("Ann")
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}}, &made)
	at := "/tables/" + made.Table.ID
	var start wire.PositionAnswer
	h.person("Bob").must("POST", "/positions/start", wire.StartRequest{Game: "evo", Players: 2}, &start)
	for _, r := range []struct {
		method, path string
		body         any
	}{
		{"GET", at + "/legal?seat=S", nil},
		{"POST", at + "/whynot", wire.WhyNotRequest{Seat: "S", Action: "g2-g3"}},
		{"GET", at + "/replay", nil},
		{"GET", at + "/log", nil},
		{"GET", at + "/record", nil},
		{"POST", "/positions/start", wire.StartRequest{Game: "evo", Players: 2}},
		{"POST", "/records", wire.RecordRequest{Record: "{}"}},
	} {
		clock.forward(24 * time.Hour)
		p.try(r.method, r.path, r.body, nil)
		res := p.try(r.method, r.path, r.body, nil)
		if res.StatusCode != 429 || !strings.Contains(res.Header.Get("X-Message"), "computing") || res.Header.Get("Retry-After") == "" {
			t.Errorf("%s %s a second time: %s %s", r.method, r.path, res.Status, res.Header.Get("X-Message"))
		}
		// Somebody else at the same address has a budget too, as long as the address does.
		clock.forward(24 * time.Hour)
		if res := p.try(r.method, r.path, r.body, nil); res.StatusCode == 429 {
			t.Errorf("%s %s when the budget is full again: %s", r.method, r.path, res.Status)
		}
	}
	// Whoever has spent everything still plays.
	var snap wire.Snapshot
	p.must("GET", at+"?seat=S", nil, &snap)
	p.must("POST", at+"/act", wire.ActRequest{Msg: "1", Seat: "S", Step: snap.View.Step, Action: "g2-g3"}, nil)
}

// A command counts before it is read, however it is made.
func TestCommandsCountBeforeTheyAreRead(t *testing.T) {
	clock := &fakeClock{now: time.UnixMilli(1_800_000_000_000)}
	h := quietHost(t, func(c *server.Config) {
		c.Clock, c.AliveEvery = clock.time, time.Hour
		c.Limits.Account = 1
	})
	p := h.person("Ann")
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, &made)
	clock.forward(time.Minute)
	conn := p.dial(made.Table.ID, "") // one of a burst of five
	for i := range 4 {
		if r := p.ask(conn, `{"id":"bad","act":`); r.Error == nil || r.Error.Code != wire.BadRequest {
			t.Fatalf("command %d: %+v", i, r.Error)
		}
	}
	if r := p.ask(conn, `{"id":"bad","act":`); r.Error == nil || r.Error.Code != wire.TooMany || r.ID != "bad" {
		t.Errorf("nonsense is free: %+v %+v", r, r.Error)
	}
	clock.forward(time.Minute)
	if r := p.ask(conn, `{"id":"long","chat":{"text":"`+strings.Repeat("x", 40<<10)+`"}}`); r.Error == nil || r.Error.Code != "too_large" || r.ID != "long" {
		t.Errorf("a long command: %+v %+v", r, r.Error)
	}
}
