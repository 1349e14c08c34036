package match_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/match"
)

// firsts are the first legal actions of whoever acts.
func firsts(st game.State, n int) (out []string) {
	s := st.Acting().First()
	for _, a := range st.AppendActions(nil, s)[:n] {
		out = append(out, string(st.AppendAction(nil, s, a)))
	}
	return out
}

// after is a position some choices later.
func after(t *testing.T, st game.State, do ...string) game.State {
	t.Helper()
	st = st.Copy()
	for _, text := range do {
		if err := game.Try(st, st.Acting().First(), text, nil); err != nil {
			t.Fatal(err)
		}
	}
	return st
}

// TestLinesArePlayed: an answer given ahead is played in the same change as what it
// answers, a line goes on as far as it fits, and nothing of it is in the log before.
func TestLinesArePlayed(t *testing.T) {
	m, table, s := daysTable(t, match.Setup{Game: "evo"})
	me, st := 1-s, table.Look(game.TruthViewer())
	theirs := firsts(st, 3)
	mine := firsts(after(t, st, theirs[0]), 2)
	theirNext := firsts(after(t, st, theirs[0], mine[0]), 2)
	mineNext := firsts(after(t, st, theirs[0], mine[0], theirNext[0]), 1)
	other := firsts(after(t, st, theirs[1]), 1)
	lines := [][]string{
		{theirs[0], mine[0], theirNext[0], mineNext[0]},
		{theirs[1], other[0]},
	}
	d, err := table.SetLines(me, table.Step, lines, at(1000))
	if err != nil || d.Seq != table.Seq || len(d.Change.Entries) != 0 || d.Change.Ping || d.Change.Head.Updated != table.Updated {
		t.Fatalf("set: %+v, %v", d, err)
	}
	if err := m.commit(d.Change); err != nil {
		t.Fatal(err)
	}
	read, err := match.Replay(games.ByID, "table", m.tables["table"])
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range []*match.Table{d.Table, read} {
		d, err := start.Act(s, start.Step, "a", theirs[0], at(2000))
		next := must(t, d, err)
		log, _ := next.Log(start.Seq)
		if len(log) != 2 || log[0].Moves[0].Do != theirs[0] || !reflect.DeepEqual(log[1].Moves, []match.Move{{By: me, Do: mine[0]}}) {
			t.Fatalf("the log goes on with %+v", log)
		}
		if !next.Waiting().Has(s) || len(d.Change.Entries) != 2 {
			t.Errorf("to act: %v; entries %d", next.Waiting(), len(d.Change.Entries))
		}
		fit, lost := next.LinesOf(me)
		rest := []match.Line{{Seat: me, Do: []string{theirNext[0], mineNext[0]}, By: []game.Seat{s, me}}}
		if !reflect.DeepEqual(fit, rest) || len(lost) != 0 {
			t.Errorf("fit %v, lost %v", fit, lost)
		}
		if a, b := next.LinesOf(s); len(a)+len(b) > 0 {
			t.Errorf("the other has lines: %v, %v", a, b)
		}
		// The same message again gets the same answer.
		again, err := next.Act(s, start.Step, "a", theirs[0], at(2500))
		if err != nil || !again.Again || again.Seq != d.Seq {
			t.Errorf("again: %+v, %v", again, err)
		}
		// Neither line: both are lost.
		d, err = start.Act(s, start.Step, "e", theirs[2], at(2000))
		if fit, lost := must(t, d, err).LinesOf(me); len(fit) != 0 || len(lost) != 2 || !d.Table.Waiting().Has(me) {
			t.Errorf("neither: fit %v, lost %v", fit, lost)
		}
		// Another way: the line is lost, and forgotten once its player has chosen.
		d, err = next.Act(s, next.Step, "b", theirNext[1], at(3000))
		off := must(t, d, err)
		fit, lost = off.LinesOf(me)
		if len(fit) != 0 || len(lost) != 1 || !slices.Equal(lost[0].Do, []string{theirNext[0], mineNext[0]}) || !off.Waiting().Has(me) {
			t.Errorf("off the line: fit %v, lost %v", fit, lost)
		}
		d, err = off.Act(me, off.Step, "c", firsts(off.Look(game.TruthViewer()), 1)[0], at(4000))
		if fit, lost := must(t, d, err).LinesOf(me); len(fit)+len(lost) != 0 || string(d.Change.Private) != "{}" {
			t.Errorf("after a choice of their own: fit %v, lost %v, private %s", fit, lost, d.Change.Private)
		}
		// To its end.
		d, err = next.Act(s, next.Step, "d", theirNext[0], at(3000))
		end := must(t, d, err)
		if fit, lost := end.LinesOf(me); len(fit)+len(lost) != 0 || !end.Waiting().Has(s) {
			t.Errorf("at its end: fit %v, lost %v", fit, lost)
		}
	}
}

// TestLinesOfBoth: lines of both sides that fit each other are played one after the
// other.
func TestLinesOfBoth(t *testing.T) {
	_, table, s := daysTable(t, match.Setup{Game: "evo"})
	st := table.Look(game.TruthViewer())
	var way []string
	for range 6 {
		way = append(way, firsts(after(t, st, way...), 1)[0])
	}
	d, err := table.SetLines(1-s, table.Step, [][]string{way[:4]}, now)
	d, err = must(t, d, err).Act(s, table.Step, "a", way[0], now)
	table = must(t, d, err)
	// Now s acts again; the line waits for way[2]. Its player says what comes after.
	if _, err := table.SetLines(s, table.Step, [][]string{way[2:]}, now); err == nil {
		t.Error("a line of one who is to act")
	}
	d, err = table.Act(s, table.Step, "b", way[2], now)
	if log, _ := must(t, d, err).Log(0); log[len(log)-1].Moves[0].Do != way[3] {
		t.Errorf("%+v", log[len(log)-1])
	}
}

// TestWhatLinesAreRefused: those that cannot come true, or say two things at once.
func TestWhatLinesAreRefused(t *testing.T) {
	_, table, s := daysTable(t, match.Setup{Game: "evo"})
	me, st := 1-s, table.Look(game.TruthViewer())
	theirs := firsts(st, 2)
	mine := firsts(after(t, st, theirs[0]), 2)
	for _, x := range []struct {
		lines [][]string
		want  string
	}{
		{[][]string{}, ""},
		{[][]string{{theirs[0], mine[0]}}, ""},
		{[][]string{{theirs[0], mine[0]}, {theirs[0], mine[0], firsts(after(t, st, theirs[0], mine[0]), 1)[0], "nonsense"}}, "nonsense"},
		{[][]string{{theirs[0], mine[0]}, {theirs[0], mine[1]}}, "different ways"},
		{[][]string{{theirs[0]}}, "your answer"},
		{[][]string{{}}, "your answer"},
		{[][]string{{mine[0], theirs[0]}}, "may not"},
		{[][]string{{theirs[0], mine[0], firsts(after(t, st, theirs[0], mine[0]), 1)[0]}}, "ends with your answer"},
		{[][]string{slices.Repeat([]string{theirs[0]}, 25)}, "at most 24"},
		{slices.Repeat([][]string{{theirs[0], mine[0]}}, 21), "at most 20 answers"},
	} {
		_, err := table.SetLines(me, table.Step, x.lines, now)
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%v: %v, want %q", x.lines, err, x.want)
		}
	}
	var refused *match.Error
	if _, err := table.SetLines(me, table.Step-1, nil, now); !errors.As(err, &refused) || refused.Kind != match.Stale {
		t.Errorf("of an old step: %v", err)
	}
	// Where moves come at once, in secret, or after a roll.
	_, live := make2(t, match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
	if _, err := live.SetLines(1-live.Waiting().First(), live.Step, nil, now); err == nil {
		t.Error("lines without a clock of days")
	}
	_, secret, _ := daysTable(t, match.Setup{Game: "epigo"})
	if _, err := secret.SetLines(0, secret.Step, nil, now); err == nil {
		t.Error("lines where both choose at once")
	}
	_, dice, first := daysTable(t, match.Setup{Game: "conqueror"})
	pos := dice.Look(game.TruthViewer())
	corner := firsts(pos, 1)[0]
	next := after(t, pos, corner)
	if next.Acting() != game.Only(1-first) {
		t.Fatalf("after a corner act %v", next.Acting())
	}
	d, err := dice.SetLines(1-first, dice.Step, [][]string{{corner, firsts(next, 1)[0]}}, now)
	if err != nil {
		t.Fatalf("corners: %v", err)
	}
	d, err = d.Table.Act(first, dice.Step, "a", corner, now)
	if log, _ := must(t, d, err).Log(dice.Seq); len(log) < 2 || log[1].Moves[0].By != 1-first {
		t.Errorf("corners: %+v", log)
	}
	_, err = dice.SetLines(1-first, dice.Step, [][]string{{corner, firsts(next, 1)[0], "x", "y"}}, now)
	if err == nil || !strings.Contains(err.Error(), "chance") {
		t.Errorf("after a roll: %v", err)
	}
}

// TestLinesEnd: a takeback and the end of a game take them away.
func TestLinesEnd(t *testing.T) {
	_, table, s := daysTable(t, match.Setup{Game: "evo"})
	st := table.Look(game.TruthViewer())
	way := []string{firsts(st, 1)[0]}
	way = append(way, firsts(after(t, st, way...), 1)[0])
	way = append(way, firsts(after(t, st, way...), 1)[0])
	d, err := table.Act(s, table.Step, "a", way[0], now)
	table = must(t, d, err)
	d, err = table.SetLines(s, table.Step, [][]string{{way[1], way[2]}}, now)
	table = must(t, d, err)
	d, err = table.Do(s, match.AskTakeback, "b", now)
	if fit, lost := must(t, d, err).LinesOf(s); len(fit) != 0 || len(lost) != 1 {
		t.Errorf("taken back: fit %v, lost %v", fit, lost)
	}
	d, err = table.Do(1-s, game.Resign.String(), "c", now)
	if must(t, d, err); string(d.Change.Private) != "{}" {
		t.Errorf("over: %s", d.Change.Private)
	}
}
