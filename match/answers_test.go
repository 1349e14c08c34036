package match_test

import (
	"fmt"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/match"
)

// told is a message and what it was answered with.
type told struct {
	seat game.Seat
	step int64
	msg  string
	do   string // of a table request
	seq  int64
}

// repeated sends every message again, to the table as it is and as it is read from
// the store, and wants the first answer.
func repeated(t *testing.T, m *memory, table *match.Table, all []told) {
	t.Helper()
	stored, err := match.Replay(games.ByID, table.ID, m.tables[table.ID])
	if err != nil {
		t.Fatal(err)
	}
	for where, table := range map[string]*match.Table{"in memory": table, "stored": stored} {
		for _, a := range all {
			var d match.Done
			if a.do != "" {
				d, err = table.Do(a.seat, a.do, a.msg, now)
			} else {
				d, err = table.Act(a.seat, a.step, a.msg, "whatever", now)
			}
			if err != nil || d.Seq != a.seq || !d.Again || d.Change != nil {
				t.Fatalf("%s, at %d: message %q of step %d is answered with %d, %v; first with %d", where, table.Seq, a.msg, a.step, d.Seq, err, a.seq)
			}
		}
	}
}

// TestRepeatedMessageGetsFirstAnswer plays every game with choices that are changed
// and taken back, and takebacks between. Whatever was sent, at whatever time it is
// sent again, gets the number that it got at first.
func TestRepeatedMessageGetsFirstAnswer(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			n := g.Players[0]
			m, table := make2(t, match.Setup{Game: g.ID, Players: n, Seats: seatsOf(match.SeatMe, n)})
			r := game.NewRand(7)
			var all []told
			keep := func(a told, d match.Done, err error) {
				t.Helper()
				if err == nil {
					err = m.commit(d.Change)
				}
				if err != nil {
					t.Fatal(err)
				}
				table, a.seq = d.Table, d.Seq
				all = append(all, a)
			}
			act := func(s game.Seat, action string) {
				t.Helper()
				a := told{seat: s, step: table.Step, msg: fmt.Sprint("m", len(all))}
				d, err := table.Act(s, a.step, a.msg, action, now)
				keep(a, d, err)
			}
			for i := 0; table.Status == match.Running && i < 60; i++ {
				s := table.Waiting().First()
				view := table.Look(game.SeatViewer(s))
				actions := view.AppendActions(nil, s)
				choice := func() string { return string(view.AppendAction(nil, s, actions[r.Intn(len(actions))])) }
				step := table.Step
				act(s, choice())
				switch { // sealed, and the step goes on
				case table.Step != step:
				case i%3 == 1:
					act(s, choice())
				case i%3 == 2:
					act(s, "")
				}
				if i%5 == 4 && table.Status == match.Running {
					a := told{seat: s, msg: fmt.Sprint("m", len(all)), do: match.AskTakeback}
					if d, err := table.Do(s, a.do, a.msg, now); err == nil {
						keep(a, d, err)
					}
				}
				if i%4 == 0 {
					repeated(t, m, table, all)
				}
			}
			// A choice that waits when somebody gives up.
			if table.Status == match.Running {
				s := table.Waiting().First()
				view := table.Look(game.SeatViewer(s))
				act(s, string(view.AppendAction(nil, s, view.AppendActions(nil, s)[0])))
			}
			if table.Status == match.Running {
				a := told{seat: 1, msg: "enough", do: game.Resign.String()}
				d, err := table.Do(a.seat, a.do, a.msg, now)
				keep(a, d, err)
			}
			repeated(t, m, table, all)
		})
	}
}

// TestLateActIsAnsweredTheSameAgain: an action that comes when the time is up is
// answered with the loss, also the second time.
func TestLateActIsAnsweredTheSameAgain(t *testing.T) {
	m, table := make2(
		t,
		match.Setup{Game: "evo", Players: 2, Seats: seatsOf(match.SeatMe, 2), Clock: match.ClockSetup{Kind: match.Fischer, Initial: 10}},
	)
	s := table.Waiting().First()
	view := table.Look(game.SeatViewer(s))
	action := string(view.AppendAction(nil, s, view.AppendActions(nil, s)[0]))
	d, err := table.Act(s, table.Step, "late", action, match.Now{MS: now.MS + 11_000})
	if err == nil {
		err = m.commit(d.Change)
	}
	if err != nil || d.Table.Status != match.Over {
		t.Fatalf("%s, %v", d.Table.Status, err)
	}
	repeated(t, m, d.Table, []told{{seat: s, step: table.Step, msg: "late", seq: d.Seq}})
}

// TestAnswersOfOlderPrograms: a store from before answers were kept still knows
// which messages were taken.
func TestAnswersOfOlderPrograms(t *testing.T) {
	m, table := make2(t, match.Setup{Game: "epigo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
	s := m.tables[table.ID]
	s.Private = []byte(`{"sealed":[{"seat":0,"do":"` + deployment + `","msg":"b"}],"msgs":["0 a","0 b"]}`)
	table, err := match.Replay(games.ByID, table.ID, s)
	if err != nil {
		t.Fatal(err)
	}
	d, err := table.Act(0, table.Step, "c", deployment, now)
	sealed := must(t, d, err)
	for _, msg := range []string{"a", "b", "c"} {
		if d, err := sealed.Act(0, table.Step, msg, deployment, now); err != nil || !d.Again || d.Seq != table.Seq {
			t.Errorf("%s: %+v, %v", msg, d, err)
		}
	}
	d, err = sealed.Act(1, table.Step, "d", deployment, now)
	made := must(t, d, err)
	for _, msg := range []string{"a", "b", "c"} {
		if d, err := made.Act(0, table.Step, msg, deployment, now); err != nil || !d.Again {
			t.Errorf("%s after the step: %+v, %v", msg, d, err)
		}
	}
}
