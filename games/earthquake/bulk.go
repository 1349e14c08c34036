package earthquake

import (
	"errors"
	"fmt"
	"math/bits"
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
	p.recount()
}

// appendStacks appends the stacks as a scatter writes them.
func (p *Position) appendStacks(dst []byte) []byte {
	for i, rest := 0, p.Area(); rest != 0; i, rest = i+1, rest&(rest-1) {
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

// crackSets lists the sets of k of the six directions, for each k.
var crackSets = func() (sets [7][]Tile) {
	for t := range Tile(64) {
		k := bits.OnesCount8(uint8(t))
		sets[k] = append(sets[k], t)
	}
	return sets
}()

// randomCracks draws k different directions, all sets equally likely.
func randomCracks(k int, r *game.Rand) Tile { return crackSets[k][r.Intn(len(crackSets[k]))] }

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

// scatter shuffles the tiles, drops each on one of all 37 hexes, and puts away
// those outside the playing area. With too few starting stacks it draws again.
func (p *Position) scatter(r *game.Rand) {
	area := p.Area()
	for {
		deck := sorted
		for i, t := range deck[tilesBeforeCracks:tilesBeforeTools] {
			deck[tilesBeforeCracks+i] = randomCracks(int(t), r)
		}
		for i := Tiles - 1; i > 0; i-- {
			j := r.Intn(i + 1)
			deck[i], deck[j] = deck[j], deck[i]
		}
		var on [Tiles]Hex
		p.height = [Hexes]uint8{}
		for i := range on {
			h := Hex(r.Intn(Hexes))
			on[i] = h
			if area.Has(h) {
				p.height[h]++
			}
		}
		n := uint8(0)
		p.land, p.volcanoes, p.dark, p.base = 0, 0, 0, [Hexes]uint8{}
		for rest := area; rest != 0; rest &= rest - 1 {
			h := rest.First()
			p.base[h] = n
			if n += p.height[h]; p.height[h] != 0 {
				p.land |= bit(h)
			}
		}
		next := p.base
		p.tiles = [Tiles]Tile{}
		// All that recount would walk through the tiles for once more.
		var sum uint64
		var all [2]uint64
		for i, h := range on {
			if area.Has(h) {
				t, at := deck[i], next[h]
				p.tiles[at] = t
				next[h]++
				sum += key(h, at-p.base[h], t)
				all[0] += counts[t&127][0]
				all[1] += counts[t&127][1]
			}
		}
		p.sum, p.below = sum, all
		for rest := p.land; rest != 0; rest &= rest - 1 {
			h := rest.First()
			t := p.top(h)
			if t == Volcano {
				p.volcanoes |= bit(h)
			}
			p.below[0] -= counts[t&127][0]
			p.below[1] -= counts[t&127][1]
		}
		if p.starts().Len() >= int(p.players) {
			for k := range p.pool {
				p.pool[k] = mix[k] - uint8(all[k/8]>>(8*(k%8)))
			}
			return
		}
	}
}

// sorted holds the tiles by kind; cracks by their number of ends, until their
// directions are drawn.
var sorted = func() (deck [Tiles]Tile) {
	n := 0
	for kind, count := range mix {
		t := Tile(kind - KindCracks + 1)
		if kind < KindCracks || kind >= KindTools {
			t = tileOfKind(kind, nil)
		}
		for range count {
			deck[n] = t
			n++
		}
	}
	return deck
}()

const (
	tilesBeforeCracks = 4 + 8
	tilesBeforeTools  = tilesBeforeCracks + 32
)

// DrawBulk draws a scatter and returns its text.
func (p *Position) DrawBulk(r *game.Rand) string {
	drawn := Position{players: p.players, area: p.area}
	drawn.scatter(r)
	return string(drawn.appendStacks(append(make([]byte, 0, 640), "scatter "...)))
}

// PlayDrawnBulk draws a scatter and applies it, as playing the text of DrawBulk
// would.
func (p *Position) PlayDrawnBulk(r *game.Rand) {
	p.scatter(r)
	p.step, p.turn = stepPlace, 0
	p.settle(nil)
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
	st, err := parseStacks(list, p.Area())
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
	area := p.Area()
	water := (area &^ p.land).Len()
	say(tell, "scatter", game.Nature,
		fmt.Sprintf("%d tiles lie on %d hexes; %d are put away unseen, %s water.", tiles, area.Len(), Tiles-tiles, hexesAre(water)),
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
	area := p.Area()
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
	shown := Position{players: p.players, area: p.area}
	shown.set(st)
	return string(shown.appendStacks([]byte("scatter ")))
}

// FillBulk puts tiles that may lie there in the place of those that nobody has
// seen yet.
func (p *Position) FillBulk(text string, r *game.Rand) (string, error) {
	list, ok := strings.CutPrefix(text, "scatter ")
	if !ok {
		return "", fmt.Errorf("chance scatters the tiles now, as \"scatter a2:C024,R,V a3: …\"; %.40q is not that", text)
	}
	st, err := parseStacks(list, p.Area())
	if err != nil {
		return "", fmt.Errorf("scatter: %w", err)
	}
	drawn := Position{players: p.players, area: p.area, pool: mix}
	drawn.set(st)
	for k := range drawn.pool {
		drawn.pool[k] -= st.known[k]
	}
	drawn.Fill(r)
	return string(drawn.appendStacks([]byte("scatter "))), nil
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

func hexesAre(n int) string {
	if n == 1 {
		return "1 hex is"
	}
	return fmt.Sprint(n, " hexes are")
}
