package conqueror

import (
	"math"
	"math/bits"

	"atoll/game"
	rules "atoll/games/conqueror"
	"atoll/search"
)

// grower searches positions of any number of players by a tree that grows where
// it matters (UCT over max^n): everybody chooses what has been best for
// themselves so far. The three numbers of steps are taken in turn, so that they
// weigh the same in every mean, and new positions are judged, not played out. It
// belongs to one thread.
type grower struct {
	w     *Weights
	seats int
	clock *search.Clock
	f     Features
	s     rules.State
	nodes []spot
	arms  []arm
	path  []int32
	room  int
	turn  uint64 // which number of steps comes first; it differs between threads
	// tallies are of the choices at the root.
	tallies []tally
}

type tally struct {
	root   int32
	visits int
	sum    shares
}

type shares = [maxSeats]float32

// spot is a position before a roll.
type spot struct {
	arms   [4]int32 // where the arms of each number of steps begin and end; 0 before the second visit
	visits int32
	over   bool
	values shares // as judged, or the result
}

type arm struct {
	tile   int8 // -1 to pass
	mover  int8
	visits int32
	next   int32 // -1 before the first visit
	sum    float32
}

const (
	spotBytes = 44
	armBytes  = 16

	// curiosity is the constant of UCB1. Judgements differ far less from each
	// other than results of playouts, so it is small.
	curiosity = 0.05
)

func (g *grower) reset(memory int64, turn uint64) {
	g.turn = turn
	g.nodes, g.arms = g.nodes[:0], g.arms[:0]
	g.room = int(memory / (spotBytes + 8*armBytes))
}

// plant makes the spot of position s and returns it.
func (g *grower) plant(s *rules.State) int32 {
	n := spot{over: s.Phase >= rules.PhaseTie}
	if n.over {
		finalShares(s, &n.values)
	} else {
		g.f.Read(s)
		g.w.Shares(&g.f, g.seats, &n.values)
	}
	g.nodes = append(g.nodes, n)
	return int32(len(g.nodes) - 1)
}

// open lists the moves of a spot, whose position is g.s.
func (g *grower) open(at int32) {
	s := &g.s
	p := s.Mover()
	one, two, three := s.Reach(int(s.Token[p]))
	free := s.Free &^ s.Tokens
	n := &g.nodes[at]
	for die, set := range [3]uint64{one & free, two & free, three & free} {
		n.arms[die] = int32(len(g.arms))
		if set == 0 {
			g.arms = append(g.arms, arm{tile: -1, mover: int8(p), next: -1})
		}
		for ; set != 0; set &= set - 1 {
			g.arms = append(g.arms, arm{tile: int8(bits.TrailingZeros64(set)), mover: int8(p), next: -1})
		}
	}
	n.arms[3] = int32(len(g.arms))
}

// grow walks down from a spot whose position is g.s, adds one spot and counts
// what is thought of it on the way back.
func (g *grower) grow(at int32) shares {
	g.path = g.path[:0]
	var v shares
	for {
		n := &g.nodes[at]
		n.visits++
		if n.over || n.visits == 1 || len(g.nodes) >= g.room {
			v = n.values
			break
		}
		if n.arms[3] == 0 {
			g.open(at)
			n = &g.nodes[at]
		}
		die := int(uint64(n.visits)+g.turn) % 3
		i := g.choose(n.arms[die], n.arms[die+1])
		a := &g.arms[i]
		g.s.Die = uint8(die + 1)
		if a.tile < 0 {
			g.s.PlayPass(nil)
		} else {
			g.s.PlayMove(int(a.tile), nil)
		}
		g.path = append(g.path, i)
		if a.next < 0 {
			a.next = g.plant(&g.s)
		}
		at = a.next
	}
	for _, i := range g.path {
		a := &g.arms[i]
		a.visits++
		a.sum += v[a.mover]
	}
	return v
}

// choose picks an arm of a roll by UCB1.
func (g *grower) choose(from, to int32) int32 {
	if to-from == 1 {
		return from
	}
	total := int32(0)
	for i := from; i < to; i++ {
		if g.arms[i].visits == 0 {
			return i
		}
		total += g.arms[i].visits
	}
	scale := curiosity * float32(math.Sqrt(math.Log(float64(total))))
	best, bestAt := float32(-1), from
	for i := from; i < to; i++ {
		a := &g.arms[i]
		n := float32(a.visits)
		u := a.sum/n + scale/float32(math.Sqrt(float64(n)))
		if u > best {
			best, bestAt = u, i
		}
	}
	return bestAt
}

// search grows trees under the choices of seat p until the clock stops, choosing
// among them by UCB1 as well, and counts in tallies.
func (g *grower) search(choices []choice, p game.Seat) {
	g.tallies = g.tallies[:0]
	for i := range choices {
		g.tallies = append(g.tallies, tally{root: g.plant(&choices[i].after)})
	}
	list := g.tallies
	for total := 0; ; total++ {
		best, bestAt := float32(-1), 0
		scale := curiosity * float32(math.Sqrt(math.Log(float64(total+1))))
		for i := range list {
			n := float32(list[i].visits)
			if n == 0 {
				bestAt = i
				break
			}
			if u := list[i].sum[p]/n + scale/float32(math.Sqrt(float64(n))); u > best {
				best, bestAt = u, i
			}
		}
		c := &list[bestAt]
		g.s = choices[bestAt].after
		v := g.grow(c.root)
		c.visits++
		for q := range v {
			c.sum[q] += v[q]
		}
		if !g.clock.Step() {
			break
		}
	}
}
