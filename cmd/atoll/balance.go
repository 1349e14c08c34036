package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"atoll/games"
	"atoll/simulate/balance"
)

func balanceCommand() kong.Option {
	return kong.DynamicCommand("balance", "Play all kinds of games and write docs/balance.md.", "", &balanceCmd{}, `hidden:""`)
}

type balanceCmd struct {
	Games   int    `default:"600" placeholder:"N" help:"Games of each kind with more than two players; kinds for two get five for every three of these."`
	Keep    string `default:"bin/balance" placeholder:"DIR" help:"Where finished games are kept, so that an interrupted run can go on."`
	Out     string `default:"docs/balance.md" placeholder:"FILE" help:"The page."`
	Threads int    `default:"0" placeholder:"N" help:"Games at the same time; all cores if not given."`
}

func (c *balanceCmd) Run(e *env) error {
	if c.Games < 1 {
		return usage("at least one game of a kind is played")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	t := simulationTable()
	plan, err := balance.Read(t)
	if err != nil {
		return err
	}
	bar := newProgress(e.err)
	res, err := plan.Run(ctx, t, c.Games, c.Keep, c.Threads, func(row, of int, name string, done, n int) {
		bar.show(done, n, fmt.Sprintf("%d of %d, %s", row, of, name))
	})
	bar.clear()
	if err != nil {
		return err
	}
	var page bytes.Buffer
	if err := res.WritePage(&page, games.ByID); err != nil {
		return err
	}
	return os.WriteFile(c.Out, page.Bytes(), 0o644)
}
