package pairing

import (
	"cmp"
	"math/bits"
	"slices"
)

// Up to so many players, the bye counted as one, Swiss rounds are paired with those to come in mind. Among
// more, nobody has met so many of the others that a later round could lack an opponent.
const fewPlayers = 12

// SwissOf is Swiss where more rounds are to come: among few players it takes the best pairing that leaves
// those rounds possible without a rematch or a second bye, if there is one.
func SwissOf(entrants []Entrant, toCome int) (Round, error) {
	round, err := Swiss(entrants)
	if err != nil || toCome <= 0 || len(entrants)+len(entrants)%2 > fewPlayers {
		return round, err
	}
	s := newSchedule(entrants)
	if s.goesOn(s.places(round), toCome) {
		return round, nil
	}
	for _, o := range s.all() {
		if s.goesOn(o.mates, toCome) {
			return s.round(o.mates), nil
		}
	}
	return round, nil
}

// A mask is a set of places.
type mask uint16

// A schedule is who may still meet whom, by places in the standing; the bye is the last place.
type schedule struct {
	entrants []Entrant
	order    []int
	cost     func(a, b int) int64
	free     []mask
	looks    int // searches left before the answer is taken to be yes
}

func newSchedule(entrants []Entrant) *schedule {
	s := &schedule{entrants: entrants, order: standing(entrants)}
	n := len(s.order)
	s.cost = wishes(entrants, s.order, scoreGroups(entrants, s.order))
	s.free = make([]mask, n+n%2)
	met := meetings(entrants)
	join := func(a, b int) { s.free[a], s.free[b] = s.free[a]|1<<b, s.free[b]|1<<a }
	for a := range n {
		for b := a + 1; b < n; b++ {
			if met.of(s.order[a], s.order[b]) == 0 {
				join(a, b)
			}
		}
		if n%2 == 1 && entrants[s.order[a]].Byes == 0 {
			join(a, n)
		}
	}
	return s
}

// An option is one way to pair a round: for every place the place it meets.
type option struct {
	mates []int
	cost  int64
}

// all lists the rounds without a rematch or a second bye, the best first.
func (s *schedule) all() (out []option) {
	lowest := s.entrants[s.order[len(s.order)-1]].Points
	eachRound(s.free, nil, func(mates []int) bool {
		o := option{mates: slices.Clone(mates)}
		for a, b := range mates {
			switch {
			case a > b:
			case b == len(s.order):
				o.cost += scoreCost(s.entrants[s.order[a]].Points - lowest)
			default:
				o.cost += s.cost(a, b)
			}
		}
		out = append(out, o)
		return false
	})
	slices.SortStableFunc(out, func(x, y option) int { return cmp.Compare(x.cost, y.cost) })
	return out
}

// eachRound calls f with every way to pair all places by free ones, until f says that it is enough.
func eachRound(free []mask, mates []int, f func(mates []int) bool) bool {
	if mates == nil {
		mates = slices.Repeat([]int{-1}, len(free))
	}
	a := slices.Index(mates, -1)
	if a < 0 {
		return f(mates)
	}
	for set := free[a]; set != 0; set &= set - 1 {
		b := bits.TrailingZeros16(uint16(set))
		if mates[b] >= 0 {
			continue
		}
		mates[a], mates[b] = b, a
		enough := eachRound(free, mates, f)
		mates[a], mates[b] = -1, -1
		if enough {
			return true
		}
	}
	return false
}

// goesOn reports whether this round and the given number after it can avoid rematches and second byes, as
// far as there are enough opponents.
func (s *schedule) goesOn(mates []int, toCome int) bool {
	free, ok := without(s.free, mates)
	if !ok {
		return false
	}
	for _, set := range free {
		toCome = min(toCome, bits.OnesCount16(uint16(set)))
	}
	s.looks = 20_000
	return s.completes(free, toCome, 0)
}

// completes looks for that many rounds in a row. Their order does not matter, so the first place meets
// its opponents in order.
func (s *schedule) completes(free []mask, rounds, after int) bool {
	if rounds == 0 {
		return true
	}
	first := slices.Clone(free)
	first[0] &^= 1<<(after+1) - 1
	return eachRound(first, nil, func(mates []int) bool {
		s.looks--
		rest, _ := without(free, mates)
		return s.looks < 0 || s.completes(rest, rounds-1, mates[0])
	})
}

// without is what is free after a round, and whether all of it was.
func without(free []mask, mates []int) ([]mask, bool) {
	rest := slices.Clone(free)
	for a, b := range mates {
		if free[a]&(1<<b) == 0 {
			return nil, false
		}
		rest[a] &^= 1 << b
	}
	return rest, true
}

// places is a round by places.
func (s *schedule) places(r Round) []int {
	mates := slices.Repeat([]int{len(s.order)}, len(s.free))
	for _, p := range r.Pairs {
		a, b := slices.Index(s.order, p.First), slices.Index(s.order, p.Last)
		mates[a], mates[b] = b, a
	}
	if r.Bye >= 0 {
		mates[len(s.order)] = slices.Index(s.order, r.Bye)
	}
	return mates
}

// round seats the players of an option.
func (s *schedule) round(mates []int) Round {
	r := Round{Bye: -1}
	for a, b := range mates {
		switch {
		case a > b:
		case b == len(s.order):
			r.Bye = s.order[a]
		default:
			r.Pairs = append(r.Pairs, seated(s.entrants, s.order[a], s.order[b], len(r.Pairs)))
		}
	}
	return r
}
