package epigo

import (
	"atoll/game"
	"atoll/games/epigo"
)

// Searcher solves turns by itself, for tuning. Not for concurrent use.
type Searcher struct{ t *turn }

// NewSearcher makes a searcher that judges by e.
func NewSearcher(e *Eval) *Searcher { return &Searcher{newTurn(e)} }

// Sampled solves a turn between n random plans of each side.
func (s *Searcher) Sampled(pos epigo.Position, n int, r *game.Rand) Solution {
	s.t.start(pos, false, endless())
	return s.t.sampled(n, r)
}

// Play plays a turn; who decides in its middle goes by the evaluation.
func (s *Searcher) Play(pos *epigo.Position, plans [2]epigo.Plan) {
	s.t.kernel.Turn(pos, plans[0], plans[1])
}

// Pick chooses among the positions that a side may bring about in mid-turn.
func (s *Searcher) Pick(side int, options []epigo.Position) int { return s.t.judge.pick(side, options) }
