package earthquake

import "atoll/game"

// The ways of going (step 2 of a turn). Each returns the hexes that seat s can
// reach that way now; standing on a volcano changes nothing about them.

// climb returns those of the hexes whose height is from low to high.
func (p *Position) climb(from Set, low, high int) Set {
	var to Set
	for rest := from; rest != 0; rest &= rest - 1 {
		h := rest.First()
		if n := int(p.height[h]); n >= low && n <= high {
			to |= rest & -rest
		}
	}
	return to
}

func (p *Position) steps(s game.Seat) Set {
	h := p.at[s]
	free := p.land &^ (p.occupied | p.volcanoes)
	return p.climb(board.near[h]&free, 0, int(p.height[h])+1)
}

func (p *Position) ropes(s game.Seat) Set {
	if p.tool[s] != Rope {
		return 0
	}
	h := p.at[s]
	free := p.land &^ (p.occupied | p.volcanoes)
	return p.climb(board.near[h]&free, int(p.height[h])+2, int(p.height[h])+3)
}

func (p *Position) springs(s game.Seat) Set {
	if p.tool[s] != Spring {
		return 0
	}
	h := p.at[s]
	free := p.land &^ (p.occupied | p.volcanoes)
	return p.climb(board.far[h]&free, 0, int(p.height[h])+1)
}

func (p *Position) swims(s game.Seat) Set {
	if p.tool[s] != Lifebelt {
		return 0
	}
	return board.near[p.at[s]] &^ (p.land | p.occupied)
}

// canLeave reports whether seat s has any hex to go to.
func (p *Position) canLeave(s game.Seat) bool {
	if p.steps(s) != 0 {
		return true
	}
	switch p.tool[s] {
	case Rope:
		return p.ropes(s) != 0
	case Spring:
		return p.springs(s) != 0
	case Lifebelt:
		return p.swims(s) != 0
	}
	return false
}

// The tools of step 4. Each returns what seat s can use it on now.

// hits returns which of the hexes dynamite or a bazooka can hit.
func (p *Position) hits(in Set) Set {
	hit := in & p.land &^ p.volcanoes
	if wet := in & p.occupied &^ p.land; wet != 0 {
		for s := range game.Seat(p.players) {
			if h := p.at[s]; h >= 0 && wet.Has(h) && !p.Protected(s) {
				hit |= bit(h)
			}
		}
	}
	return hit
}

func (p *Position) dynamites(s game.Seat) Set {
	if p.tool[s] != Dynamite {
		return 0
	}
	return p.hits(board.near[p.at[s]])
}

func (p *Position) bazookas(s game.Seat) Set {
	if p.tool[s] != Bazooka {
		return 0
	}
	return p.hits(board.far[p.at[s]])
}

// pushes returns the hexes of the explorers that s can push.
func (p *Position) pushes(s game.Seat) Set {
	h := p.at[s]
	if p.tool[s] != Push || board.near[h]&p.occupied == 0 {
		return 0
	}
	var on Set
	for d := range 6 {
		from := board.next[h][d]
		if from < 0 || !p.occupied.Has(from) {
			continue
		}
		to := board.next[from][d]
		if to >= 0 && !(p.occupied | p.volcanoes).Has(to) && p.height[to] <= p.height[from]+1 {
			on |= bit(from)
		}
	}
	return on
}

// pushedTo returns where an explorer on h goes when pushed by seat s.
func (p *Position) pushedTo(s game.Seat, h Hex) Hex {
	for d, n := range board.next[p.at[s]] {
		if n == h {
			return board.next[h][d]
		}
	}
	return Nowhere
}

// thefts returns the seats that s can steal from, as a set of small numbers.
func (p *Position) thefts(s game.Seat) Set {
	if p.tool[s] != Thief {
		return 0
	}
	var from Set
	for o := range game.Seat(p.players) {
		if o != s && p.tool[o] != NoTile {
			from |= 1 << uint(o)
		}
	}
	return from
}

// canUse reports whether seat s can use a tool of step 4 now.
func (p *Position) canUse(s game.Seat) bool {
	switch p.tool[s] {
	case Dynamite:
		return p.dynamites(s) != 0
	case Bazooka:
		return p.bazookas(s) != 0
	case Push:
		return p.pushes(s) != 0
	case Thief:
		return p.thefts(s) != 0
	}
	return false
}

func list(dst []game.Action, verb uint8, on Set) []game.Action {
	for ; on != 0; on &= on - 1 {
		dst = append(dst, pack(verb, int(on.First())))
	}
	return dst
}

// appendLeave lists the ways of going to another hex.
func (p *Position) appendLeave(dst []game.Action, s game.Seat) []game.Action {
	dst = list(dst, VerbMove, p.steps(s))
	switch p.tool[s] {
	case Rope:
		dst = list(dst, VerbRope, p.ropes(s))
	case Spring:
		dst = list(dst, VerbSpring, p.springs(s))
	case Lifebelt:
		dst = list(dst, VerbSwim, p.swims(s))
	}
	return dst
}

// appendTools lists the uses of the tools of step 4.
func (p *Position) appendTools(dst []game.Action, s game.Seat) []game.Action {
	switch p.tool[s] {
	case Dynamite:
		dst = list(dst, VerbDynamite, p.dynamites(s))
	case Bazooka:
		dst = list(dst, VerbBazooka, p.bazookas(s))
	case Push:
		dst = list(dst, VerbPush, p.pushes(s))
	case Thief:
		dst = list(dst, VerbThief, p.thefts(s))
	}
	return dst
}

// starts returns the free stacks on which an explorer may be placed.
func (p *Position) starts() Set { return p.land &^ (p.occupied | p.volcanoes | p.dark) }

// AppendActions lists the actions of seat s, or Nature's reveals.
func (p *Position) AppendActions(dst []game.Action, s game.Seat) []game.Action {
	if s != p.actor {
		return dst
	}
	switch p.phase {
	case PhasePlace:
		return list(dst, VerbPlace, p.starts())
	case PhaseGo:
		dry := p.land.Has(p.at[s])
		if dry {
			dst = append(dst, pack(VerbStay, 0))
		}
		dst = p.appendLeave(dst, s)
		if p.tool[s] == NoTile {
			return dst
		}
		if !dry && p.tool[s] == Lifebelt {
			dst = append(dst, pack(VerbFloat, 0))
		}
		dst = p.appendTools(dst, s)
		if dry {
			dst = append(dst, pack(VerbDrop, 0))
		}
		return dst
	case PhaseFlee:
		from := len(dst)
		dst = p.appendLeave(dst, s)
		if p.tool[s] == NoTile {
			return dst
		}
		ways := len(dst) > from
		dst = p.appendTools(dst, s)
		if ways {
			dst = append(dst, pack(VerbDrop, 0))
		}
		return dst
	case PhaseKeep:
		dst = append(dst, pack(VerbKeep, 0), pack(VerbDiscard, 0))
		switch p.tool[s] {
		case NoTile:
			return dst
		case Sandbag:
			return append(dst, pack(VerbSandbag, 0), pack(VerbDrop, 0))
		}
		dst = p.appendTools(dst, s)
		return append(dst, pack(VerbDrop, 0))
	case PhaseCrack, PhaseHole:
		return append(dst, pack(VerbSandbag, 0), pack(VerbRemove, 0), pack(VerbDrop, 0))
	case PhaseAfter:
		dst = p.appendTools(dst, s)
		if p.land.Has(p.at[s]) {
			dst = append(dst, pack(VerbDrop, 0))
		}
		return append(dst, pack(VerbEnd, 0))
	case PhaseReveal:
		return p.appendReveals(dst)
	}
	return dst
}

// appendReveals lists what the first dark hex can turn out to be.
func (p *Position) appendReveals(dst []game.Action) []game.Action {
	h := p.dark.First()
	for t := Tile(1); t < Unknown; t++ {
		if p.pool[t.Kind()] != 0 {
			dst = append(dst, Reveal(h, t))
		}
	}
	return dst
}

// Weight returns the relative likelihood of a reveal: the tiles of its kind in
// the pool, shared evenly among the possible directions of cracks.
func (p *Position) Weight(a game.Action) uint32 {
	t := Revealed(a)
	if Verb(a) != VerbReveal || t == NoTile || t >= Unknown {
		return 0
	}
	kind := t.Kind()
	w := uint32(p.pool[kind]) * shares
	if kind >= KindCracks && kind < KindTools {
		w /= subsets[kind-KindCracks+1]
	}
	return w
}

// Legal reports whether AppendActions would list a for s.
func (p *Position) Legal(s game.Seat, a game.Action) bool {
	if s != p.actor || p.actor < 0 || !wellFormed(a) {
		return false
	}
	verb, h := Verb(a), Target(a)
	switch p.phase {
	case PhasePlace:
		return verb == VerbPlace && p.starts().Has(h)
	case PhaseGo:
		dry := p.land.Has(p.at[s])
		switch verb {
		case VerbStay:
			return dry
		case VerbFloat:
			return !dry && p.tool[s] == Lifebelt
		case VerbDrop:
			return dry && p.tool[s] != NoTile
		}
		return p.legalLeave(s, verb, h) || p.legalTool(s, verb, h)
	case PhaseFlee:
		if verb == VerbDrop {
			return p.tool[s] != NoTile && p.canLeave(s)
		}
		return p.legalLeave(s, verb, h) || p.legalTool(s, verb, h)
	case PhaseKeep:
		switch verb {
		case VerbKeep, VerbDiscard:
			return true
		case VerbDrop:
			return p.tool[s] != NoTile
		case VerbSandbag:
			return p.tool[s] == Sandbag
		}
		return p.legalTool(s, verb, h)
	case PhaseCrack, PhaseHole:
		return verb == VerbSandbag || verb == VerbRemove || verb == VerbDrop
	case PhaseAfter:
		return verb == VerbEnd || verb == VerbDrop && p.land.Has(p.at[s]) || p.legalTool(s, verb, h)
	case PhaseReveal:
		return verb == VerbReveal && h == p.dark.First() && p.pool[Revealed(a).Kind()] != 0
	}
	return false
}

func (p *Position) legalLeave(s game.Seat, verb uint8, h Hex) bool {
	switch verb {
	case VerbMove:
		return p.steps(s).Has(h)
	case VerbRope:
		return p.ropes(s).Has(h)
	case VerbSpring:
		return p.springs(s).Has(h)
	case VerbSwim:
		return p.swims(s).Has(h)
	}
	return false
}

func (p *Position) legalTool(s game.Seat, verb uint8, h Hex) bool {
	switch verb {
	case VerbDynamite:
		return p.dynamites(s).Has(h)
	case VerbBazooka:
		return p.bazookas(s).Has(h)
	case VerbPush:
		return p.pushes(s).Has(h)
	case VerbThief:
		return p.thefts(s).Has(h)
	}
	return false
}
