package board

import (
	"fmt"
	"slices"
	"strings"

	"atoll/game"
	"atoll/tui/paint"
	"atoll/tui/prose"
)

// Chooser turns pointing and keys into the text of an action. Games with a
// picture narrow a list part by part or bring a chooser of their own; the others
// have a list to look through.
type Chooser interface {
	// Marks adds what the player has pointed at to the board's marks.
	Marks(m *Marks)
	// Point is Enter or a click on a place.
	Point(place string)
	// Key handles a key while the board has the focus; false if it means nothing here.
	Key(k string) bool
	// Options are what can be chosen now, if it is a list; pick takes one.
	Options() []Option
	Pick(i int)
	// Prompt says what is asked for.
	Prompt() string
	// Action is the finished text, "" while something is missing.
	Action() string
	// Reset forgets what was chosen.
	Reset()
}

// Drafter is a chooser whose unfinished choice outlives the window.
type Drafter interface {
	Draft() string
	Restore(draft string)
}

// Asker is a chooser that can be asked why a place cannot be chosen: text is the action
// that would choose it, or lacks says what must be chosen first.
type Asker interface {
	Asked(place string) (text, lacks string)
}

// Option is a line of the list of choices.
type Option struct {
	Text  string
	Place string // where it is on the board, "" if nowhere
}

// fewEnough is the most actions that are narrowed part by part.
const fewEnough = 5000

// NewChooser makes the chooser of seat's decision in view.
func NewChooser(view game.State, seat game.Seat) Chooser {
	own, drawn := Screens[view.Config().Game.ID]
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
	screen Screen
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

func (l *listChooser) Marks(m *Marks) {
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

func (l *listChooser) Point(place string) {
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

func (l *listChooser) Key(k string) bool {
	if k == "backspace" || k == "esc" {
		if len(l.chosen) > 0 {
			l.chosen = l.chosen[:len(l.chosen)-1]
			return true
		}
	}
	return false
}

func (l *listChooser) Options() []Option {
	var list []Option
	for _, p := range l.next() {
		switch word, ok := l.screen.words[p]; {
		case prose.IsPlace(p) && slices.Contains(l.chosen, p):
			list = append(list, Option{"stay on " + p, p})
		case prose.IsPlace(p):
			list = append(list, Option{p, p})
		case ok:
			list = append(list, Option{Text: word})
		default:
			list = append(list, Option{Text: p})
		}
	}
	return list
}

func (l *listChooser) Pick(i int) {
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

// Last reports whether picking i leaves nothing to choose.
func (l *listChooser) Last(i int) bool {
	next := l.next()
	if i < 0 || i >= len(next) {
		return false
	}
	try := *l
	try.chosen = slices.Clone(l.chosen)
	try.choose(next[i])
	return try.Action() != ""
}

// Asked is the action with that place in it.
func (l *listChooser) Asked(place string) (text, lacks string) {
	if len(l.all) == 0 {
		return "", ""
	}
	verb, _, _ := strings.Cut(l.all[0].text, " ")
	return verb + " " + place, ""
}

func (l *listChooser) Prompt() string {
	places := 0
	for _, p := range l.next() {
		if prose.IsPlace(p) {
			places++
		}
	}
	switch {
	case l.Action() != "":
		return "Play " + l.Action()
	case places == 0:
		return "Choose"
	case places == len(l.next()):
		return "Choose a marked place"
	}
	return "Choose a marked place, or from the list"
}

func (l *listChooser) Action() string {
	for _, c := range l.left() {
		if len(c.parts) == len(l.chosen) {
			return c.text
		}
	}
	return ""
}

func (l *listChooser) Reset() { l.chosen = nil }

// arrowDir names the directions of the arrow keys.
var arrowDir = map[string]string{"up": "N", "right": "E", "down": "S", "left": "W"}

// DirArrow draws them.
var DirArrow = map[byte]string{'N': "↑", 'E': "→", 'S': "↓", 'W': "←"}

func ordinal(n int) string { return fmt.Sprint(n + 1) }
