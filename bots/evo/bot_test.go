package evo

import (
	"math"
	"testing"
	"time"

	"go.uber.org/goleak"

	"atoll/bots"
	"atoll/bots/botstest"
	"atoll/game"
	rules "atoll/games/evo"
	"atoll/search"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSuite(t *testing.T) {
	for _, cfg := range []game.Config{
		rules.Game.MustConfigure(2), rules.Game.MustConfigure(2, "setup=line", "quiet_limit=30"), rules.Game.MustConfigure(4),
	} {
		t.Run(cfg.String(), func(t *testing.T) { botstest.Run(t, bots.NewRoster(Maker()), cfg) })
	}
}

func read(t *testing.T, text string) *rules.State {
	t.Helper()
	st := rules.Game.MustConfigure(2).New().(*rules.State)
	if err := st.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return st
}

func ask(t *testing.T, st *rules.State, nodes int64) search.Report {
	t.Helper()
	bot, err := bots.NewRoster(Maker()).Open(st.Config(), "best")
	if err != nil {
		t.Fatal(err)
	}
	rep, err := bot.Choose(t.Context(), bots.Question{View: st, Seat: st.Acting().First(), Seed: 1, Budget: search.Nodes(nodes)})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

func TestTactics(t *testing.T) {
	for _, tc := range []struct {
		name, text, want string
		nodes            int64
	}{
		{"takes a castle", "evo 2 | 41 0 S | S j1 f5W c10B | N c12 h9W i9W | -", "c10-c12", 2000},
		{"takes the last piece", "evo 2 | 41 0 S | S j1 f4W f5W | N c12 g6W | -", "f5-g6", 2000},
		{"stops the only raid", "evo 2 | 41 0 S | S j1 i1W f5W | N c12 j3B c11W | -", "", 20000},
		{"takes a castle of four", "evo 4 | 41 0 S | S j1 f5W i7C | W a3 b3W | N c12 c11W | E l10 l5W | -", "i7-l10", 2000},
		{"saves the neighbour's castle of four", "evo 4 | 41 0 S | S j1 f1W b5S | W a3 b10W c10W | N c12 a5B c11W | E l10 l5W l6W | -", "b5-a4", 20000},
	} {
		t.Run(tc.name, func(t *testing.T) {
			st := read(t, tc.text)
			rep := ask(t, st, tc.nodes)
			got := string(st.AppendAction(nil, rep.Seat, rep.Action))
			if tc.want != "" && got != tc.want && got[:min(len(got), len(tc.want))] != tc.want {
				t.Errorf("plays %s, want %s", got, tc.want)
			}
			st.Play(game.Choose(rep.Seat, rep.Action), nil)
			if tc.want == "" {
				// Nobody may be able to win with the next action.
				p := st.Position()
				for range 3 {
					if a, _ := winsNow(&p, make([]game.Action, 0, 256)); a != 0 && p.Side() != rules.South {
						t.Errorf("plays %s, and then %v wins by %s", got, p.Side(), st.AppendAction(nil, 0, a))
					}
					p.Skip()
				}
			}
		})
	}
}

// TestNoAllocation checks that search does not allocate once it is warm.
func TestNoAllocation(t *testing.T) {
	two := rules.Game.MustConfigure(2).New().(*rules.State)
	e := newEngine(&table{}, tuned())
	e.tt.size(1 << 20)
	four := rules.Game.MustConfigure(4).New().(*rules.State)
	p := newFourSearch(&table{}, &handFour)
	p.tt.size(1 << 20)
	run := func() {
		e.begin(two, search.NewClock(t.Context(), search.Nodes(3000), 256), 1, nil)
		e.run(20)
		p.begin(four, search.NewClock(t.Context(), search.Nodes(3000), 256), 1, nil)
		p.run(20)
	}
	run()
	if n := testing.AllocsPerRun(3, run); n > 4 { // the clocks and their contexts
		t.Errorf("%v allocations", n)
	}
}

// TestAccumulator compares the running sums with sums computed from scratch.
func TestAccumulator(t *testing.T) {
	r := game.NewRand(4)
	for i := range 30 {
		places := tuned()
		if i%2 == 0 {
			places = handPlaces
		}
		st := rules.Game.MustConfigure(2).New().(*rules.State)
		var acc accumulator
		p := st.Position()
		acc.refresh(places, &p)
		for st.Acting() != 0 {
			seat := st.Acting().First()
			a := st.LivelyAction(seat, r)
			before, was := st.Position(), acc
			st.Play(game.Choose(seat, a), nil)
			p := st.Position()
			_, to, _, _ := rules.Split(a)
			captured := rules.Piece(0)
			if from, _, _, _ := rules.Split(a); from != to {
				captured = before.At(to)
			}
			acc.update(places, &was, &before, a, captured)
			var want accumulator
			want.refresh(places, &p)
			if acc != want {
				t.Fatalf("after %s: %+v, want %+v", st.AppendAction(nil, seat, a), acc, want)
			}
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, players := range []int{2, 4} {
		b.Run(rules.Game.MustConfigure(players).String(), func(b *testing.B) {
			bot, err := bots.NewRoster(Maker()).Open(rules.Game.MustConfigure(players), "best:500")
			if err != nil {
				b.Fatal(err)
			}
			st := rules.Game.MustConfigure(players).New()
			var nodes, depth int64
			var seconds float64
			for b.Loop() {
				rep, err := bot.Choose(b.Context(), bots.Question{View: st, Seat: 0})
				if err != nil {
					b.Fatal(err)
				}
				nodes += rep.Nodes
				depth += int64(rep.Depth)
				seconds += rep.Elapsed.Seconds()
			}
			b.ReportMetric(float64(nodes)/seconds, "nodes/s")
			b.ReportMetric(float64(depth)/float64(b.N), "depth")
		})
	}
}

// TestTwoThreads lets two threads share a table; run it with -race.
func TestTwoThreads(t *testing.T) {
	st := rules.Game.MustConfigure(2).New().(*rules.State)
	bot, err := bots.NewRoster(Maker()).Open(st.Config(), "best")
	if err != nil {
		t.Fatal(err)
	}
	rep, err := bot.Choose(
		t.Context(),
		bots.Question{View: st, Seed: 1, Budget: search.Budget{Nodes: 20_000, Time: 2 * time.Second, Threads: 2}},
	)
	if err != nil {
		t.Fatal(err)
	}
	if !st.Legal(0, rep.Action) || rep.Nodes <= 20_000 {
		t.Errorf("%+v", rep)
	}
}

// TestChancesAmongFourDoNotDependOnWhoIsToMove: the search expects the worst of
// everybody; the judge must not tell that as a chance.
func TestChancesAmongFourDoNotDependOnWhoIsToMove(t *testing.T) {
	cfg := rules.Game.MustConfigure(4)
	j, st := newJudge(cfg), cfg.New()
	for _, do := range []string{"i2-i3=C", "a7-a8=C", "d11-e10=B", "l6-l5=C", "f1-e1=C"} {
		seat := st.Acting().First()
		rep, err := j.Decide(t.Context(), st, seat, game.NoAction, search.Nodes(3000), 1)
		if err != nil {
			t.Fatal(err)
		}
		var sum float64
		for _, v := range rep.Values[:4] {
			sum += v
			if v < 0.15 || v > 0.4 {
				t.Errorf("before %s: chances %v", do, rep.Values[:4])
			}
		}
		if math.Abs(sum-1) > 1e-6 || rep.Candidates[0].Value > rep.Values[seat]+1e-9 {
			t.Errorf("before %s: chances %v, best %+v", do, rep.Values[:4], rep.Candidates[0])
		}
		if err := game.Try(st, seat, do, nil); err != nil {
			t.Fatal(err)
		}
	}
	if two := newJudge(rules.Game.MustConfigure(2)); two != nil {
		t.Errorf("the judge for two is %T", two)
	}
}
