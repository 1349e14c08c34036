package match_test

import (
	"slices"
	"testing"

	"atoll/fair"
	"atoll/game"
	"atoll/games"
	"atoll/match"
)

var (
	eva = match.User{ID: "e", Name: "Eva", Kind: "account"}
	fay = match.User{ID: "f", Name: "Fay", Kind: "account"}
)

func assigned(t *testing.T, setup match.Setup, players ...match.Assignee) (*match.Table, *match.Change) {
	t.Helper()
	setup.Game = "evo"
	table, c, err := match.Assign(games.ByID, "assigned", setup, players, make([]byte, 32), now)
	if err != nil {
		t.Fatal(err)
	}
	return table, c
}

// An assigned seat is its player's alone, and the game begins when all have come.
func TestAssignedSeatsAreKept(t *testing.T) {
	table, c := assigned(t, match.Setup{Rated: true}, match.Assignee{User: eva}, match.Assignee{User: fay})
	if table.Status != match.Open || table.Setup.DrawsSeats() || len(c.Members) != 2 {
		t.Fatalf("%s, members %v", table.Status, c.Members)
	}
	_, err := table.Join(ann, game.NoSeat, "", "", now)
	refused(t, "a stranger on any seat", err, match.NotNow, "")
	_, err = table.Join(ann, 0, "", "", now)
	refused(t, "a stranger", err, match.Forbidden, "seat")
	_, err = table.Join(eva, 1, "", "", now)
	refused(t, "the other's seat", err, match.Forbidden, "seat")
	for _, u := range []match.User{eva, fay, {}} {
		_, err = table.Close(u, now)
		refused(t, "closing", err, match.Forbidden, "")
		_, err = table.SetSeat(u, 0, "open", 0, "", now)
		refused(t, "changing a seat", err, match.Forbidden, "")
	}
	nonce := fair.Nonce{1}
	d, err := table.Join(fay, game.NoSeat, "", nonce.Commit().String(), now)
	if err != nil || d.Table.Status != match.Open || d.Table.SeatsOf("f") != game.Only(1) || len(d.Change.Members) != 0 {
		t.Fatalf("the second player: %v", err)
	}
	d, err = d.Table.Leave(fay, now)
	if err != nil || d.Table.SeatsOf("f") != 0 {
		t.Fatalf("standing up: %v", err)
	}
	if d, err = d.Table.Join(fay, game.NoSeat, "", nonce.Commit().String(), now); err != nil {
		t.Fatalf("sitting down again: %v", err)
	}
	if d, err = d.Table.Join(eva, game.NoSeat, "", "", now); err != nil || d.Table.Opening == 0 {
		t.Fatalf("both are there: %v", err)
	}
	if closed, err := d.Table.CloseAbsent(now); err != nil || closed.Change != nil {
		t.Fatalf("nobody is absent: %v", err)
	}
	d, err = d.Table.Open(1, nonce.String(), now)
	if err != nil || d.Table.Status != match.Running || d.Table.SeatsOf("e") != game.Only(0) {
		t.Fatalf("%v", err)
	}
}

func TestAbsentPlayersOfAnAssignedTable(t *testing.T) {
	table, _ := assigned(
		t,
		match.Setup{},
		match.Assignee{User: eva},
		match.Assignee{User: fay},
		match.Assignee{Level: 2},
		match.Assignee{Level: 1},
	)
	d, err := table.Join(fay, game.NoSeat, "", "", now)
	if err != nil {
		t.Fatal(err)
	}
	if d, err = d.Table.CloseAbsent(now); err != nil || d.Table.Status != match.Aborted {
		t.Fatal(err)
	}
	if got := d.Table.Absent(); !slices.Equal(got, []game.Seat{0}) {
		t.Errorf("absent: %v", got)
	}
	_, err = d.Table.Join(eva, game.NoSeat, "", "", now)
	refused(t, "too late", err, match.IsOver, "")
	bots, _ := assigned(t, match.Setup{}, match.Assignee{Level: 1}, match.Assignee{Level: 2})
	if bots.Status != match.Running {
		t.Errorf("two bots: %s", bots.Status)
	}
	for name, players := range map[string][]match.Assignee{
		"a guest": {{User: eva}, {User: match.User{ID: "g", Kind: "guest"}}}, "a bot": {{User: eva}, {Level: 1}},
	} {
		if _, _, err := match.Assign(games.ByID, "x", match.Setup{Game: "evo", Rated: true}, players, make([]byte, 32), now); err == nil {
			t.Errorf("rated with %s", name)
		}
	}
}
