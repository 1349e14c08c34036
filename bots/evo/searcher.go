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
	tt table
	e  *engine
}

// NewSearcher makes a searcher that judges by net, or by the evaluation made by
// hand if net is nil, with a table of so many bytes.
func NewSearcher(net *Network, memory int64) *Searcher {
	s := &Searcher{}
	s.tt.size(memory)
	s.e = newEngine(&s.tt, net)
	return s
}

// Tuned returns the network that comes with the package.
func Tuned() *Network { return tuned }

// Search looks at a position of two players for so many nodes and returns the
// best action, its score for the side to move and the depth. It remembers
// positions from one call to the next until Forget.
func (s *Searcher) Search(st *rules.State, nodes int64, maxDepth int) (a game.Action, score, depth int) {
	s.e.begin(st, search.NewClock(context.Background(), search.Nodes(nodes), 1<<20), nil)
	s.e.run(maxDepth)
	return s.e.root[0].action, s.e.root[0].score, s.e.depth
}

// Forget empties the table.
func (s *Searcher) Forget() { clear(s.tt.slots) }

// Hand is the evaluation made by hand, for the side to move.
func Hand(p *rules.Position) int {
	var a accumulator
	a.refresh(nil, p)
	return a.value(nil, p)
}

// Chance turns a score into an expected share of the win.
func Chance(score int) float64 { return chance(score) }

// Decided reports whether a score is a forced win or loss.
func Decided(score int) bool { return score >= won || score <= -won }

// PartySearcher is the search for four players by itself.
type PartySearcher struct {
	tt table
	e  *party
}

// NewPartySearcher makes a searcher that judges by weights.
func NewPartySearcher(weights *Party, memory int64) *PartySearcher {
	s := &PartySearcher{}
	s.tt.size(memory)
	s.e = newParty(&s.tt, weights)
	return s
}

// TunedParty returns the weights that come with the package, and HandParty those
// made by hand.
func TunedParty() *Party { return tunedParty }

// HandParty returns the weights made by hand.
func HandParty() *Party { return &handParty }

// Search looks at a position of four players for so many nodes.
func (s *PartySearcher) Search(st *rules.State, nodes int64, maxDepth int) (a game.Action, score int) {
	clear(s.tt.slots)
	s.e.begin(st, search.NewClock(context.Background(), search.Nodes(nodes), 1<<20), nil)
	s.e.run(maxDepth)
	return s.e.root[0].action, s.e.root[0].score
}

// Scale is the score that means odds of e to 1.
const Scale = scale
