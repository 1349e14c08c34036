package paint

import (
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// Style is how to draw for this terminal, according to flags and environment.
type Style struct {
	Theme string // "day", "night", or "" for what the terminal says
	ASCII bool   // no character beyond ASCII
	Still bool   // nothing moves
	// Colours is what the terminal can show; unknown: 256.
	Colours colorprofile.Profile
}

// Terminal is the style from flags and environment; every page starts with it.
var Terminal = Style{}

// Theme is how a page is drawn: colours or none, day or night, signs or ASCII.
type Theme struct {
	Plain bool // no colour
	Day   bool // a light ground
	fixed bool // somebody has chosen, so the terminal is not asked
	ascii bool
}

// NewTheme is the theme a page begins with.
func NewTheme() Theme {
	return Theme{Plain: os.Getenv("NO_COLOR") != "", Day: Terminal.Theme == "day", fixed: Terminal.Theme != "", ascii: Terminal.ASCII || asciiLocale()}
}

// asciiLocale reports whether the locale cannot show more than ASCII.
func asciiLocale() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToUpper(os.Getenv(name)); v != "" {
			return !strings.Contains(v, "UTF-8") && !strings.Contains(v, "UTF8") &&
				(v == "C" || v == "POSIX" || strings.Contains(v, "ISO-8859") || strings.HasSuffix(v, "ASCII"))
		}
	}
	return false
}

// Background takes note of the ground that the terminal has.
func (t *Theme) Background(msg tea.BackgroundColorMsg) {
	if !t.fixed {
		t.Day = !msg.IsDark()
	}
}

// SwitchTheme goes from day to night or back.
func (t *Theme) SwitchTheme() { t.Day, t.fixed = !t.Day, true }

// Colours are the palette for this ground.
func (t *Theme) Colours() *Palette { return Look{Day: t.Day}.Colours() }

// Style writes in a colour, where there are colours.
func (t *Theme) Style(fg Tint, bold bool) lipgloss.Style {
	s := lipgloss.NewStyle().Bold(bold)
	if t.Plain {
		return s
	}
	return fg.On(Tint{}, s)
}

// Finish makes a screen suit the terminal.
func (t *Theme) Finish(screen string) string {
	if t.ascii {
		return toASCII.Replace(screen)
	}
	return screen
}

// toASCII has an ASCII character for every sign of the screens.
var toASCII = strings.NewReplacer(
	"─", "-", "│", "|", "╭", "+", "╮", "+", "╰", "+", "╯", "+", "├", "+", "┤", "+", "┬", "+", "┴", "+", "┼", "+",
	"═", "=", "║", "=", "╔", "=", "╗", "=", "╚", "=", "╝", "=", "╤", "=", "╧", "=", "╞", "=", "╡", "=", "╬", "=",
	"━", "#", "┃", "#", "┏", "#", "┓", "#", "┗", "#", "┛", "#",
	"█", "#", "▀", "#", "▄", "#", "▌", "|", "▐", "|", "░", ".", "▒", ":", "▓", "#",
	"▁", "1", "▂", "2", "▃", "3", "▅", "5", "▆", "6", "▇", "7",
	"▲", "^", "▼", "v", "►", ">", "◄", "<", "←", "<", "↑", "^", "→", ">", "↓", "v",
	"●", "o", "■", "#", "◊", "*", "•", ".", "·", ".", "×", "x", "≈", "~", "≡", "=", "‹", "<", "›", ">",
	"…", ".", "–", "-", "’", "'",
)

// Bold is the style of titles.
var Bold = lipgloss.NewStyle().Bold(true)

// Still reports whether nothing should move.
func Still() bool {
	return Terminal.Still || os.Getenv("NO_MOTION") != "" || os.Getenv("ATOLL_STILL") != "" || os.Getenv("TERM") == "dumb"
}
