package duel

import (
	"fmt"
	"math"
)

// z95 is the two-sided 95 % quantile of the normal distribution.
const z95 = 1.959963984540054

// Wilson is the 95 % interval of a share of successes out of n. Shared first
// places count as parts of a success, which makes the interval a little too wide.
func Wilson(successes, n float64) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	p := successes / n
	z2 := z95 * z95
	mid := (p + z2/(2*n)) / (1 + z2/n)
	half := z95 / (1 + z2/n) * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	low, high = max(0, mid-half), min(1, mid+half)
	// At the ends the formula gives the end itself, but for rounding.
	if successes == 0 {
		low = 0
	}
	if successes == n {
		high = 1
	}
	return low, high
}

// Elo turns a score into a difference of Elo for a table of that many seats: 0 is
// the score of equals, one over the seats.
func Elo(score float64, seats int) float64 {
	return 400 * math.Log10(score/(1-score)*float64(seats-1))
}

// Score is the inverse of Elo.
func Score(elo float64, seats int) float64 {
	odds := math.Pow(10, elo/400) / float64(seats-1)
	return odds / (1 + odds)
}

// Pair turns a share of first places at a table of that many seats into the score
// that the same strengths have when only two meet: whoever wins u times as often as
// each of the others has u/(u+seats-1) of the first places, and u/(u+1) of a pair.
func Pair(score float64, seats int) float64 {
	odds := score * float64(seats-1)
	return odds / (odds + 1 - score)
}

// SPRT is a sequential test of Elo1 against Elo0 with errors of 5 % either way.
type SPRT struct{ Elo0, Elo1 float64 }

// Verdict is how a sequential test stands.
type Verdict string

// The verdicts.
const (
	Undecided Verdict = "undecided"
	Accepted  Verdict = "accepted" // Elo1: the stronger claim holds
	Rejected  Verdict = "rejected" // Elo0: it does not
)

// sprtBound is ln((1-β)/α) for α = β = 0.05.
var sprtBound = math.Log(0.95 / 0.05)

// Check refuses bounds that test nothing.
func (s SPRT) Check() error {
	if !(s.Elo0 < s.Elo1) || math.IsInf(s.Elo0, 0) || math.IsInf(s.Elo1, 0) {
		return fmt.Errorf("a sequential test needs elo0 below elo1, not %v,%v", s.Elo0, s.Elo1)
	}
	return nil
}

// Ratio is the log of the likelihood ratio, by the normal approximation over
// groups of paired games: mean and variance of the group scores, n groups.
func (s SPRT) Ratio(mean, variance float64, n int, seats int) float64 {
	if n < 2 {
		return 0
	}
	// A prior of one even group keeps an unbroken row of equal results finite.
	even := 1 / float64(seats)
	m := float64(n)
	variance = (variance*m + (mean-even)*(mean-even)*m/(m+1) + even*(1-even)/float64(seats)) / (m + 1)
	s0, s1 := Score(s.Elo0, seats), Score(s.Elo1, seats)
	return m * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

// Judge turns a ratio into a verdict.
func (s SPRT) Judge(ratio float64) Verdict {
	switch {
	case ratio >= sprtBound:
		return Accepted
	case ratio <= -sprtBound:
		return Rejected
	}
	return Undecided
}
