package earthquake

import "testing"

func TestInWaterOneMustReachLandOrUseALifebelt(t *testing.T) {
	t.Run("land next to it", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:R d5:C0 e5:C1,C2").may("2", "move d5")
	})
	t.Run("stay is refused", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:R d5:C0").refuses("2 stay", "no staying")
	})
	t.Run("lifebelt", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4L", "b2:R d5:C0").
			may("2", "move d5", "swim c3", "swim c4", "swim d3", "swim e4", "swim e5", "float").
			refuses("2 drop", "only on land").
			do("2 float").seat("2", "d4-*").turnOf("1", PhaseGo)
	})
	t.Run("nothing is played in water", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4L", "b2:R d5:C0").do("2 swim e5").seat("2", "e5-*").turnOf("1", PhaseGo).has("d5:C0")
	})
	t.Run("a sandbag is of no use", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4S", "b2:R d5:C0").may("2", "move d5").refuses("2 sandbag", "")
	})
	t.Run("out of reach without rope", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4R", "b2:R d5:C0,C1 e5:C1,C2,C0 e4:C0,C0,C0,C01").may("2", "rope d5", "rope e5")
	})
	t.Run("spring onto one tile", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4J", "b2:R d6:C0 d2:C1,C1 d5:V f4:H").may("2", "spring d6", "spring f4")
	})
}

func TestDrowningAtTheStartOfATurn(t *testing.T) {
	t.Run("no land in reach", func(t *testing.T) {
		sc := set(t, 3, "1 go", "b2- d4- f6-", "b2:R f6:R d5:C0,C1")
		sc.do("1 stay", "1 discard").turnOf("3", PhaseGo).do("3 stay", "3 discard")
		// 2 drowns when its turn comes, and 1, in water now, drowns after it
		sc.over("2 3 1", "last explorer")
	})
	t.Run("the tool is discarded", func(t *testing.T) {
		sc := set(t, 3, "3 go", "b2T d4S f6-", "b2:R,R f6:R,R d5:C0,C1").do("3 stay", "3 discard")
		sc.seat("2", "x1").turnOf("1", PhaseGo)
		sc.may("1", "stay", "drop") // the thief finds no tool any more
	})
	t.Run("a tool that cannot be used does not help", func(t *testing.T) {
		set(t, 3, "3 go", "b2- d4P f6-", "b2:R,R f6:R,R").do("3 stay", "3 discard").seat("2", "x1")
	})
}

func TestInWaterWithOnlyToolsOneMustBeUsedAndTheTestIsMadeAgain(t *testing.T) {
	t.Run("dynamite lowers a stack", func(t *testing.T) {
		sc := set(t, 2, "2 go", "b2- d4D", "b2:R,R d5:C0,C1 e5:C1,C1,C1")
		sc.may("2", "dynamite d5", "dynamite e5").do("2 dynamite d5").may("2", "move d5")
	})
	t.Run("dynamite does not help", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4D", "b2:R,R d5:C0,C1 e5:C1,C1,C1").do("2 dynamite e5").over("1 2", "last explorer")
	})
	t.Run("thief takes a lifebelt", func(t *testing.T) {
		set(t, 2, "2 go", "b2L d4T", "b2:R,R").may("2", "thief 1").do("2 thief 1").
			may("2", "swim c3", "swim c4", "swim d3", "swim d5", "swim e4", "swim e5", "float")
	})
	t.Run("thief takes a thief", func(t *testing.T) {
		set(t, 3, "3 go", "b2T f6S d4T", "b2:R,R f6:R").may("3", "thief 1", "thief 2").
			do("3 thief 1").may("3", "thief 2").do("3 thief 2").seat("3", "x1")
	})
	t.Run("push", func(t *testing.T) {
		set(t, 2, "2 go", "d5- d4P", "d5:C0 d6:R").may("2", "push d5").do("2 push d5").may("2", "move d5")
	})
	t.Run("a resignation takes the last use away", func(t *testing.T) {
		set(t, 3, "3 go", "d5- b2- d4P", "d5:C0,R b2:R").may("3", "push d5").do("1 resign").over("3 1 2", "last explorer")
	})
}

func TestGoing(t *testing.T) {
	island := "d4:C0,C1 d5:R,R,R e5:R,R,B,B e4:V d3:R c4:L,L"
	t.Run("stay one higher any number lower not occupied no volcano", func(t *testing.T) {
		sc := set(t, 2, "2 go", "c4- d4-", island)
		sc.may("2", "stay", "move d3", "move d5")
		sc.refuses("2 move e5", "2 tiles higher").refuses("2 move e4", "volcano").refuses("2 move c4", "stands on c4")
		sc.refuses("2 move d6", "not next to").refuses("2 move c3", "needs a lifebelt").refuses("2 move d4", "not next to")
		sc.refuses("2 end", "Going comes first").refuses("2 keep", "Going comes first")
	})
	t.Run("stay plays the tile one stands on", func(t *testing.T) {
		set(t, 2, "2 go", "c4- d4-", island).do("2 stay").has("d4:C0 e5:R,R,B")
	})
	t.Run("swim", func(t *testing.T) {
		sc := set(t, 2, "2 go", "c4- d4L", island)
		sc.may("2", "stay", "move d3", "move d5", "swim c3", "drop").refuses("2 move c3", "swim c3").refuses("2 swim d3", "land")
		sc.do("2 swim c3").seat("2", "c3-*")
	})
	t.Run("rope", func(t *testing.T) {
		sc := set(t, 2, "2 go", "c4- d4R", "d4:C0 d5:L,L,L e5:L,L,B,B e4:D,D,D,D,D d3:L c4:S c3:V,H,H")
		sc.may("2", "stay", "move d3", "rope c3", "rope d5", "rope e5", "drop")
		sc.refuses("2 rope e4", "4 tiles higher").refuses("2 rope d3", "without the rope").refuses("2 spring d6", "needs a spring")
		sc.do("2 rope e5").seat("2", "e5-").turnOf("2", PhaseKeep)
	})
	t.Run("spring", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d6- d4J", "d4:C0 d5:V e5:C01,C01 f6:L,L f4:L,L,L d2:V b2:L d6:R c5:R e3:H")
		sc.may("2", "stay", "move e5", "spring b2", "spring f6", "drop")
		sc.refuses("2 spring d6", "stands on").refuses("2 spring d2", "volcano").refuses("2 spring b4", "water")
		sc.refuses("2 spring f4", "2 tiles higher").refuses("2 spring c5", "straight line").refuses("2 spring e5", "straight line")
		sc.do("2 spring b2").seat("2", "b2-").turnOf("2", PhaseKeep)
	})
}

func TestDrop(t *testing.T) {
	t.Run("at go", func(t *testing.T) {
		sc := set(t, 2, "2 go", "c4- d4R", "d4:L d5:L,L,L c4:S,S")
		sc.do("2 drop").may("2", "stay").seat("2", "d4-").refuses("2 drop", "no tool")
	})
	t.Run("at keep or discard", func(t *testing.T) {
		set(t, 2, "2 go", "c4- d4D", "d4:L,L c4:S,S").do("2 stay", "2 drop").may("2", "keep", "discard").seat("2", "d4-").
			refuses("2 drop", "no tool")
	})
	t.Run("after playing: the turn ends", func(t *testing.T) {
		set(t, 2, "2 go", "c4- d4D", "d4:L,L c4:S,S").do("2 stay", "2 discard", "2 drop").seat("2", "d4-").turnOf("1", PhaseGo)
	})
	t.Run("at cracks: they are removed", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4S", "b2:R d4:R,C0 d5:L,L").do("2 stay", "2 drop").seat("2", "d4-").has("d4:R").turnOf("1", PhaseGo)
	})
	t.Run("at a hole: it is removed and the tile below is played", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4S", "b2:R d4:R,H").do("2 stay", "2 drop").has("d4:R").may("2", "keep", "discard")
	})
	t.Run("not in water", func(t *testing.T) {
		set(t, 2, "2 go", "c4- d5D", "d4:L c4:L").may("2", "move d4", "dynamite c4", "dynamite d4").refuses("2 drop", "only on land")
		set(t, 2, "2 go", "d4- d5D", "d4:L,L d5:H").do("2 stay").may("2", "dynamite d4", "end").refuses("2 drop", "only on land")
	})
	t.Run("leaving a volcano while a way of going exists, even of that tool", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4R", "b2:R d4:V,C0 e5:R,R,B").do("2 stay", "2 drop").over("1 2", "last explorer")
		set(t, 2, "2 go", "b2- d4R", "b2:R d4:V,C0 e5:R").do("2 stay", "2 drop").may("2", "move e5").seat("2", "d4-")
	})
	t.Run("not where only a tool is left", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4D", "b2:R d4:V,C0 e5:R,R,B").do("2 stay").may("2", "dynamite e5").refuses("2 drop", "must be used")
	})
}

func TestCracks(t *testing.T) {
	t.Run("tops at the crack ends are taken volcanoes and water aside", func(t *testing.T) {
		sc := set(t, 2, "2 go", "b2- d4-", "b2:R,R d4:C0,C0123 d5:R,L e5:V e4:B d3: c3:H c4:H")
		sc.do("2 stay").has("d4:C0 d5:R e5:V e4: c3:H c4:H").turnOf("1", PhaseGo)
		sc.tells("stay cracks fall fall fall turn")
	})
	t.Run("crack ends over the edge of the board", func(t *testing.T) {
		set(t, 5, "5 go", "d4- d5- d6- d7- a1-", "d4:R d5:R d6:R d7:R a1:L,C012345 a2:R b1:R b2:R").
			do("5 stay").has("a1:L a2: b1: b2:").turnOf("4", PhaseGo)
	})
	t.Run("explorers there stay", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5- d4-", "d4:H,C0 d5:R c4:S")
		sc.do("2 stay").seat("1", "d5-").has("d5: d4:H").may("1", "move c4")
	})
	t.Run("uncovered tiles are not played", func(t *testing.T) {
		set(t, 2, "2 go", "d5- d4-", "d4:C012345,C0 d5:H,H,R e5:L c4:L").do("2 stay").has("d4:C012345 d5:H,H e5:L c4:L")
	})
}

func TestThoseOnAVolcanoLeaveBeforeTheOwnTileIsRemoved(t *testing.T) {
	sc := set(t, 4, "2 go", "c4- d4- e5- d5-", "d4:L,C015 c4:V,R d5:V,R e5:V,R e6:S c5:S d6:S d3:L,L f5:B")
	// in turn order beginning after 2: 1, 4, 3; the tile of the turn still lies there
	sc.do("2 stay").turnOf("2", PhaseFlee).has("d4:L,C015")
	sc.may("1", "move c5").refuses("4 move d6", "turn").do("1 move c5")
	sc.may("4", "move d6", "move e6").do("4 move e6")
	sc.may("3", "move f5").has("d4:L,C015").do("3 move f5").has("d4:L f5:B").turnOf("1", PhaseGo)
}

func TestHole(t *testing.T) {
	t.Run("the tile below is played", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:R d4:R,C0,H,H d5:L,L").do("2 stay").has("d4:R d5:L").turnOf("1", PhaseGo)
	})
	t.Run("a tool below", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:R d4:R,H").do("2 stay").may("2", "keep", "discard")
	})
	t.Run("nothing below", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:R,R d4:H d5:L").do("2 stay").has("d4:").seat("2", "d4-").turnOf("1", PhaseGo)
	})
	t.Run("a volcano below", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:R d4:V,H d5:L").do("2 stay").may("2", "move d5").do("2 move d5").may("2", "keep", "discard")
	})
}

func TestToolTiles(t *testing.T) {
	t.Run("keep and the tile below is played too", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:R d4:L,C0,R d5:L,L").do("2 stay").may("2", "keep", "discard").
			do("2 keep").seat("2", "d4R").has("d4:L d5:L").turnOf("1", PhaseGo)
	})
	t.Run("an old one is discarded", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4L", "b2:R d4:R").do("2 stay", "2 keep").seat("2", "d4R").has("d4:").turnOf("1", PhaseGo)
	})
	t.Run("a second tool below", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:R d4:C0,R,J").do("2 stay", "2 keep").may("2", "keep", "discard", "drop").seat("2", "d4J").
			do("2 keep").seat("2", "d4R").has("d4:").turnOf("1", PhaseGo)
	})
	t.Run("discard removes it and the tile below is not played", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4L", "b2:R d4:C0,R d5:L").do("2 stay", "2 discard").seat("2", "d4L").has("d4:C0 d5:L").turnOf("1", PhaseGo)
	})
	t.Run("kept sandbag saves the cracks below", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:R d4:C0,S d5:L,L").do("2 stay", "2 keep").may("2", "sandbag", "remove", "drop").
			do("2 sandbag").seat("2", "d4-").has("d4:C0 d5:L").turnOf("1", PhaseGo)
	})
}

func TestSandbag(t *testing.T) {
	t.Run("cracks: remove or sandbag", func(t *testing.T) {
		sc := set(t, 2, "2 go", "b2- d4S", "b2:R d4:R,C0 d5:L,L").do("2 stay").may("2", "sandbag", "remove", "drop").has("d4:R,C0 d5:L")
		sc.refuses("2 keep", "Choose").refuses("2 end", "Choose")
		sc.do("2 remove").seat("2", "d4S").has("d4:R").turnOf("1", PhaseGo)
	})
	t.Run("the choice comes after those on a volcano have left", func(t *testing.T) {
		sc := set(t, 2, "2 go", "d5- d4S", "d4:R,C0 d5:V,L d6:L")
		sc.do("2 stay").may("1", "move d6").do("1 move d6").may("2", "sandbag", "remove", "drop")
	})
	t.Run("tools: a third choice", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4S", "b2:R d4:C0,R d5:L,L").do("2 stay").may("2", "keep", "discard", "sandbag", "drop").
			do("2 sandbag").seat("2", "d4-").has("d4:C0,R d5:L,L").turnOf("1", PhaseGo)
	})
	t.Run("holes: kept it stays and nothing below is played", func(t *testing.T) {
		sc := set(t, 2, "2 go", "b2- d4S", "b2:R d4:R,H").do("2 stay").may("2", "sandbag", "remove", "drop").turnOf("2", PhaseHole)
		sc.refuses("2 keep", "Choose").refuses("2 end", "Choose")
		sc.do("2 sandbag").seat("2", "d4-").has("d4:R,H").turnOf("1", PhaseGo).tells("stay sandbag turn")
	})
	t.Run("holes: removed the tile below is played", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4S", "b2:R d4:R,C0,H,H d5:L,L").do("2 stay", "2 remove").has("d4:R,C0,H").turnOf("2", PhaseHole).
			do("2 remove").has("d5:L").turnOf("2", PhaseCrack).seat("2", "d4S")
		set(t, 2, "2 go", "b2- d4S", "b2:R d4:R,H").do("2 stay", "2 remove").may("2", "keep", "discard", "sandbag", "drop").
			tells("stay hole fall")
	})
	t.Run("without a sandbag removing is no choice", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4R", "b2:R d4:R,C0 d5:L,L").do("2 stay").has("d4:R d5:L").turnOf("1", PhaseGo)
		set(t, 2, "2 go", "b2- d4R", "b2:R d4:R,L").do("2 stay").may("2", "keep", "discard", "drop").refuses("2 sandbag", "no sandbag")
	})
}

func TestUncoveredTilesAreNotPlayedVolcanoesAside(t *testing.T) {
	t.Run("below own cracks", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:R d4:C1,C0 e5:L d5:L,L").do("2 stay").has("d4:C1 e5:L d5:L").turnOf("1", PhaseGo)
	})
	t.Run("a volcano below own cracks", func(t *testing.T) {
		sc := set(t, 2, "2 go", "b2- d4-", "b2:R d4:V,C0 e5:L d5:L,L c4:C2,C2").do("2 stay")
		sc.may("2", "move c4", "move d5", "move e5").turnOf("2", PhaseFlee)
		sc.do("2 move c4").has("c4:C2 d4:V").turnOf("1", PhaseGo) // landed on cracks, which are played
	})
	t.Run("a volcano below a discarded tool", func(t *testing.T) {
		set(t, 2, "2 go", "b2- d4-", "b2:R d4:V,R e5:L").do("2 stay", "2 discard").may("2", "move e5").
			do("2 move e5").may("2", "keep", "discard")
	})
}

func TestEveryTurnTakesSomethingAway(t *testing.T) {
	for players := 2; players <= 6; players++ {
		for seed := range uint64(20) {
			turn, before := 0, 1000
			walk(t, players, seed, func(st *State) {
				if st.Turns() == turn {
					return
				}
				now := 2*sumHeights(st) + int(st.players-st.gone) // a kept tile becomes a tool, which counts less
				for s := range st.players {
					if st.tool[s] != NoTile {
						now++
					}
				}
				if turn > 0 && now >= before {
					t.Fatalf("turn %d took nothing away\n%s", turn, st.AppendText(nil))
				}
				turn, before = st.Turns(), now
			})
		}
	}
}
