package diagram

import (
	"fmt"
	"math"
	"strings"

	"atoll/draw"
	"atoll/game"
	"atoll/games/epigo"
)

// The figures of Epigo are drawn from real positions; what a move leads to and
// which exits are open comes from the rules.

const (
	epigoLight = "#E6EDEF"
	epigoDark  = "#D8E3E7"
	epigoSlab  = "#CDBB92"
	epigoSide  = "#9C8A62"
)

var epigoShades = []shade{
	{light: epigoLight, dark: "#22354A"},
	{light: epigoDark, dark: "#1C2D41"},
	{light: "#BFD0D6", dark: "#2F475C"},
	{light: epigoSlab, dark: "#5D5334"},
	{light: epigoSide, dark: "#3B3420"},
}

func epigoFigures() []Figure {
	return []Figure{
		{
			Name: "epigo-start", W: 470, H: 470,
			Alt:  "The board of 52 squares after a deployment. South's Epigons stand on rank 4, North's on rank 5, each row with one gap where the X was.",
			Draw: epigoStart,
		},
		{
			Name: "epigo-slide", W: 640, H: 288,
			Alt: "Left: South 5 slides from b3 to c3; no opponent touches c3, so it may go on to d3. " +
				"Right: North 2 on c4 touches c3, so the slide ends there.",
			Draw: epigoSlide,
		},
		{
			Name: "epigo-push", W: 640, H: 452,
			Alt: "Five rows with the count above each tile. Two against two pushes; one against two is blocked at the second opponent; " +
				"two against three is blocked; a row that ends at the edge pushes its last tile off; a tile behind a gap does not move.",
			Draw: epigoPush,
		},
		{
			Name: "epigo-round", W: 640, H: 236,
			Alt:  "Two rounds. Left: South 6 and North 4, the 6 acts first. Right: South 3 and North 3 cancel, nothing moves.",
			Draw: epigoRound,
		},
		{
			Name: "epigo-island", W: 640, H: 352,
			Alt: "Left: South's Island on b2 with Epigons 3 and 5; arrows show the squares over which the 3 may leave, all but d3, where it is outnumbered. " +
				"Right: SLAM! moves the Island with all on it; here north or east.",
			Draw: epigoIsland,
		},
	}
}

// epigoView is a window of the board on a canvas.
type epigoView struct {
	c         *draw.Canvas
	pos       epigo.Position
	left, top float64
	cell      float64
	f0, r0    int // lower left square of the window
	w, h      int
}

func epigoState(text string) *epigo.State {
	st := epigo.Game.MustConfigure(2).New().(*epigo.State)
	if err := st.UnmarshalText([]byte(text)); err != nil {
		panic("diagram: " + err.Error())
	}
	return st
}

func epigoPlay(st *epigo.State, texts ...string) {
	var c game.Choices
	i := 0
	for seat := game.Seat(0); seat < 2; seat++ {
		if !st.Acting().Has(seat) {
			continue
		}
		a, err := game.Parse(st, seat, texts[i])
		if err != nil {
			panic("diagram: " + err.Error())
		}
		c[seat] = a
		i++
	}
	st.Play(c, nil)
}

func epigoSquare(name string) epigo.Square { return epigo.Square((name[1]-'1')*8 + name[0] - 'a') }

func (v *epigoView) centre(sq epigo.Square) (float64, float64) {
	return v.left + (float64(int(sq%8)-v.f0)+.5)*v.cell, v.top + (float64(v.h-1-(int(sq/8)-v.r0))+.5)*v.cell
}

func (v *epigoView) shows(sq epigo.Square) bool {
	f, r := int(sq%8), int(sq/8)
	return f >= v.f0 && f < v.f0+v.w && r >= v.r0 && r < v.r0+v.h
}

func (v *epigoView) draw() {
	v.squares()
	v.pieces()
}

// pieces draws Islands and Epigons.
func (v *epigoView) pieces() {
	for side := range 2 {
		if isle, ok := v.pos.Island(side); ok {
			v.island(side, isle)
		}
	}
	for side := range 2 {
		for n := 1; n <= 7; n++ {
			if sq, ok := v.pos.Square(side, n); ok && v.shows(sq) {
				x, y := v.centre(sq)
				epigoTile(v.c, x, y, v.cell, side, n)
			}
		}
	}
}

// squares draws frame, squares, centreline and names.
func (v *epigoView) squares() {
	rim, half := .12*v.cell, v.cell/2
	for pass := range 2 {
		for sq := range epigo.Square(64) {
			if !epigo.OnBoard(sq) || !v.shows(sq) {
				continue
			}
			x, y := v.centre(sq)
			if pass == 0 {
				v.c.Rect(x-half-rim, y-half-rim, v.cell+2*rim, v.cell+2*rim, rim, draw.Fill(draw.Lapis))
				continue
			}
			ground := epigoLight
			if (sq%8+sq/8)%2 == 0 {
				ground = epigoDark
			}
			v.c.Rect(x-half, y-half, v.cell, v.cell, 0, fmt.Sprintf(`fill="%s" stroke="#BFD0D6" stroke-width="1"`, ground))
		}
	}
	// Where the board goes on beyond the window there is no frame.
	for sq := range epigo.Square(64) {
		for d := range epigo.Direction(4) {
			on, ok := epigo.Step(sq, d)
			if !ok || !v.shows(sq) || v.shows(on) {
				continue
			}
			x, y := v.centre(sq)
			if d == epigo.East || d == epigo.West {
				left := x + half
				if d == epigo.West {
					left = x - half - rim - 1
				}
				v.c.Rect(left, y-half-rim, rim+1, v.cell+2*rim, 0, draw.Fill(draw.Ground))
			} else {
				top := y - half - rim - 1
				if d == epigo.South {
					top = y + half
				}
				v.c.Rect(x-half-rim, top, v.cell+2*rim, rim+1, 0, draw.Fill(draw.Ground))
			}
		}
	}
	if v.r0 < 4 && v.r0+v.h > 4 {
		y := v.top + float64(v.r0+v.h-4)*v.cell
		v.c.Line(v.left, y, v.left+float64(v.w)*v.cell, y, fmt.Sprintf(`stroke="%s" stroke-width="%s"`, draw.Gold, draw.Num(.07*v.cell)))
	}
	size := .28 * v.cell
	for f := v.f0; f < v.f0+v.w; f++ {
		v.c.Text(v.left+(float64(f-v.f0)+.5)*v.cell, v.top+float64(v.h)*v.cell+.5*v.cell, size, string(rune('a'+f)), draw.Fill(draw.Ink2))
	}
	for r := v.r0; r < v.r0+v.h; r++ {
		v.c.Text(v.left-.38*v.cell, v.top+(float64(v.h-1-(r-v.r0))+.6)*v.cell, size, fmt.Sprint(r+1), draw.Fill(draw.Ink2))
	}
}

// epigoTile draws an Epigon: South rounded lapis with a rosette, North an
// octagon in gold with a star.
func epigoTile(c *draw.Canvas, x, y, cell float64, side, n int) {
	epigoTileOf(c, x, y, cell, side, fmt.Sprint(n))
}

func epigoTileOf(c *draw.Canvas, x, y, cell float64, side int, sign string) {
	h := .41 * cell
	shape := func(dy, inset float64, style string) {
		k := h - inset
		if side == 0 {
			c.Rect(x-k, y-k+dy, 2*k, 2*k, .12*cell, style)
			return
		}
		cut := .17*cell - inset*.6
		c.Polygon(
			style,
			x-k+cut,
			y-k+dy,
			x+k-cut,
			y-k+dy,
			x+k,
			y-k+cut+dy,
			x+k,
			y+k-cut+dy,
			x+k-cut,
			y+k+dy,
			x-k+cut,
			y+k+dy,
			x-k,
			y+k-cut+dy,
			x-k,
			y-k+cut+dy,
		)
	}
	ground, ink := "#2553A8", draw.Gold
	if side == 1 {
		ground, ink = "#F0CB66", draw.Lapis
	}
	shape(.05*cell, 0, draw.Fill(draw.Shade)+` fill-opacity=".3"`)
	shape(0, 0, draw.Fill(ground))
	shape(0, .065*cell, fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s"`, ink, draw.Num(.026*cell)))
	c.Text(x, y+.1*cell, .47*cell, sign, draw.Serif+` font-weight="700" `+draw.Fill(ink))
	my := y + .245*cell
	if side == 0 {
		for i := range 6 {
			a := float64(i) * math.Pi / 3
			c.Circle(x+.05*cell*math.Cos(a), my+.05*cell*math.Sin(a), .025*cell, draw.Fill(ink))
		}
		return
	}
	var pts []float64
	for i := range 16 {
		r := .075 * cell
		if i%2 == 1 {
			r = .04 * cell
		}
		a := float64(i) * math.Pi / 8
		pts = append(pts, x+r*math.Sin(a), my-r*math.Cos(a))
	}
	c.Polygon(draw.Fill(ink), pts...)
}

// island draws the raised slab with its residents.
func (v *epigoView) island(side int, sw epigo.Square) {
	if !v.shows(sw) || !v.shows(sw+9) {
		return
	}
	x, y := v.centre(sw + 8)
	x -= v.cell / 2
	y -= v.cell / 2
	in, w := .05*v.cell, 2*v.cell
	v.c.Rect(x+in, y+in+.1*v.cell, w-2*in, w-2*in, .2*v.cell, draw.Fill(epigoSide))
	v.c.Rect(x+in, y+in-.06*v.cell, w-2*in, w-2*in, .2*v.cell, draw.Fill(epigoSlab))
	edge := "#2553A8"
	if side == 1 {
		edge = draw.Gold
	}
	v.c.Rect(x+2.5*in, y+2.5*in-.06*v.cell, w-5*in, w-5*in, .15*v.cell, fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s"`, edge, draw.Num(.04*v.cell)))
	spots := [3][2]float64{{.55, .6}, {1.45, .6}, {1, 1.38}}
	i := 0
	for n := 1; n <= 7; n++ {
		if v.pos.OnIsland(side, n) {
			epigoTile(v.c, x+spots[i][0]*v.cell, y+spots[i][1]*v.cell, .8*v.cell, side, n)
			i++
		}
	}
	for ; i < 3; i++ {
		v.c.Circle(x+spots[i][0]*v.cell, y+spots[i][1]*v.cell, .26*v.cell, fmt.Sprintf(`fill="none" stroke="%s" stroke-width="1.5" stroke-dasharray="4 3"`, epigoSide))
	}
}

// arrow points from one square to another, from the tile's edge.
func (v *epigoView) arrow(from, to epigo.Square, start, end float64, colour string) {
	x1, y1 := v.centre(from)
	x2, y2 := v.centre(to)
	n := math.Hypot(x2-x1, y2-y1)
	ux, uy := (x2-x1)/n, (y2-y1)/n
	w := .1 * v.cell
	v.c.Arrow(x1+ux*start*v.cell, y1+uy*start*v.cell, x2+ux*end*v.cell, y2+uy*end*v.cell, w, colour)
}

// dashed marks a square that may be entered.
func (v *epigoView) dashed(sq epigo.Square, colour string) {
	x, y := v.centre(sq)
	h := .38 * v.cell
	v.c.Rect(x-h, y-h, 2*h, 2*h, .1*v.cell, fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s" stroke-dasharray="6 4"`, colour, draw.Num(.055*v.cell)))
}

func epigoCaption(c *draw.Canvas, x, y float64, text, colour string) {
	c.Text(x, y, 15, text, draw.Fill(colour))
}

func epigoStart(c *draw.Canvas) {
	st := epigo.Game.MustConfigure(2).New().(*epigo.State)
	epigoPlay(st, "deploy 3 1 7 X 2 5 4 6", "deploy 6 2 4 7 5 X 1 3")
	v := &epigoView{c: c, pos: st.Position(), left: 45, top: 25, cell: 49, w: 8, h: 8}
	v.draw()
}

func epigoSlide(c *draw.Canvas) {
	for i, text := range []string{
		"epigo 2 | plan turn=9 quiet=0 S=c1,d1,e1,f1,b3,h3,h4 N=c8,d8,e8,f8,b7,c7,d7",
		"epigo 2 | plan turn=9 quiet=0 S=c1,d1,e1,f1,b3,h3,h4 N=c8,c4,e8,f8,b7,c7,d7",
	} {
		st := epigoState(text)
		x0 := 46 + float64(i)*312
		v := &epigoView{c: c, pos: st.Position(), left: x0, top: 22, cell: 54, f0: 0, r0: 1, w: 5, h: 3}
		v.draw()
		from := epigoSquare("b3")
		to, _ := epigo.Step(from, epigo.East)
		// Whether a super slide is offered is the rules' answer, not the artist's.
		after := epigoState(text)
		epigoPlay(after, "plan 5E 1N 2N", "plan 4N 1N 2N")
		v.arrow(from, to, .46, .12, draw.Primary)
		if after.Acting() == game.Only(0) {
			on, _ := epigo.Step(to, epigo.East)
			v.dashed(on, draw.Primary)
			v.arrow(to, on, .2, .1, draw.Primary)
			epigoCaption(c, x0+135, 252, "c3 touches no opponent:", draw.Ink)
			epigoCaption(c, x0+135, 272, "one more step, if you like", draw.OK)
		} else {
			epigoCaption(c, x0+135, 252, "North 2 touches c3:", draw.Ink)
			epigoCaption(c, x0+135, 272, "the slide ends there", draw.Note)
		}
	}
}

// epigoPush draws rows along rank 4, the mover first, with the counts that the
// push is judged by.
func epigoPush(c *draw.Canvas) {
	const cell = 46.0
	for i, row := range []struct{ tiles, text string }{
		{"ooxx..", "2 to 2: pushes"},
		{"oxxo..", "1 to 2: blocked, whatever follows"},
		{"ooxxx.", "2 to 3: blocked"},
		{"ooxxox|", "3 to 3: pushes, the last one is off"},
		{"oox.x.", "pushes; behind the gap nothing moves"},
	} {
		edge := strings.HasSuffix(row.tiles, "|")
		tiles := strings.TrimSuffix(row.tiles, "|")
		y := 34 + float64(i)*84
		left := 24.0
		epigoRow(c, left, y+18, cell, tiles, edge)
		colour := draw.OK
		if strings.Contains(row.text, "blocked") {
			colour = draw.Note
		}
		c.Raw(`<text x="%s" y="%s" font-size="15" fill="%s">%s</text>`, draw.Num(left+6*cell+34), draw.Num(y+18+cell*.62), colour, draw.Escape(row.text))
	}
}

func epigoRow(c *draw.Canvas, left, top, cell float64, tiles string, edge bool) {
	n := len(tiles)
	c.Rect(left-5, top-5, float64(n)*cell+10, cell+10, 5, draw.Fill(draw.Lapis))
	for i := range n {
		ground := epigoLight
		if i%2 == 1 {
			ground = epigoDark
		}
		c.Rect(left+float64(i)*cell, top, cell, cell, 0, fmt.Sprintf(`fill="%s" stroke="#BFD0D6" stroke-width="1"`, ground))
	}
	if !edge { // the board goes on
		c.Rect(left+float64(n)*cell, top-6, 6, cell+12, 0, draw.Fill(draw.Ground))
	}
	own, other, stopped := 0, 0, -1
	numbers := [2][]int{{4, 1, 6, 2}, {5, 3, 7, 2}}
	seen := [2]int{}
	for i := range n {
		if tiles[i] == '.' {
			continue
		}
		side := strings.IndexByte("ox", tiles[i])
		x := left + (float64(i)+.5)*cell
		epigoTile(c, x, top+cell/2, cell, side, numbers[side][seen[side]])
		seen[side]++
		if stopped >= 0 || strings.Contains(tiles[:i], ".") {
			continue
		}
		if side == 0 {
			own++
		} else {
			other++
		}
		colour := draw.Primary
		if other > own {
			colour, stopped = draw.Note, i
			c.Rect(x-cell/2-3, top-2, 6, cell+4, 3, draw.Fill(draw.Note))
		}
		c.Rect(x-.36*cell, top-.5*cell, .72*cell, .36*cell, .18*cell, draw.Fill(colour))
		c.Text(x, top-.24*cell, .29*cell, fmt.Sprintf("%d:%d", own, other), `font-weight="600" `+draw.Fill(draw.Halo))
	}
	if stopped < 0 {
		c.Arrow(left-14, top+cell/2, left+4, top+cell/2, 5, draw.Primary)
	}
}

func epigoCard(c *draw.Canvas, x, y float64, side, n int, d epigo.Direction) {
	c.Rect(x-44, y-58+4, 88, 116, 12, draw.Fill(draw.Shade)+` fill-opacity=".18"`)
	c.Rect(x-44, y-58, 88, 116, 12, fmt.Sprintf(`fill="%s" stroke="%s" stroke-width="2"`, draw.Paper, draw.Hair))
	epigoTile(c, x, y-18, 74, side, n)
	v := [4][2]float64{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}[d]
	c.Arrow(x-v[0]*16, y+36-v[1]*12, x+v[0]*18, y+36+v[1]*14, 6, draw.Primary)
}

func epigoRound(c *draw.Canvas) {
	for i, k := range []struct {
		south, north int
		head, tail   string
	}{
		{6, 4, "6 beats 4", "South acts first, then North"},
		{3, 3, "3 meets 3", "they cancel: nothing moves"},
	} {
		x := 170 + float64(i)*300
		epigoCard(c, x-62, 88, 0, k.south, epigo.North)
		epigoCard(c, x+62, 88, 1, k.north, epigo.West)
		colour := draw.OK
		if k.south == k.north {
			colour = draw.Note
			for s := range 2 {
				cx := x - 62 + 124*float64(s)
				c.Line(cx-34, 128, cx+34, 48, fmt.Sprintf(`stroke="%s" stroke-width="6" stroke-linecap="round"`, draw.Note))
			}
		}
		epigoCaption(c, x, 186, k.head, draw.Ink)
		epigoCaption(c, x, 208, k.tail, colour)
	}
}

func epigoIsland(c *draw.Canvas) {
	const south = "epigo 2 variant=islanders | plan turn=9 quiet=0 S=f1,h5,@,h6,@,h3,h4@b2 "
	st := epigoState(south + "N=d3,e3,c8,f8,b7,c7,-@e6")
	v := &epigoView{c: c, pos: st.Position(), left: 42, top: 22, cell: 52, f0: 0, r0: 0, w: 5, h: 5}
	v.draw()
	epigoPlay(st, "plan 3N 1S 2S", "plan 7N 1S 2S")
	for _, a := range st.AppendActions(nil, 0) {
		word := string(st.AppendAction(nil, 0, a))
		to, ok := strings.CutPrefix(word, "exit ")
		if !ok {
			continue
		}
		sq := epigoSquare(to)
		for d := range epigo.Direction(4) {
			back, ok := epigo.Step(sq, (d+2)%4)
			sw, _ := v.pos.Island(0)
			if ok && (back == sw || back == sw+1 || back == sw+8 || back == sw+9) {
				v.arrow(back, sq, .3, .05, draw.Primary)
			}
		}
	}
	epigoCaption(c, 172, 334, "ways off the Island; d3 is 1:2", draw.Ink)

	st = epigoState(south + "N=a3,g7,c8,f8,b7,c7,-@e6")
	w := &epigoView{c: c, pos: st.Position(), left: 354, top: 22, cell: 52, f0: 0, r0: 0, w: 5, h: 5}
	w.draw()
	epigoPlay(st, "plan SLAM 1S 2S", "plan 7N 1S 2S")
	sw, _ := w.pos.Island(0)
	for _, a := range st.AppendActions(nil, 0) {
		word := string(st.AppendAction(nil, 0, a))
		letter, ok := strings.CutPrefix(word, "slam ")
		if !ok {
			continue
		}
		d := [4][2]float64{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}[strings.Index("NESW", letter)]
		x, y := w.centre(sw)
		x, y = x+26, y-26
		c.Arrow(x+d[0]*50, y+d[1]*50, x+d[0]*90, y+d[1]*90, 6, draw.Primary)
	}
	epigoCaption(c, 484, 334, "SLAM! moves the whole Island", draw.Ink)
}
