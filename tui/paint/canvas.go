// Package paint is what screens are made of: canvases and lines, colours for day and
// night, panes, the keys of the last line. It knows no game and no table.
package paint

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Ink is how a cell of the screen is drawn.
type Ink struct {
	Fg, Bg        Tint
	Bold, Reverse bool
	underline     bool
}

// Canvas is a grid of characters with ink, drawn to and then turned into text.
type Canvas struct {
	W, H  int
	runes []rune
	inks  []Ink
	Plain bool // without colour
}

// NewCanvas is an empty canvas.
func NewCanvas(w, h int) *Canvas {
	c := &Canvas{W: w, H: h, runes: make([]rune, w*h), inks: make([]Ink, w*h)}
	for i := range c.runes {
		c.runes[i] = ' '
	}
	return c
}

// Write puts text at x, y; what does not fit is cut off.
func (c *Canvas) Write(x, y int, text string, in Ink) {
	for _, r := range text {
		if x >= 0 && x < c.W && y >= 0 && y < c.H {
			c.runes[y*c.W+x] = r
			old := c.inks[y*c.W+x]
			if in.Bg == (Tint{}) {
				in.Bg = old.Bg
			}
			c.inks[y*c.W+x] = in
		}
		x++
	}
}

// Fill paints the ground of a rectangle.
func (c *Canvas) Fill(x, y, w, h int, bg Tint) {
	for j := y; j < y+h && j < c.H; j++ {
		for i := x; i < x+w && i < c.W; i++ {
			if i >= 0 && j >= 0 {
				c.inks[j*c.W+i].Bg = bg
			}
		}
	}
}

func (in Ink) style() lipgloss.Style {
	return in.Fg.On(in.Bg, lipgloss.NewStyle()).Bold(in.Bold).Reverse(in.Reverse).Underline(in.underline)
}

// Lines renders the canvas, one string a row.
func (c *Canvas) Lines() []string {
	rows := make([]string, c.H)
	for y := range rows {
		var b strings.Builder
		for x := 0; x < c.W; {
			from, in := x, c.inks[y*c.W+x]
			for x < c.W && c.inks[y*c.W+x] == in {
				x++
			}
			text := string(c.runes[y*c.W+from : y*c.W+x])
			if in == (Ink{}) || c.Plain {
				b.WriteString(text)
			} else {
				b.WriteString(in.style().Render(text))
			}
		}
		rows[y] = strings.TrimRight(b.String(), " ")
	}
	return rows
}

// Int is 1 for true and 0 for false.
func Int(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Around is the index d after i in a list of n that goes round.
func Around(i, d, n int) int { return ((i+d)%n + n) % n }
