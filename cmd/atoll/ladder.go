package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/alecthomas/kong"

	"atoll/bots"
	"atoll/bots/all"
	"atoll/duel"
	"atoll/game"
)

func ladderCommand() kong.Option {
	return kong.DynamicCommand("ladder", "Round robin of levels, versions and anchors; writes docs/strength.md.", "", &ladderCmd{})
}

type ladderCmd struct {
	setup
	Bots    []string `placeholder:"BOT,…" help:"From weak to strong; the anchors, all levels and the game's own versions if not given."`
	Games   int      `default:"4" placeholder:"N" help:"Games of each pairing."`
	Near    int      `placeholder:"N" help:"Pair only bots that are at most this far apart in the list; all if not given."`
	Cap     int      `default:"100" placeholder:"MS" help:"Longest time for a level's decision, in milliseconds; 0 gives each its own."`
	Seed    uint64   `default:"1" placeholder:"S" help:"Seed of chance and of the bots."`
	Out     string   `default:"docs/strength.md" placeholder:"FILE" help:"Where to put the section; the picture goes to img/ beside it."`
	Workers int      `placeholder:"N" help:"Games at once; as many as there are cores if not given."`
	Threads int      `default:"1" placeholder:"N" help:"Cores of a bot while it thinks."`
	JSON    bool     `name:"json" help:"Print the ratings as one JSON object instead of a table."`
}

// anchors of every ladder: plain tree search at three budgets, and what knows nothing.
var ladderAnchors = []string{"random", "greedy", "mcts:10", "mcts:50", "mcts:200"}

func (c *ladderCmd) Run(e *env) error {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	roster := all.Roster()
	l := duel.Ladder{
		Roster: roster, Config: cfg, Bots: c.Bots, Games: c.Games, Seed: c.Seed,
		Workers: c.Workers, Threads: c.Threads, Near: c.Near,
	}
	if c.Cap < 0 || c.Near < 0 {
		return usage("--cap and --near cannot be negative")
	}
	if c.Workers == 0 {
		l.Workers = max(1, runtime.NumCPU()/max(1, c.Threads))
	}
	if len(l.Bots) == 0 {
		l.Bots = c.usual(roster, cfg)
	}
	if len(l.Bots) < 2 {
		return usage("a ladder needs two bots")
	}
	if err := l.Check(); err != nil {
		return &usageError{err}
	}
	bar := newProgress(e.err)
	l.Progress = func(done, of int, a, b string, s duel.Standing) {
		bar.show(done, of, fmt.Sprintf("%s against %s: %.0f %%", a, b, 100*s.Score()))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	table, err := l.Run(ctx)
	bar.clear()
	return c.tell(e, l, table, err)
}

// tell prints what was played, and notes it in the document if it is all that was
// asked for: half a ladder would replace a whole one, under a command that says more.
func (c *ladderCmd) tell(e *env, l duel.Ladder, table duel.Table, err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		if c.JSON {
			type rated struct {
				Bot    string  `json:"bot"`
				Rating float64 `json:"elo"`
				Error  float64 `json:"error"`
			}
			list := []rated{}
			for i, b := range table.Bots {
				list = append(list, rated{b, table.Rating[i], table.Error[i]})
			}
			err = errors.Join(err, e.json(struct {
				Game    string  `json:"game"`
				Players int     `json:"players"`
				Bots    []rated `json:"bots"`
			}{c.Game, table.Config.Players, list}))
		} else {
			fmt.Fprint(e.out, table.Markdown())
		}
	}
	if err != nil {
		return err
	}
	return c.write(table, l)
}

// usual is the anchors, the levels and the game's own versions.
func (c *ladderCmd) usual(roster *bots.Roster, cfg game.Config) []string {
	list := append([]string(nil), ladderAnchors...)
	known := map[string]bool{"best": true, "mcts": true, "duct": true, "greedy": true, "random": true}
	if cfg.Game.Traits.Simultaneous {
		list = append(list, "duct:200")
	}
	for _, name := range roster.Names(cfg) {
		if known[name] {
			continue
		}
		if c.Cap > 0 {
			name = fmt.Sprintf("%s:%d", name, c.Cap)
		}
		list = append(list, name)
	}
	return list
}

func (c *ladderCmd) write(t duel.Table, l duel.Ladder) error {
	name := strings.ReplaceAll(t.Config.String(), " ", "-")
	name = strings.ReplaceAll(name, "=", "-")
	picture := filepath.Join("img", "strength-"+name+".svg")
	if err := os.MkdirAll(filepath.Join(filepath.Dir(c.Out), "img"), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(c.Out), picture), []byte(t.SVG()), 0o644); err != nil {
		return err
	}
	var options strings.Builder
	for _, o := range c.Option {
		fmt.Fprintf(&options, " --option %s", o)
	}
	if c.Near > 0 {
		fmt.Fprintf(&options, " --near %d", c.Near)
	}
	section := fmt.Sprintf("### %s, %d players\n\n`atoll ladder %s --players %d%s --games %d --cap %d --seed %d --bots %s`\n\n![Elo of the bots](%s)\n\n%s",
		titleOf(t.Config.Game.Name, c.Option), t.Config.Players,
		t.Config.Game.ID, t.Config.Players, options.String(), l.Games, c.Cap, l.Seed,
		strings.Join(t.Bots, ","), filepath.ToSlash(picture), t.Markdown())
	return spliceFile(c.Out, "ladder "+t.Config.String(), section)
}
