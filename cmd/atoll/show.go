package main

import (
	"fmt"
	"io"
	"strings"

	"atoll/game"
	"atoll/games"
	"atoll/record"

	"github.com/alecthomas/kong"
)

func showCommand() kong.Option {
	return kong.DynamicCommand("show", "Print the board of a recorded game.", "", &showCmd{})
}

type showCmd struct {
	File string `arg:"" help:"File of records; - is standard input."`
	Game int    `default:"1" placeholder:"I" help:"Which record of the file, counted from 1."`
	At   *int   `placeholder:"K" help:"After how many events; all of them if not given."`
	As   string `default:"public" placeholder:"SEAT|public" help:"Who looks: a seat, public, or truth."`
}

func (c *showCmd) Run(e *env) error {
	rec, err := c.find(e)
	if err != nil {
		return err
	}
	viewer, err := viewerByName(rec.Config, c.As)
	if err != nil {
		return err
	}
	at := len(rec.Events)
	if c.At != nil {
		if at = *c.At; at < 0 || at > len(rec.Events) {
			return usage("record %d has %d events; --at cannot be %d", c.Game, len(rec.Events), at)
		}
	}
	r := record.NewReplayer(rec.Config)
	for i, ev := range rec.Events[:at] {
		if err := r.Apply(ev.By, ev.Do, nil); err != nil {
			return fmt.Errorf("record %d: %w", c.Game, &record.Fault{Event: i, Err: err})
		}
	}
	seen := game.Look(r.State(), viewer)
	fmt.Fprintf(e.out, "%s, after event %d of %d, as %s knows it\n", rec.Config, at, len(rec.Events), c.As)
	_, err = e.out.Write(append(trimEnd(seen.AppendBoard(nil)), '\n'))
	return err
}

func (c *showCmd) find(e *env) (*record.Record, error) {
	if c.Game < 1 {
		return nil, usage("records are counted from 1; --game cannot be %d", c.Game)
	}
	in, err := openInput(e, c.File)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	r := record.NewReader(in, games.ByID)
	for n := 1; ; n++ {
		rec, err := r.Next()
		switch {
		case err == io.EOF:
			return nil, usage("%s has %d records; --game cannot be %d", c.File, n-1, c.Game)
		case n == c.Game && err != nil:
			return nil, fmt.Errorf("record %d, %w", n, err)
		case n == c.Game:
			return rec, nil
		}
	}
}

func viewerByName(cfg game.Config, name string) (game.Viewer, error) {
	switch name {
	case "public":
		return game.PublicViewer(), nil
	case "truth":
		return game.TruthViewer(), nil
	}
	if s, ok := cfg.SeatByName(name); ok && s != game.Nature {
		return game.SeatViewer(s), nil
	}
	return game.Viewer{}, usage("%s has no seat %.40q; it has: %s, public", cfg.Game.ID, name, strings.Join(cfg.SeatNames(), ", "))
}

func trimEnd(b []byte) []byte { return []byte(strings.TrimRight(string(b), "\n")) }
