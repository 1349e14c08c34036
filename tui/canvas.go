package tui

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// ink is how a cell of the screen is drawn.
type ink struct {
	fg, bg        tint
	bold, reverse bool
	underline     bool
}

// canvas is a grid of characters with ink, drawn to and then turned into text.
type canvas struct {
	w, h  int
	runes []rune
	inks  []ink
	plain bool // without colour
}

func newCanvas(w, h int) *canvas {
	c := &canvas{w: w, h: h, runes: make([]rune, w*h), inks: make([]ink, w*h)}
	for i := range c.runes {
		c.runes[i] = ' '
	}
	return c
}

// write puts text at x, y; what does not fit is cut off.
func (c *canvas) write(x, y int, text string, in ink) {
	for _, r := range text {
		if x >= 0 && x < c.w && y >= 0 && y < c.h {
			c.runes[y*c.w+x] = r
			old := c.inks[y*c.w+x]
			if in.bg == (tint{}) {
				in.bg = old.bg
			}
			c.inks[y*c.w+x] = in
		}
		x++
	}
}

// fill paints the ground of a rectangle.
func (c *canvas) fill(x, y, w, h int, bg tint) {
	for j := y; j < y+h && j < c.h; j++ {
		for i := x; i < x+w && i < c.w; i++ {
			if i >= 0 && j >= 0 {
				c.inks[j*c.w+i].bg = bg
			}
		}
	}
}

func (in ink) style() lipgloss.Style {
	return in.fg.on(in.bg, lipgloss.NewStyle()).Bold(in.bold).Reverse(in.reverse).Underline(in.underline)
}

// lines renders the canvas, one string a row.
func (c *canvas) lines() []string {
	rows := make([]string, c.h)
	for y := range rows {
		var b strings.Builder
		for x := 0; x < c.w; {
			from, in := x, c.inks[y*c.w+x]
			for x < c.w && c.inks[y*c.w+x] == in {
				x++
			}
			text := string(c.runes[y*c.w+from : y*c.w+x])
			if in == (ink{}) || c.plain {
				b.WriteString(text)
			} else {
				b.WriteString(in.style().Render(text))
			}
		}
		rows[y] = strings.TrimRight(b.String(), " ")
	}
	return rows
}

// b2i counts: 1 for true, 0 for false.
func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// turn goes from i on by d, round a list of n.
func turn(i, d, n int) int { return ((i+d)%n + n) % n }
