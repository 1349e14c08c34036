package tournament

import (
	"fmt"
	"slices"
	"testing"

	"atoll/match"
)

// with opens a tournament whose entrants have these ratings, and starts it.
func with(t *testing.T, p Plan, ratings ...int) *desk {
	t.Helper()
	d := open(t, p)
	for i, rating := range ratings {
		e, err := d.Enter(match.User{ID: fmt.Sprint("u", i), Rating: rating}, 0, d.now)
		if err != nil {
			t.Fatal(err)
		}
		d.commit(e)
	}
	d.now = 1000
	d.work()
	return d
}

// finish reports every game as won by the first seat and waits for the break.
func (d *desk) finish() {
	for _, g := range d.running() {
		ranks := make([]int, len(g.Seats))
		for s := range ranks {
			ranks[s] = s + 1
		}
		d.report(g, ranks...)
	}
	d.now += Break
	d.work()
}

func byes(d *desk) (all []int) {
	for _, x := range d.Entrants {
		all = append(all, x.Byes)
	}
	return all
}

// TestRoundsEnd: after as many rounds as the plan says, or when too few are left.
func TestRoundsEnd(t *testing.T) {
	for _, x := range []struct {
		kind    Kind
		players int
		entered int
		rounds  int
	}{{Swiss, 2, 2, 1}, {Swiss, 2, 4, 2}, {Swiss, 2, 5, 3}, {Pods, 3, 3, 1}, {Pods, 4, 3, 2}, {Pods, 4, 7, 2}} {
		p := plan(x.kind)
		p.Rounds, p.Table.Players = x.rounds, x.players
		d := with(t, p, []int{2000, 1900, 1800, 1700, 1600, 1500, 1400}[:x.entered]...)
		for round := 1; round <= x.rounds; round++ {
			if d.Status != Running || d.Round != round || len(d.running()) == 0 {
				t.Fatalf("%+v: in round %d it is %s with %d games", x, round, d.Status, len(d.running()))
			}
			d.finish()
		}
		if d.Status != Over || d.Why != WhyOver {
			t.Errorf("%+v: after the last round it is %s", x, d.Status)
		}
	}
	for _, kind := range []Kind{Swiss, Pods} {
		p := plan(kind)
		p.Rounds = 5
		d := with(t, p, 2000, 1900, 1800)
		leave := func(i int) { d.commit(Entry{At: d.now, Turn: &Turn{Entrant: i, To: Out}}) }
		if kind == Swiss {
			leave(0) // two are left, who can play
			d.finish()
			if d.Status != Running {
				t.Errorf("%s: with two it is %s", kind, d.Status)
			}
		}
		leave(1)
		d.finish()
		if d.Status != Over {
			t.Errorf("%s: with too few it is %s", kind, d.Status)
		}
	}
}

// TestEndsAtOnce: after the last game nobody waits for a break to know who has won; before that there is one.
func TestEndsAtOnce(t *testing.T) {
	for _, kind := range []Kind{Swiss, RoundRobin, Knockout, Pods} {
		p := plan(kind)
		if kind == Swiss || kind == Pods {
			p.Rounds = 2
		}
		d := with(t, p, 2000, 1900, 1800, 1700)
		for rounds := 0; d.Status == Running; rounds++ {
			for _, g := range d.running() {
				ranks := []int{1, 2, 3, 4}
				d.report(g, ranks[:len(g.Seats)]...)
			}
			if next := d.Next(d.now); next != d.now+1 && next != d.now+Break {
				t.Errorf("%s: next %d after %d", kind, next, d.now)
			}
			end := d.now
			if d.now = d.Next(d.now); d.now == end+Break {
				d.now--
				if d.work(); len(d.running()) > 0 {
					t.Fatalf("%s: a round before the break is over", kind)
				}
				d.now++
			}
			if d.work(); d.Status == Over && d.now != end+1 {
				t.Errorf("%s: it ends %d ms after the last game", kind, d.now-end)
			}
			if rounds > 10 {
				t.Fatalf("%s has no end", kind)
			}
		}
		if d.Status != Over || d.Round < 2 {
			t.Errorf("%s: %s after %d rounds", kind, d.Status, d.Round)
		}
	}
}

// TestWhoIsLeftOver: the lowest rated of the first round, wherever that one stands in the list, and nobody twice before all.
func TestWhoIsLeftOver(t *testing.T) {
	p := plan(Swiss)
	if d := with(t, p, 1000, 1800, 1900); fmt.Sprint(byes(d)) != "[1 0 0]" {
		t.Errorf("Swiss: byes %v", byes(d))
	}
	if d := with(t, p, 1800, 1900, 1000); fmt.Sprint(byes(d)) != "[0 0 1]" {
		t.Errorf("Swiss: byes %v", byes(d))
	}
	p = plan(Pods)
	if d := with(t, p, 1000, 1500, 1600, 1700, 1800); fmt.Sprint(byes(d)) != "[1 0 0 0 0]" {
		t.Errorf("pods: byes %v", byes(d))
	}
	if d := with(t, p, 1500, 1600, 1700, 1800, 1000); fmt.Sprint(byes(d)) != "[0 0 0 0 1]" {
		t.Errorf("pods: byes %v", byes(d))
	}
	d := with(t, plan(RoundRobin), 1500, 1500, 1500)
	for range 3 {
		d.finish()
	}
	if d.Status != Over || fmt.Sprint(byes(d)) != "[1 1 1]" || len(d.Games) != 3 {
		t.Errorf("round robin: %s, byes %v, %d games", d.Status, byes(d), len(d.Games))
	}
	for _, r := range d.Standings() {
		if r.Points > 4 {
			t.Errorf("a bye of a round robin counts: %+v", r)
		}
	}
	// The bye of a Swiss is a point, once.
	s := with(t, plan(Swiss), 1000, 1800, 1900)
	if got := s.byeHalves(); !slices.Equal(got, []int{2, 0, 0}) {
		t.Errorf("half points of byes: %v", got)
	}
	s.Entrants[0].Byes = 2
	if got := s.byeHalves(); got[0] != 2 {
		t.Errorf("two byes count %d", got[0])
	}
}

// TestWalkovers: whoever has left or rests will not come; a bot always does.
func TestWalkovers(t *testing.T) {
	p := plan(Swiss)
	p.Bots = []int{3, 4}
	d := with(t, p, 1500, 1400)
	if len(d.Entrants) != 4 || d.Entrants[0].Level != 3 || d.Entrants[1].Level != 4 {
		t.Fatalf("%d entrants", len(d.Entrants))
	}
	g := &Game{Seats: []int{0, 2}}
	for _, x := range []struct {
		bot, person State
		want        []int
	}{{In, In, nil}, {In, Out, []int{1}}, {In, Pause, []int{1}}, {Out, In, nil}, {Pause, Out, []int{1}}} {
		d.Entrants[0].State, d.Entrants[2].State = x.bot, x.person
		if got := d.Walkovers(g); !slices.Equal(got, x.want) {
			t.Errorf("bot %s, person %s: %v", x.bot, x.person, got)
		}
	}
}

// TestComingBack: whoever comes back waits from then on, whoever was there goes on
// waiting; one person is one entrant.
func TestComingBack(t *testing.T) {
	d := with(t, plan(Arena), 1500, 1400)
	turn := func(at int64, to State) { d.commit(Entry{At: at, Turn: &Turn{Entrant: 0, To: to}}) }
	x := d.Entrants[0]
	was := x.Free
	turn(2000, In)
	if x.Free != was {
		t.Errorf("who was there waits since %d", x.Free)
	}
	turn(3000, Pause)
	if x.Free != was {
		t.Errorf("who pauses waits since %d", x.Free)
	}
	turn(4000, In)
	if x.Free != 4000 || x.State != In {
		t.Errorf("who comes back waits since %d", x.Free)
	}
	turn(5000, Out)
	d.commit(Entry{At: 6000, Enter: &Enter{User: match.User{ID: "u0"}}})
	if len(d.Entrants) != 2 || x.State != In || x.Free != 6000 {
		t.Errorf("entered again: %d entrants, %s since %d", len(d.Entrants), x.State, x.Free)
	}
	if x.Late || d.Entrants[1].Late {
		t.Error("nobody was late")
	}
	d.commit(Entry{At: 7000, Enter: &Enter{User: match.User{ID: "new"}}})
	if d.Entrants[2].Late {
		t.Error("late before the first pairs")
	}
	d.commit(Entry{At: 8000, Round: &Round{Games: []Pairing{{Table: "a", Seats: []int{0, 1}}}}})
	d.commit(Entry{At: 9000, Enter: &Enter{User: match.User{ID: "later"}}})
	if !d.Entrants[3].Late {
		t.Error("not late after the first pairs")
	}
	if len(d.Entrants[0].seats) != 2 || d.Entrants[3].Game != -1 {
		t.Errorf("%+v", *d.Entrants[3])
	}
}

// TestAbsentPlayersInTheTable: a game to which one did not come is a win, and no meeting for the tie-breaks.
func TestAbsentPlayersInTheTable(t *testing.T) {
	d := with(t, plan(Swiss), 2000, 1900, 1800, 1700)
	games := d.running()
	d.report(games[0], 1, 2)
	e, ok := d.Report(games[1].No, nil, []int{1}, d.now)
	if !ok {
		t.Fatal("not taken")
	}
	d.commit(e)
	for i, g := range d.twoGames() {
		if g.Unplayed != (i == 1) || g.Points != [2]int{2, 0} {
			t.Errorf("game %d is %+v", i, g)
		}
	}
	half := d.halves()
	for i, g := range games {
		if half[g.Seats[0]] != 2 || half[g.Seats[1]] != 0 {
			t.Errorf("game %d: %v", i, half)
		}
	}
}

// TestClosedDoors: who may come in, come back and call off, and until when.
func TestClosedDoors(t *testing.T) {
	p := plan(Swiss)
	p.Rounds, p.Most = 2, 4
	d := with(t, p, 2000, 1900, 1800)
	enter := func(id string) error { _, err := d.Enter(match.User{ID: id, Rating: 1500}, 0, d.now); return err }
	if err := enter("late"); err != nil {
		t.Errorf("after the first of two rounds: %v", err)
	}
	d.commit(Entry{At: d.now, Enter: &Enter{User: match.User{ID: "late", Rating: 1500}}})
	if err := enter("fifth"); err != ErrFull {
		t.Errorf("a fifth of four: %v", err)
	}
	d.commit(Entry{At: d.now, Turn: &Turn{Entrant: 0, To: Out}})
	if err := enter("u0"); err != nil {
		t.Errorf("the first of four comes back: %v", err)
	}
	d.finish()
	if err := enter("u0"); err != ErrClosed || d.Round != 2 {
		t.Errorf("in the last round, %d: %v", d.Round, err)
	}
	e, err := d.CallOff(d.now)
	if err != nil {
		t.Fatal(err)
	}
	d.commit(e)
	if _, err := d.CallOff(d.now); err != ErrOver || d.Why != WhyCalledOff {
		t.Errorf("called off twice: %v, %s", err, d.Why)
	}

	k := plan(Knockout)
	k.BestOf = 1
	d = with(t, k, 2000, 1900, 1800, 1700)
	g := d.running()[0]
	d.report(g, 2, 1)
	if _, err := d.Turn(fmt.Sprint("u", g.Seats[0]), Pause, d.now); err != ErrOut {
		t.Errorf("knocked out: %v", err)
	}
	if _, err := d.Turn(fmt.Sprint("u", g.Seats[1]), Pause, d.now); err != nil {
		t.Errorf("not knocked out: %v", err)
	}
}

// TestNumberOfRounds: everybody meets everybody once, with a bye each where they are odd.
func TestNumberOfRounds(t *testing.T) {
	for n, want := range map[int]int{2: 1, 3: 3, 4: 3, 5: 5} {
		d := open(t, plan(RoundRobin))
		d.enter(n)
		if got := d.Rounds(); got != want {
			t.Errorf("%d entrants, announced: %d rounds", n, got)
		}
		d.now = 1000
		d.work()
		if got := d.Rounds(); got != want {
			t.Errorf("%d entrants, running: %d rounds", n, got)
		}
	}
	// The first entrant loses from the second place as well.
	k := knocked(t, 1, [2]int{1500, 1500}, [2]int{2, 1})
	k.places = []int{1, 0}
	if b := k.Bracket(); !b.Lost[0] || b.Lost[1] || b.Won[1] != 1 {
		t.Errorf("lost %v, won %v", b.Lost, b.Won)
	}
}
