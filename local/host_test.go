package local_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"atoll/bots/all"
	"atoll/game"
	"atoll/games"
	"atoll/local"
	"atoll/match"
	"atoll/record"
	"atoll/server/wire"
)

// browser is a host as a page uses it.
type browser struct {
	t     *testing.T
	host  *local.Host
	store *memory
}

func open(t *testing.T, store *memory, change ...func(*local.Config)) *browser {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var mu sync.Mutex
	cfg := local.Config{Store: store, Games: games.All(), Roster: all.Roster(), Random: func(b []byte) {
		mu.Lock()
		defer mu.Unlock()
		for i := range b {
			b[i] = byte(r.Uint32())
		}
	}}
	for _, f := range change {
		f(&cfg)
	}
	h, err := local.New(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return &browser{t, h, store}
}

// ask sends a request and reads the answer into out; it returns the status.
func (b *browser) ask(method, path string, body, out any) int {
	b.t.Helper()
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			b.t.Fatal(err)
		}
	}
	a := b.host.Do(b.t.Context(), method, path, data)
	if out != nil && len(a.Body) > 0 {
		if err := json.Unmarshal(a.Body, out); err != nil {
			b.t.Fatalf("%s %s: %v in %s", method, path, err, a.Body)
		}
	}
	return a.Status
}

func (b *browser) must(method, path string, body, out any) {
	b.t.Helper()
	var answer json.RawMessage
	if status := b.ask(method, path, body, &answer); status >= 300 {
		b.t.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	if out != nil {
		if err := json.Unmarshal(answer, out); err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b *browser) make(setup wire.Setup) string {
	b.t.Helper()
	var made wire.Created
	if status := b.ask("POST", "/tables", wire.CreateRequest{Setup: setup}, &made); status != 200 {
		b.t.Fatalf("making a table: %d", status)
	}
	return made.Table.ID
}

// frames follows a table until the test ends.
func (b *browser) frames(path string) <-chan wire.Frame {
	out := make(chan wire.Frame, 1000)
	ctx, stop := context.WithCancel(b.t.Context())
	var done sync.WaitGroup
	done.Go(func() {
		defer close(out)
		_ = b.host.Follow(ctx, path, func(data []byte) {
			var f wire.Frame
			if err := json.Unmarshal(data, &f); err != nil {
				b.t.Error(err)
			}
			out <- f
		})
	})
	b.t.Cleanup(func() { stop(); done.Wait() })
	return out
}

func view(f wire.Frame) *wire.View {
	switch {
	case f.Snapshot != nil:
		return &f.Snapshot.View
	case f.Delta != nil:
		return &f.Delta.View
	}
	return nil
}

// setups are a table against bots of every game with fewest players.
func setups(kind func(seat int) wire.SeatSetup) []wire.Setup {
	var list []wire.Setup
	for _, g := range games.All() {
		s := wire.Setup{Game: g.ID, Players: g.Players[0]}
		for i := range s.Players {
			s.Seats = append(s.Seats, kind(i))
		}
		list = append(list, s)
	}
	return list
}

func againstBots(level int) []wire.Setup {
	return setups(func(seat int) wire.SeatSetup {
		if seat == 0 {
			return wire.SeatSetup{Kind: match.SeatMe}
		}
		return wire.SeatSetup{Kind: match.SeatBot, Level: level}
	})
}

// A whole game of each kind against a bot, by requests and frames alone: every delta
// fits the one before, the end is told, and the record is proved.
func TestAGameAgainstABotIsPlayedToItsEnd(t *testing.T) {
	for _, setup := range againstBots(1) {
		t.Run(setup.Game, func(t *testing.T) {
			t.Parallel()
			b := open(t, newMemory())
			id := b.make(setup)
			r := game.NewRand(7)
			var seq int64
			for f := range b.frames("/tables/" + id + "/live") {
				if f.Delta != nil && f.Delta.From != seq {
					t.Fatalf("a delta from %d follows %d", f.Delta.From, seq)
				}
				v := view(f)
				if v == nil {
					continue
				}
				seq = v.Seq
				if v.Status == string(match.Over) {
					break
				}
				if v.Legal == nil || v.Sealed != nil {
					continue
				}
				list := v.Legal
				if list.More {
					list = new(wire.LegalList)
					b.must("GET", "/tables/"+id+"/legal?limit=20000", nil, list)
				}
				do := list.Actions[r.Intn(len(list.Actions))]
				if v.Step > 400 {
					b.must("POST", "/tables/"+id+"/do", wire.TableRequest{Do: "resign", Msg: "enough"}, nil)
					continue
				}
				b.must("POST", "/tables/"+id+"/act", wire.ActRequest{Msg: fmt.Sprint("m", v.Step), Step: v.Step, Action: do}, nil)
			}
			a := b.host.Do(t.Context(), "GET", "/tables/"+id+"/record", nil)
			rec, err := record.Parse(string(a.Body), games.ByID)
			if err != nil {
				t.Fatal(err)
			}
			if err := record.Verify(rec); err != nil {
				t.Error(err)
			}
			if err := record.Proved(rec); err != nil {
				t.Error(err)
			}
		})
	}
}

// Worlds that differ only in what a seat may not see: its bot is told the same bytes.
func TestABotIsToldWhatItsSeatMaySeeAndNothingElse(t *testing.T) {
	for _, setup := range againstBots(3) {
		t.Run(setup.Game, func(t *testing.T) {
			t.Parallel()
			cfg, err := match.Configure(games.ByID, setup.Match())
			if err != nil {
				t.Fatal(err)
			}
			differ := 0
			for seed := range uint64(40) {
				r := game.NewRand(seed)
				st := cfg.New()
				for n := 0; st.Acting() != 0 && n < 60; n++ {
					for seat := range game.Seat(cfg.Players) {
						view := game.Look(st, game.SeatViewer(seat))
						world := view.Copy()
						world.Fill(r)
						if cfg.Game.Traits.Hidden && string(world.AppendText(nil)) != string(st.AppendText(nil)) {
							differ++
						}
						look := func(st game.State) func(game.Viewer) game.State {
							return func(v game.Viewer) game.State { return game.Look(st, v) }
						}
						got, want := local.JobOf(look(world), seat, "level3", 1), local.JobOf(look(st), seat, "level3", 1)
						if got != want {
							t.Fatalf("the bot of %s is told\n%+v\nand in a world that it cannot tell from this one\n%+v", cfg.SeatName(seat), want, got)
						}
					}
					step(st, r)
				}
			}
			if cfg.Game.Traits.Hidden && differ == 0 {
				t.Error("no two worlds differed")
			}
		})
	}
}

// step plays a random step.
func step(st game.State, r *game.Rand) {
	if st.Acting() == game.Only(game.Nature) {
		if err := game.Try(st, game.Nature, game.Draw(st, r), nil); err != nil {
			panic(err)
		}
		return
	}
	var c game.Choices
	for s := range game.Nature {
		if st.Acting().Has(s) {
			c[s], _ = game.Sample(st, s, r, nil)
		}
	}
	st.Play(c, nil)
}

// What a bot has sealed is told to nobody, neither by a request nor by a frame.
func TestASealedChoiceOfABotIsToldToNobody(t *testing.T) {
	for _, setup := range againstBots(1) {
		g, _ := games.ByID(setup.Game)
		if !g.Traits.Simultaneous {
			continue
		}
		t.Run(setup.Game, func(t *testing.T) {
			// The same game twice; the bots' choices are not the same.
			told := func(pick int) (string, string) {
				var chosen string
				thought := make(chan struct{})
				var once sync.Once
				b := open(t, newMemory(), func(c *local.Config) {
					c.Clock = func() time.Time { return time.UnixMilli(1_000_000) }
					c.Think = func(_ context.Context, job local.Job, _ func([]byte)) ([]byte, error) {
						st, err := wire.ParsePosition(games.ByID, job.Position)
						if err != nil {
							return nil, err
						}
						seat, _ := st.Config().SeatByName(job.Seat)
						acts := st.AppendActions(nil, seat)
						chosen = string(st.AppendAction(nil, seat, acts[pick%len(acts)]))
						defer once.Do(func() { close(thought) })
						return []byte(chosen), nil
					}
				})
				id := b.make(setup)
				<-thought
				b.store.until(func() bool { return b.store.sealed(id) > 0 })
				var all strings.Builder
				for _, path := range []string{"", "?seat=public", "/log", "/replay?seat=public", "/legal", "/record"} {
					all.Write(b.host.Do(t.Context(), "GET", "/tables/"+id+path, nil).Body)
				}
				data, _ := json.Marshal(<-b.frames("/tables/" + id + "/live"))
				return all.String() + string(data), chosen
			}
			one, did := told(0)
			other, didOther := told(1)
			if did == didOther {
				t.Fatal("the bots chose the same")
			}
			if one != other {
				t.Errorf("what is told depends on the sealed choice:\n%s\n%s", one, other)
			}
		})
	}
}

// sealed counts the sealed choices of a table. m.mu must be held.
func (m *memory) sealed(id string) int {
	var p match.Private
	if st := m.tables[id]; st != nil && json.Unmarshal(st.Private, &p) == nil {
		return len(p.Sealed)
	}
	return 0
}

// Two at one screen: each sees with the eyes of the seat that was asked for, and a
// choice is sealed until both are in.
func TestTwoAtOneScreen(t *testing.T) {
	setup := wire.Setup{Game: "epigo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}}
	b := open(t, newMemory())
	id := b.make(setup)
	var s, n wire.Snapshot
	b.must("GET", "/tables/"+id+"?seat=S", nil, &s)
	if s.View.Viewer != "S" || s.View.Legal == nil {
		t.Fatalf("viewer %q", s.View.Viewer)
	}
	var list wire.LegalList
	b.must("GET", "/tables/"+id+"/legal?seat=S&limit=5", nil, &list)
	var ack wire.Ack
	if status := b.ask("POST", "/tables/"+id+"/act",
		wire.ActRequest{Msg: "a", Step: s.View.Step, Seat: "S", Action: list.Actions[0]}, &ack); status != 200 || !ack.Sealed {
		t.Fatalf("%d %+v", status, ack)
	}
	b.must("GET", "/tables/"+id+"?seat=N", nil, &n)
	if n.View.Sealed != nil {
		t.Error("the other seat sees what was sealed")
	}
	var p wire.Problem
	if status := b.ask("POST", "/tables/"+id+"/act", wire.ActRequest{Msg: "b", Step: s.View.Step, Action: list.Actions[0]},
		&p); status != 400 || p.Error.Message != "you hold several seats; name one" {
		t.Errorf("without a seat: %d %+v", status, p)
	}
	b.must("GET", "/tables/"+id+"/legal?seat=N&limit=5", nil, &list)
	ack = wire.Ack{}
	if status := b.ask("POST", "/tables/"+id+"/act",
		wire.ActRequest{
			Msg: "c", Step: s.View.Step, Seat: "N",
			Action: list.Actions[1],
		}, &ack); status != 200 || ack.Sealed || ack.Seq <= s.View.Seq {
		t.Errorf("%d %+v", status, ack)
	}
}

// A browser that was closed in mid-game goes on: the bot whose turn it was moves, and
// the same message is answered as before.
func TestAGameGoesOnAfterTheBrowserWasClosed(t *testing.T) {
	store := newMemory()
	stuck := func(c *local.Config) {
		c.Think = func(ctx context.Context, _ local.Job, _ func([]byte)) ([]byte, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
	}
	b := open(t, store, stuck)
	setup := wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 1}}}
	id := b.make(setup)
	var s wire.Snapshot
	b.must("GET", "/tables/"+id, nil, &s)
	if s.View.Legal == nil {
		// The bot begins; it will once it can think.
		b.host.Close()
		b = open(t, store)
		for f := range b.frames("/tables/" + id + "/live") {
			if v := view(f); v != nil && v.Legal != nil {
				s.View = *v
				break
			}
		}
		b.host.Close()
		b = open(t, store, stuck)
	}
	act := wire.ActRequest{Msg: "once", Step: s.View.Step, Action: s.View.Legal.Actions[0]}
	var first, again wire.Ack
	b.ask("POST", "/tables/"+id+"/act", act, &first)
	b.host.Close()

	b = open(t, store)
	b.ask("POST", "/tables/"+id+"/act", act, &again)
	if !again.Again || again.Seq != first.Seq {
		t.Errorf("the repeated message was answered with %+v, first with %+v", again, first)
	}
	for f := range b.frames(fmt.Sprintf("/tables/%s/live?since=%d", id, first.Seq)) {
		if f.Snapshot != nil {
			t.Error("a snapshot, though nothing was missed")
		}
		if v := view(f); v != nil && v.Seq > first.Seq {
			break
		}
	}
}

// Time in which the browser was closed is credited.
func TestAClockStandsWhileTheBrowserIsClosed(t *testing.T) {
	store := newMemory()
	var mu sync.Mutex
	now := time.UnixMilli(1_000_000_000)
	clock := func(c *local.Config) {
		c.Clock = func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			return now
		}
	}
	pass := func(d time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(d)
	}
	b := open(t, store, clock)
	id := b.make(wire.Setup{
		Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}},
		Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 60},
	})
	pass(2 * time.Second)
	b.host.Do(t.Context(), "GET", "/me", nil) // a sign of life
	b.host.Close()
	pass(time.Hour)
	b = open(t, store, clock)
	var s wire.Snapshot
	b.must("GET", "/tables/"+id, nil, &s)
	if s.View.Status != "running" {
		t.Fatalf("the game is %s", s.View.Status)
	}
	seat := s.View.Acting[0]
	b.must("GET", "/tables/"+id+"?seat="+seat, nil, &s)
	for _, c := range s.View.Clocks.Seats {
		if c.Seat != seat {
			continue
		}
		if spent := s.Time - s.View.Clocks.Time; c.Left-spent < 55_000 || c.Left-spent > 60_000 {
			t.Errorf("%d ms are left", c.Left-spent)
		}
	}
}

// Two pages of one browser have the same table open: neither loses a move, and both
// are told.
func TestTwoPagesAtOneTable(t *testing.T) {
	store := newMemory()
	var one, two *browser
	one = open(t, store, func(c *local.Config) { c.Changed = func(id string) { two.host.Heard(id) } })
	two = open(t, store, func(c *local.Config) { c.Changed = func(id string) { one.host.Heard(id) } })
	id := one.make(wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}})
	heard := [2]<-chan wire.Frame{one.frames("/tables/" + id + "/live"), two.frames("/tables/" + id + "/live")}
	for _, c := range heard {
		if f := <-c; f.Snapshot == nil {
			t.Fatalf("a stream begins with %q", f.Type)
		}
	}
	for i := range 6 {
		b := []*browser{one, two}[i%2]
		var s wire.Snapshot
		b.must("GET", "/tables/"+id, nil, &s)
		seat := s.View.Acting[0]
		b.must("GET", "/tables/"+id+"?seat="+seat, nil, &s)
		b.must("POST", "/tables/"+id+"/act", wire.ActRequest{Msg: fmt.Sprint(i), Step: s.View.Step, Seat: seat, Action: s.View.Legal.Actions[0]}, nil)
		for _, c := range heard {
			for f := range c {
				if v := view(f); v != nil && v.Seq > s.View.Seq {
					break
				}
			}
		}
	}
}

// What needs others is refused with a status of its own.
func TestWhatNeedsOthersIsRefused(t *testing.T) {
	b := open(t, newMemory())
	id := b.make(againstBots(1)[1])
	me := wire.SeatSetup{Kind: match.SeatMe}
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{"POST", "/tables", wire.Setup{Game: "evo", Players: 2}},
		{"POST", "/tables", wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{me, {Kind: match.SeatOpen}}}},
		{"POST", "/tables", wire.Setup{Game: "evo", Players: 2, Rated: true, Seats: []wire.SeatSetup{me, me}}},
		{"POST", "/tables/" + id + "/chat", wire.ChatRequest{Text: "hello"}},
		{"GET", "/leaderboard?game=evo", nil},
		{"POST", "/account", map[string]string{"name": "x"}},
	} {
		if status := b.ask(c.method, c.path, c.body, nil); status != 501 {
			t.Errorf("%s %s: %d", c.method, c.path, status)
		}
	}
	var p wire.Problem
	if status := b.ask("GET", "/tables/local-222222222222", nil, &p); status != 404 || p.Error.Code != "not_found" {
		t.Errorf("no such table: %d %+v", status, p)
	}
}

// A store that takes no more says so in a sentence, and what was there stays.
func TestAFullStore(t *testing.T) {
	store := newMemory()
	b := open(t, store)
	setup := wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}}
	id := b.make(setup)
	var s wire.Snapshot
	b.must("GET", "/tables/"+id, nil, &s)
	seat := s.View.Acting[0]
	b.must("GET", "/tables/"+id+"?seat="+seat, nil, &s)
	act := wire.ActRequest{Msg: "1", Step: s.View.Step, Seat: seat, Action: s.View.Legal.Actions[0]}
	store.mu.Lock()
	store.full = &local.Full{Why: "no room"}
	store.mu.Unlock()
	var p wire.Problem
	for _, do := range []func() int{
		func() int { return b.ask("POST", "/tables/"+id+"/act", act, &p) },
		func() int { return b.ask("POST", "/tables", wire.CreateRequest{Setup: setup}, &p) },
	} {
		if status := do(); status != 507 || p.Error.Message != "no room" {
			t.Errorf("%d %+v", status, p)
		}
	}
	store.mu.Lock()
	store.full = nil
	store.mu.Unlock()
	var ack wire.Ack
	if status := b.ask("POST", "/tables/"+id+"/act", act, &ack); status != 200 || ack.Seq <= s.View.Seq {
		t.Errorf("with room again: %d %+v", status, ack)
	}
	b.must("DELETE", "/tables/"+id, nil, nil)
	if status := b.ask("GET", "/tables/"+id, nil, nil); status != 404 {
		t.Errorf("deleted: %d", status)
	}
}

// An analysis is told step by step, and judged positions have values.
func TestReviewAndAnalysis(t *testing.T) {
	b := open(t, newMemory())
	id := b.make(wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}})
	if status := b.ask("POST", "/tables/"+id+"/analysis", nil, nil); status != 409 {
		t.Errorf("analysis of a running game: %d", status)
	}
	for i := range 4 {
		var s wire.Snapshot
		b.must("GET", "/tables/"+id, nil, &s)
		seat := s.View.Acting[0]
		b.must("GET", "/tables/"+id+"?seat="+seat, nil, &s)
		b.must("POST", "/tables/"+id+"/act", wire.ActRequest{Msg: fmt.Sprint(i), Step: s.View.Step, Seat: seat, Action: s.View.Legal.Actions[0]}, nil)
	}
	b.must("POST", "/tables/"+id+"/do", wire.TableRequest{Msg: "r", Do: "resign", Seat: "S"}, nil)
	var info wire.AnalysisInfo
	b.must("POST", "/tables/"+id+"/analysis", nil, &info)
	for info.Status == "running" {
		time.Sleep(5 * time.Millisecond)
		b.must("GET", "/tables/"+id+"/analysis?from=0", nil, &info)
	}
	if info.Status != "done" || info.Total == 0 || len(info.Steps) != info.Total {
		t.Errorf("%s, %d of %d steps", info.Status, len(info.Steps), info.Total)
	}
	var start wire.PositionAnswer
	b.must("POST", "/positions/start", wire.StartRequest{Game: "evo", Players: 2}, &start)
	var pos struct {
		Position string
	}
	if err := json.Unmarshal(start.Position, &pos); err != nil {
		t.Fatal(err)
	}
	var j wire.Judgement
	b.must("POST", "/positions/analysis", wire.JudgeRequest{Position: pos.Position, Millis: 20}, &j)
	if len(j.Values) != 2 || len(j.Decisions) != 1 {
		t.Errorf("%+v", j)
	}
}

func TestTheClockAndTheTablesDoNotWaitForEachOther(t *testing.T) {
	local.Hammer(t, open(t, newMemory()).host)
}

// A server's table goes on here as a copy with bots that play; a finished record is
// analysed by itself, to the same numbers as its table.
func TestACopyGoesOnAndARecordIsReviewed(t *testing.T) {
	for _, setup := range againstBots(1) {
		rec := record.Random(cfgOf(t, setup), record.Uniform, game.NewRand(5), false)
		rec.Events, rec.Result = rec.Events[:min(4, len(rec.Events)-1)], game.Result{}
		public, err := record.Public(rec)
		if err != nil {
			t.Fatal(err)
		}
		b := open(t, newMemory())
		var made wire.Created
		b.must("POST", "/tables/continue", local.ContinueRequest{Record: public.AppendText(nil), Seats: setup.Seats}, &made)
		if !strings.HasPrefix(made.Table.ID, local.Prefix) || made.Table.Status != "running" || !made.Table.Offline {
			t.Errorf("%s: %+v", setup.Game, made.Table)
		}
		if status := b.ask("POST", "/tables/continue", local.ContinueRequest{Record: []byte(`{}`), Seats: setup.Seats}, nil); status != 400 {
			t.Errorf("nonsense goes on: %d", status)
		}
	}
	b := open(t, newMemory())
	rec := record.Random(cfgOf(t, wire.Setup{Game: "earthquake", Players: 2}), record.Uniform, game.NewRand(5), false)
	var asked local.ReviewAnswer
	b.must("POST", "/reviews", local.ReviewRequest{Record: rec.AppendText(nil)}, &asked)
	if asked.Total == 0 || asked.Key == "" {
		t.Fatalf("%+v", asked)
	}
	for asked.Status == "running" {
		time.Sleep(time.Millisecond)
		b.must("GET", "/reviews/"+asked.Key+"?from=0", nil, asked.AnalysisInfo)
	}
	if asked.Status != "done" || len(asked.Steps) != asked.Total {
		t.Errorf("%s: %d of %d", asked.Status, len(asked.Steps), asked.Total)
	}
	rec.Events, rec.Result = rec.Events[:0], game.Result{}
	if status := b.ask("POST", "/reviews", local.ReviewRequest{Record: rec.AppendText(nil)}, nil); status != 409 {
		t.Errorf("an unfinished game is reviewed: %d", status)
	}
}

// A page without code for a game's chance has its draws repeated here.
func TestTheDrawsOfARecordAreRepeated(t *testing.T) {
	all, err := os.ReadFile("../record/testdata/proved.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	b, found := open(t, newMemory()), 0
	for line := range strings.Lines(string(all)) {
		rec, err := record.Parse(strings.TrimSpace(line), games.ByID)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]string, len(rec.Events))
		for i, e := range rec.Events {
			if e.By == "chance" {
				want[i] = e.Do
				found++
			}
		}
		var got struct{ Draws []string }
		b.must("POST", "/records/draws", wire.RecordRequest{Record: string(rec.AppendText(nil))}, &got)
		if !slices.Equal(got.Draws, want) {
			t.Errorf("%s: drew %q, not %q", rec.Config, got.Draws, want)
		}
		rec.Proof = nil
		if status := b.ask("POST", "/records/draws", wire.RecordRequest{Record: string(rec.AppendText(nil))}, nil); status != 400 {
			t.Errorf("draws without a proof: %d", status)
		}
	}
	if found < 20 {
		t.Errorf("only %d draws were repeated", found)
	}
}

func cfgOf(t *testing.T, s wire.Setup) game.Config {
	t.Helper()
	cfg, err := match.Configure(games.ByID, s.Match())
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}
