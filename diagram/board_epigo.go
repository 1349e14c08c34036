package diagram

import (
	"fmt"
	"math"

	"atoll/draw"
	"atoll/game"
	"atoll/games/epigo"
)

const (
	epigoFrame = .47 // of a cell
	epigoCell  = 60.0
	epigoPetal = "#FBF7EA"
)

var _ = register("epigo", drawing{board: epigoBoard, chip: epigoChip})

// epigoBoard is the board in its frame of glazed bricks.
func epigoBoard(st, before game.State) (draw.Board, bool) {
	s, ok := st.(*epigo.State)
	if !ok {
		return draw.Board{}, false
	}
	const side = (8 + 2*epigoFrame + .1) * epigoCell
	return draw.Board{W: side, H: side, Draw: func(c *draw.Canvas) {
		v := &epigoView{c: c, pos: s.Position(), left: (side - 8*epigoCell) / 2, top: (side - 8*epigoCell) / 2, cell: epigoCell, w: 8, h: 8}
		v.bricks()
		v.grid()
		if b, ok := before.(*epigo.State); ok {
			v.changed(b.Position())
		}
		v.pieces()
	}}, true
}

// bricks draws the frame: lapis with a gold line, and a rosette at each outer edge.
func (v *epigoView) bricks() {
	for _, layer := range []struct {
		grow, r, down float64
		colour        string
	}{
		{epigoFrame, .24, .05, "#0F2C66"},
		{epigoFrame, .24, 0, draw.Lapis},
		{.4, .2, 0, draw.Gold},
		{.375, .19, 0, draw.Lapis},
		{.06, 0, 0, draw.Gold},
	} {
		grow := layer.grow * v.cell
		for sq := range epigo.Square(64) {
			if epigo.OnBoard(sq) {
				x, y := v.centre(sq)
				h := v.cell/2 + grow
				v.c.Rect(x-h, y-h+layer.down*v.cell, 2*h, 2*h, layer.r*v.cell, draw.Fill(layer.colour))
			}
		}
	}
	for sq := range epigo.Square(64) {
		if !epigo.OnBoard(sq) {
			continue
		}
		x, y := v.centre(sq)
		for d, to := range [4][2]float64{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} {
			if _, ok := epigo.Step(sq, epigo.Direction(d)); !ok {
				v.rosette(x+to[0]*.72*v.cell, y+to[1]*.72*v.cell)
			}
		}
	}
}

func (v *epigoView) rosette(x, y float64) {
	r := .135 * v.cell
	for i := range 8 {
		s, c := math.Sincos(float64(i) * math.Pi / 4)
		v.c.Circle(x+s*r*.62, y-c*r*.62, r*.33, draw.Fill(epigoPetal))
	}
	v.c.Circle(x, y, r*.38, draw.Fill(draw.Gold))
}

// grid draws squares and centreline, without names.
func (v *epigoView) grid() {
	for sq := range epigo.Square(64) {
		if !epigo.OnBoard(sq) {
			continue
		}
		x, y := v.centre(sq)
		ground := epigoLight
		if (sq%8+sq/8)%2 == 0 {
			ground = epigoDark
		}
		v.c.Rect(x-v.cell/2, y-v.cell/2, v.cell, v.cell, 0, draw.Fill(ground))
	}
	y := v.top + 4*v.cell
	v.c.Line(v.left, y, v.left+8*v.cell, y, fmt.Sprintf(`stroke="%s" stroke-width="%s"`, draw.Gold, draw.Num(.07*v.cell)))
}

// changed marks the squares that differ from before.
func (v *epigoView) changed(before epigo.Position) {
	for sq := range epigo.Square(64) {
		now, then := [2]int{}, [2]int{}
		for side := range 2 {
			now[side], then[side] = v.pos.NumberAt(side, sq), before.NumberAt(side, sq)
		}
		if epigo.OnBoard(sq) && now != then {
			x, y := v.centre(sq)
			v.c.Rect(x-v.cell/2, y-v.cell/2, v.cell, v.cell, 0, wash)
		}
	}
}

// epigoChip is a tile with the letter of its side.
func epigoChip(c *draw.Canvas, cfg game.Config, seat game.Seat) {
	epigoTileOf(c, 50, 48, 118, int(seat), cfg.SeatName(seat))
}
