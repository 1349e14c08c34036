package pairing

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Among few players a Swiss goes on until everybody has met everybody, and nobody has met anybody twice or
// had a second bye before that.
func TestSwissOfFewMeetsEverybodyOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 9).Draw(t, "players")
		most := n - 1 + n%2
		rounds := rapid.IntRange(1, most).Draw(t, "rounds")
		h := newHall(n)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "results"), 3))
		for k := range rounds {
			round, err := SwissOf(h.entrants, rounds-k-1)
			if err != nil || len(round.Pairs) != n/2 || (round.Bye >= 0) != (n%2 == 1) {
				t.Fatalf("round %d: %+v, %v", k, round, err)
			}
			for _, p := range round.Pairs {
				if slices.Contains(h.entrants[p.First].Met, p.Last) {
					t.Fatalf("round %d of %d: %d and %d meet again", k+1, rounds, p.First, p.Last)
				}
			}
			if round.Bye >= 0 && h.entrants[round.Bye].Byes > 0 {
				t.Fatalf("round %d of %d: %d has a second bye", k+1, rounds, round.Bye)
			}
			h.play(round, func(Pair) int { return r.IntN(3) })
		}
	})
}

// Where nothing is in the way, the rounds to come change nothing, and where there are more rounds than
// opponents, it goes on.
func TestSwissOfIsSwissWhereItCan(t *testing.T) {
	for _, n := range []int{6, 12, 13, 40} {
		h := newHall(n)
		one, _ := Swiss(h.entrants)
		if ahead, err := SwissOf(h.entrants, 2); err != nil || !slices.Equal(one.Pairs, ahead.Pairs) || one.Bye != ahead.Bye {
			t.Errorf("%d players: %+v, %v, want %+v", n, ahead, err, one)
		}
	}
	h := newHall(4)
	for k := range 7 {
		round, err := SwissOf(h.entrants, 7-k-1)
		if err != nil || len(round.Pairs) != 2 {
			t.Fatalf("round %d: %+v, %v", k, round, err)
		}
		h.play(round, func(Pair) int { return 2 })
	}
	if _, err := SwissOf(h.entrants[:1], 3); err != ErrTooFew {
		t.Errorf("alone: %v", err)
	}
}
