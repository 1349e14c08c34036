package alphabeta

import (
	"math"

	"atoll/game"
	"atoll/search"
)

// worker is one thread of a search.
type worker struct {
	e       *Searcher
	judge   Judge
	orderer Orderer
	quieter Quieter
	table   *Table
	clock   *search.Clock
	index   int
	seat    game.Seat

	states  [maxPly + 1]game.State
	lists   [maxPly + 1][]game.Action
	ranks   [maxPly + 1][]int32
	killers [maxPly + 1][2]game.Action
	history [2][4096]int32

	root  []rootMove
	depth int
	best  int // score of the last finished depth
	// cut is set where the horizon or a reduction hid something: without it the
	// game has been searched to its end.
	cut bool
}

type rootMove struct {
	action game.Action
	score  int
	seen   bool // in the last finished depth with an exact score
}

func (w *worker) reset(e *Searcher, view game.State, clock *search.Clock, index int) {
	w.e, w.judge, w.table, w.clock, w.index = e, e.judge, e.table, clock, index
	w.orderer, _ = e.judge.(Orderer)
	w.quieter, _ = e.judge.(Quieter)
	w.seat = view.Acting().First()
	if w.states[0] == nil || w.states[0].Config() != view.Config() {
		for i := range w.states {
			w.states[i] = view.Copy()
		}
	}
	w.states[0].CopyFrom(view)
	w.killers = [maxPly + 1][2]game.Action{}
	w.history = [2][4096]int32{}
	w.root = w.root[:0]
	w.depth = 0
	for _, a := range view.AppendActions(nil, w.seat) {
		w.root = append(w.root, rootMove{action: a, score: -inf})
	}
	if w.orderer != nil {
		sortRoot(w.root, func(m rootMove) int { return w.orderer.Order(view, w.seat, m.action) })
	}
	if index > 0 { // helpers begin elsewhere
		r := game.NewRand(uint64(index))
		r.Shuffle(len(w.root), func(i, j int) { w.root[i], w.root[j] = w.root[j], w.root[i] })
	}
}

// sortRoot sorts by rank, highest first, keeping the order of equals.
func sortRoot(list []rootMove, rank func(rootMove) int) {
	for i := 1; i < len(list); i++ {
		m, k := list[i], rank(list[i])
		j := i
		for ; j > 0 && rank(list[j-1]) < k; j-- {
			list[j] = list[j-1]
		}
		list[j] = m
	}
}

// deepen searches one step deeper again and again. A depth that was broken off
// counts only for what it has proved: its first action is the best of the last.
func (w *worker) deepen() {
	for depth := 1 + w.index%2; depth <= w.e.opt.MaxDepth; depth++ {
		w.cut = false
		low, high := -inf, inf
		window := 40
		if w.depth >= 4 && w.best > -wonFrom && w.best < wonFrom {
			low, high = w.best-window, w.best+window
		}
		for {
			score, finished := w.searchRoot(depth, low, high)
			if !finished {
				return
			}
			if score <= low && low > -inf {
				window *= 4
				low = max(-inf, score-window)
				continue
			}
			if score >= high && high < inf {
				window *= 4
				high = min(inf, score+window)
				continue
			}
			w.best, w.depth = score, depth
			break
		}
		if !w.cut {
			return
		}
		if w.best >= wonFrom && Win-w.best <= depth {
			return // a win that deeper search cannot shorten
		}
		if w.best <= -wonFrom && Win+w.best <= depth {
			return
		}
	}
}

func (w *worker) searchRoot(depth, alpha, beta int) (score int, finished bool) {
	best := -inf
	for i := range w.root {
		m := &w.root[i]
		st := w.states[1]
		st.CopyFrom(w.states[0])
		st.Play(game.Choose(w.seat, m.action), nil)
		var v int
		if i == 0 {
			v = w.follow(st, w.seat, depth-1, 1, alpha, beta)
		} else {
			v = w.follow(st, w.seat, depth-1, 1, alpha, alpha+1)
			if v > alpha && v < beta && !w.clock.Stopped() {
				v = w.follow(st, w.seat, depth-1, 1, alpha, beta)
			}
		}
		if w.clock.Stopped() && (i == 0 || v <= alpha || depth == 1 && v <= best) {
			if depth == 1 && i == 0 {
				m.score = v
			}
			return best, false
		}
		m.seen = i == 0 || v > alpha
		if v > best {
			best = v
		}
		m.score = v
		if v > alpha {
			alpha = v
			moved := *m
			copy(w.root[1:i+1], w.root[:i])
			w.root[0] = moved
		}
		if w.clock.Stopped() {
			return best, false
		}
		if v >= beta {
			break
		}
	}
	return best, true
}

// follow searches st, reached by an action of 'from', and returns the score for
// 'from'.
func (w *worker) follow(st game.State, from game.Seat, depth, ply, alpha, beta int) int {
	acting := st.Acting()
	if acting == 0 {
		w.clock.Step()
		return ended(st, from, ply)
	}
	if acting.First() == from {
		return w.search(st, from, depth, ply, alpha, beta)
	}
	return -w.search(st, acting.First(), depth, ply, -beta, -alpha)
}

func ended(st game.State, s game.Seat, ply int) int {
	switch score := st.Result().Score(s, 2); score {
	case 1:
		return Win - ply
	case 0:
		return ply - Win
	}
	return 0
}

func (w *worker) search(st game.State, s game.Seat, depth, ply, alpha, beta int) int {
	if depth <= 0 || ply >= maxPly {
		return w.quiesce(st, s, ply, alpha, beta, 0)
	}
	if !w.clock.Step() {
		return alpha
	}
	hash := st.Hash() ^ uint64(s)*0x9e3779b97f4a7c15
	score, kept, b, best := w.table.load(hash)
	if b != none && kept >= depth {
		score = fromTable(score, ply)
		if b == exact || b == lower && score >= beta || b == upper && score <= alpha {
			w.cut = true // what is below may have been cut when it was stored
			return score
		}
	}
	list := st.AppendActions(w.lists[ply][:0], s)
	w.lists[ply] = list
	w.order(st, s, ply, best)
	low, top, bestAction := alpha, -inf, game.NoAction
	next := w.states[ply+1]
	for i := range list {
		w.pick(ply, i)
		a := list[i]
		next.CopyFrom(st)
		next.Play(game.Choose(s, a), nil)
		v := 0
		reduce := 0
		if i >= 4 && depth >= 3 && w.ranks[ply][i] < noisyRank && !w.e.opt.NoReductions {
			reduce = 1
			if i >= 12 {
				reduce = 1 + int(math.Log2(float64(i))*float64(depth)/12)
			}
			reduce = min(reduce, depth-2)
		}
		if i == 0 {
			v = w.follow(next, s, depth-1, ply+1, alpha, beta)
		} else {
			v = w.follow(next, s, depth-1-reduce, ply+1, alpha, alpha+1)
			if v > alpha && reduce > 0 {
				v = w.follow(next, s, depth-1, ply+1, alpha, alpha+1)
			}
			if v > alpha && v < beta {
				v = w.follow(next, s, depth-1, ply+1, alpha, beta)
			}
		}
		if w.clock.Stopped() {
			return alpha
		}
		if v > top {
			top, bestAction = v, a
		}
		if v > alpha {
			alpha = v
		}
		if alpha >= beta {
			w.remember(s, a, depth, ply)
			break
		}
	}
	kind := exact
	if top >= beta {
		kind = lower
	} else if top <= low {
		kind = upper
	}
	w.table.store(hash, toTable(top, ply), depth, kind, mark(bestAction))
	return top
}

// quiesce goes on with actions that are not quiet until nothing is hanging.
func (w *worker) quiesce(st game.State, s game.Seat, ply, alpha, beta, deep int) int {
	w.cut = true
	if !w.clock.Step() {
		return alpha
	}
	stand := w.judge.Evaluate(st, s)
	if w.quieter == nil || stand >= beta || ply >= maxPly || deep >= 16 {
		return stand
	}
	alpha = max(alpha, stand)
	list := w.quieter.AppendNoisy(w.lists[ply][:0], st, s)
	w.lists[ply] = list
	w.order(st, s, ply, 0)
	next := w.states[ply+1]
	for i := range list {
		w.pick(ply, i)
		next.CopyFrom(st)
		next.Play(game.Choose(s, list[i]), nil)
		var v int
		switch acting := next.Acting(); {
		case acting == 0:
			v = ended(next, s, ply+1)
		case acting.First() == s:
			v = w.quiesce(next, s, ply+1, alpha, beta, deep+1)
		default:
			v = -w.quiesce(next, acting.First(), ply+1, -beta, -alpha, deep+1)
		}
		if w.clock.Stopped() {
			return alpha
		}
		if v > stand {
			stand = v
		}
		if v > alpha {
			alpha = v
		}
		if alpha >= beta {
			break
		}
	}
	return stand
}

// Ranks of actions: the table's first, then what the judge calls noisy, killers,
// history.
const (
	tableRank  = 1 << 30
	noisyRank  = 1000
	killerRank = 900
)

func (w *worker) order(st game.State, s game.Seat, ply int, best uint32) {
	ranks := w.ranks[ply][:0]
	for _, a := range w.lists[ply] {
		rank := int32(0)
		switch {
		case best != 0 && mark(a) == best:
			rank = tableRank
		case w.orderer != nil:
			rank = int32(w.orderer.Order(st, s, a))
		}
		if rank < noisyRank {
			switch a {
			case w.killers[ply][0]:
				rank = killerRank
			case w.killers[ply][1]:
				rank = killerRank - 1
			default:
				rank += min(killerRank-100, w.history[s&1][historyOf(a)])
			}
		}
		ranks = append(ranks, rank)
	}
	w.ranks[ply] = ranks
}

// pick moves the highest ranked of the actions from i on to place i.
func (w *worker) pick(ply, i int) {
	ranks, list := w.ranks[ply], w.lists[ply]
	top := i
	for j := i + 1; j < len(ranks); j++ {
		if ranks[j] > ranks[top] {
			top = j
		}
	}
	ranks[i], ranks[top] = ranks[top], ranks[i]
	list[i], list[top] = list[top], list[i]
}

func historyOf(a game.Action) uint64 { return game.Mix(uint64(a)) & 4095 }

func (w *worker) remember(s game.Seat, a game.Action, depth, ply int) {
	if w.killers[ply][0] != a {
		w.killers[ply][1], w.killers[ply][0] = w.killers[ply][0], a
	}
	h := &w.history[s&1][historyOf(a)]
	*h += int32(depth * depth)
	if *h > killerRank-100 {
		for i := range w.history[s&1] {
			w.history[s&1][i] /= 2
		}
	}
}

// Wins are stored as seen from their position, not from the root.
func toTable(score, ply int) int {
	switch {
	case score >= wonFrom:
		return score + ply
	case score <= -wonFrom:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score >= wonFrom:
		return score - ply
	case score <= -wonFrom:
		return score + ply
	}
	return score
}

func (w *worker) report(s game.Seat, opt Options) search.Report {
	rep := search.Report{Seat: s, Nodes: w.clock.Nodes(), Depth: w.depth}
	for i, m := range w.root {
		c := search.Candidate{Action: m.action, Value: opt.WinProbability(m.score)}
		if i == 0 {
			c.Weight = 1
		}
		rep.Candidates = append(rep.Candidates, c)
	}
	rep.Action = w.root[0].action
	v := rep.Candidates[0].Value
	for i := range rep.Candidates[1:] {
		// The others have bounds only: none is better than the best.
		rep.Candidates[i+1].Value = min(rep.Candidates[i+1].Value, v)
	}
	rep.Values[s], rep.Values[1-s] = v, 1-v
	return rep
}
