package earthquake

import "atoll/game"

// Redact makes every tile below a top unknown, whoever looks: nobody at the
// table sees into the stacks.
func (p *Position) Redact(v game.Viewer) {
	if v.Truth() {
		return
	}
	for h := range Hex(Hexes) {
		for l := 0; l < int(p.height[h])-1; l++ {
			i := int(p.base[h]) + l
			if t := p.tiles[i]; t != Unknown {
				p.pool[t.Kind()]++
				p.tiles[i] = Unknown
			}
		}
	}
	p.compact()
	p.recount()
}

// compact lays the stacks out again as reading the position text would, so that
// the places of tiles long gone tell nothing.
func (p *Position) compact() {
	var tiles [Tiles]Tile
	n := 0
	for h := range Hex(Hexes) {
		from := int(p.base[h])
		p.base[h] = 0
		if p.Area().Has(h) {
			p.base[h] = uint8(n)
			n += copy(tiles[n:], p.tiles[from:from+int(p.height[h])])
		}
	}
	p.tiles = tiles
}

// Fill draws every unknown tile from the pool. Nothing that was seen distinguishes a hidden tile
// from one put away, so all are equally likely anywhere.
func (p *Position) Fill(r *game.Rand) {
	total := uint64(0)
	for _, n := range p.pool {
		total += uint64(n)
	}
	filled := false
	for h := range Hex(Hexes) {
		for l := range p.height[h] {
			i := p.base[h] + l
			if p.tiles[i] != Unknown {
				continue
			}
			n := r.Below(total)
			kind := 0
			for n >= uint64(p.pool[kind]) {
				n -= uint64(p.pool[kind])
				kind++
			}
			t := tileOfKind(kind, r)
			p.pool[kind]--
			total--
			p.tiles[i] = t
			filled = true
			if p.dark.Has(h) && l == p.height[h]-1 && t == Volcano {
				p.volcanoes |= bit(h)
			}
		}
	}
	if !filled {
		return
	}
	p.recount()
	if p.dark != 0 { // a reveal was due, and is now done
		p.dark = 0
		p.settle(nil)
	}
}
