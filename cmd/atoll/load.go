package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"atoll/games"
	"atoll/load"

	"github.com/alecthomas/kong"
)

func loadCommand() kong.Option {
	return kong.DynamicCommand("load", "Play many games at once against a running server and measure it.", "", &loadCmd{})
}

type loadCmd struct {
	URL    []string      `arg:"" optional:"" help:"Addresses of the server's nodes, as http://127.0.0.1:8080; start them with --no-limits. The two players of a game are on different nodes."`
	Games  int           `default:"100" help:"Live games, two connected players each (default 100)."`
	Rate   float64       `default:"0" help:"Moves a second over all games; 0 is as fast as they go (default)."`
	Time   time.Duration `default:"10s" help:"How long to play (default 10s)."`
	Game   string        `placeholder:"GAME" help:"Game to play, for two (default: the first with chance and without secrets)."`
	Idle   int           `default:"0" help:"Further streams that only listen (default 0)."`
	Routes bool          `help:"Instead of playing, ask for every route of the API, one after the other, and say what each costs; --time is for each of them."`
	Fill   int           `default:"0" placeholder:"N" help:"Instead of playing, store N games in the database of --store."`
	Store  string        `placeholder:"FILE|postgres://…" help:"Database for --fill."`
	JSON   bool          `name:"json" help:"One JSON object."`
}

func (c *loadCmd) Run(e *env) error {
	// What is measured is the server: the generator's own collections and queues
	// would be counted as its latency.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800)
	}
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(2 * runtime.GOMAXPROCS(0))
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if c.Fill > 0 {
		if c.Store == "" {
			return usage("--fill needs --store")
		}
		db, err := openStore(ctx, c.Store)
		if err != nil {
			return err
		}
		defer db.Close()
		start := time.Now()
		if err := load.Fill(ctx, db, c.Fill); err != nil {
			return err
		}
		fmt.Fprintf(e.out, "%d games stored in %s\n", c.Fill, time.Since(start).Round(time.Millisecond))
		return nil
	}
	if len(c.URL) == 0 {
		return usage("give the address of a server")
	}
	if c.Game == "" {
		c.Game = usualLoad()
	}
	if c.Games < 1 || c.Games > 100_000 || c.Idle < 0 || c.Rate < 0 {
		return usage("games are 1 to 100000, rate and idle not negative")
	}
	options := load.Options{
		URLs: c.URL, Game: c.Game, Games: c.Games, Rate: c.Rate, Time: c.Time, Idle: c.Idle,
		Say: func(format string, args ...any) { fmt.Fprintf(e.err, format+"\n", args...) },
	}
	if c.Routes {
		return c.tellRoutes(ctx, e, options)
	}
	rep, err := load.Run(ctx, options)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(e.out).Encode(rep)
	}
	return c.tell(e, rep)
}

// tellRoutes measures each route and prints a table.
func (c *loadCmd) tellRoutes(ctx context.Context, e *env, o load.Options) error {
	all, err := load.Routes(ctx, o)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(e.out).Encode(all)
	}
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "route\trequests/s\tp50\tp99\tprocessor\tbytes")
	for _, r := range all {
		us := func(d time.Duration) time.Duration { return d.Round(time.Microsecond) }
		fmt.Fprintf(w, "%s\t%.0f\t%s\t%s\t%s\t%d\n", r.Route, r.PerSecond, us(r.Took.P50), us(r.Took.P99), us(r.Processor), r.Bytes)
	}
	return w.Flush()
}

func (c *loadCmd) tell(e *env, rep *load.Report) error {
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) { fmt.Fprintf(w, name+"\t"+format+"\n", args...) }
	const mib = 1 << 20
	row("live games", "%d, %d streams", rep.Games, rep.Streams)
	row("moves acknowledged", "%d in %s: %.0f a second", rep.Moves, rep.Time.Round(time.Millisecond), rep.PerSecond)
	row("errors", "%d %s", rep.Errors, rep.FirstError)
	row("games finished", "%d", rep.Finished)
	q := func(name string, q load.Quantiles) {
		r := func(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }
		row(name, "p50 %s, p99 %s, p99.9 %s, max %s", r(q.P50), r(q.P99), r(q.P999), r(q.Max))
	}
	q("acknowledge", rep.Ack)
	q("sent to seen by both", rep.Other)
	if len(rep.Slowest) > 0 {
		var each []string
		for _, d := range rep.Slowest[:len(rep.Slowest)-1] {
			each = append(each, strconv.FormatInt(d.Milliseconds(), 10))
		}
		row("slowest of each second", "%s ms", strings.Join(each, " "))
	}
	before := rep.BaseMemory
	row("server memory before", "%.1f MiB", float64(before)/mib)
	if c.Idle > 0 {
		row("with idle streams", "%.1f MiB, %.1f KiB a stream", float64(rep.IdleMemory)/mib, float64(rep.IdleMemory-before)/1024/float64(c.Idle))
		before = rep.IdleMemory
	}
	row("with live games", "%.1f MiB, %.1f KiB a game with its two connections", float64(rep.GamesMemory)/mib, float64(rep.GamesMemory-before)/1024/float64(rep.Games))
	row("at the end", "%.1f MiB", float64(rep.EndMemory)/mib)
	return w.Flush()
}

// usualLoad is the game that servers are measured with: dice, and nothing to hide.
func usualLoad() string {
	for _, g := range games.All() {
		if g.Traits.Chance && !g.Traits.Hidden && !g.Traits.Simultaneous {
			return g.ID
		}
	}
	return games.All()[0].ID
}
