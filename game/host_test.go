package game_test

import (
	"errors"
	"strings"
	"testing"

	"atoll/game"
	"atoll/games"
)

func start(t testing.TB, config string) game.State {
	t.Helper()
	id, _, _ := strings.Cut(config, " ")
	g, ok := games.ByID(id)
	if !ok {
		t.Fatalf("no game %s", id)
	}
	cfg, err := g.ParseConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	return cfg.New()
}

func TestTryPlaysOrChangesNothing(t *testing.T) {
	st := start(t, "evo 2")
	before := string(st.AppendText(nil))
	for _, tt := range []struct {
		seat game.Seat
		text string
		want string
	}{
		{1, "g11-g10", "not N's turn; to act: S"},
		{0, "g2-g9", "S may not"},
		{0, "nonsense", "S may not"},
		{game.Nature, "roll 1", "chance"},
	} {
		err := game.Try(st, tt.seat, tt.text, nil)
		var r *game.Refusal
		if !errors.As(err, &r) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want a refusal with %q", tt.text, err, tt.want)
		}
		if now := string(st.AppendText(nil)); now != before {
			t.Fatalf("the refused %q changed the state to %s", tt.text, now)
		}
	}
	if err := game.Try(st, 0, "g2-g3", nil); err != nil || st.Acting() != game.Only(1) {
		t.Errorf("g2-g3: %v, then %s acts", err, game.ActingText(st))
	}
}

func TestTryRefusesHalfOfASimultaneousStep(t *testing.T) {
	st := start(t, "epigo 2")
	if got := game.ActingText(st); got != "S and N" {
		t.Fatalf("%s act", got)
	}
	if err := game.Try(st, 0, "deploy 1 2 3 4 5 6 7 X", nil); err == nil || !strings.Contains(err.Error(), "several seats") {
		t.Errorf("got %v", err)
	}
}

func TestAfterTheEnd(t *testing.T) {
	st := start(t, "evo 2")
	if err := game.TryTable(st, 1, game.Resign, nil); err != nil {
		t.Fatal(err)
	}
	if got := game.ActingText(st); got != "nobody" {
		t.Errorf("%s acts after the end", got)
	}
	if err := game.Try(st, 0, "g2-g3", nil); !errors.Is(err, game.ErrOver) {
		t.Errorf("got %v, want ErrOver", err)
	}
	res := st.Result()
	if res.Winners(2) != game.Only(0) || res.Score(0, 2) != 1 || res.Score(1, 2) != 0 {
		t.Errorf("result %+v", res)
	}
	if got, want := string(game.AppendResultJSON(nil, res, []string{"S", "N"})), `{"rank":{"S":1,"N":2},"reason":"resign"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := string(game.AppendResultJSON(nil, game.Result{}, nil)); got != "null" {
		t.Errorf("a running game has the result %s", got)
	}
}

func TestScoreIsShared(t *testing.T) {
	res := game.Result{Over: true, Rank: [game.MaxSeats]uint8{1, 3, 1, 4}}
	for s, want := range []float64{0.5, 0, 0.5, 0} {
		if got := res.Score(game.Seat(s), 4); got != want {
			t.Errorf("seat %d: got %v, want %v", s, got, want)
		}
	}
}

func TestTryTableSaysWhyNot(t *testing.T) {
	st := start(t, "evo 2")
	err := game.TryTable(st, 1, game.Timeout, nil)
	var r *game.Refusal
	if !errors.As(err, &r) || r.Seat != "N" || r.Action != "timeout" || r.Reason == "" {
		t.Errorf("got %v", err)
	}
}

func TestTableActionTexts(t *testing.T) {
	for _, text := range []string{"resign", "timeout", "offer draw", "accept draw"} {
		if a, ok := game.ParseTableAction(text); !ok || a.String() != text {
			t.Errorf("%q is read as %q, %v", text, a, ok)
		}
	}
	for _, text := range []string{"", "Resign", "resign ", "draw", "no table action"} {
		if a, ok := game.ParseTableAction(text); ok {
			t.Errorf("%q is read as %q", text, a)
		}
	}
	if got := game.TableAction(77).String(); got != "no table action" {
		t.Errorf("got %q", got)
	}
}

// A die must fall by its weights, and by nothing but the bits.
func TestDrawFollowsTheWeights(t *testing.T) {
	st := start(t, "conqueror 3")
	counts := map[string]int{}
	r := game.NewRand(1)
	for range 6000 {
		counts[game.Draw(st, r)]++
	}
	if len(counts) != 6 {
		t.Fatalf("%d orders of three players: %v", len(counts), counts)
	}
	for text, n := range counts {
		if n < 850 || n > 1150 {
			t.Errorf("%q was drawn %d times in 6000", text, n)
		}
	}
	if a, b := game.Draw(st, game.NewRand(9)), game.Draw(st, game.NewRand(9)); a != b {
		t.Errorf("the same bits draw %q and %q", a, b)
	}
}

func TestDrawOfABulkOutcome(t *testing.T) {
	st := start(t, "earthquake 2")
	text := game.Draw(st, game.NewRand(3))
	if err := game.Try(st, game.Nature, "scatter", nil); err == nil {
		t.Error("an empty scatter is accepted")
	}
	if err := game.Try(st, game.Nature, text, nil); err != nil || st.Acting() != game.Only(0) {
		t.Errorf("%v, then %s acts", err, game.ActingText(st))
	}
}

func TestSampleAndCount(t *testing.T) {
	st := start(t, "evo 2")
	if n := game.Count(st, 0); n != 92 {
		t.Errorf("%d actions, want 92", n)
	}
	r := game.NewRand(4)
	var buf []game.Action
	seen := map[game.Action]bool{}
	for range 3000 {
		var a game.Action
		if a, buf = game.Sample(st, 0, r, buf); !st.Legal(0, a) {
			t.Fatalf("%d is not legal", a)
		}
		seen[a] = true
	}
	if len(seen) != 92 {
		t.Errorf("3000 draws found %d of 92 actions", len(seen))
	}
	if n := game.Count(start(t, "epigo 2"), 0); n != 40320 {
		t.Errorf("%d deployments, want 40320", n)
	}
}

// Perft agrees with playing every opening and counting the answers.
func TestPerft(t *testing.T) {
	st := start(t, "evo 2")
	for depth, want := range []uint64{1, 92} {
		if got := game.Perft(st, depth); got != want {
			t.Errorf("depth %d: got %d, want %d", depth, got, want)
		}
	}
	var sum uint64
	for _, a := range st.AppendActions(nil, 0) {
		next := st.Copy()
		next.Play(game.Choose(0, a), nil)
		sum += uint64(game.Count(next, 1))
	}
	if got := game.Perft(st, 2); got != sum {
		t.Errorf("depth 2: got %d, counted %d", got, sum)
	}
	// Simultaneous deployments multiply.
	if got, want := game.Perft(start(t, "epigo 2"), 1), uint64(40320); got != want*want {
		t.Errorf("got %d pairs of deployments, want %d", got, want*want)
	}
	if err := game.TryTable(st, 0, game.Resign, nil); err != nil || game.Perft(st, 1) != 0 {
		t.Errorf("%d ways to go on after the end, %v", game.Perft(st, 1), err)
	}
}

func TestPositionJSON(t *testing.T) {
	st := start(t, "evo 2")
	js, err := st.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(js), `{"game":"evo","players":2,"options":{"setup":"guard","quiet_limit":200},"position":"evo 2 | `) {
		t.Errorf("got %.120s", js)
	}
	back := start(t, "evo 4")
	if err := back.UnmarshalJSON(js); err != nil || string(back.AppendText(nil)) != string(st.AppendText(nil)) {
		t.Errorf("read back as %s, %v", back.AppendText(nil), err)
	}
	lie := strings.Replace(string(js), `"acting":["S"]`, `"acting":["N"]`, 1)
	if err := back.UnmarshalJSON([]byte(lie)); err == nil || lie == string(js) {
		t.Errorf("a JSON that contradicts its position is accepted: %v", err)
	}
}

func TestSeatsByName(t *testing.T) {
	cfg := start(t, "evo 4").Config()
	for i, name := range []string{"S", "W", "N", "E"} {
		if s, ok := cfg.SeatByName(name); !ok || s != game.Seat(i) || cfg.SeatName(s) != name {
			t.Errorf("%s is seat %d, %v", name, s, ok)
		}
	}
	if s, ok := cfg.SeatByName("chance"); !ok || s != game.Nature || cfg.SeatName(s) != "chance" {
		t.Errorf("chance is seat %d, %v", s, ok)
	}
	if _, ok := cfg.SeatByName("public"); ok {
		t.Error("public is a seat")
	}
}

func FuzzParseConfig(f *testing.F) {
	f.Add("evo 2")
	f.Add("evo 2 setup=line quiet_limit=1")
	f.Add("epigo 2 variant=islanders island_priority=true")
	f.Add("conqueror 3 coins=12 forfeit=out")
	f.Add("evo 4 setup=line")
	f.Add("evo 2 quiet_limit=9223372036854775807")
	f.Fuzz(func(t *testing.T, text string) {
		id, _, _ := strings.Cut(text, " ")
		g, ok := games.ByID(id)
		if !ok {
			return
		}
		cfg, err := g.ParseConfig(text)
		if err != nil {
			return
		}
		if got := cfg.String(); got != text {
			t.Errorf("%q is accepted and written as %q", text, got)
		}
		if st := cfg.New(); st.Config() != cfg {
			t.Errorf("a state of %q has another configuration", text)
		}
	})
}
