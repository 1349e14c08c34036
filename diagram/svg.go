// Package diagram draws the pictures of the rules pages as SVG, in the
// project's design language. Each game has a file with its figures; a test keeps
// docs/rules/img in step (go test ./diagram -update).
package diagram

import (
	"fmt"
	"math"
	"strings"
)

// Figure is one picture: a file name without its ending, a sentence for those
// who cannot see it, a size, and the drawing.
type Figure struct {
	Name string
	Alt  string
	W, H float64
	Draw func(*Canvas)
}

// Light tokens of the design language; theme has their dark sides. A colour that
// turns in another way than its twin (the shadow of a piece, the mark on it) has
// a value of its own, a shade away.
const (
	Paper   = "#FCFDFB"
	Ground  = "#E8F1F2"
	Ink     = "#10263A"
	Ink2    = "#41566A"
	Ink3    = "#566A79"
	Hair    = "#C9D8DB"
	Primary = "#0A5F75" // acting: arrows, selections, targets
	Note    = "#A31A66" // explaining: blocks, threats, why not
	OK      = "#22683A"
	Danger  = "#B0241C"
	Last    = "#F2C14A"
	Gold    = "#E5B244"
	Lapis   = "#1B459A"
	Sea     = "#BFE0E6"
	SeaDeep = "#9CCBD6"
	Wood    = "#EBC799"
	WoodRim = "#D3A068"
	Stone   = "#B9B3A4"
	ToolRed = "#B8432F"
	Ivory   = "#FFF6E6"
	Halo    = "#FFFFFF" // around pieces and marks, and the marks on pieces
	Shade   = "#0F2539" // shadows, outlines of pieces, marks on pale pieces
	Lit     = "#FDFFFF" // washes over squares that are meant
	Foam    = "#FBFEFD"
	Badge   = "#0E2438" // numbers of heights
	OnBadge = "#FEFFFF"
)

// SeatColours are the colours of seats 1 to 6.
var SeatColours = [6]string{"#1B59B8", "#C2410F", "#1B7048", "#DFA11A", "#73609F", "#3C4953"}

// Canvas collects the elements of one figure.
type Canvas struct {
	b strings.Builder
}

// Raw adds SVG as it is written.
func (c *Canvas) Raw(format string, args ...any) {
	fmt.Fprintf(&c.b, format, args...)
	c.b.WriteByte('\n')
}

// Rect draws a rectangle with corner radius r. style is the rest of the
// attributes, as `fill="…" stroke="…"`.
func (c *Canvas) Rect(x, y, w, h, r float64, style string) {
	c.Raw(`<rect x="%s" y="%s" width="%s" height="%s" rx="%s" %s/>`, num(x), num(y), num(w), num(h), num(r), style)
}

// Circle draws a circle.
func (c *Canvas) Circle(x, y, r float64, style string) {
	c.Raw(`<circle cx="%s" cy="%s" r="%s" %s/>`, num(x), num(y), num(r), style)
}

// Line draws a straight line.
func (c *Canvas) Line(x1, y1, x2, y2 float64, style string) {
	c.Raw(`<line x1="%s" y1="%s" x2="%s" y2="%s" %s/>`, num(x1), num(y1), num(x2), num(y2), style)
}

// Path draws SVG path data.
func (c *Canvas) Path(d, style string) { c.Raw(`<path d="%s" %s/>`, d, style) }

// Polygon draws a closed shape through points x0, y0, x1, y1, ….
func (c *Canvas) Polygon(style string, xy ...float64) {
	var pts []string
	for i := 0; i+1 < len(xy); i += 2 {
		pts = append(pts, num(xy[i])+","+num(xy[i+1]))
	}
	c.Raw(`<polygon points="%s" %s/>`, strings.Join(pts, " "), style)
}

// Text writes s centred on x with its baseline at y.
func (c *Canvas) Text(x, y, size float64, s, style string) {
	c.Raw(`<text x="%s" y="%s" font-size="%s" text-anchor="middle" %s>%s</text>`, num(x), num(y), num(size), style, escape(s))
}

// Label writes s starting at x, in the colour of secondary text.
func (c *Canvas) Label(x, y, size float64, s string) {
	c.Raw(`<text x="%s" y="%s" font-size="%s" fill="%s">%s</text>`, num(x), num(y), num(size), Ink2, escape(s))
}

// Arrow draws a straight arrow with a solid head.
func (c *Canvas) Arrow(x1, y1, x2, y2, width float64, colour string) {
	dx, dy := x2-x1, y2-y1
	n := math.Hypot(dx, dy)
	if n == 0 {
		return
	}
	dx, dy = dx/n, dy/n
	head := width * 2.4
	bx, by := x2-dx*head, y2-dy*head
	c.Line(x1, y1, bx, by, fmt.Sprintf(`stroke="%s" stroke-width="%s" stroke-linecap="round"`, colour, num(width)))
	c.Polygon(`fill="`+colour+`"`, x2, y2, bx-dy*head*.62, by+dx*head*.62, bx+dy*head*.62, by-dx*head*.62)
}

// Render returns the figure as a whole SVG file.
func (f Figure) Render() []byte {
	var c Canvas
	f.Draw(&c)
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img" %s>`+"\n",
		num(f.W), num(f.H), num(f.W), num(f.H), sans)
	fmt.Fprintf(&out, "<title>%s</title>\n", escape(f.Alt))
	fmt.Fprintf(&out, "<style>:root{color-scheme:light dark}%s</style>\n", rules("", `fill="`+Ground+`" `+c.b.String()))
	fmt.Fprintf(&out, `<rect width="%s" height="%s" rx="14" fill="%s"/>`+"\n", num(f.W), num(f.H), Ground)
	out.WriteString(c.b.String())
	out.WriteString("</svg>\n")
	return []byte(out.String())
}

// num writes a coordinate with at most two decimals.
func num(x float64) string {
	s := fmt.Sprintf("%.2f", x)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace
