package evo

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"math"

	"atoll/game"
	rules "atoll/games/evo"
)

// Network judges positions of two players. Its inputs are what stands where, once
// as each side sees it: 512 for one's own pieces by role and square, 512 for the
// other's. Both views go through the same first layer; the two halves, the side
// to move first, are clipped to 0..1 and summed by the second layer. The result
// corrects a share of the evaluation made by hand, so that what self-play never
// showed is still judged sensibly. The sum is the logarithm of the odds of winning.
//
// The first layer is a sum over the pieces, so that it is carried from position
// to position (accumulator) instead of being made anew.
type Network struct {
	first  [Inputs][Hidden]int16
	bias   [Hidden]int16
	second [2 * Hidden]int16
	out    int32
	hand   int32 // share of the evaluation made by hand, in 256ths
}

const (
	// Inputs is the number of inputs of one view.
	Inputs = 2 * rules.Roles * rules.Squares
	// Hidden is the number of units of one half.
	Hidden = 32

	unit1 = 255 // 1.0 in the first layer
	unit2 = 64  // 1.0 in the second
)

// Input numbers a piece as viewer sees it.
func Input(viewer, owner rules.Side, r rules.Role, q rules.Square) int {
	q &= 127
	if viewer != rules.South {
		q = 127 - q
	}
	n := int(r)*rules.Squares + int(q)
	if owner != viewer {
		n += Inputs / 2
	}
	return n
}

// Weights are the weights of a Network as training has them.
type Weights struct {
	First  [Inputs][Hidden]float32
	Bias   [Hidden]float32
	Second [2 * Hidden]float32
	Out    float32
	Hand   float32
}

// MaxFirst and MaxSecond bound the weights so that their sums fit in 16 bits.
const (
	MaxFirst  = 1.98
	MaxSecond = 127.0 / unit2 * 2
)

// Append writes the weights, rounded, in the form that the package embeds.
func (w *Weights) Append(dst []byte) []byte {
	put := func(x float32, unit float64) {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(int16(math.Round(float64(x)*unit))))
	}
	for i := range w.First {
		for _, x := range w.First[i] {
			put(x, unit1)
		}
	}
	for _, x := range w.Bias {
		put(x, unit1)
	}
	for _, x := range w.Second {
		put(x, unit2)
	}
	dst = binary.LittleEndian.AppendUint32(dst, uint32(int32(math.Round(float64(w.Out)*unit1*unit2))))
	return binary.LittleEndian.AppendUint32(dst, uint32(int32(math.Round(float64(w.Hand)*256))))
}

const netSize = 2*(Inputs*Hidden+Hidden+2*Hidden) + 8

// ReadNetwork reads what Append wrote.
func ReadNetwork(data []byte) (*Network, error) {
	if len(data) != netSize {
		return nil, errors.New("evo: a network of another size")
	}
	n := &Network{}
	take := func() int16 {
		v := int16(binary.LittleEndian.Uint16(data))
		data = data[2:]
		return v
	}
	for i := range n.first {
		for j := range n.first[i] {
			n.first[i][j] = take()
		}
	}
	for j := range n.bias {
		n.bias[j] = take()
	}
	for j := range n.second {
		n.second[j] = take()
	}
	n.out = int32(binary.LittleEndian.Uint32(data))
	n.hand = int32(binary.LittleEndian.Uint32(data[4:]))
	return n, nil
}

//go:embed two.net
var twoNet []byte

// tuned is the network that comes with the package.
var tuned = func() *Network {
	n, err := ReadNetwork(twoNet)
	if err != nil {
		panic(err)
	}
	return n
}()

// accumulator is what the evaluation carries from position to position: the sum
// of places made by hand, South's less North's, and the first layer of the
// network for both views.
type accumulator struct {
	sum  int32
	half [2][Hidden]int16
}

func (a *accumulator) refresh(net *Network, p *rules.Position) {
	a.sum = 0
	if net != nil {
		a.half = [2][Hidden]int16{net.bias, net.bias}
	}
	for q := range rules.Square(rules.Squares) {
		piece := p.At(q)
		if piece.Empty() || piece.Castle() {
			continue
		}
		s, r := piece.Owner(), piece.Role()
		a.sum += place(s, r, q)
		if net == nil {
			continue
		}
		for v := range a.half {
			row := &net.first[Input(rules.Side(2*v), s, r, q)]
			for i := range row {
				a.half[v][i] += row[i]
			}
		}
	}
}

// update makes a from the accumulator of the position p and an action played
// there.
func (a *accumulator) update(net *Network, before *accumulator, p *rules.Position, act game.Action, captured rules.Piece) {
	from, to, role, turns := rules.Split(act)
	me, old := p.Side(), p.At(from).Role()
	if !turns {
		role = old
	}
	taken := !captured.Empty() && !captured.Castle()
	a.sum = before.sum - place(me, old, from) + place(me, role, to)
	if taken {
		a.sum -= place(me^2, captured.Role(), to)
	}
	if net == nil {
		return
	}
	for v := range a.half {
		viewer := rules.Side(2 * v)
		less := &net.first[Input(viewer, me, old, from)]
		more := &net.first[Input(viewer, me, role, to)]
		src, dst := &before.half[v], &a.half[v]
		if !taken {
			for i := range dst {
				dst[i] = src[i] - less[i] + more[i]
			}
			continue
		}
		gone := &net.first[Input(viewer, me^2, captured.Role(), to)]
		for i := range dst {
			dst[i] = src[i] - less[i] + more[i] - gone[i]
		}
	}
}

// value is the evaluation for the side to move.
func (a *accumulator) value(net *Network, p *rules.Position) int {
	hand := int(a.sum) + tempo
	if p.Side() != rules.South {
		hand = tempo - int(a.sum)
	}
	if net == nil {
		return hand
	}
	v := p.Side() >> 1 & 1
	mine, yours := &a.half[v], &a.half[v^1]
	first, second := (*[Hidden]int16)(net.second[:]), (*[Hidden]int16)(net.second[Hidden:])
	sum := net.out
	for i := range mine {
		sum += int32(max(0, min(mine[i], unit1)))*int32(first[i]) + int32(max(0, min(yours[i], unit1)))*int32(second[i])
	}
	return int(sum)*scale/(unit1*unit2) + hand*int(net.hand)/256
}
