package epigo

import (
	"fmt"

	"atoll/game"
)

// WhyNot implements game.State.
func (s *State) WhyNot(seat game.Seat, a game.Action) string {
	if s.over != 0 {
		return "The game is over."
	}
	if seat != 0 && seat != 1 {
		return "There is no such player."
	}
	if s.Legal(seat, a) {
		return ""
	}
	side := int(seat)
	if !s.Acting().Has(seat) {
		return fmt.Sprintf("%s is to decide now.", sideNames[1-side])
	}
	switch s.phase {
	case deploying:
		return s.whyNotDeploy(side, a)
	case planning:
		return s.whyNotPlan(a)
	case superSlide:
		return fmt.Sprintf("%s %d may slide once more: slide or stop.", sideNames[side], s.order().Number())
	case exiting:
		return s.whyNotExit(side, a)
	}
	if a&^0xff == actSlam {
		return s.whyNotSlam(side, Direction(a))
	}
	return "SLAM! acts: slam N, E, S or W, or stay."
}

func (s *State) whyNotDeploy(side int, a game.Action) string {
	if a&kindMask != kindDeploy {
		return "Both players deploy their Epigons first."
	}
	tiles, isle := actionDeploy(a)
	var seen uint
	for _, n := range tiles {
		seen |= 1 << n
	}
	switch {
	case seen != 0x1fe:
		return "Each of the tiles 1 to 7 and X is placed exactly once."
	case s.pos.rules&islanders == 0:
		return "There are no Islands in the core game."
	case isle == noIsland:
		return "With Islanders the deployment also names the Island's south-west square, as @ b2."
	}
	return fmt.Sprintf("An Island covers four squares of the board behind your row; its south-west square is one of %s.", squaresText(places[side]))
}

func (s *State) whyNotPlan(a game.Action) string {
	if a&kindMask != kindPlan {
		return "Both players plan three Orders now."
	}
	p := ActionPlan(a)
	for _, o := range p {
		if o == Slam && s.pos.rules&islanders == 0 {
			return "SLAM is an Order of the Islanders variant only."
		}
		if o < 4 || o > Slam {
			return "An Order is a number 1 to 7 with a direction N, E, S or W."
		}
	}
	return "The three Orders of a plan must have different numbers."
}

func (s *State) whyNotExit(side int, a game.Action) string {
	n := s.order().Number()
	if a&^0xff != actExit {
		return fmt.Sprintf("%s %d is on its Island: it leaves over a square next to it, or stays.", sideNames[side], n)
	}
	to := Square(a)
	from, d, ok := s.pos.exitFrom(side, to)
	if !ok {
		return "That square is not next to the Island."
	}
	if s.pos.rules&exitArrow != 0 && d != s.order().Direction() {
		return fmt.Sprintf("The Order's arrow points %s, so the Island is left on that side only.", dirWords[s.order().Direction()])
	}
	switch r := s.pos.look(side, from, d); r.verdict {
	case outnumbered:
		return fmt.Sprintf("That exit is blocked: on %s it is %d:%d.", squareText(r.last), r.own, r.other)
	case full:
		return "That exit is blocked: the row would push onto a full Island."
	}
	return "That exit is blocked by the other player's Island."
}

func (s *State) whyNotSlam(side int, d Direction) string {
	to := next[d&3][s.pos.isle[side]&63]
	if to == off || islandMask[to&63] == 0 {
		return "The Island would leave the board."
	}
	fresh := islandMask[to&63] &^ s.pos.ownIsland(side)
	if hit := fresh & (s.pos.occ[0] | s.pos.occ[1]); hit != 0 {
		return fmt.Sprintf("The Island may only move onto squares without Epigons; %s.", takenText(hit))
	}
	return "The other Island is in the way."
}
