package match_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/record"
)

// memory is the smallest store that keeps its promises.
type memory struct {
	mu     sync.Mutex
	tables map[string]*match.Stored
}

func (m *memory) commit(c *match.Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.tables[c.Table]
	if s == nil {
		s = &match.Stored{ID: c.Table}
		m.tables[c.Table] = s
	}
	if s.Version != c.Version-1 {
		return match.ErrConflict
	}
	s.Version, s.Head, s.Private = c.Version, c.Head, c.Private
	for _, e := range c.Entries {
		read, err := match.ReadEntry(e.Seq, e.Data())
		if err != nil {
			return err
		}
		s.Entries = append(s.Entries, read)
	}
	return nil
}

var now = match.Now{MS: 1_000_000}

var host = match.User{ID: "h", Name: "Host", Kind: "guest"}

func make2(t *testing.T, setup match.Setup) (*memory, *match.Table) {
	t.Helper()
	table, c, err := match.New(games.ByID, "table", setup, host, make([]byte, 32), nil, "", now)
	if err != nil {
		t.Fatal(err)
	}
	m := &memory{tables: map[string]*match.Stored{}}
	if err := m.commit(c); err != nil {
		t.Fatal(err)
	}
	return m, table
}

func seatsOf(kind match.SeatKind, n int) []match.SeatSetup {
	list := make([]match.SeatSetup, n)
	for i := range list {
		list[i].Kind = kind
	}
	return list
}

// TestWholeGames plays every game with every number of players, and checks at
// the end that the log alone gives the same table, and that the record verifies.
func TestWholeGames(t *testing.T) {
	for _, g := range games.All() {
		for _, n := range g.Players {
			t.Run(fmt.Sprint(g.ID, n), func(t *testing.T) {
				m, table := make2(t, match.Setup{Game: g.ID, Players: n, Seats: seatsOf(match.SeatMe, n)})
				r := game.NewRand(uint64(n))
				var told []string // the stories of every entry, when it was new
				hear := func(after int64) {
					log, stories := table.Log(after)
					for i := range log {
						told = append(told, fmt.Sprintf("%d %s", log[i].Seq, storyText(stories[i])))
					}
				}
				hear(0)
				for i := 0; table.Status == match.Running; i++ {
					seat := table.Waiting().First()
					view := table.Look(game.SeatViewer(seat))
					a := choose(view, seat, r)
					d, err := table.Act(seat, table.Step, fmt.Sprint(i), string(view.AppendAction(nil, seat, a)), now)
					if err != nil {
						t.Fatalf("move %d: %v", i, err)
					}
					if err := m.commit(d.Change); err != nil {
						t.Fatal(err)
					}
					seen := table.Seq
					table = d.Table
					hear(seen)
				}
				then := told
				told = nil
				hear(0)
				if !slices.Equal(told, then) {
					t.Errorf("told anew the stories are\n%q, were\n%q", told, then)
				}
				again, err := match.Replay(games.ByID, "table", m.tables["table"])
				if err != nil {
					t.Fatal(err)
				}
				truth := game.TruthViewer()
				got, want := string(again.Look(truth).AppendText(nil)), string(table.Look(truth).AppendText(nil))
				if got != want || again.Seq != table.Seq || again.Step != table.Step || again.Status != match.Over {
					t.Fatalf("the log gives\n%s, want\n%s", got, want)
				}
				rec, err := table.Record()
				if err != nil {
					t.Fatal(err)
				}
				if err := record.Verify(rec); err != nil {
					t.Fatal(err)
				}
				if g.Traits.Chance && (rec.Proof == nil || rec.Proof.Seed == nil) {
					t.Fatal("the record proves nothing")
				}
			})
		}
	}
}

func storyText(stories []match.Story) string {
	var b strings.Builder
	for _, s := range stories {
		fmt.Fprintf(&b, "%x %s ", s.Audience, s.JSON)
	}
	return b.String()
}

// TestEntriesAreStoredAsJSON: moves are written by hand, and as package json would.
func TestEntriesAreStoredAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.SampledFrom([]string{"", "a1-a2", `"\`, "<&>", "Zoë"}), rapid.String())
		e := match.Entry{At: rapid.Int64().Draw(t, "at"), Kind: rapid.SampledFrom([]match.Kind{match.KindPlay, match.KindTable}).Draw(t, "kind")}
		for range rapid.IntRange(0, 3).Draw(t, "moves") {
			e.Moves = append(e.Moves, match.Move{
				By: game.Seat(rapid.IntRange(0, 6).Draw(t, "by")), Do: text.Draw(t, "do"),
				MS: rapid.SampledFrom([]int64{0, 7, -1}).Draw(t, "ms"), Msg: text.Draw(t, "msg"),
			})
		}
		want, err := json.Marshal(&e)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Data(); string(got) != string(want) {
			t.Fatalf("got %s, want %s", got, want)
		}
	})
}

// TestDamagedEntries: a log that lacks something is an error that says so.
func TestDamagedEntries(t *testing.T) {
	m, _ := make2(t, match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
	good := m.tables["table"]
	for _, kind := range []match.Kind{
		match.KindCreated, match.KindSeat, match.KindStarted, match.KindPlay,
		match.KindTable, match.KindOffer, match.KindTakeback, match.KindNext, match.KindRated, "?",
	} {
		e, err := match.ReadEntry(good.Head.Seq+1, fmt.Appendf(nil, `{"at":1,"kind":%q}`, kind))
		if err != nil {
			t.Fatal(err)
		}
		bad := *good
		bad.Entries = append(slices.Clone(good.Entries), e)
		if _, err := match.Replay(games.ByID, "table", &bad); err == nil || !strings.Contains(err.Error(), "entry "+fmt.Sprint(e.Seq)) {
			t.Errorf("an empty entry of kind %q: %v", kind, err)
		}
	}
}

func choose(st game.State, s game.Seat, r *game.Rand) game.Action {
	if l, ok := st.(game.Lively); ok {
		return l.LivelyAction(s, r)
	}
	a, _ := game.Sample(st, s, r, nil)
	return a
}

// none is no kind of refusal.
const none match.Refusal = 255

func code(err error) match.Refusal {
	var e *match.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return none
}

func epigo(t *testing.T, clock match.ClockSetup) *match.Table {
	t.Helper()
	_, table := make2(t, match.Setup{Game: "epigo", Players: 2, Seats: seatsOf(match.SeatMe, 2), Clock: clock})
	return table
}

const deployment = "deploy 3 1 7 X 2 5 4 6"

func must(t *testing.T, d match.Done, err error) *match.Table {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return d.Table
}

func TestSealing(t *testing.T) {
	table := epigo(t, match.ClockSetup{})
	seq, step := table.Seq, table.Step
	d, err := table.Act(0, step, "a", deployment, now)
	sealed := must(t, d, err)
	if !d.Sealed || sealed.Seq != seq || sealed.Updated != table.Updated || len(d.Change.Entries) != 0 || d.Change.Ping {
		t.Fatalf("a sealed choice is visible: %+v", d.Change)
	}
	if sealed.SealedChoice(0) != deployment || sealed.Waiting() != game.Only(1) {
		t.Fatal("the choice is not sealed")
	}
	// The same message again changes nothing.
	d, err = sealed.Act(0, step, "a", deployment, now)
	if err != nil || !d.Again || d.Change != nil {
		t.Fatalf("repetition: %+v, %v", d, err)
	}
	d, err = sealed.Act(0, step, "b", "deploy 1 3 7 X 2 5 4 6", now)
	replaced := must(t, d, err)
	d, err = replaced.Act(0, step, "c", "", now)
	open := must(t, d, err)
	if open.SealedBy(0) {
		t.Fatal("the choice is still sealed")
	}
	if _, err = open.Act(0, step, "d", "", now); code(err) != match.NotNow {
		t.Fatalf("unsealing nothing: %v", err)
	}
	d, err = replaced.Act(1, step, "x", deployment, now)
	played := must(t, d, err)
	if d.Sealed || played.Seq != seq+1 || played.Step != played.Seq {
		t.Fatal("the step was not made once all were in")
	}
	for _, msg := range []string{"a", "b"} {
		if d, err = played.Act(0, step, msg, deployment, now); err != nil || !d.Again {
			t.Fatalf("message %s after the step: %+v, %v", msg, d, err)
		}
	}
	if _, err = played.Act(0, step, "late", deployment, now); code(err) != match.Stale {
		t.Fatalf("a late choice: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	table := epigo(t, match.ClockSetup{})
	_, err := table.Act(0, table.Step, "a", "deploy 1 1 1", now)
	if code(err) != match.Illegal {
		t.Errorf("nonsense: %v", err)
	}
	_, err = table.Act(0, table.Step+1, "a", deployment, now)
	if code(err) != match.Stale {
		t.Errorf("wrong step: %v", err)
	}
	_, evo := make2(t, match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
	_, err = evo.Act(1-evo.Waiting().First(), evo.Step, "a", "g2-g3", now)
	if code(err) != match.NotYourTurn {
		t.Errorf("not on turn: %v", err)
	}
	for name, setup := range map[string]match.Setup{
		"game":            {Game: "chess"},
		"players":         {Game: "evo", Players: 3},
		"options":         {Game: "evo", Players: 2, Options: map[string]any{"colour": 1}},
		"seats":           {Game: "evo", Players: 2, Seats: seatsOf(match.SeatOpen, 3)},
		"seats[0].kind":   {Game: "evo", Players: 2, Seats: seatsOf("king", 2)},
		"clock.initial_s": {Game: "evo", Players: 2, Clock: match.ClockSetup{Kind: match.Fischer}},
		"clock.kind":      {Game: "evo", Players: 2, Clock: match.ClockSetup{Kind: "sun"}},
		"abandon.policy":  {Game: "evo", Players: 2, Abandon: match.Abandon{Policy: "cry"}},
		"given":           {Game: "conqueror", Players: 2, Given: "layout a1"},
		"rated":           {Game: "evo", Players: 2, Rated: true},
	} {
		_, _, err := match.New(games.ByID, "x", setup, host, make([]byte, 32), nil, "", now)
		var e *match.Error
		if !errors.As(err, &e) || e.Where != name || e.Kind != match.Invalid {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func at(ms int64) match.Now { return match.Now{MS: now.MS + ms} }

func TestFischerClock(t *testing.T) {
	table := epigo(t, match.ClockSetup{Kind: match.Fischer, Initial: 10, Increment: 2})
	if got := table.Deadline(now); got != now.MS+10_000 {
		t.Fatalf("deadline %d", got-now.MS)
	}
	d, err := table.Act(0, table.Step, "a", deployment, at(3000))
	sealed := must(t, d, err)
	if ms, runs := sealed.Left(0, 0); ms != 7000 || runs {
		t.Errorf("own clock after sealing: %d %v", ms, runs)
	}
	if ms, runs := sealed.Left(0, 1); ms != 10_000 || !runs {
		t.Errorf("others see the clock of a sealed seat as %d %v", ms, runs)
	}
	d, err = sealed.Act(1, table.Step, "b", deployment, at(8000))
	played := must(t, d, err)
	if ms, _ := played.Left(0, 1); ms != 9000 {
		t.Errorf("first seat has %d", ms)
	}
	if ms, _ := played.Left(1, 0); ms != 4000 {
		t.Errorf("second seat has %d", ms)
	}
	// A choice that was taken back lets the clock run on.
	d, err = played.Act(0, played.Step, "c", "plan 5N 3E 7S", at(9000))
	x := must(t, d, err)
	d, err = x.Act(0, played.Step, "d", "", at(12_000))
	x = must(t, d, err)
	d, err = x.Act(0, played.Step, "e", "plan 5N 3E 7S", at(12_500))
	x = must(t, d, err)
	if ms, _ := x.Left(0, 0); ms != 9000-1500 {
		t.Errorf("after taking back and sealing again: %d", ms)
	}
	// The other seat runs out of its 4 s.
	if got := x.Deadline(at(12_500)); got != now.MS+12_500 {
		t.Errorf("deadline %d", got-now.MS)
	}
	d, err = x.Tick(at(12_001))
	over := must(t, d, err)
	if over.Status != match.Over || over.Result().Reason != "timeout" || over.Result().Rank[0] != 1 {
		t.Errorf("after the time: %s %+v", over.Status, over.Result())
	}
	// An action that comes too late is the timeout.
	d, err = x.Act(1, played.Step, "f", "plan 5N 3E 7S", at(12_500))
	if err != nil || d.Table.Status != match.Over {
		t.Errorf("late action: %v", err)
	}
}

func TestDowntimeIsCredited(t *testing.T) {
	table := epigo(t, match.ClockSetup{Kind: match.PerTurn, Turn: 10})
	later := match.Now{MS: now.MS + 60_000, Gaps: []match.Gap{{From: now.MS + 1000, To: now.MS + 55_000}}}
	if got := table.Deadline(later); got != later.MS+4000 {
		t.Errorf("%d ms left after the gap", got-later.MS)
	}
	d, err := table.Tick(later)
	if err != nil || d.Table.Status != match.Running {
		t.Errorf("the gap was held against the players: %v", err)
	}
}

// TestTakeback: by agreement, and never past a reveal or a roll.
func TestTakeback(t *testing.T) {
	other := match.User{ID: "o", Name: "Other"}
	_, table := make2(t, match.Setup{Game: "evo", Players: 2})
	d, err := table.Join(other, game.NoSeat, "", "", now)
	table = must(t, d, err)
	first := table.Waiting().First()
	before := string(table.Look(game.TruthViewer()).AppendText(nil))
	act := func(x *match.Table) *match.Table {
		s := x.Waiting().First()
		a := x.Look(game.SeatViewer(s)).AppendActions(nil, s)[0]
		d, err := x.Act(s, x.Step, fmt.Sprint("m", x.Seq), string(x.Look(game.SeatViewer(s)).AppendAction(nil, s, a)), now)
		return must(t, d, err)
	}
	played := act(table)
	if _, err := played.Do(1-first, match.AskTakeback, "t", now); code(err) != match.NotNow {
		t.Errorf("taking back another's move: %v", err)
	}
	d, err = played.Do(first, match.AskTakeback, "t", now)
	asked := must(t, d, err)
	if asked.Ask == nil || asked.Step != played.Step {
		t.Fatal("it was not asked")
	}
	d, err = asked.Do(1-first, match.DeclineTakeback, "u", now)
	if no := must(t, d, err); no.Ask != nil {
		t.Error("it was not declined")
	}
	d, err = asked.Do(1-first, match.AcceptTakeback, "v", now)
	back := must(t, d, err)
	if got := string(back.Look(game.TruthViewer()).AppendText(nil)); got != before {
		t.Errorf("taken back to\n%s, want\n%s", got, before)
	}
	if back.Step <= played.Step {
		t.Error("the step number was used again")
	}
	again := act(back)
	if again.Status != match.Running {
		t.Error("the game does not go on")
	}
	short, then := again.Log(again.Seq - 5)
	r := game.NewRand(1)
	for again.Status == match.Running {
		s := again.Waiting().First()
		view := again.Look(game.SeatViewer(s))
		d, err := again.Act(s, again.Step, fmt.Sprint("m", again.Seq), string(view.AppendAction(nil, s, choose(view, s, r))), at(0))
		again = must(t, d, err)
	}
	if again.Seq < short[0].Seq+20 {
		t.Fatal("the game was too short for this test")
	}
	long, anew := again.Log(short[0].Seq - 1)
	for i := range short {
		if storyText(anew[i]) != storyText(then[i]) || long[i].Seq != short[i].Seq {
			t.Errorf("after a takeback entry %d tells %s, told %s", short[i].Seq, storyText(anew[i]), storyText(then[i]))
		}
	}

	sealed := epigo(t, match.ClockSetup{})
	for s := range game.Seat(2) {
		d, err := sealed.Act(s, sealed.Step, "d", deployment, now)
		sealed = must(t, d, err)
	}
	if _, err := sealed.Do(0, match.AskTakeback, "t", now); code(err) != match.NotNow {
		t.Errorf("taking back a reveal: %v", err)
	}
	_, dice := make2(t, match.Setup{Game: "conqueror", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
	for dice.Status == match.Running && dice.Seq < 8 {
		dice = act(dice)
	}
	if _, err := dice.Do(dice.Waiting().First(), match.AskTakeback, "t", now); code(err) != match.NotNow {
		t.Errorf("taking back past a roll: %v", err)
	}
}

// TestEarthquakeTakeback: placing explorers reveals nothing, uncovering does.
func TestEarthquakeTakeback(t *testing.T) {
	_, table := make2(t, match.Setup{Game: "earthquake", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
	r := game.NewRand(3)
	allowed, refused := 0, 0
	for range 60 {
		if table.Status != match.Running {
			break
		}
		s := table.Waiting().First()
		view := table.Look(game.SeatViewer(s))
		text := string(view.AppendAction(nil, s, choose(view, s, r)))
		public := game.Look(table.Look(game.TruthViewer()), game.PublicViewer())
		a, err := public.ParseAction(s, text)
		if err != nil {
			t.Fatal(err)
		}
		public.Play(game.Choose(s, a), nil)
		d, err := table.Act(s, table.Step, fmt.Sprint(table.Seq), text, now)
		table = must(t, d, err)
		shown := public.Hash() != table.Look(game.PublicViewer()).Hash()
		_, err = table.Do(s, match.AskTakeback, "t", now)
		switch {
		case table.Status != match.Running:
		case shown && err == nil:
			t.Fatalf("%s uncovered something and could be taken back", text)
		case err == nil:
			allowed++
		default:
			refused++
		}
	}
	if allowed == 0 || refused == 0 {
		t.Errorf("%d could be taken back, %d not", allowed, refused)
	}
}

func TestSeats(t *testing.T) {
	link := "hash"
	table, _, err := match.New(games.ByID, "t", match.Setup{Game: "evo", Players: 4, Seats: []match.SeatSetup{
		{Kind: match.SeatMe}, {Kind: match.SeatOpen}, {Kind: match.SeatInvite}, {Kind: match.SeatBot, Level: 2},
	}}, host, make([]byte, 32), map[string]string{"N": link}, "", now)
	if err != nil {
		t.Fatal(err)
	}
	u := func(id string) match.User { return match.User{ID: id, Name: id} }
	if _, err := table.Join(u("a"), 2, "", "", now); code(err) != match.Forbidden {
		t.Errorf("invitation without link: %v", err)
	}
	if _, err := table.Join(u("a"), game.NoSeat, "wrong", "", now); code(err) != match.Forbidden {
		t.Errorf("wrong link: %v", err)
	}
	if _, err := table.Join(u("a"), 3, "", "", now); code(err) != match.NotNow {
		t.Errorf("seat of a bot: %v", err)
	}
	d, err := table.Join(u("a"), game.NoSeat, link, "", now)
	table = must(t, d, err)
	if !table.Seats[2].Held("a") {
		t.Fatal("the link led to another seat")
	}
	if _, err := table.Join(u("b"), game.NoSeat, link, "", now); code(err) != match.Forbidden {
		t.Errorf("a used link: %v", err)
	}
	if _, err := table.SetSeat(u("a"), 1, "bot", 1, "", now); code(err) != match.Forbidden {
		t.Errorf("another than the maker changes a seat: %v", err)
	}
	d, err = table.Join(u("b"), game.NoSeat, "", "", now)
	table = must(t, d, err)
	if table.Status != match.Running {
		t.Fatal("the table does not start when it is full")
	}
	if _, err := table.Join(u("c"), game.NoSeat, "", "", now); code(err) != match.NotNow {
		t.Errorf("joining a full table: %v", err)
	}
	// A second device by the player's own link.
	d, err = table.SetLink(u("b"), 1, "phone", now)
	table = must(t, d, err)
	d, err = table.Join(u("b2"), game.NoSeat, "phone", "", now)
	table = must(t, d, err)
	if table.SeatsOf("b2") != game.Only(1) || table.SeatsOf("b") != game.Only(1) {
		t.Error("the second device does not hold the seat")
	}
}

func TestAbandonAndClaim(t *testing.T) {
	_, table := make2(
		t,
		match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2), Abandon: match.Abandon{Policy: match.AbandonBot, Level: 2}},
	)
	s := table.Waiting().First()
	d, err := table.Away(s, now)
	away := must(t, d, err)
	if away.Seats[s].Kind != "bot" || away.Seats[s].Level != 2 || !away.Seats[s].Stand || away.Deadline(now) == 0 {
		t.Fatalf("the seat is %+v", away.Seats[s])
	}
	d, err = away.Claim(host, s, now)
	if back := must(t, d, err); back.Seats[s].Kind != "human" {
		t.Error("the seat was not given back")
	}
	if d, _ := table.Away(1-s, now); d.Change != nil {
		t.Error("somebody who is not to act was replaced")
	}
}

func TestRematch(t *testing.T) {
	_, table := make2(t, match.Setup{Game: "evo", Players: 2})
	other := match.User{ID: "o", Name: "Other"}
	d, err := table.Join(other, game.NoSeat, "", "", now)
	table = must(t, d, err)
	if _, err := table.Do(0, match.OfferRematch, "", now); code(err) != match.NotNow {
		t.Errorf("rematch of a running game: %v", err)
	}
	d, err = table.Do(0, "resign", "r", now)
	table = must(t, d, err)
	d, err = table.Do(0, match.OfferRematch, "", now)
	table = must(t, d, err)
	if table.WantsRematch() {
		t.Fatal("one player alone made a rematch")
	}
	d, err = table.Do(1, match.OfferRematch, "", now)
	table = must(t, d, err)
	if !table.WantsRematch() {
		t.Fatal("both want it")
	}
	old, next, made, err := table.NextTable(games.ByID, "next", make([]byte, 32), now)
	if err != nil {
		t.Fatal(err)
	}
	if old.Table.Next != "next" || made.Version != 1 || next.Status != match.Running {
		t.Errorf("the rematch is %+v", made.Head)
	}
	if !next.Seats[0].Held("o") || !next.Seats[1].Held("h") {
		t.Error("the seats were not swapped")
	}
}

// TestLastTwoSealedOrders: however two nodes race, the step is made once.
func TestLastTwoSealedOrders(t *testing.T) {
	for i := range 200 {
		m, table := make2(t, match.Setup{Game: "epigo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
		var wg sync.WaitGroup
		for s := range game.Seat(2) {
			wg.Go(func() {
				x := table
				for {
					d, err := x.Act(s, table.Step, fmt.Sprint(s), deployment, now)
					if err != nil {
						t.Errorf("run %d: %v", i, err)
						return
					}
					if d.Change == nil || m.commit(d.Change) == nil {
						return
					}
					m.mu.Lock()
					x, err = match.Replay(games.ByID, "table", m.tables["table"])
					m.mu.Unlock()
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		end, err := match.Replay(games.ByID, "table", m.tables["table"])
		if err != nil {
			t.Fatal(err)
		}
		if len(end.Moves()) != 2 || end.Seq != table.Seq+1 {
			t.Fatalf("run %d: %d moves", i, len(end.Moves()))
		}
	}
}
