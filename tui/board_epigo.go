package tui

import (
	"fmt"
	"strings"
)

type epigoView struct {
	Phase   string
	Turn    int
	Round   int
	Quiet   int
	Options struct {
		QuietLimit int64 `json:"quiet_limit"`
	}
	Board struct {
		Squares []string
	}
	Epigons []struct {
		Seat   string
		Number int
		On     string
		At     *string
	}
	Captures map[string]int
	Islands  map[string]*struct {
		At      string
		Squares []string
		Epigons []int
	}
	Orders map[string][]*struct {
		Order    string
		Revealed bool
	}
	Offers []string
}

func drawEpigo(v epigoView, m marks) *board {
	const w, h, left = 4, 2, 3
	b := &board{canvas: newCanvas(left+8*w+1, 8*h+2)}
	cv := b.canvas
	island := map[string]string{}
	for seat, isl := range v.Islands {
		if isl != nil {
			for _, sq := range isl.Squares {
				island[sq] = seat
			}
		}
	}
	top := func(rank int) int { // the centreline has a row of its own
		y := (7 - rank) * h
		if rank < 4 {
			y++
		}
		return y
	}
	for _, name := range v.Board.Squares {
		file, rank := fileRank(name)
		c := cell{name: name, x: left + file*w, y: top(rank), w: w, h: h, col: file, row: rank}
		b.cells = append(b.cells, c)
		bg := uint8(groundA)
		if (file+rank)%2 == 0 {
			bg = groundB
		}
		if island[name] == "S" {
			bg = 110
		} else if island[name] == "N" {
			bg = 179
		}
		drawCell(cv, c, bg, m)
		if island[name] != "" {
			cv.write(c.x+1, c.y+1, strings.ToLower(island[name])+"~", ink{fg: groundInk, bg: bg})
		}
	}
	cv.write(left, 4*h, strings.Repeat("═", 8*w), ink{fg: 178})
	for rank := range 8 {
		cv.write(0, top(rank), fmt.Sprint(rank+1), ink{fg: 244})
	}
	for file := range 8 {
		cv.write(left+file*w+1, 8*h+1, string(rune('a'+file)), ink{fg: 244})
	}
	for _, e := range v.Epigons {
		if e.At == nil || e.On != "board" {
			continue
		}
		c, ok := b.cell(*e.At)
		if !ok {
			continue
		}
		text, in := fmt.Sprintf("S%d", e.Number), ink{fg: 220, bg: 25, bold: true}
		if e.Seat == "N" {
			text, in = fmt.Sprintf("N%d", e.Number), ink{fg: 18, bg: 220, bold: true}
		}
		cv.write(c.x+1, c.y, text, in)
	}
	for name, tag := range m.tags {
		if c, ok := b.cell(name); ok {
			cv.write(c.x+1, c.y+1, tag, ink{fg: target, bold: true})
		}
	}
	for _, seat := range []string{"S", "N"} {
		name := map[string]string{"S": "South", "N": "North"}[seat]
		note := fmt.Sprintf("%s: %d of 3 captures", name, v.Captures[seat])
		if isl := v.Islands[seat]; isl != nil {
			note += fmt.Sprintf(", Island %s holds %s", isl.At, numbers(isl.Epigons))
		}
		b.notes = append(b.notes, note)
	}
	for _, seat := range []string{"S", "N"} {
		if list := v.Orders[seat]; len(list) > 0 {
			words := make([]string, len(list))
			for i, o := range list {
				words[i] = "??"
				if o != nil {
					words[i] = o.Order
				}
			}
			b.notes = append(b.notes, fmt.Sprintf("Orders of %s: %s", seat, strings.Join(words, " ")))
		}
	}
	if v.Turn > 0 {
		b.notes = append(b.notes, fmt.Sprintf("Turn %d, quiet %d of %d", v.Turn, v.Quiet, v.Options.QuietLimit))
	}
	for _, seat := range v.Offers {
		b.notes = append(b.notes, seat+" offers a draw")
	}
	return b
}

func numbers(list []int) string {
	if len(list) == 0 {
		return "nobody"
	}
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, " ")
}

var _ = register("epigo", screen{
	draw: func(js []byte, m marks) (*board, error) { return drawAs(js, m, drawEpigo) },
	parts: func(text string) []string {
		if square, ok := strings.CutPrefix(text, "exit "); ok {
			return []string{square}
		}
		return []string{text}
	},
	words: map[string]string{"slide": "slide once more", "stop": "stop here", "stay": "stay on the Island"},
	long:  newEpigoChooser,
	help: `Epigo          1-7 an Epigon, then an arrow; 8 SLAM!; Backspace; Enter locks in
               deployment: go along your row and type tiles; z shuffles; i Island`,
})
