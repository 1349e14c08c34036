package chaos

import (
	"fmt"
	"slices"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/server/wire"
)

// played is a short game of Epigo with its history: both seal, look, and seal again.
func played(t *testing.T) (course, []op) {
	t.Helper()
	setup := match.Setup{Game: "epigo", Players: 2, Seats: []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}}
	now := match.Now{MS: 1}
	tb, c, err := match.New(games.ByID, "t", setup, match.User{ID: "u", Name: "U"}, make([]byte, 32), nil, "", now)
	if err != nil {
		t.Fatal(err)
	}
	stored := &match.Stored{ID: "t", Entries: slices.Clone(c.Entries)}
	var history []op
	var clock int64
	add := func(o op) {
		o.table, o.call, o.done = "t", clock, clock+1
		clock += 2
		history = append(history, o)
	}
	look := func(seat game.Seat) {
		add(op{seat: seat, look: sight{tb.Seq, tb.Step, tb.SealedBy(seat)}})
	}
	act := func(seat game.Seat, msg string) {
		view := tb.Look(game.SeatViewer(seat))
		a, _ := game.Sample(view, seat, game.NewRand(1), nil)
		step := tb.Step
		d, err := tb.Act(seat, step, msg, string(view.AppendAction(nil, seat, a)), now)
		if err != nil {
			t.Fatal(err)
		}
		if d.Change != nil {
			stored.Entries = append(stored.Entries, slices.Clone(d.Change.Entries)...)
			stored.Version, stored.Private = d.Change.Version, d.Change.Private
		}
		tb = d.Table
		add(op{seat: seat, msg: msg, step: step, ack: wire.Ack{Seq: d.Seq, Step: tb.Step, Sealed: d.Sealed, Again: d.Again}})
	}
	for round := range 3 {
		look(0)
		act(0, fmt.Sprint("a", round))
		look(0)
		look(1)
		act(0, fmt.Sprint("a", round))      // the same again
		act(0, fmt.Sprint("a", round, "b")) // and another choice instead
		act(1, fmt.Sprint("b", round))
		look(1)
		act(0, fmt.Sprint("a", round, "b")) // once more, when all is over
	}
	add(op{seat: 0, msg: "late", step: 1, refused: wire.Stale})
	way, err := courseOf("t", stored)
	if err != nil {
		t.Fatal(err)
	}
	return way, history
}

func TestRightHistoryIsLinearizable(t *testing.T) {
	c, history := played(t)
	if err := linearizable(c, history); err != nil {
		t.Error(err)
	}
	// An answer that nobody saw explains what is stored as well.
	for i := range history {
		if history[i].msg != "" && history[i].refused == "" {
			lost := slices.Clone(history)
			lost[i].done = never
			if err := linearizable(c, lost); err != nil {
				t.Errorf("without the answer to %+v: %v", history[i], err)
			}
		}
	}
	// What overlaps may have happened either way round.
	wide := slices.Clone(history)
	for i := range wide {
		wide[i].call, wide[i].done = wide[i].call-3, wide[i].done+3
	}
	if err := linearizable(c, wide); err != nil {
		t.Error(err)
	}
}

// A checker that takes anything would prove nothing.
func TestBrokenHistoriesAreRefused(t *testing.T) {
	c, history := played(t)
	find := func(f func(op) bool) int {
		i := slices.IndexFunc(history, f)
		if i < 0 {
			t.Fatal("no such operation")
		}
		return i
	}
	made := find(func(o op) bool { return o.msg == "b1" })
	sealed := find(func(o op) bool { return o.msg == "a1" && !o.ack.Again })
	again := find(func(o op) bool { return o.msg == "a1" && o.ack.Again })
	seen := find(func(o op) bool { return o.msg == "" && o.look.sealed })
	for _, x := range []struct {
		name string
		do   func(h []op) []op
	}{
		{"a move is acknowledged and not stored", func(h []op) []op {
			return append(h, op{seat: 0, msg: "gone", step: c[len(c)-1].step, call: 1000, done: 1001, ack: wire.Ack{Seq: 99, Step: 99}})
		}},
		{"a stored move was refused", func(h []op) []op {
			h[made].ack, h[made].refused = wire.Ack{}, wire.Stale
			return h
		}},
		{"a stored move was sent by nobody", func(h []op) []op { return slices.Delete(h, made, made+1) }},
		{"the number of an acknowledgement is wrong", func(h []op) []op { h[made].ack.Seq++; return h }},
		{"the step of an acknowledgement is wrong", func(h []op) []op { h[made].ack.Step--; return h }},
		{"sealing has moved the public number", func(h []op) []op { h[sealed].ack.Seq++; return h }},
		{"a sealed choice is told to have made the step", func(h []op) []op { h[sealed].ack.Sealed = false; return h }},
		{"a repeated message is done as if it were new", func(h []op) []op { h[again].ack.Again = false; return h }},
		{"a look goes back in time", func(h []op) []op {
			o := h[find(func(o op) bool { return o.msg == "" && o.look.step == c[1].step })]
			o.call, o.done = 1000, 1001
			return append(h, o)
		}},
		{"a look does not show the looker's sealed choice", func(h []op) []op { h[seen].look.sealed = false; return h }},
		{"a look shows what was done later", func(h []op) []op {
			h[seen].look = sight{c[2].seq, c[2].step, false}
			return h
		}},
		{"an acknowledgement comes before the question", func(h []op) []op {
			// The answer was there before the rival's choice was sent, which it needs.
			h[made].call, h[made].done = h[0].call, h[0].done
			return h
		}},
		{"a refusal as stale at the right time", func(h []op) []op {
			return append(h, op{seat: 0, msg: "no", step: c[len(c)-1].step, call: 1000, done: 1001, refused: wire.Stale})
		}},
		{"a refusal out of turn of one whose turn it is", func(h []op) []op {
			return append(h, op{seat: 0, msg: "no", step: c[len(c)-1].step, call: 1000, done: 1001, refused: wire.NotYourTurn})
		}},
	} {
		if err := linearizable(c, x.do(slices.Clone(history))); err == nil {
			t.Errorf("taken for right: %s", x.name)
		}
	}
}
