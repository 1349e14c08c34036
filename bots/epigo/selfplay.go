package epigo

import (
	"context"

	"atoll/game"
	"atoll/games/epigo"
	"atoll/search"
)

// SelfPlay says how training games are played.
type SelfPlay struct {
	Config game.Config
	Width  int     // random plans of each side in the matrix that is solved each turn
	Random float64 // share of turns in which a side plays anything at all
	Lambda float64 // how much of a sample's target comes from later in the game
	Turns  int     // a game that lasts longer is a draw
}

// DefaultSelfPlay is the recipe of the shipped weights.
func DefaultSelfPlay(cfg game.Config) SelfPlay {
	return SelfPlay{Config: cfg, Width: 32, Random: .05, Lambda: .8, Turns: 80}
}

// Player plays training games, reusing its memory. Not for concurrent use.
type Player struct {
	SelfPlay
	turn *turn
}

// NewPlayer makes a player that judges by e.
func NewPlayer(sp SelfPlay, e *Eval) *Player { return &Player{SelfPlay: sp, turn: newTurn(e)} }

// Game plays one game from a random deployment and appends its positions with
// their targets: South's score as seen one turn later, blended with later ones.
func (p *Player) Game(dst []Sample, seed uint64) []Sample {
	r := game.NewRand(seed)
	st := p.Config.New().(*epigo.State)
	var c game.Choices
	c[0], c[1] = st.SampleAction(0, r), st.SampleAction(1, r)
	st.Play(c, nil)
	pos := st.Position()
	first := len(dst)
	var values []float64
	clock := endless()
	for range p.Turns {
		if pos.Over() {
			break
		}
		p.turn.start(pos, false, clock)
		sol := p.turn.sampled(p.Width, r)
		dst = append(dst, Sample{Pos: pos})
		values = append(values, sol.Value)
		var plans [2]epigo.Plan
		for side := range plans {
			plans[side] = sol.Sides[side].draw(r)
			if r.Float64() < p.Random {
				plans[side] = pos.SamplePlan(r)
			}
		}
		p.turn.kernel.Turn(&pos, plans[0], plans[1])
	}
	target := .5
	switch {
	case pos.Lost(1) >= 3:
		target = 1
	case pos.Lost(0) >= 3:
		target = 0
	}
	for i := len(dst) - 1; i >= first; i-- {
		target = p.Lambda*target + (1-p.Lambda)*values[i-first]
		dst[i].Target = float32(target)
	}
	return dst
}

// endless is a clock that never stops.
func endless() *search.Clock {
	return search.NewClock(context.Background(), search.Nodes(1<<60), 1<<20)
}
