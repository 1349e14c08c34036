package diagram

import (
	"atoll/draw"
	"atoll/game"
	"atoll/games/conqueror"
)

var _ = register("conqueror", drawing{board: conquerorBoardOf})

func conquerorBoardOf(st, before game.State) (draw.Board, bool) {
	if _, ok := st.(*conqueror.State); !ok {
		return draw.Board{}, false
	}
	const cell, pad = conquerorCell, .62
	v := newConquerorView(nil, st, (pad-conquerorRim)*cell, (pad-conquerorRim)*cell)
	if v.w == 0 || v.h == 0 { // the islands are still to be laid: open water
		v.w, v.h = 8, 8
	}
	was := map[string]string{}
	if _, ok := before.(*conqueror.State); ok {
		was = newConquerorView(nil, before, 0, 0).tiles()
	}
	return draw.Board{W: (float64(v.w) + 2*pad) * cell, H: (float64(v.h) + 2*pad) * cell, Draw: func(c *draw.Canvas) {
		v := *v
		v.c = c
		for tile, now := range v.tiles() {
			if then, known := was[tile]; known && then != now {
				v.wash = append(v.wash, tile)
			}
		}
		v.sea()
		v.islands()
	}}, true
}

// tiles says what lies and stands on every tile.
func (v *conquerorView) tiles() map[string]string {
	all := map[string]string{}
	for _, island := range v.b.Islands {
		for _, tile := range island.Tiles {
			text := ""
			for _, p := range []*string{tile.Coin, tile.Token} {
				if p != nil {
					text += *p
				}
				text += "/"
			}
			all[tile.At] = text
		}
	}
	return all
}
