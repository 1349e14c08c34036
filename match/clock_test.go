package match_test

import (
	"fmt"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/match"
)

// TestGapsAreCredited: of the time since a moment exactly what no gap covers has
// elapsed.
func TestGapsAreCredited(t *testing.T) {
	gaps := []match.Gap{{From: 100, To: 200}, {From: 300, To: 350}, {From: 350, To: 400}}
	for _, x := range []struct{ now, from, want int64 }{
		{1000, 0, 1000 - 200},
		{1000, 99, 901 - 200},
		{1000, 100, 900 - 200},
		{1000, 101, 899 - 199},
		{1000, 199, 801 - 101},
		{1000, 200, 800 - 100},
		{1000, 201, 799 - 100},
		{1000, 349, 651 - 51},
		{1000, 350, 650 - 50},
		{1000, 399, 601 - 1},
		{1000, 400, 600},
		{1000, 401, 599},
		{400, 100, 300 - 200},
		{399, 100, 299 - 199},
		{350, 100, 250 - 150},
		{301, 100, 201 - 101},
		{300, 100, 200 - 100},
		{150, 100, 0},
		{150, 120, 0},
		{150, 50, 50},
		{100, 100, 0},
		{90, 100, 0}, // a clock that is behind
	} {
		if got := (match.Now{MS: x.now, Gaps: gaps}).Elapsed(x.from); got != x.want {
			t.Errorf("from %d to %d elapsed %d, want %d", x.from, x.now, got, x.want)
		}
	}
	if got := (match.Now{MS: 70}).Elapsed(20); got != 50 {
		t.Errorf("without gaps %d elapsed", got)
	}
}

// TestClockSetups: what a clock needs, and how far it goes.
func TestClockSetups(t *testing.T) {
	for _, x := range []struct {
		clock match.ClockSetup
		where string // "" for one that is taken
	}{
		{match.ClockSetup{}, ""},
		{match.ClockSetup{Kind: match.NoClock}, ""},
		{match.ClockSetup{Kind: match.Fischer, Initial: 1}, ""},
		{match.ClockSetup{Kind: match.Fischer, Initial: 86_400, Increment: 3600}, ""},
		{match.ClockSetup{Kind: match.Fischer, Initial: 0}, "clock.initial_s"},
		{match.ClockSetup{Kind: match.Fischer, Initial: 86_401}, "clock"},
		{match.ClockSetup{Kind: match.Fischer, Initial: 60, Increment: 3601}, "clock"},
		{match.ClockSetup{Kind: match.Fischer, Initial: 60, Increment: -1}, "clock"},
		{match.ClockSetup{Kind: match.PerTurn, Turn: 1}, ""},
		{match.ClockSetup{Kind: match.PerTurn, Turn: 86_400}, ""},
		{match.ClockSetup{Kind: match.PerTurn, Turn: 0}, "clock.turn_s"},
		{match.ClockSetup{Kind: match.PerTurn, Turn: 86_401}, "clock"},
		{match.ClockSetup{Kind: match.Correspondence, Days: 1}, ""},
		{match.ClockSetup{Kind: match.Correspondence, Days: 60}, ""},
		{match.ClockSetup{Kind: match.Correspondence, Days: 0}, "clock.days"},
		{match.ClockSetup{Kind: match.Correspondence, Days: 61}, "clock"},
		{match.ClockSetup{Kind: match.NoClock, Initial: -1}, "clock"},
		{match.ClockSetup{Kind: match.NoClock, Turn: -1}, "clock"},
		{match.ClockSetup{Kind: match.NoClock, Days: -1}, "clock"},
		{match.ClockSetup{Kind: "sun"}, "clock.kind"},
	} {
		_, _, err := match.New(games.ByID, "x", match.Setup{Game: "evo", Players: 2, Clock: x.clock}, host, make([]byte, 32), nil, "", now)
		got := ""
		if e, ok := err.(*match.Error); ok {
			got = e.Where
		}
		if got != x.where {
			t.Errorf("%+v: refused at %q (%v), want %q", x.clock, got, err, x.where)
		}
	}
}

// TestWhenTimeIsUp: a clock runs out at its last millisecond and not before. A move
// that comes in that very millisecond is still taken.
func TestWhenTimeIsUp(t *testing.T) {
	for _, x := range []struct {
		clock match.ClockSetup
		ms    int64
	}{
		{match.ClockSetup{Kind: match.Fischer, Initial: 7, Increment: 3}, 7000},
		{match.ClockSetup{Kind: match.PerTurn, Turn: 9}, 9000},
		{match.ClockSetup{Kind: match.Correspondence, Days: 2}, 2 * 86_400_000},
	} {
		_, table := make2(t, match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2), Clock: x.clock})
		s := table.Waiting().First()
		view := table.Look(game.SeatViewer(s))
		move := string(view.AppendAction(nil, s, view.AppendActions(nil, s)[0]))
		if got := table.Deadline(at(0)); got != now.MS+x.ms {
			t.Errorf("%s: the deadline is %d ms away", x.clock.Kind, got-now.MS)
		}
		if got := table.Deadline(at(x.ms - 5)); got != now.MS+x.ms {
			t.Errorf("%s: 5 ms before, the deadline is %d ms away", x.clock.Kind, got-now.MS)
		}
		if got := table.Deadline(at(x.ms + 5)); got != now.MS+x.ms+5 {
			t.Errorf("%s: a deadline that is past is at %d, not now", x.clock.Kind, got-now.MS)
		}
		if ms, runs := table.Left(s, s); ms != x.ms || !runs {
			t.Errorf("%s: %d ms are left, runs %v", x.clock.Kind, ms, runs)
		}
		if ms, runs := table.Left(1-s, s); ms != x.ms || runs {
			t.Errorf("%s: the other has %d ms, runs %v", x.clock.Kind, ms, runs)
		}
		d, err := table.Tick(at(x.ms - 1))
		if must(t, d, err).Status != match.Running {
			t.Errorf("%s: out a millisecond early", x.clock.Kind)
		}
		d, err = table.Tick(at(x.ms))
		out := must(t, d, err)
		if out.Status != match.Over || out.Result().Reason != "timeout" || out.Result().Rank[s] != 2 {
			t.Errorf("%s: after its time %s, %+v", x.clock.Kind, out.Status, out.Result())
		}
		if log, _ := out.Log(table.Seq); len(log) != 1 || log[0].Moves[0].MS != x.ms || log[0].Moves[0].Do != "timeout" {
			t.Errorf("%s: the log says %+v", x.clock.Kind, log)
		}
		d, err = table.Act(s, table.Step, "m", move, at(x.ms))
		if last := must(t, d, err); last.Status != match.Running || last.Step == table.Step {
			t.Errorf("%s: a move in the last millisecond is not taken", x.clock.Kind)
		}
		d, err = table.Act(s, table.Step, "m", move, at(x.ms+1))
		if late := must(t, d, err); late.Status != match.Over {
			t.Errorf("%s: a move after the time is taken", x.clock.Kind)
		}
		// A gap moves all of it.
		gap := match.Now{MS: now.MS + x.ms + 50, Gaps: []match.Gap{{From: now.MS + 10, To: now.MS + 60}}}
		d, err = table.Act(s, table.Step, "m", move, gap)
		last := must(t, d, err)
		if log, _ := last.Log(table.Seq); last.Status != match.Running || log[0].Moves[0].MS != x.ms || log[0].At != gap.MS {
			t.Errorf("%s: with a gap a move in the last millisecond is not taken", x.clock.Kind)
		}
		if got := table.Since(gap); got != now.MS+50 {
			t.Errorf("%s: the decision began %d ms in", x.clock.Kind, got-now.MS)
		}
		gap.MS++
		d, err = table.Tick(gap)
		if must(t, d, err).Status != match.Over {
			t.Errorf("%s: the gap was credited twice", x.clock.Kind)
		}
	}
	_, table := make2(t, match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
	if got := table.Deadline(now); got != 0 {
		t.Errorf("without a clock the deadline is %d", got)
	}
	d, err := table.Tick(at(1 << 50))
	if must(t, d, err).Status != match.Running {
		t.Error("without a clock the time is up")
	}
}

// TestFischerTime: what a decision took is taken off, the increment is added, and
// nobody has less than nothing.
func TestFischerTime(t *testing.T) {
	_, table := make2(
		t,
		match.Setup{
			Game:    "evo",
			Players: 2,
			Seats:   seatsOf(match.SeatMe, 2),
			Clock:   match.ClockSetup{Kind: match.Fischer, Initial: 10, Increment: 3},
		},
	)
	at, want := now.MS, [2]int64{10_000, 10_000}
	for i, took := range []int64{4000, 0, 10, 12_990, 9000} {
		s := table.Waiting().First()
		at += took
		view := table.Look(game.SeatViewer(s))
		d, err := table.Act(
			s,
			table.Step,
			fmt.Sprint(i),
			string(view.AppendAction(nil, s, view.AppendActions(nil, s)[0])),
			match.Now{MS: at},
		)
		table = must(t, d, err)
		if table.Waiting().Has(s) {
			t.Fatal("the test wants one action a turn")
		}
		want[s] += 3000 - took
		for s := range game.Seat(2) {
			if ms, _ := table.Left(s, s); ms != want[s] {
				t.Errorf("after choice %d seat %d has %d ms, want %d", i, s, ms, want[s])
			}
		}
	}
	// Clocks that do not add up get the same time again.
	_, table = make2(
		t,
		match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2), Clock: match.ClockSetup{Kind: match.PerTurn, Turn: 10}},
	)
	s := table.Waiting().First()
	view := table.Look(game.SeatViewer(s))
	d, err := table.Act(s, table.Step, "m", string(view.AppendAction(nil, s, view.AppendActions(nil, s)[0])), match.Now{MS: now.MS + 9000})
	if ms, _ := must(t, d, err).Left(s, s); ms != 10_000 {
		t.Errorf("%d ms for the next decision", ms)
	}
}

// TestBotsAreAskedAgain: a bot has no clock; the table is looked at every ten
// seconds until it has chosen.
func TestBotsAreAskedAgain(t *testing.T) {
	seats := []match.SeatSetup{{Kind: match.SeatBot, Level: 1}, {Kind: match.SeatBot, Level: 1}}
	_, table := make2(t, match.Setup{Game: "evo", Players: 2, Seats: seats, Clock: match.ClockSetup{Kind: match.PerTurn, Turn: 5}})
	for _, x := range []struct{ at, want int64 }{{0, 10_000}, {9_999, 10_000}, {10_000, 20_000}, {10_001, 20_000}, {25_000, 30_000}} {
		if got := table.Deadline(at(x.at)); got != now.MS+x.want {
			t.Errorf("after %d ms the next look is at %d, want %d", x.at, got-now.MS, x.want)
		}
	}
	d, err := table.Tick(at(60_000))
	if must(t, d, err).Status != match.Running {
		t.Error("a bot ran out of time")
	}
	s := table.Waiting().First()
	if ms, runs := table.Left(s, s); ms != 5000 || runs {
		t.Errorf("the clock of a bot: %d, runs %v", ms, runs)
	}
	view := table.Look(game.SeatViewer(s))
	d, err = table.Act(s, table.Step, "m", string(view.AppendAction(nil, s, view.AppendActions(nil, s)[0])), at(60_000))
	if must(t, d, err).Status != match.Running {
		t.Error("a bot's late move was refused")
	}
}

// TestClocksOfSealedSeats: a sealed seat's clock stands, runs on when the choice is
// taken back, and only its player and tables that show readiness tell.
func TestClocksOfSealedSeats(t *testing.T) {
	for _, show := range []bool{false, true} {
		_, table := make2(
			t,
			match.Setup{
				Game:      "epigo",
				Players:   2,
				Seats:     seatsOf(match.SeatMe, 2),
				ShowReady: show,
				Clock:     match.ClockSetup{Kind: match.PerTurn, Turn: 10},
			},
		)
		d, err := table.Act(0, table.Step, "a", deployment, at(4000))
		sealed := must(t, d, err)
		if got := sealed.Deadline(at(5000)); got != now.MS+10_000 {
			t.Errorf("the other's deadline is %d", got-now.MS)
		}
		for own, want := range map[game.Seat]bool{0: false, 1: !show, game.NoSeat: !show} {
			ms, runs := sealed.Left(0, own)
			if runs != want || runs && ms != 10_000 || !runs && ms != 6000 {
				t.Errorf("show %v: seat %d sees %d, runs %v", show, own, ms, runs)
			}
		}
		// Sealing again takes no more time off.
		d, err = sealed.Act(0, table.Step, "b", deployment, at(6000))
		if ms, runs := must(t, d, err).Left(0, 0); ms != 6000 || runs {
			t.Errorf("sealed again: %d, runs %v", ms, runs)
		}
		d, err = sealed.Act(0, table.Step, "c", "", at(7000))
		open := must(t, d, err)
		// It has used 4 s until 7 s in, so it will be up at 13 s.
		if got := open.Deadline(at(8000)); got != now.MS+10_000 {
			t.Errorf("the first deadline is %d", got-now.MS)
		}
		if ms, runs := open.Left(0, 0); ms != 13_000 || !runs {
			t.Errorf("taken back, as of the beginning: %d, runs %v", ms, runs)
		}
		d, err = open.Act(0, table.Step, "d", deployment, at(9500))
		if ms, runs := must(t, d, err).Left(0, 0); ms != 3500 || runs {
			t.Errorf("handed in again: %d, runs %v", ms, runs)
		}
		// The one who has not sealed is out; the sealed one is not.
		d, err = sealed.Tick(at(10_000))
		out := must(t, d, err)
		if out.Status != match.Over || out.Result().Rank[0] != 1 || out.Result().Rank[1] != 2 {
			t.Errorf("after the time: %s, %+v", out.Status, out.Result())
		}
	}
}
