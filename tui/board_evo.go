package tui

import (
	"fmt"
	"strings"
)

type evoView struct {
	Turn    int
	Quiet   int
	Seen    int
	Players int
	In      []string
	Castles map[string]*string
	Pieces  []struct{ At, Seat, Role string }
	Threats []struct{ Seat, From, At string }
	Options struct {
		QuietLimit int64 `json:"quiet_limit"`
	}
}

// nose points to the owner's north, so that direction tells the owner.
var nose = map[string]string{"S": "^", "W": ">", "N": "v", "E": "<"}

func drawEvo(v evoView, m marks) *board {
	const w, left = 4, 3
	b := &board{canvas: newCanvas(left+12*w, 13)}
	cv := b.canvas
	seatNumber := map[string]int{"S": 0, "N": 1}
	if v.Players == 4 {
		seatNumber = map[string]int{"S": 0, "W": 1, "N": 2, "E": 3}
	}
	for rank := range 12 {
		for file := range 12 {
			inFile, inRank := file >= 2 && file < 10, rank >= 2 && rank < 10
			if !inFile && !inRank {
				continue
			}
			c := cell{name: fmt.Sprintf("%c%d", 'a'+file, rank+1), x: left + file*w, y: 11 - rank, w: w, h: 1, col: file, row: rank}
			b.cells = append(b.cells, c)
			bg := uint8(groundA)
			if (file+rank)%2 == 0 {
				bg = groundB
			}
			if !inFile || !inRank {
				bg = 187
			}
			drawCell(cv, c, bg, m)
		}
		cv.write(0, 11-rank, fmt.Sprintf("%2d", rank+1), ink{fg: 244})
	}
	for file := range 12 {
		cv.write(left+file*w+1, 12, string(rune('a'+file)), ink{fg: 244})
	}
	for _, p := range v.Pieces {
		if c, ok := b.cell(p.At); ok {
			cv.write(c.x+1, c.y, nose[p.Seat]+p.Role, seatInk[seatNumber[p.Seat]])
		}
	}
	for seat, at := range v.Castles {
		if at == nil {
			continue
		}
		if c, ok := b.cell(*at); ok {
			cv.write(c.x+1, c.y, nose[seat]+"#", seatInk[seatNumber[seat]])
		}
	}
	b.notes = append(b.notes, fmt.Sprintf("Turn %d, quiet %d of %d", v.Turn, v.Quiet, v.Options.QuietLimit))
	if v.Seen > 1 {
		b.notes = append(b.notes, "This position has been here before")
	}
	for _, t := range v.Threats {
		b.notes = append(b.notes, fmt.Sprintf("! %s threatens the castle on %s from %s", t.Seat, t.At, t.From))
	}
	b.notes = append(b.notes, "Noses: "+strings.Join([]string{"^ South", "v North"}, ", "))
	if v.Players == 4 {
		b.notes[len(b.notes)-1] += ", > West, < East"
	}
	return b
}

var _ = register("evo", screen{
	draw: func(js []byte, m marks) (*board, error) { return drawAs(js, m, drawEvo) },
	parts: func(text string) []string {
		move, role, turned := strings.Cut(text, "=")
		from, to, moved := strings.Cut(move, "-")
		if !moved {
			to = from
		}
		if !turned {
			role = "keep"
		}
		return []string{from, to, role}
	},
	words: map[string]string{
		"keep": "keep the role", "W": "turn to Warrior (w)", "B": "turn to Blade (b)", "C": "turn to Catapult (c)", "S": "turn to Shield (s)",
	},
	asks:    []string{"Choose a piece", "Choose a square, or the piece again to turn it", "Turn it, or keep its role"},
	letters: true,
	help:    `EVO            piece, square, then w b c s to turn or Enter to keep`,
})
