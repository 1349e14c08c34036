package tactics

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"atoll/bots"
	"atoll/game"
)

// Puzzle is a position with the actions that win or escape.
type Puzzle struct {
	Text      string // the position as the seat sees it
	Seat      game.Seat
	Kind      string // "win in 3", "escape from 1": the shortest way
	Depth     int    // decisions within which the solutions were proved
	Solutions []string
}

// State reads the position.
func (p Puzzle) State(cfg game.Config) (game.State, error) {
	st := cfg.New()
	if err := st.UnmarshalText([]byte(p.Text)); err != nil {
		return nil, fmt.Errorf("position %.80q: %w", p.Text, err)
	}
	return st, nil
}

// Write writes puzzles one a line: position, seat, kind, depth and the solutions
// between " / ", separated by tabs.
func Write(w io.Writer, cfg game.Config, list []Puzzle) error {
	for _, p := range list {
		if _, err := fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\n", p.Text, cfg.SeatName(p.Seat), p.Kind, p.Depth, strings.Join(p.Solutions, " / ")); err != nil {
			return err
		}
	}
	return nil
}

// Entry is a puzzle with the table it belongs to.
type Entry struct {
	Config game.Config
	Puzzle
}

// Read reads a suite; lines that begin with # are comments. find finds games.
func Read(r io.Reader, find func(id string) (*game.Game, bool)) ([]Entry, error) {
	var list []Entry
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for n := 1; in.Scan(); n++ {
		line := in.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 5 {
			return nil, fmt.Errorf("line %d: %d fields, not 5", n, len(fields))
		}
		depth, err := strconv.Atoi(fields[3])
		if err != nil {
			return nil, fmt.Errorf("line %d: the depth is a number, not %.20q", n, fields[3])
		}
		head, _, _ := strings.Cut(fields[0], " | ")
		id, _, _ := strings.Cut(head, " ")
		g, ok := find(id)
		if !ok {
			return nil, fmt.Errorf("line %d: no game %.40q", n, id)
		}
		cfg, err := g.ParseConfig(head)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		seat, ok := cfg.SeatByName(fields[1])
		if !ok || seat == game.Nature {
			return nil, fmt.Errorf("line %d: no seat %.40q", n, fields[1])
		}
		list = append(
			list,
			Entry{cfg, Puzzle{Text: fields[0], Seat: seat, Kind: fields[2], Depth: depth, Solutions: strings.Split(fields[4], " / ")}},
		)
	}
	return list, in.Err()
}

// Rate counts how many puzzles of a kind were solved.
type Rate struct{ Solved, Of int }

// Failure is a puzzle that was not solved.
type Failure struct {
	Entry
	Answer string
}

// Solve puts the puzzles to a bot. told, if not nil, hears of each.
func Solve(
	ctx context.Context,
	roster *bots.Roster,
	name string,
	list []Entry,
	seed uint64,
	told func(e Entry, answer string, solved bool),
) (map[string]Rate, []Failure, error) {
	rates := map[string]Rate{}
	var failures []Failure
	for i, e := range list {
		st, err := e.State(e.Config)
		if err != nil {
			return rates, failures, err
		}
		bot, err := roster.Open(e.Config, name)
		if err != nil {
			return rates, failures, err
		}
		rep, err := bot.Choose(
			ctx,
			bots.Question{View: game.Look(st, game.SeatViewer(e.Seat)), Seat: e.Seat, Seed: game.Mix(seed + uint64(i))},
		)
		if err != nil {
			return rates, failures, err
		}
		answer := string(st.AppendAction(nil, e.Seat, rep.Action))
		solved := slices.Contains(e.Solutions, answer)
		rate := rates[e.Kind]
		rate.Of++
		if solved {
			rate.Solved++
		} else {
			failures = append(failures, Failure{e, answer})
		}
		rates[e.Kind] = rate
		if told != nil {
			told(e, answer, solved)
		}
	}
	return rates, failures, nil
}
