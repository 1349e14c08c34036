package main

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/games"
	"atoll/server"
	"atoll/server/wire"
	"atoll/store/sqlite"
)

// A tournament can be announced, found, entered and left from the terminal.
func TestTournamentCommand(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "atoll.db"))
	if err != nil {
		t.Fatal(err)
	}
	local := bus.NewLocal()
	s, err := server.New(t.Context(), server.Config{Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster()})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		web.Close()
		db.Close()
	})
	do := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(append([]string{"tournament", "--connect", web.URL}, args...), strings.NewReader(""), &out, &errs); code != want {
			t.Fatalf("%v: exit code %d, %s", args, code, errs.String())
		}
		return out.String() + errs.String()
	}
	id := strings.TrimSpace(do(0, "--name", "Ada", "new", "evo", "--title", "Tea at five", "--kind", "swiss", "--rounds", "3"))
	if list := do(0, "list", "--status", "announced"); !strings.Contains(list, id) || !strings.Contains(list, "Tea at five") {
		t.Errorf("list: %s", list)
	}
	do(0, "enter", id)
	if page := do(0, "show", id); !strings.Contains(page, "Ada") {
		t.Errorf("show: %s", page)
	}
	var page wire.TournamentPage
	if err := json.Unmarshal([]byte(do(0, "--json", "show", id)), &page); err != nil || page.Me == nil || page.Entrants != 1 {
		t.Errorf("as JSON: %+v, %v", page, err)
	}
	do(0, "leave", id)
	if list := do(0, "list", "--mine"); !strings.Contains(list, id) {
		t.Errorf("one's own: %s", list)
	}
	if said := do(1, "show", "234567234567"); !strings.Contains(said, "no such tournament") {
		t.Errorf("none: %s", said)
	}
	if said := do(1, "new", "evo", "--kind", "pods"); !strings.Contains(said, "three or more players") {
		t.Errorf("a plan that does not hold: %s", said)
	}
}

// The standings have a heading, a game for each round, and say what decides between equals.
func TestStandings(t *testing.T) {
	meet := func(round, against int, result string) wire.Meeting {
		return wire.Meeting{Round: round, Against: []int{against}, Result: result}
	}
	swiss := wire.TournamentPage{
		TournamentInfo: wire.TournamentInfo{Kind: "swiss", Status: "running"},
		TieBreaks:      []wire.TieBreak{{Key: "met", Name: "Buchholz", Help: "of all"}, {Key: "direct", Name: "Direct", Help: "the two"}},
		Standings: []wire.Standing{
			{Place: 1, Entrant: 7, Name: "Ada", Points: 1.5, Met: 2, Meets: []wire.Meeting{meet(1, 4, "win"), meet(2, 5, "draw")}, State: "pause"},
			{Place: 2, Entrant: 5, Name: "Bo", Points: 1, Meets: []wire.Meeting{meet(2, 7, "draw")}, State: "in", Table: "tbl"},
			{Place: 3, Entrant: 4, Name: "Cy", Byes: []int{2}, Meets: []wire.Meeting{meet(1, 7, "loss")}, State: "out"},
		},
	}
	pods := wire.TournamentPage{
		TournamentInfo: wire.TournamentInfo{Kind: "pods", Status: "over"},
		Standings: []wire.Standing{
			{Place: 1, Name: "Ada", Points: 2, Meets: []wire.Meeting{{Round: 1, Against: []int{1, 2}, Result: "rank", Rank: 1}}, State: "in"},
		},
	}
	for page, want := range map[*wire.TournamentPage]string{
		&swiss: `
#  player  1   2    points  met
1  Ada     +3  =2   1.5     2  pauses
2  Bo          =1   1       0  plays at tbl
3  Cy      -1  bye  0       0  has left
+2 won against the one in place 2, = drew, - lost; * is being played
Level on points, 1. met (Buchholz): of all
Level on points, 2. direct (Direct): the two
`,
		&pods: `
#  player  1       points
1  Ada     1 of 3  2
`,
	} {
		var out bytes.Buffer
		if err := standings(&out, page); err != nil || out.String() != strings.TrimPrefix(want, "\n") {
			t.Errorf("%v\n%s\nwanted%s", err, &out, want)
		}
	}
}
