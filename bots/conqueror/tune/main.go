// Command tune learns the weights of The Conqueror's bot from self-play, by
// temporal differences:
//
//	go run ./bots/conqueror/tune -players 2 -games 200000 -seed 1 -fresh
//
// It starts from the weights in the file (or from nothing with -fresh), plays
// games against itself with a lookahead of one move, a few first moves and a small
// share of all others drawn at random, and moves the judgement of each position
// towards what came after it. The other options of the table are drawn for every
// game.
//
// The weights in the file are those of
//
//	go run ./bots/conqueror/tune -players 2 -fresh -games 64000 -rate 0.003 -last 0.00005
//	go run ./bots/conqueror/tune -players 4 -fresh -games 128000 -rate 0.003 -last 0.00005
//
// and of the same as the first with -players 3, with -players 2 -out, with
// -players 4 -out and with -players 3 -out: a few minutes of one core each.
//
// A step takes 32 games, in 16 lots of two with a generator each, whose gradients
// are added up in order: so the number of threads changes nothing but the time.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"time"

	conqueror "atoll/bots/conqueror"
	"atoll/game"
	rules "atoll/games/conqueror"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

func run() error {
	players := flag.Int("players", 2, "number of players, 2 to 4")
	out := flag.Bool("out", false, "learn for forfeit=out")
	games := flag.Int("games", 100_000, "games to play")
	limit := flag.Duration("limit", 0, "time after which to end, the step size falling accordingly; 0 for none")
	seed := flag.Uint64("seed", 1, "seed of everything")
	file := flag.String("file", "bots/learnt/conqueror/net.weights", "file of weights, read and written")
	fresh := flag.Bool("fresh", false, "begin from nothing")
	from := flag.Int("from", -1, "begin from the weights of this kind of table, 0 to 5")
	start := flag.String("start", "", "file of weights to begin from, if not the same")
	rate := flag.Float64("rate", 0.004, "first step size")
	last := flag.Float64("last", 0.0001, "last step size")
	lambda := flag.Float64("lambda", 0.8, "how far a result reaches back")
	stray := flag.Float64("stray", 0.04, "share of moves drawn at random")
	basic := flag.Bool("basic", false, "the default options only")
	imitate := flag.Int("imitate", 0, "learn nothing, but write the weights of tiles for playouts from so many games")
	regret := flag.Int("regret", 0, "learn nothing, but compare the bots named after the flags by their choices in so many positions")
	rollouts := flag.Int("rollouts", 100, "rollouts of every move for -regret")
	threads := flag.Int("threads", runtime.NumCPU(), "threads")
	flag.Parse()

	forfeit := "keep_score"
	if *out {
		forfeit = "out"
	}
	base, err := rules.Game.Configure(*players, map[string]game.Value{"forfeit": game.Word(forfeit)})
	if err != nil {
		return err
	}
	all := new([conqueror.Kinds]conqueror.Weights)
	if data, err := os.ReadFile(*file); err == nil {
		if all, err = conqueror.ReadWeights(data); err != nil {
			return err
		}
	}
	kind := conqueror.KindOf(base)
	if *start != "" {
		data, err := os.ReadFile(*start)
		if err != nil {
			return err
		}
		others, err := conqueror.ReadWeights(data)
		if err != nil {
			return err
		}
		all[kind] = others[kind]
	}
	if *from >= 0 && *from < conqueror.Kinds {
		all[kind] = all[*from]
	}
	t := newTrainer(&all[kind], *fresh, *threads)
	t.seed = game.NewRand(*seed)
	t.lambda, t.stray, t.players, t.forfeit, t.basic = float32(*lambda), *stray, *players, forfeit, *basic
	if *imitate > 0 {
		t.imitate(*imitate, os.Stdout)
		return nil
	}
	if *regret > 0 {
		return t.regret(*regret, *rollouts, flag.Args(), os.Stdout)
	}
	begun := time.Now()
	steps := *games / (lots * gamesPerLot)
	shown := begun
	step := 0
	show := func() {
		shown = time.Now()
		fmt.Printf("%d players, %8d games  %6.1f s  %s\n", *players, step*lots*gamesPerLot, time.Since(begun).Seconds(), t.take())
	}
	for ; step < steps; step++ {
		part := float64(step) / float64(steps)
		if *limit > 0 {
			part = max(part, float64(time.Since(begun))/float64(*limit))
		}
		if part >= 1 {
			break
		}
		t.rate = float32(*rate * math.Pow(*last / *rate, part))
		t.step(step)
		if time.Since(shown) > 10*time.Second {
			show()
		}
	}
	show()
	if *fresh {
		t.forget()
	}
	return os.WriteFile(*file, conqueror.AppendWeights(nil, all), 0o644)
}
