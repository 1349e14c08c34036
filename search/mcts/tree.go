package mcts

import (
	"math"
	"slices"

	"atoll/game"
	"atoll/search"
)

// tree is the memory of one thread: arenas that grow to the memory cap and are
// kept from one search to the next.
type tree struct {
	opt     Options
	root    game.State
	st      game.State
	bulk    game.Bulk // st, if it can be
	sampler game.Sampler
	rand    *game.Rand
	players int
	fill    bool

	nodes  []node
	tables []table
	arms   []arm
	joint  jointTable
	// Room left to the arenas, in bytes: growth stops below zero and the search
	// goes on with the tree it has.
	room int64

	path       []step
	buf        []game.Action
	priors     []float32
	iterations int64
	depth      int
	rootSums   [game.MaxSeats]float64
	// byArm holds the scores of all seats for each arm of the root, where a single
	// seat acts there and its arms are listed once and for all.
	byArm  [][game.MaxSeats]float64
	scores [game.MaxSeats]float64
}

// node is a place in the tree: a history of actions, not a position.
type node struct {
	visits int32
	tables int32 // one for each acting seat; -1 before the second visit
	// sibling is another node for the same arm where other seats act, which
	// happens when guesses at hidden things differ.
	sibling int32
	acting  game.Seats
}

// table is the list of arms of one seat at a node.
type table struct {
	first, n, room int32
	count          int32 // of legal actions, where arms are sampled; 0 where all are listed
}

type arm struct {
	action game.Action
	sum    float64
	visits int32
	child  int32 // -1 before the first visit and where several seats act
	prior  float32
}

type step struct {
	node, arm int32
	seat      game.Seat
}

// jitter is the noise, in score, on the choices of seats that act at once.
const jitter = 0.03

const (
	nodeBytes  = 16
	tableBytes = 16
	armBytes   = 32
	jointBytes = 16 * 2 // the table is at most half full
)

func (t *tree) reset(opt Options, view game.State, memory int64, r *game.Rand) {
	t.opt, t.rand, t.room = opt, r, memory
	if t.root == nil || t.root.Config() != view.Config() {
		t.root, t.st = view.Copy(), view.Copy()
		t.bulk, _ = t.st.(game.Bulk)
		t.sampler, _ = t.st.(game.Sampler)
	}
	t.root.CopyFrom(view)
	if t.buf == nil {
		t.buf = make([]game.Action, 0, 1024)
	}
	cfg := view.Config()
	t.players = cfg.Players
	t.fill = cfg.Game.Traits.Hidden && !cfg.Game.Traits.NatureReveals
	t.nodes, t.tables, t.arms = t.nodes[:0], t.tables[:0], t.arms[:0]
	t.joint.reset()
	t.iterations, t.depth = 0, 0
	t.rootSums = [game.MaxSeats]float64{}
	t.byArm = t.byArm[:0]
	t.st.CopyFrom(t.root)
	t.nodes = append(t.nodes, node{acting: t.root.Acting(), tables: -1, sibling: -1})
	t.expand(0)
	if t.nodes[0].acting.Len() == 1 && t.tables[0].count == 0 && !t.fill {
		for range t.arms {
			t.byArm = append(t.byArm, [game.MaxSeats]float64{})
		}
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

// iterate is one walk down and back.
func (t *tree) iterate() {
	t.st.CopyFrom(t.root)
	if t.fill {
		t.st.Fill(t.rand)
	}
	t.path = t.path[:0]
	at := int32(0)
	depth := 0
walk:
	for {
		acting := t.nodes[at].acting
		if acting == 0 || t.bulkPending() {
			break
		}
		if t.nodes[at].tables < 0 && !t.expand(at) {
			break
		}
		var choices game.Choices
		from := len(t.path)
		if acting == game.Only(game.Nature) {
			i := t.outcome(at)
			if i < 0 {
				break
			}
			choices[game.Nature] = t.arms[i].action
			t.path = append(t.path, step{at, i, game.Nature})
		} else {
			which := t.nodes[at].tables
			for rest := acting; rest != 0; {
				s := rest.First()
				rest = rest.Without(s)
				i := t.choose(at, which, s)
				if i < 0 {
					t.path = t.path[:from]
					break walk
				}
				which++
				choices[s] = t.arms[i].action
				t.path = append(t.path, step{at, i, s})
			}
		}
		t.st.Play(choices, nil)
		depth++
		next, isNew := t.child(at, acting, t.path[from].arm, choices)
		if next < 0 {
			break
		}
		at = next
		if isNew {
			break
		}
	}
	t.depth = max(t.depth, depth)
	t.playout()
	t.nodes[0].visits++ // the others are counted on the path
	for i, p := range t.path {
		if i > 0 && p.node != t.path[i-1].node {
			t.nodes[p.node].visits++
		}
		a := &t.arms[p.arm]
		a.visits++
		if p.seat != game.Nature {
			a.sum += t.scores[p.seat]
		}
		if p.node == 0 && int(p.arm) < len(t.byArm) {
			for s := range t.players {
				t.byArm[p.arm][s] += t.scores[s]
			}
		}
	}
	for s := range t.players {
		t.rootSums[s] += t.scores[s]
	}
	t.iterations++
}

func (t *tree) tableOf(at int32, s game.Seat) *table {
	n := &t.nodes[at]
	before := n.acting & game.FirstSeats(int(s))
	return &t.tables[n.tables+int32(before.Len())]
}

func (t *tree) armsOf(at int32, s game.Seat) []arm {
	tb := t.tableOf(at, s)
	return t.arms[tb.first : tb.first+tb.n]
}

func (t *tree) bulkPending() bool { return t.bulk != nil && t.bulk.BulkPending() }

// expand makes the tables of a node whose position is t.st. It reports false if
// there is no room.
func (t *tree) expand(at int32) bool {
	acting := t.nodes[at].acting
	if t.room < 0 && at != 0 {
		return false
	}
	first := int32(len(t.tables))
	for rest := acting; rest != 0; {
		s := rest.First()
		rest = rest.Without(s)
		tb := table{first: int32(len(t.arms))}
		if s != game.Nature && t.sampler != nil {
			if c := t.sampler.CountActions(s); c > t.opt.WideAbove {
				tb.count = int32(c)
			}
		}
		if tb.count == 0 && s != game.Nature {
			t.buf = t.st.AppendActions(t.buf[:0], s)
			if at == 0 && t.opt.Ignore != nil {
				t.buf = overlook(t.buf, t.opt.Ignore)
			}
			t.rand.Shuffle(len(t.buf), func(i, j int) { t.buf[i], t.buf[j] = t.buf[j], t.buf[i] })
			for _, a := range t.buf {
				t.arms = append(t.arms, arm{action: a, child: -1})
			}
			if t.opt.Prior != nil {
				t.priors = slices.Grow(t.priors[:0], len(t.buf))[:len(t.buf)]
				t.opt.Prior(t.st, s, t.buf, t.priors)
				for i, p := range t.priors {
					t.arms[int(tb.first)+i].prior = p
				}
			}
			tb.n = int32(len(t.buf))
			tb.room = tb.n
			t.room -= int64(tb.n) * armBytes
		}
		t.tables = append(t.tables, tb)
		t.room -= tableBytes
	}
	t.nodes[at].tables = first
	return true
}

// overlook takes the ignored actions out of a list, unless none would be left.
func overlook(list []game.Action, ignore func(game.Action) bool) []game.Action {
	n := 0
	for i, a := range list {
		if !ignore(a) {
			list[n], list[i] = list[i], list[n]
			n++
		}
	}
	if n == 0 {
		return list
	}
	return list[:n]
}

// add appends an arm to a table, moving the table to the end of the arena when
// it is full. It returns -1 if there is no room.
func (t *tree) add(which int32, a game.Action) int32 {
	tb := &t.tables[which]
	if tb.n == tb.room {
		if t.room < 0 && tb.n > 0 {
			return -1
		}
		grown := max(4, 2*tb.room)
		first := int32(len(t.arms))
		t.arms = append(t.arms, t.arms[tb.first:tb.first+tb.n]...)
		for range grown - tb.n {
			t.arms = append(t.arms, arm{child: -1})
		}
		tb.first, tb.room = first, grown
		t.room -= int64(grown) * armBytes
	}
	i := tb.first + tb.n
	t.arms[i] = arm{action: a, child: -1}
	tb.n++
	return i
}

// outcome draws what Nature does and returns its arm, or -1 if there is no room.
func (t *tree) outcome(at int32) int32 {
	a := t.drawOutcome()
	which := t.nodes[at].tables
	tb := t.tables[which]
	for i := tb.first; i < tb.first+tb.n; i++ {
		if t.arms[i].action == a {
			return i
		}
	}
	return t.add(which, a)
}

func (t *tree) drawOutcome() game.Action {
	return game.DrawAction(t.st, t.rand, t.buf)
}

// choose picks the arm of seat s by UCB1. It returns -1 if there is no room for one that fits this
// guess at what is hidden.
func (t *tree) choose(at, which int32, s game.Seat) int32 {
	tb := t.tables[which]
	visits := float64(t.nodes[at].visits)
	if tb.count > 0 {
		if i := t.widen(which, s, visits); i >= 0 {
			return i
		}
		tb = t.tables[which]
	} else if t.fill && (at != 0 || t.opt.Ignore == nil) {
		t.admit(which, s)
		tb = t.tables[which]
	}
	if t.opt.Prior != nil && tb.count == 0 && !t.fill {
		return t.chooseByPrior(tb, visits)
	}
	scale := t.opt.Explore * math.Sqrt(math.Log(visits+1))
	// Two seats that choose by the same rule fall into step with each other and
	// never see some meetings; a little noise keeps them apart.
	noise := 0.0
	if t.nodes[at].acting.Len() > 1 {
		noise = jitter
	}
	best, bestAt := math.Inf(-1), int32(-1)
	arms := t.arms[tb.first : tb.first+tb.n]
	for i := range arms {
		a := &arms[i]
		if t.fill && !t.st.Legal(s, a.action) {
			continue
		}
		if a.visits == 0 {
			return tb.first + int32(i) // arms are in random order
		}
		n := float64(a.visits)
		u := a.sum/n + scale/math.Sqrt(n)
		if noise > 0 {
			u += noise * t.rand.Float64()
		}
		if u > best {
			best, bestAt = u, tb.first+int32(i)
		}
	}
	if bestAt < 0 {
		// Every arm so far needs another guess at what is hidden.
		a, _ := game.Sample(t.st, s, t.rand, t.buf)
		return t.add(which, a)
	}
	return bestAt
}

// chooseByPrior picks an arm by PUCT. An arm that was never tried counts a little less than what
// the tried ones have brought so far.
func (t *tree) chooseByPrior(tb table, visits float64) int32 {
	arms := t.arms[tb.first : tb.first+tb.n]
	sum, tried, covered := 0.0, 0.0, 0.0
	for i := range arms {
		if a := &arms[i]; a.visits > 0 {
			sum += a.sum
			tried += float64(a.visits)
			covered += float64(a.prior)
		}
	}
	untried := 0.5
	if tried > 0 {
		untried = sum/tried - untriedLoss*math.Sqrt(covered)
	}
	scale := t.opt.Explore * math.Sqrt(visits+1)
	best, bestAt := math.Inf(-1), tb.first
	for i := range arms {
		a := &arms[i]
		u := untried
		if a.visits > 0 {
			u = a.sum / float64(a.visits)
		}
		u += scale * float64(a.prior) / float64(1+a.visits)
		if u > best {
			best, bestAt = u, tb.first+int32(i)
		}
	}
	return bestAt
}

// untriedLoss is how much less is expected of arms that were not tried, once those
// that were have all the prior.
const untriedLoss = 0.1

// widen samples a new arm if the visits call for one; else -1.
func (t *tree) widen(which int32, s game.Seat, visits float64) int32 {
	tb := t.tables[which]
	want := min(float64(tb.count), 1+t.opt.WideFactor*math.Pow(visits, t.opt.WideExponent))
	if float64(tb.n) >= want {
		return -1
	}
	for range 4 {
		a := t.sampler.SampleAction(s, t.rand)
		known := false
		for i := tb.first; i < tb.first+tb.n && !known; i++ {
			known = t.arms[i].action == a
		}
		if !known {
			return t.add(which, a)
		}
	}
	return -1
}

// admit adds actions that are legal under this guess at hidden things and were
// not under earlier ones.
func (t *tree) admit(which int32, s game.Seat) {
	t.buf = t.st.AppendActions(t.buf[:0], s)
	for _, a := range t.buf {
		tb := t.tables[which]
		known := false
		for i := tb.first; i < tb.first+tb.n && !known; i++ {
			known = t.arms[i].action == a
		}
		if !known && t.add(which, a) < 0 {
			return
		}
	}
}

// child finds or makes the node after an arm, or after the choices of several
// seats. It returns -1 where there is no room for it.
func (t *tree) child(at int32, acting game.Seats, viaArm int32, choices game.Choices) (next int32, isNew bool) {
	now := t.st.Acting()
	several := acting.Len() > 1
	var slot *int32
	if several {
		slot = t.joint.find(at, choices)
	} else {
		slot = &t.arms[viaArm].child
	}
	if slot != nil {
		for i := *slot; i >= 0; i = t.nodes[i].sibling {
			if t.nodes[i].acting == now {
				return i, false
			}
		}
	}
	if t.room < 0 {
		return -1, false
	}
	next = int32(len(t.nodes))
	n := node{acting: now, tables: -1, sibling: -1}
	t.room -= nodeBytes
	if several {
		if slot == nil {
			slot = t.joint.insert(at, choices)
			t.room -= jointBytes
		}
	}
	n.sibling = *slot
	*slot = next
	t.nodes = append(t.nodes, n)
	return next, true
}

// playout finishes the game from t.st and sets t.scores.
func (t *tree) playout() {
	limit := max(0, t.opt.Playout)
	for range limit {
		acting := t.st.Acting()
		if acting == 0 {
			search.Scores(t.st, &t.scores)
			return
		}
		if t.bulkPending() {
			if err := t.bulk.PlayBulk(t.bulk.DrawBulk(t.rand), nil); err != nil {
				panic("mcts: a drawn outcome was refused: " + err.Error())
			}
			continue
		}
		var choices game.Choices
		if acting == game.Only(game.Nature) {
			choices[game.Nature] = t.drawOutcome()
		} else {
			for rest := acting; rest != 0; {
				s := rest.First()
				rest = rest.Without(s)
				if t.opt.Policy != nil {
					choices[s], t.buf = t.opt.Policy(t.st, s, t.rand, t.buf)
				} else {
					choices[s], t.buf = game.Sample(t.st, s, t.rand, t.buf)
				}
			}
		}
		t.st.Play(choices, nil)
	}
	if t.st.Acting() == 0 {
		search.Scores(t.st, &t.scores)
		return
	}
	if t.opt.Evaluator != nil {
		t.opt.Evaluator.Evaluate(t.st, &t.scores)
		return
	}
	for s := range t.players {
		t.scores[s] = 1 / float64(t.players)
	}
}

// jointTable finds the node after the choices of several seats. Keys are 64-bit
// fingerprints: a clash would only merge the statistics of two nodes.
type jointTable struct {
	keys []uint64
	vals []int32
	n    int
}

func (j *jointTable) reset() {
	clear(j.keys)
	j.n = 0
}

func jointKey(at int32, c game.Choices) uint64 {
	k := game.Mix(uint64(at) + 1)
	for _, a := range c[:game.MaxSeats] {
		k = game.Mix(k ^ uint64(a))
	}
	return max(k, 1)
}

func (j *jointTable) find(at int32, c game.Choices) *int32 {
	if len(j.keys) == 0 {
		return nil
	}
	key, mask := jointKey(at, c), uint64(len(j.keys)-1)
	for i := key & mask; j.keys[i] != 0; i = (i + 1) & mask {
		if j.keys[i] == key {
			return &j.vals[i]
		}
	}
	return nil
}

func (j *jointTable) insert(at int32, c game.Choices) *int32 {
	if 2*(j.n+1) > len(j.keys) {
		old, vals := j.keys, j.vals
		size := max(1024, 2*len(old))
		j.keys, j.vals = make([]uint64, size), make([]int32, size)
		for i, k := range old {
			if k != 0 {
				*j.place(k) = vals[i]
			}
		}
	}
	j.n++
	slot := j.place(jointKey(at, c))
	*slot = -1
	return slot
}

func (j *jointTable) place(key uint64) *int32 {
	mask := uint64(len(j.keys) - 1)
	i := key & mask
	for j.keys[i] != 0 {
		i = (i + 1) & mask
	}
	j.keys[i] = key
	return &j.vals[i]
}
