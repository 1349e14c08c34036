package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/alecthomas/kong"

	"atoll/tui/review"
	"atoll/tui/screen"
	"atoll/tui/session"
)

func replayCommand() kong.Option {
	return kong.DynamicCommand("replay", "Step through a recorded game in the terminal.", "", &replayCmd{})
}

type replayCmd struct {
	oneRecord
	As    string `default:"public" placeholder:"SEAT" help:"With --plain: whose view to show: a seat, public or truth."`
	Plain bool   `help:"Print all steps as text."`
	style
}

func (c *replayCmd) Run(e *env) error {
	rec, err := c.find(e)
	if err != nil {
		return err
	}
	if c.Plain || !e.terminal() {
		v, err := viewerByName(rec.Config, c.As)
		if err != nil {
			return err
		}
		return screen.ReplayPlain(rec, v, e.out)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c.style.apply()
	past, err := review.NewPast(ctx, rec, nil, 0, analysePast)
	if err != nil {
		return err
	}
	defer past.Close()
	from, err := review.ReviewGame(ctx, past, e.in, os.Stdout)
	if err != nil || from < 0 {
		return err
	}
	play := playCmd{from: from, style: c.style}
	session, err := session.NewFrom(ctx, rec, from, against(rec.Config, 0), newSeed(), dataDir("saves"), chooseByName)
	if err != nil {
		return err
	}
	return play.tables(ctx, e, withLadder(session), false)
}
