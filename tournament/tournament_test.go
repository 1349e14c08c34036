package tournament

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"atoll/match"
	"atoll/pairing"
)

func plan(k Kind) Plan {
	p := Plan{
		Name: "Friday", Kind: k, Access: Everyone, Start: 1000,
		Table: match.Setup{Game: "evo", Players: 2, Clock: match.ClockSetup{Kind: match.Fischer, Initial: 60}},
	}
	switch k {
	case Arena:
		p.Minutes = 30
	case Pods:
		p.Table.Players = 4
	case Knockout:
		p.BestOf = 3
	}
	return p
}

// A desk runs a tournament as a server does, and keeps the log.
type desk struct {
	t   failer
	now int64
	log []Entry
	*Tournament
	tables int
}

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

func open(t failer, p Plan) *desk {
	e, err := New(p, match.User{ID: "host"}, "", 0)
	if err != nil {
		t.Fatalf("%v", err)
	}
	d := &desk{t: t, Tournament: &Tournament{ID: "x"}}
	d.commit(e)
	return d
}

func (d *desk) commit(e Entry) {
	d.t.Helper()
	if err := d.Apply(e); err != nil {
		d.t.Fatalf("entry %d: %v", d.Seq+1, err)
	}
	e.Seq = d.Seq
	d.log = append(d.log, e)
	if d.Seq != int64(len(d.log)) {
		d.t.Fatalf("entry %d of the log has the number %d", len(d.log), d.Seq)
	}
}

func (d *desk) enter(n int) {
	d.t.Helper()
	for range n {
		i := len(d.Entrants)
		e, err := d.Enter(match.User{ID: fmt.Sprint("u", i), Rating: 2000 - i}, 0, d.now)
		if err != nil {
			d.t.Fatalf("%v", err)
		}
		d.commit(e)
	}
}

func (d *desk) newTable() string {
	d.tables++
	return fmt.Sprint("t", d.tables)
}

// work does all that is due.
func (d *desk) work() {
	d.t.Helper()
	for range 100 {
		e, ok := d.Due(d.now, d.newTable)
		if !ok {
			return
		}
		d.commit(e)
	}
	d.t.Fatalf("there is no end of what is due")
}

// running are the games being played.
func (d *desk) running() (games []*Game) {
	for _, g := range d.Games {
		if g.Ended == 0 {
			games = append(games, g)
		}
	}
	return games
}

func (d *desk) report(g *Game, ranks ...int) {
	d.t.Helper()
	e, ok := d.Report(g.No, ranks, nil, d.now)
	if !ok {
		d.t.Fatalf("game %d: the result is known", g.No)
	}
	d.commit(e)
}

// play runs a tournament to its end; the better entrant wins with luck.
func (d *desk) play(r *rand.Rand) {
	d.t.Helper()
	for range 3000 {
		d.now += 1000
		d.work()
		if d.Status == Over {
			return
		}
		for _, g := range d.running() {
			if r.IntN(4) > 0 {
				continue
			}
			ranks := make([]int, len(g.Seats))
			for s, k := range r.Perm(len(ranks)) {
				ranks[s] = k + 1
			}
			if r.IntN(6) == 0 {
				ranks = slices.Repeat([]int{1}, len(ranks))
			}
			d.report(g, ranks...)
		}
	}
	d.t.Fatalf("the tournament does not end")
}

// check compares the live tournament with one replayed from its stored log,
// and demands what must hold of any.
func (d *desk) check() {
	d.t.Helper()
	var log []Entry
	for _, e := range d.log {
		data, err := json.Marshal(e)
		if err != nil {
			d.t.Fatalf("%v", err)
		}
		var back Entry
		if err := json.Unmarshal(data, &back); err != nil {
			d.t.Fatalf("%v", err)
		}
		log = append(log, back)
	}
	again, err := Replay("x", log)
	if err != nil {
		d.t.Fatalf("%v", err)
	}
	if !reflect.DeepEqual(again.Standings(), d.Standings()) {
		d.t.Fatalf("replayed standings differ:\n%+v\n%+v", again.Standings(), d.Standings())
	}
	tables := map[string]bool{}
	for _, g := range d.Games {
		if tables[g.Table] {
			d.t.Fatalf("table %s twice", g.Table)
		}
		tables[g.Table] = true
	}
	rows := d.Standings()
	if len(rows) != len(d.Entrants) {
		d.t.Fatalf("%d rows for %d entrants", len(rows), len(d.Entrants))
	}
	for i := 1; i < len(rows); i++ {
		if rows[i].Place < rows[i-1].Place || rows[i].Points > rows[i-1].Points && !rows[i-1].Absent && !rows[i].Absent {
			d.t.Fatalf("out of order: %+v", rows)
		}
	}
}

func TestEveryKindComesToAnEnd(t *testing.T) {
	for _, k := range []Kind{Arena, Swiss, RoundRobin, Knockout, Pods} {
		t.Run(string(k), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				d := open(t, plan(k))
				n := rapid.IntRange(3, 14).Draw(t, "entrants")
				d.enter(n)
				d.play(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "luck"), 1)))
				d.check()
				if d.Why != WhyOver {
					t.Fatalf("ended: %s", d.Why)
				}
				switch k {
				case RoundRobin:
					if want := n * (n - 1) / 2; len(d.Games) != want {
						t.Fatalf("%d games, want %d", len(d.Games), want)
					}
				case Swiss:
					if d.Round != pairing.SwissRounds(n) {
						t.Fatalf("%d rounds of %d", d.Round, n)
					}
				case Knockout:
					if rows := d.Standings(); rows[0].Points == rows[1].Points {
						t.Fatalf("no winner: %+v", rows)
					}
				}
			})
		})
	}
}

func TestArena(t *testing.T) {
	t.Run("everybody free is paired at once, after a rest", func(t *testing.T) {
		d := open(t, plan(Arena))
		d.enter(6)
		d.now = 1000
		d.work()
		if got := len(d.running()); got != 0 {
			t.Fatalf("%d games before the rest is over", got)
		}
		d.now = Rest
		d.work()
		if got := len(d.running()); got != 3 {
			t.Fatalf("%d games for six", got)
		}
		d.report(d.Games[0], 1, 2)
		d.now += Rest - 1
		d.work()
		if len(d.running()) != 2 {
			t.Fatal("paired before the rest was over")
		}
	})
	t.Run("no pair in the last two minutes, and the last games count", func(t *testing.T) {
		d := open(t, plan(Arena))
		d.enter(4)
		d.now = 5000
		d.work()
		d.now = d.End() - LastCall
		g := d.running()
		d.report(g[0], 1, 2)
		d.now = d.End() - LastCall + 2*Rest
		d.work()
		if len(d.running()) != 1 {
			t.Fatal("paired after the last call")
		}
		d.now = d.End() + 5000
		d.work()
		if d.Status == Over {
			t.Fatal("ended while a game is played")
		}
		d.report(g[1], 2, 1)
		d.work()
		if d.Status != Over || d.Standings()[0].Points != 2 {
			t.Fatalf("%s %+v", d.Status, d.Standings())
		}
	})
	t.Run("who pauses is not paired, and keeps the points", func(t *testing.T) {
		d := open(t, plan(Arena))
		d.enter(2)
		d.now = 5000
		d.work()
		d.report(d.Games[0], 1, 2)
		e, err := d.Turn(d.Entrants[d.Games[0].Seats[0]].User.ID, Pause, d.now)
		if err != nil {
			t.Fatal(err)
		}
		d.commit(e)
		d.now += 60_000
		d.work()
		if len(d.running()) != 0 || d.Standings()[0].Points != 2 {
			t.Fatalf("%+v", d.Standings())
		}
	})
}

func TestWhoMayEnter(t *testing.T) {
	p := plan(Swiss)
	p.MinRating, p.MaxRating, p.MinGames, p.Most = 1200, 1800, 5, 2
	d := open(t, p)
	for _, c := range []struct {
		name  string
		user  match.User
		games int
		want  error
	}{
		{"rating too low", match.User{ID: "a", Rating: 1199}, 5, ErrRating},
		{"rating too high", match.User{ID: "a", Rating: 1801}, 5, ErrRating},
		{"too few games", match.User{ID: "a", Rating: 1500}, 4, ErrRating},
		{"a program", match.User{ID: "a", Kind: "bot", Rating: 1500}, 5, ErrPrograms},
		{"lowest rating", match.User{ID: "a", Rating: 1200}, 5, nil},
		{"twice", match.User{ID: "a", Rating: 1200}, 5, ErrIn},
		{"highest rating", match.User{ID: "b", Rating: 1800}, 5, nil},
		{"full", match.User{ID: "c", Rating: 1500}, 5, ErrFull},
	} {
		e, err := d.Enter(c.user, c.games, 0)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if err == nil {
			d.commit(e)
		}
	}
}

func TestLateEntryAndLeaving(t *testing.T) {
	d := open(t, plan(Swiss))
	d.enter(4)
	d.now = 2000
	d.work()
	e, err := d.Enter(match.User{ID: "late"}, 0, d.now)
	if err != nil {
		t.Fatal(err)
	}
	d.commit(e)
	if i := d.Find("late"); !d.Entrants[i].Late || d.Entrants[i].Game >= 0 {
		t.Errorf("late: %+v", d.Entrants[i])
	}
	leave, err := d.Turn("u0", Out, d.now)
	if err != nil {
		t.Fatal(err)
	}
	d.commit(leave)
	for _, g := range d.running() {
		d.report(g, 1, 2)
	}
	d.now += Break
	d.work()
	for _, g := range d.running() {
		if slices.Contains(g.Seats, d.Find("u0")) {
			t.Error("paired after leaving")
		}
	}
	if len(d.running()) != 2 {
		t.Errorf("%d games for four", len(d.running()))
	}
	closed := open(t, plan(RoundRobin))
	closed.enter(3)
	closed.now = 2000
	closed.work()
	if _, err := closed.Enter(match.User{ID: "late"}, 0, 0); !errors.Is(err, ErrClosed) {
		t.Errorf("all meet all, after the start: %v", err)
	}
}

// Who leaves before the start is no part of the table of all against all.
func TestLeavingBeforeTheStart(t *testing.T) {
	d := open(t, plan(RoundRobin))
	d.enter(4)
	leave, err := d.Turn("u1", Out, d.now)
	if err != nil {
		t.Fatal(err)
	}
	d.commit(leave)
	d.play(rand.New(rand.NewPCG(1, 1)))
	d.check()
	if len(d.Games) != 3 {
		t.Errorf("%d games of three", len(d.Games))
	}
	for _, g := range d.Games {
		if slices.Contains(g.Seats, 1) {
			t.Errorf("%v", g.Seats)
		}
	}
}

func TestAbsence(t *testing.T) {
	d := open(t, plan(RoundRobin))
	d.enter(2)
	d.now = 2000
	d.work()
	g := d.Games[0]
	if want := g.Begun + 120_000; d.Missing(g) != want {
		t.Errorf("missing at %d, want %d", d.Missing(g), want)
	}
	e, ok := d.Report(0, nil, []int{1}, d.now)
	if !ok {
		t.Fatal("not taken")
	}
	d.commit(e)
	if _, ok := d.Report(0, []int{1, 2}, nil, d.now); ok {
		t.Error("a second result was taken")
	}
	rows := d.Standings()
	if rows[0].Entrant != g.Seats[0] || rows[0].Points != 2 || !rows[1].Absent {
		t.Errorf("%+v", rows)
	}
	both := open(t, plan(RoundRobin))
	both.enter(2)
	both.now = 2000
	both.work()
	e, _ = both.Report(0, nil, []int{0, 1}, both.now)
	both.commit(e)
	if rows := both.Standings(); rows[0].Points != 0 || rows[1].Points != 0 {
		t.Errorf("both absent: %+v", rows)
	}
}

func TestKnockoutBestOfThree(t *testing.T) {
	d := open(t, plan(Knockout))
	d.enter(2)
	d.now = 2000
	d.work()
	first := d.Games[0].Seats[0]
	d.report(d.Games[0], 1, 2)
	d.now += Break
	d.work()
	if len(d.Games) != 2 || d.Games[1].Seats[0] == first {
		t.Fatalf("the second game changes seats: %+v", d.Games[1])
	}
	d.report(d.Games[1], 2, 1) // the same player wins again
	d.now += Break
	d.work()
	if d.Status != Over || len(d.Games) != 2 || d.Standings()[0].Entrant != first {
		t.Errorf("two wins of three decide: %s, %d games", d.Status, len(d.Games))
	}
}

func TestTooFew(t *testing.T) {
	for _, k := range []Kind{Swiss, RoundRobin, Knockout, Pods} {
		d := open(t, plan(k))
		d.enter(1)
		d.now = 1000
		d.work()
		if d.Status != Over || d.Why != WhyTooFew {
			t.Errorf("%s for one: %s, %s", k, d.Status, d.Why)
		}
	}
}

func TestPlanCheck(t *testing.T) {
	for _, c := range []struct {
		name, field string
		kind        Kind
		change      func(*Plan)
	}{
		{"four seats need pods", "table.players", Arena, func(p *Plan) { p.Table.Players = 4 }},
		{"pods need three", "table.players", Pods, func(p *Plan) { p.Table.Players = 2 }},
		{"no name", "name", Arena, func(p *Plan) { p.Name = "  " }},
		{"four minutes", "minutes", Arena, func(p *Plan) { p.Minutes = 4 }},
		{"more than a day", "minutes", Arena, func(p *Plan) { p.Minutes = 1441 }},
		{"minutes of a Swiss", "minutes", Swiss, func(p *Plan) { p.Minutes = 60 }},
		{"rounds of an arena", "rounds", Arena, func(p *Plan) { p.Rounds = 3 }},
		{"too many rounds", "rounds", Swiss, func(p *Plan) { p.Rounds = 31 }},
		{"best of two", "best_of", Knockout, func(p *Plan) { p.BestOf = 2 }},
		{"best of nine", "best_of", Knockout, func(p *Plan) { p.BestOf = 9 }},
		{"no clock", "table.clock", Swiss, func(p *Plan) { p.Table.Clock = match.ClockSetup{} }},
		{"arena by days", "table.clock", Arena, func(p *Plan) { p.Table.Clock.Kind = match.Correspondence }},
		{"rated with bots", "bots", Swiss, func(p *Plan) { p.Table.Rated, p.Bots = true, []int{3} }},
		{"level nine", "bots", Swiss, func(p *Plan) { p.Bots = []int{9} }},
		{"ratings upside down", "max_rating", Swiss, func(p *Plan) { p.MinRating, p.MaxRating = 1500, 1400 }},
		{"one entrant", "most", Swiss, func(p *Plan) { p.Most = 1 }},
		{"ten seconds to appear", "absence", Swiss, func(p *Plan) { p.Absence = 14 }},
		{"access", "access", Swiss, func(p *Plan) { p.Access = "" }},
		{"kind", "kind", "rumble", func(*Plan) {}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := plan(c.kind)
			c.change(&p)
			if err := p.Check(); Field(err) != c.field {
				t.Errorf("%v (%s), want a complaint about %s", err, Field(err), c.field)
			}
		})
	}
	for _, k := range []Kind{Arena, Swiss, RoundRobin, Knockout, Pods} {
		if p := plan(k); p.Check() != nil {
			t.Errorf("%s: %v", k, p.Check())
		}
	}
}

func TestHouseBotsPlayAlong(t *testing.T) {
	p := plan(Swiss)
	p.Bots = []int{3, 5}
	d := open(t, p)
	d.enter(1)
	d.now = 2000
	d.work()
	if len(d.Entrants) != 3 || len(d.running()) != 1 {
		t.Errorf("%d entrants, %d games", len(d.Entrants), len(d.running()))
	}
}
