package referee

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// man is a piece or a castle of EVO; role is W, B, C, S or K for the castle.
type man struct{ owner, role string }

type evolution struct {
	*table
	board map[tile]man
	in    []string
	turn  string
	quiet int
	limit int
	seen  map[string]int
}

// quarter says how often the view of S is turned clockwise by 90° for a seat.
var quarter = map[string]int{"S": 0, "W": 1, "N": 2, "E": 3}

func turned(t tile, seat string) tile {
	for range quarter[seat] {
		t = tile{t.rank, 13 - t.file}
	}
	return t
}

// turnedStep turns a step, as S sees it, for another seat.
func turnedStep(t tile, seat string) tile {
	for range quarter[seat] {
		t = tile{t.rank, -t.file}
	}
	return t
}

func onCross(t tile) bool {
	if t.file < 1 || t.file > 12 || t.rank < 1 || t.rank > 12 {
		return false
	}
	edge := func(n int) bool { return n <= 2 || n >= 11 }
	return !(edge(t.file) && edge(t.rank))
}

func evo(t *table) {
	limit, _ := strconv.ParseFloat(t.option("quiet_limit", "200"), 64)
	e := &evolution{table: t, board: map[tile]man{}, in: slices.Clone(t.rec.Seats), limit: int(limit), seen: map[string]int{}}
	t.leave = e.resign
	for _, seat := range t.rec.Seats {
		e.board[turned(tile{10, 1}, seat)] = man{seat, "K"}
		var squares []tile
		if t.option("setup", "guard") == "line" {
			for file := 3; file <= 10; file++ {
				squares = append(squares, tile{file, 2})
			}
		} else {
			squares = []tile{{6, 1}, {7, 1}, {8, 1}, {9, 1}, {7, 2}, {8, 2}, {9, 2}, {10, 2}}
		}
		for _, sq := range squares {
			e.board[turned(sq, seat)] = man{seat, "W"}
		}
	}
	e.turn = t.rec.Seats[0]
	e.remember()
	for {
		e.act()
	}
}

func (e *evolution) next() string {
	i := slices.Index(e.rec.Seats, e.turn)
	for {
		i = (i + 1) % len(e.rec.Seats)
		if slices.Contains(e.in, e.rec.Seats[i]) {
			return e.rec.Seats[i]
		}
	}
}

// remember counts the position and reports whether it is here for the third time.
func (e *evolution) remember() bool {
	var words []string
	for sq, m := range e.board {
		words = append(words, sq.String()+m.owner+m.role)
	}
	sort.Strings(words)
	key := strings.Join(words, " ") + " " + e.turn
	e.seen[key]++
	return e.seen[key] >= 3
}

func (e *evolution) draw(reason string) {
	rank := map[string]int{}
	for _, seat := range e.rec.Seats {
		rank[seat] = 2
		if slices.Contains(e.in, seat) {
			rank[seat] = 1
		}
	}
	e.end(rank, reason)
}

func (e *evolution) win(seat, reason string) {
	rank := map[string]int{}
	for _, s := range e.rec.Seats {
		rank[s] = 2
	}
	rank[seat] = 1
	e.end(rank, reason)
}

func (e *evolution) resign(seat, how string) {
	if !slices.Contains(e.in, seat) {
		refuse("%s has left already", seat)
	}
	if e.turn == seat {
		e.turn = e.next()
	}
	e.in = slices.DeleteFunc(e.in, func(s string) bool { return s == seat })
	for sq, m := range e.board {
		if m.owner == seat {
			delete(e.board, sq)
		}
	}
	if len(e.in) == 1 {
		e.win(e.in[0], how)
	}
	if e.remember() {
		e.draw("repetition")
	}
	panic(turnIsOver{})
}

// goal is one way of moving: a step as S sees it, and how often.
type goal struct {
	step tile
	most int
}

var goals = map[string][]goal{
	"W": {{tile{-1, 0}, 1}, {tile{-1, 1}, 1}, {tile{0, 1}, 1}, {tile{1, 1}, 1}, {tile{1, 0}, 1}},
	"B": {{tile{0, 1}, 2}},
	"C": {{tile{1, 1}, 3}, {tile{-1, 1}, 3}},
	"S": {{tile{0, -1}, 2}, {tile{1, -1}, 1}, {tile{-1, -1}, 1}},
}

func (e *evolution) legal() []string {
	var texts []string
	for sq, m := range e.board {
		if m.owner != e.turn || m.role == "K" {
			continue
		}
		var roles []string
		for _, role := range []string{"W", "B", "C", "S"} {
			if role != m.role {
				roles = append(roles, "="+role)
				texts = append(texts, sq.String()+"="+role)
			}
		}
		for _, g := range goals[m.role] {
			step := turnedStep(g.step, e.turn)
			to := sq
			for range g.most {
				to = tile{to.file + step.file, to.rank + step.rank}
				other, full := e.board[to]
				if !onCross(to) || full && other.owner == e.turn {
					break
				}
				for _, suffix := range append(roles, "") {
					texts = append(texts, fmt.Sprintf("%s-%s%s", sq, to, suffix))
				}
				if full {
					break
				}
			}
		}
	}
	return texts
}

func (e *evolution) act() {
	defer func() {
		switch p := recover(); p.(type) {
		case nil, turnIsOver:
		default:
			panic(p)
		}
	}()
	do := e.ask(e.turn, func() question { return listed(e.legal()) })
	move, role, _ := strings.Cut(do, "=")
	fromText, toText, moves := strings.Cut(move, "-")
	from, _ := parseTile(fromText)
	to := from
	if moves {
		to, _ = parseTile(toText)
	}
	m := e.board[from]
	if role != "" {
		m.role = role
	}
	delete(e.board, from)
	victim, captured := e.board[to]
	e.board[to] = m
	e.quiet++
	if captured {
		e.quiet = 0
		if victim.role == "K" {
			e.win(e.turn, "castle")
		}
		left := 0
		for _, o := range e.board {
			if o.owner == victim.owner && o.role != "K" {
				left++
			}
		}
		if left == 0 {
			e.win(e.turn, "last piece")
		}
	}
	e.turn = e.next()
	if e.remember() {
		e.draw("repetition")
	}
	if e.quiet >= e.limit {
		e.draw("quiet")
	}
}

var _ = read("evo", evo, 1)
