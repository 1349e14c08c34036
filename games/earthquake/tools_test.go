package earthquake

import (
	"testing"

	"atoll/game"
)

func TestToolsMayBeUsedAtGoKeepAndAfterPlaying(t *testing.T) {
	island := "d4:C0,R d5:L,L,B,B e5:L,L,B,B c4:S"
	t.Run("at go and then one still goes", func(t *testing.T) {
		sc := set(t, 2, "2 go", "c4- d4D", island).may("2", "stay", "dynamite c4", "dynamite d5", "dynamite e5", "drop")
		sc.do("2 dynamite d5").has("d5:L,L,B").may("2", "stay", "move d5").turnOf("2", PhaseGo)
	})
	t.Run("at keep or discard and then one still chooses", func(t *testing.T) {
		sc := set(t, 2, "2 go", "c4- d4D", island).do("2 stay").may("2", "keep", "discard", "dynamite c4", "dynamite d5", "dynamite e5", "drop")
		sc.do("2 dynamite e5").may("2", "keep", "discard").seat("2", "d4-")
	})
	t.Run("after playing until end", func(t *testing.T) {
		sc := set(t, 2, "2 go", "c4- d4D", island).do("2 stay", "2 discard").may("2", "dynamite c4", "dynamite d5", "dynamite e5", "drop", "end")
		sc.refuses("2 stay", "end the turn")
		sc.do("2 end").seat("2", "d4D").turnOf("1", PhaseGo)
	})
	t.Run("the last use ends the turn", func(t *testing.T) {
		set(t, 2, "2 go", "c4- d4D", island).do("2 stay", "2 discard", "2 dynamite d5").turnOf("1", PhaseGo)
	})
	t.Run("end is asked for only while one could be used", func(t *testing.T) {
		set(t, 2, "2 go", "c4- d4P", "d4:C0,R c4:S c3:L").do("2 stay", "2 discard").may("2", "push c4", "drop", "end")
		set(t, 2, "2 go", "b2- d4P", "d4:C0,R b2:S c3:L").do("2 stay", "2 discard").turnOf("1", PhaseGo)
		set(t, 2, "2 go", "b2R d4T", "d4:C0,R b2:S").do("2 stay", "2 discard").may("2", "thief 1", "drop", "end")
		set(t, 2, "2 go", "b2- d4T", "d4:C0,R b2:S").do("2 stay", "2 discard").turnOf("1", PhaseGo)
	})
	t.Run("a stolen tool can be used at once", func(t *testing.T) {
		set(t, 2, "2 go", "b2D d4T", "d4:C0,R b2:S d5:L").do("2 stay", "2 discard", "2 thief 1").may("2", "dynamite d5", "drop", "end")
		set(t, 2, "2 go", "b2S d4T", "d4:C0,R b2:S d5:L").do("2 stay", "2 thief 1").may("2", "keep", "discard", "sandbag", "drop")
	})
	t.Run("a kept tool can be used in the same turn", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:S d4:L,C1,D d5:L e5:L").do("2 stay", "2 keep").may("2", "dynamite d5", "drop", "end")
	})
	t.Run("not in another's turn", func(t *testing.T) {
		set(t, 2, "2 go", "d5D d4-", "d4:C0,R d5:S").refuses("1 dynamite d4", "turn")
	})
	t.Run("while leaving a volcano", func(t *testing.T) {
		sc := set(t, 2, "2 go", "b2- d4D", "b2:R d4:V,C0 d5:L,L e5:L").do("2 stay").
			may("2", "move d5", "move e5", "dynamite d5", "dynamite e5", "drop")
		sc.refuses("2 stay", "volcano must go").refuses("2 end", "volcano must go")
		sc.do("2 dynamite d5").may("2", "move e5").turnOf("2", PhaseFlee)
	})
	t.Run("no choice at removing cracks", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4D", "b2:R d4:C0,C0 d5:L,L").do("2 stay").has("d4:C0").may("2", "dynamite d5", "drop", "end")
	})
}

func TestDynamite(t *testing.T) {
	sc := set(t, 2, "2 go", "d5- d4D", "d4:R d5:C0,L,L e5:V e4:V,H d6:H").may("2", "stay", "move e4", "dynamite d5", "dynamite e4", "drop")
	sc.refuses("2 dynamite e5", "never removed").refuses("2 dynamite d6", "not next to").refuses("2 dynamite d3", "nobody is there")
	sc.refuses("2 bazooka d6", "no bazooka").refuses("2 dynamite d4", "not next to")
	sc.do("2 dynamite d5").has("d5:C0,L").seat("2", "d4-").seat("1", "d5-").turnOf("2", PhaseGo)
	set(t, 2, "2 go", "d5- d4D", "d4:R d5:C0,L,L e5:V e4:V,H d6:H").do("2 dynamite e4").has("e4:V").refuses("2 move e4", "volcano")
}

func TestBazooka(t *testing.T) {
	sc := set(t, 2, "2 go", "d6- d4B", "d4:R d5:V d6:C0,L f6:V f4:H e3:R b2:R")
	sc.may("2", "stay", "bazooka b2", "bazooka d6", "bazooka f4", "drop")
	sc.refuses("2 bazooka d5", "straight line").refuses("2 bazooka e3", "straight line").refuses("2 bazooka f6", "never removed")
	sc.do("2 bazooka d6").has("d6:C0").seat("2", "d4-").seat("1", "d6-")
}

func TestHitsOnWater(t *testing.T) {
	t.Run("an unprotected explorer drowns at once", func(t *testing.T) {
		set(t, 3, "3 go", "d5R f6- d4D", "d4:R f6:R").may("3", "stay", "dynamite d5", "drop").
			do("3 dynamite d5").seat("1", "x1").seat("3", "d4-").turnOf("3", PhaseGo).tells("dynamite out")
		set(t, 2, "2 go", "d6- d4B", "d4:R").do("2 bazooka d6").over("2 1", "last explorer")
	})
	t.Run("a held lifebelt protects", func(t *testing.T) {
		set(t, 2, "2 go", "d5L d4D", "d4:R").may("2", "stay", "drop").refuses("2 dynamite d5", "protected")
	})
	t.Run("so does one used until the start of the next own turn", func(t *testing.T) {
		sc := set(t, 3, "3 go", "b2- d4D d5L", "d4:R,R b2:R,L,L").do("3 float").seat("3", "d5-*")
		sc.may("2", "stay", "drop").do("2 stay", "2 discard").turnOf("1", PhaseGo).seat("3", "d5-*")
		sc.do("1 stay", "1 discard").seat("3", "x1") // its turn began without a way out
		sc = set(t, 3, "1 go", "d5L d4- e4D", "d4:R,R e6:R e4:R,R").do("1 swim e5").seat("1", "e5-*")
		sc.turnOf("3", PhaseGo).refuses("3 dynamite e5", "protected").do("3 stay", "3 discard", "3 end", "2 stay", "2 discard")
		sc.seat("1", "e5-").turnOf("1", PhaseGo)
	})
	t.Run("a stolen lifebelt no longer protects", func(t *testing.T) {
		sc := set(t, 3, "3 go", "d5L d4D e3T", "d4:R,R e3:R,R").do("3 stay", "3 thief 1", "3 discard")
		sc.turnOf("2", PhaseGo).may("2", "stay", "dynamite d5", "drop")
	})
}

func TestPush(t *testing.T) {
	t.Run("directly away at most 1 higher water allowed plays no tile", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5- d4P", "d4:R d5:L,L d6:H,H,H").may("2", "stay", "push d5", "drop")
		sc.do("2 push d5").seat("1", "d6-").seat("2", "d4-").has("d6:H,H,H").turnOf("2", PhaseGo)
		set(t, 2, "2 go", "d5- d4P", "d4:R d5:L,L").do("2 push d5").seat("1", "d6-")
	})
	t.Run("over the edge of the area not of the board", func(t *testing.T) {
		set(t, 2, "2 go", "d6- d5P", "d5:R d6:L,L").do("2 push d6").seat("1", "d7-")
		set(t, 2, "2 go", "d7- d6P", "d6:R").may("2", "stay", "drop").refuses("2 push d7", "board ends")
	})
	t.Run("not too high not onto volcano or explorer", func(t *testing.T) {
		set(t, 2, "2 go", "d5- d4P", "d4:R d5:L d6:H,H,H").refuses("2 push d5", "2 tiles higher")
		set(t, 2, "2 go", "d5- d4P", "d4:R d5:L d6:V").refuses("2 push d5", "volcano")
		set(t, 3, "3 go", "d5- d6- d4P", "d4:R d5:L d6:H").refuses("3 push d5", "stands behind").refuses("3 push d6", "not next to").refuses("3 push e5", "Nobody stands")
	})
	t.Run("out of water onto land", func(t *testing.T) {
		set(t, 2, "2 go", "d5- d4P", "d4:R d6:H").do("2 push d5").seat("1", "d6-")
	})
}

func TestThief(t *testing.T) {
	sc := set(t, 4, "4 go", "b2L c5- e5R d4T", "b2:R c5:R e5:R d4:R").may("4", "stay", "thief 1", "thief 3", "drop")
	sc.refuses("4 thief 2", "holds no tool").refuses("4 thief 4", "another player").refuses("4 thief 5", "no player 5")
	sc.do("4 thief 3").seat("3", "e5-").seat("4", "d4R").refuses("4 thief 1", "no thief")
	set(t, 4, "4 go", "b2L x1 e5R d4T", "b2:R e5:R d4:R").refuses("4 thief 2", "left the game")
}

func TestVolcano(t *testing.T) {
	t.Run("never removed and nobody may land there", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d3D d4P", "d4:R,C0 d3:L,L d5:R,V c4:R c3:H")
		sc.refuses("2 move d5", "volcano").do("2 stay").has("d5:R,V d4:R")
		sc = set(t, 2, "2 go", "d3D d4J", "d4:R,C0 d3:L,L d6:V")
		sc.refuses("2 spring d6", "volcano")
	})
	t.Run("its height counts for who leaves it", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:R d4:L,V,C0 d5:R,R,R,R e5:R,R,B").do("2 stay").may("2", "move d5", "move e5")
	})
	t.Run("rope spring and lifebelt included", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4R", "b2:R d4:V,C0 e5:R,R,B").do("2 stay").may("2", "rope e5", "drop").do("2 rope e5").may("2", "keep", "discard").seat("2", "e5-")
		set(t, 2, "2 go", "b2- d4J", "b2:R d4:V,C0 f6:R,R").do("2 stay").may("2", "spring f6", "drop").refuses("2 spring b2", "stands on")
		set(t, 2, "2 go", "c3- d4L", "c3:R,R d4:V,C0 c4:R,R,R,R e4:V e5:V d5:H,H,H,H").do("2 stay").may("2", "swim d3", "drop").
			do("2 swim d3").seat("2", "d3-*").turnOf("1", PhaseGo)
	})
	t.Run("kept tools too", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:R d4:V,R e5:R,R,B").do("2 stay", "2 keep").may("2", "rope e5", "drop")
	})
	t.Run("in another's turn the explorer's player chooses and no tile is played", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5- d4D", "d4:R,R d5:V,L d6:C0123,C1 e5:H").do("2 dynamite d5")
		sc.may("1", "move d6", "move e5").turnOf("2", PhaseFlee).refuses("2 stay", "turn")
		sc.do("1 move d6").has("d6:C0123,C1 e5:H").turnOf("2", PhaseGo).may("2", "stay", "move e5")
	})
	t.Run("at keep the choice goes on after a flight", func(t *testing.T) {
		set(t, 2, "2 go", "d5- d4D", "d4:R,R d5:V,L d6:C0123,C1").do("2 stay", "2 dynamite d5", "1 move d6").may("2", "keep", "discard")
	})
	t.Run("after playing the turn ends after a flight", func(t *testing.T) {
		set(t, 2, "2 go", "d5- d4D", "d4:R,R d5:V,L d6:C0123,C1").do("2 stay", "2 discard", "2 dynamite d5", "1 move d6").turnOf("1", PhaseGo)
	})
	t.Run("with no hex to go to it is lost", func(t *testing.T) {
		sc := set(t, 3, "3 go", "d5S b2- d4D", "d4:R,R d5:V,L b2:R").do("3 dynamite d5")
		sc.seat("1", "x1").turnOf("3", PhaseGo).tells("dynamite fall volcano out")
		set(t, 2, "2 go", "b2- d4-", "b2:R d4:V,C0").do("2 stay").over("1 2", "last explorer")
	})
	t.Run("an earlier flight can take the place of a later one", func(t *testing.T) {
		sc := set(t, 3, "3 go", "e5- d5- d4-", "d4:R,C01 d5:V,L e5:V,L e6:R").do("3 stay")
		sc.may("2", "move e6").do("2 move e6").seat("1", "x1").has("d4:R").turnOf("2", PhaseGo)
	})
	t.Run("two volcanoes in one turn", func(t *testing.T) {
		sc := set(t, 2, "2 go", "b2- d4-", "b2:R d4:V,C0 e5:V,H e6:L").do("2 stay", "2 move e5")
		sc.may("2", "move e6").do("2 move e6").may("2", "keep", "discard")
	})
}

func TestLastExplorerWinsAtOnce(t *testing.T) {
	t.Run("before the tile of the turn is removed", func(t *testing.T) {
		set(t, 2, "2 go", "d5- d4-", "d4:R,C0 d5:V,L").do("2 stay").over("2 1", "last explorer").has("d4:R,C0").tells("stay cracks fall volcano out win")
	})
	t.Run("in the turn of another", func(t *testing.T) {
		set(t, 3, "3 go", "x1 d5- d4D", "d4:R").do("3 dynamite d5").over("3 2 1", "last explorer")
		set(t, 3, "2 go", "x1 b2- d4-", "b2:R").do("2 stay", "2 discard").over("3 1 2", "last explorer")
	})
}

func TestRanksAreTheReverseOrderOfLeaving(t *testing.T) {
	sc := set(t, 4, "4 go", "b2- b5- e3- f6-", "b2:R b5:R e3:R f6:R")
	sc.do("2 resign", "4 resign", "1 resign").over("2 4 1 3", "resign")
}

func TestResignAndTimeout(t *testing.T) {
	island := "b2:R,R b5:R,R e3:R,L f6:L,L"
	t.Run("in their own turn the rest of it is not played", func(t *testing.T) {
		set(t, 4, "4 go", "b2- b5- e3- f6T", island).do("4 stay", "4 resign").has("f6:L,L").seat("4", "x1").turnOf("3", PhaseGo)
		set(t, 4, "4 go", "b2- b5- e3- f6T", island).do("4 stay", "4 timeout").seat("4", "x1").turnOf("3", PhaseGo)
	})
	t.Run("in another's turn it goes on", func(t *testing.T) {
		set(t, 4, "4 go", "b2- b5- e3- f6-", island).do("4 stay", "2 resign").may("4", "keep", "discard").seat("2", "x1")
	})
	t.Run("time runs out only for who is to act", func(t *testing.T) {
		set(t, 4, "4 go", "b2- b5- e3- f6-", island).refuses("3 timeout", "who is to act").refuses("3 offer draw", "no draws")
	})
	t.Run("others on a volcano still leave it", func(t *testing.T) {
		sc := set(t, 3, "3 go", "e5- d5- d4-", "d4:R,C01 d5:V,L e5:V,L e6:R c5:R f6:B").do("3 stay").may("2", "move c5", "move e6")
		sc.do("3 resign").seat("3", "x1").may("2", "move c5", "move d4", "move e6").has("d4:R,C01")
		sc.refuses("3 resign", "left the game").do("2 move c5").may("1", "move d4", "move e6", "move f6").
			do("1 move f6").turnOf("2", PhaseGo).has("d4:R,C01 f6:B c5:R")
	})
	t.Run("one who must leave a volcano can resign", func(t *testing.T) {
		sc := set(t, 3, "3 go", "e5- d5- d4-", "d4:R,C01 d5:V,L e5:V,L e6:R c5:R f6:B").do("3 stay", "2 timeout")
		sc.may("1", "move e6", "move f6").do("1 move e6").has("d4:R").turnOf("1", PhaseGo)
	})
	t.Run("while placing", func(t *testing.T) {
		sc := set(t, 4, "2 place", "b2- ..- ..- ..-", island).do("2 resign").may("3", "place b5", "place e3", "place f6")
		sc.do("4 resign", "3 place b5").turnOf("3", PhaseGo).do("3 stay", "3 discard").turnOf("1", PhaseGo)
		set(t, 4, "2 place", "b2- ..- ..- ..-", island).do("1 resign").may("2", "place b2", "place b5", "place e3", "place f6")
		set(t, 2, "2 place", "b2- ..-", "b2:R b3:R").do("1 resign").over("2 1", "resign")
	})
	t.Run("reason", func(t *testing.T) {
		set(t, 2, "2 go", "b2- b4-", "b2:R b4:R").do("1 resign").over("2 1", "resign")
		set(t, 2, "2 go", "b2- b4-", "b2:R b4:R").do("2 timeout").over("1 2", "timeout")
		// the resignation leaves two, and the next one drowns
		set(t, 3, "3 go", "b2- d4- b4-", "b2:R b4:R").do("3 resign").over("1 2 3", "last explorer")
	})
	t.Run("not after the end and not while chance acts", func(t *testing.T) {
		set(t, 2, "2 go", "b2- b4-", "b2:R b4:R").do("1 resign").refuses("2 resign", "over")
		st := Game.MustConfigure(2).New()
		if err := st.AllowsTable(0, game.Resign); err == nil {
			t.Error("resigned before the scatter")
		}
	})
}
