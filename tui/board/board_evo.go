package board

import (
	"encoding/json"
	"fmt"
	"strings"

	"atoll/tui/paint"
	"atoll/tui/prose"
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

// nose points to where the owner's pieces go, so that direction tells the owner.
var nose = map[string]string{"S": "▲", "W": "►", "N": "▼", "E": "◄"}

// evoCells are rows and columns of a square by size.
var evoCells = map[paint.Size][2]int{paint.Tiny: {1, 4}, paint.Small: {1, 4}, paint.Medium: {2, 4}, paint.Large: {3, 6}, paint.Huge: {4, 8}}

func drawEvo(v evoView, m Marks, l paint.Look) *Board {
	pal := l.Colours()
	h, w := evoCells[l.Size][0], evoCells[l.Size][1]
	const left = 4
	b := &Board{Canvas: paint.NewCanvas(left+12*w+1, 12*h+2)}
	cv := b.Canvas
	order := []string{"S", "N"}
	if v.Players == 4 {
		order = []string{"S", "W", "N", "E"}
	}
	top := func(rank int) int { return 1 + (11-rank)*h }
	files := map[int][2]int{}
	for rank := range 12 {
		files[rank] = [2]int{0, 11}
		if rank < 2 || rank >= 10 {
			files[rank] = [2]int{2, 9}
		}
		for file := files[rank][0]; file <= files[rank][1]; file++ {
			c := Cell{Name: fmt.Sprintf("%c%d", 'a'+file, rank+1), x: left + file*w, y: top(rank), w: w, h: h, col: file, row: rank}
			b.Cells = append(b.Cells, c)
			ground(cv, c, pal.Grass[(file+rank)%2], m, l)
			dot, chosen := m.mark(c.Name, w)
			in := paint.Ink{Fg: pal.Ink3}
			if chosen {
				in = paint.Ink{Fg: pal.Sel, Bold: true}
				dot = "•" // squares are many, and are found by the cursor
			}
			cv.Write(c.x+(w-1)/2, c.y+h/2, dot, in)
		}
		cv.Write(0, top(rank)+h/2, fmt.Sprintf("%2d", rank+1), paint.Ink{Fg: pal.Ink3})
	}
	drawShore(cv, files, 12, left, w, top, func(rank int) int { return top(rank) - 1 }, 12*h+1, (w-1)/2, paint.Ink{Fg: pal.Edge})
	owner := func(seat string) paint.Ink {
		for i, s := range order {
			if s == seat {
				return paint.Ink{Fg: pal.Seats[i], Bold: true}
			}
		}
		return paint.Ink{}
	}
	for _, p := range v.Pieces {
		if c, ok := b.cell(p.At); ok {
			drawEvoPiece(cv, c, p.Seat, p.Role, m.targets[p.At] && len(m.chosen) > 0, owner(p.Seat), l)
		}
	}
	for seat, at := range v.Castles {
		if at == nil {
			continue
		}
		c, ok := b.cell(*at)
		if !ok {
			continue
		}
		in := owner(seat)
		switch {
		case h == 1:
			cv.Write(c.x, c.y, "█"+nose[seat]+"█", in)
		case h == 2:
			cv.Write(c.x, c.y, "▄ ▄", in)
			cv.Write(c.x, c.y+1, "█"+nose[seat]+"█", in)
		default:
			cv.Write(c.x, c.y, "▄ ▄ ▄", in)
			cv.Write(c.x, c.y+1, "█ "+nose[seat]+" █", in)
			cv.Write(c.x, c.y+2, "█████", in)
		}
	}
	for _, c := range b.Cells {
		f := c
		if h >= 3 {
			f.w, f.h = 5, 3
		}
		frame(cv, f, m, l)
		if p := pieceAt(v, c.Name); h >= 3 && p != "" && (m.Cursor == c.Name || m.isChosen(c.Name)) {
			noseOn(cv, c, p, paint.Ink{Fg: pal.Sel, Bold: true})
		}
	}
	pieces := map[string]int{}
	for _, p := range v.Pieces {
		pieces[p.Seat]++
	}
	for _, s := range order {
		b.Seats = append(b.Seats, fmt.Sprintf("%d pieces", pieces[s]))
	}
	b.Legend = []string{
		"W Warrior, B Blade, C Catapult, S Shield",
		"The nose ▲ ► ▼ ◄ lies on the edge a piece goes to, and tells its owner",
		"█▲█ a castle: whoever takes one wins",
		"• where the piece can go, × what it can take there",
	}
	b.Notes = append(b.Notes, fmt.Sprintf("Turn %d; %d of %d turns without a capture", v.Turn, v.Quiet, v.Options.QuietLimit))
	if v.Seen > 1 {
		b.Notes = append(b.Notes, "This position has been here before")
	}
	for _, t := range v.Threats {
		b.Notes = append(b.Notes, fmt.Sprintf("! %s threatens the castle on %s from %s", t.Seat, t.At, t.From))
	}
	return b
}

func pieceAt(v evoView, at string) string {
	for _, p := range v.Pieces {
		if p.At == at {
			return p.Seat
		}
	}
	return ""
}

// noseOn puts the nose on the edge of a piece of three rows.
func noseOn(cv *paint.Canvas, c Cell, seat string, in paint.Ink) {
	switch seat {
	case "S":
		cv.Write(c.x+2, c.y, nose[seat], in)
	case "N":
		cv.Write(c.x+2, c.y+2, nose[seat], in)
	case "W":
		cv.Write(c.x+4, c.y+1, nose[seat], in)
	case "E":
		cv.Write(c.x, c.y+1, nose[seat], in)
	}
}

func drawEvoPiece(cv *paint.Canvas, c Cell, seat, role string, target bool, in paint.Ink, l paint.Look) {
	side := nose[seat] + role
	if seat == "W" {
		side = role + nose[seat]
	}
	danger := paint.Ink{Fg: l.Colours().Danger, Bold: true}
	switch {
	case c.h == 1:
		cv.Write(c.x+1, c.y, side, in)
		if target {
			cv.Write(c.x, c.y, "×", danger)
		}
		return
	case c.h == 2 && (seat == "S" || seat == "N"):
		rows := [2]string{nose[seat], role}
		if seat == "N" {
			rows = [2]string{role, nose[seat]}
		}
		for i, r := range rows {
			cv.Write(c.x+1, c.y+i, r, in)
		}
		cv.Write(c.x+1, c.y+1, rows[1], in)
	case c.h == 2:
		cv.Write(c.x+1, c.y+1, side, in)
	default:
		paint.DrawBox(cv, c.x, c.y, 5, 3, paint.Thin, in)
		cv.Write(c.x+1, c.y+1, " "+role+" ", in)
		noseOn(cv, c, seat, in)
	}
	if !target {
		return
	}
	if c.h == 2 {
		cv.Write(c.x, c.y, "×", danger)
		return
	}
	for _, at := range [][2]int{{0, 0}, {4, 0}, {0, 2}, {4, 2}} {
		cv.Write(c.x+at[0], c.y+at[1], "×", danger)
	}
}

var _ = register("evo", Screen{
	Draw:     func(js []byte, m Marks, l paint.Look) (*Board, error) { return drawAs(js, m, l, drawEvo) },
	choose:   newEvoChooser,
	SeatMark: func(seat string) string { return nose[seat] },
	Home: func(js []byte, seat string) string {
		var v evoView
		_ = json.Unmarshal(js, &v)
		if at := v.Castles[seat]; at != nil {
			return *at
		}
		return ""
	},
	Say: sayEvo,
	Log: logEvo,
	Emblem: func(js []byte, winner string, names func(string) string) (sign [3]string, fared string) {
		var v evoView
		_ = json.Unmarshal(js, &v)
		pieces := map[string]int{}
		for _, p := range v.Pieces {
			pieces[p.Seat]++
		}
		var words []string
		for _, s := range []string{"S", "W", "N", "E"} {
			if pieces[s] > 0 {
				words = append(words, fmt.Sprintf("%s %s %d", nose[s], prose.Within(names(s)), pieces[s]))
			}
		}
		return [3]string{"▄ ▄ ▄", "█ " + nose[winner] + " █", "█████"}, strings.Join(words, "   ")
	},
	Sides: map[string]string{"S": "from below, moves first", "N": "from above", "W": "from the left", "E": "from the right"},
	Side:  map[paint.Size]int{paint.Small: 26, paint.Medium: 46, paint.Large: 42},
	lesson: map[string]string{
		"4.g": "Turn the Warrior where it stands: pick it with Enter, then = and the letter of a role.",
		"9.x": "North's Catapult on h3 can take your castle next.",
	},
	pictures: map[string]pictured{
		"evo-start-two": {players: 2}, "evo-start-four": {players: 4}, "evo-start-line": {players: 2, options: []string{"setup=line"}},
	},
	Help: []paint.HelpItem{
		{"Move", "←↑↓→ the cursor   Enter picks a piece, then plays to the square"},
		{"", "w b c s turns it after the move; without a letter it keeps its role"},
		{"", "= and a letter turns it where it stands   Esc another piece"},
	},
})
