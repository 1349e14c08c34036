package tui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// keyHint is a key of the last line, and what it does.
type keyHint struct{ press, name, does string }

// text is the hint as the last line shows it.
func (k keyHint) text() string { return strings.TrimSpace(k.name + " " + k.does) }

// helpKey is in every last line.
var helpKey = keyHint{"?", "?", "help"}

// helpItem is a line of help: a word at the left, and what belongs to it.
type helpItem struct{ word, text string }

// keysGap stands between the keys of the last line.
const keysGap = "   "

// fitKeys takes away words from the left on until the keys fit.
func fitKeys(keys []keyHint, width int) []keyHint {
	keys = slices.Clone(keys)
	for i := -1; i < len(keys); i++ {
		if i >= 0 {
			keys[i].does = ""
		}
		n := 1
		for _, k := range keys {
			n += ansi.StringWidth(k.text()) + len(keysGap)
		}
		if n-len(keysGap) <= width {
			break
		}
	}
	return keys
}

// keyLine is the last line of a screen.
func keyLine(keys []keyHint) string {
	var words []string
	for _, k := range keys {
		words = append(words, k.text())
	}
	return " " + strings.Join(words, keysGap)
}

// helpBox is the page about keys: a box over the panes, or the whole width where
// that is narrow.
func helpBox(title, state string, items []helpItem, width int, edge lipgloss.Style) []string {
	in := 2
	if width < 70 {
		in = 0
	}
	c := pane{title: title, right: state, head: helpLines(min(width-2*in, 100)-4, items)}
	lines := c.draw(min(width-2*in, 100), len(c.head)+2, edge)
	for i := range lines {
		lines[i] = strings.Repeat(" ", in) + lines[i]
	}
	return lines
}

// helpLines wraps the help: words at the left, or on lines of their own where the
// window is narrow.
func helpLines(width int, items []helpItem) []string {
	var lines []string
	const left = 12
	for _, it := range items {
		if width < 50 {
			if it.word != "" {
				lines = append(lines, titleStyle.Render(it.word))
			}
			for _, l := range wrapKeys(it.text, width-2) {
				lines = append(lines, "  "+l)
			}
			continue
		}
		for i, l := range wrapKeys(it.text, width-left) {
			word := ""
			if i == 0 {
				word = it.word
			}
			lines = append(lines, titleStyle.Render(fmt.Sprintf("%-*s", left, word))+l)
		}
	}
	return lines
}

// wrapKeys breaks a line of help between keys rather than within what one does.
func wrapKeys(text string, width int) []string {
	const glue = "\u00a0"
	parts := strings.Split(text, keysGap)
	for i, part := range parts {
		inner := strings.TrimSpace(part)
		if len(parts) > 1 && ansi.StringWidth(inner) <= width {
			parts[i] = strings.Replace(part, inner, strings.ReplaceAll(inner, " ", glue), 1)
		}
	}
	lines := wrap(strings.Join(parts, keysGap), width)
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], glue, " ")
	}
	return lines
}
