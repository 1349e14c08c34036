package bus_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"atoll/bus"
)

type both interface {
	bus.Pings
	bus.Jobs
}

func natsServer(t *testing.T) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the NATS server does not come up")
	}
	return s.ClientURL()
}

// TestBus is the suite that both ways of carrying must pass.
func TestBus(t *testing.T) {
	kinds := map[string]func(*testing.T) both{
		"local": func(*testing.T) both { return bus.NewLocal() },
		"nats": func(t *testing.T) both {
			n, err := bus.DialNATS(t.Context(), natsServer(t))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(n.Close)
			return n
		},
	}
	for name, open := range kinds {
		t.Run(name+"/every listener hears every ping in order", func(t *testing.T) { pingsArrive(t, open(t)) })
		t.Run(name+"/one worker gets a job", func(t *testing.T) { jobsOnce(t, open(t)) })
		t.Run(name+"/kinds of jobs do not stand in each other's way", func(t *testing.T) { jobsApart(t, open(t)) })
		t.Run(name+"/owners take turns", func(t *testing.T) { jobsFair(t, open(t)) })
		t.Run(name+"/quick jobs do not wait for slow ones", func(t *testing.T) { jobsQuick(t, open(t)) })
		t.Run(name+"/a failed job is given out again, not for ever", func(t *testing.T) { jobsRetry(t, open(t)) })
	}
}

func pingsArrive(t *testing.T, b both) {
	const n = 500
	var mu sync.Mutex
	heard := map[int][]int64{}
	all := make(chan struct{}, 2)
	for ear := range 2 {
		stop, err := b.Hear(func(p bus.Ping) {
			mu.Lock()
			defer mu.Unlock()
			heard[ear] = append(heard[ear], p.Seq)
			if p.Seq == n-1 {
				all <- struct{}{}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		defer stop()
	}
	for i := range n {
		b.Tell(bus.Ping{Table: "t", Seq: int64(i)})
	}
	<-all
	<-all
	for ear := range 2 {
		for i := range n {
			if heard[ear][i] != int64(i) {
				t.Fatalf("ear %d heard %d as number %d", ear, heard[ear][i], i)
			}
		}
	}
}

// TestOtherNodesHearInOrder: many who tell at once share messages. Everything arrives, and what one
// of them told stays in order.
func TestOtherNodesHearInOrder(t *testing.T) {
	address := natsServer(t)
	var nodes [2]*bus.NATS
	for i := range nodes {
		n, err := bus.DialNATS(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(n.Close)
		nodes[i] = n
	}
	const tellers, n = 8, 500
	heard := make(chan bus.Ping, tellers*n)
	stop, err := nodes[1].Hear(func(p bus.Ping) { heard <- p })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	var wg sync.WaitGroup
	for i := range tellers {
		wg.Go(func() {
			for k := range n {
				nodes[0].Tell(bus.Ping{Table: fmt.Sprint("t", i), Seq: int64(k + 1), News: make([]byte, 300)})
			}
		})
	}
	wg.Wait()
	for late := time.Now().Add(2 * time.Minute); nodes[0].Flush(t.Context()) != nil; { // it waits by itself
		if time.Now().After(late) {
			t.Fatal("what was told never reaches the bus")
		}
	}
	latest := map[string]int64{}
	for range tellers * n {
		select {
		case p := <-heard:
			if p.Seq != latest[p.Table]+1 || len(p.News) != 300 {
				t.Fatalf("after ping %d of %s came %d", latest[p.Table], p.Table, p.Seq)
			}
			latest[p.Table] = p.Seq
		case <-time.After(2 * time.Minute):
			t.Fatalf("heard %v and no more", latest)
		}
	}
}

func jobsOnce(t *testing.T, b both) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	const n = 50
	got := make(chan bus.Job, 4*n)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			_ = b.Work(ctx, bus.Turn, 2, func(_ context.Context, j bus.Job) error { got <- j; return nil })
		})
	}
	for i := range n {
		for range 2 { // the second is a duplicate
			if err := b.Put(ctx, bus.Turn, fmt.Sprint("job ", i), bus.Job{Table: "t", Step: int64(i), Seat: 1, Level: 3}); err != nil {
				t.Fatal(err)
			}
		}
	}
	seen := map[int64]int{}
	for range n {
		j := <-got
		seen[j.Step]++
		if j.Table != "t" || j.Seat != 1 || j.Level != 3 {
			t.Fatalf("job arrived as %+v", j)
		}
	}
	cancel()
	wg.Wait()
	if len(seen) != n || len(got) != 0 {
		t.Fatalf("%d of %d jobs done, %d too many", len(seen), n, len(got))
	}
}

func jobsApart(t *testing.T, b both) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, k := range bus.Kinds { // the same id in each
		if err := b.Put(ctx, k, "one", bus.Job{Table: string(k)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Put(ctx, "gardening", "one", bus.Job{}); err == nil {
		t.Error("a kind that is not there was taken")
	}
	got, stuck := make(chan string, 10), make(chan struct{})
	var wg sync.WaitGroup
	for _, k := range bus.Kinds {
		wg.Go(func() {
			_ = b.Work(ctx, k, 1, func(_ context.Context, j bus.Job) error {
				if j.Table != string(k) {
					t.Errorf("a worker for %s got a job for %s", k, j.Table)
				}
				got <- j.Table
				<-stuck // a worker that takes long holds up only its own kind
				return nil
			})
		})
	}
	for range bus.Kinds {
		<-got
	}
	close(stuck)
	cancel()
	wg.Wait()
	if len(got) != 0 {
		t.Errorf("%d jobs too many", len(got))
	}
}

func jobsRetry(t *testing.T, b both) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	tries := make(chan int64, 100)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = b.Work(ctx, bus.Analysis, 1, func(_ context.Context, j bus.Job) error {
			tries <- j.Step
			if j.Step == 0 {
				return errors.New("not this one")
			}
			return nil
		})
	}()
	if err := b.Put(ctx, bus.Analysis, "bad", bus.Job{Step: 0}); err != nil {
		t.Fatal(err)
	}
	for i := range bus.Deliveries {
		if s := <-tries; s != 0 {
			t.Fatalf("try %d was of job %d", i, s)
		}
	}
	if err := b.Put(ctx, bus.Analysis, "good", bus.Job{Step: 1}); err != nil {
		t.Fatal(err)
	}
	if s := <-tries; s != 1 {
		t.Fatalf("the bad job was given out more than %d times", bus.Deliveries)
	}
	cancel()
	<-ended
}
