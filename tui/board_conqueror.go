package tui

import (
	"encoding/json"
	"fmt"
	"strings"
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
	Islands []struct {
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
}

// conquerorCells are rows and columns of a tile by size; islands of 2×2 tiles
// have their edge within them.
var conquerorCells = map[size][2]int{tiny: {1, 3}, small: {2, 5}, medium: {3, 7}, large: {4, 8}, huge: {6, 12}}

func drawConqueror(v conquerorView, m marks, l look) *board {
	pal := l.colours()
	ph, pw := conquerorCells[l.size][0], conquerorCells[l.size][1]
	edged := ph > 1
	const left = 4
	b := &board{canvas: newCanvas(left+v.Width*pw, v.Height*ph+1)}
	cv := b.canvas
	for i, isl := range v.Islands {
		if len(isl.Tiles) == 0 {
			continue
		}
		file0, rank1 := 1<<20, 0
		for _, t := range isl.Tiles {
			file, rank := fileRank(t.At)
			file0, rank1 = min(file0, file), max(rank1, rank)
		}
		x0, y0 := left+file0*pw, (v.Height-1-rank1)*ph
		w0, h0 := 2*pw, 2*ph
		if isl.Removed {
			drawSunk(cv, x0, y0, w0, h0, isl.WonBy, pal)
			continue
		}
		wood := pal.wood
		if isl.WonBy != nil || !edged && i%2 == 1 {
			wood = pal.lighter
		}
		if edged {
			kind := thin
			if isl.WonBy != nil {
				kind = double
			}
			drawBox(cv, x0, y0, w0, h0, kind, ink{fg: pal.wood})
			if w0 >= 14 {
				cv.write(x0+2, y0, " "+isl.At+" ", ink{fg: pal.ink3})
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
				at = x0 + w0 - 2 - len(label) + b2i(isl.WonBy != nil)
			}
			if who != "" {
				cv.write(at, y0, label, ink{fg: pal.seats[who[0]-'A'], bold: true})
			}
		}
		for _, t := range isl.Tiles {
			file, rank := fileRank(t.At)
			c := cell{name: t.At, x: left + file*pw, y: (v.Height - 1 - rank) * ph, w: pw, h: ph, inset: true, col: file, row: rank}
			if edged { // the edge of the island takes a column and a row of each tile
				c.w, c.h = pw-1, ph-1
				if file == file0 {
					c.x++
				}
				if rank == rank1 {
					c.y++
				}
			}
			b.cells = append(b.cells, c)
			ground(cv, c, wood, m, l)
			drawConquerorTile(cv, c, t.Coin, t.Token, isl.WonBy, m, pal)
			if c.h >= 3 && m.cursor == c.name && t.Token == nil { // nothing to draw a box around
				for i, at := range [][2]int{{0, 0}, {c.w - 1, 0}, {0, c.h - 1}, {c.w - 1, c.h - 1}} {
					cv.write(c.x+at[0], c.y+at[1], []string{"╔", "╗", "╚", "╝"}[i], ink{fg: pal.sel, bold: true})
				}
				continue
			}
			frame(cv, c, m, l)
		}
	}
	// The names of ranks and files stand beside and below the middle of their tiles.
	ranks, files := map[int]int{}, map[int]int{}
	for _, c := range b.cells {
		ranks[c.row] = c.y + (c.h-1)/2
		files[c.col] = c.x + (c.w-3)/2 + 1
		if c.w == 4 {
			files[c.col] = c.x + 2
		}
	}
	for rank := range v.Height {
		y, ok := ranks[rank]
		if !ok {
			y = (v.Height-1-rank)*ph + ph/2
		}
		cv.write(0, y, fmt.Sprintf("%2d", rank+1), ink{fg: pal.ink3})
	}
	for file := range v.Width {
		x, ok := files[file]
		if !ok {
			x = left + file*pw + pw/2
			if near, ok := files[(file+2)%v.Width]; ok { // what has sunk stood like its neighbours
				x = near + (file-(file+2)%v.Width)*pw
			}
		}
		cv.write(x, v.Height*ph, string(rune('a'+file)), ink{fg: pal.ink3})
	}
	for _, s := range v.Seats {
		note := fmt.Sprintf("%d won, %d now, %d coins", s.Won, s.Score, s.Coins)
		if s.Left != nil {
			note = "out: " + *s.Left
		}
		b.seats = append(b.seats, note)
	}
	if v.Die > 0 {
		b.notes = append(b.notes, fmt.Sprintf("The die shows %d: steps to go %d", v.Die, v.Steps))
	}
	b.legend = []string{
		"█A█ or ▐A▌ a player's token, (a) a coin",
		"The letter in the upper edge of an island is who would get it now",
		"Double edge and =: won, and still there while a token stands on it",
		"~ open sea: the island was won and lifted, and counts for its winner",
		"now = islands if the game ended now",
	}
	return b
}

// drawSunk is open sea where an island was.
func drawSunk(cv *canvas, x, y, w, h int, by *string, pal *palette) {
	cv.fill(x, y, w, h, pal.sea)
	waves, won := [][2]int{{12, 1}, {2, 2}, {9, 5}, {12, 5}, {4, 6}}, [2]int{5, 3}
	if h < 7 {
		waves, won = [][2]int{{1, 0}, {7, h - 1}}, [2]int{2, 1}
	}
	for _, at := range waves {
		if at[0] < w-1 && at[1] < h {
			cv.write(x+at[0], y+at[1], "~", ink{fg: pal.ink3})
		}
	}
	if by != nil && h > 2 {
		cv.write(x+won[0], y+won[1], "won "+*by, ink{fg: pal.seats[(*by)[0]-'A'], bold: true})
	}
}

func drawConquerorTile(cv *canvas, c cell, coin, token, won *string, m marks, pal *palette) {
	x, y := c.x+(c.w-3)/2, c.y+(c.h-1)/2
	if c.w == 4 {
		x = c.x + 1
	}
	switch {
	case token != nil && c.h >= 3:
		in := ink{fg: pal.seats[(*token)[0]-'A'], bold: true}
		cv.write(x, y-1, "▄▄▄", in)
		cv.write(x, y, "█"+*token+"█", in)
		cv.write(x, y+1, "▀▀▀", in)
	case token != nil:
		cv.write(x, y, "▐"+*token+"▌", ink{fg: white, bg: pal.seats[(*token)[0]-'A'], bold: true})
	case won != nil:
		cv.write(x+1, y, "=", ink{fg: black})
	case coin != nil:
		cv.write(x, y, "("+strings.ToLower(*coin)+")", ink{fg: black, bold: true})
	default:
		dot, target := m.mark(c.name, c.w)
		in := ink{fg: black}
		if target {
			in.bold = true
		}
		if len([]rune(dot)) == 1 {
			dot = " " + dot
		}
		cv.write(x, y, dot, in)
	}
}

var _ = register("conqueror", screen{
	draw: func(js []byte, m marks, l look) (*board, error) { return drawAs(js, m, l, drawConqueror) },
	parts: func(text string) []string {
		if _, place, ok := strings.Cut(text, " "); ok {
			return []string{place}
		}
		return []string{text}
	},
	words: map[string]string{"pass": "stay: no free tile in reach"},
	home: func(js []byte, seat string) string {
		var v conquerorView
		_ = json.Unmarshal(js, &v)
		for _, s := range v.Seats {
			if s.Seat == seat && s.Token != nil {
				return *s.Token
			}
		}
		return ""
	},
	say: sayConqueror,
	log: logConqueror,
	emblem: func(js []byte, winner string, names func(string) string) (sign [3]string, fared string) {
		var v conquerorView
		_ = json.Unmarshal(js, &v)
		var words []string
		for _, s := range v.Seats {
			words = append(words, fmt.Sprintf("%s %s %d", within(names(s.Seat)), strings.Repeat("█", s.Score), s.Score))
		}
		return [3]string{"▄▄▄▄▄", "█ " + winner + " █", "▀▀▀▀▀"}, strings.Join(words, "  ")
	},
	side:   map[size]int{small: 34, medium: 39, large: 48},
	indent: 1,
	pictures: map[string]pictured{
		"conqueror-start": {players: 4, position: "conqueror 4 | basic | ABCD | move A 1 | 0 | a1 h1 a8 h8 | A1 . . . . . . . . . . . . . . ."},
	},
	help: []helpItem{
		{"Walk", "1-9 or n highlights a tile   Enter walks there   the die rolls by itself"},
		{"", "the letter in an island's edge is who would get it now"},
	},
})
