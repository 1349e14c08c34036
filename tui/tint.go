package tui

import (
	"image/color"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// tint is a colour for every kind of terminal: the true colour, its number among 256, and the
// nearest of the sixteen, from 1, or 0 for none. The zero tint is the terminal's own colour.
type tint struct {
	rgb   uint32
	of256 uint8
	of16  uint8
}

func tone(rgb uint32, of256, of16 uint8) tint { return tint{rgb, of256, of16} }

// black and white write on coloured grounds.
var (
	black = tone(0x10161c, 16, 1)
	white = tone(0xffffff, 15, 16)
)

// color is the tint on this terminal; nil where it has none.
func (t tint) color() color.Color {
	switch {
	case t == tint{}:
		return nil
	case Look.Colours == colorprofile.TrueColor:
		return color.RGBA{byte(t.rgb >> 16), byte(t.rgb >> 8), byte(t.rgb), 0xff}
	case Look.Colours == colorprofile.ANSI:
		if t.of16 == 0 {
			return nil
		}
		return ansi.BasicColor(t.of16 - 1)
	}
	return lipgloss.ANSIColor(t.of256)
}

// on colours text and ground.
func (t tint) on(ground tint, s lipgloss.Style) lipgloss.Style {
	if c := t.color(); c != nil {
		s = s.Foreground(c)
	}
	if c := ground.color(); c != nil {
		s = s.Background(c)
	}
	return s
}
