package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"atoll/match"
	"atoll/server"
	"atoll/server/wire"
)

var friendly = wire.Setup{Game: "evo", Players: 2, Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 600}}

func (p *person) friends() wire.Friends {
	p.t.Helper()
	var f wire.Friends
	p.must("GET", "/friends", nil, &f)
	return f
}

// TestChallengeBecomesAGame, once, however often it is accepted.
func TestChallengeBecomesAGame(t *testing.T) {
	w := newWorld(t)
	ada, ben, eve := w.account("Ada"), w.account("Ben"), w.account("Eve")
	rated := friendly
	rated.Rated = true
	var c wire.ChallengeInfo
	ada.must("POST", "/challenges", wire.ChallengeRequest{To: "ben", Setup: rated, Word: "a game?"}, &c)
	if res := ben.try("POST", "/challenges", wire.ChallengeRequest{To: ada.id, Setup: friendly}, nil); res.StatusCode != 409 {
		t.Errorf("a second one between them: %s", res.Status)
	}
	got := ben.friends().Challenges
	if len(got) != 1 || got[0].From.Name != "Ada" || got[0].Word != "a game?" || got[0].Mine || !got[0].Setup.Rated {
		t.Fatalf("Ben sees %+v", got)
	}
	if len(eve.friends().Challenges) != 0 {
		t.Error("a stranger sees it")
	}
	at := "/challenges/" + c.ID
	for who, p := range map[string]*person{"a stranger": eve, "whoever asked": ada} {
		if res := p.try("POST", at+"/accept", nil, nil); res.StatusCode < 400 {
			t.Errorf("%s accepts: %s", who, res.Status)
		}
	}
	var one, two wire.ChallengeAnswer
	ben.must("POST", at+"/accept", nil, &one)
	ben.must("POST", at+"/accept", nil, &two)
	if one.Table == "" || one != two {
		t.Fatalf("accepted twice: %+v and %+v", one, two)
	}
	for _, p := range []*person{ada, ben} {
		p.must("POST", "/tables/"+one.Table+"/join", wire.JoinRequest{}, nil)
	}
	var snap wire.Snapshot
	ada.must("GET", "/tables/"+one.Table, nil, &snap)
	if snap.View.Status != "running" || !snap.Info.Rated || snap.Info.Tour != "" {
		t.Errorf("the game: %+v", snap.Info)
	}
	if res := ben.try("POST", at+"/decline", nil, nil); res.StatusCode != 404 {
		t.Errorf("declined after it was accepted: %s", res.Status)
	}
}

// TestNobodyIsReachedWithoutConsent: who takes no challenges gets none, a block ends
// what is between two, and whoever is blocked sees no presence.
func TestNobodyIsReachedWithoutConsent(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.account("Ada"), w.account("Ben")
	ask := func() int {
		var c wire.ChallengeInfo
		res := ben.try("POST", "/challenges", wire.ChallengeRequest{To: ada.id, Setup: friendly}, &c)
		if c.ID != "" {
			ben.must("POST", "/challenges/"+c.ID+"/decline", nil, nil)
		}
		return res.StatusCode
	}
	for _, c := range []struct {
		takes   string
		follows bool
		want    int
	}{{"everyone", false, 200}, {"nobody", false, 403}, {"nobody", true, 403}, {"followed", false, 403}, {"followed", true, 200}} {
		ada.must("POST", "/my/manners", wire.MannersRequest{Takes: c.takes}, nil)
		ada.must("POST", "/users/"+ben.id+"/follow", wire.OnRequest{On: c.follows}, nil)
		if got := ask(); got != c.want {
			t.Errorf("Ada takes %s, follows %v: %d, want %d", c.takes, c.follows, got, c.want)
		}
		var r wire.PersonRecord
		ben.must("GET", "/users/"+ada.id+"/record", nil, &r)
		if r.Challenge != (c.want == 200) {
			t.Errorf("Ada takes %s: the page says %v", c.takes, r.Challenge)
		}
	}
	ada.must("POST", "/my/manners", wire.MannersRequest{Takes: "everyone"}, nil)
	ben.must("POST", "/users/"+ada.id+"/follow", wire.OnRequest{On: true}, nil)
	// Ada is here.
	live := ada.send("GET", "/live", nil)
	defer live.Body.Close()
	here := func() bool {
		f := ben.friends().Follows
		var r wire.PersonRecord
		ben.must("GET", "/users/"+ada.id+"/record", nil, &r)
		if len(f) > 0 && f[0].Here != r.Here {
			t.Errorf("the list says %v, the page %v", f[0].Here, r.Here)
		}
		return r.Here
	}
	for end := time.Now().Add(time.Minute); !here(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("Ada is not seen")
		}
	}
	ada.must("POST", "/users/"+ben.id+"/block", wire.OnRequest{On: true}, nil)
	if here() || len(ben.friends().Follows) != 0 {
		t.Error("who is blocked sees presence, or follows on")
	}
	if got := ask(); got != 403 {
		t.Errorf("who is blocked challenges: %d", got)
	}
	if res := ben.try("POST", "/users/"+ada.id+"/follow", wire.OnRequest{On: true}, nil); res.StatusCode != 403 {
		t.Errorf("who is blocked follows: %s", res.Status)
	}
	// That somebody has blocked is not told; what is said is what nobody-takes says.
	if f := ben.friends(); len(f.Blocked) != 0 {
		t.Errorf("Ben is told of blocks: %+v", f.Blocked)
	}
}

func TestFriendRefusals(t *testing.T) {
	w := newWorld(t)
	ada, guest := w.account("Ada"), w.person("Guest")
	rated := friendly
	rated.Rated = true
	assigned := friendly
	assigned.Assigned = true
	for name, c := range map[string]struct {
		who  *person
		path string
		body any
		want int
	}{
		"oneself":       {ada, "/challenges", wire.ChallengeRequest{To: "Ada", Setup: friendly}, 400},
		"nobody":        {ada, "/challenges", wire.ChallengeRequest{To: "nobody-at-all", Setup: friendly}, 404},
		"rated guest":   {ada, "/challenges", wire.ChallengeRequest{To: guest.id, Setup: rated}, 400},
		"no such game":  {ada, "/challenges", wire.ChallengeRequest{To: guest.id, Setup: wire.Setup{Game: "chess", Players: 2}}, 400},
		"assigned":      {ada, "/challenges", wire.ChallengeRequest{To: guest.id, Setup: assigned}, 403},
		"follow self":   {ada, "/users/" + ada.id + "/follow", wire.OnRequest{On: true}, 400},
		"report self":   {ada, "/reports", wire.ReportRequest{User: ada.id, Why: "chat"}, 400},
		"report no one": {ada, "/reports", wire.ReportRequest{User: "nobody-at-all", Why: "chat"}, 404},
		"no table":      {ada, "/reports", wire.ReportRequest{User: guest.id, Why: "chat", Table: "aaaaaaaaaaaa"}, 404},
		"no reason":     {ada, "/reports", wire.ReportRequest{User: guest.id, Why: "because"}, 422},
	} {
		if got := c.who.status("POST", c.path, c.body); got != c.want && !(c.want == 422 && got == 400) {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	ada.must("POST", "/reports", wire.ReportRequest{User: guest.id, Why: "chat", Text: "rude\u202e"}, nil)
	list, err := w.store.Reports(t.Context(), false, 10)
	if err != nil || len(list) != 1 || list[0].Text != "rude" || list[0].By != ada.id || list[0].Table != "" {
		t.Errorf("reports: %+v, %v", list, err)
	}
}

// TestAReportFromAPersonsPageNamesTheLastTable: the host reads it with the game and its chat.
func TestAReportFromAPersonsPageNamesTheLastTable(t *testing.T) {
	w := newWorld(t)
	ada, ben, eve := w.account("Ada"), w.account("Ben"), w.account("Eve")
	meet := func(a, b *person) string {
		var made wire.Created
		a.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, &made)
		b.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
		w.clock.forward(time.Second)
		return made.Table.ID
	}
	meet(ada, ben)
	last := meet(ben, ada)
	meet(ada, eve)
	meet(eve, ben)
	ada.must("POST", "/reports", wire.ReportRequest{User: ben.id, Why: "chat"}, nil)
	list, err := w.store.Reports(t.Context(), false, 10)
	if err != nil || len(list) != 1 || list[0].Table != last {
		t.Errorf("reports: %+v, %v; the last table is %s", list, err, last)
	}
}

// TestRecordCountsRatedGamesAndThoseWithYou.
func TestRecordCountsRatedGamesAndThoseWithYou(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.account("Ada"), w.account("Ben")
	play := func(rated bool, loser *person) {
		var made wire.Created
		ada.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Rated: rated}, &made)
		ben.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
		loser.must("POST", "/tables/"+made.Table.ID+"/do", wire.TableRequest{Msg: "1", Do: "resign"}, nil)
		w.clock.forward(time.Second)
	}
	play(true, ben)
	play(true, ada)
	play(true, ben)
	play(false, ada)
	var r wire.PersonRecord
	(&person{host: w.host}).must("GET", "/users/ada/record", nil, &r)
	if len(r.Games) != 1 || r.Games[0].Games != 3 || r.Games[0].Won != 2 || r.Games[0].Lost != 1 || r.Games[0].Form != "wlw" || r.You != nil {
		t.Errorf("for a stranger: %+v", r)
	}
	ben.must("GET", "/users/ada/record", nil, &r)
	if r.You == nil || r.You.Games != 4 || r.You.Won != 2 || r.You.Form != "lwlw" {
		t.Errorf("for Ben: %+v", r.You)
	}
	if f := ben.friends(); len(f.Opponents) != 1 || f.Opponents[0].Name != "Ada" || f.Opponents[0].Last == nil {
		t.Errorf("opponents: %+v", f.Opponents)
	}
}

// TestFrontPageKnowsItsVisitor: what waits by urgency, what waits for others, what
// has ended; and nothing of what somebody else has sealed.
func TestFrontPageKnowsItsVisitor(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	table := func(setup wire.Setup) string {
		setup.Players = 2
		off := false
		setup.Shuffle = &off
		var made wire.Created
		ada.must("POST", "/tables", setup, &made)
		ben.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
		w.clock.forward(time.Second)
		return made.Table.ID
	}
	days := table(wire.Setup{Game: "epigo", Clock: wire.ClockSetup{Kind: match.Correspondence, Days: 3}})
	none := table(wire.Setup{Game: "epigo"})
	soon := table(wire.Setup{Game: "epigo", Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 300}})
	turn := table(wire.Setup{Game: "evo"})
	games := func(p *person) wire.MyGames {
		t.Helper()
		var g wire.MyGames
		p.must("GET", "/my/games", nil, &g)
		return g
	}
	ids := func(g wire.MyGames) (s string) {
		for _, x := range g.Games {
			s += x.Table.ID + " "
		}
		return strings.TrimSpace(s)
	}
	a, b := games(ada), games(ben)
	mover, other := a, b
	if len(b.Others) == 0 {
		mover, other = b, a
	}
	if got, want := ids(other), soon+" "+days+" "+none; got != want || other.Waiting != 3 || len(other.Others) != 1 ||
		other.Others[0].ID != turn {
		t.Errorf("%q and %+v, want %q", got, other.Others, want)
	}
	if mover.Waiting != 4 || other.Games[0].Due <= w.clock.time().UnixMilli() || other.Games[2].Due != 0 ||
		string(other.Games[0].Position) == "null" {
		t.Errorf("%d wait for the mover; %+v", mover.Waiting, other.Games[0])
	}
	before := ben.bytesOf("/my/games")
	var snap wire.Snapshot
	ada.must("GET", "/tables/"+soon, nil, &snap)
	var legal wire.LegalList
	ada.must("GET", "/tables/"+soon+"/legal?limit=1", nil, &legal)
	ada.must("POST", "/tables/"+soon+"/act", wire.ActRequest{Msg: "1", Step: snap.View.Step, Action: legal.Actions[0]}, nil)
	if after := ben.bytesOf("/my/games"); after != before {
		t.Errorf("a sealed choice changes what the other is told:\n%s\n%s", before, after)
	}
	if g := games(ada); g.Waiting != a.Waiting-1 {
		t.Errorf("after sealing %d wait, of %d", g.Waiting, a.Waiting)
	}
	ada.must("POST", "/tables/"+turn+"/do", wire.TableRequest{Msg: "2", Do: "resign"}, nil)
	g := games(ben)
	if len(g.Finished) != 1 || g.Finished[0].ID != turn {
		t.Errorf("ended: %+v", g.Finished)
	}
	w.clock.forward(time.Second)
	ben.must("POST", "/my/seen", wire.SeenRequest{At: games(ben).Time}, nil)
	if g := games(ben); len(g.Finished) != 0 {
		t.Errorf("seen, and told again: %+v", g.Finished)
	}
}

// TestGameNow: the highest average, the watched one while it lasts, and nothing
// that is not listed.
func TestGameNow(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.account("Ada"), w.account("Ben")
	stranger := &person{host: w.host}
	now := func(watched string) wire.NowGame {
		t.Helper()
		w.clock.forward(10 * time.Second)
		var g wire.NowGame
		stranger.must("GET", "/now?table="+watched, nil, &g)
		return g
	}
	table := func(setup wire.Setup) string {
		setup.Game, setup.Players = "evo", 2
		var made wire.Created
		ada.must("POST", "/tables", setup, &made)
		ben.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
		return made.Table.ID
	}
	hidden := table(wire.Setup{})
	closed := table(wire.Setup{Listed: true, NoWatchers: true})
	if g := now(hidden); g.Table != nil {
		t.Errorf("told of %s; %s is not listed, %s closed", g.Table.ID, hidden, closed)
	}
	plain := table(wire.Setup{Listed: true})
	if g := now(""); g.Table == nil || g.Table.ID != plain {
		t.Errorf("one is played: %+v", g)
	}
	rated := table(wire.Setup{Listed: true, Rated: true})
	if g := now(plain); g.Table == nil || g.Table.ID != plain {
		t.Errorf("the watched one goes on: %+v", g)
	}
	if g := now(""); g.Table == nil || g.Table.ID != rated || g.Average == 0 {
		t.Errorf("the best is %s: %+v", rated, g)
	}
	ada.must("POST", "/tables/"+plain+"/do", wire.TableRequest{Msg: "1", Do: "resign"}, nil)
	if g := now(plain); g.Table == nil || g.Table.ID != rated {
		t.Errorf("the watched one has ended: %+v", g)
	}
}

// TestTheHousePlaysWhenNobodyDoes: one game at a time, also with two nodes, and
// none where the host wants none.
func TestTheHousePlaysWhenNobodyDoes(t *testing.T) {
	var none wire.NowGame
	(&person{host: serve(t)}).must("GET", "/now", nil, &none)
	if none.Table != nil {
		t.Errorf("unasked: %+v", none)
	}
	h := serve(t, func(c *server.Config) { c.House = true })
	stranger := &person{host: h}
	var one, two wire.NowGame
	stranger.must("GET", "/now", nil, &one)
	if one.Table == nil || !one.House || one.Table.Listed {
		t.Fatalf("the house: %+v", one)
	}
	for _, s := range one.Table.Seats {
		if s.Kind != "bot" {
			t.Errorf("seat %+v", s)
		}
	}
	stranger.must("GET", "/now", nil, &two)
	if two.Table == nil || two.Table.ID != one.Table.ID {
		t.Errorf("a second game: %+v", two)
	}
	var list wire.TableList
	stranger.must("GET", "/tables?status=running", nil, &list)
	if len(list.Tables) != 0 {
		t.Errorf("in the lobby: %+v", list.Tables)
	}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var snap wire.Snapshot
		stranger.must("GET", "/tables/"+one.Table.ID, nil, &snap)
		if snap.View.Seq > one.Table.Seq {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the bots do not move")
		}
	}
	// Somebody plays: their game is the one to watch.
	ada, ben := h.person("Ada"), h.person("Ben")
	var made wire.Created
	ada.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Listed: true}, &made)
	ben.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
	var three wire.NowGame
	stranger.must("GET", "/now", nil, &three)
	if three.Table == nil || three.Table.ID != made.Table.ID || three.House {
		t.Errorf("people play: %+v", three)
	}
}

// TestMessagesReachThoseWhoWantThem: chat of strangers, of nobody or of everybody but the
// blocked, in the page and over the stream; and the words of a challenge.
func TestMessagesReachThoseWhoWantThem(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.account("Ada"), w.account("Ben")
	var made wire.Created
	ada.must("POST", "/tables", friendly, &made)
	table := made.Table.ID
	ben.must("POST", "/tables/"+table+"/join", wire.JoinRequest{}, nil)
	n := 0
	for _, c := range []struct {
		hears            string
		follows, blocked bool
		want             bool
	}{
		{"everyone", false, false, true},
		{"followed", false, false, false},
		{"followed", true, false, true},
		{"nobody", true, false, false},
		{"everyone", false, true, false},
		{"everyone", false, false, true},
	} {
		n++
		line := fmt.Sprintf("hello %d", n)
		ada.must("POST", "/my/manners", wire.MannersRequest{Hears: c.hears}, nil)
		ada.must("POST", "/users/"+ben.id+"/block", wire.OnRequest{On: c.blocked}, nil)
		if !c.blocked {
			ada.must("POST", "/users/"+ben.id+"/follow", wire.OnRequest{On: c.follows}, nil)
		}
		if f := ada.friends(); f.Hears != c.hears || f.Takes != "everyone" {
			t.Errorf("Ada hears %s and takes %s", f.Hears, f.Takes)
		}
		ben.must("POST", "/tables/"+table+"/chat", wire.ChatRequest{Text: line}, nil)
		ada.must("POST", "/tables/"+table+"/chat", wire.ChatRequest{Text: "mine " + line}, nil)
		has := func(s wire.Snapshot, text string) bool {
			return slices.ContainsFunc(s.Chat, func(l wire.ChatLine) bool { return l.Text == text })
		}
		if s := ada.snap(table); has(s, line) != c.want || !has(s, "mine "+line) {
			t.Errorf("Ada hears %s, follows %v, has blocked %v: %+v", c.hears, c.follows, c.blocked, s.Chat)
		}
		if s := ben.snap(table); !has(s, "mine "+line) {
			t.Errorf("Ben hears nothing of Ada: %+v", s.Chat)
		}
		if c.blocked {
			continue
		}
		var made wire.ChallengeInfo
		ben.must("POST", "/challenges", wire.ChallengeRequest{To: ada.id, Setup: friendly, Word: line}, &made)
		for _, got := range ada.friends().Challenges {
			if (got.Word == line) != c.want {
				t.Errorf("Ada hears %s, follows %v: the challenge says %q", c.hears, c.follows, got.Word)
			}
		}
		if made.Word != line {
			t.Errorf("Ben's own challenge says %q", made.Word)
		}
		ben.must("POST", "/challenges/"+made.ID+"/decline", nil, nil)
	}
}
