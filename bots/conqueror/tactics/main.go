// Command tactics finds the positions of the suite that the bot must solve, in
// games of two bots that look one roll ahead:
//
//	go run ./bots/conqueror/tactics -out bots/conqueror/testdata/tactics.tsv
//
// A position is taken if the rest of the game can be solved exactly and the
// best moves are better than all others by a clear margin. There are three
// kinds: win (the best move wins for certain, the others need not), save (all
// others lose for certain) and edge (the rest). A line is kind, position and the
// moves that solve it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"atoll/bots"
	"atoll/bots/conqueror"
	"atoll/game"
	rules "atoll/games/conqueror"
	"atoll/search"
)

// proof is the budget in which a position must be solved, and margin how much better than all
// others the best moves must be.
const (
	proof  = 150_000
	margin = 0.05
)

func main() {
	out := flag.String("out", "", "file to write; standard output if not given")
	each := flag.Int("each", 75, "positions of each kind")
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
	ctx := context.Background()
	r := game.NewRand(seed)
	cfg := rules.Game.MustConfigure(2)
	e := conqueror.New(cfg)
	var b strings.Builder
	b.WriteString("kind\tposition\tsolutions\n")
	counts := map[string]int{}
	for counts["win"] < each || counts["save"] < each || counts["edge"] < each {
		s := cfg.New().(*rules.State)
		taken := 0
		for s.Acting() != 0 {
			p := s.Acting().First()
			if p == game.Nature {
				s.Play(game.Choose(p, game.DrawAction(s, r, nil)), nil)
				continue
			}
			rep, exact, err := e.Solve(ctx, s, p, search.Nodes(500), nil)
			if err != nil {
				panic(err)
			}
			// Near the end it is worth looking for a proof.
			if !exact && s.Phase == rules.PhaseMove && conqueror.NearEnd(s) {
				if rep, exact, err = e.Solve(ctx, s, p, search.Nodes(proof), nil); err != nil {
					panic(err)
				}
			}
			if exact && taken < 3 {
				if kind, solutions := classify(rep); kind != "" && counts[kind] < each {
					counts[kind]++
					taken++
					var words []string
					for _, a := range solutions {
						words = append(words, string(s.AppendAction(nil, p, a)))
					}
					fmt.Fprintf(os.Stderr, "\r%v ", counts)
					fmt.Fprintf(&b, "%s\t%s\t%s\n", kind, s.AppendText(nil), strings.Join(words, ", "))
				}
			}
			a := rep.Action
			if len(rep.Candidates) > 1 {
				a = bots.Soften(rep.Candidates, 0.05, r)
			}
			s.Play(game.Choose(p, a), nil)
		}
	}
	return b.String()
}

// classify returns the kind of a solved position and the moves that solve it, or
// nothing if no move stands out.
func classify(rep search.Report) (string, []game.Action) {
	best, second := 0.0, 0.0
	for _, c := range rep.Candidates {
		best = max(best, c.Value)
	}
	var solutions []game.Action
	for _, c := range rep.Candidates {
		if best-c.Value < 0.001 {
			solutions = append(solutions, c.Action)
		} else {
			second = max(second, c.Value)
		}
	}
	switch {
	case len(solutions) == len(rep.Candidates) || best-second < margin:
		return "", nil
	case best > 0.9999:
		return "win", solutions
	case second < 0.0001:
		return "save", solutions
	}
	return "edge", solutions
}
