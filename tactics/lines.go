package tactics

import (
	"context"
	"fmt"
	"math"
	"slices"

	"atoll/bots"
	"atoll/game"
)

// LineOptions of a search for puzzles that are played to their end.
type LineOptions struct {
	Roster *bots.Roster
	Config game.Config
	Count  int
	Seed   uint64
	// Players are the bots whose games are looked through, in turn.
	Players []string
	// Wins and Escapes are the most choices of a forced win that are looked for.
	Wins, Escapes int
	// Positions bounds one step of a proof.
	Positions int64
	// Found, if not nil, is told of every puzzle.
	Found func(Line)
}

const (
	// late is how many decisions before the end of a game are looked at.
	late = 14
	// perGame is the most puzzles of one game: neighbours are alike.
	perGame = 2
	// cheap is how many choices of a forced win are looked at everywhere.
	cheap = 2
	// shapeDepth is how far two puzzles may have the same possibilities, and shapeRoom
	// how many positions may be spent on telling them apart further on.
	shapeDepth = 2
	shapeRoom  = 20_000
)

// FindLines plays games and looks back from their ends, where wins are near. The
// puzzles come easiest first; no two are the same turned, mirrored or recoloured.
func FindLines(ctx context.Context, o LineOptions) ([]Line, error) {
	f := &lineFinder{o: o, liner: newLiner(o.Config, o.Positions), seen: map[uint64]bool{}, themes: map[string]int{}}
	for n := 0; len(f.found) < o.Count && n < maxGames; n++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := f.game(ctx, n); err != nil {
			return nil, err
		}
	}
	if len(f.found) < o.Count {
		return nil, fmt.Errorf("only %d puzzles were found in %d games", len(f.found), maxGames)
	}
	slices.SortStableFunc(f.found, func(a, b graded) int {
		switch {
		case a.hard < b.hard:
			return -1
		case a.hard > b.hard:
			return 1
		}
		return 0
	})
	list := make([]Line, len(f.found))
	for i, g := range f.found {
		list[i] = g.Line
	}
	return list, nil
}

type graded struct {
	Line
	hard float64
}

type lineFinder struct {
	o      LineOptions
	liner  *liner
	seen   map[uint64]bool
	themes map[string]int
	found  []graded
}

// game plays the n-th game and looks at its last decisions, from the end.
func (f *lineFinder) game(ctx context.Context, n int) error {
	r := game.NewRand(f.o.Seed).Split(uint64(n))
	history, err := f.play(ctx, n, r)
	if err != nil {
		return err
	}
	had := 0
	var near [game.MaxSeats]int // within how many choices a seat was seen to win at its next one
	for i := len(history) - 1; i >= max(0, len(history)-late) && had < perGame && len(f.found) < f.o.Count; i-- {
		s := history[i].Acting().First()
		// A long proof is expensive, and pays off where a shorter one comes next.
		p, ok := f.look(history[i], s, min(f.o.Wins, max(cheap, near[s]+1)))
		near[s] = 0
		if p.Kind == "win" {
			near[s] = p.N
		}
		if ok {
			had++
		}
	}
	return nil
}

// play returns the moments of a game in which one seat alone chose.
func (f *lineFinder) play(ctx context.Context, n int, r *game.Rand) (history []game.State, err error) {
	cfg := f.o.Config
	players := make([]bots.Bot, cfg.Players)
	for s := range players {
		if players[s], err = f.o.Roster.Open(cfg, f.o.Players[(n+s)%len(f.o.Players)]); err != nil {
			return nil, err
		}
	}
	st := cfg.New()
	for opening := r.Intn(12); st.Acting() != 0; opening-- {
		if bots.Settle(st, r); st.Acting() == 0 {
			break
		}
		if st.Acting().Len() == 1 {
			history = append(history, st.Copy())
		}
		var c game.Choices
		for s := range game.Seat(cfg.Players) {
			if !st.Acting().Has(s) {
				continue
			}
			if opening > 0 { // a random beginning makes the games differ
				c[s], _ = game.Sample(st, s, r, nil)
				continue
			}
			rep, err := players[s].Choose(ctx, bots.Question{View: game.Look(st, game.SeatViewer(s)), Seat: s, Seed: r.Uint64()})
			if err != nil {
				return nil, err
			}
			c[s] = rep.Action
		}
		st.Play(c, nil)
	}
	return history, nil
}

// look makes a puzzle of a position with a win within that many choices, or an
// escape, and keeps it if it is one that is still wanted.
func (f *lineFinder) look(truth game.State, s game.Seat, wins int) (p Line, kept bool) {
	st := game.Look(truth, game.SeatViewer(s))
	if t := f.o.Config.Game.Traits; t.Hidden && !t.NatureReveals && string(st.AppendText(nil)) != string(truth.AppendText(nil)) {
		return p, false // what is hidden cannot be looked through
	}
	escapes := f.o.Escapes
	if f.themes["escape 1"] >= f.most(Line{Kind: "escape"}) && escapes == 1 {
		escapes = 0 // what is not wanted need not be proved
	}
	p, ok := f.liner.line(st, s, wins, escapes)
	if !ok || f.themes[p.Theme()] >= f.most(p) || len(st.AppendActions(nil, s)) < 3 {
		return p, false
	}
	key := shape(st, s)
	if f.seen[key] {
		return p, false
	}
	f.seen[key] = true
	f.themes[p.Theme()]++
	f.found = append(f.found, graded{p, difficulty(f.o.Config, p)})
	if f.o.Found != nil {
		f.o.Found(p)
	}
	return p, true
}

// most is how many puzzles of a kind are wanted: a few that are won at once to
// begin with, and something of everything.
func (f *lineFinder) most(p Line) int {
	switch {
	case p.Kind == "win" && p.N == 1:
		return f.o.Count / 8
	case p.Kind == "escape":
		return f.o.Count / 3
	case p.N == 2:
		return f.o.Count * 2 / 3
	}
	return f.o.Count
}

// difficulty adds up how rare the right choices are along the main line, in bits.
func difficulty(cfg game.Config, p Line) (bits float64) {
	st := cfg.New()
	if err := st.UnmarshalText([]byte(p.Position)); err != nil {
		panic(err) // it was written a moment ago
	}
	s, _ := cfg.SeatByName(p.Seat)
	for steps := p.Steps; len(steps) > 0; steps = steps[0].Then {
		bits += math.Log2(float64(len(st.AppendActions(nil, s))) / float64(len(steps)))
		if err := replay(cfg, st, append([]string{p.Seat + " " + steps[0].Action}, steps[0].Replies...)); err != nil {
			panic(err)
		}
	}
	if p.Kind == "escape" {
		bits += 2 // the threat has to be seen first
	}
	return bits
}
