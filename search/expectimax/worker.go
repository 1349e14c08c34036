package expectimax

import (
	"math"

	"atoll/game"
	"atoll/search"
)

const (
	maxDepth = 64
	maxPly   = 256 // decisions and outcomes
)

type worker struct {
	ev      search.Evaluator
	opt     Options
	clock   *search.Clock
	hero    game.Seat
	players int
	rand    *game.Rand

	states  [maxPly + 1]game.State
	lists   [maxPly + 1][]game.Action
	weights [maxPly + 1][]float64
	floors  [maxPly + 1][]float64 // bounds of the outcomes of a chance node
	history []int32
	ranks   []int
	scores  [game.MaxSeats]float64
	table   []entry

	part      []game.Action
	byDepth   [maxDepth + 1][]search.Candidate
	done      int  // depth finished
	exhausted bool // nothing lies beyond done
	cut       bool // a horizon was reached
	vectors   map[game.Action][game.MaxSeats]float64
}

// entry of the transposition table. Values are the hero's.
type entry struct {
	key   uint64
	best  game.Action
	value float32
	depth int8
	bound int8
}

const (
	exact int8 = iota + 1
	lower
	upper
)

const entryBytes = 24

func (w *worker) reset(e *Searcher, view game.State, s game.Seat, part []game.Action, clock *search.Clock, b search.Budget) {
	w.ev, w.opt, w.clock, w.hero, w.part = e.ev, e.opt, clock, s, part
	w.players = view.Config().Players
	w.rand = game.NewRand(view.Hash())
	if w.states[0] == nil || w.states[0].Config() != view.Config() {
		for i := range w.states {
			w.states[i] = view.Copy()
		}
	}
	w.states[0].CopyFrom(view)
	if w.history == nil {
		w.history = make([]int32, 4096)
	}
	clear(w.history)
	size := int64(1024)
	room := b.MemoryCap()
	if b.Nodes > 0 {
		room = min(room, 2*entryBytes*b.Nodes)
	}
	if b.Time > 0 {
		room = min(room, (48<<10)*b.Time.Milliseconds())
	}
	for 2*size*entryBytes <= room {
		size *= 2
	}
	if int64(len(w.table)) != size {
		w.table = make([]entry, size)
	} else {
		clear(w.table)
	}
	w.done, w.exhausted = 0, false
	w.byDepth[0] = w.byDepth[0][:0]
	for _, a := range part {
		w.byDepth[0] = append(w.byDepth[0], search.Candidate{Action: a})
	}
	w.vectors = map[game.Action][game.MaxSeats]float64{}
}

// values spreads a value over the seats where nothing finer is known.
func (w *worker) values(c search.Candidate) (v [game.MaxSeats]float64) {
	for s := range w.players {
		v[s] = (1 - c.Value) / float64(w.players-1)
	}
	v[w.hero] = c.Value
	return v
}

// deepen searches its part one decision deeper again and again.
func (w *worker) deepen() {
	for depth := 1; depth <= w.opt.MaxDepth; depth++ {
		w.cut = false
		list := w.byDepth[depth][:0]
		// The order of the last depth: the best first.
		order := append([]search.Candidate(nil), w.byDepth[depth-1]...)
		if depth > 1 {
			stableByValue(order)
		}
		best := -1.0
		for _, o := range order {
			st := w.states[1]
			st.CopyFrom(w.states[0])
			st.Play(game.Choose(w.hero, o.Action), nil)
			var v float64
			if w.opt.Model == MaxN && w.players > 2 {
				vec := w.maxn(st, depth-1, 1)
				v = vec[w.hero]
				if !w.clock.Stopped() {
					w.vectors[o.Action] = vec
				}
			} else {
				v = w.value(st, depth-1, 1, max(0, best-w.opt.Margin), 1)
			}
			if w.clock.Stopped() && !(depth == 1 && len(list) == 0) {
				// What was proved better than the best of the last depth is the news.
				if depth > 1 && len(list) > 0 {
					w.partial(depth, list)
				} else if depth == 1 {
					w.byDepth[1] = w.fill(list)
					w.done = 1
				}
				return
			}
			list = append(list, search.Candidate{Action: o.Action, Value: v})
			best = max(best, v)
		}
		w.byDepth[depth] = list
		w.done = depth
		if w.clock.Stopped() {
			return
		}
		if !w.cut {
			w.exhausted = true
			return
		}
	}
}

// fill completes a list with the actions that were not reached.
func (w *worker) fill(list []search.Candidate) []search.Candidate {
	n := len(list)
next:
	for _, a := range w.part {
		for _, c := range list[:n] {
			if c.Action == a {
				continue next
			}
		}
		list = append(list, search.Candidate{Action: a})
	}
	return list
}

// partial takes over what a broken-off depth has found of the leading actions:
// the old best comes first in it, so a better one is really better.
func (w *worker) partial(depth int, list []search.Candidate) {
	old := w.byDepth[depth-1]
	top := list[0]
	for _, c := range list {
		if c.Value > top.Value {
			top = c
		}
	}
	for i := range old {
		switch {
		case old[i].Action == top.Action:
			old[i].Value = top.Value
		default:
			old[i].Value = min(old[i].Value, top.Value-1e-9)
		}
	}
}

func stableByValue(list []search.Candidate) {
	for i := 1; i < len(list); i++ {
		c := list[i]
		j := i
		for ; j > 0 && list[j-1].Value < c.Value; j-- {
			list[j] = list[j-1]
		}
		list[j] = c
	}
}

func (w *worker) evaluate(st game.State) float64 {
	w.cut = true
	w.ev.Evaluate(st, &w.scores)
	return w.scores[w.hero]
}

// value is the expected score of the hero between alpha and beta (fail soft).
func (w *worker) value(st game.State, depth, ply int, alpha, beta float64) float64 {
	if !w.clock.Step() {
		return alpha
	}
	acting := st.Acting()
	switch {
	case acting == 0:
		search.Scores(st, &w.scores)
		return w.scores[w.hero]
	case ply >= maxPly || depth <= 0 && acting != game.Only(game.Nature):
		return w.evaluate(st)
	case acting == game.Only(game.Nature):
		if depth <= 0 && ply > 1 {
			// The evaluator sees the position before the draw as well as after it.
			return w.evaluate(st)
		}
		return w.chance(st, depth, ply, alpha, beta)
	}
	return w.decide(st, acting.First(), depth, ply, alpha, beta)
}

func (w *worker) decide(st game.State, s game.Seat, depth, ply int, alpha, beta float64) float64 {
	key := st.Hash()
	e := &w.table[key&uint64(len(w.table)-1)]
	first := game.NoAction
	if e.bound != 0 && e.key == key {
		first = e.best
		if int(e.depth) >= depth {
			v := float64(e.value)
			if e.bound == exact || e.bound == lower && v >= beta || e.bound == upper && v <= alpha {
				w.cut = true
				return v
			}
		}
	}
	list := st.AppendActions(w.lists[ply][:0], s)
	w.lists[ply] = list
	w.sort(st, s, list, first)
	cost := 1
	if len(list) == 1 {
		cost = 0 // a forced action is no decision
	}
	next := w.states[ply+1]
	low, high := alpha, beta
	mine := s == w.hero
	top, bestAction := math.Inf(-1), list[0]
	if !mine {
		top = math.Inf(1)
	}
	for _, a := range list {
		next.CopyFrom(st)
		next.Play(game.Choose(s, a), nil)
		v := w.value(next, depth-cost, ply+1, alpha, beta)
		if w.clock.Stopped() {
			return alpha
		}
		if mine {
			if v > top {
				top, bestAction = v, a
			}
			alpha = max(alpha, v)
		} else {
			if v < top {
				top, bestAction = v, a
			}
			beta = min(beta, v)
		}
		if alpha >= beta {
			h := &w.history[historyOf(a)]
			*h = min(*h+int32(depth*depth), 1<<20)
			break
		}
	}
	kind := exact
	if top >= high {
		kind = lower
	} else if top <= low {
		kind = upper
	}
	*e = entry{key: key, best: bestAction, value: float32(top), depth: int8(depth), bound: kind}
	return top
}

func historyOf(a game.Action) uint64 { return game.Mix(uint64(a)) & 4095 }

// sort puts the table's action first, then by the order of the options and by history.
func (w *worker) sort(st game.State, s game.Seat, list []game.Action, first game.Action) {
	rank := func(a game.Action) int {
		if a == first {
			return math.MaxInt
		}
		r := int(w.history[historyOf(a)])
		if w.opt.Order != nil {
			r += w.opt.Order(st, s, a) << 21
		}
		return r
	}
	ranks := w.ranks[:0]
	for i, a := range list {
		k := rank(a)
		ranks = append(ranks, k)
		j := i
		for ; j > 0 && ranks[j-1] < k; j-- {
			list[j], ranks[j] = list[j-1], ranks[j-1]
		}
		list[j], ranks[j] = a, k
	}
	w.ranks = ranks
}

// outcomes lists Nature's outcomes with their probabilities.
func (w *worker) outcomes(st game.State, ply int) ([]game.Action, []float64) {
	list := st.AppendActions(w.lists[ply][:0], game.Nature)
	probs := w.weights[ply][:0]
	var total float64
	for _, a := range list {
		p := float64(st.Weight(a))
		probs = append(probs, p)
		total += p
	}
	for i := range probs {
		probs[i] /= total
	}
	w.lists[ply], w.weights[ply] = list, probs
	return list, probs
}

// bulk plays an outcome that cannot be listed: one draw stands for all.
func (w *worker) bulk(st game.State) bool {
	b, ok := st.(game.Bulk)
	if !ok || !b.BulkPending() {
		return false
	}
	if err := b.PlayBulk(b.DrawBulk(w.rand), nil); err != nil {
		panic("expectimax: a drawn outcome was refused: " + err.Error())
	}
	return true
}

// chance is a chance node with Star1 and Star2 pruning. The value of an outcome
// not yet searched lies between the bounds that are known of it, at first 0 and 1;
// an outcome needs to be searched only as far as the whole can still fall between
// alpha and beta.
func (w *worker) chance(st game.State, depth, ply int, alpha, beta float64) float64 {
	next := w.states[ply+1]
	if b, ok := st.(game.Bulk); ok && b.BulkPending() {
		next.CopyFrom(st)
		w.bulk(next)
		return w.value(next, depth, ply+1, alpha, beta)
	}
	list, probs := w.outcomes(st, ply)
	// bounds holds the lower bound, then the upper bound of each outcome.
	n := len(list)
	bounds := w.floors[ply][:0]
	for range n {
		bounds = append(bounds, 0, 1)
	}
	w.floors[ply] = bounds
	if depth > 1 && n > 1 {
		if v, cut := w.probe(st, list, probs, bounds, depth, ply, alpha, beta); cut {
			return v
		}
	}
	var lowRest, highRest float64 // of the outcomes still to come
	for i, p := range probs {
		lowRest += p * bounds[2*i]
		highRest += p * bounds[2*i+1]
	}
	var sum float64
	for i, a := range list {
		p := probs[i]
		lowRest -= p * bounds[2*i]
		highRest -= p * bounds[2*i+1]
		// Below a the whole stays under alpha, above b it reaches beta.
		lo := max(0, min(1, (alpha-sum-highRest)/p))
		hi := max(0, min(1, (beta-sum-lowRest)/p))
		next.CopyFrom(st)
		next.Play(game.Choose(game.Nature, a), nil)
		v := w.value(next, depth, ply+1, lo, hi)
		if w.clock.Stopped() {
			return alpha
		}
		sum += p * v
		if v <= lo && lo > 0 && sum+highRest <= alpha {
			return sum + highRest
		}
		if v >= hi && hi < 1 && sum+lowRest >= beta {
			return sum + lowRest
		}
	}
	return sum
}

// probe is the first phase of Star2: after each outcome only the likeliest action
// is searched, which bounds its value from one side, and the sum of the bounds
// may already decide.
func (w *worker) probe(st game.State, list []game.Action, probs, bounds []float64, depth, ply int, alpha, beta float64) (float64, bool) {
	next, after := w.states[ply+1], w.states[min(ply+2, maxPly)]
	if ply+2 >= maxPly {
		return 0, false
	}
	var low, high float64
	for _, p := range probs {
		high += p
	}
	for i, a := range list {
		next.CopyFrom(st)
		next.Play(game.Choose(game.Nature, a), nil)
		acting := next.Acting()
		if acting == 0 || acting == game.Only(game.Nature) {
			continue
		}
		s := acting.First()
		moves := next.AppendActions(w.lists[ply+1][:0], s)
		w.lists[ply+1] = moves
		e := &w.table[next.Hash()&uint64(len(w.table)-1)]
		first := game.NoAction
		if e.bound != 0 && e.key == next.Hash() {
			first = e.best
		}
		if first == game.NoAction || !next.Legal(s, first) {
			w.sort(next, s, moves, game.NoAction)
			first = moves[0]
		}
		cost := 1
		if len(moves) == 1 {
			cost = 0
		}
		after.CopyFrom(next)
		after.Play(game.Choose(s, first), nil)
		p := probs[i]
		if s == w.hero {
			hi := max(0, min(1, (beta-low)/p))
			v := w.value(after, depth-cost, ply+2, 0, hi)
			if w.clock.Stopped() {
				return 0, false
			}
			bounds[2*i] = v
			low += p * v
			if low >= beta {
				return low, true
			}
		} else {
			lo := max(0, min(1, (alpha-(high-p))/p))
			v := w.value(after, depth-cost, ply+2, lo, 1)
			if w.clock.Stopped() {
				return 0, false
			}
			bounds[2*i+1] = v
			high -= p * (1 - v)
			if high <= alpha {
				return high, true
			}
		}
	}
	return 0, false
}

// maxn returns the scores of all seats when each plays for itself.
func (w *worker) maxn(st game.State, depth, ply int) (v [game.MaxSeats]float64) {
	if !w.clock.Step() {
		return v
	}
	acting := st.Acting()
	nature := acting == game.Only(game.Nature)
	switch {
	case acting == 0:
		search.Scores(st, &w.scores)
		return w.scores
	case ply >= maxPly || depth <= 0 && (!nature || ply > 1):
		w.evaluate(st)
		return w.scores
	case nature:
		next := w.states[ply+1]
		if b, ok := st.(game.Bulk); ok && b.BulkPending() {
			next.CopyFrom(st)
			w.bulk(next)
			return w.maxn(next, depth, ply+1)
		}
		list, probs := w.outcomes(st, ply)
		for i, a := range list {
			next.CopyFrom(st)
			next.Play(game.Choose(game.Nature, a), nil)
			sub := w.maxn(next, depth, ply+1)
			for s := range w.players {
				v[s] += probs[i] * sub[s]
			}
		}
		return v
	}
	s := acting.First()
	list := st.AppendActions(w.lists[ply][:0], s)
	w.lists[ply] = list
	cost := 1
	if len(list) == 1 {
		cost = 0
	}
	next := w.states[ply+1]
	best := -1.0
	for _, a := range list {
		next.CopyFrom(st)
		next.Play(game.Choose(s, a), nil)
		sub := w.maxn(next, depth-cost, ply+1)
		if w.clock.Stopped() {
			return v
		}
		if sub[s] > best {
			best, v = sub[s], sub
		}
	}
	return v
}
