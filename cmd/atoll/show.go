package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"atoll/game"
	"atoll/record"

	"github.com/alecthomas/kong"
)

func showCommand() kong.Option {
	return kong.DynamicCommand("show", "Print the board of a recorded game.", "", &showCmd{})
}

type showCmd struct {
	oneRecord
	At   *int   `placeholder:"K" help:"After how many events; all of them if not given."`
	JSON bool   `name:"json" help:"One JSON object: where the game stands, and the view."`
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
	if c.JSON {
		view, err := seen.MarshalJSON()
		if err != nil {
			return err
		}
		return e.json(struct {
			Game   string          `json:"game"`
			Event  int             `json:"event"`
			Events int             `json:"events"`
			As     string          `json:"as"`
			View   json.RawMessage `json:"view"`
		}{rec.Config.Game.ID, at, len(rec.Events), c.As, view})
	}
	fmt.Fprintf(e.out, "%s, after event %d of %d, as %s knows it\n", rec.Config, at, len(rec.Events), c.As)
	_, err = e.out.Write(append(trimEnd(seen.AppendBoard(nil)), '\n'))
	return err
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
