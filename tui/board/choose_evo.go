package board

import (
	"encoding/json"
	"slices"
	"strings"

	"atoll/game"
)

// evoRoles are the roles in the order of their letters on the wheel.
var evoRoles = []string{"W", "B", "C", "S"}

var evoRoleNames = map[string]string{"W": "Warrior", "B": "Blade", "C": "Catapult", "S": "Shield", "castle": "castle"}

// evoChooser asks for a piece and then for its square. The role is kept unless
// its letter is pressed; with = the piece turns where it stands.
type evoChooser struct {
	view    game.State
	seat    game.Seat
	legal   map[string]bool
	targets map[string][]string // piece to squares
	roles   map[string]string   // of the player's own pieces
	victims map[string]string   // what stands on other squares: role or castle
	from    string
	to      string // once it is chosen
	role    string // to turn to, "" keeps
	turning bool
}

func newEvoChooser(view game.State, seat game.Seat, _ int) Chooser {
	c := &evoChooser{
		view: view, seat: seat, legal: map[string]bool{}, targets: map[string][]string{}, roles: map[string]string{},
		victims: map[string]string{},
	}
	js, _ := view.MarshalJSON()
	var v evoView
	_ = json.Unmarshal(js, &v)
	name := view.Config().SeatName(seat)
	for _, p := range v.Pieces {
		if p.Seat == name {
			c.roles[p.At] = p.Role
		} else {
			c.victims[p.At] = p.Role
		}
	}
	for s, at := range v.Castles {
		if at != nil && s != name {
			c.victims[*at] = "castle"
		}
	}
	for _, a := range view.AppendActions(nil, seat) {
		text := string(view.AppendAction(nil, seat, a))
		c.legal[text] = true
		move, _, _ := strings.Cut(text, "=")
		from, to, moved := strings.Cut(move, "-")
		if _, ok := c.targets[from]; !ok {
			c.targets[from] = nil
		}
		if moved && !slices.Contains(c.targets[from], to) {
			c.targets[from] = append(c.targets[from], to)
		}
	}
	for from := range c.targets {
		slices.Sort(c.targets[from])
	}
	return c
}

// text is the action that goes to a square, with the role if it can be taken.
func (c *evoChooser) text(to string) string {
	move := c.from + "-" + to
	if turned := move + "=" + c.role; c.role != "" && c.legal[turned] {
		return turned
	}
	return move
}

// turns are the roles that the chosen piece can turn to on the spot.
func (c *evoChooser) turns() []string {
	var list []string
	for _, r := range evoRoles {
		if c.legal[c.from+"="+r] {
			list = append(list, r)
		}
	}
	return list
}

func (c *evoChooser) Marks(m *Marks) {
	m.targets = map[string]bool{}
	if c.from == "" {
		return // any of their own pieces: the cursor finds them
	}
	m.chosen = append(m.chosen, c.from)
	for _, to := range c.targets[c.from] {
		m.targets[to] = !c.turning
	}
}

func (c *evoChooser) Point(place string) {
	switch {
	case c.from == place && len(c.turns()) > 0:
		c.turning = true
	case c.from != "" && !c.turning && slices.Contains(c.targets[c.from], place):
		c.to = place
	case c.targets[place] != nil || c.roles[place] != "" && c.hasAny(place):
		c.from, c.to, c.role, c.turning = place, "", "", false
	}
}

func (c *evoChooser) hasAny(place string) bool { _, ok := c.targets[place]; return ok }

func (c *evoChooser) Key(k string) bool {
	role := strings.ToUpper(k)
	switch {
	case c.from == "":
		return false
	case k == "=":
		c.turning = len(c.turns()) > 0
		return true
	case len(k) == 1 && k == strings.ToLower(k) && slices.Contains(evoRoles, role):
		switch {
		case c.turning && !slices.Contains(c.turns(), role):
		case c.role == role || role == c.roles[c.from] && !c.turning:
			c.role = ""
		default:
			c.role = role
		}
		return true
	case k == "esc" || k == "backspace":
		switch {
		case c.to != "":
			c.to = ""
		case c.turning:
			c.turning, c.role = false, ""
		case c.role != "":
			c.role = ""
		default:
			c.from = ""
		}
		return true
	}
	return false
}

func (c *evoChooser) Options() []Option {
	var list []Option
	switch {
	case c.turning:
		for _, r := range c.turns() {
			list = append(list, Option{Text: "turn to " + evoRoleNames[r] + " (" + strings.ToLower(r) + ")"})
		}
	case c.from == "":
		for _, at := range c.pieces() {
			list = append(list, Option{evoRoleNames[c.roles[at]] + " " + at, at})
		}
	default:
		for _, to := range c.targets[c.from] {
			list = append(list, Option{to, to})
		}
	}
	return list
}

func (c *evoChooser) pieces() []string {
	var list []string
	for at := range c.targets {
		list = append(list, at)
	}
	slices.SortFunc(list, func(a, b string) int {
		fa, ra := fileRank(a)
		fb, rb := fileRank(b)
		return (ra-rb)*16 + fa - fb
	})
	return list
}

func (c *evoChooser) Pick(i int) {
	opts := c.Options()
	switch {
	case i < 0 || i >= len(opts):
	case c.turning:
		c.role, c.to = c.turns()[i], c.from
	case c.from == "":
		c.from = opts[i].Place
	default:
		c.to = opts[i].Place
	}
}

func (c *evoChooser) Last(int) bool { return c.from != "" }

// Asked is the move of the piece to a place.
func (c *evoChooser) Asked(place string) (text, lacks string) {
	if c.from == "" {
		return "", "Pick a piece first."
	}
	return c.from + "-" + place, ""
}

func (c *evoChooser) Prompt() string {
	switch {
	case c.from == "":
		return "Which piece?"
	case c.turning:
		return evoRoleNames[c.roles[c.from]] + " " + c.from + ": turn to what?"
	}
	return evoRoleNames[c.roles[c.from]] + " " + c.from + ": where to?"
}

func (c *evoChooser) Action() string {
	switch {
	case c.to == "":
		return ""
	case c.to == c.from:
		return c.from + "=" + c.role
	}
	return c.text(c.to)
}

func (c *evoChooser) Reset() { c.from, c.to, c.role, c.turning = "", "", "", false }
