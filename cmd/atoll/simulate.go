package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"github.com/nats-io/nats.go"

	"atoll/bots/all"
	"atoll/simulate"
)

func simulateCommand() kong.Option {
	return kong.DynamicCommand("simulate", "Let bots play many games and report length, balance and endings.", "", &simulateCmd{})
}

type simulateCmd struct {
	setup
	Bots    []string `default:"level2" placeholder:"BOT" help:"One bot for all seats, or one per seat, separated by commas."`
	Games   int      `default:"100" placeholder:"N" help:"How many games."`
	Seed    uint64   `default:"1" placeholder:"S" help:"Seed; with bots limited by nodes (such as level2:500n) it decides everything to the last bit."`
	Format  string   `enum:"table,json,csv,svg" default:"table" help:"table, json, csv or svg."`
	JSON    bool     `name:"json" help:"The same as --format json."`
	Threads int      `default:"0" placeholder:"N" help:"Games at the same time; all cores if not given."`
	Bus     string   `placeholder:"URL" help:"Spread the games over 'atoll worker' processes through this NATS server."`
}

func simulationTable() simulate.Table { return simulate.Table{Find: byID, Roster: all.Roster()} }

func (c *simulateCmd) Run(e *env) error {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	spec := simulate.Spec{Game: cfg.Game.ID, Players: cfg.Players, Options: cfg.Given(), Bots: c.Bots, Games: c.Games, Seed: c.Seed}
	if _, err := simulationTable().Check(spec); err != nil {
		return &usageError{err}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	bar := newProgress(e.err)
	show := func(done int) { bar.show(done, c.Games, strings.Join(c.Bots, " ")) }
	var st *simulate.Stats
	if c.Bus == "" {
		st, err = simulate.Run(ctx, simulationTable(), spec, c.Threads, show)
	} else {
		var conn *nats.Conn
		if conn, err = connectBus(c.Bus); err != nil {
			return err
		}
		defer conn.Close()
		st, err = simulate.Spread(ctx, simulationTable(), spec, conn, show)
	}
	bar.clear()
	if err != nil {
		return err
	}
	if c.JSON {
		c.Format = "json"
	}
	write := map[string]func(io.Writer) error{"table": st.WriteTable, "json": st.WriteJSON, "csv": st.WriteCSV, "svg": st.WriteSVG}[c.Format]
	return write(e.out)
}

func connectBus(url string) (*nats.Conn, error) {
	conn, err := nats.Connect(url, nats.Timeout(5*time.Second), nats.MaxReconnects(-1))
	if err != nil {
		return nil, fmt.Errorf("bus %s: %w", url, err)
	}
	return conn, nil
}

func workerCommand() kong.Option {
	return kong.DynamicCommand("worker", "Play games for 'atoll simulate --bus' until stopped.", "", &workerCmd{})
}

type workerCmd struct {
	Bus     string `required:"" placeholder:"URL" help:"NATS server with JetStream."`
	Threads int    `default:"0" placeholder:"N" help:"Games at the same time; all cores if not given."`
}

func (c *workerCmd) Run(e *env) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	conn, err := connectBus(c.Bus)
	if err != nil {
		return err
	}
	defer conn.Close()
	fmt.Fprintln(e.err, "waiting for work; stop with Ctrl-C")
	err = simulate.Work(ctx, simulationTable(), conn, c.Threads)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
