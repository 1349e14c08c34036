package conqueror

import (
	"math/bits"

	"atoll/game"
)

// finish ends the play and shares out the islands that were not won.
func (s *State) finish(why reason, tell game.Tell) {
	s.reason = why
	s.Turn, s.Die = 0, 0
	s.share(0, tell)
}

// share gives island i and all after it to their holders. It stops at an island
// that has to be rolled for, and ends the game after the last.
func (s *State) share(i int, tell game.Tell) {
	for ; i < s.board.islands; i++ {
		if s.wonBy(i) >= 0 {
			continue
		}
		holder, tied := s.holder(i)
		if holder >= 0 {
			s.Got[holder] |= 1 << i
			if tell != nil {
				s.tellAward(tell, holder, i, false)
			}
		} else if tied != 0 {
			s.Phase, s.Island, s.Tied = PhaseTie, uint8(i), tied
			return
		}
	}
	s.Phase, s.Island, s.Tied = PhaseOver, 0, 0
	if tell != nil {
		s.tellEnd(tell)
	}
}

// counting returns the players whose coins and islands count.
func (s *State) counting() game.Seats {
	if s.set.out {
		return s.In
	}
	return game.FirstSeats(s.set.seats)
}

// holder returns who gets island i, which nobody has won, if the game ends now;
// or the players who must roll for it; or nobody.
func (s *State) holder(i int) (game.Seat, game.Seats) {
	tiles := islandTiles(i)
	most, tied := 1, game.Seats(0)
	for ps := s.counting(); ps != 0; ps &= ps - 1 {
		p := ps.First()
		switch n := bits.OnesCount64(s.Coins[p] & tiles); {
		case n > most && s.set.all:
			tied = tied.With(p)
		case n > most:
			most, tied = n, game.Only(p)
		case n == most:
			tied = tied.With(p)
		}
	}
	if tied == 0 || tied.Len() == 1 {
		return tied.First(), 0
	}
	if s.set.dice {
		return game.NoSeat, tied
	}
	for order := s.Latest[i]; ; order >>= 2 {
		bit := uint64(1) << (4*i + int(order&3))
		for ps := tied; ps != 0; ps &= ps - 1 {
			if p := ps.First(); s.Coins[p]&bit != 0 {
				return p, 0
			}
		}
	}
}

// bestDice returns the players with the best single die of a tie.
func (s *State) bestDice(a game.Action) game.Seats {
	best, who := game.Action(0), game.Seats(0)
	for ps := s.Tied; ps != 0; ps &= ps - 1 {
		p := ps.First()
		for k := range maxDice {
			switch d := a >> tieDie(int(p), k) & 7; {
			case d > best:
				best, who = d, game.Only(p)
			case d == best:
				who = who.With(p)
			}
		}
	}
	return who
}

func (s *State) playTie(a game.Action, tell game.Tell) {
	best := s.bestDice(a)
	if tell != nil {
		s.tellTie(tell, a, best)
	}
	if best.Len() > 1 {
		s.Tied = best
		return
	}
	s.award(best.First(), tell)
}

// award gives the island that is rolled for to seat p.
func (s *State) award(p game.Seat, tell game.Tell) {
	i := int(s.Island)
	s.Got[p] |= 1 << i
	if tell != nil {
		s.tellAward(tell, p, i, true)
	}
	s.share(i+1, tell)
}

// Award gives the island that is rolled for to seat p, one of those tied,
// whatever the dice were. It lets a search pass over rolls; see Odds.
func (s *State) Award(p game.Seat) { s.award(p, nil) }

// Odds returns the chance of seat p, one of those tied, to get the island that is
// rolled for. No unfinished island has more than three coins, so they all have as
// many dice, or it is two dice against one: of the 216 rolls the two win
// 125 and the one 55, and 36 are rolled again.
func (s *State) Odds(p game.Seat) float64 {
	tiles := islandTiles(int(s.Island))
	mine, all := bits.OnesCount64(s.Coins[p]&tiles), 0
	for ps := s.Tied; ps != 0; ps &= ps - 1 {
		all += bits.OnesCount64(s.Coins[ps.First()] & tiles)
	}
	switch {
	case mine*s.Tied.Len() == all:
		return 1 / float64(s.Tied.Len())
	case mine == 2:
		return 25. / 36
	}
	return 11. / 36
}

// Score returns how many islands seat p has, those shared out at the end
// included.
func (s *State) Score(p game.Seat) int { return bits.OnesCount16(s.Won[p] | s.Got[p]) }

// Result returns ranks and reason.
func (s *State) Result() game.Result {
	if s.Phase != PhaseOver {
		return game.Result{}
	}
	r := game.Result{Over: true, Reason: s.reason.String()}
	var worth [maxSeats]int
	for p := range s.set.seats {
		worth[p] = s.worth(game.Seat(p))
	}
	for p := range s.set.seats {
		r.Rank[p] = 1
		for q := range s.set.seats {
			if worth[q] > worth[p] {
				r.Rank[p]++
			}
		}
	}
	return r
}

// worth is a number by which players are ranked at the end: those who resigned
// or ran out of time below all others, the later the better; then with
// forfeit=out those who forfeited, the later the better; then by islands.
func (s *State) worth(p game.Seat) int {
	const forfeited, counted = 16, 32
	left := int(s.Left[p])
	switch {
	case left >= leftByResign:
		return left & 15
	case left != 0 && s.set.out:
		return forfeited + left&15
	}
	return counted + s.Score(p)
}
