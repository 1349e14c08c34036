package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"

	"github.com/alecthomas/kong"

	"atoll/bots/all"
	"atoll/duel"
	"atoll/game"
	"atoll/tactics"
)

func tacticsCommand() kong.Option {
	return kong.DynamicCommand("tactics", "Find positions with forced wins and escapes, or let a bot solve them.", "", &tacticsCmd{})
}

type tacticsCmd struct {
	setup
	Count     int      `default:"200" placeholder:"N" help:"How many to find."`
	Seed      uint64   `default:"1" placeholder:"S" help:"Seed of the games that are looked through."`
	Bots      []string `placeholder:"BOT,…" help:"Who plays those games."`
	Depth     int      `default:"5" placeholder:"N" help:"Most decisions of a forced win."`
	Positions int64    `default:"400000" placeholder:"N" help:"Most positions of one proof."`
	Lines     bool     `help:"Find puzzles to play to their end, with the best defence, as JSON lines. --depth counts the winner’s choices."`
	Escapes   int      `default:"1" placeholder:"N" help:"With --lines: most choices of a win that is escaped from."`
	Solve     string   `placeholder:"FILE" help:"Put the puzzles of a file to a bot instead."`
	Bot       string   `default:"level8" placeholder:"BOT" help:"Who solves them."`
	JSON      bool     `name:"json" help:"With --solve: one JSON object."`
	Verbose   bool     `short:"v" help:"List what was not solved."`
}

func (c *tacticsCmd) Run(e *env) error {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if c.Solve != "" {
		return c.solve(ctx, e)
	}
	if c.Count < 1 || c.Depth < 1 || c.Depth > 9 || c.Positions < 1 {
		return usage("--count, --depth (to 9) and --positions must be at least 1")
	}
	if c.Lines {
		return c.lines(ctx, e, cfg)
	}
	bar := newProgress(e.err)
	n := 0
	list, err := tactics.Find(ctx, tactics.Options{
		Roster: all.Roster(), Config: cfg, Count: c.Count, Seed: c.Seed, Players: c.Bots, Depth: c.Depth, Positions: c.Positions,
		Found: func(p tactics.Puzzle) { n++; bar.show(n, c.Count, p.Kind) },
	})
	bar.clear()
	return errors.Join(tactics.Write(e.out, cfg, list), err)
}

func (c *tacticsCmd) lines(ctx context.Context, e *env, cfg game.Config) error {
	players := c.Bots
	if len(players) == 0 {
		players = []string{"level3", "level1"}
	}
	bar := newProgress(e.err)
	n := 0
	list, err := tactics.FindLines(ctx, tactics.LineOptions{
		Roster: all.Roster(), Config: cfg, Count: c.Count, Seed: c.Seed, Players: players,
		Wins: c.Depth, Escapes: c.Escapes, Positions: c.Positions,
		Found: func(p tactics.Line) { n++; bar.show(n, c.Count, p.Theme()) },
	})
	bar.clear()
	return errors.Join(err, tactics.WriteLines(e.out, list))
}

func (c *tacticsCmd) solve(ctx context.Context, e *env) error {
	f, err := openInput(e, c.Solve)
	if err != nil {
		return err
	}
	defer f.Close()
	list, err := tactics.Read(f, byID)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Solve, err)
	}
	list = slices.DeleteFunc(list, func(p tactics.Entry) bool { return p.Config.Game.ID != c.Game })
	bar := newProgress(e.err)
	n, good := 0, 0
	rates, failures, err := tactics.Solve(ctx, all.Roster(), c.Bot, list, c.Seed, func(_ tactics.Entry, _ string, solved bool) {
		n++
		if solved {
			good++
		}
		bar.show(n, len(list), fmt.Sprintf("%d solved", good))
	})
	bar.clear()
	if c.JSON {
		type rate struct {
			Solved int `json:"solved"`
			Of     int `json:"of"`
		}
		kinds := map[string]rate{}
		for kind, r := range rates {
			kinds[kind] = rate{r.Solved, r.Of}
		}
		return errors.Join(err, e.json(struct {
			Bot    string          `json:"bot"`
			Solved int             `json:"solved"`
			Of     int             `json:"of"`
			Kinds  map[string]rate `json:"kinds"`
		}{c.Bot, good, n, kinds}))
	}
	for _, kind := range slices.Sorted(maps.Keys(rates)) {
		fmt.Fprintf(e.out, "%-16s %d of %d\n", kind, rates[kind].Solved, rates[kind].Of)
	}
	if n > 0 {
		low, high := duel.Wilson(float64(good), float64(n))
		fmt.Fprintf(e.out, "%s solves %d of %d: %.1f %% (95 %%: %.1f to %.1f)\n", c.Bot, good, n, 100*float64(good)/float64(n), 100*low, 100*high)
	}
	if c.Verbose {
		for _, f := range failures {
			fmt.Fprintf(e.out, "%s\n  %s plays %s, not %q\n", f.Text, f.Config.SeatName(f.Seat), f.Answer, f.Solutions)
		}
	}
	return err
}
