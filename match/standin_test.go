package match_test

import (
	"errors"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/match"
)

var (
	ann = match.User{ID: "a", Name: "Ann", Kind: "account"}
	ben = match.User{ID: "b", Name: "Ben", Kind: "account"}
)

// pair makes a running table of Ann, who made it, and Ben.
func pair(t *testing.T, setup match.Setup) *match.Table {
	t.Helper()
	setup.Players = 2
	table, _, err := match.New(games.ByID, "pair", setup, ann, make([]byte, 32), nil, "", now)
	if err != nil {
		t.Fatal(err)
	}
	d, err := table.Join(ben, game.NoSeat, "", "", now)
	return must(t, d, err)
}

var standIn = match.Abandon{Policy: match.AbandonBot, Level: 5}

// TestNoBotPlaysRatedGames: the policy is refused, and a table from before is
// played as if it said wait.
func TestNoBotPlaysRatedGames(t *testing.T) {
	_, _, err := match.New(
		games.ByID,
		"x",
		match.Setup{Game: "evo", Players: 2, Rated: true, Abandon: standIn},
		ann,
		make([]byte, 32),
		nil,
		"",
		now,
	)
	var e *match.Error
	if !errors.As(err, &e) || e.Kind != match.Invalid || e.Where != "abandon.policy" {
		t.Errorf("a bot that stands in for players of a rated game: %v", err)
	}
	for _, p := range []match.AbandonPolicy{"", match.AbandonWait, match.AbandonForfeit} {
		table := pair(t, match.Setup{Game: "evo", Rated: true, Abandon: match.Abandon{Policy: p}})
		if got := table.Setup.Absent(); got != p {
			t.Errorf("policy %q is played as %q", p, got)
		}
	}
	// As an earlier version would have made it.
	old := pair(t, match.Setup{Game: "evo", Abandon: standIn})
	old.Setup.Rated = true
	if got := old.Setup.Absent(); got != match.AbandonWait {
		t.Errorf("an old rated table has the policy %q", got)
	}
	if d, err := old.Away(old.Waiting().First(), now); err != nil || d.Change != nil {
		t.Errorf("a bot steps in at an old rated table: %+v, %v", d.Change, err)
	}
	d, err := old.Do(0, "resign", "r", now)
	old = must(t, d, err)
	for s := range game.Seat(2) {
		d, err = old.Do(s, match.OfferRematch, "", now)
		old = must(t, d, err)
	}
	_, next, _, err := old.NextTable(games.ByID, "next", make([]byte, 32), now)
	if err != nil || next.Setup.Abandon.Policy != match.AbandonWait {
		t.Errorf("its rematch has the policy %q: %v", next.Setup.Abandon.Policy, err)
	}
}

// TestStandInKeepsTheOwnersRights: what others may do does not change when a bot
// plays for somebody, and neither does what the owner may do.
func TestStandInKeepsTheOwnersRights(t *testing.T) {
	away := func(t *testing.T) (*match.Table, game.Seat) {
		table := pair(t, match.Setup{Game: "evo", Abandon: standIn})
		if first := table.Waiting().First(); table.Seats[first].Held("a") { // Ben shall be to move
			view := table.Look(game.SeatViewer(first))
			d, err := table.Act(first, table.Step, "m", string(view.AppendAction(nil, first, view.AppendActions(nil, first)[0])), now)
			table = must(t, d, err)
		}
		s := table.Waiting().First()
		d, err := table.Away(s, now)
		table = must(t, d, err)
		if seat := table.Seats[s]; !seat.Stand || seat.Kind != "bot" || seat.Level != 5 || seat.User.ID != "b" {
			t.Fatalf("the seat is %+v", seat)
		}
		return table, s
	}
	t.Run("abort", func(t *testing.T) {
		table, _ := away(t)
		if _, err := table.Close(ann, now); code(err) != match.NotNow {
			t.Errorf("the maker closes a game that another plays: %v", err)
		}
	})
	t.Run("takeback", func(t *testing.T) {
		table, s := away(t)
		d, err := table.Do(1-s, match.AskTakeback, "t", now)
		asked := must(t, d, err)
		if asked.Ask == nil || asked.Step != table.Step {
			t.Fatal("it was taken back without the owner's consent")
		}
		d, err = asked.Do(s, match.AcceptTakeback, "u", now)
		if back := must(t, d, err); back.Ask != nil || back.Step == table.Step {
			t.Error("the owner's consent does not count")
		}
	})
	t.Run("resign and rematch", func(t *testing.T) {
		table, s := away(t)
		d, err := table.Do(s, "resign", "r", now)
		table = must(t, d, err)
		if table.Status != match.Over || table.Result().Rank[s] != 2 {
			t.Fatalf("the owner cannot resign: %+v", table.Result())
		}
		d, err = table.Do(1-s, match.OfferRematch, "", now)
		table = must(t, d, err)
		if table.WantsRematch() {
			t.Fatal("a rematch without the owner's word")
		}
		d, err = table.Do(s, match.OfferRematch, "", now)
		table = must(t, d, err)
		if !table.WantsRematch() {
			t.Fatal("both want it")
		}
		_, next, _, err := table.NextTable(games.ByID, "next", make([]byte, 32), now)
		if err != nil {
			t.Fatal(err)
		}
		if seat := next.Seats[1-s]; seat.Kind != "human" || seat.Stand || seat.Level != 0 || !seat.Held("b") {
			t.Errorf("the owner sits down as %+v", seat)
		}
	})
	t.Run("seat", func(t *testing.T) {
		table, s := away(t)
		if table.SeatsOf("b") != game.Only(s) {
			t.Error("the owner holds the seat no more")
		}
		if _, err := table.Claim(ann, s, now); code(err) != match.Forbidden {
			t.Errorf("another claims the seat: %v", err)
		}
		d, err := table.Claim(ben, s, now)
		back := must(t, d, err)
		if seat := back.Seats[s]; seat.Kind != "human" || seat.Stand || seat.Level != 0 {
			t.Errorf("the seat is %+v", seat)
		}
		if d, err := back.Claim(ben, s, now); err != nil || !d.Again || d.Change != nil {
			t.Errorf("claiming it twice: %+v, %v", d, err)
		}
	})
}

// TestStandInForASealedSeat: a bot steps in whether or not the seat has sealed; what is
// sealed stays. Whoever has sealed is never out.
func TestStandInForASealedSeat(t *testing.T) {
	for _, policy := range []match.AbandonPolicy{match.AbandonBot, match.AbandonForfeit, match.AbandonWait} {
		table := pair(t, match.Setup{Game: "epigo", Abandon: match.Abandon{Policy: policy}})
		d, err := table.Act(0, table.Step, "a", deployment, now)
		sealed := must(t, d, err)
		d, err = sealed.Away(0, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Change != nil; got != (policy == match.AbandonBot) {
			t.Errorf("policy %s with a sealed choice: changed %v", policy, got)
		}
		if d.Table.SealedChoice(0) != deployment || d.Table.Status != match.Running || d.Table.Waiting() != game.Only(1) {
			t.Errorf("policy %s: the sealed choice is %q, status %s", policy, d.Table.SealedChoice(0), d.Table.Status)
		}
		if policy == match.AbandonBot && (d.Table.Seats[0].Level != 3 || d.Table.Deadline(now) != 0) {
			t.Errorf("a bot of level %d is asked by %d", d.Table.Seats[0].Level, d.Table.Deadline(now))
		}
		d, err = sealed.Away(1, now)
		out := must(t, d, err)
		if got := out.Status == match.Over; got != (policy == match.AbandonForfeit) {
			t.Errorf("policy %s without a choice: %s", policy, out.Status)
		}
	}
}
