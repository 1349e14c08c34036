package earthquake

import (
	"math"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"atoll/bots"
	"atoll/bots/botstest"
	"atoll/game"
	rules "atoll/games/earthquake"
	"atoll/search"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSuite(t *testing.T) {
	for _, players := range rules.Game.Players {
		t.Run(rules.Game.SeatNames(players)[players-1], func(t *testing.T) {
			botstest.Run(t, bots.NewRoster(Maker()), rules.Game.MustConfigure(players))
		})
	}
}

// small is a table for two on 19 hexes, on which endings come soon.
var small = rules.Game.MustConfigure(2, "area=19")

// scene makes a position from the stacks that are not empty; every unnamed tile
// is put away.
func scene(t testing.TB, turn, explorers, tiles string) *rules.State {
	t.Helper()
	st, ok := tryScene(turn, explorers, tiles)
	if !ok {
		t.Fatalf("no position: %s | %s | %s", turn, explorers, tiles)
	}
	return st
}

func tryScene(turn, explorers, tiles string) (*rules.State, bool) {
	given := map[string]string{}
	pool := []int{4, 8, 8, 9, 8, 4, 2, 1, 7, 7, 7, 7, 7, 7, 7, 7}
	const letters = "RLSDBJPT"
	count := func(tile string) {
		switch {
		case tile == "V":
			pool[0]--
		case tile == "H":
			pool[1]--
		case tile[0] == 'C':
			pool[len(tile)]--
		case strings.Contains(letters, tile):
			pool[8+strings.Index(letters, tile)]--
		}
	}
	for _, word := range strings.Fields(tiles) {
		hex, list, _ := strings.Cut(word, ":")
		given[hex] = list
		for _, tile := range strings.Split(list, ",") {
			if tile != "" {
				count(tile)
			}
		}
	}
	for _, word := range strings.Fields(explorers) {
		if word[2] != '-' {
			count(word[2:3])
		}
	}
	var words []string
	for rest := rules.AreaOf(small); rest != 0; rest &= rest - 1 {
		hex := rest.First().String()
		words = append(words, hex+":"+given[hex])
	}
	leads := []string{"V", " H", " C", ",", ",", ",", ",", ",", " R", " L", " S", " D", " B", " J", " P", " T"}
	left := ""
	for i, n := range pool {
		left += leads[i] + string(rune('0'+n))
	}
	st := small.New().(*rules.State)
	text := small.String() + " | 5 " + turn + " | " + explorers + " | " + strings.Join(words, " ") + " | " + left
	return st, st.UnmarshalText([]byte(text)) == nil
}

func ask(t testing.TB, st *rules.State, nodes int64) (string, search.Report) {
	t.Helper()
	s := st.Actor()
	bot, err := bots.NewRoster(Maker()).Open(st.Config(), "best")
	if err != nil {
		t.Fatal(err)
	}
	rep, err := bot.Choose(
		t.Context(),
		bots.Question{View: game.Look(st, game.SeatViewer(s)), Seat: s, Seed: 1, Budget: search.Nodes(nodes)},
	)
	if err != nil {
		t.Fatal(err)
	}
	return string(st.AppendAction(nil, s, rep.Action)), rep
}

func TestTactics(t *testing.T) {
	for _, tc := range []struct{ name, turn, explorers, tiles, want string }{
		{"drown who is in water", "2 go", "d5- d4D", "d4:?,?,R c4:?,L e5:?,H d3:?,S", "dynamite d5"},
		{"push into open water", "2 after", "d5- d4P", "d4:?,?,R d5:R,S c4:?,L e4:?,B", "push d5"},
		{"sandbag instead of water", "2 crack", "b2- d4S", "b2:?,?,R d4:C0", "sandbag"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got, rep := ask(t, scene(t, tc.turn, tc.explorers, tc.tiles), 3000); got != tc.want {
				t.Errorf("answers %s (%.2f), want %s", got, rep.Value(), tc.want)
			}
		})
	}
}

// brute is the exact chance of seat s, every outcome counted by itself.
func brute(p rules.Position, s game.Seat) float64 {
	actor := p.Actor()
	if actor < 0 {
		if p.In(s) {
			return 1
		}
		return 0
	}
	var sum, total float64
	best := -1.0
	for _, a := range p.AppendActions(nil, actor) {
		next := p
		next.Do(a, nil)
		x := brute(next, s)
		w := float64(p.Weight(a))
		sum, total = sum+w*x, total+w
		if actor != s {
			x = 1 - x
		}
		best = max(best, x)
	}
	switch {
	case actor == game.Nature:
		return sum / total
	case actor == s:
		return best
	}
	return 1 - best
}

func TestSolverAgreesWithBruteForce(t *testing.T) {
	for _, st := range []*rules.State{
		scene(t, "2 go", "d5- d4-", "d4:R d5:H d6:C3"),
		scene(t, "2 go", "d5- d4-", "d4:?,C0 d5:R c4:C2"),
		scene(t, "2 go", "d5L d4D", "d4:S d5:C3 c4:C25"),
		scene(t, "2 go", "b2J d4-", "b2:?,S d4:C1 c3:H"),
	} {
		var v solver
		s := st.Actor()
		if !solvable(&st.Position) {
			t.Fatal("not even tried")
		}
		list, ok := v.solve(&st.Position, s, 1e6, search.NewClock(t.Context(), search.Nodes(1), 1))
		if !ok {
			t.Fatal("not solved")
		}
		for _, c := range list {
			next := st.Position
			next.Do(c.Action, nil)
			if want := brute(next, s); math.Abs(c.Value-want) > 1e-5 {
				t.Errorf("%s\n%s is worth %.5f, by brute force %.5f", st.AppendText(nil), st.AppendAction(nil, s, c.Action), c.Value, want)
			}
		}
	}
}

func TestSearchDoesNotAllocate(t *testing.T) {
	st := scene(t, "2 go", "d5- d4D", "d4:?,?,R c4:?,L e5:?,H d3:?,S d5:?,?,?,C0 e4:?,?,J")
	tr := &tree{net: trained(), opt: tuned}
	tr.reset(&st.Position, 1<<20, *game.NewRand(1))
	for range 20000 {
		tr.iterate() // the arenas grow to the memory cap
	}
	if n := testing.AllocsPerRun(200, tr.iterate); n != 0 {
		t.Errorf("%.2f allocations in an iteration", n)
	}
}

// The features of a seat do not depend on the numbering of the others.
func TestEvaluationSumsToOne(t *testing.T) {
	for _, d := range botstest.Decisions(rules.Game.MustConfigure(4), 40, 3) {
		st := d.State.(*rules.State)
		if st.Phase() != rules.PhaseGo {
			continue
		}
		var scores [game.MaxSeats]float64
		trained().Evaluate(&st.Position, &scores)
		sum := 0.0
		for s, x := range scores {
			if x < 0 || x > 1 || x > 0 && !st.In(game.Seat(s)) {
				t.Errorf("seat %d has %.3f", s+1, x)
			}
			sum += x
		}
		if math.Abs(sum-1) > 1e-6 {
			t.Errorf("chances sum to %.6f", sum)
		}
	}
}

func TestNetworkReadsBack(t *testing.T) {
	n := trained()
	again, err := ReadNetwork(n.AppendFile(nil))
	if err != nil || *again != *n {
		t.Errorf("read back differently: %v", err)
	}
	if _, err := ReadNetwork(nil); err == nil {
		t.Error("nothing is read as a network")
	}
}

func BenchmarkIterate(b *testing.B) {
	for _, players := range []int{2, 4} {
		b.Run(rules.Game.SeatNames(players)[players-1], func(b *testing.B) {
			st := rules.Game.MustConfigure(players).New().(*rules.State)
			r := game.NewRand(3)
			bots.Settle(st, r)
			for st.Phase() == rules.PhasePlace {
				st.Do(pick(&st.Position, st.Actor(), st.AppendActions(nil, st.Actor()), r), nil)
			}
			st.Redact(game.PublicViewer())
			tr := &tree{net: trained(), opt: tuned}
			tr.reset(&st.Position, 1<<26, *game.NewRand(1))
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				tr.iterate()
			}
		})
	}
}
