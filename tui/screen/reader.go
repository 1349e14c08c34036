package screen

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"atoll/tui/board"
	"atoll/tui/paint"
)

// reader is a page to read, longer than the screen: rules, moves, help.
type reader struct {
	lines  []string
	heads  []board.Heading
	room   int // rows that are shown
	scroll int
	finder
}

// head is the heading that what is in sight belongs to.
func (r *reader) head() (at int, ok bool) {
	at = -1
	for i, h := range r.heads {
		if h.Line <= r.scroll+1 {
			at = i
		}
	}
	return at, at >= 0
}

// place says which chapter is in sight, as "4 of 6  Moving".
func (r *reader) place() string {
	at, ok := r.head()
	if !ok {
		return ""
	}
	all := 0
	for _, h := range r.heads {
		all = max(all, h.Chapter)
	}
	for ; at >= 0; at-- {
		if h := r.heads[at]; h.Chapter > 0 {
			return fmt.Sprintf("%d of %d  %s", h.Chapter, all, h.Text)
		}
	}
	return ""
}

// bar is the part of the scroll bar in a row: a block marks what is in sight.
func (r *reader) bar(row int) string {
	n := len(r.lines)
	if n <= r.room || r.room < 2 {
		return ""
	}
	size := max(1, r.room*r.room/n)
	top := r.scroll * (r.room - size) / max(1, n-r.room)
	if row >= top && row < top+size {
		return "█"
	}
	return "│"
}

// show returns the lines in sight.
func (r *reader) show(lines []string, room int) []string {
	r.lines, r.room = lines, room
	r.scroll = max(0, min(r.scroll, len(lines)-room))
	seen := slices.Clone(lines[r.scroll:max(r.scroll, min(len(lines), r.scroll+room))])
	for i := range seen {
		seen[i] = r.finder.lit(seen[i])
	}
	return seen
}

// key takes a key, and reports whether the page stays open.
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
	case "home":
		r.scroll = 0
	case "end":
		r.scroll = len(r.lines)
	case "n", "p":
		at, _ := r.head()
		for at += 1 - 2*paint.Int(k == "p"); at >= 0 && at < len(r.heads); at++ {
			if k == "p" || r.heads[at].Line > r.scroll {
				r.scroll = r.heads[at].Line
				break
			}
		}
	case "esc", "enter", "q", "Q", "R", "M", "?":
		return false
	default:
		for _, h := range r.heads {
			if k == fmt.Sprint(h.Chapter) {
				r.scroll = h.Line
			}
		}
	}
	return true
}

// keys are the keys of a page that is read.
func (r *reader) keys() []paint.KeyHint {
	list := []paint.KeyHint{{"down", "↑↓", "scroll"}, {"/", "/", "find"}, {"esc", "Esc", "back"}}
	if len(r.heads) > 0 {
		list = slices.Insert(list, 1, paint.KeyHint{"n", "n p", "heading"})
		chapters := 0
		for _, h := range r.heads {
			chapters = max(chapters, h.Chapter)
		}
		list = slices.Insert(list, 3, paint.KeyHint{"1", fmt.Sprint("1-", min(9, chapters)), "chapter"})
	}
	return list
}

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
	case k == "esc" && f.word != "":
		*f = finder{}
	case k == "n" && f.word != "":
		return f.from(lines, at+1, 1), true
	case k == "N" && f.word != "":
		return f.from(lines, at-1, -1), true
	default:
		return -1, false
	}
	return -1, true
}

// from is the first line with the word, from at on and then from the top.
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

// lit reverses the word in a line.
func (f *finder) lit(line string) string {
	if f.word == "" || f.typing {
		return line
	}
	bare, out := ansi.Strip(line), ""
	small, word := strings.ToLower(bare), strings.ToLower(f.word)
	if len(small) != len(bare) {
		return line
	}
	for done := 0; ; {
		i := strings.Index(small[done:], word)
		if i < 0 {
			if done == 0 {
				return line
			}
			return out + ansi.TruncateLeft(line, ansi.StringWidth(bare[:done]), "")
		}
		from, to := done+i, done+i+len(word)
		a, b := ansi.StringWidth(bare[:done]), ansi.StringWidth(bare[:from])
		out += ansi.Truncate(ansi.TruncateLeft(line, a, ""), b-a, "") + hitStyle.Render(bare[from:to])
		done = to
	}
}

var hitStyle = lipgloss.NewStyle().Reverse(true)

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
