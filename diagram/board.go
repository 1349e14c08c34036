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
