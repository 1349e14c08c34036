package conqueror

import (
	"math"
	"math/bits"
	"testing"

	"atoll/bots/botstest"
	"atoll/game"
	rules "atoll/games/conqueror"
)

// moves returns positions from random games in which a tile is to be chosen.
func moves(t *testing.T, players int) (list []*rules.State) {
	t.Helper()
	for _, d := range botstest.Decisions(rules.Game.MustConfigure(players), 60, 5) {
		if s := d.State.(*rules.State); s.Phase == rules.PhaseMove {
			list = append(list, s)
		}
	}
	if len(list) < 30 {
		t.Fatalf("%d positions", len(list))
	}
	return list
}

func TestPlayoutsShareOneFirstPlace(t *testing.T) {
	for _, players := range []int{2, 3, 4} {
		for _, s := range moves(t, players) {
			before := *s
			start := *s
			start.PlayMove(bits.TrailingZeros64(s.Targets(s.Mover(), s.Steps())), nil)
			var a, b shares
			playOut(start, game.NewRand(4), &a)
			playOut(start, game.NewRand(4), &b)
			if a != b {
				t.Fatalf("the same seed came to %v and %v", a, b)
			}
			sum := float64(a[0] + a[1] + a[2] + a[3])
			if math.Abs(sum-1) > 1e-5 {
				t.Fatalf("shares %v", a)
			}
			if *s != before {
				t.Fatal("a playout changed the position it began from")
			}
		}
	}
}

// TestTilesAreDrawnByTheirWeights draws often in positions from games and compares
// with the weights.
func TestTilesAreDrawnByTheirWeights(t *testing.T) {
	r := game.NewRand(1)
	seen := 0
	for _, s := range moves(t, 4) {
		set := s.Targets(s.Mover(), s.Steps())
		if bits.OnesCount64(set) < 2 {
			continue
		}
		seen++
		var c TileClassifier
		c.Read(s)
		want, sum := map[int]float64{}, 0.0
		for rest := set; rest != 0; rest &= rest - 1 {
			at := bits.TrailingZeros64(rest)
			want[at] = float64(tileWeights[c.Class(s, at)])
			sum += want[at]
		}
		const draws = 4000
		got := map[int]int{}
		for range draws {
			got[bits.TrailingZeros64(draw(s, set, r))]++
		}
		for at, w := range want {
			p := w / sum
			if off := math.Abs(float64(got[at]) - p*draws); off > 5*math.Sqrt(draws*p*(1-p))+1 {
				t.Errorf("tile %d of weight %.3f (of %.3f) was drawn %d times of %d", at, w, sum, got[at], draws)
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d positions with a choice", seen)
	}
}

func TestPlayoutsAllocateNothing(t *testing.T) {
	s := *moves(t, 4)[0]
	s.PlayMove(bits.TrailingZeros64(s.Targets(s.Mover(), s.Steps())), nil)
	r := game.NewRand(1)
	var sum shares
	if n := testing.AllocsPerRun(50, func() { playOut(s, r, &sum) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
