package match_test

import (
	"encoding/json"
	"slices"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/match"
)

const day = 86_400_000

func daysTable(t *testing.T, setup match.Setup) (*memory, *match.Table, game.Seat) {
	t.Helper()
	setup.Players, setup.Seats, setup.Clock = 2, seatsOf(match.SeatMe, 2), match.ClockSetup{Kind: match.Correspondence, Days: 2}
	m, table := make2(t, setup)
	return m, table, table.Waiting().First()
}

// TestVacationsStopTheClock: while a player is on vacation their time does not run
// out; what ran before and after counts, what a server gap covers only once.
func TestVacationsStopTheClock(t *testing.T) {
	for _, x := range []struct {
		name       string
		away       [][2]int64 // of the one to move, in hours since the decision began
		other      [][2]int64
		gap        [2]int64
		wantRunOut int64 // hours
	}{
		{name: "none", wantRunOut: 48},
		{name: "within", away: [][2]int64{{10, 34}}, wantRunOut: 72},
		{name: "it began before", away: [][2]int64{{-50, 30}}, wantRunOut: 78},
		{name: "too late", away: [][2]int64{{48, 90}}, wantRunOut: 48},
		{name: "in the last hour", away: [][2]int64{{47, 147}}, wantRunOut: 148},
		{name: "twice", away: [][2]int64{{10, 34}, {60, 84}}, wantRunOut: 96},
		{name: "over before", away: [][2]int64{{-50, -1}}, wantRunOut: 48},
		{name: "the other one", other: [][2]int64{{0, 500}}, wantRunOut: 48},
		{name: "a gap meanwhile", away: [][2]int64{{10, 34}}, gap: [2]int64{12, 14}, wantRunOut: 72},
		{name: "a gap across its end", away: [][2]int64{{10, 34}}, gap: [2]int64{30, 40}, wantRunOut: 78},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, table, s := daysTable(t, match.Setup{Game: "evo"})
			const hour = 3600_000
			var all []match.Vacation
			for _, v := range x.away {
				all = append(all, match.Vacation{Seat: s, From: now.MS + v[0]*hour, To: now.MS + v[1]*hour})
			}
			for _, v := range x.other {
				all = append(all, match.Vacation{Seat: 1 - s, From: now.MS + v[0]*hour, To: now.MS + v[1]*hour})
			}
			d, err := table.Excuse(all, now)
			if err != nil {
				t.Fatal(err)
			}
			table = d.Table
			moment := func(ms int64) match.Now {
				n := match.Now{MS: now.MS + ms}
				if x.gap[1] > 0 && ms >= x.gap[1]*hour {
					n.Gaps = []match.Gap{{From: now.MS + x.gap[0]*hour, To: now.MS + x.gap[1]*hour}}
				}
				return n
			}
			end := x.wantRunOut * hour
			d, err = table.Tick(moment(end - 1))
			if must(t, d, err).Status != match.Running {
				t.Error("out a millisecond early")
			}
			if got := table.LeftNow(s, moment(end-1)); got != 1 {
				t.Errorf("a millisecond before, %d are left", got)
			}
			d, err = table.Tick(moment(end))
			if must(t, d, err).Status != match.Over {
				t.Error("not out when the time is up")
			}
			// Whenever the table is looked at, the next look comes before the end or at it,
			// and the looks come to an end there.
			looks := 0
			for at := int64(0); at < end; looks++ {
				next := table.Deadline(moment(at)) - now.MS
				if next <= at || looks > 1000 {
					t.Fatalf("at %d the next look is at %d, after %d looks", at, next, looks)
				}
				if next > end && x.gap[1] == 0 {
					t.Fatalf("at %d the next look is at %d, after the end at %d", at, next, end)
				}
				at = next
			}
			// What clients count down from comes to the same.
			for at := int64(0); at < end; at += hour / 2 {
				n := moment(at)
				ms, runs := table.LeftAt(s, s, n)
				if runs {
					ms -= n.MS - table.Since(n)
				}
				if want := table.LeftNow(s, n); ms != want {
					t.Fatalf("after %d h the clock shows %d, runs %v; left are %d", at/hour, ms, runs, want)
				}
				if off := table.OnVacation(n.MS).Has(s); off == runs {
					t.Fatalf("after %d h: on vacation %v, runs %v", at/hour, off, runs)
				}
			}
		})
	}
}

// TestVacationsAreNoted: only what is new is written down; it survives a replay; a
// vacation that was cut short no longer counts.
func TestVacationsAreNoted(t *testing.T) {
	m, table, s := daysTable(t, match.Setup{Game: "evo"})
	list := []match.Vacation{{Seat: s, From: now.MS + day, To: now.MS + 9*day}}
	d, err := table.Excuse(list, now)
	if err != nil || d.Change == nil || d.Table.Step != table.Step || d.Table.Seq != table.Seq+1 {
		t.Fatalf("noted: %+v, %v", d, err)
	}
	if err := m.commit(d.Change); err != nil {
		t.Fatal(err)
	}
	past := match.Vacation{Seat: s, From: now.MS - 9*day, To: now.MS - 1}
	for _, same := range [][]match.Vacation{list, append(slices.Clone(list), past)} {
		if again, err := d.Table.Excuse(same, now); err != nil || again.Change != nil {
			t.Errorf("noted again: %+v, %v", again, err)
		}
	}
	back, err := match.Replay(games.ByID, "table", m.tables["table"])
	if err != nil {
		t.Fatal(err)
	}
	if v, ok := back.VacationOf(s, now.MS); !ok || v != list[0] {
		t.Errorf("after a replay: %+v, %v", v, ok)
	}
	later := match.Now{MS: now.MS + 3*day}
	if got := back.LeftNow(s, later); got != day {
		t.Errorf("%d ms are left", got)
	}
	// Cut short at that moment: the clock runs on.
	cut, err := back.Excuse([]match.Vacation{{Seat: s, From: now.MS + day, To: later.MS}}, later)
	if err != nil || cut.Change == nil {
		t.Fatal(cut, err)
	}
	if got := cut.Table.LeftNow(s, match.Now{MS: later.MS + day/2}); got != day/2 {
		t.Errorf("cut short: %d ms are left", got)
	}
	if v, ok := cut.Table.VacationOf(s, later.MS); ok {
		t.Errorf("cut short, it still runs: %+v", v)
	}
	// Taken back: as if it had never been.
	none, err := back.Excuse(nil, now)
	if err != nil || none.Table.LeftNow(s, match.Now{MS: now.MS + day + day/2}) != day/2 {
		t.Errorf("taken back: %+v, %v", none, err)
	}
	var private map[string]any
	if err := json.Unmarshal(d.Change.Private, &private); err != nil || len(private) != 0 {
		t.Errorf("the private part: %v, %v", private, err)
	}
}

// TestWhereVacationsCount: not where time is short, nor where a tournament waits.
func TestWhereVacationsCount(t *testing.T) {
	list := []match.Vacation{{Seat: 0, From: 0, To: now.MS + 90*day}, {Seat: 1, From: 0, To: now.MS + 90*day}}
	for _, x := range []struct {
		setup match.Setup
		want  bool
	}{
		{match.Setup{Clock: match.ClockSetup{Kind: match.Correspondence, Days: 1}}, true},
		{match.Setup{Clock: match.ClockSetup{Kind: match.Correspondence, Days: 1}, Assigned: true}, false},
		{match.Setup{Clock: match.ClockSetup{Kind: match.PerTurn, Turn: 86_400}}, false},
		{match.Setup{Clock: match.ClockSetup{Kind: match.Fischer, Initial: 86_400}}, false},
		{match.Setup{}, false},
	} {
		x.setup.Game, x.setup.Players, x.setup.Seats = "evo", 2, seatsOf(match.SeatMe, 2)
		_, table := make2(t, x.setup)
		d, err := table.Excuse(list, now)
		if err != nil || (d.Change != nil) != x.want || table.KeepsVacations() != x.want {
			t.Errorf("%+v: %v, %v", x.setup.Clock, d.Change != nil, err)
		}
		if x.want != (d.Table.OnVacation(now.MS) != 0) {
			t.Errorf("%+v: on vacation %v", x.setup.Clock, d.Table.OnVacation(now.MS))
		}
	}
}

// TestVacationTellsNothingSealed: the clock of one who is on vacation stands for
// the others, whether they have sealed a choice or not.
func TestVacationTellsNothingSealed(t *testing.T) {
	_, table, _ := daysTable(t, match.Setup{Game: "epigo"})
	d, err := table.Excuse([]match.Vacation{{Seat: 0, From: now.MS + day/2, To: now.MS + 3*day}}, now)
	table = must(t, d, err)
	d, err = table.Act(0, table.Step, "a", deployment, at(day/4))
	sealed := must(t, d, err)
	for ms := int64(0); ms < 4*day; ms += day / 8 {
		for _, own := range []game.Seat{1, game.NoSeat} {
			a, runsA := table.LeftAt(0, own, at(ms))
			b, runsB := sealed.LeftAt(0, own, at(ms))
			if a != b || runsA != runsB {
				t.Errorf("after %d ms seat %d sees %d, %v and %d, %v", ms, own, a, runsA, b, runsB)
			}
		}
	}
}
