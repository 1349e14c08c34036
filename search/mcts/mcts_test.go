package mcts

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"go.uber.org/goleak"

	"atoll/game"
	"atoll/search"
	"atoll/search/internal/toy"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func mustSearch(t *testing.T, st game.State, s game.Seat, b search.Budget, opt Options) search.Report {
	t.Helper()
	rep, err := Search(t.Context(), st, s, b, 1, opt)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

func TestNimOfTwoIsPlayedPerfectly(t *testing.T) {
	for heap := 5; heap <= 15; heap++ {
		if heap%4 == 0 {
			continue
		}
		rep := mustSearch(t, toy.Nim(2, heap), 0, search.Nodes(8000), Options{})
		if got, want := int(rep.Action), heap%4; got != want {
			t.Errorf("heap %d: takes %d, want %d", heap, got, want)
		}
		if rep.Value() < 0.8 {
			t.Errorf("heap %d: value %.2f of a won game", heap, rep.Value())
		}
	}
}

func TestThreeSeatsEachPlayForThemselves(t *testing.T) {
	// A can let B win (1) or leave the choice to C (2), who wins by 1 and lets A win by 2.
	st := toy.Start(3, game.Traits{}, []toy.Node{
		toy.Turn(0, 1, 2, 3),
		toy.End(2, 1, 2),
		toy.Turn(2, 4, 5),
		toy.Turn(1, 5, 5, 1), // B wins by its third action
		toy.End(2, 2, 1),
		toy.End(1, 2, 2),
	})
	rep := mustSearch(t, st, 0, search.Nodes(3000), Options{})
	for _, c := range rep.Candidates {
		if c.Value > 0.2 {
			t.Errorf("action %d has value %.2f, but every reply wins for another", c.Action, c.Value)
		}
	}
}

func TestChanceIsWeighed(t *testing.T) {
	good := toy.Chance(3, 4)
	good.Weights = []uint32{7, 3}
	bad := toy.Chance(3, 4)
	bad.Weights = []uint32{6, 4}
	st := toy.Start(2, game.Traits{Chance: true}, []toy.Node{toy.Turn(0, 1, 2), bad, good, toy.End(1, 2), toy.End(2, 1)})
	rep := mustSearch(t, st, 0, search.Nodes(20000), Options{})
	if rep.Action != 2 {
		t.Errorf("chose %d", rep.Action)
	}
	if math.Abs(rep.Value()-0.7) > 0.03 || math.Abs(rep.Values[1]-0.3) > 0.03 {
		t.Errorf("values %v, want 0.7 and 0.3", rep.Values[:2])
	}
}

// hidden: B's secret coin (1 or 2) is not seen by A, who guesses it or takes a sure share.
func hidden(truth int) game.State {
	a, b := toy.Turn(0, 3, 4, 5), toy.Turn(0, 4, 3, 5)
	a.Set[0], b.Set[0] = []int{1, 2}, []int{1, 2}
	st := toy.Start(2, game.Traits{Hidden: true}, []toy.Node{
		toy.Turn(1, 1, 2), a, b, toy.End(1, 2), toy.End(2, 1), toy.End(1, 1),
	})
	st.Play(game.Choose(1, game.Action(truth)), nil)
	return st
}

func TestHiddenThingsDoNotLeak(t *testing.T) {
	for seed := range uint64(5) {
		var reps [2]search.Report
		for i := range reps {
			rep, err := Search(t.Context(), game.Look(hidden(i+1), game.SeatViewer(0)), 0, search.Nodes(500), seed, Options{})
			if err != nil {
				t.Fatal(err)
			}
			reps[i] = rep
		}
		if reps[0].Action != reps[1].Action || reps[0].Value() != reps[1].Value() {
			t.Errorf("seed %d: %v and %v", seed, reps[0].Candidates, reps[1].Candidates)
		}
		for _, c := range reps[0].Candidates {
			if math.Abs(c.Value-0.5) > 0.15 {
				t.Errorf("seed %d: a guess is worth %.2f", seed, c.Value)
			}
		}
	}
}

func TestSimultaneousChoicesAreDecoupled(t *testing.T) {
	// The third row wins against everything.
	st := toy.Matrix([][]uint8{{1, 2, 2}, {2, 1, 2}, {1, 1, 1}, {2, 2, 1}})
	rep := mustSearch(t, st, 0, search.Nodes(3000), Options{Mix: true})
	if rep.Action != 3 || rep.Value() < 0.8 {
		t.Errorf("chose %d worth %.2f", rep.Action, rep.Value())
	}
	var sum float64
	for _, c := range rep.Candidates {
		sum += c.Weight
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("weights sum to %v", sum)
	}
}

func TestSameSeedSameAnswer(t *testing.T) {
	for _, threads := range []int{1, 3} {
		b := search.Budget{Nodes: 999, Threads: threads}
		first := mustSearch(t, toy.Nim(3, 30), 0, b, Options{})
		if first.Nodes != 999 {
			t.Errorf("%d threads: %d nodes", threads, first.Nodes)
		}
		again := mustSearch(t, toy.Nim(3, 30), 0, b, Options{})
		for i, c := range first.Candidates {
			if again.Candidates[i] != c {
				t.Errorf("%d threads: %v, then %v", threads, c, again.Candidates[i])
			}
		}
	}
}

func TestBadInput(t *testing.T) {
	nim := toy.Nim(2, 9)
	over := toy.Nim(2, 1)
	over.Play(game.Choose(0, 1), nil)
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
		st   game.State
		seat game.Seat
		b    search.Budget
		want error
	}{
		{"game over", t.Context(), over, 0, search.Nodes(1), search.ErrOver},
		{"no choice", t.Context(), nim, 1, search.Nodes(1), search.ErrNoChoice},
		{"no such seat", t.Context(), nim, 5, search.Nodes(1), search.ErrNoChoice},
		{"nature", t.Context(), nim, game.Nature, search.Nodes(1), search.ErrNoChoice},
		{"budget 0", t.Context(), nim, 0, search.Budget{}, search.ErrBudget},
		{"nodes -1", t.Context(), nim, 0, search.Nodes(-1), search.ErrBudget},
		{"time -1", t.Context(), nim, 0, search.Millis(-1), search.ErrBudget},
		{"memory -1", t.Context(), nim, 0, search.Budget{Nodes: 1, Memory: -1}, search.ErrBudget},
		{"threads -1", t.Context(), nim, 0, search.Budget{Nodes: 1, Threads: -1}, search.ErrBudget},
		{"cancelled", stopped, nim, 0, search.Nodes(1), context.Canceled},
	} {
		if _, err := Search(c.ctx, c.st, c.seat, c.b, 1, Options{}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	only := toy.Nim(2, 1)
	if rep, err := Search(t.Context(), only, 0, search.Budget{}, 1, Options{}); err != nil || rep.Action != 1 {
		t.Errorf("the only action: %v, %v", rep.Action, err)
	}
}

func TestCancelStopsAllThreads(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		_, err := Search(ctx, toy.Nim(2, 100), 0, search.Budget{Time: time.Hour, Threads: 2}, 1, Options{})
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestDeadlineOfTheContextIsABudget(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if rep, err := Search(ctx, toy.Nim(2, 50), 0, search.Budget{Time: time.Hour}, 1, Options{}); err != nil || rep.Nodes == 0 {
		t.Errorf("%v after %d nodes", err, rep.Nodes)
	}
}

func TestMemoryCapHolds(t *testing.T) {
	const limit = 4096
	s := New(Options{})
	rep, err := s.Search(t.Context(), toy.Nim(2, 60), 0, search.Budget{Nodes: 5000, Memory: limit}, 1)
	if err != nil {
		t.Fatal(err)
	}
	tr := s.trees[0]
	used := len(tr.nodes)*nodeBytes + len(tr.tables)*tableBytes + len(tr.arms)*armBytes
	if used > limit+1024 || rep.Nodes != 5000 {
		t.Errorf("%d bytes after %d nodes", used, rep.Nodes)
	}
}

func TestIterationsDoNotAllocate(t *testing.T) {
	tr := &tree{}
	tr.reset(Options{}.withDefaults(), toy.Nim(2, 40), 1<<16, game.NewRand(1))
	for range 5000 {
		tr.iterate()
	}
	if n := testing.AllocsPerRun(200, tr.iterate); n != 0 {
		t.Errorf("%v allocations in an iteration", n)
	}
}

func TestEvaluatorReplacesPlayouts(t *testing.T) {
	calls := 0
	ev := search.EvaluatorFunc(func(st game.State, scores *[game.MaxSeats]float64) {
		calls++
		scores[0], scores[1] = 0.25, 0.75
	})
	rep := mustSearch(t, toy.Nim(2, 200), 0, search.Nodes(100), Options{Evaluator: ev, Playout: -1})
	if calls != 100 || math.Abs(rep.Value()-0.25) > 1e-9 {
		t.Errorf("%d calls, value %v", calls, rep.Value())
	}
}

func BenchmarkIterate(b *testing.B) {
	tr := &tree{}
	tr.reset(Options{}.withDefaults(), toy.Nim(2, 60), 1<<24, game.NewRand(1))
	b.ReportAllocs()
	for b.Loop() {
		tr.iterate()
	}
}
