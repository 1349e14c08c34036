package board

import (
	"fmt"
	"strings"
)

// epigoBoard is what an Order can be tried on: who stands where, now.
type epigoBoard struct {
	squares map[string]bool
	at      map[string]string // square to "S4"
	where   map[string]string // "S4" to square
	island  map[string]string // square to the Island's owner
	held    map[string]int    // Epigons on an Island
}

func newEpigoBoard(v epigoView) epigoBoard {
	b := epigoBoard{
		squares: map[string]bool{}, at: map[string]string{}, where: map[string]string{}, island: map[string]string{},
		held: map[string]int{},
	}
	for _, s := range v.Board.Squares {
		b.squares[s] = true
	}
	for _, e := range v.Epigons {
		if e.At != nil && e.On == "board" {
			b.at[*e.At] = fmt.Sprint(e.Seat, e.Number)
			b.where[fmt.Sprint(e.Seat, e.Number)] = *e.At
		}
	}
	for seat, isl := range v.Islands {
		if isl != nil {
			b.held[seat] = len(isl.Epigons)
			for _, s := range isl.Squares {
				b.island[s] = seat
			}
		}
	}
	return b
}

func epigoStep(square string, dir byte) string {
	file, rank := square[0], square[1]
	switch dir {
	case 'N':
		rank++
	case 'S':
		rank--
	case 'E':
		file++
	case 'W':
		file--
	}
	return string([]byte{file, rank})
}

// epigoTry is what an Order would do as things stand.
type epigoTry struct {
	text  string // in a few words
	sign  string // "!" loses a tile, "x" is blocked
	count string // as 2:1, where tiles are counted
	why   string // a sentence
	to    string // where the Epigon would be
}

// try carries out an Order alone.
func (b epigoBoard) try(seat string, number int, dir byte) epigoTry {
	from, ok := b.where[fmt.Sprint(seat, number)]
	name := fmt.Sprint(number, " ", wayNames[dir])
	if !ok {
		return epigoTry{text: "does nothing: it is not on the board", why: name + ": it does nothing while it is not on the board."}
	}
	own, other := 1, 0
	last, owner := from, seat
	var row []string
	next := epigoStep(from, dir)
	for {
		if !b.squares[next] {
			t := epigoTry{count: fmt.Sprintf("%d:%d", own, other), sign: "!"}
			switch {
			case last == from:
				t.text, t.why = "leaves the board: captured", name+": it slides off the board at "+from+", and is captured."
				t.count = ""
			case owner == seat:
				n := b.at[last][1:]
				t.text = fmt.Sprintf("pushes your %s off at %s", n, last)
				t.why = fmt.Sprintf("%s: your own %s would go off the board at %s.", name, n, last)
			default:
				n := b.at[last][1:]
				t.sign = ""
				t.text = fmt.Sprintf("pushes %s off at %s", n, last)
				t.why = fmt.Sprintf("%s: their %s goes off the board at %s: a capture.", name, n, last)
				t.to = epigoStep(from, dir)
			}
			return t
		}
		who := b.at[next]
		if who == "" {
			break
		}
		row = append(row, who)
		if who[:1] == seat {
			own++
		} else {
			other++
		}
		owner, last = who[:1], next
		if other > own {
			return epigoTry{
				text: fmt.Sprintf("blocked at %s, %d:%d", next, own, other), sign: "x",
				why: fmt.Sprintf("%s: on %s they are %d against your %d. Outnumbered, nothing moves.", name, next, other, own), to: from,
			}
		}
		next = epigoStep(next, dir)
	}
	if isl := b.island[next]; isl != "" && isl != owner {
		return epigoTry{text: "blocked by the Island on " + next, sign: "x", why: name + ": " + next + " belongs to the other side's Island.", to: from}
	} else if isl != "" && b.held[isl] >= 4 {
		return epigoTry{text: "blocked: the Island on " + next + " is full", sign: "x", why: name + ": the Island on " + next + " is full.", to: from}
	}
	if len(row) == 0 {
		return b.slide(seat, from, next, dir, name)
	}
	pushed := row[len(row)-1][1:]
	text := fmt.Sprintf("pushes %s to %s", strings.Join(numbersOf(row), " "), next)
	if len(row) == 1 {
		text = fmt.Sprintf("pushes %s to %s", pushed, next)
	}
	if b.island[next] != "" {
		text = fmt.Sprintf("pushes %s onto its Island", pushed)
	}
	count := fmt.Sprintf("%d:%d", own, other)
	return epigoTry{text: text, count: count, why: fmt.Sprintf("%s: %s, counted %s. Equal is enough to push.", name, text, count), to: epigoStep(from, dir)}
}

func numbersOf(row []string) []string {
	list := make([]string, len(row))
	for i, r := range row {
		list[i] = r[1:]
	}
	return list
}

// slide is a step onto an empty square, and whether a second one may follow.
func (b epigoBoard) slide(seat, from, next string, dir byte, name string) epigoTry {
	if b.island[next] != "" {
		return epigoTry{text: "goes onto your Island at " + next, why: name + ": it goes onto your Island at " + next + ".", to: next}
	}
	for _, d := range []byte("NESW") {
		if who := b.at[epigoStep(next, d)]; who != "" && who[:1] != seat {
			return epigoTry{
				text: fmt.Sprintf("slides to %s, beside %s", next, who[1:]), to: next,
				why: fmt.Sprintf("%s: %s is empty, and %s on %s touches it: one square only.", name, next, who[1:], epigoStep(next, d)),
			}
		}
	}
	further := epigoStep(next, dir)
	if b.squares[further] && b.at[further] == "" {
		return epigoTry{text: fmt.Sprintf("slides to %s, may go on to %s", next, further), to: next, why: fmt.Sprintf("%s: no enemy beside %s. You may slide again to %s.", name, next, further)}
	}
	return epigoTry{text: "slides to " + next, to: next, why: fmt.Sprintf("%s: %s is empty.", name, next)}
}

func shortTry(t epigoTry) string {
	text := strings.NewReplacer("slides to ", "", "pushes your ", "your ", "may go on to", "on to", "pushes ", "pushes ", "leaves the board: captured", "off the board", "does nothing: it is not on the board", "does nothing").Replace(t.text)
	if t.count != "" && t.sign != "x" {
		text += " " + t.count
	}
	return text
}
