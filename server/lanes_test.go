package server_test

import (
	"context"
	"sync"
	"testing"

	"atoll/bus"
	"atoll/match"
	"atoll/server"
	"atoll/server/wire"
)

// keptJobs writes down what is asked of bots.
type keptJobs struct {
	bus.Jobs
	mu   sync.Mutex
	list []bus.Job
}

func (k *keptJobs) Put(_ context.Context, _ bus.Kind, _ string, j bus.Job) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.list = append(k.list, j)
	return nil
}

// Bots are asked on the account of the table's maker; people come first, and those
// who play quick bots do not wait for those who play strong ones.
func TestBotsAreAskedByPersonAndUrgency(t *testing.T) {
	jobs := &keptJobs{}
	h := serve(t, func(c *server.Config) { c.Jobs, c.NoBots = jobs, true })
	p := h.person("Ann")
	bot := func(level int) wire.SeatSetup { return wire.SeatSetup{Kind: match.SeatBot, Level: level} }
	me := wire.SeatSetup{Kind: match.SeatMe}
	want := []bus.Lane{bus.Quick, bus.Quick, bus.Slow, bus.Slow, bus.Idle}
	for _, seats := range [][]wire.SeatSetup{{bot(1), me}, {bot(3), me}, {bot(4), me}, {bot(8), me}, {bot(1), bot(1)}} {
		p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Seats: seats}, nil)
	}
	if len(jobs.list) != len(want) {
		t.Fatalf("asked %+v", jobs.list)
	}
	for i, j := range jobs.list {
		if j.Owner != p.id || j.Lane != want[i] {
			t.Errorf("table %d: asked for %q in lane %d, want %q in %d", i, j.Owner, j.Lane, p.id, want[i])
		}
	}
}
