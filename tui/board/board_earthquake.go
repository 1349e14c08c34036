package board

import (
	"encoding/json"
	"fmt"
	"strings"

	"atoll/tui/paint"
	"atoll/tui/prose"
)

type (
	earthquakeView struct {
		Phase     string
		Turn      *string
		Number    int `json:"turn_number"`
		Order     []string
		Fleeing   []string
		Reveal    *string
		Cells     []earthquakeCell
		Explorers []earthquakeExplorer
		Unseen    earthquakeUnseen
	}
	earthquakeCell struct {
		Hex         string
		Row, Number int
		Area        bool
		Height      int
		Top         *string
		Volcano     bool
		Explorer    *string
		Falls       []string
	}
	earthquakeExplorer struct {
		Seat      string
		In        bool
		Hex       *string
		Tool      *string
		Water     bool
		Protected bool
		Stranded  bool
	}
	// earthquakeUnseen counts the tiles that nobody has seen, by kind.
	earthquakeUnseen map[string]any
)

// count is how many of the unseen tiles are volcanoes, and how many there are.
func (u earthquakeUnseen) count() (volcanoes, all int) {
	for kind, n := range u {
		for _, k := range numbersIn(n) {
			all += k
			if kind == "V" || kind == "volcano" {
				volcanoes += k
			}
		}
	}
	return volcanoes, all
}

func numbersIn(v any) []int {
	switch v := v.(type) {
	case float64:
		return []int{int(v)}
	case []any:
		var list []int
		for _, x := range v {
			list = append(list, numbersIn(x)...)
		}
		return list
	}
	return nil
}

// toolNames are the tools in words, for the notes.
var toolNames = map[string]string{
	"R": "rope", "L": "lifebelt", "S": "sandbag", "D": "dynamite",
	"B": "bazooka", "J": "spring", "P": "push", "T": "thief",
}

// tileNames are the tiles in words, long and in at most five letters.
var tileNames = map[string][2]string{
	"V": {"volcano", "volc"}, "H": {"hole", "hole"}, "C": {"cracks", "crack"},
	"R": {"rope", "rope"}, "L": {"lifebelt", "belt"}, "S": {"sandbag", "sand"}, "D": {"dynamite", "dyna"},
	"B": {"bazooka", "bazo"}, "J": {"spring", "sprng"}, "P": {"push", "push"}, "T": {"thief", "thief"},
}

// earthquakeCells are rows and columns of a hex by size, its upper and left edge
// included.
var earthquakeCells = map[paint.Size][2]int{
	paint.Tiny: {2, 6}, paint.Small: {3, 6}, paint.Medium: {3, 8},
	paint.Large: {5, 10}, paint.Huge: {7, 14},
}

// quakeArt is a board while it is drawn.
type quakeArt struct {
	*Board
	v    earthquakeView
	m    Marks
	l    paint.Look
	pal  *paint.Palette
	w, h int
	at   map[string]int // in the view, by hex
}

func drawEarthquake(v earthquakeView, m Marks, l paint.Look) *Board {
	h, w := earthquakeCells[l.Size][0], earthquakeCells[l.Size][1]
	q := quakeArt{&Board{Canvas: paint.NewCanvas(7*w+2, 7*h+1)}, v, m, l, l.Colours(), w, h, map[string]int{}}
	q.coast()
	for _, c := range q.Cells {
		q.hex(c, v.Cells[q.at[c.Name]])
	}
	q.tags()
	q.notes()
	q.Legend = []string{
		"The number is how high a stack is, as are the ≡; open water is ~",
		"An arrow on an edge is the end of a crack: the stack it points at loses its top tile when this tile is played",
		"volcano: stays for ever, and nobody may land on it; whoever stands on one must leave at once",
		"hole: it goes, and the tile below is played",
		"rope: climb 2 or 3 higher. spring: jump two hexes in a straight line. lifebelt: swim or float",
		"sandbag: the tile under you stays. thief: takes another player's tool",
		"dynamite: destroys a neighbouring top tile. bazooka: one exactly two hexes away in a straight line",
		"push: moves a neighbouring explorer one hex directly away from you",
	}
	return q.Board
}

// coast lays out the hexes: their ground, the lines between them, and those around
// what is pointed at.
func (q *quakeArt) coast() {
	w, h := q.w, q.h
	left := 3 * w / 2
	line := paint.NewWires(7*w+2, 7*h+1)
	for i, hx := range q.v.Cells {
		// A row is shifted by half a hex for each row above the first.
		c := Cell{
			Name: hx.Hex, x: (hx.Number-1)*w - hx.Row*w/2 + left, y: (6 - hx.Row) * h, w: w + 1, h: h + 1,
			col: 2*hx.Number - hx.Row, row: 2 * hx.Row,
		}
		q.at[hx.Hex] = i
		q.Cells = append(q.Cells, c)
		if hx.Height > 0 {
			line.Box(c.x, c.y, w+1, h+1, paint.Thin)
		}
	}
	if q.m.Cursor != "" {
		if c, ok := q.cell(q.m.Cursor); ok {
			line.Box(c.x, c.y, c.w, c.h, paint.Double)
		}
	}
	for _, name := range q.m.chosen {
		if c, ok := q.cell(name); ok {
			line.Box(c.x, c.y, c.w, c.h, paint.Heavy)
		}
	}
	q.ground()
	line.Draw(q.Canvas, paint.Ink{Fg: q.pal.Ink2})
	for _, name := range append([]string{q.m.Cursor}, q.m.chosen...) { // their corners stand out from the coast
		if c, ok := q.cell(name); ok && name != "" {
			sign := paint.Corners(paint.Double)
			if name != q.m.Cursor {
				sign = paint.Corners(paint.Heavy)
			}
			for i, at := range [][2]int{{0, 0}, {c.w - 1, 0}, {0, c.h - 1}, {c.w - 1, c.h - 1}} {
				q.Canvas.Write(c.x+at[0], c.y+at[1], sign[i], paint.Ink{Fg: q.pal.Sel, Bold: true})
			}
		}
	}
}

// ground colours the hexes by what lies on top.
func (q *quakeArt) ground() {
	for _, c := range q.Cells {
		hx := q.v.Cells[q.at[c.Name]]
		bg := q.pal.Sea
		switch {
		case hx.Height == 0:
		case hx.Top != nil && *hx.Top == "V":
			bg = q.pal.Volcano
		case hx.Top != nil && toolNames[*hx.Top] != "":
			bg = q.pal.Tool
		default:
			bg = q.pal.Stone[min(hx.Height, 5)-1]
		}
		ground(q.Canvas, Cell{Name: c.Name, x: c.x + 1, y: c.y + 1, w: q.w - 1, h: q.h - 1}, bg, q.m, q.l)
	}
}

// hex writes what is on a hex.
func (q *quakeArt) hex(c Cell, hx earthquakeCell) {
	w, h := q.w, q.h
	in := paint.Ink{Fg: paint.Black}
	if hx.Height == 0 {
		in.Fg = q.pal.Ink2
	}
	inner := w - 1
	q.Canvas.Write(c.x+w-len(hx.Hex)-w/8-paint.Int(hx.Height == 0 && w < 8), c.y+1, hx.Hex, in)
	if hx.Height == 0 {
		if h > 2 {
			q.Canvas.Write(c.x+w/3, c.y+2, "~", in)
		}
		if h > 4 {
			q.Canvas.Write(c.x+w/3+3, c.y+3, "~", in)
		}
	} else {
		q.Canvas.Write(c.x+1+w/8, c.y+1, fmt.Sprint(hx.Height), paint.Ink{Fg: paint.Black, Bold: true})
	}
	if hx.Height > 0 && hx.Top != nil && h > 2 {
		drawTile(q.Canvas, c, *hx.Top, hx.Height, hx.Explorer != nil, w, h, in, q.pal)
	}
	if mark, ok := q.m.mark(c.Name, inner); ok {
		in := paint.Ink{Fg: q.pal.Sel, Bold: true, Reverse: true}
		switch {
		case h == 2:
			q.Canvas.Write(c.x+1, c.y+1, mark, in)
		case h == 3 && w == 6:
			q.Canvas.Write(c.x+w-len([]rune(mark)), c.y+2, mark, in)
		default:
			q.Canvas.Write(c.x+w-len([]rune(mark)), c.y+h-1, mark, in)
		}
	}
	if hx.Explorer != nil {
		q.explorer(c, hx, in)
	}
}

func (q *quakeArt) explorer(c Cell, hx earthquakeCell, in paint.Ink) {
	h := q.h
	seat := int((*hx.Explorer)[0] - '1')
	text, y := paint.SeatShapes[seat]+*hx.Explorer, c.y+2
	if hx.Height == 0 { // in the water
		q.Canvas.Write(c.x+1+paint.Int(h > 4), min(c.y+2+paint.Int(h > 4), c.y+h-1), text, paint.Ink{Fg: q.pal.Seats[seat], Bold: true})
		q.Canvas.Write(c.x+3+paint.Int(h > 4), min(c.y+2+paint.Int(h > 4), c.y+h-1), " ~ ", in)
		return
	}
	if h > 4 {
		text, y = "█"+text+"█", c.y+3
	}
	q.Canvas.Write(c.x+1+paint.Int(h > 4), min(y, c.y+h-1), text, paint.Ink{Fg: paint.White, Bg: q.pal.Seats[seat], Bold: true})
}

// tags are what the highlighted choice does to other hexes.
func (q *quakeArt) tags() {
	w, h := q.w, q.h
	for name, tag := range q.m.Tags {
		c, ok := q.cell(name)
		if !ok {
			continue
		}
		in := paint.Ink{Fg: q.pal.Note, Bold: true}
		switch {
		case h > 4 && strings.HasPrefix(tag, "-"):
			q.Canvas.Write(c.x+1, c.y+h-1, prose.Fit(tag, w-1), in)
		case h > 4:
			q.Canvas.Write(c.x+1, c.y+3, tag, in)
		case h == 3 && !strings.HasPrefix(tag, "-"):
			q.Canvas.Write(c.x+w-1, c.y+2, "•", in)
		}
	}
}

// notes say how each explorer fares.
func (q *quakeArt) notes() {
	for _, e := range q.v.Explorers {
		note := ""
		switch {
		case !e.In:
			note = "out"
		case e.Hex == nil:
			note = "not placed yet"
		default:
			note = *e.Hex
			if i, ok := q.at[*e.Hex]; ok && !e.Water {
				note += fmt.Sprintf(" %d high", q.v.Cells[i].Height)
			}
			if e.Water {
				note += " water"
			}
			if e.Stranded {
				note += ", will drown!"
			}
			if e.Tool != nil {
				note += ", " + toolNames[*e.Tool]
			}
		}
		q.Seats = append(q.Seats, note)
	}
}

// drawTile writes what lies on top of a stack. The ends of cracks are arrows on
// the edges they cross, set so that those of both neighbours fit.
func drawTile(cv *paint.Canvas, c Cell, top string, height int, taken bool, w, h int, in paint.Ink, pal *paint.Palette) {
	name := tileNames[top[:1]]
	switch {
	case w < 8 && taken:
		cv.Write(c.x+4, c.y+2, top[:1], in)
	case h == 3:
		text := name[0]
		if w < 10 && len(text) > w-1 || w < 8 {
			text = name[1]
		}
		if taken {
			text = name[1][:min(len(name[1]), w-5)]
			cv.Write(c.x+4, c.y+2, text, in)
		} else {
			cv.Write(c.x+1, c.y+2, text, in)
		}
	default:
		cv.Write(c.x+1+(w-1-len(name[0]))/2, c.y+2, name[0], in)
		bars := strings.Repeat("≡", min(height, 7))
		cv.Write(c.x+2, c.y+h-1, bars, in)
	}
	if top[0] != 'C' {
		return
	}
	arrow := paint.Ink{Fg: pal.Note, Bold: true}
	upper, lower := 1+(h-1)/3, 1+(h-1)*2/3
	if h == 3 {
		upper, lower = 1, 2
	}
	quarter := func(tenths int) int { return c.x + (w*tenths+5)/10 }
	for _, end := range top[1:] {
		switch end {
		case '0':
			cv.Write(c.x+w, c.y+upper, "→", arrow)
		case '1':
			cv.Write(quarter(7), c.y, "↑", arrow)
		case '2':
			cv.Write(quarter(2), c.y, "↑", arrow)
		case '3':
			cv.Write(c.x, c.y+lower, "←", arrow)
		case '4':
			cv.Write(quarter(3), c.y+h, "↓", arrow)
		case '5':
			cv.Write(quarter(8), c.y+h, "↓", arrow)
		}
	}
}

var _ = register("earthquake", Screen{
	Draw: func(js []byte, m Marks, l paint.Look) (*Board, error) { return drawAs(js, m, l, drawEarthquake) },
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
	Home: func(js []byte, seat string) string {
		var v earthquakeView
		_ = json.Unmarshal(js, &v)
		for _, e := range v.Explorers {
			if e.Seat == seat && e.Hex != nil {
				return *e.Hex
			}
		}
		return ""
	},
	Say: sayEarthquake,
	Log: logEarthquake,
	Emblem: func(js []byte, winner string, names func(string) string) (sign [3]string, fared string) {
		var v struct {
			Result *struct{ Rank map[string]int }
		}
		_ = json.Unmarshal(js, &v)
		sign = [3]string{"╭───╮", "│" + paint.SeatShapes[(winner[0]-'1')%6] + winner + " │", "╰───╯"}
		if v.Result == nil {
			return sign, ""
		}
		var left []string
		for rank := len(v.Result.Rank); rank > 1; rank-- {
			for s := range len(v.Result.Rank) {
				if seat := fmt.Sprint(s + 1); v.Result.Rank[seat] == rank {
					left = append(left, prose.Within(names(seat)))
				}
			}
		}
		return sign, "left: " + strings.Join(left, ", ")
	},
	Side:     map[paint.Size]int{paint.Small: 35, paint.Medium: 41, paint.Large: 44},
	Indent:   3,
	pictures: map[string]pictured{"earthquake-board": {players: 4}},
	Help: []paint.HelpItem{
		{"Go", "←→ in the row   ↑↓ north-east and south-west   n next choice   Enter does it"},
		{"", "a choice says what it leads to, the worst first: ! danger, - loss, + gain"},
	},
})
