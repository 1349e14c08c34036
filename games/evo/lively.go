package evo

import "atoll/game"

// Moods of recorded play, which change with every capture, so that every way a
// game can end occurs often.
type mood uint8

const (
	bold  mood = iota // captures what it can
	siege             // takes a castle at once
	dance             // turns pieces to and fro, until the position repeats
	calm              // captures nothing, until the quiet limit
)

func (s *State) mood() mood {
	switch game.Mix(s.hashes[0]^0x11fe) % 16 {
	case 0:
		return dance
	case 1:
		return calm
	case 2, 3:
		return siege
	}
	return bold
}

// LivelyAction picks at random, but so that pieces meet, captures are frequent
// and all endings occur.
func (s *State) LivelyAction(_ game.Seat, r *game.Rand) game.Action {
	var buf [mostActions]game.Action
	list := s.pos.AppendActions(buf[:0])
	m := s.mood()
	if m == dance && r.Intn(40) != 0 {
		return s.danceStep()
	}
	best, bestScore := list[0], -1
	for range 6 {
		a := list[r.Intn(len(list))]
		if score := s.liking(a, m)*16 + r.Intn(32); score > bestScore {
			best, bestScore = a, score
		}
	}
	if m == calm || r.Intn(4) == 0 {
		return best
	}
	var room [mostActions]game.Action
	for _, a := range s.pos.AppendCaptures(room[:0]) {
		if score := s.liking(a, m)*16 + r.Intn(32); score > bestScore {
			best, bestScore = a, score
		}
	}
	return best
}

// liking is how much a mood likes an action, from 0 to 12.
func (s *State) liking(a game.Action, m mood) int {
	from, to, _, _ := Split(a)
	if from == to {
		return 3
	}
	if victim := s.pos.cell[to]; !victim.Empty() {
		switch {
		case m == calm:
			return 0
		case victim.Castle() && m == siege:
			return 12
		case victim.Castle():
			return 1
		}
		return 10
	}
	x0, y0 := from.XY()
	x1, y1 := to.XY()
	dx, dy := Side((sides-s.pos.side)%sides).turned(x1-x0, y1-y0)
	if m == calm || s.pos.cell[from].Role() == Shield {
		return 3
	}
	return 4 + dy + max(dx, -dx)/3
}

// danceStep turns the side's first piece to and fro between two roles.
func (s *State) danceStep() game.Action {
	for q := range Square(Squares) {
		if s.pos.own[s.pos.side].Has(q) {
			role := Blade
			if s.pos.cell[q].Role() == Blade {
				role = Warrior
			}
			return Turn(q, role)
		}
	}
	panic("evo: a side to move without pieces")
}
