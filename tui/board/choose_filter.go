package board

import (
	"fmt"
	"strings"

	"atoll/game"
	"atoll/tui/prose"
)

// filterChooser serves games without a picture: a list of actions to scroll through, narrowed by
// typing a part of the one wanted.
type filterChooser struct {
	all    []string
	many   int // more than can be listed
	filter string
	typing bool
	at     int // what Enter plays, -1 before anything was chosen
	top    int // first line shown
}

const (
	// mostListed is the most actions that are listed.
	mostListed = 100_000
	// shownAtOnce is how many lines have a number to press.
	shownAtOnce = 9
)

func newFilterChooser(view game.State, seat game.Seat, n int) Chooser {
	f := &filterChooser{at: -1}
	if n > mostListed {
		f.many = n
		return f
	}
	for _, a := range view.AppendActions(nil, seat) {
		f.all = append(f.all, string(view.AppendAction(nil, seat, a)))
	}
	return f
}

// fold makes texts comparable: no case, and any sign counts as a space.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-–_=.,:", r) {
			return ' '
		}
		return r
	}, strings.ToLower(text))
}

// left are the actions that have every word of the filter.
func (f *filterChooser) left() []string {
	words := strings.Fields(fold(f.filter))
	if len(words) == 0 {
		return f.all
	}
	var left []string
	for _, text := range f.all {
		folded, fits := fold(text), true
		for _, w := range words {
			fits = fits && (strings.Contains(folded, w) || strings.Contains(strings.ReplaceAll(folded, " ", ""), w))
		}
		if fits {
			left = append(left, text)
		}
	}
	return left
}

func (f *filterChooser) Marks(*Marks)  {}
func (f *filterChooser) Point(string)  {}
func (f *filterChooser) Capture() bool { return f.typing }

func (f *filterChooser) Key(k string) bool {
	if f.typing {
		switch k {
		case "enter", "esc", "tab":
			f.typing = false
			if k == "esc" {
				f.narrow("")
			}
			return true
		case "backspace":
			if r := []rune(f.filter); len(r) > 0 {
				f.narrow(string(r[:len(r)-1]))
			} else {
				f.typing = false
			}
			return true
		case "space":
			f.narrow(f.filter + " ")
			return true
		case "up", "down", "pgup", "pgdown":
		default:
			if len([]rune(k)) == 1 && len(f.filter) < 40 {
				f.narrow(f.filter + k)
			}
			return true
		}
	}
	n := len(f.left())
	switch k {
	case "/":
		f.typing = true
	case "down", "tab":
		f.move(min(f.at+1, n-1))
	case "up":
		f.move(max(f.at-1, 0))
	case "pgdown":
		f.move(min(f.at+shownAtOnce, n-1))
	case "pgup":
		f.move(max(f.at-shownAtOnce, 0))
	case "esc", "backspace":
		if f.at < 0 && f.filter == "" {
			return false
		}
		f.narrow("")
	default:
		return false
	}
	return true
}

func (f *filterChooser) narrow(filter string) {
	f.filter, f.at, f.top = filter, -1, 0
	if filter != "" && len(f.left()) == 1 {
		f.at = 0
	}
}

func (f *filterChooser) move(to int) {
	if len(f.left()) == 0 {
		return
	}
	f.at = to
	f.top = max(min(f.top, to), to-shownAtOnce+1)
}

func (f *filterChooser) Options() []Option {
	left := f.left()
	var lines []Option
	for i := f.top; i < min(len(left), f.top+shownAtOnce); i++ {
		lines = append(lines, Option{Text: left[i]})
	}
	return lines
}

// Lit is the line of the list that is highlighted.
func (f *filterChooser) Lit() int { return f.at - f.top }

func (f *filterChooser) Pick(i int) {
	if i += f.top; i < len(f.left()) {
		f.at = i
	}
}

// Count says how many moves there are, more than the lines that are shown.
func (f *filterChooser) Count() string {
	switch left := len(f.left()); {
	case f.many > 0:
		return prose.Counted(f.many, "move", "moves")
	case f.filter != "":
		return fmt.Sprintf("%d of %d", left, len(f.all))
	default:
		return prose.Counted(left, "move", "moves")
	}
}

func (f *filterChooser) Prompt() string {
	left := f.left()
	switch {
	case f.many > 0:
		return "Press : and type a move as records write it, or H for a hint"
	case f.typing:
		return "Filter: " + f.filter + "█"
	case f.Action() != "":
		return "Play " + f.Action()
	case len(left) == 0:
		return "No move matches; Esc shows all"
	case len(left) > shownAtOnce:
		return "Choose with the arrows or a number; / filters"
	}
	return "Choose with the arrows or a number"
}

func (f *filterChooser) Action() string {
	if left := f.left(); !f.typing && f.at >= 0 && f.at < len(left) {
		return left[f.at]
	}
	return ""
}

func (f *filterChooser) Reset() { f.typing = false; f.narrow("") }
