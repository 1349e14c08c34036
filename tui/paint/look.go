package paint

// Size is how large a place of the board is drawn; each game says how many rows
// and columns that is.
type Size int

// The sizes, each with the window that it is made for.
const (
	Tiny  Size = iota - 1 // what still fits a custom board into a small window
	Small                 // 80×24
	Medium
	Large // 120×40
	Huge  // 200×60
)

// SizeFor is the size that goes with a window.
func SizeFor(w, h int) Size {
	switch {
	case w >= 200 && h >= 60:
		return Huge
	case w >= 120 && h >= 40:
		return Large
	case w >= 100 && h >= 30:
		return Medium
	}
	return Small
}

// Look is how a board is drawn: how large, and on which ground.
type Look struct {
	Size Size
	Day  bool
}

// Palette are the colours of a ground.
type Palette struct {
	Ink, Ink2, Ink3, Edge, Focus, Sel, Note, Ok, Warn, Danger, Last Tint
	Squares, Grass                                                  [2]Tint
	Wood, Lighter, Sea, Tool, Volcano                               Tint
	Stone                                                           [5]Tint
	Seats                                                           [6]Tint
	South, North                                                    Ink
}

// The palettes of a dark and of a light ground.
var (
	night = Palette{
		Ink: Tone(0xeaf1f3, 255, 0), Ink2: Tone(0xb0c2cd, 250, 0), Ink3: Tone(0x90a6b4, 109, 9),
		Edge: Tone(0x294152, 237, 9), Focus: Tone(0x62c6d8, 80, 7), Sel: Tone(0x7fe3f3, 116, 15), Note: Tone(0xff8fc7, 212, 14),
		Ok: Tone(0x84d094, 114, 3), Warn: Tone(0xf3bc63, 215, 4), Danger: Tone(0xff9b91, 210, 2), Last: Tone(0x5a4a28, 58, 4),
		Squares: [2]Tint{Tone(0x22354a, 236, 0), Tone(0x1c2d41, 235, 0)}, Grass: [2]Tint{Tone(0x2a3230, 236, 0), Tone(0x232b2a, 235, 0)},
		Wood: Tone(0xb88a59, 137, 4), Lighter: Tone(0xd0a878, 180, 12), Sea: Tone(0x12313e, 23, 5), Tool: Tone(0xc24a34, 131, 2),
		Volcano: Tone(0xaf2b1e, 124, 2),
		Stone: [5]Tint{
			Tone(0x585e63, 240, 8), Tone(0x6c7379, 242, 8), Tone(0x80888e, 244, 8), Tone(0x949ca2, 246, 8),
			Tone(0xa8b0b6, 248, 8),
		},
		Seats: [6]Tint{
			Tone(0x5c98f5, 69, 13), Tone(0xf57b4b, 209, 10), Tone(0x44b57c, 72, 11),
			Tone(0xebb43b, 179, 12), Tone(0xa28ac7, 140, 14), Tone(0xa9b8c2, 249, 16),
		},
		South: Ink{Fg: Tone(0xf8da83, 222, 12), Bg: Tone(0x2a5bb4, 25, 5), Bold: true},
		North: Ink{Fg: Tone(0x10263a, 235, 1), Bg: Tone(0xf8da83, 222, 4), Bold: true},
	}
	Day = Palette{
		Ink: Tone(0x10263a, 235, 0), Ink2: Tone(0x41566a, 239, 0), Ink3: Tone(0x566a79, 60, 9),
		Edge: Tone(0xc9d8db, 188, 9), Focus: Tone(0x0a5f75, 24, 7), Sel: Tone(0x0b6e88, 24, 7), Note: Tone(0xa31a66, 125, 6),
		Ok: Tone(0x22683a, 22, 3), Warn: Tone(0x845000, 94, 4), Danger: Tone(0xb0241c, 124, 2), Last: Tone(0xf2c14a, 222, 4),
		Squares: [2]Tint{Tone(0xe6edef, 255, 0), Tone(0xd8e3e7, 254, 0)}, Grass: [2]Tint{Tone(0xe4e6d6, 254, 0), Tone(0xd9dcc8, 253, 0)},
		Wood: Tone(0xebc799, 186, 4), Lighter: Tone(0xf5dcb8, 223, 12), Sea: Tone(0xbfe0e6, 152, 15), Tool: Tone(0xb8432f, 130, 2),
		Volcano: Tone(0xaf2b1e, 124, 2),
		Stone: [5]Tint{
			Tone(0xe2e5e6, 254, 8), Tone(0xced3d5, 252, 8), Tone(0xbac0c3, 250, 8), Tone(0xa6adb1, 248, 8),
			Tone(0x929a9f, 246, 8),
		},
		Seats: [6]Tint{
			Tone(0x1b59b8, 25, 5), Tone(0xc2410f, 166, 2), Tone(0x1b7048, 29, 3),
			Tone(0xdfa11a, 178, 4), Tone(0x73609f, 61, 6), Tone(0x3c4953, 238, 9),
		},
		South: Ink{Fg: Tone(0xf8da83, 222, 12), Bg: Tone(0x1b459a, 25, 5), Bold: true},
		North: Ink{Fg: Tone(0x10263a, 235, 1), Bg: Tone(0xe5b244, 179, 4), Bold: true},
	}
)

// Colours are the palette for this ground.
func (l Look) Colours() *Palette {
	if l.Day {
		return &Day
	}
	return &night
}

// SeatShapes tell players apart without colour.
var SeatShapes = [6]string{"●", "▲", "■", "◊", "*", "("}
