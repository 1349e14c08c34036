// Package botstest is the suite that the bots of every game must pass.
package botstest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"atoll/bots"
	"atoll/game"
	"atoll/search"
)

// Nodes is the budget of a decision in the suite: small, so that all bots of a
// game are tried in seconds.
const Nodes = 60

// Positions is the number of decisions, spread over random games, that each bot
// is asked about.
const Positions = 12

// Run tries every bot of the roster at a table: it answers legally, answers the
// same for the same seed, does not see what its seat may not know, and refuses
// what has no answer.
func Run(t *testing.T, r *bots.Roster, cfg game.Config) {
	t.Helper()
	t.Run("levels", func(t *testing.T) { levels(t, r, cfg) })
	asked := Decisions(cfg, Positions, 1)
	if len(asked) == 0 {
		t.Fatal("no decisions were found")
	}
	for _, name := range r.Names(cfg) {
		t.Run(name, func(t *testing.T) {
			open := func() bots.Bot {
				b, err := r.Open(cfg, fmt.Sprintf("%s:%dn", name, Nodes))
				if err != nil {
					t.Fatal(err)
				}
				return b
			}
			bot := open()
			for i, d := range asked {
				seed := uint64(i)
				got, err := bot.Choose(
					t.Context(),
					bots.Question{View: game.Look(d.State, game.SeatViewer(d.Seat)), Seat: d.Seat, Seed: seed},
				)
				if err != nil {
					t.Fatalf("%s\n%v", d.State.AppendText(nil), err)
				}
				if !d.State.Legal(d.Seat, got.Action) {
					t.Errorf("%s\nanswers %s", d.State.AppendText(nil), d.State.AppendAction(nil, d.Seat, got.Action))
				}
				// Another world with the same view, asked of a bot that has seen nothing yet.
				twin := game.Look(d.State, game.SeatViewer(d.Seat))
				twin.Fill(game.NewRand(seed + 77))
				view := game.Look(twin, game.SeatViewer(d.Seat))
				again, err := open().Choose(t.Context(), bots.Question{View: view, Seat: d.Seat, Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				if again.Action != got.Action {
					t.Errorf("%s\nthe same view and seed gave %s and %s", d.State.AppendText(nil),
						d.State.AppendAction(nil, d.Seat, got.Action), d.State.AppendAction(nil, d.Seat, again.Action))
				}
			}
			refusals(t, bot, asked[0], cfg)
		})
	}
}

func levels(t *testing.T, r *bots.Roster, cfg game.Config) {
	list := r.Levels(cfg)
	if len(list) != bots.TopLevel {
		t.Fatalf("%d levels", len(list))
	}
	names := map[string]bool{}
	for i, l := range list {
		if l.Number != i+1 || l.Name == "" || l.About == "" || names[l.Name] {
			t.Errorf("level %d is described as %+v", i+1, l)
		}
		names[l.Name] = true
		if err := l.Budget.Check(); err != nil {
			t.Errorf("level %d: %v", i+1, err)
		}
		if l.Budget.Time <= 0 || l.Budget.Time >= l.Within || l.Within > 3*time.Second {
			t.Errorf("level %d thinks for %v and promises %v", i+1, l.Budget.Time, l.Within)
		}
	}
	if list[0].Within > 200*time.Millisecond {
		t.Errorf("level 1 promises %v, not at once", list[0].Within)
	}
}

func refusals(t *testing.T, bot bots.Bot, d Decision, cfg game.Config) {
	t.Helper()
	view := game.Look(d.State, game.SeatViewer(d.Seat))
	ask := func(ctx context.Context, st game.State, s game.Seat, b search.Budget) error {
		_, err := bot.Choose(ctx, bots.Question{View: st, Seat: s, Budget: b})
		return err
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if err := ask(stopped, view, d.Seat, search.Budget{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := ask(t.Context(), view, d.Seat, search.Nodes(-1)); !errors.Is(err, search.ErrBudget) {
		t.Errorf("budget of -1: %v", err)
	}
	if err := ask(t.Context(), view, game.Nature, search.Budget{}); !errors.Is(err, search.ErrNoChoice) {
		t.Errorf("asked for chance: %v", err)
	}
	for s := range game.Seat(cfg.Players) {
		if !view.Acting().Has(s) {
			if err := ask(t.Context(), view, s, search.Budget{}); !errors.Is(err, search.ErrNoChoice) {
				t.Errorf("a seat that does not act: %v", err)
			}
		}
	}
	if err := ask(t.Context(), Finished(cfg, 1), 0, search.Budget{}); !errors.Is(err, search.ErrOver) {
		t.Errorf("a finished game: %v", err)
	}
}

// Decision is a seat that has to choose.
type Decision struct {
	State game.State // the truth
	Seat  game.Seat
}

// Decisions collects n decisions with more than one action from random games.
func Decisions(cfg game.Config, n int, seed uint64) []Decision {
	var list []Decision
	r := game.NewRand(seed)
	for range 100 {
		st := cfg.New()
		bots.Settle(st, r)
		for steps := 0; st.Acting() != 0 && steps < 5000; steps++ {
			for s := range game.Seat(cfg.Players) {
				if st.Acting().Has(s) && r.Intn(6) == 0 && game.Count(st, s) > 1 {
					list = append(list, Decision{st.Copy(), s})
					if len(list) == n {
						return list
					}
				}
			}
			Step(st, r)
		}
	}
	return list
}

// Finished plays a random game to its end.
func Finished(cfg game.Config, seed uint64) game.State {
	r := game.NewRand(seed)
	st := cfg.New()
	bots.Settle(st, r)
	for st.Acting() != 0 {
		Step(st, r)
	}
	return st
}

// Step plays one random step, and what chance does after it.
func Step(st game.State, r *game.Rand) {
	var c game.Choices
	for s := range game.Nature {
		if st.Acting().Has(s) {
			if l, ok := st.(game.Lively); ok && r.Intn(2) == 0 {
				c[s] = l.LivelyAction(s, r)
			} else {
				c[s], _ = game.Sample(st, s, r, nil)
			}
		}
	}
	st.Play(c, nil)
	bots.Settle(st, r)
}
