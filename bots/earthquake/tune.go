package earthquake

import (
	"fmt"
	"math"

	"atoll/game"
	rules "atoll/games/earthquake"
)

// Tuning: games against itself are turned into samples, and the network learns
// from them who is the last one left. See the command in tune.

// Turn is the start of a turn as everybody sees it, and who won in the end.
type Turn struct {
	Position string
	Winner   game.Seat
}

// Sample is what the network learns from a turn.
type Sample struct {
	seats  []input
	winner int // index into seats
}

// Sample describes the turn.
func (u Turn) Sample() (Sample, error) {
	st := rules.Game.MustConfigure(2).New().(*rules.State)
	if err := st.UnmarshalText([]byte(u.Position)); err != nil {
		return Sample{}, err
	}
	if st.Phase() != rules.PhaseGo || u.Winner < 0 || int(u.Winner) >= st.Players() || !st.In(u.Winner) {
		return Sample{}, fmt.Errorf("no start of a turn that %d could win: %s", u.Winner+1, u.Position)
	}
	var smp Sample
	var g sight
	g.look(&st.Position)
	for o := range game.Seat(st.Players()) {
		if st.In(o) {
			if o == u.Winner {
				smp.winner = len(smp.seats)
			}
			var v input
			g.describe(&st.Position, o, &v)
			smp.seats = append(smp.seats, v)
		}
	}
	return smp, nil
}

// Play is how games for tuning are made.
type Play struct {
	Net     *Network // nil plays by playouts
	Nodes   int
	Stray   float64 // likelihood of an action drawn by the quick policy
	Players int
}

// SelfPlay plays one game and returns the start of every turn.
func (pl Play) SelfPlay(seed uint64) []Turn {
	var turns []Turn
	end := pl.Watch(seed, func(st *rules.State) {
		if st.Phase() == rules.PhaseGo {
			turns = append(turns, Turn{Position: string(game.Look(st, game.PublicViewer()).AppendText(nil))})
		}
	})
	for s := range game.Seat(pl.Players) {
		if end.In(s) {
			for i := range turns {
				turns[i].Winner = s
			}
		}
	}
	return turns
}

// Watch plays one game, shows every position in which somebody decides, and
// returns its end.
func (pl Play) Watch(seed uint64, show func(*rules.State)) *rules.State {
	r := game.NewRand(seed)
	st := rules.Game.MustConfigure(pl.Players).New().(*rules.State)
	if err := st.PlayBulk(st.DrawBulk(r), nil); err != nil {
		panic(err)
	}
	p := &st.Position
	t := &tree{net: pl.Net, opt: tuned}
	t.opt.roll = pl.Net == nil
	for p.Actor() >= 0 {
		show(st)
		s := p.Actor()
		list := p.AppendActions(nil, s)
		a := list[0]
		switch {
		case len(list) == 1:
		case r.Float64() < pl.Stray:
			a = pick(p, s, list, r)
		default:
			seen := game.Look(st, game.SeatViewer(s)).(*rules.State)
			t.reset(&seen.Position, 1<<24, *r.Split(r.Uint64()))
			for range pl.Nodes {
				t.iterate()
			}
			best := int32(-1)
			for _, arm := range t.arms[:len(t.byArm)] {
				if arm.visits > best {
					best, a = arm.visits, game.Action(arm.action)
				}
			}
		}
		p.Do(a, nil)
	}
	return st
}

// Learner trains a network by Adam.
type Learner struct {
	Net  *Network
	Rate float64
	// Decay pulls the weights to zero.
	Decay float64
	m, v  Network
	grad  Network
	step  int
}

// Loss returns the mean log loss over samples, and how often the favourite won.
func (n *Network) Loss(samples []Sample) (loss, hits float64) {
	var z [game.MaxSeats]float64
	for i := range samples {
		s := &samples[i]
		p := n.chances(s, &z)
		loss -= math.Log(max(p[s.winner], 1e-9))
		best := 0
		for j := range p {
			if p[j] > p[best] {
				best = j
			}
		}
		if best == s.winner {
			hits++
		}
	}
	return loss / float64(len(samples)), hits / float64(len(samples))
}

func (n *Network) chances(s *Sample, z *[game.MaxSeats]float64) []float64 {
	top := math.Inf(-1)
	p := z[:len(s.seats)]
	for j := range s.seats {
		p[j] = float64(n.judge(&s.seats[j]))
		top = max(top, p[j])
	}
	sum := 0.0
	for j := range p {
		p[j] = math.Exp(p[j] - top)
		sum += p[j]
	}
	for j := range p {
		p[j] /= sum
	}
	return p
}

// Batch takes one step down the slope of the log loss of the samples.
func (l *Learner) Batch(samples []Sample) {
	l.grad = Network{}
	var z [game.MaxSeats]float64
	for i := range samples {
		s := &samples[i]
		p := l.Net.chances(s, &z)
		for j := range p {
			d := p[j]
			if j == s.winner {
				d--
			}
			l.back(&s.seats[j], float32(d/float64(len(samples))))
		}
	}
	l.step++
	g, m, v, w := l.grad.Weights(), l.m.Weights(), l.v.Weights(), l.Net.Weights()
	c1, c2 := 1-math.Pow(0.9, float64(l.step)), 1-math.Pow(0.999, float64(l.step))
	for i := range w {
		x := float64(*g[i])
		a := 0.9*float64(*m[i]) + 0.1*x
		b := 0.999*float64(*v[i]) + 0.001*x*x
		*m[i], *v[i] = float32(a), float32(b)
		*w[i] -= float32(l.Rate * (a/c1/(math.Sqrt(b/c2)+1e-8) + l.Decay*float64(*w[i])))
	}
}

// back adds the slope of one input, d being that of its output.
func (l *Learner) back(in *input, d float32) {
	n, g := l.Net, &l.grad
	h := n.B
	for k := range in.n {
		row := &n.In[in.index[k]]
		for j := range h {
			h[j] += in.value[k] * row[j]
		}
	}
	var dh [hidden]float32
	for j := range h {
		if h[j] > 0 {
			g.Out[j] += d * h[j]
			dh[j] = d * n.Out[j]
			g.B[j] += dh[j]
		}
	}
	for k := range in.n {
		x := in.value[k]
		row := &g.In[in.index[k]]
		for j := range dh {
			row[j] += dh[j] * x
		}
		g.Skip[in.index[k]] += d * x
	}
}

// NewNetwork returns a network of small random weights.
func NewNetwork(r *game.Rand) *Network {
	n := &Network{}
	for i := range n.In {
		for j := range n.In[i] {
			n.In[i][j] = float32(r.Float64()-0.5) * 0.4
		}
	}
	for j := range n.Out {
		n.Out[j] = float32(r.Float64()-0.5) * 0.4
	}
	return n
}
