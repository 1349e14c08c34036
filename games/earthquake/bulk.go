package earthquake

import (
	"errors"
	"fmt"
	"strings"

	"atoll/game"
)

// stacks is what a text says about the tiles: used by scatters and positions.
type stacks struct {
	tiles   [Tiles]Tile
	base    [Hexes]uint8
	height  [Hexes]uint8
	known   [Kinds]uint8
	unknown int
}

// parseStacks reads "a2:C024,R,V a3: …": every hex of the area in board order.
func parseStacks(text string, area Set) (*stacks, error) {
	if len(text) > 2000 { // a hundred tiles of cracks and all hexes are shorter
		return nil, errors.New("the stacks are too long")
	}
	words := strings.Split(text, " ")
	if len(words) != area.Len() {
		return nil, fmt.Errorf("the playing area has %d hexes, not %d", area.Len(), len(words))
	}
	st := &stacks{}
	n := 0
	for i, rest := 0, area; rest != 0; i, rest = i+1, rest&(rest-1) {
		h := rest.First()
		hex, list, ok := strings.Cut(words[i], ":")
		if !ok || hex != h.String() {
			return nil, fmt.Errorf("stack %d should begin with \"%s:\", not %.20q", i+1, h, words[i])
		}
		st.base[h] = uint8(n)
		if list == "" {
			continue
		}
		for _, word := range strings.Split(list, ",") {
			t, ok := parseTile(word)
			if !ok {
				return nil, fmt.Errorf("%s: there is no tile %.20q", h, word)
			}
			if n == Tiles {
				return nil, fmt.Errorf("%s: more than %d tiles", h, Tiles)
			}
			st.tiles[n] = t
			n++
			st.height[h]++
			if t == Unknown {
				st.unknown++
				continue
			}
			k := t.Kind()
			st.known[k]++
			if st.known[k] > mix[k] {
				return nil, fmt.Errorf("%s: there are only %d tiles of the kind of %s", h, mix[k], t)
			}
		}
	}
	return st, nil
}

// set puts the stacks on the board. It leaves the pool alone.
func (p *Position) set(st *stacks) {
	p.tiles, p.base, p.height = st.tiles, st.base, st.height
	p.land, p.volcanoes, p.dark = 0, 0, 0
	for h := range Hex(Hexes) {
		if p.height[h] == 0 {
			continue
		}
		p.land |= bit(h)
		switch p.top(h) {
		case Volcano:
			p.volcanoes |= bit(h)
		case Unknown:
			p.dark |= bit(h)
		}
	}
	p.sum = p.tileSum()
}

// appendStacks appends the stacks as a scatter writes them.
func (p *Position) appendStacks(dst []byte) []byte {
	for i, rest := 0, Area(int(p.players)); rest != 0; i, rest = i+1, rest&(rest-1) {
		if i > 0 {
			dst = append(dst, ' ')
		}
		h := rest.First()
		dst = h.appendText(dst)
		dst = append(dst, ':')
		for l := range p.height[h] {
			if l > 0 {
				dst = append(dst, ',')
			}
			dst = p.tiles[p.base[h]+l].AppendText(dst)
		}
	}
	return dst
}

// BulkPending reports whether the tiles are to be scattered.
func (p *Position) BulkPending() bool { return p.step == stepScatter }

// randomCracks draws k different directions, all sets equally likely.
func randomCracks(k int, r *game.Rand) Tile {
	var t Tile
	for left, need := 6, k; need > 0; left-- {
		if r.Intn(left) < need {
			t |= 1 << (left - 1)
			need--
		}
	}
	return t
}

// tileOfKind returns a tile of a kind; the directions of cracks are drawn.
func tileOfKind(kind int, r *game.Rand) Tile {
	switch {
	case kind == KindVolcano:
		return Volcano
	case kind == KindHole:
		return Hole
	case kind < KindTools:
		return randomCracks(kind-KindCracks+1, r)
	}
	return Rope + Tile(kind-KindTools)
}

// DrawBulk shuffles the tiles, drops each on one of all 37 hexes, and puts away
// those outside the playing area. With too few starting stacks it draws again.
func (p *Position) DrawBulk(r *game.Rand) string {
	area := Area(int(p.players))
	for {
		var deck [Tiles]Tile
		n := 0
		for kind, count := range mix {
			for range count {
				deck[n] = tileOfKind(kind, r)
				n++
			}
		}
		r.Shuffle(Tiles, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		var fallen [Hexes][]Tile
		for _, t := range deck {
			h := r.Intn(Hexes)
			fallen[h] = append(fallen[h], t)
		}
		st := &stacks{}
		n = 0
		for rest := area; rest != 0; rest &= rest - 1 {
			h := rest.First()
			st.base[h], st.height[h] = uint8(n), uint8(len(fallen[h]))
			n += copy(st.tiles[n:], fallen[h])
		}
		drawn := Position{players: p.players}
		drawn.set(st)
		if drawn.starts().Len() >= int(p.players) {
			return string(drawn.appendStacks([]byte("scatter ")))
		}
	}
}

// PlayBulk checks the text of a scatter and applies it. Tiles below the tops may
// be unknown, as in the record of an unfinished game.
func (p *Position) PlayBulk(text string, tell game.Tell) error {
	if p.step != stepScatter {
		return errors.New("the tiles are scattered already")
	}
	list, ok := strings.CutPrefix(text, "scatter ")
	if !ok {
		return fmt.Errorf("chance scatters the tiles now, as \"scatter a2:C024,R,V a3: …\"; %.40q is not that", text)
	}
	st, err := parseStacks(list, Area(int(p.players)))
	if err != nil {
		return fmt.Errorf("scatter: %w", err)
	}
	next := *p
	next.set(st)
	if next.dark != 0 {
		return fmt.Errorf("scatter: the top of %s is open to all and cannot be unknown", next.dark.First())
	}
	if n := next.starts().Len(); n < int(p.players) {
		return fmt.Errorf("scatter: only %d stacks to start on for %d players; it is drawn again", n, p.players)
	}
	for k := range next.pool {
		next.pool[k] -= st.known[k]
	}
	next.step, next.turn = stepPlace, 0
	*p = next
	if tell != nil {
		p.tellScatter(tell)
	}
	p.settle(tell)
	return nil
}

func (p *Position) tellScatter(tell game.Tell) {
	tiles := 0
	for _, n := range p.height {
		tiles += int(n)
	}
	area := Area(int(p.players))
	water := (area &^ p.land).Len()
	say(tell, "scatter", game.Nature,
		fmt.Sprintf("%d tiles lie on %d hexes; %d are put away unseen, %d hexes are water.", tiles, area.Len(), Tiles-tiles, water),
		game.Arg{Name: "tiles", Value: tiles}, game.Arg{Name: "away", Value: Tiles - tiles}, game.Arg{Name: "water", Value: water})
}

// RedactBulk writes '?' for the tiles of a scatter that nobody has seen yet. A
// text that is no scatter of this game tells nothing.
func (p *Position) RedactBulk(text string, v game.Viewer) string {
	if v.Truth() {
		return text
	}
	list, ok := strings.CutPrefix(text, "scatter ")
	if !ok {
		return "scatter"
	}
	area := Area(int(p.players))
	st, err := parseStacks(list, area)
	if err != nil {
		return "scatter"
	}
	for rest := area; rest != 0; rest &= rest - 1 {
		h := rest.First()
		hidden := int(p.height[h]) - 1
		if p.step == stepScatter {
			hidden = int(st.height[h]) - 1
		}
		if p.dark.Has(h) {
			hidden++
		}
		for l := range min(hidden, int(st.height[h])) {
			st.tiles[int(st.base[h])+l] = Unknown
		}
	}
	shown := Position{players: p.players}
	shown.set(st)
	return string(shown.appendStacks([]byte("scatter ")))
}

// DrawReveal draws what the first dark hex turns out to be, by the weights of
// the listed outcomes but without listing them. Search calls it at the moment of
// a reveal.
func (p *Position) DrawReveal(r *game.Rand) game.Action {
	total := uint64(0)
	for _, n := range p.pool {
		total += uint64(n)
	}
	n := r.Below(total)
	kind := 0
	for n >= uint64(p.pool[kind]) {
		n -= uint64(p.pool[kind])
		kind++
	}
	return Reveal(p.dark.First(), tileOfKind(kind, r))
}
