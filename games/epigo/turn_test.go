package epigo

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"atoll/game"
)

// far and away: positions where nothing touches, to vary in each test.
const (
	quietSouth = "c1,d1,e1,f1,b2,c2,d2"
	quietNorth = "c8,d8,e8,f8,b7,c7,d7"
)

// stopAll answers every super slide with stop.
func stopAll(t testing.TB, s *State) []game.Event {
	t.Helper()
	var told []game.Event
	for s.over == 0 && s.phase == superSlide {
		told = append(told, play(t, s, "stop")...)
	}
	return told
}

func TestDeployment(t *testing.T) {
	s := Game.MustConfigure(2).New().(*State)
	if s.Acting() != 3 {
		t.Fatalf("got acting %b, want both", s.Acting())
	}
	told := play(t, s, "deploy 3 1 7 X 2 5 4 6/deploy X 1 2 3 4 5 6 7")
	want := "epigo 2 | plan turn=1 quiet=0 S=b4,e4,a4,g4,f4,h4,c4 N=b5,c5,d5,e5,f5,g5,h5"
	if got := string(s.AppendText(nil)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := kinds(told), []string{"deploy", "deploy", "remove", "remove", "turn"}; !slices.Equal(got, want) {
		t.Errorf("events: got %v, want %v", got, want)
	}
	for i, at := range map[int]string{2: "d4", 3: "a5"} {
		if got := told[i].Arg("at"); got != at {
			t.Errorf("X of seat %d is taken from %v, want %s", told[i].Seat, got, at)
		}
	}
	if s.Acting() != 3 || s.phase != planning {
		t.Errorf("both plan after the deployment; got phase %s", phaseWords[s.phase])
	}
}

func TestDeploymentRefused(t *testing.T) {
	for _, c := range []struct{ options, text, why string }{
		{"", "deploy 3 1 7 X 2 5 4", "eight tiles"},
		{"", "deploy 3 1 7 X 2 5 4 6 6", "eight tiles"},
		{"", "deploy 3 1 7 X 2 5 4 4", "tile 4 is placed twice"},
		{"", "deploy 3 1 7 X 2 5 4 8", "not a tile"},
		{"", "deploy 3 1 7 x 2 5 4 6", "not a tile"},
		{"", "deploy 3 1 7 X 2 5 4 6 @ b2", "no Islands in the core game"},
		{"variant=islanders", "deploy 3 1 7 X 2 5 4 6", "also names the Island"},
		{"variant=islanders", "deploy 3 1 7 X 2 5 4 6 @ b6", "one of c1, d1, e1, b2, c2, d2, e2, f2"},
		{"variant=islanders", "deploy 3 1 7 X 2 5 4 6 @ a1", "eight tiles"},
		{"", "plan 1N 2N 3N", "deploy their Epigons first"},
		{"", "slide", "deploy their Epigons first"},
		{"", "", "begins with deploy"},
	} {
		var opts []string
		if c.options != "" {
			opts = []string{c.options}
		}
		s := Game.MustConfigure(2, opts...).New()
		_, err := game.Parse(s, 0, c.text)
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%q: got %v, want an error with %q", c.text, err, c.why)
		}
	}
}

func TestPlansRefused(t *testing.T) {
	s := core(t, quietSouth, quietNorth)
	for _, c := range []struct{ text, why string }{
		{"plan 5N 3E", "three Orders"},
		{"plan 5N 3E 7S 1N", "three Orders"},
		{"plan 5N 3E 5S", "same number"},
		{"plan 5N 3E 8S", "not an Order"},
		{"plan 5N 3E 0S", "not an Order"},
		{"plan 5N 3E 7n", "not an Order"},
		{"plan 5N  3E 7S", "three Orders"},
		{"plan SLAM 3E 7S", "Islanders variant only"},
		{"deploy 1 2 3 4 5 6 7 X", "plan three Orders now"},
		{"stay", "plan three Orders now"},
	} {
		_, err := game.Parse(s, 1, c.text)
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%q: got %v, want an error with %q", c.text, err, c.why)
		}
	}
}

func TestAlwaysAllPlans(t *testing.T) {
	for _, s := range []*State{
		core(t, quietSouth, quietNorth),
		read(t, "epigo 2 | plan turn=9 quiet=0 S=-,-,e1,f1,b2,c2,d2 N=c8,d8,-,-,b7,c7,d7"),
	} {
		for seat := game.Seat(0); seat < 2; seat++ {
			if got := len(s.AppendActions(nil, seat)); got != 13440 {
				t.Errorf("%s: got %d plans, want 13440", s.AppendText(nil), got)
			}
		}
	}
}

func TestHigherNumberActsFirst(t *testing.T) {
	// d4 and d6 both want d5; the later one pushes.
	for _, c := range []struct{ plans, first, firstMover string }{
		{"plan 5N 1S 2S/plan 3S 1N 2N", "S", "S5@d4"},
		{"plan 5N 1S 2S/plan 6S 1N 2N", "N", "N6@d6"},
	} {
		s := core(t, "c1,d1,e1,f1,d4,c2,b2", "c8,d8,d6,f8,b7,d7,e7")
		if strings.Contains(c.plans, "6S") {
			s = core(t, "c1,d1,e1,f1,d4,c2,b2", "c8,d8,d7,f8,b7,d6,e7")
		}
		told := play(t, s, c.plans)
		e := find(told, "reveal")
		if e == nil || e.Arg("first") != c.first || e.Arg("why") != "higher" {
			t.Errorf("%s: got %+v, want first %s", c.plans, e, c.first)
		}
		if m := find(told, "slide"); m == nil ||
			seatLetters[m.Seat:m.Seat+1]+string(rune('0'+m.Arg("epigon").(int)))+"@"+m.Arg("from").(string) != c.firstMover {
			t.Errorf("%s: first mover: got %+v, want %s", c.plans, m, c.firstMover)
		}
	}
}

func TestEqualNumbersCancel(t *testing.T) {
	s := core(t, quietSouth, quietNorth)
	before := s.pos
	told := play(t, s, "plan 1N 2N 3N/plan 1S 2S 3S")
	if s.pos != before {
		t.Errorf("something moved: %s", s.AppendText(nil))
	}
	for _, e := range told {
		if e.Kind == "reveal" && (e.Arg("why") != "cancel" || e.Arg("first") != "") {
			t.Errorf("got %+v, want a cancel", e)
		}
	}
}

func TestOrderOfACapturedEpigonCancels(t *testing.T) {
	s := core(t, "c1,d1,e1,-,b2,c2,d2", "c8,d8,e8,f8,b7,c7,d7")
	told := play(t, s, "plan 4N 1S 2S/plan 4S 1N 2N")
	if e := find(told, "reveal"); e.Arg("why") != "cancel" {
		t.Errorf("got %+v, want South's captured 4 to cancel North's 4", e)
	}
	if got := where(s, "N4"); got != "f8" {
		t.Errorf("North 4 moved to %s", got)
	}
}

func TestOrderOfACapturedEpigonMovesNothing(t *testing.T) {
	s := core(t, "c1,d1,e1,-,b2,c2,d2", "c8,d8,e8,f8,b7,c7,d7")
	told := play(t, s, "plan 4N 1S 2S/plan 3S 1N 2N")
	if e := find(told, "idle"); e == nil || e.Seat != 0 || e.Arg("epigon") != 4 {
		t.Errorf("got %v, want South 4 idle", kinds(told))
	}
}

func TestOrderOfAnEpigonCapturedInTheSameRoundDoesNothing(t *testing.T) {
	// North 7 pushes South 1 off h4 before South 1 acts.
	s := core(t, "h4,d1,e1,f1,b2,c2,d2", "c8,d8,e8,f8,b7,c7,g4")
	told := play(t, s, "plan 1W 2S 3S/plan 7E 1N 2N")
	if got := kinds(told)[:4]; !slices.Equal(got, []string{"reveal", "push", "capture", "idle"}) {
		t.Errorf("got %v, want reveal, push, capture, idle first", got)
	}
}

func TestSlidingOffTheBoardIsCapturedByTheOther(t *testing.T) {
	s := core(t, "h4,d1,e1,f1,b2,c2,d2", quietNorth)
	told := play(t, s, "plan 1E 6N 5E/plan 2S 6S 5W")
	e := find(told, "capture")
	if e == nil || e.Seat != 0 || e.Arg("by") != "N" || e.Arg("from") != "h4" || e.Arg("captures") != 1 {
		t.Fatalf("got %+v, want South 1 captured by North", e)
	}
	stopAll(t, s)
	if s.pos.lost != [2]uint8{1, 0} {
		t.Errorf("got lost %v, want South 1", s.pos.lost)
	}
}

func TestThirdCaptureWinsAtOnce(t *testing.T) {
	// Each has two captures. South 7 pushes North 1 off first; North 6 would push
	// South 1 off.
	s := read(t, "epigo 2 | plan turn=9 quiet=0 S=a6,-,-,f1,b2,c2,g4 N=h4,-,-,f8,b7,b6,d7")
	told := play(t, s, "plan 7E 4S 5S/plan 6W 4N 5N")
	if s.over != byCaptures || s.winner != 0 || s.Acting() != 0 {
		t.Fatalf("got %s, want a win for South by captures", s.AppendText(nil))
	}
	if got := kinds(told); !slices.Equal(got, []string{"reveal", "push", "capture", "win"}) {
		t.Errorf("got %v: the rest of the turn must not be played", got)
	}
	r := s.Result()
	if r.Rank[0] != 1 || r.Rank[1] != 2 || r.Reason != "captures" {
		t.Errorf("got %+v", r)
	}
	// A finished state shows everything, Orders never reached included.
	look := game.Look(s, game.PublicViewer()).(*State)
	if got := look.plans[1].String(); got != "6W 4N 5N" {
		t.Errorf("after the end the public sees %s", got)
	}
}

func TestOwnTileSlidOffCanLose(t *testing.T) {
	s := read(t, "epigo 2 | plan turn=9 quiet=0 S=a6,-,-,f1,b2,c2,h4 N=h6,-,-,f8,b7,b6,d7")
	play(t, s, "plan 7E 4S 5S/plan 6W 4N 5N")
	if s.over != byCaptures || s.winner != 1 {
		t.Errorf("got %s, want a win for North", s.AppendText(nil))
	}
}

func TestQuietLimit(t *testing.T) {
	s := read(t, "epigo 2 quiet_limit=3 | plan turn=9 quiet=1 S="+quietSouth+" N="+quietNorth)
	told := play(t, s, "plan 1N 2N 3N/plan 1N 2N 3N")
	if s.over != 0 || s.quiet != 2 || s.turn != 10 {
		t.Fatalf("got %s, want turn 10 with 2 quiet turns", s.AppendText(nil))
	}
	if e := find(told, "turn"); e == nil || e.Arg("turn") != 10 {
		t.Errorf("got %v, want turn 10 announced", kinds(told))
	}
	told = play(t, s, "plan 1N 2N 3N/plan 1N 2N 3N")
	r := s.Result()
	if s.over != byQuiet || r.Rank[0] != 1 || r.Rank[1] != 1 || r.Reason != "quiet" || find(told, "draw") == nil {
		t.Errorf("got %s %+v, want a draw by quiet turns", s.AppendText(nil), r)
	}
}

func TestDeploymentIsNotATurn(t *testing.T) {
	s := Game.MustConfigure(2, "quiet_limit=1").New().(*State)
	play(t, s, "deploy 1 2 3 4 5 6 7 X/deploy 1 2 3 4 5 6 7 X")
	if s.over != 0 || s.quiet != 0 {
		t.Fatalf("got %s", s.AppendText(nil))
	}
	play(t, s, "plan 1N 2N 3N/plan 1N 2N 3N")
	if s.over != byQuiet {
		t.Errorf("got %s, want a draw after one quiet turn", s.AppendText(nil))
	}
}

func TestCaptureBreaksTheQuiet(t *testing.T) {
	s := read(t, "epigo 2 quiet_limit=3 | plan turn=9 quiet=2 S="+quietSouth+" N="+quietNorth)
	// South 1 slides off the board in round 1; the other rounds cancel.
	play(t, s, "plan 1S 2N 3N/plan 4S 2S 3N")
	stopAll(t, s)
	if s.over != 0 || s.quiet != 0 || s.turn != 10 {
		t.Fatalf("got %s, want no quiet turn", s.AppendText(nil))
	}
}

func TestDefaultQuietLimitIs60(t *testing.T) {
	if got := Game.MustConfigure(2).New().(*State).limit; got != 60 {
		t.Errorf("got %d, want 60", got)
	}
	for _, bad := range []string{"quiet_limit=0", "quiet_limit=-1", "quiet_limit=x"} {
		given, err := Game.ReadOptions([]string{bad})
		if err == nil {
			_, err = Game.Configure(2, given)
		}
		if err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}

func TestDrawOffers(t *testing.T) {
	s := core(t, quietSouth, quietNorth)
	try := func(seat game.Seat, a game.TableAction, why string) {
		t.Helper()
		err := game.TryTable(s, seat, a, nil)
		if why == "" && err != nil || why != "" && (err == nil || !strings.Contains(err.Error(), why)) {
			t.Errorf("%s by seat %d: got %v, want %q", a, seat, err, why)
		}
	}
	try(0, game.AcceptDraw, "North has not offered")
	try(0, game.OfferDraw, "")
	try(0, game.OfferDraw, "already")
	try(0, game.AcceptDraw, "North has not offered")
	try(1, game.OfferDraw, "") // two offers are not an acceptance
	if s.over != 0 {
		t.Fatal("two offers ended the game")
	}
	play(t, s, "plan 1N 2N 3N/plan 1N 2N 3N")
	try(0, game.AcceptDraw, "North has not offered") // the offer lapsed with the step
	try(1, game.OfferDraw, "")
	try(0, game.AcceptDraw, "")
	if r := s.Result(); !r.Over || r.Reason != "agreed" || r.Rank[0] != 1 || r.Rank[1] != 1 {
		t.Errorf("got %+v, want a draw by agreement", r)
	}
	try(0, game.OfferDraw, "over")
	try(0, game.Resign, "over")
}

func TestDrawOffersOnlyWhilePlanning(t *testing.T) {
	s := Game.MustConfigure(2).New()
	if err := s.AllowsTable(0, game.OfferDraw); err == nil {
		t.Error("a draw can be offered during deployment")
	}
	mid := core(t, "c1,d1,e1,f1,b2,c2,d4", "a6,c8,d8,e8,f8,b7,h6")
	play(t, mid, "plan 7N 6S 5S/plan 2W 1W 3W")
	for seat := game.Seat(0); seat < 2; seat++ {
		for _, a := range []game.TableAction{game.OfferDraw, game.AcceptDraw} {
			if err := mid.AllowsTable(seat, a); err == nil {
				t.Errorf("%s is allowed in mid-turn", a)
			}
		}
	}
	if err := mid.AllowsTable(1, game.Timeout); err == nil {
		t.Error("the clock of a seat that is not asked can run out")
	}
	if err := mid.AllowsTable(0, game.Timeout); err != nil {
		t.Error(err)
	}
	if err := mid.AllowsTable(1, game.Resign); err != nil {
		t.Error(err)
	}
}

func TestResignAndTimeout(t *testing.T) {
	for _, c := range []struct {
		a      game.TableAction
		reason string
	}{{game.Resign, "resign"}, {game.Timeout, "timeout"}} {
		for _, s := range []*State{Game.MustConfigure(2).New().(*State), core(t, quietSouth, quietNorth)} {
			if err := game.TryTable(s, 0, c.a, nil); err != nil {
				t.Fatal(err)
			}
			if r := s.Result(); r.Reason != c.reason || r.Rank[0] != 2 || r.Rank[1] != 1 {
				t.Errorf("%s: got %+v", c.a, r)
			}
			read(t, string(s.AppendText(nil)))
			if _, err := game.Parse(s, 1, "plan 1N 2N 3N"); !errors.Is(err, game.ErrOver) {
				t.Errorf("after the end: got %v", err)
			}
		}
	}
}

func TestLaterOrdersAreSecret(t *testing.T) {
	s := core(t, "c1,d1,e1,f1,b2,c2,d4", "a6,c8,d8,e8,f8,b7,h6")
	if s.HoldsSecretChoices() {
		t.Error("a state in planning holds secrets")
	}
	told := play(t, s, "plan 7N 6S 5S/plan 2W 1W 3W")
	if !s.HoldsSecretChoices() {
		t.Error("a state in mid-turn holds no secrets")
	}
	for _, e := range told {
		for _, a := range e.Args {
			if text, ok := a.Value.(string); ok && (strings.Contains(text, "6S") || strings.Contains(text, "1W")) {
				t.Errorf("an event tells a later Order: %+v", e)
			}
		}
	}
	for _, c := range []struct {
		v            game.Viewer
		south, north string
	}{
		{game.TruthViewer(), "7N 6S 5S", "2W 1W 3W"},
		{game.SeatViewer(0), "7N 6S 5S", "2W ? ?"},
		{game.SeatViewer(1), "7N ? ?", "2W 1W 3W"},
		{game.PublicViewer(), "7N ? ?", "2W ? ?"},
	} {
		look := game.Look(s, c.v).(*State)
		if look.plans[0].String() != c.south || look.plans[1].String() != c.north {
			t.Errorf("%v sees %s and %s, want %s and %s", c.v, look.plans[0], look.plans[1], c.south, c.north)
		}
	}
}

func TestFillKeepsWhatIsKnown(t *testing.T) {
	s := core(t, "c1,d1,e1,f1,b2,c2,d4", "a6,c8,d8,e8,f8,b7,h6")
	play(t, s, "plan 7N 6S 5S/plan 2W 1W 3W")
	look := game.Look(s, game.SeatViewer(0)).(*State)
	r := game.NewRand(1)
	seen := map[Plan]int{}
	const draws = 48000
	for range draws {
		c := look.Copy().(*State)
		c.Fill(r)
		if c.plans[0] != s.plans[0] || c.plans[1][0] != s.plans[1][0] {
			t.Fatalf("Fill changed what is known: %s, %s", c.plans[0], c.plans[1])
		}
		seen[c.plans[1]]++
	}
	if len(seen) != 6*5*16 {
		t.Errorf("got %d different completions, want 480", len(seen))
	}
	for p, n := range seen {
		if n < draws/480/2 || n > draws/480*2 {
			t.Errorf("%s drawn %d times of %d", p, n, draws)
		}
	}
}

func TestUnknownOrderMovesNothing(t *testing.T) {
	s := core(t, "c1,d1,e1,f1,b2,c2,d4", "a6,c8,d8,e8,f8,b7,h6")
	play(t, s, "plan 7N 1S 5S/plan 2W 1W 3W")
	look := game.Look(s, game.PublicViewer()).(*State)
	before := look.pos
	for look.phase == superSlide {
		play(t, look, "stop")
	}
	if look.phase != planning || look.turn != 10 {
		t.Errorf("got %s", look.AppendText(nil))
	}
	if before.where[0] != look.pos.where[0] {
		t.Errorf("South moved by an unknown Order")
	}
}

// Deployments and plans are kept, and may be replaced, by the host until both
// are in: a state takes both at once or neither.
func TestBothChoicesComeAtOnce(t *testing.T) {
	for _, c := range []struct {
		s    *State
		text string
	}{
		{Game.MustConfigure(2).New().(*State), "deploy 3 1 7 X 2 5 4 6"},
		{core(t, quietSouth, quietNorth), "plan 5N 3E 7S"},
	} {
		before := *c.s
		if err := game.Try(c.s, 0, c.text, nil); err == nil || !strings.Contains(err.Error(), "several seats choose at once") {
			t.Errorf("%q alone: got %v", c.text, err)
		}
		if *c.s != before {
			t.Errorf("%q alone changed the state", c.text)
		}
	}
}

func TestCapturesBelongToTheOwnersOpponent(t *testing.T) {
	// South 7 pushes its own 1 off the board: North's capture.
	s := core(t, "h4,d1,e1,f1,b2,c2,g4", quietNorth)
	told := play(t, s, "plan 7E 2N 3N/plan 5S 2N 3N")
	if e := find(told, "capture"); e == nil || e.Seat != 0 || e.Arg("by") != "N" {
		t.Errorf("got %+v, want South 1 captured by North", e)
	}
}

func TestRoundsAreRevealedOneByOne(t *testing.T) {
	s := core(t, quietSouth, quietNorth)
	told := play(t, s, "plan 1N 2N 3N/plan 1S 2S 3S")
	var rounds []string
	for _, e := range told {
		if e.Kind == "reveal" {
			rounds = append(rounds, e.Arg("south").(string)+e.Arg("north").(string))
		}
	}
	if !slices.Equal(rounds, []string{"1N1S", "2N2S", "3N3S"}) {
		t.Errorf("got %v", rounds)
	}
}
