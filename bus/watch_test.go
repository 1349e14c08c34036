package bus_test

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"atoll/bus"
	"atoll/internal/badline"
)

// After every kind of outage listeners hear that they may have missed something,
// pings come again, and jobs are done again, even by a server that has forgotten
// the queue.
func TestListenersHearThatTheyMissedSomething(t *testing.T) {
	start := func() *server.Server {
		s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		if !s.ReadyForConnections(time.Minute) {
			t.Fatal("the NATS server does not come up")
		}
		return s
	}
	s := start()
	defer func() { s.Shutdown(); s.WaitForShutdown() }()
	line, err := badline.New(s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	n, err := bus.DialNATS(t.Context(), "nats://"+line.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	heard := make(chan bus.Ping, 100)
	stop, err := n.Hear(func(p bus.Ping) { heard <- p })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	jobs := make(chan string, 100)
	ctx, cancel := context.WithCancel(t.Context())
	working := make(chan struct{})
	go func() {
		defer close(working)
		_ = n.Work(ctx, bus.Turn, 1, func(_ context.Context, j bus.Job) error { jobs <- j.Table; return nil })
	}()
	defer func() { cancel(); <-working }()
	for name, outage := range map[string]func(){
		"cut":       func() { line.Cut() },
		"swallowed": func() { line.Swallow() },
		"held":      func() { line.Hold() },
		"new server": func() {
			s.Shutdown()
			s.WaitForShutdown()
			s = start()
			line.To(s.Addr().String())
		},
	} {
		outage()
		if name == "swallowed" || name == "held" {
			for late := time.Now().Add(time.Minute); n.Sound(); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(late) {
					t.Fatalf("%s: the bus is said to be in order", name)
				}
			}
			if n.Flush(t.Context()) == nil {
				t.Errorf("%s: everything is said to have arrived", name)
			}
			line.Flow()
		}
		for missed := false; !missed; {
			select {
			case p := <-heard:
				missed = p.What == bus.Missed
			case <-time.After(time.Minute):
				t.Fatalf("%s: nobody says that something was missed", name)
			}
		}
		other, err := bus.DialNATS(t.Context(), "nats://"+s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		other.Tell(bus.Ping{Table: name})
		for told := false; !told; {
			select {
			case p := <-heard:
				if told = p.Table == name; p.What == bus.Missed { // what was told before that may be lost
					other.Tell(bus.Ping{Table: name})
				}
			case <-time.After(time.Minute):
				t.Fatalf("%s: pings do not come any more", name)
			}
		}
		other.Close()
		put := func() error { return n.Put(t.Context(), bus.Turn, name, bus.Job{Table: name}) }
		err = put()
		for late := time.Now().Add(time.Minute); err != nil && time.Now().Before(late); err = put() {
			time.Sleep(50 * time.Millisecond)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		select {
		case j := <-jobs:
			if j != name {
				t.Errorf("%s: the job of %s", name, j)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s: jobs are not done any more", name)
		}
	}
}
