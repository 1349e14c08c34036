package epigo

import (
	"testing"

	"atoll/game"
	"atoll/game/gametest"
)

// naive is a second reading of the rules of movement: a mailbox of names, no
// bits, everything looked up by walking. It is compared with Position.
type naive struct {
	at      [8][8]string // [rank][file]: "S5", "" empty
	isle    map[byte][2]int
	on      map[byte]map[string]bool
	gone    map[string]bool
	arrow   bool
	plusOne bool
}

var steps = map[byte][2]int{'N': {1, 0}, 'S': {-1, 0}, 'E': {0, 1}, 'W': {0, -1}}

func onBoard(rank, file int) bool {
	widths := [8][2]int{{2, 5}, {1, 6}, {0, 7}, {0, 7}, {0, 7}, {0, 7}, {1, 6}, {2, 5}}
	return rank >= 0 && rank < 8 && file >= widths[rank][0] && file <= widths[rank][1]
}

func naiveOf(p *Position) *naive {
	n := &naive{isle: map[byte][2]int{}, on: map[byte]map[string]bool{'S': {}, 'N': {}}, gone: map[string]bool{}}
	n.arrow, n.plusOne = p.rules&exitArrow != 0, p.rules&islandPriority != 0
	for side, c := range []byte("SN") {
		if sq, ok := p.Island(side); ok {
			n.isle[c] = [2]int{int(sq) / 8, int(sq) % 8}
		}
		for e := 1; e <= 7; e++ {
			name := string(c) + string(rune('0'+e))
			switch sq, ok := p.Square(side, e); {
			case ok:
				n.at[sq/8][sq%8] = name
			case p.OnIsland(side, e):
				n.on[c][name] = true
			default:
				n.gone[name] = true
			}
		}
	}
	return n
}

func (n *naive) islandAt(rank, file int) byte {
	for c, sw := range n.isle {
		if rank-sw[0] >= 0 && rank-sw[0] <= 1 && file-sw[1] >= 0 && file-sw[1] <= 1 {
			return c
		}
	}
	return 0
}

func (n *naive) find(name string) (rank, file int, ok bool) {
	for r := range 8 {
		for f := range 8 {
			if n.at[r][f] == name {
				return r, f, true
			}
		}
	}
	return 0, 0, false
}

// open says whether a slide of owner may end on a square.
func (n *naive) open(owner byte, rank, file int) bool {
	if !onBoard(rank, file) || n.at[rank][file] != "" {
		return false
	}
	c := n.islandAt(rank, file)
	return c == 0 || c == owner && len(n.on[c]) < 3
}

func (n *naive) touched(owner byte, rank, file int) bool {
	for _, d := range steps {
		r, f := rank+d[0], file+d[1]
		if onBoard(r, f) && n.at[r][f] != "" && n.at[r][f][0] != owner {
			return true
		}
	}
	return false
}

// move moves name, standing on (or stepping off) a square, and says whether it
// moved and whether a super slide is on offer.
func (n *naive) move(name string, rank, file int, dir byte) (moved, super bool) {
	d := steps[dir]
	row := []string{name}
	own, other := 1, 0
	r, f := rank+d[0], file+d[1]
	for onBoard(r, f) && n.at[r][f] != "" {
		row = append(row, n.at[r][f])
		if n.at[r][f][0] == name[0] {
			own++
		} else {
			other++
		}
		if other > own {
			return false, false
		}
		r, f = r+d[0], f+d[1]
	}
	last := row[len(row)-1]
	c := byte(0)
	if onBoard(r, f) {
		c = n.islandAt(r, f)
		if c != 0 && (c != last[0] || len(n.on[c]) >= 3) {
			return false, false
		}
	}
	delete(n.on[name[0]], name)
	if rr, ff, ok := n.find(name); ok {
		n.at[rr][ff] = ""
	}
	for i := len(row) - 1; i >= 0; i-- {
		rr, ff := rank+d[0]*(i+1), file+d[1]*(i+1)
		switch {
		case !onBoard(rr, ff):
			n.gone[row[i]] = true
		case i == len(row)-1 && c != 0:
			n.on[c][row[i]] = true
		default:
			n.at[rr][ff] = row[i]
		}
		if i > 0 {
			n.at[rr-d[0]][ff-d[1]] = ""
		}
	}
	if len(row) > 1 || c != 0 || !onBoard(r, f) || n.touched(name[0], r, f) {
		return true, false
	}
	return true, n.open(name[0], r+d[0], f+d[1])
}

func (n *naive) copy() *naive {
	c := *n
	c.isle, c.gone, c.on = map[byte][2]int{}, map[string]bool{}, map[byte]map[string]bool{'S': {}, 'N': {}}
	for k, v := range n.isle {
		c.isle[k] = v
	}
	for k := range n.gone {
		c.gone[k] = true
	}
	for side := range n.on {
		for k := range n.on[side] {
			c.on[side][k] = true
		}
	}
	return &c
}

// exits lists the squares over which name may leave its Island.
func (n *naive) exits(name string, arrow byte) map[string]bool {
	set := map[string]bool{}
	sw := n.isle[name[0]]
	for dir, d := range steps {
		if n.arrow && dir != arrow {
			continue
		}
		for i := range 4 {
			r, f := sw[0]+i/2, sw[1]+i%2
			tr, tf := r+d[0], f+d[1]
			if n.islandAt(tr, tf) == name[0] || !onBoard(tr, tf) {
				continue
			}
			if moved, _ := n.copy().move(name, r, f, dir); moved {
				set[squareText(Square(tr*8+tf))] = true
			}
		}
	}
	return set
}

func (n *naive) slams(side byte) map[byte]bool {
	set := map[byte]bool{}
	sw := n.isle[side]
	for dir, d := range steps {
		ok := true
		for i := range 4 {
			r, f := sw[0]+i/2+d[0], sw[1]+i%2+d[1]
			c := n.islandAt(r, f)
			if !onBoard(r, f) || n.at[r][f] != "" || c != 0 && c != side {
				ok = false
			}
		}
		if ok {
			set[dir] = true
		}
	}
	return set
}

func (n *naive) same(p *Position) bool {
	m := naiveOf(p)
	if n.at != m.at || len(n.gone) != len(m.gone) || n.isle['S'] != m.isle['S'] || n.isle['N'] != m.isle['N'] {
		return false
	}
	for _, c := range []byte("SN") {
		if len(n.on[c]) != len(m.on[c]) {
			return false
		}
		for k := range n.on[c] {
			if !m.on[c][k] {
				return false
			}
		}
	}
	return true
}

func (n *naive) priority(name string, number int) int {
	if n.plusOne && n.on[name[0]][name] {
		return number + 1
	}
	return number
}

// TestSecondReadingOfTheRules plays whole random turns with both.
func TestSecondReadingOfTheRules(t *testing.T) {
	games := gametest.Soak(120)
	r := game.NewRand(7)
	for g := range games {
		cfg := Game.MustConfigure(2, optionSets[g%len(optionSets)]...)
		s := cfg.New().(*State)
		var c game.Choices
		c[0], c[1] = s.SampleAction(0, r), s.SampleAction(1, r)
		s.Play(c, nil)
		for turn := 0; s.over == 0 && turn < 300; turn++ {
			if !compareTurn(t, s, r) {
				return
			}
		}
	}
}

// compareTurn plays one turn with both readings, deciding at random.
func compareTurn(t *testing.T, s *State, r *game.Rand) bool {
	x := readings{t: t, s: s, n: naiveOf(&s.pos), r: r, before: string(s.AppendText(nil))}
	var c game.Choices
	for seat := game.Seat(0); seat < 2; seat++ {
		c[seat] = s.LivelyAction(seat, r)
	}
	x.plans = [2]Plan{ActionPlan(c[0]), ActionPlan(c[1])}
	s.Play(c, nil)
	for round := range 3 {
		for _, side := range x.order(round) {
			if !x.carryOut(side, x.plans[side][round]) {
				return false
			}
			if x.lost('S') == 3 || x.lost('N') == 3 {
				if s.over != byCaptures || !x.n.same(&s.pos) {
					return x.bad("the end")
				}
				return true
			}
		}
	}
	if !x.n.same(&s.pos) || s.midTurn() {
		return x.bad("the position after the turn")
	}
	return true
}

// readings are a turn of the rules and of their naive reading.
type readings struct {
	t      *testing.T
	s      *State
	n      *naive
	r      *game.Rand
	before string
	plans  [2]Plan
}

// bad says where the two differ.
func (x *readings) bad(what string) bool {
	x.t.Errorf("%s\nplans %s / %s: %s differs\ngot %s", x.before, x.plans[0], x.plans[1], what, x.s.AppendText(nil))
	return false
}

// decide answers a question to a side; false if there is none, or if the positions
// differ when it is asked.
func (x *readings) decide(side int) (string, bool) {
	if x.s.over != 0 || !x.s.midTurn() || int(x.s.asked) != side {
		return "", false
	}
	a := x.s.SampleAction(game.Seat(side), x.r)
	text := string(x.s.AppendAction(nil, game.Seat(side), a))
	if !x.n.same(&x.s.pos) {
		return "", x.bad("the position at a decision")
	}
	x.s.Play(game.Choose(game.Seat(side), a), nil)
	return text, true
}

// lost counts the captured tiles of a side.
func (x *readings) lost(c byte) int {
	k := 0
	for name := range x.n.gone {
		if name[0] == c {
			k++
		}
	}
	return k
}

func (x *readings) name(side int, o Order) string {
	return seatLetters[side:side+1] + string(rune('0'+o.Number()))
}

// order is which side goes first in a round; none where the Orders cancel each other.
func (x *readings) order(round int) []int {
	var prio [2]int
	for side := range 2 {
		o := x.plans[side][round]
		prio[side] = x.n.priority(x.name(side, o), o.Number())
	}
	switch {
	case prio[0] == prio[1]:
		return nil
	case prio[1] > prio[0]:
		return []int{1, 0}
	}
	return []int{0, 1}
}

// carryOut does what an Order says.
func (x *readings) carryOut(side int, o Order) bool {
	name, dir := x.name(side, o), dirLetters[o.Direction()]
	rank, file, found := x.n.find(name)
	switch {
	case o.Number() == 8:
		return x.slam(side, name)
	case x.n.gone[name]:
		return true
	case !found:
		var left, ok bool
		if rank, file, dir, left, ok = x.exit(side, name, dir); !ok || !left {
			return ok
		}
	}
	if _, super := x.n.move(name, rank, file, dir); super {
		return x.slide(side, name, dir)
	}
	return true
}

// slam moves an Island, or not.
func (x *readings) slam(side int, name string) bool {
	slams := x.n.slams(name[0])
	text, ok := x.decide(side)
	if !ok {
		return x.bad("a SLAM decision")
	}
	if text != "stay" {
		d := text[len("slam ")]
		if !slams[d] {
			return x.bad("the list of SLAMs")
		}
		sw := x.n.isle[name[0]]
		x.n.isle[name[0]] = [2]int{sw[0] + steps[d][0], sw[1] + steps[d][1]}
	}
	return true
}

// exit leaves an Island, or not: from which square of it, and in which direction.
func (x *readings) exit(side int, name string, way byte) (rank, file int, dir byte, left, ok bool) {
	exits := x.n.exits(name, way)
	if got := len(x.s.AppendActions(nil, game.Seat(side))) - 1; got != len(exits) {
		return 0, 0, way, false, x.bad("the number of exits")
	}
	text, ok := x.decide(side)
	if !ok {
		return 0, 0, way, false, x.bad("an exit decision")
	}
	if text == "stay" {
		return 0, 0, way, false, true
	}
	to, _ := parseSquare(text[len("exit "):])
	if !exits[squareText(to)] {
		return 0, 0, way, false, x.bad("the list of exits")
	}
	dir = way
	for d, st := range steps {
		r, f := int(to)/8-st[0], int(to)%8-st[1]
		if x.n.islandAt(r, f) == name[0] {
			rank, file, dir = r, f, d
		}
	}
	return rank, file, dir, true, true
}

// slide goes a second square, or not.
func (x *readings) slide(side int, name string, dir byte) bool {
	text, ok := x.decide(side)
	if !ok {
		return x.bad("a super slide decision")
	}
	if text == "slide" {
		r, f, _ := x.n.find(name)
		x.n.at[r][f] = ""
		r, f = r+steps[dir][0], f+steps[dir][1]
		if x.n.islandAt(r, f) == name[0] {
			x.n.on[name[0]][name] = true
		} else {
			x.n.at[r][f] = name
		}
	}
	return true
}
