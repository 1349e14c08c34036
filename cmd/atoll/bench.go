package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"atoll/bots/all"
	"atoll/game"
	"atoll/games"
	"atoll/simulate/bench"

	"github.com/alecthomas/kong"
)

func benchCommand() kong.Option {
	return kong.DynamicCommand("bench", "Measure how fast the rules are, per second of one core.", "", &benchCmd{})
}

type benchCmd struct {
	Game    string        `arg:"" optional:"" help:"Only this game."`
	Players int           `short:"p" placeholder:"N" help:"Only this number of players."`
	Option  []string      `short:"o" sep:"none" placeholder:"KEY=VALUE" help:"Option of the game; can be repeated."`
	Time    time.Duration `default:"1s" placeholder:"1s" help:"How long to measure each row."`
	JSON    bool          `name:"json" help:"One JSON object a line."`
}

func (c *benchCmd) Run(e *env) error {
	configs, err := c.configs()
	if err != nil {
		return err
	}
	if c.Time <= 0 {
		return usage("--time cannot be %s", c.Time)
	}
	if !c.JSON {
		fmt.Fprintf(e.out, "%-34s %12s %14s %8s %8s %10s %12s %14s %12s\n", "game", "playouts/s", "decisions/s", "ns", "allocs", "layout ns", "turns/s", "plan pairs/s", "nodes/s")
	}
	for _, cfg := range configs {
		row := bench.Measure(cfg, c.Time, all.Roster())
		if c.JSON {
			if err := json.NewEncoder(e.out).Encode(row); err != nil {
				return err
			}
		} else {
			fmt.Fprintf(e.out, "%-34s %12.0f %14.0f %8.1f %8.2f %10s %12s %14s %12s\n", cfg, row.Playouts, row.Decisions, row.NS,
				row.AllocsPerDecision, dash(row.LayoutNS), dash(row.Turns), dash(row.PlanPairs), dash(row.Nodes))
		}
		if err := e.out.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func dash(v float64) string {
	if v == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", v)
}

func (c *benchCmd) configs() ([]game.Config, error) {
	list := games.All()
	if c.Game != "" {
		g, err := findGame(c.Game)
		if err != nil {
			return nil, err
		}
		list = []*game.Game{g}
	} else if len(c.Option) > 0 {
		return nil, usage("options belong to a game: name one")
	}
	var configs []game.Config
	for _, g := range list {
		for _, n := range g.Players {
			if c.Players != 0 && n != c.Players {
				continue
			}
			given, err := g.ReadOptions(c.Option)
			if err != nil {
				return nil, &usageError{err}
			}
			cfg, err := g.Configure(n, given)
			if err != nil {
				return nil, &usageError{err}
			}
			configs = append(configs, cfg)
			if len(c.Option) == 0 {
				configs = append(configs, variants(cfg)...)
			}
		}
	}
	if len(configs) == 0 {
		var counts []string
		for _, g := range list {
			counts = append(counts, g.ID+" is for "+g.PlayersText())
		}
		return nil, usage("no game for %d players: %s", c.Players, strings.Join(counts, "; "))
	}
	return configs, nil
}

// variants are the other games that a game becomes with its option of that name.
func variants(cfg game.Config) []game.Config {
	var list []game.Config
	for _, o := range cfg.Game.Options {
		for _, v := range o.Values {
			if o.Key == "variant" && v.Value != o.Default {
				list = append(list, cfg.Game.MustConfigure(cfg.Players, "variant="+v.Value.String()))
			}
		}
	}
	return list
}
