package tui

import (
	"fmt"
	"slices"
	"strings"

	"atoll/game"
)

// chooser turns pointing and keys into the text of an action. Every game's
// decisions go through one of three: a list narrowed part by part, a plan, or a
// deployment.
type chooser interface {
	// marks adds what the player has pointed at to the board's marks.
	marks(m *marks)
	// point is Enter or a click on a place.
	point(place string)
	// key handles a key while the board has the focus; false if it means nothing here.
	key(k string) bool
	// options are the words to choose from, if there are any; pick takes one.
	options() []string
	pick(i int)
	// prompt says what is asked for.
	prompt() string
	// action is the finished text, "" while something is missing.
	action() string
	// reset forgets what was chosen.
	reset()
}

// newChooser makes the chooser of seat's decision in view.
func newChooser(view game.State, seat game.Seat) chooser {
	if n := game.Count(view, seat); n > 5000 {
		return newEpigoChooser(view, seat)
	}
	list := &listChooser{game: view.Config().Game.ID}
	for _, a := range view.AppendActions(nil, seat) {
		text := string(view.AppendAction(nil, seat, a))
		list.all = append(list.all, choice{text, parts(list.game, text)})
	}
	return list
}

type choice struct {
	text  string
	parts []string
}

// parts splits an action into what a player points at one after the other.
func parts(gameID, text string) []string {
	verb, rest, _ := strings.Cut(text, " ")
	switch gameID {
	case "evo":
		move, role, turned := strings.Cut(text, "=")
		from, to, moved := strings.Cut(move, "-")
		if !moved {
			to = from
		}
		if !turned {
			role = "keep"
		}
		return []string{from, to, role}
	case "conqueror":
		if rest != "" {
			return []string{rest}
		}
	case "earthquake":
		if rest != "" && verb != "thief" {
			return []string{rest, verb}
		}
	case "epigo":
		if verb == "exit" {
			return []string{rest}
		}
	}
	return []string{text}
}

// inWords says an option of a menu to a player.
var inWords = map[string]string{
	"evo keep": "keep the role", "evo W": "turn to Warrior (w)", "evo B": "turn to Blade (b)",
	"evo C": "turn to Catapult (c)", "evo S": "turn to Shield (s)",
	"earthquake move": "step there", "earthquake rope": "climb there with the rope",
	"earthquake spring": "jump there with the spring", "earthquake swim": "swim there with the lifebelt",
	"earthquake dynamite": "dynamite it", "earthquake bazooka": "fire the bazooka at it", "earthquake push": "push who stands there",
	"earthquake place": "start there", "earthquake stay": "stay here and play this tile", "earthquake end": "end the turn",
	"earthquake keep": "keep the tool and play the tile below", "earthquake discard": "leave the tool, the tile goes",
	"earthquake sandbag": "use the sandbag, the tile stays", "earthquake remove": "let the tile go",
	"earthquake drop": "give up the tool", "earthquake float": "float with the lifebelt",
	"conqueror pass": "stay: no free tile in reach",
	"epigo slide":    "slide once more", "epigo stop": "stop here", "epigo stay": "stay on the Island",
}

// listChooser narrows a list of actions part by part.
type listChooser struct {
	game   string
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

// next are the distinct parts that can come now.
func (l *listChooser) next() []string {
	var next []string
	for _, c := range l.left() {
		if len(c.parts) > len(l.chosen) {
			if p := c.parts[len(l.chosen)]; !slices.Contains(next, p) {
				next = append(next, p)
			}
		}
	}
	return next
}

func isPlace(part string) bool {
	return len(part) >= 2 && len(part) <= 3 && part[0] >= 'a' && part[0] <= 't' && part[1] >= '0' && part[1] <= '9'
}

func (l *listChooser) marks(m *marks) {
	m.targets = map[string]bool{}
	for _, p := range l.next() {
		if isPlace(p) {
			m.targets[p] = true
		}
	}
	for _, p := range l.chosen {
		if isPlace(p) {
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
		if len(next) != 1 || isPlace(next[0]) {
			return
		}
		l.chosen = append(l.chosen, next[0])
	}
}

func (l *listChooser) key(k string) bool {
	if l.game == "evo" && len(l.chosen) == 2 {
		if role := strings.ToUpper(k); slices.Contains(l.next(), role) {
			l.choose(role)
			return true
		}
	}
	if k == "backspace" || k == "esc" {
		if len(l.chosen) > 0 {
			l.chosen = l.chosen[:len(l.chosen)-1]
			return true
		}
	}
	return false
}

func (l *listChooser) menu() []string {
	var menu []string
	for _, p := range l.next() {
		if !isPlace(p) {
			menu = append(menu, p)
		}
	}
	return menu
}

func (l *listChooser) options() []string {
	var words []string
	for _, p := range l.menu() {
		word, ok := inWords[l.game+" "+p]
		if !ok {
			word = p
		}
		words = append(words, word)
	}
	return words
}

func (l *listChooser) pick(i int) {
	if menu := l.menu(); i < len(menu) {
		l.choose(menu[i])
	}
}

func (l *listChooser) prompt() string {
	places := 0
	for _, p := range l.next() {
		if isPlace(p) {
			places++
		}
	}
	switch {
	case l.action() != "":
		return "Enter plays " + l.action()
	case l.game == "evo" && len(l.chosen) == 0:
		return "Choose a piece"
	case l.game == "evo" && len(l.chosen) == 1:
		return "Choose a square, or the piece again to turn it"
	case l.game == "evo":
		return "Turn it, or keep its role"
	case places == 0:
		return "Choose with the numbers"
	case places == len(l.next()):
		return "Choose a marked place"
	}
	return "Choose a marked place, or a number"
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
