package evo

import (
	"context"

	"atoll/game"
	rules "atoll/games/evo"
	"atoll/search"
)

// Searcher is the alpha-beta search for two players by itself, for tuning and
// measuring.
type Searcher struct {
	Seed uint64 // of its whims

	tt table
	e  *engine
}

// NewSearcher makes a searcher that judges by places and, if it is not nil, a
// network, with a table of that many bytes.
func NewSearcher(places *Places, net *Net, memory int64) *Searcher {
	s := &Searcher{}
	s.tt.size(memory)
	s.e = newEngine(&s.tt, places)
	s.e.net = net
	return s
}

// TunedPlaces returns the places that come with the package.
func TunedPlaces() *Places { return tuned() }

// HandPlaces returns the places made by hand.
func HandPlaces() *Places { return handPlaces }

// Search looks at a position of two players for that many nodes and returns the
// best action, its score for the side to move and the depth. It remembers
// positions from one call to the next until Forget.
func (s *Searcher) Search(st *rules.State, nodes int64, maxDepth int) (a game.Action, score, depth int) {
	s.e.begin(st, search.NewClock(context.Background(), search.Nodes(nodes), 1<<20), s.Seed, nil)
	s.e.run(maxDepth)
	return s.e.root[0].action, s.e.root[0].score, s.e.depth
}

// Forget empties the table.
func (s *Searcher) Forget() { clear(s.tt.slots) }

// Chance turns a score into an expected share of the win.
func Chance(score int) float64 { return chance(score) }

// Decided reports whether a score is a forced win or loss.
func Decided(score int) bool { return score >= won || score <= -won }

// FourSearcher is the search for four players by itself.
type FourSearcher struct {
	Seed uint64 // of its whims

	tt table
	e  *fourSearch
}

// NewFourSearcher makes a searcher that judges by weights.
func NewFourSearcher(weights *FourWeights, memory int64) *FourSearcher {
	s := &FourSearcher{}
	s.tt.size(memory)
	s.e = newFourSearch(&s.tt, weights)
	return s
}

// HandFour returns the weights made by hand.
func HandFour() *FourWeights { return &handFour }

// Search looks at a position of four players for that many nodes.
func (s *FourSearcher) Search(st *rules.State, nodes int64, maxDepth int) (a game.Action, score int) {
	clear(s.tt.slots)
	s.e.begin(st, search.NewClock(context.Background(), search.Nodes(nodes), 1<<20), s.Seed, nil)
	s.e.run(maxDepth)
	return s.e.root[0].action, s.e.root[0].score
}

// Scale is the score that means odds of e to 1.
const Scale = scale
