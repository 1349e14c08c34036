package server_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/games"
	"atoll/match"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/tournaments"
	"atoll/server/wire"
	"atoll/store"
	"atoll/store/sqlite"
	"atoll/tournament"
)

// lameStore refuses to make tables while it is lame, as if the node died between a
// pairing and its tables.
type lameStore struct {
	store.Store
	lame atomic.Bool
	over func(table string) // what happens between the end of a game and the node's knowing that it is stored; nil: nothing
	read func(table string) // what happens when only the head of a table is read; nil: nothing
}

func (s *lameStore) Load(ctx context.Context, table string, after int64) (*match.Stored, error) {
	stored, err := s.Store.Load(ctx, table, after)
	if s.read != nil && after == math.MaxInt64 {
		s.read(table)
	}
	return stored, err
}

func (s *lameStore) Commit(ctx context.Context, changes ...*match.Change) error {
	if s.lame.Load() && slices.ContainsFunc(changes, func(c *match.Change) bool { return c.Version == 1 }) {
		return errors.New("the disk is gone")
	}
	if err := s.Store.Commit(ctx, changes...); err != nil || s.over == nil {
		return err
	}
	for _, c := range changes {
		if c.Head.Status == match.Over {
			s.over(c.Table)
		}
	}
	return nil
}

// field is a tournament with people who play in it over HTTP. They know nothing
// but what the API tells them.
type field struct {
	t      *testing.T
	file   string
	clock  *fakeClock
	nodes  []*host
	stops  []func()
	db     *sqlite.DB
	lame   *lameStore
	people []*person
	id     string
	away   map[string]bool // people who do not come
	plan   []tournaments.Recurring
}

func newField(t *testing.T) *field {
	return &field{
		t: t, file: filepath.Join(t.TempDir(), "atoll.db"), away: map[string]bool{},
		clock: &fakeClock{now: time.UnixMilli(1_800_000_000_000)},
	}
}

func (f *field) start(nodes int) {
	f.t.Helper()
	db, err := sqlite.Open(f.t.Context(), f.file)
	if err != nil {
		f.t.Fatal(err)
	}
	f.db, f.lame, f.nodes, f.stops = db, &lameStore{Store: db}, nil, nil
	local := bus.NewLocal()
	for range nodes {
		s, err := server.New(f.t.Context(), server.Config{
			Store: f.lame, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster(), Clock: f.clock.time, AliveEvery: time.Hour,
			Limits: node.NoLimits(), TournamentsEvery: 10 * time.Millisecond, Shared: nodes > 1, Plan: f.plan,
		})
		if err != nil {
			f.t.Fatal(err)
		}
		web := httptest.NewServer(s)
		f.nodes = append(f.nodes, &host{f.t, s, web, db})
		f.stops = append(f.stops, func() {
			s.Close()
			web.Close()
		})
	}
	for i, p := range f.people {
		f.people[i] = p.at(f.nodes[i%nodes])
	}
}

func (f *field) stop() {
	for _, stop := range f.stops {
		stop()
	}
	f.db.Close()
}

func (f *field) enter(n int) {
	f.t.Helper()
	for i := range n {
		p := f.nodes[i%len(f.nodes)].person(fmt.Sprint("P", i))
		p.must("POST", "/tournaments/"+f.id+"/enter", nil, nil)
		f.people = append(f.people, p)
	}
}

func (f *field) announce(req wire.TournamentRequest) {
	f.t.Helper()
	maker := f.nodes[0].person("Maker")
	req.Name = "Friday"
	if req.Table.Game == "" {
		req.Table.Game = "evo"
	}
	if req.Table.Players == 0 {
		req.Table.Players = 2
	}
	req.Table.Clock = wire.ClockSetup{Kind: match.Fischer, Initial: 600}
	req.Start = f.clock.time().UnixMilli() + 60_000
	var page wire.TournamentPage
	maker.must("POST", "/tournaments", req, &page)
	f.id = page.ID
}

// turn lets everybody do what they can: sit down, and lose if that is their lot.
func (f *field) turn() {
	f.t.Helper()
	for _, p := range f.people {
		if f.away[p.id] {
			continue
		}
		var page wire.TournamentPage
		p.must("GET", "/tournaments/"+f.id, nil, &page)
		if page.Me == nil || page.Me.Table == "" {
			continue
		}
		at := "/tables/" + page.Me.Table
		var snap wire.Snapshot
		if res := p.try("GET", at, nil, &snap); res.StatusCode != 200 {
			continue // not made yet
		}
		switch snap.View.Status {
		case "open":
			p.try("POST", at+"/join", wire.JoinRequest{}, nil)
		case "running":
			// Of two people the one with the lower seat loses, by the table's name; a bot of the
			// house wins.
			humans := 0
			for _, s := range snap.View.Seats {
				if s.Kind == "human" {
					humans++
				}
			}
			if humans == 1 || (page.Me.Table[0]%2 == 0) == (snap.View.Viewer == snap.View.Seats[0].Seat) || len(snap.View.Seats) > 2 {
				p.try("POST", at+"/do", wire.TableRequest{Do: "resign"}, nil)
			}
		}
	}
}

func (f *field) page() wire.TournamentPage {
	f.t.Helper()
	var page wire.TournamentPage
	f.people[0].must("GET", "/tournaments/"+f.id+"?limit=500", nil, &page)
	return page
}

// until plays on until something holds.
func (f *field) until(what string, holds func(wire.TournamentPage) bool) wire.TournamentPage {
	f.t.Helper()
	for range 30_000 {
		f.turn()
		page := f.page()
		if holds(page) {
			return page
		}
		f.clock.forward(2 * time.Second)
		time.Sleep(2 * time.Millisecond) // the machine has others to run
	}
	page := f.page()
	f.t.Fatalf("never: %s; %s in round %d, games %+v", what, page.Status, page.Round, page.Games)
	return page
}

func isOver(p wire.TournamentPage) bool { return p.Status == "over" }

// check compares the tournament with the tables that are stored: every game has
// its one table, and every result is the table's.
func (f *field) check() *tournament.Tournament {
	f.t.Helper()
	ctx := f.t.Context()
	_, log, err := f.db.Tournament(ctx, f.id, 0)
	if err != nil {
		f.t.Fatal(err)
	}
	tour, err := tournament.Replay(f.id, log)
	if err != nil {
		f.t.Fatal(err)
	}
	points := make([]float64, len(tour.Entrants))
	pairs := map[string]int{}
	for _, g := range tour.Games {
		pairs[fmt.Sprint(g.Round, g.Seats)]++
		stored, err := f.db.Load(ctx, g.Table, 0)
		if err != nil {
			if len(g.Absent) == 0 {
				f.t.Errorf("game %d has no table: %v", g.No, err)
			}
			continue
		}
		table, err := match.Replay(games.ByID, g.Table, stored)
		if err != nil {
			f.t.Fatal(err)
		}
		for seat, i := range g.Seats {
			if table.Seats[seat].User.ID != tour.Entrants[i].User.ID {
				f.t.Errorf("game %d: seat %d is %q's", g.No, seat, table.Seats[seat].User.ID)
			}
			if g.Ended != 0 && table.Status == match.Over && len(g.Ranks) == 0 {
				f.t.Errorf("game %d was played, and the tournament says it was called off", g.No)
				break
			}
			if g.Ended != 0 && table.Status == match.Over {
				if got := int(table.Result().Rank[seat]); got != g.Ranks[seat] {
					f.t.Errorf("game %d: rank %d at the table, %d in the tournament", g.No, got, g.Ranks[seat])
				}
				if g.Ranks[seat] == 1 {
					points[i]++
				}
			}
		}
		if table.Status == match.Aborted && len(g.Absent) == 0 {
			f.t.Errorf("game %d was called off", g.No)
		}
		for seat, i := range g.Seats {
			if len(g.Absent) > 0 && !slices.Contains(g.Absent, seat) {
				points[i]++
			}
		}
	}
	for pair, n := range pairs {
		if n > 1 && tour.Plan.Kind != tournament.Knockout {
			f.t.Errorf("%s is paired %d times", pair, n)
		}
	}
	page := f.page()
	for _, row := range page.Standings {
		x := tour.Entrants[row.Entrant]
		if row.User != x.User.ID {
			f.t.Errorf("row of %q: %q", x.User.ID, row.User)
		}
		want := points[row.Entrant]
		if tour.Plan.Kind == tournament.Swiss {
			want += float64(min(1, x.Byes))
		}
		if k := tour.Plan.Kind; (k == tournament.Swiss || k == tournament.RoundRobin) && math.Abs(want-row.Points) > 0.01 {
			f.t.Errorf("%s has %v points, the games say %v", row.Name, row.Points, want)
		}
	}
	return tour
}

// TestTournaments plays one of every kind to its end, with bots of the house,
// somebody who never comes, and a node that dies between a pairing and its tables.
// A look at a tournament between the storing of a game's end and the moment when
// its node knows that it is stored takes the result, or leaves it for later.
func TestResultBeforeItIsKnown(t *testing.T) {
	f := newField(t)
	f.start(1)
	defer f.stop()
	f.announce(wire.TournamentRequest{Kind: "swiss", Rounds: 1})
	f.enter(2)
	seen := make(chan string, 1000)
	f.lame.read = func(table string) {
		select {
		case seen <- table:
		default:
		}
	}
	f.lame.over = func(table string) {
		for len(seen) > 0 {
			<-seen
		}
		f.clock.forward(time.Minute) // it is looked at
		for limit := time.After(time.Minute); ; {
			select {
			case got := <-seen:
				if got == table {
					time.Sleep(200 * time.Millisecond) // for whatever comes of the look
					return
				}
			case <-limit:
				t.Error("nobody looks at the tournament")
				return
			}
		}
	}
	f.until("over", isOver)
	f.check()
}

func TestTournaments(t *testing.T) {
	for name, c := range map[string]struct {
		req    wire.TournamentRequest
		people int
	}{
		"arena":       {wire.TournamentRequest{Kind: "arena", Minutes: 5, Bots: []int{1}}, 5},
		"swiss":       {wire.TournamentRequest{Kind: "swiss", Rounds: 3, Bots: []int{1}}, 6},
		"round robin": {wire.TournamentRequest{Kind: "round_robin", Bots: []int{1}}, 4},
		"knock-out":   {wire.TournamentRequest{Kind: "knockout", BestOf: 3, Bots: []int{1}}, 5},
		"pods":        {wire.TournamentRequest{Kind: "pods", Rounds: 2, Table: wire.Setup{Game: "conqueror", Players: 4}}, 7},
	} {
		for _, nodes := range []int{1, 2} {
			t.Run(fmt.Sprint(name, " on ", nodes), func(t *testing.T) {
				f := newField(t)
				f.start(nodes)
				defer func() { f.stop() }()
				f.announce(c.req)
				f.enter(c.people)
				f.away[f.people[1].id] = true
				f.lame.lame.Store(true)
				f.until("paired", func(p wire.TournamentPage) bool { return len(p.Games) > 0 })
				f.stop()
				f.start(nodes)
				f.until("a result", func(p wire.TournamentPage) bool {
					return slices.ContainsFunc(p.Games, func(g wire.TournamentGame) bool { return len(g.Ranks) > 0 })
				})
				f.stop()
				f.start(nodes)
				page := f.until("over", isOver)
				if page.Why != "over" || page.Total != c.people+len(c.req.Bots) {
					t.Errorf("ended: %s with %d entrants", page.Why, page.Total)
				}
				tour := f.check()
				if !slices.ContainsFunc(tour.Games, func(g *tournament.Game) bool { return len(g.Absent) > 0 }) {
					t.Error("nobody was absent")
				}
				absent := tour.Find(f.people[1].id)
				for _, g := range tour.Games {
					if s := slices.Index(g.Seats, absent); s >= 0 && !slices.Contains(g.Absent, s) && len(g.Absent) == 0 {
						t.Errorf("somebody who was not there has played: %+v", g)
					}
				}
				if name == "arena" && tour.Entrants[absent].State != tournament.Pause {
					t.Errorf("the absent player of an arena is %s", tour.Entrants[absent].State)
				}
			})
		}
	}
}

// TestCallingOff: what nobody plays at is closed, what is played goes on.
func TestCallingOff(t *testing.T) {
	f := newField(t)
	f.start(1)
	defer f.stop()
	maker := f.nodes[0].person("Maker")
	var page wire.TournamentPage
	maker.must("POST", "/tournaments", wire.TournamentRequest{
		Name: "Short", Kind: "swiss", Table: wire.Setup{Game: "evo", Players: 2, Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 600}},
		Start: f.clock.time().UnixMilli() + 60_000,
	}, &page)
	f.id = page.ID
	f.enter(4)
	f.away[f.people[0].id], f.away[f.people[1].id], f.away[f.people[2].id], f.away[f.people[3].id] = true, true, true, true
	page = f.until("paired", func(p wire.TournamentPage) bool { return len(p.Games) == 2 })
	table := func(no int) string {
		var snap wire.Snapshot
		f.people[0].try("GET", "/tables/"+page.Games[no].Table, nil, &snap)
		return snap.View.Status
	}
	// Meanwhile the clock stands, or the first might be closed before the second is there.
	waitFor(t, "both tables are open", func() bool { return table(0) == "open" && table(1) == "open" })
	for _, p := range f.people {
		p.try("POST", "/tables/"+page.Games[0].Table+"/join", wire.JoinRequest{}, nil)
	}
	if table(0) != "running" {
		t.Fatalf("two have sat down: %s", table(0))
	}
	if res := f.people[0].try("POST", "/tournaments/"+f.id+"/call-off", nil, nil); res.StatusCode != 403 {
		t.Errorf("an entrant calls it off: %s", res.Status)
	}
	maker.must("POST", "/tournaments/"+f.id+"/call-off", nil, nil)
	f.until("closed", func(wire.TournamentPage) bool { return table(1) == "aborted" })
	if table(0) != "running" {
		t.Errorf("a game that had begun is %s", table(0))
	}
	if page := f.page(); page.Status != "over" || page.Why != "called off" {
		t.Errorf("%s, %s", page.Status, page.Why)
	}
}

// TestTournamentRefusals: each refusal of the plan and of the door.
func TestTournamentRefusals(t *testing.T) {
	f := newField(t)
	f.start(1)
	defer f.stop()
	p := f.nodes[0].person("P")
	good := func() wire.TournamentRequest {
		return wire.TournamentRequest{
			Name: "Open", Kind: "swiss",
			Table: wire.Setup{Game: "evo", Players: 2, Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 60}},
		}
	}
	for name, c := range map[string]struct {
		change func(*wire.TournamentRequest)
		where  string
	}{
		"no clock":        {func(r *wire.TournamentRequest) { r.Table.Clock = wire.ClockSetup{} }, "body.table.clock"},
		"no such game":    {func(r *wire.TournamentRequest) { r.Table.Game = "chess" }, "body.table.game"},
		"rated guests":    {func(r *wire.TournamentRequest) { r.Table.Rated = true }, "body.table.rated"},
		"rated programs":  {func(r *wire.TournamentRequest) { r.Table.Rated, r.Programs = true, true }, "body.programs"},
		"four at a Swiss": {func(r *wire.TournamentRequest) { r.Table.Players = 4 }, "body.table.players"},
		"wrong option":    {func(r *wire.TournamentRequest) { r.Table.Options = map[string]any{"nothing": 1} }, "body.table.options"},
		"hidden games":    {func(r *wire.TournamentRequest) { r.Table.NoWatchers = true }, "body.table.no_spectators"},
		"far away":        {func(r *wire.TournamentRequest) { r.Start = f.clock.time().Add(400 * 24 * time.Hour).UnixMilli() }, "body.start"},
		"nothing to see":  {func(r *wire.TournamentRequest) { r.Name = "\u200b \u2800" }, "body.name"},
		"long name":       {func(r *wire.TournamentRequest) { r.Name = strings.Repeat("x", 61) }, "body.name"},
		"bad bot":         {func(r *wire.TournamentRequest) { r.Bots = []int{9} }, "body.bots"},
		"given layout":    {func(r *wire.TournamentRequest) { r.Table.Given = "layout a1" }, "body.table.given"},
	} {
		req := good()
		c.change(&req)
		if res := p.try("POST", "/tournaments", req, nil); res.StatusCode != 400 || res.Header.Get("X-Where") != c.where {
			t.Errorf("%s: %s at %q, want 400 at %q", name, res.Status, res.Header.Get("X-Where"), c.where)
		}
	}
	req := good()
	req.Most, req.Access = 2, "link"
	req.Start = f.clock.time().Add(time.Hour).UnixMilli()
	var page wire.TournamentPage
	p.must("POST", "/tournaments", req, &page)
	at := "/tournaments/" + page.ID
	var list wire.TournamentList
	p.must("GET", "/tournaments", nil, &list)
	if len(list.Tournaments) != 0 {
		t.Error("a tournament by link is listed")
	}
	q, r := f.nodes[0].person("Q"), f.nodes[0].person("R")
	q.must("POST", at+"/enter", nil, nil)
	q.must("POST", at+"/enter", nil, nil) // a repeated request
	p.must("POST", at+"/enter", nil, nil)
	if res := r.try("POST", at+"/enter", nil, nil); res.StatusCode != 409 {
		t.Errorf("a third of two: %s", res.Status)
	}
	for _, what := range []string{"leave", "pause", "resume"} {
		if res := r.try("POST", at+"/"+what, nil, nil); res.StatusCode != 403 {
			t.Errorf("%s without having entered: %s", what, res.Status)
		}
	}
	var me wire.TournamentEntrant
	q.must("POST", at+"/pause", nil, &me)
	if me.State != "pause" {
		t.Errorf("paused: %+v", me)
	}
	q.must("POST", at+"/resume", nil, &me)
	q.must("POST", at+"/leave", nil, &me)
	if me.State != "out" {
		t.Errorf("left: %+v", me)
	}
	q.must("GET", "/tournaments?mine=true", nil, &list)
	if len(list.Tournaments) != 1 || list.Tournaments[0].Entrants != 1 {
		t.Errorf("one's own: %+v", list)
	}
	// What a spectator is told is what everybody is told.
	var public, mine wire.TournamentPage
	r.must("GET", at, nil, &public)
	p.must("GET", at, nil, &mine)
	mine.Me = nil
	if fmt.Sprintf("%+v", public) != fmt.Sprintf("%+v", mine) {
		t.Errorf("the maker sees more:\n%+v\n%+v", public, mine)
	}
}
