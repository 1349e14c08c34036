package board

import (
	"fmt"
	"strings"

	"atoll/tui/paint"
	"atoll/tui/prose"
)

type epigoView struct {
	Phase   string
	Turn    int
	Round   int
	Quiet   int
	Options struct {
		QuietLimit int64 `json:"quiet_limit"`
	}
	Board struct {
		Squares []string
	}
	Epigons []struct {
		Seat   string
		Number int
		On     string
		At     *string
	}
	Captures map[string]int
	Islands  map[string]*struct {
		At      string
		Squares []string
		Epigons []int
	}
	Orders map[string][]*struct {
		Order    string
		Revealed bool
	}
	Offers []string
}

// epigoCells are rows and columns of a square by size.
var epigoCells = map[paint.Size][2]int{
	paint.Tiny: {1, 4}, paint.Small: {2, 5}, paint.Medium: {3, 6},
	paint.Large: {4, 8}, paint.Huge: {6, 12},
}

func drawEpigo(v epigoView, m Marks, l paint.Look) *Board {
	pal := l.Colours()
	h, w := epigoCells[l.Size][0], epigoCells[l.Size][1]
	left := 4
	b := &Board{Canvas: paint.NewCanvas(left+8*w+1, 8*h+3)}
	if h == 1 { // no room for an edge
		left = 3
		b.Canvas = paint.NewCanvas(left+8*w, 10)
	}
	cv := b.Canvas
	island := map[string]string{}
	for seat, isl := range v.Islands {
		if isl != nil {
			for _, sq := range isl.Squares {
				island[sq] = seat
			}
		}
	}
	top := func(rank int) int { // the centreline has a row of its own
		y := (7-rank)*h + paint.Int(h > 1)
		if rank < 4 {
			y++
		}
		return y
	}
	files := map[int][2]int{}     // first and last file of each rank
	tile := max(min(h, 2), h-h/4) // rows of a tile; larger squares keep one blank
	for _, name := range v.Board.Squares {
		file, rank := fileRank(name)
		if ends, ok := files[rank]; ok {
			files[rank] = [2]int{min(ends[0], file), max(ends[1], file)}
		} else {
			files[rank] = [2]int{file, file}
		}
		c := Cell{Name: name, x: left + file*w, y: top(rank), w: w, h: h, col: file, row: rank}
		b.Cells = append(b.Cells, c)
		drawEpigoSquare(cv, c, island[name], tile, m, l)
	}
	if h == 1 {
		for file := range 8 {
			cv.Write(left+file*w+1, 9, string(rune('a'+file)), paint.Ink{Fg: pal.Ink3})
		}
		cv.Write(left, 4, strings.Repeat("═", 8*w), paint.Ink{Fg: pal.North.Bg})
	} else {
		drawShore(cv, files, 8, left, w, top, func(rank int) int { return top(rank) - 1 }, 8*h+2, w/2, paint.Ink{Fg: pal.Edge})
	}
	for x := left - 1; h > 1 && x <= left+8*w; x++ {
		sign := "═"
		if x == left-1 {
			sign = "╞"
		} else if x == left+8*w {
			sign = "╡"
		}
		cv.Write(x, 4*h+1, sign, paint.Ink{Fg: pal.North.Bg})
	}
	for rank := range 8 {
		cv.Write(paint.Int(h > 1), top(rank)+(tile-1)/2, fmt.Sprint(rank+1), paint.Ink{Fg: pal.Ink3})
	}
	for seat, isl := range v.Islands {
		if isl != nil && h > 1 {
			drawIsland(b, isl.Squares, seat, isl.Epigons, tile, pal)
		}
	}
	for name := range island {
		if dot, chosen := m.mark(name, w); chosen && h > 1 {
			if c, ok := b.cell(name); ok {
				cv.Write(c.x+w/2, c.y+(tile-1)/2, dot, paint.Ink{Fg: pal.Sel, Bold: true})
			}
		}
	}
	for _, e := range v.Epigons {
		if e.At == nil || e.On != "board" {
			continue
		}
		c, ok := b.cell(*e.At)
		if !ok {
			continue
		}
		drawEpigon(cv, c, fmt.Sprint(e.Number), e.Seat == "N", tile, pal)
	}
	for _, c := range b.Cells {
		frame(cv, Cell{Name: c.Name, x: c.x + (w-tileWidth(w))/2, y: c.y, w: tileWidth(w), h: tile}, m, l)
	}
	for name, tag := range m.Tags {
		if c, ok := b.cell(name); ok {
			drawTag(cv, c, tag, tile, paint.Ink{Fg: pal.Sel, Bold: true})
		}
	}
	noteEpigo(b, v)
	b.Legend = []string{
		"╭ ╮ a tile of South, lapis", "╔ ╗ a tile of North, gold",
		"1← its place in your plan and its direction",
		"┏━┓ (or s~ n~) an Island with its owner and who stands on it: none of them can be pushed or captured",
		"═ the centreline",
	}
	return b
}

// drawEpigoSquare draws an empty square; seat is whose Island it belongs to, "" for none.
func drawEpigoSquare(cv *paint.Canvas, c Cell, seat string, tile int, m Marks, l paint.Look) {
	pal, w, h := l.Colours(), c.w, c.h
	bg := pal.Squares[(c.col+c.row)%2]
	if seat == "S" {
		bg = pal.South.Bg
	} else if seat == "N" {
		bg = pal.North.Bg
	}
	ground(cv, c, bg, m, l)
	dot, chosen := m.mark(c.Name, w)
	in := paint.Ink{Fg: pal.Ink3}
	if chosen {
		in = paint.Ink{Fg: pal.Sel, Bold: true}
	}
	if seat != "" {
		in.Fg = pal.South.Fg
		if seat == "N" {
			in.Fg = pal.North.Fg
		}
		if !chosen {
			dot = strings.ToLower(seat) + "~"
			if h > 1 { // the frame tells whose it is
				dot = " "
			}
		}
	}
	cv.Write(c.x+(w-paint.Int(h == 1))/2, c.y+(tile-1)/2, dot, in)
}

// noteEpigo says what the board does not show.
func noteEpigo(b *Board, v epigoView) {
	for _, seat := range []string{"S", "N"} {
		name := map[string]string{"S": "South", "N": "North"}[seat]
		note := fmt.Sprintf("%s, %d of 3", name, v.Captures[seat])
		if isl := v.Islands[seat]; isl != nil {
			b.Notes = append(b.Notes, fmt.Sprintf("%s's Island on %s shelters %s", name, isl.At, numbers(isl.Epigons)))
		}
		b.Seats = append(b.Seats, note)
	}
	for _, seat := range []string{"S", "N"} {
		if list := v.Orders[seat]; len(list) > 0 {
			words := make([]string, len(list))
			for i, o := range list {
				words[i] = "??"
				if o != nil {
					words[i] = o.Order
				}
			}
			b.Notes = append(b.Notes, fmt.Sprintf("Orders of %s: %s", seat, strings.Join(words, " ")))
		}
	}
	if v.Turn > 0 {
		b.Notes = append(b.Notes, fmt.Sprintf("Turn %d; %d of %d turns without a capture", v.Turn, v.Quiet, v.Options.QuietLimit))
	}
	for _, seat := range v.Offers {
		b.Notes = append(b.Notes, seat+" offers a draw")
	}
}

// drawIsland frames the squares of an Island, with its owner in the upper edge and
// who stands on it inside.
func drawIsland(b *Board, squares []string, seat string, on []int, rows int, pal *paint.Palette) {
	x0, y0, x1, y1 := b.Canvas.W, b.Canvas.H, 0, 0
	for _, name := range squares {
		if c, ok := b.cell(name); ok {
			x0, y0, x1, y1 = min(x0, c.x), min(y0, c.y), max(x1, c.x+c.w), max(y1, c.y+rows)
		}
	}
	if x1 <= x0 {
		return
	}
	in := pal.South
	if seat == "N" {
		in = pal.North
	}
	in.Bold = true
	paint.DrawBox(b.Canvas, x0, y0, x1-x0, y1-y0, paint.Heavy, in)
	b.Canvas.Write(x0+1, y0, " "+prose.SeatName(seat)+" ", in)
	text := "~ ~"
	if len(on) > 0 {
		text = numbers(on)
	}
	b.Canvas.Write((x0+x1-len(text))/2, (y0+y1)/2, text, in)
}

// heads are arrowheads on the edge of a tile.
var heads = map[string]string{"↑": "▲", "→": "►", "↓": "▼", "←": "◄"}

// drawTag writes what a tile is to do onto its edges: its place in the plan above
// and an arrowhead where it goes, or both below where rows are few.
func drawTag(cv *paint.Canvas, c Cell, tag string, rows int, in paint.Ink) {
	w := tileWidth(c.w)
	x := c.x + (c.w-w)/2
	r := []rune(tag)
	if rows <= 2 || len(r) < 2 {
		in.Reverse = true
		cv.Write(x+1, c.y+paint.Int(rows == 2), tag, in)
		return
	}
	cv.Write(x+1, c.y, Ordinals[int(r[0]-'1')%3], in)
	mid := c.y + (rows-1)/2
	switch head := heads[string(r[1])]; string(r[1]) {
	case "←":
		cv.Write(x, mid, head, in)
	case "→":
		cv.Write(x+w-1, mid, head, in)
	case "↑":
		cv.Write(x+w-2, c.y, head, in)
	case "↓":
		cv.Write(x+w/2, c.y+rows-1, head, in)
	}
}

// tileWidth is how wide a tile is drawn: larger squares keep a blank on either side.
func tileWidth(w int) int {
	if w >= 8 {
		return w - 2
	}
	return w
}

// drawEpigon draws a tile: its edge tells the owner, round for South and double
// for North.
func drawEpigon(cv *paint.Canvas, c Cell, number string, north bool, rows int, pal *paint.Palette) {
	w := tileWidth(c.w)
	x := c.x + (c.w-w)/2
	kind, in := paint.Thin, pal.South
	if north {
		kind, in = paint.Double, pal.North
	}
	if rows == 1 {
		text := "(" + number + ")"
		if north {
			text = "[" + number + "]"
		}
		cv.Write(x, c.y, text, in)
		return
	}
	cv.Fill(x, c.y, w, rows, in.Bg)
	paint.DrawBox(cv, x, c.y, w, rows, kind, in)
	if rows == 2 { // the number stands in the upper edge
		for i := x + 1; i < x+w-1; i++ {
			cv.Write(i, c.y, " ", in)
		}
	}
	cv.Write(x+w/2, c.y+(rows-1)/2, number, in)
}

func numbers(list []int) string {
	if len(list) == 0 {
		return "nobody"
	}
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, " ")
}

var _ = register("epigo", Screen{
	Draw: func(js []byte, m Marks, l paint.Look) (*Board, error) { return drawAs(js, m, l, drawEpigo) },
	parts: func(text string) []string {
		if square, ok := strings.CutPrefix(text, "exit "); ok {
			return []string{square}
		}
		return []string{text}
	},
	words:  map[string]string{"slide": "slide once more", "stop": "stop here", "stay": "stay on the Island"},
	choose: newEpigoChooser,
	Say:    sayEpigo,
	Log:    logEpigo,
	Frames: epigoFrames,
	Reel:   reelEpigo,
	Emblem: epigoEmblem,
	Sides:  map[string]string{"S": "lapis, below", "N": "gold, above"},
	Side:   map[paint.Size]int{paint.Small: 33, paint.Medium: 46, paint.Large: 50},
	lesson: map[string]string{"2.g": "Type tiles to swap them, or z to shuffle, if you like. Then lock in the row with Enter."},
	Speak: func(action string) string {
		plan, ok := strings.CutPrefix(action, "plan ")
		if !ok {
			return ""
		}
		var words []string
		for _, o := range strings.Fields(plan) {
			words = append(words, strings.ReplaceAll(orderWords(o), " ", ""))
		}
		return strings.Join(words, " ")
	},
	pictures: map[string]pictured{
		"epigo-start": {players: 2, position: "epigo 2 | plan turn=1 quiet=0 S=b4,e4,a4,g4,f4,h4,c4 N=g5,b5,h5,c5,e5,a5,d5"},
	},
	Help: []paint.HelpItem{
		{"Plan", "1-7 a tile   ←↑↓→ its direction   Bksp one back"},
		{"", "Alt+← Alt+→ changes the order of your three   8 SLAM! (Islanders)"},
		{"Deploy", "←→ along your row, then type a tile: 1-7 or x   z shuffles   i moves the Island"},
	},
})
