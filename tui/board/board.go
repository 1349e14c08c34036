// Package board draws positions and asks for actions: a board, a chooser and words
// for each game, in files of its name, and those of any game.
package board

import (
	"encoding/json"
	"fmt"
	"strings"

	"atoll/game"
	"atoll/tui/paint"
)

// Cell is a place on the board that can be pointed at: a square, tile or hex.
type Cell struct {
	Name       string
	x, y, w, h int
	inset      bool // its contents are drawn one column in
	col, row   int  // for moving the cursor; row 0 is at the bottom
}

// Board is a picture of a position: a canvas and where its places are. It is made
// from the JSON of a view, the same that a browser gets, so that a local and a
// remote table look alike.
type Board struct {
	Canvas *paint.Canvas
	Cells  []Cell
	Seats  []string // a few words about every seat, in seat order
	Notes  []string // facts about the position
	Legend []string // what the signs mean
}

// Marks are what the player points at while choosing.
type Marks struct {
	Cursor  string            // place under the cursor
	chosen  []string          // places picked so far
	targets map[string]bool   // places that can be picked next
	Tags    map[string]string // short text on a place, such as the order of a plan
	Last    []string          // places of the last move
	numbers map[string]int    // of the targets in the list of choices
}

func (m Marks) isChosen(name string) bool {
	for _, c := range m.chosen {
		if c == name {
			return true
		}
	}
	return false
}

func (m Marks) isLast(name string) bool {
	for _, c := range m.Last {
		if c == name {
			return true
		}
	}
	return false
}

func (b *Board) cell(name string) (Cell, bool) {
	for _, c := range b.Cells {
		if c.Name == name {
			return c, true
		}
	}
	return Cell{}, false
}

// At finds the place drawn at a point of the canvas.
func (b *Board) At(x, y int) (string, bool) {
	for _, c := range b.Cells {
		if x >= c.x && x < c.x+c.w && y >= c.y && y < c.y+c.h {
			return c.Name, true
		}
	}
	return "", false
}

// Move goes from a place to the nearest one in a direction.
func (b *Board) Move(from string, dx, dy int) string {
	here, ok := b.cell(from)
	if !ok {
		if len(b.Cells) > 0 {
			return b.Cells[len(b.Cells)/2].Name
		}
		return from
	}
	best, bestCost := from, 1<<30
	for _, c := range b.Cells {
		along := (c.col-here.col)*dx + (c.row-here.row)*dy
		if along <= 0 {
			continue
		}
		across := (c.col-here.col)*dy + (c.row-here.row)*dx
		if across < 0 {
			across = -across
		}
		if cost := along + 3*across; cost < bestCost {
			best, bestCost = c.Name, cost
		}
	}
	return best
}

// ground paints a place and the wash of the last move.
func ground(cv *paint.Canvas, c Cell, bg paint.Tint, m Marks, l paint.Look) {
	if m.isLast(c.Name) {
		bg = l.Colours().Last
	}
	cv.Fill(c.x, c.y, c.w, c.h, bg)
}

// frame draws the marks that all games share around a place: the cursor, what is
// picked, and what can be picked next. They are shapes, so that they show without
// colour too.
func frame(cv *paint.Canvas, c Cell, m Marks, l paint.Look) {
	pal := l.Colours()
	cursor := paint.Ink{Fg: pal.Sel, Bold: true}
	if c.h >= 3 && c.w >= 5 {
		switch {
		case m.Cursor == c.Name:
			paint.DrawBox(cv, c.x, c.y, c.w, c.h, paint.Double, cursor)
		case m.isChosen(c.Name):
			paint.DrawBox(cv, c.x, c.y, c.w, c.h, paint.Heavy, cursor)
		}
		return
	}
	left, right := "", ""
	switch {
	case m.Cursor == c.Name:
		left, right, cursor.Reverse = "[", "]", true
	case m.isChosen(c.Name):
		left, right = "{", "}"
	default:
		return
	}
	y := c.y + (c.h-1)/2
	if c.w == 4 && c.inset {
		c.x, c.w = c.x+1, 3
	}
	cv.Write(c.x, y, left, cursor)
	cv.Write(c.x+c.w-1, y, right, cursor)
}

// mark is what is drawn on an empty place: a target is a dot, or its number in the
// list if it has one.
func (m Marks) mark(name string, room int) (string, bool) {
	switch n := m.numbers[name]; {
	case n > 0 && n < 10 && room >= 3:
		return fmt.Sprintf("‹%d›", n), true
	case m.targets[name]:
		return "•", true
	}
	return "·", false
}

// Draw draws any game's view. On a text board it marks what differs from the one before.
func Draw(view game.State, m Marks, l paint.Look, before string) (*Board, error) {
	own, ok := Screens[view.Config().Game.ID]
	if !ok {
		return DrawText(view, before), nil
	}
	js, err := view.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return own.Draw(js, m, l)
}

func drawAs[T any](js []byte, m Marks, l paint.Look, draw func(T, Marks, paint.Look) *Board) (*Board, error) {
	var v T
	if err := json.Unmarshal(js, &v); err != nil {
		return nil, fmt.Errorf("the view cannot be drawn: %w", err)
	}
	return draw(v, m, l), nil
}

// Text is the text board of a view.
func Text(view game.State) string { return strings.TrimRight(string(view.AppendBoard(nil)), "\n") }

// DrawText serves games without a picture of their own.
func DrawText(view game.State, before string) *Board {
	rows, old := strings.Split(Text(view), "\n"), strings.Split(before, "\n")
	w := 0
	for _, r := range rows {
		w = max(w, len([]rune(r)))
	}
	b := &Board{Canvas: paint.NewCanvas(w, len(rows))}
	for y, r := range rows {
		b.Canvas.Write(0, y, r, paint.Ink{})
		if before == "" || y >= len(old) || old[y] == r {
			continue
		}
		was := []rune(old[y])
		for x, c := range []rune(r) {
			if x >= len(was) || was[x] != c {
				b.Canvas.Write(x, y, string(c), paint.Ink{Fg: paint.Day.Ink, Bg: paint.Day.Last, Bold: true})
			}
		}
	}
	return b
}

func fileRank(name string) (file, rank int) {
	fmt.Sscanf(name[1:], "%d", &rank)
	return int(name[0] - 'a'), rank - 1
}

// drawShore draws the edge of a board of squares whose ranks begin and end at
// different files. Steps of the upper half lie below the shorter rank, those of
// the lower half beside it; the letters of the files stand in the lower edge.
func drawShore(cv *paint.Canvas, files map[int][2]int, ranks, left, w int, top, above func(rank int) int, bottom, mid int, in paint.Ink) {
	line, half := paint.NewWires(cv.W, cv.H), ranks/2
	x := func(file int) int { // the wall before a file, or after the one before it
		if file > files[half][0] && file > (files[half][0]+files[half][1])/2 {
			return left + file*w
		}
		return left + file*w - 1
	}
	highest := files[ranks-1]
	line.Across(x(highest[0]), x(highest[1]+1), 0, paint.Thin)
	from := [2]int{0, 0}
	steps := top(ranks-2)-top(ranks-1) > 1 // one row a rank has no room for steps
	for rank := ranks - 1; rank >= 0; rank-- {
		here := files[rank]
		if !steps {
			cv.Write(x(here[0]), top(rank), "│", in)
			cv.Write(x(here[1]+1), top(rank), "│", in)
			continue
		}
		to := bottom
		next := here
		if rank > 0 {
			next = files[rank-1]
			to = above(rank - 1)
			if rank-1 < half {
				to = top(rank - 1)
			}
		}
		if next == here && rank > 0 {
			continue
		}
		for side, at := range []int{x(here[0]), x(here[1] + 1)} {
			line.Down(at, from[side], to, paint.Thin)
			from[side] = to
		}
		if rank > 0 {
			line.Across(min(x(here[0]), x(next[0])), max(x(here[0]), x(next[0])), to, paint.Thin)
			line.Across(min(x(here[1]+1), x(next[1]+1)), max(x(here[1]+1), x(next[1]+1)), to, paint.Thin)
		}
	}
	lowest := files[0]
	line.Across(x(lowest[0]), x(lowest[1]+1), bottom, paint.Thin)
	for side := range 2 {
		line.Add(x(highest[side]+side), 0, paint.WayDown, paint.Thin)
		line.Add(x(lowest[side]+side), bottom, paint.WayUp, paint.Thin)
	}
	line.Draw(cv, in)
	widest := files[half]
	for file := widest[0]; file <= widest[1]; file++ {
		y := bottom
		for rank := half; rank > 0; rank-- { // the lowest rank that has this file
			if ends := files[rank-1]; file < ends[0] || file > ends[1] {
				y = top(rank - 1)
				break
			}
		}
		cv.Write(left+file*w+mid, y, string(rune('a'+file)), in)
	}
}
