package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"atoll/match"
	"atoll/server"
	"atoll/server/tournaments"
	"atoll/server/wire"
)

const evening = `{"zone": "Europe/Berlin", "tournaments": [{"when": "daily 20:00", "tournament":
	{"name": "Evening arena", "kind": "arena", "minutes": 60, "table": {"game": "epigo", "players": 2, "clock": {"kind": "fischer", "initial_s": 300, "increment_s": 3}}}}]}`

func TestHostPlanIsReadOrRefused(t *testing.T) {
	if _, err := tournaments.ReadPlan(strings.NewReader(evening)); err != nil {
		t.Fatal(err)
	}
	for text, why := range map[string]string{
		`{"tournaments": [{"when": "sometimes", "tournament": {}}]}`:                  "when is",
		`{"tournaments": [{"when": "daily 25:00", "tournament": {}}]}`:                "when is",
		`{"tournaments": [{"when": "someday 20:00", "tournament": {}}]}`:              "when is",
		`{"tournaments": [{"when": "monthly 31 20:00", "tournament": {}}]}`:           "1 to 28",
		`{"tournaments": [{"when": "daily 20:00", "ahead_h": -1, "tournament": {}}]}`: "ahead_h",
		`{"tournaments": [{"when": "daily 20:00", "tournament": {"start": 5}}]}`:      "leave start out",
		`{"zone": "Nowhere/Atall"}`:                                                   "zone",
		`{"turnaments": []}`:                                                          "turnaments",
		`{"tournaments": [{"at": "20:00"}]}`:                                          "at",
		`not a plan`:                                                                  "plan",
	} {
		if _, err := tournaments.ReadPlan(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want a word about %q", text, err, why)
		}
	}
}

// TestHostPlanStartsByTheHostsClock: also where the clocks change in between.
func TestHostPlanStartsByTheHostsClock(t *testing.T) {
	for _, c := range []struct{ when, now, want string }{
		{"daily 20:00", "2026-11-16T04:00:00Z", "2026-11-16T19:00:00Z"},
		{"daily 20:00", "2026-11-16T19:00:00Z", "2026-11-17T19:00:00Z"},
		{"daily 20:00", "2026-03-28T20:00:00Z", "2026-03-29T18:00:00Z"}, // summer time began in the night
		{"daily 02:30", "2026-03-28T12:00:00Z", "2026-03-29T01:30:00Z"}, // there is no 02:30 that night
		{"fridays 20:00", "2026-11-16T04:00:00Z", "2026-11-20T19:00:00Z"},
		{"monthly 20 20:00", "2026-11-16T04:00:00Z", "2026-11-20T19:00:00Z"},
		{"monthly 1 20:00", "2026-11-16T04:00:00Z", ""},
	} {
		plan, err := tournaments.ReadPlan(strings.NewReader(strings.Replace(evening, "daily 20:00", c.when, 1)))
		if err != nil {
			t.Fatal(err)
		}
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if list := plan[0].Starts(now); len(list) > 0 {
			got = list[0].UTC().Format(time.RFC3339)
		}
		if got != c.want {
			t.Errorf("%s at %s: %q, want %q", c.when, c.now, got, c.want)
		}
	}
}

// TestHostPlanIsAnnouncedOnce on however many nodes and after a restart; what was
// called off stays so.
func TestHostPlanIsAnnouncedOnce(t *testing.T) {
	plan, err := tournaments.ReadPlan(strings.NewReader(evening))
	if err != nil {
		t.Fatal(err)
	}
	f := newField(t)
	f.plan = plan
	f.start(2)
	list := func() []wire.TournamentInfo {
		var l wire.TournamentList
		f.nodes[0].person("P").must("GET", "/tournaments", nil, &l)
		return l.Tournaments
	}
	got := list()
	if len(got) != 1 || got[0].Name != "Evening arena" || got[0].Host != "" {
		t.Fatalf("announced: %+v", got)
	}
	if name, err := tournaments.CallOff(t.Context(), f.db, got[0].ID, f.clock.time().UnixMilli()); err != nil || name != "Evening arena" {
		t.Fatalf("%q, %v", name, err)
	}
	if _, err := tournaments.CallOff(t.Context(), f.db, got[0].ID, f.clock.time().UnixMilli()); err == nil {
		t.Error("called off twice")
	}
	f.stop()
	f.start(2)
	defer func() { f.stop() }()
	if got := list(); len(got) != 1 || got[0].Status != "over" || got[0].Why != "called off" {
		t.Errorf("after a restart: %+v", got)
	}
}

func TestHostPlanThatCannotBePlayedKeepsTheServerFromStarting(t *testing.T) {
	plan, err := tournaments.ReadPlan(strings.NewReader(strings.Replace(evening, "epigo", "chess", 1)))
	if err != nil {
		t.Fatal(err)
	}
	h := serve(t)
	_, err = server.New(t.Context(), server.Config{Store: h.store, Plan: plan})
	if err == nil || !strings.Contains(err.Error(), "Evening arena") {
		t.Errorf("%v", err)
	}
}

// TestTournamentIsToldOnceByItsTag: whoever has the standings is told only that
// they still hold, until something changes; nobody gets another's answer.
func TestTournamentIsToldOnceByItsTag(t *testing.T) {
	h := serve(t)
	maker, player := h.person("Maker"), h.person("Player")
	at := "/tournaments/" + tableFor(t, "tournament", maker, player)
	ask := func(p *person, tag string) (int, string) {
		req, err := http.NewRequest("GET", h.web.URL+"/api/v1"+at, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+p.token)
		if tag != "" {
			req.Header.Set("If-None-Match", tag)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		return res.StatusCode, res.Header.Get("ETag")
	}
	status, tag := ask(player, "")
	if status != 200 || tag == "" {
		t.Fatalf("%d, tag %q", status, tag)
	}
	// A minute may end in between: then the tag is another one, once.
	again, now := ask(player, tag)
	if again != 304 && now == tag {
		t.Errorf("nothing has changed: %d", again)
	}
	if status, _ := ask(maker, now); status != 200 {
		t.Errorf("somebody else's tag: %d", status)
	}
	h.person("Another").must("POST", at+"/enter", nil, nil)
	if status, _ := ask(player, now); status != 200 {
		t.Errorf("somebody has entered: %d", status)
	}
}

// TestTableSaysItsTournament: unless that is for those who have its link.
func TestTableSaysItsTournament(t *testing.T) {
	for _, access := range []string{"everyone", "link"} {
		f := newField(t)
		f.start(1)
		f.announce(wire.TournamentRequest{Kind: "swiss", Access: access})
		f.enter(2)
		f.away[f.people[0].id] = true
		page := f.until("paired", func(p wire.TournamentPage) bool {
			var snap wire.Snapshot
			return len(p.Games) > 0 && f.people[0].try("GET", "/tables/"+p.Games[0].Table, nil, &snap).StatusCode == 200
		})
		want := page.ID
		if access == "link" {
			want = ""
		}
		var snap wire.Snapshot
		f.nodes[0].person("Spectator").must("GET", "/tables/"+page.Games[0].Table, nil, &snap)
		if !snap.Info.Assigned || snap.Info.Tour != want || snap.Setup.Tournament != want {
			t.Errorf("%s: the table says %q and %q, want %q", access, snap.Info.Tour, snap.Setup.Tournament, want)
		}
		var list wire.TableList
		f.people[1].must("GET", "/my/tables", nil, &list)
		if len(list.Tables) != 1 || list.Tables[0].Tour != want || !list.Tables[0].Assigned {
			t.Errorf("%s: the list says %+v", access, list.Tables)
		}
		f.stop()
	}
	h := serve(t)
	if got := h.person("P").status("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Tournament: "aaaaaaaaaaaa"}); got != 403 {
		t.Errorf("a table that calls itself a tournament's: %d", got)
	}
}

// TestTournamentTellsNothingOfSealedChoices: its pages are the same bytes whether
// somebody at one of its tables has sealed a choice or not.
func TestTournamentTellsNothingOfSealedChoices(t *testing.T) {
	w := newWorld(t)
	people := []*person{w.person("A"), w.person("B")}
	spectator := w.person("Spectator")
	var page wire.TournamentPage
	w.person("Maker").must("POST", "/tournaments", wire.TournamentRequest{
		Name: "Secrets", Kind: "swiss", Start: w.clock.time().UnixMilli() + 1000,
		Table: wire.Setup{Game: "epigo", Players: 2, Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 600}},
	}, &page)
	for _, p := range people {
		p.must("POST", "/tournaments/"+page.ID+"/enter", nil, nil)
	}
	w.clock.forward(2 * time.Second)
	at := ""
	for end := time.Now().Add(time.Minute); at == ""; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nobody is paired")
		}
		spectator.must("GET", "/tournaments/"+page.ID, nil, &page)
		if len(page.Games) == 1 && spectator.status("GET", "/tables/"+page.Games[0].Table, nil) == 200 {
			at = "/tables/" + page.Games[0].Table
		}
	}
	for _, p := range people {
		p.must("POST", at+"/join", wire.JoinRequest{}, nil)
	}
	told := func() (all string) {
		for _, p := range append(people[1:], spectator) {
			for _, path := range []string{"/tournaments/" + page.ID, "/tournaments", "/tournaments?status=running"} {
				all += p.bytesOf(path) + "\n"
			}
		}
		return all
	}
	before := told()
	var snap wire.Snapshot
	people[0].must("GET", at, nil, &snap)
	if snap.View.Legal == nil {
		t.Fatalf("nothing to seal: %+v", snap.View)
	}
	action := ""
	if len(snap.View.Legal.Actions) > 0 {
		action = snap.View.Legal.Actions[0]
	} else {
		var list wire.LegalList
		people[0].must("GET", at+"/legal?limit=1", nil, &list)
		action = list.Actions[0]
	}
	var ack wire.Ack
	people[0].must("POST", at+"/act", wire.ActRequest{Msg: "1", Step: snap.View.Step, Action: action}, &ack)
	if !ack.Sealed {
		t.Fatalf("%s was not sealed: %+v", action, ack)
	}
	if after := told(); after != before {
		t.Errorf("a sealed choice changes what is told:\n%s\n%s", before, after)
	}
}
