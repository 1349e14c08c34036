package main

import (
	"math"
	"math/bits"
	"strings"
	"testing"

	conqueror "atoll/bots/conqueror"
	"atoll/game"
)

// fresh returns a trainer for four players with weights that know nothing.
func fresh() *trainer {
	t := newTrainer(new(conqueror.Weights), true, 2)
	t.seed, t.players, t.forfeit, t.basic = game.NewRand(1), 4, "keep_score", true
	return t
}

// TestLuckIsTakenFromOneForAnother: what a roll is worth to all together is
// nothing, so the shares less luck of one rollout add up to one first place.
func TestLuckIsTakenFromOneForAnother(t *testing.T) {
	l := &lot{t: fresh(), r: game.NewRand(2)}
	s := l.choice()
	if s == nil {
		t.Fatal("no choice in a whole game")
	}
	s.PlayMove(bits.TrailingZeros64(s.Targets(s.Mover(), s.Steps())), nil)
	for k := range 5 {
		sum, apart := 0.0, 0.0
		for p := range game.Seat(4) {
			l.r = game.NewRand(uint64(k))
			v := l.rollOut(*s, p)
			sum += v
			apart = max(apart, math.Abs(v-math.Round(v)))
		}
		if math.Abs(sum-1) > 1e-3 {
			t.Errorf("rollout %d: shares add up to %v", k, sum)
		}
		if apart == 0 {
			t.Errorf("rollout %d: no luck was taken off", k)
		}
	}
}

func TestRegretComparesBots(t *testing.T) {
	var out strings.Builder
	if err := fresh().regret(4, 2, []string{"greedy", "random"}, &out); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(out.String(), "\n"); lines != 2 || !strings.Contains(out.String(), "+0.0000 ±0.0000") {
		t.Errorf("got:\n%s", &out)
	}
	if err := fresh().regret(1, 1, []string{"greedy", "nobody"}, &out); err == nil || !strings.Contains(err.Error(), "nobody") {
		t.Errorf("a bot that is not there: %v", err)
	}
	if err := fresh().regret(1, 1, nil, &out); err == nil {
		t.Error("no bots were compared without a word")
	}
}
