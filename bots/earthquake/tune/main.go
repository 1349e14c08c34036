// Command tune makes the weights of the Earthquake Island bot from nothing but
// games against itself. Run it from the root of the repository:
//
//	go run ./bots/earthquake/tune
//
// In the first round it plays by playouts, in the following ones with the weights
// of the round before; the last learns from the games of two rounds. It prints the
// log loss on games that were held out. Weights depend on nothing but the code and
// the seed: not on the number of cores.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	bot "atoll/bots/earthquake"
	"atoll/game"
)

func main() {
	var c config
	flag.Uint64Var(&c.seed, "seed", 1, "seed of the games and of learning")
	flag.IntVar(&c.epochs, "epochs", 10, "passes over the turns")
	flag.IntVar(&c.cores, "cores", runtime.NumCPU(), "games at once")
	flag.IntVar(&c.percent, "percent", 100, "how much of the games to play, for a quick try")
	flag.StringVar(&c.out, "out", "bots/learnt/earthquake/net.weights", "file to write")
	flag.Parse()
	if err := c.run(); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

type config struct {
	seed                   uint64
	epochs, cores, percent int
	out                    string
}

// rounds are the games of each round and the iterations of a decision in them.
var rounds = [...]struct{ games, nodes int }{{1500, 60}, {2500, 100}, {5000, 120}}

// stray is the likelihood of a careless action in these games.
const stray = 0.1

// tables are the numbers of players, by how often each is played.
var tables = [...]int{2, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6}

func (c config) run() error {
	var net *bot.Network
	var before [][]turn
	for i, round := range rounds {
		start := time.Now()
		turns := c.play(net, max(10, round.games*c.percent/100), round.nodes, uint64(i))
		fmt.Printf("round %d: %d games in %v\n", i+1, len(turns), time.Since(start).Round(time.Second))
		var err error
		if net, err = c.learn(slices.Concat(turns, before)); err != nil {
			return err
		}
		if i > 0 {
			before = turns // the games of the first round are too weak
		}
		if err := os.WriteFile(c.out, net.AppendFile(nil), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// play plays games; each is a list of turns.
func (c config) play(net *bot.Network, games, nodes int, round uint64) [][]turn {
	turns := make([][]turn, games)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range c.cores {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= games {
					return
				}
				pl := play{net: net, nodes: nodes, stray: stray, players: tables[i%len(tables)]}
				turns[i] = pl.selfPlay(game.Mix(c.seed<<8|round)<<20 + uint64(i))
			}
		})
	}
	wg.Wait()
	return turns
}

// learn trains a new network; every tenth game is held out.
func (c config) learn(games [][]turn) (*bot.Network, error) {
	var train, held []sample
	for i, list := range games {
		for _, u := range list {
			smp, err := u.sample()
			if err != nil {
				return nil, err
			}
			if i%10 == 9 {
				held = append(held, smp)
			} else {
				train = append(train, smp)
			}
		}
	}
	fmt.Printf("%d turns to learn from, %d held out\n", len(train), len(held))
	r := game.NewRand(c.seed)
	l := &learner{net: newNetwork(r), decay: 1e-3}
	const size = 128
	for e := range c.epochs {
		r.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		l.rate = 0.003 * (1 - float64(e)/float64(c.epochs))
		for i := 0; i+size <= len(train); i += size {
			l.batch(train[i : i+size])
		}
	}
	a, _ := lossOf(l.net, train)
	b, hits := lossOf(l.net, held)
	fmt.Printf("loss %.4f, held out %.4f, favourite wins %.1f %%\n", a, b, 100*hits)
	return l.net, nil
}
