package earthquake

import (
	"fmt"
	"strconv"

	"atoll/game"
)

// MarshalJSON gives the position for the wire; see docs/wire/earthquake.md.
func (s *State) MarshalJSON() ([]byte, error) {
	return s.AppendJSON(make([]byte, 0, 8<<10)), nil
}

// AppendJSON appends what MarshalJSON returns.
func (s *State) AppendJSON(dst []byte) []byte {
	dst = game.AppendCommonJSON(append(dst, '{'), s)
	dst = s.Position.appendJSON(dst)
	return append(dst, '}')
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *State) UnmarshalJSON(data []byte) error { return game.UnmarshalPositionJSON(s, data) }

// All texts of this game are plain ASCII without quotes, so quoting is enough.
func quote(dst []byte, text string) []byte {
	dst = append(dst, '"')
	dst = append(dst, text...)
	return append(dst, '"')
}

func quoteOrNull(dst []byte, text string) []byte {
	if text == "" {
		return append(dst, "null"...)
	}
	return quote(dst, text)
}

func (h Hex) textOrNone() string {
	if h < 0 {
		return ""
	}
	return h.String()
}

func appendSeats(dst []byte, seats []game.Seat) []byte {
	dst = append(dst, '[')
	for i, s := range seats {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = quote(dst, name(s))
	}
	return append(dst, ']')
}

func appendHexes(dst []byte, hexes Set) []byte {
	dst = append(dst, '[')
	for first := true; hexes != 0; hexes &= hexes - 1 {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = quote(dst, hexes.First().String())
	}
	return append(dst, ']')
}

// order lists those still in, in turn order; while placing, those who still
// have to place.
func (p *Position) order() []game.Seat {
	var seats []game.Seat
	switch p.step {
	case stepScatter, stepOver:
	case stepPlace:
		for s := p.turn; s < game.Seat(p.players); s++ {
			if p.left[s] == 0 {
				seats = append(seats, s)
			}
		}
	default:
		n := game.Seat(p.players)
		for i := range n {
			if s := (p.turn - i + n) % n; p.left[s] == 0 {
				seats = append(seats, s)
			}
		}
	}
	return seats
}

// Fleeing lists who stands on a volcano, in the order of leaving it.
func (p *Position) Fleeing() []game.Seat {
	var seats []game.Seat
	n := game.Seat(p.players)
	if p.fleer >= 0 {
		seats = append(seats, p.fleer)
	}
	for i := range n {
		s := (p.turn - 1 - i + 2*n) % n
		if h := p.at[s]; h >= 0 && p.volcanoes.Has(h) && s != p.fleer {
			seats = append(seats, s)
		}
	}
	return seats
}

// Stranded reports whether seat s is in water and would drown if its turn began
// now.
func (p *Position) Stranded(s game.Seat) bool {
	return p.at[s] >= 0 && !p.land.Has(p.at[s]) && !p.canGoInWater(s)
}

func (p *Position) appendJSON(dst []byte) []byte {
	dst = append(dst, `,"phase":`...)
	dst = quote(dst, p.phase.String())
	dst = append(dst, `,"turn":`...)
	if p.step == stepScatter || p.step == stepOver {
		dst = append(dst, "null"...)
	} else {
		dst = quote(dst, name(p.turn))
	}
	dst = fmt.Appendf(dst, `,"turn_number":%d,"order":`, p.turns)
	dst = appendSeats(dst, p.order())
	dst = append(dst, `,"fleeing":`...)
	dst = appendSeats(dst, p.Fleeing())
	dst = append(dst, `,"cracks":`...)
	dst = quoteOrNull(dst, p.cracks.textOrNone())
	dst = fmt.Appendf(dst, `,"go_due":%t`, p.goDue)
	dst = append(dst, `,"reveal":`...)
	if p.dark != 0 {
		dst = quote(dst, p.dark.First().String())
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"cells":[`...)
	for h := range Hex(Hexes) {
		if h > 0 {
			dst = append(dst, ',')
		}
		dst = p.appendCell(dst, h)
	}
	dst = append(dst, `],"explorers":[`...)
	for s := range game.Seat(p.players) {
		if s > 0 {
			dst = append(dst, ',')
		}
		dst = p.appendExplorer(dst, s)
	}
	dst = append(dst, `],"unseen":`...)
	return appendUnseen(dst, p.Unseen())
}

func (p *Position) appendCell(dst []byte, h Hex) []byte {
	dst = fmt.Appendf(dst, `{"hex":"%s","row":%d,"number":%d,"area":%t,"height":%d,"top":`,
		h, board.row[h], board.number[h], p.Area().Has(h), p.height[h])
	dst = quoteOrNull(dst, p.Top(h).String())
	dst = append(dst, `,"tiles":[`...)
	for l := range p.height[h] {
		if l > 0 {
			dst = append(dst, ',')
		}
		dst = quote(dst, p.tiles[p.base[h]+l].String())
	}
	dst = fmt.Appendf(dst, `],"volcano":%t,"explorer":`, p.volcanoes.Has(h))
	dst = quoteOrNull(dst, name(p.explorer(h)))
	dst = append(dst, `,"falls":`...)
	dst = appendHexes(dst, p.Falls(h))
	return append(dst, '}')
}

func (p *Position) appendExplorer(dst []byte, s game.Seat) []byte {
	h, height := p.at[s], 0
	if h >= 0 {
		height = p.Height(h)
	}
	dst = fmt.Appendf(dst, `{"seat":"%s","in":%t,"hex":`, name(s), p.left[s] == 0)
	dst = quoteOrNull(dst, h.textOrNone())
	dst = fmt.Appendf(dst, `,"height":%d,"tool":`, height)
	dst = quoteOrNull(dst, p.tool[s].String())
	dst = fmt.Appendf(dst, `,"water":%t,"protected":%t,"stranded":%t,"left":`, h >= 0 && height == 0, p.Protected(s), p.Stranded(s))
	if p.left[s] == 0 {
		return append(dst, "null}"...)
	}
	return append(strconv.AppendUint(dst, uint64(p.left[s]), 10), '}')
}

// Unseen counts the tiles of each kind that nobody has seen: those of the pool,
// and those that lie known to this position below a top.
func (p *Position) Unseen() [Kinds]uint8 {
	unseen := p.pool
	for h := range Hex(Hexes) {
		for l := 0; l < int(p.height[h])-1; l++ {
			if t := p.tiles[int(p.base[h])+l]; t != Unknown {
				unseen[t.Kind()]++
			}
		}
	}
	return unseen
}

func appendUnseen(dst []byte, n [Kinds]uint8) []byte {
	dst = fmt.Appendf(dst, `{"V":%d,"H":%d,"C":[`, n[KindVolcano], n[KindHole])
	for i := range 6 {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, uint64(n[KindCracks+i]), 10)
	}
	dst = append(dst, ']')
	for i := range 8 {
		dst = fmt.Appendf(dst, `,"%s":%d`, Rope+Tile(i), n[KindTools+i])
	}
	return append(dst, '}')
}
