// Package tuitest is what the tests of the terminal share: tables of every kind of
// game, screens that are compared with golden ones, and a server to connect to.
package tuitest

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"atoll/examples"
	"atoll/game"
	"atoll/games"
	"atoll/tui/session"
)

// AnyMove is a bot that plays at random.
func AnyMove(_ context.Context, view game.State, seat game.Seat, _ string, seed uint64) (game.Action, error) {
	a, _ := game.Sample(view, seat, game.NewRand(seed), nil)
	return a, nil
}

// Kind is a game with its players and options.
type Kind struct {
	ID      string
	Players int
	Options []string
}

// Game is a kind of a game.
func Game(id string, players int, options ...string) Kind { return Kind{id, players, options} }

// Kinds are games of every kind that the terminal shows.
var Kinds = []Kind{
	{"epigo", 2, nil},
	{"epigo", 2, []string{"variant=islanders", "island_priority=true"}},
	{"evo", 2, nil},
	{"evo", 4, nil},
	{"conqueror", 2, nil},
	{"conqueror", 4, []string{"layout=custom", "tiebreak=dice"}},
	{"earthquake", 2, nil},
	{"earthquake", 6, nil},
	{"nim", 3, nil},
	{"tictactoe", 2, nil},
}

func (k Kind) String() string { return fmt.Sprint(k.ID, k.Players, strings.Join(k.Options, ",")) }

// Config is what a table of it is made with.
func (k Kind) Config(t *testing.T) game.Config {
	t.Helper()
	for _, g := range append(games.All(), examples.All()...) {
		if g.ID == k.ID {
			return g.MustConfigure(k.Players, k.Options...)
		}
	}
	t.Fatalf("no game %s", k.ID)
	return game.Config{}
}

// Seats has people first and then bots.
func Seats(players, people int) session.Seating {
	s := session.Seating{"me"}
	for len(s) < people {
		s = append(s, "person")
	}
	for len(s) < players {
		s = append(s, "random")
	}
	return s
}

// Settled waits until a person is asked or the game is over.
func Settled(t *testing.T, s session.Session) session.Snapshot {
	t.Helper()
	for {
		snap := s.Snapshot()
		if snap.HandOver {
			s.TakeOver()
			continue
		}
		if snap.Over || snap.Seat != game.NoSeat {
			return snap
		}
		<-s.Changed()
	}
}

// Main runs the tests of a package, and looks for what they leave running. Whatever
// the locale of this machine: screens are tested as UTF-8 shows them.
func Main(m *testing.M) {
	os.Setenv("LC_ALL", "C.UTF-8")
	goleak.VerifyTestMain(m)
}

// Table is a table of bots that play at random, and of the people whom seating has.
func Table(t *testing.T, k Kind, seating ...string) *session.Local {
	t.Helper()
	return session.NewLocal(t.Context(), k.Config(t), seating, 7, t.TempDir(), AnyMove)
}
