package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"atoll/bots"
	"atoll/bots/all"
	"atoll/engine"
	"atoll/game"
	"atoll/games"
	"atoll/search"
)

func engineCommand() kong.Option {
	return kong.DynamicCommand("engine", "Answer programs, one JSON object a line (docs/protocol.md).", "", &engineCmd{})
}

type engineCmd struct{}

func (c *engineCmd) Run(e *env) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	eng := &engine.Engine{Games: games.All(), Brain: brain{all.Roster()}, Build: version}
	err := eng.Run(ctx, e.in, flushing{e})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// brain lets the engine ask the bots.
type brain struct{ roster *bots.Roster }

func (b brain) Best(ctx context.Context, view game.State, s game.Seat, bot string, ms int, seed uint64) (game.Action, error) {
	opened, err := b.roster.Open(view.Config(), bot)
	if err != nil {
		return game.NoAction, err
	}
	q := bots.Question{View: view, Seat: s, Seed: seed}
	if ms > 0 {
		q.Budget = search.Millis(ms)
	}
	rep, err := opened.Choose(ctx, q)
	return rep.Action, err
}

// finding is what the engine says of a position after some thought.
type finding struct {
	MS      int       `json:"ms"`
	Seat    string    `json:"seat"`
	Best    string    `json:"best"`
	Values  []float64 `json:"values,omitempty"`
	Actions []rated   `json:"actions,omitempty"`
}

type rated struct {
	Action string  `json:"action"`
	Value  float64 `json:"value"`
	Share  float64 `json:"share,omitempty"`
}

// Analyse thinks longer and longer about the first acting seat's decision.
func (b brain) Analyse(ctx context.Context, view game.State, ms int, seed uint64, emit func(json.RawMessage) error) error {
	s := view.Acting().First()
	if s == game.Nature {
		return errors.New("chance acts; there is nothing to decide")
	}
	opened, err := b.roster.Open(view.Config(), "best")
	if err != nil {
		return err
	}
	for think := min(50, ms); ; think = min(2*think, ms) {
		rep, err := opened.Choose(ctx, bots.Question{View: view, Seat: s, Seed: seed, Budget: search.Millis(think)})
		if err != nil {
			return err
		}
		js, err := json.Marshal(newFinding(view, s, rep, think))
		if err != nil {
			return err
		}
		if err := emit(js); err != nil {
			return err
		}
		if think >= ms {
			return nil
		}
	}
}

// newFinding writes down the first candidates of a report.
func newFinding(view game.State, s game.Seat, rep search.Report, ms int) finding {
	const most = 8
	cfg := view.Config()
	f := finding{MS: ms, Seat: cfg.SeatName(s), Best: string(view.AppendAction(nil, s, rep.Action)), Values: rep.Values[:cfg.Players]}
	for _, c := range rep.Candidates[:min(most, len(rep.Candidates))] {
		f.Actions = append(f.Actions, rated{string(view.AppendAction(nil, s, c.Action)), c.Value, c.Weight})
	}
	return f
}
