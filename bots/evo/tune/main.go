// Command tune makes what the bots judge EVO by. For two players that is a network:
// it plays games of the bot against itself, remembers quiet positions with what
// the search thought of them and how the game ended, and fits the network to both.
// For four it is a handful of weights, fitted to who won.
//
//	go run ./bots/evo/tune -hand -games 3000 -out bots/evo/two.net   # from the hand-made evaluation
//	go run ./bots/evo/tune -games 3000 -out bots/evo/two.net         # from the network before
//	go run ./bots/evo/tune -match 200                                # the network against the hand-made one
//
//	go run ./bots/evo/tune -four -hand -games 600 -out bots/evo/four.txt
//
// Everything follows from -seed: the same flags give the same bytes.
package main

import (
	"flag"
	"fmt"
	"os"

	"atoll/bots/evo"
)

func main() {
	var (
		hand   = flag.Bool("hand", false, "play by the evaluation made by hand instead of the network")
		games  = flag.Int("games", 2000, "games of self-play")
		nodes  = flag.Int64("nodes", 1500, "nodes a decision")
		seed   = flag.Uint64("seed", 1, "seed of everything")
		epochs = flag.Int("epochs", 12, "times that training goes through all positions")
		out    = flag.String("out", "", "file for the network")
		data   = flag.String("data", "", "file to which positions are added and from which training reads them all")
		match  = flag.Int("match", 0, "play so many games of the network against the hand-made evaluation, and nothing else")
		versus = flag.String("versus", "", "with -match: a network file to play against instead")
		four   = flag.Bool("four", false, "tune the weights for four players instead; -out is bots/evo/four.txt")
	)
	flag.Parse()
	if *four {
		if err := runFour(*hand, *games, *nodes, *seed, *epochs, *out, *match); err != nil {
			fmt.Fprintln(os.Stderr, "tune:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(*hand, *games, *nodes, *seed, *epochs, *out, *data, *match, *versus); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

func run(hand bool, games int, nodes int64, seed uint64, epochs int, out, data string, match int, versus string) error {
	net := evo.Tuned()
	if match > 0 {
		var other *evo.Network
		if versus != "" {
			bytes, err := os.ReadFile(versus)
			if err != nil {
				return err
			}
			if other, err = evo.ReadNetwork(bytes); err != nil {
				return err
			}
		}
		return playMatch(net, other, match, nodes, seed)
	}
	if hand {
		net = nil
	}
	samples := selfPlay(net, games, nodes, seed)
	if data != "" {
		var err error
		if samples, err = exchange(data, samples); err != nil {
			return err
		}
	}
	w := train(samples, epochs, seed)
	if out == "" {
		return nil
	}
	return os.WriteFile(out, w.Append(nil), 0o644)
}

func runFour(hand bool, games int, nodes int64, seed uint64, epochs int, out string, match int) error {
	if match > 0 {
		playMatchFour(evo.TunedParty(), evo.HandParty(), match, nodes, seed)
		return nil
	}
	w := evo.TunedParty()
	if hand {
		w = evo.HandParty()
	}
	got := trainFour(selfPlayFour(w, games, nodes, seed), epochs, seed).Text()
	if out == "" {
		fmt.Print(got)
		return nil
	}
	return os.WriteFile(out, []byte(got), 0o644)
}
