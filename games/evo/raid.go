package evo

import "atoll/game"

// raid is one way in which a castle can be taken: a piece on a square, and the
// squares that must be empty on its way.
type raid struct {
	piece            Piece
	from, way1, way2 uint8
}

const maxRaids = 16

// raidList is every raid of one side on the castle of another. Castles stand in
// corners and never move, so that there are few.
type raidList struct {
	n    uint8
	raid [maxRaids]raid
}

// raids is indexed by the castle's owner and the attacker. It is filled once.
var raids = makeRaids()

func makeRaids() *[sides][sides]raidList {
	var all [sides][sides]raidList
	for owner := range Side(sides) {
		for by := range Side(sides) {
			list := &all[owner][by]
			for q := range Square(Squares) {
				for r := range Role(Roles) {
					rc := &reaches[by][r][q]
					for _, t := range rc.target[:rc.n] {
						if by != owner && t.to == uint8(owner.Home()) {
							list.raid[list.n] = raid{pieceOf(by, r), uint8(q), t.way1, t.way2}
							list.n++
						}
					}
				}
			}
		}
	}
	return &all
}

// Threatens reports whether side by could capture the castle of owner if it were
// to move. It must be standing.
func (p *Position) Threatens(by, owner Side) bool {
	list := &raids[owner&3][by&3]
	for i := range list.raid[:list.n] {
		r := &list.raid[i]
		if p.cell[r.from] == r.piece && p.cell[r.way1]|p.cell[r.way2] == 0 {
			return true
		}
	}
	return false
}

// Raiders returns how many pieces of side by could capture the castle of owner, and the squares
// that stop all of them: the raider's own, if there is one only, and those that all of them pass. A
// defender must move to one of these.
func (p *Position) Raiders(by, owner Side) (n int, stops Set) {
	list := &raids[owner&3][by&3]
	for i := range list.raid[:list.n] {
		r := &list.raid[i]
		if p.cell[r.from] != r.piece || p.cell[r.way1]|p.cell[r.way2] != 0 {
			continue
		}
		var own Set
		for _, q := range [...]uint8{r.from, r.way1, r.way2} {
			if q != noWay {
				own[q>>6&1] |= 1 << (q & 63)
			}
		}
		if n == 0 {
			stops = own
		} else {
			stops[0] &= own[0]
			stops[1] &= own[1]
		}
		n++
	}
	return n, stops
}

// Raid returns an action by which the side to move captures the castle of owner,
// or NoAction if there is none.
func (p *Position) Raid(owner Side) game.Action {
	list := &raids[owner&3][p.side&3]
	for i := range list.raid[:list.n] {
		r := &list.raid[i]
		if p.cell[r.from] == r.piece && p.cell[r.way1]|p.cell[r.way2] == 0 {
			return Move(Square(r.from), owner.Home())
		}
	}
	return game.NoAction
}

// Reaches reports whether a piece of side s in role r gets from one square to
// another in one move on an empty board.
func Reaches(s Side, r Role, from, to Square) bool {
	_, ok := find(pieceOf(s, r), from, to)
	return ok
}

// Skip lets the side to move pass. No rule allows it; search uses it to see what
// is threatened.
func (p *Position) Skip() {
	next := p.next()
	p.hash ^= sideKeys[p.side&3] ^ sideKeys[next]
	p.side = next
}
