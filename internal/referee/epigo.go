package referee

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// epigon is a tile of one side with its number.
type epigon struct {
	side string
	num  int
}

type isleOf struct {
	at     tile // its south-west square
	placed bool
	on     []epigon
}

type epigame struct {
	*table
	squares   map[tile]epigon
	isles     map[string]*isleOf // nil without the variant
	captures  map[string]int     // by side: how many it has captured
	offers    map[string]bool
	arrow     bool
	plusOne   bool
	captured  bool // in this turn
	quiet     int
	limit     int
	planning  bool
	islanders bool
}

var compass = map[string]tile{"N": {0, 1}, "E": {1, 0}, "S": {0, -1}, "W": {-1, 0}}

func (t tile) towards(d string) tile { return tile{t.file + compass[d].file, t.rank + compass[d].rank} }

func onCutBoard(t tile) bool {
	cut := 0
	switch t.rank {
	case 1, 8:
		cut = 2
	case 2, 7:
		cut = 1
	}
	return t.rank >= 1 && t.rank <= 8 && t.file >= 1+cut && t.file <= 8-cut
}

func opponent(side string) string {
	if side == "S" {
		return "N"
	}
	return "S"
}

func epigo(t *table) {
	limit, _ := strconv.ParseFloat(t.option("quiet_limit", "60"), 64)
	e := &epigame{
		table: t, squares: map[tile]epigon{}, isles: map[string]*isleOf{"S": {}, "N": {}}, captures: map[string]int{},
		offers: map[string]bool{},
		arrow:  t.option("island_exit", "any") == "arrow", plusOne: t.option("island_priority", "false") == "true",
		islanders: t.option("variant", "core") == "islanders", limit: int(limit),
	}
	t.leave = func(side, how string) { e.win(opponent(side), how) }
	t.draws = e.drawAction
	count := 40320
	if e.islanders {
		count = 322560
	}
	e.both(count, e.readDeployment)
	for {
		e.takeTurn()
	}
}

func (e *epigame) win(side, reason string) {
	e.end(map[string]int{side: 1, opponent(side): 2}, reason)
}

func (e *epigame) drawAction(side, do string) {
	switch {
	case !e.planning:
		refuse("draws are offered and accepted while planning")
	case do == "offer draw" && e.offers[side]:
		refuse("%s has offered already", side)
	case do == "offer draw":
		e.offers[side] = true
	case !e.offers[opponent(side)]:
		refuse("nothing was offered to %s", side)
	default:
		e.end(map[string]int{"S": 1, "N": 1}, "agreed")
	}
}

// both asks both sides for a secret choice, in seat order.
func (e *epigame) both(count int, read func(side, do string) error) (texts map[string]string) {
	texts = map[string]string{}
	for _, side := range []string{"S", "N"} {
		texts[side] = e.ask(side, func() question {
			return question{
				count: count, acting: []string{"S", "N"}, late: side == "N",
				allows: func(do string) error { return read(side, do) },
			}
		})
	}
	return texts
}

func (e *epigame) readDeployment(side, do string) error {
	words := strings.Split(do, " ")
	want := 9
	if e.islanders {
		want = 11
	}
	if words[0] != "deploy" || len(words) != want {
		return fmt.Errorf("no deployment")
	}
	rank := 4
	if side == "N" {
		rank = 5
	}
	seen := map[string]bool{}
	for i, w := range words[1:9] {
		if seen[w] || len(w) != 1 || !strings.Contains("1234567X", w) {
			return fmt.Errorf("tile %q", w)
		}
		seen[w] = true
		if w != "X" {
			e.squares[tile{i + 1, rank}] = epigon{side, int(w[0] - '0')}
		}
	}
	if !e.islanders {
		return nil
	}
	at, err := parseTile(words[10])
	if err != nil || words[9] != "@" {
		return fmt.Errorf("no place of an Island")
	}
	low, high := 1, 3
	if side == "N" {
		low, high = 6, 8
	}
	if at.rank < low || at.rank+1 > high {
		return fmt.Errorf("an Island at %s", at)
	}
	for _, sq := range (&isle{at: at}).tiles() {
		if !onCutBoard(sq) {
			return fmt.Errorf("an Island at %s", at)
		}
	}
	e.isles[side].at, e.isles[side].placed = at, true
	return nil
}

// order is one Order of a plan; direction is empty for SLAM, number 8.
type order struct {
	num int
	dir string
}

func (e *epigame) readOrders(do string) ([]order, error) {
	words := strings.Split(do, " ")
	if words[0] != "plan" || len(words) != 4 {
		return nil, fmt.Errorf("no plan")
	}
	var orders []order
	seen := map[int]bool{}
	for _, w := range words[1:] {
		o := order{}
		if w == "SLAM" && e.islanders {
			o.num = 8
		} else if len(w) == 2 && w[0] >= '1' && w[0] <= '7' && strings.Contains("NESW", w[1:]) {
			o = order{int(w[0] - '0'), w[1:]}
		} else {
			return nil, fmt.Errorf("no Order %q", w)
		}
		if seen[o.num] {
			return nil, fmt.Errorf("the Order %d twice", o.num)
		}
		seen[o.num] = true
		orders = append(orders, o)
	}
	return orders, nil
}

func (e *epigame) takeTurn() {
	count := 13440
	if e.islanders {
		count = 15456
	}
	e.planning = true
	e.offers = map[string]bool{}
	texts := e.both(count, func(_, do string) error {
		_, err := e.readOrders(do)
		return err
	})
	e.planning = false
	e.captured = false
	south, _ := e.readOrders(texts["S"])
	north, _ := e.readOrders(texts["N"])
	for round := range 3 {
		s, n := south[round], north[round]
		ps, pn := e.priority("S", s), e.priority("N", n)
		switch {
		case ps > pn:
			e.carryOut("S", s)
			e.carryOut("N", n)
		case pn > ps:
			e.carryOut("N", n)
			e.carryOut("S", s)
		}
	}
	e.quiet++
	if e.captured {
		e.quiet = 0
	}
	if e.quiet >= e.limit {
		e.end(map[string]int{"S": 1, "N": 1}, "quiet")
	}
}

func (e *epigame) priority(side string, o order) int {
	if e.plusOne && slices.Contains(e.isles[side].on, epigon{side, o.num}) {
		return o.num + 1
	}
	return o.num
}

func (e *epigame) carryOut(side string, o order) {
	if o.num == 8 {
		e.slam(side)
		return
	}
	me := epigon{side, o.num}
	if slices.Contains(e.isles[side].on, me) {
		e.leaveIsland(me, o.dir)
		return
	}
	for sq, who := range e.squares {
		if who == me {
			e.move(me, sq, o.dir)
			return
		}
	}
}

// isleAt returns whose Island covers sq.
func (e *epigame) isleAt(sq tile) string {
	for side, i := range e.isles {
		if i.placed && slices.Contains((&isle{at: i.at}).slice(), sq) {
			return side
		}
	}
	return ""
}

func (i *isle) slice() []tile {
	all := i.tiles()
	return all[:]
}

// free reports whether an Epigon of side may be put on sq: an empty square, or
// its own Island with room.
func (e *epigame) free(side string, sq tile) bool {
	if !onCutBoard(sq) {
		return false
	}
	if owner := e.isleAt(sq); owner != "" {
		return owner == side && len(e.isles[side].on) < 3
	}
	_, full := e.squares[sq]
	return !full
}

// put puts who on sq, on its Island, or off the board.
func (e *epigame) put(who epigon, sq tile) {
	switch {
	case !onCutBoard(sq):
		e.captured = true
		e.captures[opponent(who.side)]++
		if e.captures[opponent(who.side)] == 3 {
			e.win(opponent(who.side), "captures")
		}
	case e.isleAt(sq) != "":
		e.isles[who.side].on = append(e.isles[who.side].on, who)
	default:
		e.squares[sq] = who
	}
}

// row returns the Epigons that a move of me from sq would carry along, itself
// first, and whether the move is blocked.
func (e *epigame) row(me epigon, sq tile, d string) (row []epigon, blocked bool) {
	row = []epigon{me}
	own, other := 1, 0
	for next := sq.towards(d); ; next = next.towards(d) {
		who, full := e.squares[next]
		if !full {
			// The last of the row would end up here.
			last := row[len(row)-1]
			if onCutBoard(next) && !e.free(last.side, next) {
				return nil, true
			}
			return row, false
		}
		row = append(row, who)
		if who.side == me.side {
			own++
		} else {
			other++
		}
		if other > own {
			return nil, true
		}
	}
}

// move moves me from sq. It must not stand in squares if it comes off an Island.
func (e *epigame) move(me epigon, sq tile, d string) {
	row, blocked := e.row(me, sq, d)
	if blocked {
		return
	}
	for i := range row[1:] {
		at := sq
		for range i + 1 {
			at = at.towards(d)
		}
		delete(e.squares, at)
	}
	delete(e.squares, sq)
	for i := len(row) - 1; i >= 0; i-- {
		to := sq
		for range i + 1 {
			to = to.towards(d)
		}
		e.put(row[i], to)
	}
	first := sq.towards(d)
	if len(row) > 1 || !onCutBoard(first) || e.isleAt(first) != "" {
		return
	}
	for side := range compass {
		if who, full := e.squares[first.towards(side)]; full && who.side != me.side {
			return
		}
	}
	second := first.towards(d)
	if !e.free(me.side, second) {
		return
	}
	if e.ask(me.side, func() question { return listed([]string{"slide", "stop"}) }) == "slide" {
		delete(e.squares, first)
		e.put(me, second)
	}
}

func (e *epigame) leaveIsland(me epigon, arrow string) {
	exits := map[string]struct {
		from tile
		d    string
	}{"stay": {}}
	mine := &isle{at: e.isles[me.side].at}
	for _, from := range mine.tiles() {
		for d := range compass {
			to := from.towards(d)
			if e.arrow && d != arrow || slices.Contains(mine.slice(), to) || !onCutBoard(to) {
				continue
			}
			if _, blocked := e.row(me, from, d); !blocked {
				exits["exit "+to.String()] = struct {
					from tile
					d    string
				}{from, d}
			}
		}
	}
	do := e.ask(me.side, func() question { return listed(slices.Collect(maps.Keys(exits))) })
	if do == "stay" {
		return
	}
	home := e.isles[me.side]
	home.on = slices.DeleteFunc(home.on, func(o epigon) bool { return o == me })
	e.move(me, exits[do].from, exits[do].d)
}

func (e *epigame) slam(side string) {
	texts := []string{"stay"}
	mine := e.isles[side]
	for d := range compass {
		fits := true
		for _, sq := range (&isle{at: mine.at.towards(d)}).tiles() {
			if slices.Contains((&isle{at: mine.at}).slice(), sq) {
				continue
			}
			_, full := e.squares[sq]
			fits = fits && onCutBoard(sq) && !full && e.isleAt(sq) == ""
		}
		if fits {
			texts = append(texts, "slam "+d)
		}
	}
	do := e.ask(side, func() question { return listed(texts) })
	if do != "stay" {
		mine.at = mine.at.towards(strings.TrimPrefix(do, "slam "))
	}
}

var _ = read("epigo", epigo, 1)
