package evo

import (
	"errors"
	"fmt"
	"math/bits"

	"atoll/bots/learnt"
	"atoll/game"
	rules "atoll/games/evo"
)

// Net judges positions of two players by a small network on top of the places: each
// side looks at all pieces (whose, role, square, the board turned to the side) by
// the same layer of hidden units, and both sides' units, squared between 0 and 1,
// are weighed for the score of the side to move. An action changes two or three
// pieces, so the sums of the layer are carried from position to position.
//
// Sums are kept four to a word. A word is the sum of its lanes, each shifted to its
// place and possibly negative, so adding words adds lanes; as long as every lane of
// the whole sum is within 16 bits, it can be read off. That is as fast as it gets
// without instructions that not every machine has, and gives the same bits on all.
type Net struct {
	words int // of a side's sums
	rows  []uint64
	first [maxWords]uint64 // the sums of an empty board
	out   [2 * 4 * maxWords]int32
	bias  int64
}

const (
	kinds      = rules.Roles * rules.Squares // of pieces of one side
	maxWords   = 16
	laneMiddle = 1 << 15 // the lane of the sum 0
	laneOne    = 255     // a hidden unit of 1
	outOne     = 32      // a weight of one score
	mostScore  = 20000
)

// ReadNet reads the file of a network that tune/net.py wrote: the number of hidden
// units, their weights for every own and every other piece, their biases, the
// weights of the units of the side to move and of the other, and the last bias.
func ReadNet(data []byte) (*Net, error) {
	file, err := learnt.Read(data)
	if err != nil {
		return nil, err
	}
	list := func(name string, n int) []int16 {
		numbers, e := file.Whole(name, n)
		if e != nil {
			err = e
			return make([]int16, n)
		}
		return numbers
	}
	units := int(list("units", 1)[0])
	if err == nil && (units < 4 || units > 4*maxWords || units%4 != 0) {
		err = fmt.Errorf("evo: a network cannot have %d units", units)
	}
	if err != nil {
		return nil, err
	}
	rows, biases, out, last := list("rows", 2*kinds*units), list("biases", units), list("out", 2*units), list("last", 1)
	if err != nil {
		return nil, err
	}
	n := &Net{words: units / 4, rows: make([]uint64, len(rows)/4), bias: int64(last[0])}
	most := make([]int64, units) // how far a sum can go
	for i, v := range rows {
		n.rows[i/4] += uint64(int64(v)) << (16 * (i % 4))
		most[i%units] = max(most[i%units], int64(v), -int64(v))
	}
	for i, v := range biases {
		n.first[i/4] += uint64(int64(v)+laneMiddle) << (16 * (i % 4))
		if most[i]*2*rules.PiecesEach+max(int64(v), -int64(v)) >= laneMiddle {
			return nil, errors.New("evo: the network's sums do not fit")
		}
	}
	for i, v := range out {
		n.out[i] = int32(v)
	}
	return n, nil
}

// kind numbers a piece as its owner sees it.
func kind(s rules.Side, r rules.Role, q rules.Square) int {
	if s != rules.South {
		q = 127 - q&127
	}
	return int(r)*rules.Squares + int(q&127)
}

// sums are the hidden units before they are cut, of South and of North.
type sums [2][maxWords]uint64

// change is a piece that comes or goes.
type change struct {
	side rules.Side
	kind int
	goes bool
}

// change adds or takes a piece in both sides' sums.
func (n *Net) change(s *sums, c change) {
	side := int(c.side >> 1)
	mine := n.rows[c.kind*n.words : (c.kind+1)*n.words]
	yours := n.rows[(kinds+c.kind)*n.words : (kinds+c.kind+1)*n.words]
	a, b := s[side][:len(mine)], s[1-side][:len(yours)]
	if c.goes {
		for i, v := range mine {
			a[i] -= v
		}
		for i, v := range yours {
			b[i] -= v
		}
		return
	}
	for i, v := range mine {
		a[i] += v
	}
	for i, v := range yours {
		b[i] += v
	}
}

// refresh makes the sums from nothing.
func (n *Net) refresh(s *sums, p *rules.Position) {
	s[0], s[1] = n.first, n.first
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		for half, set := range p.Pieces(side) {
			for ; set != 0; set &= set - 1 {
				q := rules.Square(half<<6 | bits.TrailingZeros64(set))
				n.change(s, change{side, kind(side, p.At(q).Role(), q), false})
			}
		}
	}
}

// update makes the sums after an action from those before it.
func (n *Net) update(s, before *sums, p *rules.Position, act game.Action, captured rules.Piece) {
	from, to, role, turns := rules.Split(act)
	me, old := p.Side(), p.At(from).Role()
	if !turns {
		role = old
	}
	copy(s[0][:n.words], before[0][:n.words])
	copy(s[1][:n.words], before[1][:n.words])
	n.change(s, change{me, kind(me, old, from), true})
	n.change(s, change{me, kind(me, role, to), false})
	if !captured.Empty() && !captured.Castle() {
		n.change(s, change{me ^ 2, kind(me^2, captured.Role(), to), true})
	}
}

// weigh is the score of a side's units.
func (n *Net) weigh(s *[maxWords]uint64, out []int32) int64 {
	total := int64(0)
	for i, w := range s[:n.words] {
		o := out[4*i : 4*i+4]
		a := min(max(int64(w&0xffff)-laneMiddle, 0), laneOne)
		b := min(max(int64(w>>16&0xffff)-laneMiddle, 0), laneOne)
		c := min(max(int64(w>>32&0xffff)-laneMiddle, 0), laneOne)
		d := min(max(int64(w>>48)-laneMiddle, 0), laneOne)
		total += a*a*int64(o[0]) + b*b*int64(o[1]) + c*c*int64(o[2]) + d*d*int64(o[3])
	}
	return total
}

// score is what the network adds to the places, for the side to move.
func (n *Net) score(s *sums, to rules.Side) int {
	side := int(to >> 1)
	units := 4 * n.words
	total := n.weigh(&s[side], n.out[:units]) + n.weigh(&s[1-side], n.out[units:2*units])
	return int((total/(laneOne*laneOne) + n.bias) / outOne)
}
