package earthquake

import (
	"math/bits"
	"slices"
	"testing"

	"atoll/game"
)

func TestUnknownTilesAreRevealedByChance(t *testing.T) {
	sc := set(t, 2, "2 go", "d5- d4-", "b2:R d4:?,C01 d5:?,L e5:?,S e6:H c5:R")
	sc.do("2 stay")
	if got := game.ActingText(sc.State); got != "chance" || sc.phase != PhaseReveal {
		t.Fatalf("%s acts", got)
	}
	// one after the other in board order, before anybody flees
	sc.refuses("chance reveal e5:V", "d5 is revealed first").refuses("2 resign", "chance acts").refuses("chance reveal d5:?", "needs a hex and a tile")
	sc.do("chance reveal d5:V").do("chance reveal e5:H").turnOf("2", PhaseFlee).may("1", "move c5", "move e5", "move e6")
	sc.do("1 move c5")
	if game.ActingText(sc.State) != "chance" || sc.dark.First().String() != "d4" {
		t.Fatalf("the tile one stands on is to be revealed, not %s", sc.AppendText(nil))
	}
	sc.do("chance reveal d4:C5").turnOf("1", PhaseGo).has("d4:C5 d5:V e5:H")
}

func TestAStateWithFullKnowledgeNeverAsksChance(t *testing.T) {
	for seed := range uint64(20) {
		walk(t, 4, seed, func(st *State) {
			if st.phase == PhaseReveal {
				t.Fatal("chance is asked")
			}
		})
	}
}

// The weights are what counting the unseen tiles gives: each crack tile of k
// ends is equally likely to be any set of k directions.
func TestRevealWeights(t *testing.T) {
	sc := set(t, 2, "2 go", "d5- d4-", "b2:R d4:?,C01 d5:L,L e5:L,S e6:H,C0").do("2 stay")
	list := sc.AppendActions(nil, game.Nature)
	var total, cracks3 uint32
	want := sc.pool
	for _, a := range list {
		w := sc.Weight(a)
		total += w
		x := Revealed(a)
		if !sc.Legal(game.Nature, a) || w == 0 {
			t.Errorf("%s is listed with weight %d", x, w)
		}
		switch {
		case !x.IsCracks():
			if w != 60*uint32(want[x.Kind()]) {
				t.Errorf("%s weighs %d", x, w)
			}
		case bits.OnesCount8(uint8(x)) == 3:
			cracks3 += w
		}
	}
	n := uint32(0)
	for _, k := range want {
		n += uint32(k)
	}
	if total != 60*n || cracks3 != 60*uint32(want[KindCracks+2]) {
		t.Errorf("weights sum to %d, those of three ends to %d", total, cracks3)
	}
	if len(list) != 63+10 || !slices.IsSorted(list) {
		t.Errorf("%d outcomes", len(list))
	}
	if sc.Weight(pack(VerbEnd, 0)) != 0 {
		t.Error("no outcome has a weight")
	}
}

func TestARevealTakesTheTileFromThePool(t *testing.T) {
	sc := set(t, 2, "2 go", "d5- d4-", "d4:?,C01 d5:L,L e5:L,S").do("2 stay")
	before := sc.pool
	sc.do("chance reveal d4:C012345")
	before[KindCracks+5]--
	if sc.pool != before {
		t.Errorf("pool %v, want %v", sc.pool, before)
	}
	// the only tile with six ends is seen now
	sc = set(t, 2, "2 go", "d5- d4-", "d4:?,C01 d5:L,L e5:L,C012345,S").do("2 stay")
	sc.refuses("chance reveal d4:C012345", "have been seen")
}

// Playing a view with chance reveals as the truth has them gives the same game.
func TestViewsPlayOnLikeTheTruth(t *testing.T) {
	for players := 2; players <= 6; players++ {
		for seed := range uint64(20) {
			r := game.NewRand(seed)
			truth := started(t, players, seed)
			view := game.Look(truth, game.PublicViewer()).(*State)
			for truth.Acting() != 0 {
				s := truth.Acting().First()
				c := game.Choose(s, truth.LivelyAction(s, r))
				truth.Play(c, nil)
				view.Play(c, nil)
				for view.Acting().Has(game.Nature) {
					h := view.dark.First()
					// what lies at this level in truth, even if it is gone already
					view.Play(game.Choose(game.Nature, Reveal(h, truth.tiles[truth.base[h]+view.height[h]-1])), nil)
				}
				look := game.Look(truth, game.PublicViewer()).(*State)
				if got, want := string(view.AppendText(nil)), string(look.AppendText(nil)); got != want {
					t.Fatalf("the view plays on as\n%s\nnot\n%s", got, want)
				}
			}
		}
	}
}

func TestFillDrawsFromThePool(t *testing.T) {
	for seed := range uint64(40) {
		r := game.NewRand(seed)
		walk(t, 3, seed, func(st *State) {
			view := game.Look(st, game.SeatViewer(0)).(*State)
			filled := game.Look(view, game.SeatViewer(0)).(*State)
			filled.Fill(r)
			for h := range Hex(Hexes) {
				for l := range filled.height[h] {
					if filled.tiles[filled.base[h]+l] == Unknown {
						t.Fatal("an unknown tile is left")
					}
				}
			}
			if filled.Unseen() != view.pool || filled.Hash() != filled.RecomputeHash() {
				t.Fatal("filling changes what is unseen, or leaves a stale hash")
			}
			again := game.Look(filled, game.SeatViewer(0)).(*State)
			if again.Position != view.Position {
				t.Fatal("filling changes what is known")
			}
		})
	}
}

func TestFillIsEven(t *testing.T) {
	view := set(t, 2, "2 go", "d5- d4-", "d4:?,C01 d5:L,L e5:L,S")
	volcanoes := 0
	const n = 20000
	r := game.NewRand(5)
	for range n {
		c := view.Copy().(*State)
		c.Fill(r)
		d4, _ := ParseHex("d4")
		if c.tiles[c.base[d4]] == Volcano {
			volcanoes++
		}
	}
	left := 0
	for _, k := range view.pool {
		left += int(k)
	}
	if got, want := float64(volcanoes)/n, 4/float64(left); got < want*0.8 || got > want*1.2 {
		t.Errorf("a volcano with probability %.4f, want %.4f", got, want)
	}
}

func TestFillFinishesAReveal(t *testing.T) {
	sc := set(t, 2, "2 go", "d5- d4-", "d4:?,C01 d5:L,L e5:L,S").do("2 stay")
	sc.Fill(game.NewRand(1))
	if sc.phase == PhaseReveal || sc.dark != 0 || sc.Hash() != sc.RecomputeHash() {
		t.Errorf("the reveal is still due:\n%s", sc.AppendText(nil))
	}
	checkInvariants(t, sc.State)
}
