package board

import (
	"encoding/json"
	"slices"
	"strings"

	"atoll/game"
)

// newEpigoChooser makes the chooser for Epigo's two long lists; what is asked
// while Orders are carried out is a short one.
func newEpigoChooser(view game.State, seat game.Seat, actions int) Chooser {
	if actions <= fewEnough {
		return nil
	}
	js, _ := view.MarshalJSON()
	var v struct {
		epigoView
		IslandPlaces map[string][]string `json:"island_places"`
	}
	_ = json.Unmarshal(js, &v)
	name := view.Config().SeatName(seat)
	if v.Phase == "deploy" {
		// Sound as it stands: a gap at the end keeps the tiles together.
		d := &deployChooser{rank: "4", tiles: strings.Split("5614327X", ""), places: v.IslandPlaces[name]}
		if name == "N" {
			d.rank = "5"
		}
		return d
	}
	p := &planChooser{slam: view.Config().Text("variant") == "islanders", at: map[string]string{}, gone: map[string]bool{}}
	for _, e := range v.Epigons {
		if e.Seat == name && e.On == "captured" {
			p.gone[string(rune('0'+e.Number))] = true
		}
		if e.Seat == name && e.At != nil {
			p.at[string(rune('0'+e.Number))] = *e.At
		}
	}
	return p
}

// planChooser builds a plan of three Orders: a number, then a direction.
type planChooser struct {
	slam   bool
	at     map[string]string // number to square
	gone   map[string]bool   // numbers that were captured
	orders []string          // "5N", "SLAM", or "5" while its direction is missing
	dir    string            // highlighted for the one that is open, not taken yet
	roams  bool              // the cursor is used to point at Epigons
}

func (p *planChooser) open() bool {
	n := len(p.orders)
	return n > 0 && len(p.orders[n-1]) == 1
}

func (p *planChooser) has(number string) bool {
	return slices.ContainsFunc(p.orders, func(o string) bool { return strings.TrimRight(o, "NESW") == number || o == number })
}

func (p *planChooser) Marks(m *Marks) {
	if !p.roams || p.open() {
		m.Cursor = ""
	}
	m.Tags = map[string]string{}
	for i, o := range p.orders {
		if at := p.at[o[:1]]; at != "" && o != "SLAM" {
			tag := ordinal(i)
			switch {
			case len(o) == 2:
				tag += DirArrow[o[1]]
			case p.dir != "":
				tag += DirArrow[p.dir[0]]
				m.chosen = append(m.chosen, at)
			default:
				tag += "?"
				m.chosen = append(m.chosen, at)
			}
			m.Tags[at] = tag
		}
	}
}

func (p *planChooser) Point(place string) {
	if p.open() {
		from := p.at[p.orders[len(p.orders)-1]]
		if dir := direction(from, place); dir != "" {
			p.dir = dir
			p.take()
			return
		}
	}
	for number, at := range p.at {
		if at == place {
			p.Key(number)
			return
		}
	}
}

// direction is the direction from a square to a neighbour, "" if it is not one.
func direction(from, to string) string {
	if len(from) != 2 || len(to) != 2 {
		return ""
	}
	switch [2]int{int(to[0]) - int(from[0]), int(to[1]) - int(from[1])} {
	case [2]int{0, 1}:
		return "N"
	case [2]int{1, 0}:
		return "E"
	case [2]int{0, -1}:
		return "S"
	case [2]int{-1, 0}:
		return "W"
	}
	return ""
}

func (p *planChooser) Key(k string) bool {
	if dir, ok := arrowDir[k]; ok && p.open() {
		p.dir = dir
		return true
	}
	if _, ok := arrowDir[k]; ok && len(p.orders) == 0 {
		p.roams = true
		return false
	}
	if dir, ok := arrowDir[k]; ok && len(p.orders) > 0 && len(p.orders[len(p.orders)-1]) == 2 { // another way
		p.orders[len(p.orders)-1] = p.orders[len(p.orders)-1][:1]
		p.dir = dir
		return true
	}
	switch {
	case k == "enter" && p.open() && p.dir != "":
		p.take()
		return true
	case (k == "alt+left" || k == "alt+right") && len(p.orders) > 1: // another order of the three
		i := len(p.orders) - 1
		if k == "alt+right" {
			p.orders = append(p.orders[i:], p.orders[:i]...)
		} else {
			p.orders = append(slices.Clone(p.orders[1:]), p.orders[0])
		}
		return true
	case k == "backspace" || k == "esc":
		if p.open() && p.dir != "" {
			p.dir = ""
			return true
		}
		if len(p.orders) > 0 {
			p.orders = p.orders[:len(p.orders)-1]
			return true
		}
	case len(k) == 1 && k >= "1" && k <= "7":
		if p.open() && p.dir != "" {
			p.take()
		}
		if p.open() {
			p.orders = p.orders[:len(p.orders)-1]
		}
		if len(p.orders) < 3 && !p.has(k) {
			p.orders = append(p.orders, k)
		}
		return true
	case k == "8" && p.slam && len(p.orders) < 3 && (!p.open() || p.dir != "") && !p.has("SLAM"):
		if p.open() {
			if p.take(); len(p.orders) == 3 {
				return true
			}
		}
		p.orders = append(p.orders, "SLAM")
		return true
	}
	return false
}

// Restore takes up a plan that was not locked in.
func (p *planChooser) Restore(draft string) {
	for _, o := range strings.Fields(draft) {
		ok := o == "SLAM" && p.slam || len(o) >= 1 && len(o) <= 2 && o[0] >= '1' && o[0] <= '7' && (len(o) == 1 || strings.Contains("NESW", o[1:]))
		if !ok || len(p.orders) == 3 || p.open() || p.has(o[:1]) && o != "SLAM" {
			return
		}
		p.orders = append(p.orders, o)
	}
}

// Draft is the plan so far.
func (p *planChooser) Draft() string { return strings.Join(p.orders, " ") }

// take takes the highlighted direction.
func (p *planChooser) take() {
	p.orders[len(p.orders)-1] += p.dir
	p.dir = ""
}

func (p *planChooser) Options() []Option { return nil }
func (p *planChooser) Pick(int)          {}

// wayNames are the directions in words.
var wayNames = map[byte]string{'N': "north", 'E': "east", 'S': "south", 'W': "west"}

func (p *planChooser) Prompt() string {
	switch {
	case p.Action() != "":
		return "Lock in"
	case p.open():
		return "Which way? Press an arrow, or the square beside it"
	case p.slam:
		return "Press 1 to 7 for a tile, 8 for SLAM!"
	}
	return "Press 1 to 7 for a tile"
}

func (p *planChooser) Action() string {
	if len(p.orders) < 3 || p.open() {
		return ""
	}
	return "plan " + strings.Join(p.orders, " ")
}

func (p *planChooser) Reset() { p.orders, p.dir = nil, "" }

// deployChooser lays out the eight tiles: typing a tile swaps it to the cursor.
type deployChooser struct {
	rank   string
	tiles  []string // files a to h
	held   string   // file of a tile that is to change places with another
	places []string // of the Island, in Islanders
	place  int
	cursor string
}

// Start is where the cursor begins: the first square of the player's own row.
func (d *deployChooser) Start() string { return "a" + d.rank }

func (d *deployChooser) Marks(m *Marks) {
	m.Tags = map[string]string{}
	for i, t := range d.tiles {
		m.Tags[string(rune('a'+i))+d.rank] = t
	}
	if len(d.places) > 0 {
		m.chosen = append(m.chosen, d.places[d.place])
	}
	if d.held != "" {
		m.chosen = append(m.chosen, d.held+d.rank)
	}
	d.cursor = m.Cursor
}

func (d *deployChooser) Point(place string) {
	if i := slices.Index(d.places, place); i >= 0 {
		d.place = i
	}
	file, onRow := strings.CutSuffix(place, d.rank)
	switch {
	case !onRow || len(file) != 1:
	case d.held == "":
		d.held = file
	default:
		a, b := d.held[0]-'a', file[0]-'a'
		d.tiles[a], d.tiles[b] = d.tiles[b], d.tiles[a]
		d.held = ""
	}
}

func (d *deployChooser) Key(k string) bool {
	switch {
	case len(k) == 1 && strings.Contains("1234567xX", k):
		if strings.HasSuffix(d.cursor, d.rank) {
			here := int(d.cursor[0] - 'a')
			there := slices.Index(d.tiles, strings.ToUpper(k))
			d.tiles[here], d.tiles[there] = d.tiles[there], d.tiles[here]
		}
		return true
	case k == "z": // another order, without leaving the keyboard
		first := d.tiles[0]
		for i := range d.tiles {
			j := (i*3 + 1) % 8
			d.tiles[i], d.tiles[j] = d.tiles[j], d.tiles[i]
		}
		if d.tiles[0] == first {
			d.tiles[0], d.tiles[7] = d.tiles[7], d.tiles[0]
		}
		return true
	case k == "i" && len(d.places) > 0:
		d.place = (d.place + 1) % len(d.places)
		return true
	}
	return false
}

func (d *deployChooser) Options() []Option { return nil }
func (d *deployChooser) Pick(int)          {}

func (d *deployChooser) Lines() []string {
	rows := []string{"  " + strings.Join(d.tiles, " "), "  Type a tile where you are:", "  1 to 7, X; z shuffles."}
	if len(d.places) > 0 {
		rows = append(rows, "  Island on "+d.places[d.place]+"; i moves it.")
	}
	return rows
}

func (d *deployChooser) Prompt() string { return "Deploy" }

func (d *deployChooser) Action() string {
	s := "deploy " + strings.Join(d.tiles, " ")
	if len(d.places) > 0 {
		s += " @ " + d.places[d.place]
	}
	return s
}

func (d *deployChooser) Reset() {}
