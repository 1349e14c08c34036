package draw

import (
	"fmt"
	"math"
	"strconv"
)

// A path is lines; closed ones end where they begin.
type path struct {
	lines  [][]pt
	closed []bool
}

func (p *path) begin(at pt) {
	p.lines, p.closed = append(p.lines, []pt{at}), append(p.closed, false)
}

func (p *path) to(at pt) {
	n := len(p.lines) - 1
	p.lines[n] = append(p.lines[n], at)
}

func (p *path) close() { p.closed[len(p.closed)-1] = true }

// curve adds a cubic curve as straight pieces; scale is how large it will be.
func (p *path) curve(a, b, c, d pt, scale float64) {
	length := math.Hypot(b.x-a.x, b.y-a.y) + math.Hypot(c.x-b.x, c.y-b.y) + math.Hypot(d.x-c.x, d.y-c.y)
	n := int(min(60, max(4, math.Sqrt(length*scale)*1.6)))
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		u := 1 - t
		k0, k1, k2, k3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		p.to(pt{k0*a.x + k1*b.x + k2*c.x + k3*d.x, k0*a.y + k1*b.y + k2*c.y + k3*d.y})
	}
}

// quad adds a quadratic curve.
func (p *path) quad(a, b, c pt, scale float64) {
	p.curve(a, pt{a.x + (b.x-a.x)*2/3, a.y + (b.y-a.y)*2/3}, pt{c.x + (b.x-c.x)*2/3, c.y + (b.y-c.y)*2/3}, c, scale)
}

// arc adds a part of an ellipse as SVG describes it, without rotation.
func (p *path) arc(a pt, rx, ry float64, large, sweep bool, b pt, scale float64) {
	if rx == 0 || ry == 0 || a == b {
		p.to(b)
		return
	}
	// In units of the radii the ellipse is a circle.
	dx, dy := (b.x-a.x)/rx, (b.y-a.y)/ry
	d := math.Hypot(dx, dy)
	if d > 2 { // too small to reach: as large as needed
		rx, ry = rx*d/2, ry*d/2
		dx, dy, d = dx*2/d, dy*2/d, 2
	}
	h := math.Sqrt(max(0, 1-d*d/4)) / d
	if large == sweep {
		h = -h
	}
	cx, cy := a.x/rx+dx/2-dy*h, a.y/ry+dy/2+dx*h
	from := math.Atan2(a.y/ry-cy, a.x/rx-cx)
	by := math.Atan2(b.y/ry-cy, b.x/rx-cx) - from
	if sweep && by < 0 {
		by += 2 * math.Pi
	} else if !sweep && by > 0 {
		by -= 2 * math.Pi
	}
	n := int(min(90, max(6, math.Abs(by)*math.Sqrt(max(rx, ry)*scale)*1.6)))
	for i := 1; i <= n; i++ {
		t := from + by*float64(i)/float64(n)
		p.to(pt{(cx + math.Cos(t)) * rx, (cy + math.Sin(t)) * ry})
	}
}

func ellipse(cx, cy, rx, ry, scale float64) *path {
	p := &path{}
	p.begin(pt{cx + rx, cy})
	p.arc(pt{cx + rx, cy}, rx, ry, false, true, pt{cx - rx, cy}, scale)
	p.arc(pt{cx - rx, cy}, rx, ry, false, true, pt{cx + rx, cy}, scale)
	p.close()
	return p
}

func rectangle(x, y, w, h, r, scale float64) *path {
	r = min(r, w/2, h/2)
	p := &path{}
	p.begin(pt{x + r, y})
	for _, c := range [4][4]float64{
		{x + w - r, y, x + w, y + r},
		{x + w, y + h - r, x + w - r, y + h},
		{x + r, y + h, x, y + h - r},
		{x, y + r, x + r, y},
	} {
		p.to(pt{c[0], c[1]})
		if r > 0 {
			p.arc(pt{c[0], c[1]}, r, r, false, true, pt{c[2], c[3]}, scale)
		}
	}
	p.close()
	return p
}

// reader reads path data.
type reader struct {
	s   string
	pos int
}

func (r *reader) skip() {
	for r.pos < len(r.s) && (r.s[r.pos] == ' ' || r.s[r.pos] == ',' || r.s[r.pos] == '\n') {
		r.pos++
	}
}

// more reports whether a number follows.
func (r *reader) more() bool {
	r.skip()
	return r.pos < len(r.s) && (r.s[r.pos] == '-' || r.s[r.pos] == '.' || r.s[r.pos] >= '0' && r.s[r.pos] <= '9')
}

func (r *reader) number() float64 {
	r.skip()
	from, dot := r.pos, false
	for ; r.pos < len(r.s); r.pos++ {
		c := r.s[r.pos]
		if c == '.' && !dot {
			dot = true
		} else if (c < '0' || c > '9') && (c != '-' || r.pos > from) {
			break
		}
	}
	x, err := strconv.ParseFloat(r.s[from:r.pos], 64)
	if err != nil {
		panic(fmt.Sprintf("draw: no number at %d of path %q", from, r.s))
	}
	return x
}

func (r *reader) flag() bool {
	r.skip()
	r.pos++
	return r.s[r.pos-1] == '1'
}

// readPath reads SVG path data, as much of it as the drawings use.
func readPath(d string, scale float64) *path {
	p, r := &path{}, &reader{s: d}
	var at, start, last pt // last: the control point of the curve before
	var command byte
	for r.skip(); r.pos < len(r.s); r.skip() {
		if !r.more() {
			command = r.s[r.pos]
			r.pos++
		}
		relative := command >= 'a'
		point := func() pt {
			q := pt{r.number(), r.number()}
			if relative {
				q.x, q.y = q.x+at.x, q.y+at.y
			}
			return q
		}
		from, control := at, pt{math.NaN(), 0}
		switch command | 0x20 {
		case 'm':
			at = point()
			start = at
			p.begin(at)
			command -= 'm' - 'l' // what follows are lines
		case 'l':
			at = point()
			p.to(at)
		case 'h':
			x := r.number()
			if relative {
				x += at.x
			}
			at.x = x
			p.to(at)
		case 'v':
			y := r.number()
			if relative {
				y += at.y
			}
			at.y = y
			p.to(at)
		case 'q':
			control = point()
			at = point()
			p.quad(from, control, at, scale)
		case 't':
			control = from
			if !math.IsNaN(last.x) {
				control = pt{2*from.x - last.x, 2*from.y - last.y}
			}
			at = point()
			p.quad(from, control, at, scale)
		case 'c':
			b := point()
			control = point()
			at = point()
			p.curve(from, b, control, at, scale)
		case 's':
			b := from
			if !math.IsNaN(last.x) {
				b = pt{2*from.x - last.x, 2*from.y - last.y}
			}
			control = point()
			at = point()
			p.curve(from, b, control, at, scale)
		case 'a':
			rx, ry, _ := r.number(), r.number(), r.number()
			large, sweep := r.flag(), r.flag()
			at = point()
			p.arc(from, rx, ry, large, sweep, at, scale)
		case 'z':
			p.close()
			at = start
			if r.more() {
				panic("draw: a number after the end of path " + d)
			}
		default:
			panic(fmt.Sprintf("draw: path command %q", command))
		}
		last = control
	}
	return p
}

// pen is how a line is drawn.
type pen struct {
	width            float64
	dash             []float64
	roundCap, roundJ bool
}

// stroke returns polygons that together are the line along a path, all wound the
// same way.
func (p *path) stroke(k pen) (shape [][]pt) {
	half := k.width / 2
	add := func(poly ...pt) {
		area := 0.0
		for i, a := range poly {
			b := poly[(i+1)%len(poly)]
			area += a.x*b.y - b.x*a.y
		}
		if area < 0 {
			for i, j := 0, len(poly)-1; i < j; i, j = i+1, j-1 {
				poly[i], poly[j] = poly[j], poly[i]
			}
		}
		shape = append(shape, poly)
	}
	dot := func(c pt) {
		n := int(max(8, math.Sqrt(half)*8))
		poly := make([]pt, n)
		for i := range poly {
			a := 2 * math.Pi * float64(i) / float64(n)
			poly[i] = pt{c.x + half*math.Cos(a), c.y + half*math.Sin(a)}
		}
		add(poly...)
	}
	for _, line := range p.dashed(k.dash) {
		pts, n := line.pts, len(line.pts)
		for i := 0; i+1 < n; i++ {
			a, b := pts[i], pts[i+1]
			l := math.Hypot(b.x-a.x, b.y-a.y)
			if l == 0 {
				continue
			}
			nx, ny := -(b.y-a.y)/l*half, (b.x-a.x)/l*half
			add(pt{a.x + nx, a.y + ny}, pt{b.x + nx, b.y + ny}, pt{b.x - nx, b.y - ny}, pt{a.x - nx, a.y - ny})
		}
		for i := range n {
			end := !line.closed && (i == 0 || i == n-1)
			switch {
			case end && k.roundCap, !end && k.roundJ:
				dot(pts[i])
			case !end:
				if poly := miter(pts[(i+n-1)%n], pts[i], pts[(i+1)%n], half); poly != nil {
					add(poly...)
				}
			}
		}
	}
	return shape
}

// miter fills the outer corner between two pieces of a line.
func miter(a, b, c pt, half float64) []pt {
	l1, l2 := math.Hypot(b.x-a.x, b.y-a.y), math.Hypot(c.x-b.x, c.y-b.y)
	if l1 == 0 || l2 == 0 {
		return nil
	}
	ux, uy, vx, vy := (b.x-a.x)/l1, (b.y-a.y)/l1, (c.x-b.x)/l2, (c.y-b.y)/l2
	turn := ux*vy - uy*vx
	if math.Abs(turn) < 1e-3 {
		return nil
	}
	side := -math.Copysign(half, turn)
	p, q := pt{b.x - uy*side, b.y + ux*side}, pt{b.x - vy*side, b.y + vx*side}
	mx, my := (p.x+q.x)/2-b.x, (p.y+q.y)/2-b.y
	m := mx*mx + my*my
	if k := half * half / m; k < 16 { // SVG's limit of 4
		return []pt{b, p, {b.x + mx*k, b.y + my*k}, q}
	}
	return []pt{b, p, q}
}

type stretch struct {
	pts    []pt
	closed bool
}

// dashed cuts a path into dashes.
func (p *path) dashed(dash []float64) (out []stretch) {
	for i, line := range p.lines {
		pts := line
		if n := len(pts); p.closed[i] && n > 1 && pts[0] == pts[n-1] {
			pts = pts[:n-1]
		}
		if len(dash) == 0 {
			if p.closed[i] {
				out = append(out, stretch{append(pts[:len(pts):len(pts)], pts[0]), false}, stretch{pts, true})
			} else {
				out = append(out, stretch{pts, false})
			}
			continue
		}
		if p.closed[i] {
			pts = append(pts[:len(pts):len(pts)], pts[0])
		}
		k, left, cur := 0, dash[0], []pt{pts[0]}
		for j := 0; j+1 < len(pts); j++ {
			a, b := pts[j], pts[j+1]
			l := math.Hypot(b.x-a.x, b.y-a.y)
			for done := 0.0; l-done > 1e-9; {
				step := min(left, l-done)
				done, left = done+step, left-step
				at := pt{a.x + (b.x-a.x)*done/l, a.y + (b.y-a.y)*done/l}
				if k%2 == 0 {
					cur = append(cur, at)
				}
				if left <= 1e-9 {
					if k%2 == 0 {
						out = append(out, stretch{cur, false})
					}
					k++
					left, cur = max(.1, dash[k%len(dash)]), []pt{at}
				}
			}
		}
		if k%2 == 0 && len(cur) > 1 {
			out = append(out, stretch{cur, false})
		}
	}
	return out
}
