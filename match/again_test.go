package match_test

import (
	"fmt"
	"strings"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/record"
)

// TestSealedChoicesAtTheEnd: a choice that waits when the other gives up keeps its answer, and no offer tells of it.
func TestSealedChoicesAtTheEnd(t *testing.T) {
	m, table := make2(t, match.Setup{Game: "epigo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
	keep := func(d match.Done, err error) *match.Table {
		t.Helper()
		if err == nil {
			err = m.commit(d.Change)
		}
		return must(t, d, err)
	}
	table = playOn(t, table, 2, game.NewRand(1), func(d match.Done) { keep(d, nil) })
	step := table.Step
	first, err := table.Act(0, step, "a", "plan 5N 3E 7S", now)
	table = keep(first, err)
	if d, err := table.Act(0, step, "a", "plan 5N 3E 7S", now); err != nil || !d.Again || !d.Sealed {
		t.Errorf("sent again, it is told to be sealed: %+v, %v", d, err)
	}
	second, err := table.Act(0, step, "b", "plan 3E 5N 7S", now)
	table = keep(second, err)
	d, err := table.Do(1, game.OfferDraw.String(), "offer", now)
	table = keep(d, err)
	if e := d.Change.Entries; len(e) != 1 || len(e[0].Msgs) != 0 {
		t.Errorf("an offer tells that a choice is sealed: %+v", e)
	}
	d, err = table.Do(1, "resign", "enough", now)
	table = keep(d, err)
	if table.Status != match.Over || table.Seq == first.Seq {
		t.Fatalf("the game is %s", table.Status)
	}
	repeated(t, m, table, []told{{seat: 0, step: step, msg: "a", seq: first.Seq}, {seat: 0, step: step, msg: "b", seq: second.Seq}})
	if d, err := table.Act(0, step, "a", "plan 5N 3E 7S", now); err != nil || d.Sealed {
		t.Errorf("after the end it is told to be sealed: %+v, %v", d, err)
	}
}

// TestMessagesOfLogsWithoutAnswers: a log from before answers were kept knows its messages by their entry.
func TestMessagesOfLogsWithoutAnswers(t *testing.T) {
	m, table := make2(t, match.Setup{Game: "epigo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
	step := table.Step
	for s := range game.Seat(2) {
		d, err := table.Act(s, step, "d", deployment, now)
		if err == nil {
			err = m.commit(d.Change)
		}
		table = must(t, d, err)
	}
	stored := m.tables["table"]
	last := &stored.Entries[len(stored.Entries)-1]
	last.Msgs, last.Seqs = []string{"0 old"}, nil
	old, err := match.Replay(games.ByID, "table", stored)
	if err != nil {
		t.Fatal(err)
	}
	if d, err := old.Act(0, step, "old", deployment, now); err != nil || !d.Again || d.Seq != last.Seq {
		t.Errorf("%+v, %v", d, err)
	}
}

// TestHowFarBackMessagesAreLookedFor: without end for one that names its step, 256 entries for one that names a later one.
func TestHowFarBackMessagesAreLookedFor(t *testing.T) {
	table := pair(t, match.Setup{Game: "evo"})
	type sent struct {
		seat      game.Seat
		step, seq int64
		msg       string
	}
	var all []sent
	r := game.NewRand(3)
	for i := 0; table.Status == match.Running && table.Seq < 300; i++ {
		s := table.Waiting().First()
		view := table.Look(game.SeatViewer(s))
		d, err := table.Act(s, table.Step, fmt.Sprint("m", i), string(view.AppendAction(nil, s, choose(view, s, r))), now)
		after := must(t, d, err)
		all = append(all, sent{s, table.Step, table.Seq + 1, fmt.Sprint("m", i)}) // its own entry is the next
		table = after
		for j := range i % 5 { // requests fill the log as well
			d, err = table.Do(s, match.AskTakeback, fmt.Sprint("ask", i, j), now)
			table = must(t, d, err)
			d, err = table.Do(1-s, match.DeclineTakeback, fmt.Sprint("no", i, j), now)
			table = must(t, d, err)
		}
	}
	if table.Seq < 300 {
		t.Fatalf("the game is over after %d entries", table.Seq)
	}
	known, forgotten := 0, 0
	for i := range 12 { // so that every message is once at the edge
		s := game.Seat(i % 2)
		what := match.AskTakeback
		if table.Ask != nil {
			what = match.DeclineTakeback
		}
		if d, err := table.Do(s, what, fmt.Sprint("edge", i), now); err == nil {
			table = d.Table
		}
		for _, x := range all {
			if d, err := table.Act(x.seat, x.step, x.msg, "whatever", now); err != nil || !d.Again {
				t.Fatalf("%s of step %d is not known at %d: %v", x.msg, x.step, table.Seq, err)
			}
			_, err := table.Act(x.seat, table.Step, x.msg, "whatever", now)
			if (err == nil) != (x.seq > table.Seq-256) {
				t.Errorf("%s in entry %d of %d, with a later step: %v", x.msg, x.seq, table.Seq, err)
			}
			if err == nil {
				known++
			} else {
				forgotten++
			}
		}
	}
	if known == 0 || forgotten == 0 {
		t.Errorf("%d known, %d forgotten", known, forgotten)
	}
}

// TestTakingBackInTheMiddle: the game goes on from the position before the move, with the record as it was then.
func TestTakingBackInTheMiddle(t *testing.T) {
	for undone := 1; undone <= 5; undone++ {
		_, table := make2(t, match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
		table = playOn(t, table, undone-1, game.NewRand(9), nil)
		s := table.Waiting().First()
		before, moves := string(table.Look(game.TruthViewer()).AppendText(nil)), len(table.Moves())
		played := playOn(t, table, 1, game.NewRand(5), nil)
		d, err := played.Do(s, match.AskTakeback, "t", now)
		back := must(t, d, err)
		if got := string(back.Look(game.TruthViewer()).AppendText(nil)); got != before || back.Waiting() != table.Waiting() {
			t.Errorf("move %d taken back gives\n%s, want\n%s", undone, got, before)
		}
		if got := len(back.Moves()); got != moves {
			t.Errorf("move %d taken back leaves %d of %d moves", undone, got, moves)
		}
		rec, err := back.Record()
		if err != nil || record.Verify(rec) != nil {
			t.Errorf("the record after taking back move %d: %v", undone, err)
		}
		st, _, steps, err := back.At(0)
		if err != nil || string(st.AppendText(nil)) != before || len(steps) != moves+1 {
			t.Errorf("its moments are %v: %v", steps, err)
		}
	}
}

// TestRematchOfPastRules: a game that was begun by earlier rules is played on by them, as far as options can say so.
func TestRematchOfPastRules(t *testing.T) {
	g, _ := games.ByID("conqueror")
	if g.Rules < 2 || g.Past == nil {
		t.Fatal("this test needs a game with a past")
	}
	m, table := make2(t, match.Setup{Game: "conqueror", Players: 2, Seats: seatsOf(match.SeatMe, 2), Given: "order A B"})
	if len(table.Setup.Options) != 0 {
		t.Errorf("a game of today's rules has the options %v", table.Setup.Options)
	}
	stored := m.tables["table"]
	stored.Entries[0].Created.Rules = 1
	past, err := match.Replay(games.ByID, "table", stored)
	if err != nil {
		t.Fatal(err)
	}
	if past.Old() != nil || past.Rules != 1 || len(past.Setup.Options) == 0 {
		t.Fatalf("by rules %d its options are %v", past.Rules, past.Setup.Options)
	}
	for k, v := range past.Config.Given() {
		if past.Setup.Options[k] != v {
			t.Errorf("option %s is %v, not %v", k, past.Setup.Options[k], v)
		}
	}
	d, err := past.Do(0, "resign", "r", now)
	past = must(t, d, err)
	for s := range game.Seat(2) {
		d, err = past.Do(s, match.OfferRematch, "", now)
		past = must(t, d, err)
	}
	_, next, _, err := past.NextTable(games.ByID, "next", make([]byte, 32), now)
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range past.Config.Given() {
		if next.Config.Value(k) != v {
			t.Errorf("in the rematch %s is %v, not %v", k, next.Config.Value(k), v)
		}
	}
}

// TestGoingOnFromAnyMoment: a copy of a running game waits for a player, also where the record ends before a draw,
// and after one has given up.
func TestGoingOnFromAnyMoment(t *testing.T) {
	no := false
	_, table := make2(t, match.Setup{Game: "conqueror", Players: 3, Seats: seatsOf(match.SeatMe, 3), Shuffle: &no})
	table = playOn(t, table, 6, game.NewRand(2), nil)
	d, err := table.Do(table.Waiting().First(), "resign", "r", now)
	table = playOn(t, must(t, d, err), 3, game.NewRand(2), nil)
	rec, err := table.Record()
	if err != nil || table.Status != match.Running {
		t.Fatalf("%s, %v", table.Status, err)
	}
	whole, draws, resigned := rec.Events, 0, false
	for n := range len(whole) + 1 {
		rec.Events = whole[:n]
		copied, _, err := match.Continue(games.ByID, "local-1", rec, host, carried(3), make([]byte, 32), now)
		if err != nil {
			t.Fatalf("from event %d: %v", n, err)
		}
		if w := copied.Waiting(); w == 0 || w.Has(game.Nature) {
			t.Errorf("from event %d it waits for %v", n, w)
		}
		if n < len(whole) && whole[n].By == "chance" {
			draws++
		}
		if n > 0 && strings.HasPrefix(whole[n-1].Do, "resign") {
			resigned = true
		}
	}
	if draws < 3 || !resigned {
		t.Errorf("%d draws, resigned %v: too little", draws, resigned)
	}
}

// TestOffersAreAnsweredEachTime: a bot that has declined owes an answer to the next offer.
func TestOffersAreAnsweredEachTime(t *testing.T) {
	no := false
	seats := []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 1}}
	_, table := make2(t, match.Setup{Game: "epigo", Players: 2, Seats: seats, Shuffle: &no})
	table = playOn(t, table, 2, game.NewRand(1), nil)
	for turn := range 3 {
		d, err := table.Do(0, game.OfferDraw.String(), fmt.Sprint("o", turn), now)
		asked := must(t, d, err)
		if !asked.AskedDraw(1) {
			t.Fatalf("offer %d is not answered", turn)
		}
		d, err = asked.AnswerDraw(1, false, now)
		declined := must(t, d, err)
		if _, err := declined.Do(0, game.OfferDraw.String(), "again", now); err == nil {
			t.Error("an offer that stands was made twice")
		}
		table = playOn(t, declined, 2, game.NewRand(uint64(turn)), nil)
		for table.Acting().Len() == 1 { // the turn is not over
			table = playOn(t, table, 1, game.NewRand(uint64(turn)), nil)
		}
	}
}
