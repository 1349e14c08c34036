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

// hexArea is where n players play.
func hexArea(n int) []hex {
	corners := []string{"a1", "a4", "d1", "d7", "g4", "g7"}
	var area []hex
	for _, h := range hexBoard() {
		in := true
		switch {
		case n == 2: // d4 and its two rings
			in = h == hex{3, 4}
			for d := range 6 {
				one := hex{3, 4}.step(d, 1)
				in = in || h == one
				for e := range 6 {
					in = in || h == one.step(e, 1)
				}
			}
		case n <= 4:
			in = !slices.Contains(corners, h.String())
		}
		if in {
			area = append(area, h)
		}
	}
	return area
}

type quake struct {
	*table
	stacks map[hex][]string // bottom to top
	at     map[string]hex   // explorers on the board
	tool   map[string]string
	safe   map[string]bool // has used a lifebelt since the own last turn began
	in     []string        // seats still in, in seat order
	gone   []string        // in order of leaving
	turn   string
}

// turnIsOver unwinds the turn of a player who has left.
type turnIsOver struct{}

func earthquake(t *table) {
	q := &quake{
		table: t, stacks: map[hex][]string{}, at: map[string]hex{}, tool: map[string]string{},
		safe: map[string]bool{}, in: slices.Clone(t.rec.Seats),
	}
	t.leave = q.resign
	n := len(t.rec.Seats)
	t.ask("chance", func() question {
		return question{allows: func(do string) error { return q.readScatter(do, n) }}
	})
	for _, p := range t.rec.Seats {
		q.place(p)
	}
	for {
		for i := n - 1; i >= 0; i-- {
			if p := t.rec.Seats[i]; slices.Contains(q.in, p) {
				q.takeTurn(p)
			}
		}
	}
}

func (q *quake) readScatter(do string, n int) error {
	words := strings.Split(do, " ")
	area := hexArea(n)
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
	if starts < n {
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
	defer q.endOfTurn()
	if !slices.Contains(q.in, p) {
		return
	}
	q.turn = p
	do := q.ask(p, func() question {
		var texts []string
		for _, h := range hexBoard() {
			if q.height(h) > 0 && q.top(h) != "V" && q.who(h) == "" {
				texts = append(texts, "place "+h.String())
			}
		}
		return listed(texts)
	})
	q.at[p] = parseHex(strings.TrimPrefix(do, "place "))
}

func (q *quake) endOfTurn() {
	switch p := recover(); p.(type) {
	case nil, turnIsOver:
	default:
		panic(p)
	}
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
	if !slices.Contains(q.in, p) {
		refuse("%s has left already", p)
	}
	q.out(p, how)
	if p == q.turn {
		// The rest of the turn is not played, but others still leave a volcano.
		q.leaveVolcanoes()
		panic(turnIsOver{})
	}
}

func (q *quake) takeTurn(p string) {
	defer q.endOfTurn()
	q.turn = p
	q.safe[p] = false
	q.goStep(p)
	q.playTile(p)
	for {
		tools := q.tools(p)
		if len(tools) == 0 {
			return
		}
		do := q.ask(p, func() question {
			if now := q.tools(p); len(now) > 0 {
				return listed(append(now, "end"))
			}
			panic(turnIsOver{}) // the last one to use it on has left
		})
		if do == "end" {
			return
		}
		q.use(p, do)
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

func (q *quake) goStep(p string) {
	for {
		wet := q.height(q.at[p]) == 0
		options := func() []string {
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
			return texts
		}
		if len(options()) == 0 {
			q.out(p, "last explorer")
			panic(turnIsOver{})
		}
		do := q.ask(p, func() question {
			texts := options()
			if len(texts) == 0 { // the only one to push has left
				q.out(p, "last explorer")
				panic(turnIsOver{})
			}
			return listed(texts)
		})
		verb, _, _ := strings.Cut(do, " ")
		switch verb {
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
			q.use(p, do)
		}
	}
}

// playTile plays the top tile under p.
func (q *quake) playTile(p string) {
	h := q.at[p]
	tile := q.top(h)
	switch {
	case tile == "":
		return
	case tile == "V":
		q.leaveVolcano(p)
		q.playTile(p)
	case tile == "H":
		q.removeTop(h)
		q.playTile(p)
	case tile[0] == 'C':
		for _, c := range tile[1:] {
			next := h.step(int(c-'0'), 1)
			if top := q.top(next); top != "" && top != "V" {
				q.removeTop(next)
			}
		}
		q.leaveVolcanoes()
		if q.tool[p] == "S" {
			if q.ask(p, func() question { return listed([]string{"remove", "sandbag"}) }) == "sandbag" {
				delete(q.tool, p)
				return
			}
		}
		q.removeTop(h)
		q.afterRemoval(p)
	default:
		q.playTool(p, h, tile)
	}
}

func (q *quake) playTool(p string, h hex, tile string) {
	for {
		do := q.ask(p, func() question {
			texts := append(q.tools(p), "keep", "discard")
			if q.tool[p] == "S" {
				texts = append(texts, "sandbag")
			}
			return listed(texts)
		})
		switch do {
		case "keep":
			q.removeTop(h)
			q.tool[p] = tile
			q.playTile(p)
			return
		case "discard":
			q.removeTop(h)
			q.afterRemoval(p)
			return
		case "sandbag":
			delete(q.tool, p)
			return
		}
		q.use(p, do)
	}
}

// afterRemoval: a tile uncovered is not played, volcanoes aside.
func (q *quake) afterRemoval(p string) {
	if q.top(q.at[p]) == "V" {
		q.leaveVolcano(p)
		q.playTile(p)
	}
}

// leaveVolcano makes p leave the volcano it stands on, or lose.
func (q *quake) leaveVolcano(p string) {
	if len(q.ways(p)) == 0 {
		q.out(p, "last explorer")
		if p == q.turn {
			panic(turnIsOver{})
		}
		return
	}
	gone := false
	do := ""
	func() {
		// Somebody else's turn goes on when the one who must leave resigns.
		defer func() {
			if r := recover(); r != nil {
				if _, ok := r.(fled); !ok {
					panic(r)
				}
				gone = true
			}
		}()
		do = q.ask(p, func() question {
			if !slices.Contains(q.in, p) {
				panic(fled{})
			}
			return listed(q.ways(p))
		})
	}()
	if !gone {
		q.walk(p, do)
	}
}

// fled: the one who had to leave a volcano has left the game instead.
type fled struct{}

// leaveVolcanoes makes all others leave volcanoes, in turn order beginning after
// the player whose turn it is.
func (q *quake) leaveVolcanoes() {
	seats := q.rec.Seats
	n := len(seats)
	at := slices.Index(seats, q.turn)
	for i := 1; i < n; i++ {
		p := seats[((at-i)%n+n)%n]
		if h, ok := q.at[p]; ok && q.top(h) == "V" {
			q.leaveVolcano(p)
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
		q.leaveVolcanoes()
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
