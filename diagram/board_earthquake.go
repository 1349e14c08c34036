package diagram

import (
	"math"

	"atoll/draw"
	"atoll/game"
	"atoll/games/earthquake"
)

var _ = register("earthquake", drawing{board: quakeBoardOf})

func quakeBoardOf(st, before game.State) (draw.Board, bool) {
	s, ok := st.(*earthquake.State)
	if !ok {
		return draw.Board{}, false
	}
	const r = 44.0
	left, right, top, bottom := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	at := quake{r: r}
	for rest := s.Area(); rest != 0; rest &= rest - 1 {
		h := rest.First()
		x, y := at.centre(h)
		up := float64(s.Height(h)) * at.thick()
		left, right = min(left, x), max(right, x)
		top, bottom = min(top, y-up-r*.5), max(bottom, y)
	}
	left, right, top, bottom = left-r*1.15, right+r*1.15, top-r*.8, bottom+r*1.1
	return draw.Board{W: right - left, H: bottom - top, Draw: func(c *draw.Canvas) {
		c.Rect(0, 0, right-left, bottom-top, r*.7, draw.Fill(draw.SeaDeep)+` fill-opacity=".55"`)
		q := quake{c, -left, -top, r}
		var mark map[string]string
		if b, ok := before.(*earthquake.State); ok {
			mark = map[string]string{}
			for rest := s.Area(); rest != 0; rest &= rest - 1 {
				if h := rest.First(); b.Height(h) != s.Height(h) || b.Top(h) != s.Top(h) {
					mark[h.String()] = ""
				}
			}
			for p := range game.Seat(s.Players()) {
				if b.At(p) != s.At(p) && s.In(p) && s.Area().Has(s.At(p)) {
					mark[s.At(p).String()] = ""
				}
			}
			if len(mark) > 12 { // all was laid anew
				mark = nil
			}
		}
		q.island(s, mark, draw.Last)
	}}, true
}
