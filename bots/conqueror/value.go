package conqueror

import (
	"math/bits"

	"atoll/game"
	rules "atoll/games/conqueror"
	"atoll/search"
)

// FinalShare is the share of first place of seat p once the play is over. Islands
// that are still to be rolled for are taken as divided.
func FinalShare(s *rules.State, p game.Seat) float32 {
	var shares [maxSeats]float32
	finalShares(s, &shares)
	return shares[p]
}

// finalShares sets everybody's share of first place once the play is over. Where
// dice are still to be thrown for islands it goes through all ways they can go.
func finalShares(s *rules.State, shares *[maxSeats]float32) {
	if s.Phase == rules.PhaseOver {
		res := s.Result()
		w := res.Winners(s.Seats())
		for p := range s.Seats() {
			shares[p] = 0
			if w.Has(game.Seat(p)) {
				shares[p] = 1 / float32(w.Len())
			}
		}
		return
	}
	*shares = [maxSeats]float32{}
	for ps := s.Tied; ps != 0; ps &= ps - 1 {
		c := *s
		c.Award(ps.First())
		var part [maxSeats]float32
		finalShares(&c, &part)
		odds := float32(s.Odds(ps.First()))
		for p := range shares {
			shares[p] += part[p] * odds
		}
	}
}

// evaluator judges any position by the learned weights.
func evaluator(cfg game.Config) search.Evaluator {
	w := netFor(cfg)
	return search.EvaluatorFunc(func(st game.State, scores *[game.MaxSeats]float64) {
		s := st.(*rules.State)
		var v shares
		switch {
		case s.Board() == nil || s.Phase < rules.PhaseRoll:
			for p := range s.Seats() {
				v[p] = 1 / float32(s.Seats())
			}
		case s.Phase >= rules.PhaseTie:
			finalShares(s, &v)
		default:
			var f Features
			f.Read(s)
			w.Shares(&f, &v)
		}
		for p := range s.Seats() {
			scores[p] = float64(v[p])
		}
	})
}

// NearEnd reports whether so few tiles can still be reached by anybody that the
// rest of the game can be solved.
func NearEnd(s *rules.State) bool {
	var land uint16
	for ps := s.In; ps != 0; ps &= ps - 1 {
		land |= s.Board().Land(int(s.Token[ps.First()])>>2, ^s.Gone)
	}
	return bits.OnesCount64(s.Free&spread(land)) <= 9
}
