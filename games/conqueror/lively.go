package conqueror

import (
	"math/bits"

	"atoll/game"
)

// LivelyAction picks an action with a purpose that differs from game to game
// and from seat to seat: finish islands (which sinks the ground under others),
// spread coins so that purses run empty, crowd the others, or wander at random.
func (s *State) LivelyAction(p game.Seat, r *game.Rand) game.Action {
	if s.Phase != PhaseMove || p != s.Mover() {
		list := s.AppendActions(nil, p)
		return list[r.Intn(len(list))]
	}
	set := s.Targets(p, s.Steps())
	if set == 0 {
		return Pass
	}
	purpose := s.purpose(p)
	best, most := -1, -1<<30
	for m := set; m != 0; m &= m - 1 {
		t := bits.TrailingZeros64(m)
		if score := s.livelyScore(purpose, t) + r.Intn(4); score > most {
			best, most = t, score
		}
	}
	return MoveTo(best)
}

// purpose derives a purpose from what stays the same during a game.
func (s *State) purpose(p game.Seat) uint64 {
	h := uint64(p) + 1
	for _, o := range s.Order {
		h = h*5 + uint64(o)
	}
	// The first islands that carry a coin differ between games, but not for long:
	// purposes change as islands are won.
	return game.Mix(h^uint64(s.Won[0]|s.Won[1]|s.Won[2]|s.Won[3])<<8) % 5
}

func (s *State) livelyScore(purpose uint64, t int) int {
	i := t >> 2
	coins := s.coinsOn(i)
	crowd := bits.OnesCount64(s.board.adjacent[t] & (s.Tokens | ^s.Free&s.Exist))
	switch purpose {
	case 0: // finish islands
		return 4 * coins
	case 1: // spread coins
		return 8 - 4*coins
	case 2: // stay in crowded corners
		return 2 * crowd
	case 3: // finish what is nearly done, and leave a trail of claimed tiles
		return 3*coins + 2*crowd
	}
	return 0
}
