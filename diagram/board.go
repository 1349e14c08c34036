package diagram

import (
	"atoll/draw"
	"atoll/game"
)

// Board draws a whole position. What differs from before, if that is not nil, is
// washed with the colour of the last move. Give it what game.Look returned: it
// draws all that the state knows. Reports false for a game without a drawing.
func Board(st, before game.State) (draw.Board, bool) {
	if of := drawings[st.Config().Game.ID].board; of != nil {
		return of(st, before)
	}
	return draw.Board{}, false
}

// A drawing is what a game brings: its board, and a sign for its seats if it has one of its own.
type drawing struct {
	board func(st, before game.State) (draw.Board, bool)
	chip  func(c *draw.Canvas, cfg game.Config, seat game.Seat)
}

var drawings = map[string]drawing{}

// register is called once by the file of each game's board.
func register(id string, d drawing) struct{} {
	drawings[id] = d
	return struct{}{}
}

// wash is the style of squares that the last move has changed.
const wash = `fill="` + draw.Last + `" fill-opacity=".42"`

// Chip draws the sign of a seat on a field of 100 by 100.
func Chip(cfg game.Config, seat game.Seat) draw.Board {
	return draw.Board{W: 100, H: 100, Draw: func(c *draw.Canvas) {
		if own := drawings[cfg.Game.ID].chip; own != nil {
			own(c, cfg, seat)
			return
		}
		c.Rect(6, 10, 88, 88, 22, draw.Fill(draw.Shade)+` fill-opacity=".25"`)
		c.Rect(6, 4, 88, 88, 22, draw.Fill(draw.SeatColours[int(seat)%len(draw.SeatColours)]))
		c.Charge(50, 48, 25, int(seat), draw.OnSeat(int(seat)))
	}}
}
