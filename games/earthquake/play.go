package earthquake

import (
	"errors"

	"atoll/game"
)

// why an explorer leaves the game
const (
	drowned = "drowned"
	hit     = "hit"
	lost    = "lost"
)

// Do applies a legal action of whoever acts, Nature included.
func (p *Position) Do(a game.Action, tell game.Tell) {
	s, h := p.actor, Target(a)
	switch Verb(a) {
	case VerbPlace:
		p.at[s] = h
		p.occupied |= bit(h)
		if tell != nil {
			p.tellPlace(tell, s)
		}
		p.nextPlacing(tell)
	case VerbStay:
		p.step = stepPlay
		if tell != nil {
			p.tellStay(tell, s)
		}
	case VerbMove, VerbRope, VerbSpring, VerbSwim:
		p.goTo(s, Verb(a), h, tell)
	case VerbFloat:
		p.tool[s] = NoTile
		p.used |= 1 << uint(s)
		p.step = stepAfter
		if tell != nil {
			p.tellFloat(tell, s)
		}
	case VerbDrop:
		if tell != nil {
			p.tellDrop(tell, s)
		}
		p.tool[s] = NoTile
	case VerbKeep:
		own := p.at[s]
		if tell != nil {
			p.tellKeep(tell, s, "keep")
		}
		p.tool[s] = p.top(own)
		p.step = stepPlay
		p.take(own, "keep", tell)
	case VerbDiscard:
		if tell != nil {
			p.tellKeep(tell, s, "discard")
		}
		p.played()
		p.take(p.at[s], "discard", tell)
	case VerbSandbag:
		if tell != nil {
			p.tellSandbag(tell, s)
		}
		p.tool[s] = NoTile
		if p.step == stepCrack {
			p.crackDone()
		} else {
			p.played()
		}
	case VerbRemove:
		if p.step == stepCrack {
			p.removeCracks(tell)
		} else {
			p.fallIn(p.at[s], tell)
		}
	case VerbDynamite, VerbBazooka:
		p.tool[s] = NoTile
		by := verbs[Verb(a)]
		if tell != nil {
			p.tellHit(tell, s, by, h)
		}
		if p.land.Has(h) {
			p.destroyed(h)
			p.take(h, by, tell)
		} else {
			p.leave(p.explorer(h), hit, tell)
		}
	case VerbPush:
		o, to := p.explorer(h), p.pushedTo(s, h)
		p.tool[s] = NoTile
		p.occupied ^= bit(h) | bit(to)
		p.at[o] = to
		if o == p.turn {
			p.pushedOff()
		}
		if tell != nil {
			p.tellPush(tell, s, o, h, to)
		}
	case VerbThief:
		o := game.Seat(h)
		p.tool[s], p.tool[o] = p.tool[o], NoTile
		if tell != nil {
			p.tellThief(tell, s, o)
		}
	case VerbEnd:
		p.nextTurn(tell)
	case VerbReveal:
		p.reveal(h, Revealed(a), tell)
	}
	p.settle(tell)
}

// goTo moves an explorer in one of the ways there are. In its own turn, leaving a
// volcano included, the tile it lands on is played next; in another's it is not.
func (p *Position) goTo(s game.Seat, verb uint8, to Hex, tell game.Tell) {
	if tell != nil {
		p.tellMove(tell, s, verb, to)
	}
	if verb != VerbMove {
		p.tool[s] = NoTile
		if verb == VerbSwim {
			p.used |= 1 << uint(s)
		}
	}
	p.occupied ^= bit(p.at[s]) | bit(to)
	p.at[s] = to
	fled := p.fleer == s
	if fled {
		p.fleer = game.NoSeat
	}
	if s != p.turn {
		return
	}
	if p.step == stepCrack { // its cracks are removed first
		p.landDue = true
		return
	}
	if fled && p.step == stepGo {
		p.goDue = true
	}
	p.step = stepPlay
}

// played ends the playing of a tile: tools may be used, or a go that was not yet
// made is made.
func (p *Position) played() {
	p.step = stepAfter
	if p.goDue {
		p.goDue = false
		p.step = stepGo
	}
}

// crackDone ends the playing of cracks, saved, removed or destroyed.
func (p *Position) crackDone() {
	p.cracks = Nowhere
	p.played()
	if p.landDue {
		p.landDue = false
		p.goDue = p.step == stepGo
		p.step = stepPlay
	}
}

// removeCracks removes played cracks from where they lie.
func (p *Position) removeCracks(tell game.Tell) {
	h := p.cracks
	if p.at[p.turn] == h {
		p.landDue = false
	}
	p.crackDone()
	p.take(h, "own", tell)
}

// destroyed is called before a tool takes the top of h: what was to be played or
// kept there is not any more, and cracks that lay there need no removing.
func (p *Position) destroyed(h Hex) {
	own := h == p.at[p.turn]
	switch {
	case p.step == stepCrack:
		if own {
			p.landDue = false
		}
		if h == p.cracks {
			p.crackDone()
		}
	case p.step == stepPlay && own:
		p.played()
	}
}

// pushedOff is called when the explorer whose turn it is was pushed: it plays
// nothing where it stood, and nothing where it stands.
func (p *Position) pushedOff() {
	p.landDue = false
	if p.step == stepPlay {
		p.played()
	}
}

// fallIn removes a hole; the tile below is played next.
func (p *Position) fallIn(h Hex, tell game.Tell) {
	if tell != nil {
		p.tellHole(tell, h)
	}
	p.take(h, "hole", tell)
}

// remove takes the top tile off a stack.
func (p *Position) remove(h Hex) {
	n := p.height[h] - 1
	i := int(p.base[h]) + int(n)
	p.sum -= key(h, n, p.tiles[i])
	p.height[h] = n
	if n == 0 {
		p.land &^= bit(h)
		return
	}
	top := p.tiles[i-1]
	p.below[0] -= counts[top&127][0]
	p.below[1] -= counts[top&127][1]
	switch top {
	case Volcano:
		p.volcanoes |= bit(h)
	case Unknown:
		p.dark |= bit(h)
	}
}

// take is remove with its story.
func (p *Position) take(h Hex, by string, tell game.Tell) {
	if tell == nil {
		p.remove(h)
		return
	}
	gone := p.top(h)
	p.remove(h)
	p.tellFall(tell, h, gone, by)
}

// reveal makes the unknown top of h known.
func (p *Position) reveal(h Hex, t Tile, tell game.Tell) {
	n := p.height[h] - 1
	p.sum += key(h, n, t) - key(h, n, Unknown)
	p.tiles[p.base[h]+n] = t
	p.pool[t.Kind()]--
	p.dark &^= bit(h)
	if t == Volcano {
		p.volcanoes |= bit(h)
	}
	if tell != nil {
		p.tellReveal(tell, h)
	}
}

// leave takes an explorer out of the game. The last one left wins at once.
func (p *Position) leave(s game.Seat, why string, tell game.Tell) {
	p.gone++
	p.left[s] = p.gone
	if tell != nil {
		p.tellOut(tell, s, why)
	}
	if h := p.at[s]; h >= 0 {
		p.occupied &^= bit(h)
	}
	p.at[s] = Nowhere
	p.tool[s] = NoTile
	p.used &^= 1 << uint(s)
	if s == p.fleer {
		p.fleer = game.NoSeat
	}
	if s == p.turn && p.step != stepPlace { // no more of the turn is played
		p.step = stepAfter
		p.cracks, p.goDue, p.landDue = Nowhere, false, false
	}
	if p.gone == p.players-1 {
		p.step = stepOver
		p.fleer, p.cracks, p.goDue, p.landDue = game.NoSeat, Nowhere, false, false
		if tell != nil {
			p.tellWin(tell)
		}
	}
}

// nextPlacing passes the placing on; after the last player the turns begin with
// the highest seat.
func (p *Position) nextPlacing(tell game.Tell) {
	for s := p.turn + 1; s < game.Seat(p.players); s++ {
		if p.left[s] == 0 {
			p.turn = s
			return
		}
	}
	p.turn = 0
	p.nextTurn(tell)
}

// nextTurn begins the turn of the next lower seat still in, cyclically.
func (p *Position) nextTurn(tell game.Tell) {
	s := p.turn
	for {
		s--
		if s < 0 {
			s = game.Seat(p.players) - 1
		}
		if p.left[s] == 0 {
			break
		}
	}
	p.turn = s
	p.step = stepGo
	p.used &^= 1 << uint(s)
	p.turns++
	if tell != nil {
		p.tellTurn(tell)
	}
}

// fleeing returns who is the next to leave a volcano: in turn order, beginning
// after the player whose turn it is.
func (p *Position) fleeing() game.Seat {
	s := p.turn
	for range p.players {
		s--
		if s < 0 {
			s = game.Seat(p.players) - 1
		}
		if h := p.at[s]; h >= 0 && p.volcanoes.Has(h) {
			return s
		}
	}
	return game.NoSeat
}

func (p *Position) ask(phase Phase, s game.Seat) { p.phase, p.actor = phase, s }

// settle does everything that needs no choice, until somebody must decide.
func (p *Position) settle(tell game.Tell) {
	for {
		if p.step == stepOver {
			p.ask(PhaseOver, game.NoSeat)
			return
		}
		if p.dark != 0 {
			p.ask(PhaseReveal, game.Nature)
			return
		}
		if p.occupied&p.volcanoes != 0 {
			if p.fleer < 0 {
				p.fleer = p.fleeing()
			}
			if s := p.fleer; p.canLeave(s) || p.canUse(s) {
				p.ask(PhaseFlee, s)
				return
			}
			p.leave(p.fleer, lost, tell)
			continue
		}
		if p.step == stepPlace {
			p.ask(PhasePlace, p.turn)
			return
		}
		if p.left[p.turn] != 0 {
			p.nextTurn(tell)
			continue
		}
		own := p.at[p.turn]
		switch p.step {
		case stepGo:
			if p.land.Has(own) || p.canGoInWater(p.turn) {
				p.ask(PhaseGo, p.turn)
				return
			}
			p.leave(p.turn, drowned, tell)
		case stepPlay:
			if !p.land.Has(own) {
				p.played()
				continue
			}
			switch t := p.top(own); {
			case t == Hole:
				if p.tool[p.turn] == Sandbag {
					p.ask(PhaseHole, p.turn)
					return
				}
				p.fallIn(own, tell)
			case t.IsCracks():
				p.crack(own, t, tell)
			default:
				p.ask(PhaseKeep, p.turn)
				return
			}
		case stepCrack:
			if p.tool[p.turn] == Sandbag && own == p.cracks {
				p.ask(PhaseCrack, p.turn)
				return
			}
			p.removeCracks(tell)
		case stepAfter:
			if p.canUse(p.turn) {
				p.ask(PhaseAfter, p.turn)
				return
			}
			p.nextTurn(tell)
		}
	}
}

// canGoInWater is the test of step 1: a way of going, a lifebelt to float with,
// or a tool to use.
func (p *Position) canGoInWater(s game.Seat) bool {
	return p.tool[s] == Lifebelt || p.canLeave(s) || p.canUse(s)
}

// crack takes the tops at the crack ends. The played tile itself goes later, when those now on a
// volcano have left it.
func (p *Position) crack(own Hex, t Tile, tell game.Tell) {
	p.step, p.cracks = stepCrack, own
	fall := p.falls(own, t)
	if tell != nil {
		p.tellCracks(tell, own, t, fall)
	}
	for ; fall != 0; fall &= fall - 1 {
		p.take(fall.First(), "cracks", tell)
	}
}

// falls returns the hexes that lose their top when cracks t are played on h.
func (p *Position) falls(h Hex, t Tile) Set {
	return board.ends[h][t&63] & p.land &^ p.volcanoes
}

// Falls returns the hexes that would lose their top if the cracks on h were
// played now; none if there are no cracks.
func (p *Position) Falls(h Hex) Set {
	if t := p.Top(h); t.IsCracks() {
		return p.falls(h, t)
	}
	return 0
}

// AllowsTable returns nil if seat s may take table action t now.
func (p *Position) AllowsTable(s game.Seat, t game.TableAction) error {
	switch {
	case s < 0 || s >= game.Seat(p.players):
		return errors.New("nobody plays on that seat")
	case t != game.Resign && t != game.Timeout:
		return errors.New("there are no draws in Earthquake Island")
	case p.step == stepOver:
		return errors.New("the game is over")
	case p.actor == game.Nature:
		return errors.New("chance acts now")
	case p.left[s] != 0:
		return errors.New("that player has left the game already")
	case t == game.Timeout && s != p.actor:
		return errors.New("only the player who is to act can run out of time")
	}
	return nil
}

// Table takes out a player who resigns or runs out of time. If it was their
// turn, the rest of it is not played, but others on a volcano still leave it.
func (p *Position) Table(s game.Seat, t game.TableAction, tell game.Tell) {
	p.leave(s, t.String(), tell)
	switch {
	case p.step == stepOver:
		p.reason = t
	case s != p.turn:
	case p.step == stepPlace:
		p.nextPlacing(tell)
	}
	p.settle(tell)
}
