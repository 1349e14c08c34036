// Command tactics finds the positions of the suite that the bots must solve, in
// games of the bot against itself: forced wins in 3 and 5 plies, and escapes from
// forced losses. All are proved by exhausting the answers.
//
//	go run ./bots/evo/tactics -out bots/evo/testdata/tactics.tsv
//
// A line is kind, plies, position and the actions that solve it.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"atoll/bots/evo"
	"atoll/game"
	rules "atoll/games/evo"
)

func main() {
	out := flag.String("out", "", "file to write; standard output if not given")
	each := flag.Int("each", 80, "positions of each kind")
	seed := flag.Uint64("seed", 1, "seed of the games")
	flag.Parse()
	text := find(*each, *seed)
	if *out == "" {
		fmt.Print(text)
		return
	}
	if err := os.WriteFile(*out, []byte(text), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "tactics:", err)
		os.Exit(1)
	}
}

func find(each int, seed uint64) string {
	r := game.NewRand(seed)
	var b strings.Builder
	b.WriteString("kind\tplies\tposition\tsolutions\n")
	counts := map[string]int{}
	s := evo.NewSearcher(evo.HandPlaces(), 1<<20)
	for counts["win3"] < each || counts["win5"] < each || counts["escape"] < each {
		st := rules.Game.MustConfigure(2).New().(*rules.State)
		taken := 0
		for st.Acting() != 0 {
			seat := st.Acting().First()
			p := st.Position()
			kind, plies, solutions := classify(&p)
			// Neighbours in a game are alike, and one position of a game is enough of a kind.
			if kind != "" && counts[kind] < each && taken < 2 && r.Intn(3) == 0 {
				counts[kind]++
				taken++
				var words []string
				for _, a := range solutions {
					words = append(words, string(st.AppendAction(nil, seat, a)))
				}
				fmt.Fprintf(&b, "%s\t%d\t%s\t%s\n", kind, plies, bare(st), strings.Join(words, " "))
			}
			a, _, _ := s.Search(st, 200+int64(r.Intn(800)), 20)
			if st.Seen() > 1 || r.Intn(4) == 0 {
				a = st.LivelyAction(seat, r)
			}
			st.Play(game.Choose(seat, a), nil)
		}
	}
	return b.String()
}

// bare is the position text; the moves since the last capture belong to it.
func bare(st *rules.State) string { return string(st.AppendText(nil)) }

// few is how many actions may solve a position that is worth asking about.
const few = 12

func classify(p *rules.Position) (string, int, []game.Action) {
	if evo.Wins(p, 1) {
		return "", 0, nil
	}
	if wins := evo.ForcedWin(p, 3); len(wins) > 0 {
		if len(wins) <= few {
			return "win3", 3, wins
		}
		return "", 0, nil
	}
	if wins := evo.ForcedWin(p, 5); len(wins) > 0 {
		if len(wins) <= few {
			return "win5", 5, wins
		}
		return "", 0, nil
	}
	if safe := evo.Escapes(p, 3); len(safe) > 0 && len(safe) <= few {
		return "escape", 4, safe
	}
	return "", 0, nil
}
