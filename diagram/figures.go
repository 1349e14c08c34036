// Package diagram draws positions of games, and the pictures of the rules pages.
// Each game has a file for its board and one for its figures; a test keeps
// docs/rules/img in step (go test ./diagram -update).
package diagram

import (
	"fmt"
	"slices"
	"strings"

	"atoll/draw"
)

// Figure is one picture: a file name without its ending, a sentence for those
// who cannot see it, a size, and the drawing.
type Figure struct {
	Name string
	Alt  string
	W, H float64
	Draw func(*draw.Canvas)
}

// Figures returns all pictures of the rules pages. This is a plain list, so that
// programs which only draw boards are built without them.
func Figures() []Figure {
	return slices.Concat(epigoFigures(), evoFigures(), conquerorFigures(), earthquakeFigures())
}

// shades are the colours of the theme and of every game.
func shades() []shade {
	return slices.Concat(theme, epigoShades, evoShades, conquerorShades, earthquakeShades)
}

// Render returns the figure as a whole SVG file.
func (f Figure) Render() []byte {
	var c draw.Canvas
	f.Draw(&c)
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img" %s>`+"\n",
		draw.Num(f.W), draw.Num(f.H), draw.Num(f.W), draw.Num(f.H), draw.Sans)
	fmt.Fprintf(&out, "<title>%s</title>\n", draw.Escape(f.Alt))
	fmt.Fprintf(&out, "<style>:root{color-scheme:light dark}%s</style>\n", rules("", `fill="`+draw.Ground+`" `+c.String()))
	fmt.Fprintf(&out, `<rect width="%s" height="%s" rx="14" fill="%s"/>`+"\n", draw.Num(f.W), draw.Num(f.H), draw.Ground)
	out.WriteString(c.String())
	out.WriteString("</svg>\n")
	return []byte(out.String())
}
