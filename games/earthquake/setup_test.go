package earthquake

import (
	"math/bits"
	"strings"
	"testing"

	"atoll/game"
)

func TestBoardIsAHexagonOfFourToASide(t *testing.T) {
	want := "a1 a2 a3 a4 b1 b2 b3 b4 b5 c1 c2 c3 c4 c5 c6 d1 d2 d3 d4 d5 d6 d7 e2 e3 e4 e5 e6 e7 f3 f4 f5 f6 f7 g4 g5 g6 g7"
	var got []string
	corners := 0
	for h := range Hex(Hexes) {
		got = append(got, h.String())
		if back, ok := ParseHex(h.String()); !ok || back != h {
			t.Errorf("%s reads back as %s", h, back)
		}
		if Neighbours(h).Len() == 3 {
			corners++
		}
	}
	if strings.Join(got, " ") != want {
		t.Errorf("hexes %v", got)
	}
	if corners != 6 {
		t.Errorf("%d corners", corners)
	}
	for _, text := range []string{"", "a", "a0", "a5", "e1", "g3", "h4", "d8", "d44", "D4"} {
		if _, ok := ParseHex(text); ok {
			t.Errorf("%q is read as a hex", text)
		}
	}
}

func TestDirections(t *testing.T) {
	d4, _ := ParseHex("d4")
	for d, want := range []string{"d5", "e5", "e4", "d3", "c3", "c4"} {
		if got := Next(d4, d).String(); got != want {
			t.Errorf("direction %d leads to %s, want %s", d, got, want)
		}
	}
	for h := range Hex(Hexes) {
		for d := range 6 {
			if n := Next(h, d); n != Nowhere && Next(n, (d+3)%6) != h {
				t.Errorf("%s: direction %d does not lead back", h, d)
			}
		}
	}
}

func TestMixOfTiles(t *testing.T) {
	total := 0
	for _, n := range mix {
		total += int(n)
	}
	if total != Tiles {
		t.Errorf("%d tiles", total)
	}
	if got := string(appendPool(nil, mix)); got != " V4 H8 C8,9,8,4,2,1 R7 L7 S7 D7 B7 J7 P7 T7" {
		t.Errorf("mix is%s", got)
	}
}

func TestCrackDirectionsAreDrawnEvenly(t *testing.T) {
	r := game.NewRand(3)
	for k := 1; k <= 6; k++ {
		count := map[Tile]int{}
		n := 400 * int(subsets[k])
		for range n {
			c := randomCracks(k, r)
			if bits.OnesCount8(uint8(c)) != k || !c.IsCracks() {
				t.Fatalf("%d ends drawn as %s", k, c)
			}
			count[c]++
		}
		if len(count) != int(subsets[k]) {
			t.Errorf("%d of %d sets of %d directions", len(count), subsets[k], k)
		}
		for c, n := range count {
			if n < 300 || n > 500 {
				t.Errorf("%s drawn %d times of 400 expected", c, n)
			}
		}
	}
	if got := Tile(0b010101).String(); got != "C024" {
		t.Errorf("written %s", got)
	}
	for _, text := range []string{"C", "C42", "C00", "C6", "c0", "X", "", "VV", "R1"} {
		if x, ok := parseTile(text); ok {
			t.Errorf("%q is read as %s", text, x)
		}
	}
}

func TestScatterFallsEvenlyOnAllHexes(t *testing.T) {
	var fallen [Hexes]int
	const games = 400
	for seed := range uint64(games) {
		st := started(t, 6, seed)
		total := 0
		for h, n := range st.height {
			fallen[h] += int(n)
			total += int(n)
		}
		if total != Tiles {
			t.Fatalf("%d tiles", total)
		}
	}
	for h, n := range fallen {
		if mean := float64(n) / games; mean < 2.4 || mean > 3.0 { // 100/37 = 2.70, deviation 0.08
			t.Errorf("%s gets %.2f tiles", Hex(h), mean)
		}
	}
}

func TestPlayingArea(t *testing.T) {
	areas := map[string]Set{}
	for _, tc := range []struct {
		players int
		area    string
		want    int
	}{
		{2, "auto", 31},
		{3, "auto", 31},
		{4, "auto", 31},
		{5, "auto", 37},
		{6, "auto", 37},
		{2, "19", 19},
		{2, "31", 31},
		{2, "37", 37},
		{6, "19", 19},
		{6, "31", 31},
		{6, "37", 37},
	} {
		st := Game.MustConfigure(tc.players, "area="+tc.area).New().(*State)
		if got := st.Area().Len(); got != tc.want {
			t.Errorf("%d players, area=%s: %d hexes, want %d", tc.players, tc.area, got, tc.want)
		}
		areas[tc.area] = st.Area()
	}
	d4, _ := ParseHex("d4")
	ring := bit(d4) | Neighbours(d4)
	var two Set
	for h := range Hex(Hexes) {
		if ring.Has(h) {
			two |= bit(h) | Neighbours(h)
		}
	}
	if areas["19"] != two {
		t.Error("19 hexes are d4 and its two rings")
	}
	for _, name := range []string{"a1", "a4", "d1", "d7", "g4", "g7"} {
		if h, _ := ParseHex(name); areas["31"].Has(h) || !areas["37"].Has(h) {
			t.Errorf("corner %s", name)
		}
	}
	for text, ok := range map[string]bool{
		`"auto"`: true, `19`: true, `31`: true, `37`: true, `"19"`: false, `20`: false, `"Auto"`: false, `true`: false,
	} {
		var v game.Value
		err := v.UnmarshalJSON([]byte(text))
		if err == nil {
			_, err = Game.Configure(4, map[string]game.Value{"area": v})
		}
		if (err == nil) != ok {
			t.Errorf("area %s: %v", text, err)
		}
	}
	sum := 0
	const games = 200
	for seed := range uint64(games) {
		st := begun(t, small, seed)
		for h, n := range st.height {
			if n > 0 && !st.Area().Has(Hex(h)) {
				t.Fatalf("a tile on %s", Hex(h))
			}
			sum += int(n)
		}
		away := 0
		for _, n := range st.pool {
			away += int(n)
		}
		if on := 0; away+int(sumHeights(st)) != Tiles {
			t.Fatalf("%d tiles put away, %d on the island", away, on)
		}
	}
	if mean := float64(sum) / games; mean < 49 || mean > 54 { // 100·19/37 = 51.4
		t.Errorf("%.1f tiles on 19 hexes", mean)
	}
}

func sumHeights(st *State) (n int) {
	for _, h := range st.height {
		n += int(h)
	}
	return n
}

// bad gives bits that drop all tiles on a1 for a while, then good ones.
type bad struct {
	zeros int
	*game.Rand
}

func (b *bad) Uint64() uint64 {
	if b.zeros > 0 {
		b.zeros--
		return 1 << 8 // small, and accepted by Below
	}
	return b.Rand.Uint64()
}

func TestScatterWithTooFewStartsIsDrawnAgain(t *testing.T) {
	st := small.New().(*State)
	text := st.DrawBulk(game.RandFrom(&bad{1000, game.NewRand(1)}))
	if err := st.PlayBulk(text, nil); err != nil {
		t.Errorf("%v: %s", err, text)
	}
	for _, tc := range []struct{ tiles, why string }{
		{"b2:R", "only 1 stacks"},
		{"b2:R b3:V", "only 1 stacks"},
		{"b2:R b3:H,V", "only 1 stacks"},
		{"b2:R b3:V,H", ""},
	} {
		st := small.New().(*State)
		err := st.PlayBulk(scatterText(small, tc.tiles), nil)
		if (err == nil) != (tc.why == "") || err != nil && !strings.Contains(err.Error(), tc.why) {
			t.Errorf("%s: %v, want %q", tc.tiles, err, tc.why)
		}
	}
}

// scatterText writes a scatter with the given stacks, all others empty.
func scatterText(cfg game.Config, tiles string) string {
	given := map[string]string{}
	for _, word := range strings.Fields(tiles) {
		hex, list, _ := strings.Cut(word, ":")
		given[hex] = list
	}
	text := "scatter"
	for rest := AreaOf(cfg); rest != 0; rest &= rest - 1 {
		hex := rest.First().String()
		text += " " + hex + ":" + given[hex]
	}
	return text
}

func TestScatterTextIsChecked(t *testing.T) {
	good := scatterText(small, "b2:R b3:C024,V,H c3:?,?,L")
	for _, tc := range []struct{ text, why string }{
		{good, ""},
		{"", "chance scatters"},
		{"scatter", "chance scatters"},
		{"scatter ", "19 hexes"},
		{"Scatter " + good[8:], "chance scatters"},
		{good + " ", "19 hexes"},
		{strings.Replace(good, "b2:R", "b2:X", 1), "no tile"},
		{strings.Replace(good, "b2:R", "b2:R,", 1), "no tile"},
		{strings.Replace(good, "b2:R", "b2", 1), "should begin"},
		{strings.Replace(good, "b2:R", "a1:R", 1), "should begin"},
		{strings.Replace(good, "b2:R b3:C024,V,H", "b3:C024,V,H b2:R", 1), "should begin"},
		{strings.Replace(good, "C024", "C042", 1), "no tile"},
		{strings.Replace(good, "?,?,L", "?,?,?", 1), "cannot be unknown"},
		{strings.Replace(good, "b2:R", "b2:"+strings.Repeat("R,", 7)+"R", 1), "only 7"},
		{strings.Replace(good, "b2:R", "b2:"+strings.Repeat("V,", 4)+"R", 1), "only 4"},
		{strings.Replace(good, "b2:R", "b2:C012345,C012345", 1), "only 1"},
		{strings.Replace(good, "b2:R", "b2:"+strings.Repeat("?,", 93)+"R", 1), ""},
		{strings.Replace(good, "b2:R", "b2:"+strings.Repeat("?,", 94)+"R", 1), "more than 100"},
		{"scatter " + strings.Repeat("a", 1<<20), "too long"},
	} {
		st := small.New().(*State)
		before := string(st.AppendText(nil))
		err := game.Try(st, game.Nature, tc.text, nil)
		if (err == nil) != (tc.why == "") || err != nil && !strings.Contains(err.Error(), tc.why) {
			t.Errorf("%.60s: %v, want %q", tc.text, err, tc.why)
		}
		if err != nil && string(st.AppendText(nil)) != before {
			t.Errorf("%.60s: a refusal changes the state", tc.text)
		}
	}
	st := started(t, 2, 1)
	if err := st.PlayBulk(good, nil); err == nil {
		t.Error("scattered twice")
	}
}

func TestWaterHasHeightZeroOutsideTheAreaToo(t *testing.T) {
	sc := set(t, 2, "2 go", "d4- d6L", "d4:R,R d6:B d5:C0,C1")
	g7, _ := ParseHex("g7")
	if sc.Height(g7) != 0 || sc.Top(g7) != NoTile {
		t.Error("g7 is not water")
	}
	// d7 lies outside the area of two players, and one can swim there
	sc.may("2", "stay", "move d5", "swim c5", "swim c6", "swim d7", "swim e6", "swim e7", "drop")
	sc.do("2 swim d7").seat("2", "d7-*")
}

func TestNobodySeesBelowATop(t *testing.T) {
	sc := set(t, 2, "2 go", "d4R e5-", "d4:R,V,L e5:H,C0,C1 d5:S")
	for _, v := range []game.Viewer{game.SeatViewer(0), game.SeatViewer(1), game.PublicViewer()} {
		seen := game.Look(sc.State, v).(*State)
		(&scene{t: t, State: seen}).has("d4:?,?,L e5:?,?,C1 d5:S").seat("1", "d4R").seat("2", "e5-")
		if got := string(appendPool(nil, seen.pool)); got != " V4 H8 C7,9,8,4,2,1 R6 L6 S6 D7 B7 J7 P7 T7" {
			t.Errorf("unseen:%s", got)
		}
		if seen.pool != sc.Unseen() || seen.pool != seen.Unseen() {
			t.Error("unseen tiles differ between truth and view")
		}
	}
	truth := game.Look(sc.State, game.TruthViewer()).(*State)
	(&scene{t: t, State: truth}).has("d4:R,V,L e5:H,C0,C1")
}

func TestStatesThatDifferOnlyBelowTopsLookEqual(t *testing.T) {
	a := set(t, 2, "2 go", "d4R e5-", "d4:R,V,L e5:H,C0,C1 d5:S")
	b := set(t, 2, "2 go", "d4R e5-", "d4:C024,T,L e5:D,S,C1 d5:S")
	va, vb := game.Look(a.State, game.SeatViewer(1)).(*State), game.Look(b.State, game.SeatViewer(1)).(*State)
	if va.Position != vb.Position {
		t.Error("views differ")
	}
	if va.Hash() != vb.Hash() || va.Hash() == a.Hash() {
		t.Error("the hash tells the hidden tiles")
	}
}

func TestScatterIsRedactedUntilUncovered(t *testing.T) {
	text := scatterText(small, "b2:R,V,L b3:H,C0,C1,S d4:B")
	st := small.New().(*State)
	if got, want := st.RedactBulk(text, game.PublicViewer()), scatterText(small, "b2:?,?,L b3:?,?,?,S d4:B"); got != want {
		t.Errorf("before the scatter: %s", got)
	}
	sc := &scene{t: t, State: st}
	sc.do("chance "+text, "1 place d4", "2 place b3", "2 stay", "2 discard")
	for _, v := range []game.Viewer{game.SeatViewer(0), game.PublicViewer()} {
		if got, want := st.RedactBulk(text, v), scatterText(small, "b2:?,?,L b3:?,?,C1,S d4:B"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	if got := st.RedactBulk(text, game.TruthViewer()); got != text {
		t.Errorf("truth reads %s", got)
	}
	for _, junk := range []string{"", "junk", "scatter junk"} {
		if got := st.RedactBulk(junk, game.PublicViewer()); got != "scatter" {
			t.Errorf("%q redacts to %q", junk, got)
		}
	}
	// the record of the unfinished game can be replayed
	again := &scene{t: t, State: small.New().(*State)}
	again.do("chance "+st.RedactBulk(text, game.PublicViewer()), "1 place d4", "2 place b3", "2 stay", "2 discard")
	if a, b := game.Look(st, game.PublicViewer()).(*State), game.Look(again.State, game.PublicViewer()).(*State); a.Position != b.Position {
		t.Errorf("replay gives\n%s\nnot\n%s", b.AppendText(nil), a.AppendText(nil))
	}
}

func TestSeatsAreNumbers(t *testing.T) {
	for players := 2; players <= 6; players++ {
		if got := strings.Join(Game.SeatNames(players), ""); got != "123456"[:players] {
			t.Errorf("%d players sit on %s", players, got)
		}
	}
}

func TestPlacingInSeatOrderOnFreeStacksWithoutVolcano(t *testing.T) {
	sc := &scene{t: t, State: Game.MustConfigure(3).New().(*State)}
	sc.do("chance " + scatterText(Game.MustConfigure(3), "d4:V,R d5:R,V e5:H c3:C0 b2:L"))
	sc.may("1", "place b2", "place c3", "place d4", "place e5")
	sc.refuses("1 place d5", "volcano").refuses("1 place d3", "water").refuses("2 place b2", "turn").refuses("1 stay", "placed first")
	sc.do("1 place d4").may("2", "place b2", "place c3", "place e5").refuses("2 place d4", "stands on d4")
	sc.do("2 place b2").may("3", "place c3", "place e5")
	sc.do("3 place e5").turnOf("3", PhaseGo)
}

// Nothing is played or taken before the first turn: whatever icon one starts on.
func TestIconsDoNothingAtTheStart(t *testing.T) {
	sc := &scene{t: t, State: Game.MustConfigure(2).New().(*State)}
	const tiles = "d4:R,C012345 d5:R,H e5:R,L"
	sc.do("chance "+scatterText(Game.MustConfigure(2), tiles), "1 place d4", "2 place e5").turnOf("2", PhaseGo)
	for name, height := range map[string]int{"d4": 2, "d5": 2, "e5": 2} {
		if h, _ := ParseHex(name); sc.Height(h) != height {
			t.Errorf("%s has %d tiles, want %d", name, sc.Height(h), height)
		}
	}
	// Staying plays the tile one began on.
	sc.do("2 stay").may("2", "keep", "discard")
}

func TestTurnsGoFromTheLastToTheFirstAndRoundAgain(t *testing.T) {
	sc := &scene{t: t, State: Game.MustConfigure(4).New().(*State)}
	sc.do("chance "+scatterText(Game.MustConfigure(4), "b2:R,R,R b5:L,L,L e3:S,S,S f6:D,D,D"), "1 place b2", "2 place b5", "3 place e3", "4 place f6")
	for round := range 2 {
		for i, seat := range []string{"4", "3", "2", "1"} {
			sc.turnOf(seat, PhaseGo)
			if got, want := sc.Turns(), 4*round+i+1; got != want {
				t.Errorf("turn %d, want %d", got, want)
			}
			sc.do(seat+" stay", seat+" discard")
		}
	}
	// one who has left is passed over
	sc.do("3 resign").turnOf("4", PhaseGo).do("4 stay", "4 discard").turnOf("2", PhaseGo)
}
