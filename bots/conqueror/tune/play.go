package main

import (
	"math"
	"math/bits"

	conqueror "atoll/bots/conqueror"
	"atoll/game"
	rules "atoll/games/conqueror"
)

// lot plays games and gathers the gradient of the weights.
type lot struct {
	t    *trainer
	r    *game.Rand
	grad conqueror.Weights
	seen [conqueror.RowCount]bool

	moments []moment
	n       int
	f       conqueror.Features
	next    rules.State
	tally   tally
	// watch, if not nil, is told of every choice among several tiles.
	watch func(s *rules.State, set uint64, at int)
}

type tally struct {
	loss   float64
	shock  float64
	states int
	games  int
}

type shares = [4]float32

// moment is a position before a roll and how it was judged. After a move
// drawn at random, better holds what the best move would have led to.
type moment struct {
	f      conqueror.Features
	shares shares
	better shares
	stray  bool
	wild   bool
}

func (l *lot) config() game.Config {
	given := map[string]game.Value{"forfeit": game.Word(l.t.forfeit)}
	if !l.t.basic {
		if l.r.Intn(4) == 0 {
			given["layout"] = game.Word("custom")
		}
		if l.r.Intn(8) == 0 {
			given["coins"] = game.Int(12)
		}
		if l.r.Intn(8) == 0 {
			given["last_tile"] = game.Word("turn")
		}
		switch l.r.Intn(16) {
		case 0, 1:
			given["tiebreak"] = game.Word("dice")
		case 2:
			given["unfinished"] = game.Word("dice")
		}
	}
	cfg, err := rules.Game.Configure(l.t.players, given)
	if err != nil {
		panic(err)
	}
	return cfg
}

func (l *lot) play() {
	l.learn(l.game(l.r.Intn(8)))
}

// game plays a game, some first moves of it drawn at random, and returns its end.
func (l *lot) game(wild int) *rules.State {
	s := l.config().New().(*rules.State)
	l.n = 0
	for s.Phase != rules.PhaseOver {
		switch s.Phase {
		case rules.PhaseRoll:
			if l.n == len(l.moments) {
				l.moments = append(l.moments, moment{})
			}
			m := &l.moments[l.n]
			l.n++
			m.stray, m.wild = false, false
			m.f.Read(s)
			l.t.net.Shares(&m.f, &m.shares)
			s.PlayRoll(1+l.r.Intn(6), nil)
		case rules.PhaseMove:
			l.move(s, wild > 0)
			wild--
		case rules.PhaseLayout:
			if err := s.PlayBulk(s.DrawBulk(l.r), nil); err != nil {
				panic(err)
			}
		case rules.PhaseOrder, rules.PhaseTie:
			s.Play(game.Choose(game.Nature, game.DrawAction(s, l.r, nil)), nil)
		case rules.PhaseStart:
			p := s.Mover()
			a, _ := game.Sample(s, p, l.r, nil)
			s.Play(game.Choose(p, a), nil)
		}
	}
	return s
}

func (l *lot) move(s *rules.State, wild bool) {
	m := &l.moments[l.n-1]
	p := s.Mover()
	set := s.Targets(p, s.Steps())
	if set == 0 {
		s.PlayPass(nil)
		return
	}
	at := bits.TrailingZeros64(set)
	if !wild && set&(set-1) != 0 {
		at, m.better = l.best(s, set)
		m.stray = l.r.Float64() < l.t.stray
	}
	if wild || m.stray {
		m.wild = wild
		rest := set
		for n := l.r.Intn(bits.OnesCount64(set)); n > 0; n-- {
			rest &= rest - 1
		}
		at = bits.TrailingZeros64(rest)
	}
	if l.watch != nil && set&(set-1) != 0 {
		l.watch(s, set, at)
	}
	s.PlayMove(at, nil)
}

// best returns the tile of a set that the network likes best for the player to
// move, and what it expects there.
func (l *lot) best(s *rules.State, set uint64) (at int, better shares) {
	p := s.Mover()
	better[p] = -1
	for ; set != 0; set &= set - 1 {
		t := bits.TrailingZeros64(set)
		l.next = *s
		l.next.PlayMove(t, nil)
		var v shares
		l.value(&l.next, &v)
		if v[p] > better[p] {
			at, better = t, v
		}
	}
	return at, better
}

func (l *lot) value(s *rules.State, v *shares) {
	if s.Phase >= rules.PhaseTie {
		for p := range s.Seats() {
			v[p] = conqueror.FinalShare(s, game.Seat(p))
		}
		return
	}
	l.f.Read(s)
	l.t.net.Shares(&l.f, v)
}

// learn goes back through a game that ended in s.
func (l *lot) learn(s *rules.State) {
	players := l.t.players
	res := s.Result()
	var target, final shares
	for p := range players {
		final[p] = float32(res.Score(game.Seat(p), players))
	}
	target = final
	l.tally.games++
	for i := l.n - 1; i >= 0; i-- {
		m := &l.moments[i]
		if m.wild {
			target = m.shares
			continue
		}
		if m.stray {
			target = m.better
		}
		l.tally.states++
		for p := range players {
			d := target[p] - m.shares[p]
			l.tally.shock += float64(d * d)
			if final[p] > 0 {
				l.tally.loss -= float64(final[p]) * math.Log(max(1e-6, float64(m.shares[p])))
			}
			if players > 2 || p == m.f.Mover {
				l.descend(&m.f, p, d)
			}
			target[p] = l.t.lambda*target[p] + (1-l.t.lambda)*m.shares[p]
		}
	}
}

// descend adds the gradient of the output for player p times d.
func (l *lot) descend(f *conqueror.Features, p int, d float32) {
	if f.Mute[p] || d == 0 {
		return
	}
	w := l.t.w
	rows := f.Index[p][:f.Count[p]]
	var sum [conqueror.Hidden]float32
	for _, i := range rows {
		r := &w.Rows[i]
		for k := range sum {
			sum[k] += r[k]
		}
	}
	out, grad := &w.Out[f.Stage], &l.grad.Out[f.Stage]
	for k, x := range sum {
		if x < 0 && k < conqueror.Hidden-1 {
			sum[k] = 0
			continue
		}
		grad[k] += d * x
		sum[k] = d * out[k]
	}
	grad[conqueror.Hidden] += d
	for _, i := range rows {
		l.seen[i] = true
		g := &l.grad.Rows[i]
		for k := range sum {
			g[k] += sum[k]
		}
	}
}
