package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"atoll/arena"
	"atoll/bots/all"
	"atoll/tournament"
)

func arenaCommand() kong.Option {
	return kong.DynamicCommand("arena", "Play a local tournament of programs over the engine protocol.", "", &arenaCmd{})
}

type arenaCmd struct {
	setup
	Kind    string   `enum:"swiss,round_robin,knockout,pods" default:"round_robin" help:"${enum}; pods are for tables of three and more (default ${default})."`
	Program []string `short:"x" sep:"none" placeholder:"NAME=COMMAND" help:"A program that answers load, best and close of the engine protocol; can be repeated. Strongest first: the order is the seeding."`
	Bot     []string `short:"b" placeholder:"BOT,…" help:"Our own bots that play along, such as level3 or best."`
	Rounds  int      `placeholder:"N" help:"Rounds of a Swiss or of pods; as many as the entrants need if not given."`
	BestOf  int      `placeholder:"K" help:"Games of a match of a knock-out: 1, 3, 5 or 7."`
	MS      int      `default:"100" placeholder:"MS" help:"Time for a decision, in milliseconds (default ${default})."`
	Grace   int      `default:"500" placeholder:"MS" help:"How much longer a program may take before it loses the game (default ${default})."`
	Seed    uint64   `default:"1" placeholder:"S" help:"Seed of chance and of the bots (default ${default})."`
	Records string   `placeholder:"FILE" help:"Write the records of the games; - for standard output."`
	JSON    bool     `name:"json" help:"Print the standings as JSON."`
	Workers int      `placeholder:"N" help:"Games at once; as many as there are cores if not given."`
}

func (c *arenaCmd) players() ([]arena.Player, error) {
	var list []arena.Player
	for _, p := range c.Program {
		name, command, ok := strings.Cut(p, "=")
		if !ok || strings.TrimSpace(command) == "" {
			return nil, usage("a program is written NAME=COMMAND, not %.60q", p)
		}
		list = append(list, arena.Player{Name: name, Command: strings.Fields(command)})
	}
	for _, b := range c.Bot {
		list = append(list, arena.Player{Name: b, Bot: b})
	}
	return list, nil
}

func (c *arenaCmd) Run(e *env) (err error) {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	contest := &arena.Contest{
		Config: cfg, Kind: tournament.Kind(c.Kind), Rounds: c.Rounds, BestOf: c.BestOf,
		MS: c.MS, Grace: time.Duration(c.Grace) * time.Millisecond, Seed: c.Seed, Workers: c.Workers, Roster: all.Roster(),
	}
	if contest.Players, err = c.players(); err != nil {
		return err
	}
	if c.Workers == 0 {
		contest.Workers = runtime.NumCPU()
	}
	if err := contest.Check(); err != nil {
		return &usageError{err}
	}
	var faults []string
	contest.Keep = func(g arena.Game) error {
		for _, f := range g.Faults {
			faults = append(faults, fmt.Sprintf("game %d, %s", g.Number, f))
		}
		return nil
	}
	if c.Records != "" {
		keep, done, err := e.recordFile(c.Records)
		if err != nil {
			return err
		}
		defer func() {
			if closed := done(); err == nil {
				err = closed
			}
		}()
		note := contest.Keep
		contest.Keep = func(g arena.Game) error {
			if _, err := keep.Write(append(g.Record.AppendText(nil), '\n')); err != nil {
				return err
			}
			return note(g)
		}
	}
	bar := newProgress(e.err)
	contest.Progress = func(t *tournament.Tournament) {
		ended := 0
		for _, g := range t.Games {
			if g.Ended != 0 {
				ended++
			}
		}
		bar.show(ended, len(t.Games), fmt.Sprintf("round %d", t.Round))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	report, err := contest.Run(ctx)
	bar.clear()
	if report.Tournament == nil || err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if terr := c.tell(e, report, faults); terr != nil {
		return terr
	}
	return err
}

// tell prints the standings.
func (c *arenaCmd) tell(e *env, r arena.Report, faults []string) error {
	type row struct {
		Place  int     `json:"place"`
		Name   string  `json:"name"`
		Points float64 `json:"points"`
		Met    float64 `json:"met"`
		Beat   float64 `json:"beat"`
		Faults int     `json:"faults"`
	}
	unit := r.Plan.Kind.Unit()
	var rows []row
	for _, s := range r.Standings() {
		rows = append(rows, row{
			s.Place, r.Entrants[s.Entrant].User.ID, float64(s.Points) / unit,
			float64(s.Met) / unit, float64(s.Beat) / 4, r.Faults[s.Entrant],
		})
	}
	if c.JSON {
		return json.NewEncoder(e.out).Encode(map[string]any{"games": len(r.Games), "standings": rows, "faults": faults})
	}
	if c.Records == "-" { // records alone, for a program that reads them
		return nil
	}
	fmt.Fprintf(e.out, "%5s  %-24s %7s %7s %7s %7s\n", "place", "player", "points", "met", "beat", "faults")
	for _, s := range rows {
		fmt.Fprintf(e.out, "%5d  %-24.24s %7.4g %7.4g %7.4g %7d\n", s.Place, s.Name, s.Points, s.Met, s.Beat, s.Faults)
	}
	for _, f := range faults {
		fmt.Fprintf(e.out, "fault: %s\n", f)
	}
	return nil
}
