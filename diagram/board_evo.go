package diagram

import (
	"atoll/draw"
	"atoll/game"
	"atoll/games/evo"
)

var _ = register("evo", drawing{board: evoBoard})

func evoBoard(st, before game.State) (draw.Board, bool) {
	s, ok := st.(*evo.State)
	if !ok {
		return draw.Board{}, false
	}
	const cell, rim = 44.0, .42
	const side = (12 + 2*rim) * cell
	return draw.Board{W: side, H: side, Draw: func(c *draw.Canvas) {
		v := newEvoView(c, s, rim*cell, rim*cell, cell, 0, 0, 12, 12)
		v.bare = true
		for _, layer := range []struct {
			grow   float64
			colour string
		}{{rim - .04, evoRim}, {rim - .1, evoLight}} {
			for q := range evo.Square(evo.Squares) {
				x, y := v.centre(q)
				h := (.5 + layer.grow) * cell
				c.Rect(x-h, y-h, 2*h, 2*h, layer.grow*cell, draw.Fill(layer.colour))
			}
		}
		v.squares()
		if b, ok := before.(*evo.State); ok {
			was, is := b.Position(), s.Position()
			for q := range evo.Square(evo.Squares) {
				if was.At(q) != is.At(q) {
					x, y := v.centre(q)
					c.Rect(x-cell/2, y-cell/2, cell, cell, 0, wash)
				}
			}
		}
		v.pieces()
	}}, true
}
