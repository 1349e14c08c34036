// Package balance plays every kind of game in its plan with bots and writes what
// came out as a page. The page depends on the rules, the bots, the plan and the
// number of games alone, to the last byte: no clock decides a move, and every
// sentence is made from the counts. It carries fingerprints of what it was made
// from, so that a test can tell when it is out of date.
package balance

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"atoll/bots"
	"atoll/game"
	"atoll/simulate"
)

//go:embed plan.tsv
var planText string

// Plan is what is played, and what the outcome is held against.
type Plan struct {
	Rows  []simulate.Spec // without a number of games
	Goals []Goal
}

// Goal is something that was wanted of a row.
type Goal struct {
	Row   int    // index into Rows
	What  string // "seat", "turns" or "shared"
	Seat  string // of "seat"
	Least bool   // at least, not at most
	Bound float64
}

// Read returns the plan that comes with the package.
func Read(t simulate.Table) (*Plan, error) { return parse(t, planText) }

func parse(t simulate.Table, text string) (*Plan, error) {
	p := &Plan{}
	events := map[string]simulate.Spec{}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		if err := p.line(t, strings.Split(line, "\t"), events); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return p, nil
}

func (p *Plan) line(t simulate.Table, f []string, events map[string]simulate.Spec) error {
	if len(f) < 2 {
		return errors.New("too short")
	}
	id := f[1]
	switch f[0] {
	case "game":
		s := simulate.Spec{}
		for _, w := range f[2:] {
			switch key, kind, _ := strings.Cut(w, "="); key {
			case "turn":
				s.Turn = kind
			case "out":
				s.Out = kind
			default:
				return fmt.Errorf("%q", w)
			}
		}
		events[id] = s
	case "row":
		s, ok := events[id]
		if !ok || len(f) < 4 {
			return errors.New("a row needs its game's line before it, players and a bot")
		}
		cfg, err := configure(t, id, f[2], f[4:])
		if err != nil {
			return err
		}
		s.Game, s.Players, s.Options, s.Bots, s.Seed, s.Games = id, cfg.Players, cfg.Given(), []string{f[3]}, 1, 1
		if !strings.HasSuffix(f[3], "n") {
			return fmt.Errorf("bot %s is not limited by nodes", f[3])
		}
		if _, err := t.Check(s); err != nil {
			return err
		}
		p.Rows = append(p.Rows, s)
	case "goal": // goal game players options what…
		if len(f) != 5 {
			return errors.New("a goal has game, players, options and what is wanted")
		}
		cfg, err := configure(t, id, f[2], f[3:4])
		if err != nil {
			return err
		}
		return p.goal(cfg, strings.Fields(f[4]))
	default:
		return fmt.Errorf("%q", f[0])
	}
	return nil
}

// goal reads "seat 1 at most 56", "turns at least 8" or "shared at most 12".
func (p *Plan) goal(cfg game.Config, w []string) error {
	g := Goal{Row: -1}
	for i, s := range p.Rows {
		if key(s) == cfg.String() {
			g.Row = i
		}
	}
	if len(w) > 1 && w[0] == "seat" {
		if _, ok := cfg.SeatByName(w[1]); !ok {
			return fmt.Errorf("no seat %s", w[1])
		}
		g.Seat, w = w[1], w[1:]
		g.What = "seat"
	} else if len(w) > 0 && (w[0] == "turns" || w[0] == "shared") {
		g.What = w[0]
	}
	if g.Row < 0 || g.What == "" || len(w) != 4 || w[1] != "at" || w[2] != "least" && w[2] != "most" {
		return fmt.Errorf("goal %q", w)
	}
	g.Least = w[2] == "least"
	var err error
	g.Bound, err = strconv.ParseFloat(w[3], 64)
	p.Goals = append(p.Goals, g)
	return err
}

func configure(t simulate.Table, id, players string, options []string) (game.Config, error) {
	g, ok := t.Find(id)
	if !ok {
		return game.Config{}, fmt.Errorf("no game %q", id)
	}
	n, err := strconv.Atoi(players)
	if err != nil {
		return game.Config{}, err
	}
	given, err := g.ReadOptions(strings.Fields(strings.Join(options, " ")))
	if err != nil {
		return game.Config{}, err
	}
	return g.Configure(n, given)
}

// key names the kind of game of a row, as positions do.
func key(s simulate.Spec) string {
	text := fmt.Sprintf("%s %d", s.Game, s.Players)
	for _, o := range optionsOf(s) {
		text += " " + o
	}
	return text
}

// Print is the fingerprint of what a game's rows were played with.
type Print struct {
	Rules string // what the rules allow and do in fixed random games
	Bots  string // what the bots choose there and what they think of it
}

// printGames random games of each row are hashed whole, and the bots are asked
// at printAsks moments of each.
const (
	printGames = 6
	printAsks  = 2
)

// Prints returns the fingerprints by game.
func (p *Plan) Prints(ctx context.Context, t simulate.Table) (map[string]Print, error) {
	rules, choices := map[string][]byte{}, map[string][]byte{}
	for _, s := range p.Rows {
		cfg, err := t.Check(s)
		if err != nil {
			return nil, err
		}
		bot, err := t.Roster.Open(cfg, s.Bots[0])
		if err != nil {
			return nil, err
		}
		for i := range printGames {
			r, c, err := printGame(ctx, cfg, bot, uint64(i))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", cfg, err)
			}
			rules[s.Game] = append(rules[s.Game], r...)
			choices[s.Game] = append(choices[s.Game], c...)
		}
	}
	prints := map[string]Print{}
	for id := range rules {
		prints[id] = Print{digest(rules[id]), digest(choices[id])}
	}
	return prints, nil
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

// printGame plays one random game and returns the digests of all that was
// allowed and done, and of what the bot would have done.
func printGame(ctx context.Context, cfg game.Config, bot bots.Bot, seed uint64) (rules, choices []byte, err error) {
	r := game.NewRand(seed).Split(7)
	all := sha256.New()
	var said []byte
	st := cfg.New()
	var buf []game.Action
	for step := 0; st.Acting() != 0; step++ {
		if st.Acting() == game.Only(game.Nature) {
			text := game.Draw(st, r)
			fmt.Fprintln(all, text)
			if err := game.Try(st, game.Nature, text, nil); err != nil {
				return nil, nil, err
			}
			continue
		}
		var c game.Choices
		for s := range game.Seat(cfg.Players) {
			if !st.Acting().Has(s) {
				continue
			}
			if at := step - int(seed)*3; at >= 0 && at%9 == 0 && at/9 < printAsks {
				rep, err := bot.Choose(ctx, bots.Question{View: game.Look(st, game.SeatViewer(s)), Seat: s, Seed: seed})
				if err != nil {
					return nil, nil, err
				}
				said = st.AppendAction(said, s, rep.Action)
				said = fmt.Appendf(said, " %.3f\n", rep.Values[:cfg.Players])
			}
			c[s], buf = game.Sample(st, s, r, buf)
			fmt.Fprintln(all, s, game.Count(st, s), string(st.AppendAction(nil, s, c[s])))
		}
		st.Play(c, nil)
	}
	fmt.Fprintln(all, string(st.AppendText(nil)), st.Result())
	return all.Sum(nil), said, nil
}

// chunk games are played and kept together.
const chunk = 50

// Games returns how many games of a row are played where n are asked for: two
// players get more, since there are only two places to compare.
func Games(s simulate.Spec, n int) int {
	if s.Players == 2 {
		return (n*5 + 2) / 3
	}
	return n
}

// Run plays all rows. What is done is kept in dir, if that is not empty, and not
// played again as long as rules and bots are the same. show hears of every chunk.
func (p *Plan) Run(
	ctx context.Context,
	t simulate.Table,
	n int,
	dir string,
	threads int,
	show func(row, of int, name string, done, games int),
) (*Results, error) {
	prints, err := p.Prints(ctx, t)
	if err != nil {
		return nil, err
	}
	res := &Results{Plan: p, Asked: n, Prints: prints}
	for i, s := range p.Rows {
		s.Games = Games(s, n)
		var total *simulate.Stats
		for from := 0; from < s.Games; from += chunk {
			to := min(from+chunk, s.Games)
			st, err := kept(ctx, t, s, prints[s.Game], from, to, dir, threads)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", key(s), err)
			}
			if total == nil {
				total = st
				total.Spec = s
			} else {
				total.Merge(st)
			}
			if show != nil {
				show(i+1, len(p.Rows), key(s), to, s.Games)
			}
		}
		res.Rows = append(res.Rows, total)
	}
	return res, nil
}

// kept returns the counts of some games of a row: from dir, or played now.
func kept(
	ctx context.Context,
	t simulate.Table,
	s simulate.Spec,
	print Print,
	from, to int,
	dir string,
	threads int,
) (*simulate.Stats, error) {
	whole := s
	whole.Games = 0 // more games later are the same games and some more
	name, err := json.Marshal(struct {
		Spec     simulate.Spec
		Print    Print
		From, To int
	}{whole, print, from, to})
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, digest(name)+".json")
	if dir != "" {
		data, err := os.ReadFile(file)
		if err == nil {
			st := new(simulate.Stats)
			// A file that was cut off is played again.
			if json.Unmarshal(data, st) == nil && st.Games == int64(to-from) {
				return st, nil
			}
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	st, err := simulate.Part(ctx, t, s, from, to, threads)
	if err != nil || dir == "" {
		return st, err
	}
	data, err := json.Marshal(st)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(file+".new", data, 0o644); err != nil {
		return nil, err
	}
	return st, os.Rename(file+".new", file)
}
