package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/bits"
	"sync"

	"atoll/bots"
	conqueror "atoll/bots/conqueror"
	"atoll/game"
	rules "atoll/games/conqueror"
)

// before judges, from a position before a roll, where the network would go with
// each number of steps and what that is worth to p.
func (l *lot) before(s *rules.State, p game.Seat) (tiles [3]int, values [3]float32) {
	mover := s.Mover()
	for d := range 3 {
		tiles[d] = -1
		best := float32(-1)
		set := s.Targets(mover, d+1)
		var v shares
		if set == 0 {
			l.next = *s
			l.next.Die = uint8(d + 1)
			l.next.PlayPass(nil)
			l.value(&l.next, &v)
			values[d] = v[p]
		}
		for ; set != 0; set &= set - 1 {
			at := bits.TrailingZeros64(set)
			l.next = *s
			l.next.Die = uint8(d + 1)
			l.next.PlayMove(at, nil)
			l.value(&l.next, &v)
			if v[mover] > best {
				best, tiles[d], values[d] = v[mover], at, v[p]
			}
		}
	}
	return tiles, values
}

// rollOut plays on from s with the network's moves and returns p's share of first
// place, less what p owes to the rolls: how much more each was worth, as the
// network sees it, than rolls are on average. That is zero in the mean whatever
// the network thinks, and takes most of the noise away.
func (l *lot) rollOut(s rules.State, p game.Seat) float64 {
	luck := float32(0)
	for s.Phase < rules.PhaseTie {
		tiles, values := l.before(&s, p)
		s.PlayRoll(1+l.r.Intn(3), nil)
		d := s.Steps() - 1
		luck += values[d] - (values[0]+values[1]+values[2])/3
		if tiles[d] < 0 {
			s.PlayPass(nil)
		} else {
			s.PlayMove(tiles[d], nil)
		}
	}
	return float64(conqueror.FinalShare(&s, p) - luck)
}

// choice plays a game with the network's moves up to a choice among several tiles
// and returns it, or nil if the game ends first.
func (l *lot) choice() *rules.State {
	var found *rules.State
	wait := l.r.Intn(50)
	l.watch = func(s *rules.State, _ uint64, _ int) {
		if wait--; wait < 0 && found == nil {
			c := *s
			found = &c
		}
	}
	l.game(0)
	return found
}

// costs is what a bot's choices were worth beyond those of the first.
type costs struct{ n, sum, squares float64 }

// regret compares the choices of bots with each other in positions from games of
// the network, by what rollouts make of every move.
func (t *trainer) regret(positions, rollouts int, names []string, w io.Writer) error {
	t.stray, t.basic = 0, true
	roster := bots.NewRoster(conqueror.Maker())
	cfg := rules.Game.MustConfigure(t.players)
	tables := make([]costs, len(names))
	var mu sync.Mutex
	var failed error
	t.spread(positions, func(i int) {
		l := &lot{t: t, r: t.seed.Split(uint64(i))}
		s := l.choice()
		if s == nil {
			return
		}
		l.watch = nil
		p := s.Mover()
		value := map[game.Action]float64{}
		for set := s.Targets(p, s.Steps()); set != 0; set &= set - 1 {
			at := bits.TrailingZeros64(set)
			after := *s
			after.PlayMove(at, nil)
			// The same rolls for every move.
			l.r = t.seed.Split(uint64(i)).Split(1)
			for range rollouts {
				value[rules.MoveTo(at)] += l.rollOut(after, p) / float64(rollouts)
			}
		}
		first := 0.0
		for k, name := range names {
			bot, err := roster.Open(cfg, name)
			if err == nil {
				rep, e := bot.Choose(context.Background(), bots.Question{View: s, Seat: p, Budget: bots.BudgetOf(bot), Seed: uint64(i)})
				err = e
				mu.Lock()
				v := value[rep.Action]
				if k == 0 {
					first = v
				}
				c := &tables[k]
				c.n++
				c.sum += v - first
				c.squares += (v - first) * (v - first)
				mu.Unlock()
			}
			if err != nil {
				mu.Lock()
				failed = fmt.Errorf("%s: %w", name, err)
				mu.Unlock()
			}
		}
	})
	for k, c := range tables {
		mean := c.sum / c.n
		fmt.Fprintf(w, "%-14s %+.4f ±%.4f a decision against %s (%.0f positions)\n", names[k], mean, 1.96*math.Sqrt((c.squares/c.n-mean*mean)/c.n), names[0], c.n)
	}
	return failed
}
