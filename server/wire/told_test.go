package wire

import (
	"strings"
	"testing"

	"atoll/game"
	"atoll/match"
)

// The first line of a game says who sits where; two seats of one person are told apart.
func TestWhoSitsWhere(t *testing.T) {
	of := table(t, match.Open, match.Setup{})
	two := &match.Entry{Rare: &match.Rare{
		Seats:  []match.Seat{{Kind: match.SeatMe, User: ann}, {Kind: match.SeatMe, User: ann}},
		Chairs: []match.Chair{{Seat: 1}, {Seat: 0}},
	}}
	if got, want := startedText(of, two), "Ann (player 2) plays A, Ann (player 1) plays B."; !strings.Contains(got, want) {
		t.Errorf("two at one screen: %q", got)
	}
	other := &match.Entry{Rare: &match.Rare{
		Seats:  []match.Seat{{Kind: match.SeatMe, User: ann}, {Kind: match.SeatOpen, User: bob}},
		Chairs: []match.Chair{{Seat: 0}, {Seat: 1, Commit: "ab"}},
	}}
	got := startedText(of, other)
	if !strings.Contains(got, "Ann plays A, Bob plays B.") || !strings.Contains(got, "Bob's number was not opened in time") {
		t.Errorf("two people: %q", got)
	}
}

func TestWhatTurnsWriting(t *testing.T) {
	for r, want := range map[rune]bool{
		0x2029: false, 0x202a: true, 0x202e: true, 0x202f: false, 0x2065: false, 0x2066: true, 0x2069: true, 0x206a: false,
	} {
		if turns(r) != want {
			t.Errorf("%U: %v", r, turns(r))
		}
	}
}

// Actions are listed for the seat that is to act, results after the end, a rematch once somebody wants it.
func TestViews(t *testing.T) {
	running, over := table(t, match.Running, match.Setup{}), table(t, match.Over, match.Setup{})
	at := func(of *match.Table, seat game.Seat) View {
		return Scene{Table: of, Now: now}.View(Viewer{Seat: seat}, nil)
	}
	acts := running.Waiting().First()
	if at(running, acts).Legal == nil || at(running, 1-acts).Legal != nil || at(running, game.NoSeat).Legal != nil {
		t.Error("actions are listed for others than the one who acts")
	}
	v := at(over, game.NoSeat)
	if v.Legal != nil || string(v.Result) == "null" || v.Offers.Takeback != nil || v.Offers.Rematch != nil {
		t.Errorf("after the end: %+v", v)
	}
	if v := at(running, acts); string(v.Result) != "null" {
		t.Errorf("before the end: %s", v.Result)
	}
	d, err := (&TableRequest{Do: match.OfferRematch}).Apply(over, ann, now)
	if err != nil || len(at(d.Table, game.NoSeat).Offers.Rematch) != 1 {
		t.Errorf("a rematch is wanted: %+v, %v", at(d.Table, game.NoSeat).Offers, err)
	}
	for of, want := range map[*match.Table]bool{running: false, over: true} {
		if got := string(Scene{Table: of, Now: now}.Info(0).Result) != "null"; got != want {
			t.Errorf("%s: a result in lists: %v", of.Status, got)
		}
	}
}
