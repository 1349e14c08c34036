package tui

// wires are the thin, double and heavy lines of a picture. Lines that meet join:
// each cell keeps the ways that lead out of it.
type wires struct {
	w, h int
	ways []uint8
	kind []edge
}

// edge is the kind of a line.
type edge uint8

// The kinds of lines; where two meet, the later one shows.
const (
	thin edge = iota
	double
	heavy
)

const (
	wayUp uint8 = 1 << iota
	wayDown
	wayLeft
	wayRight
)

// newWires are no lines yet, for a picture of that size.
func newWires(w, h int) *wires {
	return &wires{w: w, h: h, ways: make([]uint8, w*h), kind: make([]edge, w*h)}
}

// add leads ways out of a cell.
func (l *wires) add(x, y int, ways uint8, kind edge) {
	if x < 0 || y < 0 || x >= l.w || y >= l.h {
		return
	}
	l.ways[y*l.w+x] |= ways
	l.kind[y*l.w+x] = max(l.kind[y*l.w+x], kind)
}

// across draws from x0 to x1.
func (l *wires) across(x0, x1, y int, kind edge) {
	for x := x0; x <= x1; x++ {
		var ways uint8
		if x > x0 {
			ways |= wayLeft
		}
		if x < x1 {
			ways |= wayRight
		}
		l.add(x, y, ways, kind)
	}
}

// down draws from y0 to y1.
func (l *wires) down(x, y0, y1 int, kind edge) {
	for y := y0; y <= y1; y++ {
		var ways uint8
		if y > y0 {
			ways |= wayUp
		}
		if y < y1 {
			ways |= wayDown
		}
		l.add(x, y, ways, kind)
	}
}

// box draws the edge of a rectangle, corners included.
func (l *wires) box(x, y, w, h int, kind edge) {
	l.across(x, x+w-1, y, kind)
	l.across(x, x+w-1, y+h-1, kind)
	l.down(x, y, y+h-1, kind)
	l.down(x+w-1, y, y+h-1, kind)
}

const (
	u, d, le, ri = wayUp, wayDown, wayLeft, wayRight
)

var joints = [3]map[uint8]rune{
	thin: {
		le | ri: '─', u | d: '│', d | ri: '╭', d | le: '╮', u | ri: '╰', u | le: '╯',
		u | d | ri: '├', u | d | le: '┤', d | le | ri: '┬', u | le | ri: '┴', u | d | le | ri: '┼',
		le: '─', ri: '─', u: '│', d: '│',
	},
	double: {
		le | ri: '═', u | d: '║', d | ri: '╔', d | le: '╗', u | ri: '╚', u | le: '╝',
		u | d | ri: '║', u | d | le: '║', d | le | ri: '╤', u | le | ri: '╧', u | d | le | ri: '╬',
		le: '═', ri: '═', u: '║', d: '║',
	},
	heavy: {
		le | ri: '━', u | d: '┃', d | ri: '┏', d | le: '┓', u | ri: '┗', u | le: '┛',
		u | d | ri: '┃', u | d | le: '┃', d | le | ri: '━', u | le | ri: '━', u | d | le | ri: '┃',
		le: '━', ri: '━', u: '┃', d: '┃',
	},
}

// draw puts the lines on a canvas.
func (l *wires) draw(cv *canvas, in ink) {
	for i, ways := range l.ways {
		if ways != 0 {
			cv.write(i%l.w, i/l.w, string(joints[l.kind[i]][ways]), in)
		}
	}
}

// corners are the signs of a box: upper left and right, lower left and right.
func corners(kind edge) [4]string {
	j := joints[kind]
	return [4]string{string(j[d|ri]), string(j[d|le]), string(j[u|ri]), string(j[u|le])}
}

// drawBox draws one box over whatever is there.
func drawBox(cv *canvas, x, y, w, h int, kind edge, in ink) {
	j := joints[kind]
	for i := x + 1; i < x+w-1; i++ {
		cv.write(i, y, string(j[le|ri]), in)
		cv.write(i, y+h-1, string(j[le|ri]), in)
	}
	for i := y + 1; i < y+h-1; i++ {
		cv.write(x, i, string(j[u|d]), in)
		cv.write(x+w-1, i, string(j[u|d]), in)
	}
	cv.write(x, y, string(j[d|ri]), in)
	cv.write(x+w-1, y, string(j[d|le]), in)
	cv.write(x, y+h-1, string(j[u|ri]), in)
	cv.write(x+w-1, y+h-1, string(j[u|le]), in)
}
