// Package gametest is the conformance suite that the rules of every game run,
// and the golden playthroughs that show a change of rules as a readable diff.
//
//	func TestConformance(t *testing.T) { gametest.Run(t, epigo.Game) }
//
// The suite walks through random games, half of them uniform and half lively,
// over every number of players and a set of option combinations, and checks
// every property of the contract on the way. `go test` plays a few games;
// with ATOLL_SOAK=1 it plays at least 10,000 for each game (ATOLL_SOAK=N: N).
package gametest

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"atoll/game"
)

// maxSteps is the bound under which every game must end; a variable because
// the suite's own test does not wait that long.
var maxSteps = 200_000

// soakGames is how many random games a soak plays for each game.
const soakGames = 10_000

// Soak returns how many random games a test should play in all: normally few, in a soak as many as
// ATOLL_SOAK asks for.
func Soak(few int) int {
	switch text := os.Getenv("ATOLL_SOAK"); text {
	case "", "0":
		if testing.Short() {
			return max(1, few/3)
		}
		return few
	case "1":
		return soakGames
	default:
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			panic("gametest: ATOLL_SOAK is a number of games, not " + strconv.Quote(text))
		}
		return n
	}
}

// soaking reports whether this is a soak: many games, each looked at less often.
func soaking() bool {
	text := os.Getenv("ATOLL_SOAK")
	return text != "" && text != "0"
}

// Run checks that the rules of g keep the contract of package game.
func Run(t *testing.T, g *game.Game) {
	t.Helper()
	if err := checkEntry(g); err != nil {
		t.Fatalf("catalogue entry: %v", err)
	}
	configs := Configs(g)
	t.Run("allocations", func(t *testing.T) {
		for i, cfg := range configs {
			if err := checkAllocations(cfg, uint64(i)); err != nil {
				t.Errorf("%s: %v", cfg, err)
			}
		}
	})
	n := Soak(3 * len(configs))
	each := (n + len(configs) - 1) / len(configs)
	t.Run("walks", func(t *testing.T) {
		for _, cfg := range configs {
			t.Run(cfg.String(), func(t *testing.T) {
				t.Parallel()
				if err := Walks(cfg, 1, each); err != nil {
					t.Fatal(err)
				}
			})
		}
	})
}

// Walks checks all properties over n random games of one configuration.
func Walks(cfg game.Config, seed uint64, n int) error {
	seen := tally{}
	for i := range n {
		w := newWalk(cfg, seed+uint64(i), i%2 == 1, &seen)
		if err := w.guarded(); err != nil {
			return fmt.Errorf("%s, seed %d, %s: %w", cfg, seed+uint64(i), w.style(), err)
		}
	}
	if cfg.Game.Traits.Hidden && seen.fills > 200 && seen.differ == 0 {
		return fmt.Errorf("views: %d times Fill guessed the very truth: it knows too much or varies nothing", seen.fills)
	}
	return nil
}

// Configs returns the configurations that the suite plays: for every number of
// players the defaults, each value of each option, and some combinations.
func Configs(g *game.Game) []game.Config {
	var all []game.Config
	seen := map[string]bool{}
	for _, players := range g.Players {
		add := func(given map[string]game.Value) {
			cfg, err := g.Configure(players, given)
			if err == nil && !seen[cfg.String()] {
				seen[cfg.String()] = true
				all = append(all, cfg)
			}
		}
		add(nil)
		for _, o := range g.Options {
			for _, v := range valuesOf(o) {
				add(with(g, nil, o, v))
			}
		}
		r := game.NewRand(uint64(players))
		for range 4 * len(g.Options) {
			var given map[string]game.Value
			for _, o := range g.Options {
				values := valuesOf(o)
				given = with(g, given, o, values[r.Intn(len(values))])
			}
			if len(all) < 12*len(g.Players) {
				add(given)
			}
		}
	}
	return all
}

// with adds an option to a copy of given, and the option it needs.
func with(g *game.Game, given map[string]game.Value, o game.Option, v game.Value) map[string]game.Value {
	next := map[string]game.Value{}
	for k, v := range given {
		next[k] = v
	}
	if v == o.Default {
		return next
	}
	next[o.Key] = v
	if o.Needs != "" {
		needed, err := g.ReadOptions([]string{o.Needs})
		if err == nil {
			for k, v := range needed {
				next[k] = v
			}
		}
	}
	return next
}

func valuesOf(o game.Option) []game.Value {
	switch o.Kind {
	case game.Flag:
		return []game.Value{game.Bool(false), game.Bool(true)}
	case game.Limit:
		small := o.Min + 2
		if o.Max != 0 && small > o.Max {
			small = o.Max
		}
		return []game.Value{o.Default, game.Int(o.Min), game.Int(small)}
	}
	values := make([]game.Value, len(o.Values))
	for i, v := range o.Values {
		values[i] = v.Value
	}
	return values
}

func checkEntry(g *game.Game) error {
	if g.ID == "" || g.Name == "" || g.Tagline == "" || g.Rules < 1 || g.Minutes < 1 || len(g.Reasons) == 0 {
		return fmt.Errorf("id, name, tagline, rules version, minutes and reasons must be given: %+v", g)
	}
	if g.Credit.Box == "" || len(g.Credit.Designers) == 0 && g.Credit.About == "" {
		return fmt.Errorf("the credit must say whose game it is and whom to ask for it: %+v", g.Credit)
	}
	if len(g.Players) == 0 || len(g.Options) > game.MaxOptions {
		return fmt.Errorf("%d numbers of players, %d options", len(g.Players), len(g.Options))
	}
	for i, n := range g.Players {
		if n < 2 || n > game.MaxSeats || i > 0 && g.Players[i-1] >= n {
			return fmt.Errorf("numbers of players %v are not ascending in 2..%d", g.Players, game.MaxSeats)
		}
		names, seen := g.SeatNames(n), map[string]bool{"chance": true, "public": true, "": true}
		if len(names) != n {
			return fmt.Errorf("%d seat names for %d players", len(names), n)
		}
		for _, name := range names {
			if seen[name] {
				return fmt.Errorf("seat name %q is taken", name)
			}
			seen[name] = true
		}
	}
	for _, o := range g.Options {
		if o.Name == "" || o.Help == "" {
			return fmt.Errorf("option %s has no name or help for a form", o.Key)
		}
		if _, err := o.Read(o.Default.String()); err != nil {
			return fmt.Errorf("default of option %s: %w", o.Key, err)
		}
		for _, v := range o.Values {
			if v.Name == "" || v.Help == "" {
				return fmt.Errorf("option %s=%s has no name or help for a form", o.Key, v.Value)
			}
		}
	}
	return nil
}
