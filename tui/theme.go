package tui

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

// Look is the style from flags and environment; every page starts with it.
var Look = Style{}

// theme is how a page is drawn: colours or none, day or night, signs or ASCII.
type theme struct {
	plain bool // no colour
	day   bool // a light ground
	fixed bool // somebody has chosen, so the terminal is not asked
	ascii bool
}

// newTheme is the theme a page begins with.
func newTheme() theme {
	return theme{plain: os.Getenv("NO_COLOR") != "", day: Look.Theme == "day", fixed: Look.Theme != "", ascii: Look.ASCII || asciiLocale()}
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

// background hears what ground the terminal has.
func (t *theme) background(msg tea.BackgroundColorMsg) {
	if !t.fixed {
		t.day = !msg.IsDark()
	}
}

// switchTheme goes from day to night or back.
func (t *theme) switchTheme() { t.day, t.fixed = !t.day, true }

// colours are the palette for this ground.
func (t *theme) colours() *palette { return look{day: t.day}.colours() }

// style writes in a colour, where there are colours.
func (t *theme) style(fg tint, bold bool) lipgloss.Style {
	s := lipgloss.NewStyle().Bold(bold)
	if t.plain {
		return s
	}
	return fg.on(tint{}, s)
}

// finish makes a whole screen fit for the terminal.
func (t *theme) finish(screen string) string {
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

// titleStyle is for what stands above other text.
var titleStyle = lipgloss.NewStyle().Bold(true)

// still is set where nothing should move.
func still() bool {
	return Look.Still || os.Getenv("NO_MOTION") != "" || os.Getenv("ATOLL_STILL") != "" || os.Getenv("TERM") == "dumb"
}
