package evo

import (
	"math"

	"atoll/game"
	rules "atoll/games/evo"
	"atoll/search"
)

const (
	// win is the score of having won; a win in n plies is win-n.
	win = 30000
	// won is the least score that is a win found by search.
	won = win - 1000
	// maxPly bounds the depth of the stack.
	maxPly = 96
	// maxDepth and maxRounds bound the iterations for two and for four players.
	maxDepth  = maxPly - 10
	maxRounds = 30
	// mostActions bounds the list of one position.
	mostActions = rules.PiecesEach*27 + 4
)

// frame is what search keeps for one ply.
type frame struct {
	step
	acc     accumulator
	sums    sums // of the network, if there is one
	late    late
	killers [2]game.Action
	static  int
}

// engine searches games of two players by principal variation search. It keeps
// its memory between questions but no knowledge.
type engine struct {
	tree
	stack   [maxPly + 2]frame
	places  *Places
	net     *Net // may be nil
	gone    int  // how many positions of the path lie before the root
	history [2]history
}

func newEngine(tt *table, places *Places) *engine { return &engine{tree: tree{tt: tt}, places: places} }

// begin sets the root.
func (e *engine) begin(st *rules.State, clock *search.Clock, seed uint64, ignore func(game.Action) bool) {
	f := &e.stack[0]
	list := e.tree.begin(&f.step, st, clock, seed)
	e.gone = len(e.path) - 1
	f.acc.refresh(e.places, &f.pos)
	if e.net != nil {
		e.net.refresh(&f.sums, &f.pos)
		f.late = late{}
	}
	f.killers = [2]game.Action{}
	e.history = [2]history{}
	for _, a := range list {
		if ignore == nil || !ignore(a) {
			e.add(a)
		}
	}
	if len(e.root) == 0 {
		for _, a := range list {
			e.add(a)
		}
	}
}

// run deepens until the clock stops it or everything is decided. Every iteration
// begins with the best action of the one before, so an unfinished one counts.
func (e *engine) run(deepest int) {
	f := &e.stack[0]
	e.order(&f.step, func(n int) { e.rate(f, n, 0) }, e.judge(0))
	for e.depth = 1; e.depth <= deepest; e.depth++ {
		best := e.aspire()
		if e.clock.Stopped() || best >= won || best <= -won && e.depth > 4 {
			return
		}
	}
}

// aspire searches the root with a narrow window around the last score, widened
// as needed.
func (e *engine) aspire() int {
	alpha, beta, width := -win, win, 40
	if last := e.root[0].score; e.depth >= 4 && last > -won && last < won {
		alpha, beta = last-width, last+width
	}
	for {
		best := e.searchRoot(alpha, beta)
		switch {
		case e.clock.Stopped():
			return best
		case best <= alpha && alpha > -win:
			alpha = max(-win, best-width)
		case best >= beta && beta < win:
			beta = min(win, best+width)
		default:
			return best
		}
		if width *= 3; width > 1000 {
			alpha, beta = -win, win
		}
	}
}

func (e *engine) searchRoot(alpha, beta int) int {
	best := -win
	for i := range e.root {
		m := &e.root[i]
		before := e.clock.Nodes()
		e.play(0, m.action)
		var score int
		if i == 0 {
			score = -e.value(1, e.depth-1, -beta, -alpha)
		} else {
			reduce := 0
			if e.depth >= 3 && i >= 6 {
				reduce = 1
			}
			score = e.scout(0, e.depth, reduce, alpha, beta)
		}
		e.path = e.path[:e.gone+1]
		m.nodes += e.clock.Nodes() - before
		if e.clock.Stopped() {
			return best
		}
		m.score, m.exact = score, score > alpha || i == 0
		if score > best {
			best = score
			if score > alpha {
				alpha = score
				e.promote(i)
			}
		}
		if alpha >= beta {
			break
		}
	}
	return best
}

// play carries out an action at ply and sets up the next one.
func (e *engine) play(ply int, a game.Action) {
	f, g := &e.stack[ply], &e.stack[ply+1]
	captured := e.follow(&f.step, &g.step, a)
	g.acc.update(e.places, &f.acc, &f.pos, a, captured)
	g.late = late{a, captured, true}
}

// late is what was played to reach a frame, until somebody asks for its sums.
type late struct {
	action   game.Action
	captured rules.Piece
	due      bool
}

// judge is the evaluation of the position at ply for the side to move. The one at
// the ply before has been judged already: nothing is played from a position before.
func (e *engine) judge(ply int) int {
	f := &e.stack[ply]
	v := f.acc.value(&f.pos)
	if e.net == nil {
		return v
	}
	if f.late.due {
		before := &e.stack[ply-1]
		e.net.update(&f.sums, &before.sums, &before.pos, f.late.action, f.late.captured)
		f.late.due = false
	}
	return min(max(v+e.net.score(&f.sums, f.pos.Side()), -mostScore), mostScore)
}

// drawn reports whether the position at ply counts as a draw: for the third time
// on the board, for the second time within the search, or too quiet.
func (e *engine) drawn(f *frame) bool {
	if f.quiet >= e.limit {
		return true
	}
	h := f.pos.Hash()
	before := 0
	for i := len(e.path) - 5; i >= f.since; i -= 2 {
		if e.path[i] == h {
			if i > e.gone {
				return true
			}
			if before++; before == 2 {
				return true
			}
		}
	}
	return false
}

// takesLast returns an action by which the side to move captures the other's last
// piece, or NoAction.
func takesLast(p *rules.Position, buf []game.Action) game.Action {
	if p.Count(p.Side()^2) != 1 {
		return game.NoAction
	}
	if list := p.AppendCaptures(buf[:0]); len(list) > 0 {
		return list[0]
	}
	return game.NoAction
}

// value searches the position at ply and returns its score for the side to move.
// It also serves positions that have just been decided.
func (e *engine) value(ply, depth, alpha, beta int) int {
	f := &e.stack[ply]
	if f.pos.Won() {
		e.clock.Step()
		return -(win - ply)
	}
	if e.drawn(f) {
		e.clock.Step()
		return 0
	}
	return e.search(ply, depth, alpha, beta, true)
}

// reductions by depth and number of the action.
var reductions = makeReductions()

func makeReductions() (t [64][128]int8) {
	for d := 1; d < 64; d++ {
		for n := 1; n < 128; n++ {
			t[d][n] = int8(0.6 + math.Log(float64(d))*math.Log(float64(n))/1.9)
		}
	}
	return t
}

func (e *engine) search(ply, depth, alpha, beta int, mayPass bool) int {
	f := &e.stack[ply]
	p := &f.pos
	me := p.Side()
	you := me ^ 2
	if p.Threatens(me, you) || p.Count(you) == 1 && takesLast(p, f.list[:]) != 0 {
		e.clock.Step()
		return win - ply - 1
	}
	raiders, stops := p.Raiders(you, me)
	threatened := raiders > 0
	if threatened && ply < 2*e.depth+4 {
		depth++
	}
	if depth <= 0 || ply >= maxPly-8 {
		return e.calm(ply, 0, alpha, beta)
	}
	if !e.clock.Step() {
		return 0
	}
	e.deepest = max(e.deepest, ply)
	// No win is possible before the next action but one, and no loss before the next.
	alpha, beta = max(alpha, -(win-ply-2)), min(beta, win-ply-3)
	if alpha >= beta {
		return alpha
	}
	pv := beta-alpha > 1
	hash := p.Hash()
	var first game.Action
	if t, ok := e.tt.find(hash); ok {
		first = t.action
		if !pv && t.depth >= depth {
			if score, ok := t.cuts(ply, alpha, beta); ok {
				return score
			}
		}
	}
	f.static = e.judge(ply) + whim(p, e.seed)
	if !pv && !threatened {
		if score, ok := e.enough(ply, depth, beta, mayPass); ok {
			return score
		}
	}
	list := p.AppendActions(f.list[:0])
	n := len(list)
	if threatened {
		n = onlyStops(list, &stops)
		if n == 0 {
			return -(win - ply - 2)
		}
	}
	if !legalIn(list[:n], first) {
		first = 0
	}
	e.stack[ply+1].killers = [2]game.Action{}
	e.rate(f, n, first)
	best, bestAction, ok := e.tryAll(ply, n, depth, alpha, beta, threatened)
	if !ok {
		return 0
	}
	e.tt.keep(hash, bestAction, toTable(best, ply), depth, boundOf(best, alpha, beta))
	return best
}

// enough reports whether a quiet position reaches beta without its actions being tried:
// it is far above already, or is above even after a pass. Its score is 0 when the time is up.
func (e *engine) enough(ply, depth, beta int, mayPass bool) (score int, ok bool) {
	f := &e.stack[ply]
	if depth <= 5 && f.static-70*depth >= beta && beta > -won {
		return f.static, true
	}
	if !mayPass || depth < 3 || f.static < beta || f.pos.Count(f.pos.Side()) <= 1 {
		return 0, false
	}
	e.pass(ply)
	if reduced := depth - 3 - depth/4; reduced <= 0 {
		score = -e.calm(ply+1, 0, -beta, -beta+1)
	} else {
		score = -e.search(ply+1, reduced, -beta, -beta+1, false)
	}
	e.back()
	if e.clock.Stopped() {
		return 0, true
	}
	return min(score, won), score >= beta
}

// tryAll tries the n rated actions of a position, best first, and returns the best one above
// alpha and its score; false when the time is up.
func (e *engine) tryAll(ply, n, depth, alpha, beta int, threatened bool) (best int, bestAction game.Action, ok bool) {
	f := &e.stack[ply]
	pv := beta-alpha > 1
	best, bestAction = -win, game.NoAction
	for i := range n {
		if i < 4+2*depth { // the rest in any order: sorting costs more than it gains
			pick(&f.list, &f.scores, i, n)
		}
		a := f.list[i]
		quiet := f.scores[i] < rateThreat
		if i > 0 && quiet && !threatened && best > -won {
			if !pv && depth <= 4 && i >= 6+8*depth {
				continue
			}
			if depth <= 4 && f.static+60+60*depth <= alpha {
				continue
			}
		}
		e.play(ply, a)
		score := 0
		if i == 0 {
			score = -e.value(ply+1, depth-1, -beta, -alpha)
		} else {
			reduce := 0
			if depth >= 2 && i >= 3 && quiet {
				reduce = reduction(depth, i, pv, threatened)
			}
			score = e.scout(ply, depth, reduce, alpha, beta)
		}
		e.back()
		if e.clock.Stopped() {
			return 0, game.NoAction, false
		}
		if score <= best {
			continue
		}
		best = score
		if score <= alpha {
			continue
		}
		alpha, bestAction = score, a
		if score >= beta {
			if quiet {
				e.praise(f, i, depth)
			}
			break
		}
	}
	return best, bestAction, true
}

// reduction is by how much the i-th action, a quiet one, is searched less deep.
func reduction(depth, i int, pv, threatened bool) int {
	reduce := int(reductions[min(depth, 63)][min(i, 127)])
	if pv {
		reduce--
	}
	if threatened {
		reduce--
	}
	return max(0, min(reduce, depth-1))
}

// scout asks of an action just played whether it beats alpha at all, and only if it does,
// for its score.
func (e *engine) scout(ply, depth, reduce, alpha, beta int) int {
	score := -e.value(ply+1, depth-1-reduce, -alpha-1, -alpha)
	if score > alpha && reduce > 0 {
		score = -e.value(ply+1, depth-1, -alpha-1, -alpha)
	}
	if score > alpha && score < beta {
		score = -e.value(ply+1, depth-1, -beta, -alpha)
	}
	return score
}

// whim is a small taste that differs from seed to seed, from -3 to 4, so that not
// all games are the same.
func whim(p *rules.Position, seed uint64) int {
	return int((p.Hash()^seed)*0x9e3779b97f4a7c15>>61) - 3
}

// pass sets up ply+1 as if the side to move passed.
func (e *engine) pass(ply int) {
	f, g := &e.stack[ply], &e.stack[ply+1]
	g.pos = f.pos
	g.pos.Skip()
	g.acc = f.acc
	if e.net != nil {
		g.sums, g.late = f.sums, late{}
	}
	g.quiet, g.since = f.quiet+1, len(e.path)
	e.path = append(e.path, g.pos.Hash())
}

// calm searches captures, answers to raids and, at its beginning, new raids,
// until the position can be judged.
func (e *engine) calm(ply, deep, alpha, beta int) int {
	f := &e.stack[ply]
	p := &f.pos
	if p.Won() {
		e.clock.Step()
		return -(win - ply)
	}
	if !e.clock.Step() {
		return 0
	}
	e.deepest = max(e.deepest, ply)
	me := p.Side()
	you := me ^ 2
	if p.Threatens(me, you) || p.Count(you) == 1 && takesLast(p, f.list[:]) != 0 {
		return win - ply - 1
	}
	static := e.judge(ply) + whim(p, e.seed)
	if ply >= maxPly-2 {
		return static
	}
	best := static
	n := 0
	raiders, stops := p.Raiders(you, me)
	if raiders > 0 {
		if stops == (rules.Set{}) {
			return -(win - ply - 2)
		}
		if deep >= 6 {
			return static - 50
		}
		list := p.AppendActions(f.list[:0])
		n = onlyStops(list, &stops)
		if n == 0 {
			return -(win - ply - 2)
		}
		best = -win
		e.rate(f, n, 0)
	} else {
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
		if deep == 0 {
			list := p.AppendActions(f.list[:0])
			n = e.noisy(f, list, me)
		} else {
			list := p.AppendCaptures(f.list[:0])
			n = e.noisy(f, list, me)
		}
	}
	for i := range n {
		pick(&f.list, &f.scores, i, n)
		e.play(ply, f.list[i])
		score := -e.calm(ply+1, deep+1, -beta, -alpha)
		e.back()
		if e.clock.Stopped() {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha = score
				if score >= beta {
					break
				}
			}
		}
	}
	return best
}

// onlyStops keeps the actions that end on one of the squares.
func onlyStops(list []game.Action, stops *rules.Set) int {
	n := 0
	for _, a := range list {
		if from, to, _, _ := rules.Split(a); from != to && stops.Has(to) {
			list[n] = a
			n++
		}
	}
	return n
}

func legalIn(list []game.Action, a game.Action) bool {
	for _, b := range list {
		if a == b {
			return true
		}
	}
	return false
}
