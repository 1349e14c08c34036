package earthquake

import (
	"atoll/game"
	rules "atoll/games/earthquake"
)

// Searcher is the search by itself, for tuning.
type Searcher struct{ t tree }

// NewSearcher makes a searcher that judges by a network; with none it plays to the
// end at random.
func NewSearcher(net *Network) *Searcher {
	s := &Searcher{tree{net: net, opt: tuned}}
	s.t.opt.roll = net == nil
	return s
}

// Search looks at what a seat sees for that many iterations.
func (s *Searcher) Search(seen *rules.Position, iterations int, r game.Rand) game.Action {
	s.t.reset(seen, 1<<24, r)
	for range iterations {
		s.t.iterate()
	}
	best, a := int32(-1), game.Action(0)
	for _, arm := range s.t.arms[:len(s.t.byArm)] {
		if arm.visits > best {
			best, a = arm.visits, game.Action(arm.action)
		}
	}
	return a
}

// Careless draws an action by the quick policy of playouts.
func Careless(p *rules.Position, s game.Seat, list []game.Action, r *game.Rand) game.Action {
	return pick(p, s, list, r)
}

// Describe says what the network sees of everybody who is still in, in the order of
// the seats.
func Describe(p *rules.Position) (seats []game.Seat, inputs []Input) {
	var g sight
	g.look(p)
	for s := range game.Seat(p.Players()) {
		if p.In(s) {
			var v Input
			g.describe(p, s, &v)
			seats, inputs = append(seats, s), append(inputs, v)
		}
	}
	return seats, inputs
}
