package draw

import (
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// matrix maps drawing to pixels: x' = a x + c y + e, y' = b x + d y + f.
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) at(p pt) pt { return pt{m.a*p.x + m.c*p.y + m.e, m.b*p.x + m.d*p.y + m.f} }

func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b, m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

// Raster draws what a canvas has into a picture of w by h pixels; the drawing is
// scaled. It reads the SVG that this package writes and panics at anything else.
func (c *Canvas) Raster(w, h int, scale float64, ground string) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	r := &renderer{b: brush{img: img}, stack: []matrix{{a: scale, d: scale}}}
	if ground != "" {
		r.b.fill([][]pt{{{0, 0}, {float64(w), 0}, {float64(w), float64(h)}, {0, float64(h)}}}, readColour(ground, "1"), false)
	}
	dec := xml.NewDecoder(strings.NewReader(c.b.String()))
	for {
		tok, err := dec.RawToken()
		if err == io.EOF {
			return img
		}
		if err != nil {
			panic("draw: " + err.Error())
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			r.element(tok)
		case xml.CharData:
			if r.text != nil {
				r.write(string(tok))
			}
		case xml.EndElement:
			if tok.Name.Local == "g" {
				r.stack = r.stack[:len(r.stack)-1]
			}
			r.text = nil
		}
	}
}

type renderer struct {
	b     brush
	stack []matrix
	text  attributes // of the text element that is open
}

type attributes map[string]string

func (a attributes) num(name string) float64 {
	if a[name] == "" {
		return 0
	}
	x, err := strconv.ParseFloat(a[name], 64)
	if err != nil {
		panic("draw: " + name + ": " + err.Error())
	}
	return x
}

func (a attributes) or(name, usual string) string {
	if a[name] == "" {
		return usual
	}
	return a[name]
}

// known are the attributes that the drawings use.
var known = []string{
	"x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "d", "points", "transform", "fill", "fill-opacity", "fill-rule",
	"stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
	"font-size", "font-family", "font-weight", "text-anchor",
}

func (r *renderer) element(e xml.StartElement) {
	a := attributes{}
	for _, at := range e.Attr {
		if !slices.Contains(known, at.Name.Local) {
			panic("draw: attribute " + at.Name.Local)
		}
		a[at.Name.Local] = at.Value
	}
	m := r.stack[len(r.stack)-1].then(readTransform(a["transform"]))
	scale := m.scale()
	var p *path
	switch e.Name.Local {
	case "g":
		r.stack = append(r.stack, m)
		return
	case "text":
		r.text = a
		return
	case "rect":
		p = rectangle(a.num("x"), a.num("y"), a.num("width"), a.num("height"), a.num("rx"), scale)
	case "circle":
		p = ellipse(a.num("cx"), a.num("cy"), a.num("r"), a.num("r"), scale)
	case "ellipse":
		p = ellipse(a.num("cx"), a.num("cy"), a.num("rx"), a.num("ry"), scale)
	case "line":
		p = &path{}
		p.begin(pt{a.num("x1"), a.num("y1")})
		p.to(pt{a.num("x2"), a.num("y2")})
	case "path":
		p = readPath(a["d"], scale)
	case "polygon":
		p = readPath("M"+a["points"]+"Z", scale)
	default:
		panic("draw: element " + e.Name.Local)
	}
	r.paint(p, m, a)
}

func (r *renderer) paint(p *path, m matrix, a attributes) {
	for _, line := range p.lines {
		for i := range line {
			line[i] = m.at(line[i])
		}
	}
	if fill := a.or("fill", "#000000"); fill != "none" {
		r.b.fill(p.lines, readColour(fill, a.or("fill-opacity", a.or("opacity", "1"))), a["fill-rule"] == "evenodd")
	}
	if a["stroke"] == "" || a["stroke"] == "none" {
		return
	}
	scale := m.scale()
	k := pen{width: scale, roundCap: a["stroke-linecap"] == "round", roundJ: a["stroke-linejoin"] == "round"}
	if a["stroke-width"] != "" {
		k.width = a.num("stroke-width") * scale
	}
	for _, word := range strings.Fields(strings.ReplaceAll(a["stroke-dasharray"], ",", " ")) {
		k.dash = append(k.dash, attributes{"dash": word}.num("dash")*scale)
	}
	r.b.fill(p.stroke(k), readColour(a["stroke"], a.or("stroke-opacity", a.or("opacity", "1"))), false)
}

func (r *renderer) write(text string) {
	a := r.text
	size := a.num("font-size")
	f := faceOf(a["font-family"], a["font-weight"])
	x := a.num("x")
	switch a["text-anchor"] {
	case "middle":
		x -= f.width(text, size) / 2
	case "end":
		x -= f.width(text, size)
	}
	m := r.stack[len(r.stack)-1].then(readTransform(a["transform"])).then(matrix{1, 0, 0, 1, x, a.num("y")})
	r.paint(f.outline(text, size), m, a)
}

func readTransform(text string) matrix {
	m := matrix{a: 1, d: 1}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		name, rest, _ := strings.Cut(text, "(")
		list, after, ok := strings.Cut(rest, ")")
		if !ok {
			panic("draw: transform " + text)
		}
		text = after
		var n []float64
		for _, word := range strings.Fields(strings.ReplaceAll(list, ",", " ")) {
			n = append(n, attributes{"transform": word}.num("transform"))
		}
		switch {
		case name == "translate" && len(n) == 2:
			m = m.then(matrix{1, 0, 0, 1, n[0], n[1]})
		case name == "scale" && len(n) == 1:
			m = m.then(matrix{a: n[0], d: n[0]})
		case name == "scale" && len(n) == 2:
			m = m.then(matrix{a: n[0], d: n[1]})
		case name == "rotate" && len(n) == 1:
			s, c := math.Sincos(n[0] * math.Pi / 180)
			m = m.then(matrix{c, s, -s, c, 0, 0})
		default:
			panic("draw: transform " + name)
		}
	}
	return m
}

func readColour(text, opacity string) color.NRGBA {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	if err != nil || len(text) != 7 || text[0] != '#' {
		panic(fmt.Sprintf("draw: colour %q", text))
	}
	return color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), uint8(attributes{"opacity": opacity}.num("opacity")*255 + .5)}
}
