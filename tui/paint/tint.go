package paint

import (
	"image/color"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// Tint is a colour for every kind of terminal: the true colour, its number among 256, and the
// nearest of the sixteen, from 1, or 0 for none. The zero tint is the terminal's own colour.
type Tint struct {
	rgb   uint32
	of256 uint8
	of16  uint8
}

// Tone makes a tint.
func Tone(rgb uint32, of256, of16 uint8) Tint { return Tint{rgb, of256, of16} }

// Black and White are for text on coloured grounds.
var (
	Black = Tone(0x10161c, 16, 1)
	White = Tone(0xffffff, 15, 16)
)

// color is the tint on this terminal; nil where it has none.
func (t Tint) color() color.Color {
	switch {
	case t == Tint{}:
		return nil
	case Terminal.Colours == colorprofile.TrueColor:
		return color.RGBA{byte(t.rgb >> 16), byte(t.rgb >> 8), byte(t.rgb), 0xff}
	case Terminal.Colours == colorprofile.ANSI:
		if t.of16 == 0 {
			return nil
		}
		return ansi.BasicColor(t.of16 - 1)
	}
	return lipgloss.ANSIColor(t.of256)
}

// On colours text and ground.
func (t Tint) On(ground Tint, s lipgloss.Style) lipgloss.Style {
	if c := t.color(); c != nil {
		s = s.Foreground(c)
	}
	if c := ground.color(); c != nil {
		s = s.Background(c)
	}
	return s
}
