package expectimax

import (
	"context"
	"errors"
	"math"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"atoll/game"
	"atoll/search"
	"atoll/search/internal/toy"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func even(st game.State, scores *[game.MaxSeats]float64) {
	for s := range st.Config().Players {
		scores[s] = search.Even(st)
	}
}

// randomTree draws a tree game with chance, and ends of every kind.
func randomTree(t *rapid.T, players int) game.State {
	var nodes []toy.Node
	var grow func(depth int) int
	grow = func(depth int) int {
		at := len(nodes)
		nodes = append(nodes, toy.Node{})
		if depth == 0 || depth < 4 && rapid.IntRange(0, 5).Draw(t, "end") == 0 {
			var rank [6]uint8
			for s := range players {
				rank[s] = uint8(rapid.IntRange(1, 2).Draw(t, "rank"))
			}
			rank[rapid.IntRange(0, players-1).Draw(t, "winner")] = 1
			nodes[at] = toy.End(rank[:]...)
			return at
		}
		var next []int
		for range rapid.IntRange(1, 3).Draw(t, "width") {
			next = append(next, grow(depth-1))
		}
		if depth < 5 && rapid.IntRange(0, 2).Draw(t, "chance") == 0 {
			nodes[at] = toy.Chance(next...)
			for i := range nodes[at].Weights {
				nodes[at].Weights[i] = uint32(rapid.IntRange(1, 5).Draw(t, "weight"))
			}
			return at
		}
		who := 0
		if depth < 5 {
			who = rapid.IntRange(0, players-1).Draw(t, "seat")
		}
		nodes[at] = toy.Turn(game.Seat(who), next...)
		return at
	}
	grow(5)
	return toy.Start(players, game.Traits{Chance: true}, nodes)
}

// reference is the plain recursion.
func reference(st game.State, hero game.Seat, paranoid bool) (v [game.MaxSeats]float64) {
	acting := st.Acting()
	if acting == 0 {
		search.Scores(st, &v)
		return v
	}
	s := acting.First()
	best := math.Inf(-1)
	// The same arithmetic as the search: max^n breaks ties by the last bit.
	var total float64
	if s == game.Nature {
		for _, a := range st.AppendActions(nil, s) {
			total += float64(st.Weight(a))
		}
	}
	for _, a := range st.AppendActions(nil, s) {
		next := st.Copy()
		next.Play(game.Choose(s, a), nil)
		sub := reference(next, hero, paranoid)
		if s == game.Nature {
			p := float64(st.Weight(a)) / total
			for i := range v {
				v[i] += p * sub[i]
			}
			continue
		}
		worth := sub[s]
		if paranoid && s != hero {
			worth = -sub[hero]
		}
		if worth > best {
			best, v = worth, sub
		}
	}
	return v
}

func TestAgreesWithPlainRecursion(t *testing.T) {
	for _, c := range []struct {
		name    string
		players int
		model   Model
	}{{"two seats", 2, Paranoid}, {"three seats, paranoid", 3, Paranoid}, {"three seats, each for itself", 3, MaxN}} {
		t.Run(c.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				st := randomTree(t, c.players)
				if st.Acting() != game.Only(0) || game.Count(st, 0) < 2 {
					return
				}
				rep, err := Search(context.Background(), st, 0, search.Nodes(1<<14), search.EvaluatorFunc(even), Options{Model: c.model, Margin: 1})
				if err != nil {
					t.Fatal(err)
				}
				for _, cand := range rep.Candidates {
					next := st.Copy()
					next.Play(game.Choose(0, cand.Action), nil)
					if want := reference(next, 0, c.model == Paranoid)[0]; math.Abs(cand.Value-want) > 1e-6 {
						t.Fatalf("action %d: %v, want %v", cand.Action, cand.Value, want)
					}
				}
				// Without a margin only the best need be exact.
				quick, err := Search(context.Background(), st, 0, search.Nodes(1<<14), search.EvaluatorFunc(even), Options{Model: c.model})
				if err != nil || math.Abs(quick.Value()-rep.Value()) > 1e-6 {
					t.Fatalf("%v, want %v, %v", quick.Value(), rep.Value(), err)
				}
				split, err := Search(context.Background(), st, 0, search.Budget{Nodes: 1 << 14, Threads: 2}, search.EvaluatorFunc(even), Options{Model: c.model})
				if err != nil || math.Abs(split.Value()-rep.Value()) > 1e-6 {
					t.Fatalf("two threads: %v, want %v, %v", split.Value(), rep.Value(), err)
				}
			})
		})
	}
}

func TestNimWithTinyBudgets(t *testing.T) {
	for n := int64(1); n < 200; n++ {
		rep, err := Search(t.Context(), toy.Nim(2, 15), 0, search.Nodes(n), search.EvaluatorFunc(even), Options{})
		if err != nil || rep.Action < 1 || rep.Action > 3 {
			t.Fatalf("%d nodes: %d, %v", n, rep.Action, err)
		}
	}
	rep, err := Search(t.Context(), toy.Nim(2, 15), 0, search.Nodes(100000), search.EvaluatorFunc(even), Options{})
	if err != nil || rep.Action != 3 || rep.Value() != 1 {
		t.Errorf("takes %d worth %v, %v", rep.Action, rep.Value(), err)
	}
}

func TestRefusals(t *testing.T) {
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	ev := search.EvaluatorFunc(even)
	if _, err := Search(stopped, toy.Nim(2, 9), 0, search.Nodes(9), ev, Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := Search(t.Context(), toy.Matrix([][]uint8{{1, 2}, {2, 1}}), 0, search.Nodes(9), ev, Options{}); !errors.Is(err, ErrUnfit) {
		t.Error(err)
	}
	if _, err := Search(t.Context(), toy.Nim(2, 9), 0, search.Nodes(-1), ev, Options{}); !errors.Is(err, search.ErrBudget) {
		t.Error(err)
	}
}
