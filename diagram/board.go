package diagram

import (
	"atoll/draw"
	"atoll/game"
)

// Board draws a whole position. What differs from before, if that is not nil, is
// washed with the colour of the last move. Give it what game.Look returned: it
// draws all that the state knows. Reports false for a game without a drawing.
func Board(st, before game.State) (draw.Board, bool) {
	for _, of := range []func(st, before game.State) (draw.Board, bool){epigoBoard, evoBoard, conquerorBoardOf, quakeBoardOf} {
		if b, ok := of(st, before); ok {
			return b, true
		}
	}
	return draw.Board{}, false
}

// wash is the style of squares that the last move has changed.
const wash = `fill="` + draw.Last + `" fill-opacity=".42"`

// Chip draws the sign of a seat on a field of 100 by 100.
func Chip(cfg game.Config, seat game.Seat) draw.Board {
	if b, ok := epigoChip(cfg, seat); ok {
		return b
	}
	return draw.Board{W: 100, H: 100, Draw: func(c *draw.Canvas) {
		c.Rect(6, 10, 88, 88, 22, draw.Fill(draw.Shade)+` fill-opacity=".25"`)
		c.Rect(6, 4, 88, 88, 22, draw.Fill(draw.SeatColours[int(seat)%len(draw.SeatColours)]))
		c.Charge(50, 48, 25, int(seat), draw.OnSeat(int(seat)))
	}}
}
