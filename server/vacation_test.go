package server_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"atoll/match"
	"atoll/server"
	"atoll/server/wire"
)

const dayMS = 24 * 3600 * 1000

func (p *person) vacations() (page server.VacationPage) {
	p.t.Helper()
	p.must("GET", "/vacations", nil, &page)
	return page
}

// TestVacation: whoever goes on vacation does not run out of time meanwhile, the
// others see until when, and the clock runs on when they are back early. Another
// table, at which nobody is away, shows that time passes.
func TestVacation(t *testing.T) {
	clock := &fakeClock{now: time.Now()}
	nodes(t, func(t *testing.T, one, two *host) {
		start := func(game string) (table string, players [2]*person) {
			players = [2]*person{one.person("Ada"), two.person("Ben")}
			var made wire.Created
			players[0].must("POST", "/tables", wire.Setup{
				Game: game, Players: 2, Clock: wire.ClockSetup{Kind: match.Correspondence, Days: 2},
			}, &made)
			players[1].must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
			return made.Table.ID, players
		}
		table, players := start("evo")
		other, _ := start("evo")
		away, rival := players[0], players[1]
		var snap wire.Snapshot
		away.must("GET", "/tables/"+table, nil, &snap)
		if snap.View.Legal == nil { // seats were drawn
			away, rival = rival, away
			away.must("GET", "/tables/"+table, nil, &snap)
		}
		seat := snap.View.Viewer
		now := away.vacations().Time
		since, until := now+25*3600_000, now+25*3600_000+10*dayMS
		away.must("POST", "/vacations", server.VacationRequest{Since: since, Until: until}, nil)
		seen := func(p *person) (c wire.SeatClock, status string) {
			var s wire.Snapshot
			p.must("GET", "/tables/"+table, nil, &s)
			for _, x := range s.View.Clocks.Seats {
				if x.Seat == seat {
					c = x
				}
			}
			return c, s.View.Status
		}
		watcher := two.person("Watcher")
		for _, p := range []*person{away, rival, watcher, rival.at(one), rival.at(two)} {
			if c, _ := seen(p); c.Vacation == nil || *c.Vacation != (wire.Vacation{Since: since, Until: until}) || !c.Running {
				t.Errorf("announced: %+v", c)
			}
		}
		if p := away.at(two).vacations(); len(p.Vacations) != 1 || p.Left != 20 || p.Most != 30 {
			t.Errorf("the page: %+v", p)
		}
		settled := func(what string) {
			waitFor(t, what, func() bool {
				due, err := one.store.Due(t.Context(), clock.time().UnixMilli(), 100)
				return err == nil && len(due) == 0
			})
		}
		clock.forward(49 * time.Hour)
		waitFor(t, "the other table ends", func() bool {
			var s wire.Snapshot
			watcher.must("GET", "/tables/"+other, nil, &s)
			return s.View.Status == "over"
		})
		settled("the table is looked at")
		for _, p := range []*person{away, rival, watcher} {
			c, status := seen(p)
			if status != "running" || c.Running || c.Left != 23*3600_000 {
				t.Errorf("on vacation: %s, %+v", status, c)
			}
		}
		// Back early, at the other node.
		away.at(two).must("POST", "/vacations/end", server.VacationEnd{Since: since}, nil)
		if c, _ := seen(watcher); c.Vacation != nil || !c.Running {
			t.Errorf("back: %+v", c)
		}
		if p := away.vacations(); len(p.Vacations) != 0 || p.Left != 29 {
			t.Errorf("the page of one who is back: %+v", p)
		}
		if res := away.try("POST", "/vacations/end", server.VacationEnd{Since: since}, nil); res.StatusCode != 404 {
			t.Errorf("ended twice: %s", res.Status)
		}
		clock.forward(22 * time.Hour)
		settled("the table is looked at again")
		if _, status := seen(rival); status != "running" {
			t.Error("time that was left before the vacation is gone")
		}
		clock.forward(2 * time.Hour)
		waitFor(t, "the time is up", func() bool { _, status := seen(rival); return status == "over" })
		if log := rival.bytesOf("/tables/" + table); !strings.Contains(log, "Vacation: "+seat+" from ") {
			t.Error("the log does not tell of it")
		}
	}, func(c *server.Config) { c.Clock, c.AliveEvery = clock.time, 10_000*time.Hour })
}

// TestVacationAtANewTable: whoever sits down while away is away there too.
func TestVacationAtANewTable(t *testing.T) {
	clock := &fakeClock{now: time.Now()}
	nodes(t, func(t *testing.T, one, two *host) {
		ada, ben := one.person("Ada"), two.person("Ben")
		now := ada.vacations().Time
		ada.must("POST", "/vacations", server.VacationRequest{Since: now + dayMS, Until: now + 5*dayMS}, nil)
		clock.forward(30 * time.Hour)
		for _, x := range []struct {
			clock wire.ClockSetup
			want  bool
		}{
			{wire.ClockSetup{Kind: match.Correspondence, Days: 1}, true},
			{wire.ClockSetup{Kind: match.PerTurn, Turn: 86_400}, false},
		} {
			var made wire.Created
			ben.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Clock: x.clock}, &made)
			ada.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
			told := func() bool { return strings.Contains(ben.bytesOf("/tables/"+made.Table.ID), `"vacation":{`) }
			if x.want {
				waitFor(t, "the table knows", told)
			} else if told() {
				t.Errorf("%s: a vacation where it does not count", x.clock.Kind)
			}
		}
	}, func(c *server.Config) { c.Clock, c.AliveEvery = clock.time, 10_000*time.Hour })
}

// TestVacationLimits: what is refused, and that the days come back with time.
func TestVacationLimits(t *testing.T) {
	clock := &fakeClock{now: time.Now()}
	h := serve(t, func(c *server.Config) { c.Clock, c.AliveEvery = clock.time, 100_000*time.Hour })
	ada := h.account("Ada")
	now := ada.vacations().Time
	try := func(since, days int64) string {
		t.Helper()
		res := ada.send("POST", "/vacations", server.VacationRequest{Since: since, Until: since + days*dayMS})
		defer res.Body.Close()
		said, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != 204 && res.StatusCode != 400 {
			t.Errorf("%s, %v", res.Status, err)
		}
		return string(said)
	}
	for _, x := range []struct {
		since, days int64
		want        string
	}{
		{now - 5*dayMS, 10, "a day ahead"},
		{now + dayMS - 60_000, 10, "a day ahead"},
		{now + 400*dayMS, 10, "a year ahead"},
		{now + 10*dayMS, 0, "at least a day"},
		{now + 10*dayMS, -3, "at least a day"},
		{now + 10*dayMS, 31, "30 days"},
		{now + 10*dayMS, 10, ""},
		{now + 10*dayMS, 12, "on vacation then"},
		{now + 19*dayMS, 2, "on vacation then"},
		{now + 5*dayMS, 20, "on vacation then"},
		{now + 20*dayMS, 21, "30 days"},
		{now + 350*dayMS, 10, ""},
		{now + 340*dayMS, 10, ""},
		{now + 3*dayMS, 1, "three vacations"},
	} {
		if got := try(x.since, x.days); x.want == "" && got != "" || !strings.Contains(got, x.want) {
			t.Errorf("%d days in %d days: %q, want %q", x.days, (x.since-now)/dayMS, got, x.want)
		}
	}
	// One is taken back: its days are free again, and it leaves no trace.
	ada.must("POST", "/vacations/end", server.VacationEnd{Since: now + 340*dayMS}, nil)
	if got := try(now+25*dayMS, 10); got != "" {
		t.Error(got)
	}
	if p := ada.vacations(); p.Left != 0 || len(p.Vacations) != 3 {
		t.Errorf("the page: %+v", p)
	}
}
