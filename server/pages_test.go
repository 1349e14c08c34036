package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"atoll/games"
	"atoll/match"
	"atoll/server/wire"
)

// bytesOf is the whole answer to a request, head included as far as it may differ.
func (p *person) bytesOf(path string) string {
	p.t.Helper()
	res := p.send("GET", path, nil)
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return fmt.Sprintf("%s\n%s\n%s", res.Status, res.Header.Get("Content-Length"), data)
}

// pages follows a list to its end and returns all answers.
func (p *person) pages(path string) (all string, ids []string) {
	p.t.Helper()
	for next := path; ; {
		page := p.bytesOf(next)
		all += page + "\n"
		var list wire.TableList
		if err := json.Unmarshal([]byte(page[strings.Index(page, "{"):]), &list); err != nil {
			p.t.Fatalf("%s: %v", next, err)
		}
		for _, t := range list.Tables {
			ids = append(ids, t.ID)
		}
		if list.Next == "" {
			return all, ids
		}
		next = path + "&after=" + list.Next
	}
}

// society is a server with every kind of viewer, rated games that everybody may
// see and, where hidden is set, tables between them that only their players may.
func society(t *testing.T, hidden bool) (viewers map[string]*person, secret []string) {
	w := newWorld(t)
	alva, ben, other := w.account("Alva"), w.account("Ben"), w.account("Other")
	program := func(of *person, name string) *person {
		var bot wire.BotAccount
		of.must("POST", "/bots", wire.BotRequest{Name: name}, &bot)
		return &person{host: w.host, token: bot.Token, id: bot.ID}
	}
	viewers = map[string]*person{
		"stranger": {host: w.host}, "guest": w.person("Guest"), "other account": other,
		"program of the player": program(alva, "AlvasEngine"), "program of another": program(other, "OthersEngine"),
		"player": alva, "rival": ben,
	}
	user := func(p *person, name string) match.User { return match.User{ID: p.id, Name: name, Kind: "account"} }
	hide := func(n int) {
		if !hidden {
			return
		}
		w.clock.forward(time.Second)
		now := match.Now{MS: w.clock.time().UnixMilli()}
		for i, status := range []match.Status{match.Over, match.Aborted, match.Running, match.Open} {
			id := fmt.Sprintf("hidden%03d%03d", n, i)
			tb, c, err := match.New(games.ByID, id, match.Setup{Game: "evo", Players: 2}, user(alva, "Alva"), make([]byte, 32), nil, "", now)
			if err != nil {
				t.Fatal(err)
			}
			changes := []*match.Change{c}
			do := func(d match.Done, err error) {
				if err != nil {
					t.Fatal(err)
				}
				changes, tb = append(changes, d.Change), d.Table
			}
			switch status {
			case match.Aborted:
				do(tb.Close(user(alva, "Alva"), now))
			case match.Over, match.Running:
				do(tb.Join(user(ben, "Ben"), 1, "", "", now))
				if status == match.Over {
					do(tb.Do(1, "resign", "m", now))
				}
			}
			for _, c := range changes {
				if err := w.store.Commit(t.Context(), c); err != nil {
					t.Fatal(err)
				}
			}
			secret = append(secret, id)
		}
		w.clock.forward(-time.Second)
	}
	for n := range 4 {
		hide(n)
		w.clock.forward(time.Minute)
		var made wire.Created
		alva.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Rated: true, Listed: true}, &made)
		ben.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
		ben.must("POST", "/tables/"+made.Table.ID+"/do", wire.TableRequest{Msg: "1", Do: "resign"}, nil)
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
			left, err := w.store.Unrated(t.Context(), 10)
			if err != nil || time.Now().After(deadline) {
				t.Fatalf("not rated: %v, %v", left, err)
			}
			if len(left) == 0 {
				break
			}
		}
	}
	for i := range 3 { // what the lobby shows
		w.clock.forward(time.Minute)
		seats := []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: []match.SeatKind{match.SeatMe, match.SeatOpen}[i%2]}}
		other.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Listed: true, Seats: seats}, nil)
		hide(10 + i)
	}
	return viewers, secret
}

// What a viewer may not see changes no byte of any list: neither a row nor the
// end of a page nor its next.
func TestHiddenTablesChangeNoByteOfAnyList(t *testing.T) {
	without, _ := society(t, false)
	with, secret := society(t, true)
	alva := with["player"].id
	if without["player"].id != alva {
		t.Fatal("the two worlds differ from the start")
	}
	var lists []string
	for _, limit := range []int{1, 2, 3, 4, 5, 50} {
		for _, path := range []string{"/tables?status=open", "/tables?status=running", "/my/tables?game=evo", "/my/tables?status=over", "/users/Alva/tables?", "/users/" + alva + "/tables?", "/users/Ben/tables?"} {
			lists = append(lists, fmt.Sprintf("%s&limit=%d", path, limit))
		}
	}
	plain := []string{"/users/Alva", "/users/" + alva, "/leaderboard?game=evo&speed=untimed", "/me"}
	for _, id := range secret { // neither does a place in a list that one makes up
		plain = append(plain, "/users/Alva/tables?limit=1&after="+id, "/users/Alva/tables?limit=1&after=zzzzzzzz."+id, "/tables?limit=1&after=zzzzzzzz."+id)
	}
	for name, viewer := range with {
		same := without[name]
		if same.id != viewer.id {
			t.Fatalf("%s is %s in one world and %s in the other", name, same.id, viewer.id)
		}
		player := name == "player" || name == "rival"
		for _, path := range lists {
			if viewer.id == "" && strings.HasPrefix(path, "/my") {
				continue
			}
			a, _ := same.pages(path)
			b, ids := viewer.pages(path)
			switch {
			case !player && a != b:
				t.Errorf("%s, %s: hidden tables change the answer\n%s\n%s", name, path, a, b)
			case player && path == "/my/tables?status=over&limit=1":
				for _, id := range secret {
					if strings.HasSuffix(id, "000") && !strings.Contains(strings.Join(ids, " "), id) {
						t.Errorf("%s does not find their own table %s: %v", name, id, ids)
					}
				}
			}
			for _, id := range secret {
				if !player && strings.Contains(b, id) {
					t.Errorf("%s, %s: the answer names %s", name, path, id)
				}
			}
		}
		for _, path := range plain {
			if a, b := same.bytesOf(path), viewer.bytesOf(path); !player && a != b {
				t.Errorf("%s, %s: %s and %s", name, path, a, b)
			}
		}
	}
}

// A table without spectators is its players' also when it is over: game, chat,
// record, stream and analysis.
func TestClosedTableStaysClosed(t *testing.T) {
	h := serve(t)
	host, a, b := h.person("Host"), h.person("A"), h.person("B")
	var made wire.Created
	host.must("POST", "/tables", wire.Setup{
		Game: "evo", Players: 2, NoWatchers: true,
		Seats: []wire.SeatSetup{{Kind: match.SeatOpen}, {Kind: match.SeatOpen}},
	}, &made)
	at := "/tables/" + made.Table.ID
	a.must("POST", at+"/join", wire.JoinRequest{}, nil)
	b.must("POST", at+"/join", wire.JoinRequest{}, nil)
	a.must("POST", at+"/chat", wire.ChatRequest{Text: "between us"}, nil)
	roads := []struct{ method, path string }{
		{"GET", at},
		{"GET", at + "?seat=public"},
		{"GET", at + "/log"},
		{"GET", at + "/replay"},
		{"GET", at + "/record"},
		{"GET", at + "/live"},
		{"GET", at + "/ws"},
		{"POST", at + "/chat"},
		{"GET", at + "/analysis"},
		{"POST", at + "/analysis"},
	}
	closedTo := func(when string, viewers map[string]*person) {
		t.Helper()
		for name, p := range viewers {
			for _, r := range roads {
				var body any
				if strings.HasSuffix(r.path, "/chat") {
					body = wire.ChatRequest{Text: "hello"}
				}
				if res := p.try(r.method, r.path, body, nil); res.StatusCode != http.StatusForbidden &&
					res.StatusCode != http.StatusUnauthorized {
					t.Errorf("%s, %s: %s %s: %s", when, name, r.method, r.path, res.Status)
				}
			}
		}
	}
	others := map[string]*person{"stranger": {host: h}, "guest": h.person("C"), "account": h.account("Dora"), "host": host}
	closedTo("running", others)
	b.must("POST", at+"/do", wire.TableRequest{Msg: "1", Do: "resign"}, nil)
	delete(others, "host") // may read what they have made
	closedTo("over", others)
	for _, p := range []*person{a, b, host} {
		var snap wire.Snapshot
		p.must("GET", at, nil, &snap)
		if len(snap.Chat) != 1 {
			t.Errorf("chat: %+v", snap.Chat)
		}
		p.must("GET", at+"/record", nil, nil)
	}
}
