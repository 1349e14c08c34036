package epigo

import (
	"fmt"
	"math/bits"
	"strings"

	"atoll/game"
)

// All events are public: deployments and plans are told when they are revealed.

var dirWords = [4]string{"north", "east", "south", "west"}

func event(tell game.Tell, kind string, side int, text string, args ...game.Arg) {
	tell(game.Event{Kind: kind, Seat: game.Seat(side), Audience: game.Everyone, Args: args, Text: text})
}

func arg(name string, v any) game.Arg { return game.Arg{Name: name, Value: v} }

func (s *State) tellDeployment(tell game.Tell, tiles [2][8]uint8) {
	for side := range 2 {
		row, isle := string(appendTiles(nil, tiles[side])), ""
		text := sideNames[side] + " deploys " + row
		if s.pos.rules&islanders != 0 {
			isle = squareText(s.pos.isle[side])
			text += ", Island on " + isle
		}
		event(tell, "deploy", side, text+".", arg("tiles", row), arg("island", isle))
	}
	for side := range 2 {
		for file, n := range tiles[side] {
			if n == 8 {
				at := squareText(homeRank[side]*8 + Square(file))
				event(tell, "remove", side, sideNames[side]+"'s X leaves "+at+".", arg("at", at))
			}
		}
	}
}

func (s *State) tellTurn(tell game.Tell) {
	event(tell, "turn", int(game.NoSeat), fmt.Sprintf("Turn %d.", s.turn), arg("turn", int(s.turn)))
}

// tellReveal tells the round's Orders, with their priorities.
func (s *State) tellReveal(tell game.Tell, south, north int) {
	a, b := orderText(s.plans[0][s.round]), orderText(s.plans[1][s.round])
	text := fmt.Sprintf("Round %d: South %s, North %s. ", s.round+1, a, b)
	first, why := "", "higher"
	plain := south == s.plans[0][s.round].Number() && north == s.plans[1][s.round].Number()
	switch {
	case south == north:
		why = "cancel"
		text += "They cancel"
	case south > north:
		first = "S"
		text += "South first"
	default:
		first = "N"
		text += "North first"
	}
	if plain {
		text += "."
	} else {
		text += fmt.Sprintf(": with the Island it is %d to %d.", south, north)
	}
	event(tell, "reveal", int(game.NoSeat), text, arg("round", int(s.round)+1), arg("south", a), arg("north", b), arg("first", first), arg("why", why))
}

func (s *State) tellIdle(tell game.Tell) {
	n := s.order().Number()
	event(tell, "idle", int(s.asked), fmt.Sprintf("%s %d does nothing: it is captured.", sideNames[s.asked], n), arg("epigon", n))
}

// rowText lists a row, mover first, as "S5@d4 N2@d5". It ends at the last tile
// that was counted.
func (p *Position) rowText(side, n int, from Square, d Direction, last Square) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%c%d@%s", seatLetters[side], n, squareText(from))
	for sq := from; sq != last; {
		sq = next[d][sq]
		o := side
		if p.occ[side^1]&bit(sq) != 0 {
			o = side ^ 1
		}
		fmt.Fprintf(&b, " %c%d@%s", seatLetters[o], p.NumberAt(o, sq), squareText(sq))
	}
	return b.String()
}

// tellMove tells a move before it is made.
func (s *State) tellMove(tell game.Tell, side, n int, from Square, d Direction) {
	p := &s.pos
	r := p.look(side, from, d)
	who := fmt.Sprintf("%s %d", sideNames[side], n)
	head := fmt.Sprintf("%s %s: ", who, dirWords[d])
	tiles := func() string { return p.rowText(side, n, from, d, r.last) }
	count := fmt.Sprintf("%d:%d", r.own, r.other)
	dir := dirLetters[d : d+1]
	moved := bits.OnesCount64(r.row[0] | r.row[1])
	switch {
	case r.verdict == slides:
		to := squareText(next[d][from])
		event(tell, "slide", side, head+"slides to "+to+".", arg("epigon", n), arg("dir", dir),
			arg("from", squareText(from)), arg("to", to), arg("super", false))
		return
	case r.verdict.blocked():
		at, why, text := squareText(r.last), "outnumbered", ""
		switch r.verdict {
		case outnumbered:
			text = fmt.Sprintf("blocked. On %s it is %s.", at, count)
		case barred:
			at = squareText(next[d][r.last])
			why, text = "island", fmt.Sprintf("blocked. %s is %s's Island.", at, sideNames[r.owner^1])
		case full:
			at = squareText(next[d][r.last])
			why, text = "full", fmt.Sprintf("blocked. %s's Island on %s is full.", sideNames[r.owner], at)
		}
		event(tell, "block", side, head+text, arg("epigon", n), arg("dir", dir), arg("tiles", tiles()),
			arg("at", at), arg("count", count), arg("why", why))
		return
	case moved > 0:
		text := fmt.Sprintf("pushes %d, %s.", moved, count)
		event(tell, "push", side, head+text, arg("epigon", n), arg("dir", dir), arg("tiles", tiles()), arg("count", count))
	}
	last, o := n, int(r.owner)
	if moved > 0 {
		last = p.NumberAt(o, r.last)
	}
	switch r.verdict {
	case leaves:
		by := o ^ 1
		at := squareText(r.last)
		made := int(p.lost[o]) + 1
		text := fmt.Sprintf("%s %d leaves the board from %s: capture %d for %s.", sideNames[o], last, at, made, sideNames[by])
		event(tell, "capture", o, text, arg("by", seatLetters[by:by+1]), arg("epigon", last), arg("from", at), arg("captures", made))
	case enters:
		s.tellEnter(tell, o, last, r.last, next[d][r.last])
	}
}

func (s *State) tellEnter(tell game.Tell, side, n int, from, to Square) {
	holds := int(s.pos.held[side]) + 1
	event(tell, "enter", side, fmt.Sprintf("%s %d goes onto its Island at %s.", sideNames[side], n, squareText(to)),
		arg("epigon", n), arg("from", squareText(from)), arg("to", squareText(to)), arg("holds", holds))
}

// tellDecision tells a decision before it is carried out.
func (s *State) tellDecision(tell game.Tell, a game.Action) {
	side, n := int(s.asked), s.order().Number()
	who := fmt.Sprintf("%s %d", sideNames[side], n)
	at := s.pos.at(side, n%8)
	switch {
	case a == actStop:
		event(tell, "stop", side, who+" stops on "+squareText(at)+".", arg("epigon", n), arg("at", squareText(at)))
	case a == actSlide:
		to := next[s.dir][at]
		if s.pos.ownIsland(side)&bit(to) != 0 {
			s.tellEnter(tell, side, n, at, to)
			return
		}
		event(tell, "slide", side, who+" slides on to "+squareText(to)+".", arg("epigon", n), arg("dir", dirLetters[s.dir:s.dir+1]),
			arg("from", squareText(at)), arg("to", squareText(to)), arg("super", true))
	case a&^0xff == actExit:
		to := Square(a)
		from, d, _ := s.pos.exitFrom(side, to)
		event(tell, "leave", side, who+" leaves its Island towards "+squareText(to)+".", arg("epigon", n),
			arg("from", squareText(from)), arg("to", squareText(to)), arg("dir", dirLetters[d:d+1]))
		s.tellMove(tell, side, n, from, d)
	case a&^0xff == actSlam:
		d, from := Direction(a), s.pos.isle[side]
		to := next[d][from]
		event(tell, "slam", side, fmt.Sprintf("SLAM! %s's Island moves %s to %s.", sideNames[side], dirWords[d], squareText(to)),
			arg("dir", dirLetters[d:d+1]), arg("from", squareText(from)), arg("to", squareText(to)))
	case n == Slam.Number():
		event(tell, "stay", side, sideNames[side]+"'s Island stays.", arg("epigon", 0))
	default:
		event(tell, "stay", side, who+" stays on its Island.", arg("epigon", n))
	}
}

func (s *State) tellTable(tell game.Tell, seat game.Seat, t game.TableAction) {
	side := int(seat)
	switch t {
	case game.Resign:
		event(tell, "resign", side, sideNames[side]+" resigns.")
	case game.Timeout:
		event(tell, "timeout", side, sideNames[side]+" is out of time.")
	case game.OfferDraw:
		event(tell, "offer", side, sideNames[side]+" offers a draw.")
	case game.AcceptDraw:
		event(tell, "accept", side, sideNames[side]+" accepts the draw.")
	}
}

func (s *State) tellEnd(tell game.Tell) {
	why := reasonTexts[s.over]
	if s.winner == nobody {
		text := "A draw by agreement."
		if s.over == byQuiet {
			text = fmt.Sprintf("A draw: %d turns in a row without a capture.", s.limit)
		}
		event(tell, "draw", int(game.NoSeat), text, arg("reason", why))
		return
	}
	side := int(s.winner)
	text := sideNames[side] + " wins."
	if s.over == byCaptures {
		text = sideNames[side] + " wins with three captures."
	}
	event(tell, "win", side, text, arg("reason", why))
}
