package earthquake

import (
	"bytes"
	"fmt"

	"atoll/game"
)

// cell is the width of a hex in the picture; rows are shifted by half of it.
const cell = 10

// AppendBoard appends a picture: for each hex its name, height and explorer, and
// below them its top tile. "~" is water, "." water outside the playing area.
func (p *Position) AppendBoard(dst []byte) []byte {
	for r := len(rows) - 1; r >= 0; r-- {
		head := bytes.Repeat([]byte{' '}, 75)
		tile := bytes.Repeat([]byte{' '}, 75)
		for n := rows[r][0]; n <= rows[r][1]; n++ {
			h, _ := ParseHex(string([]byte{'a' + byte(r), '0' + byte(n)}))
			x := n*cell - r*cell/2 + cell/2
			label := fmt.Sprintf("%s:%d", h, p.height[h])
			if s := p.explorer(h); s != game.NoSeat {
				label += " @" + name(s)
			}
			copy(head[x:], label)
			face := p.Top(h).String()
			switch {
			case face != "":
			case p.Area().Has(h):
				face = "~"
			default:
				face = "."
			}
			copy(tile[x:], face)
		}
		dst = append(append(dst, bytes.TrimRight(head, " ")...), '\n')
		dst = append(append(dst, bytes.TrimRight(tile, " ")...), '\n')
	}
	for s := range game.Seat(p.players) {
		dst = fmt.Appendf(dst, "%s: ", name(s))
		switch {
		case p.left[s] != 0:
			dst = fmt.Appendf(dst, "out, place %d", p.Place(s))
		case p.at[s] < 0:
			dst = append(dst, "not placed"...)
		case !p.land.Has(p.at[s]):
			dst = fmt.Appendf(dst, "in water on %s, holds %s", p.at[s], p.tool[s].Name())
		default:
			dst = fmt.Appendf(dst, "on %s, %s, holds %s", p.at[s], heightText(p.Height(p.at[s])), p.tool[s].Name())
		}
		if p.used>>uint(s)&1 != 0 {
			dst = append(dst, ", protected"...)
		}
		dst = append(dst, '\n')
	}
	dst = append(dst, p.summary()...)
	return append(dst, '\n')
}

// summary says in one sentence what is asked.
func (p *Position) summary() string {
	who := name(p.turn)
	switch p.phase {
	case PhaseScatter:
		return "The tiles are to be scattered."
	case PhasePlace:
		return who + " places an explorer."
	case PhaseGo:
		return fmt.Sprintf("Turn %d: %s goes.", p.turns, who)
	case PhaseKeep:
		return fmt.Sprintf("Turn %d: %s keeps or discards the %s.", p.turns, who, p.top(p.at[p.turn]).Name())
	case PhaseCrack:
		return fmt.Sprintf("Turn %d: %s removes the cracks or uses the sandbag.", p.turns, who)
	case PhaseHole:
		return fmt.Sprintf("Turn %d: %s lets the hole go or uses the sandbag.", p.turns, who)
	case PhaseAfter:
		return fmt.Sprintf("Turn %d: %s uses the %s or ends the turn.", p.turns, who, p.tool[p.turn].Name())
	case PhaseFlee:
		return fmt.Sprintf("Turn %d of %s: %s leaves the volcano on %s.", p.turns, who, name(p.actor), p.at[p.actor])
	case PhaseReveal:
		return fmt.Sprintf("Turn %d of %s: the tile on %s is revealed.", p.turns, who, p.dark.First())
	}
	for s := range game.Seat(p.players) {
		if p.left[s] == 0 {
			return fmt.Sprintf("Over: %s has won (%s).", name(s), p.Result().Reason)
		}
	}
	return "Over."
}
