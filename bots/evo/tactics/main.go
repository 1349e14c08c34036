// Command tactics finds deep positions for the suite that the bots must solve, in
// games of the bot for two against itself: forced wins in 3 and 5 plies, and escapes
// from forced losses in 3. All are proved by exhausting the answers to raids on the
// castle, which reaches deeper than the proofs of atoll tactics, which know no game.
//
// bots/testdata/evo.tactics is made by
//
//	atoll tactics evo --depth 3 --bots level3,level5 --count 80
//	atoll tactics evo --players 4 --depth 3 --bots level4,level6 --count 40
//	go run ./bots/evo/tactics
package main

import (
	"flag"
	"fmt"
	"os"

	"atoll/bots/evo"
	"atoll/game"
	rules "atoll/games/evo"
	"atoll/tactics"
)

func main() {
	each := flag.Int("each", 40, "positions of each kind")
	seed := flag.Uint64("seed", 1, "seed of the games")
	flag.Parse()
	cfg := rules.Game.MustConfigure(2)
	if err := tactics.Write(os.Stdout, cfg, find(cfg, *each, *seed)); err != nil {
		fmt.Fprintln(os.Stderr, "tactics:", err)
		os.Exit(1)
	}
}

func find(cfg game.Config, each int, seed uint64) []tactics.Puzzle {
	r := game.NewRand(seed)
	var list []tactics.Puzzle
	counts := map[string]int{}
	s := evo.NewSearcher(evo.HandPlaces(), nil, 1<<20)
	for len(list) < 3*each {
		st := cfg.New().(*rules.State)
		taken := 0
		for st.Acting() != 0 {
			seat := st.Acting().First()
			p := st.Position()
			kind, depth, solutions := classify(&p)
			// Neighbours in a game are alike, and one position of a game is enough of a kind.
			if kind != "" && counts[kind] < each && taken < 2 && r.Intn(3) == 0 {
				counts[kind]++
				taken++
				puzzle := tactics.Puzzle{Text: string(st.AppendText(nil)), Seat: seat, Kind: kind, Depth: depth}
				for _, a := range solutions {
					puzzle.Solutions = append(puzzle.Solutions, string(st.AppendAction(nil, seat, a)))
				}
				list = append(list, puzzle)
			}
			a, _, _ := s.Search(st, 200+int64(r.Intn(800)), 20)
			if st.Seen() > 1 || r.Intn(4) == 0 {
				a = st.LivelyAction(seat, r)
			}
			st.Play(game.Choose(seat, a), nil)
		}
	}
	return list
}

// few is how many actions may solve a position that is worth asking about.
const few = 12

// classify names the kind of a position, the decisions of the proof and what
// solves it.
func classify(p *rules.Position) (string, int, []game.Action) {
	if evo.Wins(p, 1) {
		return "", 0, nil
	}
	for _, plies := range []int{3, 5} {
		if wins := evo.ForcedWin(p, plies); len(wins) > 0 {
			// A quiet action that wins a little later solves it too.
			if wins = evo.SlowWins(p, 7); len(wins) > few {
				return "", 0, nil
			}
			return fmt.Sprint("win in ", plies), 7, wins
		}
	}
	if safe := evo.Escapes(p, 3); len(safe) > 0 && len(safe) <= few {
		return "escape from 3", 4, safe
	}
	return "", 0, nil
}
