package main

import "atoll/games/epigo"

const (
	maxTiles  = 3
	maxOrders = 4 * maxTiles
	wins      = 2  // captures
	squares   = 16 // and 16 itself is a captured Epigon
	base      = squares + 1
)

// rules are what can be chosen: Epigons of a side, and quiet turns for a draw.
type rules struct {
	tiles, quiet int
}

// orders counts the Orders of a side: numbers by four directions.
func (r rules) orders() int { return 4 * r.tiles }

// numbers is above every number of a place.
func (r rules) numbers() number {
	n := number(1)
	for range 2 * r.tiles {
		n *= base
	}
	return n
}

// place is where all Epigons stand, South's 1, 2, 3 and then North's: squares from
// c3 of the whole board on, rank by rank.
type place [2 * maxTiles]uint8

// number is a place as one number; South's 1 counts least.
type number int32

func (r rules) number(p place) (n number) {
	for i := 2*r.tiles - 1; i >= 0; i-- {
		n = n*base + number(p[i])
	}
	return n
}

func (r rules) place(n number) (p place) {
	for i := range 2 * r.tiles {
		p[i] = uint8(n % base)
		n /= base
	}
	return p
}

// lost counts the captured Epigons of a side.
func (r rules) lost(p place, side int) (n int) {
	for i := side * r.tiles; i < (side+1)*r.tiles; i++ {
		if p[i] == squares {
			n++
		}
	}
	return n
}

func (r rules) over(p place) bool { return r.lost(p, 0) >= wins || r.lost(p, 1) >= wins }

// valid reports whether no two stand on one square.
func (r rules) valid(p place) bool {
	var seen uint32
	for _, sq := range p[:2*r.tiles] {
		if sq < squares && seen&(1<<sq) != 0 {
			return false
		}
		seen |= 1 << sq
	}
	return true
}

// mirror exchanges east and west.
func (r rules) mirror(p place) place {
	for i, sq := range p[:2*r.tiles] {
		if sq < squares {
			p[i] = sq ^ 3
		}
	}
	return p
}

// turned changes the sides over and turns the board half round.
func (r rules) turned(p place) (q place) {
	for i, sq := range p[:2*r.tiles] {
		if sq < squares {
			sq = squares - 1 - sq
		}
		q[(i+r.tiles)%(2*r.tiles)] = sq
	}
	return q
}

// images returns the numbers of a place, of its mirror image, and of both with the
// sides changed over.
func (r rules) images(p place) [4]number {
	t := r.turned(p)
	return [4]number{r.number(p), r.number(r.mirror(p)), r.number(t), r.number(r.mirror(t))}
}

// The small board is the middle of the whole one, c3 to f6: the centreline is the
// same. Around it are squares that are always empty, since whatever gets there is
// captured, so a row ends at its edge as it would at the edge of the whole board,
// and its last Epigon leaves. Only a second slide must not be taken out of it.
var (
	toBoard [base]epigo.Square
	toSmall [256]uint8
)

func init() {
	for i := range toSmall {
		toSmall[i] = squares
	}
	for i := range uint8(squares) {
		toBoard[i] = epigo.Square(2+i/4)*8 + epigo.Square(2+i%4)
		toSmall[toBoard[i]] = i
	}
	toBoard[squares] = 64
}

// mover plays single Orders.
type mover struct {
	rules
	kernel epigo.Kernel
	slid   epigo.Position
	asked  bool
}

func newMover(r rules) *mover {
	m := &mover{rules: r}
	m.kernel.Choose = func(_ int, options []epigo.Position) int {
		m.asked, m.slid = true, options[1]
		return 0
	}
	return m
}

func (r rules) small(p *epigo.Position) (q place) {
	for side := range 2 {
		where := p.Where(side)
		for i := range r.tiles {
			q[side*r.tiles+i] = toSmall[uint8(where>>(8*i))]
		}
	}
	return q
}

// outcomes carries out an Order of a side: 4·(number-1) + direction. Where a super
// slide is on offer, there are two outcomes; the second slides on.
func (m *mover) outcomes(from place, side, order int) (after [2]place, n int) {
	var at [2 * maxTiles]epigo.Square
	for i, sq := range from {
		at[i] = toBoard[sq]
	}
	p := epigo.Arrange(at[:m.tiles], at[m.tiles:2*m.tiles])
	m.asked = false
	m.kernel.Order(&p, side, epigo.NewOrder(order/4+1, epigo.Direction(order%4)))
	after[0], n = m.small(&p), 1
	if m.asked {
		i := side*m.tiles + order/4
		if after[1] = m.small(&m.slid); after[0][i] < squares && after[1][i] < squares {
			n = 2
		}
	}
	return after, n
}

// deployments lists all ways in which a side can put its Epigons on the four
// squares next to the centreline, the file of 1 changing last.
func (r rules) deployments(side int) (list [][]uint8) {
	row := uint8(4 * (1 + side))
	var add func(have []uint8, used int)
	add = func(have []uint8, used int) {
		if len(have) == r.tiles {
			list = append(list, append([]uint8(nil), have...))
			return
		}
		for f := range uint8(4) {
			if used&(1<<f) == 0 {
				add(append(have, row+f), used|1<<f)
			}
		}
	}
	add(nil, 0)
	return list
}
