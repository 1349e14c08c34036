package earthquake

import (
	"testing"

	"atoll/game"
)

// Tools of those who leave a volcano, in whoever's turn.

func TestToolsWhileLeavingAVolcano(t *testing.T) {
	t.Run("in another's turn too, before going", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5B d4D", "d4:R,R d5:V,L d6:R d3:L,L").do("2 dynamite d5")
		sc.may("1", "move d6", "bazooka d3", "drop").refuses("2 stay", "turn")
		sc.do("1 bazooka d3").has("d3:L").may("1", "move d6").turnOf("2", PhaseFlee)
	})
	t.Run("with no hex but a tool, one must be used and the test is made again", func(t *testing.T) {
		// d6 is too high; the dynamite brings it down.
		sc := set(t, 2, "2 go", "d5D d4D", "d4:R,R,R,R d5:V,L d6:R,R,L").do("2 dynamite d5")
		sc.may("1", "dynamite d4", "dynamite d6").refuses("1 drop", "must be used")
		sc.do("1 dynamite d6").may("1", "move d6").do("1 move d6").turnOf("2", PhaseGo)
		// or it does not help
		sc = set(t, 2, "2 go", "d5D d4D", "d4:R,R,R,R d5:V,L d6:R,R,L").do("2 dynamite d5", "1 dynamite d4")
		sc.over("2 1", "last explorer")
	})
	t.Run("a thief's loot can be used", func(t *testing.T) {
		sc := set(t, 3, "3 go", "d5T b2J d4D", "d4:R,R,R,R d5:V,L b2:R d3:L").do("3 dynamite d5")
		sc.may("1", "thief 2").do("1 thief 2").may("1", "spring d3", "drop").do("1 spring d3").seat("1", "d3-").turnOf("3", PhaseGo)
	})
	t.Run("who has to leave because of such a tool comes when this one has gone", func(t *testing.T) {
		// Order after 4: 3, 2, 1. Explorer 2 leaves and uncovers a volcano under 3.
		sc := set(t, 4, "4 go", "b2- d5D e5- d4D", "b2:R d4:R,R d5:V,L e5:V,L d6:R e6:R f5:B").do("4 dynamite d5")
		sc.may("2", "move d6", "move e6", "dynamite d4", "dynamite d6", "dynamite e5", "dynamite e6", "drop")
		sc.do("2 dynamite e5").may("2", "move d6", "move e6")
		if got := sc.Fleeing(); len(got) != 2 || got[0] != 1 || got[1] != 2 {
			t.Errorf("leaving: %v", got)
		}
		sc.do("2 move e6").may("3", "move f5")
	})
	t.Run("or is lost", func(t *testing.T) {
		sc := set(t, 4, "4 go", "b2- d5D e5- d4D", "b2:R d4:R,R d5:V,L e5:V,L f5:R").do("4 dynamite d5", "2 dynamite e5")
		sc.seat("2", "x1").may("3", "move f5")
	})
	t.Run("in the same order among all still waiting", func(t *testing.T) {
		// Order after 4: 3, 2, 1. Cracks uncover volcanoes under 1 and 2; 2 leaves
		// first and uncovers one under 3, who comes before 1.
		sc := set(t, 4, "4 go", "c4- d5D e5- d4-", "d4:R,C05 d5:V,L c4:V,L e5:V,L e6:R c3:R f5:R d6:R").do("4 stay")
		sc.do("2 dynamite e5", "2 move d6").may("3", "move e6", "move f5").do("3 move f5").may("1", "move c3")
		sc.do("1 move c3").has("d4:R").turnOf("3", PhaseGo)
	})
	t.Run("who was pushed off need not leave", func(t *testing.T) {
		// Order after 3: 2, 1. Explorer 2 pushes 1 off its volcano.
		sc := set(t, 3, "3 go", "d5- e5P d4-", "d4:R,C01 d5:V,L e5:V,L d6:R e6:R c5:R").do("3 stay")
		sc.may("2", "move e6", "push d4", "push d5", "drop").do("2 push d5").seat("1", "c5-").may("2", "move e6").do("2 move e6")
		sc.has("d4:R c5:R").turnOf("2", PhaseGo)
	})
	t.Run("the tile landed on in their own turn is played when nobody waits any more", func(t *testing.T) {
		// 2 leaves a volcano in its own turn and uncovers one under 1 before it goes.
		sc := set(t, 2, "2 go", "d5- d4D", "d4:V,H d5:V,L c4:R,L d6:R").do("2 stay", "2 dynamite d5", "2 move c4")
		sc.may("1", "move d6").turnOf("2", PhaseFlee).do("1 move d6").may("2", "keep", "discard")
	})
	t.Run("the position tells who is leaving and what is left to do", func(t *testing.T) {
		sc := set(t, 4, "4 go", "b2- d5D e5- d4D", "b2:R d4:R,R d5:V,L e5:V,L d6:R e6:R").do("4 dynamite d5", "2 dynamite e5")
		wantStep(t, sc, "5 4 go!2")
	})
	t.Run("a tile uncovered under another is revealed while one is leaving", func(t *testing.T) {
		sc := set(t, 4, "4 go", "b2- d5D e5- d4D", "b2:R d4:R,R d5:V,L e5:?,L d6:R e6:R").do("4 dynamite d5", "2 dynamite e5")
		wantStep(t, sc, "5 4 go!2")
		if sc.Acting() != game.Only(game.Nature) {
			t.Fatalf("%s acts", game.ActingText(sc.State))
		}
		h, _ := ParseHex("e5")
		sc.Do(Reveal(h, Volcano), nil)
		sc.may("2", "move d6", "move e6")
	})
}

func wantStep(t *testing.T, sc *scene, want string) {
	t.Helper()
	text := sc.AppendText(nil)
	if got := string(text[len(sc.Config().String())+3:][:len(want)+2]); got != want+" |" {
		t.Errorf("step %q, want %q", got, want)
	}
	again := sc.Config().New().(*State)
	if err := again.UnmarshalText(text); err != nil || again.Hash() != sc.Hash() || again.Acting() != sc.Acting() {
		t.Errorf("read back: %v", err)
	}
}

func TestToolsAgainstThePlayerWhoseTurnItIs(t *testing.T) {
	t.Run("a tile to be kept that is destroyed is not played, nor any other instead", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5D d4D", "d4:L,L,R d5:V,L d6:R").do("2 stay", "2 dynamite d5", "1 dynamite d4", "1 move d6")
		sc.has("d4:L,L").seat("2", "d4-").turnOf("1", PhaseGo)
	})
	t.Run("a tile on which its player no longer stands is not played, nor where it was pushed to", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5P d4D", "d4:L,R d3:R,L d5:V,L d6:R").do("2 stay", "2 dynamite d5", "1 push d4", "1 move d6")
		sc.seat("2", "d3-").has("d4:L,R d3:R,L").turnOf("1", PhaseGo)
	})
	t.Run("a tile landed on when leaving a volcano in their own turn is played all the same", func(t *testing.T) {
		// 2 is about to keep; its tile is destroyed and a volcano comes up.
		sc := set(t, 2, "2 go", "d5D d4D", "d4:V,R d3:R d5:V,L d6:R").do("2 stay", "2 dynamite d5", "1 dynamite d4", "1 move d6")
		sc.may("2", "move d3").do("2 move d3").may("2", "keep", "discard")
	})
	t.Run("unless it is destroyed or its player pushed in turn", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5D d4D", "d4:V,H d5:V,L c4:R,L d6:R").do("2 stay", "2 dynamite d5", "2 move c4")
		sc.do("1 dynamite c4", "1 move d6").has("c4:R").seat("2", "c4-").turnOf("1", PhaseGo)
	})
	t.Run("cracks destroyed are not removed once more", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5D d4-", "d4:L,L,C0 d5:V,L d6:R").do("2 stay", "1 dynamite d4", "1 move d6")
		sc.has("d4:L,L").turnOf("1", PhaseGo)
	})
	t.Run("cracks are removed from where they lie", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5P d4-", "d4:L,L,C0 d3:L,L d5:V,L d6:R").do("2 stay", "1 push d4")
		wantStep(t, sc, "5 2 crack@d4")
		sc.do("1 move d6").has("d4:L,L d3:L,L").turnOf("1", PhaseGo)
	})
	t.Run("and under somebody who went there", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5P d4-", "d4:V,C0 d3:L,L d5:V,L c4:L").do("2 stay", "1 push d4", "1 move d4")
		sc.has("d4:V").may("1", "move c4").turnOf("2", PhaseFlee)
	})
	t.Run("a sandbag saves them only if its player still stands there", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5P d4S", "d4:L,L,C0 d3:L,L d5:V,L d6:R").do("2 stay", "1 push d4", "1 move d6")
		sc.has("d4:L,L").seat("2", "d3S").turnOf("1", PhaseGo)
		sc = set(t, 2, "2 go", "d5T d4S", "d4:L,L,C0 d3:L,L d5:V,L d6:R").do("2 stay", "1 thief 2", "1 move d6")
		sc.has("d4:L,L").turnOf("1", PhaseGo)
	})
	t.Run("a volcano left in the middle of cracks: they go first, then the tile landed on is played", func(t *testing.T) {
		// 3 plays cracks; 2 pushes it to d3, 1 brings up a volcano there.
		sc := set(t, 3, "3 go", "e4D d5P d4-", "d4:R,R,R,C02 d3:V,L c2:R e4:V,L d5:V,L d6:B f4:R").do("3 stay", "2 push d4", "2 move d6")
		sc.do("1 dynamite d3", "1 move f4")
		wantStep(t, sc, "5 3 crack@d4")
		sc.has("d4:R,R,R,C02").may("3", "move c2").do("3 move c2").has("d4:R,R,R").may("3", "keep", "discard")
	})
	t.Run("a go not yet made is made from where the explorer is now, with the test of step 1", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5P d4D", "d4:L,R c3:R d5:V,L d6:R").do("2 dynamite d5", "1 push d4", "1 move d6")
		sc.seat("2", "d3-").may("2", "move c3").turnOf("2", PhaseGo)
		sc = set(t, 2, "2 go", "d5P d4D", "d4:L,R,R d5:V,L d6:R").do("2 dynamite d5", "1 push d4")
		sc.may("1", "move d6").do("1 move d6").over("1 2", "last explorer")
	})
	t.Run("even after a volcano was left, whose tile is played before", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5D d4D", "d4:V,R d3:L,C0 c3:L,R d5:V,L d6:R").do("2 dynamite d5", "1 dynamite d4", "1 move d6")
		sc.may("2", "move c3", "move d3").do("2 move c3")
		wantStep(t, sc, "5 2 play+go")
		sc.may("2", "keep", "discard").do("2 discard").may("2", "stay", "move d3").turnOf("2", PhaseGo)
	})
	t.Run("whoever drowns in their own turn plays no more of it", func(t *testing.T) {
		// 3 plays cracks; 2 pushes it into the water, 1 hits it there: the cracks stay.
		sc := set(t, 3, "3 go", "e4D d5P d4-", "d4:R,R,R,C02 e4:V,L d5:V,L d6:B f4:R").do("3 stay", "2 push d4", "2 move d6", "1 dynamite d3")
		sc.seat("3", "x1").may("1", "move f4").do("1 move f4").has("d4:R,R,R,C02").turnOf("2", PhaseGo)
	})
	t.Run("nor does who is lost, and others still leave", func(t *testing.T) {
		// 3 stands on a volcano in its own turn and uncovers one under 1 before it is lost.
		sc := set(t, 3, "3 go", "d5- b2- d4D", "b2:R d4:V,H d5:V,L d6:R").do("3 stay")
		sc.may("3", "dynamite d5").do("3 dynamite d5").seat("3", "x1").may("1", "move d6").do("1 move d6").turnOf("2", PhaseGo)
	})
}
