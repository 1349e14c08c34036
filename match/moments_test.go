package match_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"atoll/fair"
	"atoll/game"
	"atoll/games"
	"atoll/match"
)

// playOn makes so many choices at a table, by chance.
func playOn(t *testing.T, table *match.Table, choices int, r *game.Rand, then func(match.Done)) *match.Table {
	t.Helper()
	for i := 0; i < choices && table.Status == match.Running; i++ {
		s := table.Waiting().First()
		view := table.Look(game.SeatViewer(s))
		d, err := table.Act(s, table.Step, fmt.Sprint(table.Version, i), string(view.AppendAction(nil, s, choose(view, s, r))), now)
		table = must(t, d, err)
		if then != nil {
			then(d)
		}
	}
	return table
}

// TestSpeedClasses: by the time for forty decisions, below 8 minutes is blitz and below 30 rapid.
func TestSpeedClasses(t *testing.T) {
	for _, x := range []struct {
		clock match.ClockSetup
		want  string
	}{
		{match.ClockSetup{}, "untimed"},
		{match.ClockSetup{Kind: match.NoClock}, "untimed"},
		{match.ClockSetup{Kind: match.Correspondence, Days: 1}, "days"},
		{match.ClockSetup{Kind: match.Fischer, Initial: 479}, "blitz"},
		{match.ClockSetup{Kind: match.Fischer, Initial: 480}, "rapid"},
		{match.ClockSetup{Kind: match.Fischer, Initial: 439, Increment: 1}, "blitz"},
		{match.ClockSetup{Kind: match.Fischer, Initial: 440, Increment: 1}, "rapid"},
		{match.ClockSetup{Kind: match.Fischer, Initial: 300, Increment: 5}, "rapid"},
		{match.ClockSetup{Kind: match.Fischer, Initial: 1799}, "rapid"},
		{match.ClockSetup{Kind: match.Fischer, Initial: 1800}, "slow"},
		{match.ClockSetup{Kind: match.PerTurn, Turn: 11}, "blitz"},
		{match.ClockSetup{Kind: match.PerTurn, Turn: 12}, "rapid"},
		{match.ClockSetup{Kind: match.PerTurn, Turn: 44}, "rapid"},
		{match.ClockSetup{Kind: match.PerTurn, Turn: 45}, "slow"},
	} {
		if got := x.clock.Speed(); got != x.want {
			t.Errorf("%+v is %s, want %s", x.clock, got, x.want)
		}
	}
}

// TestLeftNow: what a seat has left is its budget less what has run, and never below nothing.
func TestLeftNow(t *testing.T) {
	_, table := make2(t, match.Setup{
		Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2), Clock: match.ClockSetup{Kind: match.PerTurn, Turn: 10},
	})
	s := table.Waiting().First()
	for ms, want := range map[int64]int64{0: 10_000, 1: 9999, 9999: 1, 10_000: 0, 10_001: 0} {
		if got := table.LeftNow(s, at(ms)); got != want {
			t.Errorf("after %d ms %d are left, want %d", ms, got, want)
		}
	}
	_, table = make2(t, match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
	if got := table.LeftNow(table.Waiting().First(), at(5)); got != 0 {
		t.Errorf("without a clock %d are left", got)
	}
}

// TestEarlierMoments: every step of the game can be gone back to, with what was told there, and no other.
func TestEarlierMoments(t *testing.T) {
	for _, g := range games.All() {
		_, table := make2(t, match.Setup{Game: g.ID, Players: 2, Seats: seatsOf(match.SeatMe, 2)})
		type moment struct {
			step int64
			text string
		}
		truth := func() string { return string(table.Look(game.TruthViewer()).AppendText(nil)) }
		var all []moment
		keep := func() {
			if len(all) == 0 || all[len(all)-1].step != table.Step {
				all = append(all, moment{table.Step, truth()})
			}
		}
		keep()
		r := game.NewRand(2)
		for range 12 {
			table = playOn(t, table, 1, r, nil)
			keep()
		}
		st, _, steps, err := table.At(0)
		if err != nil || string(st.AppendText(nil)) != truth() || steps[len(steps)-1] != all[len(all)-1].step {
			t.Fatalf("%s: the latest moment is %v of %v: %v", g.ID, st, steps, err)
		}
		for _, m := range all {
			st, told, again, err := table.At(m.step)
			if err != nil || string(st.AppendText(nil)) != m.text || !slices.Equal(again, steps) {
				t.Fatalf("%s: step %d is another: %v", g.ID, m.step, err)
			}
			log, stories := table.Log(m.step - 1)
			if log[0].Kind == match.KindPlay && storyText(told) != storyText(stories[0]) {
				t.Errorf("%s: at step %d was told %s, is %s", g.ID, m.step, storyText(stories[0]), storyText(told))
			}
		}
		_, _, _, err = table.At(table.Seq + 1)
		refused(t, "a step to come", err, match.Unknown, "step")
		_, _, _, err = table.At(-1)
		refused(t, "a step before all", err, match.Unknown, "step")
	}
	_, fresh := make2(t, match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
	if st, told, steps, err := fresh.At(0); err != nil || told != nil || len(steps) != 1 || steps[0] != fresh.Step || st.Result().Over {
		t.Errorf("at the beginning: %v %v %v", told, steps, err)
	}
}

// TestExtendIsReplay: a table that reads on is the table that reads all, and notices what is missing.
func TestExtendIsReplay(t *testing.T) {
	for _, id := range []string{"epigo", "conqueror"} {
		m, table := make2(t, match.Setup{Game: id, Players: 2, Seats: seatsOf(match.SeatMe, 2)})
		early := table
		table = playOn(t, table, 7, game.NewRand(5), func(d match.Done) {
			if err := m.commit(d.Change); err != nil {
				t.Fatal(err)
			}
		})
		stored := *m.tables["table"]
		stored.Entries = stored.Entries[early.Seq:]
		late, err := early.Extend(games.ByID, &stored)
		if err != nil {
			t.Fatal(err)
		}
		same := func(a, b *match.Table) bool {
			return a.Seq == b.Seq && a.Step == b.Step && a.Version == b.Version && a.Waiting() == b.Waiting() &&
				a.Look(game.TruthViewer()).Hash() == b.Look(game.TruthViewer()).Hash()
		}
		if !same(late, table) || early.Seq == late.Seq {
			t.Errorf("%s: reading on gives entry %d step %d version %d", id, late.Seq, late.Step, late.Version)
		}
		for s := range game.Seat(2) {
			if late.SealedChoice(s) != table.SealedChoice(s) {
				t.Errorf("%s: seat %d has sealed %q", id, s, late.SealedChoice(s))
			}
		}
		hole := stored
		hole.Entries = stored.Entries[1:]
		if _, err := early.Extend(games.ByID, &hole); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("entry %d is missing", early.Seq+1)) {
			t.Errorf("%s: with a hole: %v", id, err)
		}
		twice := stored
		twice.Entries = append(slices.Clone(stored.Entries[:1]), stored.Entries[0])
		if _, err := early.Extend(games.ByID, &twice); err == nil {
			t.Errorf("%s: an entry was taken twice", id)
		}
		bad := stored
		bad.Private = []byte("{")
		if _, err := early.Extend(games.ByID, &bad); err == nil {
			t.Errorf("%s: a broken private part was taken", id)
		}
		whole := *m.tables["table"]
		whole.Entries = slices.Delete(slices.Clone(whole.Entries), 1, 2)
		if _, err := match.Replay(games.ByID, "table", &whole); err == nil || !strings.Contains(err.Error(), "entry 2 is missing") {
			t.Errorf("%s: replay with a hole: %v", id, err)
		}
	}
}

// TestRewrittenLogs: a version beyond the next multiple is of another log.
func TestRewrittenLogs(t *testing.T) {
	_, table := make2(t, match.Setup{Game: "evo", Players: 2})
	for version, want := range map[int64]bool{
		table.Version: false, table.Version + 1: false, table.Version + match.Rewrite: true, match.Rewrite: true, match.Rewrite - 1: false,
	} {
		if got := table.Rewritten(version); got != want {
			t.Errorf("version %d of %d: %v", version, table.Version, got)
		}
	}
}

// TestDrawsAreNumberedAsInTheRecord: the index that is told for an outcome finds it in the record.
func TestDrawsAreNumberedAsInTheRecord(t *testing.T) {
	for _, id := range []string{"conqueror", "earthquake"} {
		_, table := make2(t, match.Setup{Game: id, Players: 2, Seats: seatsOf(match.SeatMe, 2)})
		table = playOn(t, table, 10, game.NewRand(7), nil)
		moves := table.Moves()
		log, _ := table.Log(0)
		n := 0
		for i := range log {
			if log[i].Kind != match.KindPlay || log[i].Moves[0].By != game.Nature {
				continue
			}
			n++
			event, do := table.Drawn(&log[i], game.TruthViewer())
			if event >= len(moves) || moves[event].By != game.Nature || moves[event].Do != do || do != log[i].Moves[0].Do {
				t.Errorf("%s: entry %d is event %d, %q", id, log[i].Seq, event, do)
			}
			if _, public := table.Drawn(&log[i], game.PublicViewer()); (id == "conqueror") != (public == do) && id == "conqueror" {
				t.Errorf("%s: an open draw is told as %q", id, public)
			}
		}
		if n == 0 {
			t.Errorf("%s: nothing was drawn", id)
		}
	}
}

// TestBotsAnswerDraws: a bot owes one answer to each offer, at a running table alone.
func TestBotsAnswerDraws(t *testing.T) {
	_, table := make2(t, match.Setup{Game: "epigo", Players: 2, Seats: []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 1}}})
	table = playOn(t, table, 2, game.NewRand(1), nil) // a draw can be offered once both are deployed
	me, bot := game.Seat(0), game.Seat(1)
	if table.Seats[0].Kind == match.SeatBot {
		me, bot = 1, 0
	}
	if table.AskedDraw(bot) || table.AskedDraw(me) {
		t.Error("nobody has asked yet")
	}
	if d, err := table.AnswerDraw(bot, true, now); err != nil || d.Change != nil || d.Seq != table.Seq {
		t.Errorf("an answer to nothing: %+v, %v", d, err)
	}
	d, err := table.Do(me, game.OfferDraw.String(), "1", now)
	asked := must(t, d, err)
	if !asked.AskedDraw(bot) || asked.AskedDraw(me) {
		t.Fatal("the bot owes an answer, and nobody else")
	}
	d, err = asked.AnswerDraw(bot, false, now)
	declined := must(t, d, err)
	if declined.Status != match.Running || declined.AskedDraw(bot) {
		t.Error("declined, but still asked")
	}
	if declined.Step != asked.Step {
		t.Error("an offer begins a new step")
	}
	d, err = asked.AnswerDraw(bot, true, now)
	over := must(t, d, err)
	if over.Status != match.Over || over.Result().Rank[0] != over.Result().Rank[1] {
		t.Errorf("accepted, and the game is %s", over.Status)
	}
	if over.AskedDraw(bot) {
		t.Error("asked after the end")
	}
	// A game of two people: offers ask no bot.
	two := playOn(t, pair(t, match.Setup{Game: "epigo"}), 2, game.NewRand(1), nil)
	d, err = two.Do(0, game.OfferDraw.String(), "1", now)
	if two = must(t, d, err); two.AskedDraw(0) || two.AskedDraw(1) {
		t.Error("a person is asked as a bot")
	}
}

// TestRematchIsOfferedOnce: the second offer of a seat changes nothing, and there is something to decline only after one.
func TestRematchIsOfferedOnce(t *testing.T) {
	table := pair(t, match.Setup{Game: "evo"})
	d, err := table.Do(0, "resign", "r", now)
	over := must(t, d, err)
	d, err = over.Do(1, match.DeclineRematch, "", now)
	if err != nil || !d.Again || d.Change != nil {
		t.Errorf("declining nothing: %+v, %v", d, err)
	}
	d, err = over.Do(0, match.OfferRematch, "", now)
	offered := must(t, d, err)
	if d.Again || d.Change == nil || !offered.Rematch.Has(0) {
		t.Errorf("the first offer: %+v", d)
	}
	d, err = offered.Do(0, match.OfferRematch, "", now)
	if err != nil || !d.Again || d.Change != nil {
		t.Errorf("the second offer: %+v, %v", d, err)
	}
	d, err = offered.Do(1, match.DeclineRematch, "", now)
	declined := must(t, d, err)
	if d.Again || declined.Rematch != 0 || declined.WantsRematch() {
		t.Errorf("declined, and still %v", declined.Rematch)
	}
	d, err = declined.Do(1, match.OfferRematch, "", now)
	if again := must(t, d, err); !again.Rematch.Has(1) || again.Rematch.Has(0) {
		t.Errorf("offered anew by the other: %v", again.Rematch)
	}
}

// TestRematchKeepsBots: a bot is a bot of its level one seat further.
func TestRematchKeepsBots(t *testing.T) {
	_, table := make2(t, match.Setup{Game: "evo", Players: 2, Seats: []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 4}}})
	me := table.SeatsOf(host.ID).First()
	d, err := table.Do(me, "resign", "r", now)
	table = must(t, d, err)
	d, err = table.Do(me, match.OfferRematch, "", now)
	table = must(t, d, err)
	_, next, _, err := table.NextTable(games.ByID, "next", make([]byte, 32), now)
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range map[game.Seat]match.SeatSetup{me: {Kind: match.SeatBot, Level: 4}, 1 - me: {Kind: match.SeatInvite}} {
		if got := next.Setup.Seats[s]; got != want {
			t.Errorf("seat %d is set up as %+v", s, got)
		}
	}
	if next.Seats[me].Kind != match.SeatBot || next.Seats[me].Level != 4 || !next.Seats[1-me].Held(host.ID) {
		t.Errorf("the seats are %+v", next.Seats)
	}
}

// TestSimplerBots: the maker alone makes a bot of a running unrated table simpler, and once.
func TestSimplerBots(t *testing.T) {
	seats := []match.SeatSetup{{Kind: match.SeatBot, Level: 6}, {Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 7}}
	no := false
	_, table := make2(t, match.Setup{Game: "conqueror", Players: 3, Seats: seats, Shuffle: &no})
	for _, x := range []struct {
		what  string
		by    match.User
		seat  game.Seat
		kind  match.Refusal
		where string
	}{
		{"a stranger", ann, 0, match.Forbidden, ""},
		{"nobody", match.User{}, 0, match.Forbidden, ""},
		{"the seat before the first", host, -1, match.Unknown, "seat"},
		{"the seat after the last", host, 3, match.Unknown, "seat"},
		{"a person", host, 1, match.NotNow, ""},
	} {
		_, err := table.Simpler(x.by, x.seat, now)
		refused(t, x.what, err, x.kind, x.where)
	}
	for _, s := range []game.Seat{0, 2} {
		d, err := table.Simpler(host, s, now)
		simple := must(t, d, err)
		if got := simple.Seats[s]; !got.Plain || got.Level != 1 || got.Kind != match.SeatBot || simple.Seats[2-s].Plain {
			t.Errorf("seat %d is %+v", s, got)
		}
		if d, err = simple.Simpler(host, s, now); err != nil || !d.Again || d.Change != nil {
			t.Errorf("a second time: %+v, %v", d, err)
		}
	}
	d, err := table.Close(host, now)
	_, err = must(t, d, err).Simpler(host, 0, now)
	refused(t, "a closed table", err, match.NotNow, "")
}

// TestSeatsOfTheMaker: the first seat is one, and what is before it and after the last is none.
func TestSeatsOfTheMaker(t *testing.T) {
	setup := match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatOpen, 2)}
	table, _, err := match.New(games.ByID, "t", setup, ann, make([]byte, 32), nil, "", now)
	if err != nil {
		t.Fatal(err)
	}
	for s, ok := range map[game.Seat]bool{-1: false, 0: true, 1: true, 2: false} {
		d, err := table.SetSeat(table.Host, s, match.SeatInvite, 0, "hash", now)
		if !ok {
			refused(t, fmt.Sprint("seat ", s), err, match.Unknown, "seat")
		} else if got := must(t, d, err); got.Seats[s].Kind != match.SeatInvite {
			t.Errorf("seat %d is %+v", s, got.Seats[s])
		}
		_, err = table.SetLink(table.Host, s, "hash", now)
		if !ok {
			refused(t, fmt.Sprint("the link of seat ", s), err, match.Unknown, "seat")
		} else if err != nil {
			t.Error(err)
		}
	}
}

// TestOpeningTime: nonces are waited for half a minute, and for as long more as nobody could take them.
func TestOpeningTime(t *testing.T) {
	nonce := fair.Nonce{1}
	table, _, err := match.New(games.ByID, "t", match.Setup{Game: "evo", Players: 2}, host, make([]byte, 32), nil, commitOf(nonce), now)
	if err != nil {
		t.Fatal(err)
	}
	if got := table.OpenUntil(now); got != 0 {
		t.Errorf("before all sit, opening lasts until %d", got)
	}
	if got := table.CommittedSeat(host.ID, 1); !table.Seats[got].Held(host.ID) {
		t.Errorf("the maker has committed at seat %d", got)
	}
	if got := table.CommittedSeat("x", 1); got != 1 {
		t.Errorf("a stranger has committed at seat %d", got)
	}
	d, err := table.Join(ann, game.NoSeat, "", "", now)
	table = must(t, d, err)
	for s := range game.Seat(2) {
		if got := table.CommittedSeat(ann.ID, s); got != s {
			t.Errorf("Ann, who has not committed, has at seat %d", got)
		}
	}
	if got := table.OpenUntil(at(7)); got != now.MS+match.OpenWithin {
		t.Errorf("opening lasts until %d", got-now.MS)
	}
	gap := match.Now{MS: now.MS + 5000, Gaps: []match.Gap{{From: now.MS + 1000, To: now.MS + 3000}}}
	if got := table.OpenUntil(gap); got != now.MS+match.OpenWithin+2000 {
		t.Errorf("with a gap of 2 s opening lasts until %d", got-now.MS)
	}
	if got := table.Deadline(gap); got != now.MS+match.OpenWithin+2000 {
		t.Errorf("and the table is looked at at %d", got-now.MS)
	}
}

// TestListedTables: a listed table is in the lobby until it ends, another never.
func TestListedTables(t *testing.T) {
	for _, listed := range []bool{false, true} {
		table, made, err := match.New(games.ByID, "t", match.Setup{Game: "evo", Players: 2, Listed: listed}, ann, make([]byte, 32), nil, "", now)
		if err != nil {
			t.Fatal(err)
		}
		look := func(what string, c *match.Change, want, summary bool) {
			t.Helper()
			if c.Head.Listed != want {
				t.Errorf("%s, listed %v: shown %v", what, listed, c.Head.Listed)
			}
			if (c.Head.Info != nil) != summary {
				t.Errorf("%s: a new summary %v", what, c.Head.Info != nil)
			}
		}
		look("open", made, listed, true)
		d, err := table.Close(ann, now)
		must(t, d, err)
		look("closed", d.Change, false, true)
		d, err = table.Join(ben, game.NoSeat, "", "", now)
		run := must(t, d, err)
		look("running", d.Change, listed, true)
		s := run.Waiting().First()
		view := run.Look(game.SeatViewer(s))
		d, err = run.Act(s, run.Step, "m", string(view.AppendAction(nil, s, view.AppendActions(nil, s)[0])), now)
		must(t, d, err)
		look("after a move", d.Change, listed, false)
		d, err = run.Do(0, "resign", "r", now)
		must(t, d, err)
		look("over", d.Change, false, true)
	}
}

// TestPrivatePartIsKept: each thing that a table keeps beside its log is stored even when it is alone, and nothing is stored for nothing.
func TestPrivatePartIsKept(t *testing.T) {
	stored := func(c *match.Change) (p match.Private) {
		if err := json.Unmarshal(c.Private, &p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	_, c, err := match.New(games.ByID, "t", match.Setup{Game: "evo", Players: 2}, ann, make([]byte, 32), nil, "", now)
	if err != nil || string(c.Private) != "{}" {
		t.Errorf("nothing is stored as %s", c.Private)
	}
	_, c, err = match.New(games.ByID, "t", match.Setup{Game: "evo", Players: 2}, ann, make([]byte, 32), map[string]string{"N": "hash"}, "", now)
	if err != nil || stored(c).Links["N"] != "hash" {
		t.Errorf("links: %s, %v", c.Private, err)
	}
	table := epigo(t, match.ClockSetup{})
	d, err := table.Act(0, table.Step, "a", deployment, now)
	must(t, d, err)
	if p := stored(d.Change); len(p.Sealed) != 1 || len(p.Msgs) != 1 || len(p.Links) != 0 {
		t.Errorf("a sealed choice: %s", d.Change.Private)
	}
	nonce, other := fair.Nonce{1}, fair.Nonce{2}
	open, _, err := match.New(games.ByID, "t", match.Setup{Game: "evo", Players: 2}, ann, make([]byte, 32), nil, commitOf(nonce), now)
	if err != nil {
		t.Fatal(err)
	}
	d, err = open.Join(ben, game.NoSeat, "", commitOf(other), now)
	open = must(t, d, err)
	d, err = open.Open(open.CommittedSeat(ann.ID, game.NoSeat), nonce.String(), now)
	must(t, d, err)
	if p := stored(d.Change); len(p.Nonces) != 1 || len(p.Sealed) != 0 {
		t.Errorf("a nonce: %s", d.Change.Private)
	}
}

// older is a catalogue whose rules have moved on since.
func older(id string) (*game.Game, bool) {
	g, ok := games.ByID(id)
	if !ok {
		return nil, false
	}
	next := *g
	next.Rules, next.Past = g.Rules+1, nil
	return &next, true
}

// TestTablesOfOldRules: of a game that cannot be replayed the result stays and nothing can be done; one that ran is closed, once.
func TestTablesOfOldRules(t *testing.T) {
	made := func(choices int, last string) (*memory, *match.Table) {
		m, table := make2(t, match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
		keep := func(d match.Done) {
			if err := m.commit(d.Change); err != nil {
				t.Fatal(err)
			}
		}
		table = playOn(t, table, choices, game.NewRand(1), keep)
		if last != "" {
			d, err := table.Do(0, last, "r", now)
			table = must(t, d, err)
			keep(d)
		}
		return m, table
	}
	read := func(m *memory) *match.Table {
		t.Helper()
		old, err := match.Replay(older, "table", m.tables["table"])
		if err != nil {
			t.Fatal(err)
		}
		if old.Old() == nil {
			t.Fatal("it is not old")
		}
		return old
	}
	m, table := made(4, "")
	old := read(m)
	if old.Status != match.Running || old.Seq != table.Seq || old.Step != table.Step || old.Acting() != 0 {
		t.Errorf("it is %s at %d", old.Status, old.Seq)
	}
	_, err := old.Act(0, old.Step, "x", "g2-g3", now)
	refused(t, "an action", err, match.IsOver, "")
	_, _, _, err = old.At(0)
	refused(t, "a moment", err, match.NotNow, "")
	_, err = old.Record()
	refused(t, "the record", err, match.NotNow, "")
	if old.AskedDraw(0) || old.AskedDraw(1) {
		t.Error("a bot is asked for a draw")
	}
	if board := string(old.Look(game.PublicViewer()).AppendBoard(nil)); !strings.HasPrefix(board, "It was played by version") || !strings.HasSuffix(board, ".\n") {
		t.Errorf("its board says %q", board)
	}
	for _, x := range []struct {
		game string
		move match.Move
		want string
	}{
		{"evo", match.Move{By: 0, Do: "g2-g3 extra"}, ": g2-g3 extra."},
		{"evo", match.Move{By: game.Nature, Do: "roll 6"}, ": roll."},
		{"epigo", match.Move{By: 1, Do: "plan 1N 2E 3S"}, ": plan."},
	} {
		_, of := make2(t, match.Setup{Game: x.game, Players: 2})
		if got, want := of.OldMove(x.move), of.Config.SeatName(x.move.By)+x.want; got != want {
			t.Errorf("%+v is told as %q, want %q", x.move, got, want)
		}
	}
	d, err := old.EndOld(at(1))
	ended := must(t, d, err)
	if ended.Status != match.Aborted || d.Again {
		t.Errorf("ended, it is %s", ended.Status)
	}
	if d, err = ended.EndOld(at(2)); err != nil || !d.Again {
		t.Errorf("ended twice: %+v, %v", d, err)
	}
	if d, err = table.EndOld(at(1)); err != nil || !d.Again || d.Table.Status != match.Running {
		t.Errorf("a game of today's rules was ended: %v", err)
	}
	if ended.Absent() != nil {
		t.Error("nobody stayed away from it")
	}

	m, table = made(4, "resign")
	old = read(m)
	if old.Status != match.Over || old.Result() != table.Result() {
		t.Errorf("its result is %+v, was %+v", old.Result(), table.Result())
	}
	if d, err = old.EndOld(at(1)); err != nil || !d.Again {
		t.Errorf("a game that is over was ended: %+v, %v", d, err)
	}
	m.tables["table"].Head.Info = []byte("{")
	if old = read(m); old.Status != match.Over || old.Result().Over {
		t.Errorf("with a broken summary it is %s, %+v", old.Status, old.Result())
	}

	// One that waits for players closes as well.
	open, c, err := match.New(games.ByID, "table", match.Setup{Game: "evo", Players: 2}, host, make([]byte, 32), nil, "", now)
	if err != nil || open.Status != match.Open {
		t.Fatal(err)
	}
	m = &memory{tables: map[string]*match.Stored{}}
	if err := m.commit(c); err != nil {
		t.Fatal(err)
	}
	old = read(m)
	d, err = old.EndOld(at(1))
	if must(t, d, err).Status != match.Aborted {
		t.Error("an open one stays open")
	}
}

// TestUnder: a refusal says of which part it is; other errors stay as they are.
func TestUnder(t *testing.T) {
	setup := match.Setup{Game: "evo", Players: 2, Clock: match.ClockSetup{Kind: match.Fischer}}
	_, _, err := match.New(games.ByID, "x", setup, host, make([]byte, 32), nil, "", now)
	refused(t, "a clock", match.Under(err, "table"), match.Invalid, "table.clock.initial_s")
	other := errors.New("other")
	if match.Under(other, "table") != other {
		t.Error("another error was changed")
	}
}

// TestDamagedSeats: a log that names a seat which is not there is refused, also the one just after the last.
func TestDamagedSeats(t *testing.T) {
	m, table := make2(t, match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
	good := m.tables["table"]
	for entry, fine := range map[string]bool{
		`{"kind":"seat","seat":{"seat":1,"now":{"kind":"bot"}}}`:              true,
		`{"kind":"seat","seat":{"seat":2,"now":{"kind":"bot"}}}`:              false,
		`{"kind":"seat","seat":{"seat":-1,"now":{"kind":"bot"}}}`:             false,
		`{"kind":"rated","ratings":[{"seat":1,"rating":1500}]}`:               true,
		`{"kind":"rated","ratings":[{"seat":2,"rating":1500}]}`:               false,
		`{"kind":"rated","ratings":[{"seat":-1,"rating":1500}]}`:              false,
		`{"kind":"started","seats":[{},{}],"chairs":[{"seat":0},{"seat":1}]}`: true,
		`{"kind":"started","seats":[{},{}],"chairs":[{"seat":0},{"seat":2}]}`: false,
		`{"kind":"started","seats":[{},{}],"chairs":[{"seat":0}]}`:            false,
	} {
		e, err := match.ReadEntry(table.Seq+1, []byte(entry))
		if err != nil {
			t.Fatal(err)
		}
		bad := *good
		bad.Entries = append(slices.Clone(good.Entries), e)
		if _, err := match.Replay(games.ByID, "table", &bad); (err == nil) != fine {
			t.Errorf("%s: %v", entry, err)
		}
	}
}

// TestGivenOutcomesThatDoNotFit: the reason is that of the first draw, or that there is none.
func TestGivenOutcomesThatDoNotFit(t *testing.T) {
	for id, want := range map[string]string{"evo": "nothing is drawn before the first decision", "conqueror": "layout"} {
		_, _, err := match.New(games.ByID, "x", match.Setup{Game: id, Players: 2, Given: "layout a1"}, host, make([]byte, 32), nil, "", now)
		refused(t, id, err, match.Invalid, "given")
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "%!") {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// TestLeavingAStep: who resigns takes their sealed choice along; what the others have sealed stays if it is still possible.
func TestLeavingAStep(t *testing.T) {
	two := playOn(t, epigo(t, match.ClockSetup{Kind: match.PerTurn, Turn: 10}), 2, game.NewRand(1), nil)
	// An offer is no new decision: the clock runs on.
	d, err := two.Do(0, game.OfferDraw.String(), "o", at(3000))
	if offered := must(t, d, err); offered.Step != two.Step || offered.LeftNow(1, at(4000)) != 6000 {
		t.Error("an offer of a draw gives time")
	}
	// A resignation at a table of three is one.
	no := false
	_, three := make2(t, match.Setup{
		Game: "conqueror", Players: 3, Seats: seatsOf(match.SeatMe, 3), Shuffle: &no, Clock: match.ClockSetup{Kind: match.PerTurn, Turn: 10},
	})
	three = playOn(t, three, 1, game.NewRand(1), nil)
	s := three.Waiting().First()
	d, err = three.Do(s, "resign", "r", at(3000))
	left := must(t, d, err)
	if left.Status != match.Running || left.Step != left.Seq {
		t.Fatalf("after a resignation of one of three the game is %s at step %d of %d", left.Status, left.Step, left.Seq)
	}
	if got := left.LeftNow(left.Waiting().First(), at(4000)); got != 9000 {
		t.Errorf("the next has %d ms", got)
	}
}
