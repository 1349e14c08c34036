package match_test

import (
	"fmt"
	"slices"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/match"
)

var dan = match.User{ID: "d", Name: "Dan", Kind: "guest"}

// opened makes a table of three that Ann has made and nobody else has joined.
func opened(t *testing.T, setup match.Setup) (*match.Table, *match.Change) {
	t.Helper()
	if setup.Seats == nil {
		setup.Seats = []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatOpen}, {Kind: match.SeatInvite}, {Kind: match.SeatOpen}}
	}
	setup.Game, setup.Players = "evo", 4
	table, c, err := match.New(games.ByID, "opened", setup, ann, make([]byte, 32), map[string]string{"N": "invitation"}, "", now)
	if err != nil {
		t.Fatal(err)
	}
	return table, c
}

func refused(t *testing.T, what string, err error, want match.Refusal, where string) {
	t.Helper()
	e, ok := err.(*match.Error)
	if !ok || e.Kind != want || e.Where != where {
		t.Errorf("%s: %v (%+v), want %d at %q", what, err, e, want, where)
	}
}

// TestAbandonLimits: how long the grace is and how strong the bot.
func TestAbandonLimits(t *testing.T) {
	for _, x := range []struct {
		a     match.Abandon
		where string
	}{
		{match.Abandon{}, ""},
		{match.Abandon{Policy: match.AbandonBot, Grace: 3600, Level: 8}, ""},
		{match.Abandon{Policy: match.AbandonForfeit, Grace: 3601}, "abandon"},
		{match.Abandon{Policy: match.AbandonForfeit, Grace: -1}, "abandon"},
		{match.Abandon{Policy: match.AbandonBot, Level: 9}, "abandon"},
		{match.Abandon{Policy: match.AbandonBot, Level: -1}, "abandon"},
		{match.Abandon{Policy: "cry"}, "abandon.policy"},
	} {
		_, _, err := match.New(games.ByID, "x", match.Setup{Game: "evo", Players: 2, Abandon: x.a}, ann, make([]byte, 32), nil, "", now)
		if x.where == "" {
			if err != nil {
				t.Errorf("%+v: %v", x.a, err)
			}
			continue
		}
		refused(t, fmt.Sprintf("%+v", x.a), err, match.Invalid, x.where)
	}
}

// TestBotLevels: 1 to 8, and 3 where nothing is said.
func TestBotLevels(t *testing.T) {
	for level, want := range map[int]int{0: 3, 1: 1, 8: 8, 9: -1, -1: -1} {
		table, _, err := match.New(
			games.ByID,
			"x",
			match.Setup{Game: "evo", Players: 2, Seats: []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: level}}},
			ann,
			make([]byte, 32),
			nil,
			"",
			now,
		)
		if want < 0 {
			refused(t, fmt.Sprint("level ", level), err, match.Invalid, "seats[1].level")
		} else if err != nil || table.Seats[1].Level != want || table.Seats[1].Kind != "bot" {
			t.Errorf("level %d: %v", level, err)
		}
		open, _ := opened(t, match.Setup{})
		d, err := open.SetSeat(ann, 1, "bot", level, "", now)
		if want < 0 {
			refused(t, fmt.Sprint("level ", level), err, match.Invalid, "level")
		} else if err != nil || d.Table.Seats[1].Level != want {
			t.Errorf("set to level %d: %v", level, err)
		}
	}
}

// TestMakersRights: only the maker changes seats, starts and closes, and only in time.
func TestMakersRights(t *testing.T) {
	open, _ := opened(t, match.Setup{ManualGo: true})
	_, err := open.SetSeat(ben, 1, "bot", 1, "", now)
	refused(t, "another changes a seat", err, match.Forbidden, "")
	_, err = open.SetSeat(match.User{}, 1, "bot", 1, "", now)
	refused(t, "nobody changes a seat", err, match.Forbidden, "")
	_, err = open.SetSeat(ann, 4, "bot", 1, "", now)
	refused(t, "a seat that is not there", err, match.Unknown, "seat")
	_, err = open.SetSeat(ann, -1, "bot", 1, "", now)
	refused(t, "a seat before the first", err, match.Unknown, "seat")
	_, err = open.SetSeat(ann, 1, "king", 1, "", now)
	refused(t, "a kind that is none", err, match.Invalid, "kind")
	_, err = open.Start(ben, now)
	refused(t, "another starts", err, match.Forbidden, "")
	_, err = open.Start(ann, now)
	refused(t, "starting with free seats", err, match.NotNow, "seats")
	_, err = open.Close(ben, now)
	refused(t, "another closes", err, match.Forbidden, "")
	table := open
	for s := range game.Seat(3) {
		d, err := table.SetSeat(ann, s+1, "bot", 2, "", now)
		table = must(t, d, err)
	}
	if table.Status != match.Open {
		t.Fatal("a table that waits for its maker has started")
	}
	_, err = table.Start(ben, now)
	refused(t, "another starts a full table", err, match.Forbidden, "")
	d, err := table.Start(ann, now)
	running := must(t, d, err)
	if running.Status != match.Running {
		t.Fatal("it has not started")
	}
	_, err = running.Start(ann, now)
	refused(t, "starting twice", err, match.NotNow, "")
	_, err = running.SetSeat(ann, 1, "bot", 1, "", now)
	refused(t, "changing a seat of a running game", err, match.NotNow, "")
	_, err = running.Leave(ann, now)
	refused(t, "leaving a running game", err, match.NotNow, "")
	// Alone with bots the maker may close it, once.
	d, err = running.Close(ann, now)
	closed := must(t, d, err)
	if closed.Status != match.Aborted || closed.Deadline(now) != 0 || closed.Acting() != 0 {
		t.Errorf("closed it is %s", closed.Status)
	}
	_, err = closed.Close(ann, now)
	refused(t, "closing twice", err, match.IsOver, "")
	_, err = closed.Join(ben, 1, "", "", now)
	refused(t, "joining a closed table", err, match.IsOver, "")
	_, err = closed.SetLink(ann, 0, "x", now)
	refused(t, "a link to a closed table", err, match.IsOver, "")
	_, err = closed.Act(0, closed.Step, "m", "x", now)
	refused(t, "playing at a closed table", err, match.IsOver, "")
	_, err = open.Act(0, open.Step, "m", "x", now)
	refused(t, "playing before the start", err, match.NotNow, "")
	// With another at the table it stays.
	two := pair(t, match.Setup{Game: "evo"})
	_, err = two.Close(ann, now)
	refused(t, "closing a game of two", err, match.NotNow, "")
	_, err = two.Close(ben, now)
	refused(t, "the other closes it", err, match.Forbidden, "")
}

// TestComingAndGoing: who sits down, who gets up, and who is a member afterwards.
func TestComingAndGoing(t *testing.T) {
	table, made := opened(t, match.Setup{})
	if !slices.Equal(made.Members, []match.Member{{User: "a", Seat: 0}}) || made.Version != 1 {
		t.Errorf("made with %+v", made.Members)
	}
	_, err := table.Join(ben, 4, "", "", now)
	refused(t, "a seat that is not there", err, match.Invalid, "seat")
	_, err = table.Join(ben, 0, "", "", now)
	refused(t, "the maker's seat", err, match.NotNow, "seat")
	_, err = table.Join(ben, 1, "invitation", "", now)
	refused(t, "an invitation to another seat", err, match.Forbidden, "token")
	d, err := table.Join(ben, 3, "", "", now)
	joined := must(t, d, err)
	if !slices.Equal(d.Change.Members, []match.Member{{User: "b", Seat: 3}}) || d.Change.Version != 2 || !d.Change.Ping {
		t.Errorf("joining changes %+v", d.Change)
	}
	// Whoever sits already stays where they are.
	again, err := joined.Join(ben, game.NoSeat, "", "", now)
	if err != nil || !again.Again || again.Change != nil {
		t.Errorf("joining twice: %+v, %v", again.Change, err)
	}
	_, err = joined.Leave(dan, now)
	refused(t, "leaving without a seat", err, match.Forbidden, "")
	d, err = joined.Leave(ben, now)
	left := must(t, d, err)
	if !slices.Equal(d.Change.Members, []match.Member{{User: "b", Seat: 3, Gone: true}}) || left.Seats[3].Kind != "open" ||
		left.Status != match.Open {
		t.Errorf("leaving changes %+v", d.Change.Members)
	}
	// A seat by invitation is one again.
	d, err = table.Join(ben, 2, "invitation", "", now)
	invited := must(t, d, err)
	d, err = invited.Leave(ben, now)
	if must(t, d, err).Seats[2].Kind != "invite" {
		t.Error("the seat by invitation is open to all")
	}
	d, err = joined.Leave(ann, now)
	if must(t, d, err).Status != match.Aborted {
		t.Error("the maker has left and the table is not closed")
	}
	// Links are for one's own seat; the maker can link to a free one.
	_, err = joined.SetLink(dan, 3, "x", now)
	refused(t, "a link to another's seat", err, match.Forbidden, "seat")
	_, err = joined.SetLink(ann, 3, "x", now)
	refused(t, "the maker makes a link to a seat that is taken", err, match.Forbidden, "seat")
	_, err = joined.SetLink(dan, 1, "x", now)
	refused(t, "another makes a link to a free seat", err, match.Forbidden, "seat")
	_, err = joined.SetLink(ann, 4, "x", now)
	refused(t, "a link to no seat", err, match.Unknown, "seat")
	if _, err = joined.SetLink(ann, 1, "x", now); err != nil {
		t.Errorf("the maker makes a link to a free seat: %v", err)
	}
	// Eight further devices, and no more.
	for i := range 9 {
		d, err = joined.SetLink(ben, 3, fmt.Sprint("link", i), now)
		joined = must(t, d, err)
		d, err = joined.Join(match.User{ID: fmt.Sprint("device", i)}, game.NoSeat, fmt.Sprint("link", i), "", now)
		if i == 8 {
			refused(t, "a ninth device", err, match.TooMany, "token")
			break
		}
		joined = must(t, d, err)
	}
	if joined.SeatsOf("device7") != game.Only(3) || joined.SeatsOf("device8") != 0 {
		t.Error("the devices hold the wrong seats")
	}
}

// TestRatedTables: accounts only, one seat each, no bots, no takebacks, no given
// chance; and only a finished one changes ratings.
func TestRatedTables(t *testing.T) {
	create := func(setup match.Setup, host match.User) (*match.Table, error) {
		setup.Game, setup.Players, setup.Rated = "evo", 2, true
		table, _, err := match.New(games.ByID, "rated", setup, host, make([]byte, 32), nil, "", now)
		return table, err
	}
	_, err := create(match.Setup{}, dan)
	refused(t, "a guest's", err, match.Invalid, "rated")
	_, err = create(match.Setup{Seats: []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot}}}, ann)
	refused(t, "with a bot", err, match.Invalid, "seats[1]")
	open, err := create(match.Setup{}, ann)
	if err != nil || !open.Setup.NoTakeback {
		t.Fatalf("%v", err)
	}
	_, err = open.Join(dan, game.NoSeat, "", "", now)
	refused(t, "a guest sits down", err, match.Forbidden, "")
	_, err = open.Join(ann, 1, "", "", now)
	refused(t, "the maker sits down twice", err, match.NotNow, "")
	_, err = open.SetSeat(ann, 1, "bot", 1, "", now)
	refused(t, "a bot sits down", err, match.Invalid, "kind")
	table := pair(t, match.Setup{Game: "evo", Rated: true})
	_, err = table.Rate(nil, now)
	refused(t, "rating a running game", err, match.NotNow, "")
	_, err = table.Do(0, match.AskTakeback, "t", now)
	refused(t, "a takeback", err, match.NotNow, "do")
	d, err := table.Do(0, "resign", "r", now)
	over := must(t, d, err)
	d, err = over.Rate([]match.Rated{{Seat: 0, Rating: 1490, Change: -10}, {Seat: 1, Rating: 1510, Change: 10, Unsure: true}}, now)
	rated := must(t, d, err)
	if s := rated.Seats[1]; s.User.Rating != 1510 || *s.Change != 10 || !s.User.Unsure || d.Change.Head.Info == nil {
		t.Errorf("rated: %+v", s)
	}
	friendly := pair(t, match.Setup{Game: "evo"})
	d, err = friendly.Do(0, "resign", "r", now)
	_, err = must(t, d, err).Rate(nil, now)
	refused(t, "rating a game that is not rated", err, match.NotNow, "")
}
