package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"atoll/bots"
	"atoll/bots/all"
	"atoll/bots/learned"
	"atoll/duel"
	"atoll/game"
	"atoll/neural"
)

func duelCommand() kong.Option {
	return kong.DynamicCommand("duel", "Measure two bots against each other.", "", &duelCmd{})
}

type duelCmd struct {
	setup
	A       string            `required:"" placeholder:"BOT" help:"best, level1 to level8, mcts, duct, greedy or random; best:100 thinks 100 ms a decision, best:500n 500 nodes."`
	B       string            `required:"" placeholder:"BOT" help:"The opponent, on all other seats."`
	Games   int               `default:"100" placeholder:"N" help:"How many games. A takes each seat in turn, with the same chance."`
	Seed    uint64            `default:"1" placeholder:"S" help:"Seed of chance and of the bots."`
	SPRT    string            `name:"sprt" placeholder:"ELO0,ELO1" help:"Stop when a sequential test (errors of 5 %) has decided between the two."`
	Records string            `placeholder:"FILE" help:"Write the records of the games; - for standard output."`
	JSON    bool              `name:"json" help:"Print the result as one last line of JSON."`
	Note    string            `placeholder:"FILE" help:"Note the result, with the command that repeats it, in a document such as docs/strength.md."`
	Claims  bool              `help:"Compare what the bots said about their chances with what happened; --note notes that instead."`
	Nets    map[string]string `name:"net" placeholder:"NAME=FILE" help:"A network that was learnt: NAME searches with it, NAME-policy draws from it without search."`
	Workers int               `placeholder:"N" help:"Games at once; as many as there are cores if not given."`
	Threads int               `default:"1" placeholder:"N" help:"Cores of a bot while it thinks."`
}

// inviteNet lets a network play under a name of its own.
func inviteNet(roster *bots.Roster, name, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	net, err := neural.Read(data)
	if errors.Is(err, neural.ErrForm) {
		roster.Invite(name, func(cfg game.Config) (bots.Bot, error) {
			b, err := roster.OpenNet(cfg, data)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			return b, nil
		})
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	open := func(bot func(*learned.Brain) bots.Bot) func(game.Config) (bots.Bot, error) {
		return func(cfg game.Config) (bots.Bot, error) {
			b, err := learned.Fit(net, cfg)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			return bot(b), nil
		}
	}
	roster.Invite(name, open((*learned.Brain).Search))
	roster.Invite(name+"-policy", open((*learned.Brain).Policy))
	return nil
}

func (c *duelCmd) Run(e *env) (err error) {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	roster := all.Roster()
	for name, file := range c.Nets {
		if err := inviteNet(roster, name, file); err != nil {
			return err
		}
	}
	m := duel.Match{
		Roster: roster, Config: cfg, A: c.A, B: c.B, Games: c.Games, Seed: c.Seed,
		Workers: c.Workers, Threads: c.Threads,
	}
	if c.Workers == 0 {
		m.Workers = max(1, runtime.NumCPU()/max(1, c.Threads))
	}
	if m.SPRT, err = readSPRT(c.SPRT); err != nil {
		return err
	}
	if err := m.Check(); err != nil {
		return &usageError{err}
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
		var line []byte
		m.Keep = func(g duel.Game) error {
			line = g.Record.AppendText(line[:0])
			_, err := keep.Write(append(line, '\n'))
			return err
		}
	}
	bar := newProgress(e.err)
	m.Progress = func(s duel.Standing) { bar.show(s.Games, s.Of, standingText(s, m.SPRT)) }
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s, err := duel.Run(ctx, m)
	bar.clear()
	if s.Games > 0 {
		if c.JSON {
			if werr := c.writeJSON(e.out, m, s); werr != nil {
				return werr
			}
		} else {
			out := io.Writer(e.out)
			if c.Records == "-" { // records alone, for a program that reads them
				out = e.err
			}
			writeStanding(out, m, s)
			if c.Claims {
				fmt.Fprintf(out, "\n%s", s.Claims.Markdown())
			}
		}
	}
	if err == nil && c.Note != "" {
		return c.note(m, s)
	}
	return err
}

// note puts one line on the result into a document, in place of an older one on
// the same match.
func (c *duelCmd) note(m duel.Match, s duel.Standing) error {
	var options strings.Builder
	for _, o := range c.Option {
		fmt.Fprintf(&options, " --option %s", o)
	}
	name := titleOf(m.Config.Game.Name, c.Option)
	command := fmt.Sprintf("`atoll duel %s --players %d%s --a %s --b %s --games %d --seed %d", m.Config.Game.ID, s.Seats, options.String(), m.A, m.B, m.Games, m.Seed)
	if c.Claims {
		text := fmt.Sprintf("%s, %d players: %s\n%s --claims`", name, s.Seats, s.Claims.Markdown(), command)
		return spliceFile(c.Note, fmt.Sprintf("claims %s", m.Config), text)
	}
	low, high := s.Interval()
	line := fmt.Sprintf("- %s, %d players, `%s` against `%s`: **%.1f %%** (%.1f–%.1f) of %d games; %.0f and %.0f ms a decision.\n  %s`",
		name, s.Seats, m.A, m.B, 100*s.Score(), 100*low, 100*high, s.Games, s.A.MeanMillis(), s.B.MeanMillis(), command)
	if m.SPRT != nil {
		line += fmt.Sprintf(" (sequential test %g, %g: %s)", m.SPRT.Elo0, m.SPRT.Elo1, s.Verdict)
	}
	return spliceFile(c.Note, fmt.Sprintf("duel %s %s %s", m.Config, m.A, m.B), line)
}

// titleOf is a game's name with its options.
func titleOf(name string, options []string) string {
	if len(options) == 0 {
		return name
	}
	return name + " (" + strings.Join(options, ", ") + ")"
}

// spliceFile rewrites one section of a document about strength, which it begins if
// there is none.
func spliceFile(name, section, text string) error {
	doc, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		doc = []byte("# Strength of the bots\n\nPaired games, seats swapped, the same chance; Wilson intervals of 95 %. Thinking time is per decision, on one core a bot.\n")
	} else if err != nil {
		return err
	}
	return os.WriteFile(name, []byte(duel.Splice(string(doc), section, text)), 0o644)
}

// recordFile opens a file for records, or standard output for "-".
func (e *env) recordFile(name string) (w io.Writer, done func() error, err error) {
	if name == "-" {
		return e.out, func() error { return nil }, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, nil, fmt.Errorf("records: %w", err)
	}
	buf := bufio.NewWriter(f)
	return buf, func() error {
		if err := buf.Flush(); err != nil {
			f.Close()
			return err
		}
		return f.Close()
	}, nil
}

func readSPRT(text string) (*duel.SPRT, error) {
	if text == "" {
		return nil, nil
	}
	low, high, ok := strings.Cut(text, ",")
	a, err1 := strconv.ParseFloat(low, 64)
	b, err2 := strconv.ParseFloat(high, 64)
	if !ok || err1 != nil || err2 != nil {
		return nil, usage("--sprt is two numbers as 0,20, not %.40q", text)
	}
	s := &duel.SPRT{Elo0: a, Elo1: b}
	if err := s.Check(); err != nil {
		return nil, &usageError{err}
	}
	return s, nil
}

func standingText(s duel.Standing, t *duel.SPRT) string {
	low, high := s.Interval()
	text := fmt.Sprintf("A %.1f %% (%.1f–%.1f)  %d won, %d shared, %d lost", 100*s.Score(), 100*low, 100*high, s.Wins, s.Shared, s.Lost)
	if t != nil {
		text += fmt.Sprintf("  LLR %.2f", s.Ratio)
	}
	return text
}

func writeStanding(out io.Writer, m duel.Match, s duel.Standing) {
	low, high := s.Interval()
	elo, eloLow, eloHigh := s.Elo()
	fmt.Fprintf(out, "%s: A %s against B %s, seed %d\n", m.Config, m.A, m.B, m.Seed)
	fmt.Fprintf(out, "games   %d: %d won, %d shared, %d lost\n", s.Games, s.Wins, s.Shared, s.Lost)
	fmt.Fprintf(out, "score   %.2f %% (95 %%: %.2f to %.2f; equals have %.2f)\n", 100*s.Score(), 100*low, 100*high, 100/float64(s.Seats))
	fmt.Fprintf(out, "elo     %+.0f (%+.0f to %+.0f)\n", elo, eloLow, eloHigh)
	if m.SPRT != nil {
		fmt.Fprintf(out, "sprt    %g against %g: %s, LLR %.2f\n", m.SPRT.Elo1, m.SPRT.Elo0, s.Verdict, s.Ratio)
	}
	fmt.Fprintf(out, "time    A %.1f ms a decision (longest %.0f), B %.1f (%.0f)\n", s.A.MeanMillis(), s.A.Longest.Seconds()*1000, s.B.MeanMillis(), s.B.Longest.Seconds()*1000)
}

func (c *duelCmd) writeJSON(out io.Writer, m duel.Match, s duel.Standing) error {
	low, high := s.Interval()
	elo, eloLow, eloHigh := s.Elo()
	type sprt struct {
		Elo0    float64      `json:"elo0"`
		Elo1    float64      `json:"elo1"`
		LLR     float64      `json:"llr"`
		Verdict duel.Verdict `json:"verdict"`
	}
	line := struct {
		Table   string   `json:"table"`
		A       string   `json:"a"`
		B       string   `json:"b"`
		Seed    uint64   `json:"seed"`
		Games   int      `json:"games"`
		Score   float64  `json:"score"`
		Low     float64  `json:"low"`
		High    float64  `json:"high"`
		Won     int      `json:"won"`
		Shared  int      `json:"shared"`
		Lost    int      `json:"lost"`
		Elo     *float64 `json:"elo"`
		EloLow  *float64 `json:"elo_low"`
		EloHigh *float64 `json:"elo_high"`
		AMillis float64  `json:"a_ms"`
		BMillis float64  `json:"b_ms"`
		SPRT    *sprt    `json:"sprt,omitempty"`
	}{
		Table: m.Config.String(), A: m.A, B: m.B, Seed: m.Seed, Games: s.Games, Score: s.Score(), Low: low, High: high,
		Won: s.Wins, Shared: s.Shared, Lost: s.Lost, Elo: finite(elo), EloLow: finite(eloLow), EloHigh: finite(eloHigh),
		AMillis: s.A.MeanMillis(), BMillis: s.B.MeanMillis(),
	}
	if m.SPRT != nil {
		line.SPRT = &sprt{m.SPRT.Elo0, m.SPRT.Elo1, s.Ratio, s.Verdict}
	}
	return json.NewEncoder(out).Encode(line)
}

// finite is null in JSON where a number is infinite.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}
