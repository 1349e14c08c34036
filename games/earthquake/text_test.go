package earthquake

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"atoll/game"
	"atoll/game/gametest"
)

const scenePosition = "earthquake 2 area=19 | 5 2 go | d5R d4-* | b2: b3: b4: c2: c3: c4: c5: d2: d3: d4:C0,C1 d5:?,R d6: e3: e4: e5:V e6: f4: f5: f6: | V3 H8 C6,9,8,4,2,1 R5 L7 S7 D7 B7 J7 P7 T7"

func TestImpossiblePositionsAreRefused(t *testing.T) {
	good := strings.Replace(scenePosition, "d4-*", "d4-", 1)
	st := small.New().(*State)
	if err := st.UnmarshalText([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, old, new, why string }{
		{"another game", "earthquake 2", "evo 2", "not of earthquake"},
		{"players", "earthquake 2", "earthquake 7", "players"},
		{"players and seats", "earthquake 2 area=19", "earthquake 3 area=19", "3 explorers"},
		{"options", "earthquake 2", "earthquake 2 x=1", "no option"},
		{"fields", " | V3", " V3", "5 fields"},
		{"turn number", "5 2 go", "x 2 go", "number of the turn"},
		{"turn number too large", "5 2 go", "1000 2 go", "number of the turn"},
		{"turn number with zeros", "5 2 go", "05 2 go", "canonical"},
		{"turn number 0", "5 2 go", "0 2 go", "begin with 1"},
		{"turn words", "5 2 go", "5 2", "three words"},
		{"turn seat", "5 2 go", "5 3 go", "no seat"},
		{"step", "5 2 go", "5 2 run", "no step"},
		{"not placed", "d5R", "..-", "seat order"},
		{"tool before placing", "d5R", "..R", "before it is placed"},
		{"two on one hex", "d5R", "d4R", "cannot stand"},
		{"no hex", "d5R", "d9R", "cannot stand"},
		{"no tool", "d5R", "d5V", "cannot hold"},
		{"no mark", "d5R", "d5R+", "not a place and a tool"},
		{"out too early", "d5R", "x1", "1 of 2 have left"},
		{"out of order", "d5R", "x2", "without gaps"},
		{"belt of last turn", "d4-", "d4-*", "no longer counts"},
		{"nobody to leave a volcano", "5 2 go", "5 2 go!1", "stands on no volcano"},
		{"cracks without cracks", "5 2 go", "5 2 go@d4", "impossible at this step"},
		{"cracks elsewhere", "5 2 go", "5 2 crack@e5", "cracks must lie"},
		{"go due at go", "5 2 go", "5 2 go+go", "impossible at this step"},
		{"landing without cracks", "5 2 go", "5 2 go+land", "impossible at this step"},
		{"leaving before the scatter", "5 2 go", "0 1 scatter!1", "before the first turn"},
		{"the first to leave is not named", "5 2 go | d5R d4-", "5 2 go!2 | d5R e5-", "canonical"},
		{"scatter step", "5 2 go", "0 1 scatter", "before the scatter"},
		{"placing with tools", "5 2 go", "0 1 place", "seat order"},
		{"crack step", "5 2 go", "5 1 crack", "cracks must lie"},
		{"nothing to decide", "5 2 go", "5 2 crack", "would have gone on already"},
		{"nowhere to go", "d4-", "b2-", "cannot go anywhere"},
		{"over", "5 2 go", "5 2 over-last", "0 of 2"},
		{"hex order", "b2: b3:", "b3: b2:", "should begin"},
		{"hex missing", "b2: b3:", "b3:", "19 hexes"},
		{"no tile", "e5:V", "e5:W", "no tile"},
		{"too many of a kind", "V3", "V4", "but there are only 4"},
		{"too many in the pool", "V3", "V5", "only 4"},
		{"pool with zeros", "V3", "V03", "should follow"},
		{"pool cut off", " T7", "", "should follow"},
		{"pool too long", "T7", "T7 ", "too much"},
		{"hand counts", "R5", "R6", "but there are only 7"},
		{"more unknown than unseen", "V3 H8 C6,9,8,4,2,1 R5 L7 S7 D7 B7 J7 P7 T7", "V0 H0 C0,0,0,0,0,0 R0 L0 S0 D0 B0 J0 P0 T0", "lie unknown"},
		{"trailing", "T7", "T7\n", "too much"},
		{"long", "T7", strings.Repeat("T7", 4000), "too long"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := strings.Replace(good, tc.old, tc.new, 1)
			before := string(st.AppendText(nil))
			err := st.UnmarshalText([]byte(text))
			if err == nil || !strings.Contains(err.Error(), tc.why) {
				t.Errorf("%v, want %q", err, tc.why)
			}
			if string(st.AppendText(nil)) != before {
				t.Error("a refusal changes the state")
			}
		})
	}
}

func TestPlacingPositionsAreChecked(t *testing.T) {
	tiles := " | b2:R b3:R b4: c2: c3: c4: c5: d2: d3: d4:C0,C1 d5:?,R d6: e3: e4: e5:V e6: f4: f5: f6: | V3 H8 C6,9,8,4,2,1 R4 L6 S7 D7 B7 J7 P7 T7"
	for text, why := range map[string]string{
		"0 1 place | ..- ..-":      "",
		"0 2 place | b2- ..-":      "",
		"0 2 place | ..- ..-":      "seat order",
		"0 1 place | b2- ..-":      "seat order",
		"0 2 place | b2L ..-":      "cannot hold a tool",
		"0 2 place | b4- ..-":      "stands on a stack",
		"0 2 place | e5- ..-":      "stands on a stack",
		"1 2 place | b2- ..-":      "nothing else has happened",
		"0 2 over-resign | ..- x1": "",
		"0 2 over-last | b2- x1":   "before the first turn",
	} {
		st := small.New()
		err := st.UnmarshalText([]byte("earthquake 2 area=19 | " + text + tiles))
		if (err == nil) != (why == "") || err != nil && !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %q", text, err, why)
		}
	}
}

func TestActionTexts(t *testing.T) {
	st := small.New().(*State)
	for _, text := range strings.Split("place d4|stay|move e5|rope e5|spring f5|swim c3|float|keep|discard|sandbag|remove|dynamite e5|bazooka f5|push e5|thief 3|drop|end", "|") {
		a, err := st.ParseAction(0, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := string(st.AppendAction(nil, 0, a)); got != text {
			t.Errorf("%s is written %s", text, got)
		}
		if _, err := st.ParseAction(game.Nature, text); err == nil {
			t.Errorf("chance may %s", text)
		}
	}
	for _, text := range []string{"", " ", "stay ", " stay", "Stay", "move", "move ", "move e5 ", "move  e5", "move E5", "move e1", "thief", "thief 0", "thief 7", "thief 33", "end d4", "scatter a1:", "reveal d4:V", "walk d4"} {
		if a, err := st.ParseAction(0, text); err == nil {
			t.Errorf("%q is read as %s", text, st.AppendAction(nil, 0, a))
		}
	}
	if a, err := st.ParseAction(game.Nature, "reveal c3:C024"); err != nil || string(st.AppendAction(nil, game.Nature, a)) != "reveal c3:C024" {
		t.Errorf("reveal: %v", err)
	}
	for _, a := range []game.Action{
		0, 1, pack(VerbStay, 1), pack(VerbMove, 37), pack(VerbThief, 6),
		1 << 60, pack(VerbReveal, 3), ^game.Action(0),
	} {
		if wellFormed(a) || st.Legal(0, a) {
			t.Errorf("%x is an action", uint64(a))
		}
	}
}

func TestWireFormat(t *testing.T) {
	st := small.New().(*State)
	if err := st.UnmarshalText([]byte(strings.Replace(scenePosition, "5 2 go | d5R d4-*", "5 1 go | d5R d4-*", 1))); err != nil {
		t.Fatal(err)
	}
	data, err := st.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, data, "", " "); err != nil {
		t.Fatal(err)
	}
	gametest.CompareGolden(t, "testdata/wire.json", append(pretty.Bytes(), '\n'))
	again := Game.MustConfigure(3).New()
	if err := again.UnmarshalJSON(data); err != nil {
		t.Fatal(err)
	}
	if got := again.AppendText(nil); !bytes.Equal(got, st.AppendText(nil)) {
		t.Errorf("read back as %s", got)
	}
	if err := again.UnmarshalJSON(bytes.Replace(data, []byte(`"height":2`), []byte(`"height":3`), 1)); err == nil {
		t.Error("a contradiction is accepted")
	}
}

func TestEventsAreDocumented(t *testing.T) {
	documented := map[string]string{
		"scatter": "tiles away water", "place": "hex height", "turn": "number", "stay": "hex",
		"move": "from to by from_height to_height flee", "float": "hex", "drop": "tool", "cracks": "hex ends hexes", "hole": "hex",
		"fall": "hex tile by height top explorer", "keep": "hex tool old", "discard": "hex tool", "sandbag": "hex tile",
		"dynamite": "from hex", "bazooka": "from hex", "push": "from hex to pushed to_height", "thief": "victim tool",
		"volcano": "hex explorer", "water": "hex", "out": "reason hex tool rank", "win": "",
	}
	seen := map[string]bool{}
	tell := func(e game.Event) {
		var args []string
		for _, a := range e.Args {
			args = append(args, a.Name)
		}
		want, ok := documented[e.Kind]
		if got := strings.Join(args, " "); !ok || got != want {
			t.Fatalf("event %s has %q, want %q", e.Kind, got, want)
		}
		if e.Text == "" || e.Audience != game.Everyone || !strings.HasSuffix(e.Text, ".") {
			t.Fatalf("event %+v", e)
		}
		seen[e.Kind] = true
	}
	for seed := range uint64(60) {
		r := game.NewRand(seed)
		st := Game.MustConfigure(2 + int(seed%5)).New().(*State)
		if err := st.PlayBulk(st.DrawBulk(r), tell); err != nil {
			t.Fatal(err)
		}
		for st.Acting() != 0 {
			s := st.Acting().First()
			st.Play(game.Choose(s, st.LivelyAction(s, r)), tell)
		}
	}
	for kind := range documented {
		if !seen[kind] {
			t.Errorf("no game told of %s", kind)
		}
	}
}

// The first two placings choose among S starting stacks, so there are S·(S−1);
// deeper counts are those of the naive twin.
func TestPerft(t *testing.T) {
	for _, players := range []int{2, 3, 4} {
		st := started(t, players, 7)
		scatter := string(st.appendStacks([]byte("scatter ")))
		starts := uint64(st.starts().Len())
		if got, want := game.Perft(st, 2), starts*(starts-1); got != want {
			t.Errorf("%d players: perft(2) is %d, want %d", players, got, want)
		}
		r := game.NewRand(7)
		v := newNaive(players, scatter)
		for range players + 3 {
			s := st.Acting().First()
			a := st.LivelyAction(s, r)
			v.play(string(st.AppendAction(nil, s, a)))
			st.Play(game.Choose(s, a), nil)
		}
		for depth := 1; depth <= 4; depth++ {
			if got, want := game.Perft(st, depth), v.perft(depth); got != want {
				t.Errorf("%d players: perft(%d) is %d, naive %d", players, depth, got, want)
			}
		}
	}
}

func (v *naive) perft(depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	if v.over() {
		return 0
	}
	for _, text := range v.legal() {
		c := v.clone()
		c.play(text)
		n += c.perft(depth - 1)
	}
	return n
}

func (v *naive) clone() *naive {
	c := *v
	c.stack, c.at, c.tool, c.belt = map[string][]string{}, map[int]string{}, map[int]string{}, map[int]bool{}
	for k, x := range v.stack {
		c.stack[k] = append([]string(nil), x...)
	}
	for k, x := range v.at {
		c.at[k] = x
	}
	for k, x := range v.tool {
		c.tool[k] = x
	}
	for k, x := range v.belt {
		c.belt[k] = x
	}
	c.out = append([]int(nil), v.out...)
	return &c
}

func FuzzPosition(f *testing.F) {
	f.Add([]byte(scenePosition))
	f.Add([]byte(strings.Replace(scenePosition, "d4-*", "d4-", 1)))
	f.Add([]byte("earthquake 3 | 0 1 scatter | ..- ..- ..- | - | V4 H8 C8,9,8,4,2,1 R7 L7 S7 D7 B7 J7 P7 T7"))
	f.Fuzz(func(t *testing.T, text []byte) {
		st := small.New().(*State)
		if st.UnmarshalText(text) != nil {
			return
		}
		if got := st.AppendText(nil); !bytes.Equal(got, text) {
			t.Fatalf("%q reads as %q", text, got)
		}
		if st.Hash() != st.RecomputeHash() {
			t.Fatal("hash")
		}
		r := game.NewRand(1)
		for range 2000 {
			if st.Acting() == 0 {
				return
			}
			if st.BulkPending() {
				if err := st.PlayBulk(st.DrawBulk(r), nil); err != nil {
					t.Fatal(err)
				}
				continue
			}
			s := st.Acting().First()
			list := st.AppendActions(nil, s)
			if len(list) == 0 {
				t.Fatalf("nothing to do in %s", st.AppendText(nil))
			}
			st.Play(game.Choose(s, list[r.Intn(len(list))]), nil)
		}
		t.Fatalf("no end from %q", text)
	})
}

func FuzzAction(f *testing.F) {
	for _, text := range []string{"move d4", "thief 3", "reveal c3:C024", "end", ""} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, chance bool) {
		st := Game.MustConfigure(6).New().(*State)
		s := game.Seat(0)
		if chance {
			s = game.Nature
		}
		a, err := st.ParseAction(s, text)
		if err != nil {
			return
		}
		if got := string(st.AppendAction(nil, s, a)); got != text {
			t.Fatalf("%q is written %q", text, got)
		}
	})
}

func FuzzScatter(f *testing.F) {
	f.Add(scatterText(small, "b2:R b3:C024,V,H c3:?,?,L"))
	f.Add("scatter b2:")
	f.Fuzz(func(t *testing.T, text string) {
		st := small.New().(*State)
		if st.PlayBulk(text, nil) != nil {
			return
		}
		if got := string(st.appendStacks([]byte("scatter "))); got != text {
			t.Fatalf("%q is written %q", text, got)
		}
		if got := st.RedactBulk(text, game.TruthViewer()); got != text {
			t.Fatal("truth is redacted")
		}
		again := small.New().(*State)
		if err := again.PlayBulk(st.RedactBulk(text, game.PublicViewer()), nil); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzJSON(f *testing.F) {
	st := started(f, 2, 1)
	data, _ := st.MarshalJSON()
	f.Add(data)
	f.Add([]byte(`{"position":"earthquake 2"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		st := small.New().(*State)
		if st.UnmarshalJSON(data) != nil {
			return
		}
		if _, err := st.MarshalJSON(); err != nil {
			t.Fatal(err)
		}
	})
}
