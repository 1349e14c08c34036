// Package learned makes bots of networks that were learnt from self-play: one that
// draws from the network's policy, and one that searches with its help. It knows no
// game; whatever game.Encoder tells a learner is enough.
package learned

import (
	"context"
	"fmt"
	"math"
	"sync"

	"atoll/bots"
	"atoll/game"
	"atoll/neural"
	"atoll/search"
	"atoll/search/mcts"
)

// explore is the constant of PUCT.
const explore = 1.5

// Brain is a network that fits a table.
type Brain struct {
	net    *neural.Net
	cfg    game.Config
	memory sync.Pool // of *memory
}

// memory is what one thread needs to think.
type memory struct {
	*neural.Mind
	seen    []byte
	word    []int32
	letters []int32
}

// Fit checks that a network is for a table and its rules.
func Fit(n *neural.Net, cfg game.Config) (*Brain, error) {
	e, ok := cfg.New().(game.Encoder)
	if !ok {
		return nil, fmt.Errorf("%s has no numbers to learn from", cfg.Game.ID)
	}
	sp := e.Space()
	name := fmt.Sprintf("%s-v%d", cfg.Game.ID, cfg.Game.Rules)
	switch {
	case n.Game != name:
		return nil, fmt.Errorf("the network is for %.40s, the table for %s", n.Game, name)
	case n.Players != cfg.Players || n.Inputs != sp.Size() || n.Actions != sp.Actions:
		return nil, fmt.Errorf("the network is for another kind of table: %.200s", n.Config)
	}
	b := &Brain{net: n, cfg: cfg}
	b.memory.New = func() any { return &memory{Mind: neural.NewMind(n)} }
	return b, nil
}

// look lets the network see what a seat sees.
func (b *Brain) look(m *memory, st game.Encoder, s game.Seat, word []int32) float64 {
	m.seen = st.AppendObservation(m.seen[:0], game.SeatViewer(s), word)
	return m.Look(m.seen)
}

// Evaluate is search.Evaluator.
func (b *Brain) Evaluate(st game.State, scores *[game.MaxSeats]float64) {
	m := b.memory.Get().(*memory)
	defer b.memory.Put(m)
	e := st.(game.Encoder)
	if b.cfg.Players == 2 {
		// The network knows best the seat that is to choose.
		s := game.Seat(0)
		if acting := st.Acting(); acting == game.Only(1) {
			s = 1
		}
		v := b.look(m, e, s, nil)
		scores[s], scores[1-s] = v, 1-v
		return
	}
	sum := 1e-9
	for s := range game.Seat(b.cfg.Players) {
		scores[s] = b.look(m, e, s, nil)
		sum += scores[s]
	}
	for s := range b.cfg.Players {
		scores[s] /= sum
	}
}

// Prior sets out to the network's policy over all actions of a seat, which must be
// words of one letter.
func (b *Brain) Prior(st game.State, s game.Seat, list []game.Action, out []float32) {
	m := b.memory.Get().(*memory)
	defer b.memory.Put(m)
	e := st.(game.Encoder)
	b.look(m, e, s, nil)
	for i, a := range list {
		m.word = e.AppendWord(m.word[:0], s, a)
		out[i] = m.Logit(m.word[0])
	}
	softmax(out)
}

func softmax(list []float32) {
	top := list[0]
	for _, x := range list {
		top = max(top, x)
	}
	sum := 0.0
	for i, x := range list {
		e := math.Exp(float64(x - top))
		list[i] = float32(e)
		sum += e
	}
	for i := range list {
		list[i] = float32(float64(list[i]) / sum)
	}
}

// Policy is a bot that draws each choice from the network's policy, without search.
func (b *Brain) Policy() bots.Bot {
	return bots.Func(func(_ context.Context, q bots.Question) (search.Report, error) {
		m := b.memory.Get().(*memory)
		defer b.memory.Put(m)
		e := q.View.(game.Encoder)
		r := game.NewRand(q.Seed)
		var logits []float32
		rep := search.Report{Seat: q.Seat, Nodes: 1}
		m.word = m.word[:0]
		for {
			v := b.look(m, e, q.Seat, m.word)
			if len(m.word) == 0 {
				for s := range b.cfg.Players {
					rep.Values[s] = (1 - v) / float64(b.cfg.Players-1)
				}
				rep.Values[q.Seat] = v
			}
			m.letters = e.AppendLegal(m.letters[:0], q.Seat, m.word)
			logits = logits[:0]
			for _, l := range m.letters {
				logits = append(logits, m.Logit(l))
			}
			softmax(logits)
			at, x := 0, float32(r.Float64())
			for at = 0; at < len(logits)-1; at++ {
				if x -= logits[at]; x < 0 {
					break
				}
			}
			m.word = append(m.word, m.letters[at])
			a, more := e.Spell(q.Seat, m.word)
			if !more {
				rep.Action = a
				rep.Candidates = []search.Candidate{{Action: a, Value: v, Weight: 1}}
				return rep, nil
			}
		}
	})
}

// Search is a bot that searches a tree by the network's policy and value. Where
// seats choose at once, or a choice has several letters, there is none yet: it is
// the policy alone.
func (b *Brain) Search() bots.Bot {
	e := b.cfg.New().(game.Encoder)
	if b.cfg.Game.Traits.Simultaneous || e.Space().MaxWord > 1 {
		return b.Policy()
	}
	s := mcts.New(mcts.Options{Evaluator: b, Prior: b.Prior, Playout: -1, Explore: explore})
	return bots.Func(func(ctx context.Context, q bots.Question) (search.Report, error) {
		return s.Search(ctx, q.View, q.Seat, q.Budget, q.Seed)
	})
}
