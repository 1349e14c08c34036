package epigo

import "atoll/game"

// cautiousAfter quiet turns, lively players stop looking for captures, so that
// recorded games also reach quiet draws.
const cautiousAfter = 7

// LivelyAction implements game.Lively. Plans are the best of a few random ones
// against a random reply: players look for captures and contact, keep off the
// edge most of the time, and now and then play anything at all.
func (s *State) LivelyAction(seat game.Seat, r *game.Rand) game.Action {
	switch s.phase {
	case planning:
		return s.livelyPlan(int(seat), r)
	case superSlide:
		if r.Intn(4) > 0 {
			return actSlide
		}
		return actStop
	case exiting, slamming:
		var buf [16]game.Action
		list := s.AppendActions(buf[:0], seat)
		if len(list) > 1 && r.Intn(4) > 0 {
			list = list[1:] // not stay
		}
		return list[r.Intn(len(list))]
	}
	return s.SampleAction(seat, r)
}

func (s *State) livelyPlan(side int, r *game.Rand) game.Action {
	cautious := s.quiet >= cautiousAfter
	tries := 1
	switch k := r.Intn(8); {
	case cautious:
		tries = 24
	case k > 1:
		tries = 4 << (k & 1)
	}
	var best Plan
	score := 0
	for i := range tries {
		mine := s.pos.SamplePlan(r)
		n := s.livelyScore(side, mine, r, cautious)
		if i == 0 || n > score {
			best, score = mine, n
		}
	}
	return PlanAction(best)
}

// livelyScore plays a plan against a random reply, deciding at random.
func (s *State) livelyScore(side int, mine Plan, r *game.Rand, cautious bool) int {
	c := *s
	var both game.Choices
	both[side&1], both[(side^1)&1] = PlanAction(mine), PlanAction(s.pos.SamplePlan(r))
	c.Play(both, nil)
	for c.over == 0 && c.midTurn() {
		seat := game.Seat(c.asked)
		c.Play(game.Choose(seat, c.SampleAction(seat, r)), nil)
	}
	took := int(c.pos.lost[side^1]) - int(s.pos.lost[side^1])
	gave := int(c.pos.lost[side]) - int(s.pos.lost[side])
	if cautious {
		return -20*(took+gave) - c.pos.contacts()
	}
	return 8*took - 6*gave + c.pos.contacts() + 2*int(c.pos.held[side])
}

// contacts counts the Epigons that touch an opponent.
func (p *Position) contacts() int {
	n := 0
	eachSquare(p.occ[0], func(sq Square) {
		if beside[sq]&p.occ[1] != 0 {
			n++
		}
	})
	return n
}
