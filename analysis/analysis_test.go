package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"atoll/bots"
	"atoll/bots/botstest"
	"atoll/examples/tictactoe"
	"atoll/game"
	"atoll/games"
	"atoll/record"
	"atoll/search"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func options(nodes int64) Options {
	return Options{Roster: bots.NewRoster(), Budget: search.Nodes(nodes), Seed: 3}
}

func random(cfg game.Config, seed uint64) *record.Record {
	return record.Random(cfg, record.Lively, game.NewRand(seed), false)
}

func TestPartsSumToTheSwingInEveryGame(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			cfg := g.MustConfigure(g.Players[0])
			rec := random(cfg, 5)
			rec.Events = rec.Events[:min(len(rec.Events), 14)]
			want, err := Steps(rec)
			if err != nil {
				t.Fatal(err)
			}
			var steps []Step
			err = Game(t.Context(), rec, options(40), func(s Step) bool { steps = append(steps, s); return true })
			if err != nil {
				t.Fatal(err)
			}
			if len(steps) != want || !steps[len(steps)-1].Final {
				t.Fatalf("%d steps, want %d", len(steps), want)
			}
			events := 0
			for k, s := range steps {
				if s.At != events {
					t.Errorf("step %d is at %d, not %d", k, s.At, events)
				}
				events += len(s.Events)
				var sum float64
				for i := range cfg.Players {
					sum += s.Values[i]
					p := s.Parts[i]
					if math.Abs(p.Decision+p.Luck-p.Swing) > 1e-9 {
						t.Errorf("at %d: %+v", s.At, p)
					}
					if k+1 < len(steps) && math.Abs(s.Values[i]+p.Swing-steps[k+1].Values[i]) > 1e-9 {
						t.Errorf("at %d: %v and a swing of %v do not lead to %v", s.At, s.Values[i], p.Swing, steps[k+1].Values[i])
					}
				}
				if math.Abs(sum-1) > 1e-6 {
					t.Errorf("at %d: chances sum to %v", s.At, sum)
				}
				for _, d := range s.Decisions {
					if !s.Final && d.Played.Do == "" {
						t.Errorf("at %d: nothing was played", s.At)
					}
					// What simultaneous choices are worth once they have met is the position reached.
					if several := len(s.Decisions) > 1 && !s.Final; several == math.IsNaN(d.Met) ||
						several && d.Met != steps[k+1].Values[d.Seat] {
						t.Errorf("at %d: %s is worth %v against what was played", s.At, d.Played.Do, d.Met)
					}
				}
				line, err := s.JSON(cfg)
				if err != nil || !json.Valid(line) {
					t.Errorf("at %d: %s, %v", s.At, line, err)
				}
			}
			if events != len(rec.Events) {
				t.Errorf("%d events told of %d", events, len(rec.Events))
			}
		})
	}
}

func TestPositionIsTheStepOfTheWhole(t *testing.T) {
	cfg := tictactoe.Game.MustConfigure(2)
	rec := random(cfg, 2)
	var all []Step
	if err := Game(t.Context(), rec, options(200), func(s Step) bool { all = append(all, s); return true }); err != nil {
		t.Fatal(err)
	}
	for k := range all {
		got, err := Position(t.Context(), rec, k, options(200))
		if err != nil {
			t.Fatal(err)
		}
		a, _ := got.JSON(cfg)
		b, _ := all[k].JSON(cfg)
		if string(a) != string(b) {
			t.Errorf("position %d alone: %s\nof the whole: %s", k, a, b)
		}
	}
	if _, err := Position(t.Context(), rec, len(rec.Events)+1, options(20)); err == nil || !strings.Contains(err.Error(), "positions 0 to") {
		t.Error(err)
	}
}

func TestBlunderIsNamed(t *testing.T) {
	cfg := tictactoe.Game.MustConfigure(2)
	rec := &record.Record{Config: cfg}
	// X has a1 and b1; O leaves c1 open, and X then misses it and blocks nothing.
	for i, do := range []string{"a1", "b2", "b1", "a2", "a3"} {
		rec.Events = append(rec.Events, record.Event{By: cfg.SeatName(game.Seat(i % 2)), Do: do})
	}
	verdicts := map[string]Verdict{}
	err := Game(t.Context(), rec, options(3000), func(s Step) bool {
		for _, d := range s.Decisions {
			verdicts[d.Played.Do] = d.Verdict
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if verdicts["a2"] != Blundered || verdicts["a3"] != Blundered {
		t.Errorf("verdicts are %v", verdicts)
	}
}

func TestVerdictOnSimultaneousChoices(t *testing.T) {
	for _, c := range []struct {
		name   string
		gaveUp float64
		weight float64
		luck   float64
		want   Verdict
	}{
		{"gives up three points against the whole mix", 0.03, 0.2, 0.3, Blundered},
		{"in the mix and met the wrong answer", 0.001, 0.2, -0.2, Outguessed},
		{"in the mix and met the right answer", 0.001, 0.2, 0.2, Fine},
		{"hardly lost anything", 0.001, 0.2, -0.01, Fine},
		{"not in the mix", 0.02, 0, -0.2, Fine},
	} {
		d := Decision{GaveUp: c.gaveUp, Played: Action{Do: "x", Weight: c.weight}}
		if got := verdict(d, true, Parts{Luck: c.luck}); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestListenerAndContextEndIt(t *testing.T) {
	rec := random(tictactoe.Game.MustConfigure(2), 1)
	n := 0
	if err := Game(t.Context(), rec, options(10), func(Step) bool { n++; return n < 2 }); err != nil || n != 2 {
		t.Errorf("%d steps, %v", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := Game(ctx, rec, options(10), func(Step) bool { cancel(); return true })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := Game(t.Context(), rec, Options{Roster: bots.NewRoster()}, nil); !errors.Is(err, search.ErrBudget) {
		t.Error(err)
	}
}

func TestPositionsAreJudgedWithoutTheTruth(t *testing.T) {
	for _, g := range games.All() {
		if !g.Traits.Hidden {
			continue
		}
		t.Run(g.ID, func(t *testing.T) {
			cfg := g.MustConfigure(g.Players[0])
			for i, d := range botstest.Decisions(cfg, 8, 9) {
				if d.State.Acting().Len() > 1 {
					continue // who chooses at once knows the same
				}
				twin := game.Look(d.State, game.SeatViewer(d.Seat))
				twin.Fill(game.NewRand(uint64(i)))
				var lines [2]string
				for k, st := range []game.State{d.State, twin} {
					an, err := New(cfg, options(30))
					if err != nil {
						t.Fatal(err)
					}
					var step Step
					if err := an.position(t.Context(), st, &step); err != nil {
						t.Fatal(err)
					}
					line, err := step.JSON(cfg)
					if err != nil {
						t.Fatal(err)
					}
					lines[k] = string(line)
				}
				if lines[0] != lines[1] {
					t.Errorf("%s\n%s\nand in another world\n%s", d.State.AppendText(nil), lines[0], lines[1])
				}
			}
		})
	}
}
