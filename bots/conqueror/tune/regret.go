package main

import (
	"context"
	"errors"
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

// plans says, before a roll, where the network would go with each number of steps
// (-1 to pass) and what that is worth to everybody.
func (l *lot) plans(s *rules.State) (tiles [3]int, values [3]shares) {
	for d := range 3 {
		rolled := *s
		rolled.Die = uint8(d + 1)
		if set := s.Targets(s.Mover(), d+1); set != 0 {
			tiles[d], values[d] = l.best(&rolled, set)
			continue
		}
		tiles[d] = -1
		rolled.PlayPass(nil)
		l.value(&rolled, &values[d])
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
		tiles, values := l.plans(&s)
		s.PlayRoll(1+l.r.Intn(3), nil)
		d := s.Steps() - 1
		luck += values[d][p] - (values[0][p]+values[1][p]+values[2][p])/3
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
	l.watch = nil
	return found
}

// gains is what a bot's choices were worth beyond those of the first.
type gains struct{ n, sum, squares float64 }

// regret compares the choices of bots with each other in positions from games of
// the network, by what rollouts make of every move.
func (t *trainer) regret(positions, rollouts int, names []string, w io.Writer) error {
	if len(names) == 0 {
		return errors.New("no bots to compare")
	}
	t.stray, t.basic = 0, true
	roster := bots.NewRoster(conqueror.Maker())
	cfg := rules.Game.MustConfigure(t.players)
	tables := make([]gains, len(names))
	var mu sync.Mutex
	var failed error
	t.spread(positions, func(i int) {
		l := &lot{t: t, r: t.seed.Split(uint64(i))}
		s := l.choice()
		if s == nil {
			return
		}
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
