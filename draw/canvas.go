// Package draw draws pictures as SVG in the project's design language, and turns
// the SVG that it writes itself into pixels: for links, animations and whatever
// else cannot show SVG. It knows no game.
package draw

import (
	"fmt"
	"math"
	"strings"
)

// Light tokens of the design language; theme has their dark sides. A colour that changes
// differently from its twin (the shadow of a piece, the mark on it) has a value of its own, a shade
// away.
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
	c.Raw(`<rect x="%s" y="%s" width="%s" height="%s" rx="%s" %s/>`, Num(x), Num(y), Num(w), Num(h), Num(r), style)
}

// Circle draws a circle.
func (c *Canvas) Circle(x, y, r float64, style string) {
	c.Raw(`<circle cx="%s" cy="%s" r="%s" %s/>`, Num(x), Num(y), Num(r), style)
}

// Line draws a straight line.
func (c *Canvas) Line(x1, y1, x2, y2 float64, style string) {
	c.Raw(`<line x1="%s" y1="%s" x2="%s" y2="%s" %s/>`, Num(x1), Num(y1), Num(x2), Num(y2), style)
}

// Path draws SVG path data.
func (c *Canvas) Path(d, style string) { c.Raw(`<path d="%s" %s/>`, d, style) }

// Polygon draws a closed shape through points x0, y0, x1, y1, ….
func (c *Canvas) Polygon(style string, xy ...float64) {
	var pts []string
	for i := 0; i+1 < len(xy); i += 2 {
		pts = append(pts, Num(xy[i])+","+Num(xy[i+1]))
	}
	c.Raw(`<polygon points="%s" %s/>`, strings.Join(pts, " "), style)
}

// Text writes s centred on x with its baseline at y.
func (c *Canvas) Text(x, y, size float64, s, style string) {
	c.Raw(`<text x="%s" y="%s" font-size="%s" text-anchor="middle" %s>%s</text>`, Num(x), Num(y), Num(size), style, Escape(s))
}

// Label writes s starting at x, in the colour of secondary text.
func (c *Canvas) Label(x, y, size float64, s string) {
	c.Raw(`<text x="%s" y="%s" font-size="%s" fill="%s">%s</text>`, Num(x), Num(y), Num(size), Ink2, Escape(s))
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
	c.Line(x1, y1, bx, by, fmt.Sprintf(`stroke="%s" stroke-width="%s" stroke-linecap="round"`, colour, Num(width)))
	c.Polygon(`fill="`+colour+`"`, x2, y2, bx-dy*head*.62, by+dx*head*.62, bx+dy*head*.62, by-dx*head*.62)
}

// Num writes a coordinate with at most two decimals.
func Num(x float64) string {
	s := fmt.Sprintf("%.2f", x)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// Escape makes a text fit for SVG.
var Escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace

// Fill is the attribute of a fill.
func Fill(colour string) string { return `fill="` + colour + `"` }

// Fonts of the design language, with substitutes for where a picture is shown alone.
const (
	Sans  = `font-family="Figtree, system-ui, -apple-system, Segoe UI, Roboto, sans-serif"`
	Serif = `font-family="Besley, Georgia, serif"`
	Mono  = `font-family="Go Mono, monospace"`
)

// String is the SVG of everything drawn so far.
func (c *Canvas) String() string { return c.b.String() }

// Board is a drawing of a position, in units of its own.
type Board struct {
	W, H float64
	Draw func(*Canvas)
}

// Fit draws a board as large as it can be in a box, in the middle of it.
func (c *Canvas) Fit(b Board, x, y, w, h float64) {
	scale := min(w/b.W, h/b.H)
	c.Raw(`<g transform="translate(%s %s) scale(%.4f)">`, Num(x+(w-b.W*scale)/2), Num(y+(h-b.H*scale)/2), scale)
	b.Draw(c)
	c.Raw(`</g>`)
}

// Charge draws the sign of a seat, so that colour is never alone.
func (c *Canvas) Charge(x, y, r float64, seat int, colour string) {
	style := Fill(colour)
	switch seat {
	case 0:
		c.Circle(x, y, r*.8, style)
	case 1:
		c.Polygon(style, x, y-r*.95, x+r, y+r*.75, x-r, y+r*.75)
	case 2:
		c.Rect(x-r*.78, y-r*.78, r*1.56, r*1.56, 0, style)
	case 3:
		c.Polygon(style, x, y-r*1.1, x+r*.85, y, x, y+r*1.1, x-r*.85, y)
	case 4:
		var xy []float64
		for i := range 10 {
			k := r * 1.1
			if i%2 == 1 {
				k = r * .45
			}
			s, cos := math.Sincos(float64(i) * math.Pi / 5)
			xy = append(xy, x+k*s, y-k*cos)
		}
		c.Polygon(style, xy...)
	default:
		c.Path(fmt.Sprintf("M%s %sA%s %s 0 1 0 %s %sA%s %s 0 0 1 %s %sZ", Num(x+r*.45), Num(y-r*.85), Num(r), Num(r), Num(x+r*.45), Num(y+r*.85),
			Num(r*.9), Num(r*.9), Num(x+r*.45), Num(y-r*.85)), style)
	}
}

// OnSeat is the colour of signs on a seat's colour.
func OnSeat(seat int) string {
	if seat == 3 {
		return Shade
	}
	return Halo
}
