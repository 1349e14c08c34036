package tactics

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"atoll/bots"
	"atoll/game"
)

// Options of a search for puzzles.
type Options struct {
	Roster *bots.Roster
	Config game.Config
	Count  int
	Seed   uint64
	// Players are the bots whose games are looked through, in turn.
	Players []string
	// Depth is the most decisions of a forced win; 0 is 5.
	Depth int
	// Positions bounds the proof of one puzzle; 0 is 400,000.
	Positions int64
	// PerGame is the most puzzles of one game; 0 is 2.
	PerGame int
	// Found, if not nil, is told of every puzzle.
	Found func(Puzzle)
}

// maxGames limits a search that finds nothing.
const maxGames = 1_000_000

// Find plays games until it has found enough puzzles, each proved. It returns
// what it has when the context ends.
func Find(ctx context.Context, o Options) ([]Puzzle, error) {
	if o.Depth == 0 {
		o.Depth = 5
	}
	if o.Positions == 0 {
		o.Positions = 400_000
	}
	if o.PerGame == 0 {
		o.PerGame = 2
	}
	if len(o.Players) == 0 {
		o.Players = []string{"mcts:40n", "greedy", "random"}
	}
	f := &finder{o: o, prover: newProver(o.Config.New()), seen: map[string]bool{}}
	for n := range maxGames {
		if len(f.found) >= o.Count || ctx.Err() != nil {
			break
		}
		if err := f.game(ctx, n); err != nil {
			return f.found, err
		}
	}
	if ctx.Err() == nil && len(f.found) < o.Count {
		return f.found, fmt.Errorf("only %d puzzles were found in %d games", len(f.found), maxGames)
	}
	return f.found, ctx.Err()
}

type finder struct {
	o      Options
	prover *prover
	seen   map[string]bool
	found  []Puzzle
}

func (f *finder) game(ctx context.Context, n int) error {
	cfg := f.o.Config
	r := game.NewRand(f.o.Seed).Split(uint64(n))
	players := make([]bots.Bot, cfg.Players)
	for s := range players {
		b, err := f.o.Roster.Open(cfg, f.o.Players[(n+s)%len(f.o.Players)])
		if err != nil {
			return err
		}
		players[s] = b
	}
	st := cfg.New()
	had := 0
	// A random beginning makes the games differ.
	opening := r.Intn(12)
	for step := 0; st.Acting() != 0 && had < f.o.PerGame && len(f.found) < f.o.Count; step++ {
		bots.Settle(st, r)
		if err := ctx.Err(); err != nil || st.Acting() == 0 {
			return nil
		}
		if s := st.Acting().First(); st.Acting().Len() == 1 {
			if p, ok := f.look(st, s, r); ok {
				had++
				f.found = append(f.found, p)
				if f.o.Found != nil {
					f.o.Found(p)
				}
			}
		}
		var c game.Choices
		for s := range game.Seat(cfg.Players) {
			if !st.Acting().Has(s) {
				continue
			}
			if step < opening {
				c[s], _ = game.Sample(st, s, r, nil)
				continue
			}
			rep, err := players[s].Choose(ctx, bots.Question{View: game.Look(st, game.SeatViewer(s)), Seat: s, Seed: r.Uint64()})
			if err != nil {
				return err
			}
			c[s] = rep.Action
		}
		st.Play(c, nil)
	}
	return nil
}

// look decides whether the position of seat s is a puzzle.
func (f *finder) look(truth game.State, s game.Seat, r *game.Rand) (Puzzle, bool) {
	st := game.Look(truth, game.SeatViewer(s))
	cfg := f.o.Config
	text := string(st.AppendText(nil))
	if t := cfg.Game.Traits; t.Hidden && !t.NatureReveals && text != string(truth.AppendText(nil)) {
		return Puzzle{}, false // what is hidden cannot be looked through
	}
	if f.seen[text] {
		return Puzzle{}, false
	}
	list := st.AppendActions(nil, s)
	if len(list) < 2 {
		return Puzzle{}, false
	}
	p := Puzzle{Text: text, Seat: s}
	deep := r.Intn(8) == 0 // proofs of five decisions cost much
	for depth := 1; depth <= f.o.Depth; depth++ {
		if depth > 3 && !deep {
			break
		}
		if good, ok := f.wins(st, s, list, depth); ok && len(good) > 0 {
			p.Kind, p.Depth = fmt.Sprint("win in ", depth), depth
			// An action that wins a little later solves it too: a long turn can take its
			// decisions in another order.
			p.Depth = f.o.Depth + beyond
			good = slices.DeleteFunc(slices.Clone(list), func(a game.Action) bool {
				return !slices.Contains(good, a) && !f.proved(st, s, a, s, p.Depth-1)
			})
			if !few(len(good), len(list)) {
				return Puzzle{}, false
			}
			return f.keep(p, st, good), true
		}
	}
	for depth := 1; depth < f.o.Depth; depth++ {
		if depth > 1 && !deep {
			break
		}
		good, ok := f.escapes(st, s, list, depth)
		if !ok || len(good) == 0 || len(good) == len(list) {
			continue
		}
		// Where every way out leads to another loss, there is nothing to find.
		if !few(len(good), len(list)) ||
			!slices.ContainsFunc(good, func(a game.Action) bool { return !f.lost(st, s, a, f.o.Depth+beyond) }) {
			return Puzzle{}, false
		}
		p.Kind, p.Depth = fmt.Sprint("escape from ", depth), depth
		return f.keep(p, st, good), true
	}
	return Puzzle{}, false
}

// few reports whether solutions are rare enough among the actions to be worth
// finding.
func few(good, all int) bool {
	if all <= 3 {
		return good < all
	}
	return 3*good <= all
}

func (f *finder) keep(p Puzzle, st game.State, good []game.Action) Puzzle {
	f.seen[p.Text] = true
	for _, a := range good {
		p.Solutions = append(p.Solutions, string(st.AppendAction(nil, p.Seat, a)))
	}
	return p
}

// wins lists the actions that win by force within depth decisions, this one
// counted; false if that took too long to show.
func (f *finder) wins(st game.State, s game.Seat, list []game.Action, depth int) ([]game.Action, bool) {
	var good []game.Action
	f.prover.limit(f.o.Positions)
	for _, a := range list {
		if f.prover.after(st, s, a, s, depth-1) {
			good = append(good, a)
		}
	}
	return good, !f.prover.spent()
}

// beyond is how many decisions after the deepest win other actions are looked at.
const beyond = 3

// proved reports whether 'who' is shown to win by force within that many decisions after an action,
// at a bounded cost.
func (f *finder) proved(st game.State, s game.Seat, a game.Action, who game.Seat, decisions int) bool {
	for within := range decisions + 1 { // a short proof is found before the room is spent on a long one
		f.prover.limit(f.o.Positions / 8)
		if f.prover.after(st, s, a, who, within) {
			return true
		}
		if f.prover.spent() {
			return false
		}
	}
	return false
}

// lost reports whether another seat is shown to win by force after an action.
func (f *finder) lost(st game.State, s game.Seat, a game.Action, decisions int) bool {
	for o := range game.Seat(f.o.Config.Players) {
		if o != s && f.proved(st, s, a, o, decisions) {
			return true
		}
	}
	return false
}

// escapes lists the actions after which no other seat wins by force within depth
// decisions.
func (f *finder) escapes(st game.State, s game.Seat, list []game.Action, depth int) ([]game.Action, bool) {
	var good []game.Action
	for _, a := range list {
		if !f.lost(st, s, a, depth) {
			good = append(good, a)
			if f.prover.spent() {
				return nil, false
			}
		}
	}
	return good, true
}

// Check proves a puzzle again: each of its solutions wins, or escapes while every
// other action loses.
func Check(cfg game.Config, p Puzzle, positions int64) error {
	st, err := p.State(cfg)
	if err != nil {
		return err
	}
	f := &finder{o: Options{Config: cfg, Positions: 8 * positions}, prover: newProver(st)}
	if p.Depth < 1 || p.Depth > maxSteps {
		return fmt.Errorf("a proof cannot have %d decisions", p.Depth)
	}
	wins, escapes := strings.HasPrefix(p.Kind, "win in "), strings.HasPrefix(p.Kind, "escape from ")
	if !wins && !escapes {
		return fmt.Errorf("no such kind of puzzle: %.40q", p.Kind)
	}
	found := 0
	for _, a := range st.AppendActions(nil, p.Seat) {
		text := string(st.AppendAction(nil, p.Seat, a))
		listed := slices.Contains(p.Solutions, text)
		if listed {
			found++
		}
		switch {
		case wins && listed && !f.proved(st, p.Seat, a, p.Seat, p.Depth-1):
			return fmt.Errorf("%s is not shown to win within %d decisions", text, p.Depth)
		case escapes && listed == f.lost(st, p.Seat, a, p.Depth):
			return fmt.Errorf("%s: that it escapes is said to be %v, and is not so", text, listed)
		}
	}
	if found != len(p.Solutions) || found == 0 {
		return fmt.Errorf("of the solutions %q only %d are legal", p.Solutions, found)
	}
	return nil
}
