package diagram

import (
	"fmt"
	"math"

	"atoll/draw"
	"atoll/game"
	"atoll/games/evo"
)

// The figures of EVO are drawn from real positions, and their marks from the
// legal actions, so they cannot disagree with the rules.

const (
	evoLight = "#E4E6D6"
	evoDark  = "#D9DCC8"
	evoRim   = "#7F8468"
)

var evoShades = []shade{
	{light: evoLight, dark: "#2A3230"},
	{light: evoDark, dark: "#232B2A"},
	{light: "#C4C8AE", dark: "#3D4642"},
	{light: evoRim, dark: "#8B9A8C"},
}

func evoFigures() []Figure {
	const cell = 40.0
	return []Figure{
		{
			Name: "evo-start-two", W: 13.4 * cell, H: 13.4 * cell,
			Alt:  "The cross-shaped board of EVO at the start for two: South and North each have a castle at their right and eight Warriors around it.",
			Draw: func(c *draw.Canvas) { evoWhole(c, evo.Game.MustConfigure(2), cell) },
		},
		{
			Name: "evo-start-four", W: 13.4 * cell, H: 13.4 * cell,
			Alt:  "The start for four: South, West, North and East, each a quarter turn further.",
			Draw: func(c *draw.Canvas) { evoWhole(c, evo.Game.MustConfigure(4), cell) },
		},
		{
			Name: "evo-start-line", W: 13.4 * cell, H: 13.4 * cell,
			Alt:  "The other start for two: eight Warriors of each side in the inner row of their arm, the castle behind them at the right.",
			Draw: func(c *draw.Canvas) { evoWhole(c, evo.Game.MustConfigure(2, "setup=line"), cell) },
		},
		{
			Name: "evo-roles", W: 640, H: 664,
			Alt: "Four small boards. The Warrior goes one square sideways, ahead or diagonally ahead; the Blade one or two straight ahead; " +
				"the Catapult one to three diagonally ahead; the Shield one or two straight back or one diagonally back.",
			Draw: evoRoles,
		},
		{
			Name: "evo-way", W: 640, H: 356,
			Alt: "Left: a Catapult reaches a North piece on h7 and takes it, but goes no further; its other way is stopped by its own Warrior. " +
				"Right: a Warrior on c2 steps diagonally past the inner corner to b3.",
			Draw: evoWay,
		},
		{
			Name: "evo-turn", W: 640, H: 356,
			Alt:  "Left: a Blade on f7. Right: it has gone to f9 and turned to Catapult, and so threatens the castle of North.",
			Draw: evoTurn,
		},
	}
}

// evoView is a window of the board on a canvas.
type evoView struct {
	c          *draw.Canvas
	st         *evo.State
	left, top  float64
	cell       float64
	x0, y0     int // lower left square of the window
	w, h       int
	bare       bool // without the names of squares
	seatColour func(evo.Side) string
}

func evoState(text string) *evo.State {
	st := evo.Game.MustConfigure(2).New().(*evo.State)
	if err := st.UnmarshalText([]byte(text)); err != nil {
		panic("diagram: " + err.Error())
	}
	return st
}

func newEvoView(c *draw.Canvas, st *evo.State, left, top, cell float64, x0, y0, w, h int) *evoView {
	return &evoView{
		c: c, st: st, left: left, top: top, cell: cell, x0: x0, y0: y0, w: w, h: h,
		seatColour: func(s evo.Side) string { return draw.SeatColours[st.SeatOf(s)] },
	}
}

// centre returns where the middle of a square lies.
func (v *evoView) centre(q evo.Square) (float64, float64) {
	x, y := q.XY()
	return v.left + (float64(x-v.x0)+.5)*v.cell, v.top + (float64(v.h-1-(y-v.y0))+.5)*v.cell
}

func (v *evoView) shows(q evo.Square) bool {
	x, y := q.XY()
	return x >= v.x0 && x < v.x0+v.w && y >= v.y0 && y < v.y0+v.h
}

// squares draws the board: rim, squares, tinted arms, names.
func (v *evoView) squares() {
	rim := .09 * v.cell
	for pass := range 2 {
		for q := range evo.Square(evo.Squares) {
			if !v.shows(q) {
				continue
			}
			cx, cy := v.centre(q)
			half := v.cell / 2
			if pass == 0 {
				v.c.Rect(cx-half-rim, cy-half-rim, v.cell+2*rim, v.cell+2*rim, rim, draw.Fill(evoRim))
				continue
			}
			x, y := q.XY()
			ground := evoLight
			if (x+y)%2 == 0 {
				ground = evoDark
			}
			v.c.Rect(cx-half, cy-half, v.cell, v.cell, 0, fmt.Sprintf(`fill="%s" stroke="#C4C8AE" stroke-width="1"`, ground))
			if s, ok := evoArm(x, y); ok {
				p := v.st.Position()
				if p.In(s) {
					v.c.Rect(cx-half, cy-half, v.cell, v.cell, 0, fmt.Sprintf(`fill="%s" fill-opacity=".17"`, v.seatColour(s)))
				}
			}
		}
	}
	if v.bare {
		return
	}
	size := .3 * v.cell
	for x := v.x0; x < v.x0+v.w; x++ {
		v.c.Text(v.left+(float64(x-v.x0)+.5)*v.cell, v.top+float64(v.h)*v.cell+.45*v.cell, size, string(rune('a'+x)), draw.Fill(draw.Ink2))
	}
	for y := v.y0; y < v.y0+v.h; y++ {
		v.c.Text(v.left-.36*v.cell, v.top+(float64(v.h-1-(y-v.y0))+.6)*v.cell, size, fmt.Sprint(y+1), draw.Fill(draw.Ink2))
	}
}

func evoArm(x, y int) (evo.Side, bool) {
	switch {
	case y < 2:
		return evo.South, true
	case y > 9:
		return evo.North, true
	case x < 2:
		return evo.West, true
	case x > 9:
		return evo.East, true
	}
	return 0, false
}

// pieces draws everything that stands in the window.
func (v *evoView) pieces() {
	p := v.st.Position()
	for q := range evo.Square(evo.Squares) {
		if piece := p.At(q); v.shows(q) && !piece.Empty() {
			cx, cy := v.centre(q)
			s := piece.Owner()
			seat := int(v.st.SeatOf(s))
			if piece.Castle() {
				evoCastle(v.c, cx, cy, v.cell, seat)
			} else {
				evoToken(v.c, cx, cy, v.cell, seat, s, piece.Role())
			}
		}
	}
}

// targets marks where the piece on from can go.
func (v *evoView) targets(from evo.Square) {
	p := v.st.Position()
	seen := map[evo.Square]bool{}
	for _, a := range v.st.AppendActions(nil, v.st.Acting().First()) {
		f, to, _, _ := evo.Split(a)
		if f != from || to == from || seen[to] || !v.shows(to) {
			continue
		}
		seen[to] = true
		cx, cy := v.centre(to)
		if p.At(to).Empty() {
			v.c.Circle(cx, cy, .17*v.cell, draw.Fill(draw.Halo))
			v.c.Circle(cx, cy, .13*v.cell, draw.Fill(draw.Primary))
			continue
		}
		v.brackets(cx, cy, draw.Primary)
	}
	cx, cy := v.centre(from)
	v.c.Rect(cx-.44*v.cell, cy-.44*v.cell, .88*v.cell, .88*v.cell, .12*v.cell,
		fmt.Sprintf(`fill="none" stroke="`+draw.Halo+`" stroke-width="%s"`, draw.Num(.11*v.cell)))
	v.c.Rect(cx-.44*v.cell, cy-.44*v.cell, .88*v.cell, .88*v.cell, .12*v.cell,
		fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s"`, draw.Primary, draw.Num(.06*v.cell)))
}

func (v *evoView) brackets(cx, cy float64, colour string) {
	h, l := .46*v.cell, .24*v.cell
	for _, k := range [][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		x, y := cx+k[0]*h, cy+k[1]*h
		v.c.Path(fmt.Sprintf("M%s %sV%sH%s", draw.Num(x), draw.Num(y-k[1]*l), draw.Num(y), draw.Num(x-k[0]*l)),
			fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s"`, colour, draw.Num(.08*v.cell)))
	}
}

// stop marks a square that cannot be entered or passed.
func (v *evoView) stop(q evo.Square) {
	cx, cy := v.centre(q)
	h := .45 * v.cell
	v.c.Rect(cx-h, cy-h, 2*h, 2*h, .08*v.cell, fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s" stroke-dasharray="6 4"`, draw.Note, draw.Num(.06*v.cell)))
	bx, by, r := cx+h*.82, cy-h*.82, .17*v.cell
	v.c.Circle(bx, by, r*1.15, draw.Fill(draw.Halo))
	v.c.Circle(bx, by, r, draw.Fill(draw.Note))
	for _, k := range []float64{-1, 1} {
		v.c.Line(bx-r*.45, by-k*r*.45, bx+r*.45, by+k*r*.45, fmt.Sprintf(`stroke="`+draw.Halo+`" stroke-width="%s" stroke-linecap="round"`, draw.Num(r*.3)))
	}
}

func evoOn(seat int) string {
	if seat == 3 {
		return draw.Shade
	}
	return draw.Halo
}

// evoToken draws a piece. Its nose points to its owner's north; corners tell
// seats apart without colour.
func evoToken(c *draw.Canvas, cx, cy, cell float64, seat int, side evo.Side, role evo.Role) {
	h := .38 * cell
	for pass := range 2 {
		dy, colour := 0.0, draw.SeatColours[seat]
		if pass == 0 {
			dy, colour = .05*cell, draw.Shade
		}
		opacity := ""
		if pass == 0 {
			opacity = ` fill-opacity=".28"`
		}
		c.Path(evoOutline(h, cell, seat), fmt.Sprintf(`transform="translate(%s %s) rotate(%d)" fill="%s"%s`, draw.Num(cx), draw.Num(cy+dy), 90*int(side), colour, opacity))
	}
	if seat == 3 {
		c.Path(evoOutline(h, cell, seat), fmt.Sprintf(`transform="translate(%s %s) rotate(%d)" fill="none" stroke="#9A6B06" stroke-width="1.4"`, draw.Num(cx), draw.Num(cy), 90*int(side)))
	}
	evoIcon(c, cx, cy, .5*cell, role, evoOn(seat))
}

// evoOutline is the outline of a token around the origin, nose up.
func evoOutline(h, cell float64, seat int) string {
	nose, k := .09*cell, .13*cell
	top := fmt.Sprintf("L%s %sL0 %sL%s %s", draw.Num(-.13*cell), draw.Num(-h), draw.Num(-h-nose), draw.Num(.13*cell), draw.Num(-h))
	corner := func(x, y, toX, toY float64) string {
		switch seat {
		case 0:
			return fmt.Sprintf("L%s %sQ%s %s %s %s", draw.Num(x), draw.Num(y),
				draw.Num(cornerOf(x, toX, h)), draw.Num(cornerOf(y, toY, h)), draw.Num(toX), draw.Num(toY))
		case 1:
			return fmt.Sprintf("L%s %sL%s %s", draw.Num(x), draw.Num(y), draw.Num(toX), draw.Num(toY))
		case 2:
			return fmt.Sprintf("L%s %sA%s %s 0 0 0 %s %s", draw.Num(x), draw.Num(y), draw.Num(k), draw.Num(k), draw.Num(toX), draw.Num(toY))
		}
		return fmt.Sprintf("L%s %s", draw.Num(cornerOf(x, toX, h)), draw.Num(cornerOf(y, toY, h)))
	}
	return fmt.Sprintf("M%s %s", draw.Num(-h+k), draw.Num(-h)) + top +
		corner(h-k, -h, h, -h+k) + corner(h, h-k, h-k, h) + corner(-h+k, h, -h, h-k) + corner(-h, -h+k, -h+k, -h) + "Z"
}

func sign(x float64) float64 { return math.Copysign(1, x) }

// cornerOf is the corner's coordinate between the two ends of its cut.
func cornerOf(a, b, h float64) float64 {
	if math.Abs(a) > math.Abs(b) {
		return sign(a) * h
	}
	return sign(b) * h
}

// evoCastle draws a castle with its seat's charge.
func evoCastle(c *draw.Canvas, cx, cy, cell float64, seat int) {
	w, h := .44*cell, .42*cell
	k := w / 3.5
	d := fmt.Sprintf("M%s %s", draw.Num(-w), draw.Num(h))
	for i := range 7 {
		y := -h
		if i%2 == 1 {
			y = -h + .14*cell
		}
		d += fmt.Sprintf("L%s %sL%s %s", draw.Num(-w+float64(i)*2*w/7), draw.Num(y), draw.Num(-w+float64(i+1)*2*w/7), draw.Num(y))
	}
	d += fmt.Sprintf("L%s %sZ", draw.Num(w), draw.Num(h))
	c.Path(d, fmt.Sprintf(`transform="translate(%s %s)" fill="%s" fill-opacity=".28"`, draw.Num(cx), draw.Num(cy+.05*cell), draw.Shade))
	c.Path(d, fmt.Sprintf(`transform="translate(%s %s)" fill="%s"`, draw.Num(cx), draw.Num(cy), draw.SeatColours[seat]))
	on := draw.Fill(evoOn(seat))
	y := cy + .08*cell
	switch seat {
	case 0:
		c.Circle(cx, y, k, on)
	case 1:
		c.Polygon(on, cx, y-k, cx+k*1.1, y+k*.8, cx-k*1.1, y+k*.8)
	case 2:
		c.Rect(cx-k*.9, y-k*.9, 1.8*k, 1.8*k, 0, on)
	default:
		c.Polygon(on, cx, y-1.2*k, cx+k, y, cx, y+1.2*k, cx-k, y)
	}
}

// evoIcon draws the picture of a role, upright, size wide, on a grid of 24.
func evoIcon(c *draw.Canvas, cx, cy, size float64, role evo.Role, colour string) {
	d := map[evo.Role]string{
		evo.Warrior:  "M12 2C7 2 4 5.5 4 10v6l4 5h8l4-5v-6c0-4.500-3-8-8-8zM7 11h4v2.500H8.500zM13 11h4l-1.500 2.500H13zM11 15h2v4h-2z",
		evo.Blade:    "M12 1l2.200 3v10H18v2.400h-4.600V20a2 2 0 1 1-2.800 0v-3.600H6V14h3.800V4z",
		evo.Catapult: "M16.200 3.200a2.900 2.900 0 1 1 2.300 4.500L12.800 14H19v2.200h-1a2.900 2.900 0 1 1-4.600 0h-3.200a2.900 2.900 0 1 1-4.600 0H3V14h6.700l7-7.700a2.900 2.900 0 0 1-.5-3.100z",
		evo.Shield:   "M12 1.500l9 2.500v7c0 5.500-4 9.500-9 12-5-2.500-9-6.500-9-12V4zM12 4.200V12h6.600c.1-.4.1-.7.1-1V6zM12 12H5.400c.7 3.500 3.300 6.200 6.600 8.200z",
	}[role]
	k := size / 24
	c.Path(d, fmt.Sprintf(`transform="translate(%s %s) scale(%s)" fill="%s" fill-rule="evenodd"`, draw.Num(cx-12*k), draw.Num(cy-12*k), num3(k), colour))
}

func num3(x float64) string { return fmt.Sprintf("%.3f", x) }

func evoWhole(c *draw.Canvas, cfg game.Config, cell float64) {
	v := newEvoView(c, cfg.New().(*evo.State), .9*cell, .5*cell, cell, 0, 0, 12, 12)
	v.squares()
	v.pieces()
}

func evoSquare(name string) evo.Square {
	for q := range evo.Square(evo.Squares) {
		if q.String() == name {
			return q
		}
	}
	panic("diagram: no square " + name)
}

func evoRoles(c *draw.Canvas) {
	for i, panel := range []struct {
		role       string
		title, sub string
	}{
		{"W", "Warrior", "1 square, never back"},
		{"B", "Blade", "1 or 2 straight ahead"},
		{"C", "Catapult", "1 to 3 on the slants ahead"},
		{"S", "Shield", "back: 1 or 2 straight, 1 slant"},
	} {
		left, top := 24+float64(i%2)*308+24, 56+float64(i/2)*322.0
		st := evoState("evo 2 | 41 0 S | S j1 f6" + panel.role + " | N c12 l9W | -")
		v := newEvoView(c, st, left, top, 34, 2, 3, 7, 7)
		c.Raw(`<text x="%s" y="%s" font-size="19" font-weight="700" %s fill="%s">%s</text>`, draw.Num(left), draw.Num(top-28), draw.Serif, draw.Ink, panel.title)
		c.Raw(`<text x="%s" y="%s" font-size="13" fill="%s">%s</text>`, draw.Num(left), draw.Num(top-11), draw.Ink2, panel.sub)
		v.squares()
		v.pieces()
		v.targets(evoSquare("f6"))
	}
}

func evoWay(c *draw.Canvas) {
	st := evoState("evo 2 | 41 0 S | S j1 f5C d7W | N c12 h7W | -")
	v := newEvoView(c, st, 44, 24, 42, 2, 3, 7, 7)
	v.squares()
	v.pieces()
	v.targets(evoSquare("f5"))
	v.stop(evoSquare("d7"))
	v.stop(evoSquare("i8"))

	st = evoState("evo 2 | 41 0 S | S j1 c2W | N c12 h9W | -")
	v = newEvoView(c, st, 384, 66, 46, 0, 0, 5, 5)
	v.squares()
	v.pieces()
	v.targets(evoSquare("c2"))
}

func evoTurn(c *draw.Canvas) {
	for i, piece := range []string{"f7B", "f9C"} {
		text := "evo 2 | 41 0 S | S j1 " + piece + " | N c12 f11W e12W | -"
		v := newEvoView(c, evoState(text), 44+float64(i)*316, 36, 38, 2, 5, 7, 7)
		v.squares()
		from, to := evoSquare("f7"), evoSquare("f9")
		if i == 0 {
			v.pieces()
			v.targets(from)
			continue
		}
		x1, y1 := v.centre(from)
		x2, y2 := v.centre(to)
		c.Arrow(x1, y1, x2, y2+.5*v.cell, .1*v.cell, draw.Primary)
		x3, y3 := v.centre(evo.North.Home())
		c.Line(x2, y2, x3, y3, fmt.Sprintf(`stroke="%s" stroke-width="3" stroke-dasharray="2 6" stroke-linecap="round"`, draw.Note))
		v.pieces()
		tx, ty := x3+.3*v.cell, y3+.3*v.cell
		c.Polygon(fmt.Sprintf(`fill="%s" stroke="`+draw.Halo+`" stroke-width="2" stroke-linejoin="round"`, draw.Note), tx, ty-.24*v.cell, tx+.26*v.cell, ty+.2*v.cell, tx-.26*v.cell, ty+.2*v.cell)
	}
}
