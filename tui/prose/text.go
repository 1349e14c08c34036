// Package prose holds the words that all rooms of the terminal share: wrapping,
// counting, names within a sentence.
package prose

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Counted is a number with its noun.
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// Within is a player's name within a sentence.
func Within(name string) string {
	if name == You {
		return "you"
	}
	return name
}

// Ends puts one text at the left and one at the right of a line.
func Ends(left, right string, width int) string {
	gap := width - ansi.StringWidth(left) - ansi.StringWidth(right)
	if gap < 1 {
		left = ansi.Truncate(left, max(0, width-ansi.StringWidth(right)-1), "…")
		gap = max(0, width-ansi.StringWidth(left)-ansi.StringWidth(right))
	}
	return left + strings.Repeat(" ", gap) + right
}

// Wrapped breaks a text; further lines are indented.
func Wrapped(text string, width, indent int) []string {
	lines := Wrap(text, width)
	if len(lines) == 1 {
		return lines
	}
	rest := strings.TrimSpace(strings.TrimPrefix(text, lines[0]))
	lines = lines[:1]
	for _, l := range Wrap(rest, width-indent) {
		lines = append(lines, strings.Repeat(" ", indent)+l)
	}
	return lines
}

// List joins words as a sentence does.
func List(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// Or joins words of which one is chosen.
func Or(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
	return strings.Join(words, "")
}

// Capital begins a text as a sentence; the name of a place stays as it is.
func Capital(text string) string {
	first, _, _ := strings.Cut(text, " ")
	if text == "" || IsPlace(strings.TrimRight(first, ",:;.")) {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// Small begins a text with a small letter.
func Small(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// Fit cuts or pads a styled line to a width.
func Fit(line string, width int) string {
	n := ansi.StringWidth(line)
	if n > width {
		return ansi.Truncate(line, width, "…")
	}
	return line + strings.Repeat(" ", width-n)
}

// Wrap breaks plain text into lines of at most width characters.
func Wrap(text string, width int) []string {
	if width < 8 {
		width = 8
	}
	return strings.Split(ansi.Wordwrap(text, width, ""), "\n")
}

// IsPlace reports whether a word is the name of a place on a board.
func IsPlace(part string) bool {
	return len(part) >= 2 && len(part) <= 3 && part[0] >= 'a' && part[0] <= 't' && part[1] >= '0' && part[1] <= '9'
}

// SeatName is a seat's name in full.
func SeatName(seat string) string {
	if name, ok := map[string]string{"S": "South", "N": "North", "W": "West", "E": "East"}[seat]; ok {
		return name
	}
	return seat
}

// You is the name of the one person at the screen.
const You = "You"
