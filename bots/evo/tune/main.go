// Command tune makes what the bots judge EVO by. It plays games of the bot against
// itself. For two players it remembers quiet positions with what the search
// thought of them and how the game ended, and fits the value of every role on
// every square to both. For four it fits a handful of weights to who won.
//
//	go run ./bots/evo/tune -hand -games 4500 -nodes 600 -seed 11 -out bots/learnt/evo/two.weights
//	go run ./bots/evo/tune -games 4500 -nodes 600 -seed 12 -out bots/learnt/evo/two.weights
//	go run ./bots/evo/tune -games 4500 -nodes 600 -seed 13 -out bots/learnt/evo/two.weights
//	go run ./bots/evo/tune -games 3500 -nodes 1200 -seed 14 -out bots/learnt/evo/two.weights
//	go run ./bots/evo/tune -games 3500 -nodes 1200 -seed 15 -out bots/learnt/evo/two.weights
//	go run ./bots/evo/tune -match 200                  # the tuned against the hand-made
//	go run ./bots/evo/tune -four -games 600 -match 80
//
// Each of the five rounds begins where the last one ended and takes some minutes of
// one core; the places that come with the package were made so, while the search
// itself was still being written. The rounds won 67, 77, 59, 74 and 59 % against
// the ones before them, 80 to 120 games each at 2,000 nodes. The weights for four
// are those made by hand: what this command found was not better in a match (16
// first places of 80, 20 being even).
//
// Everything follows from -seed: the same flags and the same code give the same
// bytes.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"atoll/bots/evo"
)

func main() {
	var (
		hand   = flag.Bool("hand", false, "play by the evaluation made by hand instead of the tuned one")
		games  = flag.Int("games", 2000, "games of self-play")
		nodes  = flag.Int64("nodes", 1500, "nodes a decision")
		seed   = flag.Uint64("seed", 1, "seed of everything")
		set    settings
		out    = flag.String("out", "", "file for the result")
		data   = flag.String("data", "", "file to which positions are added and from which training reads them all")
		match  = flag.Int("match", 0, "play so many games of the tuned evaluation against the hand-made one, and nothing else")
		versus = flag.String("versus", "", "with -match: a file of places to play against instead")
		file   = flag.String("places", "", "a file of places to use instead of the one that is built in")
		net    = flag.String("net", "", "a file of a network to play by, on top of the places")
		only   = flag.String("collect", "", "play, write the positions to this file, and nothing else")
		limit  = flag.Duration("time", 0, "stop self-play after so long; what comes of it then depends on the machine")
		stray  = flag.Int("stray", 10, "one of so many actions of self-play is random; 0 for none")
		four   = flag.Bool("four", false, "learn weights for four players, show them, and play -match games against those made by hand")
	)
	flag.IntVar(&set.epochs, "epochs", 4, "times that training goes through all positions")
	flag.Float64Var(&set.rate, "rate", 0.003, "step of training at the start")
	flag.Float64Var(&set.pull, "pull", 0.0002, "pull towards the evaluation that self-play goes by")
	flag.Float64Var(&set.lambda, "lambda", 0.5, "weight of what the search thought against how the game ended")
	flag.Parse()
	set.seed = *seed
	if *four {
		runFour(*games, *nodes, *seed, set.epochs, *match)
		return
	}
	how := plan{games: *games, nodes: *nodes, stray: *stray, seed: *seed}
	if *limit > 0 {
		how.until = time.Now().Add(*limit)
	}
	if err := run(*hand, how, set, *out, *data, *only, *match, *file, *net, *versus); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

func run(hand bool, how plan, set settings, out, data, only string, match int, file, net, versus string) error {
	var err error
	if how.places, err = readPlaces(file, evo.TunedPlaces()); err != nil {
		return err
	}
	if how.net, err = readNet(net); err != nil {
		return err
	}
	if match > 0 {
		other := side{places: evo.HandPlaces()}
		if net != "" {
			other.places = how.places // the network is what is to be judged
		}
		if other.places, err = readPlaces(versus, other.places); err != nil {
			return err
		}
		playMatch(side{how.places, how.net}, other, match, how.nodes, how.seed)
		return nil
	}
	if hand {
		how.places = evo.HandPlaces()
	}
	samples := selfPlay(how)
	if only != "" {
		_, err = exchange(only, samples)
		return err
	}
	if data != "" {
		if samples, err = exchange(data, samples); err != nil {
			return err
		}
	}
	w := train(samples, how.places, set)
	if out == "" {
		return nil
	}
	return os.WriteFile(out, w.AppendFile(nil), 0o644)
}

func readNet(file string) (*evo.Net, error) {
	if file == "" {
		return nil, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return evo.ReadNet(data)
}

// runFour learns weights for four, shows them, and lets them play games against
// those made by hand.
func runFour(games int, nodes int64, seed uint64, epochs, match int) {
	got := trainFour(selfPlayFour(evo.HandFour(), games, nodes, seed), epochs, seed)
	fmt.Printf("%+v\n", *got)
	if match > 0 {
		playMatchFour(got, evo.HandFour(), match, nodes, seed)
	}
}

// readPlaces reads a file of places; without a name it returns others.
func readPlaces(file string, others *evo.Places) (*evo.Places, error) {
	if file == "" {
		return others, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return evo.ReadPlaces(data)
}
