package diagram

import (
	"fmt"
	"math"
	"strings"

	"atoll/draw"
	"atoll/game"
	"atoll/games/earthquake"
)

// The figures of Earthquake Island are drawn from real positions, and their
// marks from the legal actions, so they cannot disagree with the rules.

var earthquakeShades = []shade{
	{light: draw.Sea, dark: "#12313E"},
	{light: draw.SeaDeep, dark: "#0D2530", stroke: "#2D5A68"},
	{light: draw.Stone, dark: "#8A8577"},
	{light: "#A39C8B", dark: "#777163"},
	{light: "#968F7E", dark: "#5B5649"},
	{light: quakeEdge, dark: "#35312A"},
	{light: "#A8A18F", dark: "#5B5649"},
	{light: "#C3BDAE", dark: "#45443C"},
	{light: "#D8D3C4", dark: "#32342F"},
	{light: "#2B2723", dark: "#14110D"},
	{light: draw.ToolRed, dark: "#C24A34"},
	{light: "#93301F", dark: "#7C2A1A"},
}

func earthquakeFigures() []Figure {
	return []Figure{
		{
			Name: "earthquake-board", W: 640, H: 420,
			Alt:  "The board of 37 hexes with its names, row a in the south. Two to four players have all but the six corners, which is 31 hexes, five or six have all 37. The inner 19 can be chosen.",
			Draw: quakeBoard,
		},
		{
			Name: "earthquake-tiles", W: 640, H: 300,
			Alt:  "The eleven kinds of tiles with their numbers: 4 volcanoes, 8 holes, 32 cracks and 7 of each of the eight tools.",
			Draw: quakeTiles,
		},
		{
			Name: "earthquake-go", W: 640, H: 336,
			Alt:  "Left: an explorer on a stack of two may go to stacks of one, two and three tiles; with a rope also to four and five. Right: with a spring it jumps two hexes in a straight line.",
			Draw: quakeGo,
		},
		{
			Name: "earthquake-cracks", W: 640, H: 336,
			Alt:  "Left: an explorer stands on cracks that end in the east, north-west and south-west. Right: those three neighbours have lost their tops, and then the cracks have gone too; one neighbour is water now.",
			Draw: quakeCracks,
		},
		{
			Name: "earthquake-hits", W: 640, H: 336,
			Alt:  "Left: dynamite reaches the neighbouring stacks, and an explorer in water without a lifebelt. Right: a bazooka reaches exactly two hexes away in a straight line. Volcanoes are never hit.",
			Draw: quakeHits,
		},
		{
			Name: "earthquake-swim", W: 640, H: 336,
			Alt:  "Left: with a lifebelt an explorer on land can swim onto any free water beside it. Right: in water it can float, swim on, or climb onto a stack of one tile.",
			Draw: quakeSwim,
		},
		{
			Name: "earthquake-sandbag", W: 640, H: 336,
			Alt:  "Left: an explorer with a sandbag stands on a hole, and may keep it. Right: the hole is still there, the sandbag is gone, and nothing below was played.",
			Draw: quakeSandbag,
		},
		{
			Name: "earthquake-push", W: 640, H: 336,
			Alt:  "Left: an explorer pushes its neighbour straight away, onto a stack that is one tile higher. Right: the same into water.",
			Draw: quakePush,
		},
		{
			Name: "earthquake-volcano", W: 640, H: 336,
			Alt:  "Left: the explorer on cracks takes the tile from under its neighbour. Right: a volcano lies there, and the neighbour must leave it at once, before the cracks are removed.",
			Draw: quakeVolcano,
		},
	}
}

// quakeSmall is the small island of most pictures.
var quakeSmall = earthquake.Game.MustConfigure(2, "area=19")

// quakeState makes a position of two players from the stacks that are not empty.
func quakeState(turn, explorers, tiles string) *earthquake.State {
	given := map[string]string{}
	for _, word := range strings.Fields(tiles) {
		hex, list, _ := strings.Cut(word, ":")
		given[hex] = list
	}
	var words []string
	for rest := earthquake.AreaOf(quakeSmall); rest != 0; rest &= rest - 1 {
		hex := rest.First().String()
		words = append(words, hex+":"+given[hex])
	}
	st := quakeSmall.New().(*earthquake.State)
	text := fmt.Sprintf("%s | 5 %s | %s | %s | V0 H0 C0,0,0,0,0,0 R0 L0 S0 D0 B0 J0 P0 T0", quakeSmall, turn, explorers, strings.Join(words, " "))
	if err := st.UnmarshalText([]byte(text)); err != nil {
		panic("diagram: " + err.Error() + ": " + text)
	}
	return st
}

// quakeDo plays one action.
func quakeDo(st *earthquake.State, s game.Seat, text string) {
	if err := game.Try(st, s, text, nil); err != nil {
		panic("diagram: " + err.Error())
	}
}

// quake is an island on a canvas: d4 at (x, y), r the radius of a hex.
type quake struct {
	c       *draw.Canvas
	x, y, r float64
}

const (
	quakeSquash = .82
	quakeEdge   = "#7A7363"
)

func (q quake) centre(h earthquake.Hex) (x, y float64) {
	name := h.String()
	row, number := float64(name[0]-'a'), float64(name[1]-'0')
	w := q.r * math.Sqrt(3)
	return q.x + (number-row/2-2.5)*w, q.y - (row-3)*1.5*q.r*quakeSquash
}

func (q quake) thick() float64 { return q.r * .17 }

// hex returns the corners of a hex around (x, y), anticlockwise from the east-north-east.
func (q quake) hex(x, y, r float64) []float64 {
	var xy []float64
	for i := range 6 {
		a := math.Pi/6 + float64(i)*math.Pi/3
		xy = append(xy, x+r*math.Cos(a), y-r*math.Sin(a)*quakeSquash)
	}
	return xy
}

func (q quake) water(x, y float64) {
	q.c.Polygon(`fill="`+draw.Sea+`" stroke="`+draw.SeaDeep+`" stroke-width="1.5"`, q.hex(x, y, q.r*.97)...)
	for i, dx := range []float64{-.32, .02} {
		yy := y + q.r*(-.12+.26*float64(i))
		xx := x + q.r*dx
		q.c.Path(fmt.Sprintf("M%s %s q%s %s %s 0 t%s 0", draw.Num(xx), draw.Num(yy), draw.Num(q.r*.09), draw.Num(-q.r*.12), draw.Num(q.r*.18), draw.Num(q.r*.18)),
			`fill="none" stroke="`+draw.Foam+`" stroke-width="1.6" stroke-linecap="round"`)
	}
}

// stack draws a stack of n tiles with its top, and returns the middle of the top.
func (q quake) stack(x, y float64, n int, top earthquake.Tile) (float64, float64) {
	face, side := draw.Stone, "#A39C8B"
	switch {
	case top.IsTool():
		face = draw.ToolRed
	case top == earthquake.Volcano:
		face = "#4A403A"
	}
	for i := range n {
		yy := y - float64(i)*q.thick()
		p := q.hex(x, yy, q.r*.97)
		fill := side
		if i%2 == 1 {
			fill = "#968F7E"
		}
		if i == n-1 && top.IsTool() {
			fill = "#93301F"
		}
		if i == n-1 && top == earthquake.Volcano {
			fill = "#2E2723"
		}
		t := q.thick()
		// the lower left, lower and lower right faces
		q.c.Polygon(`fill="`+fill+`" stroke="`+quakeEdge+`" stroke-width=".8" stroke-linejoin="round"`,
			p[4], p[5], p[6], p[7], p[8], p[9], p[10], p[11], p[10], p[11]-t, p[8], p[9]-t, p[6], p[7]-t, p[4], p[5]-t)
	}
	y -= float64(n) * q.thick()
	q.c.Polygon(`fill="`+face+`" stroke="`+quakeEdge+`" stroke-width="1" stroke-linejoin="round"`, q.hex(x, y, q.r*.97)...)
	q.icon(x, y, q.r, top)
	return x, y
}

// icon draws what is on a tile.
func (q quake) icon(x, y, r float64, t earthquake.Tile) {
	line := func(colour string, w float64) string {
		return fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s" stroke-linecap="round" stroke-linejoin="round"`, colour, draw.Num(w))
	}
	ivory := line(draw.Ivory, r*.1)
	fill := `fill="` + draw.Ivory + `"`
	path := func(style string, xy ...float64) {
		var b strings.Builder
		for i := 0; i+1 < len(xy); i += 2 {
			fmt.Fprintf(&b, "%s%s %s", map[bool]string{true: "M", false: "L"}[i == 0], draw.Num(x+xy[i]*r), draw.Num(y+xy[i+1]*r))
		}
		q.c.Path(b.String(), style)
	}
	switch {
	case t.IsCracks():
		ends := 0
		for d := range 6 {
			if t>>d&1 == 0 {
				continue
			}
			ends++
			a := float64(d) * math.Pi / 3
			ex, ey := math.Cos(a)*.72, -math.Sin(a)*.72*quakeSquash
			path(line("#2B2723", r*.11), 0, 0, ex*.45-ey*.14, ey*.45+ex*.14, ex, ey)
			q.c.Circle(x+ex*r, y+ey*r, r*.1, `fill="#2B2723"`)
		}
		if ends == 1 {
			q.c.Circle(x, y, r*.09, `fill="#2B2723"`)
		}
	case t == earthquake.Hole:
		q.c.Raw(`<ellipse cx="%s" cy="%s" rx="%s" ry="%s" fill="#1C1815"/>`, draw.Num(x), draw.Num(y), draw.Num(r*.45), draw.Num(r*.33))
	case t == earthquake.Volcano:
		path(`fill="#6B3A2A"`, -.5, .36, -.18, -.3, .18, -.3, .5, .36)
		path(`fill="#F08A24"`, -.2, -.3, .2, -.3, .1, .1, .16, .34, -.02, .2, -.12, .3, -.06, 0)
	case t == earthquake.Rope:
		q.c.Circle(x, y-r*.06, r*.27, ivory)
		q.c.Circle(x, y-r*.06, r*.1, ivory)
		path(ivory, .12, .18, .34, .34)
	case t == earthquake.Lifebelt:
		q.c.Circle(x, y, r*.28, line(draw.Ivory, r*.2))
		for i := range 4 {
			a := math.Pi/4 + float64(i)*math.Pi/2
			path(line(draw.ToolRed, r*.1), math.Cos(a)*.2, math.Sin(a)*.2, math.Cos(a)*.38, math.Sin(a)*.38)
		}
	case t == earthquake.Sandbag:
		q.c.Raw(`<ellipse cx="%s" cy="%s" rx="%s" ry="%s" %s/>`, draw.Num(x), draw.Num(y+r*.1), draw.Num(r*.34), draw.Num(r*.26), fill)
		path(fill, -.1, -.1, -.18, -.36, .18, -.36, .1, -.1)
	case t == earthquake.Dynamite:
		for _, dx := range []float64{-.26, -.02, .22} {
			q.c.Rect(x+(dx-.09)*r, y-r*.18, r*.19, r*.52, r*.05, fill)
		}
		path(ivory, -.02, -.18, .06, -.34, .24, -.36)
	case t == earthquake.Bazooka:
		path(line(draw.Ivory, r*.22), -.36, .22, .36, -.2)
		path(line(draw.Ivory, r*.12), .02, .1, .12, .34)
	case t == earthquake.Spring:
		path(ivory, -.2, .36, .2, .27, -.2, .18, .2, .09, -.2, 0, .1, -.1, 0, -.14, 0, -.38)
		path(ivory, -.14, -.25, 0, -.4, .14, -.25)
	case t == earthquake.Push:
		path(ivory, -.36, 0, .16, 0)
		path(ivory, 0, -.18, .18, 0, 0, .18)
		path(ivory, .34, -.3, .34, .3)
	case t == earthquake.Thief:
		q.c.Path(
			fmt.Sprintf(
				"M%s %s q%s %s %s 0 q%s %s %s %s q%s %s %s 0 q%s %s %s %s Z",
				draw.Num(x-r*.42),
				draw.Num(y-r*.14),
				draw.Num(r*.42),
				draw.Num(r*.08),
				draw.Num(r*.84),
				draw.Num(
					r*.06,
				),
				draw.Num(r*.34),
				draw.Num(-r*.22),
				draw.Num(r*.34),
				draw.Num(-r*.2),
				draw.Num(-r*.16),
				draw.Num(-r*.4),
				draw.Num(-r*.28),
				draw.Num(0),
				draw.Num(-r*.22),
				draw.Num(-r*.34),
			),
			fill,
		)
		for _, dx := range []float64{-.2, .2} {
			q.c.Circle(x+dx*r, y+r*.03, r*.09, `fill="`+draw.ToolRed+`"`)
		}
	}
}

// explorer draws a figure with hat and charge, its feet at (x, y).
func (q quake) explorer(x, y float64, s game.Seat) {
	r, colour := q.r, draw.SeatColours[s]
	edge := `stroke="` + draw.Shade + `" stroke-width="1.2" stroke-linejoin="round"`
	q.c.Path(fmt.Sprintf("M%s %s L%s %s Q%s %s %s %s L%s %s Z", draw.Num(x-r*.3), draw.Num(y), draw.Num(x-r*.2), draw.Num(y-r*.42), draw.Num(x), draw.Num(y-r*.6),
		draw.Num(x+r*.2), draw.Num(y-r*.42), draw.Num(x+r*.3), draw.Num(y)), `fill="`+colour+`" `+edge)
	q.c.Circle(x, y-r*.62, r*.17, `fill="#F2D3B0" `+edge)
	q.c.Raw(`<ellipse cx="%s" cy="%s" rx="%s" ry="%s" fill="%s" %s/>`, draw.Num(x), draw.Num(y-r*.72), draw.Num(r*.34), draw.Num(r*.09), colour, edge)
	q.c.Path(fmt.Sprintf("M%s %s Q%s %s %s %s Z", draw.Num(x-r*.18), draw.Num(y-r*.74), draw.Num(x), draw.Num(y-r*1.12),
		draw.Num(x+r*.18), draw.Num(y-r*.74)), `fill="`+colour+`" `+edge)
	switch s {
	case 0:
		q.c.Circle(x, y-r*.22, r*.11, `fill="`+draw.Paper+`"`)
	case 1:
		q.c.Polygon(`fill="`+draw.Paper+`"`, x, y-r*.36, x+r*.13, y-r*.12, x-r*.13, y-r*.12)
	default:
		q.c.Charge(x, y-r*.2, r*.13, int(s), draw.OnSeat(int(s)))
	}
}

func (q quake) badge(x, y float64, n int) {
	q.c.Circle(x-q.r*.62, y-q.r*.42, q.r*.22, `fill="`+draw.Badge+`" stroke="`+draw.OnBadge+`" stroke-width="1.5"`)
	q.c.Text(x-q.r*.62, y-q.r*.42+q.r*.11, q.r*.32, fmt.Sprint(n), `fill="`+draw.OnBadge+`" font-weight="700"`)
}

// island draws a position, the farthest row first. Marked hexes get a label.
func (q quake) island(st *earthquake.State, mark map[string]string, colour string) {
	type spot struct {
		h    earthquake.Hex
		x, y float64
	}
	var spots []spot
	for row := byte('g'); row >= 'a'; row-- {
		for number := byte('1'); number <= '7'; number++ {
			h, ok := earthquake.ParseHex(string([]byte{row, number}))
			if !ok || !st.Area().Has(h) {
				continue
			}
			x, y := q.centre(h)
			n := st.Height(h)
			if n == 0 {
				q.water(x, y)
			} else {
				x, y = q.stack(x, y, n, st.Top(h))
			}
			if _, marked := mark[h.String()]; marked {
				q.c.Polygon(`fill="none" stroke="`+draw.Paper+`" stroke-width="6" stroke-linejoin="round"`, q.hex(x, y, q.r*.84)...)
				q.c.Polygon(`fill="none" stroke="`+colour+`" stroke-width="3.2" stroke-linejoin="round"`, q.hex(x, y, q.r*.84)...)
			}
			spots = append(spots, spot{h, x, y})
		}
	}
	// whatever must be read is not hidden by the stacks in front
	for _, p := range spots {
		for s := range game.Seat(st.Players()) {
			if st.In(s) && st.At(s) == p.h {
				q.explorer(p.x+q.r*.12, p.y+q.r*.2, s)
			}
		}
	}
	for _, p := range spots {
		if label := mark[p.h.String()]; label != "" {
			w := q.r * (.34 + .22*float64(len([]rune(label))))
			q.c.Rect(p.x-w/2-q.r*.12, p.y+q.r*.18, w, q.r*.44, q.r*.2, `fill="`+colour+`" stroke="`+draw.Paper+`" stroke-width="1.5"`)
			q.c.Text(p.x-q.r*.12, p.y+q.r*.5, q.r*.34, label, `fill="`+draw.Paper+`" font-weight="700"`)
		}
	}
	// Heights come last: every one of them can be read.
	for _, p := range spots {
		if n := st.Height(p.h); n > 0 {
			q.badge(p.x, p.y, n)
		}
	}
}

// quakeMarks labels the hexes of the actions that seat s may choose now.
func quakeMarks(st *earthquake.State, s game.Seat, labels map[uint8]string) map[string]string {
	mark := map[string]string{}
	for _, a := range st.AppendActions(nil, s) {
		if label, ok := labels[earthquake.Verb(a)]; ok {
			mark[earthquake.Target(a).String()] = label
		}
	}
	return mark
}

func quakeTitle(c *draw.Canvas, x float64, text string) {
	c.Text(x, 32, 16, text, draw.Serif+` fill="`+draw.Ink+`" font-weight="700"`)
}

func quakeBoard(c *draw.Canvas) {
	q := quake{c, 250, 218, 38}
	two, four := earthquake.AreaOf(quakeSmall), earthquake.AreaOf(earthquake.Game.MustConfigure(4))
	for h := range earthquake.Hex(earthquake.Hexes) {
		x, y := q.centre(h)
		fill := "#D8D3C4"
		switch {
		case two.Has(h):
			fill = "#A8A18F"
		case four.Has(h):
			fill = "#C3BDAE"
		}
		c.Polygon(`fill="`+fill+`" stroke="`+draw.Paper+`" stroke-width="2"`, q.hex(x, y, q.r*.97)...)
		c.Text(x, y+5, 15, h.String(), `fill="`+draw.Ink+`" font-weight="600"`)
	}
	for i, row := range []struct{ fill, text string }{
		{"#A8A18F", "if chosen: 19"}, {"#C3BDAE", "2–4 players: 31"}, {"#D8D3C4", "5–6 players: 37"},
	} {
		y := 40 + float64(i)*26
		c.Rect(492, y-12, 16, 16, 4, `fill="`+row.fill+`"`)
		c.Label(514, y+1, 13, row.text)
	}
	x, y := 560.0, 318.0
	for d := range 6 {
		a := float64(d) * math.Pi / 3
		ex, ey := math.Cos(a), -math.Sin(a)*quakeSquash
		c.Arrow(x+ex*12, y+ey*12, x+ex*42, y+ey*42, 4, draw.Primary)
		c.Text(x+ex*56, y+ey*56+5, 15, fmt.Sprint(d), `fill="`+draw.Ink+`" font-weight="700"`)
	}
	c.Text(x, y+86, 13, "crack directions", `fill="`+draw.Ink2+`"`)
}

func quakeTiles(c *draw.Canvas) {
	for i, row := range []struct {
		tile earthquake.Tile
		name string
	}{
		{earthquake.Volcano, "volcano · 4"},
		{earthquake.Hole, "hole · 8"},
		{0b010101, "cracks · 32"},
		{earthquake.Rope, "rope · 7"},
		{earthquake.Lifebelt, "lifebelt · 7"},
		{earthquake.Sandbag, "sandbag · 7"},
		{earthquake.Dynamite, "dynamite · 7"},
		{earthquake.Bazooka, "bazooka · 7"},
		{earthquake.Spring, "spring · 7"},
		{earthquake.Push, "push · 7"},
		{earthquake.Thief, "thief · 7"},
	} {
		perRow, first := 6, 0
		y := 74.0
		if i >= 6 {
			perRow, first, y = 5, 6, 206
		}
		x := 640 / float64(perRow) * (float64(i-first) + .5)
		q := quake{c, 0, 0, 42}
		q.stack(x, y+q.thick(), 1, row.tile)
		c.Text(x, y+66, 14, row.name, `fill="`+draw.Ink+`"`)
	}
}

func quakeGo(c *draw.Canvas) {
	st := quakeState("2 go", "c2- d4R", "d4:C3,L d5:B e4:C2,H,C4,D e5:D,D,D,D,P d3:H,S,T c3:T c4:V d6:L,C5 c2:J b3:C0")
	q := quake{c, 160, 196, 35}
	quakeTitle(c, 160, "Step, or climb with a rope")
	q.island(st, quakeMarks(st, 1, map[uint8]string{earthquake.VerbMove: "step", earthquake.VerbRope: "rope"}), draw.Primary)
	st = quakeState("2 go", "c2- d4J", "d4:C3,L d5:B,B,B,B e5:H,S,T,L d3:V c4:D,D,D,D d6:L,C5 d2:C0,C1,C12 c2:J b3:C0 f4:C25,L,T,T f6:T b4:C2,P")
	q.x = 480
	quakeTitle(c, 480, "Spring")
	q.island(st, quakeMarks(st, 1, map[uint8]string{earthquake.VerbSpring: "spring"}), draw.Primary)
}

func quakeCracks(c *draw.Canvas) {
	st := quakeState("2 go", "d5- d4-", "d4:L,C024 d5:C1,H e5:D e4:P c3:C5,T,B c4:J d3:C0,S d6:C01 b3:R")
	q := quake{c, 160, 196, 35}
	quakeTitle(c, 160, "Stay and play the cracks")
	mark := map[string]string{}
	d4, _ := earthquake.ParseHex("d4")
	for rest := st.Falls(d4); rest != 0; rest &= rest - 1 {
		mark[rest.First().String()] = "−1"
	}
	q.island(st, mark, draw.Note)
	quakeDo(st, 1, "stay")
	q.x = 480
	quakeTitle(c, 480, "Afterwards")
	q.island(st, nil, draw.Note)
}

func quakeHits(c *draw.Canvas) {
	st := quakeState("2 go", "c4- d4D", "d4:C3,L d5:B,H e5:V e4:S d6:L,C5 b3:C0 f5:C25,L d3:C04,C1,J")
	q := quake{c, 160, 196, 35}
	quakeTitle(c, 160, "Dynamite")
	q.island(st, quakeMarks(st, 1, map[uint8]string{earthquake.VerbDynamite: "hit"}), draw.Note)
	st = quakeState("2 go", "b4- d4B", "d4:C3,L,L d5:J,H e5:V e4:S d6:L,C5 d2:C0 f4:C25,L f6:V d3:C04,C1,J b2:T,T,T")
	q.x = 480
	quakeTitle(c, 480, "Bazooka")
	q.island(st, quakeMarks(st, 1, map[uint8]string{earthquake.VerbBazooka: "hit"}), draw.Note)
}

func quakeVolcano(c *draw.Canvas) {
	st := quakeState("2 go", "d5- d4-", "d4:L,C01 d5:S,V,H e5:B,D d6:C2,P c5:J e6:C34,C1,C2,C25,L c4:T d3:R")
	q := quake{c, 160, 196, 35}
	quakeTitle(c, 160, "Cracks under a neighbour")
	q.island(st, map[string]string{"d5": "−1", "e5": "−1"}, draw.Note)
	quakeDo(st, 1, "stay")
	q.x = 480
	quakeTitle(c, 480, "The volcano must be left")
	q.island(st, quakeMarks(st, 0, map[uint8]string{earthquake.VerbMove: "go"}), draw.Primary)
}

func quakeSwim(c *draw.Canvas) {
	verbs := map[uint8]string{earthquake.VerbMove: "step", earthquake.VerbSwim: "swim", earthquake.VerbFloat: "float"}
	st := quakeState("2 go", "e6- d4L", "d4:C3,L d5:B,T,T,T e5:H,S,T,D e4:L,R,J,J d3:R,R,C1,C2 e6:C25,L d6:J c2:R f5:H")
	q := quake{c, 160, 196, 35}
	quakeTitle(c, 160, "With a lifebelt onto water")
	q.island(st, quakeMarks(st, 1, verbs), draw.Primary)
	st = quakeState("2 go", "e6- d4L", "d5:B,T e5:H,S,T e4:L d3:R,R e6:C25,L d6:J c2:R f5:H")
	q.x = 480
	quakeTitle(c, 480, "In water")
	mark := quakeMarks(st, 1, verbs)
	mark["d4"] = "float"
	q.island(st, mark, draw.Primary)
}

func quakeSandbag(c *draw.Canvas) {
	st := quakeState("2 go", "e6- d4S", "d4:C3,H d5:B,T e5:H,S,T e4:L d3:R,R c3:T c4:J e6:C25,L d6:J c2:R f5:H b3:C1")
	q := quake{c, 160, 196, 35}
	quakeDo(st, 1, "stay")
	quakeTitle(c, 160, "Remove it, or give the sandbag")
	q.island(st, map[string]string{"d4": "sandbag"}, draw.Primary)
	quakeDo(st, 1, "sandbag")
	q.x = 480
	quakeTitle(c, 480, "Afterwards")
	q.island(st, nil, draw.Primary)
}

func quakePush(c *draw.Canvas) {
	for i, panel := range []struct{ title, tiles string }{
		{"One tile higher is the most", "d4:C3,L d5:B,T d6:L,C5,S e5:H e4:S d3:C04,C1,J c3:T c2:R f5:H b3:C1"},
		{"Into water", "d4:C3,L d5:B,T e5:H e4:S d3:C04,C1,J c3:T c2:R f5:H b3:C1"},
	} {
		st := quakeState("2 go", "d5- d4P", panel.tiles)
		q := quake{c, 160 + 320*float64(i), 196, 35}
		quakeTitle(c, q.x, panel.title)
		mark := quakeMarks(st, 1, map[uint8]string{earthquake.VerbPush: ""})
		if len(mark) != 1 {
			panic("diagram: the push is not allowed")
		}
		q.island(st, mark, draw.Primary)
		from, _ := earthquake.ParseHex("d5")
		to, _ := earthquake.ParseHex("d6")
		x1, y1 := q.centre(from)
		x2, y2 := q.centre(to)
		if n := st.Height(to); n > 0 {
			y2 -= float64(n-1) * q.thick()
		}
		c.Arrow(x1+q.r*.5, y1-q.thick(), x2, y2, 5, draw.Primary)
	}
}
