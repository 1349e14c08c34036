// Command tune makes the weights and the deployment book of the Epigo bot from
// nothing but its own games.
//
//	go run ./bots/epigo/tune -variant core -out bots/learnt/epigo/core.weights
//	go run ./bots/epigo/tune -variant core -book -weights bots/learnt/epigo/core.weights -out bots/learnt/epigo/core.book
//
// and the same for -variant islanders. Each generation plays games with the
// weights of the last one and trains the net further on them and on those of the
// generations before. With the same flags the result is the same.
//
// The shipped weights were made from nothing with -games 4000 -keep 6 -epochs 3
// -seed 1: 30 generations for the core game (2.5 million positions, at half of
// today's rate) and 19 for Islanders (1.7 million). The log-loss on held-out games
// had stopped falling.
//
// The same command measures: -gap tells how far the solved turns can be
// exploited, -match plays two evaluations against each other, -tactics finds
// puzzles and -solve has them solved.
//
//	go run ./bots/epigo/tune -variant core -gap 200 -nodes 84000 -seed 2026 \
//		-weights bots/learnt/epigo/core.weights -second bots/epigo/testdata/second-core.weights
//	go run ./bots/epigo/tune -variant core -nodes 84000 -weights bots/learnt/epigo/core.weights \
//		-solve bots/epigo/testdata/tactics-core.tsv
//
// The second evaluations, which only judge, were made separately, from other games
// and other targets, with -seed 2 -lambda .5 -width 12 -games 1200 -generations 12
// -keep 6.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"time"

	"atoll/bots"
	bot "atoll/bots/epigo"
	"atoll/game"
	"atoll/games/epigo"
	"atoll/search"
)

// rate of the first pass over the samples of a generation; it falls to nothing
// within a generation, and to a third in the last one.
const rate = .001

func main() {
	var (
		variant     = flag.String("variant", "core", "core or islanders")
		games       = flag.Int("games", 700, "games of a generation")
		generations = flag.Int("generations", 10, "generations of self-play")
		epochs      = flag.Int("epochs", 3, "passes over the samples in a generation")
		keep        = flag.Int("keep", 8, "generations of samples that are trained on")
		workers     = flag.Int("workers", 1, "games played at once; changes nothing but the time")
		seed        = flag.Uint64("seed", 1, "seed of everything")
		weights     = flag.String("weights", "", "weights to start from")
		lambda      = flag.Float64("lambda", .8, "how much of a sample's target comes from later in the game")
		width       = flag.Int("width", 16, "plans a side in the matrices of self-play")
		book        = flag.Bool("book", false, "solve the deployment with -weights instead of training")
		gap         = flag.Int("gap", 0, "instead of training, solve so many positions from play with -weights and tell how far they can be exploited")
		second      = flag.String("second", "", "with -gap: other weights to judge by too")
		ms          = flag.Int("ms", 0, "with -gap and -solve: time of a turn in milliseconds, on two cores; level 8 has 2400")
		nodes       = flag.Int64("nodes", 16000, "with -gap and -solve, and no -ms: nodes of a turn; a plan that meets all replies counts 210")
		tactics     = flag.Int("tactics", 0, "instead of training, find so many puzzles with -weights")
		solve       = flag.String("solve", "", "instead of training, let level 8 solve the puzzles of a file")
		match       = flag.Int("match", 0, "instead of training, play so many games of -weights against -second")
		pool        = flag.Int("pool", 60, "deployments that the book is chosen from")
		out         = flag.String("out", "", "file to write")
	)
	flag.Parse()
	if *out == "" && *gap == 0 && *solve == "" && *match == 0 {
		fatal(fmt.Errorf("-out is missing"))
	}
	cfg, err := config(*variant)
	if err != nil {
		fatal(err)
	}
	net := newNet(*seed)
	eval := net.eval()
	if *weights != "" {
		if eval, err = readEval(*weights); err != nil {
			fatal(err)
		}
		net = netOf(eval)
	}
	if *book {
		b := solveBook(cfg, eval, *pool, 2, game.NewRand(*seed), func(line string) { fmt.Println(line) })
		if err := os.WriteFile(*out, b.AppendText(nil), 0o644); err != nil {
			fatal(err)
		}
		return
	}
	if *gap > 0 {
		measure(cfg, eval, *second, *gap, budget(*ms, *nodes), *seed)
		return
	}
	if *match > 0 {
		other, err := readEval(*second)
		if err != nil {
			fatal(err)
		}
		sp := defaultSelfPlay(cfg)
		sp.width = *width
		score := playMatch(sp, eval, other, *match, *seed)
		low, high := wilson(score, *match)
		fmt.Printf("%d games: %.1f %% (95 %%: %.1f to %.1f)\n", *match, 100*score, 100*low, 100*high)
		return
	}
	if *tactics > 0 {
		var text []byte
		for _, p := range bot.FindPuzzles(cfg, eval, *tactics, *seed) {
			text = append(text, p.String()+"\n"...)
		}
		if err := os.WriteFile(*out, text, 0o644); err != nil {
			fatal(err)
		}
		return
	}
	if *solve != "" {
		if err := solvePuzzles(*solve, cfg, eval, budget(*ms, *nodes)); err != nil {
			fatal(err)
		}
		return
	}
	sp := defaultSelfPlay(cfg)
	sp.width, sp.lambda = *width, *lambda
	s := schedule{*games, *generations, *epochs, *keep, *workers, *seed, *out}
	s.train(sp, net, eval)
}

// schedule is how long is trained on what.
type schedule struct {
	games, generations, epochs, keep, workers int
	seed                                      uint64
	out                                       string
}

// train plays with eval and learns from it, generation by generation, and writes the
// weights after each.
func (s schedule) train(sp selfPlay, n *net, eval *bot.Eval) {
	tr := trainer{net: n}
	var kept [][]sample
	for g := range s.generations {
		start := time.Now()
		fresh := play(sp, eval, s.games, s.workers, s.seed<<32+uint64(g)<<24)
		// A tenth of the games is held out to judge by.
		cut := len(fresh) / 10
		test := fresh[:cut]
		kept = append(kept, fresh[cut:])
		if len(kept) > s.keep {
			kept = kept[1:]
		}
		var train []sample
		for _, k := range kept {
			train = append(train, k...)
		}
		before := lossOf(eval, test)
		played := time.Since(start)
		r := game.NewRand(s.seed + uint64(g))
		for e := range s.epochs {
			tr.rate = rate * float32(s.epochs-e) / float32(s.epochs) * (1 - float32(g)/float32(s.generations)*2/3)
			tr.epoch(train, r)
		}
		eval = n.eval()
		fmt.Printf("generation %d: %d samples, played in %v, trained in %v; log-loss on held-out games %.4f before, %.4f after, on samples %.4f\n",
			g+1, len(fresh), played.Round(time.Second), (time.Since(start) - played).Round(time.Second),
			before, lossOf(eval, test), lossOf(eval, train))
		for _, line := range reliability(eval, test) {
			fmt.Println("  " + line)
		}
		if err := os.WriteFile(s.out, eval.AppendFile(nil), 0o644); err != nil {
			fatal(err)
		}
	}
}

// budget of a turn: so many milliseconds on two cores as level 8 has them, or else
// nodes.
func budget(ms int, nodes int64) search.Budget {
	if ms > 0 {
		return search.Budget{Time: time.Duration(ms) * time.Millisecond, Threads: 2}
	}
	return search.Nodes(nodes)
}

func config(variant string) (game.Config, error) {
	given, err := epigo.Game.ReadOptions([]string{"variant=" + variant})
	if err != nil {
		return game.Config{}, err
	}
	return epigo.Game.Configure(2, given)
}

func readEval(file string) (*bot.Eval, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return bot.ReadEval(data)
}

// wilson is the 95 % interval of a share of n.
func wilson(p float64, n int) (low, high float64) {
	const z = 1.96
	k := float64(n)
	mid := (p + z*z/2/k) / (1 + z*z/k)
	half := z * math.Sqrt(p*(1-p)/k+z*z/4/k/k) / (1 + z*z/k)
	return mid - half, mid + half
}

// play plays games; the samples come in the order of the games.
func play(sp selfPlay, eval *bot.Eval, games, workers int, seed uint64) []sample {
	parts := make([][]sample, games)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			p := newPlayer(sp, eval)
			for i := w; i < games; i += workers {
				parts[i] = p.game(nil, seed+uint64(i))
			}
		})
	}
	wg.Wait()
	var all []sample
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

// solvePuzzles reports how many puzzles of a file level 8 solves: by what the best
// reply takes from its mixtures, and, for comparison, by what they get in a game
// that ends undecided after the turn.
func solvePuzzles(file string, cfg game.Config, eval *bot.Eval, b search.Budget) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	best, err := bots.NewRoster(bot.Maker()).Open(cfg, "best")
	if err != nil {
		return err
	}
	solved, all, near, half := 0, 0, 0, 0
	var lost float64
	var took time.Duration
	for line := range strings.Lines(string(data)) {
		p, err := bot.ParsePuzzle(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return err
		}
		a, err := p.Ask(context.Background(), best, eval, b, uint64(all))
		if err != nil {
			return err
		}
		all++
		lost += a.Lost
		took += a.Time
		if a.Solved() {
			solved++
		} else {
			fmt.Printf("not solved, %.2f cw lost: %s\n", 100*a.Lost, p)
		}
		if a.Score >= p.Force-.05 {
			near++
		}
		if a.Score >= (p.Force+p.Random)/2 {
			half++
		}
	}
	fmt.Printf("%d of %d solved, mean loss %.2f cw, %v a turn; where only the turn counts: %d within 5 cw of best play, %d nearer to it than to a random plan\n",
		solved, all, 100*lost/float64(all), (took / time.Duration(all)).Round(time.Millisecond), near, half)
	return nil
}

// measure reports the mean one-turn exploitability in hundredths of a win.
func measure(cfg game.Config, eval *bot.Eval, second string, n int, b search.Budget, seed uint64) {
	var other *bot.Eval
	if second != "" {
		var err error
		if other, err = readEval(second); err != nil {
			fatal(err)
		}
	}
	var own, by, worst, sweeps float64
	var took time.Duration
	list := bot.PlayedPositions(cfg, eval, n, seed)
	for i, st := range list {
		m := bot.MeasureTurn(st, eval, other, b, seed+uint64(i))
		own += m.Own / float64(n)
		by += m.Second / float64(n)
		worst = max(worst, m.Own)
		sweeps += float64(m.Sweeps) / float64(n)
		took += m.Time / time.Duration(n)
	}
	fmt.Printf("%d positions: one-turn exploitability %.2f cw a side (worst %.2f), by the second evaluation %.2f; %.0f sweeps, %v a turn\n",
		n, 100*own, 100*worst, 100*by, sweeps, took.Round(time.Millisecond))
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "tune:", err)
	os.Exit(1)
}
