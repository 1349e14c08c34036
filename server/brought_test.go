package server_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/record"
	"atoll/server/wire"
)

// playedAlone is the record of a random game as a browser without a server has it.
func playedAlone(t *testing.T, of, id string, seed byte) string {
	t.Helper()
	seats := []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 5}}
	now := match.Now{MS: 1_000_000}
	table, _, err := match.New(games.ByID, id, match.Setup{Game: of, Players: 2, Seats: seats}, match.User{ID: "h1", Name: "You"},
		[]byte(strings.Repeat(string(rune(seed)), 32)), nil, "", now)
	if err != nil {
		t.Fatal(err)
	}
	r := game.NewRand(uint64(seed))
	for i := 0; table.Status == match.Running; i++ {
		s := table.Waiting().First()
		view := table.Look(game.SeatViewer(s))
		a, _ := game.Sample(view, s, r, nil)
		d, err := table.Act(s, table.Step, fmt.Sprint(i), string(view.AppendAction(nil, s, a)), now)
		if err != nil {
			t.Fatal(err)
		}
		if table = d.Table; i == 60 && table.Status == match.Running {
			if d, err = table.Do(0, "resign", "end", now); err != nil {
				t.Fatal(err)
			}
			table = d.Table
		}
	}
	rec, err := table.Record()
	if err != nil {
		t.Fatal(err)
	}
	return string(rec.AppendText(nil))
}

var meAndPilot = []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 5}}

// A game that was played without a server is listed among one's own, marked, with a
// record that verifies; it is there once however often and fast it is sent.
func TestAGameFromElsewhereIsKeptOnce(t *testing.T) {
	for _, of := range []string{"epigo", "evo", "conqueror", "earthquake"} {
		t.Run(of, func(t *testing.T) {
			h := serve(t)
			p := h.account("Carrier")
			text := playedAlone(t, of, "local-abcdefghijkm", 'a')
			req := wire.BringRequest{Record: text, Seats: meAndPilot}
			var all sync.WaitGroup
			ids := make([]wire.Brought, 4)
			for i := range ids {
				all.Go(func() { p.must("POST", "/my/records", req, &ids[i]) })
			}
			all.Wait()
			first := 0
			for _, b := range ids {
				if b.Table.ID != ids[0].Table.ID || !b.Table.Offline || b.Table.Rated || b.Table.Status != "over" {
					t.Errorf("%+v", b)
				}
				if !b.Again {
					first++
				}
			}
			if first != 1 {
				t.Errorf("it was new %d times", first)
			}
			var list wire.TableList
			p.must("GET", "/my/tables?status=over", nil, &list)
			if len(list.Tables) != 1 || !list.Tables[0].Offline || list.Tables[0].Seats[0].Name != "Carrier" {
				t.Fatalf("%+v", list.Tables)
			}
			res, err := http.Get(h.web.URL + "/api/v1/tables/" + ids[0].Table.ID + "/record")
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			data, err := io.ReadAll(res.Body)
			if err != nil || strings.TrimSpace(string(data)) != text {
				t.Errorf("another record: %v %s", err, data)
			}
			rec, err := record.Parse(strings.TrimSpace(string(data)), games.ByID)
			if err != nil || record.Proved(rec) != nil {
				t.Errorf("it does not verify: %v", err)
			}
			// It counts for nothing, and nobody but its owner has it listed.
			var other wire.TableList
			h.person("Stranger").must("GET", "/users/"+p.id+"/tables", nil, &other)
			if len(other.Tables) != 0 {
				t.Errorf("among the rated games: %+v", other)
			}
			var profile wire.Profile
			p.must("GET", "/users/"+p.id, nil, &profile)
			if len(profile.Ratings) != 0 {
				t.Errorf("rated: %+v", profile)
			}
			// Somebody else who has the record can keep it too, as their own game.
			q := h.account("Other")
			var theirs wire.Brought
			q.must("POST", "/my/records", req, &theirs)
			if theirs.Again || theirs.Table.ID == ids[0].Table.ID {
				t.Errorf("%+v", theirs)
			}
			// A rematch of it is a game of this server.
			var ack wire.Ack
			p.must("POST", "/tables/"+ids[0].Table.ID+"/do", wire.TableRequest{Msg: "r", Do: "offer rematch"}, &ack)
			if ack.Table != "" {
				var s wire.Snapshot
				p.must("GET", "/tables/"+ack.Table, nil, &s)
				if s.Info.Offline {
					t.Error("the rematch counts as played elsewhere")
				}
			}
		})
	}
}

// What is refused says why, and leaves nothing behind.
func TestAGameFromElsewhereIsRefusedWithAReason(t *testing.T) {
	h := serve(t)
	p, guest := h.account("Carrier"), h.person("Guest")
	good := playedAlone(t, "conqueror", "local-abcdefghijkm", 'b')
	for name, c := range map[string]struct {
		who    *person
		req    wire.BringRequest
		status int
		says   string
	}{
		"a guest":        {guest, wire.BringRequest{Record: good, Seats: meAndPilot}, 403, "sign in"},
		"no record":      {p, wire.BringRequest{Record: "{}", Seats: meAndPilot}, 400, ""},
		"a forged roll":  {p, wire.BringRequest{Record: strings.Replace(good, `"do":"roll `, `"do":"roll 9`, 1), Seats: meAndPilot}, 400, "event"},
		"another id":     {p, wire.BringRequest{Record: strings.Replace(good, "local-abcdefghijkm", "local-bbcdefghijkm", 1), Seats: meAndPilot}, 400, "proof fails"},
		"too many seats": {p, wire.BringRequest{Record: good, Seats: append(meAndPilot[:2:2], meAndPilot[0])}, 400, "seats"},
		"an open seat":   {p, wire.BringRequest{Record: good, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatOpen}}}, 400, "me or bot"},
		"too long":       {p, wire.BringRequest{Record: good + strings.Repeat(" ", 60_000), Seats: meAndPilot}, 422, ""},
	} {
		res := c.who.try("POST", "/my/records", c.req, nil)
		if res.StatusCode != c.status || !strings.Contains(res.Header.Get("X-Message"), c.says) {
			t.Errorf("%s: %s %s", name, res.Status, res.Header.Get("X-Message"))
		}
	}
	var list wire.TableList
	p.must("GET", "/my/tables", nil, &list)
	if len(list.Tables) != 0 {
		t.Errorf("left behind: %+v", list)
	}
}
