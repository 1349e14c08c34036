package main

import (
	"fmt"
	"strings"

	"atoll/game"

	"github.com/alecthomas/kong"
)

func perftCommand() kong.Option {
	return kong.DynamicCommand("perft", "Count the ways in which a game can begin.", "", &perftCmd{})
}

type perftCmd struct {
	setup
	Depth    int    `required:"" placeholder:"D" help:"How many steps. A simultaneous step counts every combination."`
	Position string `placeholder:"TEXT" help:"Count from this position text instead of the start."`
	JSON     bool   `name:"json" help:"One JSON object a line for each depth."`
	Seed     uint64 `default:"1" placeholder:"S" help:"Seed of the outcome with which some games begin."`
}

func (c *perftCmd) Run(e *env) (err error) {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	if c.Depth < 0 {
		return usage("--depth cannot be %d", c.Depth)
	}
	st := cfg.New()
	if c.Position != "" {
		if err := st.UnmarshalText([]byte(c.Position)); err != nil {
			return usage("--position: %w", err)
		}
	}
	for r := game.NewRand(c.Seed); ; {
		b, ok := st.(game.Bulk)
		if !ok || !b.BulkPending() {
			break
		}
		text := b.DrawBulk(r)
		if !c.JSON {
			fmt.Fprintf(e.out, "chance %s\n", text)
		}
		if err := b.PlayBulk(text, nil); err != nil {
			return err
		}
	}
	defer func() {
		// An outcome that cannot be listed may also come up further on.
		if p, ok := recover().(string); ok && strings.HasPrefix(p, "game: perft") {
			err = usage("an outcome that cannot be listed comes up before that depth")
		} else if ok {
			panic(p)
		}
	}()
	for d := range c.Depth + 1 {
		n := game.Perft(st, d)
		if c.JSON {
			err = e.json(struct {
				Depth int    `json:"depth"`
				Ways  uint64 `json:"ways"`
			}{d, n})
		} else {
			_, err = fmt.Fprintf(e.out, "%d %d\n", d, n)
		}
		if err != nil {
			return err
		}
		if err := e.out.Flush(); err != nil {
			return err
		}
	}
	return nil
}
