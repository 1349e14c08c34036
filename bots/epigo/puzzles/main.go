// Command puzzles finds turns of Epigo that are decided by guessing, and proves how
// they are best guessed.
//
//	go run ./bots/epigo/puzzles > web/src/games/epigo/puzzles.jsonl
//
// Only the turn counts: a win is 2 halves, a loss none, anything else one. Both
// plan in secret, so what can be forced is the value of a matrix of all plans
// against all plans. A mixture of plans is safe if every reply leaves it that
// value. The proof is exact, in whole numbers: one mixture gets the value against
// every reply, and one of the other side's holds every plan to it.
//
// In mid-turn a tile may be asked whether it slides on. For the lower bound the
// other side may answer as it likes and our own side stops; for the upper bound it
// is the other way round. Only turns where both bounds meet are kept, so their
// value holds however these questions are answered.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"

	bot "atoll/bots/epigo"
	"atoll/bots/learnt"
	"atoll/game"
	"atoll/games/epigo"
)

func main() {
	count := flag.Int("count", 320, "puzzles to find")
	seed := flag.Uint64("seed", 1, "seed of the games that are looked through")
	flag.Parse()
	if err := run(*count, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "puzzles:", err)
		os.Exit(1)
	}
}

func run(count int, seed uint64) error {
	eval, err := bot.ReadEval(learnt.File("epigo/core.weights"))
	if err != nil {
		return err
	}
	// A few batches are searched ahead at once; they are taken in order.
	work := make(chan chan []found, 2*runtime.GOMAXPROCS(0))
	done := make(chan struct{})
	defer close(done)
	go func() {
		for batch := uint64(0); ; batch++ {
			result := make(chan []found, 1)
			select {
			case work <- result:
			case <-done:
				return
			}
			go func() {
				result <- search(bot.PlayedPositions(epigo.Game.MustConfigure(2), eval, 60, game.Mix(seed+batch)))
			}()
		}
	}()
	list := choose(func() []found { return <-<-work }, count, func(n int) { fmt.Fprintf(os.Stderr, "\r%d puzzles", n) })
	fmt.Fprintln(os.Stderr)
	out := json.NewEncoder(os.Stdout)
	for _, p := range sorted(list) {
		if err := out.Encode(p); err != nil {
			return err
		}
	}
	return nil
}
