// Command solve solves a small position of two players exactly and writes the proof:
// every position that can follow, with its value to the first seat as a fraction.
// Another program (python3 -m atoll.proof) checks it with nothing but the rules.
//
//	solve -game evo -position "evo 2 quiet_limit=4 | …" > proof.jsonl
//	solve -game conqueror -find 3000 -seed 1      # look for a position of a good size
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"

	"atoll/games"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "solve:", err)
		os.Exit(1)
	}
}

func run() error {
	id := flag.String("game", "", "the game")
	position := flag.String("position", "", "where to begin")
	options := flag.String("options", "", "with -find: options as key=value, separated by spaces")
	least := flag.Int("find", 0, "look for a position with at least so many that follow, and at most ten times as many")
	seed := flag.Uint64("seed", 1, "with -find")
	limit := flag.Int("limit", 1_000_000, "most positions of a proof")
	flag.Parse()
	g, ok := games.ByID(*id)
	if !ok {
		return fmt.Errorf("there is no game %q", *id)
	}
	p := newProof(*limit)
	if *least > 0 {
		given, err := g.ReadOptions(strings.Fields(*options))
		if err != nil {
			return err
		}
		cfg, err := g.Configure(2, given)
		if err != nil {
			return err
		}
		from, found := find(cfg, *least, 10**least, *seed)
		fmt.Printf("%s\n%d positions, worth %s\n", from.AppendText(nil), len(found.order), found.values[found.order[0]].RatString())
		return nil
	}
	st := g.New(g.MustConfigure(2))
	if err := st.UnmarshalText([]byte(*position)); err != nil {
		return err
	}
	if _, err := p.solve(st); err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for _, text := range p.order {
		if err := enc.Encode(map[string]string{"game": g.ID, "position": text, "value": p.values[text].RatString()}); err != nil {
			return err
		}
	}
	return out.Flush()
}
