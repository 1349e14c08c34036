package epigo

import "atoll/game"

// HoldsSecretChoices implements game.Sealing: plans are in and not all three
// rounds are revealed.
func (s *State) HoldsSecretChoices() bool {
	return s.over == 0 && s.midTurn() && s.round < 2
}

// Redact implements game.State. What is secret are the Orders of later rounds:
// a seat knows its own, spectators none. Once the game is over all is known.
func (s *State) Redact(v game.Viewer) {
	if v.Truth() || s.over != 0 || !s.midTurn() {
		return
	}
	for side := range 2 {
		if v.Is(game.Seat(side)) {
			continue
		}
		for i := int(s.round) + 1; i < 3; i++ {
			s.plans[side][i] = 0
		}
	}
}

// Fill implements game.State: each unknown Order becomes one that the plan may
// hold, all completions of the plan equally likely.
func (s *State) Fill(r *game.Rand) {
	if !s.midTurn() {
		return
	}
	for side := range s.plans {
		fillPlan(&s.plans[side], s.pos.lastOrder(), r)
	}
}

func fillPlan(p *Plan, last Order, r *game.Rand) {
	known := *p
	for {
		for i := range p {
			if known[i] == 0 {
				p[i] = 4 + Order(r.Intn(int(last)-3))
			}
		}
		if p[0]>>2 != p[1]>>2 && p[0]>>2 != p[2]>>2 && p[1]>>2 != p[2]>>2 {
			return
		}
	}
}
