package earthquake

import (
	"math"

	"atoll/game"
	rules "atoll/games/earthquake"
	"atoll/search"
)

// node is a place in the tree: what the players have done so far, and as much of
// what chance has uncovered as the key tells apart.
type node struct {
	key     uint64
	sibling int32 // the next node after the same arm
	arms    int32 // index of the first
	n, room int16 // number of arms, and of places for them
	actor   int8
	visits  int32
	value   float32 // mean of the actor's scores
}

type arm struct {
	sum    float64
	action uint32 // actions of this game are below 2^24
	visits int32
	prior  float32
	child  int32
}

const (
	nodeBytes = 32
	armBytes  = 24
)

// tree is the memory of one thread.
type tree struct {
	net        *Network
	root       rules.Position
	pos        rules.Position
	rand       game.Rand
	nodes      []node
	arms       []arm
	path       []int32
	who        []int8
	via        []int32
	buf        []game.Action
	open       []int32 // arms of the actions in buf
	rootOpen   []int32
	room       int64
	depth      int
	iterations int64
	sums       [game.MaxSeats]float64
	byArm      [][game.MaxSeats]float64
	scores     [game.MaxSeats]float64
	ignore     func(game.Action) bool
	opt        settings
}

// settings are the constants of the search, tuned by duels.
type settings struct {
	puct float32 // how much the search explores
	fpu  float32 // by how much an untried action is thought worse than the node
	roll bool    // playouts to the end instead of the network
	// fine is how often an arm must have been taken before its nodes are told apart
	// by what can be done there too.
	fine int32
	// finer is how often before the kinds of tiles in reach tell them apart as well.
	finer int32
}

var tuned = settings{puct: 1, fpu: 0.05, fine: 1000, finer: 4000}

func (t *tree) reset(view *rules.Position, memory int64, r game.Rand) {
	t.root, t.rand, t.room = *view, r, memory
	t.nodes, t.arms = t.nodes[:0], t.arms[:0]
	t.byArm = t.byArm[:0]
	t.iterations, t.depth = 0, 0
	t.sums = [game.MaxSeats]float64{}
	t.pos = t.root
	t.buf = t.pos.AppendActions(t.buf[:0], t.pos.Actor())
	if t.ignore != nil {
		t.overlook()
	}
	t.nodes = append(t.nodes, node{sibling: -1, actor: int8(t.pos.Actor())})
	t.admit(0)
	t.rootOpen = append(t.rootOpen[:0], t.open...)
	for range t.arms {
		t.byArm = append(t.byArm, [game.MaxSeats]float64{})
	}
}

// overlook takes out what the player does not see, unless that is everything.
func (t *tree) overlook() {
	n := 0
	for _, a := range t.buf {
		if !t.ignore(a) {
			t.buf[n] = a
			n++
		}
	}
	if n > 0 {
		t.buf = t.buf[:n]
	}
}

func (t *tree) run(clock *search.Clock) {
	for {
		t.iterate()
		if !clock.Step() {
			return
		}
	}
}

// admit makes sure that the node has an arm for every action in t.buf, and notes
// them in t.open. It reports false if there is no room.
func (t *tree) admit(at int32) bool {
	t.open = t.open[:0]
	nd := &t.nodes[at]
	for _, a := range t.buf {
		i := nd.arms
		for i < nd.arms+int32(nd.n) && t.arms[i].action != uint32(a) {
			i++
		}
		if i == nd.arms+int32(nd.n) {
			if nd.n == nd.room {
				if t.room <= 0 {
					return false
				}
				// move to the end of the arena
				grown := int16(len(t.buf)) + nd.room
				first := int32(len(t.arms))
				t.arms = append(t.arms, t.arms[nd.arms:nd.arms+int32(nd.n)]...)
				for range grown - nd.n {
					t.arms = append(t.arms, arm{child: -1})
				}
				for j := range t.open {
					t.open[j] += first - nd.arms
				}
				nd.arms, nd.room = first, grown
				t.room -= int64(grown) * armBytes
				i = nd.arms + int32(nd.n)
			}
			t.arms[i].action = uint32(a)
			t.arms[i].prior = sqrt32(float32(rough(&t.pos, t.pos.Actor(), a)))
			nd.n++
		}
		t.open = append(t.open, i)
	}
	return true
}

// choose picks one of the open arms: the mean of what it brought the actor, and a
// bonus that shrinks with its visits and grows with how good it looks at first
// sight.
func (t *tree) choose(at int32) int32 {
	nd := &t.nodes[at]
	var total float32
	for _, i := range t.open {
		total += t.arms[i].prior
	}
	fpu := nd.value - t.opt.fpu
	scale := t.opt.puct * sqrt32(float32(nd.visits)+1) / total
	best, bestAt := float32(math.Inf(-1)), t.open[0]
	for _, i := range t.open {
		a := &t.arms[i]
		u := fpu
		if a.visits > 0 {
			u = float32(a.sum / float64(a.visits))
		}
		u += scale * a.prior / float32(1+a.visits)
		if u > best {
			best, bestAt = u, i
		}
	}
	return bestAt
}

func sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// settle lets chance uncover what is to be uncovered.
func settle(p *rules.Position, r *game.Rand) {
	for p.Actor() == game.Nature {
		p.Do(p.DrawReveal(r), nil)
	}
}

// key tells positions after the same arm apart: by who decides what, and later
// by what can be done and what kinds of tiles are in reach. A fine key is more
// exact, but most of what comes to light does not matter, and few visits spread over
// many nodes are worth little: with a few thousand iterations the coarse key wins
// 60 % against one that always knows the tile under the explorer.
func (t *tree) key(visits int32) uint64 {
	k := uint64(t.pos.Phase())<<8 | uint64(t.pos.Actor()) + 1
	if visits < t.opt.fine {
		return k
	}
	for _, a := range t.buf {
		k = (k ^ uint64(a)) * 0x9e3779b97f4a7c15
		k ^= k >> 29
	}
	if visits < t.opt.finer {
		return k
	}
	// what the explorer stands on and could go to
	s := t.pos.Actor()
	see := func(h rules.Hex) {
		if top := t.pos.Top(h); top != rules.NoTile {
			k = (k ^ uint64(top.Kind()+1)) * 0x9e3779b97f4a7c15
			k ^= k >> 29
		}
	}
	if h := t.pos.At(s); h >= 0 {
		see(h)
		if t.pos.Phase() == rules.PhaseGo {
			for _, a := range t.buf {
				if rules.Verb(a) == rules.VerbMove {
					see(rules.Target(a))
				}
			}
		}
	}
	return k
}

// iterate is one walk down and back.
func (t *tree) iterate() {
	t.pos = t.root
	t.path, t.who, t.via = t.path[:0], t.who[:0], t.via[:0]
	at := int32(0)
	t.open = append(t.open[:0], t.rootOpen...)
	for {
		i := t.choose(at)
		nd := &t.nodes[at]
		t.path = append(t.path, i)
		t.who = append(t.who, nd.actor)
		t.via = append(t.via, at)
		nd.visits++
		t.pos.Do(game.Action(t.arms[i].action), nil)
		settle(&t.pos, &t.rand)
		if t.pos.Actor() < 0 {
			t.finish()
			break
		}
		t.buf = t.pos.AppendActions(t.buf[:0], t.pos.Actor())
		key := t.key(t.arms[i].visits)
		next := t.arms[i].child
		for next >= 0 && t.nodes[next].key != key {
			next = t.nodes[next].sibling
		}
		if next < 0 {
			if t.room > 0 {
				t.nodes = append(t.nodes, node{key: key, sibling: t.arms[i].child, actor: int8(t.pos.Actor())})
				t.arms[i].child = int32(len(t.nodes) - 1)
				t.room -= nodeBytes
			}
			t.leaf()
			break
		}
		at = next
		if !t.admit(at) {
			t.leaf()
			break
		}
	}
	t.depth = max(t.depth, len(t.path))
	for j, i := range t.path {
		a := &t.arms[i]
		x := float32(t.scores[t.who[j]])
		a.visits++
		a.sum += t.scores[t.who[j]]
		nd := &t.nodes[t.via[j]]
		nd.value += (x - nd.value) / float32(nd.visits)
	}
	n := t.root.Players()
	for s := range n {
		t.sums[s] += t.scores[s]
		t.byArm[t.path[0]][s] += t.scores[s]
	}
	t.iterations++
}

func (t *tree) finish() {
	for s := range game.Seat(t.root.Players()) {
		t.scores[s] = 0
		if t.pos.In(s) {
			t.scores[s] = 1
		}
	}
}

// leaf judges t.pos, whose actions are in t.buf.
func (t *tree) leaf() {
	if t.opt.roll {
		t.rollout()
		return
	}
	for t.pos.Phase() != rules.PhaseGo {
		s := t.pos.Actor()
		switch {
		case s < 0:
			t.finish()
			return
		case s == game.Nature:
			t.pos.Do(t.pos.DrawReveal(&t.rand), nil)
		default:
			t.buf = t.pos.AppendActions(t.buf[:0], s)
			t.pos.Do(pick(&t.pos, s, t.buf, &t.rand), nil)
		}
	}
	t.net.Evaluate(&t.pos, &t.scores)
}
