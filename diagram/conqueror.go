package diagram

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"atoll/draw"
	"atoll/game"
	"atoll/games/conqueror"
)

// The figures of The Conqueror are drawn from real positions as a browser gets
// them, and their marks from the legal actions.

const (
	conquerorCell = 44.0
	conquerorLift = .12 * conquerorCell // of a won island
	conquerorRim  = .9                  // cells of water around the board
	woodSide      = "#8F5B2A"
	woodGroove    = "#B98450"
)

var conquerorShades = []shade{
	{light: draw.Wood, dark: "#B88A59"},
	{light: draw.WoodRim, dark: "#936737"},
	{light: woodSide, dark: "#4A2D10"},
	{light: woodGroove, dark: "#6B4620"},
}

func conquerorFigures() []Figure {
	const cell = conquerorCell
	size := func(cells float64) float64 { return cells*cell + 2*conquerorRim*cell }
	return []Figure{
		{
			Name: "conqueror-start", W: size(8), H: size(8),
			Alt: "The basic board of 16 islands, each of four tiles, with the tokens of four players on its corners.",
			Draw: func(c *draw.Canvas) {
				newConquerorView(c, conquerorPlay(4, nil, "order A B C D", "start a1", "start h1", "start a8", "start h8"), 0, 0).whole()
			},
		},
		{
			Name: "conqueror-custom", W: size(12), H: size(10),
			Alt:  "A custom board: a base of nine islands in a square and seven more islands around it. All its corner tiles are marked.",
			Draw: conquerorCustom,
		},
		{
			Name: "conqueror-move", W: size(14), H: size(6) + .7*cell,
			Alt: "The same position after two steps and after three steps were rolled. A claimed tile or a token may be passed, but " +
				"only unclaimed tiles without token can be landed on. With three steps the token can walk around the corner of its own island.",
			Draw: conquerorMove,
		},
		{
			Name: "conqueror-win", W: size(16), H: size(4) + .7*cell,
			Alt: "Three pictures. B has two steps to the last free tile of an island. B lands there and has won: all coins go back and the island lies on under the token. " +
				"B has moved away and the island is gone.",
			Draw: conquerorWin,
		},
		{
			Name: "conqueror-stranded", W: size(8), H: size(4),
			Alt: "B stands on a won island. Every tile within three steps is claimed or gone; the nearest unclaimed tiles are four steps away. " +
				"So B forfeits when its turn comes.",
			Draw: conquerorStranded,
		},
		{
			Name: "conqueror-share", W: size(8), H: size(2) + 1.4*cell,
			Alt: "Four unfinished islands at the end, their coins numbered in the order of placing. Two coins of A against one of B: A's. " +
				"One coin each: to the last claim, here B's. No coin: nobody's. One coin alone: B's.",
			Draw: conquerorShare,
		},
	}
}

// conquerorBoard is the part of the wire's JSON that pictures need.
type conquerorBoard struct {
	Width, Height int
	Corners       []string
	Islands       []struct {
		At      string
		WonBy   *string `json:"won_by"`
		Removed bool
		Holder  *string
		Tiles   []struct {
			At          string
			Coin, Token *string
		}
	}
}

type conquerorView struct {
	c         *draw.Canvas
	st        game.State
	b         conquerorBoard
	left, top float64 // of the north-west corner of the window's tiles
	x0, y0    int     // file and rank of its south-west tile
	w, h      int
	wash      []string // tiles that the last move has changed
}

func conquerorPlay(players int, options []string, actions ...string) game.State {
	st := conqueror.Game.MustConfigure(players, options...).New()
	for _, text := range actions {
		if err := game.Try(st, st.Acting().First(), text, nil); err != nil {
			panic("diagram: " + err.Error())
		}
	}
	return st
}

func conquerorState(text string) game.State {
	st := conqueror.Game.MustConfigure(2).New()
	if err := st.UnmarshalText([]byte(text)); err != nil {
		panic("diagram: " + err.Error())
	}
	return st
}

// newConquerorView shows the whole board with its water at left, top.
func newConquerorView(c *draw.Canvas, st game.State, left, top float64) *conquerorView {
	v := &conquerorView{c: c, st: st, left: left + conquerorRim*conquerorCell, top: top + conquerorRim*conquerorCell}
	data, err := st.MarshalJSON()
	if err == nil {
		err = json.Unmarshal(data, &v.b)
	}
	if err != nil {
		panic("diagram: " + err.Error())
	}
	v.w, v.h = v.b.Width, v.b.Height
	return v
}

// window restricts the view to w by h tiles from a south-west tile.
func (v *conquerorView) window(southWest string, w, h int) *conquerorView {
	v.x0, v.y0 = conquerorXY(southWest)
	v.w, v.h = w, h
	return v
}

func conquerorXY(tile string) (int, int) {
	rank, err := strconv.Atoi(tile[1:])
	if err != nil {
		panic("diagram: tile " + tile)
	}
	return int(tile[0] - 'a'), rank - 1
}

func (v *conquerorView) shows(tile string) bool {
	x, y := conquerorXY(tile)
	return x >= v.x0 && x < v.x0+v.w && y >= v.y0 && y < v.y0+v.h
}

// centre returns the middle of a tile.
func (v *conquerorView) centre(tile string) (float64, float64) {
	x, y := conquerorXY(tile)
	return v.left + (float64(x-v.x0)+.5)*conquerorCell, v.top + (float64(v.h-1-(y-v.y0))+.5)*conquerorCell
}

func (v *conquerorView) whole() {
	v.sea()
	v.islands()
	v.names()
}

func (v *conquerorView) sea() {
	const pad = .62 * conquerorCell
	v.c.Rect(v.left-pad, v.top-pad, float64(v.w)*conquerorCell+2*pad, float64(v.h)*conquerorCell+2*pad, 14, draw.Fill(draw.Sea))
}

func (v *conquerorView) names() {
	const cell = conquerorCell
	for x := range v.w {
		v.c.Text(v.left+(float64(x)+.5)*cell, v.top+float64(v.h)*cell+.48*cell, .28*cell, string(rune('a'+v.x0+x)), draw.Fill(draw.Ink2))
	}
	for y := range v.h {
		v.c.Text(v.left-.34*cell, v.top+(float64(v.h-1-y)+.6)*cell, .28*cell, fmt.Sprint(v.y0+y+1), draw.Fill(draw.Ink2))
	}
}

func (v *conquerorView) islands() {
	const cell = conquerorCell
	for _, island := range v.b.Islands {
		if !v.shows(island.At) {
			continue
		}
		x, y := v.centre(island.At)
		x, y = x+cell/2, y-cell/2 // the crossing in the middle
		const half = .94 * cell
		if island.Removed {
			v.c.Circle(x, y, .8*cell, fmt.Sprintf(`fill="%s" stroke="`+draw.Halo+`" stroke-width="2" stroke-dasharray="2 6" stroke-linecap="round"`, draw.SeaDeep))
			v.pin(x, y, .24*cell, *island.WonBy)
			continue
		}
		lift := 0.0
		if island.WonBy != nil {
			lift = conquerorLift
			v.c.Rect(x-half-.06*cell, y-half-.02*cell, 2*half+.12*cell, 2*half+.16*cell, .2*cell, draw.Fill(draw.Foam)+` fill-opacity=".55"`)
		}
		y -= lift
		v.c.Rect(x-half, y-half+.09*cell, 2*half, 2*half, .15*cell, draw.Fill(woodSide))
		v.c.Rect(x-half, y-half, 2*half, 2*half, .15*cell, draw.Fill(draw.Wood)+` stroke="`+draw.WoodRim+`" stroke-width="1.5"`)
		groove := fmt.Sprintf(`stroke="%s" stroke-width="%s"`, woodGroove, draw.Num(.035*cell))
		v.c.Line(x-half, y, x+half, y, groove)
		v.c.Line(x, y-half, x, y+half, groove)
		for _, tile := range island.Tiles {
			tx, ty := v.centre(tile.At)
			ty -= lift
			if slices.Contains(v.wash, tile.At) {
				v.c.Rect(tx-.45*cell, ty-.45*cell, .9*cell, .9*cell, .1*cell, wash)
			}
			if tile.Coin != nil {
				v.coin(tx, ty, *tile.Coin)
			} else if island.WonBy == nil {
				v.c.Circle(tx, ty, .25*cell, `fill="none" stroke="`+woodGroove+`" stroke-width="1" stroke-opacity=".6"`)
			}
		}
		if island.WonBy != nil {
			v.flag(x-half+.3*cell, y-half+.2*cell, *island.WonBy)
		}
	}
	v.pawns()
}

// pawns come last, the nearer ones in front: their heads stand over the island behind.
func (v *conquerorView) pawns() {
	type pawn struct {
		x, y float64
		name string
	}
	var all []pawn
	for _, island := range v.b.Islands {
		for _, tile := range island.Tiles {
			if tile.Token == nil || !v.shows(island.At) {
				continue
			}
			x, y := v.centre(tile.At)
			if island.WonBy != nil {
				y -= conquerorLift
			}
			all = append(all, pawn{x, y, *tile.Token})
		}
	}
	slices.SortFunc(all, func(a, b pawn) int { return cmp.Compare(a.y, b.y) })
	for _, p := range all {
		v.pawn(p.x, p.y, p.name)
	}
}

func conquerorSeat(name string) int { return int(name[0] - 'A') }

// charge draws the sign of a seat, so that colour is never alone.
func (v *conquerorView) charge(x, y, r float64, name, colour string) {
	v.c.Charge(x, y, r, conquerorSeat(name), colour)
}

func (v *conquerorView) coin(x, y float64, name string) {
	r, colour := .27*conquerorCell, draw.SeatColours[conquerorSeat(name)]
	v.c.Circle(x, y+.05*conquerorCell, r, draw.Fill(draw.Shade)+` fill-opacity=".35"`)
	v.c.Circle(x, y, r, draw.Fill(colour))
	v.c.Circle(x, y, r*.78, `fill="none" stroke="`+draw.Halo+`" stroke-width="1.2" stroke-opacity=".7"`)
	v.charge(x, y, r*.45, name, conquerorOn(name))
}

// conquerorOn is the colour of a charge on its seat's colour.
func conquerorOn(name string) string {
	return draw.OnSeat(conquerorSeat(name))
}

func (v *conquerorView) pawn(x, y float64, name string) {
	const cell = conquerorCell
	colour := draw.SeatColours[conquerorSeat(name)]
	v.c.Raw(`<ellipse cx="%s" cy="%s" rx="%s" ry="%s" fill="%s" fill-opacity=".3"/>`, draw.Num(x+.05*cell), draw.Num(y+.3*cell), draw.Num(.34*cell), draw.Num(.12*cell), draw.Shade)
	v.c.Path(fmt.Sprintf("M%s %s Q%s %s %s %s L%s %s Q%s %s %s %s Z",
		draw.Num(x-.3*cell), draw.Num(y+.3*cell), draw.Num(x-.1*cell), draw.Num(y), draw.Num(x-.1*cell), draw.Num(y-.25*cell),
		draw.Num(x+.1*cell), draw.Num(y-.25*cell), draw.Num(x+.1*cell), draw.Num(y), draw.Num(x+.3*cell), draw.Num(y+.3*cell)),
		draw.Fill(colour)+` stroke="`+draw.Halo+`" stroke-width="1.4" stroke-linejoin="round"`)
	v.c.Circle(x, y-.36*cell, .2*cell, draw.Fill(colour)+` stroke="`+draw.Halo+`" stroke-width="1.4"`)
	v.charge(x, y+.12*cell, .1*cell, name, conquerorOn(name))
}

func (v *conquerorView) flag(x, y float64, name string) {
	const cell = conquerorCell
	v.c.Line(x, y, x, y+.62*cell, `stroke="`+woodSide+`" stroke-width="2.5" stroke-linecap="round"`)
	v.c.Polygon(
		draw.Fill(draw.SeatColours[conquerorSeat(name)]),
		x,
		y,
		x+.5*cell,
		y+.06*cell,
		x+.4*cell,
		y+.19*cell,
		x+.5*cell,
		y+.34*cell,
		x,
		y+.34*cell,
	)
	v.charge(x+.2*cell, y+.18*cell, .09*cell, name, conquerorOn(name))
}

// pin shows to whom an island belongs.
func (v *conquerorView) pin(x, y, r float64, name string) {
	v.c.Circle(x, y, r, draw.Fill(draw.Halo))
	v.c.Circle(x, y, r*.82, draw.Fill(draw.SeatColours[conquerorSeat(name)]))
	v.charge(x, y, r*.42, name, conquerorOn(name))
}

// targets marks where the acting player may land.
func (v *conquerorView) targets() {
	const cell = conquerorCell
	p := v.st.Acting().First()
	for _, a := range v.st.AppendActions(nil, p) {
		verb, tile, _ := strings.Cut(string(v.st.AppendAction(nil, p, a)), " ")
		if verb == "pass" || !v.shows(tile) {
			continue
		}
		x, y := v.centre(tile)
		v.c.Rect(x-.42*cell, y-.42*cell, .84*cell, .84*cell, 6, `fill="`+draw.Lit+`" fill-opacity=".35" stroke="`+draw.Primary+`" stroke-width="2.5" stroke-dasharray="5 4"`)
		v.c.Circle(x, y, .13*cell, draw.Fill(draw.Primary))
	}
}

// walk draws a way over tiles.
func (v *conquerorView) walk(tiles ...string) {
	for i := 1; i < len(tiles); i++ {
		x1, y1 := v.centre(tiles[i-1])
		x2, y2 := v.centre(tiles[i])
		if i == len(tiles)-1 {
			v.c.Arrow(x1, y1, x2, y2, .08*conquerorCell, draw.Primary)
		} else {
			v.c.Line(x1, y1, x2, y2, fmt.Sprintf(`stroke="%s" stroke-width="%s" stroke-linecap="round"`, draw.Primary, draw.Num(.08*conquerorCell)))
		}
	}
}

func conquerorCustom(c *draw.Canvas) {
	st := conquerorPlay(2, []string{"layout=custom"}, "layout c3 e3 g3 c5 e5 g5 c7 e7 g7 d1 f1 a4 a6 i4 k5 f9", "order A B")
	v := newConquerorView(c, st, 0, 0)
	v.whole()
	x, y := v.centre("c8")
	c.Rect(x-.5*conquerorCell, y-.5*conquerorCell, 6*conquerorCell, 6*conquerorCell, 8, `fill="none" stroke="`+draw.Note+`" stroke-width="3"`)
	v.targets()
}

func conquerorMove(c *draw.Canvas) {
	const cell = conquerorCell
	islands := ". . . . . A2A1 B1 . . A1 . . . . . ."
	for i, die := range []int{2, 3} {
		st := conquerorState(fmt.Sprintf("conqueror 2 | basic | AB | move A %d | 0 | c3 c4 | %s", die, islands))
		left := float64(i) * (6 + 2*conquerorRim + .2) * cell
		v := newConquerorView(c, st, left, 0).window("a1", 6, 6)
		v.whole()
		v.targets()
		if die == 2 {
			v.walk("c3", "c4", "d4")
		} else {
			v.walk("c3", "d3", "e3", "e4")
		}
		c.Text(left+(3+conquerorRim)*cell, v.top+6*cell+1.02*cell, 16, []string{"Two steps: past B's token to d4", "Three steps: past two coins to e4"}[i], draw.Fill(draw.Ink))
	}
}

func conquerorWin(c *draw.Canvas) {
	const cell = conquerorCell
	for i, step := range []struct{ text, note string }{
		{"conqueror 2 | basic | BA | move B 2 | 0 | f7 h6 | . . . . . . . . . . . A3B4 . . A2 A1A2B3", "Two steps to the last free tile"},
		{"conqueror 2 | basic | AB | move A 3 | 0 | f7 h8 | . . . . . . . . . . . A3B4 . . A2 =B", "B lands: won, coins go home"},
		{"conqueror 2 | basic | AB | move A 1 | 1 | f7 h5 | . . . . . . . . . . . A3B4 . . A2 -B", "B has walked on: it is lifted"},
	} {
		left := float64(i) * 5.75 * cell
		v := newConquerorView(c, conquerorState(step.text), left, 0).window("e5", 4, 4)
		v.whole()
		if i == 0 {
			v.walk("h6", "h7", "h8")
		}
		c.Text(left+(2+conquerorRim)*cell, v.top+4*cell+1.02*cell, 15, step.note, draw.Fill(draw.Ink))
	}
}

func conquerorStranded(c *draw.Canvas) {
	const cell = conquerorCell
	st := conquerorState("conqueror 2 | basic | AB | move A 3 | 0 | a1 h8 | A1 . . . . . . . . . . A2B3A4 . . -A =B")
	v := newConquerorView(c, st, 0, 0).window("e5", 4, 4)
	v.whole()
	// The number of steps to each tile.
	far := map[string]int{"h7": 1, "g8": 1, "g7": 2, "h6": 2, "g6": 3, "h5": 3, "f6": 4, "g5": 4}
	for _, tile := range []string{"h7", "g8", "g7", "h6", "g6", "h5", "f6", "g5"} {
		x, y := v.centre(tile)
		colour := draw.Primary
		if far[tile] > 3 {
			colour = draw.Note
		}
		x, y = x+.3*cell, y-.3*cell
		c.Circle(x, y, .17*cell, draw.Fill(colour)+` stroke="`+draw.Halo+`" stroke-width="1.5"`)
		c.Text(x, y+.09*cell, .26*cell, fmt.Sprint(far[tile]), draw.Fill(draw.Halo)+` font-weight="700"`)
	}
	left := v.left + 4.75*cell
	for i, row := range []struct {
		text   string
		colour string
	}{
		{"1 to 3 steps: all claimed", draw.Primary}, {"4 steps: too far", draw.Note},
	} {
		y := v.top + (1.3+.9*float64(i))*cell
		c.Circle(left, y-4, 7, draw.Fill(row.colour))
		c.Label(left+14, y+1, 13, row.text)
	}
	c.Label(left-7, v.top+3.2*cell, 13, "B is stranded, and forfeits.")
}

func conquerorShare(c *draw.Canvas) {
	const cell = conquerorCell
	ends := []struct {
		coins, owner, count, note string
	}{
		{"A1A4B2", "A", "2 : 1", "most coins"},
		{"A4B1", "B", "1 : 1", "last claim"},
		{"", "", "0 : 0", "nobody's"},
		{"B3", "B", "0 : 1", "most coins"},
	}
	text := "conqueror 2 | basic | AB | over resign | 0 | a1 R1 |" + strings.Repeat(" .", 12)
	for _, e := range ends {
		switch {
		case e.coins == "":
			text += " ."
		default:
			text += " " + e.coins + ">" + e.owner
		}
	}
	v := newConquerorView(c, conquerorState(text), 0, 0).window("a7", 8, 2)
	v.whole()
	for i, e := range ends {
		// Coins in the order of placing.
		for n := 0; n < len(e.coins); n += 2 {
			k := int(e.coins[n+1] - '1')
			x, y := v.centre(fmt.Sprintf("%c%d", 'a'+2*i+k%2, 7+k/2))
			x, y = x+.22*cell, y+.2*cell
			c.Circle(x, y, .15*cell, draw.Fill(draw.Badge)+` stroke="`+draw.OnBadge+`" stroke-width="1.2"`)
			c.Text(x, y+.08*cell, .23*cell, fmt.Sprint(n/2+1), draw.Fill(draw.OnBadge)+` font-weight="700"`)
		}
		x := v.left + (2*float64(i)+1)*cell
		if e.owner != "" {
			v.pin(x, v.top+cell, .19*cell, e.owner)
		}
		c.Text(x, v.top+3*cell, 15, e.count, draw.Fill(draw.Ink)+` font-weight="700"`)
		c.Text(x, v.top+3.38*cell, 13, e.note, draw.Fill(draw.Ink))
	}
	c.Text(v.left+4*cell, v.top+3.95*cell, 13, "Numbers: in which order the coins were placed", draw.Fill(draw.Ink2))
}
