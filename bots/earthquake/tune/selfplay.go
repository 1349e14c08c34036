package main

import (
	"fmt"
	"slices"

	bot "atoll/bots/earthquake"
	"atoll/game"
	rules "atoll/games/earthquake"
)

// turn is the start of a turn as everybody sees it, and who won in the end.
type turn struct {
	position string
	winner   game.Seat
}

// sample is what the network learns from a turn.
type sample struct {
	seats  []bot.Input
	winner int // index into seats
}

// sample describes the turn.
func (u turn) sample() (sample, error) {
	st := rules.Game.MustConfigure(2).New().(*rules.State)
	if err := st.UnmarshalText([]byte(u.position)); err != nil {
		return sample{}, err
	}
	if st.Phase() != rules.PhaseGo || u.winner < 0 || int(u.winner) >= st.Players() || !st.In(u.winner) {
		return sample{}, fmt.Errorf("no start of a turn that %d could win: %s", u.winner+1, u.position)
	}
	seats, inputs := bot.Describe(&st.Position)
	return sample{inputs, slices.Index(seats, u.winner)}, nil
}

// play is how games for tuning are made.
type play struct {
	net     *bot.Network // nil plays by playouts
	nodes   int
	stray   float64 // likelihood of an action drawn by the quick policy
	players int
}

// selfPlay plays one game and returns the start of every turn.
func (pl play) selfPlay(seed uint64) []turn {
	var turns []turn
	end := pl.watch(seed, func(st *rules.State) {
		if st.Phase() == rules.PhaseGo {
			turns = append(turns, turn{position: string(game.Look(st, game.PublicViewer()).AppendText(nil))})
		}
	})
	for s := range game.Seat(pl.players) {
		if end.In(s) {
			for i := range turns {
				turns[i].winner = s
			}
		}
	}
	return turns
}

// watch plays one game, shows every position in which somebody decides, and
// returns its end.
func (pl play) watch(seed uint64, show func(*rules.State)) *rules.State {
	r := game.NewRand(seed)
	st := rules.Game.MustConfigure(pl.players).New().(*rules.State)
	if err := st.PlayBulk(st.DrawBulk(r), nil); err != nil {
		panic(err)
	}
	p := &st.Position
	t := bot.NewSearcher(pl.net)
	for p.Actor() >= 0 {
		show(st)
		s := p.Actor()
		list := p.AppendActions(nil, s)
		a := list[0]
		switch {
		case len(list) == 1:
		case r.Float64() < pl.stray:
			a = bot.Careless(p, s, list, r)
		default:
			seen := game.Look(st, game.SeatViewer(s)).(*rules.State)
			a = t.Search(&seen.Position, pl.nodes, *r.Split(r.Uint64()))
		}
		p.Do(a, nil)
	}
	return st
}
