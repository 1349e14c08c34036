// Package rating rates players by Glicko-2 (Mark Glickman,
// "Example of the Glicko-2 system"). Every finished game is a rating period of
// its own; with more than two players each meets every other, won by the better
// rank.
package rating

import "math"

// Rating is an estimate of a player's strength, and how certain it is.
type Rating struct {
	Value      float64
	Deviation  float64
	Volatility float64
}

// New is the rating of somebody who has not played.
func New() Rating { return Rating{1500, 350, 0.06} }

// Round is the rating as people see it.
func (r Rating) Round() int { return int(math.Round(r.Value)) }

// Provisional reports whether too little is known for a leaderboard.
func (r Rating) Provisional() bool { return r.Deviation > 110 }

const (
	scale     = 173.7178
	tau       = 0.5  // how fast volatility may change
	converged = 1e-6 // when the iteration for it has converged
	// minDeviation keeps ratings of busy players moving.
	minDeviation = 45
)

// Meeting is one opponent with the score against them: 1, ½ or 0.
type Meeting struct {
	Against Rating
	Score   float64
}

// After returns the rating after a period with these meetings.
func (r Rating) After(meetings []Meeting) Rating {
	mu, phi := (r.Value-1500)/scale, r.Deviation/scale
	if len(meetings) == 0 {
		return Rating{r.Value, math.Min(350, scale*math.Hypot(phi, r.Volatility)), r.Volatility}
	}
	var inverse, gain float64
	for _, m := range meetings {
		muJ, phiJ := (m.Against.Value-1500)/scale, m.Against.Deviation/scale
		g := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		e := 1 / (1 + math.Exp(-g*(mu-muJ)))
		inverse += g * g * e * (1 - e)
		gain += g * (m.Score - e)
	}
	v := 1 / inverse
	delta := v * gain
	sigma := volatility(delta, phi, v, r.Volatility)
	phiStar := math.Hypot(phi, sigma)
	phiNew := 1 / math.Sqrt(1/(phiStar*phiStar)+1/v)
	muNew := mu + phiNew*phiNew*gain
	return Rating{1500 + scale*muNew, math.Max(minDeviation, math.Min(350, scale*phiNew)), sigma}
}

// volatility is step 5 of the paper: the Illinois method.
func volatility(delta, phi, v, sigma float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		ex := math.Exp(x)
		d := phi*phi + v + ex
		return ex*(delta*delta-phi*phi-v-ex)/(2*d*d) - (x-a)/(tau*tau)
	}
	low := a
	var high float64
	if delta*delta > phi*phi+v {
		high = math.Log(delta*delta - phi*phi - v)
	} else {
		// The paper looks for a place with f above zero in steps of tau. It is the first one:
		// there the second term is 1/tau, and the first never below -1/2.
		high = a - tau
	}
	fLow, fHigh := f(low), f(high)
	for range 100 {
		if math.Abs(high-low) <= converged {
			break
		}
		c := low + (low-high)*fLow/(fHigh-fLow)
		fc := f(c)
		if fc*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = c, fc
	}
	return math.Exp(low / 2)
}

// Game returns the ratings after one game that ended with these ranks.
func Game(before []Rating, ranks []int) []Rating {
	after := make([]Rating, len(before))
	for i, r := range before {
		var meetings []Meeting
		for j, other := range before {
			if i == j {
				continue
			}
			score := 0.5
			if ranks[i] < ranks[j] {
				score = 1
			} else if ranks[i] > ranks[j] {
				score = 0
			}
			meetings = append(meetings, Meeting{other, score})
		}
		after[i] = r.After(meetings)
	}
	return after
}
