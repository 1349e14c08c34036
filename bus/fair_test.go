package bus_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"atoll/bus"
)

// jobsFair: one owner with many jobs keeps nobody else waiting for more than a turn.
func jobsFair(t *testing.T, b both) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	put := func(owner string, lane bus.Lane, n int) {
		t.Helper()
		for i := range n {
			job := bus.Job{Table: owner, Step: int64(i), Owner: owner, Lane: lane}
			if err := b.Put(ctx, bus.Turn, fmt.Sprint(owner, lane, i), job); err != nil {
				t.Fatal(err)
			}
		}
	}
	put("flooder", bus.Slow, 90)
	put("nobody waits", bus.Idle, 20)
	put("ann", bus.Slow, 2)
	put("bob", bus.Slow, 1)
	const all = 90 + 20 + 2 + 1
	order := make(chan string, all)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = b.Work(ctx, bus.Turn, 1, func(_ context.Context, j bus.Job) error { order <- j.Owner; return nil })
	}()
	var got []string
	for range all {
		got = append(got, <-order)
	}
	cancel()
	<-ended
	for owner, latest := range map[string]int{"ann": 3, "bob": 3} {
		if at := slices.Index(got, owner); at < 0 || at >= latest {
			t.Errorf("%s came as number %d: %v", owner, at+1, got[:12])
		}
	}
	second := 0
	for i, o := range got {
		if o == "ann" {
			second = i
		}
	}
	if second > 5 {
		t.Errorf("ann's second job came as number %d: %v", second+1, got[:12])
	}
	idle := 0
	for _, o := range got[:40] {
		if o == "nobody waits" {
			idle++
		}
	}
	if idle < 3 || idle > 6 { // every eighth
		t.Errorf("of the first 40 jobs %d are such that nobody waits for", idle)
	}
}

// jobsQuick: who plays a beginner's bot does not wait until strong ones have ended.
func jobsQuick(t *testing.T, b both) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	const workers = 2
	thinking, think, quick := make(chan struct{}, 10), make(chan struct{}), make(chan struct{}, 10)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = b.Work(ctx, bus.Turn, workers, func(_ context.Context, j bus.Job) error {
			if j.Lane == bus.Quick {
				quick <- struct{}{}
				return nil
			}
			thinking <- struct{}{}
			<-think
			return nil
		})
	}()
	for i := range 20 {
		if err := b.Put(ctx, bus.Turn, fmt.Sprint("slow", i), bus.Job{Owner: "flooder", Lane: bus.Slow}); err != nil {
			t.Fatal(err)
		}
	}
	for range workers {
		<-thinking // every worker is at a job that does not end
	}
	for i := range 5 {
		if err := b.Put(ctx, bus.Turn, fmt.Sprint("quick", i), bus.Job{Owner: "beginner", Lane: bus.Quick}); err != nil {
			t.Fatal(err)
		}
		<-quick
	}
	if len(thinking) != 0 {
		t.Errorf("%d more strong bots think than there are workers", len(thinking))
	}
	cancel()
	close(think)
	<-ended
}
