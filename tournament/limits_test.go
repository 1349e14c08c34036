package tournament

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"atoll/match"
	"atoll/pairing"
)

// TestPlanLimits: the last value that is taken and the first that is not.
func TestPlanLimits(t *testing.T) {
	bots := func(n int) []int { return slices.Repeat([]int{1}, n) }
	for _, x := range []struct {
		kind   Kind
		change func(*Plan)
		field  string
	}{
		{Arena, func(p *Plan) {}, ""},
		{Arena, func(p *Plan) { p.Minutes = 5 }, ""},
		{Arena, func(p *Plan) { p.Minutes = 4 }, "minutes"},
		{Arena, func(p *Plan) { p.Minutes = 1440 }, ""},
		{Arena, func(p *Plan) { p.Minutes = 1441 }, "minutes"},
		{Swiss, func(p *Plan) { p.Minutes = 5 }, "minutes"},
		{Arena, func(p *Plan) { p.Table.Clock.Kind = match.Correspondence }, "table.clock"},
		{Swiss, func(p *Plan) { p.Table.Clock.Kind = match.Correspondence }, ""},
		{Swiss, func(p *Plan) { p.Table.Clock.Kind = match.NoClock }, "table.clock"},
		{Swiss, func(p *Plan) { p.Table.Clock.Kind = "" }, "table.clock"},
		{Swiss, func(p *Plan) { p.Table.Players = 3 }, "table.players"},
		{Pods, func(p *Plan) { p.Table.Players = 3 }, ""},
		{Pods, func(p *Plan) { p.Table.Players = 2 }, "table.players"},
		{"ladder", func(p *Plan) {}, "kind"},
		{Swiss, func(p *Plan) { p.Name = strings.Repeat("ü", 60) }, ""},
		{Swiss, func(p *Plan) { p.Name = strings.Repeat("ü", 61) }, "name"},
		{Swiss, func(p *Plan) { p.Name = " \t" }, "name"},
		{Swiss, func(p *Plan) { p.Rounds = 30 }, ""},
		{Swiss, func(p *Plan) { p.Rounds = 31 }, "rounds"},
		{Swiss, func(p *Plan) { p.Rounds = -1 }, "rounds"},
		{Pods, func(p *Plan) { p.Rounds = 1 }, ""},
		{Knockout, func(p *Plan) { p.Rounds = 1 }, "rounds"},
		{Pods, func(p *Plan) { p.Fewest = 3 }, ""},
		{Pods, func(p *Plan) { p.Fewest = 4 }, ""},
		{Pods, func(p *Plan) { p.Fewest = 2 }, "fewest"},
		{Pods, func(p *Plan) { p.Fewest = 5 }, "fewest"},
		{Swiss, func(p *Plan) { p.Fewest = 3 }, "fewest"},
		{Knockout, func(p *Plan) { p.BestOf = 7 }, ""},
		{Knockout, func(p *Plan) { p.BestOf = 1 }, ""},
		{Knockout, func(p *Plan) { p.BestOf = 9 }, "best_of"},
		{Knockout, func(p *Plan) { p.BestOf = 8 }, "best_of"},
		{Knockout, func(p *Plan) { p.BestOf = 2 }, "best_of"},
		{Knockout, func(p *Plan) { p.BestOf = -1 }, "best_of"},
		{Swiss, func(p *Plan) { p.BestOf = 3 }, "best_of"},
		{Swiss, func(p *Plan) { p.Table.Rated = true }, ""},
		{Swiss, func(p *Plan) { p.Bots, p.Table.Rated = bots(1), true }, "bots"},
		{Swiss, func(p *Plan) { p.Bots = bots(32) }, ""},
		{Swiss, func(p *Plan) { p.Bots = bots(33) }, "bots"},
		{Swiss, func(p *Plan) { p.Bots = []int{8} }, ""},
		{Swiss, func(p *Plan) { p.Bots = []int{9} }, "bots"},
		{Swiss, func(p *Plan) { p.Bots = []int{0} }, "bots"},
		{Swiss, func(p *Plan) { p.MinRating = 1500 }, ""},
		{Swiss, func(p *Plan) { p.MinRating, p.MaxRating = 1500, 1500 }, ""},
		{Swiss, func(p *Plan) { p.MinRating, p.MaxRating = 1500, 1499 }, "max_rating"},
		{Swiss, func(p *Plan) { p.MinRating = -1 }, "max_rating"},
		{Swiss, func(p *Plan) { p.MaxRating = -1 }, "max_rating"},
		{Swiss, func(p *Plan) { p.Most = 2000 }, ""},
		{Swiss, func(p *Plan) { p.Most = 2001 }, "most"},
		{Swiss, func(p *Plan) { p.Most = 2 }, ""},
		{Swiss, func(p *Plan) { p.Most = 1 }, "most"},
		{Swiss, func(p *Plan) { p.Most = -1 }, "most"},
		{Swiss, func(p *Plan) { p.Absence = 15 }, ""},
		{Swiss, func(p *Plan) { p.Absence = 14 }, "absence"},
		{Swiss, func(p *Plan) { p.Absence = 604_800 }, ""},
		{Swiss, func(p *Plan) { p.Absence = 604_801 }, "absence"},
		{Swiss, func(p *Plan) { p.Absence = -1 }, "absence"},
		{Swiss, func(p *Plan) { p.Access = "nobody" }, "access"},
		{Swiss, func(p *Plan) { p.Access = "friends" }, "access"}, // nothing would keep the others out
	} {
		p := plan(x.kind)
		x.change(&p)
		if err := p.Check(); Field(err) != x.field {
			t.Errorf("%s %+v: wrong is %q (%v), want %q", x.kind, p, Field(err), err, x.field)
		}
	}
}

// TestTimeToAppear: half a minute in an arena, two minutes in a round, three days by correspondence, or what the plan says.
func TestTimeToAppear(t *testing.T) {
	for _, x := range []struct {
		kind   Kind
		change func(*Plan)
		want   int64
	}{
		{Arena, func(*Plan) {}, 30_000},
		{Swiss, func(*Plan) {}, 120_000},
		{Swiss, func(p *Plan) { p.Table.Clock.Kind = match.Correspondence }, 259_200_000},
		{Arena, func(p *Plan) { p.Absence = 15 }, 15_000},
		{Swiss, func(p *Plan) { p.Absence, p.Table.Clock.Kind = 100, match.Correspondence }, 100_000},
	} {
		p := plan(x.kind)
		x.change(&p)
		if got := p.absence(); got != x.want {
			t.Errorf("%s %+v: %d", x.kind, p, got)
		}
	}
	pods := plan(Pods)
	for players, want := range map[int]int{3: 3, 4: 3, 5: 4, 6: 5} {
		if pods.Table.Players = players; pods.fewest() != want {
			t.Errorf("a table for %d has at least %d", players, pods.fewest())
		}
	}
}

// TestWhenToAskAgain: at the start, every second of an arena until its last games decide, and after the break between rounds.
func TestWhenToAskAgain(t *testing.T) {
	d := open(t, plan(Arena))
	d.enter(2)
	if got := d.Next(500); got != 1000 {
		t.Errorf("before the start: %d", got)
	}
	if got := d.Next(1000); got != 1001 {
		t.Errorf("at the start: %d", got)
	}
	d.now = 1000
	d.work()
	if d.Status != Running || d.Next(5000) != 6000 {
		t.Errorf("%s, next %d", d.Status, d.Next(5000))
	}
	d.now = 1000 + Rest
	d.work()
	if len(d.running()) != 1 {
		t.Fatalf("%d games", len(d.running()))
	}
	end := d.End()
	if end != 1000+30*60_000 {
		t.Errorf("it ends at %d", end)
	}
	if got := d.Next(end - 1); got != end+999 {
		t.Errorf("just before the end: %d", got)
	}
	if got := d.Next(end); got != 0 {
		t.Errorf("while the last game is played: %d", got)
	}
	if _, ok := d.Due(end, d.newTable); ok {
		t.Error("it ends while a game is played")
	}
	d.now = end
	d.report(d.Games[0], 1, 2)
	if got := d.Next(end); got != end+1000 {
		t.Errorf("after the last game: %d", got)
	}
	if e, ok := d.Due(end-1, d.newTable); ok {
		t.Errorf("a millisecond early: %+v", e)
	}
	d.work()
	if d.Status != Over || d.Next(end) != 0 {
		t.Errorf("it is %s", d.Status)
	}

	// No pair in the last two minutes.
	late := open(t, plan(Arena))
	late.enter(2)
	late.now = 1000
	late.work()
	last := late.End() - LastCall
	if _, ok := late.Due(last, late.newTable); ok {
		t.Error("a pair in the last two minutes")
	}
	if e, ok := late.Due(last-1, late.newTable); !ok || len(e.Round.Games) != 1 {
		t.Error("no pair just before the last two minutes")
	}

	r := open(t, plan(Swiss))
	r.enter(4)
	r.now = 1000
	r.work()
	if len(r.running()) != 2 || r.Next(2000) != 0 {
		t.Errorf("while a round is played: next %d", r.Next(2000))
	}
	r.now = 3000
	for _, g := range r.running() {
		r.report(g, 1, 2)
	}
	if got := r.Next(3000); got != 3000+Break {
		t.Errorf("after a round: %d", got)
	}
	if got := r.Next(3000 + Break); got != 3001+Break {
		t.Errorf("after the break: %d", got)
	}
	if _, ok := r.Due(2999+Break, r.newTable); ok {
		t.Error("a round before the break is over")
	}
	if e, ok := r.Due(3000+Break, r.newTable); !ok || e.Round == nil {
		t.Error("no round after the break")
	}
}

// knocked is a knock-out of two, with the results of the games so far as ranks of entrant 0 and 1.
func knocked(t *testing.T, best int, ratings [2]int, results ...[2]int) *Tournament {
	t.Helper()
	x := &Tournament{Plan: Plan{Kind: Knockout, BestOf: best, Table: match.Setup{Players: 2}}, places: []int{0, 1}}
	for i := range 2 {
		x.Entrants = append(x.Entrants, &Entrant{User: match.User{ID: fmt.Sprint(i), Rating: ratings[i]}, State: In, Game: -1})
	}
	first := 0
	for i, r := range results {
		g := &Game{No: i, Seats: []int{first, 1 - first}, Ended: 1, Ranks: []int{r[first], r[1-first]}}
		if r == [2]int{} {
			g.Ranks = nil // called off
		}
		x.Games = append(x.Games, g)
		first = 1 - first
	}
	return x
}

// TestMatchesOfAKnockout: whoever has won most of the games, then two more games, then
// the better seed.
func TestMatchesOfAKnockout(t *testing.T) {
	a, b, draw, off := [2]int{1, 2}, [2]int{2, 1}, [2]int{1, 1}, [2]int{}
	even := [2]int{1500, 1500}
	for _, x := range []struct {
		name    string
		best    int
		ratings [2]int
		results [][2]int
		want    int // -1: another game
		wins    [2]int
	}{
		{"nothing played", 1, even, nil, -1, [2]int{0, 0}},
		{"one of one", 1, even, [][2]int{a}, 0, [2]int{1, 0}},
		{"one of one for the other", 1, even, [][2]int{b}, 1, [2]int{0, 1}},
		{"a draw of one", 1, even, [][2]int{draw}, -1, [2]int{0, 0}},
		{"a draw, then won", 1, even, [][2]int{draw, b}, 1, [2]int{0, 1}},
		{"two draws of one", 1, even, [][2]int{draw, draw}, -1, [2]int{0, 0}},
		{"three draws of one, even", 1, even, [][2]int{draw, draw, draw}, 0, [2]int{0, 0}},
		{"three draws of one, the first better", 1, [2]int{1600, 1500}, [][2]int{draw, draw, draw}, 0, [2]int{0, 0}},
		{"three draws of one, the second better", 1, [2]int{1500, 1501}, [][2]int{draw, draw, draw}, 1, [2]int{0, 0}},
		{"one of three", 3, even, [][2]int{a}, -1, [2]int{1, 0}},
		{"two of three", 3, even, [][2]int{a, a}, 0, [2]int{2, 0}},
		{"two of three for the other", 3, even, [][2]int{b, b}, 1, [2]int{0, 2}},
		{"one each", 3, even, [][2]int{a, b}, -1, [2]int{1, 1}},
		{"a win and a draw", 3, even, [][2]int{a, draw}, -1, [2]int{1, 0}},
		{"a win and two draws", 3, even, [][2]int{a, draw, draw}, 0, [2]int{1, 0}},
		{"a win of the other and two draws", 3, even, [][2]int{b, draw, draw}, 1, [2]int{0, 1}},
		{"one each and a draw", 3, even, [][2]int{a, b, draw}, -1, [2]int{1, 1}},
		{"one each and two draws", 3, even, [][2]int{a, b, draw, draw}, -1, [2]int{1, 1}},
		{"one each and three draws", 3, [2]int{1500, 1700}, [][2]int{a, b, draw, draw, draw}, 1, [2]int{1, 1}},
		{"one each and a draw, then decided", 3, even, [][2]int{a, b, draw, b}, 1, [2]int{1, 2}},
		{"called off", 1, even, [][2]int{off}, -1, [2]int{0, 0}},
		{"called off and won", 1, even, [][2]int{off, a}, 0, [2]int{1, 0}},
		{"two of five", 5, even, [][2]int{a, a}, -1, [2]int{2, 0}},
		{"three of five", 5, even, [][2]int{a, a, b, a}, 0, [2]int{3, 1}},
	} {
		m := Match{A: 0, B: 1, Winner: -1}
		game := knocked(t, x.best, x.ratings, x.results...).decide(&m, 7)
		if m.Winner != x.want || m.Wins != x.wins || (game != nil) != (x.want < 0) {
			t.Errorf("%s: won by %d with %v, next %+v", x.name, m.Winner, m.Wins, game)
		}
		if game != nil {
			// Who sat first the last time sits last now.
			want := []int{0, 1}
			if len(x.results)%2 == 1 {
				want = []int{1, 0}
			}
			if !slices.Equal(game.Seats, want) || game.Match != 7 {
				t.Errorf("%s: the next game is %+v", x.name, *game)
			}
		}
	}
	// Before the first game the one who sat first less often does.
	for balance, first := range map[[2]int]int{{0, 0}: 0, {1, 0}: 1, {0, 1}: 0, {-1, 0}: 0, {0, -1}: 1} {
		k := knocked(t, 1, even)
		k.Entrants[0].balance, k.Entrants[1].balance = balance[0], balance[1]
		if game := k.decide(&Match{A: 0, B: 1}, 0); game.Seats[0] != first {
			t.Errorf("with balances %v entrant %d sits first", balance, game.Seats[0])
		}
	}
	// Whoever is out has lost; if both are, the better seed goes on.
	for _, x := range []struct {
		out     [2]bool
		ratings [2]int
		want    int
	}{
		{[2]bool{true, false}, even, 1},
		{[2]bool{false, true}, even, 0},
		{[2]bool{true, true}, [2]int{1500, 1600}, 1},
		{[2]bool{true, true}, even, 0},
	} {
		k := knocked(t, 3, x.ratings)
		for i, out := range x.out {
			if out {
				k.Entrants[i].State = Out
			}
		}
		m := Match{A: 0, B: 1, Winner: -1}
		if k.decide(&m, 0); m.Winner != x.want {
			t.Errorf("out %v: won by %d", x.out, m.Winner)
		}
	}
}

// TestBracketOfSix: two have a bye in the first round, and places are told as they
// become known.
func TestBracketOfSix(t *testing.T) {
	p := plan(Knockout)
	p.BestOf = 1
	d := open(t, p)
	d.enter(6)
	d.now = 1000
	d.work()
	b := d.Bracket()
	if len(b.Rounds) != 3 || len(b.Rounds[0]) != 4 || len(b.Rounds[1]) != 2 || len(b.Rounds[2]) != 1 || len(b.Games) != 2 {
		t.Fatalf("rounds %v, games %v", b.Rounds, b.Games)
	}
	free := 0
	for _, m := range b.Rounds[0] {
		if m.A < 0 != (m.B < 0) {
			free++
			if m.Winner != max(m.A, m.B) || b.Won[m.Winner] != 1 {
				t.Errorf("a free match is %+v", m)
			}
		} else if m.Winner != -1 {
			t.Errorf("an open match is %+v", m)
		}
	}
	if free != 2 || b.Won[0] != 1 || b.Won[1] != 1 {
		t.Errorf("%d are free: %v", free, b.Won)
	}
	for _, m := range slices.Concat(b.Rounds[1], b.Rounds[2]) {
		if m.Winner != -1 || m.A < -1 || m.B < -1 {
			t.Errorf("a match to come is %+v", m)
		}
	}
	for d.Status != Over {
		for _, g := range d.running() {
			ranks := []int{1, 2} // the better one, who has the lower number
			if g.Seats[1] < g.Seats[0] {
				ranks = []int{2, 1}
			}
			d.report(g, ranks...)
		}
		d.now += Break
		d.work()
	}
	b = d.Bracket()
	if fmt.Sprint(b.Lost) != "[false true true true true true]" || b.Won[0] != 3 || len(b.Games) != 0 || b.Rounds[2][0].Winner != 0 {
		t.Errorf("lost %v, won %v", b.Lost, b.Won)
	}
	rows := d.Standings()
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%d:%d", r.Entrant, r.Place))
	}
	places := [6]int{rows[0].Place, rows[1].Place, rows[2].Place, rows[3].Place, rows[4].Place, rows[5].Place}
	if rows[0].Entrant != 0 || rows[1].Entrant != 1 || places != [6]int{1, 2, 3, 3, 5, 5} {
		t.Errorf("places %v", got)
	}
}

// TestLogsThatNameNobody: the entrant or the game just after the last is none.
func TestLogsThatNameNobody(t *testing.T) {
	d := open(t, plan(Swiss))
	d.enter(2)
	d.now = 1000
	d.work()
	for _, x := range []struct {
		entry Entry
		fine  bool
	}{
		{Entry{Turn: &Turn{Entrant: 1, To: Pause}}, true},
		{Entry{Turn: &Turn{Entrant: 2, To: Pause}}, false},
		{Entry{Turn: &Turn{Entrant: -1, To: Pause}}, false},
		{Entry{Result: &Result{Game: 1}}, false},
		{Entry{Result: &Result{Game: -1}}, false},
		{Entry{Result: &Result{Game: 0, Ranks: []int{1}}}, false},
		{Entry{Round: &Round{Games: []Pairing{{Seats: []int{0, 2}}}}}, false},
		{Entry{Round: &Round{Games: []Pairing{{Seats: []int{2, 0}}}}}, false},
		{Entry{Round: &Round{Games: []Pairing{{Seats: []int{-1, 1}}}}}, false},
		{Entry{Round: &Round{Games: []Pairing{{Seats: []int{0, 1}}}}}, false}, // both play
		{Entry{Created: &Created{}}, false},
		{Entry{}, false},
	} {
		again, err := Replay("x", d.log)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Apply(x.entry); (err == nil) != x.fine {
			t.Errorf("%+v: %v", x.entry, err)
		}
		_, err = Replay("x", append(slices.Clone(d.log), x.entry))
		if err != nil && !strings.Contains(err.Error(), fmt.Sprintf("entry %d:", len(d.log)+1)) {
			t.Errorf("%+v: %v", x.entry, err)
		}
	}
	if _, err := Replay("x", nil); err == nil {
		t.Error("a tournament without a log")
	}
}

// TestWhoSatWhere: the balance of the first and the last seat, whom one has met, and how often one was left over.
func TestWhoSatWhere(t *testing.T) {
	p := plan(Pods)
	d := open(t, p)
	d.enter(4)
	d.commit(Entry{At: 5, Started: true})
	d.commit(Entry{At: 6, Round: &Round{Games: []Pairing{{Table: "a", Seats: []int{2, 0, 1}}}, Byes: []int{3}}})
	for i, want := range []struct {
		balance, sat, byes, rated int
		seats                     []int
		met                       []int
	}{
		{0, 0, 0, 1999 + 1998, []int{0, 1, 0, 0}, []int{2, 1}},
		{-1, -1, 0, 2000 + 1998, []int{0, 0, 1, 0}, []int{2, 0}},
		{1, 1, 0, 2000 + 1999, []int{1, 0, 0, 0}, []int{0, 1}},
		{0, 0, 1, 0, []int{0, 0, 0, 0}, nil},
	} {
		x := d.Entrants[i]
		if x.balance != want.balance || x.sat != want.sat || x.Byes != want.byes || x.rated != want.rated ||
			!slices.Equal(x.seats, want.seats) || !slices.Equal(x.met, want.met) {
			t.Errorf("entrant %d: %+v", i, *x)
		}
	}
	if d.open != 1 || d.Round != 1 || d.roundEnd != 0 {
		t.Errorf("%d open, round %d, over at %d", d.open, d.Round, d.roundEnd)
	}
	// A bye counts as the middle of a table: half of the 3 points that a first of four gets.
	half := pairing.Sixtieth * 3 / 2
	if got := d.podPoints(); got[3] != half || got[0] != 0 {
		t.Errorf("points %v", got)
	}
	d.now = 9
	d.report(d.Games[0], 1, 2, 3)
	if d.roundEnd != 9 || d.open != 0 {
		t.Errorf("the round ended at %d", d.roundEnd)
	}
	points := d.podPoints()
	if !(points[2] > points[0] && points[0] > points[1]) || points[3] != half {
		t.Errorf("points %v", points)
	}
	rows := d.Standings()
	for i, r := range rows {
		if r.Place != i+1 {
			t.Errorf("row %d has place %d", i, r.Place)
		}
	}
	// A round in which nobody plays is over at once.
	d.commit(Entry{At: 12, Round: &Round{Byes: []int{0, 3}}})
	if got := d.Entrants[3].SatOut; len(got) != 2 || got[0] >= got[1] {
		t.Errorf("sat out rounds %v", got)
	}
	if d.roundEnd != 12 || d.Entrants[3].Byes != 2 || d.podPoints()[3] != half {
		t.Errorf("over at %d, byes %d: a second bye counts %v", d.roundEnd, d.Entrants[3].Byes, d.podPoints()[3])
	}
	// One that is called off is shared by all.
	d.commit(Entry{At: 13, Round: &Round{Games: []Pairing{{Table: "b", Seats: []int{0, 1, 2}}}}})
	before := d.podPoints()
	d.commit(Entry{At: 14, Result: &Result{Game: 1}})
	after := d.podPoints()
	if g := after[0] - before[0]; g <= 0 || after[1]-before[1] != g || after[2]-before[2] != g {
		t.Errorf("called off, the points went from %v to %v", before, after)
	}
}

// TestPlacesOfAnArena: by points, then by the average of the rivals' ratings; equals share a place.
func TestPlacesOfAnArena(t *testing.T) {
	d := open(t, plan(Arena))
	for i, rating := range []int{1500, 1500, 1700, 1300, 1400} {
		e, err := d.Enter(match.User{ID: fmt.Sprint("u", i), Rating: rating}, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		d.commit(e)
	}
	d.commit(Entry{At: 1000, Started: true})
	d.commit(Entry{At: 2000, Round: &Round{Games: []Pairing{{Table: "a", Seats: []int{0, 2}}, {Table: "b", Seats: []int{1, 3}}}}})
	d.now = 3000
	d.report(d.Games[0], 1, 2)
	d.report(d.Games[1], 1, 2)
	rows := d.Standings()
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%d:%d:%d:%d", r.Place, r.Entrant, r.Points, r.Average))
	}
	// 0 beat 1700 and 1 beat 1300; 2 and 3 lost to 1500 and are equal; 4 has met nobody.
	if want := "[1:0:2:1700 2:1:2:1300 3:2:0:1500 3:3:0:1500 5:4:0:0]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
