package conqueror

import (
	"math/bits"

	"atoll/game"
	rules "atoll/games/conqueror"
	"atoll/search"
)

// party searches positions of any number of players by max^n: everybody chooses
// what is best for themselves. It belongs to one thread.
type party struct {
	w      *Weights
	seats  int
	clock  *search.Clock
	f      Features
	stack  [maxPly]rules.State
	width  int // moves of a die that are searched further, best guess first
	judged int64
}

type shares = [maxSeats]float32

// after sets v to the shares of the position at stack[at].
func (m *party) after(at, depth int, v *shares) {
	s := &m.stack[at]
	if s.Phase >= rules.PhaseTie {
		finalShares(s, v)
		return
	}
	if !m.clock.Step() {
		return
	}
	if depth <= 0 || at+2 >= maxPly {
		m.judged++
		m.judge(s, v)
		return
	}
	m.roll(at, depth, v)
}

func (m *party) judge(s *rules.State, v *shares) {
	m.f.Read(s)
	m.w.Shares(&m.f, m.seats, v)
}

// roll averages over the three numbers of steps.
func (m *party) roll(at, depth int, v *shares) {
	s := &m.stack[at]
	next := &m.stack[at+1]
	p := s.Mover()
	one, two, three := s.Reach(int(s.Token[p]))
	open := s.Free &^ s.Tokens
	*v = shares{}
	for die, set := range [3]uint64{one & open, two & open, three & open} {
		var best shares
		if set == 0 {
			*next = *s
			next.Die = uint8(die + 1)
			next.PlayPass(nil)
			m.after(at+1, depth-1, &best)
		} else {
			m.bestMove(at, die, set, depth, p, &best)
		}
		if m.clock.Stopped() {
			return
		}
		for q := range v {
			v[q] += best[q] / 3
		}
	}
}

// bestMove sets best to the shares after the mover's best move. Only the moves
// with the best guesses are searched deeper.
func (m *party) bestMove(at, die int, set uint64, depth int, p game.Seat, best *shares) {
	s, next := &m.stack[at], &m.stack[at+1]
	best[p] = -1
	if depth == 1 || set&(set-1) == 0 {
		for ; set != 0; set &= set - 1 {
			*next = *s
			next.Die = uint8(die + 1)
			next.PlayMove(bits.TrailingZeros64(set), nil)
			var x shares
			m.after(at+1, depth-1, &x)
			if x[p] > best[p] {
				*best = x
			}
		}
		return
	}
	var list [16]move
	n := 0
	for ; set != 0; set &= set - 1 {
		t := bits.TrailingZeros64(set)
		*next = *s
		next.Die = uint8(die + 1)
		next.PlayMove(t, nil)
		var x shares
		if next.Phase >= rules.PhaseTie {
			finalShares(next, &x)
		} else {
			m.judge(next, &x)
		}
		i := n
		for ; i > 0 && list[i-1].guess < x[p]; i-- {
			list[i] = list[i-1]
		}
		list[i] = move{uint8(t), x[p]}
		n++
	}
	for _, mv := range list[:min(n, m.width)] {
		*next = *s
		next.Die = uint8(die + 1)
		next.PlayMove(int(mv.tile), nil)
		var x shares
		m.after(at+1, depth-1, &x)
		if m.clock.Stopped() {
			return
		}
		if x[p] > best[p] {
			*best = x
		}
	}
}
