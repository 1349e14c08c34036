package referee

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// hex is a place by row 0–6 (a–g) and number.
type hex struct{ row, num int }

func (h hex) String() string { return fmt.Sprintf("%c%d", 'a'+h.row, h.num) }

// hexSteps are the directions 0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE.
var hexSteps = [6]hex{{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}}

func (h hex) step(d, n int) hex { return hex{h.row + n*hexSteps[d].row, h.num + n*hexSteps[d].num} }

// onHexBoard: a1–a4, b1–b5, c1–c6, d1–d7, e2–e7, f3–f7, g4–g7.
func onHexBoard(h hex) bool {
	first := [7]int{1, 1, 1, 1, 2, 3, 4}
	last := [7]int{4, 5, 6, 7, 7, 7, 7}
	return h.row >= 0 && h.row < 7 && h.num >= first[h.row] && h.num <= last[h.row]
}

func hexBoard() []hex {
	var all []hex
	for row := range 7 {
		for num := 1; num <= 7; num++ {
			if h := (hex{row, num}); onHexBoard(h) {
				all = append(all, h)
			}
		}
	}
	return all
}

// hexArea is the playing area: 19, 31 or 37 hexes.
func hexArea(size int) []hex {
	corners := []string{"a1", "a4", "d1", "d7", "g4", "g7"}
	var area []hex
	for _, h := range hexBoard() {
		in := true
		switch size {
		case 19: // d4 and its two rings
			in = h == hex{3, 4}
			for d := range 6 {
				one := hex{3, 4}.step(d, 1)
				in = in || h == one
				for e := range 6 {
					in = in || h == one.step(e, 1)
				}
			}
		case 31:
			in = !slices.Contains(corners, h.String())
		}
		if in {
			area = append(area, h)
		}
	}
	return area
}

// spot is a tile to be played: it lies on top of hex at this height.
type spot struct {
	hex
	height int
}

type quake struct {
	*table
	stacks map[hex][]string // bottom to top
	at     map[string]hex   // explorers on the board
	tool   map[string]string
	safe   map[string]bool // has used a lifebelt since their last turn began
	in     []string        // seats still in, in seat order
	gone   []string        // in order of leaving
	turn   string
	// landed is the tile on which the player whose turn it is has landed when
	// leaving a volcano, as long as it is still to be played.
	landed *spot
}

// turnIsOver unwinds the turn of a player who has left.
type turnIsOver struct{}

func earthquake(t *table) {
	q := &quake{
		table: t, stacks: map[hex][]string{}, at: map[string]hex{}, tool: map[string]string{},
		safe: map[string]bool{}, in: slices.Clone(t.rec.Seats),
	}
	t.options(map[string][]any{"area": {"auto", 19.0, 31.0, 37.0}})
	t.leave = q.resign
	n := len(t.rec.Seats)
	size := 31
	if n > 4 {
		size = 37
	}
	if given, err := strconv.Atoi(t.option("area", "auto")); err == nil {
		size = given
	}
	t.ask("chance", func() question {
		return question{allows: func(do string) error { return q.readScatter(do, size) }}
	})
	for _, p := range t.rec.Seats {
		q.place(p)
	}
	q.turns()
}

func (q *quake) turns() { q.turnsFrom(len(q.rec.Seats) - 1) }

// turnsFrom plays turns for ever, beginning with the seat of that index.
func (q *quake) turnsFrom(first int) {
	for ; ; first = len(q.rec.Seats) - 1 {
		for i := first; i >= 0; i-- {
			if p := q.rec.Seats[i]; slices.Contains(q.in, p) {
				q.takeTurn(p)
			}
		}
	}
}

func (q *quake) readScatter(do string, size int) error {
	words := strings.Split(do, " ")
	area := hexArea(size)
	if words[0] != "scatter" || len(words) != len(area)+1 {
		return fmt.Errorf("%d hexes in a scatter, want %d", len(words)-1, len(area))
	}
	left := map[string]int{"V": 4, "H": 8, "C1": 8, "C2": 9, "C3": 8, "C4": 4, "C5": 2, "C6": 1}
	for _, tool := range []string{"R", "L", "S", "D", "B", "J", "P", "T"} {
		left[tool] = 7
	}
	starts := 0
	for i, h := range area {
		name, tiles, ok := strings.Cut(words[i+1], ":")
		if !ok || name != h.String() {
			return fmt.Errorf("hex %q, want %s", words[i+1], h)
		}
		if tiles == "" {
			continue
		}
		q.stacks[h] = strings.Split(tiles, ",")
		for _, tile := range q.stacks[h] {
			kind := tile
			if tile[0] == 'C' {
				kind = "C" + strconv.Itoa(len(tile)-1)
				for j := 1; j < len(tile); j++ {
					if tile[j] < '0' || tile[j] > '5' || j > 1 && tile[j] <= tile[j-1] {
						return fmt.Errorf("tile %q", tile)
					}
				}
			}
			if left[kind]--; left[kind] < 0 {
				return fmt.Errorf("too many tiles %s", kind)
			}
		}
		if q.top(h) != "V" {
			starts++
		}
	}
	if n := len(q.rec.Seats); starts < n {
		return fmt.Errorf("%d starting stacks for %d players", starts, n)
	}
	return nil
}

func (q *quake) height(h hex) int { return len(q.stacks[h]) }

func (q *quake) top(h hex) string {
	if s := q.stacks[h]; len(s) > 0 {
		return s[len(s)-1]
	}
	return ""
}

func (q *quake) removeTop(h hex) { q.stacks[h] = q.stacks[h][:q.height(h)-1] }

func (q *quake) who(h hex) string {
	for p, at := range q.at {
		if at == h {
			return p
		}
	}
	return ""
}

// place: on a free stack whose top is no volcano.
func (q *quake) place(p string) {
	q.turn = p
	for q.isIn(p) {
		var texts []string
		for _, h := range hexBoard() {
			if q.height(h) > 0 && q.top(h) != "V" && q.who(h) == "" {
				texts = append(texts, "place "+h.String())
			}
		}
		if do := q.pick(p, texts); do != "" {
			q.at[p] = parseHex(strings.TrimPrefix(do, "place "))
			return
		}
	}
}

func (q *quake) isIn(p string) bool { return slices.Contains(q.in, p) }

// pick asks p once. It returns "" when somebody has left the game instead: then
// the same test and the same question come again.
func (q *quake) pick(p string, texts []string) string {
	asked := listed(texts)
	asked.by = p
	return q.once(asked)
}

func parseHex(text string) hex { return hex{int(text[0] - 'a'), int(text[1] - '0')} }

// out takes a player out of the game: drowned, lost or left.
func (q *quake) out(p, reason string) {
	q.in = slices.DeleteFunc(q.in, func(o string) bool { return o == p })
	q.gone = append(q.gone, p)
	delete(q.at, p)
	delete(q.tool, p)
	if len(q.in) == 1 {
		rank := map[string]int{q.in[0]: 1}
		for i, g := range q.gone {
			rank[g] = len(q.rec.Seats) - i
		}
		q.end(rank, reason)
	}
}

func (q *quake) resign(p, how string) {
	if !q.isIn(p) {
		refuse("%s has left already", p)
	}
	q.out(p, how)
}

func (q *quake) takeTurn(p string) {
	defer func() {
		switch r := recover(); r.(type) {
		case nil, turnIsOver:
		default:
			panic(r)
		}
	}()
	q.turn, q.landed = p, nil
	q.safe[p] = false
	q.goStep(p)
	q.playTile(p)
	q.toolsStep(p)
}

// stillIn ends the turn of a player who has drowned, is lost or has resigned.
func (q *quake) stillIn(p string) {
	if !q.isIn(p) {
		panic(turnIsOver{})
	}
}

// ways are the ways of going to another hex, as in step 2.
func (q *quake) ways(p string) []string {
	var texts []string
	from := q.at[p]
	free := func(h hex) bool { return onHexBoard(h) && q.who(h) == "" && q.top(h) != "V" }
	for d := range 6 {
		h := from.step(d, 1)
		if free(h) {
			rise := q.height(h) - q.height(from)
			switch {
			case q.height(h) == 0:
				if q.tool[p] == "L" {
					texts = append(texts, "swim "+h.String())
				}
			case rise <= 1:
				texts = append(texts, "move "+h.String())
			case rise <= 3 && q.tool[p] == "R":
				texts = append(texts, "rope "+h.String())
			}
		}
		h = from.step(d, 2)
		if q.tool[p] == "J" && free(h) && q.height(h) > 0 && q.height(h)-q.height(from) <= 1 {
			texts = append(texts, "spring "+h.String())
		}
	}
	return texts
}

// walk carries out one of the ways.
func (q *quake) walk(p, do string) {
	verb, where, _ := strings.Cut(do, " ")
	q.at[p] = parseHex(where)
	switch verb {
	case "swim":
		q.safe[p] = true
		delete(q.tool, p)
	case "rope", "spring":
		delete(q.tool, p)
	}
}

// goStep is steps 1 and 2, tools included.
func (q *quake) goStep(p string) {
	for {
		q.stillIn(p)
		wet := q.height(q.at[p]) == 0
		texts := append(q.ways(p), q.tools(p)...)
		switch {
		case !wet:
			texts = append(texts, "stay")
			if q.tool[p] != "" {
				texts = append(texts, "drop")
			}
		case q.tool[p] == "L":
			texts = append(texts, "float")
		}
		if len(texts) == 0 {
			q.out(p, "last explorer")
			continue
		}
		do := q.pick(p, texts)
		verb, _, _ := strings.Cut(do, " ")
		switch verb {
		case "":
		case "stay":
			return
		case "float":
			q.safe[p] = true
			delete(q.tool, p)
			return
		case "drop":
			delete(q.tool, p)
		case "move", "rope", "spring", "swim":
			q.walk(p, do)
			return
		default:
			// A go not yet made is made afterwards, whatever happens here.
			q.use(p, do)
			q.leaveVolcanoes()
			q.playLanded(p)
		}
	}
}

// toolsStep is step 4 after playing: asked while a tool could be used.
func (q *quake) toolsStep(p string) {
	for {
		q.stillIn(p)
		texts := q.tools(p)
		if len(texts) == 0 {
			return
		}
		texts = append(texts, "end")
		if q.height(q.at[p]) > 0 {
			texts = append(texts, "drop")
		}
		switch do := q.pick(p, texts); do {
		case "":
		case "end":
			return
		case "drop":
			delete(q.tool, p)
		default:
			q.use(p, do)
			q.leaveVolcanoes()
			q.playLanded(p)
		}
	}
}

// playTile plays the top tile under p, whose turn it is.
func (q *quake) playTile(p string) {
	h := q.at[p]
	tile := q.top(h)
	here := spot{h, q.height(h)}
	switch {
	case tile == "":
	case tile == "V":
		q.leaveVolcanoes()
		q.playLanded(p)
	case tile == "H":
		if q.removes(p) {
			q.removeTop(h)
			q.playTile(p)
		}
	case tile[0] == 'C':
		for _, c := range tile[1:] {
			next := h.step(int(c-'0'), 1)
			if top := q.top(next); top != "" && top != "V" {
				q.removeTop(next)
			}
		}
		q.leaveVolcanoes()
		// The cracks are removed from where they lie, unless destroyed; a sandbag
		// saves them only if its player still stands there.
		if q.height(h) == here.height && (q.at[p] != h || q.removes(p)) {
			q.removeTop(h)
			q.leaveVolcanoes()
		}
		q.playLanded(p)
	default:
		q.playTool(p, here, tile)
	}
}

// removes reports whether the tile under p is removed: holding a sandbag, p
// chooses.
func (q *quake) removes(p string) bool {
	for {
		q.stillIn(p)
		if q.tool[p] != "S" {
			return true
		}
		switch q.pick(p, []string{"remove", "sandbag", "drop"}) {
		case "remove":
			return true
		case "sandbag":
			delete(q.tool, p)
			return false
		case "drop":
			delete(q.tool, p)
		}
	}
}

func (q *quake) playTool(p string, here spot, tile string) {
	for {
		q.stillIn(p)
		texts := append(q.tools(p), "keep", "discard")
		if q.tool[p] == "S" {
			texts = append(texts, "sandbag")
		}
		if q.tool[p] != "" {
			texts = append(texts, "drop")
		}
		switch do := q.pick(p, texts); do {
		case "":
		case "keep":
			q.removeTop(here.hex)
			q.tool[p] = tile
			q.playTile(p)
			return
		case "discard":
			q.removeTop(here.hex)
			q.leaveVolcanoes()
			q.playLanded(p)
			return
		case "sandbag":
			delete(q.tool, p)
			return
		case "drop":
			delete(q.tool, p)
		default:
			q.use(p, do)
			q.leaveVolcanoes()
			if q.landed != nil {
				q.playLanded(p)
				return
			}
			if !q.playable(p, here) {
				return
			}
		}
	}
}

// playable: a tile that is destroyed, or on which its player no longer stands,
// is not played.
func (q *quake) playable(p string, s spot) bool {
	return q.at[p] == s.hex && q.height(s.hex) == s.height
}

// playLanded plays the tile on which p has landed when leaving a volcano in their own turn; nobody
// waits on a volcano any more.
func (q *quake) playLanded(p string) {
	s := q.landed
	q.landed = nil
	if s != nil && q.playable(p, *s) {
		q.playTile(p)
	}
}

// leaveVolcanoes makes all leave volcanoes, in turn order beginning after the
// player whose turn it is. Whoever has to leave because of a tool used meanwhile
// joins those still waiting.
func (q *quake) leaveVolcanoes() {
	for {
		p := q.firstOnVolcano()
		if p == "" {
			break
		}
		q.leaveVolcano(p)
	}
	q.stillIn(q.turn)
}

func (q *quake) firstOnVolcano() string {
	seats := q.rec.Seats
	n := len(seats)
	at := slices.Index(seats, q.turn)
	for i := 1; i <= n; i++ {
		p := seats[(at-i+n)%n] // the turns go n, n−1, …, 1
		if h, ok := q.at[p]; ok && q.top(h) == "V" {
			return p
		}
	}
	return ""
}

// leaveVolcano makes p leave the volcano it stands on, or lose.
func (q *quake) leaveVolcano(p string) {
	for q.isIn(p) {
		ways := q.ways(p)
		texts := append(slices.Clone(ways), q.tools(p)...)
		if len(texts) == 0 {
			q.out(p, "last explorer")
			return
		}
		if len(ways) > 0 && q.tool[p] != "" {
			texts = append(texts, "drop")
		}
		do := q.pick(p, texts)
		switch {
		case do == "":
		case do == "drop":
			delete(q.tool, p)
		case slices.Contains(ways, do):
			q.walk(p, do)
			if p == q.turn {
				q.landed = &spot{q.at[p], q.height(q.at[p])}
			}
			return
		default:
			q.use(p, do)
		}
	}
}

// tools are the uses of dynamite, bazooka, push and thief.
func (q *quake) tools(p string) []string {
	var texts []string
	from := q.at[p]
	mayHit := func(h hex) bool {
		if !onHexBoard(h) {
			return false
		}
		if q.height(h) > 0 {
			return q.top(h) != "V"
		}
		o := q.who(h)
		return o != "" && q.tool[o] != "L" && !q.safe[o]
	}
	switch q.tool[p] {
	case "D":
		for d := range 6 {
			if h := from.step(d, 1); mayHit(h) {
				texts = append(texts, "dynamite "+h.String())
			}
		}
	case "B":
		for d := range 6 {
			if h := from.step(d, 2); mayHit(h) {
				texts = append(texts, "bazooka "+h.String())
			}
		}
	case "P":
		for d := range 6 {
			h, to := from.step(d, 1), from.step(d, 2)
			if q.who(h) != "" && onHexBoard(to) && q.who(to) == "" && q.top(to) != "V" && q.height(to)-q.height(h) <= 1 {
				texts = append(texts, "push "+h.String())
			}
		}
	case "T":
		for _, o := range q.in {
			if o != p && q.tool[o] != "" {
				texts = append(texts, "thief "+o)
			}
		}
	}
	return texts
}

// use carries out a tool; whoever it leaves on a volcano must flee afterwards.
func (q *quake) use(p, do string) {
	verb, what, _ := strings.Cut(do, " ")
	delete(q.tool, p)
	switch verb {
	case "dynamite", "bazooka":
		h := parseHex(what)
		if q.height(h) == 0 {
			q.out(q.who(h), "last explorer")
			return
		}
		q.removeTop(h)
	case "push":
		h := parseHex(what)
		for d := range 6 {
			if q.at[p].step(d, 1) == h {
				q.at[q.who(h)] = h.step(d, 1)
				return
			}
		}
	case "thief":
		q.tool[p] = q.tool[what]
		delete(q.tool, what)
	default:
		refuse("%q is no tool", do)
	}
}

var _ = read("earthquake", earthquake, 2)
