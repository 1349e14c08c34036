package tui

import (
	"encoding/json"
	"fmt"
	"strings"

	"atoll/game"
)

// cell is a place on the board that can be pointed at: a square, tile or hex.
type cell struct {
	name       string
	x, y, w, h int
	col, row   int // for moving the cursor; row 0 is at the bottom
}

// board is a picture of a position: a canvas and where its places are. It is made
// from the JSON of a view, the same that a browser gets, so that a local and a
// remote table look alike.
type board struct {
	canvas *canvas
	cells  []cell
	notes  []string // facts beside the board: captures, coins, tools
}

// marks are what the player points at while choosing.
type marks struct {
	cursor  string            // place under the cursor
	chosen  []string          // places picked so far
	targets map[string]bool   // places that can be picked next
	tags    map[string]string // short text on a place, as the order of a plan
	last    []string          // places of the last move
}

func (m marks) isChosen(name string) bool {
	for _, c := range m.chosen {
		if c == name {
			return true
		}
	}
	return false
}

func (m marks) isLast(name string) bool {
	for _, c := range m.last {
		if c == name {
			return true
		}
	}
	return false
}

func (b *board) cell(name string) (cell, bool) {
	for _, c := range b.cells {
		if c.name == name {
			return c, true
		}
	}
	return cell{}, false
}

// at finds the place drawn at a point of the canvas.
func (b *board) at(x, y int) (string, bool) {
	for _, c := range b.cells {
		if x >= c.x && x < c.x+c.w && y >= c.y && y < c.y+c.h {
			return c.name, true
		}
	}
	return "", false
}

// move goes from a place to the nearest one in a direction.
func (b *board) move(from string, dx, dy int) string {
	here, ok := b.cell(from)
	if !ok {
		if len(b.cells) > 0 {
			return b.cells[len(b.cells)/2].name
		}
		return from
	}
	best, bestCost := from, 1<<30
	for _, c := range b.cells {
		along := (c.col-here.col)*dx + (c.row-here.row)*dy
		if along <= 0 {
			continue
		}
		across := (c.col-here.col)*dy + (c.row-here.row)*dx
		if across < 0 {
			across = -across
		}
		if cost := along + 3*across; cost < bestCost {
			best, bestCost = c.name, cost
		}
	}
	return best
}

// Colours of the seats on dark and light terminals alike.
var seatInk = [game.MaxSeats]ink{
	{fg: 15, bg: 26, bold: true},
	{fg: 15, bg: 130, bold: true},
	{fg: 15, bg: 29, bold: true},
	{fg: 16, bg: 178, bold: true},
	{fg: 15, bg: 97, bold: true},
	{fg: 15, bg: 240, bold: true},
}

const (
	groundA   = 253 // pale squares, dark text
	groundB   = 251
	groundInk = 236
	sea       = 24
	target    = 30
	lastWash  = 222
)

// drawCell paints the ground and the marks that all games share: brackets for
// what is picked or under the cursor, so that they show without colour too.
func drawCell(cv *canvas, c cell, bg uint8, m marks) {
	if m.isLast(c.name) {
		bg = lastWash
	}
	cv.fill(c.x, c.y, c.w, c.h, bg)
	left, right := " ", " "
	in := ink{fg: groundInk, bg: bg}
	switch {
	case m.cursor == c.name:
		left, right, in.bold = "[", "]", true
	case m.isChosen(c.name):
		left, right = "{", "}"
	case m.targets[c.name]:
		left, right = "·", "·"
		in.fg = target
	}
	if c.w <= 4 { // an empty place shows without colour too
		cv.write(c.x+1, c.y, ".", ink{fg: 245, bg: bg})
	}
	cv.write(c.x, c.y, left, in)
	cv.write(c.x+c.w-1, c.y, right, in)
}

// drawBoard draws any game's view. Of a board in text it marks what differs from
// the one before.
func drawBoard(view game.State, m marks, before string) (*board, error) {
	own, ok := screens[view.Config().Game.ID]
	if !ok {
		return drawText(view, before), nil
	}
	js, err := view.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return own.draw(js, m)
}

func drawAs[T any](js []byte, m marks, draw func(T, marks) *board) (*board, error) {
	var v T
	if err := json.Unmarshal(js, &v); err != nil {
		return nil, fmt.Errorf("the view cannot be drawn: %w", err)
	}
	return draw(v, m), nil
}

func boardText(view game.State) string { return strings.TrimRight(string(view.AppendBoard(nil)), "\n") }

// drawText serves games without a picture of their own.
func drawText(view game.State, before string) *board {
	rows, old := strings.Split(boardText(view), "\n"), strings.Split(before, "\n")
	w := 0
	for _, r := range rows {
		w = max(w, len([]rune(r)))
	}
	b := &board{canvas: newCanvas(w, len(rows))}
	for y, r := range rows {
		b.canvas.write(0, y, r, ink{})
		if before == "" || y >= len(old) || old[y] == r {
			continue
		}
		was := []rune(old[y])
		for x, c := range []rune(r) {
			if x >= len(was) || was[x] != c {
				b.canvas.write(x, y, string(c), ink{fg: groundInk, bg: lastWash, bold: true})
			}
		}
	}
	return b
}

func fileRank(name string) (file, rank int) {
	fmt.Sscanf(name[1:], "%d", &rank)
	return int(name[0] - 'a'), rank - 1
}
