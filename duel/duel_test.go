package duel

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"atoll/bots"
	"atoll/examples/tictactoe"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func match(a, b string, games int) Match {
	return Match{Roster: bots.NewRoster(), Config: tictactoe.Game.MustConfigure(2), A: a, B: b, Games: games, Seed: 7, Workers: 2}
}

func TestStrongerWins(t *testing.T) {
	m := match("mcts:300n", "random", 40)
	var kept []int
	m.Keep = func(g Game) error { kept = append(kept, g.Number); return nil }
	calls := 0
	m.Progress = func(s Standing) { calls++ }
	s, err := Run(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if s.Games != 40 || s.Wins+s.Shared+s.Lost != 40 || s.Score() < 0.85 || calls != 40 {
		t.Errorf("%+v after %d calls", s, calls)
	}
	if !slices.IsSorted(kept) || len(kept) != 40 {
		t.Errorf("games were kept in the order %v", kept)
	}
	if low, high := s.Interval(); !(low < s.Score() && s.Score() <= high) {
		t.Errorf("%v is not between %v and %v", s.Score(), low, high)
	}
}

func TestSameSeedSameMatch(t *testing.T) {
	var texts [2]string
	for i := range texts {
		m := match("level2:40n", "mcts:60n", 9)
		m.Keep = func(g Game) error {
			for _, e := range g.Record.Events {
				texts[i] += e.Do + " "
			}
			return nil
		}
		if _, err := Run(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	if texts[0] != texts[1] || texts[0] == "" {
		t.Errorf("%q, then %q", texts[0], texts[1])
	}
}

func TestSeatsAreSwapped(t *testing.T) {
	m := match("random", "greedy", 6)
	m.Workers = 1
	var seats []int
	m.Keep = func(g Game) error { seats = append(seats, int(g.ASeat)); return nil }
	if _, err := Run(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(seats, []int{0, 1, 0, 1, 0, 1}) {
		t.Errorf("A sat on %v", seats)
	}
}

func TestSequentialTestStops(t *testing.T) {
	m := match("mcts:200n", "random", 4000)
	m.SPRT = &SPRT{Elo0: 0, Elo1: 50}
	s, err := Run(t.Context(), m)
	if err != nil || s.Verdict != Accepted || s.Games >= 1000 {
		t.Errorf("%v after %d games: %v", s.Verdict, s.Games, err)
	}
	m.A, m.B = m.B, m.A
	s, err = Run(t.Context(), m)
	if err != nil || s.Verdict != Rejected || s.Games >= 1000 {
		t.Errorf("%v after %d games: %v", s.Verdict, s.Games, err)
	}
}

func TestRefusals(t *testing.T) {
	for name, change := range map[string]func(*Match){
		"1 to 1000000 games": func(m *Match) { m.Games = 0 },
		"no bot is named":    func(m *Match) { m.B = "nobody" },
		"elo0 below elo1":    func(m *Match) { m.SPRT = &SPRT{5, 5} },
		"threads":            func(m *Match) { m.Threads = -1 },
	} {
		m := match("random", "random", 2)
		change(&m)
		if _, err := Run(t.Context(), m); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCancelledMatchReturnsWhatWasPlayed(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := match("random", "random", 100000)
	m.Progress = func(s Standing) {
		if s.Games == 5 {
			cancel()
		}
	}
	s, err := Run(ctx, m)
	if !errors.Is(err, context.Canceled) || s.Games < 5 || s.Games > 10 {
		t.Errorf("%d games: %v", s.Games, err)
	}
}

func TestWilsonAgainstKnownValues(t *testing.T) {
	// Newcombe 1998, table I: 81 of 263 and 0 of 20.
	for _, c := range []struct{ x, n, low, high float64 }{{81, 263, 0.2553, 0.3662}, {0, 20, 0, 0.1611}, {30, 30, 0.8865, 1}} {
		low, high := Wilson(c.x, c.n)
		if math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%v of %v: %.4f to %.4f", c.x, c.n, low, high)
		}
	}
}

func TestCleanSweepHasNoUpperElo(t *testing.T) {
	s := Standing{Seats: 2, Games: 30, Points: 30}
	if elo, low, high := s.Elo(); !math.IsInf(elo, 1) || !math.IsInf(high, 1) || low < 300 {
		t.Errorf("%v from %v to %v", elo, low, high)
	}
}

func TestEloOfEqualsIsZero(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		if e := Elo(1/float64(seats), seats); math.Abs(e) > 1e-9 {
			t.Errorf("%d seats: %v", seats, e)
		}
		if s := Score(Elo(0.37, seats), seats); math.Abs(s-0.37) > 1e-9 {
			t.Errorf("%d seats: score %v", seats, s)
		}
	}
	if e := Elo(0.75, 2); math.Abs(e-190.848) > 1e-2 {
		t.Errorf("75 %% is %v", e)
	}
}

func TestPairIsTheScoreOfTwo(t *testing.T) {
	for _, seats := range []int{2, 3, 4, 6} {
		if p := Pair(1/float64(seats), seats); math.Abs(p-.5) > 1e-9 {
			t.Errorf("%d seats: equals have %v", seats, p)
		}
		if p := Pair(.4, seats); math.Abs(Elo(p, 2)-Elo(.4, seats)) > 1e-9 {
			t.Errorf("%d seats: %v is another strength than 0.4", seats, p)
		}
	}
	if Pair(0, 4) != 0 || Pair(1, 4) != 1 {
		t.Error("the ends move")
	}
}

func TestClaimsAreComparedWithResults(t *testing.T) {
	var r Reliability
	for i := range 10 {
		got := 0.0
		if i < 8 {
			got = 1
		}
		r.add(.8, got)
	}
	r.add(1, 0) // sure and wrong: costly, not infinitely so
	if r.Bands[8].Claims != 10 || r.Bands[9].Claims != 1 || math.Abs(r.Error()-1./11) > 1e-9 {
		t.Errorf("%+v, error %v", r.Bands, r.Error())
	}
	want := (8*-math.Log(.8) + 2*-math.Log(.2) - math.Log(leastSaid)) / 11
	if loss, base := r.LogLoss(); math.Abs(loss-want) > 1e-9 || base <= 0 || base >= math.Ln2 {
		t.Errorf("loss %v, want %v; base %v", loss, want, base)
	}
	if !strings.Contains(r.Markdown(), "| said % | 80 | 100 |\n|---|---:|---:|\n| got % | 80 | 0 |") {
		t.Error(r.Markdown())
	}
	s, err := Run(t.Context(), match("mcts:100n", "mcts:100n", 10))
	if err != nil || s.Claims.Claims < 40 {
		t.Errorf("%d claims in ten games, %v", s.Claims.Claims, err)
	}
}
