package alphabeta

import (
	"context"
	"errors"
	"testing"
	"time"

	"go.uber.org/goleak"

	"atoll/examples/tictactoe"
	"atoll/game"
	"atoll/search"
	"atoll/search/internal/toy"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type blank struct{}

func (blank) Evaluate(game.State, game.Seat) int { return 0 }

func TestNimIsSolved(t *testing.T) {
	for _, opt := range []Options{{}, {NoReductions: true}} {
		for heap := 2; heap <= 30; heap++ {
			rep, err := Search(t.Context(), toy.Nim(2, heap), 0, search.Nodes(40000), blank{}, opt)
			if err != nil {
				t.Fatal(err)
			}
			want := 1.0
			if heap%4 == 0 {
				want = 0
			}
			if rep.Value() != want {
				t.Errorf("heap %d: value %v, want %v at depth %d", heap, rep.Value(), want, rep.Depth)
			}
			if heap%4 != 0 && int(rep.Action) != heap%4 {
				t.Errorf("heap %d: takes %d", heap, rep.Action)
			}
		}
	}
}

// minimax is the plain reference.
func minimax(st game.State, s game.Seat) float64 {
	acting := st.Acting()
	if acting == 0 {
		return st.Result().Score(s, 2)
	}
	who := acting.First()
	best := -1.0
	for _, a := range st.AppendActions(nil, who) {
		next := st.Copy()
		next.Play(game.Choose(who, a), nil)
		v := minimax(next, s)
		if who != s {
			v = 1 - v
		}
		best = max(best, v)
	}
	if who != s {
		return 1 - best
	}
	return best
}

func TestAgreesWithMinimaxOnTicTacToe(t *testing.T) {
	r := game.NewRand(3)
	s := New(blank{}, Options{})
	for range 60 {
		st := tictactoe.Game.MustConfigure(2).New()
		for range 2 + r.Intn(4) {
			if st.Acting() != 0 {
				who := st.Acting().First()
				a, _ := game.Sample(st, who, r, nil)
				st.Play(game.Choose(who, a), nil)
			}
		}
		if st.Acting() == 0 {
			continue
		}
		who := st.Acting().First()
		rep, err := s.Search(t.Context(), st, who, search.Nodes(1<<16))
		if err != nil {
			t.Fatal(err)
		}
		if want := minimax(st, who); rep.Value() != want {
			t.Errorf("%s: %v, want %v", st.AppendText(nil), rep.Value(), want)
		}
		st.Play(game.Choose(who, rep.Action), nil)
		if got := minimax(st, who); got != rep.Value() {
			t.Errorf("the action leads to %v, not %v", got, rep.Value())
		}
	}
}

func TestASeatMayActTwice(t *testing.T) {
	// A acts, then A again: only 2 then 1 wins.
	st := toy.Start(2, game.Traits{}, []toy.Node{
		toy.Turn(0, 1, 2), toy.Turn(0, 4, 4), toy.Turn(0, 3, 4), toy.End(1, 2), toy.End(2, 1),
	})
	rep, err := Search(t.Context(), st, 0, search.Nodes(1000), blank{}, Options{})
	if err != nil || rep.Action != 2 || rep.Value() != 1 {
		t.Errorf("%d worth %v, %v", rep.Action, rep.Value(), err)
	}
}

func TestSameBudgetSameAnswer(t *testing.T) {
	var first search.Report
	s := New(blank{}, Options{})
	for i := range 3 {
		rep, err := s.Search(t.Context(), tictactoe.Game.MustConfigure(2).New(), 0, search.Nodes(3000))
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = rep
		} else if rep.Action != first.Action || rep.Depth != first.Depth || rep.Nodes != first.Nodes {
			t.Errorf("%+v, then %+v", first, rep)
		}
	}
}

func TestThreadsShareTheTable(t *testing.T) {
	st := toy.Nim(2, 30)
	rep, err := Search(t.Context(), st, 0, search.Budget{Nodes: 120000, Threads: 3, Memory: 1 << 20}, blank{}, Options{})
	if err != nil || rep.Action != 2 || rep.Value() != 1 {
		t.Errorf("%d worth %v, %v", rep.Action, rep.Value(), err)
	}
}

func TestTinyBudgetsStillAnswer(t *testing.T) {
	for n := int64(1); n < 40; n++ {
		rep, err := Search(t.Context(), toy.Nim(2, 11), 0, search.Nodes(n), blank{}, Options{})
		if err != nil || rep.Action < 1 || rep.Action > 3 {
			t.Errorf("%d nodes: %d, %v", n, rep.Action, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Search(stopped, toy.Nim(2, 9), 0, search.Nodes(9), blank{}, Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := Search(t.Context(), toy.Nim(3, 9), 0, search.Nodes(9), blank{}, Options{}); !errors.Is(err, ErrUnfit) {
		t.Error(err)
	}
	if _, err := Search(t.Context(), toy.Nim(2, 9), 0, search.Budget{}, blank{}, Options{}); !errors.Is(err, search.ErrBudget) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() { time.Sleep(5 * time.Millisecond); cancel() }()
	if _, err := Search(ctx, toy.Nim(2, 120), 0, search.Budget{Time: time.Hour, Threads: 2}, blank{}, Options{NoReductions: true}); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestSearchDoesNotAllocateInside(t *testing.T) {
	s := New(blank{}, Options{})
	run := func(nodes int64) float64 {
		st := tictactoe.Game.MustConfigure(2).New()
		return testing.AllocsPerRun(3, func() {
			if _, err := s.Search(t.Context(), st, 0, search.Budget{Nodes: nodes, Memory: 1 << 16}); err != nil {
				t.Fatal(err)
			}
		})
	}
	run(20000)
	if few, many := run(2000), run(20000); many > few+2 {
		t.Errorf("%v allocations for 2,000 nodes, %v for 20,000", few, many)
	}
}
