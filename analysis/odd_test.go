package analysis_test

import (
	"strings"
	"testing"

	"atoll/analysis"
	"atoll/bots/all"
	"atoll/game"
	"atoll/games"
	"atoll/record"
	"atoll/search"
)

// TestOddPositionsAreJudgedOrRefused: position texts that people make up parse
// now and then. Whatever parses is judged without a panic and in good time.
func TestOddPositionsAreJudgedOrRefused(t *testing.T) {
	odd := 0
	for _, g := range games.All() {
		r := game.NewRand(7)
		for range 12 {
			cfg, err := g.Configure(g.Players[r.Intn(len(g.Players))], nil)
			if err != nil {
				t.Fatal(err)
			}
			rec := record.Random(cfg, record.Lively, r, false)
			rp := record.NewReplayer(cfg)
			for _, e := range rec.Events[:r.Intn(len(rec.Events))] {
				if err := rp.Apply(e.By, e.Do, nil); err != nil {
					t.Fatal(err)
				}
			}
			text := string(rp.State().AppendText(nil))
			for range 40 {
				// Two words change places, or one takes the place of another.
				words := strings.Fields(text)
				i, j := 2+r.Intn(len(words)-2), 2+r.Intn(len(words)-2)
				words[i], words[j] = words[j], words[i]
				if r.Intn(2) == 0 {
					words[i] = words[j]
				}
				mutant := cfg.New()
				if mutant.UnmarshalText([]byte(strings.Join(words, " "))) != nil {
					continue
				}
				odd++
				step, err := analysis.Evaluate(
					t.Context(),
					mutant,
					analysis.Options{Roster: all.Roster(), Budget: search.Budget{Nodes: 40}, Seed: 1},
				)
				if err != nil {
					t.Logf("%q: %v", strings.Join(words, " "), err)
					continue
				}
				for i := range cfg.Players {
					if v := step.Values[i]; v < -1e-9 || v > 1+1e-9 || v != v {
						t.Errorf("%q: chances %v", strings.Join(words, " "), step.Values)
					}
				}
			}
		}
	}
	if odd < 100 {
		t.Errorf("only %d odd positions", odd)
	}
}
