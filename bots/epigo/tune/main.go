// Command tune makes the weights and the deployment book of the Epigo bot from
// nothing but its own games.
//
//	go run ./bots/epigo/tune -variant core -games 3000 -generations 4 -out bots/epigo/core.weights
//	go run ./bots/epigo/tune -variant core -book -weights bots/epigo/core.weights -out bots/epigo/core.book
//
// Each generation plays games with the weights of the last one, adds them to the
// samples of the two generations before, and fits the net anew. With the same
// flags the result is the same.
package main

import (
	"flag"
	"fmt"
	"os"
	"sync"
	"time"

	bot "atoll/bots/epigo"
	"atoll/game"
	"atoll/games/epigo"
)

func main() {
	var (
		variant     = flag.String("variant", "core", "core or islanders")
		games       = flag.Int("games", 3000, "games of a generation")
		generations = flag.Int("generations", 4, "generations of self-play")
		epochs      = flag.Int("epochs", 6, "passes over the samples in a generation")
		keep        = flag.Int("keep", 2, "generations of samples that are trained on")
		workers     = flag.Int("workers", 1, "games played at once; changes nothing but the time")
		seed        = flag.Uint64("seed", 1, "seed of everything")
		weights     = flag.String("weights", "", "weights to start from")
		width       = flag.Int("width", 32, "plans a side in the matrices of self-play")
		book        = flag.Bool("book", false, "solve the deployment with -weights instead of training")
		pool        = flag.Int("pool", 60, "deployments that the book is chosen from")
		out         = flag.String("out", "", "file to write")
	)
	flag.Parse()
	if *out == "" {
		fatal(fmt.Errorf("-out is missing"))
	}
	cfg, err := config(*variant)
	if err != nil {
		fatal(err)
	}
	net := bot.NewNet(*seed)
	eval := net.Eval()
	if *weights != "" {
		data, err := os.ReadFile(*weights)
		if err == nil {
			err = eval.UnmarshalBinary(data)
		}
		if err != nil {
			fatal(err)
		}
	}
	if *book {
		b := bot.SolveBook(cfg, eval, *pool, 2, game.NewRand(*seed), func(line string) { fmt.Println(line) })
		if err := os.WriteFile(*out, b.AppendText(nil), 0o644); err != nil {
			fatal(err)
		}
		return
	}
	sp := bot.DefaultSelfPlay(cfg)
	sp.Width = *width
	var kept [][]bot.Sample
	for g := range *generations {
		start := time.Now()
		fresh := play(sp, eval, *games, *workers, *seed<<32+uint64(g)<<24)
		// A tenth of the games is held out to judge by.
		cut := len(fresh) / 10
		test := fresh[:cut]
		kept = append(kept, fresh[cut:])
		if len(kept) > *keep {
			kept = kept[1:]
		}
		var train []bot.Sample
		for _, k := range kept {
			train = append(train, k...)
		}
		before := bot.Loss(eval, test)
		played := time.Since(start)
		net = bot.NewNet(*seed + uint64(g))
		t := bot.Trainer{Net: net}
		r := game.NewRand(*seed + uint64(g))
		for e := range *epochs {
			t.Rate = .002 * float32(*epochs-e) / float32(*epochs)
			t.Epoch(train, r)
		}
		eval = net.Eval()
		fmt.Printf("generation %d: %d samples, played in %v, trained in %v; log-loss on held-out games %.4f before, %.4f after, on samples %.4f\n",
			g+1, len(fresh), played.Round(time.Second), (time.Since(start) - played).Round(time.Second),
			before, bot.Loss(eval, test), bot.Loss(eval, train))
		for _, line := range bot.Reliability(eval, test) {
			fmt.Println("  " + line)
		}
		data, err := eval.MarshalBinary()
		if err == nil {
			err = os.WriteFile(*out, data, 0o644)
		}
		if err != nil {
			fatal(err)
		}
	}
}

func config(variant string) (game.Config, error) {
	given, err := epigo.Game.ReadOptions([]string{"variant=" + variant})
	if err != nil {
		return game.Config{}, err
	}
	return epigo.Game.Configure(2, given)
}

// play plays games; the samples come in the order of the games.
func play(sp bot.SelfPlay, eval *bot.Eval, games, workers int, seed uint64) []bot.Sample {
	parts := make([][]bot.Sample, games)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			p := bot.NewPlayer(sp, eval)
			for i := w; i < games; i += workers {
				parts[i] = p.Game(nil, seed+uint64(i))
			}
		})
	}
	wg.Wait()
	var all []bot.Sample
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "tune:", err)
	os.Exit(1)
}
