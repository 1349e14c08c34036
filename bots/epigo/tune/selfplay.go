package main

import (
	bot "atoll/bots/epigo"
	"atoll/game"
	"atoll/games/epigo"
)

// selfPlay says how training games are played.
type selfPlay struct {
	config game.Config
	width  int     // random plans of each side in the matrix that is solved each turn
	random float64 // share of turns in which a side plays anything at all
	lambda float64 // how much of a sample's target comes from later in the game
	turns  int     // a game that lasts longer is a draw
}

// defaultSelfPlay is the recipe of the shipped weights.
func defaultSelfPlay(cfg game.Config) selfPlay {
	return selfPlay{config: cfg, width: 32, random: .05, lambda: .8, turns: 80}
}

// player plays training games, reusing its memory. Not for concurrent use.
type player struct {
	selfPlay
	search *bot.Searcher
}

// newPlayer makes a player that judges by e.
func newPlayer(sp selfPlay, e *bot.Eval) *player {
	return &player{selfPlay: sp, search: bot.NewSearcher(e)}
}

// game plays one game from a random deployment and appends its positions with
// their targets: South's score as seen one turn later, blended with later ones.
func (p *player) game(dst []sample, seed uint64) []sample {
	r := game.NewRand(seed)
	st := p.config.New().(*epigo.State)
	var c game.Choices
	c[0], c[1] = st.SampleAction(0, r), st.SampleAction(1, r)
	st.Play(c, nil)
	pos := st.Position()
	first := len(dst)
	var values []float64
	for range p.turns {
		if pos.Over() {
			break
		}
		sol := p.search.Sampled(pos, p.width, r)
		dst = append(dst, sample{pos: pos})
		values = append(values, sol.Value)
		var plans [2]epigo.Plan
		for side := range plans {
			plans[side] = sol.Sides[side].Draw(r)
			if r.Float64() < p.random {
				plans[side] = pos.SamplePlan(r)
			}
		}
		p.search.Play(&pos, plans)
	}
	target := .5
	switch {
	case pos.Lost(1) >= 3:
		target = 1
	case pos.Lost(0) >= 3:
		target = 0
	}
	for i := len(dst) - 1; i >= first; i-- {
		target = p.lambda*target + (1-p.lambda)*values[i-first]
		dst[i].target = float32(target)
	}
	return dst
}

// playMatch plays n games between two evaluations, each thinking of width plans a
// side each turn, and returns the score of the first. Games come in pairs: the
// same deployments with the sides changed.
func playMatch(sp selfPlay, a, b *bot.Eval, n int, seed uint64) float64 {
	sides := [2]*bot.Searcher{bot.NewSearcher(a), bot.NewSearcher(b)}
	var score float64
	for g := range n {
		r := game.NewRand(seed + uint64(g/2))
		st := sp.config.New().(*epigo.State)
		var c game.Choices
		c[0], c[1] = st.SampleAction(0, r), st.SampleAction(1, r)
		st.Play(c, nil)
		pos := st.Position()
		first := g % 2 // the side of a
		for range sp.turns {
			if pos.Over() {
				break
			}
			var plans [2]epigo.Plan
			for i, t := range sides {
				side := i ^ first
				sol := t.Sampled(pos, sp.width, r)
				plans[side] = sol.Sides[side].Draw(r)
			}
			// A side that decides in mid-turn goes by its own evaluation.
			k := epigo.Kernel{Choose: func(side int, options []epigo.Position) int {
				return sides[side^first].Pick(side, options)
			}}
			k.Turn(&pos, plans[0], plans[1])
		}
		switch {
		case pos.Lost(first^1) >= 3:
			score++
		case pos.Lost(first) < 3:
			score += .5
		}
	}
	return score / float64(n)
}
