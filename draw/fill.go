package draw

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
)

// A pt is a point in pixels.
type pt struct{ x, y float64 }

// subs is how many lines each row of pixels is cut along; along a line coverage
// is exact.
const subs = 5

// crossing is where a line crosses an edge, and which way the edge runs.
type crossing struct {
	x   float64
	dir int
}

// brush fills shapes, and keeps its memory between them.
type brush struct {
	img   *image.RGBA
	cover []float64
	cross []crossing
	edges []edge
}

type edge struct {
	x, y0, y1, slope float64 // at y0
	dir              int
}

// fill paints the inside of closed polygons. By the even-odd rule a point is
// inside if an odd number of edges lies beside it; else if they do not balance.
func (b *brush) fill(shape [][]pt, colour color.NRGBA, evenOdd bool) {
	if colour.A == 0 {
		return
	}
	bounds := b.img.Bounds()
	top, bottom := float64(bounds.Max.Y), 0.0
	left, right := float64(bounds.Max.X), 0.0
	b.edges = b.edges[:0]
	for _, poly := range shape {
		for i, p := range poly {
			q := poly[(i+1)%len(poly)]
			left, right = min(left, p.x), max(right, p.x)
			top, bottom = min(top, p.y), max(bottom, p.y)
			if p.y == q.y {
				continue
			}
			e := edge{dir: 1}
			if p.y > q.y {
				p, q, e.dir = q, p, -1
			}
			e.x, e.y0, e.y1, e.slope = p.x, p.y, q.y, (q.x-p.x)/(q.y-p.y)
			b.edges = append(b.edges, e)
		}
	}
	slices.SortFunc(b.edges, func(a, c edge) int { return cmp.Compare(a.y0, c.y0) })
	x0, x1 := max(0, int(math.Floor(left))), min(bounds.Max.X, int(math.Ceil(right)))
	y0, y1 := max(0, int(math.Floor(top))), min(bounds.Max.Y, int(math.Ceil(bottom)))
	if x0 >= x1 {
		return
	}
	if len(b.cover) < x1-x0+2 {
		b.cover = make([]float64, x1-x0+2)
	}
	for y := y0; y < y1; y++ {
		cover := b.cover[:x1-x0+2]
		clear(cover)
		any := false
		for s := range subs {
			any = b.line(float64(y)+(float64(s)+.5)/subs, cover, float64(x0), float64(x1), evenOdd) || any
		}
		if any {
			b.row(y, x0, x1, cover, colour)
		}
	}
}

// line adds what one line covers. cover holds differences: their sum up to a pixel
// is the part of it that is covered.
func (b *brush) line(y float64, cover []float64, x0, x1 float64, evenOdd bool) bool {
	b.cross = b.cross[:0]
	for i := range b.edges {
		e := &b.edges[i]
		if e.y0 > y {
			break
		}
		if y < e.y1 {
			b.cross = append(b.cross, crossing{e.x + (y-e.y0)*e.slope, e.dir})
		}
	}
	slices.SortFunc(b.cross, func(a, c crossing) int { return cmp.Compare(a.x, c.x) })
	wind := 0
	for i := 0; i+1 < len(b.cross); i++ {
		wind += b.cross[i].dir
		if evenOdd && i%2 == 1 || !evenOdd && wind == 0 {
			continue
		}
		span(cover, min(max(b.cross[i].x, x0), x1)-x0, min(max(b.cross[i+1].x, x0), x1)-x0)
	}
	return len(b.cross) > 0
}

func span(cover []float64, from, to float64) {
	if to <= from {
		return
	}
	const weight = 1.0 / subs
	i, j := int(from), int(to)
	// Each end lies in one pixel, which has a part of it; the rest is whole.
	f := from - float64(i)
	cover[i] += weight * (1 - f)
	cover[i+1] += weight * f
	f = to - float64(j)
	cover[j] -= weight * (1 - f)
	cover[j+1] -= weight * f
}

func (b *brush) row(y, x0, x1 int, cover []float64, colour color.NRGBA) {
	sum := 0.0
	at := b.img.PixOffset(x0, y)
	for x := range x1 - x0 {
		sum += cover[x]
		if sum > 1.0/512 {
			a := uint32(min(1, sum)*float64(colour.A) + .5)
			p := b.img.Pix[at : at+4 : at+4]
			blend(&p[0], colour.R, a)
			blend(&p[1], colour.G, a)
			blend(&p[2], colour.B, a)
			p[3] = uint8(255 - (255-uint32(p[3]))*(255-a)/255)
		}
		at += 4
	}
}

func blend(dst *uint8, src uint8, a uint32) {
	*dst = uint8((uint32(*dst)*(255-a) + uint32(src)*a + 127) / 255)
}
