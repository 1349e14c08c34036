package board

import (
	"encoding/json"
	"fmt"
	"strings"

	"atoll/tui/paint"
	"atoll/tui/prose"
)

type conquerorView struct {
	Phase         string
	Width, Height int
	Turn          *string
	Die, Steps    int
	Quiet         int
	Order         []string
	Corners       []string
	Seats         []struct {
		Seat  string
		In    bool
		Left  *string
		Token *string
		Coins int
		Won   int
		Score int
	}
	Islands []conquerorIsland
}

type conquerorIsland struct {
	At      string
	WonBy   *string `json:"won_by"`
	Removed bool
	Tiles   []struct {
		At    string
		Coin  *string
		Token *string
	}
	Holder *string
}

// conquerorCells are rows and columns of a tile by size; islands of 2×2 tiles
// have their edge within them.
var conquerorCells = map[paint.Size][2]int{
	paint.Tiny: {1, 3}, paint.Small: {2, 5}, paint.Medium: {3, 7},
	paint.Large: {4, 8}, paint.Huge: {6, 12},
}

func drawConqueror(v conquerorView, m Marks, l paint.Look) *Board {
	ph, pw := conquerorCells[l.Size][0], conquerorCells[l.Size][1]
	a := conquerorArt{&Board{Canvas: paint.NewCanvas(conquerorLeft+v.Width*pw, v.Height*ph+1)}, v, m, l, l.Colours(), pw, ph}
	for i, isl := range v.Islands {
		a.island(isl, i%2 == 1)
	}
	a.names()
	for _, s := range v.Seats {
		note := fmt.Sprintf("%d won, %d now, %d coins", s.Won, s.Score, s.Coins)
		if s.Left != nil {
			note = "out: " + *s.Left
		}
		a.Seats = append(a.Seats, note)
	}
	if v.Die > 0 {
		a.Notes = append(a.Notes, fmt.Sprintf("The die shows %d: steps to go %d", v.Die, v.Steps))
	}
	a.Legend = []string{
		"█A█ or ▐A▌ a player's token, (a) a coin",
		"The letter in the upper edge of an island is who would get it now",
		"Double edge and =: won, and still there while a token stands on it",
		"~ open sea: the island was won and lifted, and counts for its winner",
		"now = islands if the game ended now",
	}
	return a.Board
}

// conquerorArt is a board while it is drawn.
type conquerorArt struct {
	*Board
	v    conquerorView
	m    Marks
	l    paint.Look
	pal  *paint.Palette
	w, h int // of a tile
}

// conquerorLeft is the room for the names of the ranks.
const conquerorLeft = 4

// island draws an island, or the sea where it was. Without room for an edge every other
// one is lighter.
func (a *conquerorArt) island(isl conquerorIsland, odd bool) {
	if len(isl.Tiles) == 0 {
		return
	}
	file0, rank1 := 1<<20, 0
	for _, t := range isl.Tiles {
		file, rank := fileRank(t.At)
		file0, rank1 = min(file0, file), max(rank1, rank)
	}
	x0, y0 := conquerorLeft+file0*a.w, (a.v.Height-1-rank1)*a.h
	w0, h0 := 2*a.w, 2*a.h
	if isl.Removed {
		drawSunk(a.Canvas, x0, y0, w0, h0, isl.WonBy, a.pal)
		return
	}
	wood := a.pal.Wood
	if isl.WonBy != nil || a.h == 1 && odd {
		wood = a.pal.Lighter
	}
	if a.h > 1 {
		a.edge(isl, x0, y0)
	}
	for _, t := range isl.Tiles {
		a.tile(isl, t.At, t.Coin, t.Token, file0, rank1, wood)
	}
}

// edge frames an island and says whose it is.
func (a *conquerorArt) edge(isl conquerorIsland, x0, y0 int) {
	w0, h0 := 2*a.w, 2*a.h
	kind := paint.Thin
	if isl.WonBy != nil {
		kind = paint.Double
	}
	paint.DrawBox(a.Canvas, x0, y0, w0, h0, kind, paint.Ink{Fg: a.pal.Wood})
	if w0 >= 14 {
		a.Canvas.Write(x0+2, y0, " "+isl.At+" ", paint.Ink{Fg: a.pal.Ink3})
	}
	label, who, at := "", "", x0+w0-3
	switch {
	case isl.WonBy != nil:
		who, label, at = *isl.WonBy, "won "+*isl.WonBy, x0+2
	case isl.Holder != nil:
		who, label = *isl.Holder, *isl.Holder
	}
	if w0 >= 14 {
		label = " " + label + " "
		at = x0 + w0 - 2 - len(label) + paint.Int(isl.WonBy != nil)
	}
	if who != "" {
		a.Canvas.Write(at, y0, label, paint.Ink{Fg: a.pal.Seats[who[0]-'A'], Bold: true})
	}
}

func (a *conquerorArt) tile(isl conquerorIsland, at string, coin, token *string, file0, rank1 int, wood paint.Tint) {
	file, rank := fileRank(at)
	c := Cell{Name: at, x: conquerorLeft + file*a.w, y: (a.v.Height - 1 - rank) * a.h, w: a.w, h: a.h, inset: true, col: file, row: rank}
	if a.h > 1 { // the edge of the island takes a column and a row of each tile
		c.w, c.h = a.w-1, a.h-1
		if file == file0 {
			c.x++
		}
		if rank == rank1 {
			c.y++
		}
	}
	a.Cells = append(a.Cells, c)
	ground(a.Canvas, c, wood, a.m, a.l)
	drawConquerorTile(a.Canvas, c, coin, token, isl.WonBy, a.m, a.pal)
	if c.h >= 3 && a.m.Cursor == c.Name && token == nil { // nothing to draw a box around
		for i, corner := range [][2]int{{0, 0}, {c.w - 1, 0}, {0, c.h - 1}, {c.w - 1, c.h - 1}} {
			a.Canvas.Write(c.x+corner[0], c.y+corner[1], []string{"╔", "╗", "╚", "╝"}[i], paint.Ink{Fg: a.pal.Sel, Bold: true})
		}
		return
	}
	frame(a.Canvas, c, a.m, a.l)
}

// names writes those of ranks and files beside and below the middle of their tiles.
func (a *conquerorArt) names() {
	ranks, files := map[int]int{}, map[int]int{}
	for _, c := range a.Cells {
		ranks[c.row] = c.y + (c.h-1)/2
		files[c.col] = c.x + (c.w-3)/2 + 1
		if c.w == 4 {
			files[c.col] = c.x + 2
		}
	}
	for rank := range a.v.Height {
		y, ok := ranks[rank]
		if !ok {
			y = (a.v.Height-1-rank)*a.h + a.h/2
		}
		a.Canvas.Write(0, y, fmt.Sprintf("%2d", rank+1), paint.Ink{Fg: a.pal.Ink3})
	}
	for file := range a.v.Width {
		x, ok := files[file]
		if !ok {
			x = conquerorLeft + file*a.w + a.w/2
			if near, ok := files[(file+2)%a.v.Width]; ok { // what has sunk stood like its neighbours
				x = near + (file-(file+2)%a.v.Width)*a.w
			}
		}
		a.Canvas.Write(x, a.v.Height*a.h, string(rune('a'+file)), paint.Ink{Fg: a.pal.Ink3})
	}
}

// drawSunk is open sea where an island was.
func drawSunk(cv *paint.Canvas, x, y, w, h int, by *string, pal *paint.Palette) {
	cv.Fill(x, y, w, h, pal.Sea)
	waves, won := [][2]int{{12, 1}, {2, 2}, {9, 5}, {12, 5}, {4, 6}}, [2]int{5, 3}
	if h < 7 {
		waves, won = [][2]int{{1, 0}, {7, h - 1}}, [2]int{2, 1}
	}
	for _, at := range waves {
		if at[0] < w-1 && at[1] < h {
			cv.Write(x+at[0], y+at[1], "~", paint.Ink{Fg: pal.Ink3})
		}
	}
	if by != nil && h > 2 {
		cv.Write(x+won[0], y+won[1], "won "+*by, paint.Ink{Fg: pal.Seats[(*by)[0]-'A'], Bold: true})
	}
}

func drawConquerorTile(cv *paint.Canvas, c Cell, coin, token, won *string, m Marks, pal *paint.Palette) {
	x, y := c.x+(c.w-3)/2, c.y+(c.h-1)/2
	if c.w == 4 {
		x = c.x + 1
	}
	switch {
	case token != nil && c.h >= 3:
		in := paint.Ink{Fg: pal.Seats[(*token)[0]-'A'], Bold: true}
		cv.Write(x, y-1, "▄▄▄", in)
		cv.Write(x, y, "█"+*token+"█", in)
		cv.Write(x, y+1, "▀▀▀", in)
	case token != nil:
		cv.Write(x, y, "▐"+*token+"▌", paint.Ink{Fg: paint.White, Bg: pal.Seats[(*token)[0]-'A'], Bold: true})
	case won != nil:
		cv.Write(x+1, y, "=", paint.Ink{Fg: paint.Black})
	case coin != nil:
		cv.Write(x, y, "("+strings.ToLower(*coin)+")", paint.Ink{Fg: paint.Black, Bold: true})
	default:
		dot, target := m.mark(c.Name, c.w)
		in := paint.Ink{Fg: paint.Black}
		if target {
			in.Bold = true
		}
		if len([]rune(dot)) == 1 {
			dot = " " + dot
		}
		cv.Write(x, y, dot, in)
	}
	if way := m.Tags[c.Name]; way != "" && c.w >= 6 {
		cv.Write(x+3, y, way, paint.Ink{Fg: pal.Note, Bold: true})
	}
}

var _ = register("conqueror", Screen{
	Draw: func(js []byte, m Marks, l paint.Look) (*Board, error) { return drawAs(js, m, l, drawConqueror) },
	parts: func(text string) []string {
		if _, place, ok := strings.Cut(text, " "); ok {
			return []string{place}
		}
		return []string{text}
	},
	words: map[string]string{"pass": "stay: no free tile in reach"},
	Home: func(js []byte, seat string) string {
		var v conquerorView
		_ = json.Unmarshal(js, &v)
		for _, s := range v.Seats {
			if s.Seat == seat && s.Token != nil {
				return *s.Token
			}
		}
		return ""
	},
	Say: sayConqueror,
	Log: logConqueror,
	Emblem: func(js []byte, winner string, names func(string) string) (sign [3]string, fared string) {
		var v conquerorView
		_ = json.Unmarshal(js, &v)
		var words []string
		for _, s := range v.Seats {
			words = append(words, fmt.Sprintf("%s %s %d", prose.Within(names(s.Seat)), strings.Repeat("█", s.Score), s.Score))
		}
		return [3]string{"▄▄▄▄▄", "█ " + winner + " █", "▀▀▀▀▀"}, strings.Join(words, "  ")
	},
	Side:   map[paint.Size]int{paint.Small: 34, paint.Medium: 39, paint.Large: 48},
	Indent: 1,
	pictures: map[string]pictured{
		"conqueror-start": {players: 4, position: "conqueror 4 | basic | ABCD | move A 1 | 0 | a1 h1 a8 h8 | A1 . . . . . . . . . . . . . . ."},
	},
	Help: []paint.HelpItem{
		{"Walk", "1-9 or n highlights a tile   Enter walks there   the die rolls by itself"},
		{"", "the letter in an island's edge is who would get it now"},
	},
})
