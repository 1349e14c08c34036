package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"atoll/analysis"
	"atoll/bots/all"
	"atoll/game"
	"atoll/record"
	"atoll/search"
)

func analyseCommand() kong.Option {
	return kong.DynamicCommand("analyse", "Tell a game in win probabilities: best actions, blunders, luck.", "", &analyseCmd{})
}

type analyseCmd struct {
	File    string `arg:"" help:"File of records; - for standard input."`
	Game    int    `default:"1" placeholder:"I" help:"Which record of the file."`
	At      int    `default:"-1" placeholder:"K" help:"Only the position after K events."`
	Millis  int    `name:"ms" default:"500" placeholder:"MS" help:"Time for a position, in milliseconds."`
	Nodes   int64  `placeholder:"N" help:"Nodes for a position instead of time; repeatable."`
	Seed    uint64 `default:"1" placeholder:"S" help:"Seed of the search."`
	Threads int    `default:"1" placeholder:"N" help:"Cores."`
	JSON    bool   `name:"json" help:"One line of JSON for each step."`
}

func (c *analyseCmd) Run(e *env) error {
	rec, err := c.read(e)
	if err != nil {
		return err
	}
	opt := analysis.Options{
		Roster: all.Roster(), Seed: c.Seed,
		Budget: search.Budget{Time: time.Duration(c.Millis) * time.Millisecond, Threads: c.Threads},
	}
	if c.Nodes != 0 {
		opt.Budget = search.Budget{Nodes: c.Nodes, Threads: c.Threads}
	}
	if err := opt.Budget.Check(); err != nil {
		return &usageError{err}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if c.At != -1 {
		step, err := analysis.Position(ctx, rec, c.At, opt)
		if err != nil {
			return err
		}
		return c.write(e.out, rec.Config, step)
	}
	of, err := analysis.Steps(rec)
	if err != nil {
		return err
	}
	bar := newProgress(e.err)
	var sum analysis.Summary
	done := 0
	var failed error
	err = analysis.Game(ctx, rec, opt, func(s analysis.Step) bool {
		done++
		sum.Add(s)
		bar.clear()
		failed = c.write(e.out, rec.Config, s)
		if failed == nil {
			failed = e.out.Flush() // steps are told as they are known
		}
		bar.show(done, of, valuesText(rec.Config, s))
		return failed == nil
	})
	bar.clear()
	if err = errors.Join(failed, err); err != nil {
		return err
	}
	if !c.JSON {
		writeSummary(e.out, rec.Config, sum)
	}
	return nil
}

func (c *analyseCmd) read(e *env) (*record.Record, error) {
	if c.Game < 1 {
		return nil, usage("--game counts from 1, not %d", c.Game)
	}
	if c.At < -1 {
		return nil, usage("--at counts events from 0, not %d", c.At)
	}
	in, err := openInput(e, c.File)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	r := record.NewReader(in, byID)
	for i := 1; ; i++ {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s has %d records, not %d", c.File, i-1, c.Game)
		}
		if i < c.Game {
			var bad *record.BadLine
			if err == nil || errors.As(err, &bad) {
				continue
			}
		}
		return rec, err
	}
}

func (c *analyseCmd) write(out io.Writer, cfg game.Config, s analysis.Step) error {
	if c.JSON {
		line, err := s.JSON(cfg)
		if err != nil {
			return err
		}
		_, err = out.Write(append(line, '\n'))
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%4d  %s", s.At, valuesText(cfg, s))
	if s.Over {
		b.WriteString("  the game is over")
	}
	b.WriteByte('\n')
	for _, ev := range s.Events {
		fmt.Fprintf(&b, "      %s: %.120s\n", ev.By, ev.Do)
	}
	for _, d := range s.Decisions {
		writeDecision(&b, cfg, d)
	}
	if !s.Final {
		for i, name := range cfg.SeatNames() {
			if p := s.Parts[i]; p.Swing > 0.005 || p.Swing < -0.005 {
				fmt.Fprintf(&b, "      %s %+.1f: decisions %+.1f, luck %+.1f\n", name, 100*p.Swing, 100*p.Decision, 100*p.Luck)
			}
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func writeDecision(b *strings.Builder, cfg game.Config, d analysis.Decision) {
	if len(d.Best) < 2 {
		return
	}
	fmt.Fprintf(b, "      %s best:", cfg.SeatName(d.Seat))
	const most = 8 // a line, not a page; --json has the whole mixture
	for i, a := range d.Best {
		if i == most {
			fmt.Fprintf(b, " and %d more", len(d.Best)-most)
			break
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, " %s %.1f", a.Do, 100*a.Value)
		if a.Weight > 0 && a.Weight < 1 {
			fmt.Fprintf(b, " (%.0f %%)", 100*a.Weight)
		}
	}
	b.WriteByte('\n')
	if d.Verdict != analysis.Fine {
		fmt.Fprintf(b, "      %s %s: %s is worth %.1f, %.1f less\n", cfg.SeatName(d.Seat), d.Verdict, d.Played.Do, 100*d.Played.Value, 100*d.GaveUp)
	}
}

func valuesText(cfg game.Config, s analysis.Step) string {
	var b strings.Builder
	for i, name := range cfg.SeatNames() {
		if i > 0 {
			b.WriteString("  ")
		}
		fmt.Fprintf(&b, "%s %.1f", name, 100*s.Values[i])
	}
	return b.String()
}

func writeSummary(out io.Writer, cfg game.Config, sum analysis.Summary) {
	fmt.Fprintln(out, "\nIn points of win probability:")
	for i, name := range cfg.SeatNames() {
		t := sum.Seats[i]
		fmt.Fprintf(out, "%4s  gave up %.1f in %d decisions (%d slips, %d blunders, %d times outguessed), luck %+.1f\n",
			name, 100*t.GaveUp, t.Decisions, t.Slipped, t.Blundered, t.Outguessed, 100*t.Luck)
	}
}
