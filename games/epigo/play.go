package epigo

import (
	"fmt"
	"math"

	"atoll/game"
)

// Play implements game.State.
func (s *State) Play(c game.Choices, tell game.Tell) {
	switch s.phase {
	case deploying:
		s.playDeployments(c[0], c[1], tell)
	case planning:
		s.plans = [2]Plan{ActionPlan(c[0]), ActionPlan(c[1])}
		s.offers, s.round, s.step, s.caught = 0, 0, 0, false
		s.act(tell)
	default:
		s.decide(c[s.asked&1], tell)
	}
}

func (s *State) playDeployments(south, north game.Action, tell game.Tell) {
	var tiles [2][8]uint8
	var isle [2]Square
	tiles[0], isle[0] = actionDeploy(south)
	tiles[1], isle[1] = actionDeploy(north)
	s.pos = deployed(s.pos.rules, tiles, isle)
	if tell != nil {
		s.tellDeployment(tell, tiles)
	}
	s.phase, s.turn = planning, 1
	if tell != nil {
		s.tellTurn(tell)
	}
}

// decide carries out a decision in mid-turn and goes on with the turn.
func (s *State) decide(a game.Action, tell game.Tell) {
	side, n := int(s.asked&1), s.order().Number()
	if tell != nil {
		s.tellDecision(tell, a)
	}
	super := false
	switch {
	case a == actSlide:
		s.pos.slideOn(side, n, s.dir)
	case a&^0xff == actExit:
		before := s.pos.lost
		s.dir, super = s.pos.exit(side, n, Square(a))
		s.caught = s.caught || s.pos.lost != before
	case a&^0xff == actSlam:
		s.pos.slam(side, Direction(a))
	}
	if s.won(tell) {
		return
	}
	if super {
		s.phase = superSlide
		return
	}
	s.advance()
	s.act(tell)
}

// advance goes on to the next Order of the turn.
func (s *State) advance() {
	s.dir = 0
	if s.step == 1 {
		s.step = 2
		s.asked ^= 1
		return
	}
	s.round++
	s.step = 0
}

// act plays Orders until somebody must decide, the turn ends or the game does.
// At step 0 the round is revealed; asked is the side whose Order acts.
func (s *State) act(tell game.Tell) {
	for {
		if s.step == 0 {
			if s.round == 3 {
				s.endTurn(tell)
				return
			}
			south, north := s.plans[0][s.round], s.plans[1][s.round]
			a, b := s.pos.priority(0, south), s.pos.priority(1, north)
			if tell != nil {
				s.tellReveal(tell, a, b)
			}
			if a == b {
				s.round++
				continue
			}
			s.asked = 0
			if b > a {
				s.asked = 1
			}
			s.step = 1
		}
		if s.perform(tell) || s.won(tell) {
			return
		}
		s.advance()
	}
}

// perform carries out the Order at hand and reports whether it needs a decision.
func (s *State) perform(tell game.Tell) (asks bool) {
	side, o := int(s.asked&1), s.order()
	n := o.Number()
	if o == Slam {
		s.phase = slamming
		return true
	}
	if n == 0 { // an Order that a redacted state does not know
		return false
	}
	at := s.pos.at(side, n)
	switch at {
	case captured:
		if tell != nil {
			s.tellIdle(tell)
		}
		return false
	case onIsland:
		s.phase = exiting
		return true
	}
	if tell != nil {
		s.tellMove(tell, side, n, at, o.Direction())
	}
	lost := s.pos.lost
	if s.pos.move(side, n, at, o.Direction()) {
		s.phase, s.dir = superSlide, o.Direction()
		return true
	}
	s.caught = s.caught || s.pos.lost != lost
	return false
}

// won ends the game at the third capture, the rest of the turn unplayed.
func (s *State) won(tell game.Tell) bool {
	if !s.pos.Over() {
		return false
	}
	s.phase, s.step, s.asked, s.dir, s.caught = revealing, 0, nobody, 0, false
	winner := 0
	if s.pos.lost[0] >= toWin {
		winner = 1
	}
	s.finish(byCaptures, winner, tell)
	return true
}

func (s *State) endTurn(tell game.Tell) {
	s.quiet++
	if s.caught {
		s.quiet = 0
	}
	s.phase, s.round, s.step, s.asked, s.dir, s.caught = planning, 0, 0, nobody, 0, false
	s.plans = [2]Plan{}
	if s.turn < math.MaxInt64 {
		s.turn++
	}
	if s.quiet >= s.limit {
		s.finish(byQuiet, nobody, tell)
		return
	}
	if tell != nil {
		s.tellTurn(tell)
	}
}

func (s *State) finish(why reason, winner int, tell game.Tell) {
	s.over, s.winner = why, int8(winner)
	if tell != nil {
		s.tellEnd(tell)
	}
}

// AllowsTable implements game.State.
func (s *State) AllowsTable(seat game.Seat, t game.TableAction) error {
	switch {
	case s.over != 0:
		return fmt.Errorf("the game is over")
	case seat != 0 && seat != 1:
		return fmt.Errorf("there is no such player")
	}
	other := 1 - seat
	switch t {
	case game.Resign:
		return nil
	case game.Timeout:
		if !s.Acting().Has(seat) {
			return fmt.Errorf("%s is not to act, so the clock cannot run out", sideNames[seat])
		}
		return nil
	case game.OfferDraw:
		if s.phase != planning {
			return fmt.Errorf("a draw can be offered only while a turn is planned")
		}
		if s.offers.Has(seat) {
			return fmt.Errorf("%s has offered a draw in this planning step already", sideNames[seat])
		}
		return nil
	case game.AcceptDraw:
		if s.phase != planning {
			return fmt.Errorf("a draw can be accepted only while a turn is planned")
		}
		if !s.offers.Has(other) {
			return fmt.Errorf("%s has not offered a draw in this planning step", sideNames[other])
		}
		return nil
	}
	return fmt.Errorf("unknown table action")
}

// Table implements game.State.
func (s *State) Table(seat game.Seat, t game.TableAction, tell game.Tell) {
	if tell != nil {
		s.tellTable(tell, seat, t)
	}
	switch t {
	case game.Resign:
		s.finish(byResignation, int(1-seat), tell)
	case game.Timeout:
		s.finish(byTimeout, int(1-seat), tell)
	case game.OfferDraw:
		s.offers = s.offers.With(seat)
	case game.AcceptDraw:
		s.finish(byAgreement, nobody, tell)
	}
}
