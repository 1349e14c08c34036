package earthquake

import (
	"math"
	"sync"

	"atoll/bots/learnt"
	"atoll/game"
	rules "atoll/games/earthquake"
)

const (
	weightFile = "earthquake/net.weights"
	weightList = "weights"
)

// Hidden is the width of the network's only inner layer.
const Hidden = 16

// Network judges one explorer at the start of a turn: a number that, compared by
// softmax with those of the others, is its chance to be the last one left.
type Network struct {
	In  [inputs][Hidden]float32
	B   [Hidden]float32
	Out [Hidden]float32
	// Skip is a straight line from input to output.
	Skip [inputs]float32
}

// Size is the number of weights.
const Size = inputs*Hidden + 2*Hidden + inputs

// Weights lists pointers to all weights, in a fixed order.
func (n *Network) Weights() []*float32 {
	list := make([]*float32, 0, Size)
	for i := range n.In {
		for j := range n.In[i] {
			list = append(list, &n.In[i][j])
		}
	}
	for j := range n.B {
		list = append(list, &n.B[j])
	}
	for j := range n.Out {
		list = append(list, &n.Out[j])
	}
	for i := range n.Skip {
		list = append(list, &n.Skip[i])
	}
	return list
}

// trained is the network that comes with the package, read once.
var trained = sync.OnceValue(func() *Network {
	n, err := ReadNetwork(learnt.File(weightFile))
	if err != nil {
		panic(weightFile + ": " + err.Error())
	}
	return n
})

// ReadNetwork reads a file of weights.
func ReadNetwork(data []byte) (*Network, error) {
	file, err := learnt.Read(data)
	if err != nil {
		return nil, err
	}
	numbers, err := file.Real(weightList, Size)
	if err != nil {
		return nil, err
	}
	n := &Network{}
	for i, w := range n.Weights() {
		*w = numbers[i]
	}
	return n, nil
}

// AppendFile writes the file of weights.
func (n *Network) AppendFile(dst []byte) []byte {
	numbers := make([]float32, 0, Size)
	for _, w := range n.Weights() {
		numbers = append(numbers, *w)
	}
	var file learnt.Weights
	file.AddReal(weightList, numbers)
	return file.Append(dst)
}

// Judge is the network's output for one explorer.
func (n *Network) Judge(v *Input) float32 {
	h := n.B
	var z float32
	for k := range v.N {
		i, x := v.Index[k], v.Value[k]
		row := &n.In[i]
		for j := range h {
			h[j] += x * row[j]
		}
		z += x * n.Skip[i]
	}
	for j := range h {
		if h[j] > 0 {
			z += h[j] * n.Out[j]
		}
	}
	return z
}

// Evaluate sets the chance of each seat in a position that asks for going.
func (n *Network) Evaluate(p *rules.Position, scores *[game.MaxSeats]float64) {
	var g sight
	var v Input
	g.look(p)
	var z [game.MaxSeats]float64
	top := math.Inf(-1)
	for s := range game.Seat(p.Players()) {
		if g.in[s] {
			g.describe(p, s, &v)
			z[s] = float64(n.Judge(&v))
			top = max(top, z[s])
		}
	}
	sum := 0.0
	for s := range p.Players() {
		scores[s] = 0
		if g.in[s] {
			scores[s] = math.Exp(z[s] - top)
			sum += scores[s]
		}
	}
	for s := range p.Players() {
		scores[s] /= sum
	}
}

// judge is the quick judgement of any position, for the greedy bot: until all explorers are placed,
// higher stacks are better; in the middle of a turn the position is judged as it stands.
func judge(st game.State, scores *[game.MaxSeats]float64) {
	p := &st.(*rules.State).Position
	if p.Phase() != rules.PhasePlace {
		trained().Evaluate(p, scores)
		return
	}
	sum := 0.0
	for s := range game.Seat(p.Players()) {
		scores[s] = 0
		if p.In(s) {
			scores[s] = 2
			if h := p.At(s); h >= 0 {
				scores[s] = 1 + float64(p.Height(h))
			}
			sum += scores[s]
		}
	}
	for s := range p.Players() {
		scores[s] /= sum
	}
}
