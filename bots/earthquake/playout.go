package earthquake

import (
	"atoll/game"
	rules "atoll/games/earthquake"
)

// rollout plays t.pos to its end by the quick policy.
func (t *tree) rollout() {
	for t.pos.Actor() >= 0 {
		s := t.pos.Actor()
		if s == game.Nature {
			t.pos.Do(t.pos.DrawReveal(&t.rand), nil)
			continue
		}
		t.buf = t.pos.AppendActions(t.buf[:0], s)
		t.pos.Do(pick(&t.pos, s, t.buf, &t.rand), nil)
	}
	t.finish()
}

// pick draws an action by rough weights: high ground and ways out are good, water is bad, and
// drowning somebody is good.
func pick(p *rules.Position, s game.Seat, list []game.Action, r *game.Rand) game.Action {
	if len(list) == 1 {
		return list[0]
	}
	var w [48]uint32
	total := uint32(0)
	for i, a := range list {
		w[i] = rough(p, s, a)
		total += w[i]
	}
	n := uint32(r.Uint64()>>32) % total
	for i := range list {
		if n < w[i] {
			return list[i]
		}
		n -= w[i]
	}
	return list[0]
}

var groundWeight = [8]uint32{1, 3, 12, 24, 40, 56, 64, 64}

func rough(p *rules.Position, s game.Seat, a game.Action) uint32 {
	h := rules.Target(a)
	switch rules.Verb(a) {
	case rules.VerbPlace:
		return 1 + 2*uint32(p.Height(h))
	case rules.VerbStay:
		return ground(p, p.At(s))
	case rules.VerbMove:
		return ground(p, h)
	case rules.VerbRope, rules.VerbSpring:
		return 1 + ground(p, h)/2
	case rules.VerbSwim:
		return 1
	case rules.VerbFloat:
		return 8
	case rules.VerbKeep:
		if p.Tool(s) == rules.NoTile && p.Height(p.At(s)) > 2 {
			return 4
		}
		return 1
	case rules.VerbDiscard:
		return 3
	case rules.VerbSandbag:
		return 4
	case rules.VerbRemove:
		return 1
	case rules.VerbDynamite, rules.VerbBazooka:
		if p.Occupied().Has(h) {
			return 1 + 200/(1+8*uint32(p.Height(h)))
		}
		return 1
	case rules.VerbPush:
		return 12
	case rules.VerbThief:
		return 6
	case rules.VerbDrop:
		if p.Phase() == rules.PhaseGo {
			return 1
		}
		return 0
	case rules.VerbEnd:
		return 8
	}
	return 4
}

func ground(p *rules.Position, h rules.Hex) uint32 {
	n := p.Height(h)
	if p.Top(h) == rules.Hole {
		n--
	}
	if n > 7 {
		n = 7
	}
	if n < 0 {
		n = 0
	}
	return groundWeight[n]
}
