package earthquake

import "atoll/game"

// LivelyAction picks an action at random but with a purpose: tools are kept and
// used, hits on explorers in water and thefts are not missed, and explorers do
// not always stay where they are. Its games visit every rule often.
func (p *Position) LivelyAction(s game.Seat, r *game.Rand) game.Action {
	var buf [96]game.Action
	list := p.AppendActions(buf[:0], s)
	if len(list) == 0 {
		return game.NoAction
	}
	var total uint64
	var weight [96]uint64
	for i, a := range list {
		weight[i] = p.lively(s, a)
		total += weight[i]
	}
	n := r.Below(total)
	for i, a := range list {
		if n < weight[i] {
			return a
		}
		n -= weight[i]
	}
	return list[len(list)-1]
}

func (p *Position) lively(s game.Seat, a game.Action) uint64 {
	h := Target(a)
	switch Verb(a) {
	case VerbMove:
		w := uint64(4)
		if p.Top(h).IsTool() {
			w += 6
		}
		if p.Falls(h)&p.occupied != 0 {
			w += 8 // take the ground from under somebody
		}
		if p.height[h] == 1 {
			w++
		}
		return w
	case VerbStay:
		return 4
	case VerbRope, VerbSpring, VerbSwim, VerbFloat:
		return 6
	case VerbKeep:
		if p.tool[s] == NoTile {
			return 12
		}
		return 4
	case VerbDiscard:
		return 3
	case VerbSandbag:
		return 5
	case VerbDynamite, VerbBazooka:
		switch {
		case !p.land.Has(h):
			return 60
		case p.occupied.Has(h):
			return 12
		}
		return 1
	case VerbPush:
		if !p.land.Has(p.pushedTo(s, h)) {
			return 40
		}
		return 6
	case VerbThief:
		return 6
	case VerbReveal:
		return uint64(p.Weight(a))
	}
	return 2
}
