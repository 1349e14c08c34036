package server_test

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"atoll/analysis"
	"atoll/bus"
	"atoll/game"
	"atoll/games"
	"atoll/server"
	"atoll/server/wire"
	"atoll/server/work"
	"atoll/store"
)

// finishedGame makes a short game of EVO that is over.
func finishedGame(t testing.TB, maker, player *person) string {
	t.Helper()
	id := tableFor(t, "running", maker, player)
	for i, do := range []string{"g2-g3=C", "d11-d10", "g3-f4"} {
		who := []*person{maker, player}[i%2]
		var snap wire.Snapshot
		who.must("GET", "/tables/"+id, nil, &snap)
		who.must("POST", "/tables/"+id+"/act", wire.ActRequest{Msg: fmt.Sprint(i), Step: snap.View.Step, Action: do}, nil)
	}
	player.must("POST", "/tables/"+id+"/do", wire.TableRequest{Do: "resign"}, nil)
	return id
}

// analysed waits until an analysis has ended.
func (p *person) analysed(table string) wire.AnalysisInfo {
	p.t.Helper()
	for {
		var a wire.AnalysisInfo
		p.must("GET", "/tables/"+table+"/analysis", nil, &a)
		if a.Status != "queued" && a.Status != "running" {
			return a
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func checkAnalysis(t *testing.T, a wire.AnalysisInfo) {
	t.Helper()
	if a.Status != "done" || a.Done != 5 || a.Total != 5 || len(a.Steps) != 5 {
		t.Fatalf("status %s, %d of %d steps, %d told", a.Status, a.Done, a.Total, len(a.Steps))
	}
	for i, s := range a.Steps {
		if sum := s.Values["S"] + s.Values["N"]; math.Abs(sum-1) > 0.01 {
			t.Errorf("step %d: chances %v", i, s.Values)
		}
		if i < 3 && (len(s.Decisions) != 1 || s.Decisions[0].Played == nil || len(s.Decisions[0].Best) == 0) {
			t.Errorf("step %d: decisions %+v", i, s.Decisions)
		}
		if p := s.Parts["S"]; !s.Final && math.Abs(p.Swing-p.Decision-p.Luck) > 0.001 {
			t.Errorf("step %d: %+v does not add up", i, p)
		}
	}
	if last := a.Steps[4]; !last.Final || !last.Over || last.Values["S"] != 1 {
		t.Errorf("the end is %+v", last)
	}
}

func TestAnalysisOfAFinishedGame(t *testing.T) {
	h := serve(t)
	maker, player, other := h.person("Maker"), h.person("Player"), h.person("Other")
	id := finishedGame(t, maker, player)
	var a wire.AnalysisInfo
	other.must("GET", "/tables/"+id+"/analysis", nil, &a)
	if a.Status != "none" || len(a.Steps) != 0 {
		t.Fatalf("before anybody asked: %+v", a)
	}
	maker.must("POST", "/tables/"+id+"/analysis", nil, &a)
	checkAnalysis(t, other.analysed(id))
	// It is made once, whoever asks again.
	before, err := h.store.Analysis(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	other.must("POST", "/tables/"+id+"/analysis", nil, &a)
	checkAnalysis(t, a)
	if after, err := h.store.Analysis(t.Context(), id, 0); err != nil || after.Updated != before.Updated || after.User != maker.id {
		t.Errorf("asked again: %+v after %+v, %v", after, before, err)
	}
	other.must("GET", "/tables/"+id+"/analysis?from=3", nil, &a)
	if a.From != 3 || len(a.Steps) != 2 || a.Steps[0].At != 3 {
		t.Errorf("from step 3: %+v", a)
	}
	if res := other.try("GET", "/tables/"+id+"/analysis?from=-1", nil, nil); res.StatusCode != 422 {
		t.Errorf("from step -1: %s", res.Status)
	}
}

// TestDeeperIsTheHostsChoice: for whom the server thinks is decided by its host, told
// to those who look, and kept to. What was thought over is there for everybody.
func TestDeeperIsTheHostsChoice(t *testing.T) {
	for _, c := range []struct {
		deeper                    work.Deeper
		guest, account, positions bool
	}{
		{"", true, true, true},
		{work.Everybody, true, true, true},
		{work.Accounts, false, true, true},
		{work.Nobody, false, false, false},
	} {
		h := serve(t, func(cfg *server.Config) { cfg.Deeper = c.deeper })
		guest, account := h.person("Guest"), h.account("Account")
		id := finishedGame(t, guest, account)
		nobody := &person{host: h}
		for _, x := range []struct {
			p   *person
			may bool
		}{{guest, c.guest}, {account, c.account}, {nobody, c.guest}} {
			var a wire.AnalysisInfo
			x.p.must("GET", "/tables/"+id+"/analysis", nil, &a)
			if a.Deeper != x.may {
				t.Errorf("%q: %s is told %t", c.deeper, x.p.id, a.Deeper)
			}
			if x.p == nobody || x.may {
				continue
			}
			if res := x.p.try("POST", "/tables/"+id+"/analysis", nil, nil); res.StatusCode != http.StatusForbidden {
				t.Errorf("%q: %s is answered %s", c.deeper, x.p.id, res.Status)
			}
		}
		if c.account {
			account.must("POST", "/tables/"+id+"/analysis", nil, nil)
			checkAnalysis(t, guest.analysed(id))
			guest.must("POST", "/tables/"+id+"/analysis", nil, nil) // it is there
		}
		g, _ := games.ByID("evo")
		req := wire.JudgeRequest{Position: guest.start(g, 2, nil), Millis: 20}
		if res := guest.try("POST", "/positions/analysis", req, nil); (res.StatusCode < 300) != c.positions {
			t.Errorf("%q: a position is answered by %s", c.deeper, res.Status)
		}
	}
}

// TestAnalysisAtAnotherNode: asked for at one node, made by any, read at the other.
func TestAnalysisAtAnotherNode(t *testing.T) {
	one, two := twoNodes(t)
	maker, player := one.person("Maker"), two.person("Player")
	id := finishedGame(t, maker, player)
	maker.must("POST", "/tables/"+id+"/analysis", nil, nil)
	checkAnalysis(t, player.analysed(id))
	if a := maker.analysed(id); a.Status != "done" {
		t.Errorf("at the first node: %+v", a)
	}
}

func TestAnalysesAreFew(t *testing.T) {
	h := serve(t, func(c *server.Config) { c.NoBots = true }) // nobody works on them
	maker, player := h.person("Maker"), h.person("Player")
	first, second := finishedGame(t, maker, player), finishedGame(t, maker, player)
	var a wire.AnalysisInfo
	maker.must("POST", "/tables/"+first+"/analysis", nil, &a)
	if a.Status != "queued" {
		t.Fatalf("asked: %+v", a)
	}
	maker.must("POST", "/tables/"+first+"/analysis", nil, &a) // again is no second one
	res := maker.try("POST", "/tables/"+second+"/analysis", nil, nil)
	if res.StatusCode != 429 || res.Header.Get("Retry-After") == "" {
		t.Errorf("a second one of the same person: %s, retry after %q", res.Status, res.Header.Get("Retry-After"))
	}
	player.must("POST", "/tables/"+second+"/analysis", nil, &a)
	for i := range 40 { // the queue fills up
		if _, err := h.store.AskAnalysis(t.Context(), fmt.Sprint("other", i), fmt.Sprint("user", i), 1, 32); err != nil {
			break
		}
	}
	late := h.person("Late")
	third := finishedGame(t, late, player)
	res = late.try("POST", "/tables/"+third+"/analysis", nil, nil)
	if res.StatusCode != 503 || res.Header.Get("X-Code") != "busy" || res.Header.Get("Retry-After") == "" {
		t.Errorf("a full queue: %s %s", res.Status, res.Header.Get("X-Code"))
	}
}

func TestAnalysesOfOneAddressAreLimited(t *testing.T) {
	clock := time.Unix(1_700_000_000, 0)
	h := serve(t, func(c *server.Config) {
		c.NoBots, c.Limits.Analyses, c.Clock = true, 1, func() time.Time { return clock }
	})
	refused := 0
	for range 12 {
		p := h.person("Somebody")
		id := finishedGame(t, p, h.person("Player"))
		switch got := p.try("POST", "/tables/"+id+"/analysis", nil, nil); got.StatusCode {
		case 200:
		case 429:
			refused++
		default:
			t.Fatal(got.Status)
		}
	}
	if refused != 2 {
		t.Errorf("%d of 12 refused, want 2", refused)
	}
}

// TestAnalysisOutlivesItsNode: what was queued in a node that went away is made by
// the next.
func TestAnalysisOutlivesItsNode(t *testing.T) {
	h := serve(t, func(c *server.Config) { c.NoBots = true })
	maker := h.person("Maker")
	id := finishedGame(t, maker, h.person("Player"))
	maker.must("POST", "/tables/"+id+"/analysis", nil, nil)
	serve(t, func(c *server.Config) { c.Store, c.Jobs = h.store, bus.NewLocal() })
	checkAnalysis(t, maker.analysed(id))
}

// TestFailedAnalysisIsToldAndCanBeAskedAgain: three workers died over it.
func TestFailedAnalysisIsToldAndCanBeAskedAgain(t *testing.T) {
	jobs := bus.NewLocal()
	h := serve(t, func(c *server.Config) { c.Jobs = jobs })
	maker := h.person("Maker")
	id := finishedGame(t, maker, h.person("Player"))
	if _, err := h.store.AskAnalysis(t.Context(), id, maker.id, 1, 9); err != nil {
		t.Fatal(err)
	}
	for range bus.Deliveries {
		if _, err := h.store.StartAnalysis(t.Context(), id, 1, 2, 5, bus.Deliveries); err != nil {
			t.Fatal(err)
		}
	}
	if err := jobs.Put(t.Context(), bus.Analysis, "x", bus.Job{Table: id}); err != nil {
		t.Fatal(err)
	}
	if a := maker.analysed(id); a.Status != store.AnalysisFailed {
		t.Fatalf("tried %d times: %+v", bus.Deliveries, a)
	}
	maker.must("POST", "/tables/"+id+"/analysis", nil, nil)
	checkAnalysis(t, maker.analysed(id))
}

// start is the first position of a game, drawn where chance begins.
func (p *person) start(g *game.Game, players int, options map[string]any) string {
	p.t.Helper()
	var a wire.PositionAnswer
	p.must("POST", "/positions/start", wire.StartRequest{Game: g.ID, Players: players, Options: options, Draw: true}, &a)
	return positionText(p.t, a)
}

func TestEveryGameCanBeJudged(t *testing.T) {
	h := quietHost(t)
	p := h.person("Mara")
	for _, g := range games.All() {
		for _, n := range g.Players {
			t.Run(fmt.Sprintf("%s for %d", g.ID, n), func(t *testing.T) {
				var j wire.Judgement
				p.must("POST", "/positions/analysis", wire.JudgeRequest{Position: p.start(g, n, nil), Millis: 20}, &j)
				checkJudgement(t, n, j)
			})
		}
	}
	g, _ := games.ByID("epigo")
	var j wire.Judgement
	p.must("POST", "/positions/analysis", wire.JudgeRequest{Position: p.start(g, 2, map[string]any{"variant": "islanders"}), Millis: 20}, &j)
	checkJudgement(t, 2, j)
}

func checkJudgement(t *testing.T, players int, j wire.Judgement) {
	t.Helper()
	var sum float64
	for _, v := range j.Values {
		sum += v
	}
	if len(j.Values) != players || math.Abs(sum-1) > 0.02 {
		t.Errorf("chances %v", j.Values)
	}
	if len(j.Acting) == 0 || len(j.Decisions) != len(j.Acting) {
		t.Fatalf("%v act, %d decisions", j.Acting, len(j.Decisions))
	}
	for _, d := range j.Decisions {
		if len(d.Best) == 0 || d.Played != nil {
			t.Errorf("decision %+v", d)
		}
		if len(j.Acting) > 1 {
			var all float64
			for _, a := range d.Best {
				all += a.Weight
			}
			if math.Abs(all-1) > 0.1 {
				t.Errorf("the mixture of %s adds up to %.3f", d.By, all)
			}
		}
	}
}

func TestBrokenPositionsAreNotJudged(t *testing.T) {
	h := quietHost(t)
	p := h.person("Mara")
	for _, c := range []struct {
		name string
		body string
		want int
	}{
		{"nothing", `{}`, 422},
		{"no position", `{"position":""}`, 422},
		{"no game", `{"position":"chess 2 | x"}`, 400},
		{"nonsense", `{"position":"evo 2 | nonsense"}`, 400},
		{"cut off", `{"position":"evo 2 | 1 0 S | S j1 f1W"}`, 400},
		{"an option that is not there", `{"position":"evo 2 speed=9 | 1 0 S"}`, 400},
		{"too much time", `{"position":"evo 2 | x","ms":100000}`, 422},
		{"negative time", `{"position":"evo 2 | x","ms":-1}`, 422},
		{"too long", `{"position":"` + strings.Repeat("x", 9000) + `"}`, 422},
	} {
		t.Run(c.name, func(t *testing.T) {
			req, err := http.NewRequest("POST", h.web.URL+"/api/v1/positions/analysis", strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Authorization", "Bearer "+p.token)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != c.want {
				t.Errorf("%d, want %d", res.StatusCode, c.want)
			}
		})
	}
}

func TestJudgingIsLimited(t *testing.T) {
	clock := time.Unix(1_700_000_000, 0)
	h := serve(t, func(c *server.Config) { c.Limits.Judge, c.Clock = 0.2, func() time.Time { return clock } })
	p := h.person("Mara")
	g, _ := games.ByID("evo")
	req := wire.JudgeRequest{Position: p.start(g, 2, nil), Millis: 5}
	p.must("POST", "/positions/analysis", req, nil)
	res := p.try("POST", "/positions/analysis", req, nil)
	if res.StatusCode != 429 || res.Header.Get("Retry-After") == "" {
		t.Errorf("too many: %s, retry after %q", res.Status, res.Header.Get("Retry-After"))
	}
	h.person("Jonas").must("POST", "/positions/analysis", req, nil)
}

func TestRecordAsPositions(t *testing.T) {
	h := quietHost(t)
	maker, player := h.person("Maker"), h.person("Player")
	id := finishedGame(t, maker, player)
	res, err := http.Get(h.web.URL + "/api/v1/tables/" + id + "/record")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var text strings.Builder
	buf := make([]byte, 1<<16)
	for {
		n, err := res.Body.Read(buf)
		text.Write(buf[:n])
		if err != nil {
			break
		}
	}
	var a wire.RecordAnswer
	maker.must("POST", "/records", wire.RecordRequest{Record: strings.TrimSpace(text.String())}, &a)
	if a.Game != "evo" || len(a.Steps) != 5 || len(a.Steps[0].Choices) != 0 || a.Steps[1].Choices[0] != (analysis.EventJSON{By: "S", Do: "g2-g3=C"}) {
		t.Errorf("got %+v", a)
	}
	for i, s := range a.Steps {
		if res := maker.try("POST", "/positions", wire.PositionRequest{Position: s.Position}, nil); res.StatusCode != 200 {
			t.Errorf("position %d, %q: %s", i, s.Position, res.Status)
		}
	}
	for _, bad := range []string{
		"{}", "nonsense", strings.Replace(text.String(), "g2-g3=C", "g2-g9", 1),
		text.String() + text.String(), strings.Replace(text.String(), "evo", "chess", 1),
	} {
		if res := maker.try("POST", "/records", wire.RecordRequest{Record: bad}, nil); res.StatusCode != 400 {
			t.Errorf("%.40q: %s", bad, res.Status)
		}
	}
}

// TestChanceIsDrawnOrChosen: what chance can do is listed with its likelihood, and
// either is played.
func TestChanceIsDrawnOrChosen(t *testing.T) {
	h := quietHost(t)
	p := h.person("Mara")
	var a wire.PositionAnswer
	p.must("POST", "/positions/start", wire.StartRequest{Game: "conqueror", Players: 2}, &a)
	for len(a.Chance) == 0 {
		var seat string
		for seat = range a.Legal {
		}
		if seat == "" {
			t.Fatalf("nobody can act: %s", a.Position)
		}
		p.must("POST", "/positions", wire.PositionRequest{
			Position: positionText(t, a),
			Choices:  []wire.PositionChoice{{Seat: seat, Action: a.Legal[seat].Actions[0]}},
		}, &a)
	}
	if len(a.Chance) < 2 {
		t.Fatalf("chance %v", a.Chance)
	}
	var sum float64
	for _, o := range a.Chance {
		sum += o.Chance
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("the outcomes add up to %f", sum)
	}
	text, last := positionText(t, a), a.Chance[len(a.Chance)-1].Action
	var chosen, drawn wire.PositionAnswer
	p.must("POST", "/positions", wire.PositionRequest{Position: text, Choices: []wire.PositionChoice{{Seat: "chance", Action: last}}}, &chosen)
	p.must("POST", "/positions", wire.PositionRequest{Position: text, Draw: true}, &drawn)
	if len(chosen.Chance) != 0 || len(drawn.Chance) != 0 || len(drawn.Choices) == 0 || drawn.Choices[0].Seat != "chance" {
		t.Errorf("chosen %v, drawn %v", chosen.Choices, drawn.Choices)
	}
	if res := p.try("POST", "/positions/start", wire.StartRequest{Game: "conqueror", Players: 2, Options: map[string]any{"coins": 77}}, nil); res.StatusCode != 400 {
		t.Errorf("an option that is not there: %s", res.Status)
	}
}
