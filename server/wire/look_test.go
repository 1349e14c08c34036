package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"atoll/game"
	"atoll/games"
	"atoll/match"
)

var (
	ann = match.User{ID: "ann", Name: "Ann", Kind: match.Account}
	bob = match.User{ID: "bob", Name: "Bob", Kind: match.Account}
	now = match.Now{MS: 1_800_000_000_000}
)

func refusal(err error) match.Refusal {
	var e *match.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return 255
}

// table is one that Ann has made; if it is not to stay open, Bob sits down too.
func table(t *testing.T, status match.Status, setup match.Setup) *match.Table {
	t.Helper()
	if setup.Game == "" {
		setup.Game = "conqueror"
	}
	if setup.Players == 0 {
		setup.Players = 2
	}
	of, _, err := match.New(games.ByID, "abcdefghijkm", setup, ann, make([]byte, 32), nil, "", now)
	if err != nil {
		t.Fatal(err)
	}
	then := func(d match.Done, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		of = d.Table
	}
	if status == match.Aborted {
		then(of.Close(ann, now))
	}
	if status == match.Running || status == match.Over {
		if of.Status == match.Open {
			then(of.Join(bob, game.NoSeat, "", "", now))
		}
	}
	if status == match.Over {
		then(of.Do(of.SeatsOf("ann").First(), "resign", "end", now))
	}
	if of.Status != status {
		t.Fatalf("the table is %s, not %s", of.Status, status)
	}
	return of
}

// Who may look, and as whom.
func TestWhoMayLook(t *testing.T) {
	none := match.Setup{NoWatchers: true}
	rated := match.Setup{NoWatchers: true, Rated: true}
	bots := match.Setup{NoWatchers: true, Seats: []match.SeatSetup{{Kind: match.SeatBot, Level: 1}, {Kind: match.SeatBot, Level: 1}}}
	const fine = match.Refusal(255)
	for _, x := range []struct {
		name       string
		table      *match.Table
		user, seat string
		sees       string // as whom
		refused    match.Refusal
	}{
		{"a player", table(t, match.Running, match.Setup{}), "ann", "", "own", fine},
		{"a player as the public", table(t, match.Running, match.Setup{}), "ann", "public", "public", fine},
		{"a stranger", table(t, match.Running, match.Setup{}), "eve", "", "public", fine},
		{"nobody", table(t, match.Running, match.Setup{}), "", "", "public", fine},
		{"a stranger on a seat", table(t, match.Running, match.Setup{}), "eve", "A", "", match.Forbidden},
		{"on no seat", table(t, match.Running, match.Setup{}), "ann", "Z", "", match.Unknown},
		{"as chance", table(t, match.Running, match.Setup{}), "ann", "chance", "", match.Unknown},
		{"a stranger after the end", table(t, match.Over, match.Setup{}), "eve", "", "truth", fine},
		{"a stranger on a seat after the end", table(t, match.Over, match.Setup{}), "eve", "A", "A", fine},
		{"the public after the end", table(t, match.Over, match.Setup{}), "eve", "public", "public", fine},
		{"a stranger, closed", table(t, match.Running, none), "eve", "", "", match.Forbidden},
		{"a player, closed", table(t, match.Running, none), "bob", "", "own", fine},
		{"a stranger, closed and open", table(t, match.Open, none), "eve", "", "public", fine},
		{"a stranger, closed and over", table(t, match.Over, none), "eve", "", "", match.Forbidden},
		{"nobody, closed and over", table(t, match.Over, none), "", "", "", match.Forbidden},
		{"a player, closed and over", table(t, match.Over, none), "ann", "", "truth", fine},
		{"a stranger, closed, rated, running", table(t, match.Running, rated), "eve", "", "", match.Forbidden},
		{"a stranger, closed, rated, over", table(t, match.Over, rated), "eve", "", "truth", fine},
		{"the maker of a game of bots", table(t, match.Running, bots), "ann", "", "", match.Forbidden},
	} {
		v, err := ViewerOf(x.table, x.user, x.seat)
		if refusal(err) != x.refused {
			t.Errorf("%s: %v", x.name, err)
		}
		if err != nil {
			continue
		}
		want := x.sees
		if want == "own" {
			want = x.table.Config.SeatName(x.table.SeatsOf(x.user).First())
		}
		if got := v.name(x.table); got != want {
			t.Errorf("%s sees as %s, not %s", x.name, got, want)
		}
	}
	twice := table(t, match.Running, match.Setup{Seats: []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}})
	if v, err := ViewerOf(twice, "ann", ""); err != nil || v.Seat != game.NoSeat || v.Mine.Len() != 2 {
		t.Errorf("two at one screen: %+v, %v", v, err)
	}
	if v, err := ViewerOf(twice, "ann", "B"); err != nil || v.name(twice) != "B" || v.Want {
		t.Errorf("one of two at one screen: %+v, %v", v, err)
	}
	if _, err := MySeat(twice, "ann", ""); refusal(err) != match.Invalid {
		t.Errorf("which of two: %v", err)
	}
	if s, err := MySeat(twice, "ann", "B"); err != nil || s != 1 {
		t.Errorf("the second of two: %v, %v", s, err)
	}
}

func TestMySeat(t *testing.T) {
	of := table(t, match.Running, match.Setup{})
	mine := of.SeatsOf("ann").First()
	for _, x := range []struct {
		user, seat string
		refused    match.Refusal
	}{
		{"ann", "", 255},
		{"ann", of.Config.SeatName(mine), 255},
		{"ann", of.Config.SeatName(1 - mine), match.Forbidden},
		{"ann", "Z", match.Invalid},
		{"ann", "chance", match.Invalid},
		{"eve", "", match.Forbidden},
		{"", "", match.Forbidden},
	} {
		s, err := MySeat(of, x.user, x.seat)
		if refusal(err) != x.refused || err == nil && s != mine {
			t.Errorf("%q on %q: %v, %v", x.user, x.seat, s, err)
		}
	}
}

// Requests that no table could take are refused before one is looked for.
func TestRequestsAreMeasured(t *testing.T) {
	text := func(n int) string { return strings.Repeat("x", n) }
	for _, x := range []struct {
		req  interface{ Check() error }
		fine bool
	}{
		{&ActRequest{Msg: "a"}, true},
		{&ActRequest{Msg: ""}, false},
		{&ActRequest{Msg: text(64), Action: text(4096)}, true},
		{&ActRequest{Msg: text(65)}, false},
		{&ActRequest{Msg: "a", Action: text(4097)}, false},
		{&TableRequest{}, true},
		{&TableRequest{Msg: text(64)}, true},
		{&TableRequest{Msg: text(65)}, false},
	} {
		if err := x.req.Check(); (err == nil) != x.fine {
			t.Errorf("%.40v: %v", x.req, err)
		}
	}
}

func TestTakingASeatByName(t *testing.T) {
	of := table(t, match.Open, match.Setup{Players: 4})
	free := of.Config.SeatName(2)
	for name, refused := range map[string]match.Refusal{"Z": match.Invalid, "chance": match.Invalid, free: 255, "": 255} {
		d, err := (&JoinRequest{Seat: name}).Apply(of, bob, "", now)
		if refusal(err) != refused {
			t.Errorf("%q: %v", name, err)
		}
		if err == nil && name == free && !d.Table.SeatsOf("bob").Has(2) {
			t.Errorf("Bob sits on %v", d.Table.SeatsOf("bob"))
		}
	}
	if _, err := (&OpenRequest{}).Apply(of, "eve", now); refusal(err) != match.Forbidden {
		t.Errorf("a stranger opens a number: %v", err)
	}
}

// A moment is told after the start, the truth after the end.
func TestMoments(t *testing.T) {
	for _, x := range []struct {
		name    string
		table   *match.Table
		seat    string
		refused match.Refusal
	}{
		{"before the start", table(t, match.Open, match.Setup{}), "", match.NotNow},
		{"closed before the start", table(t, match.Aborted, match.Setup{}), "", match.NotNow},
		{"running", table(t, match.Running, match.Setup{}), "", 255},
		{"the truth too early", table(t, match.Running, match.Setup{}), "truth", match.Forbidden},
		{"the truth", table(t, match.Over, match.Setup{}), "truth", 255},
	} {
		m, err := MomentAt(x.table, "ann", x.seat, 0)
		if refusal(err) != x.refused {
			t.Errorf("%s: %v", x.name, err)
		}
		if err == nil && (m.Step != m.Steps[len(m.Steps)-1] || m.Stories == nil) {
			t.Errorf("%s: step %d of %v, stories %v", x.name, m.Step, m.Steps, m.Stories)
		}
	}
	of := table(t, match.Running, match.Setup{})
	all, err := MomentAt(of, "ann", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := MomentAt(of, "ann", "", all.Steps[0]); err != nil || m.Step != all.Steps[0] {
		t.Errorf("the first of %v: %+v, %v", all.Steps, m, err)
	}
}

// A list of actions holds what was asked for and says whether there is more.
func TestLegalLists(t *testing.T) {
	of := table(t, match.Running, match.Setup{})
	seat := of.Waiting().First()
	user := of.Seats[seat].User.ID
	all, err := LegalActions(of, user, "", "", 1000)
	n := len(all.Actions)
	if err != nil || n < 3 || all.More || all.Count != n {
		t.Fatalf("%+v, %v", all, err)
	}
	for limit, more := range map[int]bool{n - 1: true, n: false, n + 1: false} {
		l, err := LegalActions(of, user, "", "", limit)
		if err != nil || len(l.Actions) != min(n, limit) || l.More != more || l.Count != n {
			t.Errorf("%d of %d: %+v, %v", limit, n, l, err)
		}
	}
	prefix := all.Actions[0]
	var want []string
	for _, a := range all.Actions {
		if strings.HasPrefix(a, prefix) {
			want = append(want, a)
		}
	}
	if l, err := LegalActions(of, user, "", prefix, 1000); err != nil || !slices.Equal(l.Actions, want) {
		t.Errorf("those with %q: %v, %v", prefix, l.Actions, err)
	}
	if l, err := LegalActions(of, user, "", prefix+"and more than any has", 1000); err != nil || len(l.Actions) != 0 {
		t.Errorf("none: %v, %v", l.Actions, err)
	}
	other := of.Seats[1-seat].User.ID
	if l, err := LegalActions(of, other, "", "", 1000); err != nil || l.Count != 0 || len(l.Actions) != 0 {
		t.Errorf("of one who waits: %+v, %v", l, err)
	}
	many := table(t, match.Running, match.Setup{Game: "epigo"})
	for range 30 { // until somebody has more than a view lists
		seat := many.Waiting().First()
		st := many.Look(game.SeatViewer(seat))
		if game.Count(st, seat) > MaxLegal {
			if l := Legal(st, seat, "", MaxLegal); !l.More || len(l.Actions) != 0 || l.Count <= MaxLegal {
				t.Errorf("too many: %d, %d listed, more %v", l.Count, len(l.Actions), l.More)
			}
			if l := Legal(st, seat, "", 10); !l.More || len(l.Actions) != 10 {
				t.Errorf("ten of many: %d listed, more %v", len(l.Actions), l.More)
			}
			return
		}
		a, _ := game.Sample(st, seat, game.NewRand(1), nil)
		d, err := many.Act(seat, many.Step, fmt.Sprint(many.Version), string(st.AppendAction(nil, seat, a)), now)
		if err != nil {
			t.Fatal(err)
		}
		many = d.Table
	}
	t.Error("nobody ever had many actions")
}

// The latest entries of a log are kept where there are too many.
func TestEntriesAreTheLatest(t *testing.T) {
	of := table(t, match.Over, match.Setup{})
	v, err := ViewerOf(of, "", "")
	if err != nil {
		t.Fatal(err)
	}
	all := Entries(of, v, 0, 1000)
	n := len(all)
	if n < 4 || all[n-1].Seq != of.Seq {
		t.Fatalf("%d entries, the last %d of %d", n, all[n-1].Seq, of.Seq)
	}
	for limit, from := range map[int]int{n - 1: 1, n: 0, n + 1: 0, 1: n - 1} {
		got := Entries(of, v, 0, limit)
		if len(got) != n-from || got[0].Seq != all[from].Seq || got[len(got)-1].Text != all[n-1].Text {
			t.Errorf("%d of %d: %d entries from %d", limit, n, len(got), got[0].Seq)
		}
	}
	if !strings.HasPrefix(all[0].Text, "Ann made the table.") {
		t.Errorf("the first says %q", all[0].Text)
	}
}

func TestClocksAreShownWhereTheyRun(t *testing.T) {
	clock := match.Setup{Clock: match.ClockSetup{Kind: match.PerTurn, Turn: 20}}
	for _, x := range []struct {
		name  string
		table *match.Table
		want  int
	}{
		{"none", table(t, match.Running, match.Setup{}), 0},
		{"said to be none", table(t, match.Running, match.Setup{Clock: match.ClockSetup{Kind: match.NoClock}}), 0},
		{"open", table(t, match.Open, clock), 0},
		{"closed", table(t, match.Aborted, clock), 0},
		{"running", table(t, match.Running, clock), 2},
		{"over", table(t, match.Over, clock), 2},
	} {
		c := (Scene{Table: x.table, Now: now}).Clocks(Viewer{Seat: game.NoSeat})
		if (c != nil) != (x.want > 0) || c != nil && len(c.Seats) != x.want {
			t.Errorf("%s: %+v", x.name, c)
		}
	}
}

// The seed is told after the end and not before.
func TestTheSeedIsToldAtTheEnd(t *testing.T) {
	for status, want := range map[match.Status]string{match.Open: "", match.Running: "", match.Over: strings.Repeat("0", 64)} {
		of := table(t, status, match.Setup{})
		p := (Scene{Table: of, Now: now}).Proof(of.SeatsOf("ann"))
		if p.Seed != want || p.Commitment == "" {
			t.Errorf("%s: %+v", status, p)
		}
		if got := len(ChairsNow(of)); status == match.Open && got != 2 {
			t.Errorf("%s: %d chairs", status, got)
		}
		if got := openChairs(of); (got != nil) != (status == match.Open) {
			t.Errorf("%s: chairs of an open table: %v", status, got)
		}
	}
}

func TestWordsOfTheLog(t *testing.T) {
	name := func(s game.Seat) string { return string(rune('A' + s)) }
	day := int64(24 * time.Hour / time.Millisecond)
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).UnixMilli()
	for got, want := range map[string]string{
		ratedText(name, []match.Rated{{Seat: 0, Rating: 1510, Change: 10}}):                                       "Ratings: A 1510 (+10).",
		ratedText(name, []match.Rated{{Seat: 0, Rating: 1510, Change: 10}, {Seat: 1, Rating: 1490, Change: -10}}): "Ratings: A 1510 (+10), B 1490 (-10).",
		vacationText(name, at, nil): "Nobody is on vacation any more.",
		vacationText(name, at, []match.Vacation{{Seat: 0, From: at - day, To: at}}):                                            "Nobody is on vacation any more.",
		vacationText(name, at, []match.Vacation{{Seat: 1, From: at, To: at + 1}}):                                              "Vacation: B from 2026-03-01 until 2026-03-01.",
		vacationText(name, at, []match.Vacation{{Seat: 0, From: at, To: at + day}, {Seat: 1, From: at + day, To: at + 2*day}}): "Vacation: A from 2026-03-01 until 2026-03-02, B from 2026-03-02 until 2026-03-03.",
		seatText("A", &match.SeatChange{Why: "joined", Now: match.Seat{User: ann}}):                                            "Ann sits down as A.",
		seatText("A", &match.SeatChange{Why: "left"}):                                                                          "Seat A is free again.",
		seatText("A", &match.SeatChange{Why: "away", Now: match.Seat{User: ann}}):                                              "Ann is away; a bot plays A.",
		seatText("A", &match.SeatChange{Why: "back", Now: match.Seat{User: ann}}):                                              "Ann is back as A.",
		seatText("A", &match.SeatChange{Why: "committed", Now: match.Seat{User: ann}}):                                         "Ann adds a number to chance.",
		seatText("A", &match.SeatChange{}):                                                                                     "Seat A was changed.",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for level, want := range map[int]bool{-1: false, 0: false, 1: true, 8: true, 9: false} {
		if got := BotName(level) != "Bot"; got != want {
			t.Errorf("level %d is %q", level, BotName(level))
		}
	}
}

// Everybody reads the same of a seat: who sits there, whether they are there, and of a bot its name and that it is.
func TestSeatsAreDescribed(t *testing.T) {
	of := table(t, match.Open, match.Setup{Players: 4})
	seats := []match.Seat{
		{Kind: match.SeatMe, User: ann},
		{Kind: match.SeatOpen},
		{Kind: match.SeatBot, Level: 2},
		{Kind: match.SeatBot, Level: 3, User: bob, Stand: true},
	}
	var got []string
	for _, s := range SeatInfos(of.Config, seats, game.Only(0), game.Only(0)) {
		got = append(got, fmt.Sprintf("%q mine %v online %v stand %v", s.Name, s.Mine, s.Online, s.Stand))
	}
	want := []string{
		`"Ann" mine true online true stand false`, `"" mine false online false stand false`,
		fmt.Sprintf("%q mine false online true stand false", BotName(2)), `"Bob" mine false online true stand true`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// A commitment for the next table comes with the offer of a rematch and with nothing else.
func TestWhatIsAskedOfATable(t *testing.T) {
	over := table(t, match.Over, match.Setup{})
	commit := strings.Repeat("ab", 32)
	d, err := (&TableRequest{Do: match.OfferRematch, Commit: commit}).Apply(over, ann, now)
	if err != nil || d.Table.Rematch != over.SeatsOf("ann") {
		t.Errorf("offered by %v, %v", d.Table.Rematch, err)
	}
	if _, err := (&TableRequest{Do: match.OfferRematch, Commit: "nonsense"}).Apply(over, ann, now); err == nil {
		t.Error("nonsense was taken for a commitment")
	}
	if d, err := (&TableRequest{Do: match.OfferRematch}).Apply(over, bob, now); err != nil || d.Table.Rematch != over.SeatsOf("bob") {
		t.Errorf("without one: %v", err)
	}
	running := table(t, match.Running, match.Setup{})
	if d, err := (&TableRequest{Do: "resign", Commit: commit}).Apply(running, ann, now); err != nil || d.Table.Status != match.Over {
		t.Errorf("resigning: %v", err)
	}
	if _, err := (&TableRequest{Do: match.Abort}).Apply(running, bob, now); refusal(err) != match.Forbidden {
		t.Errorf("closed by another: %v", err)
	}
	if _, err := (&TableRequest{Do: match.Claim}).Apply(running, match.User{ID: "eve"}, now); refusal(err) != match.Forbidden {
		t.Errorf("claimed by a stranger: %v", err)
	}
	open := table(t, match.Open, match.Setup{})
	if d, err := (&TableRequest{Do: match.Abort}).Apply(open, ann, now); err != nil || d.Table.Status != match.Aborted {
		t.Errorf("closed by its maker: %v", err)
	}
	if ack := AckOf(d); ack.Seq != d.Seq || ack.Step != d.Table.Step {
		t.Errorf("acknowledged %+v", ack)
	}
	if ack := AckOf(match.Done{Seq: 5}); ack != (Ack{}) {
		t.Errorf("acknowledged nothing with %+v", ack)
	}
}

func TestWaitingTablesComeFirst(t *testing.T) {
	list := []TableInfo{
		{ID: "over", Status: "over", Updated: 9},
		{ID: "open", Status: "open", Updated: 8},
		{ID: "old", Status: "running", Updated: 1},
		{ID: "new", Status: "running", Updated: 1e12},
		{ID: "mine", Status: "running", YourTurn: true},
		{ID: "same", Status: "running", Updated: 1},
	}
	WaitingFirst(list)
	var got []string
	for _, x := range list {
		got = append(got, x.ID)
	}
	if want := "mine new old same open over"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// A long game has less time for each position.
func TestReviewTime(t *testing.T) {
	for positions, want := range map[int]time.Duration{
		0: 150 * time.Millisecond, 1: 150 * time.Millisecond, 200: 150 * time.Millisecond, 300: 100 * time.Millisecond,
		2000: 15 * time.Millisecond, 9999: 15 * time.Millisecond,
	} {
		if got := ReviewTime(positions); got != want {
			t.Errorf("%d positions: %v", positions, got)
		}
	}
	for every, want := range map[time.Duration]string{0: `"every_ms":1`, 15 * time.Second: `"every_ms":15000`} {
		if got := string(BeatFrame(every)); !strings.Contains(got, want+"}") {
			t.Errorf("%v: %s", every, got)
		}
	}
}

func TestPositionsToTry(t *testing.T) {
	chance := func(b []byte) { clear(b) }
	start, err := StartPosition(games.ByID, chance, StartRequest{Game: "conqueror", Players: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(start.Legal) == 0 && len(start.Chance) == 0 && len(start.Choices) == 0 {
		t.Errorf("nothing can be done: %+v", start)
	}
	var sum float64
	for _, o := range start.Chance {
		sum += o.Chance
	}
	if len(start.Chance) > 0 && (sum < 0.999 || sum > 1.001) {
		t.Errorf("chances make %v", sum)
	}
	drawn, err := StartPosition(games.ByID, chance, StartRequest{Game: "conqueror", Players: 2, Draw: true})
	if err != nil || len(drawn.Legal) != 1 || len(drawn.Chance) != 0 {
		t.Fatalf("%+v, %v", drawn, err)
	}
	of := table(t, match.Running, match.Setup{})
	st := of.Look(game.TruthViewer())
	text := string(st.AppendText(nil))
	seat := of.Waiting().First()
	name := of.Config.SeatName(seat)
	do := string(st.AppendAction(nil, seat, st.AppendActions(nil, seat)[0]))
	for _, x := range []struct {
		name    string
		req     PositionRequest
		refused match.Refusal
	}{
		{"a look", PositionRequest{Position: text}, 255},
		{"a move", PositionRequest{Position: text, Choices: []PositionChoice{{name, do}}}, 255},
		{"an illegal one", PositionRequest{Position: text, Choices: []PositionChoice{{name, "nonsense"}}}, match.Illegal},
		{"of no seat", PositionRequest{Position: text, Choices: []PositionChoice{{"Z", do}}}, match.Invalid},
		{"twice", PositionRequest{Position: text, Choices: []PositionChoice{{name, do}, {name, do}}}, match.Invalid},
		{"of chance out of turn", PositionRequest{Position: text, Choices: []PositionChoice{{"chance", "roll 3"}}}, match.Illegal},
		{"no game", PositionRequest{Position: "chess 2 | "}, match.Invalid},
		{"no position", PositionRequest{Position: "conqueror"}, match.Invalid},
	} {
		got, err := PlayPosition(games.ByID, chance, x.req)
		if refusal(err) != x.refused {
			t.Errorf("%s: %v", x.name, err)
		}
		if err == nil && (len(got.Choices) != len(x.req.Choices) || got.Stories == nil) {
			t.Errorf("%s: %+v", x.name, got)
		}
	}
}
