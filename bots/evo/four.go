package evo

import (
	"math"

	"atoll/game"
	rules "atoll/games/evo"
	"atoll/search"
)

// fourSearch searches games of four players for one of them. It is best-reply search
// with real turns (BRS+): between two actions of ours, one opponent, whichever
// hurts us most, acts freely, and the others stand still unless they can win at
// once, which everybody always does, or stop a raid of ours. So a castle that falls
// within one round is never overlooked.
type fourSearch struct {
	tree
	stack   [maxPly + 2]step
	weights *FourWeights
	me      rules.Side
	history [4]history
}

// likely is the score of losing to a raid that its victim could have stopped but
// may overlook.
const likely = 2500

func newFourSearch(tt *table, weights *FourWeights) *fourSearch {
	return &fourSearch{tree: tree{tt: tt}, weights: weights}
}

func (e *fourSearch) begin(st *rules.State, clock *search.Clock, seed uint64, ignore func(game.Action) bool) {
	f := &e.stack[0]
	list := e.tree.begin(f, st, clock, seed)
	e.me = f.pos.Side()
	e.history = [4]history{}
	for _, a := range list {
		if ignore == nil || !ignore(a) || takesCastle(&f.pos, a) {
			e.add(a)
		}
	}
	if len(e.root) == 0 { // something is always seen
		e.add(list[e.seed%uint64(len(list))])
	}
}

// takesCastle reports whether an action wins the game: nobody overlooks that.
func takesCastle(p *rules.Position, a game.Action) bool {
	next := *p
	next.Play(a)
	return next.Won()
}

func (e *fourSearch) run(maxDepth int) {
	f := &e.stack[0]
	e.order(f, func(n int) { e.rate(f, n, 0) }, e.evaluate(&f.pos))
	for e.depth = 1; e.depth <= maxDepth; e.depth++ {
		best := e.searchRoot()
		if e.clock.Stopped() || best >= won || best <= -won && e.depth > 3 {
			return
		}
	}
}

func (e *fourSearch) searchRoot() int {
	alpha, best := -win, -win
	for i := range e.root {
		m := &e.root[i]
		before := e.clock.Nodes()
		e.play(0, m.action)
		score := 0
		if i == 0 {
			score = e.next(1, e.depth-1, -win, win, false)
		} else {
			score = e.next(1, e.depth-1, alpha, alpha+1, false)
			if score > alpha {
				score = e.next(1, e.depth-1, alpha, win, false)
			}
		}
		e.back()
		m.nodes += e.clock.Nodes() - before
		if e.clock.Stopped() {
			return best
		}
		m.score, m.exact = score, score > alpha || i == 0
		if score > best {
			best, alpha = score, score
			e.promote(i)
		}
	}
	return best
}

func (e *fourSearch) play(ply int, a game.Action) {
	e.follow(&e.stack[ply], &e.stack[ply+1], a)
}

func (e *fourSearch) drawn(f *step) bool {
	if f.quiet >= e.limit {
		return true
	}
	h := f.pos.Hash()
	before := 0
	for i := len(e.path) - 2; i >= f.since; i-- {
		if e.path[i] == h {
			if before++; before == 2 {
				return true
			}
		}
	}
	return false
}

// winsNow returns an action that wins at once for the side to move, or NoAction,
// and whose castle it takes.
func winsNow(p *rules.Position, buf []game.Action) (game.Action, rules.Side) {
	me := p.Side()
	bare := false
	for s := range rules.Side(4) {
		if s == me || !p.In(s) {
			continue
		}
		if a := p.Raid(s); a != 0 {
			return a, s
		}
		bare = bare || p.Count(s) == 1
	}
	if bare {
		for _, a := range p.AppendCaptures(buf[:0]) {
			_, to, _, _ := rules.Split(a)
			if owner := p.At(to).Owner(); p.Count(owner) == 1 {
				return a, owner
			}
		}
	}
	return 0, 0
}

// next scores the position at ply for us, whoever is to move there. chosen says
// that an opponent has acted freely in this round.
func (e *fourSearch) next(ply, depth, alpha, beta int, chosen bool) int {
	f := &e.stack[ply]
	if f.pos.Won() {
		e.clock.Step()
		if f.pos.Side() == e.me {
			return win - ply
		}
		return -(win - ply)
	}
	if e.drawn(f) {
		e.clock.Step()
		return 0
	}
	if f.pos.Side() == e.me {
		return e.ours(ply, depth, alpha, beta)
	}
	return e.theirs(ply, depth, alpha, beta, chosen)
}

func (e *fourSearch) ours(ply, depth, alpha, beta int) int {
	f := &e.stack[ply]
	p := &f.pos
	if !e.clock.Step() {
		return 0
	}
	e.deepest = max(e.deepest, ply)
	if a, _ := winsNow(p, f.list[:]); a != 0 {
		return win - ply - 1
	}
	if ply >= maxPly-8 || depth <= -3 {
		return e.evaluate(p)
	}
	hash := p.Hash()
	var first game.Action
	if depth > 0 {
		if t, ok := e.tt.find(hash); ok {
			first = t.action
			if t.depth >= depth {
				if score, ok := t.cuts(ply, alpha, beta); ok {
					return score
				}
			}
		}
	}
	best, start := -win, alpha
	n := 0
	if depth <= 0 {
		best = e.evaluate(p)
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
		n = e.bestCaptures(f, p.AppendCaptures(f.list[:0]))
	} else {
		list := p.AppendActions(f.list[:0])
		n = len(list)
		if !legalIn(list, first) {
			first = 0
		}
		e.rate(f, n, first)
	}
	static := 0
	if depth > 0 && depth <= 3 {
		static = e.evaluate(p)
	}
	var bestAction game.Action
	for i := range n {
		if i < 24 {
			pick(&f.list, &f.scores, i, n)
		}
		quiet := f.scores[i] < rateThreat
		if depth > 0 && i > 0 && quiet && best > -likely {
			if depth <= 3 && (i >= 8+8*depth || static+80*depth <= alpha) {
				continue
			}
		}
		a := f.list[i]
		reduce := 0
		if depth >= 2 && i >= 4 && quiet {
			reduce = 1 + min(depth/3, i/24)
			reduce = min(reduce, depth-1)
		}
		e.play(ply, a)
		score := 0
		if i == 0 {
			score = e.next(ply+1, depth-1, alpha, beta, false)
		} else {
			score = e.next(ply+1, depth-1-reduce, alpha, alpha+1, false)
			if score > alpha && (reduce > 0 || score < beta) {
				score = e.next(ply+1, depth-1, alpha, beta, false)
			}
		}
		e.back()
		if e.clock.Stopped() {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestAction = score, a
				if score >= beta {
					if quiet && depth > 0 {
						e.praise(f, i, depth)
					}
					break
				}
			}
		}
	}
	if depth > 0 {
		e.tt.keep(hash, bestAction, toTable(best, ply), depth, boundOf(best, start, beta))
	}
	return best
}

// quietReplies is how many actions that neither capture nor raid an opponent is
// thought to consider.
const quietReplies = 5

// theirs lets the opponent at ply act, or stand still.
func (e *fourSearch) theirs(ply, depth, alpha, beta int, chosen bool) int {
	f := &e.stack[ply]
	p := &f.pos
	if !e.clock.Step() {
		return 0
	}
	side := p.Side()
	if a, owner := winsNow(p, f.list[:]); a != 0 {
		if owner != e.me && !chosen && e.hadTurn(owner, side) && canStop(p, owner, side, f.list[:]) {
			return -likely + ply
		}
		return -(win - ply - 1)
	}
	if ply >= maxPly-8 {
		return e.evaluate(p)
	}
	// What it does unless it is the one to act freely comes first: it is the
	// quickest to search.
	if a := e.defence(f); a != 0 {
		e.play(ply, a)
	} else {
		e.stand(ply)
	}
	best := e.next(ply+1, depthAfter(depth, &e.stack[ply+1].pos, e.me), alpha, beta, chosen)
	e.back()
	if chosen || e.clock.Stopped() || best <= alpha {
		return best
	}
	beta = min(beta, best)
	n := 0
	if depth <= 0 {
		n = e.againstUs(f, p.AppendCaptures(f.list[:0]), 0)
	} else {
		n = e.againstUs(f, p.AppendActions(f.list[:0]), quietReplies)
	}
	for i := range n {
		pick(&f.list, &f.scores, i, n)
		e.play(ply, f.list[i])
		score := e.next(ply+1, depthAfter(depth, &e.stack[ply+1].pos, e.me), alpha, beta, true)
		e.back()
		if e.clock.Stopped() {
			return 0
		}
		if score < best {
			best = score
			if score < beta {
				beta = score
				if score <= alpha {
					break
				}
			}
		}
	}
	return best
}

// defence returns an action of the opponent to move that stops a raid of ours on
// any castle, since it would lose by any, or NoAction.
func (e *fourSearch) defence(f *step) game.Action {
	p := &f.pos
	for owner := range rules.Side(4) {
		if owner == e.me || !p.In(owner) || !p.Threatens(e.me, owner) {
			continue
		}
		_, stops := p.Raiders(e.me, owner)
		list := p.AppendActions(f.list[:0])
		var best game.Action
		for _, a := range list[:onlyStops(list, &stops)] {
			if _, to, _, _ := rules.Split(a); best == 0 || !p.At(to).Empty() {
				best = a
			}
		}
		return best
	}
	return 0
}

// depthAfter takes a ply off when the round of the opponents is over.
func depthAfter(depth int, p *rules.Position, me rules.Side) int {
	if p.Side() == me {
		return depth - 1
	}
	return depth
}

func (e *fourSearch) stand(ply int) {
	f, g := &e.stack[ply], &e.stack[ply+1]
	g.pos = f.pos
	g.pos.Skip()
	g.quiet, g.since = f.quiet+1, f.since
	e.path = append(e.path, g.pos.Hash())
}

// hadTurn reports whether owner has acted since our last action, before side.
func (e *fourSearch) hadTurn(owner, side rules.Side) bool {
	return (owner-e.me)&3 < (side-e.me)&3
}

// canStop reports whether owner has an action that stops all raids of side on
// its castle.
func canStop(p *rules.Position, owner, side rules.Side, buf []game.Action) bool {
	n, stops := p.Raiders(side, owner)
	if n == 0 {
		return true
	}
	q := *p
	for q.Side() != owner {
		q.Skip()
	}
	list := q.AppendActions(buf[:0])
	return onlyStops(list, &stops) > 0
}

// raidAny tells, for a side, role and square, whether a piece there could take
// some castle in one move on an empty board.
var raidAny = makeRaidAny()

func makeRaidAny() (t [4][rules.Roles][rules.Squares]bool) {
	for side := range t {
		for r := range rules.Role(rules.Roles) {
			for q := range rules.Square(rules.Squares) {
				for owner := range rules.Side(4) {
					s := rules.Side(side)
					if owner != s && rules.Reaches(s, r, q, owner.Home()) {
						t[side][r][q] = true
					}
				}
			}
		}
	}
	return t
}

func (e *fourSearch) rate(f *step, n int, first game.Action) {
	p := &f.pos
	me := p.Side()
	h := &e.history[me]
	for i, a := range f.list[:n] {
		from, to, role, turns := rules.Split(a)
		old := p.At(from).Role()
		if !turns {
			role = old
		}
		switch {
		case a == first:
			f.scores[i] = rateFirst
			continue
		case from != to && !p.At(to).Empty():
			f.scores[i] = rateCapture + e.weights.Road[far[me][role][to]]
			continue
		}
		r := h[old][to][role] + 32*(e.weights.Road[far[me][role][to]]-e.weights.Road[far[me][old][from]])
		if raidAny[me][role][to] && !(from == to && raidAny[me][old][to]) {
			r += rateThreat
		}
		f.scores[i] = r
	}
}

// bestCaptures keeps one action for each capture, with the role that stands best
// there.
func (e *fourSearch) bestCaptures(f *step, list []game.Action) int {
	me := f.pos.Side()
	n := 0
	lastFrom, lastTo := rules.NoSquare, rules.NoSquare
	for _, a := range list {
		from, to, role, turns := rules.Split(a)
		if !turns {
			role = f.pos.At(from).Role()
		}
		score := e.weights.Road[far[me][role][to]]
		if from == lastFrom && to == lastTo {
			if score > f.scores[n-1] {
				f.list[n-1], f.scores[n-1] = a, score
			}
			continue
		}
		lastFrom, lastTo = from, to
		f.list[n], f.scores[n] = a, score
		n++
	}
	return n
}

// againstUs keeps of an opponent's actions those that matter to us: captures of
// our pieces and of raiders, new raids, answers to our raids, and its quiet best.
func (e *fourSearch) againstUs(f *step, list []game.Action, quiet int) int {
	p := &f.pos
	side := p.Side()
	raided, stops := p.Raiders(e.me, side)
	n := 0
	var best [quietReplies]game.Action
	var gain [quietReplies]int32
	found := 0
	lastFrom, lastTo, kept := rules.NoSquare, rules.NoSquare, -1
	for _, a := range list {
		from, to, role, turns := rules.Split(a)
		old := p.At(from).Role()
		if !turns {
			role = old
		}
		value := e.weights.Road[far[side][role][to]]
		victim := p.At(to)
		switch {
		case from != to && (!victim.Empty() && victim.Owner() == e.me || raided > 0 && stops.Has(to)):
			score := rateCapture + value
			if !victim.Empty() {
				score += 1000
			}
			if from == lastFrom && to == lastTo && kept >= 0 {
				if score > f.scores[kept] {
					f.list[kept], f.scores[kept] = a, score
				}
				continue
			}
			lastFrom, lastTo, kept = from, to, n
			f.list[n], f.scores[n] = a, score
			n++
		case quiet > 0 && raidAny[side][role][to] && !(from == to && raidAny[side][old][to]):
			f.list[n], f.scores[n] = a, rateThreat+value
			n++
		case quiet > 0:
			g := value - e.weights.Road[far[side][old][from]]
			if !victim.Empty() && from != to {
				g += 60
			}
			i := found
			if found < quiet {
				found++
			} else if g <= gain[quiet-1] {
				continue
			} else {
				i = quiet - 1
			}
			for ; i > 0 && gain[i-1] < g; i-- {
				gain[i], best[i] = gain[i-1], best[i-1]
			}
			gain[i], best[i] = g, a
		}
	}
	for i := range found {
		f.list[n], f.scores[n] = best[i], gain[i]
		n++
	}
	return n
}

func (e *fourSearch) praise(f *step, i, depth int) {
	bonus := int32(min(depth*depth*32, 2000))
	h := &e.history[f.pos.Side()]
	for _, a := range f.list[:i] {
		h.remember(&f.pos, a, -bonus/4)
	}
	h.remember(&f.pos, f.list[i], bonus)
}

// evaluate judges a position for us: our side against the average of the others,
// and the strongest of them once more.
func (e *fourSearch) evaluate(p *rules.Position) int {
	mine, others, best, n := 0, 0, math.MinInt32, 0
	for s := range rules.Side(4) {
		if !p.In(s) {
			continue
		}
		v := e.weights.value(p, s)
		if s == e.me {
			mine = v
			continue
		}
		others += v
		best = max(best, v)
		n++
	}
	if n == 0 {
		return 0
	}
	return mine - (2*others/n+best)/3 + whim(p, e.seed)
}

// report says what the search found.
func (e *fourSearch) report(st *rules.State, seat game.Seat) search.Report {
	rep := search.Report{Seat: seat, Action: e.root[0].action, Nodes: e.clock.Nodes(), Depth: e.depth}
	var all int64
	for _, m := range e.root {
		all += m.nodes + 1
	}
	p := st.Position()
	players := 0
	for s := range rules.Side(4) {
		if p.In(s) {
			players++
		}
	}
	share := func(score int) float64 {
		odds := math.Exp(float64(max(-3000, min(3000, score)))/scale) / float64(max(players-1, 1))
		return odds / (1 + odds)
	}
	for _, m := range e.root {
		rep.Candidates = append(rep.Candidates, search.Candidate{
			Action: m.action, Value: share(m.score), Weight: float64(m.nodes+1) / float64(all), Visits: m.nodes,
		})
	}
	mine := share(e.root[0].score)
	var sum float64
	var weight [4]float64
	for s := range rules.Side(4) {
		if s != e.me && p.In(s) {
			weight[s] = math.Exp(float64(e.weights.value(&p, s)) / scale)
			sum += weight[s]
		}
	}
	for s := range rules.Side(4) {
		if s == e.me {
			rep.Values[st.SeatOf(s)] = mine
		} else if p.In(s) {
			rep.Values[st.SeatOf(s)] = (1 - mine) * weight[s] / sum
		}
	}
	return rep
}
