package epigo

import (
	"math"

	"atoll/game"
	"atoll/games/epigo"
	"atoll/search"
)

// Lanes is the width of the hidden layer. The first lane is linear; the others
// are cut off below zero.
const (
	Lanes = 16
	words = Lanes / 4
)

// fixed is the fixed point of the quantised weights, and top their greatest
// size: maxActive of them, shifted to be positive, fit into 16 bits.
const (
	fixed  = 180
	offset = 1 << 16 / (maxActive + 1) / 2
	top    = float32(offset-1) / fixed
)

// Eval judges positions. It is the quantised form of a net: four 16-bit lanes in
// a word, made positive, so that four sums are one addition. It is read-only and
// safe for concurrent use.
type Eval struct {
	rows [Features][words]uint64
	out  [Lanes]float32
	bias [Lanes]float32
}

// NewEval quantises the weights of a net: a row for each feature, then the hidden
// layer's biases and outputs.
func NewEval(rows *[Features][Lanes]float32, bias, out [Lanes]float32) *Eval {
	e := &Eval{out: out, bias: bias}
	for f := range rows {
		for l, w := range rows[f] {
			e.setLane(f, l, int(math.Round(float64(min(max(w, -top), top))*fixed)))
		}
	}
	return e
}

// Weights returns what NewEval was given, as it was rounded.
func (e *Eval) Weights() (rows *[Features][Lanes]float32, bias, out [Lanes]float32) {
	rows = new([Features][Lanes]float32)
	for f := range rows {
		for l := range Lanes {
			rows[f][l] = float32(e.lane(f, l)) / fixed
		}
	}
	return rows, e.bias, e.out
}

// Logit is how much better South stands, in the logarithm of the odds. The view
// of each side goes through the same net, so that changing sides changes the
// sign.
func (e *Eval) Logit(p *epigo.Position) float32 {
	var tac [2][tactics]uint8
	attack(p, 0, &tac[0])
	attack(p, 1, &tac[1])
	return e.side(p, 0, &tac) - e.side(p, 1, &tac)
}

func (e *Eval) side(p *epigo.Position, side int, tac *[2][tactics]uint8) float32 {
	var v View
	v.set(p, side, tac)
	var a, b, c, d uint64
	for _, f := range v.List[:v.N] {
		r := &e.rows[f]
		a += r[0]
		b += r[1]
		c += r[2]
		d += r[3]
	}
	base := float32(v.N) * offset
	sums := [words]uint64{a, b, c, d}
	var sum float32
	for i, w := range sums {
		for j := range 4 {
			h := float32(uint16(w))*1 - base
			h = h*(1/float32(fixed)) + e.bias[4*i+j]
			if h < 0 && i+j > 0 {
				h = 0
			}
			sum += h * e.out[4*i+j]
			w >>= 16
		}
	}
	return sum
}

const (
	squashTop  = 8
	squashStep = 128
)

// squash turns logits into probabilities by table.
var squash [2*squashTop*squashStep + 1]float32

func init() {
	for i := range squash {
		squash[i] = float32(sigmoid(float64(i)/squashStep - squashTop))
	}
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Value is South's expected score before a turn is planned, from 0 to 1.
func (e *Eval) Value(p *epigo.Position) float32 {
	switch {
	case p.Lost(1) >= 3:
		return 1
	case p.Lost(0) >= 3:
		return 0
	}
	x := (e.Logit(p) + squashTop) * squashStep
	return squash[int(min(max(x, 0), float32(len(squash)-1)))]
}

// Evaluate implements search.Evaluator.
func (e *Eval) Evaluate(st game.State, scores *[game.MaxSeats]float64) {
	p := st.(*epigo.State).Position()
	v := 0.5
	if !st.(*epigo.State).Deploying() {
		v = float64(e.Value(&p))
	}
	scores[0], scores[1] = v, 1-v
}

var _ search.Evaluator = (*Eval)(nil)

// cacheSize is the number of positions whose value is kept: successors repeat
// within a sweep three times over, and between sweeps.
const cacheSize = 1 << 15

type cached struct {
	key   uint64
	value float32
}

// judge is an Eval with a cache. It is not safe for concurrent use.
type judge struct {
	eval  *Eval
	cache []cached
	asked int64
}

func newJudge(e *Eval) *judge { return &judge{eval: e, cache: make([]cached, cacheSize)} }

func (j *judge) value(p *epigo.Position) float32 {
	h := p.Hash()
	c := &j.cache[h&(cacheSize-1)]
	if c.key == h {
		return c.value
	}
	j.asked++
	v := j.eval.Value(p)
	*c = cached{h, v}
	return v
}

// pick is how a side decides in mid-turn within a sweep.
func (j *judge) pick(side int, options []epigo.Position) int {
	best := 0
	value := j.value(&options[0])
	for i := 1; i < len(options); i++ {
		v := j.value(&options[i])
		if side == 0 && v > value || side == 1 && v < value {
			best, value = i, v
		}
	}
	return best
}
