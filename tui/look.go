package tui

// size is how large a place of the board is drawn; each game says how many rows
// and columns that is.
type size int

// The sizes, each with the window that it is made for.
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

// palette are the colours of a ground.
type palette struct {
	ink, ink2, ink3, edge, focus, sel, note, ok, warn, danger, last tint
	squares, grass                                                  [2]tint
	wood, lighter, sea, tool, volcano                               tint
	stone                                                           [5]tint
	seats                                                           [6]tint
	south, north                                                    ink
}

// The palettes of a dark and of a light ground.
var (
	night = palette{
		ink: tone(0xeaf1f3, 255, 0), ink2: tone(0xb0c2cd, 250, 0), ink3: tone(0x90a6b4, 109, 9),
		edge: tone(0x294152, 237, 9), focus: tone(0x62c6d8, 80, 7), sel: tone(0x7fe3f3, 116, 15), note: tone(0xff8fc7, 212, 14),
		ok: tone(0x84d094, 114, 3), warn: tone(0xf3bc63, 215, 4), danger: tone(0xff9b91, 210, 2), last: tone(0x5a4a28, 58, 4),
		squares: [2]tint{tone(0x22354a, 236, 0), tone(0x1c2d41, 235, 0)}, grass: [2]tint{tone(0x2a3230, 236, 0), tone(0x232b2a, 235, 0)},
		wood: tone(0xb88a59, 137, 4), lighter: tone(0xd0a878, 180, 12), sea: tone(0x12313e, 23, 5), tool: tone(0xc24a34, 131, 2),
		volcano: tone(0xaf2b1e, 124, 2),
		stone: [5]tint{
			tone(0x585e63, 240, 8), tone(0x6c7379, 242, 8), tone(0x80888e, 244, 8), tone(0x949ca2, 246, 8),
			tone(0xa8b0b6, 248, 8),
		},
		seats: [6]tint{
			tone(0x5c98f5, 69, 13), tone(0xf57b4b, 209, 10), tone(0x44b57c, 72, 11),
			tone(0xebb43b, 179, 12), tone(0xa28ac7, 140, 14), tone(0xa9b8c2, 249, 16),
		},
		south: ink{fg: tone(0xf8da83, 222, 12), bg: tone(0x2a5bb4, 25, 5), bold: true},
		north: ink{fg: tone(0x10263a, 235, 1), bg: tone(0xf8da83, 222, 4), bold: true},
	}
	day = palette{
		ink: tone(0x10263a, 235, 0), ink2: tone(0x41566a, 239, 0), ink3: tone(0x566a79, 60, 9),
		edge: tone(0xc9d8db, 188, 9), focus: tone(0x0a5f75, 24, 7), sel: tone(0x0b6e88, 24, 7), note: tone(0xa31a66, 125, 6),
		ok: tone(0x22683a, 22, 3), warn: tone(0x845000, 94, 4), danger: tone(0xb0241c, 124, 2), last: tone(0xf2c14a, 222, 4),
		squares: [2]tint{tone(0xe6edef, 255, 0), tone(0xd8e3e7, 254, 0)}, grass: [2]tint{tone(0xe4e6d6, 254, 0), tone(0xd9dcc8, 253, 0)},
		wood: tone(0xebc799, 186, 4), lighter: tone(0xf5dcb8, 223, 12), sea: tone(0xbfe0e6, 152, 15), tool: tone(0xb8432f, 130, 2),
		volcano: tone(0xaf2b1e, 124, 2),
		stone: [5]tint{
			tone(0xe2e5e6, 254, 8), tone(0xced3d5, 252, 8), tone(0xbac0c3, 250, 8), tone(0xa6adb1, 248, 8),
			tone(0x929a9f, 246, 8),
		},
		seats: [6]tint{
			tone(0x1b59b8, 25, 5), tone(0xc2410f, 166, 2), tone(0x1b7048, 29, 3),
			tone(0xdfa11a, 178, 4), tone(0x73609f, 61, 6), tone(0x3c4953, 238, 9),
		},
		south: ink{fg: tone(0xf8da83, 222, 12), bg: tone(0x1b459a, 25, 5), bold: true},
		north: ink{fg: tone(0x10263a, 235, 1), bg: tone(0xe5b244, 179, 4), bold: true},
	}
)

// colours are the palette for this ground.
func (l look) colours() *palette {
	if l.day {
		return &day
	}
	return &night
}

// seatShapes tell players apart without colour.
var seatShapes = [6]string{"●", "▲", "■", "◊", "*", "("}
