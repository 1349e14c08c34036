package search_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"atoll/game"
	"atoll/search"
	"atoll/search/internal/toy"
)

func TestSharesAddUpToTheBudget(t *testing.T) {
	for _, nodes := range []int64{1, 7, 1000, 1001} {
		for n := 1; n <= 5; n++ {
			b := search.Budget{Nodes: nodes, Memory: 1000, Threads: n}
			var sum, memory int64
			for i := range n {
				s := b.Share(i, n)
				sum += s.Nodes
				memory += s.Memory
				if s.Threads != 1 {
					t.Errorf("a share has %d threads", s.Threads)
				}
			}
			if sum != nodes || memory > 1000 {
				t.Errorf("%d nodes on %d threads: %d nodes, %d bytes", nodes, n, sum, memory)
			}
		}
	}
}

func TestClockCountsNodes(t *testing.T) {
	c := search.NewClock(t.Context(), search.Nodes(10), 1)
	n := 1
	for c.Step() {
		n++
	}
	if n != 10 || !c.Stopped() || c.Err() != nil || c.Nodes() != 10 || c.Spent() != 1 {
		t.Errorf("stopped after %d with %v", n, c.Err())
	}
}

func TestClockStopsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := search.NewClock(t.Context(), search.Millis(100), 1)
		time.Sleep(99 * time.Millisecond)
		if !c.Step() {
			t.Error("stopped too early")
		}
		time.Sleep(time.Millisecond)
		if c.Step() || c.Err() != nil {
			t.Errorf("goes on after its time: %v", c.Err())
		}
	})
}

func TestDeadlineOfTheContextEndsTheClockBeforeIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		c := search.NewClock(ctx, search.Millis(1000), 1)
		time.Sleep(49 * time.Millisecond)
		if c.Step() {
			t.Error("goes on just before the asker leaves")
		}
		if c.Err() != nil {
			t.Errorf("a deadline is no failure: %v", c.Err())
		}
	})
}

func TestCancelledClockHasAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := search.NewClock(ctx, search.Millis(100000), 1)
	cancel()
	if c.Step() || !errors.Is(c.Err(), context.Canceled) {
		t.Errorf("%v", c.Err())
	}
}

func TestOnlyActionNeedsNoBudget(t *testing.T) {
	a, done, err := search.Check(t.Context(), toy.Nim(2, 1), 0, search.Budget{}, nil)
	if a != 1 || !done || err != nil {
		t.Errorf("%d %v %v", a, done, err)
	}
}

func TestCandidatesAreSortedBestFirst(t *testing.T) {
	list := []search.Candidate{{Action: 3, Value: 0.5}, {Action: 1, Value: 0.5}, {Action: 2, Value: 0.9}, {Action: 4, Weight: 1}}
	search.SortCandidates(list)
	for i, want := range []game.Action{4, 2, 1, 3} {
		if list[i].Action != want {
			t.Errorf("place %d has %d, not %d", i, list[i].Action, want)
		}
	}
}

func TestScoresOfAFinishedGame(t *testing.T) {
	st := toy.Start(3, game.Traits{}, []toy.Node{toy.End(1, 2, 1)})
	var v [game.MaxSeats]float64
	search.Scores(st, &v)
	if v[0] != 0.5 || v[1] != 0 || v[2] != 0.5 || math.Abs(search.Even(st)-1./3) > 1e-12 {
		t.Errorf("%v", v)
	}
}
