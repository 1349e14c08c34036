package pairing

import (
	"cmp"
	"math"
	"slices"
)

// RoundRobin is the rounds in which n players meet each other once, seats
// within ±1. With an odd number somebody has a bye in every round.
func RoundRobin(n int) []Round {
	if n < 2 {
		return nil
	}
	size := n + n%2 // with an empty chair, the last one, where n is odd
	circle := size - 1
	rounds := make([]Round, circle)
	for r := range rounds {
		round := Round{Bye: -1}
		add := func(first, last int) {
			switch n { // the empty chair
			case first:
				round.Bye = last
			case last:
				round.Bye = first
			default:
				round.Pairs = append(round.Pairs, Pair{first, last})
			}
		}
		// The last player stays, the others go round; seats change with the round
		// for the one who stays and with the distance for the others.
		if r%2 == 0 {
			add(r, circle)
		} else {
			add(circle, r)
		}
		for k := 1; k < size/2; k++ {
			ahead, behind := (r+k)%circle, (r-k+circle)%circle
			if k%2 == 1 {
				add(ahead, behind)
			} else {
				add(behind, ahead)
			}
		}
		rounds[r] = round
	}
	return rounds
}

// Bracket is the first round of a knock-out in the order of the draw: places
// 2i and 2i+1 meet, then their winners. Entrants are numbered by strength, the
// strongest 0; -1 is an empty place, so its neighbour goes on. The best two
// can meet only in the final.
func Bracket(n int) []int {
	places := []int{0}
	for len(places) < n {
		size := 2 * len(places)
		next := make([]int, 0, size)
		for i, p := range places {
			// The weaker one is placed below in even places and above in odd ones, so that the
			// strongest two stand at the ends of the bracket.
			pair := []int{p, size - 1 - p}
			if i%2 == 1 {
				slices.Reverse(pair)
			}
			next = append(next, pair...)
		}
		places = next
	}
	for i, p := range places {
		if p >= n {
			places[i] = -1
		}
	}
	return places
}

// A Member is an entrant of pods.
type Member struct {
	Points int
	Seed   int
	Met    []int // everybody met at a table, once for each meeting
	Seats  []int // how often each seat was had
	Byes   int
}

// Pods shares entrants out over tables of at most size seats and at least
// fewest: equals sit together, the same people as rarely as possible, and
// everybody has had each seat about as often. Each pod lists its members by
// seat. Whoever fits nowhere has a bye.
func Pods(members []Member, fewest, size int) (pods [][]int, byes []int) {
	order := make([]int, len(members))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(members[b].Points, members[a].Points), cmp.Compare(members[a].Seed, members[b].Seed))
	})
	seated, tables := podCount(len(order), fewest, size)
	if left := len(order) - seated; left > 0 {
		out := slices.Clone(order)
		slices.Reverse(out)
		slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(members[a].Byes, members[b].Byes) })
		byes = out[:left]
		order = slices.DeleteFunc(order, func(i int) bool { return slices.Contains(byes, i) })
	}
	// The exchanges of separate can end where no single one helps; another start
	// nearly always leads past it.
	least := math.MaxInt
	for shift := range min(len(order), 16) {
		try := deal(slices.Concat(order[shift:], order[:shift]), tables)
		if cost := separate(members, try); cost < least {
			pods, least = try, cost
		}
		if least < repeated {
			break
		}
	}
	for i := range pods {
		pods[i] = podSeats(members, pods[i])
	}
	return pods, byes
}

// deal cuts a list into tables; the last ones have the spare seats.
func deal(order []int, tables int) (pods [][]int) {
	for t := range tables {
		share := len(order) / (tables - t)
		if len(order)%(tables-t) != 0 {
			share++
		}
		pods = append(pods, slices.Clone(order[:share]))
		order = order[share:]
	}
	return pods
}

// podCount is how many of n can be seated, and at how many tables.
func podCount(n, least, size int) (seated, tables int) {
	for seated = n; seated >= least; seated-- {
		tables = (seated + size - 1) / size
		if seated/tables >= least {
			return seated, tables
		}
	}
	return 0, 0
}

// repeated is what a meeting of two who have met before costs a set of pods, far
// more than scores that differ.
const repeated = 1 << 20

// separate exchanges people between tables while that brings fewer of them
// together again, or the same number with scores closer to each other. It
// returns what is left of both.
func separate(members []Member, pods [][]int) int {
	met := tally{len(members), make([]uint8, len(members)*len(members))}
	for i, m := range members {
		for _, j := range m.Met {
			met.add(i, j)
		}
	}
	cost := func(pod []int) int {
		sum := 0
		for a, i := range pod {
			for _, j := range pod[a+1:] {
				n, d := met.of(i, j), members[i].Points-members[j].Points
				sum += repeated*n*n + min(d*d, repeated/64)
			}
		}
		return sum
	}
	costs := make([]int, len(pods))
	for p := range pods {
		costs[p] = cost(pods[p])
	}
	improve := func(p, q int) bool {
		for a := range pods[p] {
			for b := range pods[q] {
				pods[p][a], pods[q][b] = pods[q][b], pods[p][a]
				if x, y := cost(pods[p]), cost(pods[q]); x+y < costs[p]+costs[q] {
					costs[p], costs[q] = x, y
					return true
				}
				pods[p][a], pods[q][b] = pods[q][b], pods[p][a]
			}
		}
		return false
	}
	// Near tables first; every exchange lowers a whole number, so this ends.
	for better := true; better; {
		better = false
		for far := 1; far < len(pods); far++ {
			for p := 0; p+far < len(pods); p++ {
				if far > 8 && costs[p] < repeated && costs[p+far] < repeated {
					continue
				}
				for improve(p, p+far) {
					better = true
				}
			}
		}
	}
	sum := 0
	for _, c := range costs {
		sum += c
	}
	return sum
}

// podSeats orders the members of a table so that seats are had evenly.
func podSeats(members []Member, pod []int) []int {
	had := func(i, seat int) int {
		if s := members[i].Seats; seat < len(s) {
			return s[seat]
		}
		return 0
	}
	best, least := slices.Clone(pod), math.MaxInt
	used := make([]bool, len(pod))
	now := make([]int, 0, len(pod))
	var try func(sum int)
	try = func(sum int) {
		if sum >= least {
			return
		}
		if len(now) == len(pod) {
			least = sum
			copy(best, now)
			return
		}
		for k, i := range pod {
			if used[k] {
				continue
			}
			used[k] = true
			h := had(i, len(now))
			now = append(now, i)
			try(sum + 2*h + 1)
			now = now[:len(now)-1]
			used[k] = false
		}
	}
	try(0)
	return best
}

// PodPoints shares out points by rank: at a table of n, n-1 for the first down to 0 for the last,
// plus one at a table that is one short of size; equal ranks share. Points are given in sixtieths,
// so that every share is whole.
func PodPoints(ranks []int, size int) []int {
	n := len(ranks)
	points := make([]int, n)
	for i, r := range ranks {
		sum, equal := 0, 0
		for _, other := range ranks {
			if other == r {
				sum += size - r - equal // the places that these share
				equal++
			}
		}
		points[i] = sum * Sixtieth / equal
	}
	return points
}

// Sixtieth is the unit of shared points: one point is sixty of them.
const Sixtieth = 60
