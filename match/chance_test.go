package match_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"atoll/fair"
	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/record"
)

var (
	one, two, three = fair.Nonce{1}, fair.Nonce{2}, fair.Nonce{3}
	guest           = match.User{ID: "g", Name: "Guest", Kind: "guest"}
)

func commitOf(n fair.Nonce) string { return n.Commit().String() }

// table2 is an open table for two whose maker has committed to number one.
func table2(t tester, setup match.Setup) *match.Table {
	t.Helper()
	if setup.Game == "" {
		setup.Game = "conqueror"
	}
	setup.Players = 2
	table, _, err := match.New(games.ByID, "table", setup, host, make([]byte, 32), nil, commitOf(one), now)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// tester is what testing and rapid have in common.
type tester interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// ok is the table after a command that must not be refused. The log alone must
// give the same table.
func ok(t tester) func(match.Done, error) *match.Table {
	return func(d match.Done, err error) *match.Table {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if d.Change == nil {
			return d.Table
		}
		stored := &match.Stored{Version: d.Change.Version, Private: d.Change.Private}
		log, _ := d.Table.Log(0)
		for _, e := range log {
			read, err := match.ReadEntry(e.Seq, e.Data())
			if err != nil {
				t.Fatal(err)
			}
			stored.Entries = append(stored.Entries, read)
		}
		again, err := match.Replay(games.ByID, d.Table.ID, stored)
		if err != nil {
			t.Fatal(err)
		}
		if again.Status != d.Table.Status || again.Opening != d.Table.Opening || !slices.Equal(again.Chairs, d.Table.Chairs) ||
			again.Deadline(now) != d.Table.Deadline(now) {
			t.Fatalf("read back as %+v", again)
		}
		return again
	}
}

func (f refusal) of(t tester, _ match.Done, err error) {
	t.Helper()
	if code(err) != f.code || !strings.Contains(err.Error(), f.text) {
		t.Fatalf("%v, want %d %q", err, f.code, f.text)
	}
}

type refusal struct {
	code match.Refusal
	text string
}

func seated(t tester, setup match.Setup) *match.Table {
	t.Helper()
	table := table2(t, setup)
	return ok(t)(table.Join(guest, game.NoSeat, "", commitOf(two), now))
}

func TestGameBeginsWhenAllNoncesAreOpened(t *testing.T) {
	table := seated(t, match.Setup{})
	if table.Status != match.Open || table.Opening != now.MS || table.Acting() != 0 {
		t.Fatalf("seated: %s, opening %d", table.Status, table.Opening)
	}
	table = ok(t)(table.Open(0, one.String(), now))
	if table.Status != match.Open || !table.Opened(0) || table.Opened(1) {
		t.Fatal("one of two is enough")
	}
	table = ok(t)(table.Open(1, two.String(), now))
	if table.Status != match.Running || table.Opening != 0 {
		t.Fatalf("all are opened: %s", table.Status)
	}
	want := []match.Chair{{Seat: 0, Commit: commitOf(one), Nonce: one.String()}, {Seat: 1, Commit: commitOf(two), Nonce: two.String()}}
	if !slices.Equal(table.Chairs, want) {
		t.Errorf("chairs %+v", table.Chairs)
	}
	key := fair.Mix(fair.Seed{}, "table", []*fair.Nonce{&one, &two})
	if first := table.Moves()[0]; first.Do != fair.Draw(table.Config.New(), key, "table", 0) {
		t.Errorf("the first draw is %q", first.Do)
	}
}

func TestWithoutCommitmentsTheGameBeginsAtOnce(t *testing.T) {
	table, _, err := match.New(games.ByID, "t", match.Setup{Game: "conqueror", Players: 2}, host, make([]byte, 32), nil, "", now)
	if err != nil {
		t.Fatal(err)
	}
	if table = ok(t)(table.Join(guest, game.NoSeat, "", "", now)); table.Status != match.Running {
		t.Errorf("%s", table.Status)
	}
}

func TestOneNonceCountsAgainstABot(t *testing.T) {
	table := table2(t, match.Setup{Seats: []match.SeatSetup{{Kind: match.SeatBot}, {Kind: match.SeatMe}}})
	if table.Opening == 0 {
		t.Fatal("the game has begun before the nonce was opened")
	}
	table = ok(t)(table.Open(1, one.String(), now))
	if table.Status != match.Running || table.Chairs[1].Nonce != one.String() || table.Chairs[0] != (match.Chair{}) {
		t.Errorf("%s, chairs %+v", table.Status, table.Chairs)
	}
}

func TestNonceNotOpenedIsLeftOutAfterThirtySeconds(t *testing.T) {
	table := seated(t, match.Setup{})
	table = ok(t)(table.Open(1, two.String(), now))
	early, late := match.Now{MS: now.MS + match.OpenWithin - 1}, match.Now{MS: now.MS + match.OpenWithin}
	if d, err := table.Tick(early); err != nil || d.Change != nil {
		t.Fatalf("a moment early: %+v, %v", d, err)
	}
	if at := table.Deadline(now); at != late.MS {
		t.Errorf("it is looked at at %d, not %d", at, late.MS)
	}
	// Time in which nobody could be served does not count.
	frozen := match.Now{MS: late.MS, Gaps: []match.Gap{{From: now.MS + 1, To: now.MS + 20_001}}}
	if d, err := table.Tick(frozen); err != nil || d.Change != nil {
		t.Fatalf("the server stood still for 20 s: %+v, %v", d, err)
	}
	if at := table.Deadline(frozen); at != late.MS+20_000 {
		t.Errorf("with the gap it is looked at at %d", at)
	}
	begun := ok(t)(table.Tick(late))
	if begun.Status != match.Running || !begun.Chairs[0].Withheld() || begun.Chairs[1].Withheld() {
		t.Fatalf("%s, chairs %+v", begun.Status, begun.Chairs)
	}
	rec, err := begun.Record()
	if err != nil || rec.Proof.Withheld() != 1 {
		t.Fatalf("the record says %+v, %v", rec.Proof, err)
	}
	// Whoever comes too late finds the game begun, not a choice between outcomes.
	if same := ok(t)(table.Open(0, one.String(), late)); !same.Chairs[0].Withheld() {
		t.Error("a late nonce counts")
	}
	d, err := begun.Open(0, one.String(), late)
	refusal{match.NotNow, "too late"}.of(t, d, err)
}

func TestHostileOpenings(t *testing.T) {
	open := table2(t, match.Setup{})
	d, err := open.Open(0, one.String(), now)
	refusal{match.NotNow, "every seat is taken"}.of(t, d, err)

	table := seated(t, match.Setup{})
	d, err = table.Open(0, two.String(), now)
	refusal{match.Illegal, "not the number"}.of(t, d, err)
	d, err = table.Open(0, "what?", now)
	refusal{match.Invalid, "64 lower-case"}.of(t, d, err)
	if again := ok(t)(table.Open(0, one.String(), now)); true {
		d, err = again.Open(0, one.String(), now)
		if err != nil || !d.Again || d.Change != nil {
			t.Errorf("opened twice: %+v, %v", d, err)
		}
		begun := ok(t)(again.Open(1, two.String(), now))
		if d, err = begun.Open(1, two.String(), now); err != nil || !d.Again {
			t.Errorf("repeated after the start: %+v, %v", d, err)
		}
	}
	none := table2(t, match.Setup{})
	none = ok(t)(none.Join(guest, game.NoSeat, "", "", now))
	d, err = none.Open(1, two.String(), now)
	refusal{match.NotNow, "not committed"}.of(t, d, err)
}

func TestCommitmentsCannotComeOrChangeOnceAllSit(t *testing.T) {
	table := table2(t, match.Setup{})
	d, err := table.Join(host, game.NoSeat, "", commitOf(two), now)
	refusal{match.NotNow, "cannot be changed"}.of(t, d, err)
	if d, err := table.Join(host, game.NoSeat, "", commitOf(one), now); err != nil || !d.Again {
		t.Errorf("the same once more: %+v, %v", d, err)
	}
	d, err = table.Join(guest, game.NoSeat, "", commitOf(one), now)
	refusal{match.NotNow, "the same number"}.of(t, d, err)
	d, err = table.Join(guest, game.NoSeat, "", "ABC", now)
	refusal{match.Invalid, "SHA-256"}.of(t, d, err)

	// Sat down without a commitment, and none while the other's nonce is known.
	table = ok(t)(table.Join(guest, game.NoSeat, "", "", now))
	table = ok(t)(table.Join(guest, game.NoSeat, "", commitOf(two), now))
	if table.Seats[1].Commit != "" {
		t.Error("committed after everybody sat")
	}
	d, err = table.Leave(guest, now)
	refusal{match.NotNow, "has started"}.of(t, d, err)
	d, err = table.Leave(host, now)
	refusal{match.NotNow, "has started"}.of(t, d, err)
	d, err = table.Close(host, now)
	refusal{match.NotNow, "others play"}.of(t, d, err)
	d, err = table.SetSeat(host, 1, "bot", 1, "", now)
	refusal{match.NotNow, "any more"}.of(t, d, err)
	d, err = table.Start(host, now)
	refusal{match.NotNow, "already"}.of(t, d, err)
	d, err = table.Join(match.User{ID: "late"}, game.NoSeat, "", commitOf(three), now)
	refusal{match.NotNow, "no seat"}.of(t, d, err)
}

func TestWhoLeavesTakesTheCommitmentAlong(t *testing.T) {
	table := table2(t, match.Setup{ManualGo: true})
	table = ok(t)(table.Join(guest, game.NoSeat, "", commitOf(two), now))
	table = ok(t)(table.Leave(guest, now))
	if table.Seats[1].Commit != "" {
		t.Fatal("the commitment stays")
	}
	table = ok(t)(table.Join(guest, game.NoSeat, "", commitOf(three), now))
	table = ok(t)(table.Start(host, now))
	d, err := table.Open(1, two.String(), now)
	refusal{match.Illegal, "not the number"}.of(t, d, err)
	table = ok(t)(table.Open(1, three.String(), now))
	if table = ok(t)(table.Open(0, one.String(), now)); table.Status != match.Running {
		t.Error(table.Status)
	}
}

// A second commitment of somebody who sat down without one, before the table is
// full, is taken.
func TestCommitmentCanComeAfterSittingDown(t *testing.T) {
	table, _, err := match.New(games.ByID, "t", match.Setup{Game: "conqueror", Players: 2}, host, make([]byte, 32), nil, "", now)
	if err != nil {
		t.Fatal(err)
	}
	table = ok(t)(table.Join(host, game.NoSeat, "", commitOf(one), now))
	if table.Seats[0].Commit != commitOf(one) {
		t.Error("it is not taken")
	}
}

func TestSeatsAreDrawnWhereTheGameOrTheTableSaysSo(t *testing.T) {
	yes, no := true, false
	account := host
	account.Kind = "account"
	for _, tt := range []struct {
		setup match.Setup
		want  bool
		code  match.Refusal
	}{
		{match.Setup{Game: "evo"}, false, none},
		{match.Setup{Game: "evo", Shuffle: &yes}, true, none},
		{match.Setup{Game: "earthquake"}, true, none},
		{match.Setup{Game: "earthquake", Shuffle: &no}, false, none},
		{match.Setup{Game: "evo", Rated: true}, true, none},
		{match.Setup{Game: "evo", Rated: true, Shuffle: &no}, false, match.Invalid},
		{match.Setup{Game: "earthquake", Rated: true, Assigned: true}, false, none},
	} {
		tt.setup.Players = 2
		table, _, err := match.New(games.ByID, "t", tt.setup, account, make([]byte, 32), nil, "", now)
		if (err != nil || tt.code != none) && code(err) != tt.code {
			t.Errorf("%+v: %v", tt.setup, err)
		} else if err == nil && table.Setup.DrawsSeats() != tt.want {
			t.Errorf("%+v draws seats: %v", tt.setup, table.Setup.DrawsSeats())
		}
	}
}

// Every way of sitting down, committing, opening and leaving out ends in a game
// whose record proves its draws and its seats; a changed nonce, seat or draw is
// found.
func TestProofCoversSeatsNoncesAndDraws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		yes := rapid.Bool().Draw(t, "shuffle")
		players := rapid.IntRange(2, 4).Draw(t, "players")
		seed := rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "seed")
		nonces := make([]fair.Nonce, players)
		commit := make([]string, players)
		for i := range nonces {
			nonces[i] = fair.Nonce{byte(i), byte(rapid.IntRange(0, 255).Draw(t, "nonce"))}
			if rapid.Bool().Draw(t, "commits") {
				commit[i] = commitOf(nonces[i])
			}
		}
		users := []match.User{host, {ID: "b"}, {ID: "c"}, {ID: "d"}}
		table, _, err := match.New(games.ByID, "t", match.Setup{Game: "conqueror", Players: players, Shuffle: &yes}, host, seed, nil, commit[0], now)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < players; i++ {
			table = ok(t)(table.Join(users[i], game.NoSeat, "", commit[i], now))
		}
		withheld := 0
		for i := range players {
			if commit[i] == "" {
				continue
			}
			if rapid.Bool().Draw(t, "opens") {
				table = ok(t)(table.Open(game.Seat(i), nonces[i].String(), now))
			} else {
				withheld++
			}
		}
		if table.Status == match.Open {
			table = ok(t)(table.Tick(match.Now{MS: now.MS + match.OpenWithin}))
		}
		for i, c := range table.Chairs {
			if table.Seats[c.Seat].User.ID != users[i].ID || !yes && int(c.Seat) != i {
				t.Fatalf("chair %d sits on %d: %+v", i, c.Seat, table.Seats)
			}
		}
		for table.Status == match.Running {
			s := table.Acting().First()
			if n := table.Config.Players; s == game.Seat(n-1) {
				text := string(table.Look(game.SeatViewer(s)).AppendAction(nil, s, table.Look(game.SeatViewer(s)).AppendActions(nil, s)[0]))
				table = ok(t)(table.Act(s, table.Step, "", text, now))
				if len(table.Moves()) < 20 {
					continue
				}
			}
			table = ok(t)(table.Do(s, "resign", "", now))
		}
		rec, err := table.Record()
		if err != nil {
			t.Fatal(err)
		}
		text := string(rec.AppendText(nil))
		if rec, err = record.Parse(text, games.ByID); err != nil {
			t.Fatal(err)
		}
		if err := record.Proved(rec); err != nil || rec.Proof.Withheld() != withheld || rec.Proof.Drawn != yes {
			t.Fatalf("%v in %s", err, text)
		}
		refused := func(what string, f func(r *record.Record)) {
			t.Helper()
			bad, err := record.Parse(text, games.ByID)
			if err != nil {
				t.Fatal(err)
			}
			f(bad)
			if record.Verify(bad) == nil {
				t.Errorf("%s is not found", what)
			}
		}
		refused("another seating", func(r *record.Record) {
			c := r.Proof.Chairs
			c[0].Seat, c[1].Seat = c[1].Seat, c[0].Seat
		})
		refused("another first draw", func(r *record.Record) {
			words := strings.Fields(r.Events[0].Do)
			words[1], words[2] = words[2], words[1]
			r.Events[0].Do = strings.Join(words, " ")
		})
		for i := range rec.Proof.Chairs {
			if rec.Proof.Chairs[i].Nonce == nil {
				continue
			}
			refused("another nonce", func(r *record.Record) { r.Proof.Chairs[i].Nonce[5]++ })
			refused("a nonce without commitment", func(r *record.Record) { r.Proof.Chairs[i].Commit = nil })
		}
	})
}

// A given outcome is named in the proof, and everything else is still drawn.
func TestGivenOutcomeIsMarkedInTheProof(t *testing.T) {
	layout := "layout " + strings.Join([]string{"a1", "c1", "e1", "g1", "a3", "c3", "e3", "g3", "a5", "c5", "e5", "g5", "a7", "c7", "e7", "g7"}, " ")
	table := table2(t, match.Setup{Options: map[string]any{"layout": "custom"}, Given: layout, Seats: seatsOf(match.SeatMe, 2)})
	table = ok(t)(table.Open(0, one.String(), now))
	table = ok(t)(table.Do(0, "resign", "", now))
	rec, err := table.Record()
	if err != nil || rec.Proof == nil || rec.Proof.Given == nil || *rec.Proof.Given != 0 {
		t.Fatalf("%+v, %v", rec.Proof, err)
	}
	if err := record.Proved(rec); err != nil {
		t.Error(err)
	}
	rec.Proof.Given = nil
	if record.Verify(rec) == nil {
		t.Error("a given layout passes for a drawn one")
	}
}

// A table of the time before nonces goes on as it was, and its record has the
// proof of that time.
func TestOldTablesDrawFromTheSeedAlone(t *testing.T) {
	old := []string{
		`{"at":1,"kind":"created","created":{"rules":1,"setup":{"game":"conqueror","players":2,"shuffle":true,"clock":{},"abandon":{}},"host":{"id":"h","name":"Host"},"seats":[{"kind":"human","user":{"id":"h","name":"Host"}},{"kind":"open"}],"seed":"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}`,
	}
	stored := &match.Stored{Version: 1}
	for i, line := range old {
		e, err := match.ReadEntry(int64(i+1), []byte(line))
		if err != nil {
			t.Fatal(err)
		}
		stored.Entries = append(stored.Entries, e)
	}
	table, err := match.Replay(games.ByID, "oldtable", stored)
	if err != nil {
		t.Fatal(err)
	}
	table = ok(t)(table.Join(guest, game.NoSeat, "", "", now))
	if table.Status != match.Running || table.Chairs != nil {
		t.Fatalf("%s, %+v", table.Status, table.Chairs)
	}
	if want := fair.Seating(fair.Seed{1}, "oldtable", 2); (table.Seats[0].User.ID == "h") != (want[0] == 0) {
		t.Errorf("seats %+v, want %v", table.Seats, want)
	}
	table = ok(t)(table.Do(0, "resign", "", now))
	rec, err := table.Record()
	if err != nil || rec.Proof == nil || rec.Proof.Chairs != nil {
		t.Fatalf("%+v, %v", rec, err)
	}
	if err := record.Proved(rec); err != nil {
		t.Error(err)
	}
}

func TestRematchMovesEverybodyAndKeepsTheNonces(t *testing.T) {
	table := seated(t, match.Setup{Game: "earthquake"})
	table = ok(t)(table.Open(0, one.String(), now))
	table = ok(t)(table.Open(1, two.String(), now))
	table = ok(t)(table.Do(0, "resign", "", now))
	table = ok(t)(table.OfferRematch(0, commitOf(three), "m", now))
	d, err := table.OfferRematch(1, commitOf(three), "n", now)
	refusal{match.NotNow, "the same number"}.of(t, d, err)
	table = ok(t)(table.Do(1, "offer rematch", "", now))
	_, next, _, err := table.NextTable(games.ByID, "next", make([]byte, 32), now)
	if err != nil {
		t.Fatal(err)
	}
	if next.Opening == 0 || next.Seats[1].Commit != commitOf(three) || next.Seats[0].User.ID != table.Seats[1].User.ID {
		t.Fatalf("%+v", next.Seats)
	}
	next = ok(t)(next.Open(1, three.String(), now))
	if next.Status != match.Running || next.Seats[0].User.ID != table.Seats[1].User.ID {
		t.Errorf("%s, %+v", next.Status, next.Seats)
	}
}
