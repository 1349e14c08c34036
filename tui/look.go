package tui

// size is how large a place of the board is drawn; each game says how many rows
// and columns that is.
type size int

const (
	tiny  size = iota - 1 // what still fits a custom board into a small window
	small                 // 80×24
	medium
	large // 120×40
	huge  // 200×60
)

// sizeFor is the size that goes with a window.
func sizeFor(w, h int) size {
	switch {
	case w >= 200 && h >= 60:
		return huge
	case w >= 120 && h >= 40:
		return large
	case w >= 100 && h >= 30:
		return medium
	}
	return small
}

// look is how a board is drawn: how large, and on which ground.
type look struct {
	size size
	day  bool
}

// palette are the colours of a ground, as numbers of the terminal's 256.
type palette struct {
	ink, ink2, ink3, edge, focus, sel, note, ok, warn, danger, last uint8
	squares, grass                                                  [2]uint8
	wood, lighter, sea, tool                                        uint8
	stone                                                           [5]uint8
	seats                                                           [6]uint8
	south, north                                                    ink
}

var (
	night = palette{
		ink: 255, ink2: 250, ink3: 109, edge: 240, focus: 80, sel: 116, note: 212, ok: 114, warn: 215, danger: 210, last: 58,
		squares: [2]uint8{236, 235}, grass: [2]uint8{236, 235}, wood: 137, lighter: 180, sea: 23, tool: 131,
		stone: [5]uint8{240, 242, 244, 246, 248}, seats: [6]uint8{69, 209, 72, 179, 140, 249},
		south: ink{fg: 222, bg: 25, bold: true}, north: ink{fg: 235, bg: 222, bold: true},
	}
	day = palette{
		ink: 235, ink2: 239, ink3: 60, edge: 145, focus: 24, sel: 24, note: 125, ok: 22, warn: 94, danger: 124, last: 222,
		squares: [2]uint8{255, 254}, grass: [2]uint8{254, 253}, wood: 186, lighter: 223, sea: 152, tool: 130,
		stone: [5]uint8{254, 252, 250, 248, 246}, seats: [6]uint8{25, 166, 29, 178, 61, 238},
		south: ink{fg: 222, bg: 25, bold: true}, north: ink{fg: 235, bg: 179, bold: true},
	}
)

func (l look) colours() *palette {
	if l.day {
		return &day
	}
	return &night
}

// seatShapes tell players apart without colour.
var seatShapes = [6]string{"●", "▲", "■", "◊", "*", "("}
