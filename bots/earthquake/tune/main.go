// Command tune makes the weights of the Earthquake Island bot from nothing but
// games against itself. Run it from the root of the repository:
//
//	go run ./bots/earthquake/tune -games 4000 -nodes 150 -from playouts
//	go run ./bots/earthquake/tune -games 8000 -nodes 200
//
// The first round plays by playouts, the following ones with the weights of the
// round before. It prints the log loss on games that were held out.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	bot "atoll/bots/earthquake"
	"atoll/game"
)

func main() {
	var c config
	flag.IntVar(&c.games, "games", 4000, "games to play")
	flag.IntVar(&c.nodes, "nodes", 150, "iterations a decision")
	flag.Float64Var(&c.stray, "stray", 0.1, "likelihood of a careless action")
	flag.StringVar(&c.from, "from", "weights", "play with weights or playouts")
	flag.Uint64Var(&c.seed, "seed", 1, "seed")
	flag.IntVar(&c.epochs, "epochs", 12, "passes over the samples")
	flag.IntVar(&c.cores, "cores", runtime.NumCPU(), "games at once")
	flag.DurationVar(&c.limit, "limit", 5*time.Minute, "stop playing after this")
	flag.StringVar(&c.keep, "keep", "", "file to append the turns to")
	flag.StringVar(&c.learn, "learn", "", "file of kept turns to learn from, besides those of the new games")
	flag.StringVar(&c.out, "out", "bots/earthquake/weights.bin", "file to write")
	flag.Parse()
	if err := c.run(); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

type config struct {
	games, nodes, epochs, cores int
	stray                       float64
	from, keep, learn, out      string
	seed                        uint64
	limit                       time.Duration
}

// tables are the numbers of players, by how often each is played.
var tables = [...]int{2, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6}

func (c config) run() error {
	turns, err := c.play()
	if err != nil {
		return err
	}
	if c.keep != "" {
		if err := keep(c.keep, turns); err != nil {
			return err
		}
	}
	if c.learn != "" {
		old, err := read(c.learn)
		if err != nil {
			return err
		}
		turns = append(turns, old...)
	}
	var train, held []bot.Sample
	for i, list := range turns {
		for _, u := range list {
			smp, err := u.Sample()
			if err != nil {
				return err
			}
			if i%10 == 9 {
				held = append(held, smp)
			} else {
				train = append(train, smp)
			}
		}
	}
	if len(held) == 0 {
		return fmt.Errorf("too few games to learn from: %d", len(turns))
	}
	fmt.Printf("%d games, %d turns to learn from, %d held out\n", len(turns), len(train), len(held))
	r := game.NewRand(c.seed)
	l := &bot.Learner{Net: bot.NewNetwork(r), Decay: 1e-3}
	const batch = 128
	for e := range c.epochs {
		r.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		l.Rate = 0.003 * (1 - float64(e)/float64(c.epochs))
		for i := 0; i+batch <= len(train); i += batch {
			l.Batch(train[i : i+batch])
		}
		a, _ := l.Net.Loss(train)
		b, hits := l.Net.Loss(held)
		fmt.Printf("epoch %d: loss %.4f, held out %.4f, favourite wins %.1f %%\n", e+1, a, b, 100*hits)
	}
	return os.WriteFile(c.out, l.Net.AppendBinary(nil), 0o644)
}

// play plays the games; each is a list of turns.
func (c config) play() ([][]bot.Turn, error) {
	pl := bot.Play{Nodes: c.nodes, Stray: c.stray}
	switch c.from {
	case "weights":
		pl.Net = bot.Trained()
	case "playouts":
	default:
		return nil, fmt.Errorf("play from weights or playouts, not %q", c.from)
	}
	start := time.Now()
	turns := make([][]bot.Turn, c.games)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range c.cores {
		wg.Go(func() {
			for time.Since(start) < c.limit {
				i := int(next.Add(1)) - 1
				if i >= c.games {
					return
				}
				pl := pl
				pl.Players = tables[i%len(tables)]
				turns[i] = pl.SelfPlay(c.seed<<32 + uint64(i))
			}
		})
	}
	wg.Wait()
	return turns[:min(int(next.Load()), c.games)], nil
}

// keep appends games to a file: a line for each turn, an empty line after each game.
func keep(file string, turns [][]bot.Turn) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, list := range turns {
		for _, u := range list {
			fmt.Fprintf(w, "%d\t%s\n", u.Winner+1, u.Position)
		}
		fmt.Fprintln(w)
	}
	return errors.Join(w.Flush(), f.Close())
}

func read(file string) ([][]bot.Turn, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var turns [][]bot.Turn
	for _, part := range strings.Split(strings.TrimSpace(string(data)), "\n\n") {
		var list []bot.Turn
		for _, line := range strings.Split(part, "\n") {
			winner, position, _ := strings.Cut(line, "\t")
			n, err := strconv.Atoi(winner)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			list = append(list, bot.Turn{Position: position, Winner: game.Seat(n - 1)})
		}
		turns = append(turns, list)
	}
	return turns, nil
}
