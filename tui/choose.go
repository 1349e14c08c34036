package tui

import (
	"fmt"
	"slices"

	"atoll/game"
	"atoll/tui/paint"
	"atoll/tui/prose"
)

// chooser turns pointing and keys into the text of an action. Games with a
// picture narrow a list part by part or bring a chooser of their own; the others
// have a list to look through.
type chooser interface {
	// marks adds what the player has pointed at to the board's marks.
	marks(m *marks)
	// point is Enter or a click on a place.
	point(place string)
	// key handles a key while the board has the focus; false if it means nothing here.
	key(k string) bool
	// options are what can be chosen now, if it is a list; pick takes one.
	options() []option
	pick(i int)
	// prompt says what is asked for.
	prompt() string
	// action is the finished text, "" while something is missing.
	action() string
	// reset forgets what was chosen.
	reset()
}

// option is a line of the list of choices.
type option struct {
	text  string
	place string // where it is on the board, "" if nowhere
}

// fewEnough is how many actions are listed to be narrowed part by part.
const fewEnough = 5000

// newChooser makes the chooser of seat's decision in view.
func newChooser(view game.State, seat game.Seat) chooser {
	own, drawn := screens[view.Config().Game.ID]
	n := game.Count(view, seat)
	if drawn && own.choose != nil {
		if c := own.choose(view, seat, n); c != nil {
			return c
		}
	}
	if !drawn || n > fewEnough {
		return newFilterChooser(view, seat, n)
	}
	list := &listChooser{screen: own}
	for _, a := range view.AppendActions(nil, seat) {
		text := string(view.AppendAction(nil, seat, a))
		list.all = append(list.all, choice{text, own.split(text)})
	}
	return list
}

type choice struct {
	text  string
	parts []string
}

// listChooser narrows a list of actions part by part.
type listChooser struct {
	screen screen
	all    []choice
	chosen []string
}

func (l *listChooser) left() []choice {
	var left []choice
	for _, c := range l.all {
		if len(c.parts) >= len(l.chosen) && slices.Equal(c.parts[:len(l.chosen)], l.chosen) {
			left = append(left, c)
		}
	}
	return left
}

// next are the distinct parts that can come now; staying where one is comes last.
func (l *listChooser) next() []string {
	var next []string
	for _, c := range l.left() {
		if len(c.parts) > len(l.chosen) {
			if p := c.parts[len(l.chosen)]; !slices.Contains(next, p) {
				next = append(next, p)
			}
		}
	}
	slices.SortStableFunc(next, func(a, b string) int {
		return paint.Int(slices.Contains(l.chosen, a)) - paint.Int(slices.Contains(l.chosen, b))
	})
	return next
}

func (l *listChooser) marks(m *marks) {
	m.targets = map[string]bool{}
	m.numbers = map[string]int{}
	for i, p := range l.next() {
		if prose.IsPlace(p) {
			m.targets[p] = true
			m.numbers[p] = i + 1
		}
	}
	for _, p := range l.chosen {
		if prose.IsPlace(p) {
			m.chosen = append(m.chosen, p)
		}
	}
}

func (l *listChooser) point(place string) {
	if slices.Contains(l.next(), place) {
		l.choose(place)
		return
	}
	// Another piece of one's own: begin again from there.
	if len(l.chosen) > 0 {
		saved := l.chosen
		l.chosen = nil
		if slices.Contains(l.next(), place) {
			l.choose(place)
			return
		}
		l.chosen = saved
	}
}

// choose takes a part, and those after it that leave no choice.
func (l *listChooser) choose(part string) {
	l.chosen = append(l.chosen, part)
	for {
		next := l.next()
		if len(next) != 1 || prose.IsPlace(next[0]) {
			return
		}
		l.chosen = append(l.chosen, next[0])
	}
}

func (l *listChooser) key(k string) bool {
	if k == "backspace" || k == "esc" {
		if len(l.chosen) > 0 {
			l.chosen = l.chosen[:len(l.chosen)-1]
			return true
		}
	}
	return false
}

func (l *listChooser) options() []option {
	var list []option
	for _, p := range l.next() {
		switch word, ok := l.screen.words[p]; {
		case prose.IsPlace(p) && slices.Contains(l.chosen, p):
			list = append(list, option{"stay on " + p, p})
		case prose.IsPlace(p):
			list = append(list, option{p, p})
		case ok:
			list = append(list, option{text: word})
		default:
			list = append(list, option{text: p})
		}
	}
	return list
}

func (l *listChooser) pick(i int) {
	if next := l.next(); i >= 0 && i < len(next) {
		l.choose(next[i])
	}
}

// parts is what picking i adds.
func (l *listChooser) parts(i int) string {
	if next := l.next(); i >= 0 && i < len(next) {
		return next[i]
	}
	return ""
}

// after are the actions that picking i leaves.
func (l *listChooser) after(i int) []choice {
	next := l.next()
	if i < 0 || i >= len(next) {
		return nil
	}
	try := *l
	try.chosen = slices.Clone(l.chosen)
	try.choose(next[i])
	return try.left()
}

// last reports whether picking i leaves nothing to choose.
func (l *listChooser) last(i int) bool {
	next := l.next()
	if i < 0 || i >= len(next) {
		return false
	}
	try := *l
	try.chosen = slices.Clone(l.chosen)
	try.choose(next[i])
	return try.action() != ""
}

func (l *listChooser) prompt() string {
	places := 0
	for _, p := range l.next() {
		if prose.IsPlace(p) {
			places++
		}
	}
	switch {
	case l.action() != "":
		return "Play " + l.action()
	case places == 0:
		return "Choose"
	case places == len(l.next()):
		return "Choose a marked place"
	}
	return "Choose a marked place, or from the list"
}

func (l *listChooser) action() string {
	for _, c := range l.left() {
		if len(c.parts) == len(l.chosen) {
			return c.text
		}
	}
	return ""
}

func (l *listChooser) reset() { l.chosen = nil }

// arrowDir names the directions of the arrow keys.
var arrowDir = map[string]string{"up": "N", "right": "E", "down": "S", "left": "W"}

// dirArrow draws them.
var dirArrow = map[byte]string{'N': "↑", 'E': "→", 'S': "↓", 'W': "←"}

func ordinal(n int) string { return fmt.Sprint(n + 1) }
