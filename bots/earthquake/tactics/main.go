// Command tactics finds the positions of the suite that the bots must solve, in
// games of the bot against itself: wins that nothing can prevent, before the other
// goes again (win1) or within three turns (win3), and escapes from such a loss.
// All are proved by exhausting the answers and every tile that can come to light.
//
//	go run ./bots/earthquake/tactics -out bots/earthquake/testdata/tactics.tsv
//
// A line is kind, position and the actions that solve it.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	bot "atoll/bots/earthquake"
	"atoll/game"
	rules "atoll/games/earthquake"
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
	var b strings.Builder
	b.WriteString("kind\tposition\tsolutions\n")
	counts := map[string]int{}
	for i := uint64(0); counts["win1"] < each || counts["win3"] < each || counts["escape"] < each; i++ {
		players := 2
		if i%4 == 3 {
			players = 3 // endings of larger tables
		}
		taken := map[string]bool{}
		bot.Play{Net: bot.Trained(), Nodes: 60, Stray: 0.25, Players: players}.Watch(seed<<32+i, func(st *rules.State) {
			view := game.Look(st, game.PublicViewer()).(*rules.State)
			kind, solutions := classify(&view.Position)
			if kind == "" || counts[kind] >= each || taken[kind] {
				return // one position of a game is enough of a kind
			}
			taken[kind] = true
			counts[kind]++
			var words []string
			for _, a := range solutions {
				words = append(words, string(view.AppendAction(nil, view.Actor(), a)))
			}
			fmt.Fprintf(&b, "%s\t%s\t%s\n", kind, view.AppendText(nil), strings.Join(words, ","))
		})
	}
	return b.String()
}

// classify says what a position is good for: only where at most half of the
// actions are right is there something to find.
func classify(p *rules.Position) (string, []game.Action) {
	s := p.Actor()
	if s < 0 || s == game.Nature {
		return "", nil
	}
	n := len(p.AppendActions(nil, s))
	if n < 3 {
		return "", nil
	}
	if wins := bot.Forced(p, 0); len(wins) > 0 {
		if 2*len(wins) <= n {
			return "win1", wins
		}
		return "", nil
	}
	if wins := bot.Forced(p, 2); len(wins) > 0 {
		if 2*len(wins) <= n {
			return "win3", wins
		}
		return "", nil
	}
	if safe, ok := bot.Escapes(p); ok && len(safe) > 0 && 2*len(safe) <= n {
		return "escape", safe
	}
	return "", nil
}
