package conqueror

import (
	"math"
	"math/bits"

	"atoll/game"
	rules "atoll/games/conqueror"
	"atoll/search"
)

// grower searches positions of any number of players by a tree that grows where
// it matters: everybody is taken to choose what is best for themselves (max^n).
// The three numbers of steps are taken in turn. A position that is looked into has
// all its moves judged at once, and its value is the mean over the rolls of the
// best move for whoever moves; which moves are looked into deeper is decided as in
// UCT. With playouts a judgement is part the network's and part what games from
// there came to: the two err in different positions. It belongs to one thread.
type grower struct {
	w     *Net
	clock *search.Clock
	f     Features
	s     rules.State
	next  rules.State
	nodes []spot
	arms  []arm
	path  []int32
	room  int
	turn  uint64 // which number of steps comes first; it differs between threads
	// playouts is how many are played from every spot the search ends in.
	playouts int
	chance   game.Rand
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
	arms   [4]int32 // where the arms of each number of steps begin and end; 0 before it is opened
	visits int32
	mover  int8
	over   bool
	count  int32  // playouts from here or from below
	plays  shares // what they came to, added up
	values shares
}

// judge is what player p may expect at a spot.
func (n *spot) judge(p int8) float32 {
	v := n.values[p]
	if n.count == 0 {
		return v
	}
	k := float32(n.count)
	return v + playoutPart*(n.plays[p]-k*v)/(k+playoutHalf)
}

// take counts playouts that came to sum.
func (n *spot) take(sum *shares, count int) {
	for q := range sum {
		n.plays[q] += sum[q]
	}
	n.count += int32(count)
}

type arm struct {
	tile int8 // -1 to pass
	next int32
}

const (
	spotBytes = 60
	armBytes  = 8

	// curiosity is the constant of UCB1. Judgements differ far less from each
	// other than results of playouts, so it is small.
	curiosity = 0.1

	// playoutsPerSpot take about as long as judging the moves of a spot.
	playoutsPerSpot = 4

	// Many playouts make up playoutPart of a judgement, playoutHalf of them half of that: a single
	// one says little.
	playoutPart = 0.75
	playoutHalf = 40
)

func (g *grower) reset(memory int64, turn uint64) {
	g.turn = turn
	g.chance = *game.NewRand(turn)
	g.nodes, g.arms = g.nodes[:0], g.arms[:0]
	g.room = int(memory / (spotBytes + armBytes))
}

// plant makes the spot of position s and returns it.
func (g *grower) plant(s *rules.State) int32 {
	n := spot{over: s.Phase >= rules.PhaseTie, mover: int8(s.Mover())}
	if n.over {
		finalShares(s, &n.values)
	} else {
		g.f.Read(s)
		g.w.Shares(&g.f, &n.values)
	}
	g.nodes = append(g.nodes, n)
	return int32(len(g.nodes) - 1)
}

// open judges all moves of a spot, whose position is g.s.
func (g *grower) open(at int32) {
	p := g.s.Mover()
	one, two, three := g.s.Reach(int(g.s.Token[p]))
	free := g.s.Free &^ g.s.Tokens
	var arms [4]int32
	// The number of steps makes no difference to what comes after a move, so a
	// tile that several lead to has one spot.
	var spots [64]int32
	for set := (one | two | three) & free; set != 0; set &= set - 1 {
		t := bits.TrailingZeros64(set)
		g.next = g.s
		g.next.Die = 1
		g.next.PlayMove(t, nil)
		spots[t] = g.plant(&g.next)
	}
	pass := int32(-1)
	for die, set := range [3]uint64{one & free, two & free, three & free} {
		arms[die] = int32(len(g.arms))
		if set == 0 {
			if pass < 0 {
				g.next = g.s
				g.next.Die = 1
				g.next.PlayPass(nil)
				pass = g.plant(&g.next)
			}
			g.arms = append(g.arms, arm{tile: -1, next: pass})
		}
		for ; set != 0; set &= set - 1 {
			t := bits.TrailingZeros64(set)
			g.arms = append(g.arms, arm{tile: int8(t), next: spots[t]})
		}
	}
	arms[3] = int32(len(g.arms))
	g.nodes[at].arms = arms
}

// renew makes the value of an open spot from those after it.
func (g *grower) renew(at int32) {
	n := &g.nodes[at]
	var sum shares
	for die := range 3 {
		best := &g.nodes[g.arms[n.arms[die]].next]
		top := best.judge(n.mover)
		for i := n.arms[die] + 1; i < n.arms[die+1]; i++ {
			c := &g.nodes[g.arms[i].next]
			if v := c.judge(n.mover); v > top {
				best, top = c, v
			}
		}
		for q := range sum {
			sum[q] += best.values[q] / 3
		}
	}
	n.values = sum
}

// grow walks down from a spot whose position is g.s, opens the one where it ends,
// plays on from there and renews all on the way.
func (g *grower) grow(at int32) {
	g.path = g.path[:0]
	for {
		n := &g.nodes[at]
		n.visits++
		if n.over {
			break
		}
		g.path = append(g.path, at)
		if n.arms[3] == 0 {
			if len(g.nodes) < g.room {
				g.open(at)
			} else {
				g.path = g.path[:len(g.path)-1]
			}
			break
		}
		die := int(uint64(n.visits)+g.turn) % 3
		a := &g.arms[g.choose(n, die)]
		g.s.Die = uint8(die + 1)
		if a.tile < 0 {
			g.s.PlayPass(nil)
		} else {
			g.s.PlayMove(int(a.tile), nil)
		}
		at = a.next
	}
	var sum shares
	if n := &g.nodes[at]; n.over {
		for q := range sum {
			sum[q] = n.values[q] * float32(g.playouts)
		}
	} else {
		for range g.playouts {
			playOut(g.s, &g.chance, &sum)
		}
	}
	if k := len(g.path); k == 0 || g.path[k-1] != at {
		g.nodes[at].take(&sum, g.playouts)
	}
	for i := len(g.path) - 1; i >= 0; i-- {
		g.nodes[g.path[i]].take(&sum, g.playouts)
		g.renew(g.path[i])
	}
}

// choose picks a move of a roll: a good one, or one not often looked into.
func (g *grower) choose(n *spot, die int) int32 {
	from, to := n.arms[die], n.arms[die+1]
	if to-from == 1 {
		return from
	}
	scale := curiosity * float32(math.Sqrt(math.Log(float64(n.visits))))
	best, bestAt := float32(-1), from
	for i := from; i < to; i++ {
		c := &g.nodes[g.arms[i].next]
		if u := c.judge(n.mover) + scale/float32(math.Sqrt(float64(c.visits+1))); u > best {
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
	for total := 1; ; total++ {
		best, bestAt := float32(-1), 0
		scale := curiosity * float32(math.Sqrt(math.Log(float64(total))))
		for i := range list {
			n := &g.nodes[list[i].root]
			if u := n.judge(int8(p)) + scale/float32(math.Sqrt(float64(n.visits+1))); u > best {
				best, bestAt = u, i
			}
		}
		g.s = choices[bestAt].after
		g.grow(list[bestAt].root)
		if !g.clock.Step() {
			break
		}
	}
	for i := range list {
		n := &g.nodes[list[i].root]
		list[i].visits = int(n.visits)
		for q := range n.values {
			list[i].sum[q] = n.judge(int8(q)) * float32(n.visits)
		}
	}
}
