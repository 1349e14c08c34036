package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// reader is a page to read, longer than the screen: rules, moves, help.
type reader struct {
	lines  []string
	room   int // rows that are shown
	scroll int
	finder
}

// show returns the lines in sight.
func (r *reader) show(lines []string, room int) []string {
	r.lines, r.room = lines, room
	r.scroll = max(0, min(r.scroll, len(lines)-room))
	return lines[r.scroll:max(r.scroll, min(len(lines), r.scroll+room))]
}

// key takes a key, and reports whether the page is still read.
func (r *reader) key(k, text string) bool {
	if to, ok := r.finder.key(k, text, r.lines, r.scroll); ok {
		if to >= 0 {
			r.scroll = to
		}
		return true
	}
	switch k {
	case "down", "j", "space":
		r.scroll++
	case "up", "k":
		r.scroll = max(0, r.scroll-1)
	case "pgdown":
		r.scroll += r.room - 2
	case "pgup":
		r.scroll = max(0, r.scroll-r.room+2)
	default:
		return false
	}
	return true
}

// readerKeys are the keys of a page that is read.
var readerKeys = []keyHint{{"down", "↑↓", "scroll"}, {"/", "/", "find"}, {"esc", "Esc", "back"}}

// finder looks for words in a page that is read: / and a word, then n and N.
type finder struct {
	typing bool
	word   string
	missed bool
}

// key takes a key; ok is false if it is not for the finder. to is the line to
// scroll to, -1 for none.
func (f *finder) key(k, text string, lines []string, at int) (to int, ok bool) {
	switch {
	case f.typing && k == "enter":
		f.typing = false
		return f.from(lines, at, 1), true
	case f.typing && k == "esc":
		*f = finder{}
	case f.typing && k == "backspace":
		if n := len([]rune(f.word)); n > 0 {
			f.word = string([]rune(f.word)[:n-1])
		}
	case f.typing:
		f.word += text
	case k == "/":
		*f = finder{typing: true}
	case k == "n" && f.word != "":
		return f.from(lines, at+1, 1), true
	case k == "N" && f.word != "":
		return f.from(lines, at-1, -1), true
	default:
		return -1, false
	}
	return -1, true
}

// from is the first line from at on, or before it, with the word; the search goes
// around.
func (f *finder) from(lines []string, at, step int) int {
	for i := range lines {
		line := ((at+i*step)%len(lines) + len(lines)) % len(lines)
		if f.word != "" && strings.Contains(strings.ToLower(ansi.Strip(lines[line])), strings.ToLower(f.word)) {
			f.missed = false
			return line
		}
	}
	f.missed = true
	return -1
}

// says is what the last row tells of the search; "" without one.
func (f *finder) says() string {
	switch {
	case f.typing:
		return " Find: " + f.word + "_   Enter find   Esc leave it"
	case f.missed:
		return " \"" + f.word + "\" is not on this page."
	case f.word != "":
		return " \"" + f.word + "\"   n next   N the one before   / another word"
	}
	return ""
}
