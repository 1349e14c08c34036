package pairing

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// An Entrant is what a pairing needs to know of one player. Entrants refer to
// each other by their index in the list that is paired.
type Entrant struct {
	Points  int   // as the tournament counts them; only differences matter
	Seed    int   // order among equals; the smaller goes first
	Met     []int // everybody met so far, once for each game; -1 for those not in the list
	Balance int   // games in the first seat minus games in the last
	Sat     int   // the last game's seat: 1 first, -1 last, 0 none yet
	Byes    int
	Waiting int // arena: seconds since the last game or since coming in
}

// A Pair is a game for two: seats as indexes of entrants.
type Pair struct{ First, Last int }

// A Round is a set of games, and who has a bye, or -1.
type Round struct {
	Pairs []Pair
	Bye   int
}

// ErrTooFew says that nobody is left to meet.
var ErrTooFew = errors.New("a round needs at least two players")

// Wishes of a Swiss round, from the least to the most important. Each weighs
// more than any sum of those before it, for up to 2,048 entrants; the last two
// are needed only where somebody has met nearly everybody, so that few add up.
const (
	foldMax   = 63      // upper half against lower half
	scoreStep = 1 << 16 // for each point of difference, squared
	scoreMax  = 1 << 10 //
	seatStep  = 1 << 37 // for each seat balance that leaves ±1
	tooFar    = 1 << 49 // for a balance that leaves ±2; only if it must be
	rematch   = 1 << 51 // for two who met before; only if it must be
	pairWorth = 1 << 57 // above all of these
)

// Swiss pairs a round: nobody meets anybody twice and has at most one bye, seats stay within ±1
// where any pairing does that, and equals meet. Where these cannot all be met they are broken in
// reverse order, and as rarely as possible.
func Swiss(entrants []Entrant) (Round, error) {
	if len(entrants) < 2 {
		return Round{Bye: -1}, ErrTooFew
	}
	order := standing(entrants)
	if len(order)%2 == 0 {
		round, _ := pairAll(entrants, order, nil)
		return round, nil
	}
	// The bye goes to the lowest score among those with the fewest byes; others
	// are tried while somebody would have to sit in the same seat too often.
	candidates := slices.Clone(order)
	slices.Reverse(candidates)
	byeOrder := func(a, b int) int {
		return cmp.Or(cmp.Compare(entrants[a].Byes, entrants[b].Byes), cmp.Compare(entrants[a].Points, entrants[b].Points))
	}
	slices.SortStableFunc(candidates, byeOrder)
	var best Round
	least := int64(math.MaxInt64)
	for from := 0; from < len(candidates) && least != 0; {
		to := from + 1
		for to < len(candidates) && byeOrder(candidates[from], candidates[to]) == 0 {
			to++
		}
		if from > 0 && entrants[candidates[from]].Byes > entrants[candidates[0]].Byes && least < tooFar {
			break // better a seat too often than a second bye
		}
		round, breach := pairAll(entrants, order, candidates[from:to])
		if breach < least {
			best, least = round, breach
		}
		from = to
	}
	return best, nil
}

// SwissRounds is how many rounds suit that many entrants.
func SwissRounds(entrants int) int {
	rounds := 1
	for 1<<rounds < entrants {
		rounds++
	}
	return min(rounds+1, max(1, entrants/2), 11)
}

// standing lists entrants from the best to the last.
func standing(entrants []Entrant) []int {
	order := make([]int, len(entrants))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(entrants[b].Points, entrants[a].Points), cmp.Compare(entrants[a].Seed, entrants[b].Seed))
	})
	return order
}

// pairAll pairs everybody in order, except one of those who may have the bye, and says how many
// exceptions that took.
func pairAll(entrants []Entrant, players, byes []int) (Round, int64) {
	group := scoreGroups(entrants, players)
	cost := wishes(entrants, players, group)
	n := len(players)
	vertices := n + n%2 // the bye is a place of its own
	var mate []int32
	var breach int64
	// Most rounds are settled among each player's few best opponents.
	for few := 24; ; few *= 4 {
		edges, all := candidateEdges(group, few, cost)
		for _, i := range byes {
			edges = append(edges, edge{int32(slices.Index(players, i)), int32(n), pairWorth})
		}
		mate = match(vertices, edges)
		breach = 0
		for a, b := range mate {
			switch {
			case b < 0:
				breach += rematch
			case a < int(b) && int(b) < n:
				breach += cost(a, int(b)) / seatStep * seatStep
			}
		}
		if all || breach == 0 {
			break
		}
	}
	round := Round{Bye: -1}
	for a, b := range mate {
		switch {
		case a >= int(b):
		case int(b) == n:
			round.Bye = players[a]
		default:
			round.Pairs = append(round.Pairs, seated(entrants, players[a], players[b], len(round.Pairs)))
		}
	}
	return round, breach
}

// wishes is what it costs that two meet, by their places a < b in players.
func wishes(entrants []Entrant, players []int, group []span) func(a, b int) int64 {
	met := meetings(entrants)
	return func(a, b int) int64 {
		i, j := players[a], players[b]
		c := foldCost(group, a, b) + scoreCost(entrants[i].Points-entrants[j].Points) + seatCost(entrants[i].Balance, entrants[j].Balance)
		return c + rematch*int64(min(met.of(i, j), 31))
	}
}

// A tally counts how often two have met.
type tally struct {
	n     int
	times []uint8
}

func meetings(entrants []Entrant) tally {
	m := tally{len(entrants), make([]uint8, len(entrants)*len(entrants))}
	for i, e := range entrants {
		for _, j := range e.Met {
			m.add(i, j)
		}
	}
	return m
}

func (m tally) add(i, j int) {
	if at := i*m.n + j; j >= 0 && m.times[at] < 255 {
		m.times[at]++
	}
}

func (m tally) of(i, j int) int { return int(m.times[i*m.n+j]) }

// candidateEdges joins every place with the few that cost it least and some
// beyond, or with all of them; it tells which.
func candidateEdges(group []span, few int, cost func(a, b int) int64) (edges []edge, all bool) {
	n := len(group)
	if few >= n-1 {
		for a := range n {
			for b := a + 1; b < n; b++ {
				edges = append(edges, edge{int32(a), int32(b), pairWorth - cost(a, b)})
			}
		}
		return edges, true
	}
	type choice struct {
		cost int64
		with int32
	}
	groups := 0
	for from := 0; from < n; from += group[from].size {
		groups++
	}
	choices := make([]choice, 0, n)
	for a := range n {
		choices = choices[:0]
		for b := range n {
			if a != b {
				choices = append(choices, choice{cost(min(a, b), max(a, b)), int32(b)})
			}
		}
		// Among equals everybody looks in a different direction, or all would have edges to the
		// same few.
		past := func(c choice) int { return (int(c.with) - a + n) % n }
		slices.SortFunc(choices, func(x, y choice) int {
			return cmp.Or(cmp.Compare(x.cost, y.cost), cmp.Compare(past(x), past(y)))
		})
		join := func(with int, cost int64) {
			edges = append(edges, edge{int32(min(a, with)), int32(max(a, with)), pairWorth - cost})
		}
		for _, c := range choices[:few] {
			join(int(c.with), c.cost)
		}
		// And some of every score group, spread over it: where a group has too
		// many who need the same seat, they have to go elsewhere.
		each := max(3, 2*few/groups)
		for from := 0; from < n; from += group[from].size {
			stride, fit := max(1, group[from].size/each), 0
			for b := from; b < from+group[from].size; b++ {
				if b == a {
					continue
				}
				if c := cost(min(a, b), max(a, b)); c < seatStep {
					if fit%stride == a%stride {
						join(b, c)
					}
					fit++
				}
			}
		}
	}
	slices.SortFunc(edges, func(x, y edge) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b)) })
	return slices.Compact(edges), false
}

// A span is the places of one score group: from, and how many.
type span struct{ from, size int }

func scoreGroups(entrants []Entrant, players []int) []span {
	group := make([]span, len(players))
	for i := range players {
		from := i
		if i > 0 && entrants[players[i]].Points == entrants[players[i-1]].Points {
			from = group[i-1].from
		}
		group[i].from = from
		group[from].size++
	}
	for i, g := range group {
		group[i].size = group[g.from].size
	}
	return group
}

// foldCost is least for two of one score group who are half of it apart, the
// best of the upper half against the best of the lower one.
func foldCost(group []span, a, b int) int64 {
	off := b - a
	if group[a] == group[b] {
		off -= group[a].size / 2
	}
	return int64(min(max(off, -off), foldMax))
}

func scoreCost(difference int) int64 {
	return min(int64(difference)*int64(difference), scoreMax) * scoreStep
}

// seatCost is what the better way of seating two costs: see Wishes.
func seatCost(a, b int) int64 {
	return balanceCost(min(a, b)+1) + balanceCost(max(a, b)-1)
}

func balanceCost(balance int) int64 {
	switch max(balance, -balance) {
	case 0, 1:
		return 0
	case 2:
		return seatStep
	default:
		return tooFar
	}
}

// seated gives the first seat to whoever has had it less, then to whoever did not have it last.
// Where that says nothing, as in a first round, the better player's seat alternates from one pair
// to the next: if all the better ones had the first seat, the winners would have to have the last
// one.
func seated(entrants []Entrant, a, b, pair int) Pair {
	x, y := entrants[a], entrants[b]
	order := cmp.Or(cmp.Compare(x.Balance, y.Balance), cmp.Compare(x.Sat, y.Sat))
	if order > 0 || order == 0 && pair%2 == 1 {
		a, b = b, a
	}
	return Pair{First: a, Last: b}
}
