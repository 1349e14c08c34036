package paint

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/tui/prose"
)

// KeyHint is a key of the last line: what a click on it presses, its name, and what
// it does.
type KeyHint [3]string

// Press is the key that a click on the hint stands for.
func (k KeyHint) Press() string { return k[0] }

// Text is the hint as the last line shows it.
func (k KeyHint) Text() string { return strings.TrimSpace(k[1] + " " + k[2]) }

// HelpKey is in every last line.
var HelpKey = KeyHint{"?", "?", "help"}

// HelpItem is a line of help: a word at the left, and what belongs to it.
type HelpItem [2]string

// KeysGap stands between the keys of the last line.
const KeysGap = "   "

// FitKeys drops words, from the left, until the keys fit.
func FitKeys(keys []KeyHint, width int) []KeyHint {
	keys = slices.Clone(keys)
	for i := -1; i < len(keys); i++ {
		if i >= 0 {
			keys[i][2] = ""
		}
		n := 1
		for _, k := range keys {
			n += ansi.StringWidth(k.Text()) + len(KeysGap)
		}
		if n-len(KeysGap) <= width {
			break
		}
	}
	return keys
}

// KeyLine is the last line of a screen.
func KeyLine(keys []KeyHint) string {
	var words []string
	for _, k := range keys {
		words = append(words, k.Text())
	}
	return " " + strings.Join(words, KeysGap)
}

// HelpBox is the page about keys: a box over the panes, or the whole width where
// that is narrow.
func HelpBox(title, state string, items []HelpItem, width int, edge lipgloss.Style) []string {
	in := 2
	if width < 70 {
		in = 0
	}
	c := Pane{Title: title, Right: state, Head: HelpLines(min(width-2*in, 100)-4, items)}
	lines := c.Draw(min(width-2*in, 100), len(c.Head)+2, edge)
	for i := range lines {
		lines[i] = strings.Repeat(" ", in) + lines[i]
	}
	return lines
}

// HelpLines wraps the help: words at the left, or on lines of their own where the
// window is narrow.
func HelpLines(width int, items []HelpItem) []string {
	var lines []string
	const left = 12
	for _, it := range items {
		word, text := it[0], it[1]
		if width < 50 {
			if word != "" {
				lines = append(lines, Bold.Render(word))
			}
			for _, l := range wrapKeys(text, width-2) {
				lines = append(lines, "  "+l)
			}
			continue
		}
		for i, l := range wrapKeys(text, width-left) {
			if i > 0 {
				word = ""
			}
			lines = append(lines, Bold.Render(fmt.Sprintf("%-*s", left, word))+l)
		}
	}
	return lines
}

// wrapKeys breaks a line of help between keys rather than within what one does.
func wrapKeys(text string, width int) []string {
	const glue = "\u00a0"
	parts := strings.Split(text, KeysGap)
	for i, part := range parts {
		inner := strings.TrimSpace(part)
		if len(parts) > 1 && ansi.StringWidth(inner) <= width {
			parts[i] = strings.Replace(part, inner, strings.ReplaceAll(inner, " ", glue), 1)
		}
	}
	lines := prose.Wrap(strings.Join(parts, KeysGap), width)
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], glue, " ")
	}
	return lines
}
