package main

import (
	"strings"

	"atoll/game"
	"atoll/games"
)

// findGame finds a game by its id, and suggests the nearest for a wrong one.
func findGame(id string) (*game.Game, error) {
	if g, ok := byID(id); ok {
		return g, nil
	}
	var ids []string
	nearest, best := "", 4
	for _, g := range games.All() {
		ids = append(ids, g.ID)
		for _, name := range []string{g.ID, g.Name} {
			if d := distance(strings.ToLower(id), strings.ToLower(name)); d < best {
				nearest, best = g.ID, d
			}
		}
		if len(id) >= 2 && strings.HasPrefix(g.ID, strings.ToLower(id)) {
			nearest, best = g.ID, 0
		}
	}
	if nearest != "" {
		return nil, usage("unknown game %.40q; did you mean %s?", id, nearest)
	}
	return nil, usage("unknown game %.40q; there are: %s", id, strings.Join(ids, ", "))
}

// distance is the number of single-character edits between two words.
func distance(a, b string) int {
	if len(a) > 64 {
		return len(a)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}

// setup is the part of a command line that configures a game. Commands embed it.
type setup struct {
	Game    string   `arg:"" help:"Game, as 'atoll games' lists them."`
	Players int      `short:"p" placeholder:"N" help:"Number of players; the game's smallest if not given."`
	Option  []string `short:"o" sep:"none" placeholder:"KEY=VALUE" help:"Option of the game; can be repeated."`
}

func (s setup) config() (game.Config, error) {
	g, err := findGame(s.Game)
	if err != nil {
		return game.Config{}, err
	}
	given, err := g.ReadOptions(s.Option)
	if err != nil {
		return game.Config{}, &usageError{err}
	}
	players := s.Players
	if players == 0 {
		players = g.Players[0]
	}
	cfg, err := g.Configure(players, given)
	if err != nil {
		return game.Config{}, &usageError{err}
	}
	return cfg, nil
}
