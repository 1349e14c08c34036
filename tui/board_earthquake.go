package tui

import (
	"fmt"
	"strings"
)

type earthquakeView struct {
	Phase   string
	Turn    *string
	Order   []string
	Fleeing []string
	Cells   []struct {
		Hex         string
		Row, Number int
		Area        bool
		Height      int
		Top         *string
		Explorer    *string
	}
	Explorers []struct {
		Seat      string
		In        bool
		Hex       *string
		Tool      *string
		Water     bool
		Protected bool
		Stranded  bool
	}
}

// toolNames are the tools in words, for the notes.
var toolNames = map[string]string{
	"R": "rope", "L": "lifebelt", "S": "sandbag", "D": "dynamite",
	"B": "bazooka", "J": "spring", "P": "push", "T": "thief",
}

func drawEarthquake(v earthquakeView, m marks) *board {
	const w, h = 7, 2
	b := &board{canvas: newCanvas(7*w+2, 7*h)}
	cv := b.canvas
	for _, hx := range v.Cells {
		// A row is shifted by half a hex for each row above the first.
		x := (hx.Number-1)*w - hx.Row*w/2 + 10
		c := cell{name: hx.Hex, x: x, y: (6 - hx.Row) * h, w: w, h: h, col: 2*hx.Number - hx.Row, row: 2 * hx.Row}
		b.cells = append(b.cells, c)
		bg := uint8(sea)
		switch {
		case hx.Height == 0 && !hx.Area:
			bg = 17
		case hx.Height == 0:
		case hx.Top != nil && *hx.Top == "V":
			bg = 124
		case hx.Top != nil && toolNames[*hx.Top] != "":
			bg = 173
		default:
			bg = uint8(min(240+2*hx.Height, 252))
		}
		drawCell(cv, c, bg, m)
		in := ink{fg: 16, bg: bg}
		if bg == sea || bg == 17 || bg == 124 {
			in.fg = 255
		}
		text := "~"
		if hx.Height > 0 && hx.Top != nil {
			text = fmt.Sprintf("%d%s", hx.Height, shortTile(*hx.Top))
		}
		cv.write(c.x+1, c.y, text, in)
		cv.write(c.x+1, c.y+1, hx.Hex, ink{fg: 244, bg: bg})
		if hx.Explorer != nil {
			cv.write(c.x+4, c.y+1, "@"+*hx.Explorer, seatInk[(*hx.Explorer)[0]-'1'])
		}
	}
	for _, e := range v.Explorers {
		note := "@" + e.Seat + ": "
		switch {
		case !e.In:
			note += "out"
		case e.Hex == nil:
			note += "not placed yet"
		default:
			note += *e.Hex
			if e.Water {
				note += " in water"
			}
			if e.Stranded {
				note += ", will drown!"
			}
			if e.Tool != nil {
				note += ", holds " + toolNames[*e.Tool]
			}
		}
		b.notes = append(b.notes, note)
	}
	b.notes = append(b.notes, "3C024: 3 high, cracks to E(0) NW(2) SW(4)",
		"V volcano, H hole, R rope, L lifebelt, S sandbag, D dynamite, B bazooka, J spring, P push, T thief")
	return b
}

// shortTile writes a tile in at most four letters: five crack ends are "all but".
func shortTile(tile string) string {
	ends := strings.TrimPrefix(tile, "C")
	if tile[0] != 'C' || len(ends) < 4 {
		return tile
	}
	missing := ""
	for _, d := range "012345" {
		if !strings.ContainsRune(ends, d) {
			missing += string(d)
		}
	}
	if missing == "" {
		return "Call"
	}
	return "C-" + missing
}

var _ = register("earthquake", screen{
	draw: func(js []byte, m marks) (*board, error) { return drawAs(js, m, drawEarthquake) },
	parts: func(text string) []string {
		if verb, place, ok := strings.Cut(text, " "); ok && verb != "thief" {
			return []string{place, verb}
		}
		return []string{text}
	},
	words: map[string]string{
		"move": "step there", "rope": "climb there with the rope", "spring": "jump there with the spring",
		"swim": "swim there with the lifebelt", "dynamite": "dynamite it", "bazooka": "fire the bazooka at it",
		"push": "push who stands there", "place": "start there", "stay": "stay here and play this tile", "end": "end the turn",
		"keep": "keep the tool and play the tile below", "discard": "leave the tool, the tile goes",
		"sandbag": "use the sandbag, the tile stays", "remove": "let the tile go", "drop": "give up the tool",
		"float": "float with the lifebelt",
	},
})
