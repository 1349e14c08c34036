package tui

import (
	"fmt"
	"strings"
)

type conquerorView struct {
	Phase         string
	Width, Height int
	Turn          *string
	Die, Steps    int
	Quiet         int
	Corners       []string
	Seats         []struct {
		Seat  string
		In    bool
		Left  *string
		Token *string
		Coins int
		Won   int
		Score int
	}
	Islands []struct {
		At      string
		WonBy   *string `json:"won_by"`
		Removed bool
		Tiles   []struct {
			At    string
			Coin  *string
			Token *string
		}
		Holder *string
	}
}

func drawConqueror(v conquerorView, m marks) *board {
	w, left := 4, 3
	if v.Width > 12 { // a wide custom board still fits 80 columns beside its notes
		w = 3
	}
	b := &board{canvas: newCanvas(left+max(v.Width, 8)*w, max(v.Height, 8)+1)}
	cv := b.canvas
	cv.fill(left, 0, v.Width*w, v.Height, sea)
	for i, isl := range v.Islands {
		wood := []uint8{180, 187, 223, 186}[i%4]
		for _, t := range isl.Tiles {
			file, rank := fileRank(t.At)
			c := cell{name: t.At, x: left + file*w, y: v.Height - 1 - rank, w: w, h: 1, col: file, row: rank}
			if isl.Removed {
				cv.write(c.x+1, c.y, "~", ink{fg: 110, bg: sea})
				continue
			}
			b.cells = append(b.cells, c)
			drawCell(cv, c, wood, m)
			switch {
			case t.Token != nil:
				text := *t.Token
				if t.Coin != nil {
					text += strings.ToLower(*t.Coin)
				}
				cv.write(c.x+1, c.y, text, seatInk[(*t.Token)[0]-'A'])
			case isl.WonBy != nil:
				cv.write(c.x+1, c.y, "="+strings.ToLower(*isl.WonBy), ink{fg: 240, bg: wood})
			case t.Coin != nil:
				in := seatInk[(*t.Coin)[0]-'A']
				cv.write(c.x+1, c.y, strings.ToLower(*t.Coin), ink{fg: in.bg, bg: wood, bold: true})
			}
		}
	}
	for rank := range v.Height {
		cv.write(0, v.Height-1-rank, fmt.Sprintf("%2d", rank+1), ink{fg: 244})
	}
	for file := range v.Width {
		cv.write(left+file*w+1, v.Height, string(rune('a'+file)), ink{fg: 244})
	}
	for _, s := range v.Seats {
		note := fmt.Sprintf("%s: %d won, %d if it ended now, %d coins", s.Seat, s.Won, s.Score, s.Coins)
		if s.Left != nil {
			note += ", out (" + *s.Left + ")"
		}
		b.notes = append(b.notes, note)
	}
	if v.Die > 0 {
		b.notes = append(b.notes, fmt.Sprintf("The die shows %d: steps to go %d", v.Die, v.Steps))
	}
	b.notes = append(b.notes, "Tokens A B C D, coins a b c d")
	return b
}

var _ = register("conqueror", screen{
	draw: func(js []byte, m marks) (*board, error) { return drawAs(js, m, drawConqueror) },
	parts: func(text string) []string {
		if _, place, ok := strings.Cut(text, " "); ok {
			return []string{place}
		}
		return []string{text}
	},
	words: map[string]string{"pass": "stay: no free tile in reach"},
})
