package main

import (
	"errors"
	"fmt"
	"math/big"

	"atoll/game"
)

// proof is every position that can follow from a first one, with what it is worth
// to the first seat: its share of the first place if both play as well as possible.
type proof struct {
	order  []string
	values map[string]*big.Rat
	limit  int
}

var errLarge = errors.New("more positions than the limit")

// solve finds the value of a position of two players by looking at everything that
// can follow. A position's text holds all that counts, how often it stood on the
// board included, so no position follows from itself.
func (p *proof) solve(st game.State) (*big.Rat, error) {
	text := string(st.AppendText(nil))
	if v, ok := p.values[text]; ok {
		return v, nil
	}
	if len(p.values) >= p.limit {
		return nil, errLarge
	}
	p.values[text] = nil // keeps its place in the count
	at := len(p.order)
	p.order = append(p.order, text)
	v, err := p.value(st)
	if err != nil {
		return nil, fmt.Errorf("%w (below number %d)", err, at)
	}
	p.values[text] = v
	return v, nil
}

func (p *proof) value(st game.State) (*big.Rat, error) {
	acting := st.Acting()
	switch {
	case acting == 0:
		return new(big.Rat).SetFloat64(st.Result().Score(0, 2)), nil
	case acting.Len() > 1:
		return nil, errors.New("two choose at once: this needs a mixture")
	}
	seat := acting.First()
	if b, ok := st.(game.Bulk); ok && b.BulkPending() {
		return nil, errors.New("there are too many outcomes to list")
	}
	list := st.AppendActions(nil, seat)
	var best *big.Rat
	sum, weights := new(big.Rat), int64(0)
	for _, a := range list {
		next := st.Copy()
		next.Play(game.Choose(seat, a), nil)
		v, err := p.solve(next)
		if err != nil {
			return nil, err
		}
		switch {
		case seat == game.Nature:
			w := int64(st.Weight(a))
			weights += w
			sum.Add(sum, new(big.Rat).Mul(v, big.NewRat(w, 1)))
		case best == nil || seat == 0 && v.Cmp(best) > 0 || seat == 1 && v.Cmp(best) < 0:
			best = v
		}
	}
	if seat == game.Nature {
		return sum.Quo(sum, big.NewRat(weights, 1)), nil
	}
	return best, nil
}

func newProof(limit int) *proof { return &proof{values: map[string]*big.Rat{}, limit: limit} }

// find plays random games from a position and returns the first position from
// which everything that follows fits between least and most positions.
func find(cfg game.Config, least, most int, seed uint64) (game.State, *proof) {
	for r := game.NewRand(seed); ; {
		st := cfg.New()
		var past []game.State
		for st.Acting() != 0 {
			past = append(past, st.Copy())
			if err := game.Try(st, st.Acting().First(), pick(st, r), nil); err != nil {
				panic(err)
			}
		}
		for back := 2; back <= len(past); back++ {
			from := past[len(past)-back]
			if from.Acting() == game.Only(game.Nature) {
				continue
			}
			p := newProof(most)
			v, err := p.solve(from)
			if err != nil {
				break
			}
			if len(p.order) >= least && v.Sign() > 0 && v.Cmp(big.NewRat(1, 1)) < 0 {
				return from, p
			}
		}
	}
}

func pick(st game.State, r *game.Rand) string {
	s := st.Acting().First()
	if s == game.Nature {
		return game.Draw(st, r)
	}
	if l, ok := st.(game.Lively); ok && r.Intn(3) > 0 {
		return string(st.AppendAction(nil, s, l.LivelyAction(s, r)))
	}
	a, _ := game.Sample(st, s, r, nil)
	return string(st.AppendAction(nil, s, a))
}
