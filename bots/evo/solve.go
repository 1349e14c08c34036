package evo

import (
	"atoll/game"
	rules "atoll/games/evo"
)

// ForcedWin returns the actions by which the side to move, of two, wins within that many plies (1,
// 3 or 5) whatever the other does, by taking a castle or a last piece. It proves instead of
// judging: every action that does not win at once must raid the castle, so that only the answers
// that stop the raid have to be tried.
func ForcedWin(p *rules.Position, plies int) []game.Action {
	var wins []game.Action
	for _, a := range p.AppendActions(nil) {
		if forces(p, a, plies) {
			wins = append(wins, a)
		}
	}
	return wins
}

// Wins reports whether the side to move has a forced win within that many plies.
func Wins(p *rules.Position, plies int) bool {
	me := p.Side()
	if p.Threatens(me, me^2) {
		return true
	}
	if p.Count(me^2) == 1 && len(p.AppendCaptures(nil)) > 0 {
		return true
	}
	if plies < 3 {
		return false
	}
	for _, a := range p.AppendActions(nil) {
		if forces(p, a, plies) {
			return true
		}
	}
	return false
}

// forces reports whether the action wins within that many plies by raids alone.
func forces(p *rules.Position, a game.Action, plies int) bool {
	next := *p
	next.Play(a)
	if next.Won() {
		return true
	}
	me := p.Side()
	you := me ^ 2
	if plies < 3 || !next.Threatens(me, you) || Wins(&next, 1) {
		return false
	}
	_, stops := next.Raiders(me, you)
	list := next.AppendActions(nil)
	list = list[:onlyStops(list, &stops)]
	for _, b := range list {
		after := next
		after.Play(b)
		if after.Won() || !Wins(&after, plies-2) {
			return false
		}
	}
	return true
}

// SlowWins returns the actions by which the side to move wins within that many plies
// (3, 5 or 7), quiet ones counted: after them every answer leaves a forced win.
func SlowWins(p *rules.Position, plies int) []game.Action {
	var wins []game.Action
	for _, a := range p.AppendActions(nil) {
		if forces(p, a, plies-2) || corners(p, a, plies) {
			wins = append(wins, a)
		}
	}
	return wins
}

// corners reports whether every answer to an action leaves a forced win.
func corners(p *rules.Position, a game.Action, plies int) bool {
	next := *p
	next.Play(a)
	if Wins(&next, 1) {
		return false
	}
	for _, b := range next.AppendActions(nil) {
		after := next
		after.Play(b)
		if after.Won() || !Wins(&after, plies-2) {
			return false
		}
	}
	return true
}

// Escapes returns the actions after which the other side has no forced win within that many plies.
func Escapes(p *rules.Position, plies int) []game.Action {
	var safe []game.Action
	for _, a := range p.AppendActions(nil) {
		next := *p
		next.Play(a)
		if next.Won() || !Wins(&next, plies) {
			safe = append(safe, a)
		}
	}
	return safe
}
