package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// counted is a number with its noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// within is a player's name within a sentence.
func within(name string) string {
	if name == you {
		return "you"
	}
	return name
}

// ends puts one text at the left and one at the right of a line.
func ends(left, right string, width int) string {
	gap := width - ansi.StringWidth(left) - ansi.StringWidth(right)
	if gap < 1 {
		left = ansi.Truncate(left, max(0, width-ansi.StringWidth(right)-1), "…")
		gap = max(0, width-ansi.StringWidth(left)-ansi.StringWidth(right))
	}
	return left + strings.Repeat(" ", gap) + right
}

// wrapped breaks a text; further lines are indented.
func wrapped(text string, width, indent int) []string {
	lines := wrap(text, width)
	if len(lines) == 1 {
		return lines
	}
	rest := strings.TrimSpace(strings.TrimPrefix(text, lines[0]))
	lines = lines[:1]
	for _, l := range wrap(rest, width-indent) {
		lines = append(lines, strings.Repeat(" ", indent)+l)
	}
	return lines
}

// list joins words as a sentence does.
func list(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// capital begins a text as a sentence; the name of a place stays as it is.
func capital(text string) string {
	first, _, _ := strings.Cut(text, " ")
	if text == "" || isPlace(strings.TrimRight(first, ",:;.")) {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// small1 begins a text with a small letter.
func small1(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// fit cuts or pads a styled line to a width.
func fit(line string, width int) string {
	n := ansi.StringWidth(line)
	if n > width {
		return ansi.Truncate(line, width, "…")
	}
	return line + strings.Repeat(" ", width-n)
}

// wrap breaks plain text into lines of at most width characters.
func wrap(text string, width int) []string {
	if width < 8 {
		width = 8
	}
	return strings.Split(ansi.Wordwrap(text, width, ""), "\n")
}

// isPlace reports whether a word is the name of a place on a board.
func isPlace(part string) bool {
	return len(part) >= 2 && len(part) <= 3 && part[0] >= 'a' && part[0] <= 't' && part[1] >= '0' && part[1] <= '9'
}

// longSide is a seat's name in full.
func longSide(seat string) string {
	if name, ok := map[string]string{"S": "South", "N": "North", "W": "West", "E": "East"}[seat]; ok {
		return name
	}
	return seat
}

// you is the name of the one person at the screen.
const you = "You"
