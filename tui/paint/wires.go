package paint

// Wires are the thin, double and heavy lines of a picture. Lines that meet join:
// each cell keeps the ways that lead out of it.
type Wires struct {
	w, h int
	ways []uint8
	kind []Edge
}

// Edge is the kind of a line.
type Edge uint8

// The kinds of lines; where two meet, the later one shows.
const (
	Thin Edge = iota
	Double
	Heavy
)

const (
	WayUp uint8 = 1 << iota
	WayDown
	wayLeft
	wayRight
)

// NewWires makes room for the lines of a picture.
func NewWires(w, h int) *Wires {
	return &Wires{w: w, h: h, ways: make([]uint8, w*h), kind: make([]Edge, w*h)}
}

// Add opens ways out of a cell.
func (l *Wires) Add(x, y int, ways uint8, kind Edge) {
	if x < 0 || y < 0 || x >= l.w || y >= l.h {
		return
	}
	l.ways[y*l.w+x] |= ways
	l.kind[y*l.w+x] = max(l.kind[y*l.w+x], kind)
}

// Across draws from x0 to x1.
func (l *Wires) Across(x0, x1, y int, kind Edge) {
	for x := x0; x <= x1; x++ {
		var ways uint8
		if x > x0 {
			ways |= wayLeft
		}
		if x < x1 {
			ways |= wayRight
		}
		l.Add(x, y, ways, kind)
	}
}

// Down draws from y0 to y1.
func (l *Wires) Down(x, y0, y1 int, kind Edge) {
	for y := y0; y <= y1; y++ {
		var ways uint8
		if y > y0 {
			ways |= WayUp
		}
		if y < y1 {
			ways |= WayDown
		}
		l.Add(x, y, ways, kind)
	}
}

// Box draws the edge of a rectangle, corners included.
func (l *Wires) Box(x, y, w, h int, kind Edge) {
	l.Across(x, x+w-1, y, kind)
	l.Across(x, x+w-1, y+h-1, kind)
	l.Down(x, y, y+h-1, kind)
	l.Down(x+w-1, y, y+h-1, kind)
}

const (
	u, d, le, ri = WayUp, WayDown, wayLeft, wayRight
)

var joints = [3]map[uint8]rune{
	Thin: {
		le | ri: '─', u | d: '│', d | ri: '╭', d | le: '╮', u | ri: '╰', u | le: '╯',
		u | d | ri: '├', u | d | le: '┤', d | le | ri: '┬', u | le | ri: '┴', u | d | le | ri: '┼',
		le: '─', ri: '─', u: '│', d: '│',
	},
	Double: {
		le | ri: '═', u | d: '║', d | ri: '╔', d | le: '╗', u | ri: '╚', u | le: '╝',
		u | d | ri: '║', u | d | le: '║', d | le | ri: '╤', u | le | ri: '╧', u | d | le | ri: '╬',
		le: '═', ri: '═', u: '║', d: '║',
	},
	Heavy: {
		le | ri: '━', u | d: '┃', d | ri: '┏', d | le: '┓', u | ri: '┗', u | le: '┛',
		u | d | ri: '┃', u | d | le: '┃', d | le | ri: '━', u | le | ri: '━', u | d | le | ri: '┃',
		le: '━', ri: '━', u: '┃', d: '┃',
	},
}

// Draw puts the lines on a canvas.
func (l *Wires) Draw(cv *Canvas, in Ink) {
	for i, ways := range l.ways {
		if ways != 0 {
			cv.Write(i%l.w, i/l.w, string(joints[l.kind[i]][ways]), in)
		}
	}
}

// Corners are the signs of a box: upper left and right, lower left and right.
func Corners(kind Edge) [4]string {
	j := joints[kind]
	return [4]string{string(j[d|ri]), string(j[d|le]), string(j[u|ri]), string(j[u|le])}
}

// DrawBox draws one box over whatever is there.
func DrawBox(cv *Canvas, x, y, w, h int, kind Edge, in Ink) {
	j := joints[kind]
	for i := x + 1; i < x+w-1; i++ {
		cv.Write(i, y, string(j[le|ri]), in)
		cv.Write(i, y+h-1, string(j[le|ri]), in)
	}
	for i := y + 1; i < y+h-1; i++ {
		cv.Write(x, i, string(j[u|d]), in)
		cv.Write(x+w-1, i, string(j[u|d]), in)
	}
	cv.Write(x, y, string(j[d|ri]), in)
	cv.Write(x+w-1, y, string(j[d|le]), in)
	cv.Write(x, y+h-1, string(j[u|ri]), in)
	cv.Write(x+w-1, y+h-1, string(j[u|le]), in)
}
